/* Values: every rank of many types there and back, through text too; the order of ranks; what does not parse; argument
 * numbers. */
#include <string.h>

#include "ir/value.h"
#include "support/lowered.h"

static const char types_model[] =
    "model t\n"
    "enum E { a, b, c }\n"
    "type Flags = set of bool\n"
    "resource R[3] { states on }\n"
    "interchangeable type Id = 0..2\n"
    "resource Bag[1] { states full\n"
    "  v0: bool = false  v1: -2..3 = 0  v2: E = a  v3: R? = none  v4: bool? = none  v5: set of E = {}\n"
    "  v6: seq[3] of E = []  v7: map E to bool = false  v8: map bool to 1..3 = 1  v9: set of 10..17 = {}\n"
    "  w0: Flags? = none  w1: seq[2] of set of bool = []  w2: map R to E? = none  w3: seq[0] of bool = []\n"
    "  w4: set of R = {}  w5: map bool to seq[2] of bool = []  w6: 5..5 = 5  w7: seq[4] of 7..7 = []\n"
    "  w8: set of R? = {}  w9: Id? = none\n"
    "}\n"
    "action use(x: Id, y: E, z: set of bool) { }\n";

static void check_rank(const IrModel *ir, const IrType *type, uint64_t rank) {
  g_autofree int64_t *cells = g_new0(int64_t, type->cells + 1);
  g_autofree int64_t *again = g_new0(int64_t, type->cells + 1);
  value_from_rank(type, rank, cells);
  g_assert_cmpuint(value_rank(type, cells), ==, rank);
  g_autoptr(GString) text = g_string_new(NULL);
  value_print(ir, type, cells, text);
  const char *at = text->str;
  char *error = NULL;
  if (!value_parse(ir, type, &at, again, &error)) {
    g_error("%s: `%s`: %s", type->text, text->str, error);
  }
  g_assert_cmpstr(at, ==, "");
  g_assert_cmpmem(cells, sizeof *cells * type->cells, again, sizeof *again * type->cells);
  cJSON *json = value_json(ir, type, cells);
  g_assert_nonnull(json);
  cJSON_Delete(json);
}

static void test_round_trips(void) {
  g_autoptr(Lowered) lowered = lowered_new(types_model);
  const IrResource *bag = &lowered->ir->resources[1];
  for (int f = 0; f < bag->field_count; f++) {
    const IrType *type = bag->fields[f].type;
    g_assert_cmpuint(type->count, <, 100000);
    for (uint64_t rank = 0; rank < type->count; rank++) {
      check_rank(lowered->ir, type, rank);
    }
  }
}

static const IrType *field_type(const IrModel *ir, const char *name) {
  const IrResource *bag = &ir->resources[1];
  for (int f = 0; f < bag->field_count; f++) {
    if (strcmp(bag->fields[f].name, name) == 0) {
      return bag->fields[f].type;
    }
  }
  g_assert_not_reached();
}

static void assert_prints(const IrModel *ir, const char *field, uint64_t rank, const char *expected) {
  const IrType *type = field_type(ir, field);
  g_autofree int64_t *cells = g_new0(int64_t, type->cells + 1);
  g_autoptr(GString) text = g_string_new(NULL);
  value_from_rank(type, rank, cells);
  value_print(ir, type, cells, text);
  g_assert_cmpstr(text->str, ==, expected);
}

static void test_order(void) {
  g_autoptr(Lowered) lowered = lowered_new(types_model);
  const IrModel *ir = lowered->ir;
  assert_prints(ir, "v1", 0, "-2");
  assert_prints(ir, "v3", 0, "none");
  assert_prints(ir, "v3", 1, "R#0");
  assert_prints(ir, "v5", 5, "{a, c}");
  assert_prints(ir, "v6", 0, "[]");
  assert_prints(ir, "v6", 3, "[c]");
  assert_prints(ir, "v6", 5, "[a, b]");
  assert_prints(ir, "v7", 1, "{a: false, b: false, c: true}");
  assert_prints(ir, "v8", 3, "{false: 2, true: 1}");
  assert_prints(ir, "v9", 0x81, "{10, 17}");
}

