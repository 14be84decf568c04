/* What a generated model's functions run on: the state that is being made, and the operations that can err or that
 * change pools. An error is remembered and everything goes on with values that do no harm (zero, the lowest), so that
 * generated code reads like the model; the firing is then a fault, or one for which a pool was full, as a whole.
 *
 * Ownership: all arrays are the caller's, as long as the firing runs. */
#pragma once

#include "values.h"

/* Masks of a resource's states: one state, and all but absent. */
#define SEQ_STATE(state) (UINT64_C(1) << (state))
#define SEQ_EXISTS (~UINT64_C(1))

/* `state[cell] > above`: where a place within an option, a seq, a slot's field or an entry of a slot is really there.
 */
typedef struct SeqGuard {
  uint32_t cell;
  int64_t above;
} SeqGuard;

/* A map's entry for the slots of a resource: what it is set to when the slot is taken, and zero again afterwards. */
typedef struct SeqEntry {
  int resource;
  uint32_t cell, stride, cells; /* of slot 0's entry; from slot to slot; of one entry */
  const int64_t *initial;
  const SeqGuard *guards;
  int guard_count;
} SeqEntry;

/* A place in a state that holds slots: all must be there when a firing has ended. */
typedef struct SeqRef {
  const SeqType *type;
  uint32_t cell;
  int64_t owner; /* cell of the slot's state to whose fields it belongs, or -1 */
} SeqRef;

typedef struct SeqEval SeqEval;

/* One action or init, for the arguments' cells in `a`: do its guards hold (and is this outcome one of those that are
 * offered then), and what the outcome does; `ret_value`, where it is not NULL, gets what the outcome returns. */
typedef struct SeqActionCode {
  bool (*offers)(SeqEval *m, const int64_t *s, const int64_t *a, int outcome, bool *ret_offered);
  void (*effect)(SeqEval *m, int outcome, const int64_t *a, int64_t *ret_value);
} SeqActionCode;

typedef struct SeqCode {
  const SeqActionCode *actions, *inits;
  const SeqEntry *entries;
  int entry_count;
  const SeqRef *refs;
  int ref_count;
  const int64_t *blank; /* the state before an init */
  const int64_t *zeros; /* as many as the largest value has cells */
  size_t slots;         /* of all resources */
} SeqCode;

struct SeqEval {
  const SeqModel *model;
  const SeqCode *code;
  const int64_t *old; /* the state before */
  int64_t *state;     /* the state as the effect has made it by now */
  SeqNews *news;
  unsigned char *freed; /* a flag for each slot of all resources */
  int64_t *spare;       /* where a write goes that has no place: as many cells as the largest value */
  bool fault, full;
};

/* ---------------------------------------------------------------- errors */

static inline void seq_fault(SeqEval *m) {
  m->fault |= !m->full;
}

/* An error where a value was wanted: the value is 0. */
static inline int64_t seq_no_value(SeqEval *m) {
  seq_fault(m);
  return 0;
}

/* ---------------------------------------------------------------- numbers */

static inline int64_t seq_add(SeqEval *m, int64_t x, int64_t y) {
  int64_t value = 0;
  return ops_add(x, y, &value) == FAULT_NOTHING ? value : seq_no_value(m);
}

static inline int64_t seq_sub(SeqEval *m, int64_t x, int64_t y) {
  int64_t value = 0;
  return ops_sub(x, y, &value) == FAULT_NOTHING ? value : seq_no_value(m);
}

static inline int64_t seq_mul(SeqEval *m, int64_t x, int64_t y) {
  int64_t value = 0;
  return ops_mul(x, y, &value) == FAULT_NOTHING ? value : seq_no_value(m);
}

static inline int64_t seq_div(SeqEval *m, int64_t x, int64_t y) {
  int64_t value = 0;
  return ops_div(x, y, &value) == FAULT_NOTHING ? value : seq_no_value(m);
}

