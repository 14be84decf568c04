/* Improvement of walks: drops those whose goals others cover, cuts ends that cover nothing of their own, walks straight
 * from one needed step to the next, and goes on from the end of one walk to the needed steps of another where that is
 * cheaper than its fresh start. Each move keeps what is covered and lowers the cost, so that it ends; rounds go on
 * until none helps. A step is needed where it covers a goal that nothing else covers at that moment. */
#include "cover/improve.h"

#include <string.h>

#include "base/limits.h"

#define NO_TARGET UINT32_MAX

typedef struct Improve {
  const PlanWays *ways;
  const CoverGraph *graph;
  const ImproveOptions *options;
  GPtrArray *walks;
  uint32_t *times; /* by goal: how often it is covered */
  uint32_t *seen;  /* by node: the search that saw it last */
  uint32_t *queue, *from, *depths;
  uint64_t *entered_by;
  uint32_t search;
  uint64_t work;
} Improve;

static void count_goals(Improve *it, uint64_t edge, int by) {
  const GoalGraph *built = it->ways->built;
  for (uint64_t i = built->goal_first[edge]; i < built->goal_first[edge + 1]; i++)
    it->times[built->goals[i]] += (uint32_t)by;
}

static void count_start(Improve *it, const CoverWalk *walk, int by) {
  uint32_t goal = it->ways->built->start_goals[walk->start];
  if (goal != GOAL_NONE)
    it->times[goal] += (uint32_t)by;
}

static void count_walk(Improve *it, const CoverWalk *walk, int by) {
  count_start(it, walk, by);
  for (guint i = 0; i < walk->edges->len; i++)
    count_goals(it, g_array_index(walk->edges, uint64_t, i), by);
}

/* With the step counted: is it the only one for some goal? */
static bool is_needed(const Improve *it, uint64_t edge) {
  const GoalGraph *built = it->ways->built;
  for (uint64_t i = built->goal_first[edge]; i < built->goal_first[edge + 1]; i++)
    if (it->times[built->goals[i]] == 1)
      return true;
  return false;
}

/* ---------------------------------------------------------------- ways */

/* Breadth first from `node`, at most `most` steps, until `target` is seen (NO_TARGET: all). */
static void search_from(Improve *it, uint32_t node, uint32_t target, uint32_t most) {
  uint32_t end = 0;
  it->search++;
  it->seen[node] = it->search;
  it->depths[node] = 0;
  it->queue[end++] = node;
  for (uint32_t at = 0; at < end; at++) {
    if (target != NO_TARGET && it->seen[target] == it->search)
      return;
    uint32_t here = it->queue[at];
    if (it->depths[here] == most)
      return;
    it->work += it->graph->first[here + 1] - it->graph->first[here];
    for (uint64_t e = it->graph->first[here]; e < it->graph->first[here + 1]; e++) {
      uint32_t to = it->graph->targets[e];
      if (it->seen[to] == it->search)
        continue;
      it->seen[to] = it->search;
      it->depths[to] = it->depths[here] + 1;
      it->from[to] = here;
      it->entered_by[to] = e;
      it->queue[end++] = to;
    }
  }
}

/* The way that the last search found to `node`, behind what is in `edges`. */
static void append_way(const Improve *it, GArray *edges, uint32_t node) {
  guint at = edges->len + it->depths[node];
  g_array_set_size(edges, at);
  for (uint32_t left = it->depths[node]; left > 0; left--) {
    g_array_index(edges, uint64_t, --at) = it->entered_by[node];
    node = it->from[node];
  }
}

/* ---------------------------------------------------------------- one walk */

/* Which steps are needed, when the others are taken out from the last to the first: each goal keeps one. */
static bool *needed_steps(Improve *it, const CoverWalk *walk) {
  bool *needed = g_new0(bool, walk->edges->len + (size_t)1);
  for (guint i = walk->edges->len; i-- > 0;) {
    uint64_t edge = g_array_index(walk->edges, uint64_t, i);
    needed[i] = is_needed(it, edge);
    if (!needed[i])
      count_goals(it, edge, -1);
  }
  return needed;
}

/* The walk with shortest ways between its needed steps. The counts are those of the needed steps alone before, and of
 * the whole new walk after. */
static void straighten(Improve *it, CoverWalk *walk) {
  g_autofree bool *needed = needed_steps(it, walk);
  GArray *edges = g_array_sized_new(FALSE, FALSE, sizeof(uint64_t), walk->edges->len);
  uint32_t node = it->graph->starts[walk->start].node;
  guint behind = 0; /* the first step since the last needed one */
  for (guint i = 0; i < walk->edges->len; i++) {
    if (!needed[i])
      continue;
    uint64_t edge = g_array_index(walk->edges, uint64_t, i);
    uint32_t source = plan_ways_source(it->graph, edge);
    if (i > behind) {
      search_from(it, node, source, i - behind);
      guint before = edges->len;
      append_way(it, edges, source);
      for (guint k = before; k < edges->len; k++)
        count_goals(it, g_array_index(edges, uint64_t, k), 1);
    }
    g_array_append_val(edges, edge);
    node = it->graph->targets[edge];
    behind = i + 1;
  }
  g_array_unref(walk->edges);
  walk->edges = edges;
}

