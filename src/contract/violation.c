/* Turns a breach into what the user is to see.
 * Takes the exploration and a breach; gives its kind, name, first line and place, the replayed trace with its changes,
 * the explanation, the sequence that replays it. Each kind of breach has a function that says what is its own; what all
 * share is made by `begin` and `add_trace`. */
#include "contract/violation.h"

#include <string.h>

#include "contract/guard.h"
#include "contract/steps.h"
#include "engine/sequence.h"
#include "ir/value.h"

/* Arguments that are tried for each action in a deadlock. */
enum { NEAREST_MAX = 5000 };

/* ---------------------------------------------------------------- parts that all share */

void violation_clear(Violation *violation) {
  g_free(violation->name);
  g_free(violation->message);
  g_free(violation->span_note);
  steps_free(violation->trace, violation->trace_count);
  for (int i = 0; i < violation->witness_count; i++) {
    g_free(violation->witnesses[i].name);
    g_free(violation->witnesses[i].value);
    cJSON_Delete(violation->witnesses[i].json);
  }
  g_free(violation->witnesses);
  explain_free_lines(violation->because, violation->because_count);
  g_free(violation->replay);
}

void violation_take(Violation *violation, Explain *explain) {
  violation->because = explain_steal_lines(explain, &violation->because_count);
  violation->witnesses = explain_steal_witnesses(explain, &violation->witness_count);
  explain_clear(explain);
}

char *violation_replay(const IrModel *model, const Trace *trace) {
  GString *text = g_string_new(NULL);
  const IrInit *first = &model->inits[0];
  bool choice = model->init_count > 1 || first->frame.param_count > 0 || *first->name != '\0';
  for (guint i = 0; i < trace->steps->len; i++) {
    const TraceStep *step = &g_array_index(trace->steps, TraceStep, i);
    if (i == 0 && !choice && trace->steps->len > 1) {
      continue;
    }
    g_string_append(text, text->len == 0 ? "" : "; ");
    sequence_print_firing(model, &step->firing, false, text);
  }
  return g_string_free(text, FALSE);
}

static Violation begin(const IrModel *model, const char *kind, const char *code, const char *name) {
  Violation violation = {.kind = kind, .code = code, .source = model->source, .contract = -1};
  violation.name = g_strdup(name);
  return violation;
}

static void add_trace(Violation *violation, const IrModel *model, const Trace *trace) {
  violation->has_trace = true;
  violation->trace = steps_of_trace(model, trace, &violation->trace_count);
  violation->replay = violation_replay(model, trace);
}

static const TraceStep *last_step(const Trace *trace) {
  return &g_array_index(trace->steps, TraceStep, trace->steps->len - 1);
}

static const int64_t *state_before_last(const Trace *trace) {
  return trace->steps->len < 2 ? NULL : g_array_index(trace->steps, TraceStep, trace->steps->len - 2).state;
}

static char *after_step(const char *what, uint32_t steps) {
  return steps == 0 ? g_strdup_printf("%s at the start", what) : g_strdup_printf("%s after step %u", what, steps);
}

/* The contract's own words, or plain ones. */
static char *message_of(const IrContract *contract, const char *kind) {
  return contract->message != NULL ? g_strdup(contract->message)
                                   : g_strdup_printf("the %s `%s` does not hold", kind, contract->name);
}

static void place_of_contract(Violation *violation, const IrModel *model, int number) {
  violation->contract = number;
  violation->span = model->contracts[number].span;
  violation->source = model->contracts[number].source;
}

/* ---------------------------------------------------------------- why the last step was allowed */

static void explain_passed_over(Explain *explain, Scope *scope, const IrOutcome *outcome) {
  for (int i = 0; i < outcome->when_count; i++) {
    if (eval_truth(explain->eval, scope, outcome->whens[i]) == TRUTH_FALSE) {
      explain_line(explain, 1, "%s:", outcome->name);
      explain_expr(explain, scope, outcome->whens[i], false, 2);
      return;
    }
  }
}

/* "step 3 was allowed because no outcome before `created` held", with what was false in each. */
static void explain_allowed(Explain *explain, const Trace *trace) {
  const IrModel *model = eval_model(explain->eval);
  const TraceStep *last = last_step(trace);
  const int64_t *before = state_before_last(trace);
  if (last->firing.action < 0 || before == NULL) {
    return;
  }
  const IrAction *action = &model->actions[last->firing.action];
  const IrOutcome *taken = &action->outcomes[last->firing.outcome];
  if (last->firing.outcome == 0 || taken->kind != IRO_PLAIN) {
    return;
  }
  Scope scope;
  eval_scope_init(explain->eval, &scope, &action->frame, before, NULL);
  g_autofree int64_t *arguments = g_new0(int64_t, arguments_cells(&action->frame) + 1);
  arguments_from_number(&action->frame, last->firing.arguments, arguments);
  eval_scope_arguments(&scope, arguments);
  explain_line(explain, 0, "step %u was allowed because no outcome before `%s` held:", trace->steps->len - 1,
               taken->name);
  explain->quiet++;
  for (int o = 0; o < last->firing.outcome; o++) {
    if (action->outcomes[o].kind == IRO_PLAIN) {
      explain_passed_over(explain, &scope, &action->outcomes[o]);
    }
  }
  explain->quiet--;
  eval_scope_clear(&scope);
}

