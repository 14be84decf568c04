#!/usr/bin/env python3
"""generate.py SEED: writes a random model that the checker accepts, with a small state space. The same seed gives the same model.

Directed by types: `expr` is asked for a value of a type and picks a form that has it, until the depth is used up. Every part stands in parentheses, members
are written `E.m`, names are never used twice, and `none`, `{}`, `[]` stand only where the type is known, so that nothing is refused. Literals lie within
what is wanted and arithmetic always has a part that is not constant: what goes wrong goes wrong when the model runs, which is the point.
Types are tuples: ('bool',) ('int',) ('range', lo, hi) ('enum', E) ('res', R) ('opt', T) ('set', T) ('seq', n, T) ('map', K, T)."""
import random
import sys

BOOL, INT = ('bool',), ('int',)


def fits(a, b):
    """May a value of type a stand where b is wanted, with checks at run time?"""
    if b[0] == 'opt':
        return fits(a[1] if a[0] == 'opt' else a, b[1])
    if a[0] in ('int', 'range') and b[0] in ('int', 'range'):
        return True
    if a[0] != b[0]:
        return False
    if a[0] == 'set':
        return fits(a[1], b[1])
    if a[0] == 'seq':
        return fits(a[2], b[2])
    if a[0] == 'map':
        return a[1] == b[1] and fits(a[2], b[2])
    return a == b


