/* Verdicts from model text to explanation: what is found, in which order, in which words. */
#include <glib.h>
#include <string.h>

#include "contract/verdict.h"
#include "contract/why.h"
#include "ir/lower.h"
#include "ir/value.h"
#include "lang/check.h"
#include "lang/parse.h"

typedef struct World {
  Source *source;
  IrModel *ir;
  Program *program;
  Exploration *exploration;
  Verdict *verdict;
} World;

static void load(World *world, const char *text) {
  world->source = source_new("test.model", text, strlen(text));
  Arena *arena = arena_new();
  Names *names = names_new();
  Diags *diags = diags_new(world->source);
  Model *tree = parse_model(arena, names, world->source, diags);
  g_assert_cmpuint(diags_errors(diags), ==, 0);
  g_assert_true(check_model(arena, names, tree, NULL, 0, diags));
  world->ir = lower_model(tree, diags);
  g_assert_nonnull(world->ir);
  world->program = program_new(world->ir);
  diags_free(diags);
  names_free(names);
  arena_free(arena);
}

static void judge(World *world, const char *text, bool keep_going, int64_t depth) {
  memset(world, 0, sizeof *world);
  load(world, text);
  ExploreOptions options;
  explore_options_init(&options);
  options.keep_going = keep_going;
  options.depth_limit = depth;
  world->verdict = verdict_explore(world->program, &options, &world->exploration);
}

static void clear(World *world) {
  verdict_free(world->verdict);
  exploration_free(world->exploration);
  program_free(world->program);
  ir_model_free(world->ir);
  source_free(world->source);
}

static char *because_of(const Violation *violation) {
  GString *text = g_string_new(NULL);
  for (int i = 0; i < violation->because_count; i++) {
    g_string_append_printf(text, "%*s%s\n", 2 * violation->because[i].depth, "", violation->because[i].text);
  }
  return g_string_free(text, FALSE);
}

static void assert_because(const Violation *violation, const char *wanted) {
  g_autofree char *text = because_of(violation);
  g_assert_cmpstr(text, ==, wanted);
}

static const Remark *remark_of(const Verdict *verdict, const char *code) {
  for (int i = 0; i < verdict->remark_count; i++) {
    if (strcmp(verdict->remarks[i].code, code) == 0) {
      return &verdict->remarks[i];
    }
  }
  return NULL;
}

/* ---------------------------------------------------------------- broken contracts */

static const char overlap_model[] =
    "model m\n"
    "resource B[2] { states on, off  start: 0..2 }\n"
    "fn near(a: 0..2, b: 0..2): bool = a < b + 1 and b < a + 1\n"
    "action book(start: 0..2) { outcome taken when (exists b: B off)  outcome made { new b: B on { start } } }\n"
    "invariant apart \"two at once\": forall a: B on, b: B on where a != b : not near(a.start, b.start)\n";

static void test_invariant(void) {
  World world;
  judge(&world, overlap_model, false, -1);
  g_assert_cmpint(world.verdict->status, ==, VERDICT_VIOLATED);
  g_assert_cmpint(world.verdict->violation_count, ==, 1);
  const Violation *violation = &world.verdict->violations[0];
  g_assert_cmpstr(violation->kind, ==, "invariant");
  g_assert_cmpstr(violation->message, ==, "two at once");
  g_assert_cmpstr(violation->span_note, ==, "false after step 2");
  g_assert_cmpuint(violation->steps, ==, 2);
  g_assert_cmpint(violation->witness_count, ==, 2);
  g_assert_cmpstr(violation->witnesses[1].name, ==, "b");
  g_assert_cmpstr(violation->witnesses[1].value, ==, "B#1");
  assert_because(violation, "for a = B#0, b = B#1\n"
                            "  not near(a.start, b.start)\n"
                            "    near(0, 0)  is true:  0 < 0 + 1  and  0 < 0 + 1\n"
                            "step 2 was allowed because no outcome before `made` held:\n"
                            "  taken:\n"
                            "    exists b: B off  is false: there is no b: B off\n");
  const VerdictStep *step = &violation->trace[1];
  g_assert_cmpstr(step->news[0], ==, "B#0");
  g_assert_cmpint(step->change_count, ==, 2);
  g_assert_cmpstr(step->changes[0].field, ==, "state");
  g_assert_cmpstr(step->changes[0].before, ==, "absent");
  g_assert_null(step->changes[1].before);
  g_assert_cmpstr(step->changes[1].after, ==, "0");
  g_assert_true(cJSON_IsNull(step->changes[1].json_before));
  clear(&world);
}

