/* The checker, case by case: a model and the codes that it must give, in order of place; "" for a model that is right.
 */
#include <glib.h>
#include <string.h>

#include "base/diag.h"
#include "lang/check.h"
#include "lang/parse.h"

typedef struct Case {
  const char *what;
  const char *text; /* after `model m` */
  const char *codes;
} Case;

#define SHOP                                                                                                           \
  "resource Item[2] { states live, sold  price: 0..9 = 1  next: Item? = none  token etag }\n"                          \
  "enum Lamp { off, on }\nenum Alarm { off, ringing }\n"                                                               \
  "var n: 0..9 = 0  var lamp: Lamp = off  var s: set of 0..9 = {}  var q: seq[3] of 0..9 = []\n"                       \
  "var m: map 0..2 to 0..9 = 0  var o: Item? = none  var b: bool = false  fn twice(x: int): int = x + x\n"

#define ACTION(body) SHOP "action a(i: Item, k: 0..2) { " body " }\n"
#define CONTRACT(expr) SHOP "invariant x: " expr "\n"

static const Case cases[] = {
    /* names */
    {"types and values are apart", "const Item = 1 enum E { Item } resource Item[Item] { states live } action Item()",
     ""},
    {"an action and a contract share names", "action a()\ninvariant a: true", "0103"},
    {"a view and an observe share names", "view v = 1\nobserve v: 1", "0103"},
    {"members twice", "enum E { a, b, a }", "0103"},
    {"a field and a token", "resource R[1] { states s  f: bool  token f }", "0103"},
    {"a field may have a state's name", "resource R[1] { states s  s: bool = true } action a() { new r: R s }", ""},
    {"outcomes twice", ACTION("outcome x when b outcome x"), "0103"},
    {"otherwise takes `refused`", ACTION("when b outcome refused otherwise"), "0103"},
    {"otherwise named", ACTION("when b outcome refused otherwise no"), ""},
    {"a parameter like a var", SHOP "action a(n: 0..1) { b = true }", "0104"},
    {"a parameter like an action", SHOP "action a(a: 0..1) { n = a }", ""},
    {"a let like a parameter", ACTION("let k = 1 n = k"), "0104"},
    {"lets in two branches", ACTION("if b { let z = 1 n = z } else { let z = 2 n = z }"), ""},
    {"a let is gone after its block", ACTION("if b { let z = 1 n = z } n = z"), "0101"},
    {"binders one after the other", CONTRACT("(forall z: 0..1 : z < 2) and (exists z: 0..1 : z < 2)"), ""},
    {"a binder within its own scope", CONTRACT("forall z: 0..1 : exists z: 0..1 : z < 2"), "0104"},
    {"two inits of one name", SHOP "init x { n = 1 } init x { n = 2 }", "0103"},
    {"two teardowns", SHOP "teardown { n = 1 } teardown { n = 2 }", "0320"},
    {"the first declaration counts", "const a = 1 var a: 0..1 = 0\nvar v: 0..a = 1", "0103"},
    /* enum members */
    {"a member from the variable", ACTION("lamp = off"), ""},
    {"a member from the other side", CONTRACT("off == lamp"), ""},
    {"a member of one enum", ACTION("let z = ringing b = z == Alarm.off"), ""},
    {"a member of two", ACTION("let z = off b = z == z"), "0106"},
    {"members in a set", CONTRACT("lamp in {off, on}"), ""},
    {"a member beside a set", CONTRACT("off in {lamp}"), ""},
    {"a member in a branch", CONTRACT("(if b then off else lamp) == on"), ""},
    {"a member of another enum", ACTION("lamp = ringing"), "0107"},
    {"enum and member", CONTRACT("lamp == Lamp.off"), ""},
    {"no such member", CONTRACT("lamp == Lamp.dim"), "0107"},
    {"locals win over members", SHOP "action a(on: bool) { b = on }", ""},
    {"members through an alias", SHOP "type L = Lamp invariant x: lamp == L.on", ""},
    {"an argument says the enum", SHOP "fn f(l: Lamp): bool = l == off invariant x: f(off)", ""},
    /* types and sizes */
    {"a type of itself", "type A = set of A", "0306"},
    {"a set of int", "fn f(x: set of int): bool = true", "0305"},
    {"a map by set", "var v: map set of bool to bool", "0308"},
    {"int in a seq of state", "var v: seq[2] of int", "0305"},
    {"an int parameter of an action", "action a(x: int)", "0305"},
    {"an int binder", "invariant x: forall i: int : i == i", "0305"},
    {"int in functions", "fn f(x: int): int = x * 2 invariant x: f(2) == 4", ""},
    {"too many slots", "resource R[4097] { states s }", "0207"},
    {"no slots", "resource R[0] { states s }", ""},
    {"a negative size", "resource R[0-1] { states s }", "0207"},
    {"a long seq", "var v: seq[5000] of bool", "0207"},
    {"many keys", "var v: map 0..100000 to bool", "0208"},
    {"a large value", "var v: map 0..4095 to seq[4000] of bool", "0208"},
    {"a large state", "var v: map 0..40000 to bool = false var w: map 0..40000 to bool = false", "0208"},
    {"a parameter of many values", "action a(x: 0..99999999)", "0208"},
    {"an empty range to choose from", "var v: bool = false action a(x: 1..0) { v = x == x }", ""},
    {"an empty range to hold", "resource R[1] { states s f: 1..0 }", "0209"},
    {"an empty range may be none", "type E = 1..0 var v: E? = none var w: set of E = {}", ""},
    {"optional twice", "type A = bool var v: A? = none type B = A? var w: B? = none", "0308"},
    {"interchangeable sets", "interchangeable type A = set of bool", "0308"},
    {"a parameter over maps", "action a(x: map bool to bool)", "0308"},
    {"a parameter over sets and seqs", "action a(x: set of 0..3, y: seq[2] of bool, z: bool?)", ""},
    /* constants */
    {"a constant of constants", "const A = B * 2 const B = 3 var v: 0..A = 6", ""},
    {"a constant that fails", "const A = 1 / 0", "0204"},
    {"a guarded division", "const Z = 0 const A = if Z == 0 then 1 else 1 / Z", ""},
    {"short-circuits in a constant", "const Z = 0 const A = Z != 0 and 1 / Z > 0", ""},
    {"overflow", "const A = 9223372036854775807 + 1", "0204"},
    {"the least integer", "const A = -9223372036854775808 const B = A % -1 var v: 0..B = 0", ""},
    {"the least integer turned", "const A = -9223372036854775808 const B = A / -1", "0204"},
    {"a constant reads a var", SHOP "const A = n", "0210"},
    {"a default reads a slot", SHOP "var w: bool = exists i: Item", "0210"},
    {"a default calls a function", SHOP "var w: 0..9 = twice(2)", ""},
    {"a default through a function", SHOP "fn f(): int = n var w: 0..9 = f()", "0210"},
    {"a default through two functions", SHOP "var w: 0..9 = f() fn f(): int = g() fn g(): int = n", "0210"},
    {"a bound calls a function", SHOP "var w: 0..twice(2) = 0", "0201"},
    {"a constant set", "const A = {1, 2}", "0201"},
    {"a bound that varies", CONTRACT("forall z: 0..n : z < 99"), "0210"},
    {"a bound by parameter", ACTION("for z: 0..k { n = z }"), "0201"},
    {"a known branch beside none", ACTION("o = if true then i else none  let z = if true then 1 else none  n = z"), ""},
    {"constants in a ring", "const A = B const B = A", "0202"},
    /* ranges that are known */
    {"a constant out of range", ACTION("n = 10"), "0203"},
    {"in a branch", ACTION("n = if b then 10 else 1"), "0203"},
    {"in a set", ACTION("s = {1, 10}"), "0203"},
    {"in a seq", ACTION("q = [1, 10]"), "0203"},
    {"too many items", ACTION("q = [1, 2, 3, 4]"), "0203"},
    {"an argument", SHOP "fn f(x: 0..3): bool = x == 1 invariant x: f(4)", "0203"},
    {"an added element", ACTION("add(s, 10)"), "0203"},
    {"a key", ACTION("m[3] = 1"), "0203"},
    {"compared it is only false", CONTRACT("n == 10 or 10 in s or s == {10}"), ""},
    {"what is not known is asked at run time", ACTION("n = n + 10"), ""},
    /* fitting */
    {"T? where T is needed", ACTION("let z = o z -> sold n = o.price"), ""},
    {"none where T is needed", ACTION("n = none"), "0303"},
    {"compared with none in vain", CONTRACT("n == none"), "0303"},
    {"compared with none", CONTRACT("o == none or none == o"), ""},
    {"none of nothing", ACTION("let z = none b = z == o"), "0304"},
    {"empty of nothing", CONTRACT("size({}) == 0"), "0304"},
    {"an empty set beside one", CONTRACT("s == {} and {} == s and s + {} == s"), ""},
    {"an empty seq for a set", ACTION("s = []"), "0301"},
    {"bool and integer", CONTRACT("b == 1"), "0302"},
    {"slots of two resources", SHOP "resource R[1] { states t } invariant x: forall i: Item, r: R : i == r", "0302"},
    {"enums of two kinds", CONTRACT("lamp == Alarm.off"), "0302"},
    {"order of bools", CONTRACT("b < true"), "0307"},
    {"order of sets", CONTRACT("s <= {1, 2} and {1} < s"), ""},
    {"arithmetic gives few values", CONTRACT("n in {n + 1, n * 2} and size({x * x for x: 0..5}) <= 6"), ""},
    {"any integer in a set", SHOP "fn f(x: int): bool = {x} == {x}", "0208 0208"},
    {"any integer in a set that is expected", SHOP "fn f(x: int): set of 0..9 = {x, x + 1}", ""},
    {"sets of two kinds", CONTRACT("s + {true} == s"), "0307"},
    {"seqs",
     CONTRACT("q + [1] == [1] + q and first(q) == q[0] and last(q) < 3 and 2 in q and [x in q where x > 1] != q"), ""},
    {"a condition that is no bool", ACTION("if n { b = true }"), "0301"},
    {"one fault, one message", CONTRACT("(nn + 1) * 2 == 3 and nn2 in s"), "0101 0101"},
    {"an element serves a map", ACTION("m = 1"), "0301"},
    {"maps in maps", "var v: map bool to map bool to 0..3 = 2", ""},
    {"a default out of range in a map", "var v: map bool to 0..3 = 5", "0203"},
    /* slots */
    {"a field that is a state", CONTRACT("exists i: Item : i.live"), "0108"},
    {"a state that is not", CONTRACT("exists i: Item : i is gone"), "0102"},
    {"absent is a state", CONTRACT("forall i: Item absent|live : not (i is sold)"), ""},
    {"is on an integer", CONTRACT("n is live"), "0307"},
    {"a token", CONTRACT("exists i: Item : i.etag == i.etag"), "0316 0316"},
    {"the state as a value", CONTRACT("exists i: Item : i.state == 1"), "0316"},
    {"a resource as a value", CONTRACT("Item == Item"), "0105 0105"},
    {"a state through its resource", CONTRACT("o == Item.live"), "0105"},
    /* statements */
    {"assignments", ACTION("n = 1 i.price = 2 m[k] = 3 q[0] = 4 i.next = i o = i o.price = 5"), ""},
    {"to a parameter", ACTION("k = 1"), "0309"},
    {"to a slot's name", ACTION("i = i"), "0309"},
    {"to a constant", SHOP "const C = 1 action a() { C = 2 }", "0309"},
    {"to a member", ACTION("ringing = 1"), "0309"},
    {"to an element of a let", ACTION("let z = m z[0] = 1"), "0309"},
    {"moves", ACTION("i -> sold o -> live i.next -> absent"), ""},
    {"a move to nowhere", ACTION("i -> gone"), "0102"},
    {"a move of an integer", ACTION("n -> live"), "0322"},
    {"new", ACTION("new z: Item live { price = k } z -> sold"), ""},
    {"new with a default left out", ACTION("new z: Item live"), ""},
    {"new with an unknown field", ACTION("new z: Item live { prise = 1 }"), "0108"},
    {"new with a field twice", ACTION("new z: Item live { price = 1, price = 2 }"), "0103"},
    {"new with a token", ACTION("new z: Item live { etag = 1 }"), "0108"},
    {"new of an enum", ACTION("new z: Lamp off"), "0105"},
    {"new without a field", SHOP "resource R[1] { states t  f: bool } action a() { new r: R t }", "0314"},
    {"its own name is not there yet", ACTION("new z: Item live { next = z }"), "0101"},
    {"for", ACTION("for z: Item live where z != i { z -> sold } for z in s { n = z } for z in q { n = z }"), ""},
    {"for over an integer", ACTION("for z in n { b = true }"), "0301"},
    {"updates", ACTION("add(s, 1) remove(s, 2) append(q, 1) prepend(q, 2) drop_first(q) drop_last(q) remove(q, 1)"),
     ""},
    {"add to a seq", ACTION("add(q, 1)"), "0301"},
    {"append to a set", ACTION("append(s, 1)"), "0301"},
    {"a proc", SHOP "proc p(x: 0..3) { n = x } action a() { p(1) p(4) }", "0203"},
    {"a proc as a function", SHOP "proc p() { n = 1 } invariant x: p()", "0105"},
    {"a function as a proc", ACTION("twice(1)"), "0105"},
    {"an action as a proc", SHOP "action c() { n = 1 } action a() { c() }", "0105"},
    {"no such proc", ACTION("apend(q, 1)"), "0110"},
    {"procs in a ring", SHOP "proc p() { r() } proc r() { p() } action a() { p() }", "0312"},
    {"a function of itself", "fn f(x: int): int = f(x - 1)", "0312"},
    {"arguments", CONTRACT("twice(1, 2) == 2 and size() == 0 and min(1) == 1"), "0313 0313 0313"},
    /* old, ensure, `$`, returns */
    {"old in an ensure", ACTION("n = 1 ensure n >= old(n) ensure old(i is live)"), ""},
    {"old in a step invariant", SHOP "step invariant x: old(n) <= n", ""},
    {"old in a guard", ACTION("when old(n) == 1 b = true"), "0310"},
    {"old in a statement", ACTION("n = old(n)"), "0310"},
    {"old in a function", SHOP "fn f(): int = old(n)", "0310"},
    {"old in a reach", SHOP "reach x: old(b)", "0310"},
    {"old in an init", SHOP "init { n = old(n) }", "0310"},
    {"old in the ensure of a teardown", SHOP "teardown { n = 0 ensure old(n) == 0 }", "0310"},
    {"old in old", ACTION("n = 1 ensure old(old(n)) == 1"), "0311"},
    {"`$` in an outcome", ACTION("outcome x { n = 1 ensure forall z in $.items[*] : z.price >= n and z.kind != none }"),
     ""},
    {"`$` in a body", ACTION("n = 1 ensure $.n == 1"), "0318"},
    {"returns", ACTION("outcome x when b { returns o } outcome y { returns none }"), ""},
    {"returns of a let", ACTION("outcome x when b { returns none } outcome y { let z = k returns z }"), ""},
    {"returns of two types", ACTION("outcome x when b { returns 1 } outcome y { returns true }"), "0301"},
    {"returns of nothing known", ACTION("outcome x { returns none }"), "0304"},
    {"a move beside outcomes", SHOP "action a(i: Item live -> sold) { outcome x }", "0315"},
    {"states of an integer", SHOP "action a(k: 0..2 -> sold)", "0322"},
    /* contracts */
    {"on", SHOP "action a() { n = 1 } step invariant x on a: n >= old(n)", ""},
    {"on an invariant", SHOP "invariant y: b step invariant x on y: b", "0111"},
    {"on twice", SHOP "action a() { n = 1 } step invariant x on a, a: b", "0103"},
    {"a view of anything", SHOP "view v = n, s, lamp, o, twice(n)", ""},
    /* quantifiers */
    {"quantifiers",
     CONTRACT("count(z: Item) <= 2 and sum(z: Item : z.price) < 99 and max(z in s) < 10 and "
              "min(z: 0..3 : z) == 0 and the(z: 0..3 where z == 2) == 2 and size({z: 0..3 where z in s}) < 9"),
     ""},
    {"sum of bools", CONTRACT("sum(z: bool : z) == 1"), "0307"},
    {"a set of two names", CONTRACT("{y: bool, z: bool} == {}"), "0321"},
    {"a value in the other's binder", CONTRACT("forall x in s, y in {x} : x == y"), ""},
};

