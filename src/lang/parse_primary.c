/* What stands between operators: literals, names, calls, brackets, quantifiers, `if`, and what follows an operand:
 * `.x`, `[k]`. */
#include <string.h>

#include "base/limits.h"
#include "lang/parse_internal.h"

/* WHERE_BODY := [where EXPR] [`:` EXPR] */
static void parse_where_body(Parser *parser, Expr *expr) {
  if (parse_accept(parser, TOKEN_WHERE)) {
    expr->where = parse_expr(parser);
  }
  if (parse_at(parser, TOKEN_PIPE)) {
    Diag *diag = parse_fault(parser, DIAG_0031, parse_peek(parser, 0)->span, "the condition stands behind a `:`");
    parse_help(diag, "write `:`");
  }
  if (parse_accept(parser, TOKEN_COLON) || parse_accept(parser, TOKEN_PIPE)) {
    expr->body = parse_expr(parser);
  }
}

/* QUANTIFIED := ( forall | exists ) BINDERS [where EXPR] [`:` EXPR] */
static Expr *parse_quantified(Parser *parser) {
  Token word = parse_take(parser);
  Expr *expr = parse_new_expr(parser, EXPR_QUANTIFIER, word.span);
  expr->quantifier = word.kind == TOKEN_FORALL ? QUANT_FORALL : QUANT_EXISTS;
  parse_binders(parser, &expr->binders);
  parse_where_body(parser, expr);
  if (expr->quantifier == QUANT_FORALL && expr->body == NULL) {
    Diag *diag = parse_fault(parser, DIAG_0031, word.span, "this `forall` does not say what must hold");
    parse_help(diag, "write `forall x: T where ... : condition`");
  }
  expr->span = parse_span_from(parser, word.span);
  return parse_finish_expr(parser, expr);
}

/* IF := if EXPR then EXPR else EXPR */
static Expr *parse_if(Parser *parser) {
  Token word = parse_take(parser);
  Expr *expr = parse_new_expr(parser, EXPR_IF, word.span);
  expr->condition = parse_expr(parser);
  parse_expect(parser, TOKEN_THEN, "after the condition");
  expr->left = parse_expr(parser);
  if (!parse_accept(parser, TOKEN_ELSE)) {
    Diag *diag = parse_unexpected(parser, "`else`", "after the value for `then`");
    parse_help(diag, "an `if` in an expression needs both: `if c then a else b`");
    expr->right = parse_new_expr(parser, EXPR_ERROR, parser->previous);
  } else {
    expr->right = parse_expr(parser);
  }
  expr->span = parse_span_from(parser, word.span);
  return parse_finish_expr(parser, expr);
}

/* NOT := not NOT | COMPARISON */
static Expr *parse_not(Parser *parser, Level lowest) {
  Token word = parse_take(parser);
  if (word.kind == TOKEN_BANG) {
    parse_help(parse_fault(parser, DIAG_0019, word.span, "there is no operator `!`"), "write `not`");
  } else if (lowest > LEVEL_NOT) {
    Diag *diag = parse_fault(parser, DIAG_0021, word.span, "`not` binds less strongly than the operator before it");
    parse_help(diag, "put it in parentheses: `(not ...)`");
  }
  Expr *expr = parse_new_expr(parser, EXPR_UNARY, word.span);
  expr->op = OP_NOT;
  expr->op_span = word.span;
  expr->operand = parse_level(parser, lowest > LEVEL_NOT ? lowest : LEVEL_NOT);
  expr->span = parse_span_from(parser, word.span);
  return parse_finish_expr(parser, expr);
}

static Expr *parse_integer(Parser *parser, bool negative, Span start) {
  Token token = parse_take(parser);
  Span span = span_join(start, token.span);
  Expr *expr = parse_new_expr(parser, EXPR_INT, span);
  const uint64_t most = (uint64_t)1 << 63;
  if (token.too_large || (token.magnitude == most && !negative)) {
    Diag *diag = parse_fault(parser, DIAG_0007, token.span, "the number is too large: integers have 64 bits");
    parse_help(diag, "the largest is 9223372036854775807, the smallest -9223372036854775808");
    return expr;
  }
  expr->integer = token.magnitude == most ? INT64_MIN : (int64_t)token.magnitude;
  return expr;
}

