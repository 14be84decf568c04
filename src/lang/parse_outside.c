/* Declarations about the real system: observe, teardown, secret, token, service, every request. */
#include "lang/parse_internal.h"

/* PAGED := paged by ( header STRING | cursor STRING | offset STRING ) */
static void parse_paged(Parser *parser, ObserveDecl *decl) {
  parse_take(parser);
  if (!parse_accept_word(parser, "by")) {
    parse_help(parse_unexpected(parser, "`by`", "after `paged`"), "write `paged by header \"Link\"`");
  }
  if (parse_accept_word(parser, "header")) {
    decl->paging = PAGING_HEADER;
  } else if (parse_accept_word(parser, "cursor")) {
    decl->paging = PAGING_CURSOR;
  } else if (parse_accept_word(parser, "offset")) {
    decl->paging = PAGING_OFFSET;
  } else {
    parse_unexpected(parser, "`header`, `cursor` or `offset`", "after `paged by`");
    return;
  }
  decl->paged_by = parse_plain_string(parser);
}

/* EACH := each step | each INT steps */
static void parse_each(Parser *parser, ObserveDecl *decl) {
  parse_take(parser);
  decl->when = OBSERVE_EACH_STEP;
  if (parse_accept_word(parser, "step")) {
    return;
  }
  Token number = *parse_peek(parser, 0);
  if (!parse_accept(parser, TOKEN_INT)) {
    parse_help(parse_unexpected(parser, "`step` or a number", "after `each`"), "write `each step` or `each 10 steps`");
    return;
  }
  decl->when = OBSERVE_EACH_N_STEPS;
  decl->every_steps = (int64_t)MIN(number.magnitude, (uint64_t)G_MAXINT32);
  if (!parse_accept_word(parser, "steps") && !parse_accept_word(parser, "step")) {
    parse_help(parse_unexpected(parser, "`steps`", "after the number"), "write `each 10 steps`");
  }
}

static bool parse_observe_option(Parser *parser, ObserveDecl *decl) {
  TokenKind next = parse_peek(parser, 1)->kind;
  if (parse_at_word(parser, 0, "paged")) {
    parse_paged(parser, decl);
  } else if (parse_at_word(parser, 0, "each")) {
    parse_each(parser, decl);
  } else if (parse_at_word(parser, 0, "at") && parse_at_word(parser, 1, "end")) {
    parse_take(parser);
    parse_take(parser);
    decl->when = OBSERVE_AT_END;
  } else if (parse_at_word(parser, 0, "within") && next == TOKEN_INT) {
    parse_take(parser);
    decl->within_ms = parse_duration(parser);
  } else if (decl->request == NULL && parse_at(parser, TOKEN_NAME) && parse_at_request(parser)) {
    decl->request = parse_request(parser, true);
  } else {
    return false;
  }
  return true;
}

/* OBSERVE := observe NAME `:` EXPR ( REQUEST | PAGED | EACH | at end | within DURATION )* */
static void parse_observe(Parser *parser) {
  ObserveDecl *decl = PARSE_BEGIN(parser, ObserveDecl, DECL_OBSERVE, parse_take(parser).span);
  decl->decl.name = parse_name(parser, "the name of an observation");
  if (decl->decl.name.text == NULL || !parse_expect(parser, TOKEN_COLON, "before what is observed")) {
    return;
  }
  decl->expr = parse_expr(parser);
  while (parse_observe_option(parser, decl)) {
    if (decl->request != NULL && decl->request->respond == NULL && parse_at_respond(parser)) {
      decl->request->respond = parse_respond(parser);
    }
  }
  parse_add_decl(parser, decl, &parser->model->observes);
}

/* TEARDOWN := teardown TEARDOWN_BODY */
static void parse_teardown(Parser *parser) {
  TeardownDecl *decl = PARSE_BEGIN(parser, TeardownDecl, DECL_TEARDOWN, parse_take(parser).span);
  parse_body_of_teardown(parser, decl);
  parse_add_decl(parser, decl, &parser->model->teardowns);
}

/* SECRET := secret NAME */
static void parse_secret(Parser *parser) {
  SecretDecl *decl = PARSE_BEGIN(parser, SecretDecl, DECL_SECRET, parse_take(parser).span);
  decl->decl.name = parse_name(parser, "the name of a secret");
  if (decl->decl.name.text != NULL) {
    parse_add_decl(parser, decl, &parser->model->secrets);
  }
}

/* SERVICE := service NAME STRING */
static void parse_service(Parser *parser) {
  ServiceDecl *decl = PARSE_BEGIN(parser, ServiceDecl, DECL_SERVICE, parse_take(parser).span);
  decl->decl.name = parse_name(parser, "the name of a service");
  if (decl->decl.name.text == NULL) {
    return;
  }
  if (!parse_at(parser, TOKEN_QUOTE_OPEN)) {
    Diag *diag = parse_unexpected(parser, "the file of its OpenAPI document", "after the name");
    parse_help(diag, "write `service %s \"%s.yaml\"`", decl->decl.name.text, decl->decl.name.text);
    return;
  }
  decl->path = parse_plain_string(parser);
  parse_add_decl(parser, decl, &parser->model->services);
}

/* EVERY := every request ( header STRING STRING | cookie STRING STRING | query OBJECT )+ */
static void parse_every(Parser *parser) {
  EveryRequestDecl *decl = PARSE_BEGIN(parser, EveryRequestDecl, DECL_EVERY_REQUEST, parse_take(parser).span);
  decl->decl.head = span_join(decl->decl.head, parse_take(parser).span);
  bool any = false;
  while (parse_request_options(parser, &decl->query, &decl->headers, &decl->cookies)) {
    any = true;
  }
  if (!any) {
    Diag *diag = parse_unexpected(parser, "`header`, `query` or `cookie`", "after `every request`");
    parse_help(diag, "for example `every request header \"Accept\" \"application/json\"`");
  }
  parse_add_decl(parser, decl, &parser->model->every_requests);
}

static void parse_token(Parser *parser) {
  TokenDecl *decl = parse_token_decl(parser, parse_peek(parser, 0)->span);
  if (decl != NULL) {
    parse_add_decl(parser, decl, &parser->model->tokens);
  }
}

bool parse_outside_declaration(Parser *parser) {
  if (parse_at_word(parser, 0, "observe")) {
    parse_observe(parser);
  } else if (parse_at_word(parser, 0, "teardown") && parse_peek(parser, 1)->kind == TOKEN_LBRACE) {
    parse_teardown(parser);
  } else if (parse_at_word(parser, 0, "secret")) {
    parse_secret(parser);
  } else if (parse_at_word(parser, 0, "token")) {
    parse_token(parser);
  } else if (parse_at_word(parser, 0, "service")) {
    parse_service(parser);
  } else if (parse_at_word(parser, 0, "every") && parse_at_word(parser, 1, "request")) {
    parse_every(parser);
  } else {
    return false;
  }
  return true;
}
