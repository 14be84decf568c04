#!/usr/bin/env python3
"""Compares what `seqcheck explore` says with the expectations that model files carry.

usage: run_known.py BINARY PATH... [--size small|large|all] [--skip-instrumented] [--list] [-v]

PATH is a .model file or a folder (searched for **/*.model). An expectation is a comment line of its own:

  // expect [OPTIONS]: [N states] [, N transitions] [, depth N] [, initial N] [, terminal N] , VERDICT [(remark)]
  // expect [OPTIONS] fired: ACTION[/OUTCOME] N, ...        how often an outcome fired (no outcome: the plain firing)
  // expect [OPTIONS] full: POOL N, ...                     in how many states a pool was full
  // expect [OPTIONS] dropped: POOL N, ...                  how many firings a full pool dropped
  // expect [OPTIONS] trace NAME: STEP; STEP ...            the whole trace of the violation NAME; a STEP is
                                                            `action(1,R#0,[0,1],{...}) outcome` or `init NAME(args)` (a nameless init is left out)
OPTIONS are handed to explore as they are (-D N=4, --depth 3, --init NAME); --keep-going is added unless
they hold `--stop-at-first`, a word of this driver alone. VERDICT is one of

  holds                                        exit 0
  incomplete                                   exit 3
  rejected                                     exit 2, no figures
  broken KIND NAME [in N steps] [at line N]    exit 1; several are separated by `;` and all violations must be named, no more and
                                               no fewer. KIND is `invariant`, `deadlock`, `range` ...; NAME as in the JSON

A configuration is the text of OPTIONS; each needs its first form, once. Beside the named figures the driver checks that exit status, `status` and
`complete` agree and that the firings add up to the transitions. A file without an expectation, or with one that
cannot be read, is a failure. A configuration of more than 300,000 states is large; where there is none of the size
asked for, or with --skip-instrumented on a sanitizer build, the exit status is 77 (skipped). Exit 1: something differs."""
import json, os, re, subprocess, sys

LARGE = 300000
LINE = re.compile(r'^//\s*expect\b(?P<rest>.*)$')
HEAD = re.compile(r'^(?P<opts>(?:\s+-\S+(?:\s+(?!-|fired:|full:|dropped:|trace\b)[^\s:]+)?)*?)\s*(?P<what>fired|full|dropped|trace\s+\S+?)?\s*:\s*(?P<text>.+)$')
FIGURE = re.compile(r'^(?:(?P<a>\d+) (?P<b>states|transitions)|(?P<c>depth|initial|terminal) (?P<d>\d+))$')
BROKEN = re.compile(r'^broken (?P<kind>[a-z ]+?) (?P<name>\w+)(?: in (?P<steps>\d+) steps?)?(?: at line (?P<line>\d+))?$')
EXIT = {'holds': 0, 'violated': 1, 'incomplete': 3}

class Unreadable(Exception): pass

class Config:
    """what a file expects of one set of options"""
    def __init__(self, opts): self.opts, self.figures, self.verdict, self.broken, self.named, self.traces = opts, {}, None, [], [], {}
    def large(self): return self.figures.get('states', 0) > LARGE

def parse_counts(what, text, line):
    out = []
    for part in text.split(','):
        m = re.fullmatch(r'\s*([\w/]+)\s+(\d+)\s*', part)
        if not m: raise Unreadable(f'line {line}: `{part.strip()}` is not a name and a number')
        out.append((what, m[1], int(m[2])))
    return out

def parse_verdict(conf, text, line):
    text = re.sub(r'\([^()]*\)\s*$', '', text).strip()
    parts = [p.strip() for p in text.split(',')]
    last = parts.pop()
    for p in parts:
        m = FIGURE.match(p)
        if not m: raise Unreadable(f'line {line}: `{p}` is not a figure')
        conf.figures[m['b'] or m['c']] = int(m['a'] or m['d'])
    if conf.verdict: raise Unreadable(f'line {line}: a second verdict for the same options')
    if last in ('holds', 'incomplete', 'rejected'): conf.verdict = last
    else:
        conf.verdict = 'violated'
        for v in last.split(';'):
            m = BROKEN.match(v.strip())
            if not m: raise Unreadable(f'line {line}: `{v.strip()}` is not a verdict')
            conf.broken.append((m['kind'], m['name'], m['steps'] and int(m['steps']), m['line'] and int(m['line'])))

