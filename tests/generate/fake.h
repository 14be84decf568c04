/* A system under test that is the model itself, for trying generated test programs: make_fake.py writes one function of
 * the interface for each of the model's, and all of them end here. Values go between cells and the interface's C types
 * by the layout that the described type must have, which is a second opinion on the generated conversions.
 *
 * FAKE_WRONG in the environment makes it wrong in one way: "outcome:ACTION", "value:ACTION", "observe:NAME", "handle",
 * "crash:ACTION", "hang:ACTION", "exit:ACTION", "crash:teardown", "reset", "environment:ACTION". FAKE_MAY=N chooses
 * among acceptable outcomes by a generator that starts from N. Ownership: a Fake is made by reset and freed by
 * teardown. */
#pragma once

#include <stdalign.h>
#include <stdlib.h>
#include <unistd.h>

#include "seqcheck/walk.h"

typedef struct Fake {
  const SeqModel *model;
  int64_t *state, *next;
  uint64_t *ids; /* by slot of all resources: the id that was handed out */
  uint64_t last_id, choice;
} Fake;

typedef struct FakeHandle {
  uint64_t id;
  void *pointer;
} FakeHandle;

static inline size_t fake_round(size_t at, size_t to) {
  return (at + to - 1) / to * to;
}

static inline size_t fake_alignment(const SeqType *type) {
  switch (type->kind) {
  case SEQ_BOOL:
    return alignof(bool);
  case SEQ_ENUM:
    return alignof(int);
  case SEQ_OPTION:
    return fake_alignment(type->elem);
  case SEQ_MAP:
    return type->key->kind == SEQ_RESOURCE ? alignof(uint64_t) : fake_alignment(type->elem);
  default:
    return alignof(int64_t);
  }
}

static inline uint64_t fake_items(const SeqType *type) {
  const uint64_t count = type->kind == SEQ_SEQ   ? type->length
                         : type->kind == SEQ_MAP ? type->key->count
                                                 : type->elem->count;
  return count > 0 ? count : 1;
}

static inline size_t fake_size(const SeqType *type) {
  switch (type->kind) {
  case SEQ_BOOL:
    return sizeof(bool);
  case SEQ_ENUM:
    return sizeof(int);
  case SEQ_RESOURCE:
    return sizeof(FakeHandle);
  case SEQ_OPTION:
    return fake_round(fake_round(1, fake_alignment(type->elem)) + fake_size(type->elem), fake_alignment(type));
  case SEQ_SET:
  case SEQ_SEQ:
    return fake_round(sizeof(size_t) + fake_items(type) * fake_size(type->elem), sizeof(size_t));
  case SEQ_MAP: {
    const size_t before = type->key->kind == SEQ_RESOURCE ? sizeof(size_t) + fake_items(type) * sizeof(FakeHandle) : 0;
    return fake_round(before + fake_items(type) * fake_size(type->elem), fake_alignment(type));
  }
  default:
    return sizeof(int64_t);
  }
}

static inline uint64_t *fake_id(const Fake *fake, int resource, int64_t slot) {
  return &fake->ids[fake->model->resources[resource].first + slot];
}

static inline bool fake_there(const Fake *fake, int resource, int64_t slot) {
  return seq_slot_there(fake->model, resource, slot, fake->state);
}

/* Cells into the memory of the interface's type. */
static inline void fake_store(const Fake *fake, const SeqType *type, const int64_t *cells, unsigned char *to) {
  const size_t size = type->elem ? fake_size(type->elem) : 0;
  size_t count = 0;
  int64_t element[512];
  switch (type->kind) {
  case SEQ_BOOL:
    *(bool *)to = cells[0] != 0;
    return;
  case SEQ_ENUM:
    *(int *)to = (int)cells[0];
    return;
  case SEQ_RESOURCE:
    *(FakeHandle *)to = (FakeHandle){cells[0] < 0 ? 0 : *fake_id(fake, type->resource, cells[0]), NULL};
    return;
  case SEQ_OPTION:
    *(bool *)to = cells[0] != 0;
    if (cells[0] != 0)
      fake_store(fake, type->elem, cells + 1, to + fake_round(1, fake_alignment(type->elem)));
    return;
  case SEQ_SET:
    for (int64_t r = ops_set_next(cells, type->cells, 0); r >= 0; r = ops_set_next(cells, type->cells, r + 1)) {
      seq_from_rank(type->elem, (uint64_t)r, element);
      fake_store(fake, type->elem, element, to + sizeof(size_t) + count++ * size);
    }
    *(size_t *)to = count;
    return;
  case SEQ_SEQ:
    for (; count < (size_t)cells[0]; count++)
      fake_store(fake, type->elem, cells + 1 + count * type->elem->cells, to + sizeof(size_t) + count * size);
    *(size_t *)to = count;
    return;
  case SEQ_MAP:
    for (uint64_t i = 0; i < type->key->count; i++) {
      const int64_t *entry = cells + i * type->elem->cells;
      if (type->key->kind != SEQ_RESOURCE) {
        fake_store(fake, type->elem, entry, to + i * size);
      } else if (fake_there(fake, type->key->resource, (int64_t)i)) {
        const int64_t slot = (int64_t)i;
        unsigned char *values = to + sizeof(size_t) + fake_items(type) * sizeof(FakeHandle);
        fake_store(fake, type->key, &slot, to + sizeof(size_t) + count * sizeof(FakeHandle));
        fake_store(fake, type->elem, entry, values + count++ * size);
        *(size_t *)to = count;
      }
    }
    return;
  default:
    *(int64_t *)to = cells[0];
  }
}

