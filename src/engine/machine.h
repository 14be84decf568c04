/* A machine runs a program's code: registers and scratch states of one thread.
 * Ownership: a Machine borrows its Program; cells that are passed in and out are the caller's. */
#pragma once

#include <stdatomic.h>

#include "engine/fault.h"
#include "engine/program.h"

typedef struct Machine Machine;

/* `stop` (may be NULL) is polled in loops; where it becomes true, what runs ends with FAULT_STOPPED. */
Machine *machine_new(const Program *program, const atomic_bool *stop);
void machine_free(Machine *machine);

/* Values of a frame's locals for code_expr: local i's cells start at frame_offsets(frame)[i]. */
uint32_t frame_cells(const IrFrame *frame);
void frame_offsets(const IrFrame *frame, uint32_t *ret_offsets);

/* The value of an expression in a state (`old`: the state before, or NULL where there is none; `locals`: frame_cells
 * cells or NULL). False with a fault. */
bool machine_eval(Machine *machine, const CodeExpr *code, const int64_t *state, const int64_t *old,
                  const int64_t *locals, int64_t *ret_cells, Fault *ret_fault);

/* ------------------------------------------------ single firings: replay, step, why */

typedef enum FireResult {
  FIRE_DONE,        /* the successor is in ret_state */
  FIRE_NOT_ENABLED, /* a guard is false, a parameter's state does not fit, or an outcome before it holds */
  FIRE_FULL,        /* a pool was full: `resource` */
  FIRE_FAULT        /* a model error in guard or effect */
} FireResult;

typedef struct Fired {
  FireResult result;
  Fault fault;
  int resource;       /* FULL */
  int broken_ensure;  /* DONE: the first ensure that does not hold (its number in the outcome), or -1 */
  Fault ensure_fault; /* DONE: a fault in the ensure `broken_ensure`; kind NOTHING where it is just false */
  int new_count;      /* slots taken, in order */
  struct {
    int resource;
    int64_t slot;
  } news[16];
} Fired;

/* Tries one outcome for these arguments (the parameters' cells, as arguments_from_number gives) in a state. */
Fired machine_fire(Machine *machine, int action, int outcome, const int64_t *arguments, const int64_t *state,
                   int64_t *ret_state);

/* The locals of the action's frame as the last machine_fire left them where it was DONE: its parameters, and what its
 * statements named by `let` and `new`; local i at frame_offsets(frame)[i]. A name whose statement did not run is 0, and
 * the names of binders hold nothing of use. Valid until the next machine_fire. */
const int64_t *machine_locals(const Machine *machine);

/* One start: ret_state is the state after init for these arguments. NOT_ENABLED: its `when` drops it. */
Fired machine_start(Machine *machine, int init, const int64_t *arguments, int64_t *ret_state);
