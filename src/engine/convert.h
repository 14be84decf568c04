/* Conversion of composite values from one type to another that the checker allows.
 * Ownership: cells are the caller's. */
#pragma once

#include "engine/fault.h"
#include "ir/ir.h"

/* Are the cells of every value of `from` those of the same value of `to`? */
bool convert_is_free(const IrType *from, const IrType *to);

/* `ret_cells` (to->cells of them) may not overlap `cells`. RANGE or NONE where the value does not fit; then *ret_value
 * is the number that did not. */
FaultKind convert_cells(const IrType *from, const IrType *to, const int64_t *cells, int64_t *ret_cells,
                        int64_t *ret_value);