static inline int64_t fake_slot(const Fake *fake, int resource, uint64_t id) {
  for (int64_t slot = 0; slot < fake->model->resources[resource].slots; slot++)
    if (*fake_id(fake, resource, slot) == id && fake_there(fake, resource, slot))
      return slot;
  return 0;
}

/* The other way, for arguments. */
static inline void fake_load(const Fake *fake, const SeqType *type, const unsigned char *from, int64_t *ret_cells) {
  const size_t size = type->elem ? fake_size(type->elem) : 0;
  int64_t element[512];
  memset(ret_cells, 0, sizeof *ret_cells * type->cells);
  switch (type->kind) {
  case SEQ_BOOL:
    ret_cells[0] = *(const bool *)from;
    return;
  case SEQ_ENUM:
    ret_cells[0] = *(const int *)from;
    return;
  case SEQ_RESOURCE:
    ret_cells[0] = fake_slot(fake, type->resource, ((const FakeHandle *)from)->id);
    return;
  case SEQ_OPTION:
    ret_cells[0] = *(const bool *)from;
    if (ret_cells[0])
      fake_load(fake, type->elem, from + fake_round(1, fake_alignment(type->elem)), ret_cells + 1);
    return;
  case SEQ_SET:
    for (size_t i = 0; i < *(const size_t *)from; i++) {
      fake_load(fake, type->elem, from + sizeof(size_t) + i * size, element);
      ops_set_put(ret_cells, seq_rank(type->elem, element));
    }
    return;
  case SEQ_SEQ:
    ret_cells[0] = (int64_t) * (const size_t *)from;
    for (int64_t i = 0; i < ret_cells[0]; i++)
      fake_load(fake, type->elem, from + sizeof(size_t) + (size_t)i * size,
                ret_cells + 1 + i * (int64_t)type->elem->cells);
    return;
  case SEQ_MAP:
    for (uint64_t i = 0; i < type->key->count && type->key->kind != SEQ_RESOURCE; i++)
      fake_load(fake, type->elem, from + i * size, ret_cells + i * type->elem->cells);
    return;
  default:
    ret_cells[0] = *(const int64_t *)from;
  }
}

/* ---------------------------------------------------------------- what is wrong */

static inline bool fake_wrong(const char *kind, const char *name) {
  const char *wrong = getenv("FAKE_WRONG");
  const size_t length = strlen(kind);
  return wrong && strncmp(wrong, kind, length) == 0 &&
         (name ? wrong[length] == ':' && strcmp(wrong + length + 1, name) == 0 : wrong[length] == '\0');
}

static inline void fake_misbehave(const char *name) {
  if (fake_wrong("crash", name))
    abort();
  if (fake_wrong("hang", name))
    for (;;)
      pause();
  if (fake_wrong("exit", name))
    exit(3);
}

/* Another value of the type. */
static inline void fake_spoil(const SeqType *type, int64_t *cells) {
  switch (type->kind) {
  case SEQ_OPTION:
    cells[0] = !cells[0];
    return;
  case SEQ_SET:
    cells[0] ^= 1;
    return;
  case SEQ_SEQ:
    cells[0] = cells[0] > 0 ? cells[0] - 1 : 1;
    return;
  case SEQ_MAP:
    fake_spoil(type->elem, cells);
    return;
  default:
    cells[0] = cells[0] == type->lo ? type->lo + 1 : type->lo;
  }
}

/* ---------------------------------------------------------------- calls */

typedef struct FakeNews {
  const char *resource; /* as in ret_new_RESOURCE, lower case */
  FakeHandle *handles;
} FakeNews;

