/* What surrounds the statements of a firing. Takes an effect and a machine whose scratch state equals the current one;
 * runs the statements, then ends the firing as the language says: freed slots are blank, their map entries too, and
 * nothing may refer to a slot that is not there. What the statements wrote is a short list of cells (firing_dirty.h).
 */
#include "engine/machine_internal.h"
#include "engine/ops.h"
#include "ir/value.h"

bool firing_entry_there(const IrEntry *entry, const int64_t *state) {
  for (int i = 0; i < entry->guard_count; i++) {
    if (state[entry->guards[i].cell] <= entry->guards[i].above) {
      return false;
    }
  }
  return true;
}

static void blank_cells(Machine *machine, uint32_t cell, uint32_t cells) {
  for (uint32_t i = 0; i < cells; i++) {
    if (machine->next[cell + i] != 0) {
      machine->next[cell + i] = 0;
      machine_touch(machine, cell + i, 1);
    }
  }
}

/* Map entries of slots that are absent. */
static void blank_entries(Machine *machine) {
  const IrModel *model = machine->program->model;
  for (int i = 0; i < model->entry_count; i++) {
    const IrEntry *entry = &model->entries[i];
    const IrResource *pool = &model->resources[entry->resource];
    if (!firing_entry_there(entry, machine->next)) {
      continue;
    }
    for (uint32_t slot = 0; slot < pool->slots; slot++) {
      if (machine->next[pool->cell + slot * pool->stride] == 0) {
        blank_cells(machine, entry->cell + slot * entry->stride, entry->cells);
      }
    }
  }
}

static void blank_freed(Machine *machine) {
  for (uint32_t i = 0; i < machine->freed_count; i++) {
    const IrResource *pool = &machine->program->model->resources[machine->freed[i].resource];
    blank_cells(machine, pool->cell + (uint32_t)machine->freed[i].slot * pool->stride + 1, pool->stride - 1);
  }
}

/* ---------------------------------------------------------------- references */

typedef struct BadRef {
  FaultKind kind;
  int resource;
  int64_t slot;
} BadRef;

static bool ref_bad(const IrModel *model, const IrType *type, const int64_t *cells, const int64_t *state, BadRef *ret);

static bool slot_bad(const IrModel *model, int resource, int64_t slot, const int64_t *state, BadRef *ret) {
  const IrResource *pool = &model->resources[resource];
  if (slot >= 0 && state[pool->cell + (uint64_t)slot * pool->stride] != 0) {
    return false;
  }
  *ret = (BadRef){slot < 0 ? FAULT_NONE : FAULT_DANGLING, resource, slot};
  return true;
}

static bool set_bad(const IrModel *model, const IrType *type, const int64_t *cells, const int64_t *state, BadRef *ret) {
  int64_t *element = g_new(int64_t, type->elem->cells);
  bool bad = false;
  for (int64_t rank = ops_set_next(cells, type->cells, 0); rank >= 0 && !bad;
       rank = ops_set_next(cells, type->cells, rank + 1)) {
    value_from_rank(type->elem, (uint64_t)rank, element);
    bad = ref_bad(model, type->elem, element, state, ret);
  }
  g_free(element);
  return bad;
}

static bool map_bad(const IrModel *model, const IrType *type, const int64_t *cells, const int64_t *state, BadRef *ret) {
  BadRef ignored;
  for (uint64_t i = 0; i < type->key->count; i++) {
    if (type->key->kind == IRT_RESOURCE && slot_bad(model, type->key->decl, (int64_t)i, state, &ignored)) {
      continue;
    }
    if (ref_bad(model, type->elem, cells + i * type->elem->cells, state, ret)) {
      return true;
    }
  }
  return false;
}

/* Does a value refer to a slot that is not there, or lack one that it should have? */
static bool ref_bad(const IrModel *model, const IrType *type, const int64_t *cells, const int64_t *state, BadRef *ret) {
  if (!type->has_slots) {
    return false;
  }
  switch (type->kind) {
  case IRT_RESOURCE:
    return slot_bad(model, type->decl, cells[0], state, ret);
  case IRT_OPTION:
    return cells[0] != 0 && ref_bad(model, type->elem, cells + 1, state, ret);
  case IRT_SET:
    return set_bad(model, type, cells, state, ret);
  case IRT_SEQ:
    for (int64_t i = 0; i < cells[0]; i++) {
      if (ref_bad(model, type->elem, cells + 1 + i * (int64_t)type->elem->cells, state, ret)) {
        return true;
      }
    }
    return false;
  case IRT_MAP:
    return map_bad(model, type, cells, state, ret);
  default:
    return false;
  }
}

static Span bad_place(const Machine *machine, const BadRef *bad, const RefPlace *place, Span about) {
  for (uint32_t i = 0; i < machine->freed_count; i++) {
    if (machine->freed[i].resource == bad->resource && machine->freed[i].slot == bad->slot) {
      return machine->freed[i].span;
    }
  }
  return bad->kind == FAULT_NONE ? place->span : about;
}

static RunResult judge_refs(Machine *machine, Span about) {
  const Program *program = machine->program;
  BadRef bad;
  for (uint32_t i = 0; i < program->ref_count; i++) {
    const RefPlace *place = &program->refs[i];
    if (place->owner >= 0 && machine->next[place->owner] == 0) {
      continue;
    }
    if (ref_bad(program->model, place->type, machine->next + place->cell, machine->next, &bad)) {
      machine->fault = (Fault){bad.kind, bad_place(machine, &bad, place, about), 0};
      return RUN_FAULT;
    }
  }
  return RUN_TRUE;
}

/* ---------------------------------------------------------------- firings */

RunResult firing_run(Machine *machine, const Effect *effect, const int64_t *old, bool is_init) {
  const Program *program = machine->program;
  machine->freed_count = 0;
  machine->new_count = 0;
  if (effect->code != NULL) {
    RunResult result = interp_run(machine, effect->code, machine->next, old);
    if (result != RUN_TRUE) {
      return result;
    }
  }
  bool entries = program->model->entry_count > 0;
  if (machine->freed_count > 0) {
    blank_freed(machine);
  }
  if (entries && (is_init || machine->freed_count > 0 || machine->new_count > 0 || effect->stores_maps)) {
    blank_entries(machine);
  }
  if (is_init || machine->freed_count > 0 || (effect->stores_refs && program->absent_values) ||
      (machine->new_count > 0 && program->unset_entries)) {
    return judge_refs(machine, effect->span);
  }
  return RUN_TRUE;
}
