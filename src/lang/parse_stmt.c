/* Statements. A statement begins with a word of its own or with the place that it changes, and there is no separator,
 * so that each ends where its expression ends. Returns NULL where a fault was told and skipped. */
#include <string.h>

#include "lang/parse_internal.h"

Stmt *parse_new_stmt(Parser *parser, StmtKind kind, Span span) {
  Stmt *stmt = ARENA_NEW(parser->arena, Stmt);
  stmt->kind = kind;
  stmt->span = span;
  return stmt;
}

static Stmt *finish(Parser *parser, Stmt *stmt) {
  stmt->span = parse_span_from(parser, stmt->span);
  return stmt;
}

static Stmt *give_up(Parser *parser) {
  parse_skip_statement(parser);
  return NULL;
}

bool parse_at_statement_word(Parser *parser, const char *word) {
  if (!parse_at_word(parser, 0, word)) {
    return false;
  }
  TokenKind next = parse_peek(parser, 1)->kind;
  bool returns = strcmp(word, "returns") == 0; /* its value may begin with a bracket */
  return next != TOKEN_ASSIGN && next != TOKEN_DOT && next != TOKEN_ARROW &&
         (returns || (next != TOKEN_LPAREN && next != TOKEN_LBRACKET));
}

/* FIELD := NAME [`=` EXPR] */
static FieldInit *parse_field_init(Parser *parser) {
  FieldInit *field = ARENA_NEW(parser->arena, FieldInit);
  field->name = parse_name(parser, "the name of a field");
  if (field->name.text == NULL) {
    return NULL;
  }
  if (parse_at(parser, TOKEN_COLON) || parse_at(parser, TOKEN_EQ)) {
    Span span = parse_peek(parser, 0)->span;
    Diag *diag = parse_fault(parser, DIAG_0018, span, "a field is given its value with `=`");
    parse_help(diag, "write `%s = ...`", field->name.text);
    parse_take(parser);
    field->value = parse_expr(parser);
  } else if (parse_accept(parser, TOKEN_ASSIGN)) {
    field->value = parse_expr(parser);
  } else {
    field->value = parse_new_expr(parser, EXPR_NAME, field->name.span);
    field->value->name = field->name;
  }
  return field;
}

/* FIELDS := `{` [ FIELD ( `,` FIELD )* [`,`] ] `}` */
static void parse_field_inits(Parser *parser, List *fields) {
  Span open = parse_take(parser).span;
  while (!parse_at(parser, TOKEN_RBRACE) && !parse_at(parser, TOKEN_EOF)) {
    FieldInit *field = parse_field_init(parser);
    if (field != NULL) {
      list_add(parser->arena, fields, field);
    }
    if (!parse_at(parser, TOKEN_COMMA) && !parse_at(parser, TOKEN_RBRACE)) {
      if (parse_at(parser, TOKEN_EOF) || parse_at_declaration(parser)) {
        break;
      }
      parse_unexpected(parser, "`,` or `}`", "after a field");
      parse_skip_item(parser, TOKEN_RBRACE);
    }
    if (!parse_accept(parser, TOKEN_COMMA)) {
      break;
    }
  }
  parse_close(parser, TOKEN_RBRACE, open, "`{`");
}

/* NEW := new NAME `:` NAME STATE [FIELDS] */
static Stmt *parse_new(Parser *parser) {
  Stmt *stmt = parse_new_stmt(parser, STMT_NEW, parse_take(parser).span);
  Local *local = ARENA_NEW(parser->arena, Local);
  local->kind = LOCAL_NEW;
  local->name = parse_name(parser, "a name for the new slot");
  local->span = local->name.span;
  stmt->local = local;
  if (local->name.text == NULL) {
    return give_up(parser);
  }
  if (!parse_accept(parser, TOKEN_COLON)) {
    Diag *diag = parse_unexpected(parser, "`:` and a resource", "after the name of the new slot");
    bool assigned = parse_at(parser, TOKEN_ASSIGN) && parse_peek(parser, 1)->kind == TOKEN_NAME;
    parse_help(diag, "write `new %s: %s state { ... }`", assigned ? local->name.text : "x",
               assigned ? parse_peek(parser, 1)->name : local->name.text);
    return give_up(parser);
  }
  stmt->resource = parse_name(parser, "the name of a resource");
  if (parse_at(parser, TOKEN_ABSENT)) {
    Token token = parse_take(parser);
    stmt->state = (Name){token.name, token.span};
  } else {
    const Token *token = parse_peek(parser, 0);
    if (token->kind != TOKEN_NAME) {
      Diag *diag = parse_unexpected(parser, "the state of the new slot", "after its resource");
      parse_help(diag, "write `new %s: %s state`", local->name.text,
                 stmt->resource.text == NULL ? "Resource" : stmt->resource.text);
    } else {
      stmt->state = parse_name(parser, "the name of a state");
    }
  }
  if (parse_at(parser, TOKEN_LBRACE)) {
    parse_field_inits(parser, &stmt->fields);
  }
  return finish(parser, stmt);
}

