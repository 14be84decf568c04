/* Traces: the way to a state. Takes a state's number, walks its parents to a start, and finds each firing again by
 * expanding the parent until the state appears, which keeps the search from having to remember firings; then replays
 * all of it on a machine. Parents were set by the first discovery in the order of the search, and the first firing that
 * leads there is taken: so the trace is the least among the shortest. */
#include "engine/trace.h"

#include "engine/explore_store.h"
#include "engine/program_internal.h"
#include "ir/layout.h"
#include "ir/value.h"

typedef struct Wanted {
  const uint64_t *state;
  uint32_t words;
  Firing firing;
  bool found;
} Wanted;

static bool look_for(void *user, const Batch *batch) {
  Wanted *wanted = user;
  for (uint32_t i = 0; i < batch->count; i++) {
    if (memcmp(batch->states + (size_t)i * wanted->words, wanted->state, sizeof(uint64_t) * wanted->words) == 0) {
      wanted->firing = batch->firings[i];
      wanted->found = true;
      return false;
    }
  }
  return true;
}

static const uint64_t *packed(const Exploration *exploration, uint64_t state) {
  return state_set_get(exploration->store->states, (uint32_t)state);
}

/* Among the steps of a state, or with STATE_NONE among the starts. */
static void look_from(const Exploration *exploration, Stepper *stepper, uint64_t from, Wanted *wanted) {
  const IrModel *model = exploration->program->model;
  Expansion expansion;
  if (from != STATE_NONE) {
    stepper->ops->expand(stepper, packed(exploration, from), look_for, wanted, &expansion);
    return;
  }
  for (int i = 0; i < model->init_count && !wanted->found; i++) {
    stepper->ops->starts(stepper, i, look_for, wanted, &expansion);
  }
}

static Firing find_firing(const Exploration *exploration, Stepper *stepper, uint64_t from, uint64_t to) {
  Wanted wanted = {packed(exploration, to), exploration->program->model->layout->state_words, {0, 0, 0}, false};
  look_from(exploration, stepper, from, &wanted);
  g_assert(wanted.found);
  return wanted.firing;
}

bool trace_holds(const Exploration *exploration, uint64_t state) {
  const IrModel *model = exploration->program->model;
  Stepper *stepper = stepper_interpreter_new(exploration->program, NULL);
  bool holds = true;
  while (state != STATE_NONE && holds) {
    uint64_t from = exploration_parent(exploration, state);
    Wanted wanted = {packed(exploration, state), model->layout->state_words, {0, 0, 0}, false};
    look_from(exploration, stepper, from, &wanted);
    holds = wanted.found;
    state = from;
  }
  stepper_free(stepper);
  return holds;
}

/* Runs the firing in the state before (NULL: an init) and appends the step. */
static void add_step(Trace *trace, const Exploration *exploration, Machine *machine, Firing firing) {
  const IrModel *model = exploration->program->model;
  const IrFrame *frame = firing.action < 0 ? &model->inits[firing.outcome].frame : &model->actions[firing.action].frame;
  int64_t *arguments = g_new0(int64_t, arguments_cells(frame) + 1);
  arguments_from_number(frame, firing.arguments, arguments);
  TraceStep step = {.firing = firing, .state = g_new0(int64_t, model->state_cells + 1)};
  if (firing.action < 0) {
    step.fired = machine_start(machine, firing.outcome, arguments, step.state);
  } else {
    g_assert(trace->steps->len > 0);
    const int64_t *before = g_array_index(trace->steps, TraceStep, trace->steps->len - 1).state;
    step.fired = machine_fire(machine, firing.action, firing.outcome, arguments, before, step.state);
  }
  g_free(arguments);
  if (step.fired.result != FIRE_DONE) {
    g_clear_pointer(&step.state, g_free);
  }
  g_array_append_val(trace->steps, step);
}

static GArray *way_to(const Exploration *exploration, uint64_t state) {
  GArray *way = g_array_new(FALSE, FALSE, sizeof(uint64_t));
  for (; state != STATE_NONE; state = exploration_parent(exploration, state)) {
    g_array_prepend_val(way, state);
  }
  return way;
}

Trace *trace_new(const Exploration *exploration, Machine *machine, uint64_t state, const Firing *last) {
  const IrModel *model = exploration->program->model;
  Trace *trace = g_new0(Trace, 1);
  trace->steps = g_array_new(FALSE, FALSE, sizeof(TraceStep));
  GArray *way = way_to(exploration, state);
  Stepper *stepper = stepper_interpreter_new(exploration->program, NULL);
  uint64_t *words = g_new0(uint64_t, model->layout->state_words);
  uint64_t from = STATE_NONE;
  for (guint i = 0; i < way->len; i++) {
    uint64_t to = g_array_index(way, uint64_t, i);
    add_step(trace, exploration, machine, find_firing(exploration, stepper, from, to));
    const TraceStep *step = &g_array_index(trace->steps, TraceStep, i);
    g_assert(step->fired.result == FIRE_DONE);
    layout_pack(model->layout, step->state, words);
    g_assert(memcmp(words, packed(exploration, to), sizeof(uint64_t) * model->layout->state_words) == 0);
    from = to;
  }
  if (last != NULL) {
    add_step(trace, exploration, machine, *last);
  }
  g_free(words);
  stepper_free(stepper);
  g_array_free(way, TRUE);
  return trace;
}

void trace_free(Trace *trace) {
  if (trace == NULL) {
    return;
  }
  for (guint i = 0; i < trace->steps->len; i++) {
    g_free(g_array_index(trace->steps, TraceStep, i).state);
  }
  g_array_free(trace->steps, TRUE);
  g_free(trace);
}
