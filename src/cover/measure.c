/* Coverage measured on the result: a suite is replayed firing by firing on a machine, each step is told as the goals
 * that the criterion's words name, and what is told once is counted. The same telling over every transition of an
 * exploration gives the total. Goals are kept as the bytes of what they are made of: slower than the planner's numbers,
 * and nothing in common with them, so that the two can be held against each other. */
#include "cover/measure.h"

#include <string.h>

#include "engine/machine.h"
#include "ir/layout.h"
#include "ir/value.h"

typedef struct Teller {
  const Program *program;
  const IrModel *model;
  const Criterion *criterion;
  Machine *machine;
  CodeExpr **view;   /* of its expressions */
  GHashTable *goals; /* of GBytes: told so far */
  GByteArray *key;   /* of the goal that is being told */
  int64_t *arguments;
  int64_t *cells; /* a value of a view or a parameter */
} Teller;

static uint32_t cells_needed(const IrModel *model, const Criterion *criterion) {
  uint32_t cells = 1;
  for (int a = 0; a < model->action_count; a++)
    cells = MAX(cells, arguments_cells(&model->actions[a].frame));
  for (int i = 0; i < model->init_count; i++)
    cells = MAX(cells, arguments_cells(&model->inits[i].frame));
  if (criterion->kind == CRITERION_VIEW)
    for (int e = 0; e < model->views[criterion->view].expr_count; e++)
      cells = MAX(cells, model->views[criterion->view].exprs[e]->type->cells);
  return cells;
}

static Teller *teller_new(const Program *program, const Criterion *criterion) {
  Teller *teller = g_new0(Teller, 1);
  const IrModel *model = program_model(program);
  *teller = (Teller){program, model, criterion, machine_new(program, NULL), NULL, NULL, g_byte_array_new(), NULL, NULL};
  teller->goals = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  uint32_t cells = cells_needed(model, criterion);
  teller->arguments = g_new0(int64_t, cells + 1);
  teller->cells = g_new0(int64_t, cells + 1);
  if (criterion->kind == CRITERION_VIEW) {
    const IrView *view = &model->views[criterion->view];
    teller->view = g_new0(CodeExpr *, view->expr_count);
    for (int e = 0; e < view->expr_count; e++)
      teller->view[e] = code_expr_new(program, &view->frame, view->exprs[e]);
  }
  return teller;
}

static void teller_free(Teller *teller) {
  if (teller->view)
    for (int e = 0; e < teller->model->views[teller->criterion->view].expr_count; e++)
      code_expr_free(teller->view[e]);
  g_free(teller->view);
  g_hash_table_destroy(teller->goals);
  g_byte_array_unref(teller->key);
  g_free(teller->arguments);
  g_free(teller->cells);
  machine_free(teller->machine);
  g_free(teller);
}

/* ---------------------------------------------------------------- goals as bytes */

static void key_begin(Teller *teller) {
  g_byte_array_set_size(teller->key, 0); /* what is told next begins anew */
}

static void key_add(Teller *teller, int64_t number) {
  g_byte_array_append(teller->key, (const guint8 *)&number, sizeof number);
}

static void key_add_cells(Teller *teller, const int64_t *cells, uint32_t count) {
  g_byte_array_append(teller->key, (const guint8 *)cells, (guint)(count * sizeof *cells));
}

static void key_end(Teller *teller) {
  g_hash_table_add(teller->goals, g_bytes_new(teller->key->data, teller->key->len));
}

/* The values of the view in a state; an expression that errs there is told by the kind of its fault. */
static void key_add_view(Teller *teller, const int64_t *state) {
  const IrView *view = &teller->model->views[teller->criterion->view];
  for (int e = 0; e < view->expr_count; e++) {
    Fault fault;
    bool holds = machine_eval(teller->machine, teller->view[e], state, NULL, NULL, teller->cells, &fault);
    key_add(teller, holds ? -1 : (int64_t)fault.kind);
    if (holds)
      key_add_cells(teller, teller->cells, view->exprs[e]->type->cells);
  }
}