static char *codes_of(Diags *diags) {
  GString *codes = g_string_new(NULL);
  const GPtrArray *sorted = diags_sorted(diags);
  for (guint i = 0; i < sorted->len; i++) {
    const Diag *diag = g_ptr_array_index(sorted, i);
    if (diag->severity == SEVERITY_ERROR) {
      g_string_append_printf(codes, "%s%s", codes->len > 0 ? " " : "", diag_code_name(diag->code) + 2);
    }
  }
  return g_string_free(codes, FALSE);
}

/* Checks `text`, and then `outside` as an expression about it where there is one. */
static char *check(const char *text, const Define *defines, size_t count, const char *outside) {
  g_autofree char *whole = g_strconcat("model m\n", text, NULL);
  Source *source = source_new("m.model", whole, strlen(whole));
  Diags *diags = diags_new(source);
  Arena *arena = arena_new();
  Names *names = names_new();
  Model *model = parse_model(arena, names, source, diags);
  bool fine = check_model(arena, names, model, defines, count, diags);
  char *codes = codes_of(diags);
  g_assert_cmpint(fine, ==, codes[0] == '\0');
  if (fine && outside != NULL) {
    Source *other = source_new("EXPR", outside, strlen(outside));
    Diags *more = diags_new(other);
    Expr *expr = parse_expression(arena, names, other, more);
    bool right = expr != NULL && check_expression(arena, names, model, expr, more);
    g_free(codes);
    codes = codes_of(more);
    g_assert_cmpint(right, ==, codes[0] == '\0');
    diags_free(more);
    source_free(other);
  }
  diags_free(diags);
  names_free(names);
  arena_free(arena);
  source_free(source);
  return codes;
}

