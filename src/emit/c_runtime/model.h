/* What a generated model is made of: how its types, actions and resources are described to the program that tests.
 *
 * Ownership: everything here is constant and static; nothing is allocated. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How many new slots one firing can take at most; a model with more slots than that defines a larger number. */
#ifndef SEQ_NEWS_MOST
#define SEQ_NEWS_MOST 64
#endif

typedef enum SeqTypeKind {
  SEQ_BOOL,
  SEQ_INT,
  SEQ_RANGE,
  SEQ_ENUM,
  SEQ_RESOURCE,
  SEQ_OPTION,
  SEQ_SET,
  SEQ_SEQ,
  SEQ_MAP
} SeqTypeKind;

/* Cells: option [is][value]; set one bit by rank; seq [length][items]; map entries by the key's rank. */
typedef struct SeqType SeqType;
struct SeqType {
  SeqTypeKind kind;
  const char *name;
  int64_t lo, hi;
  uint32_t cells;
  uint64_t count;
  const SeqType *elem, *key;
  uint32_t length;
  const char *const *members; /* ENUM: names; RESOURCE: NULL */
  int resource;               /* RESOURCE: number, else -1 */
};

typedef struct SeqParam {
  const char *name;
  const SeqType *type;
  uint64_t states; /* RESOURCE: mask of the states meant, bit 0 absent */
} SeqParam;

typedef struct SeqOutcome {
  const char *name;
  bool may, refused, returns;
} SeqOutcome;

typedef struct SeqAction {
  const char *name;
  const char *place; /* "booking.model:22" */
  const SeqParam *params;
  int param_count;
  int argument_cells;
  const SeqOutcome *outcomes;
  int outcome_count;
  const SeqType *returns; /* or NULL */
} SeqAction;

typedef struct SeqInit {
  const char *name;
  const SeqParam *params;
  int param_count;
  int argument_cells;
} SeqInit;

typedef struct SeqField {
  const char *name;
  const SeqType *type;
  uint32_t offset; /* in cells from the slot's start */
} SeqField;

typedef struct SeqResource {
  const char *name;
  int slots;
  const char *const *states;
  int state_count;
  const SeqField *fields;
  int field_count;
  uint32_t cell, stride; /* of slot 0 in a state: its state, then the fields; cells from slot to slot */
  int first;             /* number of slot 0 among the slots of all resources */
} SeqResource;

typedef struct SeqVar {
  const char *name;
  const SeqType *type;
  uint32_t cell;
} SeqVar;

typedef struct SeqObserve {
  const char *name;
  const SeqType *type;
  const char *place;
  int when; /* 0 each step, N > 1 every N steps, -1 at end */
} SeqObserve;

typedef struct SeqNew {
  int resource;
  int slot;
} SeqNew;

typedef struct SeqNews {
  int count;
  SeqNew item[SEQ_NEWS_MOST];
} SeqNews;

typedef enum SeqFire { SEQ_FIRED, SEQ_NOT_ENABLED, SEQ_FULL, SEQ_FAULT } SeqFire;

typedef struct SeqModel {
  const char *name, *source;
  uint32_t state_cells;
  const SeqAction *actions;
  int action_count;
  const SeqInit *inits;
  int init_count;
  const SeqResource *resources;
  int resource_count;
  const SeqVar *vars;
  int var_count;
  const SeqObserve *observes;
  int observe_count;
  /* The model's transition function: the same answers as the checker's. */
  SeqFire (*start)(int init, const int64_t *arguments, int64_t *ret_state, SeqNews *ret_news);
  SeqFire (*fire)(int action, int outcome, const int64_t *arguments, const int64_t *state, int64_t *ret_state,
                  SeqNews *ret_news);
  /* The value that the outcome returns when it fires in `state`; false where it returns none, or errs. */
  bool (*returned)(int action, int outcome, const int64_t *arguments, const int64_t *state, int64_t *ret_cells);
  bool (*observed)(int observe, const int64_t *state, int64_t *ret_cells);
} SeqModel;
