/* Lower bounds on what covering goals costs, whatever the suite. Ownership: nothing is kept. */
#pragma once

#include "cover/plan_back.h"

typedef struct BoundOptions {
  uint32_t reset_cost;
  uint64_t max_steps; /* of one walk; 0: none. Goals beyond it do not count */
  const atomic_bool *stop;
} BoundOptions;

/* By distances and by how much one step covers; cheap, for any graph. */
uint64_t bound_distances(const PlanWays *ways, const BoundOptions *options);
/* By an assignment of each goal to the one covered next; 0 where there are too many goals, or the graph is a part. */
uint64_t bound_assignment(const PlanWays *ways, PlanBack *back, const BoundOptions *options);
