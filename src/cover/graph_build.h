/* The graph that a suite is planned in, each step with its goals: all of a small exploration; of a large one the
 * nearest states and the shortest ways to the first witness of each goal beyond them.
 * Ownership: a GoalGraph is the caller's (graph_build_free) and owns its CoverGraph. */
#pragma once

#include "cover/goal.h"
#include "cover/graph.h"

typedef struct GoalGraph {
  CoverGraph *graph;
  uint32_t goal_count;
  uint64_t *goal_first; /* edge_count + 1: the goals of edge e are goals[goal_first[e]] .. */
  uint32_t *goals;
  uint32_t *start_goals; /* by start: the goal that beginning there covers, or GOAL_NONE */
  uint32_t most_goals;   /* of any one step of the whole exploration */
  bool partial;          /* not every edge of the exploration is in it */
  bool stopped;
  char *too_large; /* a sentence for the user, else NULL; then the rest is not to be used */
} GoalGraph;

typedef struct BuildOptions {
  uint64_t edge_limit;
  bool whole; /* beyond the limit: too_large, instead of a part */
  const atomic_bool *stop;
} BuildOptions;

GoalGraph *graph_build_new(const Exploration *exploration, GoalFinder *finder, const BuildOptions *options);
void graph_build_free(GoalGraph *built);
