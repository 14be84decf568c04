/* Replays sequences. Every firing goes through the machine, which says whether it is possible; then each invariant is
 * judged in the state it gave, each step invariant over the step, each ensure as the machine says. What is broken is
 * noted and the replay goes on; what is not possible ends it. */
#include "contract/replay.h"

#include <string.h>

#include "base/limits.h"
#include "contract/explain.h"
#include "contract/steps.h"
#include "contract/why.h"
#include "ir/layout.h"
#include "ir/value.h"

struct ReplayTools {
  const Program *program;
  Machine *machine;
  Eval *eval;
  int init; /* that was asked for, or -1 */
};

static void clear_step(void *step) {
  steps_clear(step);
}

Replay *replay_new(const Program *program, int init) {
  Replay *replay = g_new0(Replay, 1);
  replay->model = program_model(program);
  replay->states = g_ptr_array_new_with_free_func(g_free);
  replay->steps = g_array_new(FALSE, TRUE, sizeof(VerdictStep));
  g_array_set_clear_func(replay->steps, clear_step);
  replay->broken_at = g_ptr_array_new();
  replay->departure = g_ptr_array_new_with_free_func(g_free);
  replay->broken = g_ptr_array_new_with_free_func(g_free);
  replay->tools = g_new0(struct ReplayTools, 1);
  *replay->tools = (struct ReplayTools){program, machine_new(program, NULL), eval_new(program), init};
  return replay;
}

void replay_free(Replay *replay) {
  machine_free(replay->tools->machine);
  eval_free(replay->tools->eval);
  g_free(replay->tools);
  g_ptr_array_free(replay->states, TRUE);
  g_array_free(replay->steps, TRUE);
  g_ptr_array_free(replay->broken_at, TRUE);
  g_ptr_array_free(replay->departure, TRUE);
  g_ptr_array_free(replay->broken, TRUE);
  g_free(replay);
}

static int64_t *last_state(const Replay *replay) {
  return replay->states->len > 0 ? g_ptr_array_index(replay->states, replay->states->len - 1) : NULL;
}

/* ---------------------------------------------------------------- contracts */

static void note_broken(Replay *replay, const char *kind, const char *name, const char *message, const IrExpr *expr,
                        Scope *scope) {
  Explain explain;
  explain_init(&explain, replay->tools->eval);
  explain_expr(&explain, scope, expr, false, 1);
  char *head = message ? g_strdup_printf("step %u breaks the %s `%s`: %s", replay->states->len - 1, kind, name, message)
                       : g_strdup_printf("step %u breaks the %s `%s`", replay->states->len - 1, kind, name);
  g_ptr_array_add(replay->broken, head);
  for (guint i = 0; i < explain.lines->len; i++) {
    const BecauseLine *line = &g_array_index(explain.lines, BecauseLine, i);
    g_ptr_array_add(replay->broken, g_strdup_printf("%*s%s", 4 * line->depth, "", line->text));
  }
  explain_clear(&explain);
}

static bool judges(const IrContract *contract, const Firing *firing) {
  if (contract->kind == IRC_INVARIANT)
    return true;
  return contract->kind == IRC_STEP_INVARIANT && firing->action >= 0 && (!contract->on || contract->on[firing->action]);
}

/* The contracts of the model in the state after `firing`. */
static void judge_contracts(Replay *replay, const Firing *firing, const int64_t *before, const int64_t *after) {
  for (int i = 0; i < replay->model->contract_count; i++) {
    const IrContract *contract = &replay->model->contracts[i];
    if (!judges(contract, firing))
      continue;
    bool step = contract->kind == IRC_STEP_INVARIANT;
    Scope scope;
    eval_scope_init(replay->tools->eval, &scope, &contract->frame, after, step ? before : NULL);
    if (eval_truth(replay->tools->eval, &scope, contract->expr) != TRUTH_TRUE)
      note_broken(replay, step ? "step invariant" : "invariant", contract->name, contract->message, contract->expr,
                  &scope);
    eval_scope_clear(&scope);
  }
}

