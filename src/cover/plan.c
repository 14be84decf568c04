/* Planning, from an exploration and a criterion to a suite: builds the graph with its goals, plans walks in it, turns
 * them into sequences, and says what is not covered and why. */
#include "cover/plan.h"

#include "base/limits.h"
#include "cover/bound.h"
#include "cover/exact.h"
#include "cover/graph_switch.h"
#include "cover/improve.h"
#include "cover/plan_internal.h"
#include "cover/tour.h"

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

static bool is_stopped(const Planner *planner) {
  return planner->options->stop && atomic_load(planner->options->stop);
}

static void set_bound(Plan *plan, uint64_t bound, const char *proof) {
  if (bound > plan->lower_bound || *plan->proof == '\0') {
    plan->lower_bound = bound;
    plan->proof = proof;
  }
}

/* The cheaper of what is known and `more`; the other is freed. */
static GPtrArray *cheaper(const Planner *planner, GPtrArray *known, GPtrArray *more) {
  uint32_t reset_cost = planner->options->reset_cost;
  bool better = !known || greedy_cost(more, reset_cost) < greedy_cost(known, reset_cost);
  g_ptr_array_unref(better && known ? known : better ? g_ptr_array_new() : more);
  return better ? more : known;
}

/* A tour of all edges or all nodes: with its bound. */
static GPtrArray *tour_walks(Planner *planner, GPtrArray *known) {
  const PlanOptions *options = planner->options;
  TourOptions tour_options = {options->reset_cost, options->max_steps};
  const CoverGraph *graph = planner->built->graph;
  Tour *tour = options->criterion.kind == CRITERION_TRANSITIONS ? tour_of_edges(graph, &tour_options)
                                                                : tour_of_nodes(graph, &tour_options);
  set_bound(planner->plan, tour->lower_bound, "minimum-cost flow");
  GPtrArray *walks = cheaper(planner, known, g_ptr_array_ref(tour->walks));
  tour_free(tour);
  return walks;
}

static bool fit(const GPtrArray *walks, uint64_t max_steps) {
  for (guint i = 0; i < walks->len && max_steps > 0; i++)
    if (((const CoverWalk *)walks->pdata[i])->edges->len > max_steps)
      return false;
  return true;
}

/* Where there are few goals: the cheapest walks there are. Longer ones than max_steps would be no answer. */
static GPtrArray *exact_walks(Planner *planner, PlanBack *back, GPtrArray *known) {
  const PlanOptions *options = planner->options;
  ExactOptions exact_options = {options->reset_cost, options->max_steps, greedy_cost(known, options->reset_cost),
                                LIMIT_COVER_EXACT_PAIRS, options->stop};
  ExactResult result = exact_search(planner->ways, back, &exact_options);
  if (!result.finished)
    return known;
  if (!result.walks) {
    set_bound(planner->plan, exact_options.upper_cost, "exhaustive search");
    return known;
  }
  set_bound(planner->plan, greedy_cost(result.walks, options->reset_cost), "exhaustive search");
  if (fit(result.walks, options->max_steps))
    return cheaper(planner, known, result.walks);
  g_ptr_array_unref(result.walks);
  return known;
}

/* Goals of single steps: a bound, and walks as cheap as can be found. */
static GPtrArray *goal_walks(Planner *planner, GPtrArray *known) {
  const PlanOptions *options = planner->options;
  BoundOptions bound_options = {options->reset_cost, options->max_steps, options->stop};
  set_bound(planner->plan, bound_distances(planner->ways, &bound_options), "distances");
  if (planner->built->partial || planner->plan->lower_bound == greedy_cost(known, options->reset_cost))
    return known;
  PlanBack *back = plan_back_new(planner->built);
  set_bound(planner->plan, bound_assignment(planner->ways, back, &bound_options), "assignment of goals");
  known = exact_walks(planner, back, known);
  plan_back_free(back);
  return known;
}

/* All walks for the criterion; NULL where it was stopped. */
static GPtrArray *find_walks(Planner *planner) {
  const PlanOptions *options = planner->options;
  bool edges = options->criterion.kind == CRITERION_TRANSITIONS, nodes = options->criterion.kind == CRITERION_STATES;
  GPtrArray *walks = NULL;
  if (!edges || options->max_steps > 0) { /* a tour of all edges without a bound is the cheapest there is */
    GreedyOptions greedy = {options->reset_cost, options->max_steps, options->stop};
    walks = greedy_walks(planner->ways, &greedy);
    if (!walks)
      return NULL;
    planner->plan->greedy_cost = greedy_cost(walks, options->reset_cost);
  }
  if (edges || nodes)
    walks = tour_walks(planner, walks);
  if (!edges || options->max_steps > 0) {
    ImproveOptions improve = {options->reset_cost, options->max_steps, options->stop};
    improve_walks(planner->ways, &improve, walks);
  }
  return edges || nodes ? walks : goal_walks(planner, walks);
}

static void plan_graph(Planner *planner) {
  Plan *plan = planner->plan;
  planner->ways = plan_ways_new(planner->built);
  plan->goals = planner->built->goal_count;
  GPtrArray *walks = find_walks(planner);
  plan->stopped = !walks || is_stopped(planner);
  if (!plan->stopped) {
    add_walks(planner, walks);
    plan_uncovered(planner);
    plan->optimal = plan->cost == plan->lower_bound;
    g_assert(plan->lower_bound <= plan->cost);
  }
  if (walks)
    g_ptr_array_unref(walks);
}

static BuildOptions build_options(const PlanOptions *options) {
  CriterionKind kind = options->criterion.kind;
  bool whole = kind == CRITERION_TRANSITIONS || kind == CRITERION_STATES || kind == CRITERION_SWITCH;
  uint64_t limit = kind == CRITERION_SWITCH ? LIMIT_COVER_SWITCH_EDGES
                   : whole                  ? LIMIT_COVER_WHOLE_EDGES
                                            : LIMIT_COVER_PART_EDGES;
  return (BuildOptions){limit, whole, options->stop};
}

static void build_and_plan(Planner *planner) {
  Plan *plan = planner->plan;
  const PlanOptions *options = planner->options;
  BuildOptions building = build_options(options);
  planner->finder = goal_finder_new(planner->exploration, &options->criterion);
  planner->built = graph_build_new(planner->exploration, planner->finder, &building);
  if (options->criterion.kind == CRITERION_SWITCH && !planner->built->stopped && !planner->built->too_large)
    planner->built =
        graph_switch_new(planner->built, options->criterion.length, LIMIT_COVER_SWITCH_EDGES, options->stop);
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
  plan->proof = "";
  Planner planner = {.exploration = exploration, .options = options, .plan = plan};
  build_and_plan(&planner);
  return plan;
}
