#!/usr/bin/env python3
"""run_install.py CMAKE BUILD_DIR COMPILER: installs into a fresh prefix and uses what is there: the binary answers, the manual page
is there, and a program that knows of nothing but pkg-config compiles against the header, links and runs. Exit 1 where that fails."""
import os, shutil, subprocess, sys, tempfile

PROGRAM = '''#include <seqcheck.h>
#include <stdio.h>
int main(void) { return puts(seqcheck_version()) < 0; }
'''


def output(*command, **options):
    done = subprocess.run(command, text=True, capture_output=True, **options)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def main(cmake, build, compiler):
    with tempfile.TemporaryDirectory() as folder:
        prefix = os.path.join(folder, "prefix")
        output(cmake, "--install", build, "--prefix", prefix)
        found = {name: os.path.join(place, name) for place, _, names in os.walk(prefix) for name in names}
        for name in ("seqcheck", "libseqcheck.a", "seqcheck.h", "seqcheck.pc", "seqcheck.1"):
            if name not in found:
                sys.exit(f"{name} is not installed")
        version = output(found["seqcheck"], "--version").split()[-1]
        source = os.path.join(folder, "program.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        paths = os.pathsep.join(filter(None, [os.path.dirname(found["seqcheck.pc"]), os.environ.get("PKG_CONFIG_PATH")]))
        flags = output("pkg-config", "--cflags", "--libs", "--static", "seqcheck", env={**os.environ, "PKG_CONFIG_PATH": paths})
        program = os.path.join(folder, "program")
        output(compiler, source, *flags.split(), "-o", program)
        linked = output(program).strip()
        if linked != version:
            sys.exit(f"the binary is {version}, the library {linked}")


if __name__ == "__main__":
    if shutil.which("pkg-config") is None:
        sys.exit(77)
    main(*sys.argv[1:4])
