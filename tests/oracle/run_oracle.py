#!/usr/bin/env python3
"""Compares seqcheck with the oracle, field by field: counts, outcomes, pools, verdicts.

usage: run_oracle.py BINARY ORACLE [--from SEED] [--count N] [--jobs N] [--keep DIR]   random models (generate.py)
       run_oracle.py BINARY ORACLE --models FILE|DIR...                               these models
       run_oracle.py BINARY ORACLE --shrink SEED|FILE [--keep DIR]                    makes a differing model small
A nightly run: tests/oracle/run_oracle.py build/release/seqcheck build/release/bin/oracle --count 5000 --jobs 2 --keep /tmp/found
Exit 0: all agree. 1: some differ, each printed with its seed. Model errors are compared by kind, line, steps and the first name; a `dangling` whose slot
was not freed in the firing has no place in the language reference, so its line is not compared."""
import argparse, concurrent.futures, json, os, subprocess, sys, tempfile
import generate

GIVES_UP = 77
CONTRACTS = {'invariant', 'step invariant', 'reach', 'always reach', 'ensure', 'deadlock'}


def run(command, seconds):
    try:
        done = subprocess.run(command, capture_output=True, timeout=seconds)
        return done.returncode, done.stdout.decode('utf-8', 'replace'), done.stderr.decode('utf-8', 'replace')
    except subprocess.TimeoutExpired:
        return 'timeout', '', ''


def places(verdict, wild):
    """Violations as {(kind, name or line): (name, steps)}; errors of one kind on one line are one, the shortest."""
    found = {}
    for v in verdict.get('violations', []):
        kind = v['kind']
        if kind in CONTRACTS:
            key = (kind, v['name'], v['line'] if kind == 'ensure' and v['line'] else 0)
        else:
            key = (kind, '', 0 if kind == 'dangling' and wild else v['line'])
        if key not in found or v['steps'] < found[key][1]:
            found[key] = (v['name'], v['steps'])
    return found


def flatten(verdict, wild):
    out = {k: verdict.get(k) for k in ('status', 'states', 'transitions', 'depth', 'initial', 'terminal', 'complete')}
    for pool in verdict.get('pools', []):
        out['pool ' + pool['name']] = (pool['full_states'], pool['dropped_firings'])
    for action in verdict.get('actions', []):
        for outcome in action['outcomes']:
            out['fired %s/%s' % (action['name'], outcome['name'])] = outcome['fired']
    for key, value in places(verdict, wild).items():
        out['violation %s %s %s' % key] = value
    return out


def forgive_order(a, b):
    """The language does not say which operand is evaluated first: where two err, either error may be told, at the same line and with the same trace."""
    errors = lambda mine, other: [k for k in mine if k.startswith('violation ') and k not in other and ' '.join(k.split(' ')[1:-2]).strip() not in CONTRACTS]
    for k in errors(a, b):
        same = [x for x in errors(b, a) if x.rsplit(' ', 1)[1] == k.rsplit(' ', 1)[1] and a[k] == b[x]]
        if same:
            del a[k], b[same[0]]


def differences(file, binary, oracle, defines=()):
    """None where they agree; 'skip' where the oracle gives up; else the list of what differs."""
    flags = [x for d in defines for x in ('-D', d)]
    code, out, err = run([oracle, file] + flags, 60)
    if code == GIVES_UP or code == 'timeout':
        return 'skip'
    code2, out2, err2 = run([binary, 'explore', file, '--json', '--keep-going'] + flags, 120)
    if code2 not in (0, 1, 2, 3):
        return ['seqcheck ended with %s: %s' % (code2, err2.strip()[-600:])]
    if code == 2 or (code == 0 and json.loads(out)['status'] == 'wrong_model'):
        return None if code2 == 2 else ['the oracle says the model is wrong, seqcheck ended with %s: %s' % (code2, err[:300])]
    if code != 0:
        return ['the oracle ended with %s: %s' % (code, err.strip()[-600:])]
    if code2 == 2:
        return ['seqcheck refuses the model: ' + out2[:600] + err2[:300]]
    mine, theirs = json.loads(out), json.loads(out2)
    wild = any(v['kind'] == 'dangling' and not v['line'] for v in mine['violations'])
    a, b = flatten(mine, wild), flatten(theirs, wild)
    forgive_order(a, b)
    return ['%s: oracle %r, seqcheck %r' % (k, a.get(k), b.get(k)) for k in sorted(set(a) | set(b)) if a.get(k) != b.get(k)] or None


