/* Steps as people read them: the call with its arguments, the outcome, the slots taken, and what changed. Verdicts,
 * replay and step print these. Ownership: a VerdictStep owns its strings; steps_free frees an array of them,
 * steps_clear one in place. */
#pragma once

#include "contract/verdict.h"

/* One firing (or init) from `before` (NULL for an init) to `after` (NULL where it leads nowhere). */
void steps_make(const IrModel *model, const Firing *firing, const Fired *fired, const int64_t *before,
                const int64_t *after, VerdictStep *ret_step);
VerdictStep *steps_of_trace(const IrModel *model, const Trace *trace, int *ret_count);
void steps_clear(VerdictStep *step);
void steps_free(VerdictStep *steps, int count);
