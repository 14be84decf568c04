/* Quantifiers over known values, for const_eval: each binder in turn runs over its values, the innermost round judges
 * `where` and body. Takes a QUANTIFIER, gives its cells or a fault. */
#include <glib.h>
#include <string.h>

#include "ir/const_eval_internal.h"

/* What the rounds add up to. */
typedef struct Fold {
  Eval *eval;
  const IrExpr *expr;
  int64_t *result;
  uint64_t hits;
  bool done; /* nothing can change any more */
} Fold;

static bool add_to_set(Fold *fold, const int64_t *value) {
  uint64_t rank = value_rank(fold->expr->type->elem, value);
  fold->result[rank / 64] = (int64_t)((uint64_t)fold->result[rank / 64] | UINT64_C(1) << rank % 64);
  return true;
}

static bool add_to_seq(Fold *fold, const int64_t *value) {
  const IrType *type = fold->expr->type;
  if (fold->result[0] >= (int64_t)type->length) {
    return const_eval_fault(fold->eval, fold->expr, "it has more items than its type allows");
  }
  memcpy(fold->result + 1 + (uint64_t)fold->result[0] * type->elem->cells, value, sizeof *value * type->elem->cells);
  fold->result[0]++;
  return true;
}

static bool take(Fold *fold, const int64_t *value) {
  int64_t *result = fold->result;
  fold->hits++;
  switch (fold->expr->quantifier) {
  case IRQ_FORALL:
    result[0] = value[0];
    fold->done = value[0] == 0;
    return true;
  case IRQ_EXISTS:
    result[0] = value == NULL || value[0] != 0;
    fold->done = result[0] != 0;
    return true;
  case IRQ_COUNT:
    result[0]++;
    return true;
  case IRQ_SUM:
    return !__builtin_add_overflow(result[0], value[0], &result[0]) ||
           const_eval_fault(fold->eval, fold->expr, "a number in it does not fit 64 bits");
  case IRQ_MIN:
    result[0] = fold->hits == 1 ? value[0] : MIN(result[0], value[0]);
    return true;
  case IRQ_MAX:
    result[0] = fold->hits == 1 ? value[0] : MAX(result[0], value[0]);
    return true;
  case IRQ_THE:
    memcpy(result, value, sizeof *value * fold->expr->type->cells);
    return fold->hits == 1 || const_eval_fault(fold->eval, fold->expr, "there are several, where there should be one");
  case IRQ_SET:
    return add_to_set(fold, value);
  case IRQ_SEQ:
    return add_to_seq(fold, value);
  }
  g_assert_not_reached();
}

/* One round with every binder bound. */
static bool judge(Fold *fold) {
  const IrExpr *expr = fold->expr;
  int64_t holds = 1;
  if (expr->where != NULL && !const_eval_expr(fold->eval, expr->where, &holds)) {
    return false;
  }
  if (holds == 0) {
    return true;
  }
  if (expr->body == NULL) {
    bool itself = expr->quantifier >= IRQ_THE;
    return take(fold, itself ? fold->eval->locals[expr->binders[0].local] : NULL);
  }
  int64_t *value = const_eval_cells(fold->eval, expr->body->type);
  return const_eval_expr(fold->eval, expr->body, value) && take(fold, value);
}

static bool rounds(Fold *fold, int binder);

static bool rounds_of_values(Fold *fold, int binder, const IrType *type, int64_t *local) {
  for (uint64_t rank = 0; rank < type->count && !fold->done; rank++) {
    value_from_rank(type, rank, local);
    if (!rounds(fold, binder + 1)) {
      return false;
    }
  }
  return true;
}

static bool rounds_of_items(Fold *fold, int binder, const IrBinder *from, int64_t *local) {
  const IrType *type = from->in->type;
  int64_t *all = const_eval_cells(fold->eval, type);
  if (!const_eval_expr(fold->eval, from->in, all)) {
    return false;
  }
  uint64_t count = type->kind == IRT_SET ? type->elem->count : (uint64_t)all[0];
  for (uint64_t i = 0; i < count && !fold->done; i++) {
    if (type->kind == IRT_SET) {
      if (((uint64_t)all[i / 64] >> i % 64 & 1) == 0) {
        continue;
      }
      value_from_rank(type->elem, i, local);
    } else {
      memcpy(local, all + 1 + i * type->elem->cells, sizeof *local * type->elem->cells);
    }
    if (!rounds(fold, binder + 1)) {
      return false;
    }
  }
  return true;
}

static bool rounds(Fold *fold, int binder) {
  const IrExpr *expr = fold->expr;
  if (fold->eval->steps++ > EVAL_STEPS) {
    return const_eval_fault(fold->eval, expr, "it takes too long to compute");
  }
  if (binder == expr->binder_count) {
    return judge(fold);
  }
  const IrBinder *from = &expr->binders[binder];
  int64_t *local = fold->eval->locals[from->local];
  switch (from->kind) {
  case IRB_VALUES:
    return rounds_of_values(fold, binder, from->type, local);
  case IRB_SLOTS:
    return const_eval_fault(fold->eval, expr, "there is no state yet that it could read");
  case IRB_SET:
  case IRB_SEQ:
    return rounds_of_items(fold, binder, from, local);
  }
  g_assert_not_reached();
}

bool const_eval_quantifier(Eval *eval, const IrExpr *expr, int64_t *ret_cells) {
  memset(ret_cells, 0, sizeof *ret_cells * expr->type->cells);
  ret_cells[0] = expr->quantifier == IRQ_FORALL;
  Fold fold = {.eval = eval, .expr = expr, .result = ret_cells};
  if (!rounds(&fold, 0)) {
    return false;
  }
  bool needs_one = expr->quantifier == IRQ_MIN || expr->quantifier == IRQ_MAX || expr->quantifier == IRQ_THE;
  return !needs_one || fold.hits > 0 || const_eval_fault(eval, expr, "there is nothing to choose from");
}
