/* Drives the store of store.h for items.model. An item's handle is its id. */
#include <stdlib.h>
#include <string.h>

#include "items_sut.h"
#include "store.h"

struct ItemsSut {
  Store *store;
};

ItemsSut *items_reset(void) {
  ItemsSut *sut = calloc(1, sizeof *sut);
  if (sut)
    sut->store = store_new();
  if (sut && sut->store)
    return sut;
  free(sut);
  return NULL;
}

void items_teardown(ItemsSut *sut) {
  store_free(sut->store);
  free(sut);
}

ItemsCreateOutcome items_create(ItemsSut *sut, ItemsName name, ItemsItemHandle *ret_new_item) {
  const StoreAnswer answer = store_create(sut->store, items_name_wire(name), &ret_new_item->id);
  if (answer == STORE_NO_MEMORY)
    seqcheck_environment("no memory is left");
  return answer == STORE_OK ? ITEMS_CREATE_DONE : ITEMS_CREATE_OTHER;
}

/* The member whose value this is. */
static ItemsName name_of(const char *text) {
  for (int i = 0; i < ITEMS_NAME_COUNT; i++)
    if (strcmp(items_name_wire((ItemsName)i), text) == 0)
      return (ItemsName)i;
  seqcheck_note("no item was ever named \"%s\"", text);
  return (ItemsName)ITEMS_NAME_COUNT;
}

ItemsReadOutcome items_read(ItemsSut *sut, ItemsItemHandle i, ItemsName *ret_value) {
  const char *name;
  if (store_read(sut->store, i.id, &name) != STORE_OK)
    return ITEMS_READ_MISSING;
  *ret_value = name_of(name);
  return ITEMS_READ_FOUND;
}

ItemsUpdateOutcome items_update(ItemsSut *sut, ItemsItemHandle i, ItemsName name) {
  const StoreAnswer answer = store_update(sut->store, i.id, items_name_wire(name));
  if (answer == STORE_NO_MEMORY)
    seqcheck_environment("no memory is left");
  return answer == STORE_OK ? ITEMS_UPDATE_CHANGED : ITEMS_UPDATE_MISSING;
}

ItemsDeleteOutcome items_delete(ItemsSut *sut, ItemsItemHandle i) {
  return store_delete(sut->store, i.id) == STORE_OK ? ITEMS_DELETE_REMOVED : ITEMS_DELETE_MISSING;
}

void items_observe_live(ItemsSut *sut, ItemsSetOfItem *ret_value) {
  uint64_t ids[ITEMS_MAX];
  ret_value->count = store_list(sut->store, ids, ITEMS_MAX);
  for (size_t i = 0; i < ret_value->count && i < ITEMS_MAX; i++)
    ret_value->items[i].id = ids[i];
}

int64_t items_observe_stored(ItemsSut *sut) {
  return (int64_t)store_list(sut->store, NULL, 0);
}
