/* Minimum-cost flow against the plainest solver there is: one unit at a time along a path that Bellman and Ford's
 * method finds, on an arc list. And against flows whose cost is known. */
#include "cover/flow.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NODES = 9, MOST_ARCS = 24 };

typedef struct Arc {
  uint32_t tail, head, cost, capacity;
} Arc;

typedef struct Network {
  uint32_t nodes, count;
  Arc arcs[MOST_ARCS];
  int64_t supplies[MOST_NODES];
} Network;

static int by_tail(const void *a, const void *b) {
  return (int)((const Arc *)a)->tail - (int)((const Arc *)b)->tail;
}

/* Arcs side by side, from a node to itself, free, without room and without end; supplies that may be impossible. */
static Network network_random(GRand *random) {
  Network it = {.nodes = (uint32_t)g_rand_int_range(random, 1, MOST_NODES + 1),
                .count = (uint32_t)g_rand_int_range(random, 0, MOST_ARCS + 1)};
  int dearest = g_rand_int_range(random, 1, 3) == 1 ? 3 : 1000000;
  for (uint32_t i = 0; i < it.count; i++) {
    int room = g_rand_int_range(random, -3, 5);
    it.arcs[i] = (Arc){(uint32_t)g_rand_int_range(random, 0, (gint32)it.nodes),
                       (uint32_t)g_rand_int_range(random, 0, (gint32)it.nodes),
                       (uint32_t)g_rand_int_range(random, 0, dearest), room < 0 ? UINT32_MAX : (uint32_t)room};
  }
  qsort(it.arcs, it.count, sizeof(Arc), by_tail);
  for (int i = g_rand_int_range(random, 0, 8); i > 0; i--) {
    it.supplies[g_rand_int_range(random, 0, (gint32)it.nodes)]++;
    it.supplies[g_rand_int_range(random, 0, (gint32)it.nodes)]--;
  }
  return it;
}

/* Distances from every node with an excess, by passes over all residual arcs; `by`: 2 * arc, + 1 for its reverse. */
static void bellman_ford(const Network *it, const int64_t *excess, const uint32_t *flows, int64_t *distances, int *by) {
  for (uint32_t node = 0; node < it->nodes; node++) {
    distances[node] = excess[node] > 0 ? 0 : INT64_MAX;
    by[node] = -1;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < 2 * it->count; i++) {
      const Arc *arc = &it->arcs[i / 2];
      bool back = i % 2 == 1;
      uint32_t from = back ? arc->head : arc->tail, to = back ? arc->tail : arc->head;
      bool open = back ? flows[i / 2] > 0 : flows[i / 2] < arc->capacity;
      int64_t cost = back ? -(int64_t)arc->cost : (int64_t)arc->cost;
      if (!open || distances[from] == INT64_MAX || distances[from] + cost >= distances[to])
        continue;
      distances[to] = distances[from] + cost;
      by[to] = (int)i;
      changed = true;
    }
  }
}

/* The least cost, or -1 where the supplies cannot be met. */
static int64_t plain_cost(const Network *it) {
  int64_t excess[MOST_NODES], distances[MOST_NODES], cost = 0;
  uint32_t flows[MOST_ARCS] = {0};
  int by[MOST_NODES];
  memcpy(excess, it->supplies, sizeof excess);
  for (;;) {
    bool left = false;
    for (uint32_t node = 0; node < it->nodes; node++)
      left |= excess[node] > 0;
    if (!left)
      return cost;
    bellman_ford(it, excess, flows, distances, by);
    uint32_t sink = UINT32_MAX;
    for (uint32_t node = 0; node < it->nodes; node++)
      if (excess[node] < 0 && distances[node] != INT64_MAX && (sink == UINT32_MAX || distances[node] < distances[sink]))
        sink = node;
    if (sink == UINT32_MAX)
      return -1;
    cost += distances[sink];
    excess[sink]++;
    uint32_t node = sink;
    while (by[node] >= 0) {
      bool back = by[node] % 2 == 1;
      const Arc *arc = &it->arcs[by[node] / 2];
      flows[by[node] / 2] += back ? UINT32_MAX : 1; /* one less or one more */
      node = back ? arc->head : arc->tail;
    }
    excess[node]--;
  }
}

static Flow *flow_of(const Network *it) {
  Flow *flow = flow_new(it->nodes, it->count);
  for (uint32_t i = 0; i < it->count; i++) {
    const Arc *arc = &it->arcs[i];
    g_assert_cmpuint(flow_add_arc(flow, arc->tail, arc->head, arc->cost, arc->capacity), ==, i);
  }
  for (uint32_t node = 0; node < it->nodes; node++)
    flow_supply(flow, node, it->supplies[node]);
  return flow;
}

