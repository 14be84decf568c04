/* The set of seen states. Takes packed states, gives their numbers in the order of discovery. Method: open addressing
 * with linear probing over 32-bit entries; an entry is the state's number + 1 in as many bits as the table's size needs
 * and a tag of the hash in the rest, so that most probes that do not match are told apart without reading a state. The
 * states lie inline in one growing array; 4 to 9 bytes a state go to the index. When the table is 7/8 full it doubles,
 * and the states are hashed anew in order. The hash has a fixed seed: same input, same bytes. */
#include "engine/state_set.h"

#include <glib.h>
#include <string.h>

#include "engine/region.h"

#define FIRST_BITS 10

struct StateSet {
  uint32_t words;
  uint32_t bits; /* the index has 2^bits entries */
  uint32_t tag_mask;
  uint64_t count;
  const uint64_t *states;
  uint32_t *index;
  Region state_region, index_region;
};

static bool set_make_index(Region *region, uint32_t bits) {
  *region = (Region){0};
  return region_reserve(region, sizeof(uint32_t) << bits);
}

/* Numbers fit below the tag, since a table is never full. */
static uint32_t set_tag_mask(uint32_t bits) {
  return bits >= 32 ? 0 : UINT32_MAX << bits;
}

StateSet *state_set_new(uint32_t words) {
  StateSet *set = g_new0(StateSet, 1);
  set->words = words;
  set->bits = FIRST_BITS;
  set->tag_mask = set_tag_mask(set->bits);
  bool made = set_make_index(&set->index_region, set->bits) &&
              region_reserve(&set->state_region, sizeof(uint64_t) * words * 256);
  if (!made) {
    state_set_free(set);
    return NULL;
  }
  set->index = set->index_region.base;
  set->states = set->state_region.base;
  return set;
}

void state_set_free(StateSet *set) {
  if (set != NULL) {
    region_clear(&set->state_region);
    region_clear(&set->index_region);
    g_free(set);
  }
}

static inline uint64_t set_mix(uint64_t x, uint64_t y) {
  __uint128_t product = (__uint128_t)x * y;
  return (uint64_t)product ^ (uint64_t)(product >> 64);
}

uint64_t state_set_hash(const StateSet *set, const uint64_t *state) {
  uint64_t hash = UINT64_C(0x9e3779b97f4a7c15);
  for (uint32_t i = 0; i < set->words; i++) {
    hash = set_mix(hash ^ state[i], UINT64_C(0xd6e8feb86659fd93) + 2 * i);
  }
  hash ^= hash >> 32;
  hash *= UINT64_C(0xe7037ed1a0b428db);
  return hash ^ hash >> 29;
}

/* The table's place comes from the upper bits, the tag from the lower. */
static inline uint64_t set_place(const StateSet *set, uint64_t hash) {
  return hash >> (64 - set->bits);
}

static inline uint32_t set_tag(const StateSet *set, uint64_t hash) {
  return (uint32_t)hash & set->tag_mask;
}

void state_set_prefetch(const StateSet *set, uint64_t hash) {
  __builtin_prefetch(&set->index[set_place(set, hash)], 0, 3);
}

void state_set_prefetch_state(const StateSet *set, uint64_t hash) {
  uint32_t entry = set->index[set_place(set, hash)];
  if (entry != 0 && (entry & set->tag_mask) == set_tag(set, hash)) {
    __builtin_prefetch(set->states + (uint64_t)((entry & ~set->tag_mask) - 1) * set->words, 0, 3);
  }
}

static inline bool set_equal(const StateSet *set, uint32_t number, const uint64_t *state) {
  const uint64_t *other = set->states + (uint64_t)number * set->words;
  for (uint32_t i = 0; i < set->words; i++) {
    if (other[i] != state[i]) {
      return false;
    }
  }
  return true;
}

/* Where the state is (then *ret_number) or would be. */
static inline uint64_t set_probe(const StateSet *set, const uint64_t *state, uint64_t hash, uint32_t *ret_number) {
  uint64_t mask = (UINT64_C(1) << set->bits) - 1, place = set_place(set, hash);
  uint32_t tag = set_tag(set, hash);
  *ret_number = STATE_SET_FULL;
  for (;; place = (place + 1) & mask) {
    uint32_t entry = set->index[place];
    if (entry == 0) {
      return place;
    }
    if ((entry & set->tag_mask) == tag && set_equal(set, (entry & ~set->tag_mask) - 1, state)) {
      *ret_number = (entry & ~set->tag_mask) - 1;
      return place;
    }
  }
}

static void set_put(StateSet *set, uint64_t hash, uint32_t number) {
  uint64_t mask = (UINT64_C(1) << set->bits) - 1, place = set_place(set, hash);
  while (set->index[place] != 0) {
    place = (place + 1) & mask;
  }
  set->index[place] = set_tag(set, hash) | (number + 1);
}

static bool set_grow(StateSet *set) {
  Region bigger;
  if (!set_make_index(&bigger, set->bits + 1)) {
    return false;
  }
  region_clear(&set->index_region);
  set->index_region = bigger;
  set->index = bigger.base;
  set->bits++;
  set->tag_mask = set_tag_mask(set->bits);
  enum { AHEAD = 16 };
  uint64_t hashes[AHEAD];
  for (uint64_t from = 0; from < set->count; from += AHEAD) {
    uint64_t some = MIN((uint64_t)AHEAD, set->count - from);
    for (uint64_t i = 0; i < some; i++) {
      hashes[i] = state_set_hash(set, set->states + (from + i) * set->words);
      __builtin_prefetch(&set->index[set_place(set, hashes[i])], 1, 3);
    }
    for (uint64_t i = 0; i < some; i++) {
      set_put(set, hashes[i], (uint32_t)(from + i));
    }
  }
  return true;
}

uint32_t state_set_add(StateSet *set, const uint64_t *state, uint64_t hash, bool *ret_new) {
  uint32_t number;
  uint64_t place = set_probe(set, state, hash, &number);
  *ret_new = false;
  if (number != STATE_SET_FULL) {
    return number;
  }
  if (set->count >= STATE_SET_MOST) {
    return STATE_SET_FULL;
  }
  if (set->count >= (UINT64_C(7) << set->bits) / 8) {
    if (!set_grow(set)) {
      return STATE_SET_FULL;
    }
    place = set_probe(set, state, hash, &number);
  }
  size_t state_bytes = sizeof(uint64_t) * set->words;
  if (!region_reserve(&set->state_region, (set->count + 1) * state_bytes)) {
    return STATE_SET_FULL;
  }
  set->states = set->state_region.base;
  memcpy((uint64_t *)set->state_region.base + set->count * set->words, state, state_bytes);
  set->index[place] = set_tag(set, hash) | ((uint32_t)set->count + 1);
  *ret_new = true;
  return (uint32_t)set->count++;
}

uint32_t state_set_find(const StateSet *set, const uint64_t *state) {
  uint32_t number;
  set_probe(set, state, state_set_hash(set, state), &number);
  return number;
}

const uint64_t *state_set_get(const StateSet *set, uint32_t number) {
  return set->states + (uint64_t)number * set->words;
}

uint64_t state_set_count(const StateSet *set) {
  return set->count;
}

uint64_t state_set_bytes(const StateSet *set) {
  return set->count * set->words * sizeof(uint64_t) + (sizeof(uint32_t) << set->bits);
}
