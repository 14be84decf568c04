#!/usr/bin/env python3
"""The diagnostics, tested as text.

run_diagnostics.py goldens BINARY DIR [NAME ...]   each DIR/*.model gives exactly the text in the .txt beside it
run_diagnostics.py goldens BINARY DIR --renew      writes those texts anew; read the difference before you commit it
run_diagnostics.py pages BINARY DIR                each code has a golden and a page; the first model of a page gives
                                                   its code, the second gives no error

What runs is `BINARY lint FILE` in DIR, so that the file's bare name is printed; a first line `// run: lint -D X=3` says
something else. The text is standard error, then standard output."""
import difflib
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

TIMEOUT_S = 60
FENCE = re.compile(r"^```model[^\n]*\n(.*?)^```", re.DOTALL | re.MULTILINE)
DIAG = re.compile(r"^DIAG\((\d{4}), (\w+),", re.MULTILINE)
CHECKED_CODES = range(1, 600)


def arguments_of(text):
    first = text.split("\n", 1)[0].strip()
    return shlex.split(first[len("// run:"):]) if first.startswith("// run:") else ["lint"]


def run(binary, folder, path, text):
    command = [str(binary), *arguments_of(text)]
    command.insert(2, path.name)
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=TIMEOUT_S)
    except subprocess.TimeoutExpired:
        return f"no answer within {TIMEOUT_S} s\n"
    output = (done.stderr + done.stdout).decode("utf-8", "replace")
    if done.returncode not in (0, 1, 2, 3):
        output += f"exit {done.returncode}\n"
    return output


def read(path):
    return path.read_bytes().decode("utf-8", "replace")


def run_goldens(binary, folder, options):
    renew = "--renew" in options
    names = {pathlib.Path(name).stem for name in options if not name.startswith("--")}
    failed = 0
    models = sorted(path for path in folder.glob("*.model") if not names or path.stem in names)
    for path in models:
        got = run(binary, folder, path, read(path))
        golden = path.with_suffix(".txt")
        wanted = read(golden) if golden.exists() else ""
        if got == wanted:
            continue
        if renew:
            golden.write_text(got, encoding="utf-8")
            print(f"renewed {golden.name}")
            continue
        failed += 1
        print(f"{path.name}: the text differs from {golden.name}")
        difference = difflib.unified_diff(wanted.splitlines(True), got.splitlines(True), "wanted", "got")
        sys.stdout.writelines(difference)
    print(f"{len(models)} models, {failed} failed")
    return failed == 0 and bool(models)


def expand(text):
    """What a page cannot show as it is: `<byte E9>` and `<300 times a>`."""
    text = re.sub(r"<(\d+) times (.)>", lambda match: match[2] * int(match[1]), text)
    return re.sub(rb"<byte ([0-9A-F]{2})>", lambda match: bytes([int(match[1], 16)]), text.encode("utf-8"))


def lint(binary, text):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "example.model"
        path.write_bytes(expand(text))
        return run(binary, path.parent, path, text)


def page_faults(binary, page, code):
    if not page.exists():
        yield "there is no page"
        return
    text = read(page)
    if not text.startswith(f"# SQ{code}: "):
        yield f"does not begin with `# SQ{code}: title`"
    blocks = FENCE.findall(text)
    if len(blocks) < 2:
        yield "needs two ```model blocks: one that fails and one that is right"
        return
    output = lint(binary, blocks[0])
    if f"[SQ{code}]" not in output:
        yield f"its first block does not give SQ{code}, but:\n{output}"
    output = lint(binary, blocks[1])
    if "error[" in output or "fail[" in output or f"[SQ{code}]" in output:
        yield f"its second block is not right:\n{output}"


def run_pages(binary, folder):
    root = folder.parent.parent
    goldens = "".join(read(path) for path in folder.glob("*.txt"))
    failed = 0
    codes = [code for code, _ in DIAG.findall(read(root / "src/base/diag.def")) if int(code) in CHECKED_CODES]
    for code in codes:
        faults = list(page_faults(binary, root / f"docs/diagnostics/SQ{code}.md", code))
        if f"[SQ{code}]" not in goldens:
            faults.append("no golden shows it")
        for fault in faults:
            print(f"SQ{code}: {fault}")
        failed += len(faults) > 0
    print(f"{len(codes)} codes, {failed} failed")
    return failed == 0


def main():
    if len(sys.argv) < 4 or sys.argv[1] not in ("goldens", "pages"):
        sys.exit(__doc__)
    binary = pathlib.Path(sys.argv[2]).resolve()
    folder = pathlib.Path(sys.argv[3]).resolve()
    good = run_goldens(binary, folder, sys.argv[4:]) if sys.argv[1] == "goldens" else run_pages(binary, folder)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
