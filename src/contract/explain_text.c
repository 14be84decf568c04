/* Writes expressions for explanations.
 * Takes an expression and the scope it is read in; gives the user's own text of it (cut from the source by span) or the
 * same with values in place of names. Operators are written anew with as few parentheses as the grammar's precedence
 * allows; a part that is too much for a line stays as it was written. */
#include "contract/explain_text.h"

#include <string.h>

#include "base/limits.h"
#include "ir/value.h"

/* ---------------------------------------------------------------- source text */

/* Skips blanks and comments; true where there were any. */
static bool skip_blank(const char *text, size_t end, size_t *at) {
  size_t start = *at;
  while (*at < end) {
    if (g_ascii_isspace(text[*at])) {
      (*at)++;
    } else if (*at + 1 < end && text[*at] == '/' && text[*at + 1] == '/') {
      while (*at < end && text[*at] != '\n' && text[*at] != '\r') {
        (*at)++;
      }
    } else if (*at + 1 < end && text[*at] == '/' && text[*at + 1] == '*') {
      *at += 2;
      while (*at < end && !(text[*at] == '*' && *at + 1 < end && text[*at + 1] == '/')) {
        (*at)++;
      }
      *at = MIN(*at + 2, end);
    } else {
      break;
    }
  }
  return *at > start;
}

/* Parentheses around the whole of it say nothing by themselves. */
static void strip_parentheses(GString *out, size_t from) {
  int depth = 0;
  for (size_t i = from; i < out->len; i++) {
    depth += out->str[i] == '(' ? 1 : out->str[i] == ')' ? -1 : 0;
    if (depth == 0 && i + 1 < out->len) {
      return; /* the first one is closed before the end, or there is none */
    }
  }
  if (depth == 0 && out->len - from >= 2 && out->str[from] == '(') {
    g_string_truncate(out, out->len - 1);
    g_string_erase(out, (gssize)from, 1);
  }
}

static void quote(const Source *source, Span span, GString *out) {
  const char *text = source_text(source);
  size_t end = MIN(span.end, source_length(source)), at = MIN(span.start, end);
  size_t characters = 0;
  bool in_string = false;
  skip_blank(text, end, &at);
  while (at < end) {
    if (!in_string && skip_blank(text, end, &at)) {
      if (at < end) {
        g_string_append_c(out, ' ');
        characters++;
      }
      continue;
    }
    if (((unsigned char)text[at] & 0xc0) != 0x80 && ++characters > LIMIT_EXPLAIN_WIDTH) {
      g_string_append(out, "…");
      return;
    }
    if (text[at] == '"' && (!in_string || text[at - 1] != '\\')) {
      in_string = !in_string;
    }
    g_string_append_c(out, text[at++]);
  }
}

void explain_text_quote(const Source *source, Span span, GString *out) {
  size_t from = out->len;
  quote(source, span, out);
  strip_parentheses(out, from);
}

/* ---------------------------------------------------------------- values */

/* Does a value hold a slot that is not set? Such a one is only seen in what an init starts from. */
static bool is_unset(const IrType *type, const int64_t *cells) {
  if (!type->has_slots) {
    return false;
  }
  if (type->kind == IRT_RESOURCE) {
    return cells[0] < 0;
  }
  if (type->kind == IRT_OPTION) {
    return cells[0] != 0 && is_unset(type->elem, cells + 1);
  }
  if (type->kind == IRT_MAP) {
    for (uint32_t at = 0; at < type->cells; at += type->elem->cells) {
      if (is_unset(type->elem, cells + at)) {
        return true;
      }
    }
  }
  return false;
}

/* Cuts what was appended since `from` to `limit` bytes, at a character's border. */
static void cut(GString *out, size_t from, size_t limit) {
  if (out->len - from <= limit) {
    return;
  }
  size_t at = from + limit;
  while (at > from && ((unsigned char)out->str[at] & 0xc0) == 0x80) {
    at--;
  }
  g_string_truncate(out, at);
  g_string_append(out, "…");
}

void explain_text_cells(const IrModel *model, const IrType *type, const int64_t *cells, size_t limit, GString *out) {
  size_t from = out->len;
  if (is_unset(type, cells)) {
    g_string_append(out, "not set");
    return;
  }
  value_print(model, type, cells, out);
  cut(out, from, limit);
}

