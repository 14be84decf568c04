/* Names: each distinct spelling is kept once, so that equal names are equal pointers.
 * Ownership: the table owns the spellings; they live as long as it does. */
#pragma once

#include <stddef.h>

typedef struct Names Names;

Names *names_new(void);
void names_free(Names *names);

/* The one copy of these `length` bytes. */
const char *names_intern(Names *names, const char *text, size_t length);
const char *names_intern_string(Names *names, const char *text);

/* The candidate nearest to `wanted` by edit distance, or NULL where none is near enough to be a likely slip:
 * at most a third of its letters differ (a transposition counts once; case differences count half). */
const char *names_nearest(const char *wanted, const char *const *candidates, size_t count);
