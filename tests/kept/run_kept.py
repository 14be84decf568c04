#!/usr/bin/env python3
"""Graphs that `explore --save` kept: later commands say the same with them as without, and a file that was damaged, cut, or changed with a checksum
that fits is refused or harmless, never a crash.

usage: run_kept.py BINARY MODELS [--changes N]      Exit 0: all as it should be."""
import hashlib, json, os, random, subprocess, sys, tempfile

SAME = ['booking', 'booking_any_all', 'diehard', 'items', 'jobs', 'oauth', 'payments', 'philosophers', 'seats', 'public/smokers', 'public/saga']


ACTIONS = {'booking': 'cancel', 'booking_any_all': 'book', 'diehard': 'fill_big', 'items': 'delete', 'jobs': 'finish', 'oauth': 'refresh', 'payments': 'refund',
           'philosophers': 'put_down', 'seats': 'pay', 'smokers': 'stop', 'saga': 'compensate'}
EXPRESSIONS = {'booking': 'confirmed_count == 3', 'diehard': 'big == 4', 'payments': 'exists p: Payment refunded'}


def run(command):
    done = subprocess.run(command, capture_output=True, timeout=120)
    return done.returncode, done.stdout, done.stderr.decode('utf-8', 'replace')


def verdict(out):
    parsed = json.loads(out)
    return {k: v for k, v in parsed.items() if k not in ('seconds', 'bytes', 'engine')}


def same(binary, model, kept):
    code, _, err = run([binary, 'explore', model, '--save', kept])
    if code not in (0, 1):
        sys.exit('%s: --save ended with %s: %s' % (model, code, err[:300]))
    for command in (['explore', model, '--keep-going', '--json'], ['cover', model, '--anyway'], ['graph', model], ['graph', model, '--of', 'states', '--max-nodes', '30'],
                    ['cover', model, '--anyway', '--criterion', 'transitions', '--json'], ['why', model, ACTIONS[os.path.basename(model)[:-6]]],
                    ['reach', model, EXPRESSIONS.get(os.path.basename(model)[:-6], 'false')]):
        plain, loaded = run([binary] + command), run([binary] + command + ['--load', kept])
        if plain[0] != loaded[0] or (verdict(plain[1]) != verdict(loaded[1]) if command[0] == 'explore' else plain[1] != loaded[1]):
            sys.exit('%s with --load says something else: %s' % (command, loaded[2][:300]))


def sealed(head, payload):
    """The file with a checksum that fits."""
    lines = head.split(b'\n')
    lines[5] = b'bytes %d %s' % (len(payload), hashlib.sha256(payload).hexdigest().encode())
    return b'\n'.join(lines) + b'\n\n' + payload


def changed(payload, rng):
    data = bytearray(payload)
    kind = rng.randrange(5)
    if kind == 0:
        del data[rng.randrange(len(data)):]
    elif kind == 1:
        data += bytes(rng.randrange(256) for _ in range(rng.randrange(1, 40)))
    elif kind == 2:
        at = rng.randrange(len(data) // 8) * 8
        data[at:at + 8] = rng.choice([0, 1, 2, 2**63, 2**64 - 1, 2**32 - 1, 2**32, rng.randrange(2**64), rng.randrange(200)]).to_bytes(8, 'little')
    else:
        for _ in range(kind - 2):
            at = rng.randrange(len(data))
            data[at] ^= 1 << rng.randrange(8)
    return bytes(data)


def hostile(binary, model, kept, changes):
    whole = open(kept, 'rb').read()
    at = whole.index(b'\n\n') + 2
    head, payload = whole[:at - 2], whole[at:]
    rng = random.Random(7)
    refused = 0
    for n in range(changes):
        text = sealed(head, changed(payload, rng)) if n % 6 else whole[:rng.randrange(len(whole))]
        with open(kept, 'wb') as f:
            f.write(text)
        command = [['explore', model, '--keep-going'], ['graph', model, '--of', 'states', '--max-nodes', '20'], ['cover', model, '--anyway'],
                   ['why', model, ACTIONS[os.path.basename(model)[:-6]]], ['reach', model, 'true and not false']][n % 5]
        code, _, err = run([binary] + command + ['--load', kept])
        if code not in (0, 1, 2, 3):
            sys.exit('change %d of %s: exit %s: %s' % (n, model, code, err[:900]))
        refused += code == 2
    with open(kept, 'wb') as f:
        f.write(whole[:-1] + bytes([whole[-1] ^ 1]))
    code, _, err = run([binary, 'explore', model, '--load', kept])
    if code != 2 or 'is damaged' not in err:
        sys.exit('a damaged file: exit %s: %s' % (code, err[:300]))
    return refused


def main():
    binary, models = sys.argv[1:3]
    changes = int(sys.argv[4]) if len(sys.argv) > 4 else 60
    refused = 0
    with tempfile.TemporaryDirectory() as folder:
        kept = os.path.join(folder, 'kept.graph')
        for name in SAME:
            same(binary, os.path.join(models, name + '.model'), kept)
        for name in ('booking_any_all', 'payments', 'public/smokers', 'jobs'):
            model = os.path.join(models, name + '.model')
            run([binary, 'explore', model, '--save', kept])
            refused += hostile(binary, model, kept, changes)
    print('%d models say the same; %d of %d changed files were refused, the rest did no harm' % (len(SAME), refused, 4 * changes))
    return 0


sys.exit(main())
