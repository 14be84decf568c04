/* The search: every reachable state breadth first, level by level, on any stepper. Takes a program and limits, gives
 * counts, the first breach of each contract, and what is needed to find the way to any state again. Method: the
 * frontier is a range of state numbers; successors come in batches, whose look-ups are made in three rounds (hash, then
 * index, then state) so that the memory's latency is paid once for all. A state is judged when it is found; limits are
 * looked at between batches. */
#include "engine/explore_file.h"
#include "engine/explore_internal.h"

#define LOOK_EVERY 64 /* batches between two looks at the clock */
#define PROGRESS_US 250000
#define ROUND 64 /* firings looked up together */

void explore_options_init(ExploreOptions *options) {
  *options = (ExploreOptions){.depth_limit = -1, .init = -1};
}

static void end_now(Explorer *explorer, ExploreEnd end) {
  if (!explorer->ended) {
    explorer->ended = true;
    explorer->end = end;
  }
}

static void report_progress(Explorer *explorer, int64_t now) {
  const Exploration *ex = explorer->ex;
  explorer->last_progress_us = now;
  Progress progress = {ex->states,
                       ex->transitions,
                       ex->expanded,
                       ex->states - ex->expanded,
                       explore_store_bytes(explorer->store),
                       explorer->distance,
                       (double)(now - explorer->begin_us) / 1e6};
  explorer->options->progress(explorer->options->progress_user, &progress);
}

/* The limits that are not exact to the state. */
static void look_at_limits(Explorer *explorer) {
  const ExploreOptions *options = explorer->options;
  explorer->until_look = LOOK_EVERY;
  int64_t now = g_get_monotonic_time();
  if (options->stop != NULL && atomic_load(options->stop)) {
    end_now(explorer, EXPLORE_STOPPED);
  } else if (options->timeout_s > 0 && (double)(now - explorer->begin_us) >= options->timeout_s * 1e6) {
    end_now(explorer, EXPLORE_TIMEOUT);
  } else if (options->memory_bytes > 0 && explore_store_bytes(explorer->store) > options->memory_bytes) {
    end_now(explorer, EXPLORE_MEMORY);
  }
  if (options->progress != NULL && now - explorer->last_progress_us >= PROGRESS_US) {
    report_progress(explorer, now);
  }
}

/* ---------------------------------------------------------------- successors */

static void add_edge(Explorer *explorer, uint32_t target) {
  struct ExploreStore *store = explorer->store;
  if (!region_reserve(&store->targets, (store->edge_count + 1) * sizeof(uint32_t))) {
    end_now(explorer, EXPLORE_MEMORY);
    return;
  }
  ((uint32_t *)store->targets.base)[store->edge_count++] = target;
}

static void note_new(Explorer *explorer, uint32_t number, const uint64_t *state) {
  struct ExploreStore *store = explorer->store;
  if (!region_reserve(&store->parents, ((size_t)number + 1) * sizeof(uint32_t))) {
    end_now(explorer, EXPLORE_MEMORY);
    return;
  }
  ((uint32_t *)store->parents.base)[number] = explorer->starting ? UINT32_MAX : (uint32_t)explorer->source_number;
  explorer->ex->states++;
  explorer->ex->initial += explorer->starting;
  explore_check_state(explorer, number, state, explorer->starting ? 0 : explorer->distance + 1);
}

static bool is_source(const Explorer *explorer, const uint64_t *state, uint32_t words) {
  for (uint32_t i = 0; i < words; i++) {
    if (state[i] != explorer->source[i]) {
      return false;
    }
  }
  return !explorer->starting;
}

static void take_successor(Explorer *explorer, const uint64_t *state, uint64_t hash) {
  const ExploreOptions *options = explorer->options;
  StateSet *set = explorer->store->states;
  bool new = false;
  if (options->max_states > 0 && explorer->ex->states >= options->max_states &&
      state_set_find(set, state) == STATE_SET_FULL) {
    end_now(explorer, EXPLORE_MAX_STATES);
    return;
  }
  uint32_t number = state_set_add(set, state, hash, &new);
  if (number == STATE_SET_FULL) {
    end_now(explorer, EXPLORE_MEMORY);
    return;
  }
  if (new) {
    note_new(explorer, number, state);
  }
  if (explorer->store->keep_edges && !explorer->starting) {
    add_edge(explorer, number);
  }
}

