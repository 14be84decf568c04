/* The graph backwards: compressed rows by target, by counting; distances to a goal breadth first from all steps that
 * cover it. */
#include "cover/plan_back.h"

#include <string.h>

static void turn_edges(PlanBack *back) {
  const CoverGraph *graph = back->built->graph;
  for (uint64_t e = 0; e < graph->edge_count; e++)
    back->first[graph->targets[e] + 1]++;
  for (uint32_t n = 0; n < graph->node_count; n++)
    back->first[n + 1] += back->first[n];
  for (uint32_t n = 0; n < graph->node_count; n++) {
    for (uint64_t e = graph->first[n]; e < graph->first[n + 1]; e++)
      back->sources[back->first[graph->targets[e]]++] = n;
  }
  for (uint32_t n = graph->node_count; n > 0; n--)
    back->first[n] = back->first[n - 1];
  back->first[0] = 0;
}

static void turn_goals(PlanBack *back) {
  const GoalGraph *built = back->built;
  const CoverGraph *graph = built->graph;
  for (uint64_t i = 0; i < built->goal_first[graph->edge_count]; i++)
    back->witness_first[built->goals[i] + 1]++;
  for (uint32_t g = 0; g < built->goal_count; g++)
    back->witness_first[g + 1] += back->witness_first[g];
  for (uint32_t n = 0; n < graph->node_count; n++) {
    for (uint64_t e = graph->first[n]; e < graph->first[n + 1]; e++) {
      for (uint64_t i = built->goal_first[e]; i < built->goal_first[e + 1]; i++) {
        uint64_t at = back->witness_first[built->goals[i]]++;
        back->witnesses[at] = e;
        back->witness_nodes[at] = n;
      }
    }
  }
  for (uint32_t g = built->goal_count; g > 0; g--)
    back->witness_first[g] = back->witness_first[g - 1];
  back->witness_first[0] = 0;
}

PlanBack *plan_back_new(const GoalGraph *built) {
  const CoverGraph *graph = built->graph;
  uint64_t goals = built->goal_first[graph->edge_count];
  PlanBack *back = g_new0(PlanBack, 1);
  back->built = built;
  back->first = g_new0(uint64_t, graph->node_count + (size_t)1);
  back->sources = g_new(uint32_t, graph->edge_count + 1);
  back->witness_first = g_new0(uint64_t, built->goal_count + (size_t)1);
  back->witnesses = g_new(uint64_t, goals + 1);
  back->witness_nodes = g_new(uint32_t, goals + 1);
  back->queue = g_new(uint32_t, graph->node_count + (size_t)1);
  turn_edges(back);
  turn_goals(back);
  return back;
}

void plan_back_free(PlanBack *back) {
  if (!back)
    return;
  g_free(back->first);
  g_free(back->sources);
  g_free(back->witness_first);
  g_free(back->witnesses);
  g_free(back->witness_nodes);
  g_free(back->queue);
  g_free(back);
}

void plan_back_distances(PlanBack *back, uint32_t goal, uint32_t *ret_distances) {
  uint32_t end = 0;
  memset(ret_distances, 0xff, sizeof(uint32_t) * back->built->graph->node_count);
  for (uint64_t i = back->witness_first[goal]; i < back->witness_first[goal + 1]; i++) {
    uint32_t node = back->witness_nodes[i];
    if (ret_distances[node] == PLAN_FAR) {
      ret_distances[node] = 1;
      back->queue[end++] = node;
    }
  }
  for (uint32_t at = 0; at < end; at++) {
    uint32_t node = back->queue[at];
    for (uint64_t e = back->first[node]; e < back->first[node + 1]; e++) {
      uint32_t source = back->sources[e];
      if (ret_distances[source] == PLAN_FAR) {
        ret_distances[source] = ret_distances[node] + 1;
        back->queue[end++] = source;
      }
    }
  }
}
