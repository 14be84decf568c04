/* Tours of edges against brute force: a search over (node, set of edges taken) for the cheapest set of walks. */
#include "cover/tour.h"

typedef struct Case {
  CoverGraph graph;
  TourOptions options;
} Case;

enum { MOST_EDGES = 12 };

static void case_clear(Case *it) {
  g_free(it->graph.first);
  g_free(it->graph.targets);
  g_free(it->graph.starts);
}

/* Random edges among a few nodes, those alone that a start leads to. */
static Case case_new(GRand *random) {
  uint32_t nodes = (uint32_t)g_rand_int_range(random, 1, 7),
           edges = (uint32_t)g_rand_int_range(random, 0, MOST_EDGES + 1);
  uint32_t tails[MOST_EDGES], heads[MOST_EDGES], number[8];
  for (uint32_t i = 0; i < edges; i++) {
    tails[i] = (uint32_t)g_rand_int_range(random, 0, (gint32)nodes);
    heads[i] = (uint32_t)g_rand_int_range(random, 0, (gint32)nodes);
  }
  uint32_t starts = (uint32_t)g_rand_int_range(random, 1, 3), count = 0;
  bool known[8] = {false};
  Case it = {.options = {.reset_cost = (uint32_t)g_rand_int_range(random, 0, 5)}};
  it.graph.starts = g_new0(CoverStart, starts);
  for (uint32_t i = 0; i < starts; i++) {
    uint32_t node = (uint32_t)g_rand_int_range(random, 0, (gint32)nodes);
    if (known[node])
      continue;
    known[node] = true;
    number[node] = count;
    it.graph.starts[it.graph.start_count++].node = count++;
  }
  for (bool more = true; more;) {
    more = false;
    for (uint32_t i = 0; i < edges; i++)
      if (known[tails[i]] && !known[heads[i]]) {
        known[heads[i]] = more = true;
        number[heads[i]] = count++;
      }
  }
  it.graph.node_count = count;
  it.graph.first = g_new0(uint64_t, count + 1);
  it.graph.targets = g_new0(uint32_t, MOST_EDGES);
  for (uint32_t node = 0; node < count; node++) {
    it.graph.first[node] = it.graph.edge_count;
    for (uint32_t i = 0; i < edges; i++)
      if (known[tails[i]] && number[tails[i]] == node)
        it.graph.targets[it.graph.edge_count++] = number[heads[i]];
  }
  it.graph.first[count] = it.graph.edge_count;
  return it;
}

/* Where a search stands: the node (or none yet), what is covered, the length of the walk so far. */
typedef struct Place {
  uint32_t node, covered, length, cost;
} Place;

static void push(GArray *buckets, GHashTable *best, Place place) {
  gpointer key = GUINT_TO_POINTER(1 + place.node + 8 * (place.length + 64 * place.covered));
  gpointer old;
  if (g_hash_table_lookup_extended(best, key, NULL, &old) && GPOINTER_TO_UINT(old) <= place.cost)
    return;
  g_hash_table_insert(best, key, GUINT_TO_POINTER(place.cost));
  while (buckets->len <= place.cost) {
    GArray *bucket = g_array_new(FALSE, FALSE, sizeof(Place));
    g_array_append_val(buckets, bucket);
  }
  g_array_append_val(g_array_index(buckets, GArray *, place.cost), place);
}

/* The least cost of walks that cover `wanted`: edges, or with `nodes` nodes. */
static uint32_t brute_force(const Case *it, uint32_t wanted, bool nodes) {
  const CoverGraph *graph = &it->graph;
  g_autoptr(GArray) buckets = g_array_new(FALSE, FALSE, sizeof(GArray *));
  g_autoptr(GHashTable) best = g_hash_table_new(NULL, NULL);
  uint32_t answer = wanted == 0 ? 0 : UINT32_MAX;
  Place none = {7, 0, 0, 0};
  push(buckets, best, none);
  for (guint cost = 0; cost < buckets->len; cost++)
    for (guint i = 0; i < g_array_index(buckets, GArray *, cost)->len; i++) {
      Place at = g_array_index(g_array_index(buckets, GArray *, cost), Place, i);
      if ((at.covered & wanted) == wanted) {
        answer = MIN(answer, at.cost);
        continue;
      }
      if (answer != UINT32_MAX)
        continue;
      for (uint32_t s = 0; s < graph->start_count; s++) {
        uint32_t node = graph->starts[s].node;
        push(buckets, best, (Place){node, at.covered | (nodes ? 1u << node : 0), 0, at.cost + it->options.reset_cost});
      }
      if (at.node == 7 || (it->options.max_steps > 0 && at.length >= it->options.max_steps))
        continue;
      for (uint64_t e = graph->first[at.node]; e < graph->first[at.node + 1]; e++) {
        uint32_t to = graph->targets[e];
        push(buckets, best,
             (Place){to, at.covered | (nodes ? 1u << to : 1u << e), it->options.max_steps > 0 ? at.length + 1 : 0,
                     at.cost + 1});
      }
    }
  for (guint i = 0; i < buckets->len; i++)
    g_array_unref(g_array_index(buckets, GArray *, i));
  return answer;
}

