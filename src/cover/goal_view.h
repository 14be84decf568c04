/* Values of a view, numbered in the order in which they are met; which each state of an exploration has.
 * Ownership: a GoalView is the caller's (goal_view_free). */
#pragma once

#include "engine/explore.h"
#include "engine/machine.h"

typedef struct GoalView {
  Machine *machine;
  CodeExpr **codes;
  int64_t *cells, *locals, *values;
  size_t value_cells;
  GHashTable *numbers; /* of GBytes, to 1 + number */
  uint32_t *of_state;  /* UINT32_MAX: not asked for yet */
} GoalView;

GoalView *goal_view_new(const Exploration *exploration, int view);
void goal_view_free(GoalView *view, const IrView *declared);

/* The number of the values that the view has in a state. Its values are then in `view->values`, where they were not
 * known before: for each expression 1 where it errs, then its cells. */
uint32_t goal_view_number(GoalView *view, const Exploration *exploration, int number, uint64_t state);
