/* Violations: a breach as the user is to see it, with its trace, its changes and its explanation.
 * Ownership: a Violation is the caller's (violation_clear). */
#pragma once

#include "contract/always.h"
#include "contract/explain.h"
#include "contract/verdict.h"

Violation violation_of_breach(Eval *eval, const Exploration *exploration, const Breach *breach);
Violation violation_of_reach(Eval *eval, const Exploration *exploration, int contract);
Violation violation_of_always(Eval *eval, const Exploration *exploration, int contract, const Always *always);
void violation_clear(Violation *violation);

/* Adds the lines and witnesses of an explanation, and clears it. */
void violation_take(Violation *violation, Explain *explain);

/* Which operation erred, on which values, as far as they can be told: violation_fault.c. `last`: the failing step, or
 * NULL where a state or its contract erred. */
void violation_explain_fault(Explain *explain, const Breach *breach, const Trace *trace, char **ret_message);

/* `book(0, 1) created; cancel(Booking#0)`; the init is named where there is a choice. */
char *violation_replay(const IrModel *model, const Trace *trace);
