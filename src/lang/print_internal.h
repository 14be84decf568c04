/* What the printer's files share. Not for other floors.
 * Ownership: nothing is kept. */
#pragma once

#include "lang/print.h"

/* Before `:`, `,` or an operator an expression that reaches as far right as possible needs parentheses: pass `open`
 * false. */
void print_expr_open(const Expr *expr, bool open, GString *out);
/* The first item after `{` or `[`: `x in s` would read as a binder there. `last`: nothing follows. */
void print_first_item(const Expr *expr, bool last, GString *out);
void print_line(int indent, GString *out); /* ends the line, begins the next one */
void print_name(const Name *name, GString *out);
void print_names(const List *names, const char *separator, GString *out);
void print_parameters(const List *params, GString *out);
void print_statements(const List *statements, int indent,
                      GString *out); /* each on a line of its own, begun by print_line */
void print_block(const List *statements, int indent,
                 GString *out);                          /* { ... }, `indent` is that of the line with the { */
void print_string(const Template *string, GString *out); /* braces doubled */
void print_headers(const List *headers, const char *word, GString *out); /* ` header "A" "b"` each */
void print_query(const List *query, GString *out);                  /* ` query { "a": b }`, nothing where it is empty */
void print_body(BodyKind kind, const Template *body, GString *out); /* ` form { ... }`, nothing for NONE */
void print_duration(int64_t milliseconds, GString *out);            /* "16 min" */
void print_action_body(const ActionDecl *action, GString *out);
