#!/usr/bin/env python3
"""Pictures of every model: DOT against goldens, byte for byte; SVG well-formed, with a group for each node and edge of the DOT.

usage: run_pictures.py BINARY MODELS GOLDEN [--renew]
Each model gives its default picture (the life of its first resource, or its outcomes), within the first 5,000 states. Exit 0: all as it should be."""
import os, re, subprocess, sys, tempfile
import xml.etree.ElementTree as tree

SVG = '{http://www.w3.org/2000/svg}'


def run(command):
    done = subprocess.run(command, capture_output=True, timeout=120)
    return done.returncode, done.stdout, done.stderr.decode('utf-8', 'replace')


def dot_of(binary, model, more=()):
    code, out, err = run([binary, 'graph', model, '--max-states', '5000'] + list(more))
    return out if code in (0, 3) else None, 'exit %s: %s' % (code, err[:300])


def check_svg(binary, model, dot, more=()):
    """What does not fit, or None."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'picture.svg')
        code, _, err = run([binary, 'graph', model, '--max-states', '5000', '-o', path] + list(more))
        if code not in (0, 3):
            return 'svg: exit %s: %s' % (code, err[:300])
        root = tree.parse(path).getroot()
    groups = [g.get('class') for g in root.iter(SVG + 'g')]
    text = dot.decode('utf-8')
    nodes, edges = len(re.findall(r'^\tn\d+\t', text, re.M)), len(re.findall(r'^\tn\d+ -> n\d+', text, re.M))
    if (groups.count('node'), groups.count('edge')) != (nodes, edges):
        return 'svg: %d nodes and %d edges, in the DOT %d and %d' % (groups.count('node'), groups.count('edge'), nodes, edges)


def models_below(folder):
    return sorted(os.path.join(d, n) for d, _, names in os.walk(folder) for n in names if n.endswith('.model'))


def main():
    binary, folder, golden = sys.argv[1:4]
    renew = '--renew' in sys.argv
    bad, files = 0, models_below(folder)
    os.makedirs(golden, exist_ok=True)
    for model in files:
        name = os.path.relpath(model, folder).replace(os.sep, '_').replace('.model', '.dot')
        path = os.path.join(golden, name)
        dot, wrong = dot_of(binary, model)
        if dot is not None:
            wrong = check_svg(binary, model, dot)
            if renew:
                open(path, 'wb').write(dot)
            elif not os.path.exists(path) or open(path, 'rb').read() != dot:
                wrong = 'is not %s' % os.path.relpath(path)
        for more in (['--of', 'states', '--max-nodes', '40'], ['--of', 'outcomes']):
            dot, failed = dot_of(binary, model, more)
            wrong = wrong or (failed if dot is None else check_svg(binary, model, dot, more))
        if wrong:
            bad += 1
            print('%s: %s' % (os.path.basename(model), wrong))
    known = {os.path.relpath(m, folder).replace(os.sep, '_').replace('.model', '.dot') for m in files}
    left = sorted(set(os.listdir(golden)) - known)
    print('%d models, %d bad%s' % (len(files), bad, ''.join('; no model for %s' % n for n in left)))
    return 1 if bad or left or not files else 0


sys.exit(main())
