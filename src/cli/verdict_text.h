/* A verdict as text for people, in the order in which they want it: verdict, table, what was cut off, what nobody
 * declared, the next command. Ownership: appends to the caller's string. */
#pragma once

#include "cli/pipeline.h"
#include "contract/verdict.h"

void verdict_text(const Pipeline *pipeline, const Verdict *verdict, bool color, GString *out);

/* One violation alone. `model_path`: as the user typed it, for the replay line; `defines` are repeated there. */
void verdict_text_violation(const Pipeline *pipeline, const Violation *violation, bool color, GString *out);