static void judge_ensure(Replay *replay, const Firing *firing, const Fired *fired, const int64_t *before,
                         const int64_t *after) {
  if (fired->broken_ensure < 0)
    return;
  const IrAction *action = &replay->model->actions[firing->action];
  Scope scope;
  eval_scope_init(replay->tools->eval, &scope, &action->frame, after, before);
  eval_scope_locals(&scope, machine_locals(replay->tools->machine));
  note_broken(replay, "ensure of", action->name, NULL, action->outcomes[firing->outcome].ensures[fired->broken_ensure],
              &scope);
  eval_scope_clear(&scope);
}

/* ---------------------------------------------------------------- steps */

static void depart(Replay *replay, char *line) {
  replay->departs = true;
  g_ptr_array_add(replay->departure, line);
}

/* The step is possible: it is kept and judged. `after` becomes the replay's. */
static void keep(Replay *replay, const Firing *firing, const Fired *fired, int64_t *after) {
  const int64_t *before = last_state(replay);
  VerdictStep step = {0};
  steps_make(replay->model, firing, fired, before, after, &step);
  g_array_append_val(replay->steps, step);
  g_ptr_array_add(replay->broken_at, GUINT_TO_POINTER(replay->broken->len));
  g_ptr_array_add(replay->states, after);
  if (firing->action >= 0)
    judge_ensure(replay, firing, fired, before, after);
  judge_contracts(replay, firing, before, after);
}

static char *firing_text(const Replay *replay, const Firing *firing) {
  GString *out = g_string_new(NULL);
  sequence_print_firing(replay->model, firing, false, out);
  return g_string_free(out, FALSE);
}

/* The step is not possible, and `why` says which part of its guard is false. */
static void depart_by_guard(Replay *replay, const char *call, const Firing *firing, const int64_t *arguments) {
  bool all[LIMIT_PARAMETERS];
  for (int i = 0; i < LIMIT_PARAMETERS; i++)
    all[i] = true;
  WhyQuestion question = {firing->action, firing->outcome, all, arguments};
  WhyAnswer *answer = why_now(replay->tools->program, replay->tools->machine, &question, last_state(replay));
  bool told = answer->lines && answer->lines[0];
  depart(replay, g_strdup_printf("%s is %s", call, told ? answer->lines[0] : "not possible here"));
  for (int i = 1; told && answer->lines[i]; i++)
    g_ptr_array_add(replay->departure, g_strdup(answer->lines[i]));
  why_free(answer);
}

/* What the machine said, where the step is not possible. */
static void explain_departure(Replay *replay, const Firing *firing, const Fired *fired, const int64_t *arguments) {
  g_autofree char *text = firing_text(replay, firing);
  if (fired->result == FIRE_FULL)
    depart(replay, g_strdup_printf("%s would need one more slot of %s than the pool has", text,
                                   replay->model->resources[fired->resource].name));
  else if (fired->result == FIRE_FAULT) {
    int line = 0, column = 0;
    source_locate(replay->model->source, fired->fault.span.start, &line, &column);
    depart(replay, g_strdup_printf("%s is a model error of kind `%s`, at line %d, column %d", text,
                                   fault_kind_name(fired->fault.kind), line, column));
  } else if (firing->action >= 0)
    depart_by_guard(replay, text, firing, arguments);
  else
    depart(replay, g_strdup_printf("%s gives no start: its `when` is false", text));
}

static bool fire(Replay *replay, const Firing *firing, const int64_t *arguments, bool quiet, FireResult *ret_result) {
  int64_t *after = g_new0(int64_t, replay->model->state_cells + 1);
  Machine *machine = replay->tools->machine;
  Fired fired = firing->action < 0
                    ? machine_start(machine, firing->outcome, arguments, after)
                    : machine_fire(machine, firing->action, firing->outcome, arguments, last_state(replay), after);
  *ret_result = fired.result;
  if (fired.result == FIRE_DONE) {
    keep(replay, firing, &fired, after);
    return true;
  }
  g_free(after);
  if (!quiet)
    explain_departure(replay, firing, &fired, arguments);
  return false;
}

bool replay_fire(Replay *replay, const Firing *firing) {
  if (firing->action >= 0 && !replay_start(replay))
    return false;
  const IrFrame *frame =
      firing->action < 0 ? &replay->model->inits[firing->outcome].frame : &replay->model->actions[firing->action].frame;
  g_autofree int64_t *arguments = g_new0(int64_t, arguments_cells(frame) + 1);
  arguments_from_number(frame, firing->arguments, arguments);
  FireResult result;
  return fire(replay, firing, arguments, false, &result);
}

