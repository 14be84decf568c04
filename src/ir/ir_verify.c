/* The verifier: walks a lowered model and checks what every floor above relies on: types of operands, indices, locals
 * that are bound before they are used, places that exist, cells that are packed exactly once. Takes a model, gives true
 * or one line about the first broken promise. Expressions: ir_verify_expr.c; statements and outcomes here. */
#include "ir/ir_verify.h"

#include "ir/ir_verify_internal.h"
#include "ir/layout.h"

bool ir_verify_that(Verify *verify, bool holds, Span span, const char *what) {
  if (!holds && !verify->broken) {
    verify->broken = true;
    int line = 0, column = 0;
    if (verify->model->source != NULL) {
      source_locate(verify->model->source, span.start, &line, &column);
    }
    g_string_append_printf(verify->fault, "%s (%d:%d): %s", verify->where, line, column, what);
  }
  return holds;
}

void ir_verify_frame(Verify *verify, const IrFrame *frame, const char *where) {
  verify->frame = frame;
  verify->where = where != NULL ? where : "";
  ir_verify_that(verify, frame->param_count <= frame->local_count, (Span){0}, "more parameters than locals");
  for (int i = 0; i < frame->local_count && !verify->broken; i++) {
    ir_verify_that(verify, frame->locals[i].type != NULL && frame->locals[i].name != NULL, frame->locals[i].span,
                   "a local without type or name");
  }
  g_array_set_size(verify->bound, 0);
  g_array_set_size(verify->bound, (guint)frame->local_count);
  for (int i = 0; i < frame->param_count; i++) {
    g_array_index(verify->bound, gboolean, i) = TRUE;
  }
}

/* ---------------------------------------------------------------- statements */

static void verify_place(Verify *verify, const IrPlace *place) {
  const IrModel *model = verify->model;
  const IrType *type = NULL;
  if (place->var >= 0) {
    if (ir_verify_that(verify, place->var < model->var_count, place->span, "no such var")) {
      type = model->vars[place->var].type;
    }
  } else if (ir_verify_that(verify, place->resource >= 0 && place->resource < model->resource_count, place->span,
                            "no pool")) {
    const IrResource *pool = &model->resources[place->resource];
    if (ir_verify_that(verify, place->field >= 0 && place->field < pool->field_count, place->span, "no such field")) {
      type = pool->fields[place->field].type;
    }
    ir_verify_expr(verify, place->slot, pool->type);
  }
  for (int i = 0; i < place->step_count && !verify->broken; i++) {
    const IrPlaceStep *step = &place->steps[i];
    IrTypeKind wanted = step->kind == IRP_UNWRAP ? IRT_OPTION : step->kind == IRP_MAP_KEY ? IRT_MAP : IRT_SEQ;
    if (ir_verify_that(verify, type->kind == wanted, step->span, "a step into the wrong type")) {
      if (step->kind != IRP_UNWRAP) {
        ir_verify_expr(verify, step->expr, NULL);
        ir_verify_key(verify, type, step->expr);
      }
      type = type->elem;
    }
  }
  if (!verify->broken) {
    ir_verify_that(verify, ir_type_same(type, place->type), place->span, "the place has another type");
  }
}

static void verify_slot_and_state(Verify *verify, const IrStmt *stmt) {
  const IrModel *model = verify->model;
  bool pool = stmt->resource >= 0 && stmt->resource < model->resource_count;
  ir_verify_that(verify, pool, stmt->span, "no such pool");
  ir_verify_that(verify, pool && stmt->state >= 0 && stmt->state < model->resources[stmt->resource].state_count,
                 stmt->span, "no such state");
}

static void verify_update(Verify *verify, const IrStmt *stmt) {
  bool set = stmt->kind == IRS_ADD || stmt->kind == IRS_REMOVE_SET;
  verify_place(verify, stmt->place);
  if (!verify->broken && ir_verify_that(verify, stmt->place->type->kind == (set ? IRT_SET : IRT_SEQ), stmt->span,
                                        "an update of the wrong type")) {
    if (stmt->kind != IRS_DROP_FIRST && stmt->kind != IRS_DROP_LAST) {
      ir_verify_expr(verify, stmt->expr, stmt->place->type->elem);
    }
  }
}

static void verify_new(Verify *verify, const IrStmt *stmt) {
  verify_slot_and_state(verify, stmt);
  ir_verify_that(verify, stmt->state != 0, stmt->span, "a new slot that is absent");
  if (verify->broken) {
    return;
  }
  const IrResource *pool = &verify->model->resources[stmt->resource];
  for (int i = 0; i < pool->field_count; i++) {
    ir_verify_expr(verify, stmt->fields[i], pool->fields[i].type);
  }
  ir_verify_bind(verify, stmt->local, stmt->span);
}

