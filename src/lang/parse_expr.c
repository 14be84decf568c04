/* Expressions with operators, by precedence climbing: one function for all levels, so that a level of nesting costs few
 * C stack frames. Each node knows its height; where the depth of the recursion and the height together pass
 * LIMIT_NESTING a fault is told, so that whoever walks the tree later may recurse, also over long chains such as a + b
 * + c + ... */
#include "base/limits.h"
#include "lang/parse_internal.h"

typedef struct Operator {
  TokenKind token;
  ExprOp op;
  Level level;
} Operator;

static const Operator operators[] = {
    {TOKEN_IFF, OP_IFF, LEVEL_IFF},
    {TOKEN_IMPLIES, OP_IMPLIES, LEVEL_IMPLIES},
    {TOKEN_OR, OP_OR, LEVEL_OR},
    {TOKEN_AND, OP_AND, LEVEL_AND},
    {TOKEN_EQ, OP_EQ, LEVEL_COMPARE},
    {TOKEN_NE, OP_NE, LEVEL_COMPARE},
    {TOKEN_LT, OP_LT, LEVEL_COMPARE},
    {TOKEN_LE, OP_LE, LEVEL_COMPARE},
    {TOKEN_GT, OP_GT, LEVEL_COMPARE},
    {TOKEN_GE, OP_GE, LEVEL_COMPARE},
    {TOKEN_IN, OP_IN, LEVEL_COMPARE},
    {TOKEN_PLUS, OP_ADD, LEVEL_ADD},
    {TOKEN_MINUS, OP_SUB, LEVEL_ADD},
    {TOKEN_STAR, OP_MUL, LEVEL_MULTIPLY},
    {TOKEN_SLASH, OP_DIV, LEVEL_MULTIPLY},
    {TOKEN_PERCENT, OP_MOD, LEVEL_MULTIPLY},
    {TOKEN_AMP, OP_INTERSECT, LEVEL_MULTIPLY},
    /* slips, told and then read as what is meant */
    {TOKEN_ASSIGN, OP_EQ, LEVEL_COMPARE},
    {TOKEN_ARROW, OP_IMPLIES, LEVEL_IMPLIES},
    {TOKEN_AMP_AMP, OP_AND, LEVEL_AND},
    {TOKEN_PIPE_PIPE, OP_OR, LEVEL_OR},
};

static const Operator *find_operator(TokenKind kind) {
  for (size_t i = 0; i < G_N_ELEMENTS(operators); i++) {
    if (operators[i].token == kind) {
      return &operators[i];
    }
  }
  return NULL;
}

Expr *parse_new_expr(Parser *parser, ExprKind kind, Span span) {
  Expr *expr = ARENA_NEW(parser->arena, Expr);
  expr->kind = kind;
  expr->span = span;
  expr->height = 1;
  return expr;
}

static void raise_height(Expr *expr, const Expr *child) {
  if (child != NULL && child->height >= expr->height) {
    expr->height = child->height + 1;
  }
}

/* The expressions in a string count too. */
static void raise_by_string(Expr *expr, const Template *string) {
  for (size_t i = 0; string != NULL && i < string->parts.count; i++) {
    raise_height(expr, LIST_GET(string->parts, TemplatePart, i)->expr);
  }
}

Expr *parse_finish_expr(Parser *parser, Expr *expr) {
  raise_height(expr, expr->operand);
  raise_height(expr, expr->index);
  raise_height(expr, expr->left);
  raise_height(expr, expr->right);
  raise_height(expr, expr->condition);
  raise_height(expr, expr->where);
  raise_height(expr, expr->body);
  for (size_t i = 0; i < expr->items.count; i++) {
    raise_height(expr, LIST_GET(expr->items, Expr, i));
  }
  for (size_t i = 0; i < expr->binders.count; i++) {
    raise_height(expr, LIST_GET(expr->binders, Local, i)->in);
  }
  raise_by_string(expr, expr->string);
  if (parser->depth + (unsigned)expr->height > LIMIT_NESTING) {
    parse_too_deep(parser, expr->span);
    return parse_new_expr(parser, EXPR_ERROR, expr->span);
  }
  return expr;
}

/* `=`, `->`, `&&`, `||` where an operator stands. */
static void tell_slip(Parser *parser, const Token *token) {
  switch (token->kind) {
  case TOKEN_ASSIGN:
    parse_help(parse_fault(parser, DIAG_0017, token->span, "`=` assigns a value; values are compared with `==`"),
               "write `==`");
    break;
  case TOKEN_ARROW:
    parse_help(parse_fault(parser, DIAG_0022, token->span, "`->` moves a slot to a state; `implies` is written `=>`"),
               "write `=>`, or `is` to test the state of a slot");
    break;
  case TOKEN_AMP_AMP:
    parse_help(parse_fault(parser, DIAG_0019, token->span, "there is no operator `&&`"), "write `and`");
    break;
  case TOKEN_PIPE_PIPE:
    parse_help(parse_fault(parser, DIAG_0019, token->span, "there is no operator `||`"), "write `or`");
    break;
  default:
    break;
  }
}

