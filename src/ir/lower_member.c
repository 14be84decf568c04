/* Expressions that name something: values, fields, entries of maps and seqs, tokens.
 * Takes checked NAME, MEMBER and INDEX nodes, gives IrExprs. A T? before a dot or a bracket is unwrapped, with the
 * error `none`. */
#include <string.h>

#include "ir/lower_internal.h"

static const IrExpr *lower_token(Lower *lower, const TokenDecl *token, Span span, const IrExpr *slot) {
  IrExpr *node = lower_node(lower, IRX_TOKEN, lower->ir->type_json, span, slot != NULL ? 1 : 0);
  node->index = lower_number(lower, token);
  if (slot != NULL) {
    node->args[0] = slot;
  }
  return node;
}

const IrExpr *lower_name(Lower *lower, const Expr *expr) {
  const void *decl = expr->ref.decl;
  IrExpr *node;
  switch (expr->ref.kind) {
  case REF_CONST: {
    const ConstDecl *constant = decl;
    return lower_const(lower, lower_type(lower, constant->type), expr->span, &constant->folded);
  }
  case REF_VAR:
    node = lower_node(lower, IRX_VAR, lower_type(lower, ((const VarDecl *)decl)->type), expr->span, 0);
    node->index = lower_number(lower, decl);
    return node;
  case REF_LOCAL:
    return lower_local_ref(lower, ((const Local *)decl)->index, expr->span);
  case REF_ENUM_MEMBER: {
    int64_t member = expr->ref.member;
    return lower_const(lower, lower_type(lower, ((const EnumDecl *)decl)->type), expr->span, &member);
  }
  case REF_TOKEN:
    return lower_token(lower, decl, expr->span, NULL);
  case REF_SECRET:
    node = lower_node(lower, IRX_SECRET, lower->ir->type_json, expr->span, 0);
    node->index = lower_number(lower, decl);
    return node;
  default:
    g_assert_not_reached();
  }
}

/* A member of something that comes from a `$`. */
static const IrExpr *lower_json_step(Lower *lower, const Expr *expr, const IrExpr *from) {
  IrExpr *node = lower_node(lower, IRX_PATH, lower->ir->type_json, expr->span, expr->kind == EXPR_INDEX ? 2 : 1);
  node->args[0] = from;
  if (expr->kind == EXPR_INDEX) {
    node->args[1] = lower_expr(lower, expr->index);
    node->text = "[]";
  } else {
    node->text = arena_printf(lower->arena, ".%s", expr->name.text);
  }
  return node;
}

const IrExpr *lower_member(Lower *lower, const Expr *expr) {
  if (expr->ref.kind == REF_ENUM_MEMBER) {
    return lower_name(lower, expr);
  }
  const IrExpr *slot = lower_unwrap(lower, lower_expr(lower, expr->operand));
  IrExpr *node;
  switch (expr->ref.kind) {
  case REF_FIELD: {
    const FieldDecl *field = expr->ref.decl;
    node = lower_unary(lower, IRX_FIELD, lower_type(lower, field->type), expr->span, slot);
    node->resource = slot->type->decl;
    node->index = field->index;
    return node;
  }
  case REF_TOKEN:
    return lower_token(lower, expr->ref.decl, expr->span, slot);
  case REF_STATE_NAME:
    node = lower_unary(lower, IRX_STATE_NAME, lower->ir->type_json, expr->span, slot);
    node->resource = slot->type->decl;
    return node;
  case REF_NONE:
    return lower_json_step(lower, expr, slot);
  default:
    g_assert_not_reached();
  }
}

static bool is_number(const IrType *type) {
  return type->kind == IRT_INT || type->kind == IRT_RANGE;
}

/* A token's key joins the slot, where there is one. */
static const IrExpr *lower_token_key(Lower *lower, const Expr *expr, const IrExpr *token) {
  const TokenDecl *decl = expr->operand->ref.decl;
  IrExpr *node = lower_node(lower, IRX_TOKEN, token->type, expr->span, token->arg_count + 1);
  node->index = token->index;
  for (int i = 0; i < token->arg_count; i++) {
    node->args[i] = token->args[i];
  }
  node->args[token->arg_count] = lower_as_lang(lower, expr->index, decl->key_type);
  return node;
}

const IrExpr *lower_index(Lower *lower, const Expr *expr) {
  const IrExpr *base = lower_unwrap(lower, lower_expr(lower, expr->operand));
  if (base->kind == IRX_TOKEN) {
    return lower_token_key(lower, expr, base);
  }
  if (base->type == lower->ir->type_json) {
    return lower_json_step(lower, expr, base);
  }
  const IrType *type = base->type;
  bool map = type->kind == IRT_MAP;
  g_assert(map || type->kind == IRT_SEQ);
  IrExpr *node = lower_node(lower, map ? IRX_MAP_AT : IRX_SEQ_AT, type->elem, expr->span, 2);
  node->args[0] = base;
  if (map && !is_number(type->key)) {
    node->args[1] = lower_as(lower, expr->index, type->key);
  } else {
    node->args[1] = lower_number_operand(lower, expr->index);
  }
  return node;
}
