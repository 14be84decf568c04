/* A tour of all edges: how often each is taken is a minimum-cost flow (what enters a node too often must leave it once
 * more), the walks are Euler circuits of that. A reset is a node of the network with a free arc from every node and a
 * dear one to each start; each weakly connected piece of the graph has its own, which at least one walk passes. */
#include "cover/tour.h"

#include "cover/euler.h"
#include "cover/flow.h"
#include "cover/tour_internal.h"

Tour *tour_new(void) {
  Tour *tour = g_new0(Tour, 1);
  tour->walks = g_ptr_array_new_with_free_func((GDestroyNotify)cover_walk_free);
  return tour;
}

void tour_free(Tour *tour) {
  if (!tour)
    return;
  g_ptr_array_unref(tour->walks);
  g_free(tour);
}

void tour_count(Tour *tour, uint32_t reset_cost) {
  tour->steps = 0;
  for (guint i = 0; i < tour->walks->len; i++)
    tour->steps += ((const CoverWalk *)g_ptr_array_index(tour->walks, i))->edges->len;
  tour->cost = tour->steps + (uint64_t)reset_cost * tour->walks->len;
}

/* ---------------------------------------------------------------- pieces of the graph */

typedef struct Pieces {
  uint32_t *of_node; /* UINT32_MAX: a node without edges that count */
  uint32_t count;
  uint32_t *starts;      /* those in pieces, piece by piece */
  uint32_t *start_first; /* by piece, count + 1: where its starts begin */
} Pieces;

static uint32_t root_of(uint32_t *parents, uint32_t node) {
  while (parents[node] != node) {
    parents[node] = parents[parents[node]];
    node = parents[node];
  }
  return node;
}

static void sort_starts(const CoverGraph *graph, Pieces *pieces) {
  pieces->starts = g_new(uint32_t, MAX(graph->start_count, 1));
  pieces->start_first = g_new0(uint32_t, (size_t)pieces->count + 2);
  uint32_t *behind = pieces->start_first + 1; /* counts first, then where each piece's next start goes */
  for (uint32_t start = 0; start < graph->start_count; start++) {
    uint32_t piece = pieces->of_node[graph->starts[start].node];
    if (piece != UINT32_MAX)
      behind[piece]++;
  }
  uint32_t sum = 0;
  for (uint32_t piece = 0; piece < pieces->count; piece++) {
    uint32_t own = behind[piece];
    behind[piece] = sum;
    sum += own;
  }
  for (uint32_t start = 0; start < graph->start_count; start++) {
    uint32_t piece = pieces->of_node[graph->starts[start].node];
    if (piece != UINT32_MAX)
      pieces->starts[behind[piece]++] = start;
  }
}

static Pieces find_pieces(const CoverGraph *graph, const bool *wanted) {
  g_autofree uint32_t *parents = g_new(uint32_t, graph->node_count);
  g_autofree bool *used = g_new0(bool, graph->node_count);
  for (uint32_t node = 0; node < graph->node_count; node++)
    parents[node] = node;
  for (uint32_t node = 0; node < graph->node_count; node++)
    for (uint64_t edge = graph->first[node]; edge < graph->first[node + 1]; edge++)
      if (wanted[edge]) {
        uint32_t a = root_of(parents, node), b = root_of(parents, graph->targets[edge]);
        parents[MAX(a, b)] = MIN(a, b);
        used[node] = used[graph->targets[edge]] = true;
      }
  Pieces pieces = {.of_node = g_new(uint32_t, graph->node_count)};
  for (uint32_t node = 0; node < graph->node_count; node++) {
    uint32_t root = root_of(parents, node);
    pieces.of_node[node] = !used[node] ? UINT32_MAX : root == node ? pieces.count++ : pieces.of_node[root];
  }
  sort_starts(graph, &pieces);
  return pieces;
}

static void pieces_clear(Pieces *pieces) {
  g_free(pieces->of_node);
  g_free(pieces->starts);
  g_free(pieces->start_first);
}

/* ---------------------------------------------------------------- the network */

/* Nodes: the graph's, then of each piece the entry and the exit of its reset. Arcs: the wanted edges, each node's way
 * to the reset, the resets' own arcs, their ways to the starts. */