/* MINUS := `-` OPERAND; the smallest integer is one literal, as its magnitude alone does not fit */
static Expr *parse_minus(Parser *parser) {
  Token minus = parse_take(parser);
  const Token *next = parse_peek(parser, 0);
  if (next->kind == TOKEN_INT && next->magnitude == (uint64_t)1 << 63) {
    return parse_integer(parser, true, minus.span);
  }
  Expr *expr = parse_new_expr(parser, EXPR_UNARY, minus.span);
  expr->op = OP_NEG;
  expr->op_span = minus.span;
  expr->operand = parse_level(parser, LEVEL_UNARY);
  expr->span = parse_span_from(parser, minus.span);
  return parse_finish_expr(parser, expr);
}

static bool find_quantifier_word(const char *word, Quantifier *ret_quantifier) {
  for (int quantifier = QUANT_COUNT; quantifier <= QUANT_THE; quantifier++) {
    if (strcmp(word, quantifier_word((Quantifier)quantifier)) == 0) {
      *ret_quantifier = (Quantifier)quantifier;
      return true;
    }
  }
  return false;
}

/* AGGREGATE := ( count | sum | min | max | the ) `(` BINDERS [where EXPR] [`:` EXPR] `)` */
static Expr *parse_aggregate(Parser *parser, Quantifier quantifier, const Token *word, Span open) {
  Expr *expr = parse_new_expr(parser, EXPR_QUANTIFIER, word->span);
  expr->quantifier = quantifier;
  expr->name = (Name){word->name, word->span};
  parse_binders(parser, &expr->binders);
  parse_where_body(parser, expr);
  if (quantifier == QUANT_SUM && expr->body == NULL) {
    Diag *diag = parse_fault(parser, DIAG_0031, word->span, "this `sum` does not say what to add up");
    parse_help(diag, "write `sum(x: T where ... : x.amount)`");
  }
  parse_close(parser, TOKEN_RPAREN, open, "`(`");
  expr->span = parse_span_from(parser, word->span);
  return parse_finish_expr(parser, expr);
}

/* CALL := NAME `(` [ARGUMENTS] `)` | AGGREGATE | old `(` EXPR `)` */
static Expr *parse_call(Parser *parser) {
  Token word = parse_take(parser);
  Span open = parse_take(parser).span;
  Quantifier quantifier = QUANT_COUNT;
  bool aggregate = find_quantifier_word(word.name, &quantifier);
  if (aggregate && parse_at_binder(parser, 0)) {
    return parse_aggregate(parser, quantifier, &word, open);
  }
  bool old = strcmp(word.name, "old") == 0;
  if (aggregate && parse_at(parser, TOKEN_NAME) &&
      parse_peek(parser, 1)->kind == TOKEN_NAME) { /* `count(Job queued)` */
    Diag *diag = parse_fault(parser, DIAG_0031, word.span, "`%s` needs a variable to range with", word.name);
    parse_help(diag, "write `%s(x: %s %s%s)`", word.name, parse_peek(parser, 0)->name, parse_peek(parser, 1)->name,
               quantifier == QUANT_COUNT || quantifier == QUANT_THE ? "" : " : x.amount");
    parse_skip_item(parser, TOKEN_RPAREN);
    parse_close(parser, TOKEN_RPAREN, open, "`(`");
    return parse_new_expr(parser, EXPR_ERROR, parse_span_from(parser, word.span));
  }
  Expr *expr = parse_new_expr(parser, old ? EXPR_OLD : EXPR_CALL, word.span);
  expr->name = (Name){word.name, word.span};
  if (old) {
    expr->operand = parse_expr(parser);
  } else {
    parse_expr_list(parser, &expr->items, TOKEN_RPAREN);
  }
  if (aggregate && quantifier != QUANT_MIN && quantifier != QUANT_MAX) {
    Diag *diag = parse_fault(parser, DIAG_0031, word.span, "`%s` needs a variable to range with", word.name);
    if (quantifier == QUANT_COUNT) {
      parse_help(diag, "write `count(x: T where ...)`; the number of items of a set or seq is `size(s)`");
    } else {
      parse_help(diag, "write `%s(x: T where ...%s)`", word.name, quantifier == QUANT_SUM ? " : x.amount" : "");
    }
  }
  parse_close(parser, TOKEN_RPAREN, open, "`(`");
  expr->span = parse_span_from(parser, word.span);
  return parse_finish_expr(parser, expr);
}

