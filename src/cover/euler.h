/* Euler circuits through a node outside the graph: a reset leads from where a walk ends to where the next begins. Given
 * how often each edge is taken, how many walks begin at each start and how many end at each node, gives the walks.
 * Ownership: the arrays are the caller's, and used up (counted down to zero); the walks that come back are the
 * caller's. */
#pragma once

#include "cover/graph.h"

typedef struct EulerCounts {
  uint32_t *taken;  /* by edge */
  uint32_t *begins; /* by start */
  uint32_t *ends;   /* by node */
} EulerCounts;

/* Every node must be balanced: what enters it (begins included) leaves it (ends included). Walks are appended to
 * `walks` (CoverWalk *), those that can be reached from the starts; what is left in `taken` lies on circuits apart from
 * them. Source: Hierholzer 1873. */
void euler_walks(const CoverGraph *graph, EulerCounts *counts, GPtrArray *walks);

/* The circuit from `node` through all that is left of its piece of `taken`: edge numbers. `next`: by node, the first
 * edge that may be left; a copy of graph->first before the first call, then kept for the next. */
GArray *euler_circuit(const CoverGraph *graph, uint32_t *taken, uint64_t *next, uint32_t node);
