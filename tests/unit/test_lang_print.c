/* The printer: what it prints parses again, and printing that gives the same bytes; as few parentheses as can be; each
 * way to write things. */
#include <glib.h>
#include <string.h>

#include "base/diag_render.h"
#include "lang/parse.h"
#include "lang/print.h"

static char *print_text(const char *name, const char *text, size_t length) {
  Arena *arena = arena_new();
  Names *names = names_new();
  Source *source = source_new(name, text, length);
  Diags *diags = diags_new(source);
  GString *out = g_string_new(NULL);
  print_model(parse_model(arena, names, source, diags), out);
  if (diags_errors(diags) > 0) {
    GString *faults = g_string_new(NULL);
    diag_render_text(diags, false, faults);
    g_error("%s\nof\n%s", faults->str, text);
  }
  diags_free(diags);
  source_free(source);
  names_free(names);
  arena_free(arena);
  return g_string_free(out, FALSE);
}

static void same_twice(const char *name, const char *text) {
  g_autofree char *once = print_text(name, text, strlen(text));
  g_autofree char *twice = print_text(name, once, strlen(once));
  g_assert_cmpstr(once, ==, twice);
}

static void test_corpus(void) {
  g_autofree char *folder = g_build_filename(TEST_SOURCE_DIR, "models", NULL);
  GDir *dir = g_dir_open(folder, 0, NULL);
  g_assert_nonnull(dir);
  const char *name;
  while ((name = g_dir_read_name(dir)) != NULL) {
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autofree char *text = NULL;
    if (!g_str_has_suffix(name, ".model")) {
      continue;
    }
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    same_twice(name, text);
  }
  g_dir_close(dir);
}

/* Expressions in their canonical spelling: they come out as they went in. */
static void test_expressions(void) {
  static const char *const plain[] = {
      "a <=> b => c or d and not e == f",
      "(a => b) => c",
      "a => b => c",
      "a <=> b <=> c",
      "a - (b - c) - d",
      "a * (b + c) / d % e & f",
      "-a - -b",
      "-(a + b)",
      "-(-a)",
      "-9223372036854775808 < x",
      "not (a and b)",
      "not not a",
      "(a == b) == c",
      "a == (not b)",
      "(not a) == b",
      "(forall x: T : p) and q",
      "p and forall x: T : q",
      "not exists x: T where c",
      "exists x: T : (exists y: T) and p",
      "forall x: T where (exists y: T : p) : q",
      "forall x: 0..N-1, y in s + t, z in (if a then s else t) : x == y",
      "(if a then b else c) + 1",
      "1 + if a then b else c",
      "if a then if b then 1 else 2 else 3",
      "{} == { a, b }",
      "{ (x in s) }",
      "{ (x in s and p) }",
      "{ x in s where p }",
      "{ x: T }",
      "{ x + 1 for x: T where p }",
      "{ (y in s) for y: T }",
      "[] + [a, b] + [x in q where p]",
      "[(x in s)]",
      "sum(x: T where (exists y: T) : x)",
      "count(x: T where exists y: T)",
      "min(a, b) + max(x: T : x) + the(x: T where p)",
      "f(exists x: T : p)",
      "m[k].f[0] in s",
      "x is live|held and old(x is live)",
      "x is absent",
      "(a in s) == (b in t)",
      "size(s) <= 3",
  };
  for (size_t i = 0; i < G_N_ELEMENTS(plain); i++) {
    Arena *arena = arena_new();
    Names *names = names_new();
    Source *source = source_new("e", plain[i], strlen(plain[i]));
    Diags *diags = diags_new(source);
    GString *out = g_string_new(NULL);
    Expr *expr = parse_expression(arena, names, source, diags);
    if (diags_errors(diags) == 0) {
      print_expr(expr, out);
      g_assert_cmpstr(out->str, ==, plain[i]);
    } else {
      GString *faults = g_string_new(NULL);
      diag_render_text(diags, false, faults);
      g_test_message("%s", faults->str);
      g_string_free(faults, TRUE);
      g_test_fail();
    }
    g_string_free(out, TRUE);
    diags_free(diags);
    source_free(source);
    names_free(names);
    arena_free(arena);
  }
}

