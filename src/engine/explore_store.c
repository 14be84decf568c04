/* What an exploration keeps, and how many bytes that is. A level is a range of numbers; nothing is kept for a state
 * that can be found again, such as the firing that led to it. */
#include "engine/explore_store.h"

#include "ir/layout.h"

struct ExploreStore *explore_store_new(const IrModel *model, bool keep_edges) {
  struct ExploreStore *store = g_new0(struct ExploreStore, 1);
  store->states = state_set_new(model->layout->state_words);
  store->levels = g_array_new(FALSE, FALSE, sizeof(uint64_t));
  store->scratch = g_new0(uint64_t, model->layout->state_words);
  store->keep_edges = keep_edges;
  return store;
}

void explore_store_free(struct ExploreStore *store) {
  if (store == NULL) {
    return;
  }
  state_set_free(store->states);
  g_array_free(store->levels, TRUE);
  g_free(store->scratch);
  region_clear(&store->parents);
  region_clear(&store->targets);
  region_clear(&store->edge_at);
  region_clear(&store->dropped);
  g_free(store);
}

uint64_t explore_store_bytes(const struct ExploreStore *store) {
  if (store->states == NULL) {
    return 0;
  }
  uint64_t states = state_set_count(store->states);
  uint64_t bytes = state_set_bytes(store->states) + states * sizeof(uint32_t) + states / 8;
  if (store->keep_edges) {
    bytes += store->edge_count * sizeof(uint32_t) + states * (sizeof(uint64_t) + sizeof(uint16_t));
  }
  return bytes;
}
