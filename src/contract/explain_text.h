/* Expressions as text for explanations: as they were written, and with values put in for what they read.
 * Ownership: everything is appended to the caller's string. */
#pragma once

#include "contract/eval.h"

/* The source text, on one line, without comments, cut with … past LIMIT_EXPLAIN_WIDTH characters. */
void explain_text_quote(const Source *source, Span span, GString *out);

/* The value of an expression, or `?` where it has none. */
void explain_text_value(Eval *eval, const Scope *scope, const IrExpr *expr, GString *out);

/* A value, cut past `limit` bytes. `cells` may hold slots that are not set. */
void explain_text_cells(const IrModel *model, const IrType *type, const int64_t *cells, size_t limit, GString *out);

/* `0 < 0 + 1`: operators as written, names and calls by their values, quantified parts as written. */
void explain_text_substituted(Eval *eval, const Scope *scope, const IrExpr *expr, GString *out);

/* `overlaps(0, 1, 0, 1)` */
void explain_text_call(Eval *eval, const Scope *scope, const IrExpr *call, GString *out);

/* The expression under conversions. */
const IrExpr *explain_text_core(const IrExpr *expr);
