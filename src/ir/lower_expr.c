/* Expressions: the tree's operators become the IR's, with every change of type written out as a CONVERT.
 * Takes checked expressions, gives IrExprs in the model's arena. lower_expr gives a value in the expression's own type;
 * lower_as converts it to what the consumer wants. What is known now (literals, constants) becomes CONST, in the
 * consumer's type where it fits. */
#include <cjson/cJSON.h>
#include <string.h>

#include "ir/const_eval.h"
#include "ir/lower_internal.h"

IrExpr *lower_node(Lower *lower, IrExprKind kind, const IrType *type, Span span, int arg_count) {
  IrExpr *node = ARENA_NEW(lower->arena, IrExpr);
  node->kind = kind;
  node->type = type;
  node->span = span;
  node->index = -1;
  node->resource = -1;
  node->arg_count = arg_count;
  node->args = arg_count > 0 ? ARENA_ARRAY(lower->arena, const IrExpr *, arg_count) : NULL;
  return node;
}

IrExpr *lower_const(Lower *lower, const IrType *type, Span span, const int64_t *cells) {
  IrExpr *node = lower_node(lower, IRX_CONST, type, span, 0);
  int64_t *copy = ARENA_ARRAY(lower->arena, int64_t, type->cells + 1);
  if (cells != NULL) {
    memcpy(copy, cells, sizeof *copy * type->cells);
  }
  node->cells = copy;
  return node;
}

IrExpr *lower_unary(Lower *lower, IrExprKind kind, const IrType *type, Span span, const IrExpr *arg) {
  IrExpr *node = lower_node(lower, kind, type, span, 1);
  node->args[0] = arg;
  return node;
}

IrExpr *lower_local_ref(Lower *lower, int local, Span span) {
  IrExpr *node = lower_node(lower, IRX_LOCAL, g_array_index(lower->locals, IrLocal, local).type, span, 0);
  node->index = local;
  return node;
}

const IrExpr *lower_convert(Lower *lower, const IrExpr *expr, const IrType *to) {
  const IrType *json = lower->ir->type_json;
  if (expr->type == json || to == json || ir_type_same(expr->type, to)) {
    return expr;
  }
  if (expr->kind == IRX_CONST) {
    g_autofree int64_t *cells = g_new0(int64_t, to->cells + 1);
    if (const_convert(expr->type, expr->cells, to, cells) == NULL) {
      return lower_const(lower, to, expr->span, cells);
    }
  }
  return lower_unary(lower, IRX_CONVERT, to, expr->span, expr);
}

const IrExpr *lower_as(Lower *lower, const Expr *expr, const IrType *to) {
  return lower_convert(lower, lower_expr(lower, expr), to);
}

const IrExpr *lower_as_lang(Lower *lower, const Expr *expr, const Type *to) {
  return lower_as(lower, expr, lower_type(lower, to));
}

const IrExpr *lower_bool(Lower *lower, const Expr *expr) {
  return lower_as(lower, expr, lower->ir->type_bool);
}

const IrExpr *lower_unwrap(Lower *lower, const IrExpr *expr) {
  while (expr->type->kind == IRT_OPTION) {
    expr = lower_convert(lower, expr, expr->type->elem);
  }
  return expr;
}

const IrExpr *lower_number_operand(Lower *lower, const Expr *expr) {
  return lower_unwrap(lower, lower_expr(lower, expr));
}

/* A collection of constants is a constant; where making it is a model error, it stays as it is and errs when it is
 * reached. */
static const IrExpr *fold(Lower *lower, const IrExpr *node) {
  for (int i = 0; i < node->arg_count; i++) {
    if (node->args[i]->kind != IRX_CONST) {
      return node;
    }
  }
  const IrFrame none = {0};
  ConstFault fault;
  g_autofree int64_t *cells = g_new0(int64_t, node->type->cells + 1);
  return const_eval(lower->ir, &none, node, cells, &fault) ? lower_const(lower, node->type, node->span, cells) : node;
}

