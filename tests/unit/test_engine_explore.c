/* The engine on small models written for it: every kind of statement, fault and ending, counts worked out by hand. */
#include <glib.h>
#include <string.h>

#include "engine/explore.h"
#include "engine/sequence.h"
#include "engine/trace.h"
#include "ir/lower.h"
#include "ir/value.h"
#include "lang/check.h"
#include "lang/parse.h"

typedef struct Run {
  Source *source;
  Diags *diags;
  Arena *arena;
  Names *names;
  IrModel *ir;
  Program *program;
  Exploration *ex;
} Run;

static Run run_with(const char *text, const ExploreOptions *options) {
  Run run = {0};
  run.source = source_new("test.model", text, strlen(text));
  run.diags = diags_new(run.source);
  run.arena = arena_new();
  run.names = names_new();
  Model *model = parse_model(run.arena, run.names, run.source, run.diags);
  bool fine = diags_errors(run.diags) == 0 && check_model(run.arena, run.names, model, NULL, 0, run.diags);
  if (!fine) {
    g_error("%s", ((const Diag *)diags_sorted(run.diags)->pdata[0])->message);
  }
  run.ir = lower_model(model, run.diags);
  g_assert_nonnull(run.ir);
  run.program = program_new(run.ir);
  run.ex = explore_run(run.program, options);
  return run;
}

static Run run_all(const char *text) {
  ExploreOptions options;
  explore_options_init(&options);
  options.keep_going = true;
  return run_with(text, &options);
}

static void run_clear(Run *run) {
  exploration_free(run->ex);
  program_free(run->program);
  ir_model_free(run->ir);
  arena_free(run->arena);
  names_free(run->names);
  diags_free(run->diags);
  source_free(run->source);
}

static void expect_counts(const char *text, uint64_t states, uint64_t transitions, uint32_t depth) {
  Run run = run_all(text);
  g_assert_cmpuint(run.ex->states, ==, states);
  g_assert_cmpuint(run.ex->transitions, ==, transitions);
  g_assert_cmpuint(run.ex->depth, ==, depth);
  g_assert_cmpuint(run.ex->breaches->len, ==, 0);
  run_clear(&run);
}

/* The model has exactly one breach, and it reads so: kind, steps, trace. */
static void expect_breach(const char *text, BreachKind kind, FaultKind fault, uint32_t steps, const char *way) {
  Run run = run_all(text);
  if (run.ex->breaches->len != 1) {
    g_error("%u breaches of: %s", run.ex->breaches->len, text);
  }
  const Breach *breach = &g_array_index(run.ex->breaches, Breach, 0);
  g_assert_cmpint(breach->kind, ==, kind);
  g_assert_cmpstr(fault_kind_name(breach->fault.kind), ==, fault_kind_name(fault));
  g_assert_cmpuint(breach->steps, ==, steps);
  Machine *machine = machine_new(run.program, NULL);
  Trace *trace = trace_new(run.ex, machine, breach->state, breach->firing.action == -2 ? NULL : &breach->firing);
  GString *got = g_string_new(NULL);
  for (guint i = 0; i < trace->steps->len; i++) {
    g_string_append(got, i > 0 ? "; " : "");
    sequence_print_firing(run.ir, &g_array_index(trace->steps, TraceStep, i).firing, false, got);
  }
  g_assert_cmpstr(got->str, ==, way);
  g_string_free(got, TRUE);
  trace_free(trace);
  machine_free(machine);
  run_clear(&run);
}

static void expect_fault(const char *text, FaultKind fault, uint32_t steps, const char *way) {
  expect_breach(text, BREACH_FAULT, fault, steps, way);
}

static void test_counter(void) {
  expect_counts("model t var x: 0..3 = 0 action up() { when x < 3 x = x + 1 } action down() { when x > 0 x = x - 1 }",
                4, 6, 3);
}

