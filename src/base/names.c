/* Names: keeps each spelling once, and finds the name that a slip of the keyboard was most likely meant to be.
 *
 * Interning takes bytes and gives a pointer that is equal for equal bytes, so that the rest of the program compares
 * pointers. Nearness is Damerau-Levenshtein distance (Damerau 1964) in its restricted form, over code points, in half
 * steps: a changed, missing, extra or swapped letter costs two, a letter in the other case one. */
#include "base/names.h"

#include <glib.h>
#include <string.h>

#include "base/arena.h"
#include "base/limits.h"

struct Names {
  Arena *arena;
  GHashTable *table; /* of Spelling, each its own key */
};

typedef struct Spelling {
  const char *text;
  size_t length;
} Spelling;

/* FNV-1a: the same on every machine and in every run. */
static guint spelling_hash(gconstpointer key) {
  const Spelling *spelling = key;
  guint32 hash = 2166136261u;
  for (size_t i = 0; i < spelling->length; i++) {
    hash = (hash ^ (unsigned char)spelling->text[i]) * 16777619u;
  }
  return hash;
}

static gboolean spelling_equal(gconstpointer a, gconstpointer b) {
  const Spelling *left = a;
  const Spelling *right = b;
  return left->length == right->length && (left->length == 0 || memcmp(left->text, right->text, left->length) == 0);
}

Names *names_new(void) {
  Names *names = g_new0(Names, 1);
  names->arena = arena_new();
  names->table = g_hash_table_new(spelling_hash, spelling_equal);
  return names;
}

void names_free(Names *names) {
  if (names == NULL) {
    return;
  }
  g_hash_table_unref(names->table);
  arena_free(names->arena);
  g_free(names);
}

const char *names_intern(Names *names, const char *text, size_t length) {
  Spelling wanted = {text, length};
  const Spelling *found = g_hash_table_lookup(names->table, &wanted);
  if (found == NULL) {
    Spelling *added = ARENA_NEW(names->arena, Spelling);
    added->text = arena_strndup(names->arena, text, length);
    added->length = length;
    g_hash_table_add(names->table, added);
    found = added;
  }
  return found->text;
}

const char *names_intern_string(Names *names, const char *text) {
  return names_intern(names, text, strlen(text));
}

/* Half steps between two letters. */
static int letter_cost(gunichar a, gunichar b) {
  if (a == b) {
    return 0;
  }
  return g_unichar_tolower(a) == g_unichar_tolower(b) ? 1 : 2;
}

/* Distance in half steps. Three rows of the table are kept: this one, the one before, and the one before that for
 * swaps. */
static int distance(const gunichar *a, size_t a_length, const gunichar *b, size_t b_length) {
  size_t width = b_length + 1;
  g_autofree int *rows = g_new0(int, 3 * width);
  int *before = rows, *last = rows + width, *now = rows + 2 * width;
  for (size_t j = 0; j < width; j++) {
    now[j] = 2 * (int)j;
  }
  for (size_t i = 1; i <= a_length; i++) {
    int *spare = before;
    before = last;
    last = now;
    now = spare;
    now[0] = 2 * (int)i;
    for (size_t j = 1; j <= b_length; j++) {
      int best = last[j - 1] + letter_cost(a[i - 1], b[j - 1]);
      best = MIN(best, MIN(last[j], now[j - 1]) + 2);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        best = MIN(best, before[j - 2] + 2);
      }
      now[j] = best;
    }
  }
  return now[b_length];
}

/* The letters of a name; an ill-formed byte counts as a letter of its own. */
static gunichar *letters(const char *text, size_t *ret_length) {
  size_t bytes = strlen(text);
  gunichar *out = g_new0(gunichar, bytes + 1);
  size_t length = 0;
  for (size_t i = 0; i < bytes; length++) {
    gunichar letter = g_utf8_get_char_validated(text + i, (gssize)(bytes - i));
    if (letter == (gunichar)-1 || letter == (gunichar)-2) {
      out[length] = 0x110000 + (unsigned char)text[i++];
    } else {
      out[length] = letter;
      i += (size_t)g_unichar_to_utf8(letter, NULL);
    }
  }
  *ret_length = length;
  return out;
}

const char *names_nearest(const char *wanted, const char *const *candidates, size_t count) {
  size_t wanted_length = 0;
  g_autofree gunichar *wanted_letters = letters(wanted, &wanted_length);
  if (wanted_length == 0 || wanted_length > LIMIT_NAME_BYTES) {
    return NULL;
  }
  const char *nearest = NULL;
  int nearest_distance = 0;
  for (size_t i = 0; i < count; i++) {
    size_t length = 0;
    g_autofree gunichar *candidate = letters(candidates[i], &length);
    size_t longer = MAX(length, wanted_length);
    if (length == 0 || length > LIMIT_NAME_BYTES || 3 * (longer - MIN(length, wanted_length)) > longer) {
      continue;
    }
    int found = distance(wanted_letters, wanted_length, candidate, length);
    if (3 * found <= 2 * (int)longer && (nearest == NULL || found < nearest_distance)) {
      nearest = candidates[i];
      nearest_distance = found;
    }
  }
  return nearest;
}
