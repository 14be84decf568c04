/* A verdict as text for people, in the order in which they want it: verdict, table, what was cut off, what nobody
 * declared, the next command. Ownership: appends to the caller's string. */
#pragma once

#include "cli/pipeline.h"
#include "contract/verdict.h"

void verdict_text(const Pipeline *pipeline, const Verdict *verdict, bool color, GString *out);

/* One violation alone. `model_path`: as the user typed it, for the replay line; `defines` are repeated there. */
void verdict_text_violation(const Pipeline *pipeline, const Violation *violation, bool color, GString *out);

/* Steps, numbered from 1, each with what it changed; an init with changes or a name is step 0. For reach, why and step
 * too. */
void verdict_text_steps(const VerdictStep *steps, int count, bool color, GString *out);

/* One step on one line, without a number: `book(start: 0, length: 1)  created   Booking#0 absent → confirmed, ...`. */
void verdict_text_step(const VerdictStep *step, GString *out);

/* `seqcheck replay booking.model -D SLOTS=4 '...'` */
char *verdict_replay_command(const Pipeline *pipeline, const char *sequence);