/* LET := let NAME `=` EXPR */
static Stmt *parse_let(Parser *parser) {
  Stmt *stmt = parse_new_stmt(parser, STMT_LET, parse_take(parser).span);
  stmt->local = ARENA_NEW(parser->arena, Local);
  stmt->local->kind = LOCAL_LET;
  stmt->local->name = parse_name(parser, "a name for the value");
  stmt->local->span = stmt->local->name.span;
  if (!parse_accept(parser, TOKEN_ASSIGN)) {
    Diag *diag = parse_unexpected(parser, "`=`", "after the name");
    if (parse_at(parser, TOKEN_COLON)) {
      parse_help(diag, "the type is found by itself: `let x = value`");
    }
    return give_up(parser);
  }
  stmt->value = parse_expr(parser);
  return finish(parser, stmt);
}

static bool accept_elif(Parser *parser) {
  static const char *const words[] = {"elif", "elsif", "elseif"};
  for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
    if (parse_at_word(parser, 0, words[i]) && parse_at_statement_word(parser, words[i])) {
      Diag *diag =
          parse_fault(parser, DIAG_0027, parse_peek(parser, 0)->span, "`%s` is no word of the language", words[i]);
      parse_help(diag, "write `else if`");
      return true;
    }
  }
  return false;
}

/* IF := if EXPR BLOCK [ else ( IF | BLOCK ) ] */
static Stmt *parse_if(Parser *parser, StmtPlace place) {
  Stmt *stmt = parse_new_stmt(parser, STMT_IF, parse_take(parser).span);
  stmt->condition = parse_expr(parser);
  if (parse_at(parser, TOKEN_THEN)) {
    Diag *diag = parse_fault(parser, DIAG_0011, parse_peek(parser, 0)->span, "the statement `if` has no `then`");
    parse_help(diag, "write `if condition { ... }`");
    parse_take(parser);
    parser->last_error = parse_peek(parser, 0)->span.start; /* that a brace is missing goes without saying */
  }
  parse_block(parser, &stmt->then_body, place);
  bool chained = accept_elif(parser);
  if (chained || parse_at(parser, TOKEN_ELSE)) {
    if (!chained) {
      parse_take(parser);
    }
    if (chained || parse_at(parser, TOKEN_IF)) {
      Stmt *other = parse_enter(parser) ? parse_if(parser, place) : NULL;
      if (other != NULL) {
        parse_leave(parser);
        list_add(parser->arena, &stmt->else_body, other);
      }
    } else {
      parse_block(parser, &stmt->else_body, place);
    }
  }
  return finish(parser, stmt);
}

/* FOR := for BINDER [where EXPR] BLOCK */
static Stmt *parse_for(Parser *parser, StmtPlace place) {
  Stmt *stmt = parse_new_stmt(parser, STMT_FOR, parse_take(parser).span);
  stmt->local = parse_binder(parser, true);
  if (parse_at(parser, TOKEN_COMMA)) {
    Diag *diag = parse_fault(parser, DIAG_0011, parse_peek(parser, 0)->span, "a `for` has one variable");
    parse_help(diag, "put a second `for` into its block");
    parse_take(parser);
    List more = {0};
    parse_binders(parser, &more);
  }
  if (parse_accept(parser, TOKEN_WHERE)) {
    stmt->condition = parse_expr(parser);
  }
  parse_block(parser, &stmt->then_body, place);
  return finish(parser, stmt);
}

typedef struct UpdateInfo {
  const char *word;
  Update update;
  bool takes_value;
} UpdateInfo;

