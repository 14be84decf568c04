/* Model errors: what can go wrong while a model's expression or statement runs.
 * Ownership: plain values. */
#pragma once

#include "base/source.h"

/* FAULT(KIND, "name in results", "code"): the kinds of language.md section 3. */
typedef enum FaultKind {
  FAULT_NOTHING, /* no fault */
#define FAULT(kind, name) FAULT_##kind,
#include "engine/fault.def"
#undef FAULT
  FAULT_STOPPED /* the machine was asked to stop in the middle (a limit, a signal); no fault of the model */
} FaultKind;

typedef struct Fault {
  FaultKind kind;
  Span span;     /* the place in the model: the part of the expression, or the statement, that erred */
  int64_t value; /* RANGE, OVERFLOW where known, INDEX: the value that did not fit; else 0 */
} Fault;

const char *fault_kind_name(FaultKind kind); /* "range", "division", ... */
