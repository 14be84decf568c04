/* The walk over expressions, templates and statements; takes a table of callbacks and a node, calls them for all that
 * is below. A target is told apart from what is read: in `m[k].f = e` the field f is written, while m and k are read to
 * find it. */
#include "lang/walk_internal.h"

void walk_exprs(const Walk *walk, const List *exprs) {
  for (size_t i = 0; i < exprs->count; i++) {
    walk_expr(walk, LIST_GET(*exprs, Expr, i));
  }
}

void walk_locals(const Walk *walk, const List *locals) {
  for (size_t i = 0; i < locals->count; i++) {
    walk_local(walk, LIST_GET(*locals, Local, i));
  }
}

void walk_type(const Walk *walk, const TypeExpr *type) {
  for (; type != NULL; type = type->elem) {
    if (walk->type != NULL) {
      walk->type(type, walk->data);
    }
    walk_expr(walk, type->lo);
    walk_expr(walk, type->hi);
    if (type->key != NULL) {
      walk_type(walk, type->key);
    }
  }
}

void walk_local(const Walk *walk, const Local *local) {
  if (walk->local != NULL) {
    walk->local(local, walk->data);
  }
  walk_type(walk, local->type_expr);
  walk_expr(walk, local->in);
}

void walk_expr(const Walk *walk, const Expr *expr) {
  if (expr == NULL) {
    return;
  }
  if (walk->expr != NULL) {
    walk->expr(expr, walk->data);
  }
  walk_locals(walk, &expr->binders);
  walk_expr(walk, expr->where);
  walk_expr(walk, expr->condition);
  walk_expr(walk, expr->operand);
  walk_expr(walk, expr->index);
  walk_expr(walk, expr->left);
  walk_expr(walk, expr->right);
  walk_exprs(walk, &expr->items);
  walk_expr(walk, expr->body);
  walk_template(walk, expr->string);
}

void walk_template(const Walk *walk, const Template *template) {
  if (template == NULL) {
    return;
  }
  for (size_t i = 0; i < template->parts.count; i++) {
    walk_expr(walk, LIST_GET(template->parts, TemplatePart, i)->expr);
  }
  for (size_t i = 0; i < template->members.count; i++) {
    const TemplateMember *member = LIST_GET(template->members, TemplateMember, i);
    walk_template(walk, member->key);
    walk_template(walk, member->value);
  }
  for (size_t i = 0; i < template->items.count; i++) {
    walk_template(walk, LIST_GET(template->items, Template, i));
  }
  walk_locals(walk, &template->binders);
  walk_expr(walk, template->condition);
  walk_expr(walk, template->expr);
  walk_template(walk, template->item);
  walk_template(walk, template->other);
}

void walk_headers(const Walk *walk, const List *headers) {
  for (size_t i = 0; i < headers->count; i++) {
    const Header *header = LIST_GET(*headers, Header, i);
    walk_template(walk, header->name);
    walk_template(walk, header->value);
  }
}

void walk_request(const Walk *walk, const Request *request) {
  if (request == NULL) {
    return;
  }
  if (walk->request != NULL) {
    walk->request(request, walk->data);
  }
  walk_template(walk, request->path);
  walk_headers(walk, &request->query);
  walk_template(walk, request->body);
  walk_headers(walk, &request->headers);
  walk_headers(walk, &request->cookies);
}

void walk_respond(const Walk *walk, const Respond *respond) {
  if (respond == NULL) {
    return;
  }
  if (walk->respond != NULL) {
    walk->respond(respond, walk->data);
  }
  walk_template(walk, respond->body);
  walk_headers(walk, &respond->headers);
}

void walk_receives(const Walk *walk, const Receives *receives) {
  if (receives == NULL) {
    return;
  }
  walk_template(walk, receives->path);
  walk_template(walk, receives->body);
  walk_headers(walk, &receives->headers);
}

void walk_tail(const Walk *walk, const Tail *tail) {
  walk_exprs(walk, &tail->ensures);
  walk_expr(walk, tail->returns);
  walk_respond(walk, tail->respond);
}

/* The place that an assignment or update writes. */
static void walk_target(const Walk *walk, const Expr *target) {
  for (; target != NULL; target = target->operand) {
    if (walk->target != NULL) {
      walk->target(target, walk->data);
    }
    if (target->kind == EXPR_INDEX) {
      walk_expr(walk, target->index);
      continue;
    }
    if (target->kind == EXPR_MEMBER) {
      walk_expr(walk, target->operand);
    }
    return;
  }
}

static void walk_statement(const Walk *walk, const Stmt *stmt) {
  if (walk->stmt != NULL) {
    walk->stmt(stmt, walk->data);
  }
  if (stmt->kind == STMT_ASSIGN || stmt->kind == STMT_UPDATE) {
    walk_target(walk, stmt->target);
  } else {
    walk_expr(walk, stmt->target);
  }
  if (stmt->local != NULL) {
    walk_local(walk, stmt->local);
  }
  walk_expr(walk, stmt->value);
  for (size_t i = 0; i < stmt->fields.count; i++) {
    walk_expr(walk, LIST_GET(stmt->fields, FieldInit, i)->value);
  }
  walk_expr(walk, stmt->condition);
  walk_exprs(walk, &stmt->args);
  walk_request(walk, stmt->request);
  if (stmt->request != NULL) {
    walk_respond(walk, stmt->request->respond);
  }
  walk_respond(walk, stmt->respond);
  walk_statements(walk, &stmt->then_body);
  walk_statements(walk, &stmt->else_body);
}

void walk_statements(const Walk *walk, const List *statements) {
  for (size_t i = 0; i < statements->count; i++) {
    walk_statement(walk, LIST_GET(*statements, Stmt, i));
  }
}
