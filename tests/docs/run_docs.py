#!/usr/bin/env python3
"""Runs the user's documents: each model in them is checked, each command in them is run and its output compared.

run_docs.py [--renew] BINARY [PAGE...]     PAGE: Markdown files; without one, README.md, docs/**/*.md and examples/**/*.md

    ```model                   a complete model: `seqcheck lint` accepts it
    ```model fails=SQ0102      a complete model: `seqcheck lint` refuses it, and says so under this code
    ```model fragment          declarations: what the last `<!-- prelude: ... -->` of the section holds goes before them
    ```model file=NAME         also written to NAME for the commands of the page (`file=` works for every kind of block)
    ```console                 `$ COMMAND` lines, each with its output, standard error included

Every page has a folder of its own, with a copy of models/ and a `tools/run` that is the binary, and its commands run there. Two figures may
differ: seconds and bytes. A command that crashes is wrong whatever the page says. `--renew` writes what the commands say now into the pages.
docs/diagnostics has a test of its own.
"""
import argparse
import difflib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BLOCK = re.compile(r"^```(\w+)([^\n`]*)\n(.*?)^```$", re.M | re.S)
PRELUDE = re.compile(r"<!-- prelude:(.*?)-->", re.S)
HEADING = re.compile(r"^#+ ", re.M)
MARK = "\x1e"
TIMEOUT_S = 120
CRASHES = [128 + signal.Signals[name] for name in ("SIGILL", "SIGABRT", "SIGBUS", "SIGFPE", "SIGSEGV")]


def default_pages():
    pages = [os.path.join(ROOT, "README.md")]
    for top in ("docs", "examples"):
        for folder, folders, files in os.walk(os.path.join(ROOT, top)):
            folders[:] = sorted(name for name in folders if name != "diagnostics")
            pages += [os.path.join(folder, name) for name in sorted(files) if name.endswith(".md")]
    return [page for page in pages if os.path.exists(page)]


def outside_blocks(text):
    """The text with everything inside a block blanked, positions kept."""
    return BLOCK.sub(lambda match: re.sub(r"[^\n]", " ", match.group(0)), text)


def prelude_of(prose, position):
    """The last prelude before `position` and behind its heading."""
    heading = max([match.start() for match in HEADING.finditer(prose, 0, position)], default=0)
    preludes = [match.group(1) for match in PRELUDE.finditer(prose, heading, position)]
    return preludes[-1].strip("\n") + "\n" if preludes else ""


def same(text):
    """The text without the figures that may differ from run to run."""
    text = re.sub(r"\d+\.\d+ s\b", "N s", text)
    text = re.sub(r'"seconds":(\s*)[-+.e\d]+', r'"seconds":\1N', text)
    text = re.sub(r'"bytes":(\s*)\d+', r'"bytes":\1N', text)
    return text.rstrip()