static inline int64_t seq_mod(SeqEval *m, int64_t x, int64_t y) {
  int64_t value = 0;
  return ops_mod(x, y, &value) == FAULT_NOTHING ? value : seq_no_value(m);
}

static inline int64_t seq_neg(SeqEval *m, int64_t x) {
  int64_t value = 0;
  return ops_neg(x, &value) == FAULT_NOTHING ? value : seq_no_value(m);
}

static inline int64_t seq_min(int64_t x, int64_t y) {
  return x < y ? x : y;
}

static inline int64_t seq_max(int64_t x, int64_t y) {
  return x > y ? x : y;
}

/* What a comparison of `x` with itself gives. */
static inline bool seq_itself(int64_t x, bool value) {
  (void)x;
  return value;
}

/* The value, which must lie within lo..hi. */
static inline int64_t seq_within(SeqEval *m, int64_t value, int64_t lo, int64_t hi) {
  if (value >= lo && value <= hi)
    return value;
  seq_fault(m);
  return lo;
}

/* ---------------------------------------------------------------- parts of values */

static inline const int64_t *seq_some(SeqEval *m, const int64_t *option) {
  if (option[0] == 0)
    seq_fault(m);
  return option + 1;
}

static inline const int64_t *seq_entry(SeqEval *m, const int64_t *map, int64_t key, int64_t lo, int64_t hi,
                                       uint32_t cells) {
  if (key >= lo && key <= hi)
    return map + (uint64_t)(key - lo) * cells;
  seq_fault(m);
  return m->code->zeros;
}

static inline const int64_t *seq_item(SeqEval *m, const int64_t *seq, int64_t index, uint32_t cells) {
  if (index >= 0 && index < seq[0])
    return seq + 1 + (uint64_t)index * cells;
  seq_fault(m);
  return m->code->zeros;
}

static inline const int64_t *seq_last(SeqEval *m, const int64_t *seq, uint32_t cells) {
  return seq_item(m, seq, seq[0] - 1, cells);
}

static inline void seq_convert_to(SeqEval *m, const SeqType *from, const SeqType *to, const int64_t *cells,
                                  int64_t *ret_cells) {
  if (seq_convert(from, to, cells, ret_cells))
    return;
  seq_fault(m);
  memset(ret_cells, 0, sizeof *ret_cells * to->cells);
}

static inline void seq_fill(int64_t *to, const int64_t *element, uint32_t cells, uint32_t all) {
  for (uint32_t i = 0; i < all; i += cells)
    ops_copy(to + i, element, cells);
}

/* ---------------------------------------------------------------- sets: values lo..hi, a bit for each */

static inline bool seq_set_has(const int64_t *set, int64_t value, int64_t lo, int64_t hi) {
  return value >= lo && value <= hi && ops_set_has(set, (uint64_t)value - (uint64_t)lo);
}

static inline void seq_set_add(SeqEval *m, int64_t *set, int64_t value, int64_t lo, int64_t hi) {
  if (value >= lo && value <= hi)
    ops_set_put(set, (uint64_t)value - (uint64_t)lo);
  else
    seq_fault(m);
}

static inline void seq_set_remove(int64_t *set, int64_t value, int64_t lo, int64_t hi) {
  if (value >= lo && value <= hi)
    ops_set_drop(set, (uint64_t)value - (uint64_t)lo);
}

static inline void seq_union(int64_t *to, const int64_t *x, const int64_t *y, uint32_t words) {
  for (uint32_t i = 0; i < words; i++)
    to[i] = (int64_t)((uint64_t)x[i] | (uint64_t)y[i]);
}

static inline void seq_difference(int64_t *to, const int64_t *x, const int64_t *y, uint32_t words) {
  for (uint32_t i = 0; i < words; i++)
    to[i] = (int64_t)((uint64_t)x[i] & ~(uint64_t)y[i]);
}

static inline void seq_intersection(int64_t *to, const int64_t *x, const int64_t *y, uint32_t words) {
  for (uint32_t i = 0; i < words; i++)
    to[i] = (int64_t)((uint64_t)x[i] & (uint64_t)y[i]);
}

