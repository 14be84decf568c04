/* Values as cells: ranks, conversions, and whether what they refer to is there. The checker has the same three over its
 * own types; the two are held against each other by walking every model with both.
 *
 * Ownership: all cells are the caller's; nothing is allocated but room for one element, freed before the return. */
#pragma once

#include <stdlib.h>

#include "model.h"
#include "ops.h"

static inline bool seq_is_scalar(const SeqType *type) {
  return type->kind <= SEQ_RESOURCE;
}

/* ---------------------------------------------------------------- ranks */

static inline uint64_t seq_rank(const SeqType *type, const int64_t *cells);

static inline uint64_t seq_rank_items(const SeqType *type, const int64_t *cells) {
  uint64_t before = 0, power = 1, number = 0;
  for (int64_t i = 0; i < cells[0]; i++) {
    before += power;
    power *= type->elem->count;
    number = number * type->elem->count + seq_rank(type->elem, cells + 1 + (uint64_t)i * type->elem->cells);
  }
  return before + number;
}

/* The place of a value among those of its type: false, true; ascending; none first; sets by bits; seqs by length. */
static inline uint64_t seq_rank(const SeqType *type, const int64_t *cells) {
  uint64_t number = 0;
  switch (type->kind) {
  case SEQ_OPTION:
    return cells[0] != 0 ? 1 + seq_rank(type->elem, cells + 1) : 0;
  case SEQ_SET:
    return (uint64_t)cells[0];
  case SEQ_SEQ:
    return seq_rank_items(type, cells);
  case SEQ_MAP:
    for (uint64_t i = 0; i < type->key->count; i++)
      number = number * type->elem->count + seq_rank(type->elem, cells + i * type->elem->cells);
    return number;
  default:
    return (uint64_t)cells[0] - (uint64_t)type->lo;
  }
}

static inline void seq_from_rank(const SeqType *type, uint64_t rank, int64_t *ret_cells);

/* Items from the digits of a number, the last fastest. */
static inline void seq_from_digits(const SeqType *elem, uint64_t number, uint64_t count, int64_t *ret_cells) {
  for (uint64_t i = count; i-- > 0;) {
    seq_from_rank(elem, number % elem->count, ret_cells + i * elem->cells);
    number /= elem->count;
  }
}

static inline void seq_from_rank(const SeqType *type, uint64_t rank, int64_t *ret_cells) {
  uint64_t power = 1, length = 0;
  memset(ret_cells, 0, sizeof *ret_cells * type->cells);
  switch (type->kind) {
  case SEQ_OPTION:
    ret_cells[0] = rank != 0;
    if (rank != 0)
      seq_from_rank(type->elem, rank - 1, ret_cells + 1);
    return;
  case SEQ_SET:
    ret_cells[0] = (int64_t)rank;
    return;
  case SEQ_SEQ:
    for (; rank >= power && length < type->length; length++) {
      rank -= power;
      power *= type->elem->count;
    }
    ret_cells[0] = (int64_t)length;
    seq_from_digits(type->elem, rank, length, ret_cells + 1);
    return;
  case SEQ_MAP:
    seq_from_digits(type->elem, rank, type->key->count, ret_cells);
    return;
  default:
    ret_cells[0] = (int64_t)((uint64_t)type->lo + rank);
  }
}

/* ---------------------------------------------------------------- conversions */

/* From one type to another that the language allows. False where the value does not fit. */
static inline bool seq_convert(const SeqType *from, const SeqType *to, const int64_t *cells, int64_t *ret_cells);

static inline bool seq_convert_set(const SeqType *from, const SeqType *to, const int64_t *cells, int64_t *ret_cells) {
  int64_t *before = calloc((size_t)from->elem->cells + to->elem->cells + 1, sizeof *before);
  if (!before)
    return false;
  int64_t *after = before + from->elem->cells;
  bool fits = true;
  for (int64_t r = ops_set_next(cells, from->cells, 0); r >= 0 && fits; r = ops_set_next(cells, from->cells, r + 1)) {
    seq_from_rank(from->elem, (uint64_t)r, before);
    fits = seq_convert(from->elem, to->elem, before, after);
    if (fits)
      ops_set_put(ret_cells, seq_rank(to->elem, after));
  }
  free(before);
  return fits;
}

static inline bool seq_convert_seq(const SeqType *from, const SeqType *to, const int64_t *cells, int64_t *ret_cells) {
  if (cells[0] > (int64_t)to->length)
    return false;
  ret_cells[0] = cells[0];
  for (int64_t i = 0; i < cells[0]; i++)
    if (!seq_convert(from->elem, to->elem, cells + 1 + i * (int64_t)from->elem->cells,
                     ret_cells + 1 + i * (int64_t)to->elem->cells))
      return false;
  return true;
}

