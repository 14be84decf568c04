/* The IR as text, for `--dump ir`: deterministic, one declaration a block, expressions as they were written beside what
 * they became. Ownership: appends to the caller's string. */
#pragma once

#include <glib.h>

#include "ir/ir.h"

void ir_dump(const IrModel *model, GString *out);
void ir_dump_expr(const IrModel *model, const IrExpr *expr, GString *out);
