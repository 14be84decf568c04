/* The inside of the evaluator of constants, for const_eval*.c.
 * Ownership: an Eval lives for one const_eval; its scratch arena holds every value in between. */
#pragma once

#include "base/arena.h"
#include "ir/const_eval.h"
#include "ir/value.h"

#define EVAL_STEPS 4000000      /* nodes looked at for one value */
#define EVAL_DEPTH 5000         /* expressions within expressions, through calls */
#define EVAL_BYTES (256u << 20) /* values in between */

typedef struct Eval {
  const IrModel *model;
  Arena *scratch;
  int64_t **locals;
  uint64_t steps;
  unsigned depth; /* of const_eval_expr within itself */
  ConstFault *fault;
} Eval;

bool const_eval_fault(Eval *eval, const IrExpr *expr, const char *message);
int64_t *const_eval_cells(Eval *eval, const IrType *type);
bool const_eval_expr(Eval *eval, const IrExpr *expr, int64_t *ret_cells);

/* const_eval_operator.c: all that only needs its operands' values. */
bool const_eval_operator(Eval *eval, const IrExpr *expr, const int64_t *const *args, int64_t *ret_cells);

/* const_eval_quantifier.c */
bool const_eval_quantifier(Eval *eval, const IrExpr *expr, int64_t *ret_cells);