static void test_cases(void) {
  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *codes = check(cases[i].text, NULL, 0, NULL);
    if (strcmp(codes, cases[i].codes) != 0) {
      g_test_message("%s: wanted [%s], got [%s]", cases[i].what, cases[i].codes, codes);
      g_test_fail();
    }
  }
}

static void expect_define(const char *name, const char *value, const char *wanted) {
  const Define define = {name, value};
  g_autofree char *codes = check("const N = 2 const B = true const M = red enum Color { red, blue }\n"
                                 "var v: 0..N = 2 var w: bool = B var c: Color = M",
                                 &define, 1, NULL);
  g_assert_cmpstr(codes, ==, wanted);
}

static void test_defines(void) {
  expect_define("N", "5", "");
  expect_define("N", "1", "0203");
  expect_define("N", "-1", "0209");
  expect_define("N", "x", "0206");
  expect_define("N", "", "0206");
  expect_define("N", "99999999999999999999", "0206");
  expect_define("N", "3 ", "0206");
  expect_define("B", "false", "");
  expect_define("B", "0", "0206");
  expect_define("M", "blue", "");
  expect_define("M", "Color.blue", "");
  expect_define("M", "Colour.blue", "0206");
  expect_define("M", "green", "0206");
  expect_define("v", "1", "0205");
  expect_define("K", "1", "0205");
}

