/* Makes steps as people read them.
 * Takes a firing with the states before and after it; gives its call in words and what it changed: the differences of
 * the two states in the order of the state: vars as declared, then slots with their state and fields. A slot just taken
 * shows all its fields, with nothing before; a slot that was freed only that it was. Of a map of which few entries
 * changed, text shows those entries and JSON the whole: two readers with two wishes, so such a map gives Changes for
 * each. */
#include "contract/steps.h"

#include <string.h>

#include "base/limits.h"
#include "contract/eval.h"
#include "contract/explain_text.h"
#include "engine/sequence.h"
#include "ir/value.h"

/* Entries of one map that text shows one by one. */
enum { ENTRIES_MAX = 4 };

static void clear_change(Change *change) {
  g_free(change->what);
  g_free(change->field);
  g_free(change->before);
  g_free(change->after);
  cJSON_Delete(change->json_before);
  cJSON_Delete(change->json_after);
}

static char *value_text(const IrModel *model, const IrType *type, const int64_t *cells) {
  GString *text = g_string_new(NULL);
  explain_text_cells(model, type, cells, LIMIT_EXPLAIN_VALUE, text);
  return g_string_free(text, FALSE);
}

/* Where a value stands: `what`, and for a field its name. */
typedef struct Spot {
  const char *what;
  const char *field;             /* or NULL */
  const int64_t *before, *after; /* the whole states, to tell which slots exist */
} Spot;

/* `before` NULL: there was none. */
static Change *add_value(const IrModel *model, GArray *changes, Spot spot, const IrType *type, const int64_t *before,
                         const int64_t *after) {
  Change change = {.what = g_strdup(spot.what), .field = g_strdup(spot.field)};
  change.before = before != NULL ? value_text(model, type, before) : NULL;
  change.after = value_text(model, type, after);
  change.json_before = before != NULL ? value_json(model, type, before) : cJSON_CreateNull();
  change.json_after = value_json(model, type, after);
  g_array_append_val(changes, change);
  return &g_array_index(changes, Change, changes->len - 1);
}

static void add_entry(const IrModel *model, GArray *changes, Spot spot, const IrType *map, uint32_t rank,
                      const int64_t *before, const int64_t *after) {
  g_autofree int64_t *key = g_new0(int64_t, map->key->cells + 1);
  value_from_rank(map->key, rank, key);
  g_autoptr(GString) name = g_string_new(spot.field != NULL ? spot.field : spot.what);
  g_string_append_c(name, '[');
  value_print(model, map->key, key, name);
  g_string_append_c(name, ']');
  Spot entry = {spot.field != NULL ? spot.what : name->str, spot.field != NULL ? name->str : NULL, NULL, NULL};
  bool is_new = map->key->kind == IRT_RESOURCE && eval_slot_state(model, map->key->decl, rank, spot.before) <= 0;
  Change *change = add_value(model, changes, entry, map->elem, is_new ? NULL : before + (size_t)rank * map->elem->cells,
                             after + (size_t)rank * map->elem->cells);
  change->text_only = true;
  g_clear_pointer(&change->json_before, cJSON_Delete);
  g_clear_pointer(&change->json_after, cJSON_Delete);
}

/* A map that existed before: by entry where few changed. */
static void add_map(const IrModel *model, GArray *changes, Spot spot, const IrType *map, const int64_t *before,
                    const int64_t *after) {
  size_t bytes = map->elem->cells * sizeof *before;
  uint32_t changed[ENTRIES_MAX];
  uint32_t count = 0;
  for (uint32_t rank = 0; rank < map->key->count && count <= ENTRIES_MAX; rank++) {
    size_t at = (size_t)rank * map->elem->cells;
    bool gone = map->key->kind == IRT_RESOURCE && eval_slot_state(model, map->key->decl, rank, spot.after) <= 0;
    if (!gone && memcmp(before + at, after + at, bytes) != 0) {
      if (count < ENTRIES_MAX) {
        changed[count] = rank;
      }
      count++;
    }
  }
  bool few = count <= ENTRIES_MAX;
  for (uint32_t i = 0; few && i < count; i++) {
    add_entry(model, changes, spot, map, changed[i], before, after);
  }
  add_value(model, changes, spot, map, before, after)->json_only = few;
}

static void add_if_changed(const IrModel *model, GArray *changes, Spot spot, const IrType *type, const int64_t *before,
                           const int64_t *after) {
  if (before != NULL && memcmp(before, after, type->cells * sizeof *before) == 0) {
    return;
  }
  if (before != NULL && type->kind == IRT_MAP) {
    add_map(model, changes, spot, type, before, after);
  } else {
    add_value(model, changes, spot, type, before, after);
  }
}

static void add_state(const IrResource *pool, GArray *changes, const char *what, int64_t before, int64_t after) {
  Change change = {.what = g_strdup(what), .field = g_strdup("state")};
  change.before = g_strdup(pool->states[before].name);
  change.after = g_strdup(pool->states[after].name);
  change.json_before = cJSON_CreateString(change.before);
  change.json_after = cJSON_CreateString(change.after);
  g_array_append_val(changes, change);
}

