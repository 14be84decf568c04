/* Plans: known answers, and random models against brute force over (state, set of goals covered). */
#include "cover/plan.h"

#include <string.h>

#include "support/lowered.h"

typedef struct World {
  Lowered *lowered;
  Program *program;
  Exploration *exploration;
} World;

static World world_new(const char *text) {
  World world = {.lowered = lowered_new(text)};
  ExploreOptions options;
  explore_options_init(&options);
  options.keep_going = true;
  world.program = program_new(world.lowered->ir);
  world.exploration = explore_run(world.program, &options);
  return world;
}

static void world_clear(World *world) {
  exploration_free(world->exploration);
  program_free(world->program);
  lowered_free(world->lowered);
}

static Plan *plan_of(const World *world, const char *criterion, uint32_t reset_cost, uint64_t max_steps) {
  PlanOptions options;
  plan_options_init(&options);
  g_autofree char *error = NULL;
  g_assert_true(criterion_parse(world->lowered->ir, criterion, &options.criterion, &error));
  options.criterion_text = criterion;
  options.reset_cost = reset_cost;
  options.max_steps = max_steps;
  return plan_new(world->exploration, &options);
}

/* The shortest single walks that the makers of these models publish. */
static void test_published(void) {
  static const struct {
    const char *name;
    uint64_t steps;
  } known[] = {{"small", 3}, {"books", 16}, {"cart", 15}, {"prestashop", 5}};
  for (size_t i = 0; i < G_N_ELEMENTS(known); i++) {
    g_autofree char *path = g_strdup_printf("%s/models/public/graphwalker_%s.model", TEST_SOURCE_DIR, known[i].name);
    g_autofree char *text = NULL;
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    World world = world_new(text);
    Plan *plan = plan_of(&world, "outcomes", 1000, 0);
    g_assert_cmpuint(plan->suite->sequences->len, ==, 1);
    g_assert_cmpuint(plan->steps, ==, known[i].steps);
    g_assert_true(plan->optimal);
    plan_free(plan);
    world_clear(&world);
  }
}

/* ---------------------------------------------------------------- random models */

enum { STATES = 5, ACTIONS = 4, OUTCOMES = 2, GOALS = ACTIONS * OUTCOMES };

/* targets[a][s]: where action a leads from state s, or -1; outcomes[a][s]: by which outcome. */
typedef struct Table {
  int targets[ACTIONS][STATES], outcomes[ACTIONS][STATES], starts;
} Table;

static Table table_new(GRand *random) {
  Table table = {.starts = g_rand_int_range(random, 1, 3)};
  for (int a = 0; a < ACTIONS; a++)
    for (int s = 0; s < STATES; s++) {
      table.targets[a][s] = g_rand_int_range(random, -2, STATES);
      table.outcomes[a][s] = g_rand_int_range(random, 0, OUTCOMES);
    }
  return table;
}

/* An outcome lists the states in which it is the one, and where it leads from each. */
static char *table_text(const Table *table) {
  GString *text = g_string_new("model m\nvar n: 0..9 = 0\n");
  for (int s = 0; s < table->starts; s++)
    g_string_append_printf(text, "init start%d { n = %d }\n", s, s);
  for (int a = 0; a < ACTIONS; a++) {
    g_string_append_printf(text, "action a%d() {\n", a);
    for (int o = 0; o < OUTCOMES; o++) {
      g_string_append_printf(text, "  outcome o%d when n > 9", o);
      for (int s = 0; s < STATES; s++)
        if (table->targets[a][s] >= 0 && table->outcomes[a][s] == o)
          g_string_append_printf(text, " or n == %d", s);
      g_string_append(text, " { n = ");
      for (int s = 0; s < STATES; s++)
        g_string_append_printf(text, "if n == %d then %d else ", s, MAX(table->targets[a][s], 0));
      g_string_append(text, "0 }\n");
    }
    g_string_append(text, "}\n");
  }
  return g_string_free(text, FALSE);
}

