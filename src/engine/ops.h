/* What each operation computes, once for every engine and for generated C: checked arithmetic, sets, seqs, slots.
 * Ownership: all cells are the caller's. Functions that can err return a FaultKind and write only where it is
 * FAULT_NOTHING. */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "engine/fault_kind.h"

static inline FaultKind ops_add(int64_t x, int64_t y, int64_t *ret) {
  return __builtin_add_overflow(x, y, ret) ? FAULT_OVERFLOW : FAULT_NOTHING;
}

static inline FaultKind ops_sub(int64_t x, int64_t y, int64_t *ret) {
  return __builtin_sub_overflow(x, y, ret) ? FAULT_OVERFLOW : FAULT_NOTHING;
}

static inline FaultKind ops_mul(int64_t x, int64_t y, int64_t *ret) {
  return __builtin_mul_overflow(x, y, ret) ? FAULT_OVERFLOW : FAULT_NOTHING;
}

static inline FaultKind ops_neg(int64_t x, int64_t *ret) {
  return __builtin_sub_overflow((int64_t)0, x, ret) ? FAULT_OVERFLOW : FAULT_NOTHING;
}

/* Toward zero; INT64_MIN / -1 overflows. */
static inline FaultKind ops_div(int64_t x, int64_t y, int64_t *ret) {
  if (y == 0) {
    return FAULT_DIVISION;
  }
  if (y == -1) {
    return ops_neg(x, ret);
  }
  *ret = x / y;
  return FAULT_NOTHING;
}

static inline FaultKind ops_mod(int64_t x, int64_t y, int64_t *ret) {
  if (y == 0) {
    return FAULT_DIVISION;
  }
  *ret = y == -1 ? 0 : x % y;
  return FAULT_NOTHING;
}

/* ---------------------------------------------------------------- cells */

static inline bool ops_equal(const int64_t *x, const int64_t *y, uint32_t cells) {
  for (uint32_t i = 0; i < cells; i++) {
    if (x[i] != y[i]) {
      return false;
    }
  }
  return true;
}

static inline void ops_copy(int64_t *to, const int64_t *from, uint32_t cells) {
  if (cells <= 4) {
    for (uint32_t i = 0; i < cells; i++) {
      to[i] = from[i];
    }
  } else {
    memmove(to, from, sizeof(int64_t) * cells);
  }
}

/* ---------------------------------------------------------------- sets: a bit for each rank */

static inline bool ops_set_has(const int64_t *set, uint64_t rank) {
  return (uint64_t)set[rank >> 6] >> (rank & 63) & 1;
}

static inline void ops_set_put(int64_t *set, uint64_t rank) {
  set[rank >> 6] = (int64_t)((uint64_t)set[rank >> 6] | UINT64_C(1) << (rank & 63));
}

static inline void ops_set_drop(int64_t *set, uint64_t rank) {
  set[rank >> 6] = (int64_t)((uint64_t)set[rank >> 6] & ~(UINT64_C(1) << (rank & 63)));
}

static inline bool ops_set_subset(const int64_t *x, const int64_t *y, uint32_t words) {
  for (uint32_t i = 0; i < words; i++) {
    if ((uint64_t)x[i] & ~(uint64_t)y[i]) {
      return false;
    }
  }
  return true;
}

static inline int64_t ops_set_size(const int64_t *set, uint32_t words) {
  int64_t size = 0;
  for (uint32_t i = 0; i < words; i++) {
    size += __builtin_popcountll((uint64_t)set[i]);
  }
  return size;
}

/* The lowest rank in the set that is `from` or more, or -1. */
static inline int64_t ops_set_next(const int64_t *set, uint32_t words, int64_t from) {
  uint64_t below = ((uint64_t)1 << (from & 63)) - 1; /* bits of the first word that were passed */
  for (uint64_t word = (uint64_t)from >> 6; word < words; word++, below = 0) {
    uint64_t bits = (uint64_t)set[word] & ~below;
    if (bits != 0) {
      return (int64_t)(word << 6) + __builtin_ctzll(bits);
    }
  }
  return -1;
}