void explain_text_value(Eval *eval, const Scope *scope, const IrExpr *expr, GString *out) {
  g_autofree int64_t *cells = eval_value(eval, scope, expr, NULL);
  if (cells == NULL) {
    g_string_append_c(out, '?');
  } else {
    explain_text_cells(eval_model(eval), expr->type, cells, LIMIT_EXPLAIN_WIDTH, out);
  }
}

const IrExpr *explain_text_core(const IrExpr *expr) {
  while (expr->kind == IRX_CONVERT) {
    expr = expr->args[0];
  }
  return expr;
}

/* ---------------------------------------------------------------- with values put in */

typedef enum Level {
  LEVEL_IFF = 1,
  LEVEL_IMPLIES,
  LEVEL_OR,
  LEVEL_AND,
  LEVEL_NOT,
  LEVEL_COMPARE,
  LEVEL_ADD,
  LEVEL_MUL,
  LEVEL_UNARY
} Level;

typedef struct Operator {
  IrExprKind kind;
  Level level;
  const char *word;
} Operator;

static const Operator operators[] = {
    {IRX_IFF, LEVEL_IFF, " <=> "},       {IRX_IMPLIES, LEVEL_IMPLIES, " => "},
    {IRX_OR, LEVEL_OR, "  or  "},        {IRX_AND, LEVEL_AND, "  and  "},
    {IRX_EQ, LEVEL_COMPARE, " == "},     {IRX_NE, LEVEL_COMPARE, " != "},
    {IRX_LT, LEVEL_COMPARE, " < "},      {IRX_LE, LEVEL_COMPARE, " <= "},
    {IRX_GT, LEVEL_COMPARE, " > "},      {IRX_GE, LEVEL_COMPARE, " >= "},
    {IRX_IN_SET, LEVEL_COMPARE, " in "}, {IRX_IN_SEQ, LEVEL_COMPARE, " in "},
    {IRX_SUBSET, LEVEL_COMPARE, " <= "}, {IRX_PROPER_SUBSET, LEVEL_COMPARE, " < "},
    {IRX_ADD, LEVEL_ADD, " + "},         {IRX_SUB, LEVEL_ADD, " - "},
    {IRX_MUL, LEVEL_MUL, " * "},         {IRX_DIV, LEVEL_MUL, " / "},
    {IRX_MOD, LEVEL_MUL, " % "},
};

static const Operator *operator_of(IrExprKind kind) {
  for (size_t i = 0; i < G_N_ELEMENTS(operators); i++) {
    if (operators[i].kind == kind) {
      return &operators[i];
    }
  }
  return NULL;
}

static void put(Eval *eval, const Scope *scope, const IrExpr *expr, int level, GString *out);

static void put_operator(Eval *eval, const Scope *scope, const IrExpr *expr, const Operator *op, int level,
                         GString *out) {
  /* a comparison's operands that are comparisons themselves need parentheses on both sides; so does a right operand of
   * a chain to the left */
  int left = op->level == LEVEL_COMPARE || op->level == LEVEL_IMPLIES ? (int)op->level + 1 : (int)op->level;
  int right = op->level == LEVEL_IMPLIES || op->level == LEVEL_AND || op->level == LEVEL_OR ? (int)op->level
                                                                                            : (int)op->level + 1;
  bool parentheses = (int)op->level < level;
  if (parentheses) {
    g_string_append_c(out, '(');
  }
  put(eval, scope, expr->args[0], left, out);
  g_string_append(out, op->word);
  put(eval, scope, expr->args[1], right, out);
  if (parentheses) {
    g_string_append_c(out, ')');
  }
}

static void put_arguments(Eval *eval, const Scope *scope, const IrExpr *expr, GString *out) {
  g_string_append_c(out, '(');
  for (int i = 0; i < expr->arg_count; i++) {
    g_string_append(out, i == 0 ? "" : ", ");
    explain_text_value(eval, scope, expr->args[i], out);
  }
  g_string_append_c(out, ')');
}

void explain_text_call(Eval *eval, const Scope *scope, const IrExpr *call, GString *out) {
  g_string_append(out, eval_model(eval)->fns[call->index].name);
  put_arguments(eval, scope, call, out);
}

