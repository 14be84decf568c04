/* Why not: what keeps an action from being possible, in one state or ever; and the shortest sequence that makes it so.
 * Ownership: what comes back is the caller's; why_free frees an answer. (The cli's `why` and `step`, and replay's
 * departures, are written against this.) */
#pragma once

#include "contract/verdict.h"
#include "engine/sequence.h"

/* What is asked: an action, perhaps one outcome of it, perhaps some of its arguments. */
typedef struct WhyQuestion {
  int action;
  int outcome;              /* -1: any that is not `otherwise` */
  const bool *has_argument; /* by parameter; NULL: none is given */
  const int64_t *arguments; /* the parameters' cells one after another; those not given are ignored */
} WhyQuestion;

typedef struct WhyAnswer {
  bool possible;  /* now; or ever */
  bool known;     /* false: the exploration was cut short, or there are too many arguments to look at all */
  Firing firing;  /* POSSIBLE: one that is asked for, the least */
  uint64_t state; /* why_ever: the first state in which it is possible */
  char **lines;   /* else: why, line by line, NULL-terminated; the first stands alone */
} WhyAnswer;

/* In one state: possible, or which part of which guard is false there, with values. */
WhyAnswer *why_now(const Program *program, Machine *machine, const WhyQuestion *question, const int64_t *state);

/* The same, and where it is not possible, whether it can come about again from here: the exploration is complete, of
 * the same program, made with keep_edges, and holds the state (else nothing is added). */
WhyAnswer *why_now_within(const Exploration *exploration, Machine *machine, const WhyQuestion *question,
                          const int64_t *state);

/* In any state of an exploration: the first in which it is possible, or the part of its guard that is true in no
 * reachable state, alone or together with the others. */
WhyAnswer *why_ever(const Exploration *exploration, const WhyQuestion *question);

void why_free(WhyAnswer *answer);