class Generator:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.names = 0
        self.enums, self.resources, self.vars, self.consts, self.fns, self.procs, self.actions = {}, {}, {}, {}, [], [], []
        self.allow_old = self.no_state = False
        self.budget = self.r.choice([60, 500, 3000, 10000])

    def name(self, stem):
        self.names += 1
        return '%s%d' % (stem, self.names)

    def chance(self, p):
        return self.r.random() < p

    # ------------------------------------------------------------ types
    def type_text(self, t):
        k = t[0]
        if k in ('bool', 'int'):
            return k
        if k == 'range':
            for c, v in self.consts.items():
                if v == t[2] and self.names % 3 == 0:
                    return '%d..%s' % (t[1], c)
            return '%d..%d' % (t[1], t[2])
        if k in ('enum', 'res'):
            return t[1]
        if k == 'opt':
            inner = self.type_text(t[1])
            return inner + '?' if t[1][0] in ('bool', 'enum', 'res') else '(' + inner + ')?' if False else inner + '?'
        if k == 'set':
            return 'set of ' + self.type_text(t[1])
        if k == 'seq':
            return 'seq[%d] of %s' % (t[1], self.type_text(t[2]))
        return 'map %s to %s' % (self.type_text(t[1]), self.type_text(t[2]))

    def count(self, t):
        k = t[0]
        if k == 'bool':
            return 2
        if k == 'range':
            return t[2] - t[1] + 1
        if k == 'enum':
            return len(self.enums[t[1]])
        if k == 'res':
            return self.resources[t[1]]['slots']
        if k == 'opt':
            return 1 + self.count(t[1])
        if k == 'set':
            return 2 ** self.count(t[1])
        if k == 'seq':
            return sum(self.count(t[2]) ** i for i in range(t[1] + 1))
        return self.count(t[2]) ** self.count(t[1])

    def scalar(self, res=True):
        picks = ['bool', 'range', 'range', 'range']
        if self.enums:
            picks += ['enum', 'enum']
        if res and self.resources:
            picks += ['res', 'res']
        k = self.r.choice(picks)
        if k == 'bool':
            return BOOL
        if k == 'range':
            lo = self.r.choice([0, 0, 0, 1, -1, -2, 3])
            return ('range', lo, lo + self.r.choice([0, 1, 1, 2, 2, 3]))
        return ('enum', self.r.choice(sorted(self.enums))) if k == 'enum' else ('res', self.r.choice(sorted(self.resources)))

    def state_type(self, d=2):
        """Of a var or field; a bare slot only within an option, set, seq."""
        k = self.r.choice(['scalar'] * 4 + ['opt', 'set', 'seq', 'map', 'map'])
        if k == 'scalar' or d == 0:
            return self.scalar(res=False)
        if k == 'opt':
            inner = self.scalar() if self.chance(0.8) else self.state_type(d - 1)
            return inner if inner[0] in ('opt', 'set', 'seq', 'map') else ('opt', inner)
        if k == 'set':
            inner = self.scalar()
            return ('set', inner if self.chance(0.85) or inner[0] == 'res' else ('opt', inner))
        if k == 'seq':
            inner = self.scalar() if self.chance(0.7) else self.state_type(d - 1)
            return ('seq', self.r.randint(0, 3) if self.chance(0.1) else self.r.randint(1, 2), inner)
        inner = self.state_type(d - 1)
        return ('map', self.scalar(), inner)

    def fitting_type(self, make, most):
        for _ in range(30):
            t = make()
            if self.count(t) <= most:
                return t
        return BOOL

    # ------------------------------------------------------------ leaves: what a scope offers
    def leaves(self, scope, d):
        out = []
        for n, t in scope:
            self.paths(n, t, scope, d, out)
        return out

    def paths(self, text, t, scope, d, out):
        out.append((text, t))
        inner = t[1] if t[0] == 'opt' else t
        if d <= 0 or (t[0] == 'opt' and self.chance(0.6)):
            return
        if inner[0] == 'res' and not self.no_state:
            for f, ft in self.resources[inner[1]]['fields']:
                if self.chance(0.7):
                    self.paths('%s.%s' % (text, f), ft, scope, d - 1, out)
        elif inner[0] == 'map' and self.chance(0.8):
            key = self.simple(inner[1], scope)
            if key:
                self.paths('%s[%s]' % (text, key), inner[2], scope, d - 1, out)
        elif inner[0] == 'seq' and self.chance(0.5):
            way = self.r.choice(['%s[%d]' % (text, self.r.randint(0, 1)), 'first(%s)' % text, 'last(%s)' % text])
            self.paths(way, inner[2], scope, d - 1, out)

    def simple(self, t, scope):
        """A literal or a plain name; None where there is none."""
        names = [n for n, nt in scope if fits(nt, t) and nt[0] != 'opt']
        if names and self.chance(0.7):
            return self.r.choice(names)
        return self.literal(t, scope, False) or (self.r.choice(names) if names else None)

    def literal(self, t, scope, hint):
        k = t[0]
        if k == 'bool':
            return self.r.choice(['true', 'false'])
        if k == 'int':
            return str(self.r.randint(-1, 3)) if self.chance(0.9) else self.r.choice(['9223372036854775807', '-9223372036854775808'])
        if k == 'range':
            named = [c for c, v in self.consts.items() if t[1] <= v <= t[2]]
            return self.r.choice(named) if named and self.chance(0.3) else str(self.r.randint(t[1], t[2]))
        if k == 'enum':
            return '%s.%s' % (t[1], self.r.choice(self.enums[t[1]]))
        if k == 'opt':
            return 'none' if hint and self.chance(0.5) else self.literal(t[1], scope, False)
        if k in ('set', 'seq'):
            elem = t[1] if k == 'set' else t[2]
            most = min(2, t[1] if k == 'seq' else 2)
            items = [self.literal(elem, scope, False) for _ in range(self.r.randint(0, most))]
            items = [i for i in items if i] if elem[0] != 'opt' else []
            if not items:
                return ('{}' if k == 'set' else '[]') if hint else None
            return ('{%s}' if k == 'set' else '[%s]') % ', '.join(items)
        return None

    # ------------------------------------------------------------ expressions
    def pick_leaf(self, t, scope, d, exact=False):
        found = [(x, lt) for x, lt in self.leaves(scope, 2) if (lt == t if exact else fits(lt, t) or (lt[0] == 'opt' and fits(lt[1], t) and self.chance(0.25)))]
        if not found:
            return None
        same = [x for x in found if x[1] == t]
        return self.r.choice(same if same and self.chance(0.6) else found)[0]

    def expr(self, t, scope, d, hint=False):
        """A text of a type that fits t."""
        if self.allow_old and self.chance(0.12):
            self.allow_old = False
            inner = self.expr(t, scope, d, False)
            self.allow_old = True
            if inner:
                return 'old(%s)' % inner
        if t == BOOL and self.chance(0.9) and (d <= 0 or self.chance(0.2)):
            return (self.pick_leaf(t, scope, d, True) if self.chance(0.4) else None) or self.expr_bool(t, scope, max(d, 1)) or self.compare(scope)
        if d <= 0 or self.chance(0.3):
            leaf = self.pick_leaf(t, scope, d) if self.chance(0.8) else None
            return leaf or self.literal(t, scope, hint) or self.pick_leaf(t, scope, d) or self.forced(t, scope)
        if self.chance(0.1) and t[0] != 'map':
            return '(if %s then %s else %s)' % (self.expr(BOOL, scope, d - 1), self.expr(t, scope, d - 1, hint), self.expr(t, scope, d - 1, hint))
        if self.chance(0.15):
            called = self.call(t, scope, d)
            if called:
                return called
        way = getattr(self, 'expr_' + t[0], None)
        got = way(t, scope, d) if way else None
        return got or self.pick_leaf(t, scope, d) or self.literal(t, scope, hint) or self.forced(t, scope)

    def compare(self, scope):
        return '(%s %s %d)' % (self.number(scope, 0), self.r.choice(['<', '<=', '>', '!=']), self.r.randint(0, 2))

    def forced(self, t, scope):
        """The last resort for a type with no literal and nothing in scope."""
        k = t[0]
        if k == 'res':
            x = self.name('z')
            return 'the(%s: %s)' % (x, t[1])
        if k == 'set':
            x = self.name('z')
            return '{%s: %s where false}' % (x, self.type_text(t[1])) if t[1][0] != 'opt' else '{%s: %s where (%s == none)}' % (x, self.type_text(t[1]), x)
        if k == 'opt':
            return self.forced(t[1], scope)
        if k == 'seq':
            item = self.literal(t[2], scope, False) or self.pick_leaf(t[2], scope, 1) or self.forced(t[2], scope)
            return '[%s]' % item if item and t[1] > 0 else None
        return None

    def call(self, t, scope, d):
        found = [f for f in self.fns if fits(f[2], t)]
        if not found or self.no_state:
            return None
        f = self.r.choice(found)
        args = [self.expr(p, scope, d - 1, True) for p in f[1]]
        return None if None in args else '%s(%s)' % (f[0], ', '.join(args))

    def binder(self, scope, d, ranging=True):
        """`x: T`, `x: R live|absent` or `x in e`: the text, and the scope with x."""
        x = self.name('x')
        if self.chance(0.3):
            wants = [(e, lt) for e, lt in self.leaves(scope, 1) if lt[0] in ('set', 'seq')]
            if wants:
                e, lt = self.r.choice(wants)
                return '%s in %s' % (x, e), x, (lt[1] if lt[0] == 'set' else lt[2])
        if self.resources and self.chance(0.6):
            res = self.r.choice(sorted(self.resources))
            return '%s: %s%s' % (x, res, self.states(res, 0.4)), x, ('res', res)
        t = self.fitting_type(lambda: self.r.choice([self.scalar(), self.scalar(), ('opt', self.scalar(res=False)), ('set', self.scalar())]), 9)
        return '%s: %s' % (x, self.type_text(t)), x, t

    def states(self, res, p):
        if not self.chance(p):
            return ''
        names = self.resources[res]['states'] + (['absent'] if self.chance(0.2) else [])
        return ' ' + '|'.join(self.r.sample(names, self.r.randint(1, len(names))))

    def where(self, scope, d, p=0.6):
        return ' where %s' % self.expr(BOOL, scope, d) if self.chance(p) else ''

    def number(self, scope, d):
        """An integer that is not constant."""
        leaf = self.pick_leaf(INT, scope, d)
        if leaf and self.chance(0.7):
            return leaf
        sized = [e for e, lt in self.leaves(scope, 1) if lt[0] in ('set', 'seq')]
        if sized and self.chance(0.5):
            return 'size(%s)' % self.r.choice(sized)
        b, x, t = self.binder(scope, d)
        return 'count(%s%s)' % (b, self.where(scope + [(x, t)], d - 1, 0.7))

    def expr_int(self, t, scope, d):
        k = self.r.randrange(8)
        if k <= 3:
            op = self.r.choice(['+', '+', '-', '-', '*', '/', '%'])
            right = self.expr(INT, scope, d - 1) if op in '+-*' and self.chance(0.6) else self.number(scope, d - 1)
            if op in '+-*' and self.chance(0.4):
                right = '1'
            return '(%s %s %s)' % (self.number(scope, d - 1), op, right)
        if k == 4:
            return '(-%s)' % self.number(scope, d - 1)
        if k == 5:
            return '%s(%s, %s)' % (self.r.choice(['min', 'max']), self.number(scope, d - 1), self.expr(INT, scope, d - 1))
        if k == 6:
            b, x, bt = self.binder(scope, d)
            inner = scope + [(x, bt)]
            return '%s(%s%s : %s)' % (self.r.choice(['sum', 'min', 'max']), b, self.where(inner, d - 1, 0.4), self.number(inner, d - 1))
        return self.number(scope, d)

    expr_range = expr_int

    def expr_bool(self, t, scope, d):
        k = self.r.randrange(14)
        if k == 0:
            return '(not %s)' % self.expr(BOOL, scope, d - 1)
        if k <= 3:
            op = self.r.choice(['and', 'or', '=>', '<=>'])
            return '(%s %s %s)' % (self.expr(BOOL, scope, d - 1), op, self.expr(BOOL, scope, d - 1))
        if k <= 5:
            return '(%s %s %s)' % (self.number(scope, d - 1), self.r.choice(['<', '<=', '>', '>=', '==', '!=']), self.expr(INT, scope, d - 1))
        if k <= 7:
            found = [x for x in self.leaves(scope, 2)]
            if not found:
                return None
            x, lt = self.r.choice(found)
            if lt[0] == 'opt' and self.chance(0.5):
                return '(%s %s none)' % (x, self.r.choice(['==', '!=']))
            other = self.expr(lt[1] if lt[0] == 'opt' else lt, scope, d - 1)
            return '(%s %s %s)' % (x, self.r.choice(['==', '!=']), other) if other else None
        if k <= 9 and self.resources and not self.no_state:
            found = [(x, lt) for x, lt in self.leaves(scope, 2) if lt[0] == 'res' or (lt[0] == 'opt' and lt[1][0] == 'res')]
            if not found:
                return None
            x, lt = self.r.choice(found)
            return '(%s is%s)' % (x, self.states(lt[1] if lt[0] == 'res' else lt[1][1], 1))
        if k == 10:
            found = [(x, lt) for x, lt in self.leaves(scope, 2) if lt[0] in ('set', 'seq')]
            if not found:
                return None
            x, lt = self.r.choice(found)
            elem = lt[1] if lt[0] == 'set' else lt[2]
            item = self.expr(elem[1] if elem[0] == 'opt' else elem, scope, d - 1)
            return '(%s in %s)' % (item, x) if item else None
        if k == 11:
            found = [(x, lt) for x, lt in self.leaves(scope, 2) if lt[0] == 'set']
            if not found:
                return None
            x, lt = self.r.choice(found)
            other = self.expr(lt, scope, d - 1)
            return '(%s %s %s)' % (x, self.r.choice(['<', '<=', '>', '>=']), other) if other else None
        b, x, bt = self.binder(scope, d)
        inner = scope + [(x, bt)]
        if self.chance(0.3):
            b2, y, yt = self.binder(inner, d)
            b, inner = b + ', ' + b2, inner + [(y, yt)]
        if self.chance(0.3):
            return '(exists %s where %s)' % (b, self.expr(BOOL, inner, d - 1))
        return '(%s %s%s : %s)' % (self.r.choice(['forall', 'exists']), b, self.where(inner, d - 1, 0.4), self.expr(BOOL, inner, d - 1))

    def expr_res(self, t, scope, d):
        x = self.name('x')
        return 'the(%s: %s%s%s)' % (x, t[1], self.states(t[1], 0.4), self.where(scope + [(x, t)], d - 1)) if self.chance(0.3) else None

    def expr_opt(self, t, scope, d):
        return self.expr(t[1], scope, d - 1)

    def expr_set(self, t, scope, d):
        k = self.r.randrange(4)
        if k == 0:
            leaf, other = self.pick_leaf(t, scope, d), self.expr(t, scope, d - 1)
            return '(%s %s %s)' % (leaf, self.r.choice(['+', '-', '&']), other) if leaf and other else None
        if k == 1 and t[1][0] != 'opt':
            item = self.pick_leaf(t[1], scope, d)
            if item and t[1][0] == 'range' and self.chance(0.5):
                item = '%s + 1' % item if not self.int_leaf(item, scope) else None
            return '{%s}' % item if item and not self.int_leaf(item, scope) else None
        x = self.name('x')
        if t[1][0] == 'range' and k == 2:
            return '{%s * %s for %s: %s%s}' % (x, x, x, self.type_text(t[1]), self.where(scope + [(x, t[1])], d - 1))
        where = self.where(scope + [(x, t[1])], d - 1)
        return '{%s: %s%s}' % (x, self.type_text(t[1]), where)

    def int_leaf(self, text, scope):
        return any(n == text and lt[0] == 'int' for n, lt in scope)

    def expr_seq(self, t, scope, d):
        leaf = self.pick_leaf(t, scope, d)
        k = self.r.randrange(3)
        if leaf and k == 0:
            lt = [x for e, x in self.leaves(scope, 2) if e == leaf]
            x = self.name('x')
            elem = lt[0] if lt else t
            elem = elem[1] if elem[0] == 'opt' else elem
            return '[%s in %s%s]' % (x, leaf, self.where(scope + [(x, elem[2])], d - 1))
        if leaf and k == 1:
            other = self.expr(t, scope, d - 1)
            return '(%s + %s)' % (leaf, other) if other else None
        if t[1] > 0:
            item = self.expr(t[2], scope, d - 1) if t[2][0] != 'opt' else None
            return '[%s]' % item if item else None
        return None

    # ------------------------------------------------------------ statements
    def places(self, scope):
        """What may be written to: (text, type)."""
        out = []

        def grow(text, t, d):
            out.append((text, t))
            inner = t[1] if t[0] == 'opt' else t
            if d > 0 and inner[0] == 'map':
                key = self.simple(inner[1], scope)
                if key:
                    grow('%s[%s]' % (text, key), inner[2], d - 1)
            elif d > 0 and inner[0] == 'seq' and self.chance(0.4):
                grow('%s[%d]' % (text, self.r.randint(0, 1)), inner[2], d - 1)
        for v, t in sorted(self.vars.items()):
            grow(v, t, 2)
        for n, t in scope:
            if t[0] == 'res':
                for f, ft in self.resources[t[1]]['fields']:
                    grow('%s.%s' % (n, f), ft, 2)
        return out

    def statement(self, scope, d, pad):
        """Lines, and the scope after them."""
        k = self.r.randrange(16)
        places = self.places(scope)
        slots = [(x, t) for x, t in self.leaves(scope, 1) if t[0] == 'res' or (t[0] == 'opt' and t[1][0] == 'res' and self.chance(0.3))]
        if k <= 2 and slots:
            x, t = self.r.choice(slots)
            if x[0].isalpha() and not x.startswith(('first', 'last')):
                res = t[1] if t[0] == 'res' else t[1][1]
                to = 'absent' if self.chance(0.25) else self.r.choice(self.resources[res]['states'])
                return ['%s%s -> %s' % (pad, x, to)], scope
        if k <= 5 and self.resources:
            return self.new(scope, d, pad)
        if k == 6:
            t = self.fitting_type(lambda: self.state_type(1), 60)
            value = self.expr(t, scope, d)
            if value and not value.startswith(('none', '{}', '[]')):
                x = self.name('l')
                return ['%slet %s = %s' % (pad, x, value)], scope
        if k == 7 and d > 0:
            out = ['%sif %s {' % (pad, self.expr(BOOL, scope, d))] + self.block(scope, d - 1, pad + '  ')
            if self.chance(0.4):
                out += ['%s} else {' % pad] + self.block(scope, d - 1, pad + '  ')
            return out + ['%s}' % pad], scope
        if k in (8, 9) and d > 0:
            b, x, t = self.binder(scope, d)
            inner = scope + [(x, t)]
            return ['%sfor %s%s {' % (pad, b, self.where(inner, d - 1, 0.4))] + self.block(inner, d - 1, pad + '  ') + ['%s}' % pad], scope
        if k == 10 and self.procs:
            p, params = self.r.choice(self.procs)
            args = [self.expr(t, scope, d, True) for t in params]
            if None not in args:
                return ['%s%s(%s)' % (pad, p, ', '.join(args))], scope
        if k in (11, 12):
            found = [(x, t) for x, t in places if (t[1] if t[0] == 'opt' else t)[0] in ('set', 'seq')]
            if found:
                x, t = self.r.choice(found)
                t = t[1] if t[0] == 'opt' else t
                elem = t[1] if t[0] == 'set' else t[2]
                way = self.r.choice(['add', 'add', 'remove'] if t[0] == 'set' else ['append', 'append', 'prepend', 'remove', 'drop_first', 'drop_last'])
                if way.startswith('drop'):
                    return ['%s%s(%s)' % (pad, way, x)], scope
                value = self.expr(elem, scope, d, True)
                if value:
                    return ['%s%s(%s, %s)' % (pad, way, x, value)], scope
        if places:
            x, t = self.r.choice(places)
            value = self.literal(t, scope, True) if self.chance(0.3) else self.pick_leaf(t, scope, d, True) if self.chance(0.4) else None
            value = value or self.expr(t, scope, d, True)
            if value:
                return ['%s%s = %s' % (pad, x, value)], scope
        return [], scope

    def new(self, scope, d, pad, res=None):
        res = res or self.r.choice(sorted(self.resources))
        decl = self.resources[res]
        given = []
        for f, t in decl['fields']:
            if f in decl['defaults'] and self.chance(0.6):
                continue
            wanted = t
            while wanted[0] == 'map':
                wanted = wanted[2]
            value = self.expr(wanted, scope, min(d, 1), wanted == t)
            if not value:
                return [], scope
            given.append('%s = %s' % (f, value))
        x = self.name('n')
        return ['%snew %s: %s %s%s' % (pad, x, res, self.r.choice(decl['states']), ' { %s }' % ', '.join(given) if given else '')], scope + [(x, ('res', res))]

    def block(self, scope, d, pad, most=2):
        out = []
        for _ in range(self.r.randint(1, most)):
            lines, scope = self.statement(scope, d, pad)
            out += lines
        self.last_scope = scope
        return out

    # ------------------------------------------------------------ declarations
    def globals(self):
        return sorted(self.vars.items())

    def param(self):
        x = self.name('p')
        if self.resources and self.chance(0.5):
            res = self.r.choice(sorted(self.resources))
            return x, ('res', res), '%s: %s%s' % (x, res, self.states(res, 0.5))
        t = self.fitting_type(lambda: self.r.choice([self.scalar(res=False), self.scalar(res=False), ('opt', self.scalar()), ('set', self.scalar()), ('seq', self.r.randint(1, 2), self.scalar())]), 8)
        return x, t, '%s: %s' % (x, self.type_text(t))

    def declare_resource(self, out):
        name = self.name('R')
        slots, states = self.r.choice([1, 2, 2, 2, 3]), [self.name('s') for _ in range(self.r.randint(1, 3))]
        decl = {'slots': slots, 'states': states, 'fields': [], 'defaults': set()}
        self.resources[name] = decl
        lines = []
        per_slot = len(states)
        for _ in range(self.r.choice([0, 1, 1, 2])):
            room = max(1, int((self.budget ** (1.0 / slots)) / per_slot))
            if room < 2:
                break
            t = self.fitting_type(self.state_type, room)
            if self.count(t) > room:
                break
            if t[0] == 'res':
                continue
            f = self.name('f')
            decl['fields'].append((f, t))
            per_slot *= self.count(t)
            default = ''
            if self.chance(0.4):
                default = self.default(t)
                if default:
                    decl['defaults'].add(f)
            lines.append('  %s: %s%s' % (f, self.type_text(t), default))
        self.budget = max(2, self.budget / float((per_slot + 1) ** slots))
        out += ['resource %s[%d] {' % (name, slots), '  states %s' % ', '.join(states)] + lines + ['}']

    def default(self, t):
        wanted = t
        while wanted[0] == 'map':
            wanted = wanted[2]
        value = self.literal(wanted, [], wanted == t or wanted[0] == 'opt')
        return ' = %s' % value if value else ''

    def declare_var(self, out):
        room = max(2, min(64, int(self.budget)))
        t = self.fitting_type(self.state_type, room)
        if self.count(t) > room:
            return
        v = self.name('v')
        self.vars[v] = t
        self.budget = max(1, self.budget / float(self.count(t)))
        out.append('var %s: %s%s' % (v, self.type_text(t), self.default(t) if self.chance(0.6) else ''))

    def declare_fn(self, out):
        params = [(self.name('a'), self.r.choice([INT, self.scalar(), ('set', self.scalar()), ('opt', self.scalar())])) for _ in range(self.r.randint(0, 2))]
        result = self.r.choice([BOOL, BOOL, INT, self.scalar(res=False), ('opt', self.scalar(res=False))])
        f = self.name('g')
        body = self.expr(result, params + self.globals(), 2)
        if body:
            out.append('fn %s(%s): %s = %s' % (f, ', '.join('%s: %s' % (n, self.type_text(t)) for n, t in params), self.type_text(result), body))
            self.fns.append((f, [t for _, t in params], result))

    def declare_proc(self, out):
        params = [(self.name('a'), self.r.choice([INT, self.scalar(), self.scalar()])) for _ in range(self.r.randint(0, 2))]
        p = self.name('q')
        lines = self.block(params + self.globals(), 1, '  ', 3)
        out += ['proc %s(%s) {' % (p, ', '.join('%s: %s' % (n, self.type_text(t)) for n, t in params))] + lines + ['}']
        self.procs.append((p, [t for _, t in params]))

    def declare_init(self, out):
        for i in range(self.r.choice([0, 0, 1, 1, 2])):
            params = [self.param() for _ in range(self.r.choice([0, 0, 1]))]
            params = [p for p in params if p[1][0] != 'res']
            scope = [(x, t) for x, t, _ in params] + self.globals()
            out.append('init %s%s {' % (self.name('i'), '(%s)' % ', '.join(p[2] for p in params) if params else ''))
            if self.chance(0.15):
                out.append('  when %s' % self.expr(BOOL, scope, 1))
            for _ in range(self.r.randint(0, 2)):
                lines, scope = self.new(scope, 1, '  ') if self.resources and self.chance(0.6) else self.statement(scope, 1, '  ')
                out += lines
            out.append('}')

    def ensures(self, scope, pad, p):
        out = []
        for _ in range(2):
            if self.chance(p):
                self.allow_old = True
                out.append('%sensure %s' % (pad, self.expr(BOOL, scope, 2)))
                self.allow_old = False
        return out

    def declare_action(self, out):
        params = [self.param() for _ in range(self.r.choice([0, 1, 1, 1, 2, 2]))]
        scope = [(x, t) for x, t, _ in params] + self.globals()
        plain = self.chance(0.5)
        texts = []
        for x, t, text in params:
            if plain and t[0] == 'res' and self.chance(0.4):
                text += ' -> %s' % ('absent' if self.chance(0.2) else self.r.choice(self.resources[t[1]]['states']))
            texts.append(text)
        name = self.name('act')
        self.actions.append(name)
        head = '%saction %s(%s)' % (self.r.choice(['', '', 'event ', 'manual ']), name, ', '.join(texts))
        if plain and self.chance(0.1):
            out.append(head)
            return
        out.append(head + ' {')
        for _ in range(2):
            if self.chance(0.18):
                out.append('  when %s' % self.expr(BOOL, scope, 2))
        if plain:
            out += self.block(scope, 2, '  ', 3)
            out += self.ensures(self.last_scope, '  ', 0.2)
        else:
            for _ in range(self.r.randint(1, 3)):
                when = ''.join(' when %s' % self.expr(BOOL, scope, 2) for _ in range(2) if self.chance(0.45))
                line = '  %soutcome %s%s' % ('may ' if self.chance(0.3) else '', self.name('o'), when)
                if self.chance(0.2):
                    out.append(line)
                else:
                    out += [line + ' {'] + self.block(scope, 2, '    ', 2) + self.ensures(self.last_scope, '    ', 0.15) + ['  }']
            out += self.ensures(scope, '  ', 0.1)
        if self.chance(0.3):
            ensures = self.ensures(scope, '    ', 0.2)
            name = ' ' + self.name('no') if self.chance(0.5) else ''
            out.append('  otherwise%s%s' % (name, ' {' if ensures else ''))
            if ensures:
                out += ensures + ['  }']
        out.append('}')

    def declare_contracts(self, out):
        scope = self.globals()
        for word, p in (('invariant', 0.6), ('invariant', 0.4), ('reach', 0.4), ('always reach', 0.3), ('final', 0.3), ('final', 0.15)):
            if self.chance(p):
                name = '' if word == 'final' else ' %s:' % self.name('c')
                out.append('%s%s %s' % (word, name, self.expr(BOOL, scope, 3)))
        for _ in range(2):
            if self.chance(0.35):
                on = ' on ' + ', '.join(self.r.sample(self.actions, self.r.randint(1, len(self.actions)))) if self.chance(0.4) else ''
                self.allow_old = True
                out.append('step invariant %s%s: %s' % (self.name('c'), on, self.expr(BOOL, scope, 3)))
                self.allow_old = False

    def model(self):
        out = ['model random']
        for _ in range(self.r.choice([0, 1, 1])):
            n = self.name('C')
            self.consts[n] = self.r.randint(0, 3)
            out.append('const %s = %d' % (n, self.consts[n]))
        for _ in range(self.r.choice([0, 1, 1, 2])):
            n = self.name('E')
            self.enums[n] = [self.name('m') for _ in range(self.r.randint(1, 3))]
            out.append('enum %s { %s }' % (n, ', '.join(self.enums[n])))
        for _ in range(self.r.choice([0, 1, 1, 2, 2])):
            self.declare_resource(out)
        for _ in range(self.r.choice([1, 2, 2, 3, 4])):
            self.declare_var(out)
        for _ in range(self.r.choice([0, 1, 2])):
            self.declare_fn(out)
        for _ in range(self.r.choice([0, 0, 1, 2])):
            self.declare_proc(out)
        self.declare_init(out)
        for _ in range(self.r.choice([2, 3, 3, 4, 5])):
            self.declare_action(out)
        self.declare_contracts(out)
        return '\n'.join(out) + '\n'


def model(seed):
    return Generator(seed).model()


if __name__ == '__main__':
    sys.stdout.write(model(int(sys.argv[1])))
