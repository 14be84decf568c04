/* Values of a view, numbered. Takes a state's number, gives the number of the values that the view's expressions have
 * in it. Each state is looked at once. An expression that errs has the value "errs". */
#include <string.h>

#include "cover/goal_internal.h"

GoalView *goal_view_new(const Exploration *exploration, int view_number) {
  const IrModel *model = program_model(exploration->program);
  const IrView *declared = &model->views[view_number];
  GoalView *view = g_new0(GoalView, 1);
  view->machine = machine_new(exploration->program, NULL);
  view->codes = g_new0(CodeExpr *, declared->expr_count + 1);
  for (int i = 0; i < declared->expr_count; i++) {
    view->codes[i] = code_expr_new(exploration->program, &declared->frame, declared->exprs[i]);
    view->value_cells += 1 + declared->exprs[i]->type->cells;
  }
  view->cells = g_new0(int64_t, model->state_cells + 1);
  view->locals = g_new0(int64_t, frame_cells(&declared->frame) + 1);
  view->values = g_new0(int64_t, view->value_cells + 1);
  view->numbers = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  view->of_state = g_new(uint32_t, exploration->states + 1);
  memset(view->of_state, 0xff, sizeof(uint32_t) * (exploration->states + 1));
  return view;
}

void goal_view_free(GoalView *view, const IrView *declared) {
  for (int i = 0; i < declared->expr_count; i++)
    code_expr_free(view->codes[i]);
  g_free(view->codes);
  machine_free(view->machine);
  g_free(view->cells);
  g_free(view->locals);
  g_free(view->values);
  g_hash_table_unref(view->numbers);
  g_free(view->of_state);
  g_free(view);
}

static uint32_t number_of_values(GoalView *view) {
  GBytes *key = g_bytes_new(view->values, sizeof(int64_t) * view->value_cells);
  uint32_t number = GPOINTER_TO_UINT(g_hash_table_lookup(view->numbers, key));
  if (number > 0) {
    g_bytes_unref(key);
    return number - 1;
  }
  number = g_hash_table_size(view->numbers);
  g_hash_table_insert(view->numbers, key, GUINT_TO_POINTER(number + 1));
  return number;
}

uint32_t goal_view_number(GoalView *view, const Exploration *exploration, int number, uint64_t state) {
  if (view->of_state[state] != UINT32_MAX)
    return view->of_state[state];
  const IrView *declared = &program_model(exploration->program)->views[number];
  exploration_state(exploration, state, view->cells);
  memset(view->values, 0, sizeof(int64_t) * view->value_cells);
  int64_t *at = view->values;
  for (int i = 0; i < declared->expr_count; i++) {
    Fault fault;
    uint32_t cells = declared->exprs[i]->type->cells;
    bool whole = machine_eval(view->machine, view->codes[i], view->cells, NULL, view->locals, at + 1, &fault);
    if (!whole)
      memset(at + 1, 0, sizeof(int64_t) * cells);
    at[0] = !whole;
    at += 1 + cells;
  }
  view->of_state[state] = number_of_values(view);
  return view->of_state[state];
}