/* IS := SUM is STATES */
static Expr *parse_is(Parser *parser, Expr *operand) {
  Token word = parse_take(parser);
  Expr *expr = parse_new_expr(parser, EXPR_IS, operand->span);
  expr->operand = operand;
  expr->op_span = word.span;
  if (parse_at(parser, TOKEN_NOT)) {
    Span span = parse_peek(parser, 0)->span;
    parse_help(parse_fault(parser, DIAG_0021, span, "`is not` is not an operator"), "write `not (x is state)`");
    parse_take(parser);
  }
  if (parse_at(parser, TOKEN_NONE)) {
    Span span = parse_peek(parser, 0)->span;
    Diag *diag = parse_fault(parser, DIAG_0011, span, "expected the name of a state after `is`, found `none`");
    parse_help(diag, "compare with `== none`");
    parse_take(parser);
    return parse_new_expr(parser, EXPR_ERROR, parse_span_from(parser, operand->span));
  }
  expr->states = parse_state_list(parser);
  expr->span = parse_span_from(parser, operand->span);
  return parse_finish_expr(parser, expr);
}

static bool is_comparison(const Expr *expr) {
  return !expr->parenthesised &&
         (expr->kind == EXPR_IS || (expr->kind == EXPR_BINARY && expr->op >= OP_EQ && expr->op <= OP_IN));
}

static void tell_chain(Parser *parser, const Token *token, const Expr *left) {
  Diag *diag = parse_fault(parser, DIAG_0020, token->span, "comparisons cannot be chained");
  parse_label(diag, left->span, "this is a comparison already");
  parse_help(diag, "write `a < b and b < c`, or put one of them in parentheses");
}

/* `x not in s` */
static bool at_not_in(Parser *parser, Level lowest) {
  return lowest <= LEVEL_COMPARE && parse_at(parser, TOKEN_NOT) && parse_peek(parser, 1)->kind == TOKEN_IN;
}

static Expr *parse_right(Parser *parser, const Operator *operator_, Expr *left) {
  Token token = parse_take(parser);
  Expr *expr = parse_new_expr(parser, EXPR_BINARY, left->span);
  expr->op = operator_->op;
  expr->op_span = token.span;
  expr->left = left;
  /* `=>` alone associates to the right; a comparison's right operand is a sum */
  expr->right = parse_level(parser, operator_->level == LEVEL_IMPLIES ? LEVEL_IMPLIES : (Level)(operator_->level + 1));
  expr->span = parse_span_from(parser, left->span);
  return parse_finish_expr(parser, expr);
}

/* LEVEL(n) := OPERAND ( OPERATOR LEVEL(n') )*, where the operators bind at least as strongly as n. Lowest first:
 * `<=>`, `=>` (right), or, and, not, `== != < <= > >= in is` (no chain), `+ -`, `* / % &`, unary `-` */
Expr *parse_level(Parser *parser, Level lowest) {
  if (!parse_enter(parser)) {
    return parse_new_expr(parser, EXPR_ERROR, parser->previous);
  }
  Expr *left = parse_operand(parser, lowest);
  for (;;) {
    const Token *token = parse_peek(parser, 0);
    if (at_not_in(parser, lowest)) {
      Diag *diag = parse_fault(parser, DIAG_0021, token->span, "`not in` is not an operator");
      parse_help(diag, "write `not (x in s)`");
      parse_take(parser);
      token = parse_peek(parser, 0);
    }
    const Operator *operator_ = find_operator(token->kind);
    Level level = operator_ != NULL ? operator_->level : token->kind == TOKEN_IS ? LEVEL_COMPARE : (Level)0;
    if (level == 0 || level < lowest) {
      break;
    }
    tell_slip(parser, token);
    if (level == LEVEL_COMPARE && is_comparison(left)) {
      tell_chain(parser, token, left);
    }
    left = operator_ != NULL ? parse_right(parser, operator_, left) : parse_is(parser, left);
  }
  parse_leave(parser);
  return left;
}

Expr *parse_expr(Parser *parser) {
  return parse_level(parser, LEVEL_IFF);
}

/* ITEMS := [ EXPR ( `,` EXPR )* [`,`] ], up to the closing bracket, which is left for the caller */
void parse_expr_list(Parser *parser, List *items, TokenKind close) {
  while (!parse_at(parser, close) && !parse_at(parser, TOKEN_EOF)) {
    list_add(parser->arena, items, parse_expr(parser));
    if (!parse_at(parser, TOKEN_COMMA) && !parse_at(parser, close)) {
      if (parse_at(parser, TOKEN_FOR) || parse_at(parser, TOKEN_EOF) || parse_at_declaration(parser)) {
        return;
      }
      parse_unexpected(parser, "`,`", close == TOKEN_RPAREN ? "or `)`" : close == TOKEN_RBRACKET ? "or `]`" : "or `}`");
      parse_skip_item(parser, close);
    }
    if (!parse_accept(parser, TOKEN_COMMA)) {
      return;
    }
  }
}
