/* Minimum-cost flow, primal-dual. Potentials keep every residual arc's reduced cost at zero or above; a phase finds,
 * from all nodes that have too much at once, how far the nearest node is that lacks something (a radix heap, since the
 * distances taken out never fall), lowers the potentials of what lies nearer, and sends as much as it can along arcs of
 * reduced cost zero. A flow without excess under such potentials is a cheapest one. The costs of a covering problem are
 * ones and the price of a reset, so that there are few distinct distances and so few phases: that is what makes this
 * plain method faster here than the general ones (docs/decisions/0007). Source: Ahuja, Magnanti, Orlin, "Network
 * Flows", 1993, sections 9.8 and 4.7 (radix heaps). */
#include "cover/flow.h"

#include <glib.h>
#include <string.h>

enum { HEAP_BUCKETS = 65 };

typedef struct HeapItem {
  uint64_t distance;
  uint32_t node;
} HeapItem;

struct Flow {
  uint32_t node_count;
  uint64_t arc_most, arc_count;
  uint32_t *tails, *heads, *costs, *capacities, *flows; /* by arc */
  uint64_t *out_first;                                  /* by node: arcs that leave it are consecutive */
  uint64_t *in_first, *in_arcs;                         /* by node: the arcs that enter it */
  int64_t *excess;                                      /* by node: still to be sent (> 0) or brought (< 0) */
  int64_t *potentials;
  uint64_t *distances; /* in this phase; valid where `phase` is the current one */
  uint32_t *phases;    /* by node: the phase that last saw it */
  uint32_t phase;
  uint32_t
      *ranks;  /* in this phase: the place in the order in which nodes were taken from the heap, from 1; 0: not yet */
  bool *spent; /* in this phase: nothing more can be sent through it */
  uint32_t settled;
  uint64_t *current; /* in this phase: the next arc to try, out arcs first, then in arcs */
  GArray *seen;      /* of uint32_t: nodes of this phase */
  GArray *heap[HEAP_BUCKETS];
  uint64_t heap_last;
  guint heap_head; /* of bucket 0, which is a queue: what lies first there */
  guint heap_size;
  GArray *path; /* of PathArc */
};

typedef struct PathArc {
  uint64_t arc;
  bool reverse;
} PathArc;

Flow *flow_new(uint32_t node_count, uint64_t arc_count) {
  Flow *flow = g_new0(Flow, 1);
  flow->node_count = node_count;
  flow->arc_most = arc_count;
  flow->tails = g_new(uint32_t, arc_count);
  flow->heads = g_new(uint32_t, arc_count);
  flow->costs = g_new(uint32_t, arc_count);
  flow->capacities = g_new(uint32_t, arc_count);
  flow->flows = g_new0(uint32_t, arc_count);
  flow->out_first = g_new0(uint64_t, (size_t)node_count + 1);
  flow->in_first = g_new0(uint64_t, (size_t)node_count + 1);
  flow->excess = g_new0(int64_t, node_count);
  flow->potentials = g_new0(int64_t, node_count);
  flow->distances = g_new(uint64_t, node_count);
  flow->phases = g_new0(uint32_t, node_count);
  flow->ranks = g_new0(uint32_t, node_count);
  flow->spent = g_new0(bool, node_count);
  flow->current = g_new0(uint64_t, node_count);
  flow->seen = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  flow->path = g_array_new(FALSE, FALSE, sizeof(PathArc));
  for (int i = 0; i < HEAP_BUCKETS; i++)
    flow->heap[i] = g_array_new(FALSE, FALSE, sizeof(HeapItem));
  return flow;
}

void flow_free(Flow *flow) {
  if (!flow)
    return;
  void *const owned[] = {flow->tails,     flow->heads,    flow->costs,   flow->capacities, flow->flows,
                         flow->out_first, flow->in_first, flow->in_arcs, flow->excess,     flow->potentials,
                         flow->distances, flow->phases,   flow->ranks,   flow->spent,      flow->current};
  for (size_t i = 0; i < G_N_ELEMENTS(owned); i++)
    g_free(owned[i]);
  g_array_unref(flow->seen);
  g_array_unref(flow->path);
  for (int i = 0; i < HEAP_BUCKETS; i++)
    g_array_unref(flow->heap[i]);
  g_free(flow);
}

uint64_t flow_add_arc(Flow *flow, uint32_t tail, uint32_t head, uint32_t cost, uint32_t capacity) {
  uint64_t arc = flow->arc_count++;
  g_assert(arc < flow->arc_most && tail < flow->node_count && head < flow->node_count);
  g_assert(arc == 0 || flow->tails[arc - 1] <= tail);
  flow->tails[arc] = tail;
  flow->heads[arc] = head;
  flow->costs[arc] = cost;
  flow->capacities[arc] = capacity;
  return arc;
}

void flow_supply(Flow *flow, uint32_t node, int64_t supply) {
  flow->excess[node] += supply;
}