/* The walks are walks, none is too long; what they cover. */
static uint32_t covered_by(const Case *it, const Tour *tour, bool nodes) {
  const CoverGraph *graph = &it->graph;
  uint32_t covered = 0;
  uint64_t steps = 0;
  for (guint i = 0; i < tour->walks->len; i++) {
    const CoverWalk *walk = g_ptr_array_index(tour->walks, i);
    g_assert_cmpuint(walk->start, <, graph->start_count);
    uint32_t node = graph->starts[walk->start].node;
    covered |= nodes ? 1u << node : 0;
    for (guint k = 0; k < walk->edges->len; k++) {
      uint64_t edge = g_array_index(walk->edges, uint64_t, k);
      g_assert_true(edge >= graph->first[node] && edge < graph->first[node + 1]);
      node = graph->targets[edge];
      covered |= nodes ? 1u << node : 1u << edge;
    }
    g_assert_true(it->options.max_steps == 0 || walk->edges->len <= it->options.max_steps);
    steps += walk->edges->len;
  }
  g_assert_cmpuint(tour->steps, ==, steps);
  g_assert_cmpuint(tour->cost, ==, steps + (uint64_t)it->options.reset_cost * tour->walks->len);
  return covered;
}

static void test_edges(void) {
  g_autoptr(GRand) random = g_rand_new_with_seed(7);
  for (int i = 0; i < 3000; i++) {
    Case it = case_new(random);
    Tour *tour = tour_of_edges(&it.graph, &it.options);
    uint32_t all = (1u << it.graph.edge_count) - 1;
    g_assert_cmpuint(covered_by(&it, tour, false), ==, all);
    g_assert_cmpuint(tour->cost, ==, brute_force(&it, all, false));
    g_assert_cmpuint(tour->lower_bound, ==, tour->cost);
    g_assert_cmpuint(tour->unreached, ==, 0);
    tour_free(tour);
    case_clear(&it);
  }
}

static void test_edges_bounded(void) {
  g_autoptr(GRand) random = g_rand_new_with_seed(8);
  for (int i = 0; i < 2000; i++) {
    Case it = case_new(random);
    it.options.max_steps = (uint64_t)g_rand_int_range(random, 1, 8);
    Tour *tour = tour_of_edges(&it.graph, &it.options);
    uint32_t covered = covered_by(&it, tour, false);
    g_assert_cmpint(__builtin_popcount(covered) + (int)tour->unreached, ==, (int)it.graph.edge_count);
    uint32_t optimum = brute_force(&it, covered, false);
    g_assert_cmpuint(tour->lower_bound, <=, optimum);
    g_assert_cmpuint(optimum, <=, tour->cost);
    tour_free(tour);
    case_clear(&it);
  }
}

static void test_nodes(void) {
  g_autoptr(GRand) random = g_rand_new_with_seed(9);
  int optimal = 0;
  for (int i = 0; i < 2000; i++) {
    Case it = case_new(random);
    Tour *tour = tour_of_nodes(&it.graph, &it.options);
    uint32_t all = (1u << it.graph.node_count) - 1;
    g_assert_cmpuint(covered_by(&it, tour, true), ==, all);
    uint32_t optimum = brute_force(&it, all, true);
    g_assert_cmpuint(tour->lower_bound, <=, optimum);
    g_assert_cmpuint(optimum, <=, tour->cost);
    optimal += tour->cost == optimum;
    tour_free(tour);
    case_clear(&it);
  }
  g_assert_cmpint(optimal, >, 1000);
}

static void test_nodes_bounded(void) {
  g_autoptr(GRand) random = g_rand_new_with_seed(10);
  for (int i = 0; i < 1000; i++) {
    Case it = case_new(random);
    it.options.max_steps = (uint64_t)g_rand_int_range(random, 1, 8);
    Tour *tour = tour_of_nodes(&it.graph, &it.options);
    uint32_t covered = covered_by(&it, tour, true);
    g_assert_cmpint(__builtin_popcount(covered) + (int)tour->unreached, ==, (int)it.graph.node_count);
    uint32_t optimum = brute_force(&it, covered, true);
    g_assert_cmpuint(tour->lower_bound, <=, optimum);
    g_assert_cmpuint(optimum, <=, tour->cost);
    tour_free(tour);
    case_clear(&it);
  }
}

/* A ring has one circuit of all its edges, whatever a reset costs. */
static void test_balanced(void) {
  enum { NODES = 1000 };
  CoverGraph graph = {.node_count = NODES, .edge_count = 2 * NODES, .start_count = 1};
  graph.first = g_new0(uint64_t, NODES + 1);
  graph.targets = g_new0(uint32_t, 2 * NODES);
  graph.starts = g_new0(CoverStart, 1);
  for (uint32_t node = 0; node < NODES; node++) {
    graph.first[node + 1] = 2 * (uint64_t)(node + 1);
    graph.targets[2 * node] = (node + 1) % NODES;
    graph.targets[2 * node + 1] = (node + 7) % NODES;
  }
  for (uint32_t reset = 0; reset < 3; reset++) {
    TourOptions options = {.reset_cost = reset};
    Tour *tour = tour_of_edges(&graph, &options);
    g_assert_cmpuint(tour->walks->len, ==, 1);
    g_assert_cmpuint(tour->steps, ==, graph.edge_count);
    tour_free(tour);
  }
  g_free(graph.first);
  g_free(graph.targets);
  g_free(graph.starts);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cover/tour/edges", test_edges);
  g_test_add_func("/cover/tour/edges_bounded", test_edges_bounded);
  g_test_add_func("/cover/tour/nodes", test_nodes);
  g_test_add_func("/cover/tour/nodes_bounded", test_nodes_bounded);
  g_test_add_func("/cover/tour/balanced", test_balanced);
  return g_test_run();
}