/* ---------------------------------------------------------------- by kind */

static Violation of_invariant(Explain *explain, const Breach *breach, const Trace *trace) {
  const IrModel *model = eval_model(explain->eval);
  const IrContract *contract = &model->contracts[breach->contract];
  Violation violation = begin(model, "invariant", "SQ0601", contract->name);
  place_of_contract(&violation, model, breach->contract);
  violation.message = message_of(contract, "invariant");
  violation.span_note = after_step("false", breach->steps);
  Scope scope;
  eval_scope_init(explain->eval, &scope, &contract->frame, last_step(trace)->state, NULL);
  scope.source = contract->source;
  explain_expr(explain, &scope, contract->expr, false, 0);
  eval_scope_clear(&scope);
  explain_allowed(explain, trace);
  return violation;
}

static Violation of_step(Explain *explain, const Breach *breach, const Trace *trace) {
  const IrModel *model = eval_model(explain->eval);
  const IrContract *contract = &model->contracts[breach->contract];
  Violation violation = begin(model, "step invariant", "SQ0602", contract->name);
  place_of_contract(&violation, model, breach->contract);
  violation.message = message_of(contract, "step invariant");
  violation.span_note = g_strdup_printf("broken by step %u", breach->steps);
  Scope scope;
  eval_scope_init(explain->eval, &scope, &contract->frame, last_step(trace)->state, state_before_last(trace));
  scope.source = contract->source;
  explain_expr(explain, &scope, contract->expr, false, 0);
  eval_scope_clear(&scope);
  explain_allowed(explain, trace);
  return violation;
}

/* The trace ends with the firing, so that the machine still knows what its statements named. */
static Violation of_ensure(Explain *explain, const Breach *breach, const Trace *trace) {
  const IrModel *model = eval_model(explain->eval);
  const IrAction *action = &model->actions[breach->firing.action];
  const IrExpr *ensure = action->outcomes[breach->firing.outcome].ensures[breach->contract];
  Violation violation = begin(model, "ensure", "SQ0603", action->name);
  violation.span = ensure->span;
  violation.message = g_strdup_printf("`%s` does not do what its `ensure` says", action->name);
  violation.span_note = g_strdup_printf("false after step %u", breach->steps);
  Scope scope;
  eval_scope_init(explain->eval, &scope, &action->frame, last_step(trace)->state, state_before_last(trace));
  eval_scope_locals(&scope, machine_locals(eval_machine(explain->eval)));
  explain_expr(explain, &scope, ensure, false, 0);
  eval_scope_clear(&scope);
  return violation;
}

static const char *fault_name(const IrModel *model, const Breach *breach) {
  if (breach->kind != BREACH_ENSURE && breach->contract >= 0) {
    return model->contracts[breach->contract].name;
  }
  return breach->firing.action >= 0 ? model->actions[breach->firing.action].name : "init";
}

static Violation of_fault(Explain *explain, const Breach *breach, const Trace *trace) {
  const IrModel *model = eval_model(explain->eval);
  Violation violation = begin(model, fault_kind_name(breach->fault.kind), "SQ0607", fault_name(model, breach));
  if (breach->kind != BREACH_ENSURE && breach->contract >= 0) {
    place_of_contract(&violation, model, breach->contract);
  }
  violation.span = breach->fault.span;
  bool in_step = breach->firing.action >= -1 && breach->steps > 0;
  violation.span_note = in_step ? g_strdup_printf("errs in step %u", breach->steps) : after_step("errs", breach->steps);
  violation_explain_fault(explain, breach, trace, &violation.message);
  return violation;
}

static void explain_stuck(Explain *explain, const int64_t *state) {
  const IrModel *model = eval_model(explain->eval);
  for (int a = 0; a < model->action_count && !explain_full(explain); a++) {
    Guard guard;
    guard_init(&guard, model, a, -1);
    Scope scope;
    eval_scope_init(explain->eval, &scope, &guard.action->frame, state, NULL);
    if (guard_nearest(explain->eval, &scope, &guard, NULL, NULL, NEAREST_MAX)) {
      g_autofree int64_t *cells = guard_arguments(&scope);
      Firing firing = {a, 0, arguments_number(scope.frame, cells)};
      g_autoptr(GString) call = g_string_new(NULL);
      sequence_print_firing(model, &firing, true, call);
      guint part = guard_first_false(explain->eval, &scope, &guard);
      explain_line(explain, 0, "%s is not possible:", call->str);
      if (part < guard.parts->len) {
        guard_explain(explain, &scope, &guard, part, 1);
      }
    }
    eval_scope_clear(&scope);
    guard_clear(&guard);
  }
}