/* With the walk counted: does it alone cover something? */
static bool is_walk_needed(const Improve *it, const CoverWalk *walk) {
  uint32_t goal = it->ways->built->start_goals[walk->start];
  return walk->edges->len > 0 || (goal != GOAL_NONE && it->times[goal] == 1);
}

/* Straightens every walk and drops what is empty then; the last first, since the first ones cover the most. */
static void straighten_all(Improve *it) {
  for (guint i = it->walks->len; i-- > 0;) {
    CoverWalk *walk = g_ptr_array_index(it->walks, i);
    straighten(it, walk);
    if (is_walk_needed(it, walk))
      continue;
    count_walk(it, walk, -1);
    g_ptr_array_remove_index(it->walks, i);
  }
}

/* ---------------------------------------------------------------- two walks */

/* Where the needed part of a walk begins: all before can be left out together. */
static guint first_needed(Improve *it, const CoverWalk *walk) {
  guint first = 0;
  for (; first < walk->edges->len; first++) {
    uint64_t edge = g_array_index(walk->edges, uint64_t, first);
    if (is_needed(it, edge))
      break;
    count_goals(it, edge, -1);
  }
  for (guint i = 0; i < first; i++)
    count_goals(it, g_array_index(walk->edges, uint64_t, i), 1);
  return first;
}

static bool start_is_needed(const Improve *it, const CoverWalk *walk) {
  uint32_t goal = it->ways->built->start_goals[walk->start];
  return goal != GOAL_NONE && it->times[goal] == 1;
}

/* Puts `other` behind `walk` where that saves the most; the last search was made from the end of `walk`. */
static bool merge_into(Improve *it, CoverWalk *walk) {
  uint64_t best = 0;
  guint best_at = 0, best_first = 0;
  for (guint i = 0; i < it->walks->len; i++) {
    const CoverWalk *other = g_ptr_array_index(it->walks, i);
    guint first = other == walk || start_is_needed(it, other) ? other->edges->len : first_needed(it, other);
    if (first == other->edges->len)
      continue;
    uint32_t source = plan_ways_source(it->graph, g_array_index(other->edges, uint64_t, first));
    uint64_t length = walk->edges->len + (uint64_t)other->edges->len - first;
    if (it->seen[source] != it->search ||
        (it->options->max_steps > 0 && length + it->depths[source] > it->options->max_steps))
      continue;
    uint64_t before = (uint64_t)it->options->reset_cost + first;
    if (before > it->depths[source] && before - it->depths[source] > best) {
      best = before - it->depths[source];
      best_at = i;
      best_first = first;
    }
  }
  if (best == 0)
    return false;
  CoverWalk *other = g_ptr_array_index(it->walks, best_at);
  count_walk(it, walk, -1);
  count_walk(it, other, -1);
  append_way(it, walk->edges, plan_ways_source(it->graph, g_array_index(other->edges, uint64_t, best_first)));
  g_array_append_vals(walk->edges, &g_array_index(other->edges, uint64_t, best_first), other->edges->len - best_first);
  count_walk(it, walk, 1);
  g_ptr_array_remove_index(it->walks, best_at);
  return true;
}

static bool is_over(const Improve *it) {
  return it->work > LIMIT_COVER_WORK || (it->options->stop && atomic_load(it->options->stop));
}

/* True where two walks became one. */
static bool merge_all(Improve *it) {
  bool merged = false;
  for (guint i = 0; i < it->walks->len && !is_over(it); i++) {
    CoverWalk *walk = g_ptr_array_index(it->walks, i);
    search_from(it, plan_ways_end(it->graph, walk), NO_TARGET, UINT32_MAX);
    it->work += it->walks->len;
    while (merge_into(it, walk)) {
      merged = true;
      search_from(it, plan_ways_end(it->graph, walk), NO_TARGET, UINT32_MAX);
      guint at = 0;
      if (g_ptr_array_find(it->walks, walk, &at))
        i = at;
    }
  }
  return merged;
}

static uint64_t steps_of(const GPtrArray *walks) {
  uint64_t steps = 0;
  for (guint i = 0; i < walks->len; i++)
    steps += ((const CoverWalk *)g_ptr_array_index(walks, i))->edges->len;
  return steps;
}

void improve_walks(const PlanWays *ways, const ImproveOptions *options, GPtrArray *walks) {
  size_t nodes = ways->built->graph->node_count + (size_t)1;
  Improve it = {.ways = ways, .graph = ways->built->graph, .options = options, .walks = walks};
  it.times = g_new0(uint32_t, ways->built->goal_count + (size_t)1);
  it.seen = g_new0(uint32_t, nodes);
  it.queue = g_new(uint32_t, nodes);
  it.from = g_new(uint32_t, nodes);
  it.depths = g_new(uint32_t, nodes);
  it.entered_by = g_new(uint64_t, nodes);
  for (guint i = 0; i < walks->len; i++)
    count_walk(&it, g_ptr_array_index(walks, i), 1);
  for (bool more = true; more && !is_over(&it);) {
    uint64_t before = steps_of(walks);
    straighten_all(&it);
    more = merge_all(&it) || steps_of(walks) < before;
  }
  g_free(it.times);
  g_free(it.seen);
  g_free(it.queue);
  g_free(it.from);
  g_free(it.depths);
  g_free(it.entered_by);
}
