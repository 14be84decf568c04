/* Enums and resources: members and states with the values that a test sends, fields, tokens. */
#include <string.h>

#include "lang/parse_internal.h"

/* WIRE := STRING | [`-`] INT */
static Template *parse_wire(Parser *parser) {
  if (parse_at(parser, TOKEN_QUOTE_OPEN)) {
    return parse_plain_string(parser);
  }
  if (!parse_at(parser, TOKEN_INT) && !parse_at(parser, TOKEN_MINUS)) {
    parse_unexpected(parser, "a string or an integer", "after `=`");
    return NULL;
  }
  Template *template = ARENA_NEW(parser->arena, Template);
  template->kind = TEMPLATE_EXPR;
  template->expr = parse_level(parser, LEVEL_UNARY);
  template->span = template->expr->span;
  return template;
}

/* MEMBER := NAME [`=` WIRE] */
MemberDecl *parse_member(Parser *parser, const char *what) {
  MemberDecl *member = ARENA_NEW(parser->arena, MemberDecl);
  member->name = parse_name(parser, what);
  if (member->name.text == NULL) {
    return NULL;
  }
  if (parse_accept(parser, TOKEN_ASSIGN)) {
    member->wire = parse_wire(parser);
  }
  return member;
}

/* ENUM := enum NAME `{` MEMBER ( `,` MEMBER )* [`,`] `}` */
EnumDecl *parse_enum(Parser *parser, Span start) {
  parse_take(parser);
  EnumDecl *decl = PARSE_BEGIN(parser, EnumDecl, DECL_ENUM, start);
  decl->decl.name = parse_name(parser, "the name of an enum");
  Span open = parse_peek(parser, 0)->span;
  if (decl->decl.name.text == NULL || !parse_expect(parser, TOKEN_LBRACE, "before the members of the enum")) {
    return NULL;
  }
  while (!parse_at(parser, TOKEN_RBRACE) && !parse_at(parser, TOKEN_EOF)) {
    MemberDecl *member = parse_member(parser, "the name of a member");
    if (member != NULL) {
      list_add(parser->arena, &decl->members, member);
    }
    if (!parse_at(parser, TOKEN_COMMA) && !parse_at(parser, TOKEN_RBRACE)) {
      if (parse_at(parser, TOKEN_EOF) || parse_at_declaration(parser)) {
        break;
      }
      parse_unexpected(parser, "`,` or `}`", "after a member");
      parse_skip_item(parser, TOKEN_RBRACE);
    }
    if (!parse_accept(parser, TOKEN_COMMA)) {
      break;
    }
  }
  parse_close(parser, TOKEN_RBRACE, open, "`{`");
  return decl;
}

/* TOKEN := token NAME [ `[` TYPE `]` ] [ `=` unique STRING ] */
TokenDecl *parse_token_decl(Parser *parser, Span start) {
  parse_take(parser);
  TokenDecl *decl = PARSE_BEGIN(parser, TokenDecl, DECL_TOKEN, start);
  decl->decl.name = parse_name(parser, "the name of a token");
  if (decl->decl.name.text == NULL) {
    return NULL;
  }
  decl->decl.head = span_join(start, decl->decl.name.span);
  Span open = parse_peek(parser, 0)->span;
  if (parse_accept(parser, TOKEN_LBRACKET)) {
    decl->key = parse_type(parser);
    parse_close(parser, TOKEN_RBRACKET, open, "`[`");
  }
  if (parse_accept(parser, TOKEN_ASSIGN)) {
    if (!parse_accept_word(parser, "unique")) {
      Diag *diag = parse_unexpected(parser, "`unique`", "after `=`");
      parse_help(diag, "write `token %s = unique \"key-{n}\"`; a token without it is captured from a response",
                 decl->decl.name.text);
    }
    decl->unique = parse_string(parser);
  }
  decl->decl.span = parse_span_from(parser, start);
  return decl;
}

/* STATES := states MEMBER ( `,` MEMBER )* */
static void parse_states(Parser *parser, ResourceDecl *decl) {
  Token word = parse_take(parser);
  if (strcmp(word.name, "state") == 0) {
    parse_help(parse_fault(parser, DIAG_0027, word.span, "the states of a resource stand after `states`"),
               "write `states`");
  }
  if (decl->states.count > 0) {
    Diag *diag = parse_fault(parser, DIAG_0024, word.span, "a second `states`");
    parse_label(diag, LIST_GET(decl->states, MemberDecl, 0)->name.span, "the first is here");
    parse_help(diag, "list all states in one: `states a, b, c`");
  }
  if (parse_at(parser, TOKEN_COLON) || parse_at(parser, TOKEN_ASSIGN)) {
    parse_help(parse_unexpected(parser, "the name of a state", "after `states`"), "write `states a, b, c`");
    parse_take(parser);
  }
  do {
    if (parse_at(parser, TOKEN_ABSENT)) {
      Diag *diag = parse_fault(parser, DIAG_0014, parse_peek(parser, 0)->span,
                               "`absent` is there by itself and is not declared");
      parse_help(diag, "leave it out");
      parse_take(parser);
      continue;
    }
    MemberDecl *state = parse_member(parser, "the name of a state");
    if (state == NULL) {
      return;
    }
    list_add(parser->arena, &decl->states, state);
  } while (parse_accept(parser, TOKEN_COMMA));
}

