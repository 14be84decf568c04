/* `always reach`: the states from which no path leads to one that satisfies it.
 * Ownership: plain values; the exploration is borrowed and was made with keep_edges. */
#pragma once

#include "contract/eval.h"
#include "engine/explore.h"

typedef struct Always {
  bool broken;
  uint64_t state;   /* the nearest state from which there is no way */
  uint64_t closure; /* states that can be reached from it, itself included */
  int pool;         /* a full pool dropped a firing in one of them: which; or -1 */
  bool faulted;     /* the expression errs in `fault_state` */
  uint64_t fault_state;
  Fault fault;
} Always;

Always always_judge(Eval *eval, const Exploration *exploration, const IrContract *contract);