static void test_step_invariant(void) {
  World world;
  judge(&world,
        "model m\nvar n: 0..3 = 0\nvar shut: bool = false\n"
        "action up() { when n < 3  n = n + 1 }\naction close() { shut = true }\n"
        "step invariant still: old(shut) => n == old(n)\n",
        false, -1);
  const Violation *violation = &world.verdict->violations[0];
  g_assert_cmpstr(violation->kind, ==, "step invariant");
  g_assert_cmpstr(violation->span_note, ==, "broken by step 2");
  assert_because(violation, "shut  was true\nn == old(n)  is false:  1 == 0\n  n = 1\n  old(n) = 0\n");
  clear(&world);
}

static void test_counted(void) {
  World world;
  judge(&world,
        "model m\nresource R[2] { states on  size: 0..3 }\nvar n: 0..2 = 0\n"
        "action add(size: 2..3) { new r: R on { size } }\n"
        "invariant counts: count(r: R on) == n\ninvariant small: sum(r: R on : r.size) <= 4\n",
        true, -1);
  g_assert_cmpint(world.verdict->violation_count, ==, 2);
  assert_because(&world.verdict->violations[0], "count(r: R on) == n  is false:  1 == 0\n  count(r: R on) = 1: R#0\n");
  assert_because(&world.verdict->violations[1], "sum(r: R on : r.size) <= 4  is false:  5 <= 4\n"
                                                "  sum(r: R on : r.size) = 5: 2 for R#0, 3 for R#1\n");
  clear(&world);
}

static void test_ensure(void) {
  World world;
  judge(&world, "model m\nvar n: 0..2 = 0\naction add() { n = (n + 1) % 3  ensure n > old(n) }\n", false, -1);
  const Violation *violation = &world.verdict->violations[0];
  g_assert_cmpstr(violation->kind, ==, "ensure");
  g_assert_cmpstr(violation->name, ==, "add");
  g_assert_cmpuint(violation->steps, ==, 3);
  g_assert_cmpint(violation->trace_count, ==, 4);
  assert_because(violation, "n > old(n)  is false:  0 > 2\n  n = 0\n  old(n) = 2\n");
  clear(&world);
}

/* What the statements named by `let` and `new` is known where an `ensure` speaks of it. */
static void test_ensure_of_locals(void) {
  World world;
  judge(&world,
        "model m\nresource R[2] { states on  size: 0..3 }\nvar n: 0..9 = 0\n"
        "action make(x: 1..2) { let y = x + n  new r: R on { size = x }  n = y  ensure y + r.size < 5 }\n",
        false, -1);
  const Violation *violation = &world.verdict->violations[0];
  g_assert_cmpstr(violation->kind, ==, "ensure");
  g_assert_cmpuint(violation->steps, ==, 2);
  assert_because(violation, "y + r.size < 5  is false:  3 + 2 < 5\n");
  clear(&world);
}

static void test_fault(void) {
  World world;
  judge(&world, "model m\nvar n: 0..2 = 1\naction sell() { n = n - 1 }\naction rest() { n = 2 }\n", false, -1);
  const Violation *violation = &world.verdict->violations[0];
  g_assert_cmpstr(violation->kind, ==, "range");
  g_assert_cmpstr(violation->name, ==, "sell");
  g_assert_cmpstr(violation->message, ==, "`n - 1` is -1, outside 0..2");
  g_assert_cmpuint(violation->steps, ==, 2);
  g_assert_null(violation->trace[2].state);
  clear(&world);
}

static void test_fault_in_contract(void) {
  World world;
  judge(&world,
        "model m\nvar n: map 0..1 to 0..2 = 1\naction put(k: 0..1) { n[k] = 0 }\n"
        "invariant thirds: forall k: 0..1 : 4 / n[k] > 1\n",
        false, -1);
  const Violation *violation = &world.verdict->violations[0];
  g_assert_cmpstr(violation->kind, ==, "division");
  g_assert_cmpstr(violation->name, ==, "thirds");
  assert_because(violation, "for k = 0\n  `4 / n[k]` divides by zero:  4 = 4, n[k] = 0\n");
  clear(&world);
}

static void test_deadlock(void) {
  World world;
  judge(&world, "model m\nvar n: 0..2 = 0\naction up() { when n < 2  n = n + 1 }\nfinal n == 0\n", false, -1);
  const Violation *violation = &world.verdict->violations[0];
  g_assert_cmpstr(violation->kind, ==, "deadlock");
  g_assert_cmpuint(violation->steps, ==, 2);
  assert_because(violation, "up() is not possible:\n  n < 2  is false:  2 < 2\n");
  g_assert_cmpstr(world.verdict->contracts[0].kind, ==, "deadlock");
  clear(&world);
}

/* ---------------------------------------------------------------- reach, always reach */

