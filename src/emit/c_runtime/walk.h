/* Random walks: actions and arguments are drawn, and what the model does not offer is drawn again. The draws are made
 * while the walk runs, since which steps are possible depends on what the system did before. The same seed gives the
 * same walks on every machine.
 *
 * Ownership: plain values. */
#pragma once

#include "shrink.h"

/* How often a step is drawn until one is offered. */
#define SEQ_DRAWS 200

typedef struct SeqWalk {
  uint64_t random; /* the generator's state */
  int steps;       /* at most */
} SeqWalk;

/* splitmix64 by Sebastiano Vigna, public domain: https://prng.di.unimi.it/splitmix64.c (the constants and shifts). */
static inline uint64_t seq_random(uint64_t *state) {
  uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

/* Below `count`; the bias of the remainder is beneath notice for counts of this size. */
static inline uint64_t seq_random_below(uint64_t *state, uint64_t count) {
  return count == 0 ? 0 : seq_random(state) % count;
}

/* A slot in one of the states meant, or -1. */
static inline int64_t seq_draw_slot(SeqRun *run, SeqWalk *walk, const SeqParam *param) {
  const SeqResource *pool = &run->model->resources[param->type->resource];
  int64_t count = 0, slot;
  for (slot = seq_next(pool, run->state, param->states, 0); slot >= 0;
       slot = seq_next(pool, run->state, param->states, slot + 1))
    count++;
  int64_t wanted = (int64_t)seq_random_below(&walk->random, (uint64_t)count);
  for (slot = seq_next(pool, run->state, param->states, 0); slot >= 0 && wanted-- > 0;)
    slot = seq_next(pool, run->state, param->states, slot + 1);
  return slot;
}

/* Most arguments are of the states meant; now and then any slot that exists, where a refusal is declared. */
static inline bool seq_draw_arguments(SeqRun *run, SeqWalk *walk, const SeqAction *action) {
  const bool any = seq_random_below(&walk->random, 8) == 0;
  int64_t *cells = run->arguments;
  for (int i = 0; i < action->param_count; i++) {
    SeqParam param = action->params[i];
    if (param.type->kind == SEQ_RESOURCE) {
      param.states |= any ? SEQ_EXISTS : 0;
      cells[0] = seq_draw_slot(run, walk, &param);
      if (cells[0] < 0)
        return false;
    } else {
      seq_from_rank(param.type, seq_random_below(&walk->random, param.type->count), cells);
    }
    cells += param.type->cells;
  }
  return true;
}

static inline bool seq_is_offered(SeqRun *run, int action, const int64_t *arguments) {
  SeqNews news;
  for (int k = 0; k < run->model->actions[action].outcome_count; k++)
    if (run->model->fire(action, k, arguments, run->state, run->next, &news) == SEQ_FIRED)
      return true;
  return false;
}

static inline bool seq_next_of_walk(SeqRun *run, void *data, SeqStep *ret_step) {
  SeqWalk *walk = data;
  if (run->report->begun >= walk->steps || run->model->action_count == 0)
    return false;
  for (int draw = 0; draw < SEQ_DRAWS; draw++) {
    const int action = (int)seq_random_below(&walk->random, (uint64_t)run->model->action_count);
    if (seq_draw_arguments(run, walk, &run->model->actions[action]) && seq_is_offered(run, action, run->arguments)) {
      *ret_step = (SeqStep){action, -1, run->arguments};
      return true;
    }
    run->report->refused++;
  }
  return false;
}

/* A start: one of those whose `when` holds. False where none was drawn. */
static inline bool seq_draw_start(const SeqModel *model, SeqWalk *walk, SeqDraft *ret_draft) {
  int64_t *state = seq_room(model->state_cells, sizeof *state);
  bool found = false;
  for (int draw = 0; draw < SEQ_DRAWS && !found; draw++) {
    const int init = (int)seq_random_below(&walk->random, (uint64_t)model->init_count);
    int64_t *cells = ret_draft->init_arguments;
    SeqNews news;
    for (int i = 0; i < model->inits[init].param_count; i++) {
      const SeqType *type = model->inits[init].params[i].type;
      seq_from_rank(type, seq_random_below(&walk->random, type->count), cells);
      cells += type->cells;
    }
    ret_draft->init = init;
    found = model->start(init, ret_draft->init_arguments, state, &news) == SEQ_FIRED;
  }
  free(state);
  return found;
}