/* GROUP := `{` ITEMS `}` | `{` BINDERS [where EXPR] `}` | `{` EXPR for BINDERS [where EXPR] `}`; with `[` and `]`
 * likewise */
static Expr *parse_group(Parser *parser, TokenKind close) {
  Token open = parse_take(parser);
  bool set = close == TOKEN_RBRACE;
  Expr *expr = parse_new_expr(parser, set ? EXPR_SET : EXPR_SEQ, open.span);
  if (parse_at_binder(parser, 0)) {
    expr->kind = EXPR_QUANTIFIER;
    expr->quantifier = set ? QUANT_SET : QUANT_SEQ;
    parse_binders(parser, &expr->binders);
    if (parse_accept(parser, TOKEN_WHERE)) {
      expr->where = parse_expr(parser);
    }
    if (parse_at(parser, TOKEN_COLON)) {
      Span span = parse_peek(parser, 0)->span;
      Diag *diag =
          parse_fault(parser, DIAG_0031, span, "a %s does not take `:` and an expression", set ? "set" : "seq");
      parse_help(diag, "put the expression first: `%s`",
                 set ? "{expr for x: T where ...}" : "[expr for x in q where ...]");
      parse_take(parser);
      parse_expr(parser);
    }
  } else {
    parse_expr_list(parser, &expr->items, close);
    if (parse_at(parser, TOKEN_FOR) && expr->items.count == 1) {
      parse_take(parser);
      expr->kind = EXPR_QUANTIFIER;
      expr->quantifier = set ? QUANT_SET : QUANT_SEQ;
      expr->body = LIST_GET(expr->items, Expr, 0);
      expr->items = (List){0};
      parse_binders(parser, &expr->binders);
      if (parse_accept(parser, TOKEN_WHERE)) {
        expr->where = parse_expr(parser);
      }
    }
  }
  parse_close(parser, close, open.span, set ? "`{`" : "`[`");
  expr->span = parse_span_from(parser, open.span);
  return parse_finish_expr(parser, expr);
}

/* PARENTHESES := `(` EXPR `)` */
static Expr *parse_parentheses(Parser *parser) {
  Token open = parse_take(parser);
  Expr *expr = parse_expr(parser);
  parse_close(parser, TOKEN_RPAREN, open.span, "`(`");
  expr->parenthesised = true;
  expr->span = parse_span_from(parser, open.span);
  return expr;
}

static Expr *parse_word_value(Parser *parser, ExprKind kind, int64_t integer) {
  Expr *expr = parse_new_expr(parser, kind, parse_take(parser).span);
  expr->integer = integer;
  return expr;
}

static Expr *parse_path(Parser *parser) {
  Token token = parse_take(parser);
  Expr *expr = parse_new_expr(parser, EXPR_PATH, token.span);
  expr->path =
      arena_strndup(parser->arena, parser->lexer.text + token.span.start + 1, token.span.end - token.span.start - 1);
  return expr;
}

static Expr *parse_fraction(Parser *parser) {
  Token token = parse_take(parser);
  Diag *diag = parse_fault(parser, DIAG_0035, token.span, "expressions have whole numbers only");
  parse_help(diag, "for money count in the smallest unit; in a template a fraction stands alone, not in an expression");
  return parse_new_expr(parser, EXPR_ERROR, token.span);
}

static Expr *parse_no_operand(Parser *parser) {
  const Token *token = parse_peek(parser, 0);
  Span span = token->span;
  TokenKind kind = token->kind;
  if (lexer_token_is_word(kind) && !parse_at_declaration(parser) && kind != TOKEN_WHEN && kind != TOKEN_OUTCOME &&
      kind != TOKEN_ENSURE && kind != TOKEN_OTHERWISE && kind != TOKEN_MAY && kind != TOKEN_LET && kind != TOKEN_NEW) {
    Diag *diag = parse_fault(parser, DIAG_0011, span, "expected an expression, found the word `%s`", token->name);
    if (kind == TOKEN_FOR) {
      parse_help(diag, "for all values: `forall x: T : condition`, in one word");
    }
  } else {
    parse_unexpected(parser, "an expression", "");
  }
  if (kind == TOKEN_ERROR) {
    parse_take(parser);
  }
  return parse_new_expr(parser, EXPR_ERROR, span);
}

