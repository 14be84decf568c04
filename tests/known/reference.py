#!/usr/bin/env python3
"""A second opinion: a slow, plain interpreter of the model language, written from docs/language.md alone.

usage: reference.py explore MODEL --json [--keep-going] [-D NAME=VALUE] [--depth N] [--init NAME]

It shares no code with seqcheck, so that the figures of the two can be compared (run_known.py takes either as its
binary). It trusts its input: a wrong model gives exit 2 at best, templates are skipped, types are checked only where
a value is stored. Parts: tokens, parser (tuples), values, evaluator, exploration. No symmetry, no traces' `changes`."""
import itertools, json, re, sys
from collections import deque

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|\s+|(?P<str>"(?:\\.|[^"\\])*")|(?P<num>\d+)|(?P<name>[A-Za-z_]\w*)'
                   r'|(?P<op><=>|=>|->|==|!=|<=|>=|\.\.|.)', re.S)
METHODS = {'GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'}
BIG = 2 ** 63

class Wrong(Exception): pass                    # the model is wrong: exit 2
class Err(Exception):                           # a model error
    def __init__(self, kind, line=0): self.kind, self.line = kind, line
class Dropped(Exception):                       # `new` on a full pool
    def __init__(self, pool): self.pool = pool

class Item:                                     # an enum member or a slot; one object each, compared by identity
    def __init__(self, owner, idx, name): self.owner, self.idx, self.name = owner, idx, name
    def __lt__(self, o): return self.idx < o.idx
    def __repr__(self): return self.name
class Map(tuple): pass                          # values in key order
class Bare(str): pass                           # a member whose enum the other side decides