class Page:
    def __init__(self, path, binary, renew):
        self.path, self.binary, self.renew = path, os.path.abspath(binary), renew
        self.name = os.path.relpath(path, ROOT)
        self.failures = []
        self.blocks = 0
        with open(path, encoding="utf-8") as file:
            self.text = file.read()

    def fail(self, position, what):
        line = self.text.count("\n", 0, position) + 1
        self.failures.append(f"{self.name}:{line}: {what}")

    def prepare(self, folder):
        shutil.copytree(os.path.join(ROOT, "models"), os.path.join(folder, "models"))
        os.mkdir(os.path.join(folder, "tools"))
        os.mkdir(os.path.join(folder, ".bin"))
        os.symlink(self.binary, os.path.join(folder, ".bin", "seqcheck"))
        os.symlink(self.binary, os.path.join(folder, "tools", "run"))
        self.environment = dict(os.environ, NO_COLOR="1", LC_ALL="C.UTF-8")
        self.environment["PATH"] = os.path.join(folder, ".bin") + os.pathsep + os.environ["PATH"]
        self.folder = folder

    def run(self):
        with tempfile.TemporaryDirectory(prefix="seqcheck-docs-") as folder:
            self.prepare(folder)
            prose = outside_blocks(self.text)
            written = []
            for match in BLOCK.finditer(self.text):
                kind, words, body = match.group(1), match.group(2).split(), match.group(3)
                self.blocks += kind in ("model", "console")
                for word in words:
                    if word.startswith("file="):
                        with open(os.path.join(folder, word[5:]), "w", encoding="utf-8") as file:
                            file.write(body)
                if kind == "model":
                    self.check_model(match.start(), words, body, prose)
                if kind == "console":
                    written.append((match.start(3), match.end(3), self.check_console(match.start(), body)))
            if self.renew:
                self.write_back(written)
        return self.failures

    def write_back(self, written):
        text = self.text
        for start, end, body in reversed(written):
            text = text[:start] + body + text[end:]
        if text != self.text:
            with open(self.path, "w", encoding="utf-8") as file:
                file.write(text)
            print(f"{self.name}: renewed")

    def check_model(self, position, words, body, prose):
        if "fragment" in words:
            body = "model fragment\n" + prelude_of(prose, position) + body
        code = next((word[6:] for word in words if word.startswith("fails=")), None)
        command = [self.binary, "lint", "-", "--color=never"]
        result = subprocess.run(command, input=body, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
        output = result.stderr + result.stdout
        if code is None and result.returncode != 0:
            self.fail(position, f"lint does not accept this model (exit {result.returncode}):\n{output}")
        if code is not None and (result.returncode != 2 or f"[{code}]" not in output):
            self.fail(position, f"lint should refuse this model with {code} (exit {result.returncode}):\n{output}")

    def commands_of(self, body):
        """[[command, expected output]]; what stands before the first command is ignored, as nothing should."""
        commands = []
        for line in body.splitlines():
            if line.startswith("$ "):
                commands.append([line[2:], []])
            elif commands and line.startswith("> ") and not commands[-1][1]:
                commands[-1][0] += "\n" + line[2:]
            elif commands:
                commands[-1][1].append(line)
        return [[command, "\n".join(lines)] for command, lines in commands]

    def outputs_of(self, commands):
        """[(output, exit statuses of its pipe)] of each command, all of them run by one shell."""
        script = "exec 2>&1\n"
        for command, _ in commands:
            script += f"{command}\ns=$? p=(${{PIPESTATUS[@]}}); printf '\\036%s\\036' \"${{p[*]}}\"; (exit $s)\n"
        result = subprocess.run(["bash", "-c", script], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, timeout=TIMEOUT_S, check=False)
        parts = result.stdout.decode("utf-8", "replace").split(MARK)
        return list(zip(parts[0::2], parts[1::2]))

    def check_console(self, position, body):
        commands = self.commands_of(body)
        if any(re.search(r"\bjq\b", command) for command, _ in commands) and not shutil.which("jq"):
            print(f"{self.name}: a block that needs jq was left out, as there is none here")
            return body
        outputs = self.outputs_of(commands)
        renewed = []
        for number, (command, expected) in enumerate(commands):
            actual, statuses = outputs[number] if number < len(outputs) else ("the shell stopped before this command ended", "70")
            if any(int(status) == 70 or int(status) in CRASHES for status in statuses.split()):
                self.fail(position, f"`{command}` crashes (exit {statuses}):\n{actual}")
                return body
            differs = same(actual) != same(expected)
            if differs and not self.renew:
                lines = difflib.unified_diff(same(expected).splitlines(), same(actual).splitlines(), "the page", "the command", lineterm="")
                self.fail(position, f"`{command}` says something else:\n" + "\n".join(lines))
            shown = (actual if differs else expected).rstrip()
            blank = shown and number < len(commands) - 1 and commands[number + 1][0] != "echo $?"
            renewed.append("$ " + command.replace("\n", "\n> ") + "\n" + (shown + "\n" if shown else "") + ("\n" if blank else ""))
        return "".join(renewed)


def main():
    parser = argparse.ArgumentParser(description="Runs the user's documents.")
    parser.add_argument("--renew", action="store_true", help="write what the commands say now into the pages")
    parser.add_argument("binary")
    parser.add_argument("pages", nargs="*")
    arguments = parser.parse_args()
    failures, blocks = [], 0
    for path in arguments.pages or default_pages():
        page = Page(os.path.abspath(path), arguments.binary, arguments.renew)
        failures += page.run()
        blocks += page.blocks
    for failure in failures:
        print(failure, end="\n\n")
    print(f"{blocks} blocks, {len(failures)} of them wrong")
    sys.exit(1 if failures or blocks == 0 else 0)


if __name__ == "__main__":
    main()
