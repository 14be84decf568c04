/* Criteria as users write them, and what is said where one is mistyped. */
#include "cover/criterion.h"

#include "base/limits.h"
#include "support/lowered.h"

static const char *const MODEL = "model m\n"
                                 "var n: 0..3 = 0\n"
                                 "view busy = n > 0\n"
                                 "view level = n\n"
                                 "action up() { when n < 3  n = n + 1 }\n";

static void expect(const IrModel *model, const char *text, CriterionKind kind, int length, int view) {
  Criterion criterion;
  char *error = NULL;
  g_assert_true(criterion_parse(model, text, &criterion, &error));
  g_assert_null(error);
  g_assert_cmpint(criterion.kind, ==, kind);
  g_assert_cmpint(criterion.length, ==, length);
  if (kind == CRITERION_VIEW)
    g_assert_cmpint(criterion.view, ==, view);
}

static void expect_error(const IrModel *model, const char *text, const char *message) {
  Criterion criterion;
  char *error = NULL;
  g_assert_false(criterion_parse(model, text, &criterion, &error));
  g_assert_cmpstr(error, ==, message);
  g_free(error);
}

static void test_names(void) {
  g_autoptr(Lowered) lowered = lowered_new(MODEL);
  expect(lowered->ir, "outcomes", CRITERION_OUTCOMES, 0, -1);
  expect(lowered->ir, "states", CRITERION_STATES, 0, -1);
  expect(lowered->ir, "transitions", CRITERION_TRANSITIONS, 0, -1);
  expect(lowered->ir, "pairs", CRITERION_SWITCH, 1, -1);
  expect(lowered->ir, "n-switch:0", CRITERION_SWITCH, 0, -1);
  expect(lowered->ir, "n-switch:3", CRITERION_SWITCH, 3, -1);
  expect(lowered->ir, "view:level", CRITERION_VIEW, 0, 1);
  expect(lowered->ir, "lifecycle", CRITERION_LIFECYCLE, 0, -1);
  expect(lowered->ir, "boundaries", CRITERION_BOUNDARIES, 0, -1);
}

static void test_slips(void) {
  g_autoptr(Lowered) lowered = lowered_new(MODEL);
  g_autoptr(Lowered) plain = lowered_new("model m\naction a() { }\n");
  expect_error(lowered->ir, "outcome", "there is no criterion `outcome`; did you mean `outcomes`?");
  expect_error(lowered->ir, "everything",
               "there is no criterion `everything`; there are `outcomes`, `states`, `transitions`, `pairs`, "
               "`n-switch:N`, `view:NAME`, `lifecycle` and `boundaries`");
  expect_error(lowered->ir, "view:levle", "the model has no view `levle`; did you mean `level`?");
  expect_error(lowered->ir, "view:", "the model has no view ``; it has `busy`, `level`");
  expect_error(plain->ir, "view:x", "there is no view `x`: the model declares no `view`");
  expect_error(lowered->ir, "n-switch:9",
               "`n-switch:N` takes a number from 0 to 8, such as `n-switch:2` for three outcomes in a row; `9` is not "
               "one");
  expect_error(lowered->ir, "n-switch:-1",
               "`n-switch:N` takes a number from 0 to 8, such as `n-switch:2` for three outcomes in a row; `-1` is not "
               "one");
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cover/criterion/names", test_names);
  g_test_add_func("/cover/criterion/slips", test_slips);
  return g_test_run();
}
