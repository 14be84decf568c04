/* `always reach`: the states from which no path leads to one that satisfies it.
 * Ownership: `faults` is the caller's (g_array_unref); the exploration is borrowed and was made with keep_edges. */
#pragma once

#include "contract/eval.h"
#include "engine/explore.h"

/* The expression errs: the first state in which it does so in this way at this place. */
typedef struct AlwaysFault {
  uint64_t state;
  Fault fault;
} AlwaysFault;

typedef struct Always {
  bool broken;
  uint64_t state;   /* the nearest state from which there is no way */
  uint64_t closure; /* states that can be reached from it, itself included */
  int pool;         /* a full pool dropped a firing in one of them: which; or -1 */
  GArray *faults;   /* of AlwaysFault, in the order of the states; with one, `broken` says nothing */
} Always;

Always always_judge(Eval *eval, const Exploration *exploration, const IrContract *contract);
