/* Machines: registers, scratch state and lists of one thread; single expressions and single firings on them. Takes a
 * program and states as cells, gives values, successors and faults. The search has its own, faster way through
 * stepper_interpreter.c; both run the same code. */
#include "engine/machine_internal.h"
#include "engine/ops.h"

#define FIRST_TICKS 4096
#define SPARE_REGISTERS 64

void machine_reserve(Machine *machine, size_t cells) {
  if (cells > machine->stack_cells) {
    g_free(machine->stack);
    machine->stack_cells = cells + SPARE_REGISTERS;
    machine->stack = g_new0(int64_t, machine->stack_cells);
  }
}

Machine *machine_new(const Program *program, const atomic_bool *stop) {
  const IrModel *model = program->model;
  Machine *machine = g_new0(Machine, 1);
  machine->program = program;
  machine->stop = stop;
  machine->ticks = FIRST_TICKS;
  machine_reserve(machine, program->need);
  machine->calls = g_new0(CallFrame, program->callee_count + 2);
  machine->next = g_new0(int64_t, model->state_cells + 1);
  size_t slots = 0;
  int outcomes = 0;
  for (int i = 0; i < model->resource_count; i++) {
    slots += model->resources[i].slots;
  }
  uint32_t locals = 0;
  for (int i = 0; i < model->action_count; i++) {
    outcomes = MAX(outcomes, model->actions[i].outcome_count);
    locals = MAX(locals, frame_cells(&model->actions[i].frame));
  }
  machine->locals = g_new0(int64_t, locals + 1);
  machine->freed = g_new0(Freed, slots + 1);
  machine->chosen = g_new0(int, outcomes + 1);
  return machine;
}

void machine_free(Machine *machine) {
  if (machine == NULL) {
    return;
  }
  g_free(machine->stack);
  g_free(machine->calls);
  g_free(machine->items);
  g_free(machine->locals);
  g_free(machine->next);
  g_free(machine->freed);
  g_free(machine->chosen);
  g_free(machine);
}

bool machine_poll(Machine *machine) {
  if (machine->stop != NULL && atomic_load_explicit(machine->stop, memory_order_relaxed)) {
    return true;
  }
  return machine->deadline_us != 0 && g_get_monotonic_time() >= machine->deadline_us;
}

bool machine_eval(Machine *machine, const CodeExpr *expr, const int64_t *state, const int64_t *old,
                  const int64_t *locals, int64_t *ret_cells, Fault *ret_fault) {
  uint32_t local_cells;
  const Code *code = program_expr_code(expr, &local_cells);
  machine_reserve(machine, MAX(code->need, local_cells));
  if (locals != NULL) {
    memcpy(machine->stack, locals, sizeof(int64_t) * local_cells);
  } else {
    memset(machine->stack, 0, sizeof(int64_t) * local_cells);
  }
  if (interp_run(machine, code, (int64_t *)(intptr_t)state, old != NULL ? old : state) != RUN_TRUE) {
    *ret_fault = machine->fault;
    return false;
  }
  *ret_fault = (Fault){0};
  memcpy(ret_cells, machine->stack, sizeof(int64_t) * code->result);
  return true;
}

/* ---------------------------------------------------------------- single firings */

static void set_arguments(Machine *machine, const IrFrame *frame, const int64_t *arguments) {
  uint32_t cells = 0;
  for (int i = 0; i < frame->param_count; i++) {
    cells += frame->locals[i].type->cells;
  }
  memcpy(machine->stack, arguments, sizeof(int64_t) * cells);
}

typedef enum Fit { FIT, FIT_EXCLUDED, FIT_NEVER } Fit;

/* Are the resource parameters in the states meant? NEVER: a slot does not exist, so that not even a refusal is offered.
 */
static Fit fit_params(const Machine *machine, const ActionCode *action, const int64_t *state) {
  bool excluded = false, absent = false;
  for (int i = 0; i < action->param_count; i++) {
    const Param *param = &action->params[i];
    if (param->mask != 0) {
      int64_t at = *ops_slot(state, param->base, param->stride, machine->stack[param->offset]);
      excluded |= (param->mask >> at & 1) == 0;
      absent |= at == 0;
    }
  }
  return !excluded ? FIT : absent ? FIT_NEVER : FIT_EXCLUDED;
}

static bool any_absent(const Machine *machine, const ActionCode *action, const int64_t *state) {
  for (int i = 0; i < action->param_count; i++) {
    const Param *param = &action->params[i];
    if (param->mask != 0 && *ops_slot(state, param->base, param->stride, machine->stack[param->offset]) == 0) {
      return true;
    }
  }
  return false;
}

