/* The canonical text of a model: what `lint --print` shows. It parses again to the same model, and printing that gives
 * the same bytes. Of a checked model it is the resolved text: constants are their values (-D and all), a var's implied
 * first value, an enum member's enum and the name of an `otherwise` are written out. Comments and the user's own line
 * breaks are no part of the tree, so they are lost. Ownership: everything is appended to `out`, which is the caller's.
 * Numbers of levels of nesting are the parser's (LIMIT_NESTING). */
#pragma once

#include <glib.h>

#include "lang/ast.h"

void print_model(const Model *model, GString *out);
void print_decl(const Decl *decl, GString *out); /* with its line ends */

void print_expr(const Expr *expr, GString *out); /* as few parentheses as can be */
void print_type_expr(const TypeExpr *type_expr, GString *out);
void print_binders(const List *binders, const Expr *where, GString *out); /* "x: T, y in s where c" */
void print_local(const Local *local, GString *out);                       /* "b: Booking confirmed -> cancelled" */

void print_template(const Template *template, GString *out);
void print_request(const Request *request, GString *out); /* without its respond; one line */
void print_respond(const Respond *respond, GString *out); /* "respond 200|404 { ... }" */
void print_statement(const Stmt *stmt, int indent, GString *out);
