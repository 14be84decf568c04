/* Finds what keeps an action or outcome from ever happening.
 * Takes an exploration and the question; gives the smallest set of its guard's parts that no state and no arguments
 * make true together. Each state with each choice of arguments gives one word, a bit for each part that holds; few
 * different words occur, so the set of them is small and single parts, pairs and triples are looked for in it. Work is
 * limited by states times arguments. */
#include "contract/never.h"

#include "base/limits.h"
#include "contract/guard.h"

typedef struct Masks {
  Eval *eval;
  Scope *scope;
  const Guard *guard;
  GHashTable *seen; /* of uint64_t * */
  uint64_t trials;
} Masks;

static bool mask_visit(void *user) {
  Masks *masks = user;
  uint64_t mask = 0;
  for (guint i = 0; i < masks->guard->parts->len; i++) {
    if (guard_truth(masks->eval, masks->scope, masks->guard, i) == TRUTH_TRUE) {
      mask |= UINT64_C(1) << i;
    }
  }
  if (!g_hash_table_contains(masks->seen, &mask)) {
    g_hash_table_add(masks->seen, g_memdup2(&mask, sizeof mask));
  }
  return masks->trials-- > 1;
}

/* All words that occur; false where the limit was reached. */
static bool collect(Masks *masks, const Exploration *exploration, const WhyQuestion *question) {
  const IrModel *model = eval_model(masks->eval);
  g_autofree int64_t *cells = g_new0(int64_t, model->state_cells + 1);
  masks->scope->state = cells;
  for (uint64_t s = 0; s < exploration->states && masks->trials > 0; s++) {
    exploration_state(exploration, s, cells);
    guard_each_arguments(masks->scope, question->has_argument, question->arguments, masks->trials, mask_visit, masks);
  }
  masks->scope->state = NULL;
  return masks->trials > 0;
}

static bool ever(GHashTable *seen, uint64_t bits) {
  GHashTableIter iter;
  gpointer key;
  g_hash_table_iter_init(&iter, seen);
  while (g_hash_table_iter_next(&iter, &key, NULL)) {
    if ((*(uint64_t *)key & bits) == bits) {
      return true;
    }
  }
  return false;
}

/* The least set of up to three parts that are never true together; all of them where there is none so small. */
static uint64_t smallest_never(GHashTable *seen, guint count) {
  for (guint i = 0; i < count; i++) {
    if (!ever(seen, UINT64_C(1) << i)) {
      return UINT64_C(1) << i;
    }
  }
  for (guint i = 0; i < count; i++) {
    for (guint j = i + 1; j < count; j++) {
      if (!ever(seen, UINT64_C(1) << i | UINT64_C(1) << j)) {
        return UINT64_C(1) << i | UINT64_C(1) << j;
      }
    }
  }
  for (guint i = 0; i < count; i++) {
    for (guint j = i + 1; j < count; j++) {
      for (guint k = j + 1; k < count; k++) {
        uint64_t bits = UINT64_C(1) << i | UINT64_C(1) << j | UINT64_C(1) << k;
        if (!ever(seen, bits)) {
          return bits;
        }
      }
    }
  }
  return count == 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
}

static char *reason_text(const IrModel *model, const Guard *guard, uint64_t bits) {
  g_autoptr(GString) text = g_string_new("it needs ");
  int told = 0;
  for (guint i = 0; i < guard->parts->len; i++) {
    if (bits >> i & 1) {
      g_autofree char *part = guard_text(model, guard, i);
      g_string_append_printf(text, "%s%s", told == 0 ? "" : " and ", part);
      told++;
    }
  }
  g_string_append(text, told == 1 ? ", which is never so" : ", which are never so together");
  return g_strdup(text->str);
}

static char *reason_of(Masks *masks) {
  guint count = masks->guard->parts->len;
  uint64_t full = count == 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
  if (g_hash_table_size(masks->seen) == 0) {
    return g_strdup("there are no arguments for it: the type of a parameter has no values");
  }
  if (ever(masks->seen, full)) {
    return g_strdup("its conditions do come true, but each time a pool is full or its effect is a model error");
  }
  return reason_text(eval_model(masks->eval), masks->guard, smallest_never(masks->seen, count));
}

char *never_reason(Eval *eval, const Exploration *exploration, const WhyQuestion *question) {
  Guard guard;
  guard_init(&guard, eval_model(eval), question->action, question->outcome);
  uint64_t trials = MAX(guard.action->argument_count, 1);
  bool free_arguments = question->has_argument == NULL;
  if (guard.parts->len > 64 || (free_arguments && trials > LIMIT_WHY_TRIALS / MAX(exploration->states, 1))) {
    guard_clear(&guard);
    return NULL;
  }
  Scope scope;
  eval_scope_init(eval, &scope, &guard.action->frame, NULL, NULL);
  Masks masks = {eval, &scope, &guard, NULL, LIMIT_WHY_TRIALS};
  masks.seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  char *reason = collect(&masks, exploration, question) ? reason_of(&masks) : NULL;
  g_hash_table_destroy(masks.seen);
  eval_scope_clear(&scope);
  guard_clear(&guard);
  return reason;
}