static const UpdateInfo *find_update(const char *word) {
  static const UpdateInfo updates[] = {
      {"add", UPDATE_ADD, true},
      {"remove", UPDATE_REMOVE, true},
      {"append", UPDATE_APPEND, true},
      {"prepend", UPDATE_PREPEND, true},
      {"drop_first", UPDATE_DROP_FIRST, false},
      {"drop_last", UPDATE_DROP_LAST, false},
  };
  for (size_t i = 0; i < G_N_ELEMENTS(updates); i++) {
    if (strcmp(updates[i].word, word) == 0) {
      return &updates[i];
    }
  }
  return NULL;
}

/* UPDATE := ( add | remove | append | prepend ) `(` PLACE `,` EXPR `)` | ( drop_first | drop_last ) `(` PLACE `)` */
static Stmt *parse_update(Parser *parser, const UpdateInfo *info) {
  Stmt *stmt = parse_new_stmt(parser, STMT_UPDATE, parse_take(parser).span);
  Span open = parse_take(parser).span;
  stmt->update = info->update;
  if (!parse_at(parser, TOKEN_NAME)) {
    parse_help(parse_unexpected(parser, "a set or seq to change", ""), "write `%s(items%s)`", info->word,
               info->takes_value ? ", x" : "");
    return give_up(parser);
  }
  stmt->target = parse_place(parser);
  if (info->takes_value) {
    if (!parse_accept(parser, TOKEN_COMMA)) {
      parse_help(parse_unexpected(parser, "`,` and a value", "after the set or seq"), "write `%s(items, x)`",
                 info->word);
      return give_up(parser);
    }
    stmt->value = parse_expr(parser);
  }
  parse_close(parser, TOKEN_RPAREN, open, "`(`");
  return finish(parser, stmt);
}

/* CALL := NAME `(` [ARGUMENTS] `)` */
static Stmt *parse_proc_call(Parser *parser) {
  const UpdateInfo *info = find_update(parse_peek(parser, 0)->name);
  if (info != NULL) {
    return parse_update(parser, info);
  }
  Token name = parse_take(parser);
  Stmt *stmt = parse_new_stmt(parser, STMT_CALL, name.span);
  stmt->proc = (Name){name.name, name.span};
  Span open = parse_take(parser).span;
  parse_expr_list(parser, &stmt->args, TOKEN_RPAREN);
  parse_close(parser, TOKEN_RPAREN, open, "`(`");
  return finish(parser, stmt);
}

/* After a place neither `=` nor `->` came: which slip is it? */
static Stmt *tell_no_assignment(Parser *parser, const Expr *target) {
  const Token *token = parse_peek(parser, 0);
  TokenKind next = parse_peek(parser, 1)->kind;
  Span span = token->span;
  if ((token->kind == TOKEN_PLUS || token->kind == TOKEN_MINUS) && (next == TOKEN_ASSIGN || next == token->kind)) {
    int sign = token->kind == TOKEN_PLUS ? '+' : '-';
    Span both = span_join(span, parse_peek(parser, 1)->span);
    Span place = target->span;
    int length = (int)(place.end - place.start);
    const char *text = parser->lexer.text + place.start;
    Diag *diag = parse_fault(parser, DIAG_0018, both, "there is no `%c%c`", sign, next == TOKEN_ASSIGN ? '=' : sign);
    if (length > 40) {
      length = 1;
      text = "x";
    }
    parse_help(diag, "write `%.*s = %.*s %c %s`", length, text, length, text, sign, next == TOKEN_ASSIGN ? "..." : "1");
  } else if (token->kind == TOKEN_COLON && next == TOKEN_ASSIGN) {
    parse_help(parse_fault(parser, DIAG_0018, span, "there is no `:=`"), "write `=`");
  } else {
    Diag *diag = parse_unexpected(parser, "`=`, `->` or `(`", "after what begins a statement");
    if (target->kind == EXPR_MEMBER && token->kind == TOKEN_LPAREN && find_update(target->name.text) != NULL) {
      Span owner = target->operand->span;
      parse_help(diag, "write `%s(%.*s%s)`", target->name.text, (int)MIN(owner.end - owner.start, 40u),
                 parser->lexer.text + owner.start, find_update(target->name.text)->takes_value ? ", ..." : "");
    } else if (target->kind == EXPR_NAME && token->kind != TOKEN_RBRACE) {
      parse_help(diag, "a statement gives a place a value (`x = e`), moves a slot (`r -> state`) or calls a `proc`");
    }
  }
  return give_up(parser);
}

