/* What the files of planning share. Ownership: a Planner borrows all but what build_and_plan makes and frees. */
#pragma once

#include "cover/greedy.h"
#include "cover/plan.h"

typedef struct Planner {
  const Exploration *exploration;
  const PlanOptions *options;
  Plan *plan;
  GoalFinder *finder;
  GoalGraph *built;
  PlanWays *ways;
} Planner;

/* Goals of the walk that were not `covered`; they are now. */
uint64_t plan_internal_count_new(const GoalGraph *built, const CoverWalk *walk, bool *covered);

/* Fills plan->uncovered. */
void plan_uncovered(Planner *planner);
