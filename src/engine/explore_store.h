/* What an exploration keeps: states, parents, levels, edges.
 * Ownership: belongs to its Exploration. */
#pragma once

#include "engine/explore.h"
#include "engine/region.h"
#include "engine/state_set.h"

struct ExploreStore {
  StateSet *states;
  Region parents;    /* uint32_t by state; UINT32_MAX for a start */
  GArray *levels;    /* uint64_t: where each distance begins, and where the last ends */
  uint64_t *scratch; /* one packed state */
  bool keep_edges;
  Region targets; /* uint32_t */
  Region edge_at; /* uint64_t by expanded state: where its targets end */
  Region dropped; /* uint16_t by state: 1 + pool that dropped a firing */
  uint64_t edge_count;
};

struct ExploreStore *explore_store_new(const IrModel *model, bool keep_edges);
void explore_store_free(struct ExploreStore *store);

/* An exploration with nothing in it yet. */
Exploration *exploration_new(const Program *program, const ExploreOptions *options);

uint64_t explore_store_bytes(const struct ExploreStore *store);