# ---- tokens and parser -------------------------------------------------------------------------------------------
class Parser:
    def __init__(self, text):
        self.t, line, pos = [], 1, 0
        for m in TOKEN.finditer(text):
            if m.start() != pos: raise Wrong('token')
            pos = m.end()
            k = m.lastgroup
            if k: self.t.append((k, m.group(), line))
            line += m.group().count('\n')
        self.t.append(('end', '', line)); self.i = 0
        self.types, self.res = set(), {}
        for a, b in zip(self.t, self.t[1:]):
            if a[1] in ('type', 'enum', 'resource') and b[0] == 'name': self.types.add(b[1])
        for i, x in enumerate(self.t):
            if x[1] == 'resource' and self.t[i + 1][0] == 'name':
                j = i
                while self.t[j][1] != 'states': j += 1
                names = [self.t[j + 1][1]]; j += 2
                while True:
                    if self.t[j][1] == '=' : j += 2
                    if self.t[j][1] != ',': break
                    names.append(self.t[j + 1][1]); j += 2
                self.res[self.t[i + 1][1]] = names
    def peek(self, n=0): return self.t[min(self.i + n, len(self.t) - 1)][1]
    def kind(self, n=0): return self.t[min(self.i + n, len(self.t) - 1)][0]
    def line(self): return self.t[self.i][2]
    def next(self): self.i += 1; return self.t[self.i - 1][1]
    def opt(self, s):
        if self.peek() == s and self.kind() != 'str': self.i += 1; return True
        return False
    def need(self, s):
        if not self.opt(s): raise Wrong(f'line {self.line()}: {s} expected, got {self.peek()!r}')
    def name(self):
        if self.kind() != 'name': raise Wrong(f'line {self.line()}: a name expected, got {self.peek()!r}')
        return self.next()
    # types
    def type(self):
        t = self.type1()
        while self.opt('?'): t = ('opt', t)
        return t
    def type1(self):
        p = self.peek()
        if p in ('bool', 'int'): self.next(); return (p,)
        if p == 'set': self.next(); self.need('of'); return ('set', self.type())
        if p == 'seq':
            self.next(); self.need('['); n = self.expr(); self.need(']'); self.need('of'); return ('seq', n, self.type())
        if p == 'map': self.next(); k = self.type(); self.need('to'); return ('map', k, self.type())
        if p in self.types: return ('named', self.next())
        a = self.sum(); self.need('..'); return ('range', a, self.sum())
    def states(self, typ, barred=('=', '->', '.', '[', '(')):
        base = typ
        if base[0] != 'named' or base[1] not in self.res: return None
        r = self.res[base[1]]; out = []
        while self.kind() == 'name' and (self.peek() in r or self.peek() == 'absent') and self.peek(1) not in barred:
            out.append(self.next())
            if not self.opt('|'): return out
        return out or None
    # expressions
    def expr(self):
        a = self.imp()
        while self.peek() == '<=>': ln = self.line(); self.next(); a = ('iff', ln, a, self.imp())
        return a
    def imp(self):
        a = self.orx()
        if self.peek() == '=>': ln = self.line(); self.next(); return ('imp', ln, a, self.imp())
        return a
    def orx(self):
        a = self.andx()
        while self.peek() == 'or': ln = self.line(); self.next(); a = ('or', ln, a, self.andx())
        return a
    def andx(self):
        a = self.notx()
        while self.peek() == 'and': ln = self.line(); self.next(); a = ('and', ln, a, self.notx())
        return a
    def notx(self):
        if self.peek() == 'not': ln = self.line(); self.next(); return ('not', ln, self.notx())
        return self.cmp()
    def cmp(self):
        a = self.sum(); p = self.peek(); ln = self.line()
        if self.kind() == 'str': return a
        if p in ('==', '!=', '<', '<=', '>', '>=', 'in'): self.next(); return ('cmp', ln, p, a, self.sum())
        if p == 'is':
            self.next(); s = [self.name()]
            while self.opt('|'): s.append(self.name())
            return ('is', ln, a, s)
        return a
    def sum(self):
        a = self.mul()
        while self.peek() in ('+', '-') and self.kind() == 'op': ln = self.line(); o = self.next(); a = ('bin', ln, o, a, self.mul())
        return a
    def mul(self):
        a = self.unary()
        while self.peek() in ('*', '/', '%', '&') and self.kind() == 'op': ln = self.line(); o = self.next(); a = ('bin', ln, o, a, self.unary())
        return a
    def unary(self):
        if self.peek() == '-':
            ln = self.line(); self.next()
            if self.kind() == 'num': return self.post(('lit', ln, -int(self.next())))
            return ('neg', ln, self.unary())
        return self.post(self.prim())
    def post(self, a):
        while True:
            ln = self.line()
            if self.opt('.'): a = ('field', ln, a, self.name())
            elif self.peek() == '[' and self.kind() == 'op': self.next(); e = self.expr(); self.need(']'); a = ('index', ln, a, e)
            else: return a
    def binders(self):
        out = []
        while True:
            n = self.name()
            if self.opt(':'): t = self.type(); out.append((n, 'type', t, self.states(t)))
            else: self.need('in'); out.append((n, 'in', self.sum(), None))
            if not self.opt(','): break
        w = self.expr() if self.opt('where') else None
        return out, w
    def is_binder(self): return self.kind() == 'name' and self.peek(1) in (':', 'in')
    def args(self):
        self.need('('); out = []
        while not self.opt(')'):
            out.append(self.expr()); self.opt(',')
        return out
    def prim(self):
        p, ln, k = self.peek(), self.line(), self.kind()
        if k == 'num': self.next(); return ('lit', ln, int(p))
        if k == 'str': self.next(); return ('lit', ln, p)
        if p == '(' : self.next(); e = self.expr(); self.need(')'); return e
        if p in ('true', 'false'): self.next(); return ('lit', ln, p == 'true')
        if p == 'none': self.next(); return ('lit', ln, None)
        if p == 'if':
            self.next(); c = self.expr(); self.need('then'); a = self.expr(); self.need('else'); return ('if', ln, c, a, self.expr())
        if p in ('forall', 'exists'):
            self.next(); b, w = self.binders()
            e = self.expr() if self.opt(':') else ('lit', ln, True)
            return (p, ln, b, w, e)
        if p in ('{', '['):
            self.next(); end = '}' if p == '{' else ']'; kind = 'set' if p == '{' else 'seq'
            if self.opt(end): return (kind, ln, [])
            if self.is_binder():
                b, w = self.binders(); self.need(end); return (kind + 'comp', ln, b, w, ('name', ln, b[0][0]))
            e = self.expr()
            if self.opt('for'): b, w = self.binders(); self.need(end); return (kind + 'comp', ln, b, w, e)
            es = [e]
            while self.opt(','): es.append(self.expr())
            self.need(end); return (kind, ln, es)
        n = self.name()
        if self.peek() == '(':
            if n == 'old': self.next(); e = self.expr(); self.need(')'); return ('old', ln, e)
            if n in ('count', 'sum', 'min', 'max', 'the') and self.kind(1) == 'name' and self.peek(2) in (':', 'in'):
                self.next(); b, w = self.binders()
                e = self.expr() if self.opt(':') else ('lit', ln, 1) if n == 'count' else ('name', ln, b[0][0])
                self.need(')'); return ('agg', ln, n, b, w, e)
            return ('call', ln, n, self.args())
        return ('name', ln, n)
    # templates are skipped
    def balanced(self):
        d = 0
        while True:
            x = self.next()
            if x in ('{', '[', '('): d += 1
            if x in ('}', ']', ')'): d -= 1
            if d == 0: return
    def body(self):
        while self.peek() in ('exactly', 'unordered', 'form', 'text', 'file'): self.next()
        if self.kind() == 'str' or self.peek() in ('{', '['): self.balanced()
    def extras(self):
        while True:
            if self.peek() in ('header', 'cookie') and self.kind(1) == 'str': self.i += 3
            elif self.peek() == 'query' and self.peek(1) == '{': self.next(); self.balanced()
            elif self.peek() == 'within': self.i += 3
            else: return
    def request(self):
        if self.peek() == 'receives': self.next()
        if self.peek() in METHODS and self.kind(1) == 'str':
            self.i += 2; self.body(); self.extras(); return True
        if self.peek() == 'wait' and self.kind(1) == 'num': self.i += 3; return True
        if self.peek() == 'signed': self.i += 3; self.extras(); return True
        return False
    def respond(self):
        if self.peek() == 'respond' and self.kind(1) == 'num':
            self.i += 2
            while self.opt('|'): self.next()
            self.extras(); self.body(); self.extras(); return True
        if self.peek() == 'returns' and self.peek(1) not in ('=', '->', '[', '.'): self.next(); self.expr(); return True
        return False
    # declarations
    def params(self):
        out = []
        if not self.opt('('): return out
        while not self.opt(')'):
            n = self.name(); self.need(':'); t = self.type(); s = self.states(t, ('=', '.', '[', '(')); to = None
            if self.opt('->'): to = self.name()
            out.append((n, t, s, to)); self.opt(',')
        return out
    def block(self, d):
        """statements into d: keys when, stmts, outcomes, ensures, otherwise, moves"""
        self.need('{')
        while not self.opt('}'): self.part(d)
        return d
    def part(self, d):
        p, ln = self.peek(), self.line()
        if self.opt(';') or self.request() or self.respond(): return
        if p == 'when': self.next(); d['when'].append(self.expr()); return
        if p == 'ensure': self.next(); d['ensures'].append((ln, self.expr())); return
        if p == 'outcome' or (p == 'may' and self.peek(1) == 'outcome'):
            may = self.opt('may'); self.next(); o = new_block(); o['name'], o['may'] = self.name(), may
            while self.opt('when'): o['when'].append(self.expr())
            if self.peek() == '{': self.block(o)
            d['outcomes'].append(o); return
        if p == 'otherwise':
            self.next(); o = new_block(); o['name'] = 'refused'
            if self.kind() == 'name' and self.peek() not in ('respond', 'returns', 'ensure'): o['name'] = self.name()
            if self.peek() == '{': self.block(o)
            else:
                while True:
                    if self.respond(): continue
                    if self.peek() == 'ensure': l2 = self.line(); self.next(); o['ensures'].append((l2, self.expr())); continue
                    break
            d['otherwise'] = o; return
        d['stmts'].append(self.stmt())
    def stmts(self):
        self.need('{'); out = []
        while not self.opt('}'):
            if self.opt(';') or self.request() or self.respond(): continue
            out.append(self.stmt())
        return out
    def stmt(self):
        p, ln = self.peek(), self.line()
        if p == 'new':
            self.next(); n = self.name(); self.need(':'); r = self.name(); s = self.name(); fs = []
            if self.opt('{'):
                while not self.opt('}'):
                    f = self.name(); fs.append((f, self.expr() if self.opt('=') else ('name', ln, f))); self.opt(',')
            return ('new', ln, n, r, s, fs)
        if p == 'let': self.next(); n = self.name(); self.need('='); return ('let', ln, n, self.expr())
        if p == 'if':
            self.next(); c = self.expr(); a = self.stmts(); b = []
            if self.opt('else'): b = [self.stmt()] if self.peek() == 'if' else self.stmts()
            return ('ifs', ln, c, a, b)
        if p == 'for': self.next(); b, w = self.binders(); return ('for', ln, b, w, self.stmts())
        if p == 'renew': self.next(); self.expr(); return ('nop', ln)
        n = self.name(); t = ('name', ln, n)
        if self.peek() == '(': return ('do', ln, n, self.args())
        t = self.post(t)
        if self.opt('='): return ('set', ln, t, self.expr())
        self.need('->'); return ('move', ln, t, self.name())
    def model(self):
        m = dict(consts={}, types={}, enums={}, res={}, vars={}, fns={}, procs={}, inits=[], actions=[], contracts=[], finals=[])
        self.need('model'); m['name'] = self.name()
        while self.kind() != 'end':
            ln, p = self.line(), self.next()
            if p == ';': continue
            if p == 'interchangeable': p = self.next()
            if p == 'const': n = self.name(); self.need('='); m['consts'][n] = self.expr()
            elif p == 'type': n = self.name(); self.need('='); m['types'][n] = self.type()
            elif p == 'enum':
                n = self.name(); self.need('{'); ms = []
                while not self.opt('}'):
                    ms.append(self.name())
                    if self.opt('='): self.next()
                    self.opt(',')
                m['enums'][n] = ms
            elif p == 'resource':
                n = self.name(); self.need('['); size = self.expr(); self.need(']'); self.need('{'); self.need('states'); fields = []
                while True:
                    self.name()
                    if self.opt('='): self.next()
                    if not self.opt(','): break
                while not self.opt('}'):
                    if self.opt(';') or self.opt(','): continue
                    if self.peek() == 'token' and self.peek(1) != ':': self.i += 2; continue
                    f = self.name(); self.need(':'); t = self.type(); fields.append((f, t, self.expr() if self.opt('=') else None))
                m['res'][n] = (size, fields)
            elif p == 'var':
                n = self.name(); self.need(':'); t = self.type(); m['vars'][n] = (t, self.expr() if self.opt('=') else None)
            elif p == 'fn':
                n = self.name(); ps = self.params(); self.need(':'); t = self.type(); self.need('='); m['fns'][n] = (ps, t, self.expr())
            elif p == 'proc': n = self.name(); ps = self.params(); m['procs'][n] = (ps, self.stmts())
            elif p == 'init':
                n = self.name() if self.peek() not in ('{', '(') else ''
                d = new_block(); d['name'] = n; d['params'] = self.params(); self.block(d); m['inits'].append(d)
            elif p in ('action', 'manual', 'event'):
                if p != 'action': self.need('action')
                d = new_block(); d['name'] = self.name(); d['params'] = self.params(); d['line'] = ln
                if self.kind() == 'str': self.next()
                if self.peek() == '{': self.block(d)
                m['actions'].append(d)
            elif p in ('invariant', 'reach', 'step', 'always'):
                if p == 'step': self.need('invariant'); p = 'step invariant'
                if p == 'always': self.need('reach'); p = 'always reach'
                n = self.name(); on = None
                if self.kind() == 'str': self.next()
                if self.opt('on'):
                    on = [self.name()]
                    while self.opt(','): on.append(self.name())
                self.need(':'); m['contracts'].append((p, n, on, self.expr(), ln))
            elif p == 'final': m['finals'].append(self.expr())
            elif p == 'view':
                self.name(); self.need('='); self.expr()
                while self.opt(','): self.expr()
            elif p == 'observe': self.name(); self.need(':'); self.expr(); self.request(); self.respond()
            elif p == 'teardown': self.balanced()
            elif p in ('secret', 'token'):
                self.name()
                if self.peek() == '[': self.balanced()
                if self.opt('='): self.i += 2
            elif p == 'every': self.next(); self.extras()
            else: raise Wrong(f'line {ln}: {p!r}?')
        return m

