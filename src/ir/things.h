/* What code reads and writes, as sets of "things" (see IrThings in ir.h).
 * Ownership: the sets live in the model's arena. */
#pragma once

#include "ir/ir.h"

/* Fills reads and writes of every outcome and reads of every contract of a lowered model. */
void things_find(IrModel *model);
/* Of one more contract. */
void things_find_contract(IrModel *model, IrContract *contract);
