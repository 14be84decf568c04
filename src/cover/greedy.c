/* The nearest-uncovered walk. Takes a graph with goals, gives walks. From where the walk stands it searches breadth
 * first for a step with a goal that is still open, no further than a fresh start to the nearest open goal would cost;
 * then it goes there, or starts afresh. It is what a simple tool does, so it is what a plan is compared with, and what
 * improvement begins from. Where the searches would take too long in all, the rest is walked from fresh starts. */
#include "cover/greedy.h"

#include <string.h>

#include "base/limits.h"

typedef struct Greedy {
  const PlanWays *ways;
  const CoverGraph *graph;
  const GreedyOptions *options;
  bool *covered;   /* by goal */
  uint32_t *order; /* goals by their distance from a start */
  uint32_t next;   /* place of the first open goal in it */
  uint32_t *seen;  /* by node: the search that saw it last */
  uint32_t search;
  uint32_t *queue, *from;
  uint64_t *entered_by;
  uint64_t work;
  GPtrArray *walks;
} Greedy;

static void cover_goals(Greedy *greedy, uint64_t edge) {
  const GoalGraph *built = greedy->ways->built;
  for (uint64_t i = built->goal_first[edge]; i < built->goal_first[edge + 1]; i++)
    greedy->covered[built->goals[i]] = true;
}

static bool covers_new(const Greedy *greedy, uint64_t edge) {
  const GoalGraph *built = greedy->ways->built;
  for (uint64_t i = built->goal_first[edge]; i < built->goal_first[edge + 1]; i++) {
    if (!greedy->covered[built->goals[i]])
      return true;
  }
  return false;
}

static void append_way(Greedy *greedy, CoverWalk *walk, uint32_t node, uint32_t depth, uint64_t last) {
  guint at = walk->edges->len + depth;
  g_array_set_size(walk->edges, at + 1);
  g_array_index(walk->edges, uint64_t, at) = last;
  for (; depth > 0; depth--) {
    g_array_index(walk->edges, uint64_t, --at) = greedy->entered_by[node];
    node = greedy->from[node];
  }
}

/* On from where the walk ends to the nearest step that covers something new, in at most `most` steps. */
static bool walk_on(Greedy *greedy, CoverWalk *walk, uint64_t most) {
  const CoverGraph *graph = greedy->graph;
  uint32_t end = 0, level_end, depth = 0;
  greedy->search++;
  greedy->queue[end++] = plan_ways_end(graph, walk);
  greedy->seen[greedy->queue[0]] = greedy->search;
  level_end = end;
  for (uint32_t at = 0; at < end && depth < most; at++) {
    uint32_t node = greedy->queue[at];
    greedy->work += graph->first[node + 1] - graph->first[node];
    for (uint64_t e = graph->first[node]; e < graph->first[node + 1]; e++) {
      uint32_t target = graph->targets[e];
      if (covers_new(greedy, e)) {
        append_way(greedy, walk, node, depth, e);
        return true;
      }
      if (greedy->seen[target] != greedy->search) {
        greedy->seen[target] = greedy->search;
        greedy->from[target] = node;
        greedy->entered_by[target] = e;
        greedy->queue[end++] = target;
      }
    }
    if (at + 1 == level_end) {
      level_end = end;
      depth++;
    }
  }
  return false;
}

static void start_afresh(Greedy *greedy, uint32_t goal) {
  CoverWalk *walk = plan_ways_walk_to_goal(greedy->ways, goal);
  uint32_t start_goal = greedy->ways->built->start_goals[walk->start];
  if (start_goal != GOAL_NONE)
    greedy->covered[start_goal] = true;
  for (guint i = 0; i < walk->edges->len; i++)
    cover_goals(greedy, g_array_index(walk->edges, uint64_t, i));
  g_ptr_array_add(greedy->walks, walk);
}

/* The next steps; false where nothing is open that can be covered. */
static bool take_next(Greedy *greedy) {
  const PlanWays *ways = greedy->ways;
  uint64_t max_steps = greedy->options->max_steps > 0 ? greedy->options->max_steps : UINT64_MAX;
  uint32_t count = ways->built->goal_count;
  while (greedy->next < count && greedy->covered[greedy->order[greedy->next]])
    greedy->next++;
  if (greedy->next == count)
    return false;
  uint32_t goal = greedy->order[greedy->next];
  if (ways->goal_steps[goal] == PLAN_FAR || ways->goal_steps[goal] > max_steps)
    return false;
  if (greedy->walks->len > 0 && greedy->work < LIMIT_COVER_WORK) {
    CoverWalk *walk = g_ptr_array_index(greedy->walks, greedy->walks->len - 1);
    guint before = walk->edges->len;
    uint64_t most = (uint64_t)greedy->options->reset_cost + ways->goal_steps[goal];
    if (walk_on(greedy, walk, MIN(most, max_steps - before))) {
      for (guint i = before; i < walk->edges->len; i++)
        cover_goals(greedy, g_array_index(walk->edges, uint64_t, i));
      return true;
    }
  }
  start_afresh(greedy, goal);
  return true;
}

/* Goals by distance, by number where that is equal: a counting sort. */
static uint32_t *order_goals(const PlanWays *ways) {
  uint32_t count = ways->built->goal_count, farthest = 0;
  for (uint32_t g = 0; g < count; g++)
    farthest = MAX(farthest, ways->goal_steps[g] == PLAN_FAR ? 0 : ways->goal_steps[g]);
  uint32_t *places = g_new0(uint32_t, farthest + (size_t)3);
  uint32_t *order = g_new0(uint32_t, count + (size_t)1);
  for (uint32_t g = 0; g < count; g++)
    places[MIN(ways->goal_steps[g], farthest + 1) + 1]++;
  for (uint32_t d = 1; d <= farthest + 1; d++)
    places[d] += places[d - 1];
  for (uint32_t g = 0; g < count; g++)
    order[places[MIN(ways->goal_steps[g], farthest + 1)]++] = g;
  g_free(places);
  return order;
}

static void greedy_clear(Greedy *greedy) {
  g_free(greedy->covered);
  g_free(greedy->order);
  g_free(greedy->seen);
  g_free(greedy->queue);
  g_free(greedy->from);
  g_free(greedy->entered_by);
}

GPtrArray *greedy_walks(const PlanWays *ways, const GreedyOptions *options) {
  size_t nodes = ways->built->graph->node_count + (size_t)1;
  Greedy greedy = {.ways = ways, .graph = ways->built->graph, .options = options};
  greedy.covered = g_new0(bool, ways->built->goal_count + (size_t)1);
  greedy.order = order_goals(ways);
  greedy.seen = g_new0(uint32_t, nodes);
  greedy.queue = g_new(uint32_t, nodes);
  greedy.from = g_new(uint32_t, nodes);
  greedy.entered_by = g_new(uint64_t, nodes);
  greedy.walks = g_ptr_array_new_with_free_func((GDestroyNotify)cover_walk_free);
  bool stopped = false;
  while (!stopped && take_next(&greedy))
    stopped = options->stop && atomic_load(options->stop);
  greedy_clear(&greedy);
  if (stopped)
    g_clear_pointer(&greedy.walks, g_ptr_array_unref);
  return greedy.walks;
}

uint64_t greedy_cost(const GPtrArray *walks, uint32_t reset_cost) {
  uint64_t cost = 0;
  for (guint i = 0; i < walks->len; i++)
    cost += reset_cost + (uint64_t)((const CoverWalk *)g_ptr_array_index(walks, i))->edges->len;
  return cost;
}
