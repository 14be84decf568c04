/* The interpreter as a stepper: every successor of a packed state. Takes a state, gives batches of firings with their
 * packed successors, and what went wrong over them. Parameters are counted through one by one, the first outermost; a
 * guard is judged as soon as it can be and a resource parameter skips slots that are not in the states meant. A
 * successor is packed from the few cells that its effect wrote; one without statements is a copy. */
#include "engine/firing_dirty.h"
#include "engine/ops.h"
#include "engine/stepper.h"
#include "ir/value.h"

#define BATCH_ROOM 512
#define IDLE_MOST                                                                                                      \
  8192 /* arguments tried without a batch before an empty one is sent, so that the search can look at its limits */

typedef struct Interpreter {
  Stepper base;
  const Program *program;
  const IrModel *model;
  Machine *machine;
  uint32_t words;
  int64_t *cells;   /* the state being expanded */
  uint64_t *packed; /* likewise; during starts the blank state's place is not used */
  uint32_t idle;
  uint8_t *full; /* by resource, of the state being expanded: 0 not known, 1 not full, 2 full */
  /* the batch */
  Firing firings[BATCH_ROOM];
  uint64_t *states;
  uint32_t count;
  GArray *findings;
  StepSink *sink;
  void *user;
  Expansion *expansion;
  bool stopped;
} Interpreter;

static void flush(Interpreter *it) {
  Batch batch = {it->count, it->firings, it->states, it->findings->len,
                 (const Finding *)(const void *)it->findings->data};
  it->idle = 0;
  if (!it->stopped && !it->sink(it->user, &batch)) {
    it->stopped = true;
  }
  it->count = 0;
  g_array_set_size(it->findings, 0);
}

static void add_finding(Interpreter *it, FindingKind kind, Firing firing, int contract, Fault fault) {
  Finding finding = {kind, firing, contract, fault, it->count};
  g_array_append_val(it->findings, finding);
}

/* A fault of the machine: a finding, or the wish to stop. */
static void note_fault(Interpreter *it, Firing firing) {
  if (it->machine->fault.kind == FAULT_STOPPED) {
    it->stopped = true;
    return;
  }
  it->expansion->enabled = true;
  add_finding(it, FINDING_FAULT, firing, -1, it->machine->fault);
  if (it->findings->len >= BATCH_ROOM) {
    flush(it);
  }
}

static void judge_one(Interpreter *it, const Code *code, FindingKind kind, Firing firing, int contract) {
  RunResult result = interp_run(it->machine, code, it->machine->next, it->cells);
  if (result == RUN_TRUE) {
    return;
  }
  Fault fault = result == RUN_FAULT ? it->machine->fault : (Fault){0};
  if (fault.kind == FAULT_STOPPED) {
    it->stopped = true;
  } else {
    add_finding(it, kind, firing, contract, fault);
  }
}

static void judge_transition(Interpreter *it, const ActionCode *action, const Effect *effect, Firing firing) {
  for (int i = 0; i < effect->ensure_count; i++) {
    judge_one(it, effect->ensures[i], FINDING_ENSURE, firing, i);
  }
  it->machine->bottom = action->argument_cells;
  for (int i = 0; i < action->step_count; i++) {
    judge_one(it, it->program->contracts[action->steps[i]], FINDING_STEP, firing, action->steps[i]);
  }
  it->machine->bottom = 0;
}

/* An effect that begins with `new` in a full pool: there is no need to run it. */
static bool first_pool_full(Interpreter *it, int resource) {
  if (it->full[resource] == 0) {
    const IrResource *pool = &it->model->resources[resource];
    it->full[resource] = ops_slot_next(it->cells, pool->cell, pool->stride, pool->slots, 1, 0) < 0 ? 2 : 1;
  }
  return it->full[resource] == 2;
}

static void drop(Interpreter *it, int resource) {
  it->expansion->dropped++;
  it->base.dropped[resource]++;
}

static void fire(Interpreter *it, const ActionCode *action, int outcome, uint64_t arguments) {
  const Effect *effect = &action->outcomes[outcome];
  if (effect->first_pool >= 0 && first_pool_full(it, effect->first_pool)) {
    drop(it, effect->first_pool);
    return;
  }
  Firing firing = {action->number, outcome, arguments};
  uint64_t *to = it->states + (size_t)it->count * it->words;
  if (effect->code == NULL) {
    for (uint32_t i = 0; i < it->words; i++) {
      to[i] = it->packed[i];
    }
  } else {
    RunResult result = firing_run(it->machine, effect, it->cells, false);
    if (result != RUN_TRUE) {
      firing_undo(it->machine, it->cells);
      if (result == RUN_FULL) {
        drop(it, it->machine->full_resource);
      } else {
        note_fault(it, firing);
      }
      return;
    }
    firing_pack(it->machine, it->packed, to);
  }
  it->expansion->enabled = true;
  if (effect->ensure_count + action->step_count > 0) {
    judge_transition(it, action, effect, firing);
  }
  if (it->machine->dirty_count > 0) {
    firing_undo(it->machine, it->cells);
  }
  it->firings[it->count++] = firing;
  if (it->count == BATCH_ROOM) {
    flush(it);
  }
}

