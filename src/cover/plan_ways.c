/* Shortest ways from a fresh start: breadth first from all starts at once, edges in their order, so that the ways are
 * the same in every run. */
#include "cover/plan_ways.h"

#include <string.h>

static void note_goals(PlanWays *ways, uint64_t edge, uint32_t node) {
  const GoalGraph *built = ways->built;
  for (uint64_t i = built->goal_first[edge]; i < built->goal_first[edge + 1]; i++) {
    uint32_t goal = built->goals[i];
    if (ways->goal_steps[goal] == PLAN_FAR) {
      ways->goal_steps[goal] = ways->distances[node] + 1;
      ways->goal_edges[goal] = edge;
      ways->goal_nodes[goal] = node;
    }
  }
}

static void search(PlanWays *ways) {
  const CoverGraph *graph = ways->built->graph;
  uint32_t *queue = g_new(uint32_t, graph->node_count + (size_t)1);
  uint32_t end = 0;
  for (uint32_t s = 0; s < graph->start_count; s++) {
    uint32_t node = graph->starts[s].node;
    if (ways->distances[node] == PLAN_FAR) {
      ways->distances[node] = 0;
      ways->from[node] = s;
      queue[end++] = node;
    }
    uint32_t goal = ways->built->start_goals[s];
    if (goal != GOAL_NONE && ways->goal_steps[goal] == PLAN_FAR) {
      ways->goal_steps[goal] = 0;
      ways->goal_nodes[goal] = node;
    }
  }
  for (uint32_t at = 0; at < end; at++) {
    uint32_t node = queue[at];
    for (uint64_t e = graph->first[node]; e < graph->first[node + 1]; e++) {
      uint32_t target = graph->targets[e];
      note_goals(ways, e, node);
      if (ways->distances[target] == PLAN_FAR) {
        ways->distances[target] = ways->distances[node] + 1;
        ways->entered_by[target] = e;
        ways->from[target] = node;
        queue[end++] = target;
      }
    }
  }
  g_free(queue);
}

PlanWays *plan_ways_new(const GoalGraph *built) {
  PlanWays *ways = g_new0(PlanWays, 1);
  size_t nodes = built->graph->node_count + (size_t)1, goals = built->goal_count + (size_t)1;
  ways->built = built;
  ways->distances = g_new(uint32_t, nodes);
  ways->entered_by = g_new(uint64_t, nodes);
  ways->from = g_new0(uint32_t, nodes);
  ways->goal_steps = g_new(uint32_t, goals);
  ways->goal_edges = g_new(uint64_t, goals);
  ways->goal_nodes = g_new0(uint32_t, goals);
  memset(ways->distances, 0xff, sizeof(uint32_t) * nodes);
  memset(ways->entered_by, 0xff, sizeof(uint64_t) * nodes);
  memset(ways->goal_steps, 0xff, sizeof(uint32_t) * goals);
  memset(ways->goal_edges, 0xff, sizeof(uint64_t) * goals);
  search(ways);
  return ways;
}

void plan_ways_free(PlanWays *ways) {
  if (!ways)
    return;
  g_free(ways->distances);
  g_free(ways->entered_by);
  g_free(ways->from);
  g_free(ways->goal_steps);
  g_free(ways->goal_edges);
  g_free(ways->goal_nodes);
  g_free(ways);
}

CoverWalk *plan_ways_walk(const PlanWays *ways, uint32_t node) {
  CoverWalk *walk = g_new0(CoverWalk, 1);
  uint32_t steps = ways->distances[node];
  g_assert(steps != PLAN_FAR);
  walk->edges = g_array_sized_new(FALSE, FALSE, sizeof(uint64_t), steps + 1);
  g_array_set_size(walk->edges, steps);
  for (; steps > 0; steps--) {
    g_array_index(walk->edges, uint64_t, steps - 1) = ways->entered_by[node];
    node = ways->from[node];
  }
  walk->start = ways->from[node];
  return walk;
}

CoverWalk *plan_ways_walk_to_goal(const PlanWays *ways, uint32_t goal) {
  CoverWalk *walk = plan_ways_walk(ways, ways->goal_nodes[goal]);
  if (ways->goal_edges[goal] != PLAN_NO_EDGE)
    g_array_append_val(walk->edges, ways->goal_edges[goal]);
  return walk;
}

uint32_t plan_ways_source(const CoverGraph *graph, uint64_t edge) {
  uint32_t low = 0, high = graph->node_count;
  while (high - low > 1) { /* first[low] <= edge < first[high] */
    uint32_t middle = low + (high - low) / 2;
    if (graph->first[middle] <= edge)
      low = middle;
    else
      high = middle;
  }
  return low;
}

uint32_t plan_ways_end(const CoverGraph *graph, const CoverWalk *walk) {
  if (walk->edges->len == 0)
    return graph->starts[walk->start].node;
  return graph->targets[g_array_index(walk->edges, uint64_t, walk->edges->len - 1)];
}
