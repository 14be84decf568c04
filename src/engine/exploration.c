/* The questions that others ask of an exploration. States are numbered in the order of discovery, so that a distance is
 * a binary search over the places where the levels begin. */
#include <string.h>

#include "engine/explore_store.h"
#include "engine/program_internal.h"
#include "ir/layout.h"

static bool keeps_edges(const IrModel *model, const ExploreOptions *options) {
  bool keeps = options->keep_edges;
  for (int i = 0; i < model->contract_count; i++) {
    keeps |= model->contracts[i].kind == IRC_ALWAYS_REACH && !options->ignore_contracts;
  }
  return keeps;
}

Exploration *exploration_new(const Program *program, const ExploreOptions *options) {
  const IrModel *model = program->model;
  Exploration *ex = g_new0(Exploration, 1);
  ex->program = program;
  ex->fired = g_new0(uint64_t *, model->action_count + 1);
  for (int i = 0; i < model->action_count; i++) {
    ex->fired[i] = g_new0(uint64_t, model->actions[i].outcome_count + 1);
  }
  ex->started = g_new0(uint64_t, model->init_count + 1);
  ex->pools = g_new0(PoolCount, model->resource_count + 1);
  ex->reached = g_new(uint64_t, model->contract_count + 1);
  memset(ex->reached, 0xff, sizeof(uint64_t) * (size_t)(model->contract_count + 1));
  ex->watched = g_new(uint64_t, options->watch_count + 1);
  memset(ex->watched, 0xff, sizeof(uint64_t) * (options->watch_count + 1));
  ex->breaches = g_array_new(FALSE, FALSE, sizeof(Breach));
  ex->threads = 1;
  ex->init = options->init;
  ex->watch_count = options->watch_count;
  ex->store = explore_store_new(model, keeps_edges(model, options));
  return ex;
}

void exploration_free(Exploration *exploration) {
  if (exploration == NULL) {
    return;
  }
  for (int i = 0; i < exploration->program->model->action_count; i++) {
    g_free(exploration->fired[i]);
  }
  g_free(exploration->fired);
  g_free(exploration->started);
  g_free(exploration->pools);
  g_free(exploration->reached);
  g_free(exploration->watched);
  g_array_free(exploration->breaches, TRUE);
  explore_store_free(exploration->store);
  g_free(exploration);
}

void exploration_state(const Exploration *exploration, uint64_t state, int64_t *ret_cells) {
  const IrModel *model = exploration->program->model;
  g_assert(state < exploration->states);
  layout_unpack(model->layout, state_set_get(exploration->store->states, (uint32_t)state), model->state_cells,
                ret_cells);
}

uint64_t exploration_parent(const Exploration *exploration, uint64_t state) {
  uint32_t parent = ((const uint32_t *)exploration->store->parents.base)[state];
  return parent == UINT32_MAX ? STATE_NONE : parent;
}

uint32_t exploration_distance(const Exploration *exploration, uint64_t state) {
  const uint64_t *levels = (const uint64_t *)(const void *)exploration->store->levels->data;
  guint low = 0, high = exploration->store->levels->len;
  while (high - low > 1) { /* levels[low] <= state < levels[high] */
    guint middle = low + (high - low) / 2;
    if (levels[middle] <= state) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

uint64_t exploration_find(const Exploration *exploration, const int64_t *cells) {
  const IrModel *model = exploration->program->model;
  uint64_t *words = g_new0(uint64_t, model->layout->state_words);
  layout_pack(model->layout, cells, words);
  uint32_t number = state_set_find(exploration->store->states, words);
  g_free(words);
  return number == STATE_SET_FULL ? STATE_NONE : number;
}

uint64_t exploration_find_packed(const Exploration *exploration, const uint64_t *words) {
  uint32_t number = state_set_find(exploration->store->states, words);
  return number == STATE_SET_FULL ? STATE_NONE : number;
}

const uint64_t *exploration_packed(const Exploration *exploration, uint64_t state) {
  g_assert(state < exploration->states);
  return state_set_get(exploration->store->states, (uint32_t)state);
}

bool exploration_expanded(const Exploration *exploration, uint64_t state) {
  return state < exploration->expanded;
}

int exploration_dropped_pool(const Exploration *exploration, uint64_t state) {
  if (!exploration->store->keep_edges || state >= exploration->expanded) {
    return -1;
  }
  return (int)((const uint16_t *)exploration->store->dropped.base)[state] - 1;
}

Edges exploration_edges(const Exploration *exploration, uint64_t state) {
  const struct ExploreStore *store = exploration->store;
  if (!store->keep_edges || state >= exploration->expanded) {
    return (Edges){NULL, 0};
  }
  const uint64_t *ends = store->edge_at.base;
  uint64_t from = state == 0 ? 0 : ends[state - 1];
  return (Edges){(const uint32_t *)store->targets.base + from, ends[state] - from};
}
