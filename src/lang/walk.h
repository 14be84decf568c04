/* A walk over a tree: calls back for every node, in the order written, so that a rule about all of them is one small
 * function. Ownership: borrows everything. Recursion is as deep as the tree, which the parser bounds by LIMIT_NESTING.
 */
#pragma once

#include "lang/ast.h"

/* Each may be NULL. A node is told before its parts. */
typedef struct Walk {
  void (*expr)(const Expr *expr, void *data);   /* what is read */
  void (*target)(const Expr *expr, void *data); /* what is written: NAME, MEMBER, INDEX of an assignment or update */
  void (*type)(const TypeExpr *type, void *data);
  void (*local)(const Local *local, void *data); /* where it is declared */
  void (*stmt)(const Stmt *stmt, void *data);
  void (*request)(const Request *request, void *data);
  void (*respond)(const Respond *respond, void *data);
  void *data;
} Walk;

void walk_expr(const Walk *walk, const Expr *expr);
void walk_template(const Walk *walk, const Template *template);
void walk_request(const Walk *walk, const Request *request); /* without its respond */
void walk_respond(const Walk *walk, const Respond *respond);
void walk_receives(const Walk *walk, const Receives *receives);
void walk_tail(const Walk *walk, const Tail *tail);
void walk_statements(const Walk *walk, const List *statements);
void walk_decl(const Walk *walk, const Decl *decl);
void walk_model(const Walk *walk, const Model *model);