static void test_reach(void) {
  static const char text[] = "model m\nvar n: 0..5 = 0\naction up() { n = (n + 1) % 4 }\n"
                             "reach three: n == 3\nreach five \"never five\": n == 5\n";
  World world;
  judge(&world, text, false, -1);
  g_assert_cmpint(world.verdict->violation_count, ==, 1);
  g_assert_cmpstr(world.verdict->violations[0].name, ==, "five");
  g_assert_cmpstr(world.verdict->violations[0].message, ==, "never five");
  g_assert_false(world.verdict->violations[0].has_trace);
  g_assert_cmpuint(world.verdict->violations[0].steps, ==, 0);
  g_assert_cmpstr(world.verdict->contracts[0].witness, ==, "up(); up(); up()");
  clear(&world);
  judge(&world, text, false, 2);
  g_assert_cmpint(world.verdict->status, ==, VERDICT_INCOMPLETE);
  g_assert_false(world.verdict->contracts[1].known);
  g_assert_nonnull(remark_of(world.verdict, "SQ0615"));
  clear(&world);
}

static const char lost_model[] =
    "model m\nenum M { free, held, lost }\nvar m: M = M.free\n"
    "action hold() { when m == free  m = held }\naction lose() { when m == held  m = lost }\n"
    "action back() { when m == held  m = free }\naction look()\n"
    "always reach freed: m == free\n";

static void test_always_reach(void) {
  World world;
  judge(&world, lost_model, false, -1);
  const Violation *violation = &world.verdict->violations[0];
  g_assert_cmpstr(violation->kind, ==, "always reach");
  g_assert_cmpuint(violation->steps, ==, 2);
  g_assert_cmpstr(violation->replay, ==, "hold(); lose()");
  clear(&world);
  judge(&world, lost_model, false, 2); /* the state at the limit is not expanded and so counts as fine */
  g_assert_cmpint(world.verdict->violation_count, ==, 0);
  g_assert_cmpint(world.verdict->status, ==, VERDICT_INCOMPLETE);
  clear(&world);
}

static void test_always_reach_pool(void) {
  World world;
  judge(&world,
        "model m\nresource R[1] { states on, off }\naction add() { new r: R on }\naction stop(r: R on -> off)\n"
        "always reach one_on: exists r: R on\n",
        false, -1);
  g_assert_cmpint(world.verdict->violation_count, ==, 1);
  g_assert_nonnull(strstr(world.verdict->violations[0].message, "the pool R is full"));
  clear(&world);
}

/* ---------------------------------------------------------------- order, remarks */

static void test_order(void) {
  World world;
  judge(&world,
        "model m\nvar n: 0..3 = 0\naction up() { when n < 3  n = n + 1 }\n"
        "invariant late: n < 3\ninvariant b: n < 2\ninvariant a: n < 2\n",
        true, -1);
  g_assert_cmpint(world.verdict->violation_count, ==, 3);
  g_assert_cmpstr(world.verdict->violations[0].name, ==, "b");
  g_assert_cmpstr(world.verdict->violations[1].name, ==, "a");
  g_assert_cmpstr(world.verdict->violations[2].name, ==, "late");
  g_assert_cmpstr(world.verdict->contracts[0].name, ==, "late");
  clear(&world);
}

static void test_remarks(void) {
  World world;
  judge(&world,
        "model m\nconst MANY = 1\nresource Thing[MANY] { states on, off, gone }\nvar n: 0..1 = 0\n"
        "action add() { new t: Thing on }\naction stop(t: Thing on -> off)\n"
        "action odd() { when n == 1  n = 0 }\naction ask(t: Thing) { outcome yes  outcome no when t is off }\n"
        "invariant nothing: forall t: Thing gone : n == 1\ninvariant never: n == 1 => n == 0\n",
        false, -1);
  g_assert_cmpint(world.verdict->status, ==, VERDICT_HOLDS);
  g_assert_cmpstr(remark_of(world.verdict, "SQ0610")->help, ==, "it needs `n == 1`, which is never so");
  g_assert_nonnull(remark_of(world.verdict, "SQ0611"));
  g_assert_cmpstr(remark_of(world.verdict, "SQ0612")->text, ==,
                  "the pool Thing was full in 2 states, which dropped 2 creations: what a 2nd thing would do was not "
                  "explored (raise MANY)");
  g_assert_cmpstr(remark_of(world.verdict, "SQ0613")->text, ==,
                  "nothing says what `stop` answers where `t` is off or gone");
  g_assert_true(world.verdict->contracts[0].vacuous);
  g_assert_cmpstr(world.verdict->contracts[0].vacuous_note, ==, "`forall t: Thing gone` never had an element");
  g_assert_cmpstr(world.verdict->contracts[1].vacuous_note, ==, "the left side of `=>` was never true: `n == 1`");
  clear(&world);
}

