/* What the parts of the explainer share.
 * Ownership: as in explain.h. */
#pragma once

#include "contract/explain.h"

/* Quantifiers with a truth value: explain_quantifier.c. */
void explain_quantified(Explain *explain, Scope *scope, const IrExpr *expr, bool truth, int depth);

/* Lines for the counted, summed and called parts within a leaf, and the values that its `old`s compare:
 * explain_parts.c. */
void explain_parts(Explain *explain, Scope *scope, const IrExpr *expr, int depth);