/* `Item#0 (deleted) is live` */
static void put_is(Eval *eval, const Scope *scope, const IrExpr *expr, GString *out) {
  const IrModel *model = eval_model(eval);
  const IrResource *pool = &model->resources[expr->resource];
  explain_text_value(eval, scope, expr->args[0], out);
  const char *mark = " is ";
  for (int state = 0; state < pool->state_count; state++) {
    if (expr->mask >> state & 1) {
      g_string_append(out, mark);
      g_string_append(out, pool->states[state].name);
      mark = "|";
    }
  }
}

static void put_old(Eval *eval, const Scope *scope, const IrExpr *expr, int level, GString *out) {
  if (scope->old == NULL) {
    explain_text_quote(scope->source, expr->span, out);
    return;
  }
  Scope before = *scope;
  before.state = scope->old;
  before.old = NULL;
  put(eval, &before, expr->args[0], level, out);
}

static void put_unary(Eval *eval, const Scope *scope, const IrExpr *expr, int level, GString *out) {
  bool parentheses = expr->kind == IRX_NOT && level > LEVEL_NOT;
  g_string_append(out, parentheses ? "(not " : expr->kind == IRX_NOT ? "not " : "-");
  put(eval, scope, expr->args[0], expr->kind == IRX_NOT ? LEVEL_NOT : LEVEL_UNARY, out);
  g_string_append(out, parentheses ? ")" : "");
}

/* A part of a truth value that is told in one piece: `flags[2]`, `Booking#0.paid`, a quantified part. */
static void put_truth(Eval *eval, const Scope *scope, const IrExpr *expr, GString *out) {
  if (expr->kind == IRX_FIELD) {
    explain_text_value(eval, scope, expr->args[0], out);
    g_string_append_printf(out, ".%s", eval_model(eval)->resources[expr->resource].fields[expr->index].name);
  } else if (expr->kind == IRX_MAP_AT || expr->kind == IRX_SEQ_AT) {
    explain_text_quote(scope->source, expr->args[0]->span, out);
    g_string_append_c(out, '[');
    explain_text_value(eval, scope, expr->args[1], out);
    g_string_append_c(out, ']');
  } else if (expr->kind == IRX_CALL) {
    explain_text_call(eval, scope, expr, out);
  } else {
    explain_text_quote(scope->source, expr->span, out);
  }
}

static void put(Eval *eval, const Scope *scope, const IrExpr *expr, int level, GString *out) {
  expr = explain_text_core(expr);
  if (out->len > 4 * LIMIT_EXPLAIN_WIDTH) {
    return; /* it is cut anyway */
  }
  const Operator *op = operator_of(expr->kind);
  if (op != NULL) {
    put_operator(eval, scope, expr, op, level, out);
  } else if (expr->kind == IRX_NOT || expr->kind == IRX_NEG) {
    put_unary(eval, scope, expr, level, out);
  } else if (expr->kind == IRX_IS) {
    put_is(eval, scope, expr, out);
  } else if (expr->kind == IRX_OLD) {
    put_old(eval, scope, expr, level, out);
  } else if (expr->kind == IRX_MIN2 || expr->kind == IRX_MAX2) {
    g_string_append(out, expr->kind == IRX_MIN2 ? "min" : "max");
    put_arguments(eval, scope, expr, out);
  } else if (expr->type->kind == IRT_BOOL && (expr->kind == IRX_CALL || expr->kind == IRX_QUANTIFIER)) {
    put_truth(eval, scope, expr, out);
  } else {
    explain_text_value(eval, scope, expr, out);
  }
}

void explain_text_substituted(Eval *eval, const Scope *scope, const IrExpr *expr, GString *out) {
  expr = explain_text_core(expr);
  size_t from = out->len;
  bool whole = expr->type->kind == IRT_BOOL && (expr->kind == IRX_FIELD || expr->kind == IRX_MAP_AT ||
                                                expr->kind == IRX_SEQ_AT || expr->kind == IRX_VAR);
  if (whole) {
    put_truth(eval, scope, expr, out);
  } else {
    put(eval, scope, expr, 0, out);
  }
  cut(out, from, 2 * LIMIT_EXPLAIN_WIDTH);
}