static void test_faults(void) {
  expect_fault("model t var x: 0..3 = 0 action a() { x = x + 1 }", FAULT_RANGE, 4, "init; a(); a(); a(); a()");
  expect_fault("model t var x: 0..3 = 1 action a() { when x > 0 x = x - 1 } action b() { when 3 / x > 5 }",
               FAULT_DIVISION, 2, "init; a(); b()");
  expect_fault(
      "model t var q: seq[2] of 0..1 = [] action a() { when size(q) < 1 append(q, 0) } action b() { drop_first(q) }",
      FAULT_INDEX, 1, "init; b()");
  expect_fault("model t var q: seq[1] of 0..1 = [] action a() { append(q, 0) }", FAULT_RANGE, 2, "init; a(); a()");
  expect_fault("model t var m: map 0..1 to bool var k: 0..2 = 2 action a() { m[k] = true }", FAULT_INDEX, 1,
               "init; a()");
  expect_fault("model t var o: 0..1? var x: 0..1 action a() { x = o }", FAULT_NONE, 1, "init; a()");
  expect_fault("model t var b: bool action a(x: 0..3) { when min(y: 0..3 where y > x : y) == x b = true }", FAULT_EMPTY,
               1, "init; a(3)");
  expect_fault("model t fn f(x: int): int = x * 9223372036854775807 var b: bool action a() { when f(3) == 1 b = true }",
               FAULT_OVERFLOW, 1, "init; a()");
}

static void test_slots(void) {
  const char *free_twice =
      "model t resource R[2] { states live } action make() { new r: R live } action drop(r: R live -> absent)";
  expect_counts(free_twice, 4, 7, 3);
  expect_fault("model t resource R[1] { states live n: 0..1 } var x: 0..1 action make() { new r: R live { n = 1 } } "
               "action drop(r: R live) { r -> absent x = r.n }",
               FAULT_ABSENT, 2, "init; make(); drop(R#0)");
  expect_fault("model t resource R[1] { states live } var v: R? = none action make() { new r: R live v = r } "
               "action drop(r: R live) { r -> absent }",
               FAULT_DANGLING, 2, "init; make(); drop(R#0)");
  expect_fault("model t resource R[1] { states live } var v: R action make() { new r: R live v = r }", FAULT_NONE, 0,
               "init");
}

/* A slot freed in a firing is not taken again by a `new` of the same firing: with one slot the firing is dropped. */
static void test_freed_is_not_taken(void) {
  Run run =
      run_all("model t resource R[1] { states a } init { new r: R a } action swap(r: R a) { r -> absent new s: R a }");
  g_assert_cmpuint(run.ex->states, ==, 1);
  g_assert_cmpuint(run.ex->transitions, ==, 0);
  g_assert_cmpuint(run.ex->pools[0].dropped_firings, ==, 1);
  g_assert_cmpuint(run.ex->pools[0].full_states, ==, 1);
  g_assert_cmpuint(run.ex->terminal, ==, 1);
  run_clear(&run);
}

static void test_map_entries(void) {
  /* The entry of a slot that comes again is at its default again. */
  expect_counts("model t resource R[1] { states a } var m: map R to 3..5 = 4 action make() { new r: R a } "
                "action five(r: R) { m[r] = 5 } action drop(r: R -> absent) invariant i: forall r: R : m[r] >= 4",
                3, 1 + 2 + 2, 2);
}

static void test_refused(void) {
  Run run = run_all("model t resource R[2] { states a, b } init { new r: R a new s: R b } action go(r: R a) { "
                    "otherwise respond 409 }");
  g_assert_cmpuint(run.ex->transitions, ==, 2);
  g_assert_cmpuint(run.ex->fired[0][1], ==, 1);
  run_clear(&run);
}

static void test_may(void) {
  Run run = run_all("model t var x: 0..2 = 0 action a() { may outcome m when x < 2 { x = x + 1 } outcome p when x == 0 "
                    "outcome q when x <= 1 { x = 2 } }");
  g_assert_cmpuint(run.ex->states, ==, 3);
  g_assert_cmpuint(run.ex->transitions, ==, 4);
  run_clear(&run);
}

static void test_for_is_fixed(void) {
  /* All three are moved although each round changes what the `where` asks. */
  expect_counts("model t resource R[3] { states a, b } init { for k: 1..3 { new r: R a } } "
                "action all() { when exists r: R a for r: R a where count(s: R a) > 0 { r -> b } }",
                2, 1, 1);
}

static void test_proc_and_fn(void) {
  expect_counts("model t var s: set of 0..2 = {} fn heavy(x: 0..2): bool = x in s or (exists y: 0..2 where y > x and y "
                "in s : y == x + 1) "
                "proc put(x: 0..2) { if not (x in s) { add(s, x) } } action a(x: 0..2) { when not heavy(x) put(x) }",
                8, 8, 3);
}

