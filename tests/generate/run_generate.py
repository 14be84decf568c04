#!/usr/bin/env python3
"""Generated test programs, built and run: for every model a system that is the model itself must pass, and one that is wrong in a known
way must fail as the program is to tell it. See fake.h and make_fake.py.

usage: run_generate.py BINARY models MODEL|DIR...      every model: compiles without a warning (tests, stub), passes, walks pass
       run_generate.py BINARY small DIR... [--count N --from SEED]  one construct each, and random models (tests/oracle/generate.py): they pass
       run_generate.py BINARY wrong MODELS             each way of being wrong is found, and shrunk as far as it goes
       run_generate.py BINARY frameworks MODELS        cmocka, check, glib, make and CMake
options: --cc COMPILER, --flags FLAGS (sanitizers), --jobs N
Exit 0: all as it should be."""
import argparse, concurrent.futures, json, os, re, shlex, shutil, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
WARNINGS = ['-std=c11', '-Wall', '-Wextra', '-Wpedantic', '-Werror']
MOST_STATES = 30000
sys.path.insert(0, HERE)
import make_fake


def run(command, seconds=240, wrong=None, **environment):
    env = dict(os.environ, ASAN_OPTIONS='detect_leaks=1', **environment)
    if wrong:
        env['FAKE_WRONG'] = wrong
    try:
        done = subprocess.run(command, capture_output=True, timeout=seconds, env=env)
        return done.returncode, done.stdout.decode('utf-8', 'replace'), done.stderr.decode('utf-8', 'replace')
    except subprocess.TimeoutExpired:
        return 'timeout', '', 'no end within %d s' % seconds


class Wrong(Exception):
    pass


def need(condition, message):
    if not condition:
        raise Wrong(message)


def compile_c(args, folder, source, output, warnings=WARNINGS, more=()):
    code, _, err = run([args.cc] + warnings + shlex.split(args.flags) + ['-I', folder, '-I', HERE, '-c', source, '-o', output] + list(more))
    need(code == 0, '%s does not compile: %s' % (os.path.basename(source), err[:900]))


def build(args, model, folder, options=(), libraries=()):
    """A program in `folder` that runs the suite of a model against the model itself."""
    code, out, err = run([args.binary, 'generate', 'c', model, '-o', folder, '--prefix', 'made', '--anyway', '--max-states', str(MOST_STATES)] + list(options))
    need(code in (0, 3), 'generate ended with %s: %s' % (code, err[:500]))
    with open(os.path.join(folder, 'fake.c'), 'w', encoding='utf-8') as f:
        f.write(make_fake.adapter(folder, 'made'))
    flags = [x for x in libraries if not x.startswith('-l')]
    compile_c(args, folder, os.path.join(folder, 'made_tests.c'), os.path.join(folder, 'tests.o'), more=flags)
    compile_c(args, folder, os.path.join(folder, 'fake.c'), os.path.join(folder, 'fake.o'), ['-std=c11'])
    compile_c(args, folder, os.path.join(folder, 'made_sut_stub.c'), os.path.join(folder, 'stub.o'))
    for name in ('fake', 'stub'):
        code, _, err = run([args.cc] + shlex.split(args.flags) + [os.path.join(folder, 'tests.o'), os.path.join(folder, name + '.o')] +
                           [x for x in libraries if x.startswith('-l')] + ['-o', os.path.join(folder, name)])
        need(code == 0, 'does not link: ' + err[:500])
    return os.path.join(folder, 'fake')


def passes(program, arguments=(), **environment):
    code, out, err = run([program] + list(arguments), **environment)
    need(code == 0 and 'not ok' not in out, 'a right system fails (%s): %s %s' % (code, out[:700], err[:700]))
    return out


def headers(args, folder):
    """Each header of the runtime compiles by itself."""
    for name in sorted(os.listdir(os.path.join(folder, 'seqcheck'))):
        path = os.path.join(folder, 'alone.c')
        with open(path, 'w') as f:
            f.write('#define _GNU_SOURCE 1\n#include "seqcheck/%s"\nint main(void) { return 0; }\n' % name)
        compile_c(args, folder, path, os.path.join(folder, 'alone.o'), WARNINGS + ['-Wshadow', '-Wstrict-prototypes'])


