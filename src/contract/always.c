/* Judges `always reach`.
 * Takes an exploration with its edges and the contract; gives the nearest state from which no path leads to a state
 * that satisfies it. The good states are found backwards: those that satisfy it or were not expanded (what lies behind
 * them is not known), then all from which a good one can be reached, over the edges turned round (two arrays by
 * counting). Time and memory are linear in states and edges. The first bad state in the order of discovery is the
 * nearest and the least, so its trace is the shortest. */
#include "contract/always.h"

#include <string.h>

typedef struct Pass {
  const Exploration *exploration;
  uint64_t count;
  uint8_t *good;    /* by state */
  uint64_t *starts; /* by target: where its sources begin; count + 1 */
  uint32_t *sources;
  uint32_t *queue;
} Pass;

/* One for each kind and place. */
static void note_fault(Always *always, uint64_t state, Fault fault) {
  for (guint i = 0; i < always->faults->len; i++) {
    const Fault *known = &g_array_index(always->faults, AlwaysFault, i).fault;
    if (known->kind == fault.kind && known->span.start == fault.span.start && known->span.end == fault.span.end) {
      return;
    }
  }
  AlwaysFault found = {state, fault};
  g_array_append_val(always->faults, found);
}

static void mark_targets(Pass *pass, Eval *eval, const IrContract *contract, Always *ret) {
  const IrModel *model = eval_model(eval);
  g_autofree int64_t *cells = g_new0(int64_t, model->state_cells + 1);
  CodeExpr *code = code_expr_new(eval_program(eval), &contract->frame, contract->expr);
  g_autofree int64_t *locals = g_new0(int64_t, (size_t)frame_cells(&contract->frame) + 1);
  for (uint64_t s = 0; s < pass->count; s++) {
    int64_t value = 0;
    Fault fault = {0};
    exploration_state(pass->exploration, s, cells);
    if (!machine_eval(eval_machine(eval), code, cells, NULL, locals, &value, &fault)) {
      note_fault(ret, s, fault);
      value = 0;
    }
    pass->good[s] = value != 0 || !exploration_expanded(pass->exploration, s);
  }
  code_expr_free(code);
}

/* sources of each target, by counting: how many, where each begins, then filled in. */
static void turn_round(Pass *pass) {
  pass->starts = g_new0(uint64_t, pass->count + 2);
  for (uint64_t s = 0; s < pass->count; s++) {
    Edges edges = exploration_edges(pass->exploration, s);
    for (uint64_t i = 0; i < edges.count; i++) {
      pass->starts[(uint64_t)edges.targets[i] + 2]++;
    }
  }
  for (uint64_t s = 0; s < pass->count; s++) {
    pass->starts[s + 2] += pass->starts[s + 1];
  }
  pass->sources = g_new(uint32_t, pass->starts[pass->count + 1] + 1);
  for (uint64_t s = 0; s < pass->count; s++) {
    Edges edges = exploration_edges(pass->exploration, s);
    for (uint64_t i = 0; i < edges.count; i++) {
      pass->sources[pass->starts[(uint64_t)edges.targets[i] + 1]++] = (uint32_t)s;
    }
  }
}

static void spread_back(Pass *pass) {
  uint64_t head = 0, tail = 0;
  for (uint64_t s = 0; s < pass->count; s++) {
    if (pass->good[s]) {
      pass->queue[tail++] = (uint32_t)s;
    }
  }
  while (head < tail) {
    uint32_t target = pass->queue[head++];
    for (uint64_t i = pass->starts[target]; i < pass->starts[(uint64_t)target + 1]; i++) {
      uint32_t source = pass->sources[i];
      if (!pass->good[source]) {
        pass->good[source] = 1;
        pass->queue[tail++] = source;
      }
    }
  }
}

/* What can be reached from the breach: how much, and whether a full pool cut something off there. (All of it is bad, so
 * the marks serve again.) */
static void survey(Pass *pass, Always *always) {
  uint64_t head = 0, tail = 0;
  pass->queue[tail++] = (uint32_t)always->state;
  pass->good[always->state] = 1;
  while (head < tail) {
    uint32_t state = pass->queue[head++];
    if (always->pool < 0) {
      always->pool = exploration_dropped_pool(pass->exploration, state);
    }
    Edges edges = exploration_edges(pass->exploration, state);
    for (uint64_t i = 0; i < edges.count; i++) {
      if (!pass->good[edges.targets[i]]) {
        pass->good[edges.targets[i]] = 1;
        pass->queue[tail++] = edges.targets[i];
      }
    }
  }
  always->closure = tail;
}

Always always_judge(Eval *eval, const Exploration *exploration, const IrContract *contract) {
  Always always = {.state = STATE_NONE, .pool = -1, .faults = g_array_new(FALSE, FALSE, sizeof(AlwaysFault))};
  Pass pass = {.exploration = exploration, .count = exploration->states};
  g_assert(pass.count <= UINT32_MAX);
  pass.good = g_new0(uint8_t, pass.count + 1);
  pass.queue = g_new(uint32_t, pass.count + 1);
  mark_targets(&pass, eval, contract, &always);
  turn_round(&pass);
  spread_back(&pass);
  for (uint64_t s = 0; s < pass.count && !always.broken; s++) {
    if (!pass.good[s]) {
      always.broken = true;
      always.state = s;
    }
  }
  if (always.broken) {
    survey(&pass, &always);
  }
  g_free(pass.good);
  g_free(pass.starts);
  g_free(pass.sources);
  g_free(pass.queue);
  return always;
}
