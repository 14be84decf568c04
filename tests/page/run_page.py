#!/usr/bin/env python3
"""`explore --html` in a browser: the page loads from disk without an error on its console, the slider, the pictures, the walk and the search work, and
no text of a model becomes markup. Chromium runs headless; driver.js uses the page and leaves what it saw in it.

usage: run_page.py BINARY MODELS        Exit 0: all as it should be."""
import html, json, os, re, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
WATCH = ('<script>window.pageErrors = []; window.addEventListener("error", (e) => pageErrors.push(String(e.message)));'
         'document.addEventListener("securitypolicyviolation", (e) => pageErrors.push("policy: " + e.blockedURI));'
         'console.error = (...words) => pageErrors.push(words.join(" "));</script>')
HOSTILE = '''model hostile
enum E { a = "</script><img src=x onerror='window.injected = 1'>", b }
resource R[2] { states s, t  e: E }
var n: 0..2 = 0
action make(e: E) { when n < 2  new r: R s { e }  n = n + 1 }
action go(r: R s -> t) {}
invariant never "</script><script>window.injected = 1</script><img src=x onerror='window.injected = 1'> & \\"quotes\\"": n < 2
view all = { r: R where r.e == E.a }, if n < 1 then 1 else 2
'''


def look(binary, model, folder, command=('explore',)):
    page = os.path.join(folder, 'page.html')
    done = subprocess.run([binary, command[0], model, '--html', page] + list(command[1:]), capture_output=True, timeout=120)
    if done.returncode not in (0, 1):
        sys.exit('%s: explore ended with %s: %s' % (model, done.returncode, done.stderr.decode()[:300]))
    text = open(page, encoding='utf-8').read()
    for outside in re.findall(r'(?:src|href)="([^"#][^"]*)"', text):
        sys.exit('%s: the page asks for %s' % (model, outside))
    driver = open(os.path.join(HERE, 'driver.js'), encoding='utf-8').read()
    text = text.replace('</head>', WATCH + '</head>', 1)
    cut = text.rindex('</body>')
    with open(page, 'w', encoding='utf-8') as f:
        f.write(text[:cut] + '<script>' + driver + '</script>' + text[cut:])
    done = subprocess.run(['chromium', '--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--user-data-dir=' + folder + '/profile', '--virtual-time-budget=4000',
                           '--dump-dom', 'file://' + page], capture_output=True, timeout=120)
    found = re.search(r'<pre id="driver">(.*?)</pre>', done.stdout.decode('utf-8', 'replace'), re.S)
    if not found:
        sys.exit('%s: the page was not used to its end: %s' % (model, done.stdout.decode('utf-8', 'replace')[-300:]))
    return json.loads(html.unescape(found.group(1)))


def need(seen, condition, what):
    if not condition:
        sys.exit('%s: %s' % (what, json.dumps(seen)[:1500]))


def every_page(seen):
    need(seen, seen['errors'] == [], 'the console has errors')
    need(seen, seen['injected'] and seen['images'] == 0, 'something of the model became markup')
    need(seen, 'zoom' not in seen or all(seen['zoom']), 'zooming by keys')


def main():
    binary, models = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder:
        seen = look(binary, os.path.join(models, 'booking_any_all.model'), folder)
        every_page(seen)
        need(seen, seen['messages'] == ['two confirmed bookings share an hour'] and 'broken' in seen['contracts'], 'the violation')
        need(seen, any(line.startswith('Booking#2') for line in seen['last']) and len(seen['first']) == 1 and seen['current'] == ['init'], 'the slider')
        need(seen, seen['clicked'] == ['1', 'book(start: 0, length: 1)  created'], 'a step that is clicked')
        need(seen, seen['pictures'] == 2 and 'Walk' in seen['parts'], 'pictures and a walk')
        seen = look(binary, os.path.join(models, 'items.model'), folder)
        every_page(seen)
        need(seen, 'messages' not in seen and seen['contracts'] == ['holds'] * 2 and seen['actions'] == 7, 'verdicts and actions')
        need(seen, seen['steps'] == ['create(short)', 'create(unicode)', 'create(long)'], 'what can happen first')
        need(seen, seen['walked'][0] and seen['walked'][1] == 'create(short)' and seen['walked'][2] == 'BUTTON' and seen['back'], 'the walk')
        need(seen, seen['nothing'] == 0 and seen['found'] > 0 and 'jumped' in seen, 'the search')
        hostile = os.path.join(folder, 'hostile.model')
        with open(hostile, 'w', encoding='utf-8') as f:
            f.write(HOSTILE)
        seen = look(binary, hostile, folder)
        every_page(seen)
        need(seen, seen['messages'][0].startswith('</script><script>'), 'the message as text')
        seen = look(binary, os.path.join(models, 'bench', 'phil.model'), folder)
        every_page(seen)
        seen = look(binary, os.path.join(models, 'items.model'), folder, ('cover', '--criterion', 'pairs'))
        every_page(seen)
        need(seen, 'Sequences' in seen['parts'] and [row.split('|') for row in seen['coverage']][:2] == [['pairs', '49', '49'], ['outcomes', '7', '7']] and
             len(seen['sequences']) == 4 and seen['sequences'][0].endswith('steps)'), 'the coverage of a suite')
    print('5 pages used')


main()