def new_block(): return dict(when=[], stmts=[], outcomes=[], ensures=[], otherwise=None, name='', may=False)

# ---- evaluator ---------------------------------------------------------------------------------------------------
class World:                                    # mutable during a firing; frozen to a tuple as a state
    def __init__(self, vars, pools): self.vars, self.pools, self.freed, self.moved = vars, pools, [], {}
    def copy(self): return World(dict(self.vars), {r: [s and (s[0], dict(s[1])) for s in p] for r, p in self.pools.items()})

class Model:
    def __init__(self, text, defs):
        self.m = Parser(text).model(); m = self.m
        self.members, self.owners = {}, {}
        for e, ms in m['enums'].items():
            self.members[e] = [Item(e, i, n) for i, n in enumerate(ms)]
            for it in self.members[e]: self.owners.setdefault(it.name, []).append(it)
        self.consts = {}
        self.slots, self.w, self.cur_types = {}, None, {}
        for n, v in defs.items():
            if n not in m['consts']: raise Wrong('-D ' + n)
            self.consts[n] = int(v) if re.fullmatch(r'-?\d+', v) else v == 'true' if v in ('true', 'false') else self.bare(v)
        for n in m['consts']: self.const(n)
        for r, (size, fields) in m['res'].items(): self.slots[r] = [Item(r, i, f'{r}#{i}') for i in range(self.ev(size, {}, None))]
        self.alias = {n: self.ty(t) for n, t in m['types'].items()}
        self.vtypes = {n: self.ty(t) for n, (t, d) in m['vars'].items()}
        self.fields = {r: {f: (self.ty(t), d) for f, t, d in fields} for r, (_, fields) in m['res'].items()}
    def const(self, n):
        if n not in self.consts: self.consts[n] = self.ev(self.m['consts'][n], {}, None)
        return self.consts[n]
    def bare(self, n):
        o = self.owners.get(n, [])
        return o[0] if len(o) == 1 else Bare(n)
    def ty(self, t):
        k = t[0]
        if k == 'named':
            n = t[1]
            if n in self.m['types']: return self.ty(self.m['types'][n])
            return ('enum', n) if n in self.members else ('res', n)
        if k == 'range': return ('range', self.ev(t[1], {}, None), self.ev(t[2], {}, None))
        if k in ('opt', 'set'): return (k, self.ty(t[1]))
        if k == 'seq': return (k, self.ev(t[1], {}, None), self.ty(t[2]))
        if k == 'map': return (k, self.ty(t[1]), self.ty(t[2]))
        return t
    def values(self, t, w, states=None, also=None):
        k = t[0]
        if k == 'bool': return [False, True]
        if k == 'range': return range(t[1], t[2] + 1)
        if k == 'enum': return self.members[t[1]]
        if k == 'res':
            p = w.pools[t[1]]
            if states is None: return [s for s in self.slots[t[1]] if p[s.idx] or (also and also.pools[t[1]][s.idx])]
            return [s for s in self.slots[t[1]] if (p[s.idx][0] if p[s.idx] else 'absent') in states]
        if k == 'opt': return [None] + list(self.values(t[1], w))
        if k == 'set':
            vs = list(self.values(t[1], w))
            return [frozenset(v for i, v in enumerate(vs) if b >> i & 1) for b in range(1 << len(vs))]
        if k == 'seq':
            vs = list(self.values(t[2], w))
            return [x for n in range(t[1] + 1) for x in itertools.product(vs, repeat=n)]
        raise Wrong('cannot range over ' + k)
    def keys(self, t): return self.slots[t[1]] if t[0] == 'res' else list(self.values(t, None))
    def lowest(self, t):
        k = t[0]
        if k == 'map': return self.fill(t, self.lowest(t[2]))
        if k == 'bool': return False
        if k == 'set': return frozenset()
        if k == 'seq': return ()
        if k == 'range':
            if t[1] > t[2]: raise Wrong('empty range needs a value')
            return t[1]
        if k == 'enum': return self.members[t[1]][0]
        return None
    def fill(self, t, v):
        m = Map([v] * len(self.keys(t[1]))); m.kt = t[1]; return m
    def coerce(self, t, v, line, lax=False):
        k = t[0]
        if k == 'opt': return None if v is None else self.coerce(t[1], v, line)
        if k == 'map':
            if isinstance(v, Map):
                m = Map([self.coerce(t[2], x, line, lax) for x in v]); m.kt = t[1]; return m
            return self.fill(t, self.coerce(t[2], v, line))
        if v is None:
            if lax: return None
            raise Err('none', line)
        if k == 'range' and not t[1] <= v <= t[2]: raise Err('range', line)
        if k == 'set': return frozenset(self.coerce(t[1], x, line) for x in v)
        if k == 'seq':
            if len(v) > t[1]: raise Err('range', line)
            return tuple(self.coerce(t[2], x, line) for x in v)
        if k == 'enum' and isinstance(v, Bare): return next(x for x in self.members[t[1]] if x.name == v)
        return v
    def at(self, m, key, line):
        if key is None: raise Err('none', line)
        kt = m.kt
        if kt[0] == 'range':
            if not kt[1] <= key <= kt[2]: raise Err('index', line)
            return key - kt[1]
        if kt[0] == 'res' and not self.w.pools[kt[1]][key.idx]: raise Err('absent', line)
        if isinstance(key, Bare): key = self.coerce(kt, key, line)
        return key if isinstance(key, bool) else key.idx
    def bind(self, binders, where, env, old):
        def go(i, e):
            if i == len(binders):
                if where is None or self.ev(where, e, old): yield e
                return
            n, how, x, states = binders[i]
            if how == 'in':
                c = self.ev(x, e, old)
                if c is None: raise Err('none', 0)
                vs = c if isinstance(c, tuple) else sorted(c)
            else:
                vs = self.values(self.ty(x), self.w, states, self.also if states is None else None)
            for v in vs: yield from go(i + 1, {**e, n: v})
        return go(0, dict(env))
    also = None
    def num(self, v, ln):
        if not -BIG <= v < BIG: raise Err('overflow', ln)
        return v
    def same(self, a, b):
        if isinstance(a, Bare) and isinstance(b, Item): return a == b.name
        if isinstance(b, Bare) and isinstance(a, Item): return b == a.name
        return a == b
    def need(self, v, ln):
        if v is None: raise Err('none', ln)
        return v
    def ev(self, e, env, old):
        k, ln = e[0], e[1]; ev = self.ev
        if k == 'lit': return self.num(e[2], ln) if type(e[2]) is int else e[2]
        if k == 'name':
            n = e[2]
            if n in env: return env[n]
            if self.w and n in self.w.vars: return self.w.vars[n]
            if n in self.consts: return self.consts[n]
            if n in self.m['consts']: return self.const(n)
            if n in self.owners: return self.bare(n)
            raise Wrong(f'line {ln}: unknown {n}')
        if k == 'and': return self.need(ev(e[2], env, old), ln) and self.need(ev(e[3], env, old), ln)
        if k == 'or': return self.need(ev(e[2], env, old), ln) or self.need(ev(e[3], env, old), ln)
        if k == 'imp': return (not self.need(ev(e[2], env, old), ln)) or self.need(ev(e[3], env, old), ln)
        if k == 'iff': return self.need(ev(e[2], env, old), ln) == self.need(ev(e[3], env, old), ln)
        if k == 'not': return not self.need(ev(e[2], env, old), ln)
        if k == 'if': return ev(e[3] if self.need(ev(e[2], env, old), ln) else e[4], env, old)
        if k == 'cmp':
            o, a, b = e[2], ev(e[3], env, old), ev(e[4], env, old)
            if o == '==': return self.same(a, b)
            if o == '!=': return not self.same(a, b)
            if o == 'in': return any(self.same(a, x) for x in self.need(b, ln))
            self.need(a, ln); self.need(b, ln)
            return a < b if o == '<' else a <= b if o == '<=' else a > b if o == '>' else a >= b
        if k == 'is':
            s = ev(e[2], env, old)
            if s is None: return False
            p = self.w.pools[s.owner][s.idx]
            return (p[0] if p else 'absent') in e[3]
        if k == 'bin':
            o, a, b = e[2], self.need(ev(e[3], env, old), ln), self.need(ev(e[4], env, old), ln)
            if isinstance(a, frozenset): return a | b if o == '+' else a - b if o == '-' else a & b
            if isinstance(a, tuple): return a + b
            if o == '+': return self.num(a + b, ln)
            if o == '-': return self.num(a - b, ln)
            if o == '*': return self.num(a * b, ln)
            if b == 0: raise Err('division', ln)
            q = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
            return self.num(q, ln) if o == '/' else a - q * b
        if k == 'neg': return self.num(-self.need(ev(e[2], env, old), ln), ln)
        if k == 'field':
            if e[2][0] == 'name' and e[2][2] in self.members and e[2][2] not in env:
                return next(x for x in self.members[e[2][2]] if x.name == e[3])
            s = self.need(ev(e[2], env, old), ln); p = self.w.pools[s.owner][s.idx]
            if not p: raise Err('absent', ln)
            return p[1][e[3]]
        if k == 'index':
            a, i = self.need(ev(e[2], env, old), ln), ev(e[3], env, old)
            if isinstance(a, Map): return a[self.at(a, i, ln)]
            if not 0 <= self.need(i, ln) < len(a): raise Err('index', ln)
            return a[i]
        if k == 'forall':
            for x in self.bind(e[2], e[3], env, old):
                if not ev(e[4], x, old): return False
            return True
        if k == 'exists':
            for x in self.bind(e[2], e[3], env, old):
                if ev(e[4], x, old): return True
            return False
        if k in ('set', 'seq'): v = [ev(x, env, old) for x in e[2]]; return frozenset(v) if k == 'set' else tuple(v)
        if k in ('setcomp', 'seqcomp'):
            also, self.also = self.also, None
            v = [ev(e[4], x, old) for x in self.bind(e[2], e[3], env, old)]
            self.also = also
            return frozenset(v) if k == 'setcomp' else tuple(v)
        if k == 'agg':
            also, self.also = self.also, None
            v = [ev(e[5], x, old) for x in self.bind(e[3], e[4], env, old)]
            self.also = also
            o = e[2]
            if o == 'count': return len(v)
            if o == 'sum':
                s = 0
                for x in v: s = self.num(s + x, ln)
                return s
            if o == 'the':
                if len(v) != 1: raise Err('empty', ln)
                return v[0]
            if not v: raise Err('empty', ln)
            return min(v) if o == 'min' else max(v)
        if k == 'old':
            w, also = self.w, self.also; self.w, self.also = old, None
            try: return ev(e[2], env, None)
            finally: self.w, self.also = w, also
        if k == 'call':
            n = e[2]; a = [ev(x, env, old) for x in e[3]]
            if n in self.m['fns']:
                ps, t, body = self.m['fns'][n]
                also, self.also = self.also, None
                r = ev(body, {p[0]: self.coerce(self.ty(p[1]), v, ln) for p, v in zip(ps, a)}, old)
                self.also = also
                return self.coerce(self.ty(t), r, ln)
            x = self.need(a[0], ln)
            if n == 'size': return len(x)
            if n in ('first', 'last'):
                if not x: raise Err('index', ln)
                return x[0 if n == 'first' else -1]
            if n in ('min', 'max'): return (min if n == 'min' else max)(x, self.need(a[1], ln))
            raise Wrong(f'line {ln}: unknown function {n}')
        raise Wrong(k)
    # effects
    def type_of(self, t, env):
        if t[0] == 'name': return self.vtypes[t[2]]
        if t[0] == 'field': return self.fields[self.need(self.ev(t[2], env, None), t[1]).owner][t[3]][0]
        b = self.type_of(t[2], env)
        return b[2]
    def assign(self, t, v, env, ln):
        if t[0] == 'name':
            if t[2] not in self.w.vars: raise Wrong(f'line {ln}: cannot assign {t[2]}')
            self.w.vars[t[2]] = v
        elif t[0] == 'field':
            s = self.need(self.ev(t[2], env, None), ln); p = self.w.pools[s.owner][s.idx]
            if not p: raise Err('absent', ln)
            p[1][t[3]] = v
        else:
            b = self.need(self.ev(t[2], env, None), ln); i = self.ev(t[3], env, None)
            if isinstance(b, Map): i = self.at(b, i, ln); n = Map(b[:i] + (v,) + b[i + 1:]); n.kt = b.kt
            else:
                if not 0 <= self.need(i, ln) < len(b): raise Err('index', ln)
                n = b[:i] + (v,) + b[i + 1:]
            self.assign(t[2], n, env, ln)
    def store(self, t, v, env, ln): self.assign(t, self.coerce(self.type_of(t, env), v, ln), env, ln)
    def run(self, stmts, env):
        env = dict(env)
        for s in stmts:
            k, ln = s[0], s[1]
            if k == 'set':
                v = self.ev(s[3], env, None); self.store(s[2], v, env, ln)
            elif k == 'move': self.move(self.ev(s[2], env, None), s[3], ln)
            elif k == 'new':
                _, _, n, r, st, fs = s; p = self.w.pools[r]; given = dict(fs); vals = {}
                free = [x for x in self.slots[r] if not p[x.idx] and x not in self.w.freed]
                if not free: raise Dropped(r)
                for f, (t, d) in self.fields[r].items():
                    if f in given: vals[f] = self.coerce(t, self.ev(given[f], env, None), ln)
                    elif d is not None: vals[f] = self.coerce(t, self.ev(d, {}, None), ln)
                    else: raise Wrong(f'line {ln}: field {f} not given')
                p[free[0].idx] = (st, vals); env[n] = free[0]
            elif k == 'let': env[s[2]] = self.ev(s[3], env, None)
            elif k == 'ifs': self.run(s[3] if self.need(self.ev(s[2], env, None), ln) else s[4], env)
            elif k == 'for':
                for e in list(self.bind(s[2], s[3], env, None)): self.run(s[4], e)
            elif k == 'do':
                n, a = s[2], s[3]
                if n in self.m['procs']:
                    ps, body = self.m['procs'][n]
                    self.run(body, {p[0]: self.coerce(self.ty(p[1]), self.ev(x, env, None), ln) for p, x in zip(ps, a)})
                else:
                    c = self.need(self.ev(a[0], env, None), ln); x = self.ev(a[1], env, None) if len(a) > 1 else None
                    if isinstance(c, frozenset): c = c | {x} if n == 'add' else c - {x}
                    elif n == 'append': c = c + (x,)
                    elif n == 'prepend': c = (x,) + c
                    elif n == 'remove': c = tuple(y for y in c if not self.same(x, y))
                    else:
                        if not c: raise Err('index', ln)
                        c = c[1:] if n == 'drop_first' else c[:-1]
                    self.store(a[0], c, env, ln)
        return env
    def move(self, s, to, ln):
        s = self.need(s, ln); p = self.w.pools[s.owner]
        if not p[s.idx]: raise Err('absent', ln)
        if to == 'absent': p[s.idx] = None; self.w.freed.append(s); self.w.moved[s] = ln
        else: p[s.idx] = (to, p[s.idx][1])
    def settle(self, w):
        """end of a firing: reset map entries of freed slots, then judge dangling references"""
        gone = [s for s in w.freed if not w.pools[s.owner][s.idx]]
        def reset(t, v, dflt):
            if t[0] == 'map' and isinstance(v, Map):
                out = []
                for key, x in zip(self.keys(t[1]), v):
                    d = dflt[key.idx if isinstance(key, Item) else self.keys(t[1]).index(key)] if isinstance(dflt, Map) else dflt
                    out.append(d if key in gone else reset(t[2], x, d))
                m = Map(out); m.kt = t[1]; return m
            return v
        def dangles(v):
            if isinstance(v, Item): return v.owner in w.pools and not w.pools[v.owner][v.idx] and [v] or []
            if isinstance(v, (tuple, frozenset)): return [y for x in v for y in dangles(x)]
            return []
        if gone:
            for n, t in self.vtypes.items(): w.vars[n] = reset(t, w.vars[n], self.default(t, self.m['vars'][n][1]))
            for r, p in w.pools.items():
                for s in p:
                    if s:
                        for f, (t, d) in self.fields[r].items(): s[1][f] = reset(t, s[1][f], self.default(t, d))
        bad = [x for v in w.vars.values() for x in dangles(v)] + [x for p in w.pools.values() for s in p if s for v in s[1].values() for x in dangles(v)]
        if bad: raise Err('dangling', w.moved.get(bad[0], 0))
    def default(self, t, d): return self.lowest(t) if d is None else self.coerce(t, self.ev(d, {}, None), 0)
    def freeze(self, w):
        return (tuple(w.vars.values()), tuple(tuple(s and (s[0], tuple(s[1].values())) for s in p) for p in w.pools.values()))
    def thaw(self, st):
        return World(dict(zip(self.vtypes, st[0])), {r: [s and (s[0], dict(zip(self.fields[r], s[1]))) for s in p] for r, p in zip(self.slots, st[1])})