def one_model(args, model):
    with tempfile.TemporaryDirectory() as folder:
        criterion = 'transitions' if os.path.basename(model) in ('booking.model', 'items.model', 'lru.model') and 'bench' not in model else 'outcomes'
        program = build(args, model, folder, ['--criterion', criterion])
        headers(args, folder)
        first = open(os.path.join(folder, 'made_tests.c'), 'rb').read()
        out = passes(program)
        need(re.search(r'^ok \d+ - \w+$', out, re.M) or 'SKIP' in out, 'no sequence ran: ' + out[:200])
        passes(program, FAKE_MAY='3')
        passes(program, ['--walks', '20', '--steps', '15', '--seed', '4'])
        passes(program, ['--walks', '20', '--steps', '15', '--seed', '5'], FAKE_MAY='8')
        code, out, _ = run([os.path.join(folder, 'stub'), '--no-shrink'])
        need(code == 1 or '1..0' in out or not re.search(r'of [1-9]', out), 'the stub passes')
        code, _, err = run([args.binary, 'generate', 'c', model, '-o', folder, '--prefix', 'made', '--anyway', '--max-states', str(MOST_STATES),
                            '--criterion', criterion])
        need(code in (0, 3) and first == open(os.path.join(folder, 'made_tests.c'), 'rb').read(), 'made twice, it differs')


def models_below(paths):
    files = []
    for path in paths:
        files += [path] if path.endswith('.model') else [os.path.join(d, n) for d, _, names in os.walk(path) for n in names if n.endswith('.model')]
    return sorted(files)


def each_model(args, files, check):
    """How many are bad, each told, and how many were left out (check gives 'skip')."""
    def guarded(file):
        try:
            return check(args, file)
        except Wrong as wrong:
            return str(wrong)
    bad = skipped = 0
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for file, found in zip(files, pool.map(guarded, files)):
            skipped += found == 'skip'
            if found and found != 'skip':
                bad += 1
                print('%s: %s' % (os.path.basename(file), found), flush=True)
    return bad, skipped


def command_models(args):
    files = models_below(args.paths)
    bad, _ = each_model(args, files, one_model)
    print('%d models, %d bad' % (len(files), bad))
    return bad == 0 and len(files) > 0


def small_model(args, model):
    """A model of one construct, or a random one: the system that is the model passes. Left out: models without a start, and those with parameters that
    may be absent slots, whose handles say nothing, so that fake.h cannot know which slot is meant."""
    text = open(model, encoding='utf-8', errors='replace').read()
    pools = '|'.join(re.findall(r'^resource (\w+)', text, re.M)) or '-'
    heads = ' '.join(re.findall(r'^(?:\w+ )?(?:action|init) \w*\(.*?\)', text, re.M))
    if re.search(r':\s*\w+\s+(\w+\|)*absent\b', heads) or re.search(r'\b(%s)\?|of (%s)\b' % (pools, pools), heads):
        return 'skip'
    with tempfile.TemporaryDirectory() as folder:
        try:
            program = build(args, model, folder)
        except Wrong as wrong:
            if 'generate ended with 2' in str(wrong):
                return 'skip'
            raise
        passes(program)
        passes(program, ['--walks', '10', '--steps', '12', '--seed', '4'], FAKE_MAY='5')


def command_small(args):
    with tempfile.TemporaryDirectory() as folder:
        files = models_below(args.paths)
        sys.path.insert(0, os.path.join(HERE, '..', 'oracle'))
        import generate
        for seed in range(args.seed, args.seed + args.count):
            files.append(os.path.join(folder, 'seed_%d.model' % seed))
            with open(files[-1], 'w', encoding='utf-8') as f:
                f.write(generate.model(seed))
        bad, skipped = each_model(args, files, small_model)
    print('%d models, %d bad, %d left out' % (len(files), bad, skipped))
    return bad == 0 and len(files) > skipped


# FAKE_WRONG, what the failure says, the shortest sequence.
BOOKING = [
    ('outcome:book', 'expected created, observed conflict', 'book(0, 1)'),
    ('outcome:cancel', 'expected done, observed refused', 'book(0, 1); cancel(Booking#0)'),
    ('observe:confirmed_bookings', 'observe confirmed_bookings: a handle of no known Booking (id 0)', ''),
    ('handle', 'gave the handle of Booking#0 (id 1), which still exists, to a new Booking', 'book(0, 1); book(1, 1)'),
    ('crash:cancel', 'ended by signal 6 (Aborted) in this step', 'book(0, 1); cancel(Booking#0)'),
    ('hang:cancel', 'no answer within 1 s in this step', 'book(0, 1); cancel(Booking#0)'),
    ('exit:book', 'its process ended with status 3 in this step', 'book(0, 1)'),
    ('crash:teardown', 'ended by signal 6 (Aborted) in the teardown', ''),
    ('crash:reset', 'ended by signal 6 (Aborted) in the reset', ''),
]
LRU = [
    ('value:get', 'expected to return none, returned ', 'get(0)'),
    ('outcome:put', 'expected ', 'put(0, 0)'),
]


