/* Makes a failing sequence small: steps are taken out, arguments lowered, and last every sequence that the model allows
 * is tried, shortest first, as far as the runs reach. A candidate that the model does not allow is not run.
 *
 * Ownership: a SeqDraft owns its steps and arguments (seq_draft_free). */
#pragma once

#include "child.h"

/* How many runs the shrinking of one sequence may take. */
#define SEQ_SHRINK_RUNS 1500

/* And how many of them may hang: each of those takes the whole time limit. */
#define SEQ_SHRINK_HUNG 12

/* A sequence that can be changed. `cells` holds the arguments of each step, seq_argument_room apart. */
typedef struct SeqDraft {
  int init, count;
  int64_t *init_arguments;
  SeqStep *steps;
  int64_t *cells;
} SeqDraft;

typedef struct SeqShrink {
  const SeqSystem *system;
  const SeqOptions *options;
  SeqReport *report; /* of the last run */
  SeqDraft best;     /* the smallest that failed */
  int runs, hung;
  bool whole; /* every shorter sequence was tried, and passed */
} SeqShrink;

static inline SeqDraft seq_draft_new(const SeqModel *model, int room) {
  const size_t cells = (size_t)seq_argument_room(model);
  size_t init_cells = 1;
  for (int i = 0; i < model->init_count; i++)
    init_cells = (size_t)seq_max((int64_t)init_cells, model->inits[i].argument_cells);
  return (SeqDraft){.init_arguments = seq_room(init_cells, sizeof(int64_t)),
                    .steps = seq_room((size_t)room, sizeof(SeqStep)),
                    .cells = seq_room((size_t)room * cells, sizeof(int64_t))};
}

static inline void seq_draft_free(SeqDraft *draft) {
  free(draft->init_arguments);
  free(draft->steps);
  free(draft->cells);
  *draft = (SeqDraft){0};
}

static inline int64_t *seq_draft_arguments(const SeqModel *model, const SeqDraft *draft, int step) {
  return draft->cells + (size_t)step * (size_t)seq_argument_room(model);
}

static inline void seq_draft_add(const SeqModel *model, SeqDraft *draft, int action, int outcome,
                                 const int64_t *arguments) {
  int64_t *cells = seq_draft_arguments(model, draft, draft->count);
  if (model->actions[action].argument_cells > 0)
    memcpy(cells, arguments, sizeof *cells * (size_t)model->actions[action].argument_cells);
  draft->steps[draft->count++] = (SeqStep){action, outcome, cells};
}

static inline void seq_draft_start(const SeqModel *model, SeqDraft *draft, int init, const int64_t *arguments) {
  draft->init = init;
  draft->count = 0;
  if (model->inits[init].argument_cells > 0)
    memcpy(draft->init_arguments, arguments, sizeof *arguments * (size_t)model->inits[init].argument_cells);
}

static inline SeqSequence seq_draft_sequence(const SeqDraft *draft, const char *name) {
  return (SeqSequence){name, draft->init, draft->init_arguments, draft->steps, draft->count};
}

static inline void seq_draft_copy(const SeqModel *model, SeqDraft *to, const SeqDraft *from) {
  seq_draft_start(model, to, from->init, from->init_arguments);
  for (int i = 0; i < from->count; i++)
    seq_draft_add(model, to, from->steps[i].action, from->steps[i].outcome, from->steps[i].arguments);
}

/* The steps that a run did, with the outcomes that came, up to the one at which it ended. */
static inline void seq_draft_of_report(const SeqModel *model, SeqDraft *draft, SeqReport *report) {
  draft->count = 0;
  for (int i = 1; i <= report->begun; i++) {
    const int64_t *record = seq_record(model, report, i);
    seq_draft_add(model, draft, (int)record[0], (int)record[1], record + SEQ_RECORD_HEAD);
  }
}

/* ---------------------------------------------------------------- in the model */

