/* Shortest ways from a fresh start: to each node, and to the nearest step that covers each goal.
 * Ownership: PlanWays is the caller's (plan_ways_free) and borrows the GoalGraph. */
#pragma once

#include "cover/graph_build.h"

#define PLAN_FAR UINT32_MAX
#define PLAN_NO_EDGE UINT64_MAX

typedef struct PlanWays {
  const GoalGraph *built;
  uint32_t *distances;  /* by node; PLAN_FAR: no way */
  uint64_t *entered_by; /* by node: the edge that the way ends with; PLAN_NO_EDGE at a start */
  uint32_t *from;       /* by node: the node before, or the number of the start */
  uint32_t *goal_steps; /* by goal: steps of the shortest way, the step that covers it included */
  uint64_t *goal_edges; /* by goal: that step; PLAN_NO_EDGE where a start covers it */
  uint32_t *goal_nodes; /* by goal: where that step leaves */
} PlanWays;

PlanWays *plan_ways_new(const GoalGraph *built);
void plan_ways_free(PlanWays *ways);

/* A walk by the shortest way to `node`. */
CoverWalk *plan_ways_walk(const PlanWays *ways, uint32_t node);
/* The shortest walk that covers a goal. */
CoverWalk *plan_ways_walk_to_goal(const PlanWays *ways, uint32_t goal);
uint32_t plan_ways_source(const CoverGraph *graph, uint64_t edge);
/* Where a walk ends. */
uint32_t plan_ways_end(const CoverGraph *graph, const CoverWalk *walk);
