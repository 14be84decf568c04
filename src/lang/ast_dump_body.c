/* Statements and bodies in the dump. */
#include "lang/ast_dump_internal.h"

static const char *stmt_word(const Stmt *stmt) {
  static const char *const words[] = {
      [STMT_ASSIGN] = "assign", [STMT_MOVE] = "move",    [STMT_NEW] = "take",       [STMT_LET] = "name-value",
      [STMT_IF] = "if",         [STMT_FOR] = "for",      [STMT_UPDATE] = "update",  [STMT_CALL] = "call-proc",
      [STMT_RENEW] = "renew",   [STMT_REQUEST] = "send", [STMT_RESPOND] = "answer", [STMT_ERROR] = "error",
  };
  static const char *const updates[] = {
      [UPDATE_ADD] = "add",         [UPDATE_REMOVE] = "remove",         [UPDATE_APPEND] = "append",
      [UPDATE_PREPEND] = "prepend", [UPDATE_DROP_FIRST] = "drop_first", [UPDATE_DROP_LAST] = "drop_last",
  };
  return stmt->kind == STMT_UPDATE ? updates[stmt->update] : words[stmt->kind];
}

static void dump_statements_as(Dump *dump, const char *role, const List *statements) {
  if (statements->count > 0) {
    dump_open(dump, role);
    dump_statements(dump, statements);
    dump_close(dump);
  }
}

static void dump_stmt(Dump *dump, const Stmt *stmt) {
  dump_open(dump, stmt_word(stmt));
  dump_name(dump, stmt->resource.text);
  dump_name(dump, stmt->state.text);
  dump_name(dump, stmt->proc.text);
  dump_span(dump, stmt->span);
  dump_expr(dump, stmt->target);
  dump_local(dump, stmt->local);
  dump_expr_as(dump, stmt->kind == STMT_FOR ? "where" : "condition", stmt->condition);
  dump_expr(dump, stmt->value);
  for (size_t i = 0; i < stmt->fields.count; i++) {
    const FieldInit *field = LIST_GET(stmt->fields, FieldInit, i);
    dump_open(dump, "field");
    dump_name(dump, field->name.text);
    dump_expr(dump, field->value);
    dump_close(dump);
  }
  for (size_t i = 0; i < stmt->args.count; i++) {
    dump_expr(dump, LIST_GET(stmt->args, Expr, i));
  }
  dump_statements_as(dump, "then", &stmt->then_body);
  dump_statements_as(dump, "else", &stmt->else_body);
  dump_request(dump, stmt->request);
  dump_respond(dump, stmt->respond);
  dump_close(dump);
}

void dump_statements(Dump *dump, const List *statements) {
  for (size_t i = 0; i < statements->count; i++) {
    dump_stmt(dump, LIST_GET(*statements, Stmt, i));
  }
}

static void dump_tail(Dump *dump, const Tail *tail) {
  dump_exprs_as(dump, "ensure", &tail->ensures);
  dump_expr_as(dump, "returns", tail->returns);
  dump_respond(dump, tail->respond);
}

static void dump_outcome(Dump *dump, const Outcome *outcome) {
  dump_open(dump, outcome->may ? "may-outcome" : "outcome");
  dump_name(dump, outcome->name.text);
  dump_span(dump, outcome->span);
  dump_exprs_as(dump, "when", &outcome->whens);
  dump_statements(dump, &outcome->statements);
  dump_tail(dump, &outcome->tail);
  dump_close(dump);
}

void dump_body(Dump *dump, const Body *body) {
  dump_open(dump, "body");
  if (body->wait_ms != 0) {
    dump_attribute(dump, " wait %" G_GINT64_FORMAT " ms", body->wait_ms);
  }
  dump_span(dump, body->span);
  dump_exprs_as(dump, "when", &body->whens);
  dump_request(dump, body->request);
  dump_receives(dump, body->receives);
  dump_statements(dump, &body->statements);
  for (size_t i = 0; i < body->outcomes.count; i++) {
    dump_outcome(dump, LIST_GET(body->outcomes, Outcome, i));
  }
  dump_tail(dump, &body->tail);
  if (body->otherwise != NULL) {
    dump_open(dump, "otherwise");
    dump_name(dump, body->otherwise->name.text);
    dump_span(dump, body->otherwise->span);
    dump_tail(dump, &body->otherwise->tail);
    dump_close(dump);
  }
  dump_close(dump);
}