uint64_t flow_on_arc(const Flow *flow, uint64_t arc) {
  return flow->flows[arc];
}

uint64_t flow_cost(const Flow *flow) {
  uint64_t cost = 0;
  for (uint64_t arc = 0; arc < flow->arc_count; arc++)
    cost += (uint64_t)flow->costs[arc] * flow->flows[arc];
  return cost;
}

/* ---------------------------------------------------------------- the radix heap */

static void heap_push(Flow *flow, uint64_t distance, uint32_t node) {
  uint64_t differs = distance ^ flow->heap_last;
  int bucket = differs == 0 ? 0 : 64 - __builtin_clzll(differs);
  HeapItem item = {distance, node};
  g_array_append_val(flow->heap[bucket], item);
  flow->heap_size++;
}

/* The least distances, all equal, come into bucket 0. */
static void heap_refill(Flow *flow) {
  int bucket = 1;
  while (flow->heap[bucket]->len == 0)
    bucket++;
  GArray *from = flow->heap[bucket];
  uint64_t least = UINT64_MAX;
  for (guint i = 0; i < from->len; i++)
    least = MIN(least, g_array_index(from, HeapItem, i).distance);
  flow->heap_last = least;
  flow->heap_size -= from->len;
  for (guint i = 0; i < from->len; i++)
    heap_push(flow, g_array_index(from, HeapItem, i).distance, g_array_index(from, HeapItem, i).node);
  g_array_set_size(from, 0);
}

static HeapItem heap_pop(Flow *flow) {
  GArray *zero = flow->heap[0];
  if (flow->heap_head == zero->len) {
    flow->heap_head = 0;
    g_array_set_size(zero, 0);
    heap_refill(flow);
  }
  flow->heap_size--;
  return g_array_index(zero, HeapItem, flow->heap_head++);
}

static void heap_clear(Flow *flow) {
  for (int i = 0; i < HEAP_BUCKETS; i++)
    g_array_set_size(flow->heap[i], 0);
  flow->heap_size = 0;
  flow->heap_last = 0;
  flow->heap_head = 0;
}

/* ---------------------------------------------------------------- distances */

static void reach(Flow *flow, uint32_t node, uint64_t distance) {
  if (flow->phases[node] != flow->phase) {
    flow->phases[node] = flow->phase;
    flow->ranks[node] = 0;
    flow->spent[node] = false;
    flow->current[node] = 0;
    g_array_append_val(flow->seen, node);
  } else if (flow->distances[node] <= distance) {
    return;
  }
  flow->distances[node] = distance;
  heap_push(flow, distance, node);
}

static void relax(Flow *flow, uint32_t node, uint64_t distance) {
  int64_t own = flow->potentials[node];
  for (uint64_t arc = flow->out_first[node]; arc < flow->out_first[node + 1]; arc++) {
    if (flow->flows[arc] < flow->capacities[arc]) {
      uint32_t head = flow->heads[arc];
      reach(flow, head, distance + (uint64_t)((int64_t)flow->costs[arc] + own - flow->potentials[head]));
    }
  }
  for (uint64_t i = flow->in_first[node]; i < flow->in_first[node + 1]; i++) {
    uint64_t arc = flow->in_arcs[i];
    if (flow->flows[arc] > 0) {
      uint32_t tail = flow->tails[arc];
      reach(flow, tail, distance + (uint64_t)(own - (int64_t)flow->costs[arc] - flow->potentials[tail]));
    }
  }
}

/* The distance of the nearest node that lacks something; all that lies as near is settled. False: none can be reached.
 */
static bool find_distances(Flow *flow, uint64_t *ret_nearest) {
  flow->phase++;
  flow->settled = 0;
  g_array_set_size(flow->seen, 0);
  heap_clear(flow);
  for (uint32_t node = 0; node < flow->node_count; node++)
    if (flow->excess[node] > 0)
      reach(flow, node, 0);
  bool found = false;
  uint64_t nearest = 0;
  while (flow->heap_size > 0) {
    HeapItem item = heap_pop(flow);
    if (found && item.distance > nearest)
      break;
    if (flow->ranks[item.node] > 0 || item.distance > flow->distances[item.node])
      continue;
    flow->ranks[item.node] = ++flow->settled;
    if (flow->excess[item.node] < 0 && !found) {
      found = true;
      nearest = item.distance;
    }
    relax(flow, item.node, item.distance);
  }
  *ret_nearest = nearest;
  return found;
}

/* Only differences count: what lies nearer than `nearest` goes down instead of all else going up. */
static void lower_potentials(Flow *flow, uint64_t nearest) {
  for (guint i = 0; i < flow->seen->len; i++) {
    uint32_t node = g_array_index(flow->seen, uint32_t, i);
    if (flow->ranks[node] > 0 && flow->distances[node] < nearest)
      flow->potentials[node] -= (int64_t)(nearest - flow->distances[node]);
  }
}