/* The least cost by relaxing (state, goals, length) until nothing changes; STATES stands for "nowhere yet". */
static uint32_t brute_force(const Table *table, uint32_t wanted, uint32_t reset_cost, int max_steps) {
  enum { LENGTHS = 8 };
  static const uint32_t FAR = 1000000;
  g_autofree uint32_t *cost = g_new(uint32_t, (STATES + 1) * (1 << GOALS) * LENGTHS);
#define COST(state, goals, length) cost[((state) * (1 << GOALS) + (goals)) * LENGTHS + (length)]
  for (int i = 0; i < (STATES + 1) * (1 << GOALS) * LENGTHS; i++)
    cost[i] = FAR;
  COST(STATES, 0, 0) = 0;
  for (bool more = true; more;) {
    more = false;
    for (int goals = 0; goals < 1 << GOALS; goals++)
      for (int state = 0; state <= STATES; state++)
        for (int length = 0; length < LENGTHS; length++) {
          uint32_t here = COST(state, goals, length);
          for (int s = 0; here < FAR && s < table->starts; s++)
            if (here + reset_cost < COST(s, goals, 0)) {
              COST(s, goals, 0) = here + reset_cost;
              more = true;
            }
          for (int a = 0; here < FAR && state < STATES && a < ACTIONS; a++) {
            int to = table->targets[a][state], next = max_steps > 0 ? length + 1 : 0;
            if (to < 0 || next > max_steps)
              continue;
            int after = goals | 1 << (a * OUTCOMES + table->outcomes[a][state]);
            if (here + 1 < COST(to, after, next)) {
              COST(to, after, next) = here + 1;
              more = true;
            }
          }
        }
  }
  uint32_t best = wanted == 0 ? 0 : FAR;
  for (uint32_t goals = 0; goals < 1u << GOALS; goals++)
    for (int state = 0; state < STATES; state++)
      for (int length = 0; length < LENGTHS; length++)
        if ((goals & wanted) == wanted)
          best = MIN(best, COST(state, goals, length));
#undef COST
  return best;
}

static uint32_t goals_of(const Suite *suite) {
  uint32_t goals = 0;
  for (guint i = 0; i < suite->sequences->len; i++) {
    const GArray *firings = ((const SuiteSequence *)suite->sequences->pdata[i])->firings;
    for (guint k = 1; k < firings->len; k++) {
      const Firing *firing = &g_array_index(firings, Firing, k);
      goals |= 1u << (firing->action * OUTCOMES + firing->outcome);
    }
  }
  return goals;
}

static void check_random(GRand *random, int max_steps) {
  Table table = table_new(random);
  uint32_t reset_cost = (uint32_t)g_rand_int_range(random, 0, 5);
  g_autofree char *text = table_text(&table);
  World world = world_new(text);
  Plan *plan = plan_of(&world, "outcomes", reset_cost, (uint64_t)max_steps);
  uint32_t goals = goals_of(plan->suite);
  uint32_t optimum = brute_force(&table, goals, reset_cost, max_steps);
  g_assert_cmpint(__builtin_popcount(goals), ==, (int)plan->covered);
  g_assert_cmpuint(plan->lower_bound, <=, optimum);
  g_assert_cmpuint(optimum, <=, plan->cost);
  g_assert_cmpuint(plan->cost, <=, plan->greedy_cost);
  if (max_steps == 0) {
    g_assert_cmpuint(plan->covered, ==, plan->goals);
    g_assert_true(plan->optimal); /* eight goals at most: searched exhaustively */
  }
  plan_free(plan);
  world_clear(&world);
}

static void test_random(void) {
  g_autoptr(GRand) random = g_rand_new_with_seed(11);
  for (int i = 0; i < 150; i++)
    check_random(random, 0);
}

static void test_random_bounded(void) {
  g_autoptr(GRand) random = g_rand_new_with_seed(12);
  for (int i = 0; i < 80; i++)
    check_random(random, g_rand_int_range(random, 1, 7));
}

/* Larger criteria on random models: the cost lies between bound and greedy walk, and everything is covered. */
static void test_random_criteria(void) {
  static const char *const criteria[] = {"states", "transitions", "pairs", "n-switch:2", "boundaries"};
  g_autoptr(GRand) random = g_rand_new_with_seed(13);
  for (int i = 0; i < 60; i++) {
    Table table = table_new(random);
    g_autofree char *text = table_text(&table);
    World world = world_new(text);
    for (size_t c = 0; c < G_N_ELEMENTS(criteria); c++) {
      Plan *plan = plan_of(&world, criteria[c], 2, 0);
      g_assert_cmpuint(plan->covered, ==, plan->goals);
      g_assert_cmpuint(plan->lower_bound, <=, plan->cost);
      g_assert_true(plan->greedy_cost == 0 || plan->cost <= plan->greedy_cost);
      plan_free(plan);
    }
    world_clear(&world);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cover/plan/published", test_published);
  g_test_add_func("/cover/plan/random", test_random);
  g_test_add_func("/cover/plan/random_bounded", test_random_bounded);
  g_test_add_func("/cover/plan/random_criteria", test_random_criteria);
  return g_test_run();
}
