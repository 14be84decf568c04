/* Types, and what is declared with a type: parameters and binders with the states of a resource that are meant. */
#include "base/limits.h"
#include "lang/parse_internal.h"

static TypeExpr *new_type(Parser *parser, TypeExprKind kind, Span span) {
  TypeExpr *type = ARENA_NEW(parser->arena, TypeExpr);
  type->kind = kind;
  type->span = span;
  return type;
}

/* RANGE := SUM `..` SUM */
static TypeExpr *parse_range(Parser *parser) {
  Span start = parse_peek(parser, 0)->span;
  TypeExpr *type = new_type(parser, TX_RANGE, start);
  type->lo = parse_level(parser, LEVEL_ADD);
  if (!parse_expect(parser, TOKEN_DOTS, "between the bounds of a range")) {
    type->kind = TX_ERROR;
    return type;
  }
  if (parse_at(parser, TOKEN_DOT)) {
    Span span = parse_peek(parser, 0)->span;
    parse_help(parse_fault(parser, DIAG_0011, span, "a range has two dots"), "write `0..3`; both bounds belong to it");
    parse_take(parser);
  }
  type->hi = parse_level(parser, LEVEL_ADD);
  type->span = parse_span_from(parser, start);
  return type;
}

/* Does the name that stands here begin the lower bound of a range? */
static bool name_begins_range(Parser *parser) {
  switch (parse_peek(parser, 1)->kind) {
  case TOKEN_DOTS:
  case TOKEN_PLUS:
  case TOKEN_MINUS:
  case TOKEN_STAR:
  case TOKEN_SLASH:
  case TOKEN_PERCENT:
  case TOKEN_AMP:
  case TOKEN_LPAREN:
    return true;
  default:
    return false;
  }
}

/* COLLECTION := set of TYPE | seq `[` EXPR `]` of TYPE | map TYPE to TYPE */
static TypeExpr *parse_collection(Parser *parser) {
  Token word = parse_take(parser);
  TypeExprKind kind = word.kind == TOKEN_SET ? TX_SET : word.kind == TOKEN_SEQ ? TX_SEQ : TX_MAP;
  TypeExpr *type = new_type(parser, kind, word.span);
  if (kind == TX_MAP) {
    type->key = parse_type(parser);
    if (!parse_accept_word(parser, "to")) {
      parse_help(parse_unexpected(parser, "`to`", "after the key's type"), "a map is written `map KEY to VALUE`");
    }
    type->elem = parse_type(parser);
    type->span = parse_span_from(parser, word.span);
    return type;
  }
  if (kind == TX_SEQ) {
    Span open = parse_peek(parser, 0)->span;
    if (parse_accept(parser, TOKEN_LBRACKET)) {
      type->hi = parse_expr(parser);
      parse_close(parser, TOKEN_RBRACKET, open, "`[`");
    } else {
      Diag *diag = parse_unexpected(parser, "`[`", "after `seq`");
      parse_help(diag, "say how many items it may hold: `seq[3] of ...`");
      type->kind = TX_ERROR;
    }
  }
  if (!parse_accept(parser, TOKEN_OF)) {
    parse_help(parse_unexpected(parser, "`of`", kind == TX_SET ? "after `set`" : "after `seq[...]`"), "write `%s of T`",
               kind == TX_SET ? "set" : "seq[3]");
  }
  type->elem = parse_type(parser);
  type->span = parse_span_from(parser, word.span);
  return type;
}

/* PLAIN := bool | int | COLLECTION | NAME | RANGE */
static TypeExpr *parse_plain_type(Parser *parser) {
  const Token *token = parse_peek(parser, 0);
  switch (token->kind) {
  case TOKEN_BOOL:
    return new_type(parser, TX_BOOL, parse_take(parser).span);
  case TOKEN_INT_TYPE:
    return new_type(parser, TX_INT, parse_take(parser).span);
  case TOKEN_SET:
  case TOKEN_SEQ:
  case TOKEN_MAP:
    return parse_collection(parser);
  case TOKEN_NAME:
    if (!name_begins_range(parser)) {
      Token name = parse_take(parser);
      TypeExpr *type = new_type(parser, TX_NAME, name.span);
      type->name = (Name){name.name, name.span};
      return type;
    }
    return parse_range(parser);
  case TOKEN_INT:
  case TOKEN_NUMBER:
  case TOKEN_MINUS:
  case TOKEN_LPAREN:
  case TOKEN_IF:
    return parse_range(parser);
  default: {
    Diag *diag = parse_unexpected(parser, "a type", "");
    if (parse_at(parser, TOKEN_LBRACKET)) {
      parse_help(diag, "write `0..3` for a range, `seq[3] of T` for a list, `map K to T` for a map");
    }
    return new_type(parser, TX_ERROR, parse_peek(parser, 0)->span);
  }
  }
}

