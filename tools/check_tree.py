#!/usr/bin/env python3
"""Holds the rules of the tree that a compiler cannot (docs/ARCHITECTURE.md has them with their reasons).

tools/check_tree.py [--all] prints `file:line: rule` for every breach and fails where there is one; --all adds the advisory
limits (functions over 60 lines, files over 500). Another tree can be named: tools/check_tree.py --root DIR.
"""
import argparse
import os
import re
import subprocess
import sys

SEES = {
    "base": "base",
    "lang": "base lang",
    "ir": "base ir",
    "engine": "base ir engine",
    "contract": "base ir engine contract",
    "cover": "base ir engine cover",
    "emit": "base lang ir engine contract cover emit",
    "api": "base lang ir engine contract cover api",
    "cli": "base lang ir engine contract cover emit api cli",
}
TOP = {"src", "models", "examples", "tests", "tools", "docs", "CMakeLists.txt", "README.md", "LICENSE"}
FILE_LINES, FILE_LINES_AT_MOST = 500, 600
FUNCTION_LINES, FUNCTION_LINES_AT_MOST = 60, 100
# Switches that are tables: one case after the other, no logic between them.
LONG_FUNCTIONS = {"interp_run", "lexer_next"}
PRINTING = re.compile(
    r"\b(printf|vprintf|puts|putchar|exit|_exit|abort|perror|g_print|g_printerr|g_warning|g_error|g_message|g_critical)\s*\("
    r"|\b(stdout|stderr)\b"
)
PLACES = re.compile(r"(?<![\w.\-}])/(?:" + "|".join(["work", r"home/\w+", "root", "Users", "tmp/bash"]) + r")[/_]")
FUNCTION = re.compile(r"^(?P<static>static )?(?:inline |const |unsigned |struct |enum )*\w[\w \*]*?[ \*](?P<name>\w+)\(")
GLOBAL = re.compile(r"^(?:static |extern |_Thread_local )*(?:\w+ )+\**\w+(?:\[[^\]]*\])*\s*(?:=|;)")
LOCAL_STATIC = re.compile(r"^\s+static (?!const |inline |_Noreturn |gsize \w+ = 0;)")
NOT_GLOBAL = ("typedef", "struct", "enum", "union", "return", "goto", "else", "#", "}", "/", " ")

breaches = []
advice = []


def breach(path, line, rule, only_advice=False):
    (advice if only_advice else breaches).append((path, line, rule))


