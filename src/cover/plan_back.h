/* The graph backwards: who leads where, and how far each node is from a goal.
 * Ownership: a PlanBack is the caller's (plan_back_free) and borrows the GoalGraph. */
#pragma once

#include "cover/plan_ways.h"

typedef struct PlanBack {
  const GoalGraph *built;
  uint64_t *first;         /* by node: edges that lead to it are edges[first[n]] .. */
  uint32_t *sources;       /* by place in it: where that edge leaves */
  uint64_t *witness_first; /* by goal: the steps that cover it are witnesses[witness_first[g]] .. */
  uint64_t *witnesses;     /* edges */
  uint32_t *witness_nodes; /* where each leaves */
  uint32_t *queue;
} PlanBack;

PlanBack *plan_back_new(const GoalGraph *built);
void plan_back_free(PlanBack *back);
/* By node: steps to the goal, the one that covers it included; PLAN_FAR where there is no way. */
void plan_back_distances(PlanBack *back, uint32_t goal, uint32_t *ret_distances);
