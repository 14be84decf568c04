/* Ranks of values: each value of a finite type has a number, its place in the order in which parameters run.
 * Takes cells and types, gives numbers, and back. Plain positional arithmetic; a rank is meaningful only where the
 * type's count fits 64 bits. */
#include "ir/value.h"

#include <string.h>

static uint64_t rank_seq(const IrType *type, const int64_t *cells) {
  uint64_t before = 0, power = 1, number = 0;
  for (int64_t i = 0; i < cells[0]; i++) {
    before += power;
    power *= type->elem->count;
    number = number * type->elem->count + value_rank(type->elem, cells + 1 + (uint64_t)i * type->elem->cells);
  }
  return before + number;
}

uint64_t value_rank(const IrType *type, const int64_t *cells) {
  switch (type->kind) {
  case IRT_BOOL:
  case IRT_INT:
  case IRT_RANGE:
  case IRT_ENUM:
  case IRT_RESOURCE:
    return (uint64_t)cells[0] - (uint64_t)type->lo;
  case IRT_OPTION:
    return cells[0] != 0 ? 1 + value_rank(type->elem, cells + 1) : 0;
  case IRT_SET:
    return (uint64_t)cells[0];
  case IRT_SEQ:
    return rank_seq(type, cells);
  case IRT_MAP: {
    uint64_t number = 0;
    for (uint64_t i = 0; i < type->key->count; i++) {
      number = number * type->elem->count + value_rank(type->elem, cells + i * type->elem->cells);
    }
    return number;
  }
  }
  g_assert_not_reached();
}

/* Items `count - 1` down to 0 from the digits of `number`, the last fastest. */
static void digits_from(const IrType *elem, uint64_t number, uint64_t count, int64_t *ret_cells) {
  for (uint64_t i = count; i-- > 0;) {
    value_from_rank(elem, number % elem->count, ret_cells + i * elem->cells);
    number /= elem->count;
  }
}

static void seq_from_rank(const IrType *type, uint64_t rank, int64_t *ret_cells) {
  memset(ret_cells, 0, sizeof *ret_cells * type->cells);
  uint64_t power = 1, length = 0;
  while (rank >= power && length < type->length) {
    rank -= power;
    power *= type->elem->count;
    length++;
  }
  ret_cells[0] = (int64_t)length;
  digits_from(type->elem, rank, length, ret_cells + 1);
}

void value_from_rank(const IrType *type, uint64_t rank, int64_t *ret_cells) {
  switch (type->kind) {
  case IRT_BOOL:
  case IRT_INT:
  case IRT_RANGE:
  case IRT_ENUM:
  case IRT_RESOURCE:
    ret_cells[0] = (int64_t)((uint64_t)type->lo + rank);
    return;
  case IRT_OPTION:
    if (rank == 0) {
      memset(ret_cells, 0, sizeof *ret_cells * type->cells);
      return;
    }
    ret_cells[0] = 1;
    value_from_rank(type->elem, rank - 1, ret_cells + 1);
    return;
  case IRT_SET:
    memset(ret_cells, 0, sizeof *ret_cells * type->cells);
    ret_cells[0] = (int64_t)rank;
    return;
  case IRT_SEQ:
    seq_from_rank(type, rank, ret_cells);
    return;
  case IRT_MAP:
    digits_from(type->elem, rank, type->key->count, ret_cells);
    return;
  }
  g_assert_not_reached();
}

void value_lowest(const IrType *type, int64_t *ret_cells) {
  switch (type->kind) {
  case IRT_RANGE:
    ret_cells[0] = type->lo;
    return;
  case IRT_RESOURCE:
    ret_cells[0] = -1;
    return;
  case IRT_MAP:
    for (uint64_t i = 0; i < type->key->count; i++) {
      value_lowest(type->elem, ret_cells + i * type->elem->cells);
    }
    return;
  case IRT_BOOL:
  case IRT_INT:
  case IRT_ENUM:
  case IRT_OPTION:
  case IRT_SET:
  case IRT_SEQ:
    memset(ret_cells, 0, sizeof *ret_cells * type->cells);
    return;
  }
}