static void verify_call(Verify *verify, const IrStmt *stmt) {
  if (!ir_verify_that(verify, stmt->proc >= 0 && stmt->proc < verify->model->proc_count, stmt->span, "no such proc")) {
    return;
  }
  const IrFrame *frame = &verify->model->procs[stmt->proc].frame;
  ir_verify_that(verify, frame->param_count == stmt->arg_count, stmt->span, "a wrong number of arguments");
  for (int i = 0; i < stmt->arg_count && !verify->broken; i++) {
    ir_verify_expr(verify, stmt->args[i], frame->locals[i].type);
  }
}

static void verify_stmt(Verify *verify, const IrStmt *stmt) {
  switch (stmt->kind) {
  case IRS_ASSIGN:
    verify_place(verify, stmt->place);
    ir_verify_expr(verify, stmt->expr, stmt->place->type);
    return;
  case IRS_MOVE:
    verify_slot_and_state(verify, stmt);
    ir_verify_expr(verify, stmt->expr, verify->broken ? NULL : verify->model->resources[stmt->resource].type);
    return;
  case IRS_NEW:
    verify_new(verify, stmt);
    return;
  case IRS_LET:
    ir_verify_expr(verify, stmt->expr, ir_verify_bind(verify, stmt->local, stmt->span));
    return;
  case IRS_IF:
    ir_verify_expr(verify, stmt->expr, verify->model->type_bool);
    ir_verify_block(verify, &stmt->body);
    ir_verify_block(verify, &stmt->else_body);
    return;
  case IRS_FOR:
    ir_verify_binder(verify, stmt->binder);
    if (stmt->expr != NULL) {
      ir_verify_expr(verify, stmt->expr, verify->model->type_bool);
    }
    ir_verify_block(verify, &stmt->body);
    return;
  case IRS_ADD:
  case IRS_REMOVE_SET:
  case IRS_APPEND:
  case IRS_PREPEND:
  case IRS_REMOVE_SEQ:
  case IRS_DROP_FIRST:
  case IRS_DROP_LAST:
    verify_update(verify, stmt);
    return;
  case IRS_CALL:
    verify_call(verify, stmt);
    return;
  case IRS_RENEW:
    ir_verify_expr(verify, stmt->expr, NULL);
    ir_verify_that(verify, stmt->expr->kind == IRX_TOKEN, stmt->span, "a renewal of no token");
    return;
  case IRS_REQUEST:
    ir_verify_that(verify, stmt->request != NULL, stmt->span, "no request");
    return;
  case IRS_RESPOND:
    ir_verify_that(verify, stmt->respond != NULL, stmt->span, "no response");
    return;
  }
}

void ir_verify_block(Verify *verify, const IrBlock *block) {
  for (int i = 0; i < block->count && !verify->broken; i++) {
    verify_stmt(verify, block->stmts[i]);
  }
}

/* ---------------------------------------------------------------- declarations */

static void verify_bools(Verify *verify, const IrExpr *const *exprs, int count) {
  for (int i = 0; i < count && !verify->broken; i++) {
    ir_verify_expr(verify, exprs[i], verify->model->type_bool);
  }
}

static void verify_action(Verify *verify, const IrAction *action) {
  ir_verify_frame(verify, &action->frame, action->name);
  for (int i = 0; i < action->frame.param_count; i++) {
    const IrParam *param = &action->params[i];
    bool slot = action->frame.locals[i].type->kind == IRT_RESOURCE;
    ir_verify_that(verify, param->local == i && (slot || (param->mask == 0 && param->move_to == -1)), param->span,
                   "a parameter that does not fit");
  }
  verify_bools(verify, action->whens, action->when_count);
  ir_verify_that(verify, action->outcome_count > 0, action->span, "no outcome");
  for (int i = 0; i < action->outcome_count && !verify->broken; i++) {
    const IrOutcome *outcome = &action->outcomes[i];
    ir_verify_that(verify, outcome->kind != IRO_REFUSED || i == action->outcome_count - 1, outcome->span,
                   "refused is not last");
    ir_verify_that(verify, outcome->reads != NULL && outcome->writes != NULL, outcome->span, "no read or write set");
    verify_bools(verify, outcome->whens, outcome->when_count);
    ir_verify_block(verify, &outcome->effect);
    verify_bools(verify, outcome->ensures, outcome->ensure_count);
    if (outcome->returns != NULL) {
      ir_verify_expr(verify, outcome->returns, action->returns);
    }
  }
}

