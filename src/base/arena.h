/* Arena: memory that is handed out piece by piece and freed all at once, with its phase.
 * Ownership: everything from arena_alloc belongs to the arena; nobody frees a piece. */
#pragma once

#include <stddef.h>

typedef struct Arena Arena;

Arena *arena_new(void);
void arena_free(Arena *arena);

/* `size` bytes, all zero, aligned for any type. Never NULL: running out of memory ends the process as GLib does. */
void *arena_alloc(Arena *arena, size_t size);

/* A zero-terminated copy of `length` bytes of `text`. */
char *arena_strndup(Arena *arena, const char *text, size_t length);
char *arena_printf(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* How many bytes the arena holds in all. */
size_t arena_bytes(const Arena *arena);

#define ARENA_NEW(arena, Type) ((Type *)arena_alloc((arena), sizeof(Type)))
#define ARENA_ARRAY(arena, Type, count) ((Type *)arena_alloc((arena), sizeof(Type) * (size_t)(count)))
