/* Declarations: the one switch over their first words, and the plain ones: const, type, var, fn, proc, init, action. */
#include <string.h>

#include "lang/parse_internal.h"

void *parse_begin_decl(Parser *parser, size_t size, DeclKind kind, Span start) {
  Decl *decl = arena_alloc(parser->arena, size);
  decl->kind = kind;
  decl->span = decl->head = start;
  return decl;
}

void parse_add_decl(Parser *parser, void *decl, List *list) {
  Decl *head = decl;
  if (head->name.text != NULL) {
    head->head = span_join(head->head, head->name.span);
  }
  head->span = parse_span_from(parser, head->span);
  list_add(parser->arena, &parser->model->decls, decl);
  list_add(parser->arena, list, decl);
}

/* `=` before a value; slips are told. False: nothing can be read. */
static bool parse_equals(Parser *parser, const char *what, const char *example) {
  if (parse_accept(parser, TOKEN_ASSIGN)) {
    return true;
  }
  if (parse_at(parser, TOKEN_EQ)) {
    parse_help(parse_fault(parser, DIAG_0018, parse_peek(parser, 0)->span, "`==` compares; a value is given with `=`"),
               "write `=`");
    parse_take(parser);
    return true;
  }
  parse_help(parse_unexpected(parser, "`=`", what), "write `%s`", example);
  return false;
}

/* CONST := const NAME `=` EXPR */
static void parse_const(Parser *parser) {
  ConstDecl *decl = PARSE_BEGIN(parser, ConstDecl, DECL_CONST, parse_take(parser).span);
  decl->decl.name = parse_name(parser, "the name of a constant");
  if (decl->decl.name.text == NULL) {
    return;
  }
  if (parse_at(parser, TOKEN_COLON)) {
    Diag *diag = parse_unexpected(parser, "`=`", "after the constant's name");
    parse_help(diag, "a constant takes its type from its value: `const N = 3`");
    parse_take(parser);
    parse_type(parser);
  }
  if (!parse_equals(parser, "after the constant's name", "const N = 3")) {
    return;
  }
  decl->value = parse_expr(parser);
  parse_add_decl(parser, decl, &parser->model->consts);
}

/* TYPE_DECL := [interchangeable] type NAME `=` TYPE */
static void parse_type_decl(Parser *parser, Span start, bool interchangeable) {
  parse_take(parser);
  TypeDecl *decl = PARSE_BEGIN(parser, TypeDecl, DECL_TYPE, start);
  decl->interchangeable = interchangeable;
  decl->decl.name = parse_name(parser, "the name of a type");
  if (decl->decl.name.text == NULL || !parse_equals(parser, "after the type's name", "type T = 0..3")) {
    return;
  }
  decl->type_expr = parse_type(parser);
  parse_add_decl(parser, decl, &parser->model->types);
}

static void parse_enum_decl(Parser *parser, Span start, bool interchangeable) {
  EnumDecl *decl = parse_enum(parser, start);
  if (decl != NULL) {
    decl->interchangeable = interchangeable;
    parse_add_decl(parser, decl, &parser->model->enums);
  }
}

/* VAR := var NAME `:` TYPE [`=` EXPR] */
static void parse_var(Parser *parser) {
  VarDecl *decl = PARSE_BEGIN(parser, VarDecl, DECL_VAR, parse_take(parser).span);
  decl->decl.name = parse_name(parser, "the name of a variable");
  if (decl->decl.name.text == NULL) {
    return;
  }
  if (!parse_accept(parser, TOKEN_COLON)) {
    Diag *diag = parse_unexpected(parser, "`:` and a type", "after the variable's name");
    parse_help(diag, "the type bounds what the variable may hold: `var %s: 0..3 = 0`", decl->decl.name.text);
    return;
  }
  decl->type_expr = parse_type(parser);
  if (parse_at(parser, TOKEN_ASSIGN) || parse_at(parser, TOKEN_EQ)) {
    parse_equals(parser, "", "");
    decl->value = parse_expr(parser);
  }
  parse_add_decl(parser, decl, &parser->model->vars);
}

/* FN := fn NAME PARAMETERS `:` TYPE `=` EXPR */
static void parse_fn(Parser *parser) {
  FnDecl *decl = PARSE_BEGIN(parser, FnDecl, DECL_FN, parse_take(parser).span);
  decl->decl.name = parse_name(parser, "the name of a function");
  if (decl->decl.name.text == NULL) {
    return;
  }
  decl->params = parse_parameters(parser, false);
  if (parse_at(parser, TOKEN_ARROW)) {
    parse_help(
        parse_fault(parser, DIAG_0022, parse_peek(parser, 0)->span, "the type of a function's result stands after `:`"),
        "write `fn %s(...): T = ...`", decl->decl.name.text);
    parse_take(parser);
  } else if (!parse_accept(parser, TOKEN_COLON)) {
    Diag *diag = parse_unexpected(parser, "`:` and the type of the result", "after the parameters");
    parse_help(diag, "write `fn %s(...): T = ...`", decl->decl.name.text);
    return;
  }
  decl->result = parse_type(parser);
  if (!parse_equals(parser, "before what the function gives", "fn f(x: T): U = expr")) {
    return;
  }
  decl->body = parse_expr(parser);
  parse_add_decl(parser, decl, &parser->model->fns);
}

