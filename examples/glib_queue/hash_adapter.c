/* Drives GLib's GHashTable for hash.model. Keys and values are allocated one by one and counted, so that the test sees
 * each that is leaked or destroyed twice; a key is (number, copy), equal by its number alone. */
#include <glib.h>

#include "hash_sut.h"

typedef struct Item {
  HashSut *sut;
  int64_t number, copy;
} Item;

struct HashSut {
  GHashTable *table;
  int64_t live_keys, live_values;
};

static guint key_hash(gconstpointer key) {
  return (guint)((const Item *)key)->number;
}

static gboolean key_equal(gconstpointer a, gconstpointer b) {
  return ((const Item *)a)->number == ((const Item *)b)->number;
}

static void key_free(gpointer key) {
  ((Item *)key)->sut->live_keys--;
  g_free(key);
}

static void value_free(gpointer value) {
  ((Item *)value)->sut->live_values--;
  g_free(value);
}

static Item *item_new(HashSut *sut, int64_t number, int64_t copy, int64_t *count) {
  Item *item = g_new(Item, 1);
  *item = (Item){.sut = sut, .number = number, .copy = copy};
  ++*count;
  return item;
}

static HashOptionalInt value_number(const Item *value) {
  return (HashOptionalInt){.some = value != NULL, .value = value ? value->number : 0};
}

HashSut *hash_reset(void) {
  HashSut *sut = g_new0(HashSut, 1);
  sut->table = g_hash_table_new_full(key_hash, key_equal, key_free, value_free);
  return sut;
}

void hash_teardown(HashSut *sut) {
  g_hash_table_destroy(sut->table);
  g_free(sut);
}

HashInsertOutcome hash_insert(HashSut *sut, int64_t k, int64_t copy, int64_t v) {
  Item *key = item_new(sut, k, copy, &sut->live_keys);
  gboolean is_new = g_hash_table_insert(sut->table, key, item_new(sut, v, 0, &sut->live_values));
  return is_new ? HASH_INSERT_ADDED : HASH_INSERT_REPLACED;
}

HashReplaceOutcome hash_replace(HashSut *sut, int64_t k, int64_t copy, int64_t v) {
  Item *key = item_new(sut, k, copy, &sut->live_keys);
  gboolean is_new = g_hash_table_replace(sut->table, key, item_new(sut, v, 0, &sut->live_values));
  return is_new ? HASH_REPLACE_ADDED : HASH_REPLACE_REPLACED;
}

HashLookupOutcome hash_lookup(HashSut *sut, int64_t k, HashOptionalInt *ret_value) {
  *ret_value = value_number(g_hash_table_lookup(sut->table, &(Item){.number = k}));
  return HASH_LOOKUP_DONE;
}

HashContainsOutcome hash_contains(HashSut *sut, int64_t k, bool *ret_value) {
  *ret_value = g_hash_table_contains(sut->table, &(Item){.number = k});
  return HASH_CONTAINS_DONE;
}

HashRemoveOutcome hash_remove(HashSut *sut, int64_t k) {
  return g_hash_table_remove(sut->table, &(Item){.number = k}) ? HASH_REMOVE_REMOVED : HASH_REMOVE_MISSING;
}

/* What was stolen is ours: it is read, and then destroyed here and nowhere else. */
HashStealOutcome hash_steal(HashSut *sut, int64_t k, HashOptionalInt *ret_value) {
  gpointer key = NULL, value = NULL;
  gboolean found = g_hash_table_steal_extended(sut->table, &(Item){.number = k}, &key, &value);
  *ret_value = value_number(found ? value : NULL);
  if (!found)
    return HASH_STEAL_MISSING;
  key_free(key);
  value_free(value);
  return HASH_STEAL_STOLEN;
}

HashTableSizeOutcome hash_table_size(HashSut *sut, int64_t *ret_value) {
  *ret_value = g_hash_table_size(sut->table);
  return HASH_TABLE_SIZE_DONE;
}

HashRemoveAllOutcome hash_remove_all(HashSut *sut) {
  g_hash_table_remove_all(sut->table);
  return HASH_REMOVE_ALL_DONE;
}

void hash_observe_contents(HashSut *sut, HashMapOfIntToOptionalInt *ret_value) {
  GHashTableIter iter;
  gpointer key, value;
  *ret_value = (HashMapOfIntToOptionalInt){0};
  g_hash_table_iter_init(&iter, sut->table);
  while (g_hash_table_iter_next(&iter, &key, &value))
    ret_value->values[((Item *)key)->number] = value_number(value);
}

void hash_observe_key_copies(HashSut *sut, HashMapOfIntToOptionalInt *ret_value) {
  GHashTableIter iter;
  gpointer key;
  *ret_value = (HashMapOfIntToOptionalInt){0};
  g_hash_table_iter_init(&iter, sut->table);
  while (g_hash_table_iter_next(&iter, &key, NULL)) {
    const Item *item = key;
    ret_value->values[item->number] = (HashOptionalInt){.some = true, .value = item->copy};
  }
}

int64_t hash_observe_live_keys(HashSut *sut) {
  return sut->live_keys;
}

int64_t hash_observe_live_values(HashSut *sut) {
  return sut->live_values;
}