bool replay_start(Replay *replay) {
  if (replay->states->len > 0)
    return true;
  for (int init = 0; init < replay->model->init_count; init++) {
    if (replay->tools->init >= 0 && replay->tools->init != init)
      continue;
    const IrFrame *frame = &replay->model->inits[init].frame;
    g_autofree int64_t *arguments = g_new0(int64_t, arguments_cells(frame) + 1);
    for (uint64_t number = 0; number < replay->model->inits[init].argument_count; number++) {
      arguments_from_number(frame, number, arguments);
      FireResult result;
      if (fire(replay, &(Firing){-1, init, number}, arguments, true, &result))
        return true;
    }
  }
  depart(replay, g_strdup("the model has no start"));
  return false;
}

static bool has_all_arguments(Replay *replay, const SequenceStep *step) {
  const IrFrame *frame =
      step->action < 0 ? &replay->model->inits[step->outcome].frame : &replay->model->actions[step->action].frame;
  for (int i = 0; i < frame->param_count; i++)
    if (!step->has_argument[i]) {
      depart(replay, g_strdup_printf("the argument `%s` of %s is missing", frame->locals[i].name,
                                     step->action < 0 ? "the init" : replay->model->actions[step->action].name));
      return false;
    }
  return true;
}

/* The outcome was left out: the plain ones in their order, then the `may`s, then the refusal. */
static bool step_any_outcome(Replay *replay, Firing *firing, const int64_t *arguments) {
  static const IrOutcomeKind order[] = {IRO_PLAIN, IRO_MAY, IRO_REFUSED};
  const IrAction *action = &replay->model->actions[firing->action];
  int failing = -1; /* an outcome that was chosen and then had no slot, or erred */
  for (size_t kind = 0; kind < G_N_ELEMENTS(order); kind++) {
    for (int i = 0; i < action->outcome_count; i++) {
      if (action->outcomes[i].kind != order[kind])
        continue;
      firing->outcome = i;
      FireResult result;
      if (fire(replay, firing, arguments, true, &result))
        return true;
      if (result != FIRE_NOT_ENABLED && failing < 0)
        failing = i;
    }
  }
  firing->outcome = failing;
  FireResult result;
  if (failing >= 0)
    return fire(replay, firing, arguments, false, &result);
  g_autofree char *call = firing_text(replay, &(Firing){firing->action, 0, firing->arguments});
  call[strrchr(call, ')') - call + 1] = '\0';
  depart_by_guard(replay, call, firing, arguments);
  return false;
}

bool replay_step(Replay *replay, const SequenceStep *step) {
  if (replay->departs)
    return false;
  if (step->action < 0 && replay->states->len > 0) {
    depart(replay, g_strdup("an init can only be the first step"));
    return false;
  }
  if (step->action >= 0 && !replay_start(replay))
    return false;
  if (!has_all_arguments(replay, step))
    return false;
  const IrFrame *frame =
      step->action < 0 ? &replay->model->inits[step->outcome].frame : &replay->model->actions[step->action].frame;
  Firing firing = {step->action, step->outcome, arguments_number(frame, step->arguments)};
  if (step->action >= 0 && step->outcome < 0)
    return step_any_outcome(replay, &firing, step->arguments);
  FireResult result;
  return fire(replay, &firing, step->arguments, false, &result);
}

void replay_back_to(Replay *replay, guint state) {
  g_assert(state < replay->states->len);
  replay->departs = false;
  g_ptr_array_set_size(replay->departure, 0);
  if (state + 1 == replay->states->len)
    return;
  g_ptr_array_set_size(replay->broken, (gint)GPOINTER_TO_UINT(g_ptr_array_index(replay->broken_at, state + 1)));
  g_ptr_array_set_size(replay->broken_at, (gint)state + 1);
  g_ptr_array_set_size(replay->states, (gint)state + 1);
  g_array_set_size(replay->steps, state + 1);
}

const int64_t *replay_state(Replay *replay) {
  replay_start(replay);
  return last_state(replay);
}