/* The model's answer to a step: the outcome that is asked for where it fires, else the first that does; -1: none. */
static inline int seq_follow(const SeqModel *model, const SeqStep *step, const int64_t *state, int64_t *ret_state,
                             SeqNews *ret_news) {
  const int wanted = step->outcome;
  if (wanted >= 0 && wanted < model->actions[step->action].outcome_count &&
      model->fire(step->action, wanted, step->arguments, state, ret_state, ret_news) == SEQ_FIRED)
    return wanted;
  for (int k = 0; k < model->actions[step->action].outcome_count; k++)
    if (model->fire(step->action, k, step->arguments, state, ret_state, ret_news) == SEQ_FIRED)
      return k;
  return -1;
}

/* Slots within a value become others: `map` by slot of all resources, -1 where there is none. False where one is. */
static inline bool seq_rename(const SeqModel *model, const SeqType *type, int64_t *cells, const int64_t *map) {
  if (type->kind == SEQ_RESOURCE) {
    if (cells[0] < 0)
      return true;
    cells[0] = map[model->resources[type->resource].first + cells[0]];
    return cells[0] >= 0;
  }
  if (type->kind == SEQ_OPTION)
    return cells[0] == 0 || seq_rename(model, type->elem, cells + 1, map);
  if (type->kind == SEQ_SEQ) {
    for (int64_t i = 0; i < cells[0]; i++)
      if (!seq_rename(model, type->elem, cells + 1 + i * (int64_t)type->elem->cells, map))
        return false;
  }
  if (type->kind == SEQ_SET && type->elem->kind == SEQ_RESOURCE) {
    int64_t *renamed = seq_room(type->cells, sizeof *renamed);
    bool fine = true;
    for (int64_t r = ops_set_next(cells, type->cells, 0); r >= 0 && fine; r = ops_set_next(cells, type->cells, r + 1)) {
      int64_t slot = r;
      fine = seq_rename(model, type->elem, &slot, map);
      if (fine)
        ops_set_put(renamed, (uint64_t)slot);
    }
    memcpy(cells, renamed, sizeof *cells * type->cells);
    free(renamed);
    return fine;
  }
  return true;
}

/* Both runs take their slots: what was called so in the old is called thus in the new. */
static inline void seq_map_news(const SeqModel *model, const SeqNews *old, const SeqNews *fresh, int64_t *map) {
  for (int i = 0; i < old->count; i++) {
    const int at = model->resources[old->item[i].resource].first + old->item[i].slot;
    const bool same = fresh && i < fresh->count && fresh->item[i].resource == old->item[i].resource;
    map[at] = same ? fresh->item[i].slot : -1;
  }
}

typedef struct SeqLockstep {
  int64_t *old, *old_next, *fresh, *fresh_next, *map;
  SeqNews old_news, news;
} SeqLockstep;

static inline void seq_swap(int64_t **a, int64_t **b) {
  int64_t *c = *a;
  *a = *b;
  *b = c;
}

/* One step of the old sequence; where it is kept it is renamed and becomes one of the new. */
static inline bool seq_lockstep(const SeqModel *model, SeqLockstep *both, const SeqStep *step, bool keep,
                                SeqDraft *fresh) {
  const bool old_fires = seq_follow(model, step, both->old, both->old_next, &both->old_news) >= 0;
  if (keep) {
    seq_draft_add(model, fresh, step->action, step->outcome, step->arguments);
    SeqStep *added = &fresh->steps[fresh->count - 1];
    int64_t *cells = seq_draft_arguments(model, fresh, fresh->count - 1);
    const SeqAction *action = &model->actions[step->action];
    for (int i = 0; i < action->param_count; i++) {
      if (!seq_rename(model, action->params[i].type, cells, both->map))
        return false;
      cells += action->params[i].type->cells;
    }
    if (seq_follow(model, added, both->fresh, both->fresh_next, &both->news) < 0)
      return false;
    seq_swap(&both->fresh, &both->fresh_next);
  }
  if (old_fires) {
    seq_map_news(model, &both->old_news, keep ? &both->news : NULL, both->map);
    seq_swap(&both->old, &both->old_next);
  }
  return true;
}

