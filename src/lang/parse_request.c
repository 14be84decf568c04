/* Requests, responses, what the environment sends, and times. */
#include <string.h>

#include "base/limits.h"
#include "lang/parse_internal.h"

static bool is_method(const char *word) {
  static const char *const methods[] = {"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"};
  for (size_t i = 0; i < G_N_ELEMENTS(methods); i++) {
    if (strcmp(word, methods[i]) == 0) {
      return true;
    }
  }
  return false;
}

bool parse_at_request(Parser *parser) {
  const Token *token = parse_peek(parser, 0);
  if (token->kind != TOKEN_NAME) {
    return false;
  }
  if (strcmp(token->name, "call") == 0 && parse_peek(parser, 1)->kind == TOKEN_NAME) {
    return true;
  }
  return parse_peek(parser, 1)->kind ==
         TOKEN_QUOTE_OPEN; /* nothing else begins so: a method, or one that is misspelt */
}

/* METHOD := GET | POST | PUT | PATCH | DELETE | HEAD | OPTIONS */
static Name parse_method(Parser *parser) {
  Name method = parse_name(parser, "a method such as `GET`");
  if (method.text != NULL && !is_method(method.text)) {
    static const char *const known[] = {"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"};
    Diag *diag = parse_fault(parser, DIAG_0011, method.span,
                             "expected a statement or a method such as `GET`, found `%s`", method.text);
    g_autofree char *upper = g_ascii_strup(method.text, -1);
    if (diag != NULL) {
      diag_did_you_mean(diag, upper, known, G_N_ELEMENTS(known));
    }
  }
  return method;
}

static bool at_body(Parser *parser) {
  TokenKind next = parse_peek(parser, 1)->kind;
  switch (parse_kind(parser)) {
  case TOKEN_LBRACE:
  case TOKEN_LBRACKET:
  case TOKEN_QUOTE_OPEN:
    return true;
  case TOKEN_NAME:
    return ((parse_at_word(parser, 0, "exactly") || parse_at_word(parser, 0, "form")) && next == TOKEN_LBRACE) ||
           (parse_at_word(parser, 0, "unordered") &&
            (next == TOKEN_LBRACKET || next == TOKEN_LBRACE || next == TOKEN_NAME)) ||
           ((parse_at_word(parser, 0, "text") || parse_at_word(parser, 0, "file")) && next == TOKEN_QUOTE_OPEN);
  default:
    return false;
  }
}

/* BODY := TEMPLATE | form OBJECT | text STRING | file STRING */
static void parse_message_body(Parser *parser, BodyKind *kind, Template **body) {
  Span start = parse_peek(parser, 0)->span;
  BodyKind new_kind = BODY_JSON;
  Template *template;
  if (parse_at_word(parser, 0, "form")) {
    parse_take(parser);
    new_kind = BODY_FORM;
    template = parse_template(parser);
    if (template->kind != TEMPLATE_OBJECT) {
      parse_help(parse_fault(parser, DIAG_0011, template->span, "expected an object after `form`"),
                 "write `form { \"name\": value }`");
    }
  } else if (parse_at_word(parser, 0, "text") || parse_at_word(parser, 0, "file")) {
    new_kind = parse_take(parser).name[0] == 't' ? BODY_TEXT : BODY_FILE;
    template = parse_string(parser);
  } else {
    template = parse_template(parser);
  }
  if (*body != NULL) {
    Diag *diag = parse_fault(parser, DIAG_0024, start, "a second body");
    parse_label(diag, (*body)->span, "the first is here");
    return;
  }
  *kind = new_kind;
  *body = template;
}

static Header *new_header(Parser *parser, Template *name, Template *value, Span start) {
  Header *header = ARENA_NEW(parser->arena, Header);
  header->name = name;
  header->value = value;
  header->span = parse_span_from(parser, start);
  return header;
}

/* PAIR := ( header | cookie | query ) STRING ( STRING | any ) */
static Header *parse_pair(Parser *parser) {
  Span start = parse_take(parser).span;
  Template *name = parse_string(parser);
  if (!parse_at(parser, TOKEN_QUOTE_OPEN) && !parse_at_word(parser, 0, "any")) {
    parse_help(parse_unexpected(parser, "its value as a string", "after the name"),
               "an expression stands in braces: \"{i.etag}\"");
    return new_header(parser, name, name, start);
  }
  Template *value = parse_template(parser);
  return new_header(parser, name, value, start);
}

