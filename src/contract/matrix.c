/* Makes the tables of actions by states.
 * Takes an exploration; gives for each resource a row for each parameter of an action that takes a slot of it. What is
 * declared comes from the parameter's states and from `when`s of the form `p is a|b`; how often it happened is counted
 * by expanding the states once more, and only where that is cheap: the search itself need not carry these counts for
 * everyone. */
#include "contract/matrix.h"

#include "base/limits.h"
#include "contract/explain.h"
#include "contract/explain_text.h"
#include "ir/layout.h"
#include "ir/value.h"

/* ---------------------------------------------------------------- declared */

/* The states that a guard leaves to a parameter, as far as it says so outright. */
static uint64_t mask_of_when(const IrExpr *when, int param) {
  when = explain_text_core(when);
  bool negated = when->kind == IRX_NOT;
  const IrExpr *is = negated ? explain_text_core(when->args[0]) : when;
  if (is->kind != IRX_IS) {
    return UINT64_MAX;
  }
  const IrExpr *slot = explain_text_core(is->args[0]);
  if (slot->kind != IRX_LOCAL || slot->index != param) {
    return UINT64_MAX;
  }
  return negated ? ~is->mask : is->mask;
}

static uint64_t declared_mask(const IrAction *action, int param) {
  uint64_t mask = action->params[param].mask;
  for (int w = 0; w < action->when_count; w++) {
    mask &= mask_of_when(action->whens[w], param);
  }
  return mask;
}

static bool has_refused(const IrAction *action) {
  return action->outcome_count > 0 && action->outcomes[action->outcome_count - 1].kind == IRO_REFUSED;
}

static CellKind declared_cell(const IrAction *action, uint64_t mask, int state) {
  if (mask >> state & 1) {
    return CELL_OFFERED;
  }
  if (state == 0) {
    return CELL_NOT_ASKED;
  }
  if (has_refused(action)) {
    return CELL_REFUSED;
  }
  return action->kind == IRK_API ? CELL_UNDECLARED : CELL_NOT_ASKED;
}

static int count_rows(const IrModel *model, int resource) {
  int rows = 0;
  for (int a = 0; a < model->action_count; a++) {
    const IrFrame *frame = &model->actions[a].frame;
    for (int p = 0; p < frame->param_count; p++) {
      rows += frame->locals[p].type->kind == IRT_RESOURCE && frame->locals[p].type->decl == resource;
    }
  }
  return rows;
}

static void fill_rows(const IrModel *model, Matrix *matrix) {
  int row = 0;
  int states = model->resources[matrix->resource].state_count;
  for (int a = 0; a < model->action_count; a++) {
    const IrAction *action = &model->actions[a];
    for (int p = 0; p < action->frame.param_count; p++) {
      const IrType *type = action->frame.locals[p].type;
      if (type->kind != IRT_RESOURCE || type->decl != matrix->resource) {
        continue;
      }
      matrix->rows[row].action = a;
      matrix->rows[row].param = p;
      matrix->rows[row].cells = g_new0(CellKind, states);
      matrix->rows[row].fired = g_new0(uint64_t, states);
      uint64_t mask = declared_mask(action, p);
      for (int s = 0; s < states; s++) {
        matrix->rows[row].cells[s] = declared_cell(action, mask, s);
      }
      row++;
    }
  }
}

/* ---------------------------------------------------------------- counted */

typedef struct Recount {
  const IrModel *model;
  const int64_t *cells; /* of the state that is expanded */
  uint64_t ***fired;    /* [action][param] -> the row's counts, or NULL */
  bool *wanted;         /* [action]: has such a row */
  int64_t *arguments;
} Recount;

static void count_firing(Recount *recount, const Firing *firing) {
  const IrFrame *frame = &recount->model->actions[firing->action].frame;
  arguments_from_number(frame, firing->arguments, recount->arguments);
  uint32_t at = 0;
  for (int p = 0; p < frame->param_count; p++) {
    uint64_t *counts = recount->fired[firing->action][p];
    if (counts != NULL) {
      int resource = frame->locals[p].type->decl;
      counts[eval_slot_state(recount->model, resource, recount->arguments[at], recount->cells)]++;
    }
    at += frame->locals[p].type->cells;
  }
}

