/* The kinds of model errors, without anything about places, so that generated C can have them too.
 * Ownership: plain values. */
#pragma once

/* The kinds of language.md section 3. */
typedef enum FaultKind {
  FAULT_NOTHING,  /* no fault */
  FAULT_RANGE,    /* a value outside its type's bounds; a full seq */
  FAULT_DIVISION, /* by zero */
  FAULT_INDEX,
  FAULT_OVERFLOW,
  FAULT_ABSENT,   /* a field, move or map entry of an absent slot */
  FAULT_NONE,     /* a field of none; none where a value is needed; a var that no init set */
  FAULT_EMPTY,    /* min, max or the of nothing; the of several */
  FAULT_DANGLING, /* a field or var refers to an absent slot at the end of a firing */
  FAULT_STOPPED   /* the machine was asked to stop in the middle (a limit, a signal); no fault of the model */
} FaultKind;
