/* Explanations: why an expression is true or false in a state, down to its smallest part, in the user's own words and
 * values. Ownership: an Explain borrows its Eval; its lines and witnesses are taken with explain_steal or freed with
 * explain_clear. */
#pragma once

#include "contract/eval.h"
#include "contract/verdict.h"

typedef struct Explain {
  Eval *eval;
  GArray *lines;     /* of BecauseLine */
  GArray *witnesses; /* of Witness */
  int left_out;      /* lines past LIMIT_EXPLAIN_LINES */
  int quiet;         /* above 0: bindings that are no witnesses (near misses) */
  int past;          /* above 0: within `old` */
} Explain;

void explain_init(Explain *explain, Eval *eval);
void explain_clear(Explain *explain);
void explain_line(Explain *explain, int depth, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool explain_full(const Explain *explain);

/* Why `expr`, a boolean, is `truth` here. */
void explain_expr(Explain *explain, Scope *scope, const IrExpr *expr, bool truth, int depth);

/* One line: what it says, its truth, its values; and those of its parts that are counted or summed below it. */
void explain_leaf(Explain *explain, Scope *scope, const IrExpr *expr, bool truth, int depth);

/* The parts of a chain of `and`s, in order. Of IrExpr *; to be freed. NULL gives none. */
GPtrArray *explain_conjuncts(const IrExpr *expr);

/* The lines as an array (with one that says how many were left out); the witnesses likewise where wanted. Both are then
 * the caller's. */
BecauseLine *explain_steal_lines(Explain *explain, int *ret_count);
Witness *explain_steal_witnesses(Explain *explain, int *ret_count);
void explain_free_lines(BecauseLine *lines, int count);
