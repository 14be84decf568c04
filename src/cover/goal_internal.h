/* What the files of goals share. Ownership: a GoalFinder owns all but the Exploration. */
#pragma once

#include "cover/goal.h"
#include "cover/goal_map.h"
#include "cover/goal_view.h"
#include "engine/machine.h"

/* Where the state of one slot lies in a packed state. */
typedef struct GoalSlot {
  uint32_t word;
  uint8_t shift;
  uint64_t mask;
  int resource;
  int64_t slot;
} GoalSlot;

struct GoalFinder {
  const Exploration *exploration;
  const IrModel *model;
  Criterion criterion;
  GoalMap *map;       /* all but STATES and TRANSITIONS */
  GoalMap *met;       /* BOUNDARIES: whatever the outcome */
  uint32_t count;     /* STATES, TRANSITIONS */
  uint32_t *of_state; /* STATES: goal, or GOAL_NONE */
  GArray *found;      /* uint32_t: the goals of this step */
  const uint64_t *before;
  uint64_t before_number;
  GoalSlot *slots; /* LIFECYCLE, in the order of resources and slots */
  uint32_t slot_count;
  uint32_t *first_slot; /* by resource */
  GoalView *view;
};

/* Adds a goal of this step, once. */
void goal_internal_add(GoalFinder *finder, uint32_t goal);

void goal_lifecycle_init(GoalFinder *finder);
void goal_lifecycle_step(GoalFinder *finder, const Firing *firing, const uint64_t *after);
