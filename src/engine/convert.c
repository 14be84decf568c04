/* Conversion of values: numbers widened and narrowed, options wrapped and opened, sets, seqs and maps part by part.
 * Takes cells of one type and gives those of another, or the model error range or none. Method: recursion over the two
 * types, whose depth LIMIT_NESTING bounds; the compiler sends only what is not a plain copy here. */
#include "engine/convert.h"

#include <string.h>

#include "engine/ops.h"
#include "ir/value.h"

static unsigned option_depth(const IrType *type) {
  unsigned depth = 0;
  for (; type->kind == IRT_OPTION; type = type->elem) {
    depth++;
  }
  return depth;
}

bool convert_is_free(const IrType *from, const IrType *to) {
  while (from != to) {
    if (from->cells != to->cells || (from->kind != to->kind && (from->cells != 1 || to->cells != 1))) {
      return false;
    }
    switch (to->kind) {
    case IRT_BOOL:
    case IRT_ENUM:
    case IRT_RESOURCE:
    case IRT_INT:
      return true;
    case IRT_RANGE:
      return (from->kind == IRT_RANGE && from->lo >= to->lo && from->hi <= to->hi) || from->hi < from->lo;
    case IRT_SET:
      if (from->elem->count != to->elem->count || (from->elem->kind == IRT_RANGE && from->elem->lo != to->elem->lo)) {
        return false;
      }
      break;
    case IRT_SEQ:
      if (from->length != to->length) {
        return false;
      }
      break;
    case IRT_MAP:
      if (from->key->count != to->key->count || from->key->lo != to->key->lo) {
        return false;
      }
      break;
    case IRT_OPTION:
      break;
    }
    from = from->elem;
    to = to->elem;
  }
  return true;
}

static FaultKind convert_set(const IrType *from, const IrType *to, const int64_t *cells, int64_t *ret_cells,
                             int64_t *ret_value) {
  int64_t *before = g_new0(int64_t, from->elem->cells + to->elem->cells);
  int64_t *after = before + from->elem->cells;
  FaultKind kind = FAULT_NOTHING;
  memset(ret_cells, 0, sizeof(int64_t) * to->cells);
  for (int64_t rank = ops_set_next(cells, from->cells, 0); rank >= 0 && kind == FAULT_NOTHING;
       rank = ops_set_next(cells, from->cells, rank + 1)) {
    value_from_rank(from->elem, (uint64_t)rank, before);
    kind = convert_cells(from->elem, to->elem, before, after, ret_value);
    if (kind == FAULT_NOTHING) {
      ops_set_put(ret_cells, value_rank(to->elem, after));
    }
  }
  g_free(before);
  return kind;
}

static FaultKind convert_seq(const IrType *from, const IrType *to, const int64_t *cells, int64_t *ret_cells,
                             int64_t *ret_value) {
  if (cells[0] > (int64_t)to->length) {
    *ret_value = cells[0];
    return FAULT_RANGE;
  }
  memset(ret_cells, 0, sizeof(int64_t) * to->cells);
  ret_cells[0] = cells[0];
  for (int64_t i = 0; i < cells[0]; i++) {
    FaultKind kind = convert_cells(from->elem, to->elem, cells + 1 + i * (int64_t)from->elem->cells,
                                   ret_cells + 1 + i * (int64_t)to->elem->cells, ret_value);
    if (kind != FAULT_NOTHING) {
      return kind;
    }
  }
  return FAULT_NOTHING;
}

static bool is_blank(const int64_t *cells, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (cells[i] != 0) {
      return false;
    }
  }
  return true;
}

/* The entry of an absent slot is blank and stays so, whatever its type. */
static FaultKind convert_map(const IrType *from, const IrType *to, const int64_t *cells, int64_t *ret_cells,
                             int64_t *ret_value) {
  for (uint64_t i = 0; i < to->key->count; i++) {
    if (to->key->kind == IRT_RESOURCE && is_blank(cells + i * from->elem->cells, from->elem->cells)) {
      memset(ret_cells + i * to->elem->cells, 0, sizeof(int64_t) * to->elem->cells);
      continue;
    }
    FaultKind kind =
        convert_cells(from->elem, to->elem, cells + i * from->elem->cells, ret_cells + i * to->elem->cells, ret_value);
    if (kind != FAULT_NOTHING) {
      return kind;
    }
  }
  return FAULT_NOTHING;
}

static FaultKind convert_option(const IrType *from, const IrType *to, const int64_t *cells, int64_t *ret_cells,
                                int64_t *ret_value) {
  unsigned depth_from = option_depth(from), depth_to = option_depth(to);
  if (depth_from > depth_to) {
    if (cells[0] == 0) {
      *ret_value = 0;
      return FAULT_NONE;
    }
    return convert_cells(from->elem, to, cells + 1, ret_cells, ret_value);
  }
  if (depth_from == depth_to && cells[0] == 0) {
    memset(ret_cells, 0, sizeof(int64_t) * to->cells);
    return FAULT_NOTHING;
  }
  ret_cells[0] = 1;
  if (depth_from == depth_to) {
    return convert_cells(from->elem, to->elem, cells + 1, ret_cells + 1, ret_value);
  }
  return convert_cells(from, to->elem, cells, ret_cells + 1, ret_value);
}

FaultKind convert_cells(const IrType *from, const IrType *to, const int64_t *cells, int64_t *ret_cells,
                        int64_t *ret_value) {
  if (from == to) {
    ops_copy(ret_cells, cells, to->cells);
    return FAULT_NOTHING;
  }
  if (from->kind == IRT_OPTION || to->kind == IRT_OPTION) {
    return convert_option(from, to, cells, ret_cells, ret_value);
  }
  switch (to->kind) {
  case IRT_SET:
    return convert_set(from, to, cells, ret_cells, ret_value);
  case IRT_SEQ:
    return convert_seq(from, to, cells, ret_cells, ret_value);
  case IRT_MAP:
    return convert_map(from, to, cells, ret_cells, ret_value);
  case IRT_RANGE:
    if (cells[0] < to->lo || cells[0] > to->hi) {
      *ret_value = cells[0];
      return FAULT_RANGE;
    }
    break;
  default:
    break;
  }
  ret_cells[0] = cells[0];
  return FAULT_NOTHING;
}
