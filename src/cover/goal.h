/* Goals: what a criterion wants covered, told of each transition as it passes by. Goals are numbered from 0 in the
 * order in which they are first met. Ownership: a GoalFinder is the caller's (goal_finder_free) and borrows the
 * Exploration; the goals that it gives are its own, valid until the next call. */
#pragma once

#include "cover/criterion.h"
#include "engine/explore.h"

#define GOAL_NONE UINT32_MAX

typedef struct GoalFinder GoalFinder;

GoalFinder *goal_finder_new(const Exploration *exploration, const Criterion *criterion);
void goal_finder_free(GoalFinder *finder);

/* Must goal_finder_step be told the number of each target? */
bool goal_finder_needs_target(const GoalFinder *finder);
uint32_t goal_finder_count(const GoalFinder *finder);

/* Goals of a sequence that begins in `state`. */
uint32_t goal_finder_start(GoalFinder *finder, uint64_t state, const uint32_t **ret_goals);
/* The steps that follow leave `state`. */
void goal_finder_source(GoalFinder *finder, uint64_t state);
/* Goals of a step: no goal twice. `target` may be STATE_NONE where it is not needed. */
uint32_t goal_finder_step(GoalFinder *finder, const Firing *firing, const uint64_t *after, uint64_t target,
                          const uint32_t **ret_goals);

/* Is the value of this rank at an end of the type: any of a bool or an enum, `none` and the ends of an option's
 * element, else the lowest and the highest? A resource has no ends. */
bool goal_is_boundary(const IrType *type, uint64_t rank);
/* BOUNDARIES only: did some firing, with any outcome, have the value of rank `rank` for parameter `param`? */
bool goal_finder_met_boundary(const GoalFinder *finder, int action, int param, uint64_t rank);
/* OUTCOMES only. */
bool goal_finder_met_outcome(const GoalFinder *finder, int action, int outcome);