static int64_t slot_state(const IrResource *resource, const int64_t *state, uint32_t slot) {
  return state[resource->cell + slot * resource->stride];
}

/* Is this slot an argument of the firing? */
static bool is_argument(const Teller *teller, const IrAction *action, int resource, uint32_t slot) {
  uint32_t at = 0;
  for (int p = 0; p < action->frame.param_count; p++) {
    const IrType *type = action->frame.locals[p].type;
    if (type->kind == IRT_RESOURCE && type->decl == resource && teller->arguments[at] == (int64_t)slot)
      return true;
    at += type->cells;
  }
  return false;
}

static void tell_lifecycle(Teller *teller, const int64_t *before, const Firing *firing, const int64_t *after) {
  const IrAction *action = &teller->model->actions[firing->action];
  for (int r = 0; r < teller->model->resource_count; r++) {
    const IrResource *resource = &teller->model->resources[r];
    for (uint32_t slot = 0; slot < resource->slots; slot++) {
      int64_t was = slot_state(resource, before, slot), is = slot_state(resource, after, slot);
      if (was == is && !is_argument(teller, action, r, slot))
        continue;
      key_begin(teller);
      key_add(teller, r);
      key_add(teller, was);
      key_add(teller, firing->action);
      key_add(teller, firing->outcome);
      key_add(teller, is);
      key_end(teller);
    }
  }
}

/* Is the value at an end of its type (or any of an enum or bool)? */
static bool is_boundary(const IrType *type, const int64_t *cells) {
  if (type->kind == IRT_RESOURCE)
    return false;
  if (type->kind == IRT_BOOL || type->kind == IRT_ENUM)
    return true;
  if (type->kind == IRT_OPTION)
    return cells[0] == 0 || is_boundary(type->elem, cells + 1);
  uint64_t rank = value_rank(type, cells);
  return rank == 0 || rank == type->count - 1;
}

static void tell_boundaries(Teller *teller, const Firing *firing) {
  const IrFrame *frame = &teller->model->actions[firing->action].frame;
  uint32_t at = 0;
  for (int p = 0; p < frame->param_count; p++) {
    const IrType *type = frame->locals[p].type;
    if (is_boundary(type, teller->arguments + at)) {
      key_begin(teller);
      key_add(teller, firing->action);
      key_add(teller, p);
      key_add(teller, firing->outcome);
      key_add_cells(teller, teller->arguments + at, type->cells);
      key_end(teller);
    }
    at += type->cells;
  }
}

static void key_add_firing(Teller *teller, const Firing *firing) {
  key_add(teller, firing->action);
  key_add(teller, firing->outcome);
}

/* One step, for every criterion but SWITCH. */
static void tell_step(Teller *teller, const int64_t *before, const Firing *firing, const int64_t *after) {
  arguments_from_number(&teller->model->actions[firing->action].frame, firing->arguments, teller->arguments);
  key_begin(teller);
  switch (teller->criterion->kind) {
  case CRITERION_OUTCOMES:
    key_add_firing(teller, firing);
    key_end(teller);
    break;
  case CRITERION_STATES:
    key_add_cells(teller, after, teller->model->state_cells);
    key_end(teller);
    break;
  case CRITERION_TRANSITIONS:
    key_add_firing(teller, firing);
    key_add(teller, (int64_t)firing->arguments);
    key_add_cells(teller, before, teller->model->state_cells);
    key_end(teller);
    break;
  case CRITERION_VIEW:
    key_add_firing(teller, firing);
    key_add_view(teller, before);
    key_add_view(teller, after);
    key_end(teller);
    break;
  case CRITERION_LIFECYCLE:
    tell_lifecycle(teller, before, firing, after);
    break;
  case CRITERION_BOUNDARIES:
    tell_boundaries(teller, firing);
    break;
  case CRITERION_SWITCH:
    break;
  }
}

