/* The bodies of actions, outcomes, inits and teardowns. Their text follows time; what stands out of order is told with
 * the place where it belongs, and read all the same. */
#include <string.h>

#include "lang/parse_internal.h"

/* The parts of a body in the order in which they stand. */
typedef enum Part {
  PART_NONE,
  PART_WHEN,
  PART_REQUEST,
  PART_EFFECT,
  PART_ENSURE,
  PART_RETURNS,
  PART_RESPOND,
  PART_OTHERWISE
} Part;

typedef struct Order {
  Part latest;
  Span latest_span;
} Order;

static const char *part_title(Part part) {
  static const char *const titles[] = {
      [PART_NONE] = "",
      [PART_WHEN] = "`when`",
      [PART_REQUEST] = "the request",
      [PART_EFFECT] = "a statement or outcome",
      [PART_ENSURE] = "`ensure`",
      [PART_RETURNS] = "`returns`",
      [PART_RESPOND] = "`respond`",
      [PART_OTHERWISE] = "`otherwise`",
  };
  return titles[part];
}

static void keep_order(Parser *parser, Order *order, Part part) {
  Span span = parse_peek(parser, 0)->span;
  if (part >= order->latest) {
    if (part > order->latest) {
      order->latest_span = span;
    }
    order->latest = part;
    return;
  }
  Diag *diag = parse_fault(parser, DIAG_0023, span, "%s comes too late: it stands before %s", part_title(part),
                           part_title(order->latest));
  parse_label(diag, order->latest_span, "%s stands here", part_title(order->latest));
  parse_help(
      diag,
      "move it up; the order is: `when`, request, statements or outcomes, `ensure`, `returns`, `respond`, `otherwise`");
}

static void tell_twice(Parser *parser, Span span, Span first, const char *what) {
  Diag *diag = parse_fault(parser, DIAG_0024, span, "a second %s", what);
  parse_label(diag, first, "the first is here");
}

/* TAIL := ( ensure EXPR )* [returns EXPR] [RESPOND]; reads one of them, false where there is none */
static bool parse_tail_part(Parser *parser, Tail *tail, Order *order) {
  Span start = parse_peek(parser, 0)->span;
  if (parse_at(parser, TOKEN_ENSURE)) {
    keep_order(parser, order, PART_ENSURE);
    parse_take(parser);
    list_add(parser->arena, &tail->ensures, parse_expr(parser));
    return true;
  }
  if (parse_at_statement_word(parser, "returns")) {
    keep_order(parser, order, PART_RETURNS);
    parse_take(parser);
    Expr *value = parse_expr(parser);
    if (tail->returns != NULL) {
      tell_twice(parser, start, tail->returns->span, "`returns`");
    } else {
      tail->returns = value;
    }
    return true;
  }
  if (parse_at_respond(parser)) {
    keep_order(parser, order, PART_RESPOND);
    Respond *respond = parse_respond(parser);
    if (tail->respond != NULL) {
      tell_twice(parser, start, tail->respond->span, "`respond`");
    } else {
      tail->respond = respond;
    }
    return true;
  }
  return false;
}

/* Tells of a slip where a statement would change nothing: it must be skipped, and something must be taken. */
static void add_statement(Parser *parser, List *statements, StmtPlace place) {
  uint32_t before = parse_peek(parser, 0)->span.start;
  Stmt *stmt = parse_statement(parser, place);
  if (stmt != NULL) {
    list_add(parser->arena, statements, stmt);
  }
  if (parse_peek(parser, 0)->span.start == before) {
    parse_take(parser);
  }
}

/* OUTCOME_BLOCK := `{` STATEMENT* TAIL `}` */
static void parse_outcome_block(Parser *parser, Outcome *outcome) {
  Span open = parse_take(parser).span;
  Order order = {0};
  outcome->has_block = true;
  while (!parse_at_block_end(parser)) {
    if (parse_accept(parser, TOKEN_SEMICOLON) || parse_tail_part(parser, &outcome->tail, &order)) {
      continue;
    }
    keep_order(parser, &order, PART_EFFECT);
    add_statement(parser, &outcome->statements, IN_OUTCOME);
  }
  parse_close(parser, TOKEN_RBRACE, open, "`{`");
}

/* OUTCOME := [may] outcome NAME ( when EXPR )* [OUTCOME_BLOCK] */
static void parse_outcome(Parser *parser, Body *body) {
  Outcome *outcome = ARENA_NEW(parser->arena, Outcome);
  Span start = parse_peek(parser, 0)->span;
  outcome->may = parse_accept(parser, TOKEN_MAY);
  if (!parse_expect(parser, TOKEN_OUTCOME, "after `may`")) {
    parse_skip_statement(parser);
    return;
  }
  outcome->name = parse_name(parser, "the name of an outcome");
  while (parse_accept(parser, TOKEN_WHEN)) {
    list_add(parser->arena, &outcome->whens, parse_expr(parser));
  }
  if (parse_at(parser, TOKEN_LBRACE)) {
    parse_outcome_block(parser, outcome);
  }
  outcome->span = parse_span_from(parser, start);
  list_add(parser->arena, &body->outcomes, outcome);
}