static const char everything[] =
    "model everything\n"
    "secret KEY\n"
    "service billing \"billing.yaml\"\n"
    "every request query { \"v\": 1 } header \"Authorization\" \"Bearer {KEY}\" cookie \"a\" \"b\"\n"
    "interchangeable type Id = 0..3  interchangeable enum Color { red, green }\n"
    "enum Name { short = \"a\", odd = \"q\\\"\\\\\\n\\t{{}\\u{7}ž\", seven = 7 }\n"
    "type Deep = map Id to seq[2] of 0..3?\n"
    "token session token idem[Id] = unique \"key-{n}\"\n"
    "resource Item[2] { states live = \"LIVE\", gone size: 0..2 = 1 owner: Id? token etag token part[Id] }\n"
    "var seen: set of Id var last: Item?\n"
    "fn f(a: int, b: Item live|gone): bool = a > 0 and b is live\n"
    "proc p(i: Item) { i.size = 0 respond 200 }\n"
    "init { new i: Item live new j: Item gone { size = 1, owner }\n GET \"/items\" respond 200 [ for k: Item : k.id ] "
    "}\n"
    "init big(n: 0..1) { when n > 0 seen = {} }\n"
    "action a(i: Item live -> gone, n: Name) \"do {n}\" {\n when n == short when true\n"
    " PUT \"/items/{i.id}/{ {1} }/{i.size + 8:02}\" query { \"x\": n } { \"a\": { \"b\": [ 1, -2, 1.5e3, null, true ] "
    "}, \"c\": if n == short then \"s\" else {} "
    "} header \"If-Match\" \"{i.etag}\" cookie \"c\" \"d\"\n"
    " i.size = 2 seen = { x in seen where x > 1 } for x in seen { add(seen, x) } if true { } else if false { renew "
    "i.etag } else { remove(seen, 1) p(i) }\n"
    " let z = 1 ensure old(i.size) <= z returns z respond 200|201 exactly { \"a\": any string, \"b\": any } header "
    "\"ETag\" \"{i.etag}\"\n"
    " otherwise { ensure true respond 404 } }\n"
    "action b(k: Id) { POST \"/form\" form { \"k\": k } may outcome x when k == 0 when k < 1 { respond 429 } outcome y "
    "returns true otherwise nope }\n"
    "action c() { POST \"/t\" text \"hi {session}\" otherwise respond 409 }\n"
    "action d() { POST \"/t\" file \"x.bin\" respond 200 unordered [ for i: Item live, k in seen where k > 1 : { "
    "\"id\": i.id } ] }\n"
    "action e() { call billing.pay { \"n\": ([1] + [2]) } respond 200 text \"ok\" }\n"
    "manual action m(i: Item) \"ask {i.id}\"\n"
    "event action w(i: Item) { wait 90 s }\n"
    "event action r(i: Item) { receives POST \"/hook\" { \"i\": i.id } within 10 s signed by KEY header \"X-S\" "
    "respond 204 }\n"
    "invariant named \"a \\\"message\\\" {{\": forall i: Item live : i.size >= 0\n"
    "step invariant st on a, b: old(size(seen)) <= size(seen)\n"
    "reach some: exists i: Item gone always reach again: true final false\n"
    "view v = (exists i: Item), size(seen)\n"
    "observe o: { i: Item live } GET \"/items\" respond 200 unordered [ for i: Item live : i.id ] paged by cursor "
    "\"$.next\" each 10 steps within 1500 ms\n"
    "observe q: seen\n"
    "teardown { for i: Item live where i.size > 0 { DELETE \"/items/{i.id}\" respond 200|404 i -> gone } ensure true "
    "}\n";

static void test_everything(void) {
  same_twice("everything", everything);
}

static void test_words(void) {
  static const char *const wanted[] = {"otherwise refused respond 409",
                                       "wait 90 s",
                                       "within 1500 ms",
                                       "within 10 s",
                                       "{ { 1 } }",
                                       ":02}",
                                       "\\u{7}ž",
                                       "{{",
                                       "otherwise nope",
                                       "exactly { \"a\": any string, \"b\": any }",
                                       "query { \"v\": 1 } header",
                                       "else if false {",
                                       "1.5e3"};
  g_autofree char *text = print_text("everything", everything, strlen(everything));
  for (size_t i = 0; i < G_N_ELEMENTS(wanted); i++) {
    if (strstr(text, wanted[i]) == NULL) {
      g_test_message("no `%s` in\n%s", wanted[i], text);
      g_test_fail();
    }
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/print/corpus", test_corpus);
  g_test_add_func("/print/expressions", test_expressions);
  g_test_add_func("/print/everything", test_everything);
  g_test_add_func("/print/words", test_words);
  return g_test_run();
}