/* PRIMARY := INT | true | false | none | STRING | PATH | NAME | CALL | GROUP | PARENTHESES */
static Expr *parse_primary(Parser *parser) {
  const Token *token = parse_peek(parser, 0);
  switch (token->kind) {
  case TOKEN_INT:
    return parse_integer(parser, false, token->span);
  case TOKEN_NUMBER:
    return parse_fraction(parser);
  case TOKEN_TRUE:
  case TOKEN_FALSE:
    return parse_word_value(parser, EXPR_BOOL, token->kind == TOKEN_TRUE);
  case TOKEN_NONE:
    return parse_word_value(parser, EXPR_NONE, 0);
  case TOKEN_QUOTE_OPEN: {
    Expr *expr = parse_new_expr(parser, EXPR_STRING, token->span);
    expr->string = parse_string(parser);
    expr->span = expr->string->span;
    return parse_finish_expr(parser, expr);
  }
  case TOKEN_PATH:
    return parse_path(parser);
  case TOKEN_NAME: {
    if (parse_peek(parser, 1)->kind == TOKEN_LPAREN) {
      return parse_call(parser);
    }
    Token name = parse_take(parser);
    Expr *expr = parse_new_expr(parser, EXPR_NAME, name.span);
    expr->name = (Name){name.name, name.span};
    return expr;
  }
  case TOKEN_LBRACE:
    return parse_group(parser, TOKEN_RBRACE);
  case TOKEN_LBRACKET:
    return parse_group(parser, TOKEN_RBRACKET);
  case TOKEN_LPAREN:
    return parse_parentheses(parser);
  default:
    return parse_no_operand(parser);
  }
}

/* POSTFIX := PRIMARY ( `.` NAME | `[` EXPR `]` )* */
Expr *parse_postfix_on(Parser *parser, Expr *expr, Span start) {
  while (!parser->stopped) {
    if (parse_accept(parser, TOKEN_DOT)) {
      Expr *member = parse_new_expr(parser, EXPR_MEMBER, start);
      member->operand = expr;
      member->name = parse_name(parser, "the name of a field");
      expr = member;
    } else if (parse_at(parser, TOKEN_LBRACKET)) {
      Span open = parse_take(parser).span;
      Expr *index = parse_new_expr(parser, EXPR_INDEX, start);
      index->operand = expr;
      index->index = parse_expr(parser);
      parse_close(parser, TOKEN_RBRACKET, open, "`[`");
      expr = index;
    } else {
      break;
    }
    expr->span = parse_span_from(parser, start);
    expr = parse_finish_expr(parser, expr);
  }
  return expr;
}

/* PLACE := NAME ( `.` NAME | `[` EXPR `]` )* */
Expr *parse_place(Parser *parser) {
  Token name = parse_take(parser);
  g_assert(name.kind == TOKEN_NAME);
  Expr *expr = parse_new_expr(parser, EXPR_NAME, name.span);
  expr->name = (Name){name.name, name.span};
  return parse_postfix_on(parser, expr, name.span);
}

/* OPERAND := IF | QUANTIFIED | NOT | MINUS | POSTFIX; the first two reach as far right as they can */
Expr *parse_operand(Parser *parser, Level lowest) {
  const Token *token = parse_peek(parser, 0);
  Span start = token->span;
  switch (token->kind) {
  case TOKEN_IF:
    return parse_if(parser);
  case TOKEN_FORALL:
  case TOKEN_EXISTS:
    return parse_quantified(parser);
  case TOKEN_NOT:
  case TOKEN_BANG:
    return parse_not(parser, lowest);
  case TOKEN_MINUS:
    return parse_minus(parser);
  default:
    return parse_postfix_on(parser, parse_primary(parser), start);
  }
}
