/* Suites as JSON: the format of docs/suite.md and docs/suite.schema.json, written and read.
 * Ownership: what comes back is the caller's. */
#pragma once

#include <cjson/cJSON.h>

#include "cover/plan.h"
#include "cover/suite.h"

/* The document; `plan` may be NULL (then only the sequences). Same suite, same bytes. */
cJSON *suite_json(const Program *program, const Suite *suite, const Plan *plan);

/* Where a file does not fit: the message for the user, and where in the file ("sequences[3].steps[1]"). */
typedef struct SuiteError {
  char *message;
  char *where;
} SuiteError;

/* Reads a suite: ours, or one written by hand (then steps may be one string as `replay` takes it, names, outcomes and
 * the start may be left out: an outcome left out is the first that is possible, the start the first there is). NULL
 * with the error. A sequence that departs from the model is an error too: *ret_error says where and why. */
Suite *suite_json_read(const Program *program, const char *text, size_t length, SuiteError *ret_error);
void suite_error_clear(SuiteError *error);
