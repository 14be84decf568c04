/* The shortest walks that take every edge of a graph: a directed Chinese postman's tour with resets, as a minimum-cost
 * circulation, then Euler circuits cut at the resets. Ownership: a Tour is the caller's (tour_free) and owns its walks.
 * Source: Edmonds and Johnson 1973, "Matching, Euler tours and the Chinese postman"; Thimbleby 2003 for the directed
 * case with a reset. */
#pragma once

#include "cover/graph.h"

typedef struct TourOptions {
  uint32_t reset_cost; /* what a fresh start costs in steps; 0 is allowed */
  uint64_t max_steps;  /* of one walk; 0: none */
} TourOptions;

typedef struct Tour {
  GPtrArray *walks;     /* of CoverWalk * */
  uint64_t steps;       /* of all walks */
  uint64_t cost;        /* steps + reset_cost * walks */
  uint64_t lower_bound; /* of the cost of any set of walks that takes every edge; equal to cost: optimal */
  uint64_t unreached;   /* edges that no walk of max_steps can take: their distance from a start is too large */
} Tour;

/* Every edge. Every node must be reachable from a start. */
Tour *tour_of_edges(const CoverGraph *graph, const TourOptions *options);

/* Every node (starts too): the circulation that takes each node at least once gives the bound; its pieces, joined and
 * cut, the walks. Not always optimal: covering nodes is hard in general. */
Tour *tour_of_nodes(const CoverGraph *graph, const TourOptions *options);

void tour_free(Tour *tour);
