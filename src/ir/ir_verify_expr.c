/* The verifier's part for expressions: each kind's operands have the types that ir_expr.def promises.
 * Takes an expression and the type that its consumer expects. One table-like switch; the rest of a QUANTIFIER in its
 * own function. */
#include "ir/ir_verify_internal.h"

static bool is_number(const IrType *type) {
  return type->kind == IRT_INT || type->kind == IRT_RANGE;
}

const IrType *ir_verify_bind(Verify *verify, int local, Span span) {
  if (!ir_verify_that(verify, local >= 0 && local < verify->frame->local_count, span, "no such local")) {
    return NULL;
  }
  g_array_index(verify->bound, gboolean, local) = TRUE;
  return verify->frame->locals[local].type;
}

void ir_verify_key(Verify *verify, const IrType *type, const IrExpr *key) {
  bool number = type->kind == IRT_SEQ || is_number(type->key);
  bool fits = number ? is_number(key->type) : ir_type_same(key->type, type->key);
  ir_verify_that(verify, fits, key->span, "a key of the wrong type");
}

void ir_verify_binder(Verify *verify, const IrBinder *binder) {
  const IrType *elem = NULL;
  if (binder->kind == IRB_SET || binder->kind == IRB_SEQ) {
    IrTypeKind kind = binder->kind == IRB_SET ? IRT_SET : IRT_SEQ;
    ir_verify_expr(verify, binder->in, NULL);
    ir_verify_that(verify, binder->in->type->kind == kind, binder->span, "a binder in the wrong type");
    elem = binder->in->type->elem;
  }
  const IrType *type = ir_verify_bind(verify, binder->local, binder->span);
  if (verify->broken) {
    return;
  }
  ir_verify_that(verify, binder->type == type, binder->span, "the binder has another type than its local");
  ir_verify_that(verify, elem == NULL || ir_type_same(elem, type), binder->span, "items of another type");
  if (binder->kind == IRB_SLOTS) {
    ir_verify_that(verify, type->kind == IRT_RESOURCE && type->decl == binder->resource, binder->span,
                   "slots of another pool");
  }
}

static void verify_quantifier(Verify *verify, const IrExpr *expr) {
  const IrModel *model = verify->model;
  for (int i = 0; i < expr->binder_count && !verify->broken; i++) {
    ir_verify_binder(verify, &expr->binders[i]);
  }
  ir_verify_that(verify, expr->binder_count > 0, expr->span, "a quantifier that binds nothing");
  if (expr->where != NULL) {
    ir_verify_expr(verify, expr->where, model->type_bool);
  }
  bool needs_body = expr->quantifier == IRQ_FORALL || (expr->quantifier >= IRQ_SUM && expr->quantifier <= IRQ_MAX);
  ir_verify_that(verify, expr->body != NULL || !needs_body, expr->span, "a quantifier without a body");
  if (verify->broken) {
    return;
  }
  const IrType *body = expr->type;
  if (expr->quantifier == IRQ_SET || expr->quantifier == IRQ_SEQ) {
    body = expr->type->elem;
  } else if (expr->quantifier == IRQ_FORALL || expr->quantifier == IRQ_EXISTS) {
    ir_verify_that(verify, expr->type == model->type_bool, expr->span, "not a truth value");
  }
  if (expr->body != NULL) {
    ir_verify_expr(verify, expr->body, body);
  } else if (expr->quantifier >= IRQ_THE) {
    ir_verify_that(verify, ir_type_same(expr->binders[0].type, body), expr->span,
                   "the binder is no item of the result");
  }
}

static void verify_args(Verify *verify, const IrExpr *expr, int count, const IrType *type) {
  if (ir_verify_that(verify, expr->arg_count == count, expr->span, "a wrong number of operands")) {
    for (int i = 0; i < count && !verify->broken; i++) {
      ir_verify_expr(verify, expr->args[i], type);
    }
  }
}

static void verify_result(Verify *verify, const IrExpr *expr, const IrType *type) {
  if (!verify->broken) {
    ir_verify_that(verify, ir_type_same(expr->type, type), expr->span, "the result has the wrong type");
  }
}