static bool all_exist(const Interpreter *it, const ActionCode *action) {
  for (int i = 0; i < action->param_count; i++) {
    const Param *param = &action->params[i];
    if (param->mask != 0 && *ops_slot(it->cells, param->base, param->stride, it->machine->stack[param->offset]) == 0) {
      return false;
    }
  }
  return true;
}

/* The outcome whose `when`s hold the instruction that erred; the first where it was the action's own `when`. */
static int outcome_of_fault(const Interpreter *it, const ActionCode *action) {
  int outcome = 0;
  for (int i = 1; i < action->ir->outcome_count; i++) {
    if (action->ir->outcomes[i].kind != IRO_REFUSED && action->outcome_at[i] <= it->machine->fault_at) {
      outcome = i;
    }
  }
  return outcome;
}

static void leaf(Interpreter *it, const ActionCode *action, uint64_t arguments, bool excluded) {
  Machine *machine = it->machine;
  if (++it->idle >= IDLE_MOST) {
    flush(it);
  }
  if (!excluded && action->certain) {
    fire(it, action, 0, arguments);
    return;
  }
  if (!excluded) {
    machine->chosen_count = 0;
    RunResult result = interp_run(machine, action->select, it->cells, it->cells);
    if (result == RUN_FAULT) {
      note_fault(it, (Firing){action->number, outcome_of_fault(it, action), arguments});
      return;
    }
    if (result == RUN_TRUE) {
      for (int i = 0; i < machine->chosen_count && !it->stopped; i++) {
        fire(it, action, machine->chosen[i], arguments);
      }
      return;
    }
  }
  if (action->refused >= 0 && all_exist(it, action)) {
    fire(it, action, action->refused, arguments);
  }
}

static void enumerate(Interpreter *it, const ActionCode *action, int level, uint64_t arguments, bool excluded);

/* The innermost parameter has a value, and no guard waits for it: straight to the choice. */
static inline void descend(Interpreter *it, const ActionCode *action, int level, uint64_t arguments, bool excluded) {
  if (level == action->param_count && action->guards[level] == NULL) {
    leaf(it, action, arguments, excluded);
  } else {
    enumerate(it, action, level, arguments, excluded);
  }
}

static void enumerate_slots(Interpreter *it, const ActionCode *action, int level, uint64_t arguments, bool excluded) {
  const Param *param = &action->params[level];
  const int64_t *state = it->cells + param->base;
  bool refuses = action->refused >= 0;
  for (uint32_t slot = 0; slot < param->slots && !it->stopped; slot++, state += param->stride) {
    bool fits = (param->mask >> *state & 1) != 0;
    if (!fits && (!refuses || *state == 0)) {
      continue;
    }
    it->machine->stack[param->offset] = slot;
    descend(it, action, level + 1, arguments * param->slots + slot, excluded || !fits);
  }
}

static void enumerate_values(Interpreter *it, const ActionCode *action, int level, uint64_t arguments, bool excluded) {
  const Param *param = &action->params[level];
  bool scalar = param->type->kind <= IRT_RESOURCE;
  uint64_t count = param->type->count, lo = (uint64_t)param->type->lo;
  int64_t *at = it->machine->stack + param->offset;
  for (uint64_t rank = 0; rank < count && !it->stopped; rank++) {
    if (scalar) {
      *at = (int64_t)(lo + rank);
    } else {
      value_from_rank(param->type, rank, at);
    }
    descend(it, action, level + 1, arguments * count + rank, excluded);
  }
}

static void enumerate(Interpreter *it, const ActionCode *action, int level, uint64_t arguments, bool excluded) {
  if (!excluded && action->guards[level] != NULL) {
    RunResult result = interp_run(it->machine, action->guards[level], it->cells, it->cells);
    if (result == RUN_FAULT) {
      note_fault(it, (Firing){action->number, 0, arguments});
      return;
    }
    excluded = result != RUN_TRUE;
    if (excluded && action->refused < 0) {
      if (++it->idle >= IDLE_MOST) {
        flush(it); /* a wide parameter whose guard is false again and again must not outlast a limit */
      }
      return;
    }
  }
  if (level == action->param_count) {
    leaf(it, action, arguments, excluded);
  } else if (action->params[level].mask != 0) {
    enumerate_slots(it, action, level, arguments, excluded);
  } else {
    enumerate_values(it, action, level, arguments, excluded);
  }
}