/* The sequence without the steps from..to-1 and without step `also` (-1: none); false where the model does not allow
 * that. */
static inline bool seq_without(const SeqModel *model, const SeqDraft *old, int from, int to, int also,
                               SeqDraft *ret_fresh) {
  size_t slots = 1;
  for (int i = 0; i < model->resource_count; i++)
    slots += (size_t)model->resources[i].slots;
  SeqLockstep both = {.old = seq_room(model->state_cells, sizeof(int64_t)),
                      .old_next = seq_room(model->state_cells, sizeof(int64_t)),
                      .fresh = seq_room(model->state_cells, sizeof(int64_t)),
                      .fresh_next = seq_room(model->state_cells, sizeof(int64_t)),
                      .map = seq_room(slots, sizeof(int64_t))};
  for (int r = 0; r < model->resource_count; r++)
    for (int slot = 0; slot < model->resources[r].slots; slot++)
      both.map[model->resources[r].first + slot] = slot;
  seq_draft_start(model, ret_fresh, old->init, old->init_arguments);
  bool fine = model->start(old->init, old->init_arguments, both.old, &both.news) == SEQ_FIRED &&
              model->start(old->init, old->init_arguments, both.fresh, &both.news) == SEQ_FIRED;
  for (int i = 0; i < old->count && fine; i++)
    fine = seq_lockstep(model, &both, &old->steps[i], (i < from || i >= to) && i != also, ret_fresh);
  free(both.old);
  free(both.old_next);
  free(both.fresh);
  free(both.fresh_next);
  free(both.map);
  return fine;
}

/* ---------------------------------------------------------------- trying */

/* Runs a candidate; where it fails it is the best from now on. */
static inline bool seq_try(SeqShrink *shrink, const SeqDraft *candidate) {
  const SeqSequence sequence = seq_draft_sequence(candidate, "");
  if (shrink->runs >= SEQ_SHRINK_RUNS)
    return false;
  shrink->runs++;
  seq_run_sequence(shrink->system, shrink->options, &sequence, shrink->report);
  shrink->hung += shrink->report->hung;
  if (shrink->hung >= SEQ_SHRINK_HUNG)
    shrink->runs = SEQ_SHRINK_RUNS;
  if (shrink->report->verdict != SEQ_FAILED)
    return false;
  seq_draft_start(shrink->system->model, &shrink->best, candidate->init, candidate->init_arguments);
  seq_draft_of_report(shrink->system->model, &shrink->best, shrink->report);
  return true;
}

static inline bool seq_try_without(SeqShrink *shrink, SeqDraft *scratch, int from, int to, int also) {
  return seq_without(shrink->system->model, &shrink->best, from, to, also, scratch) && seq_try(shrink, scratch);
}

/* Chunks of steps, halves first, then smaller ones, from the end. */
static inline void seq_drop_chunks(SeqShrink *shrink, SeqDraft *scratch) {
  for (int size = shrink->best.count / 2; size >= 1; size /= 2) {
    for (int from = shrink->best.count - size; from >= 0;) {
      if (seq_try_without(shrink, scratch, from, from + size, -1))
        from = (int)seq_min(from, shrink->best.count) - 1;
      else
        from -= size > 1 ? size / 2 + size % 2 : 1;
      if (from + size > shrink->best.count)
        from = shrink->best.count - size;
      if (shrink->runs >= SEQ_SHRINK_RUNS)
        return;
    }
  }
}

static inline bool seq_drop_pair(SeqShrink *shrink, SeqDraft *scratch) {
  for (int i = shrink->best.count - 1; i >= 1; i--)
    for (int k = i - 1; k >= 0; k--)
      if (seq_try_without(shrink, scratch, k, k + 1, i))
        return true;
  return false;
}