/* QUERY := query OBJECT */
static void parse_query(Parser *parser, List *query) {
  Span start = parse_take(parser).span;
  List members = {0};
  parse_object_members(parser, &members, "after `query`");
  for (size_t i = 0; i < members.count; i++) {
    TemplateMember *member = members.items[i];
    Header *header = new_header(parser, member->key, member->value, start);
    header->span = span_join(member->key->span, member->value->span);
    list_add(parser->arena, query, header);
  }
}

bool parse_request_options(Parser *parser, List *query, List *headers, List *cookies) {
  TokenKind next = parse_peek(parser, 1)->kind;
  if (query != NULL && parse_at_word(parser, 0, "query") && next == TOKEN_LBRACE) {
    parse_query(parser, query);
    return true;
  }
  if (next != TOKEN_QUOTE_OPEN) {
    return false;
  }
  List *list = parse_at_word(parser, 0, "header")   ? headers
               : parse_at_word(parser, 0, "cookie") ? cookies
               : parse_at_word(parser, 0, "query")  ? query
                                                    : NULL;
  if (list == NULL) {
    return false;
  }
  list_add(parser->arena, list, parse_pair(parser));
  return true;
}

/* REQUEST := ( METHOD STRING | call NAME `.` NAME ) ( BODY | QUERY | PAIR )* [RESPOND] */
Request *parse_request(Parser *parser, bool with_respond) {
  Request *request = ARENA_NEW(parser->arena, Request);
  Span start = parse_peek(parser, 0)->span;
  if (parse_at_word(parser, 0, "call") && parse_peek(parser, 1)->kind == TOKEN_NAME) {
    parse_take(parser);
    request->service = parse_name(parser, "the name of a service");
    if (parse_expect(parser, TOKEN_DOT, "after the service")) {
      request->operation = parse_name(parser, "the name of an operation");
    }
  } else {
    request->method = parse_method(parser);
    request->path = parse_string(parser);
  }
  for (;;) {
    if (at_body(parser)) {
      parse_message_body(parser, &request->body_kind, &request->body);
    } else if (!parse_request_options(parser, &request->query, &request->headers, &request->cookies)) {
      break;
    }
  }
  request->span = parse_span_from(parser, start);
  if (with_respond && parse_at_respond(parser)) {
    request->respond = parse_respond(parser);
  }
  return request;
}

bool parse_at_respond(Parser *parser) {
  return parse_at_statement_word(parser, "respond");
}

/* STATUS := INT, 100 to 599 */
static Expr *parse_status(Parser *parser) {
  const Token *token = parse_peek(parser, 0);
  if (token->kind != TOKEN_INT) {
    Diag *diag = parse_unexpected(parser, "an HTTP status", "after `respond`");
    const Token *next = parse_peek(parser, 1);
    if (token->kind != TOKEN_NAME || next->kind != TOKEN_INT) {
      parse_help(diag, "for example `respond 200`");
      return NULL;
    }
    parse_help(diag, "write `respond %" G_GUINT64_FORMAT "`", next->magnitude); /* `respond status 200` */
    parse_take(parser);
  }
  Token taken = parse_take(parser);
  Expr *expr = parse_new_expr(parser, EXPR_INT, taken.span);
  expr->integer = (int64_t)(taken.too_large ? 0 : MIN(taken.magnitude, (uint64_t)100000));
  if (expr->integer < 100 || expr->integer > 599) {
    diags_add(parser->diags, DIAG_0033, taken.span, "an HTTP status is a number from 100 to 599");
  }
  return expr;
}

/* `200 or 204`, `200, 204` for `200|204` */
static bool accept_between_statuses(Parser *parser) {
  if (parse_accept(parser, TOKEN_PIPE)) {
    return true;
  }
  if ((!parse_at(parser, TOKEN_OR) && !parse_at(parser, TOKEN_COMMA)) || parse_peek(parser, 1)->kind != TOKEN_INT) {
    return false;
  }
  Diag *diag = parse_fault(parser, DIAG_0011, parse_peek(parser, 0)->span, "statuses are joined with `|`");
  parse_help(diag, "for example `respond 200|204`");
  parse_take(parser);
  return true;
}

