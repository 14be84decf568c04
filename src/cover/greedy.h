/* The plain walk: always on to the nearest step that covers something new, or from a fresh start where that is nearer.
 * Ownership: the walks are the caller's. */
#pragma once

#include "cover/plan_ways.h"

typedef struct GreedyOptions {
  uint32_t reset_cost;
  uint64_t max_steps; /* of one walk; 0: none */
  const atomic_bool *stop;
} GreedyOptions;

/* Walks (CoverWalk *) that cover every goal that a walk of max_steps can. NULL where `stop` ended it. */
GPtrArray *greedy_walks(const PlanWays *ways, const GreedyOptions *options);
/* Steps and fresh starts of walks. */
uint64_t greedy_cost(const GPtrArray *walks, uint32_t reset_cost);
