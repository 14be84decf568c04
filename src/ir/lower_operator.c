/* Operators with two operands, and `is`. Takes checked nodes, gives IrExprs whose operands are converted already.
 * `in` never narrows its left operand: what lies outside the element type is just not in the set. */
#include "ir/lower_internal.h"

static IrExpr *pair(Lower *lower, IrExprKind kind, const IrType *type, Span span, const IrExpr *left,
                    const IrExpr *right) {
  IrExpr *node = lower_node(lower, kind, type, span, 2);
  node->args[0] = left;
  node->args[1] = right;
  return node;
}

static const IrExpr *choice(Lower *lower, const IrExpr *condition, const IrExpr *yes, Span span) {
  int64_t no = 0;
  IrExpr *node = lower_node(lower, IRX_IF, lower->ir->type_bool, span, 3);
  node->args[0] = condition;
  node->args[1] = yes;
  node->args[2] = lower_const(lower, lower->ir->type_bool, span, &no);
  return node;
}

static const IrExpr *logical(Lower *lower, const Expr *expr, IrExprKind kind) {
  const IrExpr *left = lower_bool(lower, expr->left);
  return pair(lower, kind, lower->ir->type_bool, expr->span, left, lower_bool(lower, expr->right));
}

static const IrExpr *arithmetic(Lower *lower, const Expr *expr, IrExprKind kind, const IrType *result) {
  const IrExpr *left = lower_as(lower, expr->left, lower->ir->type_int);
  return pair(lower, kind, result, expr->span, left, lower_as(lower, expr->right, lower->ir->type_int));
}

/* ---------------------------------------------------------------- comparisons */

static bool is_number(const IrType *type) {
  return type->kind == IRT_INT || type->kind == IRT_RANGE;
}

/* Numbers compare as they are, whatever their bounds. */
static const IrType *comparable(Lower *lower, const Type *common) {
  const IrType *type = lower_type(lower, common);
  return is_number(type) ? lower->ir->type_int : type;
}

static const IrExpr *equality(Lower *lower, const Expr *expr, IrExprKind kind) {
  const IrType *common = comparable(lower, expr->common);
  const IrExpr *left = lower_as(lower, expr->left, common);
  return pair(lower, kind, lower->ir->type_bool, expr->span, left, lower_as(lower, expr->right, common));
}

static const IrExpr *subset(Lower *lower, const Expr *expr) {
  const IrType *common = lower_type(lower, expr->common);
  const IrExpr *left = lower_as(lower, expr->left, common);
  const IrExpr *right = lower_as(lower, expr->right, common);
  bool proper = expr->op == OP_LT || expr->op == OP_GT;
  bool swapped = expr->op == OP_GT || expr->op == OP_GE;
  return pair(lower, proper ? IRX_PROPER_SUBSET : IRX_SUBSET, lower->ir->type_bool, expr->span, swapped ? right : left,
              swapped ? left : right);
}

static const IrExpr *ordering(Lower *lower, const Expr *expr, IrExprKind kind) {
  if (expr->common != NULL && expr->common->kind == TYPE_SET) {
    return subset(lower, expr);
  }
  return arithmetic(lower, expr, kind, lower->ir->type_bool);
}

/* How many nodes a value without rounds and branches has; more than `most` counts as too many, and so does anything
 * else. */
static int simple_size(const IrExpr *expr, int most) {
  bool simple = expr->kind == IRX_LOCAL || expr->kind == IRX_VAR || expr->kind == IRX_FIELD ||
                expr->kind == IRX_CONST || expr->kind == IRX_MAP_AT || expr->kind == IRX_SEQ_AT ||
                expr->kind == IRX_CONVERT || expr->kind == IRX_OLD;
  int size = simple ? 1 : most + 1;
  for (int i = 0; i < expr->arg_count && size <= most; i++) {
    size += simple_size(expr->args[i], most - size);
  }
  return size;
}

/* Names `item`: exists x in [item]: <body>, where the caller fills in the body of *ret_around. Gives x. */
static const IrExpr *name_item(Lower *lower, const IrExpr *item, IrExpr **ret_around) {
  IrExpr *one = lower_unary(lower, IRX_SEQ, lower_seq_of_one(lower, item->type), item->span, item);
  IrBinder *binder = ARENA_NEW(lower->arena, IrBinder);
  *binder = (IrBinder){
      .kind = IRB_SEQ, .local = lower_local_new(lower, "item", item->type, item->span), .resource = -1, .in = one};
  binder->type = item->type;
  binder->span = item->span;
  IrExpr *around = lower_node(lower, IRX_QUANTIFIER, lower->ir->type_bool, item->span, 0);
  around->quantifier = IRQ_EXISTS;
  around->binders = binder;
  around->binder_count = 1;
  *ret_around = around;
  return lower_local_ref(lower, binder->local, item->span);
}

