#!/usr/bin/env python3
"""Tests run_docs.py itself: it must notice a page that says something else than the program, and leave a right one alone.

test_run_docs.py BINARY
"""
import os
import subprocess
import sys
import tempfile

DRIVER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "run_docs.py")
MODEL = "model m\nvar n: 0..1 = 0\naction flip() { n = 1 - n }\ninvariant small: n <= 1\n"
LINT = "$ seqcheck lint m.model\nm.model: nothing to say against it\n"

# what the page is, its text, whether the driver accepts it
CASES = [
    ("right", f"```model file=m.model\n{MODEL}```\n\n```console\n{LINT}$ echo $?\n0\n```\n", True),
    ("other output", f"```model file=m.model\n{MODEL}```\n\n```console\n{LINT.replace('nothing', 'much')}```\n", False),
    ("other status", f"```model file=m.model\n{MODEL}```\n\n```console\n{LINT}$ echo $?\n1\n```\n", False),
    ("a wrong model", f"```model\n{MODEL.replace('n <= 1', 'k <= 1')}```\n", False),
    ("refused as it says", f"```model fails=SQ0101\n{MODEL.replace('n <= 1', 'k <= 1')}```\n", True),
    ("refused otherwise", f"```model fails=SQ0102\n{MODEL.replace('n <= 1', 'k <= 1')}```\n", False),
    ("refused in vain", f"```model fails=SQ0101\n{MODEL}```\n", False),
    ("a fragment", "<!-- prelude:\nvar n: 0..1 = 0\n-->\n\n```model fragment\naction flip() { n = 1 - n }\n```\n", True),
    ("a prelude of another section", "<!-- prelude:\nvar n: 0..1 = 0\n-->\n\n## Next\n\n```model fragment\naction flip() { n = 1 - n }\n```\n", False),
    ("a crash", "```console\n$ sh -c 'kill -SEGV $$'\n```\n", False),
    ("nothing to run", "Words.\n", False),
]


def main():
    binary, faults = sys.argv[1], 0
    with tempfile.TemporaryDirectory(prefix="seqcheck-docs-") as folder:
        path = os.path.join(folder, "page.md")
        for what, text, right in CASES:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            result = subprocess.run([sys.executable, DRIVER, binary, path], capture_output=True, text=True, check=False)
            if (result.returncode == 0) != right:
                faults += 1
                print(f"{what}: exit {result.returncode}\n{result.stdout}{result.stderr}")
    print(f"{len(CASES)} pages, {faults} judged wrongly")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
