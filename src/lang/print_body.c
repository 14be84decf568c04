/* Statements and action bodies as text, one statement a line, two spaces a level. Takes the tree, gives lines in the
 * order of section 5: guards, what is asked of the system, statements or outcomes, `ensure`, `returns`, `respond`,
 * `otherwise`. */
#include "lang/print_internal.h"

void print_line(int indent, GString *out) {
  g_string_append_c(out, '\n');
  for (int i = 0; i < indent; i++) {
    g_string_append(out, "  ");
  }
}

void print_name(const Name *name, GString *out) {
  if (name->text != NULL) {
    g_string_append(out, name->text);
  }
}

void print_names(const List *names, const char *separator, GString *out) {
  for (size_t i = 0; i < names->count; i++) {
    if (i > 0) {
      g_string_append(out, separator);
    }
    print_name(LIST_GET(*names, Name, i), out);
  }
}

void print_parameters(const List *params, GString *out) {
  g_string_append_c(out, '(');
  for (size_t i = 0; i < params->count; i++) {
    if (i > 0) {
      g_string_append(out, ", ");
    }
    print_local(LIST_GET(*params, Local, i), out);
  }
  g_string_append_c(out, ')');
}

static void emit_pair(const Expr *left, const char *between, const Expr *right, GString *out) {
  print_expr(left, out);
  g_string_append(out, between);
  print_expr(right, out);
}

/* `g = e`, or `g` where e is the name g itself. */
static void emit_field_init(const FieldInit *init, GString *out) {
  const Expr *value = init->value;
  print_name(&init->name, out);
  if (value == NULL) {
    return;
  }
  if (value->kind == EXPR_NAME && value->name.text == init->name.text && value->ref.kind != REF_ENUM_MEMBER) {
    return;
  }
  g_string_append(out, " = ");
  print_expr(value, out);
}

static void emit_new(const Stmt *stmt, GString *out) {
  g_string_append(out, "new ");
  if (stmt->local != NULL) {
    print_name(&stmt->local->name, out);
  }
  g_string_append(out, ": ");
  print_name(&stmt->resource, out);
  g_string_append_c(out, ' ');
  print_name(&stmt->state, out);
  if (stmt->fields.count == 0) {
    return;
  }
  g_string_append(out, " {");
  for (size_t i = 0; i < stmt->fields.count; i++) {
    g_string_append(out, i > 0 ? ", " : " ");
    emit_field_init(LIST_GET(stmt->fields, FieldInit, i), out);
  }
  g_string_append(out, " }");
}

/* A chain of `else if`s stays at one level; the loop keeps it off the C stack. */
static void emit_if(const Stmt *stmt, int indent, GString *out) {
  for (;;) {
    g_string_append(out, "if ");
    print_expr(stmt->condition, out);
    g_string_append_c(out, ' ');
    print_block(&stmt->then_body, indent, out);
    if (stmt->else_body.count == 0) {
      return;
    }
    g_string_append(out, " else ");
    const Stmt *first = LIST_GET(stmt->else_body, Stmt, 0);
    if (stmt->else_body.count > 1 || first->kind != STMT_IF) {
      break;
    }
    stmt = first;
  }
  print_block(&stmt->else_body, indent, out);
}

static void emit_for(const Stmt *stmt, int indent, GString *out) {
  g_string_append(out, "for ");
  if (stmt->local != NULL) {
    print_local(stmt->local, out);
  }
  if (stmt->condition != NULL) {
    g_string_append(out, " where ");
    print_expr(stmt->condition, out);
  }
  g_string_append_c(out, ' ');
  print_block(&stmt->then_body, indent, out);
}

static void emit_arguments(const List *args, GString *out) {
  g_string_append_c(out, '(');
  for (size_t i = 0; i < args->count; i++) {
    if (i > 0) {
      g_string_append(out, ", ");
    }
    print_expr_open(LIST_GET(*args, Expr, i), i + 1 == args->count, out);
  }
  g_string_append_c(out, ')');
}

static void emit_update(const Stmt *stmt, GString *out) {
  static const char *const words[] = {
      [UPDATE_ADD] = "add",         [UPDATE_REMOVE] = "remove",         [UPDATE_APPEND] = "append",
      [UPDATE_PREPEND] = "prepend", [UPDATE_DROP_FIRST] = "drop_first", [UPDATE_DROP_LAST] = "drop_last"};
  g_string_append_printf(out, "%s(", words[stmt->update]);
  print_expr(stmt->target, out);
  if (stmt->value != NULL) {
    g_string_append(out, ", ");
    print_expr(stmt->value, out);
  }
  g_string_append_c(out, ')');
}

static void emit_let(const Stmt *stmt, GString *out) {
  g_string_append(out, "let ");
  if (stmt->local != NULL) {
    print_name(&stmt->local->name, out);
  }
  g_string_append(out, " = ");
  print_expr(stmt->value, out);
}

static void emit_request_statement(const Request *request, int indent, GString *out) {
  print_request(request, out);
  if (request->respond == NULL) {
    return;
  }
  print_line(indent, out);
  print_respond(request->respond, out);
}

