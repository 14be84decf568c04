/* Arena: hands out zeroed memory from blocks that are freed together.
 *
 * Takes sizes, gives pointers. Blocks form a list; the newest small block is the one being cut. A piece too large for a
 * block gets one of its own, put behind the current one so that the rest of that is not lost. Under the address
 * sanitizer every piece is an allocation of its own, with the sanitizer's own red zones, so that tests see an overrun.
 */
#include "base/arena.h"

#include <glib.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define ARENA_SEPARATE true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_SEPARATE true
#endif
#endif
#ifndef ARENA_SEPARATE
#define ARENA_SEPARATE false
#endif

#define FIRST_BLOCK_BYTES ((size_t)4096)
#define LARGEST_BLOCK_BYTES ((size_t)1 << 20)

typedef struct Block {
  struct Block *next;
  size_t used;
  size_t size;
  max_align_t bytes[];
} Block;

struct Arena {
  Block *current; /* the one being cut, then the full ones */
  size_t next_size;
  size_t total;
};

Arena *arena_new(void) {
  Arena *arena = g_new0(Arena, 1);
  arena->next_size = FIRST_BLOCK_BYTES;
  return arena;
}

void arena_free(Arena *arena) {
  if (arena == NULL) {
    return;
  }
  for (Block *block = arena->current; block != NULL;) {
    Block *next = block->next;
    g_free(block);
    block = next;
  }
  g_free(arena);
}

static Block *block_new(Arena *arena, size_t size) {
  Block *block = g_malloc0(sizeof(Block) + size);
  block->size = size;
  arena->total += sizeof(Block) + size;
  return block;
}

/* A block for one piece alone, behind the current one. */
static void *alloc_separate(Arena *arena, size_t size) {
  Block *block = block_new(arena, size);
  block->used = size;
  if (arena->current == NULL) {
    arena->current = block;
  } else {
    block->next = arena->current->next;
    arena->current->next = block;
  }
  return block->bytes;
}

void *arena_alloc(Arena *arena, size_t size) {
  g_assert(size <= SIZE_MAX / 2);
  if (ARENA_SEPARATE) {
    return alloc_separate(arena, size);
  }
  size_t align = _Alignof(max_align_t);
  size = MAX((size + align - 1) / align * align, align);
  Block *block = arena->current;
  if (block == NULL || block->size - block->used < size) {
    if (size > arena->next_size / 4) {
      return alloc_separate(arena, size);
    }
    block = block_new(arena, arena->next_size);
    block->next = arena->current;
    arena->current = block;
    arena->next_size = MIN(arena->next_size * 2, LARGEST_BLOCK_BYTES);
  }
  void *piece = (char *)block->bytes + block->used;
  block->used += size;
  return piece;
}

char *arena_strndup(Arena *arena, const char *text, size_t length) {
  char *copy = arena_alloc(arena, length + 1);
  if (length > 0) {
    memcpy(copy, text, length);
  }
  return copy;
}

char *arena_printf(Arena *arena, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *text = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  return arena_strndup(arena, text, strlen(text));
}

size_t arena_bytes(const Arena *arena) {
  return arena->total;
}