# ---- exploration -------------------------------------------------------------------------------------------------
class Explorer:
    def __init__(self, model, depth, keep, only):
        self.M, self.depth, self.keep, self.only = model, depth, keep, only
        self.fired, self.dropped, self.found = {}, {r: 0 for r in model.slots}, {}
        self.order = {(c[0], c[1]): i for i, c in enumerate(model.m['contracts'])}
    def report(self, key, kind, name, steps, line, tail, extra=None):
        if key not in self.found: self.found[key] = dict(kind=kind, name=name, steps=steps, line=line, tail=(tail, extra))
    def inits(self):
        M = self.M; zero = World({n: M.default(t, d) for n, (t, d) in ((n, (M.vtypes[n], M.m['vars'][n][1])) for n in M.vtypes)},
                                 {r: [None] * len(s) for r, s in M.slots.items()})
        blocks = M.m['inits'] or [new_block()]
        for b in blocks:
            if self.only is not None and b['name'] != self.only: continue
            ps = b.get('params', [])
            for args in itertools.product(*[M.values(M.ty(p[1]), zero, p[2]) for p in ps]):
                w = zero.copy(); M.w = w; env = {p[0]: a for p, a in zip(ps, args)}
                step = dict(action='init', init=b['name'], arguments={k: show(v) for k, v in env.items()})
                try:
                    if not all(M.ev(g, env, None) for g in b['when']): continue
                    M.run(b['stmts'], env); M.settle(w)
                    for n, t in M.vtypes.items(): M.coerce(t, w.vars[n], 0)
                    yield M.freeze(w), step
                except Dropped as d: self.dropped[d.pool] += 1
                except Err as x: self.report((x.kind, x.line, 'init'), x.kind, 'init', 0, x.line, None, step)
    def args(self, a, w, strict):
        M = self.M
        def go(i, env, ok):
            if i == len(a['params']): yield env, ok; return
            n, t, states, to = a['params'][i]
            t = M.ty(t)
            for v in M.values(t, w, states if strict else None):
                good = ok
                if not strict and states is not None and w.pools[t[1]][v.idx][0] not in states: good = False
                yield from go(i + 1, {**env, n: v}, good)
        return go(0, {}, True)
    def firings(self, st, d):
        """yields (action index, args, outcome index, outcome name, target state, ensures' verdicts); sets self.enabled, self.blocked"""
        M = self.M; self.enabled = self.blocked = False
        base = M.thaw(st)
        for ai, a in enumerate(M.m['actions']):
            todo = [(e, True) for e, _ in self.args(a, base, True)]
            if a['otherwise']:
                seen = {tuple(id(x) if isinstance(x, Item) else x for x in e.values()) for e, _ in todo}
                todo = [(e, ok) for e, ok in self.args(a, base, False)]
                extra = [(e, True) for e, _ in self.args(a, base, True)]
                have = [tuple(e.values()) for e, _ in todo]
                todo += [x for x in extra if tuple(x[0].values()) not in have]
            for env, ok in todo:
                M.w = base; args = env
                try:
                    if ok: ok = all(M.need(M.ev(g, env, None), 0) for g in a['when'])
                    if not ok:
                        if a['otherwise']:
                            self.enabled = True
                            yield from self.fire(st, d, a, ai, 99, a['otherwise']['name'], None, env, [a['otherwise']])
                        continue
                    chosen, taken = [], False
                    for oi, o in enumerate(a['outcomes']):
                        if o['may']:
                            if all(M.need(M.ev(g, env, None), 0) for g in o['when']): chosen.append((oi, o))
                        elif not taken and all(M.need(M.ev(g, env, None), 0) for g in o['when']): taken = True; chosen.append((oi, o))
                except Err as x:
                    self.enabled = True
                    self.report((x.kind, x.line), x.kind, a['name'], d + 1, x.line, st, self.step(a, env, ''))
                    continue
                if not a['outcomes']: yield from self.fire(st, d, a, ai, 0, '', a, env, [a])
                for oi, o in chosen: yield from self.fire(st, d, a, ai, oi, o['name'], o, env, [o, a])
    def step(self, a, env, outcome): return dict(action=a['name'], arguments={k: show(v) for k, v in env.items()}, outcome=outcome)
    def fire(self, st, d, a, ai, oi, name, body, env, contracts):
        M = self.M; w = M.thaw(st); M.w = w; step = self.step(a, env, name)
        try:
            local = env
            if body:
                local = M.run(body['stmts'], env)
                if body is a:
                    for n, t, s, to in a['params']:
                        if to: M.move(env[n], to, a['line'])
            M.settle(w); t = M.freeze(w)
        except Dropped as x: self.dropped[x.pool] += 1; self.blocked = True; return
        except Err as x:
            self.enabled = True
            self.report((x.kind, x.line), x.kind, a['name'], d + 1, x.line, st, step); return
        self.enabled = True
        old = M.thaw(st)
        for c in contracts:
            for ln, e in c['ensures']:
                M.w = w
                try:
                    if not M.ev(e, local if c is body else env, old): self.report(('ensure', ln), 'ensure', a['name'], d + 1, ln, st, step)
                except Err as x: self.report((x.kind, x.line), x.kind, a['name'], d + 1, x.line, st, step)
        for kind, cn, on, e, ln in M.m['contracts']:
            if kind == 'step invariant' and (on is None or a['name'] in on):
                M.w, M.also = w, old
                try:
                    if not M.ev(e, {}, old): self.report((kind, cn), kind, cn, d + 1, ln, st, step)
                except Err as x: self.report((x.kind, cn, x.line), x.kind, cn, d + 1, x.line, st, step)
                M.also = None
        yield step, t
    def check(self, st, d):
        M = self.M; M.w = M.thaw(st)
        for kind, n, on, e, ln in M.m['contracts']:
            if kind not in ('invariant', 'reach', 'always reach'): continue
            try: v = M.ev(e, {}, None)
            except Err as x: self.report((x.kind, n, x.line), x.kind, n, d, x.line, st); continue
            if kind == 'invariant' and not v: self.report((kind, n), kind, n, d, ln, st)
            if kind == 'reach' and v: self.reached.add(n)
            if kind == 'always reach' and v: self.good[n].add(st)
    def run(self):
        M = self.M; contracts = M.m['contracts']
        self.reached, self.good = set(), {c[1]: set() for c in contracts if c[0] == 'always reach'}
        dist, parent, level, trans, terminal, unexpanded = {}, {}, [], 0, 0, set()
        edges, blocked = {}, set()
        for st, step in self.inits():
            if st not in dist: dist[st] = 0; parent[st] = (None, step); level.append(st); self.check(st, 0)
        initial = len(level)
        if not initial and not self.found: raise Wrong('no start left')
        d, deepest = 0, 0
        while level:
            if self.found and not self.keep: break
            if self.depth is not None and d >= self.depth: unexpanded = set(level); break
            nxt = []
            for st in level:
                n = 0
                for step, t in self.firings(st, d):
                    trans += 1; key = (step['action'], step['outcome']); self.fired[key] = self.fired.get(key, 0) + 1
                    edges.setdefault(t, set()).add(st)
                    if t not in dist: dist[t] = d + 1; parent[t] = (st, step); nxt.append(t); self.check(t, d + 1)
                if self.blocked: blocked.add(st)
                if not self.enabled:
                    terminal += 1
                    if M.m['finals'] and not self.blocked:
                        M.w = M.thaw(st)
                        if not any(M.ev(f, {}, None) for f in M.m['finals']): self.report(('deadlock',), 'deadlock', 'deadlock', d, 0, st)
            level = nxt
            if nxt: d += 1
        stopped = bool(self.found) and not self.keep and bool(level)
        complete = not unexpanded and not stopped
        if not stopped:
            for c in contracts:
                if c[0] == 'reach' and c[1] not in self.reached and complete: self.report(('reach', c[1]), 'reach', c[1], 0, c[4], None)
                if c[0] == 'always reach':
                    ok = set(self.good[c[1]]) | unexpanded; q = deque(ok)
                    while q:
                        for p in edges.get(q.popleft(), ()):
                            if p not in ok: ok.add(p); q.append(p)
                    for st in dist:
                        if st not in ok: self.report(('always reach', c[1]), 'always reach', c[1], dist[st], c[4], st); break
        vs = []
        for v in self.found.values():
            st, extra = v.pop('tail'); tr = [extra] if extra else []
            while st is not None: st, s = parent[st]; tr.insert(0, s)
            v['trace'] = tr; vs.append(v)
        vs.sort(key=lambda v: (v['steps'], self.order.get((v['kind'], v['name']), 99)))
        if not self.keep: vs = vs[:1]
        acts = []
        for a in M.m['actions']:
            names = [o['name'] for o in a['outcomes']] or ['']
            if a['otherwise']: names.append(a['otherwise']['name'])
            acts.append(dict(name=a['name'], outcomes=[dict(name=o, fired=self.fired.get((a['name'], o), 0)) for o in names]))
        full = {r: sum(all(p) for st in dist for p in [st[1][i]]) for i, r in enumerate(M.slots)}
        status = 'violated' if vs else 'holds' if complete else 'incomplete'
        return dict(schema_version=1, status=status, model=M.m['name'], states=len(dist), transitions=trans, depth=max(dist.values(), default=0),
                    initial=initial, terminal=terminal, complete=complete, actions=acts, violations=vs,
                    pools=[dict(name=r, slots=len(s), full_states=full[r], dropped_firings=self.dropped[r]) for r, s in M.slots.items()])

def show(v):
    if isinstance(v, Item): return v.name
    if isinstance(v, frozenset): return [show(x) for x in sorted(v)]
    if isinstance(v, tuple): return [show(x) for x in v]
    return v

def main(argv):
    defs, depth, keep, only, files = {}, None, False, None, []
    it = iter(argv[1:])
    for a in it:
        if a == '-D': n, v = next(it).split('=', 1); defs[n] = v
        elif a == '--depth': depth = int(next(it))
        elif a == '--init': only = next(it)
        elif a == '--threads': next(it)
        elif a == '--keep-going': keep = True
        elif not a.startswith('--'): files.append(a)
    try:
        with open(files[0], encoding='utf-8') as f: r = Explorer(Model(f.read(), defs), depth, keep, only).run()
    except Wrong as x: print('wrong model:', x, file=sys.stderr); return 2
    print(json.dumps(r, ensure_ascii=False)); return dict(holds=0, violated=1, incomplete=3)[r['status']]

if __name__ == '__main__':
    sys.setrecursionlimit(10000)
    sys.exit(main(sys.argv[:1] + sys.argv[2:] if sys.argv[1:2] == ['explore'] else sys.argv))
