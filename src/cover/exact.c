/* Exhaustive search for the cheapest walks. A pair is a node and the set of goals that are covered; a step costs 1, a
 * fresh start leads from any pair to each start for the reset cost. A* (Hart, Nilsson and Raphael 1968) over pairs in
 * buckets by their estimate: the way to the farthest open goal, by steps or from a fresh start, and the number of open
 * goals over the most that one step covers. Both are consistent, so a pair is final when it is taken out. */
#include "cover/exact.h"

#include <string.h>

#include "base/limits.h"

#define NO_PAIR UINT32_MAX

typedef struct Pair {
  uint32_t node, mask;
  uint32_t cost;
  uint32_t parent; /* NO_PAIR: none */
  uint32_t edge;   /* that was taken; UINT32_MAX - s: fresh start s */
  bool closed;
} Pair;

typedef struct Exact {
  const PlanWays *ways;
  const CoverGraph *graph;
  const ExactOptions *options;
  uint32_t bits[LIMIT_COVER_EXACT_GOALS]; /* goals by bit */
  uint32_t count, full;
  uint32_t *bit_of;    /* by goal: its bit as a mask; 0: left out */
  uint32_t *distances; /* by bit, by node */
  GArray *pairs;       /* of Pair */
  uint32_t *table;     /* 1 + pair */
  uint32_t table_mask;
  GPtrArray *buckets; /* by estimate: GArray of uint32_t pairs */
  uint32_t *fresh;    /* by mask: cost of the cheapest fresh start */
  uint64_t work;
  bool over;
} Exact;

static uint32_t estimate(const Exact *exact, uint32_t node, uint32_t mask) {
  uint32_t open = exact->full & ~mask, most = MAX(exact->ways->built->most_goals, 1);
  uint32_t best = ((uint32_t)__builtin_popcount(open) + most - 1) / most;
  for (; open != 0; open &= open - 1) {
    uint32_t bit = (uint32_t)__builtin_ctz(open);
    uint64_t anew = (uint64_t)exact->options->reset_cost + exact->ways->goal_steps[exact->bits[bit]];
    uint32_t on = exact->distances[(size_t)bit * exact->graph->node_count + node];
    best = MAX(best, (uint32_t)MIN((uint64_t)on, anew));
  }
  return best;
}

static uint32_t pair_hash(uint32_t node, uint32_t mask) {
  uint64_t hash = ((uint64_t)node << 32 | mask) * 0x9e3779b97f4a7c15u;
  return (uint32_t)(hash ^ hash >> 32);
}

static uint32_t slot_of(const Exact *exact, uint32_t node, uint32_t mask) {
  uint32_t at = pair_hash(node, mask) & exact->table_mask;
  for (; exact->table[at] != 0; at = (at + 1) & exact->table_mask) {
    const Pair *pair = &g_array_index(exact->pairs, Pair, exact->table[at] - 1);
    if (pair->node == node && pair->mask == mask)
      break;
  }
  return at;
}

static void grow_table(Exact *exact) {
  g_free(exact->table);
  exact->table_mask = exact->table_mask * 2 + 1;
  exact->table = g_new0(uint32_t, (size_t)exact->table_mask + 1);
  for (guint i = 0; i < exact->pairs->len; i++) {
    const Pair *pair = &g_array_index(exact->pairs, Pair, i);
    exact->table[slot_of(exact, pair->node, pair->mask)] = i + 1;
  }
}

/* Estimates begin at the reset cost: every way begins with a fresh start. */
static void put_in_bucket(Exact *exact, uint64_t total, uint32_t number) {
  uint64_t at = total - exact->options->reset_cost;
  while (exact->buckets->len <= at)
    g_ptr_array_add(exact->buckets, NULL);
  if (!exact->buckets->pdata[at])
    exact->buckets->pdata[at] = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  GArray *bucket = exact->buckets->pdata[at];
  g_array_append_val(bucket, number);
}

static void reach(Exact *exact, Pair reached) {
  uint32_t at = slot_of(exact, reached.node, reached.mask);
  if (exact->table[at] != 0) {
    Pair *known = &g_array_index(exact->pairs, Pair, exact->table[at] - 1);
    if (known->closed || known->cost <= reached.cost)
      return;
  }
  uint64_t total = (uint64_t)reached.cost + estimate(exact, reached.node, reached.mask);
  if (total >= exact->options->upper_cost)
    return;
  if (exact->table[at] != 0) {
    g_array_index(exact->pairs, Pair, exact->table[at] - 1) = reached;
    put_in_bucket(exact, total, exact->table[at] - 1);
    return;
  }
  g_array_append_val(exact->pairs, reached);
  exact->table[at] = exact->pairs->len;
  put_in_bucket(exact, total, exact->pairs->len - 1);
  if (exact->pairs->len > exact->table_mask / 2)
    grow_table(exact);
}

static void start_afresh(Exact *exact, uint32_t parent, uint32_t mask, uint64_t cost) {
  cost += exact->options->reset_cost;
  if (cost >= MIN(exact->fresh[mask], exact->options->upper_cost))
    return;
  exact->fresh[mask] = (uint32_t)cost;
  for (uint32_t s = 0; s < exact->graph->start_count; s++) {
    uint32_t goal = exact->ways->built->start_goals[s];
    uint32_t after = mask | (goal == GOAL_NONE ? 0 : exact->bit_of[goal]);
    reach(exact, (Pair){exact->graph->starts[s].node, after, (uint32_t)cost, parent, UINT32_MAX - s, false});
  }
  exact->work += exact->graph->start_count;
}

