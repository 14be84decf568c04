/* Planning, from an exploration and a criterion to a suite: builds the graph with its goals, plans walks in it, turns
 * them into sequences, and says what is not covered and why. */
#include "cover/plan.h"

#include "base/limits.h"
#include "cover/plan_internal.h"

void plan_options_init(PlanOptions *options) {
  *options = (PlanOptions){.criterion = {CRITERION_OUTCOMES, 0, -1}, .criterion_text = "outcomes", .reset_cost = 1};
}

static void uncovered_clear(gpointer data) {
  g_free(((Uncovered *)data)->what);
}

void plan_free(Plan *plan) {
  if (!plan)
    return;
  suite_free(plan->suite);
  g_array_unref(plan->uncovered);
  g_free(plan->too_large);
  g_free(plan);
}

/* ---------------------------------------------------------------- walks to sequences */

static void add_sequence(Plan *plan, const CoverGraph *graph, const CoverWalk *walk) {
  GArray *firings = g_array_sized_new(FALSE, FALSE, sizeof(Firing), walk->edges->len + 1);
  g_array_append_val(firings, graph->starts[walk->start].firing);
  for (guint i = 0; i < walk->edges->len; i++)
    g_array_append_val(firings, graph->firings[g_array_index(walk->edges, uint64_t, i)]);
  suite_add(plan->suite, NULL, firings);
}

static void add_walks(Planner *planner, const GPtrArray *walks) {
  Plan *plan = planner->plan;
  bool *covered = g_new0(bool, planner->built->goal_count + (size_t)1);
  for (guint i = 0; i < walks->len; i++) {
    const CoverWalk *walk = g_ptr_array_index(walks, i);
    add_sequence(plan, planner->built->graph, walk);
    plan->covered += plan_internal_count_new(planner->built, walk, covered);
    plan->steps += walk->edges->len;
  }
  plan->cost = plan->steps + (uint64_t)planner->options->reset_cost * walks->len;
  g_free(covered);
}

uint64_t plan_internal_count_new(const GoalGraph *built, const CoverWalk *walk, bool *covered) {
  uint64_t count = 0;
  uint32_t start_goal = built->start_goals[walk->start];
  if (start_goal != GOAL_NONE && !covered[start_goal]) {
    covered[start_goal] = true;
    count++;
  }
  for (guint i = 0; i < walk->edges->len; i++) {
    uint64_t edge = g_array_index(walk->edges, uint64_t, i);
    for (uint64_t g = built->goal_first[edge]; g < built->goal_first[edge + 1]; g++) {
      count += !covered[built->goals[g]];
      covered[built->goals[g]] = true;
    }
  }
  return count;
}

/* ---------------------------------------------------------------- planning */

static void plan_graph(Planner *planner) {
  Plan *plan = planner->plan;
  const PlanOptions *options = planner->options;
  GreedyOptions greedy = {options->reset_cost, options->max_steps, options->stop};
  planner->ways = plan_ways_new(planner->built);
  plan->goals = planner->built->goal_count;
  GPtrArray *walks = greedy_walks(planner->ways, &greedy);
  if (!walks) {
    plan->stopped = true;
    return;
  }
  plan->greedy_cost = greedy_cost(walks, options->reset_cost);
  add_walks(planner, walks);
  g_ptr_array_unref(walks);
  plan_uncovered(planner);
}

static bool needs_whole(CriterionKind kind) {
  return kind == CRITERION_TRANSITIONS || kind == CRITERION_STATES;
}

static void build_and_plan(Planner *planner) {
  Plan *plan = planner->plan;
  bool whole = needs_whole(planner->options->criterion.kind);
  BuildOptions options = {whole ? LIMIT_COVER_WHOLE_EDGES : LIMIT_COVER_PART_EDGES, whole, planner->options->stop};
  planner->finder = goal_finder_new(planner->exploration, &planner->options->criterion);
  planner->built = graph_build_new(planner->exploration, planner->finder, &options);
  plan->stopped = planner->built->stopped;
  plan->too_large = g_steal_pointer(&planner->built->too_large);
  if (!plan->stopped && !plan->too_large)
    plan_graph(planner);
  plan_ways_free(planner->ways);
  graph_build_free(planner->built);
  goal_finder_free(planner->finder);
}

Plan *plan_new(const Exploration *exploration, const PlanOptions *options) {
  Plan *plan = g_new0(Plan, 1);
  plan->suite = suite_new(program_model(exploration->program), options->criterion_text);
  plan->uncovered = g_array_new(FALSE, FALSE, sizeof(Uncovered));
  g_array_set_clear_func(plan->uncovered, uncovered_clear);
  plan->proof = "distances";
  Planner planner = {.exploration = exploration, .options = options, .plan = plan};
  build_and_plan(&planner);
  return plan;
}