/* `item` to be used twice: named where it is not simple. */
static const IrExpr *twice(Lower *lower, const IrExpr *item, IrExpr **ret_around) {
  *ret_around = NULL;
  return simple_size(item, 6) <= 6 ? item : name_item(lower, item, ret_around);
}

/* `item` to be used in each round of a loop that may have none: named, so that what is wrong with it shows all the
 * same, unless nothing can be. */
static const IrExpr *once(Lower *lower, const IrExpr *item, IrExpr **ret_around) {
  *ret_around = NULL;
  bool sure = item->kind == IRX_LOCAL || item->kind == IRX_VAR || item->kind == IRX_CONST;
  return sure ? item : name_item(lower, item, ret_around);
}

/* <inner> with the name around it, where there is one. */
static const IrExpr *wrap(IrExpr *around, const IrExpr *inner) {
  if (around == NULL) {
    return inner;
  }
  around->body = inner;
  return around;
}

/* item is there and <inner>, where `inner` is made of what *item holds. */
static const IrExpr *if_some(Lower *lower, const IrExpr *item, Span span, IrExpr *around, const IrExpr *inner) {
  const IrExpr *there = lower_unary(lower, IRX_IS_SOME, lower->ir->type_bool, item->span, item);
  return wrap(around, choice(lower, there, inner, span));
}

/* Is `each`, one of the elements, equal to `item`? An element that is none equals no value. */
static const IrExpr *equals_each(Lower *lower, const IrExpr *each, const IrExpr *item, Span span) {
  if (each->type->kind == IRT_OPTION && item->type->kind != IRT_OPTION) {
    const IrExpr *value = lower_convert(lower, each, each->type->elem);
    return if_some(lower, each, span, NULL, equals_each(lower, value, item, span));
  }
  const IrType *type = is_number(item->type) ? lower->ir->type_int : item->type;
  return pair(lower, IRX_EQ, lower->ir->type_bool, span, lower_convert(lower, each, type),
              lower_convert(lower, item, type));
}

/* item in all, where the item's type cannot simply be that of the elements: exists y in all: y == item. */
static const IrExpr *search(Lower *lower, const IrExpr *item, const IrExpr *all, Span span) {
  IrBinder *binder = ARENA_NEW(lower->arena, IrBinder);
  binder->kind = all->type->kind == IRT_SET ? IRB_SET : IRB_SEQ;
  binder->local = lower_local_new(lower, "item", all->type->elem, span);
  binder->type = all->type->elem;
  binder->resource = -1;
  binder->in = all;
  binder->span = span;
  IrExpr *node = lower_node(lower, IRX_QUANTIFIER, lower->ir->type_bool, span, 0);
  node->quantifier = IRQ_EXISTS;
  node->binders = binder;
  node->binder_count = 1;
  node->body = equals_each(lower, lower_local_ref(lower, binder->local, span), item, span);
  return node;
}

static const IrExpr *membership(Lower *lower, const IrExpr *item, const IrExpr *all, Span span) {
  const IrType *elem = all->type->elem;
  bool is_json = all->type == lower->ir->type_json || item->type == lower->ir->type_json;
  IrExprKind kind = all->type->kind == IRT_SET ? IRX_IN_SET : IRX_IN_SEQ;
  if (is_json || ir_type_same(item->type, elem)) {
    return pair(lower, kind, lower->ir->type_bool, span, item, all);
  }
  if (is_number(item->type) && is_number(elem)) {
    return pair(lower, kind, lower->ir->type_bool, span, lower_convert(lower, item, lower->ir->type_int), all);
  }
  if (item->type->kind == IRT_OPTION && elem->kind != IRT_OPTION) {
    IrExpr *around_item, *around_all;
    item = once(lower, item, &around_item);
    all = once(lower, all, &around_all);
    const IrExpr *inner = lower_convert(lower, item, item->type->elem);
    const IrExpr *found = if_some(lower, item, span, NULL, membership(lower, inner, all, span));
    return wrap(around_item, wrap(around_all, found));
  }
  if (elem->kind == IRT_OPTION && ir_type_same(item->type, elem->elem)) {
    return pair(lower, kind, lower->ir->type_bool, span, lower_convert(lower, item, elem), all);
  }
  IrExpr *around;
  item = once(lower, item, &around);
  return wrap(around, search(lower, item, all, span));
}

