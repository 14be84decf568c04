/* Drives the cache of cache.h for lru.model. */
#include <stdlib.h>

#include "cache.h"
#include "lru_sut.h"

struct LruSut {
  Cache *cache;
};

LruSut *lru_reset(void) {
  LruSut *sut = calloc(1, sizeof *sut);
  if (sut)
    sut->cache = cache_new(LRU_CAP);
  if (sut && sut->cache)
    return sut;
  free(sut);
  return NULL;
}

void lru_teardown(LruSut *sut) {
  cache_free(sut->cache);
  free(sut);
}

LruPutOutcome lru_put(LruSut *sut, int64_t k, int64_t v, LruOptionalInt *ret_value) {
  int64_t evicted = 0;
  *ret_value = (LruOptionalInt){.some = false};
  switch (cache_put(sut->cache, k, v, &evicted)) {
  case CACHE_ADDED:
    return LRU_PUT_ADDED;
  case CACHE_UPDATED:
    return LRU_PUT_UPDATED;
  case CACHE_EVICTED:
    *ret_value = (LruOptionalInt){.some = true, .value = evicted};
    return LRU_PUT_EVICTED;
  case CACHE_NO_MEMORY:
    break;
  }
  seqcheck_note("memory is out");
  return LRU_PUT_OTHER;
}

LruGetOutcome lru_get(LruSut *sut, int64_t k, LruOptionalInt *ret_value) {
  *ret_value = (LruOptionalInt){0};
  ret_value->some = cache_get(sut->cache, k, &ret_value->value);
  return ret_value->some ? LRU_GET_HIT : LRU_GET_MISS;
}

LruDropOutcome lru_drop(LruSut *sut, int64_t k) {
  return cache_drop(sut->cache, k) ? LRU_DROP_DROPPED : LRU_DROP_MISSING;
}

LruClearOutcome lru_clear(LruSut *sut) {
  cache_clear(sut->cache);
  return LRU_CLEAR_DONE;
}

void lru_observe_order(LruSut *sut, LruSeqOfInt *ret_value) {
  size_t count = cache_keys(sut->cache, ret_value->items, LRU_CAP);
  if (count > LRU_CAP)
    seqcheck_note("%zu keys, where %d is the most", count, (int)LRU_CAP);
  ret_value->count = count < LRU_CAP ? count : LRU_CAP;
}

int64_t lru_observe_size(LruSut *sut) {
  return (int64_t)cache_size(sut->cache);
}

void lru_observe_values(LruSut *sut, LruMapOfIntToOptionalInt *ret_value) {
  const int64_t keys = sizeof ret_value->values / sizeof *ret_value->values;
  *ret_value = (LruMapOfIntToOptionalInt){0};
  for (int64_t key = 0; key < keys; key++)
    ret_value->values[key].some = cache_peek(sut->cache, key, &ret_value->values[key].value);
}
