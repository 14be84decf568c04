/* Suites: texts, and names that stay with what a sequence does. */
#include "cover/suite.h"

#include "support/lowered.h"

static const char *const MODEL = "model m\n"
                                 "var n: 0..9 = 0\n"
                                 "action up() { outcome full when n == 9  outcome rose { n = n + 1 } }\n"
                                 "action set_to(k: 0..9) { n = k }\n"
                                 "action very_long_action_name_number_one() { n = 0 }\n"
                                 "action very_long_action_name_number_two() { n = 0 }\n";

static const char *const TWO_STARTS = "model m\n"
                                      "var n: 0..9 = 0\n"
                                      "init low { n = 0 }\n"
                                      "init at(k: 1..3) { n = k }\n"
                                      "action stay() { outcome low when n == 0  outcome other }\n";

static GArray *firings_new(int init, uint64_t arguments) {
  GArray *firings = g_array_new(FALSE, FALSE, sizeof(Firing));
  Firing start = {.action = -1, .outcome = init, .arguments = arguments};
  g_array_append_val(firings, start);
  return firings;
}

static void add(GArray *firings, int action, int outcome, uint64_t arguments) {
  Firing firing = {.action = action, .outcome = outcome, .arguments = arguments};
  g_array_append_val(firings, firing);
}

static void test_text(void) {
  g_autoptr(Lowered) one = lowered_new(MODEL);
  g_autoptr(GArray) firings = firings_new(0, 0);
  g_autofree char *empty = suite_text(one->ir, firings);
  g_assert_cmpstr(empty, ==, "");
  add(firings, 0, 1, 0);
  add(firings, 1, 0, 7);
  g_autofree char *text = suite_text(one->ir, firings);
  g_assert_cmpstr(text, ==, "up() rose; set_to(7)");
  g_autoptr(Lowered) two = lowered_new(TWO_STARTS);
  g_autoptr(GArray) started = firings_new(1, 2);
  add(started, 0, 1, 0);
  g_autofree char *with_start = suite_text(two->ir, started);
  g_assert_cmpstr(with_start, ==, "init at(3); stay() other");
}

/* The name says each outcome once, in the order of appearance; it depends on nothing but the sequence. */
static void test_name(void) {
  g_autoptr(Lowered) one = lowered_new(MODEL);
  g_autoptr(GArray) firings = firings_new(0, 0);
  add(firings, 0, 1, 0);
  add(firings, 0, 1, 0);
  add(firings, 1, 0, 9);
  add(firings, 0, 0, 0);
  g_autofree char *name = suite_name(one->ir, firings);
  g_assert_true(g_regex_match_simple("^up_rose_set_to_up_full_[0-9a-f]{6}$", name, 0, 0));
  g_autofree char *again = suite_name(one->ir, firings);
  g_assert_cmpstr(name, ==, again);
  add(firings, 0, 0, 0);
  g_autofree char *longer = suite_name(one->ir, firings);
  g_assert_cmpstr(name, !=, longer);
}

static void test_name_is_short(void) {
  g_autoptr(Lowered) one = lowered_new(MODEL);
  g_autoptr(GArray) firings = firings_new(0, 0);
  g_autofree char *start = suite_name(one->ir, firings);
  g_assert_true(g_str_has_prefix(start, "start_"));
  add(firings, 2, 0, 0);
  add(firings, 3, 0, 0);
  add(firings, 0, 1, 0);
  g_autofree char *name = suite_name(one->ir, firings);
  g_assert_cmpuint(strlen(name), <=, 60 + 7);
}

static void test_unique(void) {
  g_autoptr(Lowered) one = lowered_new(MODEL);
  Suite *suite = suite_new(one->ir, "outcomes");
  for (int i = 0; i < 3; i++) {
    GArray *firings = firings_new(0, 0);
    add(firings, 0, 1, 0);
    suite_add(suite, i < 2 ? "same" : NULL, firings);
  }
  const SuiteSequence *second = g_ptr_array_index(suite->sequences, 1);
  g_assert_cmpstr(second->name, ==, "same_2");
  g_assert_cmpuint(suite_steps(suite), ==, 3);
  suite_free(suite);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cover/suite/text", test_text);
  g_test_add_func("/cover/suite/name", test_name);
  g_test_add_func("/cover/suite/name_is_short", test_name_is_short);
  g_test_add_func("/cover/suite/unique", test_unique);
  return g_test_run();
}