/* One argument at its lowest value that still fails; slots are left alone. */
static inline void seq_lower_cell(SeqShrink *shrink, SeqDraft *scratch, int step, int param) {
  const SeqModel *model = shrink->system->model;
  const SeqAction *action = &model->actions[shrink->best.steps[step].action];
  const SeqType *type = action->params[param].type;
  size_t at = 0;
  for (int i = 0; i < param; i++)
    at += action->params[i].type->cells;
  if (type->kind == SEQ_RESOURCE)
    return;
  const uint64_t now = seq_rank(type, shrink->best.steps[step].arguments + at);
  for (uint64_t rank = 0; rank < now && rank < 16; rank++) {
    seq_draft_copy(model, scratch, &shrink->best);
    seq_from_rank(type, rank, seq_draft_arguments(model, scratch, step) + at);
    const int count = shrink->best.count;
    if (seq_without(model, scratch, 0, 0, -1, scratch + 1) && seq_try(shrink, scratch + 1))
      return;
    if (shrink->best.count != count)
      return;
  }
}

static inline void seq_lower(SeqShrink *shrink, SeqDraft *scratch) {
  for (int step = 0; step < shrink->best.count; step++)
    for (int param = 0; param < shrink->system->model->actions[shrink->best.steps[step].action].param_count; param++)
      if (step < shrink->best.count)
        seq_lower_cell(shrink, scratch, step, param);
}

/* ---------------------------------------------------------------- every short sequence, in order */

typedef struct SeqSearch {
  SeqShrink *shrink;
  SeqDraft draft;
  int length; /* of the sequences that are tried */
  bool found, out_of_runs;
} SeqSearch;

static inline void seq_search_from(SeqSearch *search, const int64_t *state);

static inline void seq_search_leaf(SeqSearch *search) {
  if (search->shrink->runs >= SEQ_SHRINK_RUNS) {
    search->out_of_runs = true;
    return;
  }
  search->found = seq_try(search->shrink, &search->draft);
}

/* One step with each outcome that the model offers for it: where there are several, the system chooses, but what may
 * follow depends on it. Gives whether there was one. */
static inline bool seq_search_step(SeqSearch *search, int action, const int64_t *arguments, const int64_t *state) {
  const SeqModel *model = search->shrink->system->model;
  int64_t *next = seq_room(model->state_cells, sizeof *next);
  bool any = false;
  SeqNews news;
  for (int k = 0; k < model->actions[action].outcome_count && !search->found && !search->out_of_runs; k++) {
    if (model->fire(action, k, arguments, state, next, &news) != SEQ_FIRED)
      continue;
    any = true;
    seq_draft_add(model, &search->draft, action, k, arguments);
    seq_search_from(search, next);
    search->draft.count--;
  }
  free(next);
  return any;
}

/* The next arguments in order; false after the last. */
static inline bool seq_next_arguments(const SeqParam *params, int count, uint64_t *ranks, int64_t *cells) {
  int i = count - 1;
  while (i >= 0 && ++ranks[i] >= params[i].type->count)
    ranks[i--] = 0;
  for (int k = 0; k < count; k++) {
    seq_from_rank(params[k].type, ranks[k], cells);
    cells += params[k].type->cells;
  }
  return i >= 0;
}

static inline bool seq_first_arguments(const SeqParam *params, int count, uint64_t *ranks, int64_t *cells) {
  for (int i = 0; i < count; i++) {
    if (params[i].type->count == 0)
      return false;
    ranks[i] = 0;
    seq_from_rank(params[i].type, 0, cells);
    cells += params[i].type->cells;
  }
  return true;
}