static Flow *network_new(const CoverGraph *graph, const bool *wanted, const Pieces *pieces, uint32_t reset_cost) {
  uint32_t base = graph->node_count;
  Flow *flow = flow_new(base + 2 * pieces->count, graph->edge_count + base + pieces->count + graph->start_count);
  for (uint32_t node = 0; node < base; node++) {
    for (uint64_t edge = graph->first[node]; edge < graph->first[node + 1]; edge++)
      if (wanted[edge]) {
        flow_add_arc(flow, node, graph->targets[edge], 1, UINT32_MAX);
        flow_supply(flow, graph->targets[edge], 1);
        flow_supply(flow, node, -1);
      }
    if (pieces->of_node[node] != UINT32_MAX)
      flow_add_arc(flow, node, base + 2 * pieces->of_node[node], 0, UINT32_MAX);
  }
  for (uint32_t piece = 0; piece < pieces->count; piece++) {
    flow_add_arc(flow, base + 2 * piece, base + 2 * piece + 1, 0, UINT32_MAX);
    flow_supply(flow, base + 2 * piece, -1);
    flow_supply(flow, base + 2 * piece + 1, 1);
    for (uint32_t i = pieces->start_first[piece]; i < pieces->start_first[piece + 1]; i++)
      flow_add_arc(flow, base + 2 * piece + 1, graph->starts[pieces->starts[i]].node, reset_cost, UINT32_MAX);
  }
  return flow;
}

/* Reads the arcs in the order in which network_new added them. */
static EulerCounts read_network(const CoverGraph *graph, const bool *wanted, const Pieces *pieces, const Flow *flow) {
  EulerCounts counts = {g_new0(uint32_t, graph->edge_count), g_new0(uint32_t, graph->start_count),
                        g_new0(uint32_t, graph->node_count)};
  uint64_t arc = 0;
  for (uint32_t node = 0; node < graph->node_count; node++) {
    for (uint64_t edge = graph->first[node]; edge < graph->first[node + 1]; edge++)
      if (wanted[edge])
        counts.taken[edge] = 1 + (uint32_t)flow_on_arc(flow, arc++);
    if (pieces->of_node[node] != UINT32_MAX)
      counts.ends[node] = (uint32_t)flow_on_arc(flow, arc++);
  }
  for (uint32_t piece = 0; piece < pieces->count; piece++) {
    arc++;
    for (uint32_t i = pieces->start_first[piece]; i < pieces->start_first[piece + 1]; i++)
      counts.begins[pieces->starts[i]] = (uint32_t)flow_on_arc(flow, arc++);
  }
  return counts;
}

/* ---------------------------------------------------------------- the tour */

/* The edges that a walk of max_steps can take, and how many cannot be. */
static bool *within_reach(const CoverGraph *graph, const TourWays *ways, uint64_t max_steps, uint64_t *ret_unreached) {
  bool *wanted = g_new0(bool, MAX(graph->edge_count, 1));
  *ret_unreached = 0;
  for (uint32_t node = 0; node < graph->node_count; node++)
    for (uint64_t edge = graph->first[node]; edge < graph->first[node + 1]; edge++) {
      wanted[edge] = ways->distances[node] != WAY_FAR && (max_steps == 0 || ways->distances[node] < max_steps);
      *ret_unreached += !wanted[edge];
    }
  return wanted;
}

/* Whatever the walks: each edge is a step, and one walk has max_steps of them at most. */
static uint64_t count_bound(uint64_t edges, const TourOptions *options) {
  uint64_t walks = options->max_steps == 0 ? 1 : (edges + options->max_steps - 1) / options->max_steps;
  return edges + walks * options->reset_cost;
}

Tour *tour_of_edges(const CoverGraph *graph, const TourOptions *options) {
  Tour *tour = tour_new();
  TourWays ways;
  tour_ways_init(&ways, graph);
  g_autofree bool *wanted = within_reach(graph, &ways, options->max_steps, &tour->unreached);
  Pieces pieces = find_pieces(graph, wanted);
  Flow *flow = network_new(graph, wanted, &pieces, options->reset_cost);
  bool solved = flow_solve(flow);
  g_assert(solved); /* every node is reached from a start, and every node may end a walk */
  EulerCounts counts = read_network(graph, wanted, &pieces, flow);
  uint64_t edges = graph->edge_count - tour->unreached;
  tour->lower_bound = edges + flow_cost(flow);
  flow_free(flow);
  euler_walks(graph, &counts, tour->walks);
  g_free(counts.taken);
  g_free(counts.begins);
  g_free(counts.ends);
  pieces_clear(&pieces);
  if (edges > 0)
    tour->lower_bound = MAX(tour->lower_bound, count_bound(edges, options));
  if (options->max_steps > 0)
    tour_cut(graph, &ways, tour->walks, options->max_steps, wanted);
  tour_ways_clear(&ways);
  tour_count(tour, options->reset_cost);
  g_assert(options->max_steps > 0 || tour->cost == tour->lower_bound);
  return tour;
}