static bool recount_sink(void *user, const Batch *batch) {
  Recount *recount = user;
  for (uint32_t i = 0; i < batch->count; i++) {
    if (recount->wanted[batch->firings[i].action]) {
      count_firing(recount, &batch->firings[i]);
    }
  }
  return true;
}

static void recount_states(const Exploration *exploration, Recount *recount) {
  const IrModel *model = recount->model;
  g_autofree int64_t *cells = g_new0(int64_t, model->state_cells + 1);
  g_autofree uint64_t *words = g_new0(uint64_t, model->layout->state_words + 1);
  recount->cells = cells;
  Stepper *stepper = stepper_interpreter_new(exploration->program, NULL);
  for (uint64_t s = 0; s < exploration->states; s++) {
    if (exploration_expanded(exploration, s)) {
      Expansion expansion = {0};
      exploration_state(exploration, s, cells);
      layout_pack(model->layout, cells, words);
      stepper->ops->expand(stepper, words, recount_sink, recount, &expansion);
    }
  }
  stepper_free(stepper);
}

/* Only what was seen whole can be said never to happen. */
static void mark_never(const IrModel *model, Matrix *matrix, bool complete) {
  matrix->counted = true;
  if (!complete) {
    return;
  }
  for (int r = 0; r < matrix->row_count; r++) {
    for (int s = 0; s < model->resources[matrix->resource].state_count; s++) {
      CellKind *cell = &matrix->rows[r].cells[s];
      if ((*cell == CELL_OFFERED || *cell == CELL_REFUSED) && matrix->rows[r].fired[s] == 0) {
        *cell = CELL_NEVER;
      }
    }
  }
}

static void count_all(const Exploration *exploration, Matrix *matrices, int count) {
  const IrModel *model = program_model(exploration->program);
  Recount recount = {.model = model};
  recount.fired = g_new0(uint64_t **, model->action_count + 1);
  recount.wanted = g_new0(bool, model->action_count + 1);
  uint32_t most = 0;
  for (int a = 0; a < model->action_count; a++) {
    recount.fired[a] = g_new0(uint64_t *, model->actions[a].frame.param_count + 1);
    most = MAX(most, arguments_cells(&model->actions[a].frame));
  }
  recount.arguments = g_new0(int64_t, most + 1);
  for (int m = 0; m < count; m++) {
    for (int r = 0; r < matrices[m].row_count; r++) {
      recount.fired[matrices[m].rows[r].action][matrices[m].rows[r].param] = matrices[m].rows[r].fired;
      recount.wanted[matrices[m].rows[r].action] = true;
    }
  }
  recount_states(exploration, &recount);
  for (int m = 0; m < count; m++) {
    mark_never(model, &matrices[m], exploration->end == EXPLORE_COMPLETE);
  }
  for (int a = 0; a < model->action_count; a++) {
    g_free(recount.fired[a]);
  }
  g_free(recount.fired);
  g_free(recount.wanted);
  g_free(recount.arguments);
}

Matrix *matrix_all(const Exploration *exploration, int *ret_count) {
  const IrModel *model = program_model(exploration->program);
  Matrix *matrices = g_new0(Matrix, model->resource_count + 1);
  int count = 0;
  for (int r = 0; r < model->resource_count; r++) {
    int rows = count_rows(model, r);
    if (rows > 0) {
      Matrix *matrix = &matrices[count++];
      matrix->resource = r;
      matrix->row_count = rows;
      matrix->rows = g_malloc0_n((gsize)rows, sizeof *matrix->rows);
      fill_rows(model, matrix);
    }
  }
  if (count > 0 && exploration->transitions <= LIMIT_RECOUNT_TRANSITIONS) {
    count_all(exploration, matrices, count);
  }
  *ret_count = count;
  return matrices;
}

void matrix_free_all(Matrix *matrices, int count) {
  for (int m = 0; m < count; m++) {
    for (int r = 0; r < matrices[m].row_count; r++) {
      g_free(matrices[m].rows[r].cells);
      g_free(matrices[m].rows[r].fired);
    }
    g_free(matrices[m].rows);
  }
  g_free(matrices);
}
