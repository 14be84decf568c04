/* The cheapest walks that cover every goal, by exhaustive search, where there are few goals.
 * Ownership: the walks are the caller's. */
#pragma once

#include "cover/plan_back.h"

typedef struct ExactOptions {
  uint32_t reset_cost;
  uint64_t max_steps;  /* goals beyond it are left out; the walks may be longer all the same */
  uint64_t upper_cost; /* of walks that are known: only cheaper ones are looked for */
  uint64_t most_pairs;
  const atomic_bool *stop;
} ExactOptions;

typedef struct ExactResult {
  bool finished;    /* else a limit ended it, and nothing is known */
  GPtrArray *walks; /* CoverWalk *; NULL: there are none that are cheaper */
} ExactResult;

ExactResult exact_search(const PlanWays *ways, PlanBack *back, const ExactOptions *options);
