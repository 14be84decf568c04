#!/usr/bin/env python3
"""Writes an adapter that is the model itself (fake.h) for a generated interface: make_fake.py FOLDER PREFIX > adapter.c
Each function of PREFIX_sut.h is found by its declaration, and hands its arguments on by address."""
import re, sys


def functions(text, prefix):
    text = re.sub(r'/\*.*?\*/', '', text, flags=re.S)
    for m in re.finditer(r'^([A-Za-z_]\w*(?: \*| ))(%s_\w+)\(([^;{]*?)\);' % re.escape(prefix), text, re.M | re.S):
        yield m.group(1), m.group(2), [p.strip() for p in re.sub(r'\s+', ' ', m.group(3)).split(',')]


def adapter(folder, prefix):
    text = open('%s/%s_sut.h' % (folder, prefix), encoding='utf-8').read()
    sut = re.search(r'typedef struct (\w+Sut) \1;', text).group(1)
    out = ['#define _GNU_SOURCE 1', '#include "%s_sut.h"' % prefix, '#include "%s_model.h"' % prefix, '#include "fake.h"', '',
           'struct %s { Fake *fake; };' % sut, '']
    for returns, name, params in functions(text, prefix):
        short = name[len(prefix) + 1:]
        action = re.sub(r'^do_(?=reset|teardown$|observe_)', '', short)
        names = [re.search(r'(\w+)$', p).group(1) for p in params if p != 'void']
        arguments = [(n, p) for n, p in zip(names, params) if n not in ('sut', 'ret_value') and not n.startswith('ret_new_')]
        news = [n for n in names if n.startswith('ret_new_')]
        out.append('%s%s(%s) {' % (returns, name, ', '.join(params)))
        if short == 'teardown':
            out += ['  fake_end(sut->fake);', '  free(sut);', '}', '']
            continue
        out.append('  const void *const arguments[] = {%sNULL};' % ''.join('%s%s, ' % ('' if '*' in p else '&', n) for n, p in arguments))
        out.append('  const FakeNews rooms[] = {%s{NULL, NULL}};' % ''.join('{"%s", (FakeHandle *)%s}, ' % (n[8:], n) for n in news))
        out.append('  (void)arguments;')
        out.append('  (void)rooms;')
        if 'sut' not in names:
            init = short[len('reset_'):] if short.startswith('reset_') else ''
            out += ['  if (fake_wrong("reset", NULL))', '    return NULL;', '  %s *sut = calloc(1, sizeof *sut);' % sut,
                    '  sut->fake = fake_start(&%s_model, "%s", arguments, rooms, %d);' % (prefix, init, len(news)), '  return sut;', '}', '']
        elif short.startswith('observe_'):
            look = short[len('observe_'):]
            if 'ret_value' in names:
                out += ['  fake_look(sut->fake, "%s", ret_value);' % look, '}', '']
            else:
                out += ['  %svalue = {0};' % returns, '  fake_look(sut->fake, "%s", &value);' % look, '  return value;', '}', '']
        else:
            out += ['  if (fake_wrong("environment", "%s"))' % action, '    seqcheck_environment("no network");',
                    '  seqcheck_note("%s was called");' % action,
                    '  return (%s)fake_call(sut->fake, "%s", arguments, rooms, %d, %s);' %
                    (returns.strip(), action, len(news), 'ret_value' if 'ret_value' in names else 'NULL'), '}', '']
    return '\n'.join(out)


if __name__ == '__main__':
    sys.stdout.write(adapter(sys.argv[1], sys.argv[2]))