static void expand(Exact *exact, uint32_t number) {
  const GoalGraph *built = exact->ways->built;
  Pair pair = g_array_index(exact->pairs, Pair, number);
  for (uint64_t e = exact->graph->first[pair.node]; e < exact->graph->first[pair.node + 1]; e++) {
    uint32_t mask = pair.mask;
    for (uint64_t i = built->goal_first[e]; i < built->goal_first[e + 1]; i++)
      mask |= exact->bit_of[built->goals[i]];
    reach(exact, (Pair){exact->graph->targets[e], mask, pair.cost + 1, number, (uint32_t)e, false});
  }
  exact->work += exact->graph->first[pair.node + 1] - exact->graph->first[pair.node];
  start_afresh(exact, number, pair.mask, pair.cost);
}

static GPtrArray *walks_to(const Exact *exact, uint32_t number) {
  GPtrArray *walks = g_ptr_array_new_with_free_func((GDestroyNotify)cover_walk_free);
  GArray *way = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  for (; number != NO_PAIR; number = g_array_index(exact->pairs, Pair, number).parent)
    g_array_append_val(way, number);
  for (guint i = way->len; i > 0; i--) {
    const Pair *pair = &g_array_index(exact->pairs, Pair, g_array_index(way, uint32_t, i - 1));
    if (pair->edge > UINT32_MAX - exact->graph->start_count) {
      CoverWalk *walk = g_new0(CoverWalk, 1);
      walk->start = UINT32_MAX - pair->edge;
      walk->edges = g_array_new(FALSE, FALSE, sizeof(uint64_t));
      g_ptr_array_add(walks, walk);
    } else {
      uint64_t edge = pair->edge;
      g_array_append_val(((CoverWalk *)walks->pdata[walks->len - 1])->edges, edge);
    }
  }
  g_array_unref(way);
  return walks;
}

static bool is_over(Exact *exact) {
  bool stopped = exact->options->stop && atomic_load(exact->options->stop);
  return stopped || exact->pairs->len > exact->options->most_pairs || exact->work > LIMIT_COVER_WORK;
}

/* Buckets in their order; NO_PAIR: nothing cheaper than what is known, or over. */
static uint32_t search(Exact *exact) {
  start_afresh(exact, NO_PAIR, 0, 0);
  for (guint at = 0; at < exact->buckets->len; at++) {
    GArray *bucket = exact->buckets->pdata[at];
    for (guint i = 0; bucket && i < bucket->len; i++) {
      uint32_t number = g_array_index(bucket, uint32_t, i);
      Pair *pair = &g_array_index(exact->pairs, Pair, number);
      if (pair->closed)
        continue;
      pair->closed = true;
      if (pair->mask == exact->full)
        return number;
      expand(exact, number);
      exact->over = is_over(exact);
      if (exact->over)
        return NO_PAIR;
    }
  }
  return NO_PAIR;
}

static void bucket_free(gpointer bucket) {
  if (bucket)
    g_array_unref(bucket);
}

static bool choose_goals(Exact *exact) {
  const PlanWays *ways = exact->ways;
  uint64_t max_steps = exact->options->max_steps > 0 ? exact->options->max_steps : PLAN_FAR - 1;
  for (uint32_t g = 0; g < ways->built->goal_count; g++) {
    if (ways->goal_steps[g] > max_steps)
      continue;
    if (exact->count == LIMIT_COVER_EXACT_GOALS)
      return false;
    exact->bit_of[g] = 1u << exact->count;
    exact->bits[exact->count++] = g;
  }
  exact->full = (1u << exact->count) - 1;
  return exact->count > 0;
}

static ExactResult run(Exact *exact, PlanBack *back) {
  ExactResult result = {false, NULL};
  size_t nodes = exact->graph->node_count;
  exact->distances = g_new(uint32_t, nodes * exact->count + 1);
  for (uint32_t b = 0; b < exact->count; b++)
    plan_back_distances(back, exact->bits[b], exact->distances + b * nodes);
  exact->fresh = g_new(uint32_t, (size_t)exact->full + 1);
  memset(exact->fresh, 0xff, sizeof(uint32_t) * ((size_t)exact->full + 1));
  exact->pairs = g_array_new(FALSE, FALSE, sizeof(Pair));
  exact->table_mask = 1023;
  exact->table = g_new0(uint32_t, exact->table_mask + 1);
  exact->buckets = g_ptr_array_new_with_free_func(bucket_free);
  uint32_t last = search(exact);
  result.finished = !exact->over;
  if (last != NO_PAIR)
    result.walks = walks_to(exact, last);
  g_free(exact->distances);
  g_free(exact->fresh);
  g_array_unref(exact->pairs);
  g_free(exact->table);
  g_ptr_array_unref(exact->buckets);
  return result;
}

ExactResult exact_search(const PlanWays *ways, PlanBack *back, const ExactOptions *options) {
  const CoverGraph *graph = ways->built->graph;
  Exact exact = {.ways = ways, .graph = graph, .options = options};
  ExactResult result = {false, NULL};
  bool fits = graph->edge_count < UINT32_MAX / 2 && graph->start_count < UINT32_MAX / 4;
  exact.bit_of = g_new0(uint32_t, ways->built->goal_count + (size_t)1);
  fits = fits && options->upper_cost < UINT32_MAX / 2;
  fits = fits && options->upper_cost - MIN(options->reset_cost, options->upper_cost) < LIMIT_COVER_EXACT_PAIRS;
  if (choose_goals(&exact) && fits)
    result = run(&exact, back);
  g_free(exact.bit_of);
  return result;
}
