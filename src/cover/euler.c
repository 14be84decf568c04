/* Euler circuits by Hierholzer's method, with a stack of our own, since walks may have millions of steps. The reset is
 * one more node, with an arc to each start for each walk that begins there and one from each node for each that ends:
 * the circuit from it is cut where it comes back. Edges are tried in their order, so the walks are always the same. */
#include "cover/euler.h"

/* One arc that was taken to come to `node`. */
typedef struct Taken {
  uint64_t edge;  /* or EDGE_BEGIN, EDGE_END */
  uint32_t start; /* BEGIN: which */
  uint32_t node;  /* where it leads; RESET for an end */
} Taken;

static const uint64_t EDGE_NONE = UINT64_MAX, EDGE_BEGIN = UINT64_MAX - 1, EDGE_END = UINT64_MAX - 2;
static const uint32_t RESET = UINT32_MAX;

typedef struct Euler {
  const CoverGraph *graph;
  EulerCounts counts; /* begins and ends are NULL for a plain circuit */
  uint64_t *next;     /* by node: the edge to try next */
  uint32_t next_start;
} Euler;

static bool take(Euler *euler, uint32_t node, Taken *ret) {
  const CoverGraph *graph = euler->graph;
  if (node == RESET) {
    while (euler->next_start < graph->start_count && euler->counts.begins[euler->next_start] == 0)
      euler->next_start++;
    if (euler->next_start == graph->start_count)
      return false;
    euler->counts.begins[euler->next_start]--;
    *ret = (Taken){EDGE_BEGIN, euler->next_start, graph->starts[euler->next_start].node};
    return true;
  }
  uint64_t *edge = &euler->next[node];
  while (*edge < graph->first[node + 1] && euler->counts.taken[*edge] == 0)
    (*edge)++;
  if (*edge < graph->first[node + 1]) {
    euler->counts.taken[*edge]--;
    *ret = (Taken){*edge, 0, graph->targets[*edge]};
    return true;
  }
  if (!euler->counts.ends || euler->counts.ends[node] == 0)
    return false;
  euler->counts.ends[node]--;
  *ret = (Taken){EDGE_END, 0, RESET};
  return true;
}

/* The circuit from `from`, last arc first. */
static GArray *circuit(Euler *euler, uint32_t from) {
  GArray *stack = g_array_new(FALSE, FALSE, sizeof(Taken));
  GArray *done = g_array_new(FALSE, FALSE, sizeof(Taken));
  Taken first = {EDGE_NONE, 0, from};
  g_array_append_val(stack, first);
  while (stack->len > 0) {
    Taken top = g_array_index(stack, Taken, stack->len - 1);
    Taken more;
    if (take(euler, top.node, &more)) {
      g_array_append_val(stack, more);
      continue;
    }
    g_array_set_size(stack, stack->len - 1);
    if (top.edge != EDGE_NONE)
      g_array_append_val(done, top);
  }
  g_array_unref(stack);
  return done;
}

void euler_walks(const CoverGraph *graph, EulerCounts *counts, GPtrArray *walks) {
  Euler euler = {.graph = graph,
                 .counts = *counts,
                 .next = g_memdup2(graph->first, ((size_t)graph->node_count + 1) * sizeof(uint64_t))};
  g_autoptr(GArray) done = circuit(&euler, RESET);
  CoverWalk *walk = NULL;
  for (guint i = done->len; i-- > 0;) {
    const Taken *taken = &g_array_index(done, Taken, i);
    if (taken->edge == EDGE_BEGIN) {
      walk = g_new(CoverWalk, 1);
      *walk = (CoverWalk){taken->start, g_array_new(FALSE, FALSE, sizeof(uint64_t))};
      g_ptr_array_add(walks, walk);
    } else if (taken->edge != EDGE_END) {
      g_assert(walk);
      g_array_append_val(walk->edges, taken->edge);
    }
  }
  g_free(euler.next);
}

GArray *euler_circuit(const CoverGraph *graph, uint32_t *taken, uint64_t *next, uint32_t node) {
  Euler euler = {.graph = graph, .counts = {.taken = taken}, .next = next};
  g_autoptr(GArray) done = circuit(&euler, node);
  GArray *edges = g_array_sized_new(FALSE, FALSE, sizeof(uint64_t), done->len);
  for (guint i = done->len; i-- > 0;)
    g_array_append_val(edges, g_array_index(done, Taken, i).edge);
  return edges;
}
