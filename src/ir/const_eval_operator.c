/* Operators over known values, for const_eval. Takes the operands' cells, gives the result's or a fault. Arithmetic is
 * checked for overflow. */
#include <glib.h>
#include <string.h>

#include "ir/const_eval_internal.h"

static bool eval_arithmetic(Eval *eval, const IrExpr *expr, int64_t a, int64_t b, int64_t *ret) {
  bool overflow = false;
  switch (expr->kind) {
  case IRX_NEG:
    overflow = __builtin_sub_overflow((int64_t)0, a, ret);
    break;
  case IRX_ADD:
    overflow = __builtin_add_overflow(a, b, ret);
    break;
  case IRX_SUB:
    overflow = __builtin_sub_overflow(a, b, ret);
    break;
  case IRX_MUL:
    overflow = __builtin_mul_overflow(a, b, ret);
    break;
  case IRX_MIN2:
    *ret = MIN(a, b);
    break;
  case IRX_MAX2:
    *ret = MAX(a, b);
    break;
  default:
    if (b == 0) {
      return const_eval_fault(eval, expr, "it divides by zero");
    }
    overflow = expr->kind == IRX_DIV && a == INT64_MIN && b == -1;
    *ret = b == -1 ? (expr->kind == IRX_DIV && !overflow ? -a : 0) : expr->kind == IRX_DIV ? a / b : a % b;
  }
  return !overflow || const_eval_fault(eval, expr, "a number in it does not fit 64 bits");
}

static bool compare(IrExprKind kind, int64_t a, int64_t b) {
  switch (kind) {
  case IRX_LT:
    return a < b;
  case IRX_LE:
    return a <= b;
  case IRX_GT:
    return a > b;
  default:
    return a >= b;
  }
}

/* ---------------------------------------------------------------- sets */

static void eval_sets(const IrExpr *expr, const int64_t *a, const int64_t *b, int64_t *ret_cells) {
  for (uint32_t i = 0; i < expr->type->cells; i++) {
    ret_cells[i] = expr->kind == IRX_UNION ? a[i] | b[i] : expr->kind == IRX_INTERSECT ? a[i] & b[i] : a[i] & ~b[i];
  }
}

static bool subset(const IrType *type, const int64_t *a, const int64_t *b, bool proper) {
  bool differs = false;
  for (uint32_t i = 0; i < type->cells; i++) {
    if ((a[i] & ~b[i]) != 0) {
      return false;
    }
    differs |= a[i] != b[i];
  }
  return differs || !proper;
}

static bool outside(const IrType *elem, const IrType *item, const int64_t *cells) {
  return (item->kind == IRT_INT || item->kind == IRT_RANGE) && (cells[0] < elem->lo || cells[0] > elem->hi);
}

static bool in_set(const IrType *set, const IrType *item, const int64_t *cells, const int64_t *all) {
  if (outside(set->elem, item, cells)) {
    return false;
  }
  uint64_t rank = value_rank(set->elem, cells);
  return ((uint64_t)all[rank / 64] >> rank % 64 & 1) != 0;
}

static void eval_set(const IrExpr *expr, const int64_t *const *args, int64_t *ret_cells) {
  memset(ret_cells, 0, sizeof *ret_cells * expr->type->cells);
  for (int i = 0; i < expr->arg_count; i++) {
    uint64_t rank = value_rank(expr->type->elem, args[i]);
    ret_cells[rank / 64] = (int64_t)((uint64_t)ret_cells[rank / 64] | UINT64_C(1) << rank % 64);
  }
}

static int64_t set_size(const IrType *type, const int64_t *cells) {
  int64_t size = 0;
  for (uint32_t i = 0; i < type->cells; i++) {
    size += __builtin_popcountll((uint64_t)cells[i]);
  }
  return size;
}

/* ---------------------------------------------------------------- seqs and maps */

static bool in_seq(const IrType *seq, const int64_t *cells, const int64_t *all) {
  for (int64_t i = 0; i < all[0]; i++) {
    if (memcmp(all + 1 + (uint64_t)i * seq->elem->cells, cells, sizeof *all * seq->elem->cells) == 0) {
      return true;
    }
  }
  return false;
}

static bool eval_seq(Eval *eval, const IrExpr *expr, const int64_t *const *args, int64_t *ret_cells) {
  uint32_t width = expr->type->elem->cells;
  memset(ret_cells, 0, sizeof *ret_cells * expr->type->cells);
  if ((uint32_t)expr->arg_count > expr->type->length) {
    return const_eval_fault(eval, expr, "it has more items than its type allows");
  }
  ret_cells[0] = expr->arg_count;
  for (int i = 0; i < expr->arg_count; i++) {
    memcpy(ret_cells + 1 + (uint32_t)i * width, args[i], sizeof *ret_cells * width);
  }
  return true;
}

