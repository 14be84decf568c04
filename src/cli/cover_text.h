/* A suite as text for a terminal: how short it is, the sequences step by step, what is not covered and why.
 * Ownership: appends to the caller's string. */
#pragma once

#include "cli/covering.h"

void cover_text(const Pipeline *pipeline, const Covering *covering, GString *out);

/* Why an outcome or action is not covered, line by line, where that is known; else NULL. g_strfreev frees it. */
char **cover_text_reason(const Covering *covering, const Uncovered *uncovered);

/* Cells of a resource's life for which the model declares nothing, "`cancel` while a `Booking` is `held`"; g_strfreev.
 */
char **cover_text_undeclared(const Covering *covering);
