/* Items lie in a chain from the newest to the oldest; a deleted one keeps its place with its name taken away, so that
 * its id is known to have been used. */
#include "store.h"

#include <stdlib.h>
#include <string.h>

typedef struct Item Item;
struct Item {
  Item *older;
  uint64_t id;
  char *name; /* NULL: deleted */
};

struct Store {
  Item *newest;
  uint64_t last_id;
  size_t live;
};

Store *store_new(void) {
  return calloc(1, sizeof(Store));
}

void store_free(Store *store) {
  if (!store)
    return;
  while (store->newest) {
    Item *item = store->newest;
    store->newest = item->older;
    free(item->name);
    free(item);
  }
  free(store);
}

static char *copy_of(const char *text) {
  char *copy = malloc(strlen(text) + 1);
  if (copy)
    strcpy(copy, text);
  return copy;
}

/* The item with this id, deleted or not; NULL where there never was one. */
static Item *find(const Store *store, uint64_t id) {
  Item *item = store->newest;
  while (item && item->id != id)
    item = item->older;
  return item;
}

StoreAnswer store_create(Store *store, const char *name, uint64_t *ret_id) {
  Item *item = calloc(1, sizeof *item);
  char *copy = copy_of(name);
  if (!item || !copy) {
    free(item);
    free(copy);
    return STORE_NO_MEMORY;
  }
  *item = (Item){store->newest, ++store->last_id, copy};
  store->newest = item;
  store->live++;
  *ret_id = item->id;
  return STORE_OK;
}

StoreAnswer store_read(const Store *store, uint64_t id, const char **ret_name) {
  const Item *item = find(store, id);
  if (!item || !item->name)
    return STORE_NOT_FOUND;
  *ret_name = item->name;
  return STORE_OK;
}

StoreAnswer store_update(Store *store, uint64_t id, const char *name) {
  Item *item = find(store, id);
  if (!item || !item->name)
    return STORE_NOT_FOUND;
  char *copy = copy_of(name);
  if (!copy)
    return STORE_NO_MEMORY;
  free(item->name);
  item->name = copy;
  return STORE_OK;
}

StoreAnswer store_delete(Store *store, uint64_t id) {
  Item *item = find(store, id);
  if (!item || !item->name)
    return STORE_NOT_FOUND;
  free(item->name);
  item->name = NULL;
  store->live--;
  return STORE_OK;
}

size_t store_list(const Store *store, uint64_t *ret_ids, size_t most) {
  size_t at = store->live;
  for (const Item *item = store->newest; item; item = item->older)
    if (item->name && --at < most)
      ret_ids[at] = item->id;
  return store->live;
}
