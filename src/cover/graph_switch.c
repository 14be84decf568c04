/* Runs of outcomes as goals of single steps. Takes a graph whose steps have their outcomes as goals; explores, breadth
 * first from the starts, the pairs of a node and the last outcomes before it (fewer near a start). A step from a pair
 * with `length` outcomes completes a run. Runs are numbered as keys (shorter run, last outcome), exactly. */
#include "cover/graph_switch.h"

#include <string.h>

#include "base/limits.h"
#include "cover/goal_map.h"

typedef struct Run {
  uint32_t labels[LIMIT_COVER_SWITCH + 1];
  int count;
} Run;

typedef struct Product {
  const GoalGraph *from;
  GoalGraph *out;
  int length;
  GoalMap *prefixes; /* (1 + number of the run without its last outcome, last outcome); 0 stands for the empty run */
  GoalMap *goals;    /* (run, outcome) */
  GoalMap *pairs;    /* (node, run) */
  GArray *runs;      /* of Run, by number; [0] is the empty one */
  GArray *nodes;     /* of GoalKey: node, run, by number of the pair */
  GArray *first, *targets, *firings, *goal_first, *goal_of;
} Product;

/* The number of a run: every run is its prefix and one more outcome. */
static uint32_t run_number(Product *product, const Run *run) {
  uint32_t number = 0;
  for (int i = 0; i < run->count; i++) {
    number = 1 + goal_map_add(product->prefixes, (GoalKey){number, run->labels[i]});
    while (product->runs->len <= number)
      g_array_append_vals(product->runs, run, 1);
    Run prefix = *run;
    prefix.count = i + 1;
    g_array_index(product->runs, Run, number) = prefix;
  }
  return number;
}

static uint32_t run_after(Product *product, uint32_t number, uint32_t label) {
  Run run = g_array_index(product->runs, Run, number);
  run.labels[run.count++] = label;
  if (run.count > product->length) {
    run.count--;
    memmove(run.labels, run.labels + 1, sizeof(uint32_t) * (size_t)run.count);
  }
  return run_number(product, &run);
}

static uint32_t pair_of(Product *product, uint32_t node, uint32_t run) {
  GoalKey key = {node, run};
  uint32_t number = goal_map_add(product->pairs, key);
  if (number == product->nodes->len)
    g_array_append_val(product->nodes, key);
  return number;
}

static void expand(Product *product, GoalKey at) {
  const CoverGraph *graph = product->from->graph;
  for (uint64_t e = graph->first[at.high]; e < graph->first[at.high + 1]; e++) {
    uint32_t label = product->from->goals[product->from->goal_first[e]];
    uint32_t target = pair_of(product, graph->targets[e], run_after(product, (uint32_t)at.low, label));
    uint64_t goals = product->goal_of->len;
    g_array_append_val(product->targets, target);
    g_array_append_val(product->firings, graph->firings[e]);
    g_array_append_val(product->goal_first, goals);
    if (g_array_index(product->runs, Run, at.low).count == product->length) {
      uint32_t goal = goal_map_add(product->goals, (GoalKey){at.low, label});
      g_array_append_val(product->goal_of, goal);
    }
  }
}

static void add_starts(Product *product) {
  const CoverGraph *from = product->from->graph;
  CoverGraph *graph = product->out->graph;
  graph->start_count = from->start_count;
  graph->starts = g_memdup2(from->starts, sizeof(CoverStart) * from->start_count);
  product->out->start_goals = g_new(uint32_t, from->start_count + (size_t)1);
  for (uint32_t s = 0; s < from->start_count; s++) {
    graph->starts[s].node = pair_of(product, from->starts[s].node, 0);
    product->out->start_goals[s] = GOAL_NONE;
  }
}

static void explore(Product *product, uint64_t edge_limit, const atomic_bool *stop) {
  GoalGraph *out = product->out;
  for (guint n = 0; n < product->nodes->len; n++) {
    uint64_t at = product->targets->len;
    g_array_append_val(product->first, at);
    expand(product, g_array_index(product->nodes, GoalKey, n));
    out->stopped = stop && atomic_load(stop);
    if (product->targets->len > edge_limit)
      out->too_large = g_strdup_printf("runs of %d outcomes in a row make a graph of more than %" G_GUINT64_FORMAT
                                       " transitions; take shorter runs, or make the model smaller with -D",
                                       product->length + 1, edge_limit);
    if (out->stopped || out->too_large)
      return;
  }
}

static void finish(Product *product) {
  GoalGraph *out = product->out;
  CoverGraph *graph = out->graph;
  uint64_t edges = product->targets->len, goals = product->goal_of->len;
  g_array_append_val(product->first, edges);
  g_array_append_val(product->goal_first, goals);
  graph->node_count = product->nodes->len;
  graph->edge_count = edges;
  graph->first = (uint64_t *)(void *)g_array_free(product->first, FALSE);
  graph->targets = (uint32_t *)(void *)g_array_free(product->targets, FALSE);
  graph->firings = (Firing *)(void *)g_array_free(product->firings, FALSE);
  out->goal_first = (uint64_t *)(void *)g_array_free(product->goal_first, FALSE);
  out->goals = (uint32_t *)(void *)g_array_free(product->goal_of, FALSE);
  out->goal_count = goal_map_count(product->goals);
  out->most_goals = out->goal_count > 0 ? 1 : 0;
  goal_map_free(product->prefixes);
  goal_map_free(product->goals);
  goal_map_free(product->pairs);
  g_array_unref(product->runs);
  g_array_unref(product->nodes);
}

GoalGraph *graph_switch_new(GoalGraph *built, int length, uint64_t edge_limit, const atomic_bool *stop) {
  Run empty = {{0}, 0};
  Product product = {.from = built, .length = length};
  product.out = g_new0(GoalGraph, 1);
  product.out->graph = g_new0(CoverGraph, 1);
  product.out->graph->exploration = built->graph->exploration;
  product.out->partial = built->partial;
  product.prefixes = goal_map_new();
  product.goals = goal_map_new();
  product.pairs = goal_map_new();
  product.runs = g_array_new(FALSE, FALSE, sizeof(Run));
  product.nodes = g_array_new(FALSE, FALSE, sizeof(GoalKey));
  product.first = g_array_new(FALSE, FALSE, sizeof(uint64_t));
  product.targets = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  product.firings = g_array_new(FALSE, FALSE, sizeof(Firing));
  product.goal_first = g_array_new(FALSE, FALSE, sizeof(uint64_t));
  product.goal_of = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  g_array_append_val(product.runs, empty);
  add_starts(&product);
  explore(&product, edge_limit, stop);
  finish(&product);
  graph_build_free(built);
  return product.out;
}
