/* Expressions and types as written: takes a tree, gives its text with as few parentheses as can be.
 * Two things ask for parentheses: an operand that binds less than its operator, and an operand that reaches as far
 * right as possible
 * (`forall`, `exists`, `if`) where something follows. The second is `open`, handed down the right edge of the tree, so
 * that `a => forall x: T : p` keeps its plain look and `(forall x: T : p) and q` does not lose its meaning. */
#include <inttypes.h>
#include <string.h>

#include "lang/print_internal.h"

/* Section 6 of the language, lowest first. */
enum {
  LEVEL_ANY,
  LEVEL_IFF,
  LEVEL_IMPLIES,
  LEVEL_OR,
  LEVEL_AND,
  LEVEL_NOT,
  LEVEL_COMPARE,
  LEVEL_SUM,
  LEVEL_PRODUCT,
  LEVEL_MINUS,
  LEVEL_POSTFIX
};

typedef struct Look {
  bool open;  /* nothing follows that an open-ended expression could swallow */
  bool tight; /* no spaces around + - * / %: range bounds */
} Look;

static void emit(const Expr *expr, int least, Look look, GString *out);

static int binary_level(ExprOp op) {
  switch (op) {
  case OP_IFF:
    return LEVEL_IFF;
  case OP_IMPLIES:
    return LEVEL_IMPLIES;
  case OP_OR:
    return LEVEL_OR;
  case OP_AND:
    return LEVEL_AND;
  case OP_ADD:
  case OP_SUB:
    return LEVEL_SUM;
  case OP_MUL:
  case OP_DIV:
  case OP_MOD:
  case OP_INTERSECT:
    return LEVEL_PRODUCT;
  default:
    return LEVEL_COMPARE;
  }
}

/* forall and exists stand without brackets of their own. */
static bool is_bare_quantifier(const Expr *expr) {
  return expr->kind == EXPR_QUANTIFIER && (expr->quantifier == QUANT_FORALL || expr->quantifier == QUANT_EXISTS);
}

static int level_of(const Expr *expr) {
  switch (expr->kind) {
  case EXPR_INT:
    return expr->integer < 0 ? LEVEL_MINUS : LEVEL_POSTFIX;
  case EXPR_UNARY:
    return expr->op == OP_NOT ? LEVEL_NOT : LEVEL_MINUS;
  case EXPR_BINARY:
    return binary_level(expr->op);
  case EXPR_IS:
    return LEVEL_COMPARE;
  default:
    return LEVEL_POSTFIX;
  }
}

/* Would `{ expr` or `[ expr` read as a binder, NAME `in`? Then the item stands in parentheses. */
static bool begins_like_binder(const Expr *expr) {
  while (expr->kind == EXPR_BINARY || expr->kind == EXPR_IS) {
    const Expr *first = expr->kind == EXPR_IS ? expr->operand : expr->left;
    if (expr->kind == EXPR_BINARY && expr->op == OP_IN && first->kind == EXPR_NAME) {
      return true;
    }
    expr = first;
  }
  return false;
}

void print_first_item(const Expr *expr, bool open, GString *out) {
  if (begins_like_binder(expr)) {
    g_string_append_c(out, '(');
    emit(expr, LEVEL_ANY, (Look){.open = true}, out);
    g_string_append_c(out, ')');
    return;
  }
  emit(expr, LEVEL_ANY, (Look){.open = open}, out);
}

/* e, e, e. Where another follows, an open-ended one is closed: `exists x: T, y` would ask for a second binder. */
static void emit_items(const List *items, GString *out) {
  for (size_t i = 0; i < items->count; i++) {
    const Expr *item = LIST_GET(*items, Expr, i);
    bool last = i + 1 == items->count;
    if (i > 0) {
      g_string_append(out, ", ");
    }
    if (i == 0) {
      print_first_item(item, last, out);
    } else {
      emit(item, LEVEL_ANY, (Look){.open = last}, out);
    }
  }
}

void print_local(const Local *local, GString *out) {
  print_name(&local->name, out);
  if (local->in != NULL) {
    g_string_append(out, " in ");
    emit(local->in, LEVEL_SUM, (Look){.open = false}, out);
  } else if (local->type_expr != NULL) {
    g_string_append(out, ": ");
    print_type_expr(local->type_expr, out);
  }
  if (local->states.count > 0) {
    g_string_append_c(out, ' ');
    print_names(&local->states, "|", out);
  }
  if (!local->moves) {
    return;
  }
  g_string_append(out, " -> ");
  print_name(&local->move_to, out);
}

