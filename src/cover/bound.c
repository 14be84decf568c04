/* A bound by distances. Every suite takes at least one fresh start. A step "advances" if it leads one farther from the
 * starts; a goal that is far needs as many advancing steps, and goals that no advancing step covers need others
 * besides. And all goals need as many steps as the most that one step covers goes into their number. In a part of a
 * graph only the distances of the goals themselves are those of the whole. */
#include "cover/bound.h"

#include <string.h>

typedef struct Reach {
  uint32_t *advancing; /* by goal: advancing steps that it needs */
  bool *sideways;      /* by goal: no advancing step covers it */
} Reach;

static void look_at_steps(const PlanWays *ways, Reach *reach) {
  const GoalGraph *built = ways->built;
  const CoverGraph *graph = built->graph;
  for (uint32_t n = 0; n < graph->node_count; n++) {
    for (uint64_t e = graph->first[n]; e < graph->first[n + 1]; e++) {
      bool advances = ways->distances[graph->targets[e]] == ways->distances[n] + 1;
      for (uint64_t i = built->goal_first[e]; i < built->goal_first[e + 1]; i++) {
        uint32_t goal = built->goals[i];
        reach->advancing[goal] = MIN(reach->advancing[goal], ways->distances[n] + advances);
        reach->sideways[goal] &= !advances;
      }
    }
  }
}

static uint64_t rounded_up(uint64_t number, uint64_t by) {
  return (number + by - 1) / by;
}

uint64_t bound_distances(const PlanWays *ways, const BoundOptions *options) {
  const GoalGraph *built = ways->built;
  uint64_t most = MAX(built->most_goals, 1), max_steps = options->max_steps > 0 ? options->max_steps : PLAN_FAR - 1;
  uint64_t goals = 0, by_step = 0, sideways = 0, farthest = 0, advancing = 0;
  Reach reach = {g_new(uint32_t, built->goal_count + (size_t)1), g_new(bool, built->goal_count + (size_t)1)};
  memset(reach.advancing, 0xff, sizeof(uint32_t) * built->goal_count);
  memset(reach.sideways, 1, sizeof(bool) * built->goal_count);
  look_at_steps(ways, &reach);
  for (uint32_t g = 0; g < built->goal_count; g++) {
    if (ways->goal_steps[g] > max_steps)
      continue;
    goals++;
    if (ways->goal_steps[g] == 0)
      continue;
    by_step++;
    farthest = MAX(farthest, ways->goal_steps[g]);
    advancing = MAX(advancing, reach.advancing[g]);
    sideways += reach.sideways[g];
  }
  g_free(reach.advancing);
  g_free(reach.sideways);
  if (goals == 0)
    return 0;
  uint64_t steps = MAX(farthest, rounded_up(by_step, most));
  if (!built->partial)
    steps = MAX(steps, advancing + rounded_up(sideways, most));
  return steps + MAX(rounded_up(steps, max_steps), 1) * options->reset_cost;
}
