/* Sequences from the command line: the text itself, a file that holds one, or standard input.
 * Ownership: what comes back is the caller's. */
#pragma once

#include "cli/pipeline.h"
#include "engine/sequence.h"

/* Parses `text`; where it is wrong, tells so with a caret under the place, and gives NULL. */
Sequence *sequence_input_parse(const Pipeline *pipeline, const char *what, const char *text);

/* An operand that is a sequence or a file with one (a name of an existing file, or `-`). */
Sequence *sequence_input_read(const Pipeline *pipeline, const char *operand);

/* Is every argument of every step given? If not, tells which is missing. */
bool sequence_input_whole(const Pipeline *pipeline, const Sequence *sequence);