void print_statement(const Stmt *stmt, int indent, GString *out) {
  switch (stmt->kind) {
  case STMT_ASSIGN:
    emit_pair(stmt->target, " = ", stmt->value, out);
    break;
  case STMT_MOVE:
    print_expr(stmt->target, out);
    g_string_append(out, " -> ");
    print_name(&stmt->state, out);
    break;
  case STMT_NEW:
    emit_new(stmt, out);
    break;
  case STMT_LET:
    emit_let(stmt, out);
    break;
  case STMT_IF:
    emit_if(stmt, indent, out);
    break;
  case STMT_FOR:
    emit_for(stmt, indent, out);
    break;
  case STMT_UPDATE:
    emit_update(stmt, out);
    break;
  case STMT_CALL:
    print_name(&stmt->proc, out);
    emit_arguments(&stmt->args, out);
    break;
  case STMT_RENEW:
    g_string_append(out, "renew ");
    print_expr(stmt->target, out);
    break;
  case STMT_REQUEST:
    emit_request_statement(stmt->request, indent, out);
    break;
  case STMT_RESPOND:
    print_respond(stmt->respond, out);
    break;
  case STMT_ERROR:
    break;
  }
}

void print_statements(const List *statements, int indent, GString *out) {
  for (size_t i = 0; i < statements->count; i++) {
    print_line(indent, out);
    print_statement(LIST_GET(*statements, Stmt, i), indent, out);
  }
}

void print_block(const List *statements, int indent, GString *out) {
  g_string_append_c(out, '{');
  print_statements(statements, indent + 1, out);
  print_line(indent, out);
  g_string_append_c(out, '}');
}

static void emit_expr_lines(const char *word, const List *exprs, int indent, GString *out) {
  for (size_t i = 0; i < exprs->count; i++) {
    print_line(indent, out);
    g_string_append_printf(out, "%s ", word);
    print_expr(LIST_GET(*exprs, Expr, i), out);
  }
}

static void emit_tail(const Tail *tail, int indent, GString *out) {
  emit_expr_lines("ensure", &tail->ensures, indent, out);
  if (tail->returns != NULL) {
    print_line(indent, out);
    g_string_append(out, "returns ");
    print_expr(tail->returns, out);
  }
  if (tail->respond == NULL) {
    return;
  }
  print_line(indent, out);
  print_respond(tail->respond, out);
}

static void emit_outcome(const Outcome *outcome, GString *out) {
  print_line(1, out);
  g_string_append(out, outcome->may ? "may outcome " : "outcome ");
  print_name(&outcome->name, out);
  bool many = outcome->whens.count > 1;
  for (size_t i = 0; i < outcome->whens.count; i++) {
    if (many) {
      print_line(2, out);
    }
    g_string_append(out, many ? "when " : " when ");
    print_expr(LIST_GET(outcome->whens, Expr, i), out);
  }
  if (!outcome->has_block) {
    return;
  }
  if (many) {
    print_line(1, out);
  }
  g_string_append(out, many ? "{" : " {");
  print_statements(&outcome->statements, 2, out);
  emit_tail(&outcome->tail, 2, out);
  print_line(1, out);
  g_string_append_c(out, '}');
}

/* otherwise NAME, then nothing, one respond, or a block. */
static void emit_otherwise(const Otherwise *otherwise, GString *out) {
  const Tail *tail = &otherwise->tail;
  print_line(1, out);
  g_string_append(out, "otherwise ");
  print_name(&otherwise->name, out);
  if (tail->ensures.count == 0 && tail->returns == NULL) {
    if (tail->respond == NULL) {
      return;
    }
    g_string_append_c(out, ' ');
    print_respond(tail->respond, out);
    return;
  }
  g_string_append(out, " {");
  emit_tail(tail, 2, out);
  print_line(1, out);
  g_string_append_c(out, '}');
}

static void emit_receives(const Receives *receives, GString *out) {
  print_line(1, out);
  g_string_append(out, "receives ");
  print_name(&receives->method, out);
  g_string_append_c(out, ' ');
  print_template(receives->path, out);
  print_body(receives->body_kind, receives->body, out);
  print_headers(&receives->headers, "header", out);
  if (receives->within_ms != 0) {
    g_string_append(out, " within ");
    print_duration(receives->within_ms, out);
  }
  if (receives->signed_by.text == NULL) {
    return;
  }
  print_line(1, out);
  g_string_append(out, "signed by ");
  print_name(&receives->signed_by, out);
  if (receives->signature_header == NULL) {
    return;
  }
  g_string_append(out, " header ");
  print_template(receives->signature_header, out);
}

void print_action_body(const ActionDecl *action, GString *out) {
  const Body *body = &action->body;
  g_string_append(out, " {");
  emit_expr_lines("when", &body->whens, 1, out);
  if (body->request != NULL) {
    print_line(1, out);
    print_request(body->request, out);
  }
  if (body->receives != NULL) {
    emit_receives(body->receives, out);
  }
  if (body->wait_ms != 0) {
    print_line(1, out);
    g_string_append(out, "wait ");
    print_duration(body->wait_ms, out);
  }
  print_statements(&body->statements, 1, out);
  for (size_t i = 0; i < body->outcomes.count; i++) {
    emit_outcome(LIST_GET(body->outcomes, Outcome, i), out);
  }
  emit_tail(&body->tail, 1, out);
  if (body->otherwise != NULL) {
    emit_otherwise(body->otherwise, out);
  }
  g_string_append(out, "\n}");
}
