/* `seqcheck replay MODEL SUITE.json`: each sequence of a suite taken through the model.
 * Ownership: borrows the Pipeline. */
#pragma once

#include "cli/pipeline.h"

/* Is the operand a file that begins as a JSON object does? Then its text, the caller's; else NULL. */
char *replay_suite_text(const char *operand, gsize *ret_length);

ExitCode replay_suite(Pipeline *pipeline, const char *text, gsize length);
