/* Traces: the shortest way to a state, least in the order (init, action, arguments, outcome), found again from the
 * parents and replayed. Ownership: a Trace is the caller's (trace_free) and owns its states. */
#pragma once

#include "engine/explore.h"
#include "engine/machine.h"

typedef struct TraceStep {
  Firing firing;  /* step 0: the init (action -1) */
  int64_t *state; /* state_cells after it; NULL for a failing last step that leads nowhere */
  Fired fired;    /* what the machine said when it was replayed */
} TraceStep;

typedef struct Trace {
  GArray *steps; /* of TraceStep; [0] is the init */
} Trace;

/* Is each state on the way to `state` what some step of the one before gives? Always so for a search; an exploration
 * out of a file may say otherwise. */
bool trace_holds(const Exploration *exploration, uint64_t state);

/* To state `state`; then, where `last` is not NULL, one more firing. Replayed on `machine`; a departure is a bug of
 * ours (asserted). */
Trace *trace_new(const Exploration *exploration, Machine *machine, uint64_t state, const Firing *last);
void trace_free(Trace *trace);