/* ---------------------------------------------------------------- sending */

/* The next arc of reduced cost zero that leaves `node` for one that was taken from the heap later (so that no circle is
 * walked) and can still be used; it is then its current one. */
static bool next_arc(Flow *flow, uint32_t node, PathArc *ret_arc, uint32_t *ret_to) {
  uint64_t outs = flow->out_first[node + 1] - flow->out_first[node];
  uint64_t all = outs + flow->in_first[node + 1] - flow->in_first[node];
  for (; flow->current[node] < all; flow->current[node]++) {
    uint64_t at = flow->current[node];
    bool reverse = at >= outs;
    uint64_t arc = reverse ? flow->in_arcs[flow->in_first[node] + at - outs] : flow->out_first[node] + at;
    uint32_t to = reverse ? flow->tails[arc] : flow->heads[arc];
    bool open = reverse ? flow->flows[arc] > 0 : flow->flows[arc] < flow->capacities[arc];
    if (!open || flow->phases[to] != flow->phase || flow->ranks[to] <= flow->ranks[node] || flow->spent[to])
      continue;
    int64_t cost = reverse ? -(int64_t)flow->costs[arc] : (int64_t)flow->costs[arc];
    if (cost + flow->potentials[node] - flow->potentials[to] != 0)
      continue;
    *ret_arc = (PathArc){arc, reverse};
    *ret_to = to;
    return true;
  }
  return false;
}

static uint32_t path_start(const Flow *flow, const PathArc *arc) {
  return arc->reverse ? flow->heads[arc->arc] : flow->tails[arc->arc];
}

/* Sends what the path from `source` to `sink` can take. */
static void send(Flow *flow, uint32_t source, uint32_t sink) {
  uint64_t amount = (uint64_t)MIN(flow->excess[source], -flow->excess[sink]);
  for (guint i = 0; i < flow->path->len; i++) {
    const PathArc *step = &g_array_index(flow->path, PathArc, i);
    uint32_t used = flow->flows[step->arc];
    amount = MIN(amount, step->reverse ? used : flow->capacities[step->arc] - used);
  }
  for (guint i = 0; i < flow->path->len; i++) {
    const PathArc *step = &g_array_index(flow->path, PathArc, i);
    flow->flows[step->arc] += step->reverse ? -(uint32_t)amount : (uint32_t)amount;
  }
  flow->excess[source] -= (int64_t)amount;
  flow->excess[sink] += (int64_t)amount;
}

/* Depth first from a node with an excess; where an arc leads to nothing it is not tried again in this phase. */
static void send_from(Flow *flow, uint32_t source) {
  while (flow->excess[source] > 0) {
    g_array_set_size(flow->path, 0);
    uint32_t node = source;
    while (flow->excess[node] >= 0) {
      PathArc arc;
      uint32_t to;
      if (next_arc(flow, node, &arc, &to)) {
        g_array_append_val(flow->path, arc);
        node = to;
        continue;
      }
      flow->spent[node] = true;
      if (flow->path->len == 0)
        return;
      node = path_start(flow, &g_array_index(flow->path, PathArc, flow->path->len - 1));
      g_array_set_size(flow->path, flow->path->len - 1);
      flow->current[node]++;
    }
    send(flow, source, node);
  }
}

/* ---------------------------------------------------------------- all of it */

static void index_arcs(Flow *flow) {
  for (uint64_t arc = 0; arc < flow->arc_count; arc++) {
    flow->out_first[flow->tails[arc] + 1]++;
    flow->in_first[flow->heads[arc] + 1]++;
  }
  for (uint32_t node = 0; node < flow->node_count; node++) {
    flow->out_first[node + 1] += flow->out_first[node];
    flow->in_first[node + 1] += flow->in_first[node];
  }
  flow->in_arcs = g_new(uint64_t, flow->arc_count);
  g_autofree uint64_t *next = g_memdup2(flow->in_first, flow->node_count * sizeof(uint64_t));
  for (uint64_t arc = 0; arc < flow->arc_count; arc++)
    flow->in_arcs[next[flow->heads[arc]]++] = arc;
}

bool flow_solve(Flow *flow) {
  g_assert(!flow->in_arcs);
  index_arcs(flow);
  int64_t sum = 0;
  for (uint32_t node = 0; node < flow->node_count; node++)
    sum += flow->excess[node];
  if (sum != 0)
    return false;
  for (;;) {
    bool left = false;
    for (uint32_t node = 0; node < flow->node_count && !left; node++)
      left = flow->excess[node] > 0;
    if (!left)
      return true;
    uint64_t nearest;
    if (!find_distances(flow, &nearest))
      return false;
    lower_potentials(flow, nearest);
    guint seen = flow->seen->len;
    for (guint i = 0; i < seen; i++) {
      uint32_t node = g_array_index(flow->seen, uint32_t, i);
      if (flow->excess[node] > 0)
        send_from(flow, node);
    }
  }
}
