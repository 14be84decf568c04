/* A tour of all nodes. The cheapest circulation that passes each node at least once (nodes split in two, so that what
 * passes one is the flow on an arc) is a bound on any set of walks; it may fall apart into circuits that no reset is
 * on, and these are joined here: a circuit is entered from where the last walk ended, where that is no dearer than a
 * fresh start and the shortest way to it. */
#include "cover/euler.h"
#include "cover/flow.h"
#include "cover/tour_internal.h"

typedef struct NodeTour {
  const CoverGraph *graph;
  const TourOptions *options;
  TourWays ways;
  bool *wanted;  /* by node: not covered yet */
  uint64_t left; /* of those */
  Tour *tour;
  uint32_t *seen; /* by node: the search that saw it last */
  uint64_t *by;   /* by node: the edge that saw it */
  uint32_t *from; /* by node: the node before */
  uint32_t *queue;
  uint32_t search;
} NodeTour;

/* Nodes 2n and 2n + 1 are the two halves of n, 2N and 2N + 1 those of the reset. */
static Flow *network_new(const CoverGraph *graph, const bool *wanted, uint32_t reset_cost) {
  uint32_t base = 2 * graph->node_count;
  Flow *flow = flow_new(base + 2, graph->edge_count + 2 * (uint64_t)graph->node_count + 1 + graph->start_count);
  for (uint32_t node = 0; node < graph->node_count; node++) {
    flow_add_arc(flow, 2 * node, 2 * node + 1, 0, UINT32_MAX);
    if (wanted[node]) {
      flow_supply(flow, 2 * node, -1);
      flow_supply(flow, 2 * node + 1, 1);
    }
    for (uint64_t edge = graph->first[node]; edge < graph->first[node + 1]; edge++)
      flow_add_arc(flow, 2 * node + 1, 2 * graph->targets[edge], 1, UINT32_MAX);
    flow_add_arc(flow, 2 * node + 1, base, 0, UINT32_MAX);
  }
  flow_add_arc(flow, base, base + 1, 0, UINT32_MAX);
  flow_supply(flow, base, -1);
  flow_supply(flow, base + 1, 1);
  for (uint32_t start = 0; start < graph->start_count; start++)
    flow_add_arc(flow, base + 1, 2 * graph->starts[start].node, reset_cost, UINT32_MAX);
  return flow;
}

static EulerCounts read_network(const CoverGraph *graph, const Flow *flow) {
  EulerCounts counts = {g_new0(uint32_t, MAX(graph->edge_count, 1)), g_new0(uint32_t, MAX(graph->start_count, 1)),
                        g_new0(uint32_t, graph->node_count)};
  uint64_t arc = 0;
  for (uint32_t node = 0; node < graph->node_count; node++) {
    arc++;
    for (uint64_t edge = graph->first[node]; edge < graph->first[node + 1]; edge++)
      counts.taken[edge] = (uint32_t)flow_on_arc(flow, arc++);
    counts.ends[node] = (uint32_t)flow_on_arc(flow, arc++);
  }
  arc++;
  for (uint32_t start = 0; start < graph->start_count; start++)
    counts.begins[start] = (uint32_t)flow_on_arc(flow, arc++);
  return counts;
}

static void cover_node(NodeTour *it, uint32_t node) {
  it->left -= it->wanted[node];
  it->wanted[node] = false;
}

static void add_edges(NodeTour *it, CoverWalk *walk, const GArray *edges) {
  for (guint i = 0; i < edges->len; i++) {
    uint64_t edge = g_array_index(edges, uint64_t, i);
    g_array_append_val(walk->edges, edge);
    cover_node(it, it->graph->targets[edge]);
  }
}

static uint32_t walk_end(const CoverGraph *graph, const CoverWalk *walk) {
  if (walk->edges->len == 0)
    return graph->starts[walk->start].node;
  return graph->targets[g_array_index(walk->edges, uint64_t, walk->edges->len - 1)];
}

static bool see(NodeTour *it, uint32_t node, uint32_t from, uint64_t edge) {
  if (it->seen[node] == it->search)
    return false;
  it->seen[node] = it->search;
  it->from[node] = from;
  it->by[node] = edge;
  return true;
}

