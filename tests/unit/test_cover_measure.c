/* Measuring: what sequences cover by each criterion, and how many goals there are, worked out by hand. */
#include "cover/measure.h"

#include "support/lowered.h"

/* Three states, n = 0, 1, 2. up: rose from 0 and 1, full in 2; set: from each to each; 3 + 9 = 12 transitions. */
static const char *const COUNTER = "model m\n"
                                   "var n: 0..2 = 0\n"
                                   "action up() { outcome full when n == 2  outcome rose { n = n + 1 } }\n"
                                   "action set_to(k: 0..2) { n = k }\n"
                                   "view high = n == 2\n";

/* A light is made, lit once, then refused. */
static const char *const LIGHTS = "model m\n"
                                  "resource Light[1] { states dark, lit }\n"
                                  "action make() { new l: Light dark }\n"
                                  "action light(l: Light dark -> lit) { otherwise }\n"
                                  "action all_off() { for l: Light lit { l -> dark } }\n";

static const char *const VALUES = "model m\n"
                                  "enum Kind { a, b, c }\n"
                                  "type Some = 1..4\n"
                                  "resource Box[2] { states here }\n"
                                  "var n: 0..1 = 0\n"
                                  "init { new x: Box here  new y: Box here }\n"
                                  "action go(f: bool, k: Kind, r: 3..6, o: Some?, x: Box) { n = 0 }\n";

typedef struct World {
  Lowered *lowered;
  Program *program;
  Exploration *exploration;
  Suite *suite;
} World;

static World world_new(const char *text) {
  World world = {.lowered = lowered_new(text)};
  ExploreOptions options;
  explore_options_init(&options);
  world.program = program_new(world.lowered->ir);
  world.exploration = explore_run(world.program, &options);
  world.suite = suite_new(world.lowered->ir, NULL);
  return world;
}

static void world_clear(World *world) {
  suite_free(world->suite);
  exploration_free(world->exploration);
  program_free(world->program);
  lowered_free(world->lowered);
}

static void add(World *world, const Firing *steps, guint count) {
  GArray *firings = g_array_new(FALSE, FALSE, sizeof(Firing));
  g_array_append_vals(firings, &(Firing){-1, 0, 0}, 1);
  g_array_append_vals(firings, steps, count);
  suite_add(world->suite, NULL, firings);
}

static void expect(const World *world, const char *text, uint64_t covered, uint64_t total) {
  Criterion criterion;
  g_autofree char *error = NULL;
  g_assert_true(criterion_parse(world->lowered->ir, text, &criterion, &error));
  Measure *measure = measure_new(world->program, world->suite, &criterion, world->exploration);
  g_assert_true(measure->valid);
  g_test_message("%s", text);
  g_assert_cmpuint(measure->covered, ==, covered);
  g_assert_cmpuint(measure->total, ==, total);
  measure_free(measure);
}

static void test_nothing(void) {
  World world = world_new(COUNTER);
  expect(&world, "states", 0, 3);
  expect(&world, "outcomes", 0, 3);
  add(&world, NULL, 0);
  expect(&world, "states", 1, 3);
  expect(&world, "transitions", 0, 12);
  world_clear(&world);
}

static void test_counter(void) {
  World world = world_new(COUNTER);
  static const Firing one[] = {{0, 1, 0}, {0, 1, 0}, {0, 0, 0}, {0, 0, 0}}, two[] = {{1, 0, 1}, {0, 1, 0}, {1, 0, 0}};
  add(&world, one, 4);
  expect(&world, "outcomes", 2, 3);
  expect(&world, "states", 3, 3);
  expect(&world, "transitions", 3, 12);
  /* rose rose, rose full, full full; full rose is impossible */
  expect(&world, "pairs", 3, 8);
  /* runs of three without a set: rose rose full, rose full full, full full full, never three times rose: 27 - those
   * with "full rose" or "rose rose rose" in them */
  expect(&world, "n-switch:2", 2, 20);
  add(&world, two, 3);
  expect(&world, "outcomes", 3, 3);
  expect(&world, "transitions", 5, 12);
  expect(&world, "pairs", 5, 8);
  expect(&world, "n-switch:0", 3, 3);
  /* of set_to: false to false, false to true, true to either; of rose: false to false and to true; of full: one */
  expect(&world, "view:high", 5, 7);
  /* set_to(0) and set_to(2) */
  expect(&world, "boundaries", 1, 2);
  world_clear(&world);
}

/* Firings of one sequence are not in a row with those of the next. */
static void test_runs_end_with_sequences(void) {
  World world = world_new(COUNTER);
  static const Firing rise[] = {{0, 1, 0}};
  add(&world, rise, 1);
  add(&world, rise, 1);
  expect(&world, "pairs", 0, 8);
  world_clear(&world);
}

static void test_lifecycle(void) {
  World world = world_new(LIGHTS);
  static const Firing steps[] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {2, 0, 0}, {2, 0, 0}};
  /* absent -make-> dark, dark -light-> lit, lit -light refused-> lit, lit -all_off-> dark */
  add(&world, steps, 2);
  expect(&world, "lifecycle", 2, 4);
  add(&world, steps, 5);
  expect(&world, "lifecycle", 4, 4);
  world_clear(&world);
}

/* bool 2, enum 3, the ends of 3..6, none and the ends of 1..4; a slot has no ends. */
static void test_boundaries(void) {
  World world = world_new(VALUES);
  Firing go = {0, 0, 0}; /* false, a, 3, none, Box#0 */
  add(&world, &go, 1);
  expect(&world, "boundaries", 4, 2 + 3 + 2 + 3);
  go.arguments = 3 * 2; /* the option is 3: no end */
  add(&world, &go, 1);
  expect(&world, "boundaries", 4, 10);
  go.arguments = 4 * 2; /* it is 4 */
  add(&world, &go, 1);
  expect(&world, "boundaries", 5, 10);
  world_clear(&world);
}

static void test_departs(void) {
  World world = world_new(COUNTER);
  static const Firing fine[] = {{0, 1, 0}}, bad[] = {{0, 1, 0}, {0, 0, 0}};
  add(&world, fine, 1);
  add(&world, bad, 2);
  Criterion criterion = {CRITERION_OUTCOMES, 0, -1};
  Measure *measure = measure_new(world.program, world.suite, &criterion, NULL);
  g_assert_false(measure->valid);
  g_assert_cmpuint(measure->bad_sequence, ==, 1);
  g_assert_cmpuint(measure->bad_step, ==, 2);
  g_assert_cmpuint(measure->total, ==, 0);
  measure_free(measure);
  world_clear(&world);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cover/measure/nothing", test_nothing);
  g_test_add_func("/cover/measure/counter", test_counter);
  g_test_add_func("/cover/measure/runs_end_with_sequences", test_runs_end_with_sequences);
  g_test_add_func("/cover/measure/lifecycle", test_lifecycle);
  g_test_add_func("/cover/measure/boundaries", test_boundaries);
  g_test_add_func("/cover/measure/departs", test_departs);
  return g_test_run();
}