/* ---------------------------------------------------------------- seqs */

static inline void seq_append(SeqEval *m, int64_t *seq, const int64_t *item, uint32_t cells, int64_t most) {
  if (m->fault || m->full || ops_seq_append(seq, item, cells, most) != FAULT_NOTHING)
    seq_fault(m);
}

static inline void seq_prepend(SeqEval *m, int64_t *seq, const int64_t *item, uint32_t cells, int64_t most) {
  if (m->fault || m->full || ops_seq_prepend(seq, item, cells, most) != FAULT_NOTHING)
    seq_fault(m);
}

static inline void seq_drop_first(SeqEval *m, int64_t *seq, uint32_t cells) {
  if (m->fault || m->full || ops_seq_drop_first(seq, cells) != FAULT_NOTHING)
    seq_fault(m);
}

static inline void seq_drop_last(SeqEval *m, int64_t *seq, uint32_t cells) {
  if (m->fault || m->full || ops_seq_drop_last(seq, cells) != FAULT_NOTHING)
    seq_fault(m);
}

static inline void seq_remove(SeqEval *m, int64_t *seq, const int64_t *item, uint32_t cells) {
  if (!m->fault && !m->full)
    ops_seq_remove(seq, item, cells);
}

static inline void seq_concat(SeqEval *m, int64_t *to, const int64_t *x, const int64_t *y, uint32_t cells,
                              int64_t most) {
  if (ops_seq_concat(to, x, y, cells, most) == FAULT_NOTHING)
    return;
  seq_fault(m);
  to[0] = 0;
}

/* ---------------------------------------------------------------- slots */

static inline const int64_t *seq_slot(const SeqResource *pool, const int64_t *s, int64_t slot) {
  return ops_slot(s, pool->cell, pool->stride, slot);
}

/* Is the slot in one of the states of the mask? No slot (-1) is in none. */
static inline bool seq_is(const SeqResource *pool, const int64_t *s, int64_t slot, uint64_t mask) {
  return slot >= 0 && (mask >> *seq_slot(pool, s, slot) & 1) != 0;
}

/* The first slot from `from` on whose state is in the mask, or -1. */
static inline int64_t seq_next(const SeqResource *pool, const int64_t *s, uint64_t mask, int64_t from) {
  return ops_slot_next(s, pool->cell, pool->stride, (uint32_t)pool->slots, mask, from);
}

/* The slot, which must exist: a key of a map. */
static inline int64_t seq_there(SeqEval *m, const SeqResource *pool, const int64_t *s, int64_t slot) {
  if (slot >= 0 && *seq_slot(pool, s, slot) != 0)
    return slot;
  seq_fault(m);
  return slot >= 0 ? slot : 0;
}

/* The cells of a field of a slot, which must exist. */
static inline const int64_t *seq_field(SeqEval *m, const SeqResource *pool, const int64_t *s, int64_t slot,
                                       uint32_t offset) {
  if (slot >= 0 && *seq_slot(pool, s, slot) != 0)
    return seq_slot(pool, s, slot) + offset;
  seq_fault(m);
  return m->code->zeros;
}

/* ---------------------------------------------------------------- places: where statements write */

static inline int64_t *seq_place_field(SeqEval *m, const SeqResource *pool, int64_t slot, uint32_t offset) {
  if (slot >= 0 && *seq_slot(pool, m->state, slot) != 0)
    return m->state + (seq_slot(pool, m->state, slot) - m->state) + offset;
  seq_fault(m);
  return m->spare;
}

static inline int64_t *seq_place_entry(SeqEval *m, int64_t *map, int64_t key, int64_t lo, int64_t hi, uint32_t cells) {
  if (key >= lo && key <= hi && !m->fault && !m->full)
    return map + (uint64_t)(key - lo) * cells;
  seq_fault(m);
  return m->spare;
}

static inline int64_t *seq_place_item(SeqEval *m, int64_t *seq, int64_t index, uint32_t cells) {
  if (!m->fault && !m->full && index >= 0 && index < seq[0])
    return seq + 1 + (uint64_t)index * cells;
  seq_fault(m);
  return m->spare;
}

