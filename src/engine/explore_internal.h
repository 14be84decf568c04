/* The inside of the search: its context, shared by explore.c (the loop) and explore_check.c (what is judged in a state
 * or over a firing). Ownership: an Explorer lives on the stack of explore_run and borrows its Exploration. */
#pragma once

#include "engine/explore_store.h"
#include "engine/machine_internal.h"

typedef struct Explorer {
  Exploration *ex;
  struct ExploreStore *store;
  const Program *program;
  const IrModel *model;
  const ExploreOptions *options;
  Stepper *stepper;
  Machine *machine; /* for what is judged in states */
  int64_t *cells;
  uint64_t *source; /* packed: the state being expanded */
  uint64_t source_number;
  bool starting;
  uint32_t distance; /* of the states being expanded */
  CodeExpr **watches;
  size_t watches_open;
  bool has_finals, open_reaches;
  bool *seen; /* by contract: has a breach of kind INVARIANT or STEP */
  ExploreEnd end;
  bool ended; /* a limit: stop at once */
  int64_t begin_us, last_progress_us;
  uint32_t until_look;
  uint64_t *dropped_before; /* by resource: the stepper's counters when the expansion began */
} Explorer;

/* Judges the state `number`, just found at distance `steps`. */
void explore_check_state(Explorer *explorer, uint64_t number, const uint64_t *packed, uint32_t steps);
/* The state being expanded has no successor, and no full pool dropped one. */
void explore_check_deadlock(Explorer *explorer);
void explore_check_findings(Explorer *explorer, const Batch *batch);
