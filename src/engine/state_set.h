/* The set of seen states, exact: packed states one after another in the order of discovery, and an index of their
 * numbers by hash. Ownership: a StateSet owns its memory; pointers to states are valid until the next state is added.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct StateSet StateSet;

#define STATE_SET_MOST (UINT32_MAX - 1) /* states that it can number */
#define STATE_SET_FULL UINT32_MAX

StateSet *state_set_new(uint32_t words);
void state_set_free(StateSet *set);

uint64_t state_set_hash(const StateSet *set, const uint64_t *state);
/* Brings what a look-up will read near. */
void state_set_prefetch(const StateSet *set, uint64_t hash);
void state_set_prefetch_state(const StateSet *set, uint64_t hash);
/* The state's number, and whether it is new (then it has been added). STATE_SET_FULL where there is no number or memory
 * left. */
uint32_t state_set_add(StateSet *set, const uint64_t *state, uint64_t hash, bool *ret_new);
/* STATE_SET_FULL where it is not there. */
uint32_t state_set_find(const StateSet *set, const uint64_t *state);
const uint64_t *state_set_get(const StateSet *set, uint32_t number);
uint64_t state_set_count(const StateSet *set);
uint64_t state_set_bytes(const StateSet *set);
