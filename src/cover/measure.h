/* Coverage measured afresh: a suite is replayed on the model, firing by firing, and what it covers is counted from what
 * happened. It shares no code with the planner, so that one can be held against the other.
 * Ownership: a Measure is the caller's (measure_free). */
#pragma once

#include "cover/criterion.h"
#include "cover/suite.h"
#include "engine/explore.h"

typedef struct Measure {
  bool valid;            /* every sequence is possible in the model, step by step */
  uint32_t bad_sequence; /* !valid: the first that is not, */
  uint32_t bad_step;     /*   and its step (0: the start) */
  uint64_t covered;      /* goals of the criterion that the suite covers */
  uint64_t total;        /* goals that exist in the exploration; 0 where it was not asked for */
} Measure;

/* `exploration` NULL: `total` is left out. Otherwise every state of it is expanded again for the total. */
Measure *measure_new(const Program *program, const Suite *suite, const Criterion *criterion,
                     const Exploration *exploration);
void measure_free(Measure *measure);
