/* Every operation of the bytecode at least once: small conditions and statements through the whole of parser, checker,
 * lowering, compiler and machine, against values worked out by hand. A condition is asked twice, as a value and as a
 * contract of a search, since the two are compiled differently. An operation that no case uses fails the last test, so
 * that a new one needs a case here. */
#include <string.h>

#include "engine/explore.h"
#include "engine/machine.h"
#include "support/lowered.h"

#define PRELUDE                                                                                                        \
  "model ops\n"                                                                                                        \
  "enum E { red, green }\n"                                                                                            \
  "resource R[3] { states on, off  n: 0..9 = 0  next: R? = none  tags: set of 0..5 = {}  mm: map 0..1 to 0..9 = 0 }\n" \
  "var x: 0..9 = 3\nvar y: -9..9 = -4\nvar z: 0..9 = 0\nvar b: bool = true\nvar big: 0..9223372036854775807 = "        \
  "9223372036854775807\n"                                                                                              \
  "var s: set of 1..5 = {1, 4}\nvar t: set of 0..5 = {0, 2}\nvar q: seq[3] of 0..9 = [5, 7]\n"                         \
  "var none_yet: seq[2] of 0..9 = []\nvar m: map 1..3 to 0..9 = 2\nvar o: 0..9? = none\nvar p: 0..9? = 6\n"            \
  "var so: set of 0..1? = {none}\nvar k: 0..1? = 1\nvar r: R?\nvar gone: R? = none\nvar mr: map R to 0..9 = 1\n"       \
  "var w: 0..5000000000 = 0\n"                                                                                         \
  "fn heavy(a: int, c: 0..9): 0..99 =\n"                                                                               \
  "  if a > 90 then 1 else if a > 80 then 2 else if a > 70 then 3 else if a > 60 then 4 else if a > 50 then 5\n"       \
  "  else if a > 40 then 6 else if a > 30 then 7 else if a > 20 then 8 else if a > 15 then 9 else if a > 14 then 10\n" \
  "  else if a > 13 then 11 else if a > 12 then 12 else if a > 11 then 13 else if a > 10 then 14 else c + 20\n"        \
  "proc put(v: 0..9) { z = v }\n"                                                                                      \
  "init { new a: R on { n = 1 }  new c: R off { n = 2, next = a, tags = {1} }  r = c }\n"

enum { NO, YES, ERRS };

typedef struct Condition {
  const char *text;
  int expected;
  FaultKind fault;
} Condition;

