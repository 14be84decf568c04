/* A small store of named items. A deleted item is gone for good: its id is never given again, and nothing brings it
 * back.
 *
 * Ownership: a Store is the caller's (store_free) and keeps copies of all names; what store_read gives is valid until
 * the store is changed. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Store Store;

/* Answers are those of HTTP, which is what such stores mostly stand behind. */
typedef enum StoreAnswer { STORE_OK = 200, STORE_NOT_FOUND = 404, STORE_NO_MEMORY = 507 } StoreAnswer;

/* NULL where there is no memory. */
Store *store_new(void);
void store_free(Store *store);

StoreAnswer store_create(Store *store, const char *name, uint64_t *ret_id);
StoreAnswer store_read(const Store *store, uint64_t id, const char **ret_name);
StoreAnswer store_update(Store *store, uint64_t id, const char *name);
StoreAnswer store_delete(Store *store, uint64_t id);

/* The ids of all items that are there, in the order in which they were made; at most `most`. Returns how many there
 * are. */
size_t store_list(const Store *store, uint64_t *ret_ids, size_t most);