/* CHANGE := PLACE ( `=` EXPR | `->` STATE ) */
static Stmt *parse_change(Parser *parser) {
  Span start = parse_peek(parser, 0)->span;
  Stmt *stmt = parse_new_stmt(parser, STMT_ASSIGN, start);
  stmt->target = parse_place(parser);
  Span span = parse_peek(parser, 0)->span;
  if (parse_at(parser, TOKEN_EQ)) {
    parse_help(parse_fault(parser, DIAG_0018, span, "`==` compares; a value is assigned with `=`"), "write `=`");
  } else if (parse_at(parser, TOKEN_IMPLIES)) {
    parse_help(parse_fault(parser, DIAG_0022, span, "`=>` means `implies`; a slot is moved with `->`"), "write `->`");
  }
  if (parse_accept(parser, TOKEN_ASSIGN) || parse_accept(parser, TOKEN_EQ)) {
    stmt->value = parse_expr(parser);
  } else if (parse_accept(parser, TOKEN_ARROW) || parse_accept(parser, TOKEN_IMPLIES)) {
    stmt->kind = STMT_MOVE;
    if (parse_at(parser, TOKEN_ABSENT)) {
      Token token = parse_take(parser);
      stmt->state = (Name){token.name, token.span};
    } else {
      stmt->state = parse_name(parser, "the name of a state");
    }
  } else {
    return tell_no_assignment(parser, stmt->target);
  }
  return finish(parser, stmt);
}

/* RENEW := renew PLACE */
static Stmt *parse_renew(Parser *parser) {
  Stmt *stmt = parse_new_stmt(parser, STMT_RENEW, parse_take(parser).span);
  stmt->target = parse_place(parser);
  return finish(parser, stmt);
}

static Stmt *parse_request_stmt(Parser *parser, StmtPlace place) {
  Span start = parse_peek(parser, 0)->span;
  Stmt *stmt = parse_new_stmt(parser, STMT_REQUEST, start);
  stmt->request = parse_request(parser, place == IN_INIT || place == IN_TEARDOWN);
  if (place != IN_TEARDOWN) {
    Diag *diag = diags_add(parser->diags, DIAG_0025, start, "a request may not stand here");
    diag_help(diag, place == IN_INIT
                        ? "an `init` sends one request, at its end"
                        : "an action sends one request, after its `when`s and before its statements and outcomes");
    return NULL;
  }
  return finish(parser, stmt);
}

static Stmt *parse_respond_stmt(Parser *parser, StmtPlace place) {
  Span start = parse_peek(parser, 0)->span;
  Stmt *stmt = parse_new_stmt(parser, STMT_RESPOND, start);
  if (place != IN_PROC) {
    Diag *diag = parse_fault(parser, DIAG_0025, start, "`respond` may not stand here");
    parse_help(diag, place == IN_INIT || place == IN_TEARDOWN
                         ? "it follows the request that it answers"
                         : "it stands at the end of the body or of an outcome's block");
  }
  stmt->respond = parse_respond(parser);
  return place == IN_PROC ? finish(parser, stmt) : NULL;
}

static Stmt *tell_misplaced(Parser *parser, StmtPlace place) {
  static const char *const where[] = {
      [IN_ACTION] = "inside this block", [IN_OUTCOME] = "inside an outcome's block", [IN_PROC] = "in a `proc`",
      [IN_INIT] = "in an `init`",        [IN_TEARDOWN] = "inside this block",
  };
  Token token = *parse_peek(parser, 0);
  Diag *diag = parse_fault(parser, DIAG_0025, token.span, "`%s` may not stand %s", token.name, where[place]);
  switch (token.kind) {
  case TOKEN_ENSURE:
    parse_help(diag, "it stands at the end of an action's body, of an outcome's block or of a teardown");
    break;
  case TOKEN_WHEN:
    parse_help(diag, "it stands at the start of a body, or between an outcome's name and its block; here use `if`");
    break;
  case TOKEN_ELSE:
    parse_help(diag, "`else` follows the block of an `if`");
    break;
  case TOKEN_OTHERWISE:
    parse_help(diag, "it stands at the end of an action's body");
    break;
  default:
    parse_help(diag, "outcomes stand in an action's body, not within one another");
    break;
  }
  return give_up(parser);
}

