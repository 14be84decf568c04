/* Shortest ways from the starts, and long walks cut into pieces that begin with such a way. A piece goes on along the
 * walk as far as its length allows; what another piece has taken already is left out where a piece begins and ends. */
#include "cover/tour_internal.h"

void tour_ways_init(TourWays *ways, const CoverGraph *graph) {
  ways->distances = g_new(uint32_t, graph->node_count);
  ways->edges = g_new0(uint64_t, graph->node_count);
  ways->starts = g_new0(uint32_t, graph->node_count);
  for (uint32_t node = 0; node < graph->node_count; node++)
    ways->distances[node] = WAY_FAR;
  g_autofree uint32_t *queue = g_new(uint32_t, graph->node_count);
  uint32_t end = 0;
  for (uint32_t start = 0; start < graph->start_count; start++) {
    uint32_t node = graph->starts[start].node;
    if (ways->distances[node] == 0)
      continue;
    ways->distances[node] = 0;
    ways->starts[node] = start;
    queue[end++] = node;
  }
  for (uint32_t at = 0; at < end; at++) {
    uint32_t node = queue[at];
    for (uint64_t edge = graph->first[node]; edge < graph->first[node + 1]; edge++) {
      uint32_t target = graph->targets[edge];
      if (ways->distances[target] != WAY_FAR)
        continue;
      ways->distances[target] = ways->distances[node] + 1;
      ways->edges[target] = edge;
      ways->starts[target] = ways->starts[node];
      queue[end++] = target;
    }
  }
}

void tour_ways_clear(TourWays *ways) {
  g_free(ways->distances);
  g_free(ways->edges);
  g_free(ways->starts);
}

/* The node that an edge leaves. */
static uint32_t edge_tail(const CoverGraph *graph, uint64_t edge) {
  uint32_t low = 0, high = graph->node_count;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (graph->first[middle] <= edge)
      low = middle;
    else
      high = middle;
  }
  return low;
}

CoverWalk *tour_way_to(const CoverGraph *graph, const TourWays *ways, uint32_t node) {
  CoverWalk *walk = g_new(CoverWalk, 1);
  uint32_t length = ways->distances[node];
  *walk = (CoverWalk){ways->starts[node], g_array_sized_new(FALSE, FALSE, sizeof(uint64_t), MAX(length, 1))};
  g_array_set_size(walk->edges, length);
  while (length > 0) {
    uint64_t edge = ways->edges[node];
    g_array_index(walk->edges, uint64_t, --length) = edge;
    node = edge_tail(graph, edge);
  }
  return walk;
}

/* One piece from place `*at` of a walk; *at moves behind it. */
static CoverWalk *piece(const CoverGraph *graph, const TourWays *ways, const GArray *edges, guint *at,
                        uint64_t max_steps, bool *needed) {
  CoverWalk *walk = tour_way_to(graph, ways, edge_tail(graph, g_array_index(edges, uint64_t, *at)));
  while (*at < edges->len && walk->edges->len < max_steps)
    g_array_append_val(walk->edges, g_array_index(edges, uint64_t, (*at)++));
  guint useful = 0;
  for (guint i = 0; i < walk->edges->len; i++) {
    bool *need = &needed[g_array_index(walk->edges, uint64_t, i)];
    if (*need)
      useful = i + 1;
    *need = false;
  }
  g_array_set_size(walk->edges, useful);
  return walk;
}

static bool can_take(const CoverGraph *graph, const TourWays *ways, uint64_t edge, uint64_t max_steps,
                     const bool *needed) {
  return needed[edge] && ways->distances[edge_tail(graph, edge)] < max_steps;
}

void tour_cut(const CoverGraph *graph, const TourWays *ways, GPtrArray *walks, uint64_t max_steps, bool *needed) {
  g_autoptr(GPtrArray) whole = g_ptr_array_new_with_free_func((GDestroyNotify)cover_walk_free);
  while (walks->len > 0)
    g_ptr_array_add(whole, g_ptr_array_steal_index(walks, walks->len - 1));
  for (guint i = whole->len; i-- > 0;) {
    const CoverWalk *walk = g_ptr_array_index(whole, i);
    guint at = 0;
    for (;;) {
      while (at < walk->edges->len &&
             !can_take(graph, ways, g_array_index(walk->edges, uint64_t, at), max_steps, needed))
        at++;
      if (at == walk->edges->len)
        break;
      g_ptr_array_add(walks, piece(graph, ways, walk->edges, &at, max_steps, needed));
    }
  }
}
