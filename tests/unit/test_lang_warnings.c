/* The warnings: which models draw which, and above all which draw none. */
#include <glib.h>
#include <string.h>

#include "base/diag_render.h"
#include "lang/check.h"
#include "lang/parse.h"

typedef struct Case {
  const char *text;
  const char *codes;
} Case;

/* All codes, errors too, in the order of places; the rendering for a message. */
static char *codes_of(const char *name, const char *text, GString *rendering) {
  Arena *arena = arena_new();
  Names *names = names_new();
  Source *source = source_new(name, text, strlen(text));
  Diags *diags = diags_new(source);
  check_model(arena, names, parse_model(arena, names, source, diags), NULL, 0, diags);
  GString *codes = g_string_new(NULL);
  const GPtrArray *sorted = diags_sorted(diags);
  for (guint i = 0; i < sorted->len; i++) {
    const Diag *diag = sorted->pdata[i];
    g_string_append_printf(codes, "%s%s", i > 0 ? " " : "", diag_code_name(diag->code));
  }
  diag_render_text(diags, false, rendering);
  diags_free(diags);
  source_free(source);
  names_free(names);
  arena_free(arena);
  return g_string_free(codes, FALSE);
}

static void expect(const char *name, const char *text, const char *wanted) {
  GString *rendering = g_string_new(NULL);
  g_autofree char *codes = codes_of(name, text, rendering);
  if (strcmp(codes, wanted) != 0) {
    g_test_message("%s: wanted `%s`, got `%s`\n%s", text, wanted, codes, rendering->str);
    g_test_fail();
  }
  g_string_free(rendering, TRUE);
}

static void run(const Case *cases, size_t count) {
  for (size_t i = 0; i < count; i++) {
    g_autofree char *text = g_strconcat("model m\n", cases[i].text, "\n", NULL);
    expect("case", text, cases[i].codes);
  }
}

/* The corpus is made of models that people wrote with care: a warning there is a false one. */
static void test_corpus(void) {
  g_autofree char *folder = g_build_filename(TEST_SOURCE_DIR, "models", NULL);
  GDir *dir = g_dir_open(folder, 0, NULL);
  g_assert_nonnull(dir);
  const char *name;
  while ((name = g_dir_read_name(dir)) != NULL) {
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_autofree char *text = NULL;
    if (g_str_has_suffix(name, ".model")) {
      g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
      expect(name, text, strcmp(name, "oauth.model") == 0 ? "SQ0501" : ""); /* its CLIENT_SECRET is indeed unused */
    }
  }
  g_dir_close(dir);
}

static void test_unused(void) {
  static const Case cases[] = {
      {"const A = 1 const B = A + 1 type T = 0..B var t: T invariant i: t >= 0", ""},
      {"const A = 1 const B = A + 1", "SQ0501"},
      {"const _A = 1", ""},
      {"type T = bool enum E { a } fn f(): int = 1 proc p() { } token t secret s service v \"x\"",
       "SQ0501 SQ0501 SQ0501 SQ0501 SQ0501 SQ0501 SQ0501"},
      {"enum E { a, b } invariant i: E.a != E.b", ""},
      {"enum E { a, b } var e: E invariant i: e == a", ""},
      {"var v: bool", "SQ0501"},
      {"var v: bool action a() { v = true }", "SQ0503"},
      {"var v: bool observe o: v", ""},
      {"var v: set of 0..1 action a() { add(v, 1) }", "SQ0503"},
      {"var v: map 0..1 to 0..1 action a(k: 0..1) { v[k] = k }", "SQ0503"},
      {"var q: seq[2] of 0..1 action a() { drop_first(q) } view w = q", ""},
      {"action a(x: 0..1, _y: 0..1) { }", "SQ0502"},
      {"fn f(x: int): int = 1 invariant i: f(1) == 1", "SQ0502"},
      {"proc p(x: 0..1) { } action a() { p(1) }", "SQ0502"},
      {"init z(x: 0..1) { }", "SQ0502"},
      {"var v: bool invariant i: v action a() { let x = 1 v = true }", "SQ0501"},
      {"invariant i: forall x: 0..1 : true", ""},
      {"secret S event action e() { receives POST \"/x\" {} signed by S header \"X\" respond 204 }", ""},
  };
  run(cases, G_N_ELEMENTS(cases));
}

static void test_states(void) {
  static const Case cases[] = {
      {"resource R[1] { states a }", "SQ0508"},
      {"resource R[1] { states a, b } action n() { new r: R a }", "SQ0507"},
      {"resource R[1] { states a, b } action n() { new r: R a } action m(r: R -> b)", ""},
      {"resource R[1] { states a, b } action n() { new r: R a } action m(r: R) { r -> b }", ""},
      {"resource R[1] { states a, _b f: bool } action n() { new r: R a { f = true } }", "SQ0504"},
      {"resource R[1] { states a f: bool } action n() { new r: R a { f = true } } view v = count(r: R where r.f)", ""},
      {"resource R[1] { states a token t } init { new r: R a }", "SQ0501"},
  };
  run(cases, G_N_ELEMENTS(cases));
}

