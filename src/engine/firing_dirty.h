/* What a firing wrote, put to use: the next state packed from the few cells that differ, and the scratch state made
 * equal to the current one again. Inline, since both run once for each firing. Ownership: as in machine_internal.h. */
#pragma once

#include "engine/machine_internal.h"
#include "engine/ops.h"

/* Makes machine->next equal to `current` again. */
static inline void firing_undo(Machine *machine, const int64_t *current) {
  if (machine->dirty_count > MACHINE_DIRTY) {
    memcpy(machine->next, current, sizeof(int64_t) * machine->program->model->state_cells);
  } else {
    for (uint32_t i = 0; i < machine->dirty_count; i++) {
      ops_copy(machine->next + machine->dirty[i].cell, current + machine->dirty[i].cell, machine->dirty[i].cells);
    }
  }
  machine->dirty_count = 0;
}

static inline void firing_pack_cells(const Program *program, const int64_t *cells, Dirty dirty, uint64_t *words) {
  const IrBits *all = program->model->layout->bits;
  for (uint32_t cell = dirty.cell; cell < dirty.cell + dirty.cells; cell++) {
    const IrBits *bits = &all[program->run_of_cell[cell]];
    uint64_t value = (uint64_t)cells[bits->cell + bits->option] - (uint64_t)bits->lo;
    if (bits->option | bits->blank) {
      value = cells[bits->cell] != 0 ? value + 1 : 0;
    }
    words[bits->word] = (words[bits->word] & ~(bits->mask << bits->shift)) | (value & bits->mask) << bits->shift;
  }
}

/* machine->next, packed: `current` is the packed form of the state before. */
static inline void firing_pack(const Machine *machine, const uint64_t *current, uint64_t *ret_words) {
  const IrLayout *layout = machine->program->model->layout;
  if (machine->dirty_count > MACHINE_DIRTY) {
    layout_pack(layout, machine->next, ret_words);
    return;
  }
  for (uint32_t i = 0; i < layout->state_words; i++) {
    ret_words[i] = current[i];
  }
  for (uint32_t i = 0; i < machine->dirty_count; i++) {
    firing_pack_cells(machine->program, machine->next, machine->dirty[i], ret_words);
  }
}
