/* Explanations of model errors: which part erred, on which values, for which elements.
 * Ownership: as in explain.h. */
#pragma once

#include "contract/explain.h"

/* Goes down to the part of `expr` that errs here and tells its operands: "`stock - 1`  is -1, outside 0..3". False
 * where nothing errs. */
bool explain_fault(Explain *explain, Scope *scope, const IrExpr *expr, int depth);

/* The expression of this kind (or any, IRX_COUNT_) at this very place within `expr`, or NULL. */
const IrExpr *explain_fault_find(const IrExpr *expr, Span span);

/* One line for a fault without its values: "`stock - 1` is -1, out of range". To be freed. */
char *explain_fault_text(const IrModel *model, const Source *source, const Fault *fault, const IrExpr *at);
