/* A bound by assignment. Put the goals that a suite covers in the order in which it first covers them. From one to the
 * next it pays at least the way from the nearest of all steps that cover the one, to the nearest that covers the other,
 * or a fresh start; nothing where one step covers both, which can only lead from the lower to the higher number if
 * goals of one step are put in the order of their numbers. So the cheapest assignment of a follower to each goal, with
 * the start of the suite as one more, costs no more than any suite. Solved by shortest augmenting paths (Jonker and
 * Volgenant 1987; Kuhn 1955). */
#include <string.h>

#include "base/limits.h"
#include "cover/bound.h"

#define NEVER (INT64_MAX / 4)

typedef struct Assignment {
  const PlanWays *ways;
  PlanBack *back;
  uint32_t *goals; /* that count */
  uint32_t count;
  uint32_t *place; /* by goal: in goals; GOAL_NONE */
  int64_t *costs;  /* (count + 1) by (count + 1); the last row and column: begin and end */
} Assignment;

static int64_t *cost_at(const Assignment *it, uint32_t row, uint32_t column) {
  return &it->costs[(size_t)row * (it->count + 1) + column];
}

/* What it costs to come to goal `to` after each other. */
static void fill_column(Assignment *it, uint32_t to, uint32_t *distances, uint32_t reset_cost) {
  const CoverGraph *graph = it->ways->built->graph;
  int64_t fresh = (int64_t)reset_cost + it->ways->goal_steps[it->goals[to]];
  plan_back_distances(it->back, it->goals[to], distances);
  for (uint32_t from = 0; from < it->count; from++) {
    int64_t best = fresh;
    uint32_t goal = it->goals[from];
    for (uint64_t i = it->back->witness_first[goal]; i < it->back->witness_first[goal + 1]; i++)
      best = MIN(best, (int64_t)distances[graph->targets[it->back->witnesses[i]]]);
    *cost_at(it, from, to) = best;
  }
  for (uint32_t s = 0; s < graph->start_count; s++) {
    uint32_t goal = it->ways->built->start_goals[s];
    if (goal != GOAL_NONE && it->place[goal] != GOAL_NONE) {
      int64_t *cost = cost_at(it, it->place[goal], to);
      *cost = MIN(*cost, (int64_t)distances[graph->starts[s].node]);
    }
  }
  *cost_at(it, to, to) = NEVER;
  *cost_at(it, it->count, to) = fresh;
  *cost_at(it, to, it->count) = 0;
}

/* Goals of one step follow each other at no cost, upwards. */
static void share_steps(Assignment *it) {
  const GoalGraph *built = it->ways->built;
  for (uint64_t e = 0; e < built->graph->edge_count; e++) {
    for (uint64_t i = built->goal_first[e]; i < built->goal_first[e + 1]; i++) {
      for (uint64_t j = built->goal_first[e]; j < built->goal_first[e + 1]; j++) {
        uint32_t low = it->place[built->goals[i]], high = it->place[built->goals[j]];
        if (low < high && high != GOAL_NONE)
          *cost_at(it, low, high) = 0;
      }
    }
  }
}

typedef struct Solver {
  uint32_t size;
  int64_t *row_price, *column_price, *least;
  uint32_t *row_of, *way; /* by column, from 1; 0: none */
  bool *used;
} Solver;

static void augment(Assignment *it, Solver *solver, uint32_t row) {
  uint32_t column = 0;
  solver->row_of[0] = row;
  for (uint32_t j = 0; j <= solver->size; j++) {
    solver->least[j] = INT64_MAX / 2;
    solver->used[j] = false;
  }
  do {
    uint32_t current = solver->row_of[column], next = 0;
    int64_t delta = INT64_MAX / 2;
    solver->used[column] = true;
    for (uint32_t j = 1; j <= solver->size; j++) {
      if (solver->used[j])
        continue;
      int64_t cost = *cost_at(it, current - 1, j - 1) - solver->row_price[current] - solver->column_price[j];
      if (cost < solver->least[j]) {
        solver->least[j] = cost;
        solver->way[j] = column;
      }
      if (solver->least[j] < delta) {
        delta = solver->least[j];
        next = j;
      }
    }
    for (uint32_t j = 0; j <= solver->size; j++) {
      if (solver->used[j]) {
        solver->row_price[solver->row_of[j]] += delta;
        solver->column_price[j] -= delta;
      } else {
        solver->least[j] -= delta;
      }
    }
    column = next;
  } while (solver->row_of[column] != 0);
  for (; column != 0; column = solver->way[column])
    solver->row_of[column] = solver->row_of[solver->way[column]];
}

static uint64_t solve(Assignment *it) {
  size_t size = it->count + (size_t)1;
  Solver solver = {.size = (uint32_t)size};
  solver.row_price = g_new0(int64_t, size + 1);
  solver.column_price = g_new0(int64_t, size + 1);
  solver.least = g_new0(int64_t, size + 1);
  solver.row_of = g_new0(uint32_t, size + 1);
  solver.way = g_new0(uint32_t, size + 1);
  solver.used = g_new0(bool, size + 1);
  for (uint32_t row = 1; row <= size; row++)
    augment(it, &solver, row);
  int64_t total = 0;
  for (uint32_t j = 1; j <= size; j++)
    total += *cost_at(it, solver.row_of[j] - 1, j - 1);
  g_free(solver.row_price);
  g_free(solver.column_price);
  g_free(solver.least);
  g_free(solver.row_of);
  g_free(solver.way);
  g_free(solver.used);
  return total > 0 && total < NEVER ? (uint64_t)total : 0;
}

static void choose_goals(Assignment *it, uint64_t max_steps) {
  uint32_t all = it->ways->built->goal_count;
  it->goals = g_new(uint32_t, all + (size_t)1);
  it->place = g_new(uint32_t, all + (size_t)1);
  for (uint32_t g = 0; g < all; g++) {
    bool counts = it->ways->goal_steps[g] <= (max_steps > 0 ? max_steps : PLAN_FAR - 1);
    it->place[g] = counts ? it->count : GOAL_NONE;
    if (counts)
      it->goals[it->count++] = g;
  }
}

static bool fits(const Assignment *it) {
  const GoalGraph *built = it->ways->built;
  uint64_t goals = built->goal_first[built->graph->edge_count];
  uint64_t work = (built->graph->edge_count + built->graph->node_count + goals) * it->count;
  return !built->partial && it->count > 0 && it->count <= LIMIT_COVER_BOUND_GOALS && work <= LIMIT_COVER_WORK &&
         goals * MAX(built->most_goals, 1) <= LIMIT_COVER_WORK;
}

uint64_t bound_assignment(const PlanWays *ways, PlanBack *back, const BoundOptions *options) {
  Assignment it = {.ways = ways, .back = back};
  uint64_t bound = 0;
  bool stopped = false;
  choose_goals(&it, options->max_steps);
  if (fits(&it)) {
    uint32_t *distances = g_new(uint32_t, ways->built->graph->node_count + (size_t)1);
    it.costs = g_new0(int64_t, ((size_t)it.count + 1) * (it.count + 1));
    for (uint32_t g = 0; g < it.count && !stopped; g++) {
      fill_column(&it, g, distances, options->reset_cost);
      stopped = options->stop && atomic_load(options->stop);
    }
    *cost_at(&it, it.count, it.count) = NEVER;
    share_steps(&it);
    bound = stopped ? 0 : solve(&it);
    g_free(distances);
  }
  g_free(it.costs);
  g_free(it.goals);
  g_free(it.place);
  return bound;
}
