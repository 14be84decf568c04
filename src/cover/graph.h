/* The graph that a plan walks: nodes, labelled edges, starts, all in flat arrays (compressed rows), made anew from an
 * exploration by expanding its states again. Ownership: a CoverGraph is the caller's (graph_free) and borrows nothing
 * but the Exploration it was made of. */
#pragma once

#include "engine/explore.h"

typedef struct CoverStart {
  uint32_t node;
  Firing firing; /* action -1: the first start that gives this node */
} CoverStart;

typedef struct CoverGraph {
  const Exploration *exploration; /* may be NULL in tests of the algorithms alone */
  uint32_t node_count;
  uint64_t edge_count;
  uint64_t *first;    /* node_count + 1: edges of node n are first[n] .. first[n + 1] - 1, in the order of the model */
  uint32_t *targets;  /* by edge */
  Firing *firings;    /* by edge; may be NULL in tests */
  CoverStart *starts; /* distinct nodes, in the order in which they were found */
  uint32_t start_count;
} CoverGraph;

/* A walk: where it starts and the edges it takes, each leaving the node that the one before leads to. */
typedef struct CoverWalk {
  uint32_t start; /* its place in starts */
  GArray *edges;  /* of uint64_t: edge numbers */
} CoverWalk;

void graph_free(CoverGraph *graph);
void cover_walk_free(CoverWalk *walk);