def expectations(path):
    """the configurations of a file, in order; raises Unreadable"""
    confs = {}
    with open(path, encoding='utf-8') as f:
        for n, text in enumerate(f, 1):
            m = LINE.match(text.strip())
            if not m:
                if re.match(r'^//\s*expect', text.strip(), re.I): raise Unreadable(f'line {n}: looks like an expectation but is none')
                continue
            h = HEAD.match(m['rest'])
            if not h: raise Unreadable(f'line {n}: `{text.strip()}` is no expectation')
            conf = confs.setdefault(h['opts'].strip(), Config(h['opts'].split()))
            what = h['what']
            if what is None: parse_verdict(conf, h['text'], n)
            elif what.startswith('trace'): conf.traces[what.split()[1]] = [s.strip() for s in h['text'].split(';')]
            else: conf.named += parse_counts(what, h['text'], n)
    if not confs: raise Unreadable('no `// expect` line')
    for c in confs.values():
        if c.verdict is None: raise Unreadable(f'no verdict for the options `{" ".join(c.opts)}`')
    return list(confs.values())

def shown(v):
    if v is None: return 'none'
    if v is True or v is False: return str(v).lower()
    if isinstance(v, list): return '[' + ','.join(shown(x) for x in v) + ']'
    if isinstance(v, dict): return '{' + ','.join(f'{k}:{shown(x)}' for k, x in v.items()) + '}'
    return str(v)

def steps_of(violation):
    out = []
    for s in violation.get('trace') or []:
        args = ','.join(shown(v) for v in (s.get('arguments') or {}).values())
        if s['action'] == 'init':
            if s.get('init'): out.append(f'init {s["init"]}({args})')
        else: out.append(f'{s["action"]}({args}) {s.get("outcome") or ""}'.strip())
    return out

def actual_counts(doc):
    out = {}
    for a in doc['actions']:
        for o in a['outcomes']: out['fired', a['name'] + ('/' + o['name'] if o['name'] else '')] = o['fired']
    for p in doc['pools']:
        out['full', p['name']], out['dropped', p['name']] = p['full_states'], p['dropped_firings']
    return out

def differences(conf, code, text):
    """what differs between an expectation and one run, as (what, expected, got)"""
    want_code = {'holds': 0, 'violated': 1, 'incomplete': 3, 'rejected': 2}[conf.verdict]
    if code != want_code: yield 'exit status', want_code, code
    if conf.verdict == 'rejected' or code not in (0, 1, 3): return
    try: doc = json.loads(text)
    except ValueError: yield 'standard output', 'one JSON document', repr(text[:80]); return
    try: yield from document_differences(conf, doc)
    except (KeyError, TypeError, AttributeError) as x: yield 'JSON document', 'the fields of the contract', f'{type(x).__name__}: {x}'