/* ---------------------------------------------------------------- seqs: the length, then the items, zero beyond it */

static inline bool ops_seq_has(const int64_t *seq, const int64_t *item, uint32_t cells) {
  const int64_t *at = seq + 1;
  for (int64_t i = 0; i < seq[0]; i++, at += cells) {
    if (ops_equal(at, item, cells)) {
      return true;
    }
  }
  return false;
}

static inline FaultKind ops_seq_append(int64_t *seq, const int64_t *item, uint32_t cells, int64_t most) {
  if (seq[0] >= most) {
    return FAULT_RANGE;
  }
  ops_copy(seq + 1 + seq[0] * (int64_t)cells, item, cells);
  seq[0]++;
  return FAULT_NOTHING;
}

static inline FaultKind ops_seq_prepend(int64_t *seq, const int64_t *item, uint32_t cells, int64_t most) {
  if (seq[0] >= most) {
    return FAULT_RANGE;
  }
  memmove(seq + 1 + cells, seq + 1, sizeof(int64_t) * (size_t)seq[0] * cells);
  ops_copy(seq + 1, item, cells);
  seq[0]++;
  return FAULT_NOTHING;
}

static inline FaultKind ops_seq_drop_first(int64_t *seq, uint32_t cells) {
  if (seq[0] <= 0) {
    return FAULT_INDEX;
  }
  seq[0]--;
  memmove(seq + 1, seq + 1 + cells, sizeof(int64_t) * (size_t)seq[0] * cells);
  memset(seq + 1 + seq[0] * (int64_t)cells, 0, sizeof(int64_t) * cells);
  return FAULT_NOTHING;
}

static inline FaultKind ops_seq_drop_last(int64_t *seq, uint32_t cells) {
  if (seq[0] <= 0) {
    return FAULT_INDEX;
  }
  seq[0]--;
  memset(seq + 1 + seq[0] * (int64_t)cells, 0, sizeof(int64_t) * cells);
  return FAULT_NOTHING;
}

/* Takes out every item equal to `item`. */
static inline void ops_seq_remove(int64_t *seq, const int64_t *item, uint32_t cells) {
  int64_t kept = 0;
  for (int64_t i = 0; i < seq[0]; i++) {
    const int64_t *at = seq + 1 + i * (int64_t)cells;
    if (!ops_equal(at, item, cells)) {
      if (kept != i) {
        ops_copy(seq + 1 + kept * (int64_t)cells, at, cells);
      }
      kept++;
    }
  }
  memset(seq + 1 + kept * (int64_t)cells, 0, sizeof(int64_t) * (size_t)(seq[0] - kept) * cells);
  seq[0] = kept;
}

/* `to` holds room for `most` items and may be neither x nor y. */
static inline FaultKind ops_seq_concat(int64_t *to, const int64_t *x, const int64_t *y, uint32_t cells, int64_t most) {
  if (x[0] + y[0] > most) {
    return FAULT_RANGE;
  }
  size_t first = (size_t)x[0] * cells, second = (size_t)y[0] * cells;
  to[0] = x[0] + y[0];
  memcpy(to + 1, x + 1, sizeof(int64_t) * first);
  memcpy(to + 1 + first, y + 1, sizeof(int64_t) * second);
  memset(to + 1 + first + second, 0, sizeof(int64_t) * ((size_t)most * cells - first - second));
  return FAULT_NOTHING;
}

/* ---------------------------------------------------------------- slots */

static inline const int64_t *ops_slot(const int64_t *state, uint32_t base, uint32_t stride, int64_t slot) {
  return state + base + (uint64_t)slot * stride;
}

/* The first slot from `from` whose state is in `mask`, or -1. */
static inline int64_t ops_slot_next(const int64_t *state, uint32_t base, uint32_t stride, uint32_t slots, uint64_t mask,
                                    int64_t from) {
  const int64_t *at = state + base + (uint64_t)from * stride;
  for (int64_t slot = from; slot < (int64_t)slots; slot++, at += stride) {
    if (mask >> *at & 1) {
      return slot;
    }
  }
  return -1;
}
