/* What the files of the dump share. Not for other files.
 * Ownership: a Dump borrows everything. */
#pragma once

#include <glib.h>

#include "lang/ast_dump.h"

typedef struct Dump {
  const Source *source;
  GString *out;
  unsigned depth;
} Dump;

/* A node: `(word` on a line of its own, then its attributes, then its children, then `)`. */
void dump_open(Dump *dump, const char *word);
void dump_span(Dump *dump, Span span); /* ` @line:column-line:column` */
void dump_name(Dump *dump, const char *name);
void dump_text(Dump *dump, const char *text, size_t length); /* quoted */
void dump_attribute(Dump *dump, const char *format, ...) __attribute__((format(printf, 2, 3)));
void dump_close(Dump *dump);

/* ast_dump_expr.c: those that may be NULL print nothing then. A role is a word before the node, such as "where". */
void dump_expr(Dump *dump, const Expr *expr);
void dump_expr_as(Dump *dump, const char *role, const Expr *expr);
void dump_exprs_as(Dump *dump, const char *role, const List *exprs);
void dump_type(Dump *dump, const TypeExpr *type);
void dump_local(Dump *dump, const Local *local);
void dump_locals(Dump *dump, const List *locals);
void dump_names(Dump *dump, const List *names);

/* ast_dump_template.c */
void dump_template(Dump *dump, const Template *template);
void dump_template_as(Dump *dump, const char *role, const Template *template);
void dump_request(Dump *dump, const Request *request);
void dump_respond(Dump *dump, const Respond *respond);
void dump_receives(Dump *dump, const Receives *receives);
void dump_headers(Dump *dump, const char *role, const List *headers);

/* ast_dump_body.c */
void dump_statements(Dump *dump, const List *statements);
void dump_body(Dump *dump, const Body *body);
