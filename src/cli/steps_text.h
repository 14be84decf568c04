/* Steps as lines: number, call, outcome, what changed; in columns. For traces, replays and the list of what is
 * possible. Ownership: appends to the caller's string. */
#pragma once

#include "contract/verdict.h"

/* A trace: numbered from 1; an init that changes something or has a name is step 0. */
void steps_text_trace(const VerdictStep *steps, int count, bool color, GString *out);

/* A list of steps to choose from, numbered from 1. */
void steps_text_list(const VerdictStep *steps, int count, bool color, GString *out);