static void tell_start(Teller *teller, const int64_t *state) {
  if (teller->criterion->kind != CRITERION_STATES)
    return;
  key_begin(teller);
  key_add_cells(teller, state, teller->model->state_cells);
  key_end(teller);
}

/* Runs of length + 1 outcomes that end at step `last` of a sequence. */
static void tell_run(Teller *teller, const GArray *firings, guint last) {
  guint length = (guint)teller->criterion->length + 1;
  if (last < length)
    return;
  key_begin(teller);
  for (guint i = last + 1 - length; i <= last; i++)
    key_add_firing(teller, &g_array_index(firings, Firing, i));
  key_end(teller);
}

/* ---------------------------------------------------------------- the suite */

static bool start(Teller *teller, const Firing *firing, int64_t *ret_state) {
  arguments_from_number(&teller->model->inits[firing->outcome].frame, firing->arguments, teller->arguments);
  return machine_start(teller->machine, firing->outcome, teller->arguments, ret_state).result == FIRE_DONE;
}

static bool fire(Teller *teller, const Firing *firing, const int64_t *state, int64_t *ret_state) {
  arguments_from_number(&teller->model->actions[firing->action].frame, firing->arguments, teller->arguments);
  return machine_fire(teller->machine, firing->action, firing->outcome, teller->arguments, state, ret_state).result ==
         FIRE_DONE;
}

/* The step that is not possible, or the number of firings where all are. */
static guint replay(Teller *teller, const GArray *firings, int64_t *before, int64_t *after) {
  if (!start(teller, &g_array_index(firings, Firing, 0), before))
    return 0;
  tell_start(teller, before);
  for (guint i = 1; i < firings->len; i++) {
    const Firing *firing = &g_array_index(firings, Firing, i);
    if (!fire(teller, firing, before, after))
      return i;
    tell_step(teller, before, firing, after);
    if (teller->criterion->kind == CRITERION_SWITCH)
      tell_run(teller, firings, i);
    memcpy(before, after, teller->model->state_cells * sizeof *before);
  }
  return firings->len;
}

static void replay_all(Teller *teller, const Suite *suite, Measure *measure) {
  g_autofree int64_t *before = g_new0(int64_t, teller->model->state_cells + 1);
  g_autofree int64_t *after = g_new0(int64_t, teller->model->state_cells + 1);
  measure->valid = true;
  for (guint i = 0; i < suite->sequences->len && measure->valid; i++) {
    const GArray *firings = ((const SuiteSequence *)g_ptr_array_index(suite->sequences, i))->firings;
    guint done = replay(teller, firings, before, after);
    if (done < firings->len)
      *measure = (Measure){.bad_sequence = i, .bad_step = done};
  }
  measure->covered = g_hash_table_size(teller->goals);
}

/* ---------------------------------------------------------------- the total */

typedef struct Total {
  Teller *teller;
  const Exploration *exploration;
  int64_t *before, *after;
  GQueue *waiting;      /* SWITCH: of GBytes: a state's number and the outcomes that led to it, up to `length` */
  GHashTable *known;    /* SWITCH: of the same */
  const int64_t *place; /* SWITCH: the one that is being expanded */
  gsize place_numbers;
} Total;

static void add_place(Total *total, const int64_t *numbers, gsize count) {
  GBytes *place = g_bytes_new(numbers, count * sizeof *numbers);
  if (g_hash_table_add(total->known, place))
    g_queue_push_tail(total->waiting, g_bytes_ref(place));
}

