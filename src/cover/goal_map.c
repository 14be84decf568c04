/* Numbers keys: open addressing over places in an array of the keys themselves, so that a number is a place and no
 * match is ever false. */
#include "cover/goal_map.h"

#include <glib.h>

struct GoalMap {
  GArray *keys;    /* of GoalKey */
  uint32_t *slots; /* 1 + place of a key, 0: free */
  uint32_t mask;
};

static uint64_t key_hash(GoalKey key) {
  uint64_t hash = (key.high ^ (key.low >> 32)) * 0x9e3779b97f4a7c15u + key.low;
  hash = (hash ^ (hash >> 29)) * 0xbf58476d1ce4e5b9u;
  hash = (hash ^ (hash >> 32)) * 0x94d049bb133111ebu;
  return hash ^ (hash >> 31);
}

GoalMap *goal_map_new(void) {
  GoalMap *map = g_new0(GoalMap, 1);
  map->keys = g_array_new(FALSE, FALSE, sizeof(GoalKey));
  map->mask = 255;
  map->slots = g_new0(uint32_t, map->mask + 1);
  return map;
}

void goal_map_free(GoalMap *map) {
  if (!map)
    return;
  g_array_unref(map->keys);
  g_free(map->slots);
  g_free(map);
}

/* The slot of the key, or the free one where it belongs. */
static uint32_t slot_of(const GoalMap *map, GoalKey key) {
  uint32_t at = (uint32_t)key_hash(key) & map->mask;
  for (; map->slots[at] != 0; at = (at + 1) & map->mask) {
    const GoalKey *there = &g_array_index(map->keys, GoalKey, map->slots[at] - 1);
    if (there->high == key.high && there->low == key.low)
      break;
  }
  return at;
}

static void grow(GoalMap *map) {
  g_free(map->slots);
  map->mask = map->mask * 2 + 1;
  map->slots = g_new0(uint32_t, (size_t)map->mask + 1);
  for (guint i = 0; i < map->keys->len; i++)
    map->slots[slot_of(map, g_array_index(map->keys, GoalKey, i))] = i + 1;
}

uint32_t goal_map_add(GoalMap *map, GoalKey key) {
  uint32_t at = slot_of(map, key);
  if (map->slots[at] != 0)
    return map->slots[at] - 1;
  g_array_append_val(map->keys, key);
  map->slots[at] = map->keys->len;
  uint32_t number = map->keys->len - 1;
  if (map->keys->len > map->mask / 2)
    grow(map);
  return number;
}

bool goal_map_has(const GoalMap *map, GoalKey key) {
  return map->slots[slot_of(map, key)] != 0;
}

uint32_t goal_map_count(const GoalMap *map) {
  return map->keys->len;
}
