#!/usr/bin/env python3
"""The transition function of generated C against the checker: every model is explored by walk.c, which has nothing but the generated header,
and by `seqcheck explore --keep-going`; states, transitions, starts, dead ends, firings by outcome and drops for full pools must agree.

usage: run_cmodel.py BINARY --models FILE|DIR... [--cc COMPILER] [--flags FLAGS]
       run_cmodel.py BINARY --count N [--from SEED] [--keep DIR] ...        random models (tests/oracle/generate.py)
Exit 0: all agree. Models of more than 60,000 states, and those that the checker refuses, are left out and counted."""
import argparse, concurrent.futures, json, os, re, shlex, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
MOST_STATES = 60000
WARNINGS = ['-std=c11', '-D_GNU_SOURCE', '-Wall', '-Wextra', '-Wpedantic', '-Werror']


def run(command, seconds):
    try:
        done = subprocess.run(command, capture_output=True, timeout=seconds)
        return done.returncode, done.stdout.decode('utf-8', 'replace'), done.stderr.decode('utf-8', 'replace')
    except subprocess.TimeoutExpired:
        return 'timeout', '', 'no end within %d s' % seconds


def told(verdict):
    lines = ['states %d' % verdict['states'], 'transitions %d' % verdict['transitions'], 'initial %d' % verdict['initial'],
             'dropped %d' % sum(p['dropped_firings'] for p in verdict['pools'])]
    for action in verdict['actions']:
        lines += ['%s/%s %d' % (action['name'], o['name'], o['fired']) for o in action['outcomes']]
    return lines


def check(file, args):
    """None: agrees; 'skip'; else what differs."""
    code, out, err = run([args.binary, 'explore', file, '--json', '--keep-going', '--max-states', str(MOST_STATES)], 120)
    if code == 3 or code == 2:
        return 'skip'
    if code not in (0, 1):
        return 'explore ended with %s: %s' % (code, err[-300:])
    verdict = json.loads(out)
    if not verdict['complete']:
        return 'skip'
    with tempfile.TemporaryDirectory() as folder:
        code, _, err = run([args.binary, 'generate', 'c', file, '-o', folder, '--anyway', '--prefix', 'walked', '--criterion', 'outcomes'], 120)
        if code == 2 and 'SQ0703' in err:
            return 'skip'
        if code != 0:
            return 'generate ended with %s: %s' % (code, err[-300:])
        program = os.path.join(folder, 'walk')
        build = [args.cc] + WARNINGS + shlex.split(args.flags) + ['-I', folder, '-DMODEL_HEADER="walked_model.h"', '-DMODEL=walked_model',
                                                                  os.path.join(HERE, 'walk.c'), '-o', program]
        code, _, err = run(build, 240)
        if code != 0:
            return 'does not compile: ' + err[:700]
        code, out, err = run([program], 240)
        if code != 0:
            return 'the walk ended with %s: %s' % (code, err[:500])
    mine, theirs = out.splitlines(), told(verdict)
    if mine == theirs:
        return None
    return '; '.join('%s, not %s' % (a, b) for a, b in zip(mine, theirs) if a != b) or 'more or fewer lines'


def given(args):
    for path in args.models:
        if os.path.isdir(path):
            for folder, _, names in sorted(os.walk(path)):
                yield from (os.path.join(folder, n) for n in sorted(names) if n.endswith('.model'))
        else:
            yield path


def random_models(args, folder):
    sys.path.insert(0, os.path.join(HERE, '..', 'oracle'))
    import generate
    for seed in range(args.seed, args.seed + args.count):
        file = os.path.join(folder, 'seed_%d.model' % seed)
        with open(file, 'w', encoding='utf-8') as f:
            f.write(generate.model(seed))
        yield file


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('binary')
    parser.add_argument('--models', nargs='+', default=[])
    parser.add_argument('--count', type=int, default=0)
    parser.add_argument('--from', dest='seed', type=int, default=1)
    parser.add_argument('--cc', default='gcc')
    parser.add_argument('--flags', default='-O1')
    parser.add_argument('--jobs', type=int, default=2)
    args = parser.parse_args()
    bad = skipped = count = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        files = list(given(args)) + list(random_models(args, folder))
        for file, found in zip(files, pool.map(lambda f: check(f, args), files)):
            count += 1
            skipped += found == 'skip'
            if found and found != 'skip':
                bad += 1
                print('%s: %s' % (os.path.basename(file), found), flush=True)
    print('%d models, %d differ, %d left out' % (count, bad, skipped))
    return 1 if bad or count == skipped else 0


sys.exit(main())