static void test_ensure_and_step(void) {
  expect_breach("model t var x: 0..3 = 0 action a() { when x < 3 x = x + 1 ensure old(x) != 1 }", BREACH_ENSURE,
                FAULT_NOTHING, 2, "init; a(); a()");
  expect_breach(
      "model t var x: 0..3 = 0 action a() { when x < 3 x = x + 1 } step invariant s: x != old(x) + 1 or x < 3",
      BREACH_STEP, FAULT_NOTHING, 3, "init; a(); a(); a()");
  expect_breach("model t var x: 0..3 = 0 action a() { when x < 3 x = x + 1 } final x == 0", BREACH_DEADLOCK,
                FAULT_NOTHING, 3, "init; a(); a(); a()");
}

static void test_inits(void) {
  Run run = run_all("model t var x: 0..3 = 0 init one(k: 0..3) { when k != 2 x = k } init two { x = 1 } action stay()");
  g_assert_cmpuint(run.ex->initial, ==, 3);
  g_assert_cmpuint(run.ex->started[0], ==, 3);
  g_assert_cmpuint(run.ex->started[1], ==, 1);
  g_assert_cmpuint(run.ex->transitions, ==, 3);
  run_clear(&run);
}

static void test_limits(void) {
  const char *text = "model t var x: 0..1000000 = 0 action a() { x = x + 1 }";
  ExploreOptions options;
  explore_options_init(&options);
  options.depth_limit = 5;
  Run run = run_with(text, &options);
  g_assert_cmpint(run.ex->end, ==, EXPLORE_DEPTH);
  g_assert_cmpuint(run.ex->states, ==, 6);
  g_assert_cmpuint(run.ex->transitions, ==, 5);
  g_assert_cmpuint(run.ex->terminal, ==, 0);
  run_clear(&run);
  explore_options_init(&options);
  options.max_states = 7;
  run = run_with(text, &options);
  g_assert_cmpint(run.ex->end, ==, EXPLORE_MAX_STATES);
  g_assert_cmpuint(run.ex->states, ==, 7);
  run_clear(&run);
  explore_options_init(&options);
  options.timeout_s = 0.05;
  run = run_with("model t var x: 0..1 = 0 action a(p: 0..9999999, q: 0..9999999) { when p + q == 0 - 1 }", &options);
  g_assert_cmpint(run.ex->end, ==, EXPLORE_TIMEOUT);
  run_clear(&run);
  explore_options_init(&options);
  options.timeout_s = 0.05;
  run = run_with("model t var x: 0..1 = 0 action a() { when forall p: 0..9999999, q: 0..9999999 : p + q >= 0 }",
                 &options);
  g_assert_cmpint(run.ex->end, ==, EXPLORE_TIMEOUT);
  run_clear(&run);
}

/* However a search ends, what it counts fits together. */
static void expect_consistent(const Exploration *ex) {
  const IrModel *model = program_model(ex->program);
  uint64_t fired = 0, started = 0;
  for (int i = 0; i < model->action_count; i++) {
    for (int o = 0; o < model->actions[i].outcome_count; o++) {
      fired += ex->fired[i][o];
    }
  }
  for (int i = 0; i < model->init_count; i++) {
    started += ex->started[i];
  }
  g_assert_cmpuint(fired, ==, ex->transitions);
  g_assert_cmpuint(started, >=, ex->initial);
  g_assert_cmpuint(ex->expanded, <=, ex->states);
  g_assert_cmpuint(ex->states, <=, ex->transitions + started);
  for (uint64_t state = 0; state < ex->states; state += 1 + ex->states / 50) {
    uint64_t parent = exploration_parent(ex, state);
    uint32_t distance = exploration_distance(ex, state);
    g_assert_cmpuint(distance, <=, ex->depth + 1);
    g_assert_true(parent == STATE_NONE ? distance == 0 : exploration_distance(ex, parent) + 1 == distance);
  }
}

static const char *const endless = "model t var x: 0..1000000000 = 0 var y: 0..9 = 0 "
                                   "action a(n: 0..9) { when x < 1000000000 x = x + 1 y = n }";

static void expect_end(const ExploreOptions *options, ExploreEnd end, uint64_t most) {
  Run run = run_with(endless, options);
  g_assert_cmpint(run.ex->end, ==, end);
  g_assert_cmpuint(run.ex->states, <=, most);
  expect_consistent(run.ex);
  run_clear(&run);
}

