/* Goals of transitions, by criterion. Takes each transition as the states are expanded once more, gives the numbers of
 * the goals that it covers. A goal is an exact key of two words: what a criterion tells apart is packed into it, so
 * that 10 million states cost a look-up a transition and nothing else. */
#include "cover/goal.h"

#include <string.h>

#include "cover/goal_internal.h"

GoalFinder *goal_finder_new(const Exploration *exploration, const Criterion *criterion) {
  GoalFinder *finder = g_new0(GoalFinder, 1);
  finder->exploration = exploration;
  finder->model = program_model(exploration->program);
  finder->criterion = *criterion;
  finder->map = goal_map_new();
  finder->met = goal_map_new();
  finder->found = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  if (criterion->kind == CRITERION_STATES) {
    finder->of_state = g_new(uint32_t, exploration->states + 1);
    memset(finder->of_state, 0xff, sizeof(uint32_t) * (exploration->states + 1));
  } else if (criterion->kind == CRITERION_LIFECYCLE) {
    goal_lifecycle_init(finder);
  } else if (criterion->kind == CRITERION_VIEW) {
    finder->view = goal_view_new(exploration, criterion->view);
  }
  return finder;
}

void goal_finder_free(GoalFinder *finder) {
  if (!finder)
    return;
  if (finder->view)
    goal_view_free(finder->view, &finder->model->views[finder->criterion.view]);
  goal_map_free(finder->map);
  goal_map_free(finder->met);
  g_array_unref(finder->found);
  g_free(finder->of_state);
  g_free(finder->slots);
  g_free(finder->first_slot);
  g_free(finder);
}

bool goal_finder_needs_target(const GoalFinder *finder) {
  return finder->criterion.kind == CRITERION_STATES || finder->criterion.kind == CRITERION_VIEW;
}

uint32_t goal_finder_count(const GoalFinder *finder) {
  CriterionKind kind = finder->criterion.kind;
  return kind == CRITERION_STATES || kind == CRITERION_TRANSITIONS ? finder->count : goal_map_count(finder->map);
}

void goal_internal_add(GoalFinder *finder, uint32_t goal) {
  for (guint i = 0; i < finder->found->len; i++) {
    if (g_array_index(finder->found, uint32_t, i) == goal)
      return;
  }
  g_array_append_val(finder->found, goal);
}

static uint32_t goal_of_state(GoalFinder *finder, uint64_t state) {
  if (finder->of_state[state] == GOAL_NONE)
    finder->of_state[state] = finder->count++;
  return finder->of_state[state];
}

static uint32_t give(GoalFinder *finder, const uint32_t **ret_goals) {
  *ret_goals = (const uint32_t *)(const void *)finder->found->data;
  return finder->found->len;
}

uint32_t goal_finder_start(GoalFinder *finder, uint64_t state, const uint32_t **ret_goals) {
  g_array_set_size(finder->found, 0);
  if (finder->criterion.kind == CRITERION_STATES)
    goal_internal_add(finder, goal_of_state(finder, state));
  return give(finder, ret_goals);
}

void goal_finder_source(GoalFinder *finder, uint64_t state) {
  finder->before = exploration_packed(finder->exploration, state);
  finder->before_number = state;
}

/* ---------------------------------------------------------------- criteria */

static GoalKey outcome_key(int action, int outcome) {
  return (GoalKey){0, (uint64_t)(uint32_t)action << 32 | (uint32_t)outcome};
}

static GoalKey boundary_key(int action, int param, uint64_t rank, uint32_t outcome) {
  return (GoalKey){(uint64_t)(uint32_t)action << 32 | (uint32_t)param, rank << 32 | outcome};
}

bool goal_is_boundary(const IrType *type, uint64_t rank) {
  switch (type->kind) {
  case IRT_BOOL:
  case IRT_ENUM:
    return true;
  case IRT_RESOURCE:
    return false;
  case IRT_OPTION:
    return rank == 0 || goal_is_boundary(type->elem, rank - 1);
  default:
    return rank == 0 || rank == type->count - 1;
  }
}

static void boundaries_of_step(GoalFinder *finder, const Firing *firing) {
  const IrAction *action = &finder->model->actions[firing->action];
  uint64_t rest = firing->arguments;
  for (int p = action->frame.param_count - 1; p >= 0; p--) {
    const IrType *type = action->frame.locals[p].type;
    uint64_t rank = rest % type->count;
    rest /= type->count;
    if (!goal_is_boundary(type, rank))
      continue;
    uint32_t outcome = (uint32_t)firing->outcome;
    goal_internal_add(finder, goal_map_add(finder->map, boundary_key(firing->action, p, rank, outcome)));
    goal_map_add(finder->met, boundary_key(firing->action, p, rank, UINT32_MAX));
  }
}

static void view_of_step(GoalFinder *finder, const Firing *firing, uint64_t target) {
  uint64_t before = goal_view_number(finder->view, finder->exploration, finder->criterion.view, finder->before_number);
  uint64_t after = goal_view_number(finder->view, finder->exploration, finder->criterion.view, target);
  GoalKey key = outcome_key(firing->action, firing->outcome);
  key.high = before << 32 | after;
  goal_internal_add(finder, goal_map_add(finder->map, key));
}

uint32_t goal_finder_step(GoalFinder *finder, const Firing *firing, const uint64_t *after, uint64_t target,
                          const uint32_t **ret_goals) {
  g_array_set_size(finder->found, 0);
  switch (finder->criterion.kind) {
  case CRITERION_OUTCOMES:
  case CRITERION_SWITCH:
    goal_internal_add(finder, goal_map_add(finder->map, outcome_key(firing->action, firing->outcome)));
    break;
  case CRITERION_STATES:
    goal_internal_add(finder, goal_of_state(finder, target));
    break;
  case CRITERION_TRANSITIONS:
    goal_internal_add(finder, finder->count++);
    break;
  case CRITERION_VIEW:
    view_of_step(finder, firing, target);
    break;
  case CRITERION_LIFECYCLE:
    goal_lifecycle_step(finder, firing, after);
    break;
  case CRITERION_BOUNDARIES:
    boundaries_of_step(finder, firing);
    break;
  }
  return give(finder, ret_goals);
}

bool goal_finder_met_outcome(const GoalFinder *finder, int action, int outcome) {
  return goal_map_has(finder->map, outcome_key(action, outcome));
}

bool goal_finder_met_boundary(const GoalFinder *finder, int action, int param, uint64_t rank) {
  return goal_map_has(finder->met, boundary_key(action, param, rank, UINT32_MAX));
}
