/* Suites as JSON: the format of docs/suite.md and docs/suite.schema.json, written and read.
 * Ownership: what comes back is the caller's. */
#pragma once

#include "cover/plan.h"
#include "cover/suite.h"
#include "engine/sequence.h"

/* The document, a line for each step: text and not a tree, since a suite may have millions of steps. `plan` may be NULL
 * (then only the sequences). Same suite, same bytes. */
void suite_json_write(const Program *program, const Suite *suite, const Plan *plan, GString *out);

/* Where a file does not fit: the message for the user, and where in the file ("sequences[3].steps[1]"; NULL: the
 * whole). */
typedef struct SuiteError {
  char *message;
  char *where;
} SuiteError;

void suite_error_clear(SuiteError *error);

/* One sequence of a file, read but not replayed. */
typedef struct SuiteEntry {
  char *name; /* as the file gives it, else "sequence 1" */
  Sequence *sequence;
} SuiteEntry;

typedef struct SuiteFile {
  char *model;        /* that the file names, or NULL */
  GPtrArray *entries; /* of SuiteEntry * */
} SuiteFile;

/* Reads a suite: ours, or one written by hand (then steps may be one string as `replay` takes it; names, outcomes and
 * the start may be left out). NULL with the error. */
SuiteFile *suite_json_read(const IrModel *model, const char *text, size_t length, SuiteError *ret_error);
void suite_file_free(SuiteFile *file);

/* What the sequences of a suite do, as suite_text tells it, with their names: a table of strings to strings. Nothing is
 * looked up in a model, so that a suite of an older one can be read. NULL with the error. */
GHashTable *suite_json_texts(const char *text, size_t length, SuiteError *ret_error);