/* TYPE := PLAIN `?`* */
TypeExpr *parse_type(Parser *parser) {
  if (!parse_enter(parser)) {
    return new_type(parser, TX_ERROR, parser->previous);
  }
  TypeExpr *type = parse_plain_type(parser);
  unsigned levels = 0;
  while (parse_at(parser, TOKEN_QUESTION)) {
    Span span = parse_take(parser).span;
    if (parser->depth + ++levels > LIMIT_NESTING) {
      parse_too_deep(parser, span);
      break;
    }
    TypeExpr *option = new_type(parser, TX_OPTION, span_join(type->span, span));
    option->elem = type;
    type = option;
  }
  parse_leave(parser);
  return type;
}

/* STATE := absent | NAME */
static Name parse_state_name(Parser *parser) {
  if (parse_at(parser, TOKEN_ABSENT)) {
    Token token = parse_take(parser);
    return (Name){token.name, token.span};
  }
  return parse_name(parser, "the name of a state");
}

/* STATES := STATE ( `|` STATE )* */
List parse_state_list(Parser *parser) {
  List states = {0};
  do {
    Name state = parse_state_name(parser);
    if (state.text == NULL) {
      break;
    }
    list_add(parser->arena, &states, parse_keep_name(parser, state));
  } while (parse_accept(parser, TOKEN_PIPE));
  return states;
}

/* After a resource type in a binder a word is a state if that resource declares it and it is not the start of a
 * statement. A word that no resource knows is taken for a misspelt state where nothing else can stand. */
static bool at_binder_state(Parser *parser, const TypeExpr *type, bool before_block) {
  if (type->kind != TX_NAME) {
    return false;
  }
  TokenKind next = parse_peek(parser, 1)->kind;
  if (next == TOKEN_ASSIGN || next == TOKEN_ARROW || next == TOKEN_DOT || next == TOKEN_LBRACKET ||
      next == TOKEN_LPAREN) {
    return false;
  }
  const Token *token = parse_peek(parser, 0);
  if (token->kind == TOKEN_ABSENT) {
    return true;
  }
  if (token->kind != TOKEN_NAME) {
    return false;
  }
  if (parser->expression_only || parse_is_state(parser, type->name.text, token->name)) {
    return true;
  }
  return parse_is_resource(parser, type->name.text) &&
         (next == TOKEN_WHERE || next == TOKEN_COLON || next == TOKEN_COMMA || next == TOKEN_RPAREN ||
          next == TOKEN_RBRACE || next == TOKEN_RBRACKET || next == TOKEN_PIPE ||
          (before_block && next == TOKEN_LBRACE));
}

bool parse_at_binder(Parser *parser, int ahead) {
  if (parse_peek(parser, ahead)->kind != TOKEN_NAME) {
    return false;
  }
  TokenKind next = parse_peek(parser, ahead + 1)->kind;
  return next == TOKEN_COLON || next == TOKEN_IN;
}

static Local *new_local(Parser *parser, LocalKind kind, const char *what) {
  Local *local = ARENA_NEW(parser->arena, Local);
  local->kind = kind;
  local->span = parse_peek(parser, 0)->span;
  local->name = parse_name(parser, what);
  return local;
}

