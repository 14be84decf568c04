/* The step interface: all successors of a packed state, in batches, from whichever engine. The search knows no more of
 * an engine than this. Ownership: a stepper belongs to one thread; what a batch points to is the stepper's and valid
 * until the sink returns. */
#pragma once

#include <stdatomic.h>

#include "engine/fault.h"
#include "engine/program.h"

typedef struct Firing {
  int32_t action;     /* -1: an init */
  int32_t outcome;    /* of the action, in its order (0 for a fault in a `when` of the action itself); for an init its
                         number */
  uint64_t arguments; /* arguments_number */
} Firing;

typedef enum FindingKind {
  FINDING_FAULT,  /* the firing erred: it leads nowhere */
  FINDING_ENSURE, /* contract: number of the ensure in its outcome. The transition counts */
  FINDING_STEP    /* contract: number of a step invariant. The transition counts */
} FindingKind;

/* What went wrong in or over one firing. */
typedef struct Finding {
  FindingKind kind;
  Firing firing;
  int contract;
  Fault
      fault; /* FAULT: which; ENSURE, STEP: the fault while the contract was evaluated, or NOTHING where it is false */
  uint32_t transition; /* ENSURE, STEP: its number in the batch */
} Finding;

/* Firings in the order (action, arguments, outcome), their successors packed one after another. */
typedef struct Batch {
  uint32_t count;
  const Firing *firings;
  const uint64_t *states; /* count * state_words */
  uint32_t finding_count;
  const Finding *findings;
} Batch;

/* Returns false to stop the expansion (a limit, a signal). */
typedef bool StepSink(void *user, const Batch *batch);

/* Totals over one expansion. */
typedef struct Expansion {
  bool enabled; /* some action is: it fired, or erred */
  bool stopped;
  uint64_t dropped; /* firings dropped for a full pool; by pool in stepper's `dropped` */
} Expansion;

typedef struct Stepper Stepper;
typedef struct StepperOps {
  const char *name; /* "interpreter", "native" */
  /* Every start of init `init`, in order. */
  bool (*starts)(Stepper *stepper, int init, StepSink *sink, void *user, Expansion *ret);
  bool (*expand)(Stepper *stepper, const uint64_t *state, StepSink *sink, void *user, Expansion *ret);
  void (*free)(Stepper *stepper);
} StepperOps;

struct Stepper {
  const StepperOps *ops;
  uint64_t *dropped;   /* by resource, counted up */
  int64_t deadline_us; /* of g_get_monotonic_time: long expansions end there as if stopped; 0: none */
};

Stepper *stepper_interpreter_new(const Program *program, const atomic_bool *stop);
static inline void stepper_free(Stepper *stepper) {
  stepper->ops->free(stepper);
}