def document_differences(conf, doc):
    if doc['schema_version'] != 1: yield 'schema_version', 1, doc['schema_version']
    if doc['status'] != conf.verdict: yield 'status', conf.verdict, doc['status']
    for k, v in conf.figures.items():
        if doc[k] != v: yield k, v, doc[k]
    if conf.verdict == 'holds' and doc['complete'] is not True: yield 'complete', True, doc['complete']
    if conf.verdict == 'incomplete' and doc['complete'] is not False: yield 'complete', False, doc['complete']
    counts = actual_counts(doc)
    total = sum(n for (what, _), n in counts.items() if what == 'fired')
    if total != doc['transitions']: yield 'sum of the firings', doc['transitions'], total
    for what, name, n in conf.named:
        if counts.get((what, name)) != n: yield f'{what} {name}', n, counts.get((what, name))
    got = [(v['kind'], v['name'], v.get('steps'), v.get('line')) for v in doc['violations']]
    rest = list(got)
    for want in conf.broken:
        hit = next((g for g in rest if all(w is None or w == x for w, x in zip(want, g))), None)
        if hit is None: yield 'violation', describe(want), '; '.join(map(describe, got)) or 'none'
        else: rest.remove(hit)
    for g in rest: yield 'violation', 'not this one', describe(g)
    for v in doc['violations']:
        n = sum(s['action'] != 'init' for s in v.get('trace') or [])
        if v['kind'] != 'reach' and n != v['steps']: yield f'length of the trace of {v["name"]}', v['steps'], n
    for name, want in conf.traces.items():
        have = [steps_of(v) for v in doc['violations'] if v['name'] == name]
        if want not in have: yield f'trace {name}', '; '.join(want), ' | '.join('; '.join(h) for h in have)

def describe(v): return f'{v[0]} {v[1]}' + (f' in {v[2]} steps' if v[2] is not None else '') + (f' at line {v[3]}' if v[3] else '')

def run(binary, path, conf, timeout):
    opts = [o for o in conf.opts if o != '--stop-at-first']
    cmd = binary + ['explore', path, '--json'] + ([] if '--stop-at-first' in conf.opts else ['--keep-going']) + opts
    try: p = subprocess.run(cmd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=timeout)
    except subprocess.TimeoutExpired: return [('time', f'at most {timeout} s', 'no end')], ''
    except OSError as x: return [('program', 'runs', x)], ''
    return list(differences(conf, p.returncode, p.stdout.decode('utf-8', 'replace'))), p.stderr.decode('utf-8', 'replace')

def model_files(paths):
    for p in paths:
        if os.path.isdir(p):
            yield from sorted(os.path.join(d, f) for d, _, fs in os.walk(p) for f in fs if f.endswith('.model'))
        else: yield p

def instrumented(binary):
    try:
        with open(binary[-1], 'rb') as f: data = f.read()
    except OSError: return False
    return any(w in data for w in (b'__asan_init', b'__tsan_init', b'__ubsan_handle', b'__msan_init'))

def main(argv):
    size, verbose, listing, skip, timeout, names = 'all', False, False, False, 1800, []
    it = iter(argv)
    for a in it:
        if a == '--size': size = next(it, '')
        elif a == '--timeout': timeout = int(next(it))
        elif a == '-v': verbose = True
        elif a == '--list': listing = True
        elif a == '--skip-instrumented': skip = True
        elif a.startswith('-'): print(__doc__); return 2
        else: names.append(a)
    if len(names) < 2 or size not in ('small', 'large', 'all'): print(__doc__); return 2
    binary = [sys.executable, names[0]] if names[0].endswith('.py') else [names[0]]
    if skip and instrumented(binary): print('skipped: an instrumented build would take too long'); return 77
    files, done, bad = list(model_files(names[1:])), 0, 0
    if not files: print('no model files'); return 1
    for path in files:
        try: confs = expectations(path)
        except (Unreadable, OSError, UnicodeDecodeError) as x: print(f'{path}: {x}'); bad += 1; continue
        for c in confs:
            if size != 'all' and c.large() != (size == 'large'): continue
            done += 1
            label = path + ''.join(' ' + o for o in c.opts)
            if listing: print(label); continue
            diffs, err = run(binary, path, c, timeout)
            if diffs:
                bad += 1
                print(f'{label}: ' + '; '.join(f'{w}: expected {e}, got {g}' for w, e, g in diffs))
                if err.strip(): print('    ' + err.strip().replace('\n', '\n    ')[:1500])
            elif verbose: print(f'{label}: ok')
    print(f'{done} configurations of {len(files)} models, {bad} wrong')
    if bad: return 1
    return 77 if done == 0 else 0

if __name__ == '__main__': sys.exit(main(sys.argv[1:]))