static void assert_rejects(const IrModel *ir, const IrType *type, const char *text) {
  g_autofree int64_t *cells = g_new0(int64_t, type->cells + 1);
  g_autofree char *error = NULL;
  const char *at = text;
  bool parsed = value_parse(ir, type, &at, cells, &error);
  g_assert_true(!parsed || *at != '\0');
  g_assert_true(parsed || error != NULL);
}

static void test_rejects(void) {
  g_autoptr(Lowered) lowered = lowered_new(types_model);
  const IrModel *ir = lowered->ir;
  static const char *const bad[] = {"",
                                    "4",
                                    "-3",
                                    "99999999999999999999",
                                    "x",
                                    "R#3",
                                    "R#",
                                    "#",
                                    "{",
                                    "{a",
                                    "{a,",
                                    "{a,}",
                                    "[a",
                                    "[a,b,c,a]",
                                    "E.",
                                    "E.z",
                                    "tru",
                                    "{true: 1}",
                                    "1x",
                                    "R#1x",
                                    "{false: 0, true: 1}",
                                    "\xff\xfe",
                                    "E.a.b"};
  const IrResource *bag = &ir->resources[1];
  for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
    for (int f = 0; f < bag->field_count; f++) {
      const IrType *type = bag->fields[f].type;
      bool fits = (strcmp(bad[i], "[a,b,c,a]") != 0 || type == field_type(ir, "v6"));
      if (fits && !(type->kind == IRT_OPTION && strcmp(bad[i], "none") == 0)) {
        assert_rejects(ir, type, bad[i]);
      }
    }
  }
  const char *at = "  E.b rest";
  int64_t cell;
  char *error = NULL;
  g_assert_true(value_parse(ir, field_type(ir, "v2"), &at, &cell, &error));
  g_assert_cmpint(cell, ==, 1);
  g_assert_cmpstr(at, ==, " rest");
}

static void test_arguments(void) {
  g_autoptr(Lowered) lowered = lowered_new(types_model);
  const IrAction *action = &lowered->ir->actions[0];
  g_assert_cmpuint(action->argument_count, ==, 3 * 3 * 4);
  g_assert_cmpuint(arguments_cells(&action->frame), ==, 3);
  int64_t cells[3];
  for (uint64_t number = 0; number < action->argument_count; number++) {
    arguments_from_number(&action->frame, number, cells);
    g_assert_cmpuint(arguments_number(&action->frame, cells), ==, number);
  }
  arguments_from_number(&action->frame, 13, cells);
  g_assert_cmpint(cells[0], ==, 1);
  g_assert_cmpint(cells[1], ==, 0);
  g_assert_cmpint(cells[2], ==, 1);
}

static void test_json(void) {
  g_autoptr(Lowered) lowered =
      lowered_new("model j\nvar big: 0..9007199254740993 = 9007199254740993\nvar s: set of 1..3 = {3, 1}\n"
                  "var m: map bool to 0..1? = none\naction a() { when size(s) > 0 and m[true] == none  big = 0 }\n");
  int64_t *cells = g_new0(int64_t, lowered->ir->state_cells);
  for (int i = 0; i < lowered->ir->var_count; i++) {
    const IrVar *var = &lowered->ir->vars[i];
    memcpy(cells + var->cell, var->initial, sizeof *cells * var->type->cells);
  }
  cJSON *json = state_json(lowered->ir, cells);
  char *text = cJSON_PrintUnformatted(json);
  g_assert_cmpstr(text, ==, "{\"big\":9007199254740993,\"s\":[1,3],\"m\":{\"false\":null,\"true\":null}}");
  cJSON_free(text);
  cJSON_Delete(json);
  g_free(cells);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/value/round_trips", test_round_trips);
  g_test_add_func("/value/order", test_order);
  g_test_add_func("/value/rejects", test_rejects);
  g_test_add_func("/value/arguments", test_arguments);
  g_test_add_func("/value/json", test_json);
  return g_test_run();
}
