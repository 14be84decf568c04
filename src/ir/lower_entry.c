/* Maps keyed by a resource: a list of every place in a state that is or holds one, so that the engines can reset the
 * entries of a slot that is freed or taken. Takes the laid out state and the initial values, gives ir->entries; then
 * the entries of the slots, none of which exists yet, are made zero in the initial values. The walk goes into
 * everything that has a fixed place: entries, items, options, fields of each slot. */
#include <string.h>

#include "base/limits.h"
#include "ir/lower_internal.h"
#include "ir/value.h"

typedef struct Walk {
  Lower *lower;
  GArray *entries; /* of IrEntry */
  GArray *guards;  /* of IrEntryGuard: what must hold for the place where the walk stands */
  int thing;
} Walk;

static bool holds_slot_map(const IrType *type) {
  for (; type != NULL; type = type->elem) {
    if (type->kind == IRT_MAP && type->key->kind == IRT_RESOURCE) {
      return true;
    }
  }
  return false;
}

static const int64_t *lowest_of(Walk *walk, const IrType *type) {
  int64_t *cells = ARENA_ARRAY(walk->lower->arena, int64_t, type->cells + 1);
  value_lowest(type, cells);
  return cells;
}

static void add_entry(Walk *walk, const IrType *map, uint32_t cell, const int64_t *initial) {
  IrEntry entry = {.resource = map->key->decl,
                   .cell = cell,
                   .stride = map->elem->cells,
                   .cells = map->elem->cells,
                   .initial = initial,
                   .guard_count = (int)walk->guards->len,
                   .thing = walk->thing};
  IrEntryGuard *guards = ARENA_ARRAY(walk->lower->arena, IrEntryGuard, walk->guards->len + 1);
  if (walk->guards->len > 0) {
    memcpy(guards, walk->guards->data, sizeof *guards * walk->guards->len);
  }
  entry.guards = guards;
  g_array_append_val(walk->entries, entry);
}

static void push_guard(Walk *walk, uint32_t cell, int64_t above) {
  IrEntryGuard guard = {cell, above};
  g_array_append_val(walk->guards, guard);
}

static void pop_guard(Walk *walk) {
  g_array_set_size(walk->guards, walk->guards->len - 1);
}

static void walk_value(Walk *walk, const IrType *type, uint32_t cell, const int64_t *initial);

static void walk_map(Walk *walk, const IrType *type, uint32_t cell, const int64_t *initial) {
  bool slots = type->key->kind == IRT_RESOURCE;
  const IrResource *pool = slots ? &walk->lower->ir->resources[type->key->decl] : NULL;
  if (slots) {
    add_entry(walk, type, cell, initial); /* every entry has the same default: the first's */
  }
  for (uint32_t key = 0; holds_slot_map(type->elem) && key < type->key->count; key++) {
    uint32_t at = key * type->elem->cells;
    if (slots) {
      push_guard(walk, pool->cell + key * pool->stride, 0);
    }
    walk_value(walk, type->elem, cell + at, initial + at);
    if (slots) {
      pop_guard(walk);
    }
  }
}

/* `initial`: what the cells start with, each slot taken as existing. */
static void walk_value(Walk *walk, const IrType *type, uint32_t cell, const int64_t *initial) {
  if (!holds_slot_map(type)) {
    return;
  }
  if (type->kind == IRT_MAP) {
    walk_map(walk, type, cell, initial);
  } else if (type->kind == IRT_OPTION) {
    push_guard(walk, cell, 0);
    walk_value(walk, type->elem, cell + 1, initial[0] != 0 ? initial + 1 : lowest_of(walk, type->elem));
    pop_guard(walk);
  } else if (type->kind == IRT_SEQ) {
    for (uint32_t i = 0; i < type->length; i++) {
      uint32_t at = 1 + i * type->elem->cells;
      push_guard(walk, cell, i);
      walk_value(walk, type->elem, cell + at, i < initial[0] ? initial + at : lowest_of(walk, type->elem));
      pop_guard(walk);
    }
  }
}

static void walk_pool(Walk *walk, const ResourceDecl *decl, const IrResource *pool, int resource) {
  for (int f = 0; f < pool->field_count; f++) {
    const IrField *field = &pool->fields[f];
    if (!holds_slot_map(field->type)) {
      continue;
    }
    const FieldDecl *field_decl = LIST_GET(decl->fields, FieldDecl, f);
    const int64_t *initial = lower_default(walk->lower, field_decl->value, field->type, field->name);
    walk->thing = walk->lower->ir->things_of_resource[resource] + 1 + f;
    for (uint32_t slot = 0; slot < pool->slots; slot++) {
      uint32_t at = pool->cell + slot * pool->stride;
      push_guard(walk, at, 0);
      walk_value(walk, field->type, at + field->offset, initial);
      pop_guard(walk);
    }
  }
}

/* No slot exists before an init: its entries are blank. */
static void blank_initial_values(const IrModel *ir) {
  for (int e = 0; e < ir->entry_count; e++) {
    const IrEntry *entry = &ir->entries[e];
    if (entry->thing >= ir->var_count) {
      continue;
    }
    const IrVar *var = &ir->vars[entry->thing];
    int64_t *cells = (int64_t *)var->initial + (entry->cell - var->cell);
    memset(cells, 0, sizeof *cells * entry->cells * ir->resources[entry->resource].slots);
  }
}

/* An entry's default lies in the initial value that is about to be blanked: keep a copy. */
static void keep_defaults(Lower *lower, GArray *entries) {
  for (guint i = 0; i < entries->len; i++) {
    IrEntry *entry = &g_array_index(entries, IrEntry, i);
    int64_t *copy = ARENA_ARRAY(lower->arena, int64_t, entry->cells + 1);
    memcpy(copy, entry->initial, sizeof *copy * entry->cells);
    entry->initial = copy;
  }
}

void lower_entries(Lower *lower) {
  IrModel *ir = lower->ir;
  Walk walk = {.lower = lower,
               .entries = g_array_new(FALSE, FALSE, sizeof(IrEntry)),
               .guards = g_array_new(FALSE, FALSE, sizeof(IrEntryGuard))};
  for (int v = 0; v < ir->var_count; v++) {
    walk.thing = v;
    walk_value(&walk, ir->vars[v].type, ir->vars[v].cell, ir->vars[v].initial);
  }
  for (int r = 0; r < ir->resource_count; r++) {
    walk_pool(&walk, LIST_GET(lower->tree->resources, ResourceDecl, r), &ir->resources[r], r);
  }
  keep_defaults(lower, walk.entries);
  ir->entry_count = (int)walk.entries->len;
  ir->entries = ARENA_ARRAY(lower->arena, IrEntry, walk.entries->len + 1);
  if (walk.entries->len > 0) {
    memcpy(ir->entries, walk.entries->data, sizeof(IrEntry) * walk.entries->len);
  }
  blank_initial_values(ir);
  g_array_unref(walk.entries);
  g_array_unref(walk.guards);
}