/* The nearest node not covered, from `node`, at most `most` steps away: appended to the walk. */
static bool walk_on(NodeTour *it, CoverWalk *walk, uint64_t most) {
  uint32_t begin = walk_end(it->graph, walk), found = UINT32_MAX, at = 0, end = 0, level_end = 1;
  it->search++;
  see(it, begin, begin, 0);
  it->queue[end++] = begin;
  for (uint64_t depth = 0; depth < most && at < end && found == UINT32_MAX; depth++, level_end = end)
    for (; at < level_end && found == UINT32_MAX; at++) {
      uint32_t node = it->queue[at];
      for (uint64_t e = it->graph->first[node]; e < it->graph->first[node + 1] && found == UINT32_MAX; e++) {
        uint32_t to = it->graph->targets[e];
        if (see(it, to, node, e)) {
          it->queue[end++] = to;
          found = it->wanted[to] ? to : UINT32_MAX;
        }
      }
    }
  if (found == UINT32_MAX)
    return false;
  guint length = 0;
  for (uint32_t node = found; node != begin; node = it->from[node])
    length++;
  guint place = walk->edges->len + length;
  g_array_set_size(walk->edges, place);
  for (uint32_t node = found; node != begin; node = it->from[node])
    g_array_index(walk->edges, uint64_t, --place) = it->by[node];
  cover_node(it, found);
  return true;
}

/* The circuit of `taken` through the end of the walk, if there is one. */
static void add_circuit(NodeTour *it, CoverWalk *walk, EulerCounts *counts, uint64_t *next) {
  g_autoptr(GArray) circuit = euler_circuit(it->graph, counts->taken, next, walk_end(it->graph, walk));
  add_edges(it, walk, circuit);
}

/* What the circulation holds apart from the walks. */
static void join_circuits(NodeTour *it, EulerCounts *counts) {
  const CoverGraph *graph = it->graph;
  g_autofree uint64_t *next = g_memdup2(graph->first, ((size_t)graph->node_count + 1) * sizeof(uint64_t));
  for (uint32_t node = 0; node < graph->node_count && it->left > 0; node++) {
    if (!it->wanted[node])
      continue;
    uint64_t fresh = (uint64_t)it->options->reset_cost + it->ways.distances[node];
    CoverWalk *walk = it->tour->walks->len > 0 ? g_ptr_array_index(it->tour->walks, it->tour->walks->len - 1) : NULL;
    while (walk && it->wanted[node] && walk_on(it, walk, fresh))
      add_circuit(it, walk, counts, next);
    if (!it->wanted[node])
      continue;
    walk = tour_way_to(graph, &it->ways, node);
    g_ptr_array_add(it->tour->walks, walk);
    cover_node(it, graph->starts[walk->start].node);
    g_autoptr(GArray) way = g_array_copy(walk->edges);
    g_array_set_size(walk->edges, 0);
    add_edges(it, walk, way);
    add_circuit(it, walk, counts, next);
  }
}

/* Drops what covers nothing that was not covered before: steps at the end of a walk, and whole walks. */
static void trim(const NodeTour *it) {
  const CoverGraph *graph = it->graph;
  g_autofree bool *covered = g_new0(bool, graph->node_count);
  GPtrArray *walks = it->tour->walks;
  guint kept = 0;
  for (guint i = 0; i < walks->len; i++) {
    CoverWalk *walk = g_ptr_array_index(walks, i);
    uint32_t start = graph->starts[walk->start].node;
    bool needed = !covered[start];
    guint useful = 0;
    covered[start] = true;
    for (guint k = 0; k < walk->edges->len; k++) {
      bool *target = &covered[graph->targets[g_array_index(walk->edges, uint64_t, k)]];
      if (!*target)
        useful = k + 1;
      *target = true;
    }
    g_array_set_size(walk->edges, useful);
    if (needed || useful > 0) {
      walks->pdata[i] = walks->pdata[kept];
      walks->pdata[kept++] = walk;
    }
  }
  g_ptr_array_set_size(walks, (gint)kept);
}