static const Condition conditions[] = {
    /* numbers */
    {"x + 2 == 5", YES, 0},
    {"x + x == 6", YES, 0},
    {"y - x == -7", YES, 0},
    {"y * x == -12", YES, 0},
    {"y / 3 == -1", YES, 0},
    {"y % x == -1", YES, 0},
    {"-y == x + 1", YES, 0},
    {"min(x, y) == y and max(x, y) == x", YES, 0},
    {"x / z == 0", ERRS, FAULT_DIVISION},
    {"x % z == 0", ERRS, FAULT_DIVISION},
    {"big + x > 0", ERRS, FAULT_OVERFLOW},
    {"big + 1 > 0", ERRS, FAULT_OVERFLOW},
    {"y - big < 0", ERRS, FAULT_OVERFLOW},
    {"big * x > 0", ERRS, FAULT_OVERFLOW},
    {"y < 5000000000", YES, 0},
    {"y + 5000000000 > 0", YES, 0},
    /* comparisons as jumps, both ways */
    {"x < z", NO, 0},
    {"z < x", YES, 0},
    {"not (x <= z)", YES, 0},
    {"x == z", NO, 0},
    {"x != z", YES, 0},
    {"z <= x and x > z and x >= z", YES, 0},
    {"x < 4 and x <= 3 and x > 2 and x >= 3 and x == 3 and x != 4", YES, 0},
    {"x < 3 or x <= 2 or x > 3 or x >= 4 or x == 4 or x != 3", NO, 0},
    {"b", YES, 0},
    {"not b", NO, 0},
    {"b => z == 0", YES, 0},
    {"z < x + x and z <= x + x and x + x > z and x + x >= z", YES, 0},
    {"x < z + z or x <= z + z or z + z > x or z + z >= x", NO, 0},
    {"x in {1, 3}", YES, 0},
    {"x in {1, 2}", NO, 0},
    /* comparisons as values */
    {"(x < z) <=> (z == x)", YES, 0},
    {"(x <= z) <=> (z != x)", NO, 0},
    {"(o == none) <=> b", YES, 0},
    {"(not b) <=> (x == z)", YES, 0},
    {"(if b then x else z) == 3", YES, 0},
    /* slots */
    {"r is off", YES, 0},
    {"r is on", NO, 0},
    {"gone is on", NO, 0},
    {"not (the(a: R off) is on)", YES, 0},
    {"(r is off) <=> b", YES, 0},
    {"exists a: R on : a.n == 1", YES, 0},
    {"forall a: R : a.n < 2", NO, 0},
    {"r.n == 2", YES, 0},
    {"gone.n == 2", ERRS, FAULT_NONE},
    {"r.next == none", NO, 0},
    {"1 in r.tags and not (7 in r.tags)", YES, 0},
    {"gone.tags == {}", ERRS, FAULT_NONE},
    {"mr[r] == 1", YES, 0},
    {"mr[gone] == 1", ERRS, FAULT_NONE},
    /* values of many cells */
    {"m[x] == 2", YES, 0},
    {"m[z] == 2", ERRS, FAULT_INDEX},
    {"q[1] == 7 and first(q) == 5 and last(q) == 7", YES, 0},
    {"q[2] == 7", ERRS, FAULT_INDEX},
    {"last(none_yet) == 7", ERRS, FAULT_INDEX},
    {"p + 1 == 7", YES, 0},
    {"o + 1 == 7", ERRS, FAULT_NONE},
    {"p == x or o == x", NO, 0},
    {"p == x + 3", YES, 0},
    {"s == {1, 4}", YES, 0},
    {"s == {x + 1, 1}", YES, 0},
    {"size(s) == 2 and size(q) == 2", YES, 0},
    {"s + {2} == {1, 2, 4}", YES, 0},
    {"s - {1} == {4}", YES, 0},
    {"s & {1, 2} == {1}", YES, 0},
    {"{1} <= s", YES, 0},
    {"s < s", NO, 0},
    {"x in s", NO, 0},
    {"o in so", YES, 0},
    {"k in so", NO, 0},
    {"so + {k} == {none, k}", YES, 0},
    {"z in t and not (x in t)", YES, 0},
    {"7 in q and not (x in q)", YES, 0},
    {"[x, z] == q", NO, 0},
    {"q + [x] == [5, 7, 3]", YES, 0},
    {"q + q == q", NO, 0},
    /* quantifiers */
    {"forall i in s : i == 1 or i == 4", YES, 0},
    {"exists i in t : i == 2", YES, 0},
    {"exists i in q : i == 7", YES, 0},
    {"exists i: 0..3 : i == x", YES, 0},
    {"exists j: 0..1? : j == none", YES, 0},
    {"count(a: R) == 2 and count(i in q where i > 5) == 1", YES, 0},
    {"sum(a: R : a.n) == 3", YES, 0},
    {"min(a: R : a.n) == 1 and max(a: R : a.n) == 2", YES, 0},
    {"min(a: R where a.n > 5 : a.n) == 1", ERRS, FAULT_EMPTY},
    {"the(a: R where a.n == 2) == r", YES, 0},
    {"the(a: R) == r", ERRS, FAULT_EMPTY},
    {"{i: 1..5 where i in s} == s", YES, 0},
    {"[i in q where i > 5] == [7]", YES, 0},
    {"heavy(y, x) == 23 and heavy(99, x) == 1", YES, 0},
};

typedef struct Statements {
  const char *text, *after; /* a condition that holds in the state afterwards */
  FaultKind fault;
  bool full;
} Statements;