/* OTHERWISE := otherwise [NAME] ( `{` TAIL `}` | TAIL ) */
static void parse_otherwise(Parser *parser, Body *body) {
  Otherwise *otherwise = ARENA_NEW(parser->arena, Otherwise);
  Span start = parse_take(parser).span;
  otherwise->name = (Name){names_intern_string(parser->names, "refused"), start};
  if (parse_at(parser, TOKEN_NAME) && !parse_at_respond(parser) && !parse_at_statement_word(parser, "returns") &&
      !parse_at_declaration(parser)) {
    otherwise->name = parse_name(parser, "the name of an outcome");
  }
  Order order = {0};
  if (parse_at(parser, TOKEN_INT)) {
    const Token *status = parse_peek(parser, 0);
    Diag *diag = parse_fault(parser, DIAG_0011, status->span, "expected `respond` after `otherwise`, found %s",
                             parse_found(parser, status));
    parse_help(diag, "write `otherwise respond %" G_GUINT64_FORMAT "`", status->magnitude);
    parse_take(parser);
  }
  Span open = parse_peek(parser, 0)->span;
  if (parse_accept(parser, TOKEN_LBRACE)) {
    while (!parse_at_block_end(parser)) {
      if (parse_accept(parser, TOKEN_SEMICOLON) || parse_tail_part(parser, &otherwise->tail, &order)) {
        continue;
      }
      Diag *diag = parse_fault(parser, DIAG_0025, parse_peek(parser, 0)->span,
                               "an `otherwise` changes nothing: it holds no statements");
      parse_help(diag,
                 "only `ensure`, `returns` and `respond` stand in it; for an answer with an effect write an outcome");
      List dropped = {0};
      add_statement(parser, &dropped, IN_OUTCOME);
    }
    parse_close(parser, TOKEN_RBRACE, open, "`{`");
  } else {
    while (parse_accept(parser, TOKEN_SEMICOLON) || parse_tail_part(parser, &otherwise->tail, &order)) {
    }
  }
  otherwise->span = parse_span_from(parser, start);
  if (body->otherwise != NULL) {
    tell_twice(parser, start, body->otherwise->span, "`otherwise`");
  } else {
    body->otherwise = otherwise;
  }
}

static bool at_cause(Parser *parser) {
  if (parse_at_word(parser, 0, "wait")) {
    return parse_peek(parser, 1)->kind == TOKEN_INT;
  }
  if (parse_at_word(parser, 0, "receives")) {
    return parse_peek(parser, 1)->kind == TOKEN_NAME;
  }
  return parse_at(parser, TOKEN_NAME) && parse_at_request(parser);
}

/* CAUSE := REQUEST | RECEIVES | wait DURATION; at most one */
static void parse_cause(Parser *parser, Body *body, Order *order) {
  keep_order(parser, order, PART_REQUEST);
  Span start = parse_peek(parser, 0)->span;
  Span first = body->request != NULL    ? body->request->span
               : body->receives != NULL ? body->receives->span
                                        : body->wait_span;
  bool second = body->request != NULL || body->receives != NULL || body->wait_ms != 0;
  Request *request = NULL;
  Receives *receives = NULL;
  int64_t wait_ms = 0;
  if (parse_accept_word(parser, "wait")) {
    wait_ms = parse_duration(parser);
  } else if (parse_at_word(parser, 0, "receives")) {
    receives = parse_receives(parser);
  } else {
    request = parse_request(parser, false);
  }
  if (second) {
    Diag *diag = parse_fault(parser, DIAG_0024, start, "an action has at most one request, `receives` or `wait`");
    parse_label(diag, first, "the first is here");
    parse_help(diag, "make it an action of its own");
    return;
  }
  body->request = request;
  body->receives = receives;
  body->wait_ms = wait_ms;
  body->wait_span = wait_ms != 0 ? parse_span_from(parser, start) : (Span){0, 0};
}

/* Behind an outcome: `else`, `:`, or statements without their braces. */
static bool tell_no_braces(Parser *parser, const Body *body) {
  const Outcome *last = LIST_GET(body->outcomes, Outcome, body->outcomes.count - 1);
  const char *name = last->name.text != NULL ? last->name.text : "name";
  Span span = parse_peek(parser, 0)->span;
  if (parse_at(parser, TOKEN_ELSE)) {
    Diag *diag = parse_fault(parser, DIAG_0025, span, "`else` may not stand here");
    parse_help(diag, "an outcome without `when` takes what the earlier ones leave: `outcome name { ... }`");
    return true;
  }
  if (last->has_block) {
    return false;
  }
  Diag *diag = parse_fault(parser, DIAG_0026, span, "the effect of an outcome stands in braces");
  parse_label(diag, last->name.span, "the outcome is here");
  parse_help(diag, "write `outcome %s%s { ... }`", name, last->whens.count > 0 ? " when ..." : "");
  return true;
}

