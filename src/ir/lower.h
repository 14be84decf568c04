/* The only door from the language to the IR: a checked tree in, a verified model out.
 * Ownership: the model is the caller's (ir_model_free); it borrows the tree's Source and nothing else of it. */
#pragma once

#include "base/diag.h"
#include "ir/ir.h"
#include "lang/ast.h"

/* `tree` has passed check_model. NULL where a limit of the state is passed (told in `diags`). */
IrModel *lower_model(const Model *tree, Diags *diags);

/* An expression that passed check_expression, as a contract of kind REACH named `name`, in the model's arena. Spans are
 * those of its own source. */
const IrContract *lower_expression(IrModel *model, const Model *tree, const Expr *expr, const char *name);
