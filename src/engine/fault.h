/* Model errors: what can go wrong while a model's expression or statement runs.
 * Ownership: plain values. */
#pragma once

#include "base/source.h"
#include "engine/fault_kind.h"

typedef struct Fault {
  FaultKind kind;
  Span span;     /* the place in the model: the part of the expression, or the statement, that erred */
  int64_t value; /* RANGE, OVERFLOW where known, INDEX: the value that did not fit; else 0 */
} Fault;

const char *fault_kind_name(FaultKind kind); /* "range", "division", ... */