static inline bool fake_same_word(const char *lower, const char *name) {
  for (; *lower && *name; lower++, name++)
    if (*lower != (*name >= 'A' && *name <= 'Z' ? *name - 'A' + 'a' : *name))
      return false;
  return *lower == *name;
}

static inline void fake_hand_out(Fake *fake, const SeqNews *news, const FakeNews *rooms, int room_count) {
  int given[16] = {0};
  for (int i = 0; i < news->count; i++) {
    const SeqNew *item = &news->item[i];
    if (!(fake_wrong("handle", NULL) && fake->last_id > 0))
      fake->last_id++;
    *fake_id(fake, item->resource, item->slot) = fake->last_id;
    for (int k = 0; k < room_count; k++)
      if (fake_same_word(rooms[k].resource, fake->model->resources[item->resource].name))
        rooms[k].handles[given[k]++] = (FakeHandle){fake->last_id, NULL};
  }
}

static inline Fake *fake_start(const SeqModel *model, const char *init, const void *const *arguments,
                               const FakeNews *rooms, int room_count) {
  Fake *fake = seq_room(1, sizeof *fake);
  size_t slots = 1;
  int64_t cells[512] = {0}, *at = cells;
  SeqNews news;
  int number = 0;
  for (int i = 0; i < model->resource_count; i++)
    slots += (size_t)model->resources[i].slots;
  for (int i = 0; i < model->init_count; i++)
    number = strcmp(model->inits[i].name, init) == 0 ? i : number;
  *fake = (Fake){.model = model,
                 .state = seq_room(model->state_cells, sizeof(int64_t)),
                 .next = seq_room(model->state_cells, sizeof(int64_t)),
                 .ids = seq_room(slots, sizeof(uint64_t)),
                 .choice = getenv("FAKE_MAY") ? strtoull(getenv("FAKE_MAY"), NULL, 10) : 0};
  for (int i = 0; i < model->inits[number].param_count; i++) {
    fake_load(fake, model->inits[number].params[i].type, arguments[i], at);
    at += model->inits[number].params[i].type->cells;
  }
  model->start(number, cells, fake->state, &news);
  fake_hand_out(fake, &news, rooms, room_count);
  fake_misbehave("reset");
  return fake;
}

static inline void fake_end(Fake *fake) {
  fake_misbehave("teardown");
  free(fake->state);
  free(fake->next);
  free(fake->ids);
  free(fake);
}

/* The outcome that is given: the only one that fires, or with FAKE_MAY any of them. */
static inline int fake_choose(Fake *fake, int action, const int64_t *cells) {
  int fired[64], count = 0;
  SeqNews news;
  for (int k = 0; k < fake->model->actions[action].outcome_count && count < 64; k++)
    if (fake->model->fire(action, k, cells, fake->state, fake->next, &news) == SEQ_FIRED)
      fired[count++] = k;
  if (count == 0)
    return -1;
  return fired[getenv("FAKE_MAY") ? (int)(seq_random(&fake->choice) % (uint64_t)count) : 0];
}

static inline int fake_call(Fake *fake, const char *name, const void *const *arguments, const FakeNews *rooms,
                            int room_count, void *ret_value) {
  const SeqModel *model = fake->model;
  int64_t cells[512] = {0}, value[2048] = {0}, *at = cells;
  int action = 0;
  SeqNews news;
  while (strcmp(model->actions[action].name, name) != 0)
    action++;
  const SeqAction *about = &model->actions[action];
  for (int i = 0; i < about->param_count; i++) {
    fake_load(fake, about->params[i].type, arguments[i], at);
    at += about->params[i].type->cells;
  }
  fake_misbehave(name);
  const int outcome = fake_choose(fake, action, cells);
  if (outcome < 0)
    return -1;
  const bool returns = model->returned(action, outcome, cells, fake->state, value);
  model->fire(action, outcome, cells, fake->state, fake->next, &news);
  seq_swap(&fake->state, &fake->next);
  fake_hand_out(fake, &news, rooms, room_count);
  if (returns && fake_wrong("value", name))
    fake_spoil(about->returns, value);
  if (returns && ret_value)
    fake_store(fake, about->returns, value, ret_value);
  return fake_wrong("outcome", name) ? (about->outcome_count > 1 ? (outcome + 1) % about->outcome_count : -1) : outcome;
}

static inline void fake_look(Fake *fake, const char *name, void *ret_value) {
  int64_t value[4096] = {0};
  int observe = 0;
  while (strcmp(fake->model->observes[observe].name, name) != 0)
    observe++;
  fake->model->observed(observe, fake->state, value);
  if (fake_wrong("observe", name))
    fake_spoil(fake->model->observes[observe].type, value);
  fake_store(fake, fake->model->observes[observe].type, value, ret_value);
}