def find_wrong(args, program, wrong, message, shortest):
    slow = wrong.startswith('hang')
    code, out, err = run([program, '--timeout', '1' if slow else '20'], wrong=wrong)
    need(code == 1, '%s: exit %s instead of 1: %s %s' % (wrong, code, out[:500], err[:300]))
    need(message in out, '%s: does not say "%s": %s' % (wrong, message, out[:900]))
    replays = re.findall(r"^# replay: \./made_tests --replay '(.*)'$", out, re.M)
    need(shortest in replays, '%s: shrunk to %s, not to "%s"' % (wrong, replays, shortest))
    if shortest:
        code, again, _ = run([program, '--timeout', '1' if slow else '20', '--replay', shortest], wrong=wrong)
        need(code == 1 and message in again, '%s: its replay does not fail' % wrong)
        passes(program, ['--replay', shortest])


def junit(program, folder):
    path = os.path.join(folder, 'junit.xml')
    code, out, _ = run([program], wrong='outcome:cancel', SEQCHECK_JUNIT=path)
    need(code == 1, 'junit: exit %s' % code)
    import xml.etree.ElementTree as tree
    suite = tree.parse(path).getroot()
    need(int(suite.get('tests')) == len(suite.findall('testcase')) and int(suite.get('failures')) == len(suite.findall('testcase/failure')) > 0,
         'junit: the numbers do not fit')
    code, _, err = run([program], SEQCHECK_JUNIT=os.path.join(folder, 'nowhere', 'junit.xml'))
    need(code == 4 and 'cannot be written' in err, 'junit that cannot be written: exit %s' % code)


def command_line(program):
    for words, says in [(['--walks', '0'], 'whole number'), (['--walks'], 'whole number'), (['--walks', '1x'], 'whole number'), (['--seed', '-1'], 'whole number'),
                        (['--steps', '99999999999999999999'], 'whole number'), (['--nothing'], 'no such option'), (['nobody'], 'no sequence'), (['--replay'], 'missing'),
                        (['--only', 'x*'], 'no sequence'), (['--replay', 'nothing()'], 'no action'), (['--replay', 'book(0)'], 'length is missing'),
                        (['--replay', 'book(9, 1)'], 'a number of 0..3'), (['--replay', 'book(0, 1'], 'needed'), (['--replay', 'book(0, 1) wrong'], 'no outcome'),
                        (['--replay', 'cancel(Booking#7)'], 'a slot such as Booking#0'), (['--replay', 'book(0, 1, 2)'], 'too many'),
                        (['--replay', 'book(start: 0, start: 1)'], 'twice'), (['--replay', 'book(0, 1), book(0, 1)'], '`;` is needed')]:
        code, out, err = run([program] + words)
        need(code == 2 and says in err and not out, '%s: exit %s, %s' % (words, code, err[:300]))
    out = passes(program, ['--replay', 'book(length: 1, start: 0) created; book(0,1) conflict; cancel(#0)\ncancel(0) refused;'])
    need('ok 1' in out, 'replay does not run')
    code, out, _ = run([program, '--replay', 'cancel(0)'])
    need(code == 0 and 'SKIP inconclusive: cancel(Booking\\#0) is not possible here' in out, 'a step that the model has not: ' + out[:300])
    code, names, _ = run([program, '--list'])
    need(code == 0 and names.count('\n') > 1, '--list')
    name = names.split('\n')[0]
    out = passes(program, [name])
    need(out.count('ok ') == 1 and name in out, 'one name: ' + out[:300])
    need(passes(program, ['--only', name[:8] + '*']).count('\nok ') >= 1, 'a glob')
    need('usage:' in run([program, '--help'])[1], '--help')
    passes(program, ['--no-fork'])
    out = passes(program, ['--walks', '30', '--steps', '12', '--seed', '7'])
    need(out == passes(program, ['--walks', '30', '--steps', '12', '--seed', '7']), 'the same seed walks elsewhere')
    need(re.search(r'^# book +created +[1-9]', out, re.M) and 'not offered by the model' in out, 'no statistics: ' + out[:400])


