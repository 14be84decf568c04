/* Vacuity: was a contract ever put to the test? A `forall` that never had an element and a `=>` whose left side was
 * never true prove nothing. Ownership: a Vacuity is the caller's and must outlive the exploration that watches its
 * expressions. */
#pragma once

#include "engine/explore.h"

typedef struct VacuityWatch {
  int contract;
  Watch watch;
  char *note; /* what is to be said where the watch was never true */
} VacuityWatch;

typedef struct Vacuity {
  Arena *arena;    /* of the watched expressions */
  GArray *watches; /* of VacuityWatch, by contract; the outer part of a contract before the inner */
} Vacuity;

Vacuity *vacuity_new(const IrModel *model);
void vacuity_free(Vacuity *vacuity);