/* PROC := proc NAME PARAMETERS BLOCK */
static void parse_proc(Parser *parser) {
  ProcDecl *decl = PARSE_BEGIN(parser, ProcDecl, DECL_PROC, parse_take(parser).span);
  decl->decl.name = parse_name(parser, "the name of a proc");
  if (decl->decl.name.text == NULL) {
    return;
  }
  decl->params = parse_parameters(parser, false);
  parse_block(parser, &decl->statements, IN_PROC);
  parse_add_decl(parser, decl, &parser->model->procs);
}

/* INIT := init [NAME] [PARAMETERS] INIT_BODY */
static void parse_init(Parser *parser) {
  InitDecl *decl = PARSE_BEGIN(parser, InitDecl, DECL_INIT, parse_take(parser).span);
  if (parse_at(parser, TOKEN_NAME)) {
    decl->decl.name = parse_name(parser, "the name of an init");
  }
  if (parse_at(parser, TOKEN_LPAREN)) {
    decl->params = parse_parameters(parser, false);
  }
  parse_body_of_init(parser, decl);
  parse_add_decl(parser, decl, &parser->model->inits);
}

/* ACTION := [manual | event] action NAME PARAMETERS [STRING] [BODY] */
static void parse_action(Parser *parser, Span start, ActionKind kind) {
  parse_take(parser);
  ActionDecl *decl = PARSE_BEGIN(parser, ActionDecl, DECL_ACTION, start);
  decl->action_kind = kind;
  decl->decl.name = parse_name(parser, "the name of an action");
  if (decl->decl.name.text == NULL) {
    return;
  }
  decl->params = parse_parameters(parser, true);
  if (parse_at(parser, TOKEN_QUOTE_OPEN)) {
    decl->text = parse_string(parser);
  }
  if (parse_at(parser, TOKEN_LBRACE)) {
    decl->has_body = true;
    parse_body(parser, &decl->body);
  }
  parse_add_decl(parser, decl, &parser->model->actions);
}

static void parse_resource_decl(Parser *parser) {
  ResourceDecl *decl = parse_resource(parser, parse_peek(parser, 0)->span);
  if (decl != NULL) {
    parse_add_decl(parser, decl, &parser->model->resources);
  }
}

/* A word before `action`, `type` or `enum`. False where it is none. */
static bool parse_marked(Parser *parser) {
  Token word = *parse_peek(parser, 0);
  TokenKind next = parse_peek(parser, 1)->kind;
  bool interchangeable = parse_at_word(parser, 0, "interchangeable") && (next == TOKEN_TYPE || next == TOKEN_ENUM);
  bool action = next == TOKEN_ACTION && (parse_at_word(parser, 0, "manual") || parse_at_word(parser, 0, "event"));
  if (!interchangeable && !action) {
    return false;
  }
  parse_take(parser);
  if (action) {
    parse_action(parser, word.span, word.name[0] == 'm' ? ACTION_MANUAL : ACTION_EVENT);
  } else if (next == TOKEN_TYPE) {
    parse_type_decl(parser, word.span, true);
  } else {
    parse_enum_decl(parser, word.span, true);
  }
  return true;
}

/* MODEL := model NAME */
static void parse_model_line(Parser *parser) {
  Span start = parse_take(parser).span;
  Name name = parse_name(parser, "the name of the model");
  if (parser->model->name.text != NULL) {
    Diag *diag = parse_fault(parser, DIAG_0010, span_join(start, name.span), "a second `model`");
    parse_label(diag, parser->model->name.span, "the model is named here");
    parse_help(diag, "a file holds one model");
    return;
  }
  if (parser->model->decls.count > 0 && name.text != NULL) {
    Diag *diag = parse_fault(parser, DIAG_0010, span_join(start, name.span), "`model` does not stand first");
    parse_help(diag, "move it to the start of the file");
  }
  parser->model->name = name;
}

typedef struct Foreign {
  const char *word, *help;
} Foreign;

