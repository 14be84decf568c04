#!/usr/bin/env python3
"""Holds the documents to the program and to one another.

check_pages.py man BINARY     each command of `seqcheck --help` and each option of `seqcheck COMMAND --help` is in docs/seqcheck.1, and
                              no long option or command is in it that the program does not have
check_pages.py links          each relative link of README.md, docs and examples leads to a file, and each #anchor to a heading
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def help_of(binary, *words):
    return subprocess.run([binary, *words, "--help"], capture_output=True, text=True, check=True).stdout


def check_man(binary):
    faults = []
    page = read("docs/seqcheck.1").replace("\\-", "-")
    section = page.split(".SH COMMANDS")[1].split(".SH ")[0]
    described = set(re.findall(r"^\.TP\n\.B[RI]? \"?([a-z]+)", section, re.M))
    table = read("src/cli/command.def")
    commands = set(re.findall(r"^COMMAND\((\w+),", table, re.M))
    general = help_of(binary)
    for command in sorted(commands):
        if command not in described:
            faults.append(f"docs/seqcheck.1 does not describe the command `{command}`")
        if not re.search(rf"^\s+{command}\b", general, re.M):
            faults.append(f"`seqcheck --help` does not name the command `{command}`")
    for command in sorted(described - commands):
        faults.append(f"docs/seqcheck.1 describes the command `{command}`, which there is not")
    options = set(OPTION.findall(general))
    for command in commands:
        options |= set(OPTION.findall(help_of(binary, command)))
    named = set(OPTION.findall(re.sub(r"\\f.", "", page)))
    faults += [f"docs/seqcheck.1 does not name the option `{option}`" for option in sorted(options - named)]
    faults += [f"docs/seqcheck.1 names the option `{option}`, which there is not" for option in sorted(named - options)]
    return faults


def pages():
    yield "README.md"
    for top in ("docs", "examples"):
        for folder, _, files in os.walk(os.path.join(ROOT, top)):
            for name in sorted(files):
                if name.endswith(".md"):
                    yield os.path.relpath(os.path.join(folder, name), ROOT)


def anchor_of(heading):
    heading = re.sub(r"[`*]", "", heading.strip().lower())
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", heading))


def without_code(text):
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S))


def anchors_of(path):
    text = re.sub(r"^```.*?^```$", "", read(path), flags=re.M | re.S)
    return {anchor_of(match.group(1)) for match in re.finditer(r"^#+ (.*)$", text, re.M)}


def check_links():
    faults = []
    for page in pages():
        for match in re.finditer(r"\]\(([^)\s]+)\)", without_code(read(page))):
            target = match.group(1)
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            path = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
            if not os.path.exists(os.path.join(ROOT, path)):
                faults.append(f"{page}: the link `{target}` leads nowhere")
            elif anchor and anchor not in anchors_of(path):
                faults.append(f"{page}: `{path}` has no heading for `#{anchor}`")
    return faults


def main():
    what = sys.argv[1] if len(sys.argv) > 1 else ""
    if what == "man" and len(sys.argv) == 3:
        faults = check_man(sys.argv[2])
    elif what == "links" and len(sys.argv) == 2:
        faults = check_links()
    else:
        sys.exit(__doc__)
    print("\n".join(faults) or "nothing to say against it")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