/* FIELD := NAME `:` TYPE [`=` EXPR] */
static bool parse_field(Parser *parser, ResourceDecl *decl) {
  FieldDecl *field = ARENA_NEW(parser->arena, FieldDecl);
  Span start = parse_peek(parser, 0)->span;
  field->name = parse_name(parser, "the name of a field");
  if (field->name.text == NULL) {
    return false;
  }
  if (!parse_accept(parser, TOKEN_COLON)) {
    Diag *diag = parse_unexpected(parser, "`:` and a type", "after the field's name");
    parse_help(diag, "a field is written `%s: Type`, and states as `states a, b`", field->name.text);
    return false;
  }
  field->type_expr = parse_type(parser);
  if (parse_accept(parser, TOKEN_ASSIGN)) {
    field->value = parse_expr(parser);
  }
  field->span = parse_span_from(parser, start);
  list_add(parser->arena, &decl->fields, field);
  parse_accept(parser, TOKEN_COMMA);
  return true;
}

static bool at_word_before_name(Parser *parser, const char *word) {
  return parse_at_word(parser, 0, word) && parse_peek(parser, 1)->kind != TOKEN_COLON;
}

/* RESOURCE_BODY := ( STATES | FIELD | TOKEN )* */
static void parse_resource_body(Parser *parser, ResourceDecl *decl) {
  while (!parse_at(parser, TOKEN_RBRACE) && !parse_at(parser, TOKEN_EOF)) {
    if (parse_accept(parser, TOKEN_SEMICOLON)) {
      continue;
    }
    if (at_word_before_name(parser, "token")) {
      TokenDecl *token = parse_token_decl(parser, parse_peek(parser, 0)->span);
      if (token != NULL) {
        list_add(parser->arena, &decl->tokens, token);
      }
      continue;
    }
    if (at_word_before_name(parser, "states") ||
        (parse_at_word(parser, 0, "states") && parse_peek(parser, 2)->kind == TOKEN_NAME &&
         parse_peek(parser, 3)->kind == TOKEN_COMMA) ||
        (at_word_before_name(parser, "state") && parse_peek(parser, 1)->kind == TOKEN_NAME)) {
      parse_states(parser, decl);
      continue;
    }
    if (parse_at_declaration(parser)) {
      return;
    }
    if (!parse_field(parser, decl)) {
      parse_skip_statement(parser);
      if (parse_at(parser, TOKEN_SEMICOLON)) {
        continue;
      }
      if (!parse_at(parser, TOKEN_NAME)) {
        return;
      }
    }
  }
}

/* RESOURCE := resource NAME `[` EXPR `]` `{` RESOURCE_BODY `}` */
ResourceDecl *parse_resource(Parser *parser, Span start) {
  parse_take(parser);
  ResourceDecl *decl = PARSE_BEGIN(parser, ResourceDecl, DECL_RESOURCE, start);
  decl->decl.name = parse_name(parser, "the name of a resource");
  if (decl->decl.name.text == NULL) {
    return NULL;
  }
  Span open = parse_peek(parser, 0)->span;
  if (parse_accept(parser, TOKEN_LBRACKET)) {
    decl->size = parse_expr(parser);
    parse_close(parser, TOKEN_RBRACKET, open, "`[`");
  } else {
    Diag *diag = parse_unexpected(parser, "`[` and how many slots there are", "after the resource's name");
    parse_help(diag, "write `resource %s[3] { ... }`", decl->decl.name.text);
  }
  open = parse_peek(parser, 0)->span;
  if (!parse_expect(parser, TOKEN_LBRACE, "at the start of the resource")) {
    return decl;
  }
  parse_resource_body(parser, decl);
  bool closed = parse_close(parser, TOKEN_RBRACE, open, "`{`");
  if (closed && decl->states.count == 0) {
    Diag *diag =
        parse_fault(parser, DIAG_0034, decl->decl.name.span, "the resource `%s` has no states", decl->decl.name.text);
    parse_help(diag, "a slot that exists is in one of them: begin with `states live`");
  }
  return decl;
}
