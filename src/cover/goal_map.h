/* Exact numbering of keys of two words, in the order of their first appearance.
 * Ownership: a GoalMap owns its memory (goal_map_free). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct GoalKey {
  uint64_t high, low;
} GoalKey;

typedef struct GoalMap GoalMap;

GoalMap *goal_map_new(void);
void goal_map_free(GoalMap *map);
/* The key's number; it is added where it is new. */
uint32_t goal_map_add(GoalMap *map, GoalKey key);
bool goal_map_has(const GoalMap *map, GoalKey key);
uint32_t goal_map_count(const GoalMap *map);
