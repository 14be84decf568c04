/* What the files of the warnings share: who is used, in one pass over the model. Not for other files.
 * Ownership: a Usage owns its tables and borrows the tree. */
#pragma once

#include "lang/check_internal.h"

typedef struct Usage {
  Checker *checker;
  GHashTable *read;    /* declarations, fields and locals that something reads or names */
  GHashTable *written; /* vars and fields that something assigns */
  GHashTable *entered; /* ResourceDecl * -> uint64_t *: states that a `new` or a move enters */
  GHashTable *created; /* ResourceDecl *: some `new` takes a slot */
} Usage;

void check_warnings_unused(Usage *usage);   /* check_warnings_unused.c */
void check_warnings_states(Usage *usage);   /* check_warnings_unused.c */
void check_warnings_outcomes(Usage *usage); /* check_warnings_outcome.c: never chosen, never possible */
void check_warnings_alike(Usage *usage);    /* check_warnings_alike.c: cannot be told apart */
void check_warnings_idle(Usage *usage);     /* check_warnings_old.c: what does nothing */
void check_warnings_requests(Usage *usage); /* check_warnings_request.c: HTTP habits */