static inline int64_t *seq_place_some(SeqEval *m, int64_t *option) {
  if (!m->fault && !m->full && option[0] != 0)
    return option + 1;
  seq_fault(m);
  return m->spare;
}

/* ---------------------------------------------------------------- taking and moving slots */

/* The lowest slot that is absent and was not freed in this firing; -1 and "full" where there is none. */
static inline int64_t seq_find(SeqEval *m, const SeqResource *pool) {
  for (int slot = 0; slot < pool->slots && !m->fault && !m->full; slot++)
    if (*seq_slot(pool, m->state, slot) == 0 && !m->freed[pool->first + slot])
      return slot;
  m->full |= !m->fault;
  return -1;
}

/* Where a field of the slot that is about to be taken is written. */
static inline int64_t *seq_place_new(SeqEval *m, const SeqResource *pool, int64_t slot, uint32_t offset) {
  return slot < 0 ? m->spare : m->state + pool->cell + (uint64_t)slot * pool->stride + offset;
}

static inline bool seq_entry_there(const SeqEntry *entry, const int64_t *state) {
  for (int i = 0; i < entry->guard_count; i++)
    if (state[entry->guards[i].cell] <= entry->guards[i].above)
      return false;
  return true;
}

/* Takes the slot that seq_find gave: its state, and its entries in maps but those within its own fields. */
static inline void seq_take(SeqEval *m, const SeqResource *pool, int64_t slot, int64_t state) {
  if (slot < 0)
    return;
  const uint32_t own = pool->cell + (uint32_t)slot * pool->stride;
  const int resource = (int)(pool - m->model->resources);
  m->state[own] = state;
  for (int i = 0; i < m->code->entry_count; i++) {
    const SeqEntry *entry = &m->code->entries[i];
    const uint32_t cell = entry->cell + (uint32_t)slot * entry->stride;
    const bool is_own = cell >= own && cell < own + pool->stride;
    if (entry->resource == resource && !is_own && seq_entry_there(entry, m->state))
      ops_copy(m->state + cell, entry->initial, entry->cells);
  }
  if (m->news->count < SEQ_NEWS_MOST)
    m->news->item[m->news->count++] = (SeqNew){resource, (int)slot};
}

static inline void seq_move(SeqEval *m, const SeqResource *pool, int64_t slot, int64_t to) {
  if (slot < 0 || *seq_slot(pool, m->state, slot) == 0) {
    seq_fault(m);
    return;
  }
  m->state[pool->cell + (uint32_t)slot * pool->stride] = to;
  if (to == 0)
    m->freed[pool->first + slot] = 1;
}

/* ---------------------------------------------------------------- firings */

static inline void seq_blank_freed(SeqEval *m) {
  for (int r = 0; r < m->model->resource_count; r++) {
    const SeqResource *pool = &m->model->resources[r];
    for (int slot = 0; slot < pool->slots; slot++)
      if (m->freed[pool->first + slot])
        memset(m->state + pool->cell + (uint32_t)slot * pool->stride + 1, 0, sizeof(int64_t) * (pool->stride - 1));
  }
}

/* Entries of maps for slots that are absent. */
static inline void seq_blank_entries(SeqEval *m) {
  for (int i = 0; i < m->code->entry_count; i++) {
    const SeqEntry *entry = &m->code->entries[i];
    const SeqResource *pool = &m->model->resources[entry->resource];
    if (!seq_entry_there(entry, m->state))
      continue;
    for (uint32_t slot = 0; slot < (uint32_t)pool->slots; slot++)
      if (*seq_slot(pool, m->state, slot) == 0)
        memset(m->state + entry->cell + slot * entry->stride, 0, sizeof(int64_t) * entry->cells);
  }
}