/* BINDER := NAME `:` TYPE [STATES] | NAME in SUM */
Local *parse_binder(Parser *parser, bool before_block) {
  Local *local = new_local(parser, LOCAL_BINDER, "the name of a variable");
  if (parse_accept(parser, TOKEN_IN)) {
    local->in = parse_level(parser, LEVEL_ADD);
  } else if (parse_accept(parser, TOKEN_COLON)) {
    local->type_expr = parse_type(parser);
    if (at_binder_state(parser, local->type_expr, before_block)) {
      local->states = parse_state_list(parser);
    }
  } else {
    Diag *diag = parse_unexpected(parser, "`:` and a type, or `in` and a set or seq,", "after the name");
    if (local->name.text != NULL) {
      parse_help(diag, "for example `%s: Type` or `%s in items`", local->name.text, local->name.text);
    }
  }
  local->span = parse_span_from(parser, local->span);
  return local;
}

/* BINDERS := BINDER ( `,` BINDER )* */
void parse_binders(Parser *parser, List *binders) {
  list_add(parser->arena, binders, parse_binder(parser, false));
  while (parse_at(parser, TOKEN_COMMA) && parse_at_binder(parser, 1)) {
    parse_take(parser);
    list_add(parser->arena, binders, parse_binder(parser, false));
  }
}

/* PARAMETER := NAME `:` TYPE [STATES] [`->` STATE] */
static Local *parse_parameter(Parser *parser, bool may_move) {
  Local *local = new_local(parser, LOCAL_PARAMETER, "the name of a parameter");
  if (local->name.text == NULL) {
    return local;
  }
  if (!parse_accept(parser, TOKEN_COLON)) {
    Diag *diag = parse_unexpected(parser, "`:` and a type", "after the parameter's name");
    if (parse_at(parser, TOKEN_NAME)) { /* `Type name` */
      parse_help(diag, "the name stands first: `%s: %s`", parse_peek(parser, 0)->name, local->name.text);
    } else {
      parse_help(diag, "a parameter is written `name: Type`");
    }
    return local;
  }
  local->type_expr = parse_type(parser);
  const Token *token = parse_peek(parser, 0);
  if (token->kind == TOKEN_ABSENT || (token->kind == TOKEN_NAME && parse_peek(parser, 1)->kind != TOKEN_COLON)) {
    local->states = parse_state_list(parser);
  }
  parse_slip_states(parser, local);
  Span arrow = parse_peek(parser, 0)->span;
  bool double_arrow = parse_at(parser, TOKEN_IMPLIES);
  if (double_arrow) {
    parse_help(parse_fault(parser, DIAG_0022, arrow, "`=>` means `implies`; a slot is moved with `->`"), "write `->`");
  }
  if (double_arrow || parse_at(parser, TOKEN_ARROW)) {
    if (!may_move) {
      Diag *diag = parse_fault(parser, DIAG_0025, arrow, "only an action's parameter may say `-> state`");
      parse_help(diag, "move it in the body: `%s -> ...`", local->name.text);
    }
    parse_take(parser);
    local->moves = true;
    local->move_to = parse_state_name(parser);
  }
  local->span = parse_span_from(parser, local->span);
  return local;
}

/* PARAMETERS := `(` [ PARAMETER ( `,` PARAMETER )* ] `)` */
List parse_parameters(Parser *parser, bool may_move) {
  List parameters = {0};
  Span open = parse_peek(parser, 0)->span;
  if (!parse_accept(parser, TOKEN_LPAREN)) {
    parse_help(parse_unexpected(parser, "`(`", "before the parameters"), "where there are none write `()`");
    return parameters;
  }
  while (!parse_at(parser, TOKEN_RPAREN) && !parse_at(parser, TOKEN_EOF)) {
    Local *local = parse_parameter(parser, may_move);
    if (local->name.text != NULL) {
      list_add(parser->arena, &parameters, local);
    }
    if (!parse_at(parser, TOKEN_COMMA) && !parse_at(parser, TOKEN_RPAREN)) {
      if (parse_at(parser, TOKEN_EOF) || parse_at_declaration(parser)) {
        break;
      }
      Diag *diag = parse_unexpected(parser, "`,` or `)`", "after a parameter");
      if (parse_at(parser, TOKEN_DOT) || parse_at(parser, TOKEN_LBRACKET)) {
        parse_help(diag, "states stand behind the resource: `x: Resource state`, `x: Resource this|that`");
      }
      parse_skip_item(parser, TOKEN_RPAREN);
    }
    if (!parse_accept(parser, TOKEN_COMMA)) {
      break;
    }
  }
  parse_close(parser, TOKEN_RPAREN, open, "`(`");
  return parameters;
}