static const Statements statements[] = {
    {"action a() { x = x + 1 }", "x == 4", 0, false},
    {"action a() { z = x + 7 }", NULL, FAULT_RANGE, false},
    {"action a() { w = big }", NULL, FAULT_RANGE, false},
    {"action a() { w = -y }", "w == 4", 0, false},
    {"action a() { s = t }", NULL, FAULT_RANGE, false},
    {"action a() { t = s }", "t == {1, 4}", 0, false},
    {"action a() { m[2] = x }", "m[2] == 3 and m[1] == 2", 0, false},
    {"action a() { q[0] = x }", "q == [3, 7]", 0, false},
    {"action a() { r.n = x }", "r.n == 3", 0, false},
    {"action a() { gone.n = x }", NULL, FAULT_NONE, false},
    {"action a() { r.tags = {x} }", "r.tags == {3}", 0, false},
    {"action a() { r -> on }", "count(c: R on) == 2", 0, false},
    {"action a() { gone -> on }", NULL, FAULT_NONE, false},
    {"action a() { r -> absent  r.n = 1 }", NULL, FAULT_ABSENT, false},
    {"action a() { new c: R on { n = x, next = r, tags = {x}, mm = x } }",
     "exists c: R on : c.mm[1] == 3 and c.next == r", 0, false},
    {"action a() { new c: R on  new d: R on }", NULL, 0, true},
    {"action a() { add(s, x)  add(t, x) }", "s == {1, 3, 4} and t == {0, 2, 3}", 0, false},
    {"action a() { remove(s, 4) }", "s == {1}", 0, false},
    {"action a() { append(q, x) }", "q == [5, 7, 3]", 0, false},
    {"action a() { append(q, x)  append(q, x) }", NULL, FAULT_RANGE, false},
    {"action a() { prepend(q, x) }", "q == [3, 5, 7]", 0, false},
    {"action a() { remove(q, 5) }", "q == [7]", 0, false},
    {"action a() { drop_first(q) }", "q == [7]", 0, false},
    {"action a() { drop_last(q) }", "q == [5]", 0, false},
    {"action a() { drop_first(none_yet) }", NULL, FAULT_INDEX, false},
    {"action a() { let l = q  drop_first(q)  append(q, l[0]) }", "q == [7, 5]", 0, false},
    {"action a() { for i in q { x = i } }", "x == 7", 0, false},
    {"action a() { for c: R { c.n = 5 } }", "sum(c: R : c.n) == 10", 0, false},
    {"action a() { if x == 3 { z = 1 } else { z = 2 } }", "z == 1", 0, false},
    {"action a() { put(x) }", "z == 3", 0, false},
    {"action a() { x = x + 1  ensure x == old(x) + 1 and old(q) == q }", "x == 4", 0, false},
    {"action a() { outcome one when x == 3 { z = 1 }  may outcome two { z = 2 } }", "z == 1", 0, false},
    {"action a() { r -> absent  r = none }\nstep invariant kept: forall c: R : old(c.n) > 0", "count(c: R) == 1", 0,
     false},
};

/* ---------------------------------------------------------------- which operations were there */

static const char *const names[] = {
#define OP(name, text, operands) text,
#include "engine/opcodes.def"
#undef OP
};
static bool used[G_N_ELEMENTS(names)];

/* In a dump each instruction has a line of its own: its number, then its name. */
static void note(const GString *dump) {
  g_auto(GStrv) lines = g_strsplit(dump->str, "\n", -1);
  for (size_t i = 0; lines[i] != NULL; i++) {
    char *name = lines[i];
    g_ascii_strtoull(lines[i], &name, 10);
    if (name == lines[i] || *name != ' ') {
      continue;
    }
    size_t length = strcspn(name + 1, " ");
    for (size_t op = 0; op < G_N_ELEMENTS(names); op++) {
      used[op] |= strlen(names[op]) == length && strncmp(names[op], name + 1, length) == 0;
    }
  }
}

static void note_program(const Program *program) {
  g_autoptr(GString) dump = g_string_new(NULL);
  program_dump(program, dump);
  note(dump);
}

/* ---------------------------------------------------------------- the cases */