static inline bool seq_is_blank(const int64_t *cells, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    if (cells[i] != 0)
      return false;
  return true;
}

/* The entry of an absent slot is blank and stays so, whatever its type. */
static inline bool seq_convert_map(const SeqType *from, const SeqType *to, const int64_t *cells, int64_t *ret_cells) {
  for (uint64_t i = 0; i < to->key->count; i++) {
    const int64_t *entry = cells + i * from->elem->cells;
    if (to->key->kind == SEQ_RESOURCE && seq_is_blank(entry, from->elem->cells))
      continue;
    if (!seq_convert(from->elem, to->elem, entry, ret_cells + i * to->elem->cells))
      return false;
  }
  return true;
}

static inline unsigned seq_option_depth(const SeqType *type) {
  unsigned depth = 0;
  for (; type->kind == SEQ_OPTION; type = type->elem)
    depth++;
  return depth;
}

static inline bool seq_convert_option(const SeqType *from, const SeqType *to, const int64_t *cells,
                                      int64_t *ret_cells) {
  unsigned depth_from = seq_option_depth(from), depth_to = seq_option_depth(to);
  if (depth_from > depth_to)
    return cells[0] != 0 && seq_convert(from->elem, to, cells + 1, ret_cells);
  if (depth_from == depth_to && cells[0] == 0)
    return true;
  ret_cells[0] = 1;
  return depth_from == depth_to ? seq_convert(from->elem, to->elem, cells + 1, ret_cells + 1)
                                : seq_convert(from, to->elem, cells, ret_cells + 1);
}

static inline bool seq_convert(const SeqType *from, const SeqType *to, const int64_t *cells, int64_t *ret_cells) {
  memset(ret_cells, 0, sizeof *ret_cells * to->cells);
  if (from->kind == SEQ_OPTION || to->kind == SEQ_OPTION)
    return seq_convert_option(from, to, cells, ret_cells);
  switch (to->kind) {
  case SEQ_SET:
    return seq_convert_set(from, to, cells, ret_cells);
  case SEQ_SEQ:
    return seq_convert_seq(from, to, cells, ret_cells);
  case SEQ_MAP:
    return seq_convert_map(from, to, cells, ret_cells);
  default:
    ret_cells[0] = cells[0];
    return to->kind != SEQ_RANGE || (cells[0] >= to->lo && cells[0] <= to->hi);
  }
}

/* ---------------------------------------------------------------- references */

static inline bool seq_slot_there(const SeqModel *model, int resource, int64_t slot, const int64_t *state) {
  const SeqResource *pool = &model->resources[resource];
  return slot >= 0 && slot < pool->slots && state[pool->cell + (uint64_t)slot * pool->stride] != 0;
}

/* Are all slots there that a value refers to? */
static inline bool seq_refs_there(const SeqModel *model, const SeqType *type, const int64_t *cells,
                                  const int64_t *state);

static inline bool seq_refs_there_set(const SeqModel *model, const SeqType *type, const int64_t *cells,
                                      const int64_t *state) {
  int64_t *element = calloc((size_t)type->elem->cells + 1, sizeof *element);
  bool there = element != NULL;
  for (int64_t r = ops_set_next(cells, type->cells, 0); r >= 0 && there; r = ops_set_next(cells, type->cells, r + 1)) {
    seq_from_rank(type->elem, (uint64_t)r, element);
    there = seq_refs_there(model, type->elem, element, state);
  }
  free(element);
  return there;
}

static inline bool seq_refs_there(const SeqModel *model, const SeqType *type, const int64_t *cells,
                                  const int64_t *state) {
  switch (type->kind) {
  case SEQ_RESOURCE:
    return seq_slot_there(model, type->resource, cells[0], state);
  case SEQ_OPTION:
    return cells[0] == 0 || seq_refs_there(model, type->elem, cells + 1, state);
  case SEQ_SET:
    return seq_refs_there_set(model, type, cells, state);
  case SEQ_SEQ:
    for (int64_t i = 0; i < cells[0]; i++)
      if (!seq_refs_there(model, type->elem, cells + 1 + i * (int64_t)type->elem->cells, state))
        return false;
    return true;
  case SEQ_MAP:
    for (uint64_t i = 0; i < type->key->count; i++) {
      if (type->key->kind == SEQ_RESOURCE && !seq_slot_there(model, type->key->resource, (int64_t)i, state))
        continue;
      if (!seq_refs_there(model, type->elem, cells + i * type->elem->cells, state))
        return false;
    }
    return true;
  default:
    return true;
  }
}