static int map_depth(const IrType *type) {
  int depth = 0;
  for (; type->kind == IRT_MAP; type = type->elem) {
    depth++;
  }
  return depth;
}

static const IrExpr *fill(Lower *lower, const IrExpr *value, const IrType *to) {
  if (map_depth(to) <= map_depth(value->type)) {
    return lower_convert(lower, value, to);
  }
  const IrExpr *entry = fill(lower, value, to->elem);
  return fold(lower, lower_unary(lower, IRX_FILL, to, value->span, entry));
}

const IrExpr *lower_fill(Lower *lower, const Expr *expr, const IrType *to) {
  return fill(lower, lower_expr(lower, expr), to);
}

const IrExpr **lower_list_as(Lower *lower, const List *exprs, const IrType *to) {
  const IrExpr **list = ARENA_ARRAY(lower->arena, const IrExpr *, exprs->count + 1);
  for (size_t i = 0; i < exprs->count; i++) {
    list[i] = lower_as(lower, LIST_GET(*exprs, Expr, i), to);
  }
  return list;
}

const IrExpr **lower_args(Lower *lower, const List *args, const List *params) {
  g_assert(args->count == params->count);
  const IrExpr **list = ARENA_ARRAY(lower->arena, const IrExpr *, args->count + 1);
  for (size_t i = 0; i < args->count; i++) {
    list[i] = lower_as_lang(lower, LIST_GET(*args, Expr, i), LIST_GET(*params, Local, i)->type);
  }
  return list;
}

/* What is made of a call's `args`, `size(s)`, `min(a, b)` and the like. */
static const IrExpr *lower_builtin(Lower *lower, const Expr *expr) {
  const IrType *number = lower->ir->type_int;
  const Expr *first = LIST_GET(expr->items, Expr, 0);
  if (expr->ref.builtin == BUILTIN_MIN || expr->ref.builtin == BUILTIN_MAX) {
    IrExprKind kind = expr->ref.builtin == BUILTIN_MIN ? IRX_MIN2 : IRX_MAX2;
    IrExpr *node = lower_node(lower, kind, number, expr->span, 2);
    node->args[0] = lower_as(lower, first, number);
    node->args[1] = lower_as(lower, LIST_GET(expr->items, Expr, 1), number);
    return node;
  }
  const IrExpr *value = lower_unwrap(lower, lower_expr(lower, first));
  if (value->type == lower->ir->type_json) {
    return lower_unary(lower, IRX_SEQ_SIZE, number, expr->span, value);
  }
  if (expr->ref.builtin == BUILTIN_SIZE) {
    IrExprKind kind = value->type->kind == IRT_SET ? IRX_SET_SIZE : IRX_SEQ_SIZE;
    return lower_unary(lower, kind, number, expr->span, value);
  }
  IrExprKind kind = expr->ref.builtin == BUILTIN_FIRST ? IRX_FIRST : IRX_LAST;
  return lower_unary(lower, kind, value->type->elem, expr->span, value);
}

static const IrExpr *lower_call(Lower *lower, const Expr *expr) {
  if (expr->ref.kind == REF_BUILTIN) {
    return lower_builtin(lower, expr);
  }
  g_assert(expr->ref.kind == REF_FN);
  const FnDecl *fn = expr->ref.decl;
  IrExpr *node = lower_node(lower, IRX_CALL, lower_type(lower, fn->type), expr->span, 0);
  node->index = lower_number(lower, fn);
  node->args = lower_args(lower, &expr->items, &fn->params);
  node->arg_count = (int)expr->items.count;
  return node;
}

static const IrExpr *lower_if(Lower *lower, const Expr *expr) {
  const IrType *type = lower_type(lower, expr->type);
  IrExpr *node = lower_node(lower, IRX_IF, type, expr->span, 3);
  node->args[0] = lower_bool(lower, expr->condition);
  node->args[1] = lower_as(lower, expr->left, type);
  node->args[2] = lower_as(lower, expr->right, type);
  return node;
}

