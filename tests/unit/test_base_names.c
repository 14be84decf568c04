/* Names: equal spellings are equal pointers, and a slip finds what was meant but nothing far-fetched. */
#include <glib.h>

#include "base/embedded.h"
#include "base/names.h"

static void test_intern(void) {
  Names *names = names_new();
  const char *book = names_intern_string(names, "book");
  g_assert_true(book == names_intern(names, "booking", 4));
  g_assert_true(book != names_intern_string(names, "booking"));
  g_assert_true(book != names_intern(names, "book\0x", 6));
  g_assert_true(names_intern(names, "", 0) == names_intern_string(names, ""));
  g_assert_cmpstr(names_intern(names, NULL, 0), ==, "");
  for (int i = 0; i < 10000; i++) {
    g_autofree char *text = g_strdup_printf("name%d", i);
    g_assert_true(names_intern_string(names, text) == names_intern_string(names, text));
  }
  g_assert_cmpstr(book, ==, "book");
  names_free(names);
  names_free(NULL);
}

static const char *const WORDS[] = {"confirmed", "cancelled", "id", "x", "Booking", "stock_level", "žluť"};

static void check_nearest(const char *wanted, const char *expected) {
  g_assert_cmpstr(names_nearest(wanted, WORDS, G_N_ELEMENTS(WORDS)), ==, expected);
}

static void test_nearest(void) {
  check_nearest("canceled", "cancelled");
  check_nearest("confrimed", "confirmed"); /* a swap */
  check_nearest("CONFIRMED", NULL);        /* nine half steps of eighteen: more than a third */
  check_nearest("booking", "Booking");
  check_nearest("stocklevel", "stock_level");
  check_nearest("zlut", NULL);
  check_nearest("žlut", "žluť");
  check_nearest("y", NULL);
  check_nearest("io", NULL);
  check_nearest("refunded", NULL);
  check_nearest("", NULL);
  check_nearest("\xff\xfe", NULL);
  g_assert_null(names_nearest("x", NULL, 0));
}

static void test_nearest_prefers_the_first_of_equals(void) {
  const char *const words[] = {"held_a", "held_b"};
  g_assert_cmpstr(names_nearest("held_c", words, 2), ==, "held_a");
}

static void test_nearest_long(void) {
  g_autofree char *wanted = g_strnfill(100000, 'a');
  const char *const words[] = {wanted};
  g_assert_null(names_nearest(wanted, words, 1));
}

static void test_embedded(void) {
  static const EmbeddedFile table[] = {{"a.md", "A", 1}, {"b.md", "B", 1}};
  g_assert_cmpstr(embedded_find(table, 2, "b.md")->text, ==, "B");
  g_assert_null(embedded_find(table, 2, "c.md"));
  g_assert_null(embedded_find(table, 0, "a.md"));
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/base/names/intern", test_intern);
  g_test_add_func("/base/names/nearest", test_nearest);
  g_test_add_func("/base/names/nearest_equal", test_nearest_prefers_the_first_of_equals);
  g_test_add_func("/base/names/nearest_long", test_nearest_long);
  g_test_add_func("/base/embedded/find", test_embedded);
  return g_test_run();
}