static void expect_outside(const char *expr, const char *wanted) {
  g_autofree char *codes = check(SHOP, NULL, 0, expr);
  g_assert_cmpstr(codes, ==, wanted);
}

static void test_outside(void) {
  expect_outside("exists i: Item sold : i.price > 3", "");
  expect_outside("count(i: Item) == 2 and lamp == on", "");
  expect_outside("n", "0301");
  expect_outside("m2 == 1", "0101");
  expect_outside("old(b)", "0310");
  expect_outside("exists i: Item : i is gone", "0102");
}

static const Decl *find_decl(const Model *model, const char *name) {
  for (size_t i = 0; i < model->decls.count; i++) {
    const Decl *decl = LIST_GET(model->decls, Decl, i);
    if (decl->name.text != NULL && strcmp(decl->name.text, name) == 0) {
      return decl;
    }
  }
  g_assert_not_reached();
}

/* What the tree says afterwards. */
static void test_tree(void) {
  static const char text[] = "model m\nresource R[N] { states a, b  f: bool = true } const N = 3\n"
                             "fn up(x: 0..5): int = x + 1\nvar k: map 0..1 to R? = none\n"
                             "action go(r: R a|absent -> b, x: 0..1) { k[x] = r returns k[x] }\n";
  Source *source = source_new("m.model", text, strlen(text));
  Diags *diags = diags_new(source);
  Arena *arena = arena_new();
  Names *names = names_new();
  const Define define = {"N", "2"};
  Model *model = parse_model(arena, names, source, diags);
  g_assert_true(check_model(arena, names, model, &define, 1, diags));

  const ResourceDecl *resource = (const ResourceDecl *)find_decl(model, "R");
  g_assert_cmpuint(resource->slots, ==, 2);
  g_assert_cmpstr(LIST_GET(resource->tokens, TokenDecl, 0)->decl.name.text, ==, "id");
  const FnDecl *fn = (const FnDecl *)find_decl(model, "up");
  g_assert_cmpint(fn->body->type->kind, ==, TYPE_RANGE);
  g_assert_cmpint(fn->body->type->lo, ==, 1);
  g_assert_cmpint(fn->body->type->hi, ==, 6);
  g_assert_false(fn->reads_state);
  const VarDecl *var = (const VarDecl *)find_decl(model, "k");
  g_assert_cmpint(var->type->kind, ==, TYPE_MAP);
  g_assert_cmpint(var->value->type->kind, ==, TYPE_OPTION); /* one value serves every key */
  const ActionDecl *action = (const ActionDecl *)find_decl(model, "go");
  const Local *slot = LIST_GET(action->params, Local, 0);
  g_assert_cmpuint(slot->state_mask, ==, 3);
  g_assert_true(slot->states_said);
  g_assert_cmpint(slot->move_state, ==, 2);
  g_assert_cmpint(action->returns->kind, ==, TYPE_OPTION);

  diags_free(diags);
  names_free(names);
  arena_free(arena);
  source_free(source);
}

/* Declarations that need one another thousands deep, each of them nested: an answer, and no overrun stack. */
static void test_deep(void) {
  g_autoptr(GString) text = g_string_new(NULL);
  for (int i = 0; i < 20; i++) {
    g_string_append_printf(text, "const C%d = ", i);
    for (int k = 0; k < 400; k++) {
      g_string_append(text, "-(");
    }
    g_string_append_printf(text, "C%d", i + 1);
    for (int k = 0; k < 400; k++) {
      g_string_append(text, ")");
    }
    g_string_append(text, "\n");
  }
  g_string_append(text, "const C20 = 1\n");
  g_autofree char *codes = check(text->str, NULL, 0, NULL);
  g_assert_true(g_str_has_prefix(codes, "0016"));
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/lang/check/cases", test_cases);
  g_test_add_func("/lang/check/defines", test_defines);
  g_test_add_func("/lang/check/outside", test_outside);
  g_test_add_func("/lang/check/tree", test_tree);
  g_test_add_func("/lang/check/deep", test_deep);
  return g_test_run();
}