static const IrExpr *lower_items(Lower *lower, const Expr *expr) {
  const IrType *type = lower_type(lower, expr->type);
  if (expr->items.count == 0) {
    return lower_const(lower, type, expr->span, NULL);
  }
  IrExpr *node = lower_node(lower, type->kind == IRT_SET ? IRX_SET : IRX_SEQ, type, expr->span, 0);
  node->args = lower_list_as(lower, &expr->items, type->elem != NULL ? type->elem : type);
  node->arg_count = (int)expr->items.count;
  return type == lower->ir->type_json ? node : fold(lower, node);
}

static const IrExpr *lower_old(Lower *lower, const Expr *expr) {
  bool step = lower->step;
  lower->step = false;
  const IrExpr *before = lower_expr(lower, expr->operand);
  lower->step = step;
  return lower_unary(lower, IRX_OLD, before->type, expr->span, before);
}

/* A string where it can only be a part of what is checked at run time: as JSON. */
static const IrExpr *lower_string(Lower *lower, const Expr *expr) {
  const char *text = lower_plain_text(lower, expr->string, NULL);
  cJSON *string = cJSON_CreateString(text != NULL ? text : "");
  char *printed = cJSON_PrintUnformatted(string);
  IrExpr *node = lower_node(lower, IRX_PATH, lower->ir->type_json, expr->span, 0);
  node->text = arena_strndup(lower->arena, printed, strlen(printed));
  cJSON_free(printed);
  cJSON_Delete(string);
  return node;
}

static bool is_plain(const Type *type) {
  return type != NULL &&
         (type->kind == TYPE_BOOL || type->kind == TYPE_INT || type->kind == TYPE_RANGE || type->kind == TYPE_ENUM);
}

static const IrExpr *lower_unfolded(Lower *lower, const Expr *expr) {
  switch (expr->kind) {
  case EXPR_INT:
    return lower_const(lower, lower->ir->type_int, expr->span, &expr->integer);
  case EXPR_BOOL:
    return lower_const(lower, lower->ir->type_bool, expr->span, &expr->integer);
  case EXPR_NONE:
    return lower_const(lower, lower_type(lower, expr->type), expr->span, NULL);
  case EXPR_STRING:
    return lower_string(lower, expr);
  case EXPR_NAME:
    return lower_name(lower, expr);
  case EXPR_MEMBER:
    return lower_member(lower, expr);
  case EXPR_INDEX:
    return lower_index(lower, expr);
  case EXPR_CALL:
    return lower_call(lower, expr);
  case EXPR_UNARY: {
    IrExprKind kind = expr->op == OP_NOT ? IRX_NOT : IRX_NEG;
    const IrType *type = expr->op == OP_NOT ? lower->ir->type_bool : lower->ir->type_int;
    return lower_unary(lower, kind, type, expr->span, lower_as(lower, expr->operand, type));
  }
  case EXPR_BINARY:
    return lower_binary(lower, expr);
  case EXPR_IF:
    return lower_if(lower, expr);
  case EXPR_IS:
    return lower_is(lower, expr);
  case EXPR_QUANTIFIER:
    return lower_quantifier(lower, expr);
  case EXPR_SET:
  case EXPR_SEQ:
    return lower_items(lower, expr);
  case EXPR_OLD:
    return lower_old(lower, expr);
  case EXPR_PATH: {
    IrExpr *node = lower_node(lower, IRX_PATH, lower->ir->type_json, expr->span, 0);
    node->text = arena_strndup(lower->arena, expr->path, strlen(expr->path));
    return node;
  }
  case EXPR_ERROR:
    break;
  }
  g_assert_not_reached();
}

/* Recursion is bounded by the nesting of the tree, which the parser limits. */
const IrExpr *lower_expr(Lower *lower, const Expr *expr) {
  if (expr->constant && is_plain(expr->type)) {
    return lower_const(lower, lower_type(lower, expr->type), expr->span, &expr->value);
  }
  return lower_unfolded(lower, expr);
}