static void tell_not_declaration(Parser *parser) {
  static const char *const words[] = {
      "model",  "const", "type",      "enum",  "resource",        "var",    "fn",    "proc", "init",    "action",
      "manual", "event", "invariant", "step",  "reach",           "always", "final", "view", "observe", "teardown",
      "secret", "token", "service",   "every", "interchangeable",
  };
  static const Foreign foreign[] = {
      {"int", "write `var x: 0..9 = 0`"},
      {"bool", "write `var x: bool = false`"},
      {"boolean", "write `var x: bool = false`"},
      {"let", "`let` stands in a body; here write `const` or `var`"},
      {"def", "write `fn f(x: T): U = expr`, or `action`"},
      {"func", "write `fn f(x: T): U = expr`, or `action`"},
      {"function", "write `fn f(x: T): U = expr`, or `action`"},
      {"state", "states stand in a `resource`; what the model remembers is a `var`"},
      {"assert", "write `invariant name: expr`"},
      {"property", "write `invariant name: expr`, or `reach name: expr`"},
      {"import", "a model is one file"},
      {"include", "a model is one file"},
      {"struct", "write `resource R[n] { states ... }`"},
      {"class", "write `resource R[n] { states ... }`"},
      {"entity", "write `resource R[n] { states ... }`"},
      {"transition", "write `action name() { ... }`"},
      {"rule", "write `action name() { ... }`"},
      {"procedure", "write `proc name() { ... }`"},
      {"constant", "write `const N = 3`"},
      {"ensure", "it stands in an action's body; for all states write `invariant name: expr`"},
  };
  const Token *token = parse_peek(parser, 0);
  for (size_t i = 0; token->name != NULL && i < G_N_ELEMENTS(foreign); i++) {
    if (strcmp(token->name, foreign[i].word) == 0) {
      parse_help(parse_fault(parser, DIAG_0027, token->span, "no declaration begins with `%s`", token->name), "%s",
                 foreign[i].help);
      return;
    }
  }
  if (token->kind == TOKEN_RBRACE || token->kind == TOKEN_RPAREN || token->kind == TOKEN_RBRACKET) {
    Diag *diag = parse_fault(parser, DIAG_0013, token->span, "this %s closes nothing", lexer_token_title(token->kind));
    parse_help(diag, "delete it, or look above for one that closed too early");
    return;
  }
  if (token->kind == TOKEN_ERROR) {
    parse_unexpected(parser, "", "");
    return;
  }
  Diag *diag =
      parse_fault(parser, DIAG_0015, token->span, "expected a declaration, found %s", parse_found(parser, token));
  if (parse_slip_declaration(parser, diag)) {
    return;
  }
  if (parser->previous.end > 0 && !parse_starts_line(parser, token)) {
    parse_slip_after(parser, diag);
  } else if (diag != NULL && token->name != NULL) {
    diag_did_you_mean(diag, token->name, words, G_N_ELEMENTS(words));
  }
}

/* A second word that makes sense of the first only together: `step invariant`, `always reach`, `every request`. */
static bool parse_word_declaration(Parser *parser) {
  if (parse_marked(parser)) {
    return true;
  }
  if (parse_at_word(parser, 0, "model")) {
    parse_model_line(parser);
    return true;
  }
  TokenKind next = parse_peek(parser, 1)->kind;
  if (parse_at_word(parser, 0, "init") && (next == TOKEN_LBRACE || next == TOKEN_NAME || next == TOKEN_LPAREN)) {
    parse_init(parser);
    return true;
  }
  return parse_contract_declaration(parser) || parse_outside_declaration(parser);
}

/* DECLARATION := CONST | TYPE_DECL | ENUM | RESOURCE | VAR | FN | PROC | INIT | ACTION | CONTRACT | OUTSIDE */
void parse_declaration(Parser *parser) {
  Span start = parse_peek(parser, 0)->span;
  switch (parse_kind(parser)) {
  case TOKEN_SEMICOLON:
    parse_take(parser);
    return;
  case TOKEN_CONST:
    parse_const(parser);
    return;
  case TOKEN_TYPE:
    parse_type_decl(parser, start, false);
    return;
  case TOKEN_ENUM:
    parse_enum_decl(parser, start, false);
    return;
  case TOKEN_RESOURCE:
    parse_resource_decl(parser);
    return;
  case TOKEN_VAR:
    parse_var(parser);
    return;
  case TOKEN_FN:
    parse_fn(parser);
    return;
  case TOKEN_PROC:
    parse_proc(parser);
    return;
  case TOKEN_ACTION:
    parse_action(parser, start, ACTION_API);
    return;
  case TOKEN_NAME:
    if (parse_word_declaration(parser)) {
      return;
    }
    break;
  default:
    break;
  }
  tell_not_declaration(parser);
  if (!parse_at(parser, TOKEN_EOF)) {
    parse_take(parser);
  }
  parse_skip_to_declaration(parser);
}