static void tell_mixed(Parser *parser, Span other, bool at_statement) {
  Diag *diag =
      parse_fault(parser, DIAG_0026, parse_peek(parser, 0)->span, "%s, but a body has statements or outcomes, not both",
                  at_statement ? "a statement beside outcomes" : "an outcome beside statements");
  parse_label(diag, other, at_statement ? "an outcome stands here" : "a statement stands here");
  parse_help(diag, "move the statements into the outcomes to which they belong");
}

static void parse_body_part(Parser *parser, Body *body, Order *order) {
  if (parse_at(parser, TOKEN_WHEN)) {
    keep_order(parser, order, PART_WHEN);
    parse_take(parser);
    list_add(parser->arena, &body->whens, parse_expr(parser));
  } else if (at_cause(parser)) {
    parse_cause(parser, body, order);
  } else if (parse_at(parser, TOKEN_MAY) || parse_at(parser, TOKEN_OUTCOME)) {
    keep_order(parser, order, PART_EFFECT);
    if (body->statements.count > 0) {
      tell_mixed(parser, LIST_GET(body->statements, Stmt, 0)->span, false);
    }
    parse_outcome(parser, body);
  } else if (parse_at(parser, TOKEN_OTHERWISE)) {
    keep_order(parser, order, PART_OTHERWISE);
    parse_otherwise(parser, body);
  } else if (!parse_tail_part(parser, &body->tail, order)) {
    if (parse_at(parser, TOKEN_ELSE) && body->outcomes.count == 0) {
      Diag *diag = parse_fault(parser, DIAG_0025, parse_peek(parser, 0)->span, "`else` may not stand here");
      parse_help(diag, "it follows the block of an `if`; what a refused call gets is `otherwise respond 409`");
    }
    keep_order(parser, order, PART_EFFECT);
    if (body->outcomes.count > 0 && !tell_no_braces(parser, body)) {
      tell_mixed(parser, LIST_GET(body->outcomes, Outcome, 0)->name.span, true);
    }
    add_statement(parser, &body->statements, IN_ACTION);
  }
}

/* BODY := `{` ( when EXPR )* [CAUSE] ( STATEMENT* | OUTCOME* ) TAIL [OTHERWISE] `}` */
void parse_body(Parser *parser, Body *body) {
  Span open = parse_take(parser).span;
  Order order = {0};
  while (!parse_at_block_end(parser)) {
    if (!parse_accept(parser, TOKEN_SEMICOLON)) {
      parse_body_part(parser, body, &order);
    }
  }
  parse_close(parser, TOKEN_RBRACE, open, "`{`");
  body->span = parse_span_from(parser, open);
}

/* INIT_BODY := `{` ( when EXPR )* STATEMENT* [REQUEST] `}` */
void parse_body_of_init(Parser *parser, InitDecl *init) {
  Span open = parse_peek(parser, 0)->span;
  if (!parse_expect(parser, TOKEN_LBRACE, "at the start of the body")) {
    return;
  }
  while (!parse_at_block_end(parser)) {
    Span span = parse_peek(parser, 0)->span;
    if (parse_accept(parser, TOKEN_SEMICOLON)) {
      continue;
    }
    if (parse_at(parser, TOKEN_WHEN) && init->statements.count == 0 && init->request == NULL) {
      parse_take(parser);
      list_add(parser->arena, &init->whens, parse_expr(parser));
      continue;
    }
    if (parse_at(parser, TOKEN_WHEN)) {
      Diag *diag = parse_fault(parser, DIAG_0023, span, "`when` comes too late: it stands before the statements");
      parse_help(diag, "move it up");
      parse_take(parser);
      list_add(parser->arena, &init->whens, parse_expr(parser));
    } else if (parse_at(parser, TOKEN_NAME) && parse_at_request(parser)) {
      Request *request = parse_request(parser, true);
      if (init->request != NULL) {
        tell_twice(parser, span, init->request->span, "request; an `init` may hold one");
      }
      init->request = request;
    } else {
      if (init->request != NULL) {
        Diag *diag = parse_fault(parser, DIAG_0023, span, "in an `init` the request stands after the statements");
        parse_label(diag, init->request->span, "the request is here");
      }
      add_statement(parser, &init->statements, IN_INIT);
    }
  }
  parse_close(parser, TOKEN_RBRACE, open, "`{`");
}

/* TEARDOWN_BODY := `{` STATEMENT* ( ensure EXPR )* `}` */
void parse_body_of_teardown(Parser *parser, TeardownDecl *teardown) {
  Span open = parse_take(parser).span;
  while (!parse_at_block_end(parser)) {
    if (parse_accept(parser, TOKEN_SEMICOLON)) {
      continue;
    }
    if (parse_accept(parser, TOKEN_ENSURE)) {
      list_add(parser->arena, &teardown->ensures, parse_expr(parser));
      continue;
    }
    if (teardown->ensures.count > 0) {
      Diag *diag = parse_fault(parser, DIAG_0023, parse_peek(parser, 0)->span,
                               "in a teardown the `ensure`s stand after the statements");
      parse_label(diag, LIST_GET(teardown->ensures, Expr, 0)->span, "an `ensure` stands here");
    }
    add_statement(parser, &teardown->statements, IN_TEARDOWN);
  }
  parse_close(parser, TOKEN_RBRACE, open, "`{`");
}