static void verify_code(Verify *verify) {
  const IrModel *model = verify->model;
  for (int i = 0; i < model->fn_count && !verify->broken; i++) {
    ir_verify_frame(verify, &model->fns[i].frame, model->fns[i].name);
    ir_verify_expr(verify, model->fns[i].body, model->fns[i].type);
  }
  for (int i = 0; i < model->proc_count && !verify->broken; i++) {
    ir_verify_frame(verify, &model->procs[i].frame, model->procs[i].name);
    ir_verify_block(verify, &model->procs[i].body);
  }
  for (int i = 0; i < model->init_count && !verify->broken; i++) {
    ir_verify_frame(verify, &model->inits[i].frame, "init");
    verify_bools(verify, model->inits[i].whens, model->inits[i].when_count);
    ir_verify_block(verify, &model->inits[i].effect);
  }
  for (int i = 0; i < model->action_count && !verify->broken; i++) {
    verify_action(verify, &model->actions[i]);
  }
  for (int i = 0; i < model->contract_count && !verify->broken; i++) {
    ir_verify_frame(verify, &model->contracts[i].frame, model->contracts[i].name);
    ir_verify_expr(verify, model->contracts[i].expr, model->type_bool);
  }
  for (int i = 0; i < model->view_count && !verify->broken; i++) {
    ir_verify_frame(verify, &model->views[i].frame, model->views[i].name);
    for (int e = 0; e < model->views[i].expr_count; e++) {
      ir_verify_expr(verify, model->views[i].exprs[e], NULL);
    }
  }
  for (int i = 0; i < model->observe_count && !verify->broken; i++) {
    ir_verify_frame(verify, &model->observes[i].frame, model->observes[i].name);
    ir_verify_expr(verify, model->observes[i].expr, NULL);
  }
  if (model->teardown.present) {
    ir_verify_frame(verify, &model->teardown.frame, "teardown");
    ir_verify_block(verify, &model->teardown.body);
    verify_bools(verify, model->teardown.ensures, model->teardown.ensure_count);
  }
}

/* ---------------------------------------------------------------- places and packing */

static void verify_places(Verify *verify) {
  const IrModel *model = verify->model;
  uint64_t cell = 0;
  for (int i = 0; i < model->var_count; i++) {
    ir_verify_that(verify, model->vars[i].cell == cell && model->vars[i].initial != NULL, model->vars[i].span,
                   "a var misplaced");
    cell += model->vars[i].type->cells;
  }
  for (int r = 0; r < model->resource_count; r++) {
    const IrResource *pool = &model->resources[r];
    ir_verify_that(verify, pool->cell == cell, pool->span, "a pool misplaced");
    cell += (uint64_t)pool->stride * pool->slots;
  }
  ir_verify_that(verify, cell == model->state_cells, (Span){0}, "the state has another size");
  for (int e = 0; e < model->entry_count; e++) {
    const IrEntry *entry = &model->entries[e];
    uint64_t end = entry->cell + (uint64_t)(model->resources[entry->resource].slots - 1) * entry->stride + entry->cells;
    ir_verify_that(verify, end <= model->state_cells, (Span){0}, "an entry outside the state");
  }
}

static void verify_layout(Verify *verify) {
  const IrLayout *layout = verify->model->layout;
  g_autofree uint8_t *packed = g_malloc0((size_t)verify->model->state_cells + 1);
  g_autofree uint64_t *used = g_new0(uint64_t, layout->state_words);
  for (uint32_t i = 0; i < layout->bits_count && !verify->broken; i++) {
    const IrBits *bits = &layout->bits[i];
    uint64_t run = bits->mask << bits->shift;
    bool fits = bits->word < layout->state_words && bits->shift + bits->width <= 64 && (used[bits->word] & run) == 0;
    ir_verify_that(verify, fits, (Span){0}, "runs of bits that overlap");
    ir_verify_that(verify, (uint64_t)bits->cell + bits->option < verify->model->state_cells, (Span){0},
                   "bits of no cell");
    if (!verify->broken) {
      used[bits->word] |= run;
      packed[bits->cell]++;
      packed[bits->cell + 1] = (uint8_t)(packed[bits->cell + 1] + bits->option);
    }
  }
  for (uint32_t cell = 0; cell < verify->model->state_cells; cell++) {
    ir_verify_that(verify, packed[cell] == 1, (Span){0}, "a cell that is not packed once");
  }
}

bool ir_verify(const IrModel *model, GString *fault) {
  Verify verify = {.model = model, .fault = fault, .where = "state"};
  verify.bound = g_array_new(FALSE, TRUE, sizeof(gboolean));
  verify_places(&verify);
  if (!verify.broken) {
    verify_layout(&verify);
  }
  verify_code(&verify);
  g_array_unref(verify.bound);
  return !verify.broken;
}
