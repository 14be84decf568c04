/* Explores a generated model with nothing but its own transition function and prints what it counted, so that it can be
 * compared with what the checker counts. Plain and slow on purpose: a growing array of states, a table of their
 * numbers, breadth first. Compiled once for each model: -DMODEL_HEADER='"x_model.h"' -DMODEL=x_model.
 *
 * Ownership: everything lives until the process ends. */
#include MODEL_HEADER

#include <stdio.h>

typedef struct Store {
  int64_t *cells; /* state_cells of each state, one after another */
  size_t *table;  /* number + 1, 0 for none */
  size_t count, room, table_size;
} Store;

static const SeqModel *const model = &MODEL;
static Store store;
static unsigned long long transitions, full;

static int64_t *state_at(size_t number) {
  return store.cells + number * (model->state_cells + 1);
}

static uint64_t digest(const int64_t *cells) {
  uint64_t hash = UINT64_C(1469598103934665603);
  for (uint32_t i = 0; i < model->state_cells; i++)
    hash = (hash ^ (uint64_t)cells[i]) * UINT64_C(1099511628211) ^ hash >> 29;
  return hash;
}

static size_t place_of(const int64_t *cells) {
  size_t at = (size_t)digest(cells) & (store.table_size - 1);
  while (store.table[at] != 0 && memcmp(state_at(store.table[at] - 1), cells, sizeof *cells * model->state_cells) != 0)
    at = (at + 1) & (store.table_size - 1);
  return at;
}

static void grow(void) {
  store.room = store.room ? store.room * 2 : 1024;
  store.table_size = store.room * 4;
  store.cells = realloc(store.cells, sizeof *store.cells * store.room * (model->state_cells + 1));
  free(store.table);
  store.table = calloc(store.table_size, sizeof *store.table);
  if (!store.cells || !store.table)
    abort();
  for (size_t i = 0; i < store.count; i++)
    store.table[place_of(state_at(i))] = i + 1;
}

static void add(const int64_t *cells) {
  if (store.count == store.room)
    grow();
  const size_t at = place_of(cells);
  if (store.table[at] != 0)
    return;
  memcpy(state_at(store.count), cells, sizeof *cells * model->state_cells);
  store.table[at] = ++store.count;
}

/* The next arguments in order; false after the last. `ranks` has one number for each parameter. */
static bool next_arguments(const SeqParam *params, int count, uint64_t *ranks, int64_t *cells) {
  int i = count - 1;
  while (i >= 0 && ++ranks[i] == params[i].type->count)
    ranks[i--] = 0;
  for (int k = 0; k < count; k++) {
    seq_from_rank(params[k].type, ranks[k], cells);
    cells += params[k].type->cells;
  }
  return i >= 0;
}

static bool first_arguments(const SeqParam *params, int count, uint64_t *ranks, int64_t *cells) {
  for (int i = 0; i < count; i++) {
    if (params[i].type->count == 0)
      return false;
    ranks[i] = 0;
    seq_from_rank(params[i].type, 0, cells);
    cells += params[i].type->cells;
  }
  return true;
}

static int64_t *room_for(int cells) {
  int64_t *room = calloc((size_t)cells + 1, sizeof *room);
  if (!room)
    abort();
  return room;
}

static void start_all(void) {
  uint64_t ranks[32];
  SeqNews news;
  int64_t *next = room_for((int)model->state_cells);
  for (int i = 0; i < model->init_count; i++) {
    const SeqInit *init = &model->inits[i];
    int64_t *arguments = room_for(init->argument_cells);
    bool more = first_arguments(init->params, init->param_count, ranks, arguments);
    for (; more; more = next_arguments(init->params, init->param_count, ranks, arguments)) {
      const SeqFire fired = model->start(i, arguments, next, &news);
      if (fired == SEQ_FIRED)
        add(next);
      full += fired == SEQ_FULL;
    }
    free(arguments);
  }
  free(next);
}

static unsigned long long fire_all(int action, const int64_t *arguments, const int64_t *state,
                                   unsigned long long *counts) {
  unsigned long long fired_count = 0;
  SeqNews news;
  int64_t *next = room_for((int)model->state_cells);
  int64_t *value = room_for(model->actions[action].returns ? (int)model->actions[action].returns->cells : 0);
  for (int k = 0; k < model->actions[action].outcome_count; k++) {
    const SeqFire fired = model->fire(action, k, arguments, state, next, &news);
    if (fired == SEQ_FIRED) {
      add(next);
      counts[k]++;
      fired_count++;
      if (model->actions[action].outcomes[k].returns)
        model->returned(action, k, arguments, state, value);
    }
    full += fired == SEQ_FULL;
  }
  free(next);
  free(value);
  return fired_count;
}

static unsigned long long expand(size_t number, unsigned long long **counts) {
  uint64_t ranks[32];
  unsigned long long fired = 0;
  int64_t *state = room_for((int)model->state_cells);
  memcpy(state, state_at(number), sizeof *state * model->state_cells);
  for (int i = 0; i < model->action_count; i++) {
    const SeqAction *action = &model->actions[i];
    int64_t *arguments = room_for(action->argument_cells);
    bool more = first_arguments(action->params, action->param_count, ranks, arguments);
    for (; more; more = next_arguments(action->params, action->param_count, ranks, arguments))
      fired += fire_all(i, arguments, state, counts[i]);
    free(arguments);
  }
  free(state);
  return fired;
}

int main(void) {
  start_all();
  const size_t initial = store.count;
  unsigned long long **counts = calloc((size_t)model->action_count + 1, sizeof *counts);
  for (int i = 0; counts && i < model->action_count; i++)
    counts[i] = calloc((size_t)model->actions[i].outcome_count + 1, sizeof **counts);
  for (size_t i = 0; i < store.count; i++)
    transitions += expand(i, counts);
  printf("states %zu\ntransitions %llu\ninitial %zu\ndropped %llu\n", store.count, transitions, initial, full);
  for (int i = 0; i < model->action_count; i++)
    for (int k = 0; k < model->actions[i].outcome_count; k++)
      printf("%s/%s %llu\n", model->actions[i].name, model->actions[i].outcomes[k].name, counts[i][k]);
  return 0;
}