/* RESPOND := respond STATUS ( `|` STATUS )* [BODY] ( header STRING STRING )* */
Respond *parse_respond(Parser *parser) {
  Respond *respond = ARENA_NEW(parser->arena, Respond);
  Span start = parse_take(parser).span;
  do {
    Expr *status = parse_status(parser);
    if (status != NULL) {
      list_add(parser->arena, &respond->statuses, status);
    }
  } while (accept_between_statuses(parser));
  for (;;) {
    if (at_body(parser)) {
      parse_message_body(parser, &respond->body_kind, &respond->body);
    } else if (!parse_request_options(parser, NULL, &respond->headers, NULL)) {
      break;
    }
  }
  respond->span = parse_span_from(parser, start);
  return respond;
}

/* SIGNED := signed by NAME header STRING */
static void parse_signed(Parser *parser, Receives *receives) {
  parse_take(parser);
  if (!parse_accept_word(parser, "by")) {
    parse_help(parse_unexpected(parser, "`by`", "after `signed`"), "write `signed by SECRET header \"X-Signature\"`");
  }
  receives->signed_by = parse_name(parser, "the name of a secret");
  if (parse_at_word(parser, 0, "header")) {
    parse_take(parser);
    receives->signature_header = parse_plain_string(parser);
  } else {
    parse_help(parse_unexpected(parser, "`header`", "after the secret"),
               "write `signed by SECRET header \"X-Signature\"`");
  }
}

/* RECEIVES := receives METHOD STRING ( BODY | header STRING STRING | within DURATION | SIGNED )* */
Receives *parse_receives(Parser *parser) {
  Receives *receives = ARENA_NEW(parser->arena, Receives);
  Span start = parse_take(parser).span;
  receives->method = parse_method(parser);
  receives->path = parse_string(parser);
  for (;;) {
    if (at_body(parser)) {
      parse_message_body(parser, &receives->body_kind, &receives->body);
    } else if (parse_at_word(parser, 0, "within") && parse_peek(parser, 1)->kind == TOKEN_INT) {
      parse_take(parser);
      receives->within_ms = parse_duration(parser);
    } else if (parse_at_word(parser, 0, "signed") && parse_peek(parser, 1)->kind == TOKEN_NAME) {
      parse_signed(parser, receives);
    } else if (!parse_request_options(parser, NULL, &receives->headers, NULL)) {
      break;
    }
  }
  receives->span = parse_span_from(parser, start);
  return receives;
}

typedef struct Unit {
  const char *word;
  int64_t ms;
} Unit;

/* DURATION := INT ( ms | s | min | h | d ) */
int64_t parse_duration(Parser *parser) {
  static const Unit units[] = {{"ms", 1}, {"s", 1000}, {"min", 60000}, {"h", 3600000}, {"d", 86400000}};
  Token number = *parse_peek(parser, 0);
  if (!parse_expect(parser, TOKEN_INT, "for the time")) {
    return 0;
  }
  Token unit = *parse_peek(parser, 0);
  for (size_t i = 0; unit.kind == TOKEN_NAME && i < G_N_ELEMENTS(units); i++) {
    if (strcmp(unit.name, units[i].word) == 0) {
      parse_take(parser);
      if (number.magnitude >= 1 && number.magnitude <= (uint64_t)(LIMIT_DURATION_MS / units[i].ms)) {
        return (int64_t)number.magnitude * units[i].ms;
      }
      diags_add(parser->diags, DIAG_0032, span_join(number.span, unit.span),
                "a time is at least 1 ms and at most 100 years");
      return 1;
    }
  }
  Diag *diag = parse_fault(parser, DIAG_0032, unit.span, "expected a unit of time after `%d`, found %s",
                           (int)MIN(number.magnitude, (uint64_t)G_MAXINT), parse_found(parser, &unit));
  parse_help(diag, "the units are `ms`, `s`, `min`, `h` and `d`");
  if (unit.kind == TOKEN_NAME && !parse_starts_line(parser, &unit) && parse_peek(parser, 1)->kind != TOKEN_ASSIGN) {
    parse_take(parser);
  }
  return 1;
}