static inline void seq_search_from(SeqSearch *search, const int64_t *state) {
  const SeqModel *model = search->shrink->system->model;
  bool any = false;
  if (search->draft.count == search->length) {
    seq_search_leaf(search);
    return;
  }
  for (int i = 0; i < model->action_count && !search->found && !search->out_of_runs; i++) {
    const SeqAction *action = &model->actions[i];
    uint64_t *ranks = seq_room((size_t)action->param_count, sizeof *ranks);
    int64_t *cells = seq_room((size_t)action->argument_cells, sizeof *cells);
    bool more = seq_first_arguments(action->params, action->param_count, ranks, cells);
    for (; more && !search->found && !search->out_of_runs;
         more = seq_next_arguments(action->params, action->param_count, ranks, cells))
      any |= seq_search_step(search, i, cells, state);
    free(ranks);
    free(cells);
  }
  if (!any && !search->found && !search->out_of_runs) /* it goes no further: a shorter one that was not tried yet */
    seq_search_leaf(search);
}

/* Every sequence of this length from every start. */
static inline void seq_search_length(SeqSearch *search, int length) {
  const SeqModel *model = search->shrink->system->model;
  int64_t *state = seq_room(model->state_cells, sizeof *state);
  SeqNews news;
  search->length = length;
  for (int i = 0; i < model->init_count && !search->found && !search->out_of_runs; i++) {
    const SeqInit *init = &model->inits[i];
    uint64_t *ranks = seq_room((size_t)init->param_count, sizeof *ranks);
    int64_t *cells = seq_room((size_t)init->argument_cells, sizeof *cells);
    bool more = seq_first_arguments(init->params, init->param_count, ranks, cells);
    for (; more && !search->found && !search->out_of_runs;
         more = seq_next_arguments(init->params, init->param_count, ranks, cells)) {
      if (model->start(i, cells, state, &news) != SEQ_FIRED)
        continue;
      seq_draft_start(model, &search->draft, i, cells);
      seq_search_from(search, state);
    }
    free(ranks);
    free(cells);
  }
  free(state);
}

/* Shorter ones first; then those of the same length, so that the first in order is what is shown. */
static inline void seq_search_all(SeqShrink *shrink) {
  SeqSearch search = {.shrink = shrink, .draft = seq_draft_new(shrink->system->model, shrink->best.count + 1)};
  const int count = shrink->best.count;
  for (int length = 0; length < count && !search.found && !search.out_of_runs; length++)
    seq_search_length(&search, length);
  shrink->whole = search.found || !search.out_of_runs;
  if (!search.found && !search.out_of_runs)
    seq_search_length(&search, count);
  seq_draft_free(&search.draft);
}

/* Shrinks the sequence of a report that failed; afterwards `shrink->best` fails with `shrink->report`. The caller frees
 * both (seq_shrink_free). */
static inline void seq_shrink(SeqShrink *shrink, const SeqSystem *system, const SeqOptions *options, int init,
                              const int64_t *init_arguments, SeqReport *failed) {
  const SeqModel *model = system->model;
  const int room = failed->begun + 1;
  *shrink = (SeqShrink){.system = system, .options = options, .report = seq_report_new(model, room)};
  shrink->best = seq_draft_new(model, room);
  seq_draft_start(model, &shrink->best, init, init_arguments);
  seq_draft_of_report(model, &shrink->best, failed);
  SeqDraft scratch[2] = {seq_draft_new(model, room), seq_draft_new(model, room)};
  seq_drop_chunks(shrink, scratch);
  while (shrink->best.count <= 30 && seq_drop_pair(shrink, scratch))
    seq_drop_chunks(shrink, scratch);
  seq_lower(shrink, scratch);
  seq_search_all(shrink);
  seq_draft_free(&scratch[0]);
  seq_draft_free(&scratch[1]);
  SeqDraft last = seq_draft_new(model, room);
  seq_draft_copy(model, &last, &shrink->best);
  const SeqSequence sequence = seq_draft_sequence(&last, "");
  seq_run_sequence(system, options, &sequence, shrink->report);
  seq_draft_free(&last);
}

static inline void seq_shrink_free(SeqShrink *shrink) {
  seq_report_free(shrink->system->model, shrink->report);
  seq_draft_free(&shrink->best);
}