/* One more outcome behind those that led to the place. */
static void tell_place(Total *total, const Firing *firing) {
  gsize labels = total->place_numbers - 1, most = 2 * (gsize)total->teller->criterion->length;
  g_autofree int64_t *numbers = g_new(int64_t, total->place_numbers + 2);
  numbers[0] = (int64_t)exploration_find(total->exploration, total->after);
  memcpy(numbers + 1, total->place + 1, labels * sizeof *numbers);
  numbers[labels + 1] = firing->action;
  numbers[labels + 2] = firing->outcome;
  labels += 2;
  if (labels > most) {
    key_begin(total->teller);
    key_add_cells(total->teller, numbers + 1, (uint32_t)labels);
    key_end(total->teller);
    memmove(numbers + 1, numbers + 3, (labels - 2) * sizeof *numbers);
    labels -= 2;
  }
  if (exploration_expanded(total->exploration, (uint64_t)numbers[0]))
    add_place(total, numbers, labels + 1);
}

static bool tell_batch(void *user, const Batch *batch) {
  Total *total = user;
  const IrModel *model = total->teller->model;
  for (uint32_t i = 0; i < batch->count; i++) {
    layout_unpack(model->layout, batch->states + (size_t)i * model->layout->state_words, model->state_cells,
                  total->after);
    if (total->place)
      tell_place(total, &batch->firings[i]);
    else
      tell_step(total->teller, total->before, &batch->firings[i], total->after);
  }
  return true;
}

static void expand(Total *total, Stepper *stepper, uint64_t state) {
  const IrModel *model = total->teller->model;
  g_autofree uint64_t *packed = g_new(uint64_t, model->layout->state_words);
  exploration_state(total->exploration, state, total->before);
  layout_pack(model->layout, total->before, packed);
  Expansion expansion = {0};
  stepper->ops->expand(stepper, packed, tell_batch, total, &expansion);
}

static void tell_places(Total *total, Stepper *stepper) {
  total->waiting = g_queue_new();
  total->known = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  for (uint64_t state = 0; state < total->exploration->states; state++)
    if (exploration_distance(total->exploration, state) == 0 && exploration_expanded(total->exploration, state))
      add_place(total, &(int64_t){(int64_t)state}, 1);
  GBytes *place;
  while ((place = g_queue_pop_head(total->waiting))) {
    gsize size;
    total->place = g_bytes_get_data(place, &size);
    total->place_numbers = size / sizeof *total->place;
    expand(total, stepper, (uint64_t)total->place[0]);
    g_bytes_unref(place);
  }
  g_queue_free(total->waiting);
  g_hash_table_destroy(total->known);
}

/* Tells every transition of the exploration. */
static uint64_t count_all(Teller *teller, const Exploration *exploration) {
  g_autofree int64_t *before = g_new0(int64_t, teller->model->state_cells + 1);
  g_autofree int64_t *after = g_new0(int64_t, teller->model->state_cells + 1);
  Total total = {.teller = teller, .exploration = exploration, .before = before, .after = after};
  Stepper *stepper = stepper_interpreter_new(teller->program, NULL);
  if (teller->criterion->kind == CRITERION_STATES)
    for (uint64_t state = 0; state < exploration->states; state++) {
      exploration_state(exploration, state, before);
      tell_start(teller, before);
    }
  else if (teller->criterion->kind == CRITERION_SWITCH)
    tell_places(&total, stepper);
  else
    for (uint64_t state = 0; state < exploration->states; state++)
      if (exploration_expanded(exploration, state))
        expand(&total, stepper, state);
  stepper_free(stepper);
  return g_hash_table_size(teller->goals);
}

Measure *measure_new(const Program *program, const Suite *suite, const Criterion *criterion,
                     const Exploration *exploration) {
  Measure *measure = g_new0(Measure, 1);
  Teller *teller = teller_new(program, criterion);
  replay_all(teller, suite, measure);
  teller_free(teller);
  if (exploration) {
    teller = teller_new(program, criterion);
    measure->total = count_all(teller, exploration);
    teller_free(teller);
  }
  return measure;
}

void measure_free(Measure *measure) {
  g_free(measure);
}