static RunResult run_guards(Machine *machine, const ActionCode *action, const int64_t *state) {
  int64_t *cells = (int64_t *)(intptr_t)state;
  for (int level = 0; level <= action->param_count; level++) {
    if (action->guards[level] != NULL) {
      RunResult result = interp_run(machine, action->guards[level], cells, state);
      if (result != RUN_TRUE) {
        return result;
      }
    }
  }
  machine->chosen_count = 0;
  return interp_run(machine, action->select, cells, state);
}

/* Is the outcome offered for the arguments on the stack? */
static FireResult judge_guards(Machine *machine, const ActionCode *action, int outcome, const int64_t *state) {
  Fit fit = fit_params(machine, action, state);
  if (fit == FIT_NEVER) {
    return FIRE_NOT_ENABLED;
  }
  RunResult result = fit == FIT ? run_guards(machine, action, state) : RUN_FALSE;
  if (result == RUN_FAULT) {
    return FIRE_FAULT;
  }
  if (result == RUN_FALSE) {
    return outcome == action->refused && !any_absent(machine, action, state) ? FIRE_DONE : FIRE_NOT_ENABLED;
  }
  for (int i = 0; i < machine->chosen_count; i++) {
    if (machine->chosen[i] == outcome) {
      return FIRE_DONE;
    }
  }
  return FIRE_NOT_ENABLED;
}

static void judge_ensures(Machine *machine, const Effect *effect, const int64_t *state, Fired *fired) {
  for (int i = 0; i < effect->ensure_count; i++) {
    RunResult result = interp_run(machine, effect->ensures[i], machine->next, state);
    if (result != RUN_TRUE) {
      fired->broken_ensure = i;
      fired->ensure_fault = result == RUN_FAULT ? machine->fault : (Fault){0};
      return;
    }
  }
}

static void run_effect(Machine *machine, const Effect *effect, const int64_t *state, bool is_init, Fired *fired) {
  uint32_t cells = machine->program->model->state_cells;
  memcpy(machine->next, state, sizeof(int64_t) * cells);
  machine->dirty_count = 0;
  RunResult result = firing_run(machine, effect, state, is_init);
  machine->dirty_count = 0;
  fired->result = result == RUN_TRUE ? FIRE_DONE : result == RUN_FULL ? FIRE_FULL : FIRE_FAULT;
  fired->fault = result == RUN_FAULT ? machine->fault : (Fault){0};
  fired->resource = machine->full_resource;
  fired->new_count = machine->new_count;
  for (int i = 0; i < machine->new_count; i++) {
    fired->news[i].resource = machine->news[i].resource;
    fired->news[i].slot = machine->news[i].slot;
  }
}

Fired machine_fire(Machine *machine, int action, int outcome, const int64_t *arguments, const int64_t *state,
                   int64_t *ret_state) {
  const ActionCode *code = &machine->program->actions[action];
  Fired fired = {.broken_ensure = -1, .resource = -1};
  uint32_t locals = frame_cells(&code->ir->frame);
  memset(machine->stack, 0, sizeof(int64_t) * locals);
  set_arguments(machine, &code->ir->frame, arguments);
  fired.result = judge_guards(machine, code, outcome, state);
  if (fired.result != FIRE_DONE) {
    fired.fault = fired.result == FIRE_FAULT ? machine->fault : (Fault){0};
    return fired;
  }
  const Effect *effect = &code->outcomes[outcome];
  run_effect(machine, effect, state, false, &fired);
  if (fired.result == FIRE_DONE) {
    memcpy(machine->locals, machine->stack, sizeof(int64_t) * locals);
    judge_ensures(machine, effect, state, &fired);
    memcpy(ret_state, machine->next, sizeof(int64_t) * machine->program->model->state_cells);
  }
  return fired;
}

const int64_t *machine_locals(const Machine *machine) {
  return machine->locals;
}

Fired machine_start(Machine *machine, int init, const int64_t *arguments, int64_t *ret_state) {
  const Program *program = machine->program;
  const InitCode *code = &program->inits[init];
  Fired fired = {.broken_ensure = -1, .resource = -1};
  set_arguments(machine, &code->ir->frame, arguments);
  RunResult result = code->when == NULL ? RUN_TRUE : interp_run(machine, code->when, program->blank, program->blank);
  if (result != RUN_TRUE) {
    fired.result = result == RUN_FAULT ? FIRE_FAULT : FIRE_NOT_ENABLED;
    fired.fault = result == RUN_FAULT ? machine->fault : (Fault){0};
    return fired;
  }
  run_effect(machine, &code->effect, program->blank, true, &fired);
  if (fired.result == FIRE_DONE) {
    memcpy(ret_state, machine->next, sizeof(int64_t) * program->model->state_cells);
  }
  return fired;
}
