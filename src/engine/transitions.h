/* Every transition of an exploration, once more: states are expanded again in the order of discovery, since a search
 * keeps no edges. Ownership: what a sink is given is valid for the call. */
#pragma once

#include "engine/explore.h"

typedef struct Transition {
  uint64_t source; /* number of the state before */
  const Firing *firing;
  const uint64_t *after; /* the state after, packed */
} Transition;

/* Returns false to stop. */
typedef bool TransitionSink(void *user, const Transition *transition);

/* Those of the first `most` states (UINT64_MAX: all) that were expanded. False where a sink or `stop` ended it. */
bool transitions_each(const Exploration *exploration, uint64_t most, const atomic_bool *stop, TransitionSink *sink,
                      void *user);

/* Those of one state. */
bool transitions_of(const Exploration *exploration, uint64_t state, TransitionSink *sink, void *user);

/* The starts: firings of inits with the state that each gives, `source` being STATE_NONE. */
bool transitions_starts(const Exploration *exploration, const atomic_bool *stop, TransitionSink *sink, void *user);