/* The last contract of the model in a state, as a value. */
static int value_in(const Program *program, Machine *machine, const int64_t *state, FaultKind *ret_fault) {
  const IrModel *model = program_model(program);
  const IrContract *contract = &model->contracts[model->contract_count - 1];
  CodeExpr *code = code_expr_new(program, &contract->frame, contract->expr);
  g_autoptr(GString) dump = g_string_new(NULL);
  int64_t value = 0;
  Fault fault;
  program_dump_expr(code, dump);
  note(dump);
  bool fine = machine_eval(machine, code, state, NULL, NULL, &value, &fault);
  code_expr_free(code);
  *ret_fault = fine ? FAULT_NOTHING : fault.kind;
  return fine ? value != 0 : ERRS;
}

static int searched(const Program *program, FaultKind *ret_fault) {
  ExploreOptions options;
  explore_options_init(&options);
  Exploration *ex = explore_run(program, &options);
  int found = YES;
  *ret_fault = FAULT_NOTHING;
  if (ex->breaches->len > 0) {
    const Breach *breach = &g_array_index(ex->breaches, Breach, 0);
    found = breach->kind == BREACH_INVARIANT ? NO : ERRS;
    *ret_fault = breach->fault.kind;
  }
  exploration_free(ex);
  return found;
}

static void test_condition(gconstpointer data) {
  const Condition *condition = data;
  g_autofree char *text = g_strdup_printf(PRELUDE "action stay()\ninvariant it: %s\n", condition->text);
  g_autoptr(Lowered) lowered = lowered_new(text);
  Program *program = program_new(lowered->ir);
  Machine *machine = machine_new(program, NULL);
  g_autofree int64_t *state = g_new0(int64_t, lowered->ir->state_cells + 1);
  FaultKind fault;
  note_program(program);
  g_assert_cmpint(machine_start(machine, 0, state, state).result, ==, FIRE_DONE);
  g_assert_cmpint(value_in(program, machine, state, &fault), ==, condition->expected);
  g_assert_cmpint(fault, ==, condition->fault);
  g_assert_cmpint(searched(program, &fault), ==, condition->expected);
  g_assert_cmpint(fault, ==, condition->fault);
  machine_free(machine);
  program_free(program);
}

static void test_statements(gconstpointer data) {
  const Statements *body = data;
  g_autofree char *text =
      g_strdup_printf(PRELUDE "%s\ninvariant it: %s\n", body->text, body->after != NULL ? body->after : "b");
  g_autoptr(Lowered) lowered = lowered_new(text);
  Program *program = program_new(lowered->ir);
  Machine *machine = machine_new(program, NULL);
  uint32_t cells = lowered->ir->state_cells;
  g_autofree int64_t *state = g_new0(int64_t, cells + 1), *next = g_new0(int64_t, cells + 1);
  FaultKind fault;
  note_program(program);
  g_assert_cmpint(machine_start(machine, 0, state, state).result, ==, FIRE_DONE);
  Fired fired = machine_fire(machine, 0, 0, state, state, next);
  g_assert_cmpint(fired.fault.kind, ==, body->fault);
  g_assert_cmpint(fired.result, ==, body->full ? FIRE_FULL : body->fault != 0 ? FIRE_FAULT : FIRE_DONE);
  if (fired.result == FIRE_DONE) {
    g_assert_cmpint(fired.broken_ensure, ==, -1);
    g_assert_cmpint(value_in(program, machine, next, &fault), ==, YES);
  }
  machine_free(machine);
  program_free(program);
}

static void test_all_used(void) {
  for (size_t op = 0; op < G_N_ELEMENTS(names); op++) {
    if (!used[op]) {
      g_test_message("no case uses `%s`", names[op]);
      g_test_fail();
    }
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS(conditions); i++) {
    g_autofree char *path = g_strdup_printf("/engine/ops/condition/%02zu", i);
    g_test_add_data_func(path, &conditions[i], test_condition);
  }
  for (size_t i = 0; i < G_N_ELEMENTS(statements); i++) {
    g_autofree char *path = g_strdup_printf("/engine/ops/statements/%02zu", i);
    g_test_add_data_func(path, &statements[i], test_statements);
  }
  g_test_add_func("/engine/ops/zz/all_used", test_all_used);
  return g_test_run();
}
