/* The arena: pieces are zeroed, aligned, apart from each other, and stay put. */
#include <glib.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"

static void test_pieces(void) {
  Arena *arena = arena_new();
  g_assert_cmpuint(arena_bytes(arena), ==, 0);
  GPtrArray *pieces = g_ptr_array_new();
  for (size_t i = 0; i < 5000; i++) {
    size_t size = i % 97 + 1;
    unsigned char *piece = arena_alloc(arena, size);
    g_assert_cmpuint((uintptr_t)piece % _Alignof(max_align_t), ==, 0);
    for (size_t k = 0; k < size; k++) {
      g_assert_cmpint(piece[k], ==, 0);
    }
    memset(piece, (int)(i % 251) + 1, size);
    g_ptr_array_add(pieces, piece);
  }
  for (size_t i = 0; i < 5000; i++) {
    unsigned char *piece = g_ptr_array_index(pieces, i);
    for (size_t k = 0; k < i % 97 + 1; k++) {
      g_assert_cmpint(piece[k], ==, (int)(i % 251) + 1);
    }
  }
  g_assert_cmpuint(arena_bytes(arena), >=, 5000 * 48);
  g_ptr_array_unref(pieces);
  arena_free(arena);
}

static void test_large_and_empty(void) {
  Arena *arena = arena_new();
  char *large = arena_alloc(arena, 3u << 20);
  char *small = arena_alloc(arena, 0);
  char *other = arena_alloc(arena, 0);
  g_assert_true(small != NULL && small != other);
  large[(3u << 20) - 1] = 'x';
  int *numbers = ARENA_ARRAY(arena, int, 10);
  g_assert_cmpint(numbers[9], ==, 0);
  g_assert_cmpuint(arena_bytes(arena), >=, 3u << 20);
  arena_free(arena);
  arena_free(NULL);
}

static void test_text(void) {
  Arena *arena = arena_new();
  g_assert_cmpstr(arena_strndup(arena, "booking", 4), ==, "book");
  g_assert_cmpstr(arena_strndup(arena, NULL, 0), ==, "");
  g_assert_cmpstr(arena_printf(arena, "%s#%d", "Booking", 3), ==, "Booking#3");
  char *bytes = arena_strndup(arena, "a\0b", 3);
  g_assert_cmpmem(bytes, 4, "a\0b", 4);
  arena_free(arena);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/base/arena/pieces", test_pieces);
  g_test_add_func("/base/arena/large_and_empty", test_large_and_empty);
  g_test_add_func("/base/arena/text", test_text);
  return g_test_run();
}