static void emit_binders(const List *binders, const Expr *where, bool open, GString *out) {
  for (size_t i = 0; i < binders->count; i++) {
    if (i > 0) {
      g_string_append(out, ", ");
    }
    print_local(LIST_GET(*binders, Local, i), out);
  }
  if (where == NULL) {
    return;
  }
  g_string_append(out, " where ");
  emit(where, LEVEL_ANY, (Look){.open = open}, out);
}

void print_binders(const List *binders, const Expr *where, GString *out) {
  emit_binders(binders, where, false, out);
}

/* `forall binders : body`, `exists binders`. */
static void emit_bare_quantifier(const Expr *expr, GString *out) {
  g_string_append(out, quantifier_word(expr->quantifier));
  g_string_append_c(out, ' ');
  emit_binders(&expr->binders, expr->where, expr->body == NULL, out);
  if (expr->body == NULL) {
    return;
  }
  g_string_append(out, " : ");
  emit(expr->body, LEVEL_ANY, (Look){.open = true}, out);
}

/* `{ x: T where c }`, `{ e for x: T where c }`, and the same in [ ]. */
static void emit_comprehension(const Expr *expr, GString *out) {
  bool set = expr->quantifier == QUANT_SET;
  g_string_append(out, set ? "{ " : "[");
  if (expr->body != NULL) {
    print_first_item(expr->body, false, out);
    g_string_append(out, " for ");
  }
  emit_binders(&expr->binders, expr->where, true, out);
  g_string_append(out, set ? " }" : "]");
}

static void emit_quantifier(const Expr *expr, GString *out) {
  if (is_bare_quantifier(expr)) {
    emit_bare_quantifier(expr, out);
    return;
  }
  if (expr->quantifier == QUANT_SET || expr->quantifier == QUANT_SEQ) {
    emit_comprehension(expr, out);
    return;
  }
  g_string_append(out, quantifier_word(expr->quantifier));
  g_string_append_c(out, '(');
  emit_binders(&expr->binders, expr->where, expr->body == NULL, out);
  if (expr->body != NULL) {
    g_string_append(out, " : ");
    emit(expr->body, LEVEL_ANY, (Look){.open = true}, out);
  }
  g_string_append_c(out, ')');
}

/* Left-associative but for `=>`; comparisons do not chain, so both their operands bind tighter. A chain is as deep as
 * it is long, which the parser's limit on nesting bounds. */
static void emit_binary(const Expr *expr, Look look, GString *out) {
  int level = binary_level(expr->op);
  bool arithmetic = level >= LEVEL_SUM;
  int left = level == LEVEL_COMPARE || expr->op == OP_IMPLIES ? level + 1 : level;
  int right = expr->op == OP_IMPLIES ? level : level + 1;
  emit(expr->left, left, (Look){.open = false, .tight = look.tight}, out);
  g_string_append_printf(out, look.tight && arithmetic ? "%s" : " %s ", expr_op_word(expr->op));
  emit(expr->right, right, look, out);
}

static void emit_unary(const Expr *expr, Look look, GString *out) {
  g_string_append(out, expr->op == OP_NOT ? "not " : "-");
  /* `--1` must not come about, hence the level above its own for a minus. */
  emit(expr->operand, expr->op == OP_NOT ? LEVEL_NOT : LEVEL_POSTFIX, look, out);
}

static void emit_name(const Expr *expr, GString *out) {
  if (expr->ref.kind == REF_ENUM_MEMBER && expr->ref.decl != NULL) {
    print_name(&((const EnumDecl *)expr->ref.decl)->decl.name, out);
    g_string_append_c(out, '.');
  }
  print_name(&expr->name, out);
}

static void emit_if(const Expr *expr, Look look, GString *out) {
  g_string_append(out, "if ");
  emit(expr->condition, LEVEL_ANY, (Look){.open = true}, out);
  g_string_append(out, " then ");
  emit(expr->left, LEVEL_ANY, (Look){.open = true}, out);
  g_string_append(out, " else ");
  emit(expr->right, LEVEL_ANY, look, out);
}

static void emit_is(const Expr *expr, GString *out) {
  emit(expr->operand, LEVEL_SUM, (Look){.open = false}, out);
  g_string_append(out, " is ");
  print_names(&expr->states, "|", out);
}

static void emit_bracketed(const char *begin, const List *items, const char *end, GString *out) {
  g_string_append(out, begin);
  emit_items(items, out);
  g_string_append(out, end);
}