static void add_slot(const IrModel *model, GArray *changes, const IrResource *pool, uint32_t slot,
                     const int64_t *state_before, const int64_t *state_after) {
  const int64_t *before = state_before + pool->cell + (size_t)slot * pool->stride;
  const int64_t *after = state_after + pool->cell + (size_t)slot * pool->stride;
  if (memcmp(before, after, pool->stride * sizeof *before) == 0) {
    return;
  }
  g_autofree char *what = g_strdup_printf("%s#%u", pool->name, slot);
  if (before[0] != after[0]) {
    add_state(pool, changes, what, before[0], after[0]);
  }
  for (int f = 0; f < pool->field_count && after[0] != 0; f++) {
    const IrField *field = &pool->fields[f];
    Spot spot = {what, field->name, state_before, state_after};
    add_if_changed(model, changes, spot, field->type, before[0] == 0 ? NULL : before + field->offset,
                   after + field->offset);
  }
}

static GArray *changes_between(const IrModel *model, const int64_t *before, const int64_t *after) {
  GArray *changes = g_array_new(FALSE, TRUE, sizeof(Change));
  for (int r = 0; r < model->resource_count; r++) {
    const IrResource *pool = &model->resources[r];
    for (uint32_t slot = 0; slot < pool->slots; slot++) {
      add_slot(model, changes, pool, slot, before, after);
    }
  }
  for (int v = 0; v < model->var_count; v++) {
    const IrVar *var = &model->vars[v];
    Spot spot = {var->name, NULL, before, after};
    add_if_changed(model, changes, spot, var->type, before + var->cell, after + var->cell);
  }
  return changes;
}

/* The state that every start begins with: declared values, no slots. */
static int64_t *blank_state(const IrModel *model) {
  int64_t *cells = g_new0(int64_t, model->state_cells + 1);
  for (int v = 0; v < model->var_count; v++) {
    const IrVar *var = &model->vars[v];
    memcpy(cells + var->cell, var->initial, var->type->cells * sizeof *cells);
  }
  return cells;
}

static char **names_of_news(const IrModel *model, const Fired *fired) {
  GPtrArray *names = g_ptr_array_new();
  for (int i = 0; fired != NULL && i < fired->new_count && i < (int)G_N_ELEMENTS(fired->news); i++) {
    const IrResource *pool = &model->resources[fired->news[i].resource];
    g_ptr_array_add(names, g_strdup_printf("%s#%" G_GINT64_FORMAT, pool->name, fired->news[i].slot));
  }
  g_ptr_array_add(names, NULL);
  return (char **)(void *)g_ptr_array_free(names, FALSE);
}

static void fill_changes(const IrModel *model, const int64_t *before, const int64_t *after, VerdictStep *step) {
  g_autofree int64_t *blank = before == NULL ? blank_state(model) : NULL;
  GArray *changes = changes_between(model, before == NULL ? blank : before, after);
  step->change_count = (int)changes->len;
  step->changes = (Change *)(void *)g_array_free(changes, FALSE);
  step->state = g_memdup2(after, model->state_cells * sizeof(int64_t));
}

void steps_make(const IrModel *model, const Firing *firing, const Fired *fired, const int64_t *before,
                const int64_t *after, VerdictStep *ret_step) {
  VerdictStep step = {.firing = *firing};
  GString *call = g_string_new(NULL);
  sequence_print_firing(model, firing, true, call);
  step.call = g_string_free(call, FALSE);
  if (firing->action >= 0) {
    const IrAction *action = &model->actions[firing->action];
    step.outcome = g_strdup(action->outcomes[firing->outcome].name);
    step.action_kind = action->kind;
  } else {
    step.outcome = g_strdup("");
  }
  step.news = names_of_news(model, fired);
  if (after != NULL) {
    fill_changes(model, before, after, &step);
  }
  *ret_step = step;
}

VerdictStep *steps_of_trace(const IrModel *model, const Trace *trace, int *ret_count) {
  VerdictStep *steps = g_new0(VerdictStep, trace->steps->len + 1);
  for (guint i = 0; i < trace->steps->len; i++) {
    const TraceStep *now = &g_array_index(trace->steps, TraceStep, i);
    const int64_t *before = i == 0 ? NULL : g_array_index(trace->steps, TraceStep, i - 1).state;
    steps_make(model, &now->firing, &now->fired, before, now->state, &steps[i]);
  }
  *ret_count = (int)trace->steps->len;
  return steps;
}

void steps_clear(VerdictStep *step) {
  g_free(step->call);
  g_free(step->outcome);
  g_strfreev(step->news);
  for (int i = 0; i < step->change_count; i++) {
    clear_change(&step->changes[i]);
  }
  g_free(step->changes);
  g_free(step->state);
}

void steps_free(VerdictStep *steps, int count) {
  for (int i = 0; i < count; i++) {
    steps_clear(&steps[i]);
  }
  g_free(steps);
}