/* Cut to max_steps: a node is taken with the first edge that leads to it. */
static void cut(NodeTour *it) {
  const CoverGraph *graph = it->graph;
  g_autofree bool *covered = g_new0(bool, graph->node_count);
  g_autofree bool *needed = g_new0(bool, MAX(graph->edge_count, 1));
  for (uint32_t start = 0; start < graph->start_count; start++)
    covered[graph->starts[start].node] = true;
  for (guint i = 0; i < it->tour->walks->len; i++) {
    const CoverWalk *walk = g_ptr_array_index(it->tour->walks, i);
    for (guint k = 0; k < walk->edges->len; k++) {
      uint64_t edge = g_array_index(walk->edges, uint64_t, k);
      needed[edge] |= !covered[graph->targets[edge]];
      covered[graph->targets[edge]] = true;
    }
  }
  tour_cut(graph, &it->ways, it->tour->walks, it->options->max_steps, needed);
}

/* After a cut: starts, and what a piece could not take because the walk came to it on a long way, are walked to. */
static void add_missing(NodeTour *it) {
  const CoverGraph *graph = it->graph;
  g_autofree bool *covered = g_new0(bool, graph->node_count);
  for (guint i = 0; i < it->tour->walks->len; i++) {
    const CoverWalk *walk = g_ptr_array_index(it->tour->walks, i);
    covered[graph->starts[walk->start].node] = true;
    for (guint k = 0; k < walk->edges->len; k++)
      covered[graph->targets[g_array_index(walk->edges, uint64_t, k)]] = true;
  }
  uint64_t most = it->options->max_steps;
  for (uint32_t node = graph->node_count; node-- > 0;) {
    if (covered[node] || (most > 0 && it->ways.distances[node] > most))
      continue;
    CoverWalk *walk = tour_way_to(graph, &it->ways, node);
    g_ptr_array_add(it->tour->walks, walk);
    covered[graph->starts[walk->start].node] = true;
    for (guint k = 0; k < walk->edges->len; k++)
      covered[graph->targets[g_array_index(walk->edges, uint64_t, k)]] = true;
  }
}

/* Which nodes are asked for: those that a walk of max_steps can come to. */
static void want_nodes(NodeTour *it) {
  const CoverGraph *graph = it->graph;
  it->wanted = g_new0(bool, graph->node_count);
  for (uint32_t node = 0; node < graph->node_count; node++) {
    it->wanted[node] = it->ways.distances[node] != WAY_FAR &&
                       (it->options->max_steps == 0 || it->ways.distances[node] <= it->options->max_steps);
    it->left += it->wanted[node];
  }
  it->tour->unreached = graph->node_count - it->left;
}

static void node_tour_clear(NodeTour *it) {
  tour_ways_clear(&it->ways);
  void *const owned[] = {it->wanted, it->seen, it->by, it->from, it->queue};
  for (size_t i = 0; i < G_N_ELEMENTS(owned); i++)
    g_free(owned[i]);
}

/* The walks that the circulation has, then its circuits. */
static void make_walks(NodeTour *it, EulerCounts *counts) {
  euler_walks(it->graph, counts, it->tour->walks);
  for (guint i = 0; i < it->tour->walks->len; i++) {
    CoverWalk *walk = g_ptr_array_index(it->tour->walks, i);
    cover_node(it, it->graph->starts[walk->start].node);
    for (guint k = 0; k < walk->edges->len; k++)
      cover_node(it, it->graph->targets[g_array_index(walk->edges, uint64_t, k)]);
  }
  join_circuits(it, counts);
  trim(it);
}

Tour *tour_of_nodes(const CoverGraph *graph, const TourOptions *options) {
  uint32_t nodes = graph->node_count;
  NodeTour it = {.graph = graph,
                 .options = options,
                 .tour = tour_new(),
                 .seen = g_new0(uint32_t, nodes),
                 .by = g_new0(uint64_t, nodes),
                 .from = g_new0(uint32_t, nodes),
                 .queue = g_new0(uint32_t, nodes)};
  tour_ways_init(&it.ways, graph);
  want_nodes(&it);
  Flow *flow = network_new(graph, it.wanted, options->reset_cost);
  bool solved = flow_solve(flow);
  g_assert(solved);
  it.tour->lower_bound = flow_cost(flow);
  EulerCounts counts = read_network(graph, flow);
  flow_free(flow);
  make_walks(&it, &counts);
  if (options->max_steps > 0)
    cut(&it);
  add_missing(&it);
  g_free(counts.taken);
  g_free(counts.begins);
  g_free(counts.ends);
  tour_count(it.tour, options->reset_cost);
  node_tour_clear(&it);
  return it.tour;
}