static void verify_indices(Verify *verify, const IrExpr *expr) {
  const IrModel *model = verify->model;
  int at = expr->index;
  switch (expr->kind) {
  case IRX_LOCAL:
    if (ir_verify_that(verify, at >= 0 && at < verify->frame->local_count, expr->span, "no such local")) {
      ir_verify_that(verify, g_array_index(verify->bound, gboolean, at), expr->span, "a local that is not bound yet");
      ir_verify_that(verify, verify->frame->locals[at].type == expr->type, expr->span, "a local of another type");
    }
    return;
  case IRX_VAR:
    if (ir_verify_that(verify, at >= 0 && at < model->var_count, expr->span, "no such var")) {
      verify_result(verify, expr, model->vars[at].type);
    }
    return;
  case IRX_TOKEN:
    ir_verify_that(verify, at >= 0 && at < model->token_count, expr->span, "no such token");
    return;
  case IRX_SECRET:
    ir_verify_that(verify, at >= 0 && at < model->secret_count, expr->span, "no such secret");
    return;
  default:
    return;
  }
}

static void verify_slot_use(Verify *verify, const IrExpr *expr) {
  const IrModel *model = verify->model;
  if (!ir_verify_that(verify, expr->resource >= 0 && expr->resource < model->resource_count, expr->span,
                      "no such pool")) {
    return;
  }
  const IrResource *pool = &model->resources[expr->resource];
  verify_args(verify, expr, 1, pool->type);
  if (expr->kind == IRX_FIELD &&
      ir_verify_that(verify, expr->index >= 0 && expr->index < pool->field_count, expr->span, "no such field")) {
    verify_result(verify, expr, pool->fields[expr->index].type);
  }
}

static void verify_call(Verify *verify, const IrExpr *expr) {
  const IrModel *model = verify->model;
  if (!ir_verify_that(verify, expr->index >= 0 && expr->index < model->fn_count, expr->span, "no such fn")) {
    return;
  }
  const IrFn *fn = &model->fns[expr->index];
  ir_verify_that(verify, fn->frame.param_count == expr->arg_count, expr->span, "a wrong number of arguments");
  for (int i = 0; i < expr->arg_count && !verify->broken; i++) {
    ir_verify_expr(verify, expr->args[i], fn->frame.locals[i].type);
  }
  verify_result(verify, expr, fn->type);
}

/* Operands of sets, seqs and maps. */
static void verify_collection(Verify *verify, const IrExpr *expr) {
  for (int i = 0; i < expr->arg_count && !verify->broken; i++) {
    ir_verify_expr(verify, expr->args[i], NULL);
  }
  if (verify->broken) {
    return;
  }
  const IrType *left = expr->args[0]->type;
  switch (expr->kind) {
  case IRX_MAP_AT:
  case IRX_SEQ_AT:
    if (ir_verify_that(verify, left->kind == (expr->kind == IRX_MAP_AT ? IRT_MAP : IRT_SEQ), expr->span,
                       "not a map or seq")) {
      ir_verify_key(verify, left, expr->args[1]);
      verify_result(verify, expr, left->elem);
    }
    return;
  case IRX_IN_SET:
  case IRX_IN_SEQ: {
    const IrType *all = expr->args[1]->type;
    if (ir_verify_that(verify, all->kind == (expr->kind == IRX_IN_SET ? IRT_SET : IRT_SEQ), expr->span,
                       "in no set or seq")) {
      bool numbers = is_number(left) && is_number(all->elem);
      ir_verify_that(verify, numbers || ir_type_same(left, all->elem), expr->span, "an item of the wrong type");
    }
    return;
  }
  case IRX_FIRST:
  case IRX_LAST:
    ir_verify_that(verify, left->kind == IRT_SEQ && ir_type_same(left->elem, expr->type), expr->span,
                   "the end of no seq");
    return;
  case IRX_SET_SIZE:
    ir_verify_that(verify, left->kind == IRT_SET, expr->span, "not a set");
    return;
  case IRX_SEQ_SIZE:
    ir_verify_that(verify, left->kind == IRT_SEQ, expr->span, "not a seq");
    return;
  case IRX_CONCAT:
    ir_verify_that(verify,
                   left->kind == IRT_SEQ && ir_type_same(left->elem, expr->type->elem) &&
                       ir_type_same(expr->args[1]->type->elem, expr->type->elem),
                   expr->span, "seqs of different items");
    return;
  default: /* two sets of one type */
    ir_verify_that(verify, left->kind == IRT_SET && ir_type_same(left, expr->args[1]->type), expr->span,
                   "different sets");
  }
}

