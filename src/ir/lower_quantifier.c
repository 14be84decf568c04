/* Quantifiers, comprehensions and what their binders run over. Takes checked nodes, gives IrExprs.
 * A binder's range is lowered before its local is made, so that it cannot see itself. */
#include "ir/lower_internal.h"

static uint64_t all_existing(const IrResource *pool) {
  return ((UINT64_C(2) << (pool->state_count - 1)) - 1) & ~UINT64_C(1);
}

/* x: T | x: R state|state | x in e */
void lower_binder(Lower *lower, Local *local, bool may_either, IrBinder *ret_binder) {
  IrBinder binder = {.kind = IRB_VALUES, .resource = -1, .span = local->span};
  if (local->in != NULL) {
    binder.in = lower_unwrap(lower, lower_expr(lower, local->in));
    binder.kind = binder.in->type->kind == IRT_SET ? IRB_SET : IRB_SEQ;
  }
  binder.local = lower_local(lower, local);
  const IrType *type = g_array_index(lower->locals, IrLocal, binder.local).type;
  binder.type = type;
  if (local->in == NULL && type->kind == IRT_RESOURCE) {
    binder.kind = IRB_SLOTS;
    binder.resource = type->decl;
    binder.mask = local->states_said ? local->state_mask : all_existing(&lower->ir->resources[type->decl]);
    binder.either = may_either && lower->step && !local->states_said;
  }
  *ret_binder = binder;
}

const IrBinder *lower_binders(Lower *lower, const List *binders, bool may_either) {
  IrBinder *list = ARENA_ARRAY(lower->arena, IrBinder, binders->count + 1);
  for (size_t i = 0; i < binders->count; i++) {
    lower_binder(lower, LIST_GET(*binders, Local, i), may_either, &list[i]);
  }
  return list;
}

static IrQuantifier quantifier_of(const Expr *expr) {
  switch (expr->quantifier) {
  case QUANT_FORALL:
    return IRQ_FORALL;
  case QUANT_EXISTS:
    return IRQ_EXISTS;
  case QUANT_COUNT:
    return IRQ_COUNT;
  case QUANT_SUM:
    return IRQ_SUM;
  case QUANT_MIN:
    return IRQ_MIN;
  case QUANT_MAX:
    return IRQ_MAX;
  case QUANT_THE:
    return IRQ_THE;
  case QUANT_SET:
    return IRQ_SET;
  case QUANT_SEQ:
    return IRQ_SEQ;
  }
  g_assert_not_reached();
}

/* The type of the whole, and that to which each round's body is converted (NULL: there is no body). */
static const IrType *result_type(Lower *lower, const Expr *expr, IrQuantifier quantifier, const IrType **ret_body) {
  switch (quantifier) {
  case IRQ_FORALL:
  case IRQ_EXISTS:
    *ret_body = lower->ir->type_bool;
    return lower->ir->type_bool;
  case IRQ_COUNT:
    *ret_body = NULL;
    return lower->ir->type_int;
  case IRQ_SUM:
  case IRQ_MIN:
  case IRQ_MAX:
    *ret_body = lower->ir->type_int;
    return lower->ir->type_int;
  case IRQ_THE: {
    const IrType *type = lower_type(lower, expr->type);
    *ret_body = type;
    return type;
  }
  case IRQ_SET:
  case IRQ_SEQ: {
    const IrType *type = lower_type(lower, expr->type);
    *ret_body = type->elem != NULL ? type->elem : type;
    return type;
  }
  }
  g_assert_not_reached();
}

/* Without a body the binder itself is meant. */
static const IrExpr *binder_as_body(Lower *lower, const IrExpr *node, const IrType *body_type) {
  const IrExpr *self = lower_local_ref(lower, node->binders[0].local, node->binders[0].span);
  bool plain = node->quantifier == IRQ_SET || node->quantifier == IRQ_SEQ || node->quantifier == IRQ_THE;
  return plain && ir_type_same(self->type, body_type) ? NULL : lower_convert(lower, self, body_type);
}

const IrExpr *lower_quantifier(Lower *lower, const Expr *expr) {
  IrQuantifier quantifier = quantifier_of(expr);
  const IrType *body_type;
  const IrType *type = result_type(lower, expr, quantifier, &body_type);
  IrExpr *node = lower_node(lower, IRX_QUANTIFIER, type, expr->span, 0);
  node->quantifier = quantifier;
  node->binders = lower_binders(lower, &expr->binders, quantifier == IRQ_FORALL || quantifier == IRQ_EXISTS);
  node->binder_count = (int)expr->binders.count;
  node->where = expr->where != NULL ? lower_bool(lower, expr->where) : NULL;
  if (expr->body != NULL && body_type != NULL) {
    node->body = lower_as(lower, expr->body, body_type);
  } else if (expr->body == NULL && body_type != NULL && quantifier > IRQ_EXISTS) {
    node->body = binder_as_body(lower, node, body_type);
  }
  return node;
}
