/* What the two kinds of tour share: ways from the starts, and walks cut to a length.
 * Ownership: a TourWays is its maker's (tour_ways_clear). */
#pragma once

#include "cover/tour.h"

#define WAY_FAR UINT32_MAX

/* Shortest ways from the starts, breadth first: ties go to the least start, then the least edge. */
typedef struct TourWays {
  uint32_t *distances; /* by node; WAY_FAR: none */
  uint64_t *edges;     /* by node: the last edge of the way; unused for a start */
  uint32_t *starts;    /* by node: which start it comes from */
} TourWays;

void tour_ways_init(TourWays *ways, const CoverGraph *graph);
void tour_ways_clear(TourWays *ways);

/* A new walk that leads to `node` by the shortest way. */
CoverWalk *tour_way_to(const CoverGraph *graph, const TourWays *ways, uint32_t node);

/* Cuts walks longer than max_steps; an edge that is marked in `needed` is taken by some piece, unless even the
 * shortest way to it is too long. Frees and replaces them.
 */
void tour_cut(const CoverGraph *graph, const TourWays *ways, GPtrArray *walks, uint64_t max_steps, bool *needed);

/* Steps and cost from the walks. */
void tour_count(Tour *tour, uint32_t reset_cost);
Tour *tour_new(void);