static void verify_same_operands(Verify *verify, const IrExpr *expr) {
  verify_args(verify, expr, 2, NULL);
  if (!verify->broken) {
    ir_verify_that(verify, ir_type_same(expr->args[0]->type, expr->args[1]->type), expr->span,
                   "operands of different types");
  }
}

/* Recursion is bounded by the nesting of the tree. */
void ir_verify_expr(Verify *verify, const IrExpr *expr, const IrType *wanted) {
  const IrModel *model = verify->model;
  if (verify->broken || !ir_verify_that(verify, expr != NULL && expr->type != NULL, (Span){0}, "no expression")) {
    return;
  }
  if (wanted != NULL) {
    ir_verify_that(verify, ir_type_same(expr->type, wanted), expr->span, "not of the type that is wanted");
  }
  switch (expr->kind) {
  case IRX_CONST:
    ir_verify_that(verify, expr->cells != NULL, expr->span, "a constant without cells");
    return;
  case IRX_LOCAL:
  case IRX_VAR:
  case IRX_TOKEN:
  case IRX_SECRET:
    verify_indices(verify, expr);
    return;
  case IRX_FIELD:
  case IRX_IS:
  case IRX_STATE_NAME:
    verify_slot_use(verify, expr);
    return;
  case IRX_IS_SOME:
    verify_args(verify, expr, 1, NULL);
    ir_verify_that(verify, expr->args[0]->type->kind == IRT_OPTION, expr->span, "not an option");
    return;
  case IRX_NOT:
    verify_args(verify, expr, 1, model->type_bool);
    return;
  case IRX_NEG:
    verify_args(verify, expr, 1, model->type_int);
    return;
  case IRX_ADD:
  case IRX_SUB:
  case IRX_MUL:
  case IRX_DIV:
  case IRX_MOD:
  case IRX_MIN2:
  case IRX_MAX2:
  case IRX_LT:
  case IRX_LE:
  case IRX_GT:
  case IRX_GE:
    verify_args(verify, expr, 2, model->type_int);
    return;
  case IRX_EQ:
  case IRX_NE:
    verify_same_operands(verify, expr);
    return;
  case IRX_AND:
  case IRX_OR:
  case IRX_IMPLIES:
  case IRX_IFF:
    verify_args(verify, expr, 2, model->type_bool);
    return;
  case IRX_IF:
    ir_verify_that(verify, expr->arg_count == 3, expr->span, "an `if` without three parts");
    ir_verify_expr(verify, expr->args[0], model->type_bool);
    ir_verify_expr(verify, expr->args[1], expr->type);
    ir_verify_expr(verify, expr->args[2], expr->type);
    return;
  case IRX_CONVERT:
  case IRX_OLD:
    verify_args(verify, expr, 1, expr->kind == IRX_OLD ? expr->type : NULL);
    return;
  case IRX_FILL:
    ir_verify_that(verify, expr->type->kind == IRT_MAP, expr->span, "no map to fill");
    verify_args(verify, expr, 1, expr->type->elem);
    return;
  case IRX_SET:
  case IRX_SEQ:
    ir_verify_that(verify, expr->type->kind == (expr->kind == IRX_SET ? IRT_SET : IRT_SEQ), expr->span,
                   "no set or seq");
    verify_args(verify, expr, expr->arg_count, expr->type->elem);
    return;
  case IRX_CALL:
    verify_call(verify, expr);
    return;
  case IRX_QUANTIFIER:
    verify_quantifier(verify, expr);
    return;
  case IRX_PATH:
    ir_verify_that(verify, expr->text != NULL, expr->span, "a path without text");
    return;
  default:
    verify_collection(verify, expr);
  }
}
