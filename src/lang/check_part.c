/* Names that live inside a declaration (members, states, fields, tokens, outcomes), and suggestions for names that are
 * not there.
 *
 * One table for all of them, keyed by owner, room and spelling: look-up stays one step for an enum of 65,536 members,
 * and for a spelling that a million enums share. Pointers are only ever looked up, never walked in order, so the output
 * does not depend on them. */
#include <stdlib.h>
#include <string.h>

#include "lang/check_internal.h"

enum { MOST_CANDIDATES = 4096 };

typedef struct PartKey {
  const void *owner;
  const char *name;
  int room;
} PartKey;

static guint hash_key(gconstpointer pointer) {
  const PartKey *key = pointer;
  return g_direct_hash(key->owner) * 31u + g_direct_hash(key->name) * 7u + (guint)key->room;
}

static gboolean equal_keys(gconstpointer a, gconstpointer b) {
  const PartKey *x = a, *y = b;
  return x->owner == y->owner && x->name == y->name && x->room == y->room;
}

static int room_of(PartKind kind) {
  return kind == PART_TOKEN ? PART_FIELD : (int)kind;
}

GHashTable *check_part_table(void) {
  return g_hash_table_new(hash_key, equal_keys);
}

static const char *kind_words(PartKind kind) {
  static const char *const words[] = {"member", "state", "field", "token", "outcome", "init"};
  return words[kind];
}

bool check_part_add(Checker *checker, const void *owner, PartKind kind, Name name, int index, void *item) {
  if (name.text == NULL) {
    return true;
  }
  PartKey *key = ARENA_NEW(checker->arena, PartKey);
  *key = (PartKey){.owner = owner, .name = name.text, .room = room_of(kind)};
  const Part *there = g_hash_table_lookup(checker->parts, key);
  if (there != NULL) {
    Diag *diag = diags_add(checker->diags, DIAG_0103, name.span, "a second %s named `%s`", kind_words(kind), name.text);
    check_label(checker, diag, there->span, "the first `%s` is here", name.text);
    diag_help(diag, "give one of the two another name");
    return false;
  }
  Part *part = ARENA_NEW(checker->arena, Part);
  *part = (Part){.kind = kind, .index = index, .item = item, .span = name.span};
  g_hash_table_insert(checker->parts, key, part);
  return true;
}

const Part *check_part_find(Checker *checker, const void *owner, PartKind kind, const char *name) {
  PartKey key = {.owner = owner, .name = name, .room = room_of(kind)};
  return g_hash_table_lookup(checker->parts, &key);
}

void check_label(Checker *checker, Diag *diag, Span span, const char *format, ...) {
  va_list args;
  va_start(args, format);
  g_autofree char *text = g_strdup_vprintf(format, args);
  va_end(args);
  if (!checker->outside) {
    diag_label(diag, span, "%s", text);
    return;
  }
  int line = 0, column = 0;
  source_locate(checker->model->source, span.start, &line, &column);
  diag_note(diag, "%s: %s:%d", text, source_name(checker->model->source), line);
}

bool check_suggests(const Checker *checker) {
  return diags_errors(checker->diags) < LIMIT_DIAGNOSTICS;
}

void check_suggest(Checker *checker, Diag *diag, const char *wanted, GPtrArray *candidates) {
  if (check_suggests(checker)) {
    diag_did_you_mean(diag, wanted, (const char *const *)candidates->pdata, MIN(candidates->len, MOST_CANDIDATES));
  }
}

static gint compare_spellings(gconstpointer a, gconstpointer b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

GPtrArray *check_keys(GHashTable *table) {
  GPtrArray *keys = g_ptr_array_new();
  GHashTableIter iter;
  gpointer key;
  g_hash_table_iter_init(&iter, table);
  while (g_hash_table_iter_next(&iter, &key, NULL)) {
    g_ptr_array_add(keys, key);
  }
  g_ptr_array_sort(keys, compare_spellings);
  return keys;
}

const char *check_decl_words(DeclKind kind) {
  switch (kind) {
  case DECL_CONST:
    return "a constant";
  case DECL_TYPE:
    return "a type";
  case DECL_ENUM:
    return "an enum";
  case DECL_RESOURCE:
    return "a resource";
  case DECL_VAR:
    return "a variable";
  case DECL_FN:
    return "a function";
  case DECL_PROC:
    return "a proc";
  case DECL_INIT:
    return "an init";
  case DECL_ACTION:
    return "an action";
  case DECL_INVARIANT:
    return "an invariant";
  case DECL_STEP_INVARIANT:
    return "a step invariant";
  case DECL_REACH:
    return "a reach";
  case DECL_ALWAYS_REACH:
    return "an always reach";
  case DECL_FINAL:
    return "a final";
  case DECL_VIEW:
    return "a view";
  case DECL_OBSERVE:
    return "an observe";
  case DECL_TEARDOWN:
    return "a teardown";
  case DECL_SECRET:
    return "a secret";
  case DECL_TOKEN:
    return "a token";
  case DECL_SERVICE:
    return "a service";
  case DECL_EVERY_REQUEST:
    return "an every request";
  }
  return "a declaration";
}
