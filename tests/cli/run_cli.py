#!/usr/bin/env python3
"""run_cli.py BINARY CASES_DIR MODELS_DIR [--renew]: runs the transcripts of the command line and compares them.

A transcript (cases/*.txt) is a list of commands with what they must print and how they must end:

    # a comment
    $ seqcheck explore booking.model -D SLOTS=1
    ...standard output...
    ! ...standard error, each line with "! " in front...
    [exit 0]

Each transcript runs in a fresh folder that holds a copy of the models. A line `$ cat > FILE <<END ... END` writes a file;
`$ seqcheck ... <<END ... END` gives standard input; `$ sh: COMMAND` runs anything in a shell with `seqcheck` on its path.
Seconds (0.004 s, "seconds": 0.1) and sizes ("bytes": n) are not compared. --renew writes what came out into the transcripts.
Exit 1 where one differs, with the difference."""
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile


def normalised(text):
    text = re.sub(r"\b\d+\.\d+ s\b", "0.000 s", text)
    text = re.sub(r'"seconds":\s*[0-9.e+-]+', '"seconds":\t0', text)
    return re.sub(r'"bytes":\s*\d+', '"bytes":\t0', text)


def parse(path):
    """The transcript as (kind, payload): ("text", line), ("run", command, stdin)."""
    lines = open(path, encoding="utf-8").read().split("\n")
    items, at = [], 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if line.startswith("#") or (line == "" and at < len(lines)):
            items.append(("text", line))
        elif line == "":
            continue
        elif line.startswith("$ "):
            command, stdin = line[2:], None
            if command.endswith("<<END"):
                end = lines.index("END", at)
                stdin = "\n".join(lines[at:end]) + "\n"
                at = end + 1
            items.append(("run", command, stdin))
            while at < len(lines) and not lines[at].startswith("[exit "):
                if lines[at].startswith("$ "):
                    break
                at += 1
            if at < len(lines) and lines[at].startswith("[exit "):
                at += 1
        else:
            sys.exit(f"{path}:{at}: neither a comment nor a command: {line}")
    return items


def run(command, stdin, folder, binary):
    writes = re.match(r"cat > (\S+) <<END$", command)
    if writes:
        with open(os.path.join(folder, writes.group(1)), "w", encoding="utf-8", newline="") as out:
            out.write(stdin)
        return []
    shell = command[4:] if command.startswith("sh: ") else command.removesuffix("<<END").rstrip()
    environment = {"PATH": os.path.dirname(binary) + ":" + os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", "TERM": "dumb"}
    for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):
        if name in os.environ:
            environment[name] = os.environ[name]
    done = subprocess.run(["sh", "-c", shell], cwd=folder, input=(stdin or "").encode(), capture_output=True, timeout=300, env=environment)
    lines = normalised(done.stdout.decode("utf-8", "replace")).split("\n")
    if lines and lines[-1] == "":
        lines.pop()
    errors = normalised(done.stderr.decode("utf-8", "replace")).split("\n")
    if errors and errors[-1] == "":
        errors.pop()
    return lines + [("! " + line).rstrip() for line in errors] + [f"[exit {done.returncode}]"]


def play(path, binary, models):
    """The transcript as it comes out now."""
    out = []
    with tempfile.TemporaryDirectory() as folder:
        for name in os.listdir(models):
            if name.endswith(".model"):
                shutil.copy(os.path.join(models, name), folder)
        for item in parse(path):
            if item[0] == "text":
                out.append(item[1])
                continue
            _, command, stdin = item
            out.append("$ " + command)
            if stdin is not None:
                out += stdin.rstrip("\n").split("\n") + ["END"]
            out += run(command, stdin, folder, binary)
    return "\n".join(out).rstrip("\n") + "\n"


def main():
    arguments = [a for a in sys.argv[1:] if a != "--renew"]
    binary, cases, models = (os.path.abspath(a) for a in arguments[:3])
    wanted = arguments[3:]
    bad = 0
    names = sorted(n for n in os.listdir(cases) if n.endswith(".txt") and (not wanted or n in wanted))
    for name in names:
        path = os.path.join(cases, name)
        before = open(path, encoding="utf-8").read()
        after = play(path, binary, models)
        if before == after:
            continue
        if "--renew" in sys.argv:
            with open(path, "w", encoding="utf-8") as out:
                out.write(after)
            print(f"{name}: renewed")
            continue
        bad += 1
        sys.stdout.writelines(difflib.unified_diff(before.splitlines(True), after.splitlines(True), f"{name} as written", f"{name} now"))
    print(f"{len(names) - bad} of {len(names)} transcripts agree")
    sys.exit(1 if bad or not names else 0)


main()