def command_wrong(args):
    models = args.paths[0]
    with tempfile.TemporaryDirectory() as folder:
        booking = build(args, os.path.join(models, 'booking.model'), os.path.join(folder, 'b'), ['--criterion', 'pairs', '--max-steps', '6'])
        for row in BOOKING:
            find_wrong(args, booking, *row)
        for wrong in ('reset', 'environment:book'):
            code, out, _ = run([booking], wrong=wrong)
            need(code == 4 and 'severity: environment' in out, '%s: exit %s: %s' % (wrong, code, out[:300]))
        code, out, _ = run([booking, '--walks', '50'], wrong='outcome:cancel')
        need(code == 1 and "replay: ./made_tests --replay 'book(0, 1); cancel(Booking#0)'" in out, 'walks do not find it: ' + out[:500])
        command_line(booking)
        junit(booking, folder)
        lru = build(args, os.path.join(models, 'lru.model'), os.path.join(folder, 'l'), ['--criterion', 'pairs'])
        for made in ('b', 'l'): # compilers warn of more when they look closer
            for level in ('-O2', '-O3'):
                compile_c(args, os.path.join(folder, made), os.path.join(folder, made, 'made_tests.c'), os.path.join(folder, 'close.o'), WARNINGS + [level, '-Wshadow'])
        for row in LRU:
            find_wrong(args, lru, *row)
    print('%d ways of being wrong found' % (len(BOOKING) + len(LRU) + 3))
    return True


def pkg(*words):
    code, out, _ = run(['pkg-config'] + list(words))
    return shlex.split(out) if code == 0 else None


def command_frameworks(args):
    models, tried = args.paths[0], 0
    for name, package in (('cmocka', 'cmocka'), ('check', 'check'), ('glib', 'glib-2.0')):
        libraries = pkg('--cflags', '--libs', package)
        need(libraries is not None, '%s is not installed' % package)
        with tempfile.TemporaryDirectory() as folder:
            program = build(args, os.path.join(models, 'booking.model'), folder, ['--framework', name, '--criterion', 'pairs', '--max-steps', '5'], libraries)
            code, out, err = run([program])
            need(code == 0, '%s: a right system fails: %s %s' % (name, out[-500:], err[-500:]))
            code, out, err = run([program], wrong='outcome:cancel')
            need(code != 0 and 'expected done, observed refused' in out + err, '%s: exit %s, %s' % (name, code, (out + err)[-700:]))
            need("--replay 'book(0, 1); cancel(Booking#0)'" in out + err, '%s: does not show the shortest' % name)
            sequence = re.search(r'\{"(\w+)", 0', open(os.path.join(folder, 'made_tests.c')).read()).group(1)
            code, out, err = run([program] + (['-p', '/made/' + sequence] if name == 'glib' else [sequence]))
            need(code == 0 and (out + err).count(sequence) + out.count('100%: Checks: 1') >= 1, '%s: one by name: %s' % (name, (out + err)[:300]))
            need('walks of up to' in passes(program, ['--walks', '5']), '%s: walks' % name)
            tried += 1
    with tempfile.TemporaryDirectory() as folder:
        build(args, os.path.join(models, 'booking.model'), os.path.join(folder, 'made'))
        shutil.copy(os.path.join(HERE, 'fake.h'), folder)
        with open(os.path.join(folder, 'Makefile'), 'w') as f:
            f.write('MADE_ADAPTER = made/fake.c\nCPPFLAGS = -I.\nCFLAGS = %s\ninclude made/made_tests.mk\n' % args.flags)
        code, _, err = run(['make', '-C', folder, 'made_tests', 'CC=' + args.cc])
        need(code == 0, 'make: ' + err[-500:])
        passes(os.path.join(folder, 'made_tests'))
        with open(os.path.join(folder, 'CMakeLists.txt'), 'w') as f:
            f.write('cmake_minimum_required(VERSION 3.25)\nproject(tried C)\nenable_testing()\ninclude(made/made_tests.cmake)\n'
                    'made_add_tests(tried_tests made/fake.c)\ntarget_include_directories(tried_tests PRIVATE .)\n')
        for command in (['cmake', '-S', folder, '-B', folder + '/build', '-DCMAKE_C_COMPILER=' + args.cc], ['cmake', '--build', folder + '/build'],
                        ['ctest', '--test-dir', folder + '/build']):
            code, out, err = run(command)
            need(code == 0, '%s: %s' % (command[0], (out + err)[-500:]))
    print('%d frameworks, make and CMake' % tried)
    return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('binary')
    parser.add_argument('what', choices=['models', 'small', 'wrong', 'frameworks'])
    parser.add_argument('paths', nargs='+')
    parser.add_argument('--cc', default='gcc')
    parser.add_argument('--flags', default='')
    parser.add_argument('--count', type=int, default=0)
    parser.add_argument('--from', dest='seed', type=int, default=1)
    parser.add_argument('--jobs', type=int, default=2)
    args = parser.parse_args()
    try:
        return 0 if {'models': command_models, 'small': command_small, 'wrong': command_wrong, 'frameworks': command_frameworks}[args.what](args) else 1
    except Wrong as wrong:
        print(wrong)
        return 1


sys.exit(main())