static Stmt *parse_name_statement(Parser *parser, StmtPlace place) {
  if (parse_at_word(parser, 0, "renew") && parse_peek(parser, 1)->kind == TOKEN_NAME) {
    return parse_renew(parser);
  }
  if (parse_at_respond(parser)) {
    return parse_respond_stmt(parser, place);
  }
  if (parse_at_statement_word(parser, "returns") && parse_peek(parser, 1)->kind != TOKEN_LBRACKET &&
      parse_peek(parser, 1)->kind != TOKEN_LPAREN) {
    Diag *diag = parse_fault(parser, DIAG_0025, parse_peek(parser, 0)->span, "`returns` may not stand here");
    parse_help(diag, "it stands at the end of the body or of an outcome's block");
    return give_up(parser);
  }
  if (parse_slip_statement(parser)) {
    return give_up(parser);
  }
  if (parse_at_request(parser)) {
    return parse_request_stmt(parser, place);
  }
  if (parse_peek(parser, 1)->kind == TOKEN_LPAREN) {
    return parse_proc_call(parser);
  }
  return parse_change(parser);
}

static Stmt *parse_statement_inside(Parser *parser, StmtPlace place) {
  switch (parse_kind(parser)) {
  case TOKEN_NEW:
    return parse_new(parser);
  case TOKEN_LET:
    return parse_let(parser);
  case TOKEN_IF:
    return parse_if(parser, place);
  case TOKEN_FOR:
    return parse_for(parser, place);
  case TOKEN_NAME:
    return parse_name_statement(parser, place);
  case TOKEN_ENSURE:
  case TOKEN_WHEN:
  case TOKEN_ELSE:
  case TOKEN_OTHERWISE:
  case TOKEN_OUTCOME:
  case TOKEN_MAY:
    return tell_misplaced(parser, place);
  case TOKEN_VAR:
  case TOKEN_CONST: {
    const Token *token = parse_peek(parser, 0);
    Diag *diag = parse_fault(parser, DIAG_0027, token->span, "a statement does not begin with `%s`", token->name);
    parse_help(diag, "name a value with `let x = value`; what lasts is a `var` outside the action");
    return give_up(parser);
  }
  case TOKEN_INT_TYPE:
  case TOKEN_BOOL: {
    Diag *diag = parse_fault(parser, DIAG_0027, parse_peek(parser, 0)->span, "a statement does not begin with a type");
    parse_help(diag, "name a value with `let x = value`; what lasts is a `var` outside the action");
    return give_up(parser);
  }
  default:
    parse_unexpected(parser, "a statement", "");
    return give_up(parser);
  }
}

/* STATEMENT := NEW | LET | IF | FOR | UPDATE | CALL | RENEW | CHANGE; requests in init and teardown, RESPOND in a proc
 */
Stmt *parse_statement(Parser *parser, StmtPlace place) {
  if (!parse_enter(parser)) {
    return NULL;
  }
  Stmt *stmt = parse_statement_inside(parser, place);
  parse_leave(parser);
  return stmt;
}

bool parse_at_block_end(Parser *parser) {
  if (parse_at(parser, TOKEN_RBRACE) || parse_at(parser, TOKEN_EOF)) {
    return true;
  }
  bool value = parse_at(parser, TOKEN_VAR) || parse_at(parser, TOKEN_CONST); /* a habit: declared where it is used */
  return parse_at_declaration(parser) && !(value && !parse_starts_line(parser, parse_peek(parser, 0)));
}

/* BLOCK := `{` ( STATEMENT | `;` )* `}` */
void parse_block(Parser *parser, List *statements, StmtPlace place) {
  Span open = parse_peek(parser, 0)->span;
  if (!parse_accept(parser, TOKEN_LBRACE)) {
    parse_help(parse_unexpected(parser, "`{`", "at the start of a block"), "a block stands in braces: `{ ... }`");
    return;
  }
  while (!parse_at_block_end(parser)) {
    if (parse_accept(parser, TOKEN_SEMICOLON)) {
      continue;
    }
    uint32_t before = parse_peek(parser, 0)->span.start;
    Stmt *stmt = parse_statement(parser, place);
    if (stmt != NULL) {
      list_add(parser->arena, statements, stmt);
    }
    if (parse_peek(parser, 0)->span.start == before) {
      parse_take(parser);
    }
  }
  parse_close(parser, TOKEN_RBRACE, open, "`{`");
}
