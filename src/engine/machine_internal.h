/* The inside of a machine, for the files that run code: interp.c, firing.c, machine.c, stepper_interpreter.c.
 * Ownership: as in machine.h; everything here belongs to the machine. */
#pragma once

#include "engine/code.h"
#include "engine/machine.h"
#include "engine/program_internal.h"
#include "ir/layout.h"

typedef enum RunResult { RUN_FALSE, RUN_TRUE, RUN_FAULT, RUN_FULL } RunResult;

/* A run of cells of the next state that differs, perhaps, from the current one. */
typedef struct Dirty {
  uint32_t cell, cells;
} Dirty;
#define MACHINE_DIRTY 64

typedef struct Freed {
  int resource;
  int64_t slot;
  Span span;
} Freed;

typedef struct CallFrame {
  const Code *code;
  const Insn *back;
  int64_t *registers;
} CallFrame;

struct Machine {
  const Program *program;
  const atomic_bool *stop;
  int64_t deadline_us; /* of the monotonic clock; 0: none */
  uint32_t ticks;      /* back-edges until the next look at them */
  int64_t *stack;      /* registers; arguments are put at its bottom */
  size_t stack_cells;
  uint32_t bottom; /* where code that is run next has its register 0: above arguments that are still needed */
  CallFrame *calls;
  int64_t *items; /* fixed ranges of statements */
  size_t item_count, item_room;
  int64_t *locals; /* of the last single firing */
  int64_t *next;   /* scratch state that effects write; between firings equal to the state being expanded */
  Dirty dirty[MACHINE_DIRTY];
  uint32_t dirty_count; /* above MACHINE_DIRTY: everything may differ */
  Freed *freed;
  uint32_t freed_count;
  int *chosen; /* outcomes that are to fire */
  int chosen_count;
  Fault fault;
  int full_resource;
  uint32_t fault_at; /* FAULT: the instruction in the outermost code */
  int new_count;
  struct {
    int resource;
    int64_t slot;
  } news[16];
};

/* Runs `code`; its arguments stand at the bottom of the stack, and so does its value afterwards. `state` is written by
 * effects alone. FAULT: the fault is in machine->fault (STOPPED where the machine was asked to stop). */
RunResult interp_run(Machine *machine, const Code *code, int64_t *state, const int64_t *old);

/* True where the machine was asked to stop. */
bool machine_poll(Machine *machine);
void machine_reserve(Machine *machine, size_t cells);

static inline void machine_touch(Machine *machine, uint32_t cell, uint32_t cells) {
  if (machine->dirty_count < MACHINE_DIRTY) {
    machine->dirty[machine->dirty_count] = (Dirty){cell, cells};
  }
  machine->dirty_count += machine->dirty_count <= MACHINE_DIRTY;
}

/* ------------------------------------------------ firing.c: what surrounds the statements */

/* Runs an outcome's or init's effect on machine->next and ends the firing: entries and fields of freed slots blanked,
 * references judged. */
RunResult firing_run(Machine *machine, const Effect *effect, const int64_t *old, bool is_init);
/* Is the place of the map entries there in this state? */
bool firing_entry_there(const IrEntry *entry, const int64_t *state);

/* ------------------------------------------------ machine_slots.c: the longer operations */

int64_t machine_find_free(const Machine *machine, const Shape *pool, const int64_t *state);
void machine_take(Machine *machine, const Shape *pool, int64_t slot, int64_t to, int64_t *state);
FaultKind machine_move(Machine *machine, const Shape *pool, int64_t slot, int64_t to, int64_t *state, Span span);
void machine_push(Machine *machine, const int64_t *cells, uint32_t count);
int64_t machine_slot_next_either(const Shape *pool, const int64_t *now, const int64_t *before, int64_t from);
