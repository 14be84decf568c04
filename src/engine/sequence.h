/* Sequences as text: `book(0, 1) created; cancel(b: Booking#0)`, as users type them and as `replay:` lines print them.
 * Ownership: a Sequence is the caller's. */
#pragma once

#include <glib.h>

#include "engine/stepper.h"

typedef struct SequenceStep {
  int action;            /* -1: an init named first, `init NAME(args)` or `NAME(args)` */
  int outcome;           /* -1: not said */
  bool has_argument[32]; /* by parameter: said, or left out (`why` takes any) */
  int64_t *arguments;    /* the parameters' cells; those left out are zero */
  size_t start, end;     /* its place in the text, bytes */
} SequenceStep;

typedef struct Sequence {
  GPtrArray *steps; /* of SequenceStep *; an init step, where there is one, comes first */
} Sequence;

/* NULL with a message for the user in *ret_error (to be freed) and the byte in *ret_at where it stands. Steps are
 * separated by `;` or newlines. */
Sequence *sequence_parse(const IrModel *model, const char *text, char **ret_error, size_t *ret_at);
void sequence_free(Sequence *sequence);

/* One firing as users write it: `book(0, 1) created`. With `named`: `book(start: 0, length: 1)`, without the outcome.
 * An init: `init` or `init NAME(args)`. */
void sequence_print_firing(const IrModel *model, const Firing *firing, bool named, GString *out);