static const IrExpr *lower_in(Lower *lower, const Expr *expr) {
  const IrExpr *item = lower_expr(lower, expr->left);
  bool plain = is_number(item->type);
  if (!plain && expr->common != NULL && expr->common->kind != TYPE_ERROR) {
    item = lower_convert(lower, item, comparable(lower, expr->common));
  }
  return membership(lower, item, lower_unwrap(lower, lower_expr(lower, expr->right)), expr->span);
}

/* ---------------------------------------------------------------- sets and seqs */

/* The operands in the type to which both are converted, else unwrapped as they are. */
static const IrExpr *collect(Lower *lower, const Expr *expr, IrExprKind kind) {
  const IrType *type = lower_type(lower, expr->type);
  const IrType *common = expr->common != NULL ? lower_type(lower, expr->common) : type;
  const IrExpr *left = lower_as(lower, expr->left, common);
  const IrExpr *right = lower_as(lower, expr->right, common);
  return lower_convert(lower, pair(lower, kind, kind == IRX_CONCAT ? type : common, expr->span, left, right), type);
}

static const IrExpr *lower_plus(Lower *lower, const Expr *expr) {
  if (expr->type->kind == TYPE_SET) {
    return collect(lower, expr, IRX_UNION);
  }
  if (expr->type->kind == TYPE_SEQ) {
    return collect(lower, expr, IRX_CONCAT);
  }
  return arithmetic(lower, expr, IRX_ADD, lower->ir->type_int);
}

const IrExpr *lower_binary(Lower *lower, const Expr *expr) {
  const IrType *number = lower->ir->type_int;
  switch (expr->op) {
  case OP_IFF:
    return logical(lower, expr, IRX_IFF);
  case OP_IMPLIES:
    return logical(lower, expr, IRX_IMPLIES);
  case OP_OR:
    return logical(lower, expr, IRX_OR);
  case OP_AND:
    return logical(lower, expr, IRX_AND);
  case OP_EQ:
    return equality(lower, expr, IRX_EQ);
  case OP_NE:
    return equality(lower, expr, IRX_NE);
  case OP_LT:
    return ordering(lower, expr, IRX_LT);
  case OP_LE:
    return ordering(lower, expr, IRX_LE);
  case OP_GT:
    return ordering(lower, expr, IRX_GT);
  case OP_GE:
    return ordering(lower, expr, IRX_GE);
  case OP_IN:
    return lower_in(lower, expr);
  case OP_ADD:
    return lower_plus(lower, expr);
  case OP_SUB:
    return expr->type->kind == TYPE_SET ? collect(lower, expr, IRX_DIFFERENCE)
                                        : arithmetic(lower, expr, IRX_SUB, number);
  case OP_MUL:
    return arithmetic(lower, expr, IRX_MUL, number);
  case OP_DIV:
    return arithmetic(lower, expr, IRX_DIV, number);
  case OP_MOD:
    return arithmetic(lower, expr, IRX_MOD, number);
  case OP_INTERSECT:
    return collect(lower, expr, IRX_INTERSECT);
  case OP_NOT:
  case OP_NEG:
    break;
  }
  g_assert_not_reached();
}

/* p is live|locked; `none is live` is false. */
static const IrExpr *is_in(Lower *lower, const IrExpr *slot, uint64_t mask, Span span) {
  if (slot->type->kind == IRT_OPTION) {
    IrExpr *around;
    slot = twice(lower, slot, &around);
    const IrExpr *inner = lower_convert(lower, slot, slot->type->elem);
    return if_some(lower, slot, span, around, is_in(lower, inner, mask, span));
  }
  IrExpr *node = lower_unary(lower, IRX_IS, lower->ir->type_bool, span, slot);
  node->resource = slot->type->decl;
  node->mask = mask;
  return node;
}

const IrExpr *lower_is(Lower *lower, const Expr *expr) {
  return is_in(lower, lower_expr(lower, expr->operand), expr->state_mask, expr->span);
}