static Violation of_deadlock(Explain *explain, const Breach *breach, const Trace *trace) {
  const IrModel *model = eval_model(explain->eval);
  Violation violation = begin(model, "deadlock", "SQ0606", "deadlock");
  for (int c = model->contract_count - 1; c >= 0; c--) {
    if (model->contracts[c].kind == IRC_FINAL) {
      violation.span = model->contracts[c].span;
    }
  }
  violation.message = g_strdup("nothing can happen any more, and no `final` says that this is fine");
  violation.span_note = after_step("false, and nothing is enabled,", breach->steps);
  explain->quiet++;
  explain_stuck(explain, last_step(trace)->state);
  explain->quiet--;
  return violation;
}

Violation violation_of_breach(Eval *eval, const Exploration *exploration, const Breach *breach) {
  bool at_state = breach->kind == BREACH_INVARIANT || breach->kind == BREACH_DEADLOCK || breach->firing.action == -2;
  Trace *trace = trace_new(exploration, eval_machine(eval), breach->state, at_state ? NULL : &breach->firing);
  Explain explain;
  explain_init(&explain, eval);
  Violation violation;
  if (breach->fault.kind != FAULT_NOTHING) {
    violation = of_fault(&explain, breach, trace);
  } else if (breach->kind == BREACH_INVARIANT) {
    violation = of_invariant(&explain, breach, trace);
  } else if (breach->kind == BREACH_STEP) {
    violation = of_step(&explain, breach, trace);
  } else if (breach->kind == BREACH_ENSURE) {
    violation = of_ensure(&explain, breach, trace);
  } else {
    g_assert(breach->kind == BREACH_DEADLOCK);
    violation = of_deadlock(&explain, breach, trace);
  }
  violation.steps = breach->steps;
  violation_take(&violation, &explain);
  add_trace(&violation, eval_model(eval), trace);
  trace_free(trace);
  return violation;
}

/* ---------------------------------------------------------------- reach, always reach */

Violation violation_of_reach(Eval *eval, const Exploration *exploration, int contract) {
  const IrModel *model = eval_model(eval);
  const IrContract *of = &model->contracts[contract];
  Violation violation = begin(model, "reach", "SQ0604", of->name);
  place_of_contract(&violation, model, contract);
  violation.message =
      of->message != NULL ? g_strdup(of->message) : g_strdup_printf("no reachable state satisfies `%s`", of->name);
  violation.span_note = g_strdup_printf("false in all %" G_GUINT64_FORMAT " reachable states", exploration->states);
  Explain explain;
  explain_init(&explain, eval);
  for (int r = 0; r < model->resource_count; r++) {
    if (exploration->pools[r].dropped_firings > 0) {
      explain_line(&explain, 0, "the pool %s was full in %" G_GUINT64_FORMAT " states: a larger one might reach it",
                   model->resources[r].name, exploration->pools[r].full_states);
    }
  }
  violation_take(&violation, &explain);
  return violation;
}

Violation violation_of_always(Eval *eval, const Exploration *exploration, int contract, const Always *always) {
  const IrModel *model = eval_model(eval);
  const IrContract *of = &model->contracts[contract];
  Violation violation = begin(model, "always reach", "SQ0605", of->name);
  place_of_contract(&violation, model, contract);
  Trace *trace = trace_new(exploration, eval_machine(eval), always->state, NULL);
  violation.steps = exploration_distance(exploration, always->state);
  g_autofree char *pool = always->pool < 0
                              ? NULL
                              : g_strdup_printf(" (the pool %s is full there: a larger one may open a way)",
                                                model->resources[always->pool].name);
  violation.message = of->message != NULL
                          ? g_strdup_printf("%s%s", of->message, pool != NULL ? pool : "")
                          : g_strdup_printf("no way leads to `%s` any more%s", of->name, pool != NULL ? pool : "");
  violation.span_note = after_step("out of reach", violation.steps);
  Explain explain;
  explain_init(&explain, eval);
  if (always->closure == 1) {
    explain_line(&explain, 0, "no step leads out of this state, and in it:");
  } else {
    explain_line(&explain, 0,
                 "%" G_GUINT64_FORMAT " states can be reached from here, and it holds in none of them; in this one:",
                 always->closure);
  }
  Scope scope;
  eval_scope_init(eval, &scope, &of->frame, last_step(trace)->state, NULL);
  scope.source = of->source;
  explain_expr(&explain, &scope, of->expr, false, 1);
  eval_scope_clear(&scope);
  violation_take(&violation, &explain);
  add_trace(&violation, model, trace);
  trace_free(trace);
  return violation;
}