static bool eval_concat(Eval *eval, const IrExpr *expr, const int64_t *a, const int64_t *b, int64_t *ret_cells) {
  uint32_t width = expr->type->elem->cells;
  memset(ret_cells, 0, sizeof *ret_cells * expr->type->cells);
  if (a[0] + b[0] > (int64_t)expr->type->length) {
    return const_eval_fault(eval, expr, "it has more items than its type allows");
  }
  ret_cells[0] = a[0] + b[0];
  memcpy(ret_cells + 1, a + 1, sizeof *a * (size_t)a[0] * width);
  memcpy(ret_cells + 1 + (size_t)a[0] * width, b + 1, sizeof *b * (size_t)b[0] * width);
  return true;
}

static bool eval_at(Eval *eval, const IrExpr *expr, const int64_t *const *args, int64_t *ret_cells) {
  const IrType *type = expr->args[0]->type;
  const int64_t *from = args[0];
  int64_t at = 0, end;
  if (type->kind == IRT_MAP) {
    if (type->key->kind == IRT_RESOURCE) {
      return const_eval_fault(eval, expr, "there is no state yet that it could read");
    }
    at = args[1][0] >= type->key->lo && args[1][0] <= type->key->hi ? args[1][0] - type->key->lo : -1;
    end = (int64_t)type->key->count;
  } else {
    end = from[0];
    at = expr->kind == IRX_FIRST ? 0 : expr->kind == IRX_LAST ? end - 1 : args[1][0];
    from++;
  }
  if (at < 0 || at >= end) {
    return const_eval_fault(eval, expr, "an index is out of range");
  }
  memcpy(ret_cells, from + (uint64_t)at * type->elem->cells, sizeof *from * type->elem->cells);
  return true;
}

bool const_eval_operator(Eval *eval, const IrExpr *expr, const int64_t *const *args, int64_t *ret_cells) {
  const IrType *left = expr->arg_count > 0 ? expr->args[0]->type : NULL;
  bool alike;
  switch (expr->kind) {
  case IRX_NOT:
    ret_cells[0] = args[0][0] == 0;
    return true;
  case IRX_IS_SOME:
    ret_cells[0] = args[0][0] != 0;
    return true;
  case IRX_NEG:
  case IRX_ADD:
  case IRX_SUB:
  case IRX_MUL:
  case IRX_DIV:
  case IRX_MOD:
  case IRX_MIN2:
  case IRX_MAX2:
    return eval_arithmetic(eval, expr, args[0][0], expr->arg_count > 1 ? args[1][0] : 0, ret_cells);
  case IRX_EQ:
  case IRX_NE:
    alike = memcmp(args[0], args[1], sizeof(int64_t) * left->cells) == 0;
    ret_cells[0] = alike == (expr->kind == IRX_EQ);
    return true;
  case IRX_LT:
  case IRX_LE:
  case IRX_GT:
  case IRX_GE:
    ret_cells[0] = compare(expr->kind, args[0][0], args[1][0]);
    return true;
  case IRX_MAP_AT:
  case IRX_SEQ_AT:
  case IRX_FIRST:
  case IRX_LAST:
    return eval_at(eval, expr, args, ret_cells);
  case IRX_SET:
    eval_set(expr, args, ret_cells);
    return true;
  case IRX_SEQ:
    return eval_seq(eval, expr, args, ret_cells);
  case IRX_UNION:
  case IRX_DIFFERENCE:
  case IRX_INTERSECT:
    eval_sets(expr, args[0], args[1], ret_cells);
    return true;
  case IRX_SUBSET:
  case IRX_PROPER_SUBSET:
    ret_cells[0] = subset(left, args[0], args[1], expr->kind == IRX_PROPER_SUBSET);
    return true;
  case IRX_IN_SET:
    ret_cells[0] = in_set(expr->args[1]->type, left, args[0], args[1]);
    return true;
  case IRX_IN_SEQ:
    ret_cells[0] = in_seq(expr->args[1]->type, args[0], args[1]);
    return true;
  case IRX_CONCAT:
    return eval_concat(eval, expr, args[0], args[1], ret_cells);
  case IRX_SET_SIZE:
    ret_cells[0] = set_size(left, args[0]);
    return true;
  case IRX_SEQ_SIZE:
    ret_cells[0] = args[0][0];
    return true;
  default:
    g_assert_not_reached();
  }
}
