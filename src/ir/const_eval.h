/* Values of expressions that read no state: defaults and initial values, found once while a model is lowered.
 * Ownership: cells are the caller's; nothing is kept. */
#pragma once

#include "ir/ir.h"

typedef struct ConstFault {
  Span span;
  const char *message; /* why there is no value, static text */
} ConstFault;

/* The value of `expr` (its locals are those of `frame`), or false with a fault: a model error, a state that is read, or
 * work without end. */
bool const_eval(const IrModel *model, const IrFrame *frame, const IrExpr *expr, int64_t *ret_cells,
                ConstFault *ret_fault);

/* One value from a type to another, as CONVERT does. NULL, or why it does not fit. */
const char *const_convert(const IrType *from, const int64_t *cells, const IrType *to, int64_t *ret_cells);
