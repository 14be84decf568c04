/* The verifier: what everything above relies on, asserted once. Run after each lowering in every build.
 * Ownership: borrows the model. */
#pragma once

#include <glib.h>

#include "ir/ir.h"

/* True where the model keeps every promise of ir.h; else a line in `fault` says which was broken (a bug of ours: exit
 * 70). */
bool ir_verify(const IrModel *model, GString *fault);
