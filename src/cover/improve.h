/* Makes walks cheaper that cover every goal already. Ownership: changes the caller's walks in place. */
#pragma once

#include "cover/plan_ways.h"

typedef struct ImproveOptions {
  uint32_t reset_cost;
  uint64_t max_steps; /* of one walk; 0: none */
  const atomic_bool *stop;
} ImproveOptions;

/* Covers what was covered, and never costs more. Ends where nothing more is found, or after LIMIT_COVER_WORK. */
void improve_walks(const PlanWays *ways, const ImproveOptions *options, GPtrArray *walks);
