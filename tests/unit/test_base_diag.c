/* Diagnostics as data: order, counts, what is dropped and what is kept, and their codes. */
#include <glib.h>
#include <string.h>

#include "base/diag.h"
#include "base/diag_render.h"
#include "base/limits.h"

static void test_order(void) {
  Source *source = source_new("a.model", "0123456789", 10);
  Diags *diags = diags_new(source);
  diags_add_placeless(diags, DIAG_0101, "placeless");
  diags_add(diags, DIAG_0102, (Span){7, 8}, "second");
  diags_add(diags, DIAG_0101, (Span){2, 3}, "first");
  diags_add(diags, DIAG_0101, (Span){7, 8}, "third");
  const GPtrArray *sorted = diags_sorted(diags);
  const char *const expected[] = {"first", "second", "third", "placeless"};
  g_assert_cmpuint(sorted->len, ==, 4);
  for (guint i = 0; i < 4; i++) {
    g_assert_cmpstr(((Diag *)g_ptr_array_index(sorted, i))->message, ==, expected[i]);
  }
  g_assert_cmpuint(diags_errors(diags), ==, 4);
  g_assert_cmpuint(diags_warnings(diags), ==, 0);
  g_assert_true(diags_source(diags) == source);
  diags_free(diags);
  diags_free(NULL);
  source_free(source);
}

static void test_same_cause_once(void) {
  Source *source = source_new("a.model", "0123456789", 10);
  Diags *diags = diags_new(source);
  Diag *first = diags_add(diags, DIAG_0101, (Span){1, 2}, "first");
  Diag *again = diags_add(diags, DIAG_0101, (Span){1, 2}, "again");
  diag_note(again, "dropped with it");
  diag_label(again, (Span){1, 2}, "this too");
  diag_note(first, "kept");
  diags_add(diags, DIAG_0101, (Span){1, 3}, "another place");
  diags_add_placeless(diags, DIAG_0101, "one");
  diags_add_placeless(diags, DIAG_0101, "one");
  diags_add_placeless(diags, DIAG_0101, "two");
  g_assert_cmpuint(diags_sorted(diags)->len, ==, 4);
  g_assert_cmpuint(diags_errors(diags), ==, 4);
  g_assert_cmpuint(diags_left_out(diags), ==, 0);
  g_assert_cmpstr(first->message, ==, "first");
  g_assert_cmpuint(first->notes->len, ==, 1);
  g_assert_cmpuint(first->labels->len, ==, 0);
  diags_free(diags);
  source_free(source);
}

static void test_limit(void) {
  Source *source = source_new("a.model", "", 0);
  Diags *diags = diags_new(source);
  for (unsigned i = 0; i < LIMIT_DIAGNOSTICS + 7; i++) {
    Diag *diag = diags_add(diags, DIAG_0101, (Span){i, i + 1}, "number %u", i);
    diag_help(diag, "help %u", i);
  }
  g_assert_cmpuint(diags_sorted(diags)->len, ==, LIMIT_DIAGNOSTICS);
  g_assert_cmpuint(diags_left_out(diags), ==, 7);
  g_assert_cmpuint(diags_errors(diags), ==, LIMIT_DIAGNOSTICS + 7);
  diags_free(diags);
  source_free(source);
}

/* However many errors there are, the place and the words of a huge line are found in good time. */
static void test_huge_line(void) {
  g_autofree char *text = g_strnfill(4 << 20, 'a');
  Source *source = source_new("a.model", text, 4 << 20);
  Diags *diags = diags_new(source);
  for (unsigned i = 0; i < LIMIT_DIAGNOSTICS; i++) {
    diags_add(diags, DIAG_0101, (Span){i, (4 << 20) - i}, "x");
  }
  g_autoptr(GString) out = g_string_new(NULL);
  diag_render_text(diags, false, out);
  g_assert_nonnull(strstr(out->str, " --> a.model:1:51\n  |\n1 | (a line of 4194304 bytes)\n\n"));
  diags_free(diags);
  source_free(source);
}

static void test_did_you_mean(void) {
  Diags *diags = diags_new(NULL);
  Diag *diag = diags_add_placeless(diags, DIAG_0102, "no state named `canceled`");
  const char *const states[] = {"confirmed", "cancelled"};
  diag_did_you_mean(diag, "canceled", states, 2);
  diag_did_you_mean(diag, "refunded", states, 2);
  g_assert_cmpuint(diag->helps->len, ==, 1);
  g_assert_cmpstr(g_ptr_array_index(diag->helps, 0), ==, "did you mean `cancelled`?");
  diags_free(diags);
}

static void test_codes(void) {
  DiagCode code = DIAG_COUNT;
  g_assert_cmpstr(diag_code_name(DIAG_0102), ==, "SQ0102");
  g_assert_cmpstr(diag_code_title(DIAG_0102), ==, "a state that the resource does not have");
  g_assert_true(diag_code_find("sq0102", &code));
  g_assert_cmpint(code, ==, DIAG_0102);
  g_assert_true(diag_code_find("0310", &code));
  g_assert_cmpint(code, ==, DIAG_0310);
  g_assert_false(diag_code_find("SQ9999", &code));
  g_assert_false(diag_code_find("", &code));
  g_assert_false(diag_code_find("SQ", &code));
  g_assert_cmpint(code, ==, DIAG_0310);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/base/diag/order", test_order);
  g_test_add_func("/base/diag/once", test_same_cause_once);
  g_test_add_func("/base/diag/limit", test_limit);
  g_test_add_func("/base/diag/huge_line", test_huge_line);
  g_test_add_func("/base/diag/did_you_mean", test_did_you_mean);
  g_test_add_func("/base/diag/codes", test_codes);
  return g_test_run();
}
