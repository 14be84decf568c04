#!/usr/bin/env python3
"""Proves that run_known.py can fail: it is fed programs that print a right document and wrong ones, and model files
whose expectations cannot be read. usage: test_run_known.py (no arguments); exit 1 if a case is judged wrongly."""
import contextlib, copy, io, json, os, stat, sys, tempfile
import run_known

GOOD = {'schema_version': 1, 'status': 'violated', 'model': 'm', 'states': 4, 'transitions': 5, 'depth': 2, 'initial': 1, 'terminal': 0, 'complete': True,
        'pools': [{'name': 'R', 'slots': 1, 'full_states': 2, 'dropped_firings': 3}],
        'actions': [{'name': 'a', 'outcomes': [{'name': 'ok', 'fired': 4}]}, {'name': 'b', 'outcomes': [{'name': '', 'fired': 1}]}], 'contracts': [],
        'violations': [{'kind': 'step invariant', 'name': 'n', 'line': 7, 'steps': 1,
                        'trace': [{'action': 'init'}, {'action': 'a', 'arguments': {'x': 1, 'r': 'R#0', 's': [0, None]}, 'outcome': 'ok'}]}]}
MODEL = ('// expect -D N=1: 4 states, 5 transitions, depth 2, initial 1, terminal 0, broken step invariant n in 1 steps at line 7 (a remark)\n'
         '// expect -D N=1 fired: a/ok 4, b 1\n// expect -D N=1 full: R 2\n// expect -D N=1 dropped: R 3\n'
         '// expect -D N=1 trace n: a(1,R#0,[0,none]) ok\nmodel m\n')

def judged(doc, code, model):
    with tempfile.TemporaryDirectory() as d:
        fake, path = os.path.join(d, 'fake'), os.path.join(d, 'm.model')
        text = doc if isinstance(doc, str) else json.dumps(doc)
        with open(os.path.join(d, 'out'), 'w') as f: f.write(text)
        with open(fake, 'w') as f: f.write(f'#!/bin/sh\ncat "{d}/out"\nexit {code}\n')
        os.chmod(fake, os.stat(fake).st_mode | stat.S_IXUSR)
        with open(path, 'w') as f: f.write(model)
        out = io.StringIO()
        with contextlib.redirect_stdout(out): rc = run_known.main([fake, path])
        return rc, out.getvalue()

def broken(path, value):
    doc = copy.deepcopy(GOOD); at = doc
    for k in path[:-1]: at = at[k]
    at[path[-1]] = value
    return doc

def main():
    cases = [('right', GOOD, 1, MODEL, 0)]
    for path, value in [(('states',), 5), (('transitions',), 6), (('depth',), 3), (('initial',), 2), (('terminal',), 1), (('status',), 'holds'),
                        (('schema_version',), 2), (('pools', 0, 'full_states'), 1), (('pools', 0, 'dropped_firings'), 0), (('pools',), []),
                        (('actions', 0, 'outcomes', 0, 'fired'), 3), (('actions', 1, 'outcomes', 0, 'name'), 'x'), (('violations',), []),
                        (('violations', 0, 'kind'), 'invariant'), (('violations', 0, 'name'), 'k'), (('violations', 0, 'steps'), 2),
                        (('violations', 0, 'line'), 8), (('violations', 0, 'trace', 1, 'arguments', 'x'), 2), (('violations', 0, 'trace'), []),
                        (('violations',), GOOD['violations'] * 2), (('states',), '4')]:
        cases.append(('.'.join(map(str, path)), broken(path, value), 1, MODEL, 1))
    gone = copy.deepcopy(GOOD); del gone['states']
    cases += [('no states', gone, 1, MODEL, 1), ('exit 0', GOOD, 0, MODEL, 1), ('exit 3', GOOD, 3, MODEL, 1), ('exit 2', GOOD, 2, MODEL, 1), ('exit 70', GOOD, 70, MODEL, 1),
              ('not JSON', 'Segmentation fault', 1, MODEL, 1), ('nothing', '', 1, MODEL, 1), ('a list', '[]', 1, MODEL, 1),
              ('rejected', '', 2, '// expect: rejected\nmodel m\n', 0), ('rejected, but runs', GOOD, 1, '// expect: rejected\nmodel m\n', 1)]
    for text in ['model m\n', '// expect: 4 states\nmodel m\n', '// expect: four states, holds\n', '// expect: 4 states, fine\n', '// expects: holds\n', '// Expect: holds\n',
                 '// expect fired: a/ok 4\n', '// expect: holds\n// expect: holds\n', '// expect fired: a/ok\n// expect: holds\n', '// expect:\n', '']:
        cases.append(('unreadable ' + repr(text), GOOD, 1, text, 1))
    bad = 0
    for name, doc, code, model, want in cases:
        rc, out = judged(doc, code, model)
        if rc != want or (want and 'wrong' not in out): print(f'{name}: expected exit {want}, got {rc}\n{out}'); bad += 1
    print(f'{len(cases)} cases, {bad} wrong')
    return 1 if bad else 0

if __name__ == '__main__': sys.exit(main())