static inline void seq_judge_refs(SeqEval *m) {
  for (int i = 0; i < m->code->ref_count && !m->fault; i++) {
    const SeqRef *ref = &m->code->refs[i];
    if (ref->owner < 0 || m->state[ref->owner] != 0)
      m->fault |= !seq_refs_there(m->model, ref->type, m->state + ref->cell, m->state);
  }
}

/* Ends a firing: what was freed is blank, and nothing refers to a slot that is not there. */
static inline void seq_end(SeqEval *m) {
  if (m->fault || m->full)
    return;
  seq_blank_freed(m);
  seq_blank_entries(m);
  seq_judge_refs(m);
}

/* Are the resource parameters in the states meant, and do they all exist? */
static inline bool seq_params_fit(const SeqModel *model, const SeqAction *action, const int64_t *a,
                                  const int64_t *state, bool *ret_exist) {
  bool fit = true;
  *ret_exist = true;
  for (int i = 0; i < action->param_count; i++) {
    const SeqType *type = action->params[i].type;
    if (type->kind == SEQ_RESOURCE) {
      const int64_t at = *seq_slot(&model->resources[type->resource], state, *a);
      fit = fit && (action->params[i].states >> at & 1) != 0;
      *ret_exist = *ret_exist && at != 0;
    }
    a += type->cells;
  }
  return fit;
}

/* Is the outcome offered for these arguments? A refusal is, where parameters' states or guards exclude them. */
static inline SeqFire seq_offered(SeqEval *m, int action, int outcome, const int64_t *a) {
  const SeqAction *about = &m->model->actions[action];
  bool exist, offered = false;
  const bool fit = seq_params_fit(m->model, about, a, m->old, &exist);
  const bool open = fit && m->code->actions[action].offers(m, m->old, a, outcome, &offered);
  if (m->fault)
    return SEQ_FAULT;
  if (!open)
    offered = exist && about->outcomes[outcome].refused;
  return offered ? SEQ_FIRED : SEQ_NOT_ENABLED;
}

static inline SeqFire seq_result(const SeqEval *m) {
  return m->fault ? SEQ_FAULT : m->full ? SEQ_FULL : SEQ_FIRED;
}

/* `m` holds the model, its code and the room; the state before is in `state`, the one after in ret_state. */
static inline SeqFire seq_fire(SeqEval *m, int action, int outcome, const int64_t *a, const int64_t *state,
                               int64_t *ret_state) {
  m->old = state;
  m->state = ret_state;
  m->news->count = 0;
  const SeqFire offered = seq_offered(m, action, outcome, a);
  if (offered != SEQ_FIRED)
    return offered;
  memcpy(ret_state, state, sizeof *state * m->model->state_cells);
  m->code->actions[action].effect(m, outcome, a, NULL);
  return seq_result(m);
}

/* What the outcome returns when it fires in `state`; `after` is room for the state after. False where it returns none.
 */
static inline bool seq_value_of(SeqEval *m, int action, int outcome, const int64_t *a, const int64_t *state,
                                int64_t *after, int64_t *ret_cells) {
  const SeqAction *about = &m->model->actions[action];
  if (!about->outcomes[outcome].returns)
    return false;
  m->old = state;
  m->state = after;
  m->news->count = 0;
  memcpy(after, state, sizeof *state * m->model->state_cells);
  memset(ret_cells, 0, sizeof *ret_cells * about->returns->cells);
  m->code->actions[action].effect(m, outcome, a, ret_cells);
  return seq_result(m) == SEQ_FIRED;
}

static inline SeqFire seq_start(SeqEval *m, int init, const int64_t *a, int64_t *ret_state) {
  m->old = m->code->blank;
  m->state = ret_state;
  m->news->count = 0;
  bool offered = false;
  const bool open = m->code->inits[init].offers(m, m->old, a, 0, &offered);
  if (m->fault || !open)
    return m->fault ? SEQ_FAULT : SEQ_NOT_ENABLED;
  memcpy(ret_state, m->code->blank, sizeof *ret_state * m->model->state_cells);
  m->code->inits[init].effect(m, 0, a, NULL);
  return seq_result(m);
}