static void begin(Interpreter *it, StepSink *sink, void *user, Expansion *expansion) {
  *expansion = (Expansion){0};
  it->sink = sink;
  it->user = user;
  it->expansion = expansion;
  it->stopped = false;
  it->count = 0;
  it->idle = 0;
  it->machine->deadline_us = it->base.deadline_us;
  g_array_set_size(it->findings, 0);
}

static bool end(Interpreter *it) {
  if (!it->stopped && (it->count > 0 || it->findings->len > 0)) {
    flush(it);
  }
  it->expansion->stopped = it->stopped;
  return !it->stopped;
}

static bool interpreter_expand(Stepper *stepper, const uint64_t *state, StepSink *sink, void *user, Expansion *ret) {
  Interpreter *it = (Interpreter *)stepper;
  begin(it, sink, user, ret);
  memcpy(it->packed, state, sizeof(uint64_t) * it->words);
  memset(it->full, 0, (size_t)it->model->resource_count);
  layout_unpack(it->model->layout, it->packed, it->model->state_cells, it->cells);
  memcpy(it->machine->next, it->cells, sizeof(int64_t) * it->model->state_cells);
  it->machine->dirty_count = 0;
  for (int i = 0; i < it->model->action_count && !it->stopped; i++) {
    enumerate(it, &it->program->actions[i], 0, 0, false);
  }
  return end(it);
}

/* ---------------------------------------------------------------- starts */

static void start(Interpreter *it, const InitCode *code, uint64_t arguments) {
  Machine *machine = it->machine;
  Firing firing = {-1, (int32_t)(code->ir - it->model->inits), arguments};
  int64_t *blank = it->program->blank;
  RunResult result = code->when == NULL ? RUN_TRUE : interp_run(machine, code->when, blank, blank);
  if (result == RUN_TRUE) {
    result = firing_run(machine, &code->effect, blank, true);
  } else if (result == RUN_FALSE) {
    return;
  }
  if (result == RUN_FULL) {
    drop(it, machine->full_resource);
  } else if (result == RUN_FAULT) {
    note_fault(it, firing);
  } else {
    it->expansion->enabled = true;
    layout_pack(it->model->layout, machine->next, it->states + (size_t)it->count * it->words);
    it->firings[it->count++] = firing;
  }
  firing_undo(machine, blank);
  if (it->count == BATCH_ROOM) {
    flush(it);
  }
}

static bool interpreter_starts(Stepper *stepper, int init, StepSink *sink, void *user, Expansion *ret) {
  Interpreter *it = (Interpreter *)stepper;
  const InitCode *code = &it->program->inits[init];
  begin(it, sink, user, ret);
  memcpy(it->machine->next, it->program->blank, sizeof(int64_t) * it->model->state_cells);
  it->machine->dirty_count = 0;
  int64_t *arguments = g_new0(int64_t, arguments_cells(&code->ir->frame) + 1);
  for (uint64_t number = 0; number < code->ir->argument_count && !it->stopped; number++) {
    arguments_from_number(&code->ir->frame, number, arguments);
    memcpy(it->machine->stack, arguments, sizeof(int64_t) * arguments_cells(&code->ir->frame));
    if (++it->idle >= IDLE_MOST) {
      flush(it);
    }
    start(it, code, number);
  }
  g_free(arguments);
  return end(it);
}

static void interpreter_free(Stepper *stepper) {
  Interpreter *it = (Interpreter *)stepper;
  machine_free(it->machine);
  g_array_free(it->findings, TRUE);
  g_free(it->base.dropped);
  g_free(it->full);
  g_free(it->cells);
  g_free(it->packed);
  g_free(it->states);
  g_free(it);
}

static const StepperOps interpreter_ops = {"interpreter", interpreter_starts, interpreter_expand, interpreter_free};

Stepper *stepper_interpreter_new(const Program *program, const atomic_bool *stop) {
  const IrModel *model = program->model;
  Interpreter *it = g_new0(Interpreter, 1);
  it->base.ops = &interpreter_ops;
  it->base.dropped = g_new0(uint64_t, model->resource_count + 1);
  it->program = program;
  it->model = model;
  it->machine = machine_new(program, stop);
  it->words = model->layout->state_words;
  it->full = g_new0(uint8_t, model->resource_count + 1);
  it->cells = g_new0(int64_t, model->state_cells + 1);
  it->packed = g_new0(uint64_t, it->words);
  it->states = g_new0(uint64_t, (size_t)it->words * BATCH_ROOM);
  it->findings = g_array_new(FALSE, FALSE, sizeof(Finding));
  return &it->base;
}