static void test_outcomes(void) {
  static const Case cases[] = {
      {"var v: bool invariant i: v action a() { outcome x when v outcome y }", ""},
      {"var v: bool invariant i: v action a() { outcome x outcome y when v }", "SQ0505"},
      {"var v: bool invariant i: v action a() { outcome x may outcome y when v }", ""},
      {"action a() { outcome x when 1 > 2 outcome y }", "SQ0505"},
      {"const ON = 0 action a() { outcome x when ON == 1 outcome y }", ""},
      {"action a() { when false }", "SQ0506"},
      {"var v: bool action a() { when v and (1 > 2 and not v) }", "SQ0506"},
      {"const ON = 0 action a() { when ON == 1 }", ""},
  };
  run(cases, G_N_ELEMENTS(cases));
}

static void test_alike(void) {
  static const Case cases[] = {
      {"var v: 0..3 view w = v action a() { may outcome x { v = 1 } outcome y { v = 2 } }", "SQ0509"},
      {"var v: 0..3 view w = v action a() { may outcome x { v = 1 } may outcome y { v = 2 } }", "SQ0509"},
      {"var v: 0..3 view w = v action a() { may outcome x { v = 1 } outcome y { v = 1 } }", ""},
      {"var v: 0..3 view w = v action a() { outcome x when v == 0 { v = 1 } outcome y { v = 2 } }", ""},
      {"var v: 0..3 view w = v action a() { POST \"/x\" may outcome x { v = 1 respond 200 } outcome y { v = 2 respond "
       "202 } }",
       ""},
      {"var v: 0..3 view w = v action a() { POST \"/x\" may outcome x { v = 1 } outcome y { v = 2 } respond 200 }",
       "SQ0509"},
      {"var v: 0..3 view w = v action a() { POST \"/x\" may outcome x { v = 1 } outcome y { v = 2 } respond 200 { "
       "\"v\": v } }",
       "SQ0509"},
      {"var v: 0..3 view w = v action a() { may outcome x { v = 1 returns 1 } outcome y { v = 2 returns 2 } }", ""},
      {"var v: 0..3 view w = v action a() { may outcome x when v == 0 { v = 1 } outcome y when v == 1 { v = 2 } }", ""},
      {"var v: 0..3 view w = v action a() { may outcome x when v < 1 { v = 1 } outcome y when not (v < 1) { v = 2 } }",
       ""},
      {"var v: 0..3 view w = v action a() { may outcome x when v < 1 { v = 1 } outcome y when v >= 1 { v = 2 } }", ""},
      {"var v: 0..3 view w = v action a() { may outcome x when v < 1 { v = 1 } outcome z when v < 1 { v = 1 } outcome "
       "y { v = 2 } }",
       ""},
      {"var v: 0..3 view w = v event action a() { may outcome x { v = 1 } outcome y { v = 2 } }", ""},
  };
  run(cases, G_N_ELEMENTS(cases));
}

static void test_requests(void) {
  static const Case cases[] = {
      {"action a() { GET \"/x\" { \"a\": 1 } respond 200 }", "SQ0511"},
      {"action a() { DELETE \"/x\" { \"a\": 1 } respond 200 }", ""},
      {"action a() { DELETE \"/x\" respond 204 { \"a\": 1 } }", "SQ0511"},
      {"action a() { DELETE \"/x\" respond 200|204 { \"a\": 1 } }", ""},
      {"action a() { POST \"/x\" }", "SQ0510"},
      {"action a() { POST \"/x\" outcome o { respond 200 } }", ""},
      {"proc p() { respond 200 } action a() { POST \"/x\" p() }", ""},
      {"action a() { POST \"/x\" respond 200 } action b() { }", "SQ0512"},
      {"action a() { POST \"/x\" respond 200 } event action b() { } manual action c() { }", ""},
      {"action a() { POST \"/x\" respond 200 } action b() { respond 200 }", ""},
      {"action a() { } action b() { }", ""},
      {"action a() { POST \"/x\" respond 200 } action b() { } action c() { }", ""},
  };
  run(cases, G_N_ELEMENTS(cases));
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/warnings/corpus", test_corpus);
  g_test_add_func("/warnings/unused", test_unused);
  g_test_add_func("/warnings/states", test_states);
  g_test_add_func("/warnings/outcomes", test_outcomes);
  g_test_add_func("/warnings/alike", test_alike);
  g_test_add_func("/warnings/requests", test_requests);
  return g_test_run();
}
