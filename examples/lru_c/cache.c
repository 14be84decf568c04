/* The cache: chained hash buckets and a ring through all entries, whose head is a sentinel. `ring.next` is the least
 * recently used entry, `ring.previous` the most recent one, so that both ends are found and every move is done in
 * constant time. */
#include "cache.h"

#include <stdlib.h>

typedef struct Entry Entry;
struct Entry {
  int64_t key, value;
  Entry *chain;           /* the next one in the same bucket */
  Entry *previous, *next; /* in the ring */
};

struct Cache {
  size_t capacity, size, bucket_count;
  Entry ring;
  Entry **buckets;
};

Cache *cache_new(size_t capacity) {
  Cache *cache = capacity ? calloc(1, sizeof *cache) : NULL;
  if (!cache)
    return NULL;
  cache->capacity = capacity;
  cache->bucket_count = capacity + capacity / 2 + 1;
  cache->buckets = calloc(cache->bucket_count, sizeof(Entry *));
  cache->ring.previous = cache->ring.next = &cache->ring;
  if (cache->buckets)
    return cache;
  free(cache);
  return NULL;
}

/* Where the pointer to the key's entry is, or would be put. */
static Entry **find_place(const Cache *cache, int64_t key) {
  Entry **place = &cache->buckets[(uint64_t)key % cache->bucket_count];
  while (*place && (*place)->key != key)
    place = &(*place)->chain;
  return place;
}

static void leave_ring(Entry *entry) {
  entry->previous->next = entry->next;
  entry->next->previous = entry->previous;
}

static void become_recent(Cache *cache, Entry *entry) {
  entry->previous = cache->ring.previous;
  entry->next = &cache->ring;
  entry->previous->next = entry->next->previous = entry;
}

static void take_out(Cache *cache, Entry **place) {
  Entry *entry = *place;
  *place = entry->chain;
  leave_ring(entry);
  free(entry);
  cache->size--;
}

CachePut cache_put(Cache *cache, int64_t key, int64_t value, int64_t *ret_evicted) {
  Entry *entry = *find_place(cache, key);
  if (entry) {
    entry->value = value;
    leave_ring(entry);
    become_recent(cache, entry);
    return CACHE_UPDATED;
  }
  entry = malloc(sizeof *entry);
  if (!entry)
    return CACHE_NO_MEMORY;
  CachePut result = CACHE_ADDED;
  if (cache->size == cache->capacity) {
    const Entry *victim = cache->ring.next;
    *ret_evicted = victim->key;
    take_out(cache, find_place(cache, victim->key));
    result = CACHE_EVICTED;
  }
  Entry **place = find_place(cache, key);
  *entry = (Entry){.key = key, .value = value, .chain = *place};
  *place = entry;
  become_recent(cache, entry);
  cache->size++;
  return result;
}

bool cache_get(Cache *cache, int64_t key, int64_t *ret_value) {
  Entry *entry = *find_place(cache, key);
  if (!entry)
    return false;
  *ret_value = entry->value;
  leave_ring(entry);
  become_recent(cache, entry);
  return true;
}

bool cache_peek(const Cache *cache, int64_t key, int64_t *ret_value) {
  const Entry *entry = *find_place(cache, key);
  if (entry)
    *ret_value = entry->value;
  return entry != NULL;
}

bool cache_drop(Cache *cache, int64_t key) {
  Entry **place = find_place(cache, key);
  if (!*place)
    return false;
  take_out(cache, place);
  return true;
}

void cache_clear(Cache *cache) {
  while (cache->ring.next != &cache->ring)
    take_out(cache, find_place(cache, cache->ring.next->key));
}

void cache_free(Cache *cache) {
  if (!cache)
    return;
  cache_clear(cache);
  free(cache->buckets);
  free(cache);
}

size_t cache_size(const Cache *cache) {
  return cache->size;
}

size_t cache_keys(const Cache *cache, int64_t *ret_keys, size_t room) {
  size_t count = 0;
  for (const Entry *entry = cache->ring.next; entry != &cache->ring; entry = entry->next, count++)
    if (count < room)
      ret_keys[count] = entry->key;
  return count;
}
