/* The lowering: one model of everything against its dump, and what the dump does not show: limits, defaults,
 * expressions from outside, equal bytes. SEQCHECK_RENEW=1 writes tests/ir/everything.ir anew; read the difference. */
#include <string.h>

#include "base/diag_render.h"
#include "ir/ir_dump.h"
#include "ir/lower.h"
#include "lang/check.h"
#include "lang/parse.h"
#include "support/lowered.h"

#define EVERYTHING TEST_SOURCE_DIR "/tests/ir/everything"

static Lowered *everything(void) {
  g_autofree char *text = NULL;
  g_assert_true(g_file_get_contents(EVERYTHING ".model", &text, NULL, NULL));
  return lowered_new(text);
}

static void test_everything(void) {
  g_autoptr(Lowered) lowered = everything();
  g_autoptr(Lowered) again = everything();
  g_autoptr(GString) dump = g_string_new(NULL);
  g_autoptr(GString) second = g_string_new(NULL);
  ir_dump(lowered->ir, dump);
  ir_dump(again->ir, second);
  g_assert_cmpstr(dump->str, ==, second->str);
  if (g_getenv("SEQCHECK_RENEW") != NULL) {
    g_assert_true(g_file_set_contents(EVERYTHING ".ir", dump->str, -1, NULL));
  }
  g_autofree char *golden = NULL;
  g_assert_true(g_file_get_contents(EVERYTHING ".ir", &golden, NULL, NULL));
  g_assert_cmpstr(dump->str, ==, golden);
}

static void test_entries(void) {
  g_autoptr(Lowered) lowered =
      lowered_new("model e\nresource R[2] { states on }\ntype M = map R to 1..3\n"
                  "var m: M = 2\nvar o: M? = none\nvar s: seq[2] of M = []\n"
                  "action a(r: R) { m[r] = 3  o = m  append(s, m) }\naction b() { new r: R on }\n"
                  "invariant i: o == none or size(s) == 0\n");
  const IrModel *ir = lowered->ir;
  g_assert_cmpint(ir->entry_count, ==, 4);
  g_assert_cmpint(ir->entries[0].guard_count, ==, 0);
  g_assert_cmpint(ir->entries[0].initial[0], ==, 2);
  g_assert_cmpint(ir->entries[1].guard_count, ==, 1);
  g_assert_cmpuint(ir->entries[1].guards[0].cell, ==, ir->vars[1].cell);
  g_assert_cmpint(ir->entries[1].initial[0], ==, 1);
  g_assert_cmpint(ir->entries[3].guards[0].above, ==, 1);
  g_assert_cmpint(ir->vars[0].initial[0], ==, 0);
}

static void assert_fault(const char *text, DiagCode code) {
  g_autoptr(Lowered) lowered = lowered_new(text);
  g_assert_null(lowered->ir);
  const GPtrArray *sorted = diags_sorted(lowered->diags);
  bool found = false;
  for (guint i = 0; i < sorted->len; i++) {
    found |= ((const Diag *)g_ptr_array_index(sorted, i))->code == code;
  }
  g_assert_true(found);
}

static void test_limits(void) {
  assert_fault(
      "model a\ntype P = 0..9999999\nvar v: bool\naction a(a: P, b: P, c: P) { when a == b and b == c  v = not v }\n",
      DIAG_0282);
  assert_fault("model b\nfn l(q: seq[2] of 0..3): 0..3 = last(q)\nvar v: 0..3 = l([])\naction a() { v = 1 }\n",
               DIAG_0283);
  assert_fault("model b\nfn d(x: int): int = 1 / x\nvar v: 0..3 = d(0)\naction a() { v = 1 }\n", DIAG_0283);
  assert_fault("model b\nfn n(x: int): int = count(a: 0..9999, b: 0..9999 where a == b + x)\nvar v: 0..9 = n(0)\n"
               "action a() { v = 1 }\n",
               DIAG_0283);
}

static void test_expression(void) {
  g_autoptr(Lowered) lowered = everything();
  static const char text[] = "exists a: A off where a.near[a] == 3 and cur == a";
  Source *source = source_new("<expression>", text, strlen(text));
  Diags *diags = diags_new(source);
  Expr *expr = parse_expression(lowered->arena, lowered->names, source, diags);
  g_assert_nonnull(expr);
  g_assert_true(check_expression(lowered->arena, lowered->names, lowered->tree, expr, diags));
  const IrContract *contract = lower_expression(lowered->ir, lowered->tree, expr, "given");
  g_assert_nonnull(contract);
  g_assert_cmpint(contract->kind, ==, IRC_REACH);
  g_assert_cmpint(contract->frame.local_count, ==, 1);
  g_autoptr(GString) dump = g_string_new(NULL);
  ir_dump_expr(lowered->ir, contract->expr, dump);
  g_assert_cmpstr(
      dump->str, ==,
      "exists(local.0: A off where and(eq(convert<int>(map_at(field A.near(local.0), local.0)), 3), eq(cur, "
      "convert<A?>(local.0))))");
  diags_free(diags);
  source_free(source);
}

/* `is` and `in` on long chains of T? must not double with each link. */
static void test_no_blow_up(void) {
  g_autoptr(GString) text =
      g_string_new("model c\nresource R[2] { states on, off }\nvar x: R? = none\nvar y: R? = none\n"
                   "action mk() { new r: R on  x = r  y = r }\ninvariant i: ");
  for (int i = 0; i < 60; i++) {
    g_string_append(text, "(if (");
  }
  g_string_append(text, "x");
  for (int i = 0; i < 60; i++) {
    g_string_append(text, ") is on then x else y)");
  }
  g_string_append(text, " != none or true\n");
  g_autoptr(Lowered) lowered = lowered_new(text->str);
  g_autoptr(GString) dump = g_string_new(NULL);
  ir_dump(lowered->ir, dump);
  g_assert_cmpuint(dump->len, <, 100000);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/lower/everything", test_everything);
  g_test_add_func("/lower/entries", test_entries);
  g_test_add_func("/lower/limits", test_limits);
  g_test_add_func("/lower/expression", test_expression);
  g_test_add_func("/lower/no_blow_up", test_no_blow_up);
  return g_test_run();
}
