/* A suite: sequences from a start, step by step, as data. The planner makes one, a file may hold one, measuring and the
 * writers read one. Ownership: a Suite is the caller's (suite_free) and owns all it holds; it borrows the model. */
#pragma once

#include <glib.h>

#include "engine/stepper.h"

typedef struct SuiteSequence {
  char *name;      /* stable: made of what the sequence does, see suite_name */
  GArray *firings; /* of Firing: [0] the start (action -1, outcome the init's number), then the steps */
} SuiteSequence;

typedef struct Suite {
  const IrModel *model;
  char *criterion;      /* as the user wrote it: "outcomes", "view:busy"; NULL where a file does not say */
  GPtrArray *sequences; /* of SuiteSequence * */
  GHashTable *names;    /* of those in use; borrowed from the sequences */
} Suite;

Suite *suite_new(const IrModel *model, const char *criterion);
void suite_free(Suite *suite);

/* Takes the firings over; `name` NULL: suite_name gives it. Names are made unique by a number behind them. */
void suite_add(Suite *suite, const char *name, GArray *firings);

/* Steps of all sequences, the starts not counted. */
uint64_t suite_steps(const Suite *suite);

/* The sequence as users write it, `init NAME(..); book(0, 1) created; cancel(Booking#0)`; a start is said only where
 * the model has more than one. It is what `replay` reads and what two sequences are compared by. The caller's. */
char *suite_text(const IrModel *model, const GArray *firings);

/* `book_created_conflict_cancel_3fa21c`: the outcomes in the order in which they first appear, cut to a readable
 * length, and six digits of a digest of suite_text, so that a sequence that stays keeps its name whatever else changes.
 * The caller's. */
char *suite_name(const IrModel *model, const GArray *firings);
