/* Remarks: what else is worth knowing after an exploration.
 * Ownership: the remarks are the verdict's (remarks_clear frees what one holds). */
#pragma once

#include "contract/eval.h"
#include "contract/verdict.h"

/* Fills remarks from what the verdict has already: contracts, matrices, the exploration. */
void remarks_add(Verdict *verdict, Eval *eval);
void remarks_clear(Remark *remark);