static void test_matrix(void) {
  World world;
  judge(&world,
        "model m\nresource R[1] { states on, off }\naction add() { new r: R on }\n"
        "action stop(r: R on -> off) { otherwise }\naction start(r: R) { when r is off  r -> on }\n",
        false, -1);
  const Matrix *matrix = &world.verdict->matrices[0];
  g_assert_cmpint(matrix->row_count, ==, 2);
  g_assert_true(matrix->counted);
  g_assert_cmpint(matrix->rows[0].cells[0], ==, CELL_NOT_ASKED);
  g_assert_cmpint(matrix->rows[0].cells[1], ==, CELL_OFFERED);
  g_assert_cmpint(matrix->rows[0].cells[2], ==, CELL_REFUSED);
  g_assert_cmpint(matrix->rows[1].cells[1], ==, CELL_UNDECLARED);
  g_assert_cmpuint(matrix->rows[1].fired[2], ==, 1);
  clear(&world);
}

static void test_map_changes(void) {
  World world;
  judge(&world,
        "model m\nvar busy: map 0..2 to bool = false\naction put(k: 0..2) { busy[k] = true }\n"
        "invariant idle: not busy[1]\n",
        false, -1);
  const VerdictStep *step = &world.verdict->violations[0].trace[1];
  g_assert_cmpint(step->change_count, ==, 2);
  g_assert_cmpstr(step->changes[0].what, ==, "busy[1]");
  g_assert_true(step->changes[0].text_only);
  g_assert_cmpstr(step->changes[1].what, ==, "busy");
  g_assert_true(step->changes[1].json_only);
  g_autofree char *json = cJSON_PrintUnformatted(step->changes[1].json_after);
  g_assert_cmpstr(json, ==, "{\"0\":false,\"1\":true,\"2\":false}");
  clear(&world);
}

/* ---------------------------------------------------------------- why */

static void test_why(void) {
  World world = {0};
  load(&world, "model m\nresource R[1] { states on, off }\naction add() { new r: R on }\n"
               "action stop(r: R on -> off)\naction ask(r: R) { outcome here when r is on  outcome gone }\n");
  ExploreOptions options;
  explore_options_init(&options);
  options.keep_edges = options.ignore_contracts = options.keep_going = true;
  world.exploration = explore_run(world.program, &options);
  WhyQuestion ever = {.action = 1, .outcome = -1};
  WhyAnswer *answer = why_ever(world.exploration, &ever);
  g_assert_true(answer->possible);
  g_assert_cmpuint(exploration_distance(world.exploration, answer->state), ==, 1);
  why_free(answer);
  bool has[] = {true};
  int64_t slot[] = {0};
  WhyQuestion here = {.action = 2, .outcome = 0, .has_argument = has, .arguments = slot};
  int64_t state[8] = {2}; /* R#0 is off */
  Machine *machine = machine_new(world.program, NULL);
  answer = why_now_within(world.exploration, machine, &here, state);
  g_assert_false(answer->possible);
  g_assert_cmpstr(answer->lines[0], ==, "not possible here: the outcome `here` of `ask` needs `r is on`");
  g_assert_cmpstr(answer->lines[1], ==, "r is on  is false:  R#0 is off");
  g_assert_cmpstr(answer->lines[2], ==, "and never again from here: `off` has no way out");
  g_assert_cmpstr(answer->lines[3], ==, "instead ask(r: R#0) has the outcome `gone`");
  why_free(answer);
  machine_free(machine);
  clear(&world);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/contract/invariant", test_invariant);
  g_test_add_func("/contract/step_invariant", test_step_invariant);
  g_test_add_func("/contract/counted", test_counted);
  g_test_add_func("/contract/ensure", test_ensure);
  g_test_add_func("/contract/ensure/locals", test_ensure_of_locals);
  g_test_add_func("/contract/fault", test_fault);
  g_test_add_func("/contract/fault_in_contract", test_fault_in_contract);
  g_test_add_func("/contract/deadlock", test_deadlock);
  g_test_add_func("/contract/reach", test_reach);
  g_test_add_func("/contract/always_reach", test_always_reach);
  g_test_add_func("/contract/always_reach_pool", test_always_reach_pool);
  g_test_add_func("/contract/order", test_order);
  g_test_add_func("/contract/remarks", test_remarks);
  g_test_add_func("/contract/matrix", test_matrix);
  g_test_add_func("/contract/map_changes", test_map_changes);
  g_test_add_func("/contract/why", test_why);
  return g_test_run();
}