def one_seed(seed, args):
    text = generate.model(seed)
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, 'random.model')
        with open(file, 'w', encoding='utf-8') as f:
            f.write(text)
        code, _, err = run([args.oracle, file], 60)
        if code == 2:
            return seed, text, ['a model that the checker refuses: ' + err[:700]]
        return seed, text, differences(file, args.binary, args.oracle)


def random_models(args):
    differing, skipped = [], 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for seed, text, found in pool.map(lambda s: one_seed(s, args), range(args.seed, args.seed + args.count)):
            if found == 'skip':
                skipped += 1
            elif found:
                differing.append(seed)
                print('seed %d\n  %s' % (seed, '\n  '.join(found)), flush=True)
                if args.keep:
                    os.makedirs(args.keep, exist_ok=True)
                    with open(os.path.join(args.keep, '%d.model' % seed), 'w', encoding='utf-8') as f:
                        f.write(text)
    print('%d models, %d differ, %d left out as too large' % (args.count, len(differing), skipped))
    return 1 if differing else 0


def given_models(args):
    files, bad, skipped = [], 0, 0
    for path in args.models:
        if os.path.isdir(path):
            files += [os.path.join(d, f) for d, _, names in os.walk(path) for f in names if f.endswith('.model')]
        else:
            files.append(path)
    for file in sorted(files):
        found = differences(file, args.binary, args.oracle)
        if found == 'skip':
            skipped += 1
        elif found:
            bad += 1
            print('%s\n  %s' % (file, '\n  '.join(found)), flush=True)
    print('%d models, %d differ, %d left out as too large' % (len(files), bad, skipped))
    return 1 if bad else 0


def kinds(found):
    return None if found in (None, 'skip') else {f.split(':')[0].split(' ')[0] for f in found}


def blocks(lines, depth):
    """Pieces that can be dropped whole: a line, or a line that opens a brace with all to its close."""
    i = 0
    while i < len(lines):
        level, j = 0, i
        while True:
            level += lines[j].count('{') - lines[j].count('}')
            if level <= 0 or j + 1 == len(lines):
                break
            j += 1
        yield i, j + 1
        i = i + 1 if depth else j + 1


def shrink(args):
    text = generate.model(int(args.shrink)) if args.shrink.isdigit() else open(args.shrink, encoding='utf-8').read()
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, 'shrinking.model')

        def differs(lines):
            with open(file, 'w', encoding='utf-8') as f:
                f.write('\n'.join(lines) + '\n')
            code, _, _ = run([args.oracle, file], 20)
            found = differences(file, args.binary, args.oracle) if code == 0 else None
            return found if kinds(found) and kinds(found) & wanted else None

        lines = text.splitlines()
        with open(file, 'w', encoding='utf-8') as f:
            f.write(text)
        wanted = kinds(differences(file, args.binary, args.oracle))
        if not wanted:
            print('they agree on this one')
            return 0
        changed = True
        while changed:
            changed = False
            for depth in (0, 1):
                for start, end in sorted(blocks(lines, depth), reverse=True):
                    fewer = lines[:start] + lines[end:]
                    if end <= len(lines) and differs(fewer):
                        lines, changed = fewer, True
        found = differs(lines)
    text = ''.join('// %s\n' % f for f in found) + '\n'.join(lines) + '\n'
    print(text)
    if args.keep:
        os.makedirs(args.keep, exist_ok=True)
        with open(os.path.join(args.keep, 'shrunk_%s.model' % os.path.basename(args.shrink).split('.')[0]), 'w', encoding='utf-8') as f:
            f.write(text)
    return 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('binary')
    parser.add_argument('oracle')
    parser.add_argument('--from', dest='seed', type=int, default=1)
    parser.add_argument('--count', type=int, default=300)
    parser.add_argument('--jobs', type=int, default=1)
    parser.add_argument('--keep')
    parser.add_argument('--models', nargs='+')
    parser.add_argument('--shrink')
    args = parser.parse_args()
    return shrink(args) if args.shrink else given_models(args) if args.models else random_models(args)


if __name__ == '__main__':
    sys.exit(main())