static void emit_access(const Expr *expr, GString *out) {
  emit(expr->operand, LEVEL_POSTFIX, (Look){.open = false}, out);
  if (expr->kind == EXPR_MEMBER) {
    g_string_append_c(out, '.');
    print_name(&expr->name, out);
    return;
  }
  g_string_append_c(out, '[');
  emit(expr->index, LEVEL_ANY, (Look){.open = true}, out);
  g_string_append_c(out, ']');
}

static void emit_plain(const Expr *expr, Look look, GString *out) {
  switch (expr->kind) {
  case EXPR_ERROR:
    break;
  case EXPR_INT:
    g_string_append_printf(out, "%" PRId64, expr->integer);
    break;
  case EXPR_BOOL:
    g_string_append(out, expr->integer != 0 ? "true" : "false");
    break;
  case EXPR_NONE:
    g_string_append(out, "none");
    break;
  case EXPR_STRING:
    print_string(expr->string, out);
    break;
  case EXPR_NAME:
    emit_name(expr, out);
    break;
  case EXPR_MEMBER:
  case EXPR_INDEX:
    emit_access(expr, out);
    break;
  case EXPR_CALL:
    print_name(&expr->name, out);
    emit_bracketed("(", &expr->items, ")", out);
    break;
  case EXPR_UNARY:
    emit_unary(expr, look, out);
    break;
  case EXPR_BINARY:
    emit_binary(expr, look, out);
    break;
  case EXPR_IF:
    emit_if(expr, look, out);
    break;
  case EXPR_IS:
    emit_is(expr, out);
    break;
  case EXPR_QUANTIFIER:
    emit_quantifier(expr, out);
    break;
  case EXPR_SET:
    emit_bracketed(expr->items.count > 0 ? "{ " : "{", &expr->items, expr->items.count > 0 ? " }" : "}", out);
    break;
  case EXPR_SEQ:
    emit_bracketed("[", &expr->items, "]", out);
    break;
  case EXPR_OLD:
    g_string_append(out, "old(");
    emit(expr->operand, LEVEL_ANY, (Look){.open = true}, out);
    g_string_append_c(out, ')');
    break;
  case EXPR_PATH:
    g_string_append_printf(out, "$%s", expr->path != NULL ? expr->path : "");
    break;
  }
}

static void emit(const Expr *expr, int least, Look look, GString *out) {
  if (expr == NULL) {
    return; /* a hole that the parser has reported */
  }
  bool open_ended = is_bare_quantifier(expr) || expr->kind == EXPR_IF;
  bool wrap = level_of(expr) < least || (open_ended && !look.open);
  if (!wrap) {
    emit_plain(expr, look, out);
    return;
  }
  g_string_append_c(out, '(');
  emit_plain(expr, (Look){.open = true, .tight = look.tight}, out);
  g_string_append_c(out, ')');
}

void print_expr_open(const Expr *expr, bool open, GString *out) {
  emit(expr, LEVEL_ANY, (Look){.open = open}, out);
}

void print_expr(const Expr *expr, GString *out) {
  print_expr_open(expr, true, out);
}

/* A bound is a sum: what binds less stands in parentheses. */
static void emit_bound(const Expr *bound, GString *out) {
  emit(bound, LEVEL_SUM, (Look){.open = false, .tight = true}, out);
}

void print_type_expr(const TypeExpr *type_expr, GString *out) {
  if (type_expr == NULL) {
    return;
  }
  switch (type_expr->kind) {
  case TX_BOOL:
    g_string_append(out, "bool");
    break;
  case TX_INT:
    g_string_append(out, "int");
    break;
  case TX_RANGE:
    emit_bound(type_expr->lo, out);
    g_string_append(out, "..");
    emit_bound(type_expr->hi, out);
    break;
  case TX_NAME:
    print_name(&type_expr->name, out);
    break;
  case TX_OPTION:
    print_type_expr(type_expr->elem, out);
    g_string_append_c(out, '?');
    break;
  case TX_SET:
    g_string_append(out, "set of ");
    print_type_expr(type_expr->elem, out);
    break;
  case TX_SEQ:
    g_string_append(out, "seq[");
    emit(type_expr->hi, LEVEL_ANY, (Look){.open = true, .tight = true}, out);
    g_string_append(out, "] of ");
    print_type_expr(type_expr->elem, out);
    break;
  case TX_MAP:
    g_string_append(out, "map ");
    print_type_expr(type_expr->key, out);
    g_string_append(out, " to ");
    print_type_expr(type_expr->elem, out);
    break;
  case TX_ERROR:
    break;
  }
}