/* Within the capacities, and each node gives what it should. */
static void check_valid(const Network *it, const Flow *flow) {
  int64_t left[MOST_NODES];
  memcpy(left, it->supplies, sizeof left);
  for (uint32_t i = 0; i < it->count; i++) {
    uint64_t used = flow_on_arc(flow, i);
    g_assert_cmpuint(used, <=, it->arcs[i].capacity);
    left[it->arcs[i].tail] -= (int64_t)used;
    left[it->arcs[i].head] += (int64_t)used;
  }
  for (uint32_t node = 0; node < it->nodes; node++)
    g_assert_cmpint(left[node], ==, 0);
}

static void test_random(void) {
  g_autoptr(GRand) random = g_rand_new_with_seed(11);
  int solved = 0, refused = 0, dear = 0;
  for (int i = 0; i < 20000; i++) {
    Network it = network_random(random);
    int64_t least = plain_cost(&it);
    Flow *flow = flow_of(&it);
    Flow *again = flow_of(&it);
    g_assert_true(flow_solve(flow) == (least >= 0));
    g_assert_true(flow_solve(again) == (least >= 0));
    for (uint32_t arc = 0; arc < it.count; arc++)
      g_assert_cmpuint(flow_on_arc(flow, arc), ==, flow_on_arc(again, arc));
    if (least >= 0) {
      g_assert_cmpint((int64_t)flow_cost(flow), ==, least);
      check_valid(&it, flow);
    }
    solved += least >= 0;
    refused += least < 0;
    dear += least > 3;
    flow_free(flow);
    flow_free(again);
  }
  g_assert_cmpint(solved, >, 2000); /* the test means something only where there are many of each */
  g_assert_cmpint(refused, >, 2000);
  g_assert_cmpint(dear, >, 1000);
}

static void test_unbalanced(void) {
  Flow *flow = flow_new(2, 1);
  flow_add_arc(flow, 0, 1, 1, UINT32_MAX);
  flow_supply(flow, 0, 2);
  flow_supply(flow, 1, -1);
  g_assert_false(flow_solve(flow));
  flow_free(flow);
}

static void test_empty(void) {
  Flow *flow = flow_new(0, 0);
  g_assert_true(flow_solve(flow));
  g_assert_cmpuint(flow_cost(flow), ==, 0);
  flow_free(flow);
}

/* The first unit takes the short way over the middle arc; the second must undo that. */
static void test_reroutes(void) {
  Flow *flow = flow_new(4, 5);
  uint64_t a = flow_add_arc(flow, 0, 1, 1, 1), b = flow_add_arc(flow, 0, 2, 4, 1);
  uint64_t middle = flow_add_arc(flow, 1, 2, 1, 1), c = flow_add_arc(flow, 1, 3, 5, 1);
  uint64_t d = flow_add_arc(flow, 2, 3, 1, 1);
  flow_supply(flow, 0, 2);
  flow_supply(flow, 3, -2);
  g_assert_true(flow_solve(flow));
  g_assert_cmpuint(flow_cost(flow), ==, 11);
  g_assert_cmpuint(flow_on_arc(flow, a) + flow_on_arc(flow, b) + flow_on_arc(flow, c) + flow_on_arc(flow, d), ==, 4);
  g_assert_cmpuint(flow_on_arc(flow, middle), ==, 0);
  flow_free(flow);
}

/* A line of many levels: each node has one too much, the last takes all. No stack may grow with it, and the amounts on
 * the arcs grow to the number of nodes. */
static void test_line(void) {
  enum { LEVELS = 2000 };
  Flow *flow = flow_new(LEVELS, LEVELS - 1);
  for (uint32_t node = 0; node + 1 < LEVELS; node++) {
    flow_add_arc(flow, node, node + 1, 1, UINT32_MAX);
    flow_supply(flow, node, 1);
  }
  flow_supply(flow, LEVELS - 1, -(int64_t)(LEVELS - 1));
  g_assert_true(flow_solve(flow));
  g_assert_cmpuint(flow_cost(flow), ==, (uint64_t)LEVELS * (LEVELS - 1) / 2);
  g_assert_cmpuint(flow_on_arc(flow, LEVELS - 2), ==, LEVELS - 1);
  flow_free(flow);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cover/flow/random", test_random);
  g_test_add_func("/cover/flow/unbalanced", test_unbalanced);
  g_test_add_func("/cover/flow/empty", test_empty);
  g_test_add_func("/cover/flow/reroutes", test_reroutes);
  g_test_add_func("/cover/flow/line", test_line);
  return g_test_run();
}
