/* A bounded map from integers to integers that throws out the entry that was used least recently: a hash table to find
 * an entry and a list in the order of use. Ownership: `cache_new` gives a cache that `cache_free` takes back; nothing
 * in it is ever handed out. */
#ifndef CACHE_H
#define CACHE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Cache Cache;
typedef enum CachePut { CACHE_ADDED, CACHE_UPDATED, CACHE_EVICTED, CACHE_NO_MEMORY } CachePut;

/* NULL where memory is out or the capacity is 0. */
Cache *cache_new(size_t capacity);
void cache_free(Cache *cache);

/* The key is the most recent one now. *ret_evicted is the key that had to go, where the result is CACHE_EVICTED. */
CachePut cache_put(Cache *cache, int64_t key, int64_t value, int64_t *ret_evicted);
/* False where the key is not there; where it is, it becomes the most recent one. */
bool cache_get(Cache *cache, int64_t key, int64_t *ret_value);
/* As cache_get, but it is no use: the order stays. */
bool cache_peek(const Cache *cache, int64_t key, int64_t *ret_value);
bool cache_drop(Cache *cache, int64_t key);
void cache_clear(Cache *cache);
size_t cache_size(const Cache *cache);
/* Up to `room` keys, the least recently used first; says how many there are. */
size_t cache_keys(const Cache *cache, int64_t *ret_keys, size_t room);
#endif