def tree_files(root):
    """Every file of the tree that git knows or could know, as paths relative to the root."""
    try:
        command = ["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(command, check=True, capture_output=True).stdout.decode().split("\0")
    except (OSError, subprocess.CalledProcessError):
        names = []
        for folder, folders, files in os.walk(root):
            folders[:] = [name for name in folders if name not in (".git", "build")]
            names += [os.path.relpath(os.path.join(folder, name), root) for name in files]
    return sorted(name for name in names if name and os.path.isfile(os.path.join(root, name)))


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
        return file.read()


def blank(match):
    return re.sub(r"[^\n]", " ", match.group(0))


def code_of(text):
    """The text without comments and what stands in strings; lines keep their numbers."""
    pattern = r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
    return re.sub(pattern, lambda m: '""' + blank(m)[2:] if m.group(0)[0] == '"' else blank(m), text, flags=re.S)


def check_opening(path, text):
    match = re.match(r"/\*.*?\*/", text, re.S)
    if not match:
        breach(path, 1, "opens without a comment that says what it does and why")
    elif path.endswith(".h") and path.startswith("src/") and "Ownership:" not in match.group(0):
        breach(path, 1, "the opening comment has no sentence `Ownership: ...`")
    if path.endswith(".h") and "#pragma once" not in text:
        breach(path, 1, "has no #pragma once")


def check_sizes(path, lines):
    if path.endswith(".c") and len(lines) > FILE_LINES:
        breach(path, len(lines), f"{len(lines)} lines: more than {FILE_LINES}", len(lines) <= FILE_LINES_AT_MOST)
    for name, start, end, _ in functions_of(lines):
        length = end - start + 1
        if length > FUNCTION_LINES and name not in LONG_FUNCTIONS:
            breach(path, start, f"{name} has {length} lines: more than {FUNCTION_LINES}", length <= FUNCTION_LINES_AT_MOST)


def functions_of(lines):
    """(name, first line, last line, static) of each function, by the layout that clang-format gives."""
    found, start, name, static = [], 0, "", False
    for number, line in enumerate(lines, 1):
        match = FUNCTION.match(line)
        if match and not line.startswith(("typedef", "return", "else", "#")) and start == 0:
            name, static = match.group("name"), bool(match.group("static"))
            start = number
        if start and line.rstrip().endswith(";") and not line.startswith(" ") and "{" not in line:
            start = 0
        if start and line.startswith("}"):
            found.append((name, start, number, static))
            start = 0
    return found


def snake(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def check_names(root, path, lines):
    """Exported names begin with the stem of their file, a word of it, or a type that its header declares."""
    stem = os.path.basename(path)[:-2]
    starts = {stem, *stem.split("_")}
    if path.startswith("src/cli/"):
        starts.add("command")  # command.def names them
    header = path[:-2] + ".h"
    if os.path.exists(os.path.join(root, header)):
        starts.update(snake(name) for name in re.findall(r"\b(?:struct|enum|union) ([A-Z]\w*)", read(root, header)))
    for name, start, _, static in functions_of(lines):
        if not static and name != "main" and not any(name.startswith(begin) for begin in starts):
            breach(path, start, f"exported name {name} does not begin with its file's name ({stem.split('_')[0]}_...)")


def check_globals(path, lines):
    depth = 0
    for number, line in enumerate(lines, 1):
        at_file_scope = depth == 0
        depth += line.count("{") - line.count("}")
        if at_file_scope and GLOBAL.match(line) and not line.startswith(NOT_GLOBAL):
            declared = line.split("=")[0]
            if path.startswith("src/cli/") and "atomic" in declared:
                continue  # a signal handler has no other way to be told where to write
            mutable = "const" not in declared or ("*" in declared and "*const" not in declared.replace(" ", ""))
            if mutable:
                breach(path, number, "a variable at file scope that is not const")
        elif LOCAL_STATIC.match(line) and not at_file_scope:
            breach(path, number, "a static variable in a function that is not const")


def check_includes(path, text, floor, graph):
    for number, line in enumerate(text.split("\n"), 1):
        match = re.match(r'#include "([^"]+)"', line)
        if not match:
            continue
        target = match.group(1)
        graph.setdefault(path, []).append((number, "src/" + target))
        first = target.split("/")[0]
        allowed = SEES[floor].split() + ["embed"]
        if floor == "ir" and os.path.basename(path).startswith("lower"):
            allowed.append("lang")
        if floor == "cli" and target == "seqcheck.h":
            continue
        if "/" not in target or first == "..":
            breach(path, number, f'#include "{target}": write it as "floor/file.h"')
        elif first not in allowed:
            breach(path, number, f"floor {floor} may not include {first}")


def check_cycles(graph):
    done, stack = set(), []

    def visit(path):
        if path in stack:
            breach(path, 1, "headers include each other: " + " -> ".join(stack[stack.index(path):] + [path]))
            return
        if path in done:
            return
        stack.append(path)
        for _, target in graph.get(path, []):
            if target.endswith(".h"):
                visit(target)
        stack.pop()
        done.add(path)

    for path in sorted(graph):
        if path.endswith(".h"):
            visit(path)


def check_source(root, path, graph):
    text = read(root, path)
    check_opening(path, text)
    parts = path.split("/")
    if parts[0] != "src":
        return
    code = code_of(text)
    lines = code.rstrip("\n").split("\n")
    check_sizes(path, lines)
    if len(parts) != 3 or parts[1] not in SEES:
        return
    check_includes(path, text, parts[1], graph)
    check_globals(path, lines)
    if path.endswith(".c"):
        check_names(root, path, lines)
    if parts[1] != "cli":
        for number, line in enumerate(lines, 1):
            match = PRINTING.search(line)
            if match:
                breach(path, number, f"{match.group(0).rstrip('( ')}: only src/cli prints or exits")


def check_diagnostics(root, files):
    table = "src/base/diag.def"
    seen = {}
    for number, line in enumerate(read(root, table).split("\n"), 1):
        match = re.match(r"DIAG\((\d{4}),", line)
        if not match:
            continue
        code = match.group(1)
        if code in seen:
            breach(table, number, f"SQ{code} is declared twice (line {seen[code]})")
        seen[code] = number
        if f"docs/diagnostics/SQ{code}.md" not in files:
            breach(table, number, f"SQ{code} has no page docs/diagnostics/SQ{code}.md")
    for path in files:
        match = re.match(r"docs/diagnostics/SQ(\d{4})\.md$", path)
        if match and match.group(1) not in seen:
            breach(path, 1, f"no diagnostic has the code SQ{match.group(1)}")


def check_text(root, path):
    """No file speaks of the machine that it was written on."""
    for number, line in enumerate(read(root, path).split("\n"), 1):
        match = PLACES.search(line)
        if match:
            breach(path, number, f"an absolute path of somebody's machine ({match.group(0)})")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--all", action="store_true", help="also print the advisory limits")
    parser.add_argument("--root", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    options = parser.parse_args()
    root = os.path.abspath(options.root)
    files = tree_files(root)
    graph = {}
    for path in files:
        top = path.split("/")[0]
        if top not in TOP and not top.startswith("."):
            breach(path, 1, f"{top} does not belong at the top of the tree")
        if re.match(r"(src|tests/unit|tests/support|tests/fuzz)/.*\.[ch]$", path):
            check_source(root, path, graph)
        check_text(root, path)
    check_cycles(graph)
    if "src/base/diag.def" in files:
        check_diagnostics(root, set(files))
    for path, line, rule in sorted(breaches) + (sorted(advice) if options.all else []):
        print(f"{path}:{line}: {rule}")
    if advice and not options.all:
        print(f"note: {len(advice)} files or functions are longer than they should be (tools/check_tree.py --all)")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())
