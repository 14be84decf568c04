/* What a suite cannot cover, in the user's words: goals that are too far for one sequence, and what the model declares
 * but no step of the exploration had. */
#include "cover/plan_internal.h"
#include "engine/sequence.h"
#include "ir/value.h"

static void add_uncovered(Planner *planner, UncoveredKind kind, int action, int outcome, uint32_t distance,
                          char *what) {
  Uncovered uncovered = {kind, what, action, outcome, distance};
  g_array_append_val(planner->plan->uncovered, uncovered);
}

static UncoveredKind why_unseen(const Planner *planner) {
  const Exploration *exploration = planner->exploration;
  bool whole = exploration->end == EXPLORE_COMPLETE && exploration->expanded == exploration->states;
  return whole ? UNCOVERED_NEVER : UNCOVERED_UNSEEN;
}

static char *outcome_text(const IrModel *model, int action, int outcome) {
  const char *name = model->actions[action].outcomes[outcome].name;
  if (*name == '\0')
    return g_strdup_printf("`%s`", model->actions[action].name);
  return g_strdup_printf("`%s` with the outcome `%s`", model->actions[action].name, name);
}

static void unmet_outcomes(Planner *planner) {
  const IrModel *model = program_model(planner->exploration->program);
  for (int a = 0; a < model->action_count; a++) {
    for (int o = 0; o < model->actions[a].outcome_count; o++) {
      if (!goal_finder_met_outcome(planner->finder, a, o))
        add_uncovered(planner, why_unseen(planner), a, o, 0, outcome_text(model, a, o));
    }
  }
}

static void unmet_value(Planner *planner, int action, int param, uint64_t rank) {
  const IrModel *model = program_model(planner->exploration->program);
  const IrLocal *local = &model->actions[action].frame.locals[param];
  int64_t *cells = g_new0(int64_t, local->type->cells + 1);
  GString *what = g_string_new(NULL);
  value_from_rank(local->type, rank, cells);
  g_string_append_printf(what, "`%s` with %s ", model->actions[action].name, local->name);
  value_print(model, local->type, cells, what);
  g_free(cells);
  add_uncovered(planner, why_unseen(planner), action, -1, 0, g_string_free(what, FALSE));
}

static void unmet_boundaries(Planner *planner) {
  const IrModel *model = program_model(planner->exploration->program);
  for (int a = 0; a < model->action_count; a++) {
    const IrFrame *frame = &model->actions[a].frame;
    for (int p = 0; p < frame->param_count; p++) {
      const IrType *type = frame->locals[p].type;
      for (uint64_t rank = 0; rank < type->count; rank++) {
        if (goal_is_boundary(type, rank) && !goal_finder_met_boundary(planner->finder, a, p, rank))
          unmet_value(planner, a, p, rank);
      }
    }
  }
}

/* The step that covers the goal stands for it. */
static void too_far(Planner *planner) {
  const PlanWays *ways = planner->ways;
  const CoverGraph *graph = planner->built->graph;
  const IrModel *model = program_model(planner->exploration->program);
  for (uint32_t g = 0; g < planner->built->goal_count; g++) {
    if (planner->options->max_steps == 0 || ways->goal_steps[g] <= planner->options->max_steps)
      continue;
    const Firing *firing = &graph->firings[ways->goal_edges[g]];
    GString *what = g_string_new("`");
    sequence_print_firing(model, firing, false, what);
    g_string_append_c(what, '`');
    char *text = planner->options->criterion.kind == CRITERION_OUTCOMES
                     ? outcome_text(model, firing->action, firing->outcome)
                     : g_strdup(what->str);
    g_string_free(what, TRUE);
    add_uncovered(planner, UNCOVERED_TOO_FAR, firing->action, firing->outcome, ways->goal_steps[g], text);
  }
}

void plan_uncovered(Planner *planner) {
  if (planner->options->criterion.kind == CRITERION_OUTCOMES)
    unmet_outcomes(planner);
  else if (planner->options->criterion.kind == CRITERION_BOUNDARIES)
    unmet_boundaries(planner);
  too_far(planner);
}
