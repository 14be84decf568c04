#!/usr/bin/env python3
"""tools/check_tree.py finds each kind of breach in a small bad tree, at its line, and nothing in a good one."""
import os
import subprocess
import sys
import tempfile

CHECKER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools", "check_tree.py")
GOOD = {
    "src/base/text.h": "/* Text. Ownership: none. */\n#pragma once\nint text_length(const char *text);\n",
    "src/base/text.c": '/* Text. */\n#include "base/text.h"\n\nstatic const int table[] = {1, 2};\n\n'
    'int text_length(const char *text) {\n  /* printf( */\n  return text == "exit(" ? table[0] : 0;\n}\n',
    "src/base/diag.def": 'DIAG(0101, ERROR, "x")\n',
    "docs/diagnostics/SQ0101.md": "# SQ0101\n",
}
BAD = {
    "src/base/one.h": '/* One. */\n#include "base/two.h"\n',
    "src/base/two.h": '/* Two. Ownership: none. */\n#pragma once\n#include "base/one.h"\n',
    "src/ir/one.c": '#include "lang/ast.h"\n#include "../base/one.h"\n\nstatic int counter;\n\nvoid wrong(void) {\n'
    '  static int calls = 0;\n  calls++;\n  printf("");\n}\n' + "\nvoid one_long(void) {\n" + "  ;\n" * 120 + "}\n",
    "src/base/diag.def": 'DIAG(0101, ERROR, "x")\nDIAG(0101, ERROR, "x")\n',
    "docs/diagnostics/SQ0999.md": "see /ho" "me/somebody/x\n",
    "notes.txt": "x\n",
}
EXPECTED = [
    "docs/diagnostics/SQ0999.md:1: an absolute path",
    "docs/diagnostics/SQ0999.md:1: no diagnostic",
    "notes.txt:1: notes.txt does not belong",
    "src/base/diag.def:1: SQ0101 has no page",
    "src/base/diag.def:2: SQ0101 has no page",
    "src/base/diag.def:2: SQ0101 is declared twice",
    "src/base/one.h:1: has no #pragma once",
    "src/base/one.h:1: headers include each other",
    "src/base/one.h:1: the opening comment has no sentence",
    "src/ir/one.c:1: floor ir may not include lang",
    "src/ir/one.c:1: opens without a comment",
    'src/ir/one.c:2: #include "../base/one.h"',
    "src/ir/one.c:4: a variable at file scope",
    "src/ir/one.c:6: exported name wrong",
    "src/ir/one.c:7: a static variable in a function",
    "src/ir/one.c:9: printf",
    "src/ir/one.c:12: one_long has 122 lines",
]


def check(files):
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(text)
        done = subprocess.run([sys.executable, CHECKER, "--root", root], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout.splitlines()


def main():
    status, lines = check(GOOD)
    assert status == 0 and lines == [], lines
    status, lines = check(BAD)
    assert status == 1, status
    assert len(lines) == len(EXPECTED), "\n".join(lines)
    for line, expected in zip(lines, EXPECTED):
        assert line.startswith(expected), f"{line}\n  is not\n{expected}"
    print("ok")


if __name__ == "__main__":
    main()
