/* Expressions, types and locals in the dump. The tree's depth is bounded by the parser, so that plain recursion is
 * safe. */
#include "lang/ast_dump_internal.h"

static const char *expr_kind_word(ExprKind kind) {
  static const char *const words[] = {
      [EXPR_ERROR] = "error",   [EXPR_INT] = "int",
      [EXPR_BOOL] = "bool",     [EXPR_NONE] = "none",
      [EXPR_STRING] = "string", [EXPR_NAME] = "name",
      [EXPR_MEMBER] = "member", [EXPR_INDEX] = "index",
      [EXPR_CALL] = "call",     [EXPR_UNARY] = "unary",
      [EXPR_BINARY] = "binary", [EXPR_IF] = "if",
      [EXPR_IS] = "is",         [EXPR_QUANTIFIER] = "quantifier",
      [EXPR_SET] = "set",       [EXPR_SEQ] = "seq",
      [EXPR_OLD] = "old",       [EXPR_PATH] = "path",
  };
  return words[kind];
}

static const char *ref_kind_word(RefKind kind) {
  static const char *const words[] = {
      [REF_NONE] = "none",
      [REF_CONST] = "const",
      [REF_VAR] = "var",
      [REF_LOCAL] = "local",
      [REF_FN] = "fn",
      [REF_BUILTIN] = "builtin",
      [REF_ENUM] = "enum",
      [REF_ENUM_MEMBER] = "enum-member",
      [REF_FIELD] = "field",
      [REF_TOKEN] = "token",
      [REF_STATE_NAME] = "state-name",
      [REF_SECRET] = "secret",
  };
  return words[kind];
}

void dump_names(Dump *dump, const List *names) {
  for (size_t i = 0; i < names->count; i++) {
    dump_attribute(dump, i == 0 ? " %s" : "|%s", LIST_GET(*names, Name, i)->text);
  }
}

/* What check_model added. */
static void dump_checked(Dump *dump, const Expr *expr) {
  if (expr->type != NULL) {
    g_string_append(dump->out, " : ");
    type_print(expr->type, false, dump->out);
  }
  if (expr->common != NULL) {
    g_string_append(dump->out, " common ");
    type_print(expr->common, false, dump->out);
  }
  if (expr->ref.kind != REF_NONE) {
    dump_attribute(dump, " -> %s", ref_kind_word(expr->ref.kind));
    if (expr->ref.kind == REF_ENUM_MEMBER) {
      dump_attribute(dump, " %d", expr->ref.member);
    }
  }
  if (expr->constant) {
    dump_attribute(dump, " = %" G_GINT64_FORMAT, expr->value);
  }
  if (expr->state_mask != 0) {
    dump_attribute(dump, " mask %" G_GINT64_MODIFIER "x", expr->state_mask);
  }
  if (expr->runtime_only) {
    g_string_append(dump->out, " runtime-only");
  }
}

static void dump_expr_words(Dump *dump, const Expr *expr) {
  switch (expr->kind) {
  case EXPR_INT:
  case EXPR_BOOL:
    dump_attribute(dump, " %" G_GINT64_FORMAT, expr->integer);
    break;
  case EXPR_UNARY:
  case EXPR_BINARY:
    dump_attribute(dump, " %s", expr_op_word(expr->op));
    break;
  case EXPR_QUANTIFIER:
    dump_attribute(dump, " %s", quantifier_word(expr->quantifier));
    break;
  case EXPR_PATH:
    g_string_append_c(dump->out, ' ');
    g_string_append_c(dump->out, '$');
    g_string_append(dump->out, expr->path);
    break;
  case EXPR_NAME:
  case EXPR_MEMBER:
  case EXPR_CALL:
    dump_name(dump, expr->name.text);
    break;
  default:
    break;
  }
  dump_names(dump, &expr->states);
}

void dump_expr(Dump *dump, const Expr *expr) {
  if (expr == NULL) {
    return;
  }
  dump_open(dump, expr_kind_word(expr->kind));
  dump_expr_words(dump, expr);
  dump_span(dump, expr->span);
  dump_checked(dump, expr);
  dump_expr(dump, expr->operand);
  dump_expr(dump, expr->index);
  dump_expr_as(dump, "condition", expr->condition);
  dump_expr(dump, expr->left);
  dump_expr(dump, expr->right);
  for (size_t i = 0; i < expr->items.count; i++) {
    dump_expr(dump, LIST_GET(expr->items, Expr, i));
  }
  dump_locals(dump, &expr->binders);
  dump_expr_as(dump, "where", expr->where);
  dump_expr_as(dump, "body", expr->body);
  dump_template(dump, expr->string);
  dump_close(dump);
}

void dump_expr_as(Dump *dump, const char *role, const Expr *expr) {
  if (expr != NULL) {
    dump_open(dump, role);
    dump_expr(dump, expr);
    dump_close(dump);
  }
}

void dump_exprs_as(Dump *dump, const char *role, const List *exprs) {
  for (size_t i = 0; i < exprs->count; i++) {
    dump_expr_as(dump, role, LIST_GET(*exprs, Expr, i));
  }
}

void dump_type(Dump *dump, const TypeExpr *type) {
  static const char *const words[] = {
      [TX_BOOL] = "type-bool", [TX_INT] = "type-int",       [TX_RANGE] = "type-range",
      [TX_NAME] = "type-name", [TX_OPTION] = "type-option", [TX_SET] = "type-set",
      [TX_SEQ] = "type-seq",   [TX_MAP] = "type-map",       [TX_ERROR] = "type-error",
  };
  if (type == NULL) {
    return;
  }
  dump_open(dump, words[type->kind]);
  dump_name(dump, type->name.text);
  dump_span(dump, type->span);
  if (type->type != NULL) {
    g_string_append(dump->out, " : ");
    type_print(type->type, false, dump->out);
  }
  dump_expr(dump, type->lo);
  dump_expr(dump, type->hi);
  dump_type(dump, type->key);
  dump_type(dump, type->elem);
  dump_close(dump);
}

void dump_local(Dump *dump, const Local *local) {
  static const char *const words[] = {
      [LOCAL_PARAMETER] = "parameter", [LOCAL_BINDER] = "binder", [LOCAL_LET] = "let", [LOCAL_NEW] = "new"};
  if (local == NULL) {
    return;
  }
  dump_open(dump, words[local->kind]);
  dump_name(dump, local->name.text);
  dump_names(dump, &local->states);
  if (local->moves) {
    dump_attribute(dump, " -> %s", local->move_to.text == NULL ? "?" : local->move_to.text);
  }
  dump_span(dump, local->span);
  if (local->type != NULL) {
    g_string_append(dump->out, " : ");
    type_print(local->type, false, dump->out);
    if (local->type->kind == TYPE_RESOURCE) {
      dump_attribute(dump, " mask %" G_GINT64_MODIFIER "x", local->state_mask);
    }
  }
  dump_type(dump, local->type_expr);
  dump_expr_as(dump, "in", local->in);
  dump_close(dump);
}

void dump_locals(Dump *dump, const List *locals) {
  for (size_t i = 0; i < locals->count; i++) {
    dump_local(dump, LIST_GET(*locals, Local, i));
  }
}