static void set_stop(void *user, const Progress *progress) {
  g_assert_cmpuint(progress->states, ==, progress->expanded + progress->frontier);
  atomic_store((atomic_bool *)user, true);
}

/* A limit that is passed from the beginning ends the search at its first look, one that is passed later within 64
 * batches. */
static void test_ends(void) {
  const uint64_t batch = 512;
  atomic_bool stop = true;
  ExploreOptions options;
  explore_options_init(&options);
  options.timeout_s = 1e-6;
  expect_end(&options, EXPLORE_TIMEOUT, batch);
  explore_options_init(&options);
  options.stop = &stop;
  expect_end(&options, EXPLORE_STOPPED, batch);
  explore_options_init(&options);
  options.memory_bytes = 1;
  expect_end(&options, EXPLORE_MEMORY, batch);
  options.memory_bytes = 1 << 20;
  expect_end(&options, EXPLORE_MEMORY, 1 << 17);
  explore_options_init(&options);
  options.max_states = 1000;
  expect_end(&options, EXPLORE_MAX_STATES, 1000);
  explore_options_init(&options);
  options.stop = &stop;
  atomic_store(&stop, false);
  options.progress = set_stop;
  options.progress_user = &stop;
  expect_end(&options, EXPLORE_STOPPED, UINT32_MAX);
}

static void test_edges(void) {
  ExploreOptions options;
  explore_options_init(&options);
  options.keep_edges = true;
  Run run = run_with("model t var x: 0..2 = 0 action a() { x = (x + 1) % 3 } action stay()", &options);
  for (uint64_t state = 0; state < 3; state++) {
    Edges edges = exploration_edges(run.ex, state);
    g_assert_cmpuint(edges.count, ==, 2);
    g_assert_cmpuint(edges.targets[0], ==, (state + 1) % 3);
    g_assert_cmpuint(edges.targets[1], ==, state);
    g_assert_cmpuint(exploration_distance(run.ex, state), ==, state);
  }
  run_clear(&run);
}

static void expect_parse_error(const IrModel *model, const char *text, size_t at, const char *words) {
  char *error = NULL;
  size_t where = 0;
  g_assert_null(sequence_parse(model, text, &error, &where));
  g_assert_cmpuint(where, ==, at);
  g_assert_nonnull(strstr(error, words));
  g_free(error);
}

static void test_sequence(void) {
  Run run = run_all("model t resource R[2] { states a } init { new r: R a } action go(r: R, n: 1..3) { outcome yes "
                    "when n == 1 outcome no }");
  char *error = NULL;
  size_t at = 0;
  Sequence *sequence = sequence_parse(run.ir, " init ; go(R#0, 2) no\n go(n: 3, r: R#0);", &error, &at);
  g_assert_cmpstr(error, ==, NULL);
  g_assert_cmpuint(sequence->steps->len, ==, 3);
  const SequenceStep *last = sequence->steps->pdata[2];
  g_assert_cmpint(last->arguments[0], ==, 0);
  g_assert_cmpint(last->arguments[1], ==, 3);
  g_assert_cmpint(last->outcome, ==, -1);
  sequence_free(sequence);
  expect_parse_error(run.ir, "gone(R#0, 1)", 0, "no action is named `gone`");
  expect_parse_error(run.ir, "go(R#0, 1) maybe", 11, "maybe");
  expect_parse_error(run.ir, "go(R#0, 1, 2)", 11, "takes 2 arguments");
  expect_parse_error(run.ir, "go(R#0 1)", 7, "expected `,`");
  run_clear(&run);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/engine/counter", test_counter);
  g_test_add_func("/engine/faults", test_faults);
  g_test_add_func("/engine/slots", test_slots);
  g_test_add_func("/engine/freed_is_not_taken", test_freed_is_not_taken);
  g_test_add_func("/engine/map_entries", test_map_entries);
  g_test_add_func("/engine/refused", test_refused);
  g_test_add_func("/engine/may", test_may);
  g_test_add_func("/engine/for_is_fixed", test_for_is_fixed);
  g_test_add_func("/engine/proc_and_fn", test_proc_and_fn);
  g_test_add_func("/engine/ensure_and_step", test_ensure_and_step);
  g_test_add_func("/engine/inits", test_inits);
  g_test_add_func("/engine/limits", test_limits);
  g_test_add_func("/engine/ends", test_ends);
  g_test_add_func("/engine/edges", test_edges);
  g_test_add_func("/engine/sequence", test_sequence);
  return g_test_run();
}