static void take_round(Explorer *explorer, const Batch *batch, uint32_t from, uint32_t to) {
  Exploration *ex = explorer->ex;
  StateSet *set = explorer->store->states;
  uint32_t words = explorer->model->layout->state_words;
  uint64_t hashes[ROUND];
  bool same[ROUND];
  for (uint32_t i = from; i < to; i++) {
    const uint64_t *state = batch->states + (size_t)i * words;
    same[i - from] = is_source(explorer, state, words);
    if (!same[i - from]) {
      hashes[i - from] = state_set_hash(set, state);
      state_set_prefetch(set, hashes[i - from]);
    }
  }
  for (uint32_t i = from; i < to; i++) {
    if (!same[i - from]) {
      state_set_prefetch_state(set, hashes[i - from]);
    }
  }
  for (uint32_t i = from; i < to && !explorer->ended; i++) {
    if (!same[i - from]) {
      take_successor(explorer, batch->states + (size_t)i * words, hashes[i - from]);
    } else if (explorer->store->keep_edges) {
      add_edge(explorer, (uint32_t)explorer->source_number);
    }
    if (explorer->ended) {
      return;
    }
    const Firing *firing = &batch->firings[i];
    if (explorer->starting) {
      ex->started[firing->outcome]++;
    } else {
      ex->transitions++;
      ex->fired[firing->action][firing->outcome]++;
    }
  }
}

static bool take_batch(void *user, const Batch *batch) {
  Explorer *explorer = user;
  if (batch->finding_count > 0) {
    explore_check_findings(explorer, batch);
  }
  for (uint32_t from = 0; from < batch->count && !explorer->ended; from += ROUND) {
    take_round(explorer, batch, from, MIN(from + ROUND, batch->count));
  }
  if (--explorer->until_look == 0 || batch->count == 0) {
    look_at_limits(explorer);
  }
  return !explorer->ended;
}

/* ---------------------------------------------------------------- levels */

static int pool_that_dropped(const Explorer *explorer) {
  for (int r = 0; r < explorer->model->resource_count; r++) {
    if (explorer->stepper->dropped[r] != explorer->dropped_before[r]) {
      return r;
    }
  }
  return -1;
}

static bool note_expanded(Explorer *explorer, const Expansion *expansion) {
  struct ExploreStore *store = explorer->store;
  uint64_t number = explorer->source_number;
  if (!expansion->enabled) {
    explorer->ex->terminal++;
    if (expansion->dropped == 0) {
      explore_check_deadlock(explorer);
    }
  }
  if (store->keep_edges) {
    if (!region_reserve(&store->edge_at, (number + 1) * sizeof(uint64_t)) ||
        !region_reserve(&store->dropped, (number + 1) * sizeof(uint16_t))) {
      return false;
    }
    ((uint64_t *)store->edge_at.base)[number] = store->edge_count;
    ((uint16_t *)store->dropped.base)[number] =
        expansion->dropped > 0 ? (uint16_t)(pool_that_dropped(explorer) + 1) : 0;
  }
  return true;
}

static void expand_one(Explorer *explorer, uint64_t number) {
  struct ExploreStore *store = explorer->store;
  uint32_t words = explorer->model->layout->state_words;
  Expansion expansion;
  memcpy(explorer->source, state_set_get(store->states, (uint32_t)number), sizeof(uint64_t) * words);
  explorer->source_number = number;
  if (store->keep_edges) {
    memcpy(explorer->dropped_before, explorer->stepper->dropped,
           sizeof(uint64_t) * (size_t)explorer->model->resource_count);
  }
  bool whole = explorer->stepper->ops->expand(explorer->stepper, explorer->source, take_batch, explorer, &expansion);
  if (!whole || explorer->ended) {
    look_at_limits(explorer);
    end_now(explorer, EXPLORE_STOPPED);
    return;
  }
  if (!note_expanded(explorer, &expansion)) {
    end_now(explorer, EXPLORE_MEMORY);
    return;
  }
  explorer->ex->expanded++;
  if (--explorer->until_look == 0) {
    look_at_limits(explorer);
  }
}

static void run_starts(Explorer *explorer) {
  Expansion expansion;
  explorer->starting = true;
  for (int i = 0; i < explorer->model->init_count && !explorer->ended; i++) {
    if (explorer->options->init < 0 || explorer->options->init == i) {
      if (!explorer->stepper->ops->starts(explorer->stepper, i, take_batch, explorer, &expansion)) {
        look_at_limits(explorer);
        end_now(explorer, EXPLORE_STOPPED);
      }
    }
  }
  explorer->starting = false;
}

