/* Why something never happens: which of its conditions is never so, alone or together with which others.
 * Ownership: the text is the caller's. */
#pragma once

#include "contract/eval.h"
#include "contract/why.h"

/* "it needs `x == 3`, which is never so"; NULL where that cannot be found out within the limits. */
char *never_reason(Eval *eval, const Exploration *exploration, const WhyQuestion *question);
