/* What operations do to pools: taking, moving and looking for slots, and the stack of items that statements run over.
 * Kept out of the interpreter, since each of these is more than an instruction's worth of work. */
#include "engine/machine_internal.h"
#include "engine/ops.h"

/* A map entry's defaults for a slot that was just taken; not in its own fields, whose values `new` has just given. */
static void fill_entries(Machine *machine, const Shape *pool, int64_t slot, int64_t *state) {
  const IrModel *model = machine->program->model;
  uint32_t own = pool->base + (uint32_t)slot * pool->stride;
  for (int i = 0; i < model->entry_count; i++) {
    const IrEntry *entry = &model->entries[i];
    uint32_t cell = entry->cell + (uint32_t)slot * entry->stride;
    bool is_own = cell >= own && cell < own + pool->stride;
    if (entry->resource == pool->resource && !is_own && firing_entry_there(entry, state)) {
      ops_copy(state + cell, entry->initial, entry->cells);
      machine_touch(machine, cell, entry->cells);
    }
  }
}

static bool was_freed(const Machine *machine, int resource, int64_t slot) {
  for (uint32_t i = 0; i < machine->freed_count; i++) {
    if (machine->freed[i].resource == resource && machine->freed[i].slot == slot) {
      return true;
    }
  }
  return false;
}

int64_t machine_find_free(const Machine *machine, const Shape *pool, const int64_t *state) {
  int64_t slot = -1;
  do {
    slot = ops_slot_next(state, pool->base, pool->stride, pool->slots, 1, slot + 1);
  } while (slot >= 0 && machine->freed_count > 0 && was_freed(machine, pool->resource, slot));
  return slot;
}

void machine_take(Machine *machine, const Shape *pool, int64_t slot, int64_t to, int64_t *state) {
  uint32_t cell = pool->base + (uint32_t)slot * pool->stride;
  state[cell] = to;
  machine_touch(machine, cell, 1);
  if (machine->program->model->entry_count > 0) {
    fill_entries(machine, pool, slot, state);
  }
  if (machine->new_count < (int)G_N_ELEMENTS(machine->news)) {
    machine->news[machine->new_count].resource = pool->resource;
    machine->news[machine->new_count].slot = slot;
    machine->new_count++;
  }
}

FaultKind machine_move(Machine *machine, const Shape *pool, int64_t slot, int64_t to, int64_t *state, Span span) {
  if (slot < 0) {
    return FAULT_NONE;
  }
  uint32_t cell = pool->base + (uint32_t)slot * pool->stride;
  if (state[cell] == 0) {
    return FAULT_ABSENT;
  }
  state[cell] = to;
  machine_touch(machine, cell, 1);
  if (to == 0) {
    machine->freed[machine->freed_count++] = (Freed){pool->resource, slot, span};
  }
  return FAULT_NOTHING;
}

void machine_push(Machine *machine, const int64_t *cells, uint32_t count) {
  if (machine->item_count + count > machine->item_room) {
    machine->item_room = (machine->item_count + count) * 2;
    machine->items = g_renew(int64_t, machine->items, machine->item_room);
  }
  ops_copy(machine->items + machine->item_count, cells, count);
  machine->item_count += count;
}

int64_t machine_slot_next_either(const Shape *pool, const int64_t *now, const int64_t *before, int64_t from) {
  for (int64_t slot = from; slot < (int64_t)pool->slots; slot++) {
    uint64_t at = pool->base + (uint64_t)slot * pool->stride;
    if ((pool->mask >> now[at] & 1) != 0 || (pool->mask >> before[at] & 1) != 0) {
      return slot;
    }
  }
  return -1;
}