/* After a level: is there a reason not to go on? */
static bool level_ends(Explorer *explorer, uint64_t frontier) {
  const ExploreOptions *options = explorer->options;
  if (explorer->ended) {
    return true;
  }
  if (explorer->ex->breaches->len > 0 && !options->keep_going) {
    end_now(explorer, EXPLORE_VIOLATION);
  } else if (options->stop_when_watched && explorer->watches_open == 0) {
    end_now(explorer, EXPLORE_WATCHED);
  } else if (frontier > 0 && options->depth_limit >= 0 && (int64_t)explorer->distance >= options->depth_limit) {
    end_now(explorer, EXPLORE_DEPTH);
  }
  return explorer->ended || frontier == 0;
}

static void run_levels(Explorer *explorer) {
  GArray *levels = explorer->store->levels;
  uint64_t begin = 0;
  g_array_append_val(levels, begin);
  run_starts(explorer);
  while (!level_ends(explorer, explorer->ex->states - begin)) {
    uint64_t end = explorer->ex->states;
    g_array_append_val(levels, end);
    for (uint64_t number = begin; number < end && !explorer->ended; number++) {
      expand_one(explorer, number);
    }
    if (explorer->ex->states > end) {
      explorer->ex->depth = explorer->distance + 1;
    }
    explorer->distance++;
    begin = end;
  }
}

/* ---------------------------------------------------------------- beginning and end */

static void explorer_init(Explorer *explorer, Exploration *ex, const ExploreOptions *options) {
  const IrModel *model = ex->program->model;
  *explorer = (Explorer){.ex = ex, .program = ex->program, .model = model, .options = options, .until_look = 1};
  for (int i = 0; i < model->contract_count; i++) {
    explorer->has_finals |= model->contracts[i].kind == IRC_FINAL;
  }
  explorer->store = ex->store;
  explorer->stepper = stepper_interpreter_new(ex->program, options->stop);
  explorer->machine = machine_new(ex->program, options->stop);
  explorer->cells = g_new0(int64_t, model->state_cells + 1);
  explorer->source = g_new0(uint64_t, model->layout->state_words);
  explorer->seen = g_new0(bool, model->contract_count + 1);
  explorer->dropped_before = g_new0(uint64_t, model->resource_count + 1);
  explorer->watches = g_new0(CodeExpr *, options->watch_count + 1);
  explorer->watches_open = options->watch_count;
  for (size_t i = 0; i < options->watch_count; i++) {
    explorer->watches[i] = code_expr_new(ex->program, options->watches[i].frame, options->watches[i].expr);
  }
  explorer->begin_us = explorer->last_progress_us = g_get_monotonic_time();
  if (options->timeout_s > 0 && options->timeout_s < 1e9) {
    explorer->stepper->deadline_us = explorer->machine->deadline_us =
        explorer->begin_us + (int64_t)(options->timeout_s * 1e6);
  }
}

static void explorer_clear(Explorer *explorer) {
  for (size_t i = 0; i < explorer->options->watch_count; i++) {
    code_expr_free(explorer->watches[i]);
  }
  stepper_free(explorer->stepper);
  machine_free(explorer->machine);
  g_free(explorer->watches);
  g_free(explorer->cells);
  g_free(explorer->source);
  g_free(explorer->seen);
  g_free(explorer->dropped_before);
}

Exploration *explore_run(const Program *program, const ExploreOptions *options) {
  if (options->kept != NULL) {
    return explore_file_read(program, options->kept, options->kept_length, options, options->kept_error);
  }
  Exploration *ex = exploration_new(program, options);
  Explorer explorer;
  explorer_init(&explorer, ex, options);
  if (explorer.store->states == NULL) {
    end_now(&explorer, EXPLORE_MEMORY);
  } else {
    run_levels(&explorer);
  }
  ex->end = explorer.ended ? explorer.end : EXPLORE_COMPLETE;
  for (int r = 0; r < explorer.model->resource_count; r++) {
    ex->pools[r].dropped_firings = explorer.stepper->dropped[r];
  }
  ex->engine = explorer.stepper->ops->name;
  ex->bytes = explore_store_bytes(explorer.store);
  ex->seconds = (double)(g_get_monotonic_time() - explorer.begin_us) / 1e6;
  explorer_clear(&explorer);
  return ex;
}
