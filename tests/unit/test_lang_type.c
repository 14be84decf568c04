/* Types: equality, joins, counts and how they are written. */
#include <glib.h>

#include "base/arena.h"
#include "lang/ast.h"
#include "lang/type.h"

static const Type *seq_of(Arena *arena, uint32_t length, const Type *elem) {
  Type *type = type_new(arena, TYPE_SEQ);
  type->length = length;
  type->elem = elem;
  return type;
}

static const Type *map_of(Arena *arena, const Type *key, const Type *elem) {
  Type *type = type_new(arena, TYPE_MAP);
  type->key = key;
  type->elem = elem;
  return type;
}

static void expect_text(const Type *type, const char *wanted) {
  g_autoptr(GString) text = g_string_new(NULL);
  type_print(type, false, text);
  g_assert_cmpstr(text->str, ==, wanted);
}

static void test_join(void) {
  Arena *arena = arena_new();
  const Type *a = type_new_range(arena, 0, 3), *b = type_new_range(arena, 2, 9), *empty = type_new_range(arena, 1, 0);
  const Type *joined = type_join(arena, a, b);
  g_assert_cmpint(joined->lo, ==, 0);
  g_assert_cmpint(joined->hi, ==, 9);
  g_assert_true(type_join(arena, a, empty) == a);
  g_assert_true(type_join(arena, empty, a) == a);
  g_assert_cmpint(type_join(arena, a, &type_int)->kind, ==, TYPE_INT);
  g_assert_null(type_join(arena, a, &type_bool));
  g_assert_cmpint(type_join(arena, a, &type_error)->kind, ==, TYPE_ERROR);
  const Type *option = type_new_around(arena, TYPE_OPTION, a);
  g_assert_true(type_join(arena, option, a) == option);
  expect_text(type_join(arena, b, option), "0..9?");
  expect_text(type_join(arena, seq_of(arena, 2, a), seq_of(arena, 5, b)), "seq[5] of 0..9");
  g_assert_null(type_join(arena, map_of(arena, a, &type_bool), map_of(arena, b, &type_bool)));
  g_assert_null(type_join(arena, type_new_around(arena, TYPE_SET, a), seq_of(arena, 2, a)));
  arena_free(arena);
}

static void test_count(void) {
  Arena *arena = arena_new();
  const Type *four = type_new_range(arena, 0, 3), *empty = type_new_range(arena, 1, 0);
  g_assert_cmpuint(type_count(four), ==, 4);
  g_assert_cmpuint(type_count(empty), ==, 0);
  g_assert_cmpuint(type_count(type_new_range(arena, INT64_MIN, INT64_MAX)), ==, UINT64_MAX);
  g_assert_cmpuint(type_count(&type_int), ==, UINT64_MAX);
  g_assert_cmpuint(type_count(type_new_around(arena, TYPE_OPTION, empty)), ==, 1);
  g_assert_cmpuint(type_count(type_new_around(arena, TYPE_SET, four)), ==, 16);
  g_assert_cmpuint(type_count(type_new_around(arena, TYPE_SET, type_new_range(arena, 0, 63))), ==, UINT64_MAX);
  g_assert_cmpuint(type_count(seq_of(arena, 2, four)), ==, 21);
  g_assert_cmpuint(type_count(seq_of(arena, 9, empty)), ==, 1);
  g_assert_cmpuint(type_count(seq_of(arena, 4096, four)), ==, UINT64_MAX);
  g_assert_cmpuint(type_count(map_of(arena, four, &type_bool)), ==, 16);
  g_assert_cmpuint(type_count(map_of(arena, empty, empty)), ==, 1);
  g_assert_cmpuint(type_count(map_of(arena, four, empty)), ==, 0);
  arena_free(arena);
}

static void test_cells(void) {
  Arena *arena = arena_new();
  const Type *range = type_new_range(arena, 0, 64);
  g_assert_cmpuint(type_cells(range), ==, 1);
  g_assert_cmpuint(type_cells(type_new_around(arena, TYPE_SET, range)), ==, 2);
  g_assert_cmpuint(type_cells(seq_of(arena, 4, range)), ==, 5);
  g_assert_cmpuint(type_cells(map_of(arena, range, type_new_around(arena, TYPE_OPTION, range))), ==, 130);
  arena_free(arena);
}

static void test_print(void) {
  Arena *arena = arena_new();
  const TypeDecl hour = {.decl = {.name = {.text = "Hour"}}};
  Type *alias = type_new(arena, TYPE_RANGE);
  alias->hi = 23;
  alias->alias = &hour;
  expect_text(type_new_around(arena, TYPE_SET, alias), "set of Hour");
  expect_text(type_new_around(arena, TYPE_OPTION, alias), "Hour?");
  expect_text(map_of(arena, &type_bool, seq_of(arena, 3, &type_int)), "map bool to seq[3] of int");
  g_autoptr(GString) text = g_string_new(NULL);
  type_print(alias, true, text);
  g_assert_cmpstr(text->str, ==, "Hour (0..23)");
  g_assert_true(type_equal(alias, type_new_range(arena, 0, 23)));
  g_assert_false(type_equal(alias, type_new_range(arena, 0, 22)));
  arena_free(arena);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/lang/type/join", test_join);
  g_test_add_func("/lang/type/count", test_count);
  g_test_add_func("/lang/type/cells", test_cells);
  g_test_add_func("/lang/type/print", test_print);
  return g_test_run();
}
