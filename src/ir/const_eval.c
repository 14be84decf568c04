/* A small evaluator for expressions that read no state: defaults and initial values while a model is lowered.
 * Takes an IrExpr and its frame, gives cells. A plain walk over the tree; the work is bounded by a count of nodes, so
 * that a default cannot hang the program. States are read by the engines alone: here a read is a fault. */
#include "ir/const_eval.h"

#include <glib.h>
#include <string.h>

#include "ir/const_eval_internal.h"

static const char too_long[] = "it takes too long to compute";

bool const_eval_fault(Eval *eval, const IrExpr *expr, const char *message) {
  eval->fault->span = expr->span;
  eval->fault->message = message;
  return false;
}

int64_t *const_eval_cells(Eval *eval, const IrType *type) {
  return ARENA_ARRAY(eval->scratch, int64_t, type->cells + 1);
}

/* ---------------------------------------------------------------- conversion */

static const char *convert_set(const IrType *from, const int64_t *cells, const IrType *to, int64_t *ret_cells) {
  memset(ret_cells, 0, sizeof *ret_cells * to->cells);
  g_autofree int64_t *item = g_new0(int64_t, from->elem->cells + 1);
  g_autofree int64_t *wanted = g_new0(int64_t, to->elem->cells + 1);
  for (uint64_t rank = 0; rank < from->elem->count; rank++) {
    if (((uint64_t)cells[rank / 64] >> rank % 64 & 1) == 0) {
      continue;
    }
    value_from_rank(from->elem, rank, item);
    const char *why = const_convert(from->elem, item, to->elem, wanted);
    if (why != NULL) {
      return why;
    }
    uint64_t bit = value_rank(to->elem, wanted);
    ret_cells[bit / 64] = (int64_t)((uint64_t)ret_cells[bit / 64] | UINT64_C(1) << bit % 64);
  }
  return NULL;
}

static const char *convert_items(const IrType *from, const int64_t *cells, const IrType *to, int64_t *ret_cells,
                                 uint64_t count) {
  const char *why = NULL;
  for (uint64_t i = 0; i < count && why == NULL; i++) {
    why = const_convert(from->elem, cells + i * from->elem->cells, to->elem, ret_cells + i * to->elem->cells);
  }
  return why;
}

static const char *convert_option(const IrType *from, const int64_t *cells, const IrType *to, int64_t *ret_cells) {
  if (to->kind != IRT_OPTION) {
    return cells[0] != 0 ? const_convert(from->elem, cells + 1, to, ret_cells)
                         : "a value is needed, and this is `none`";
  }
  memset(ret_cells, 0, sizeof *ret_cells * to->cells);
  ret_cells[0] = cells[0];
  return cells[0] != 0 ? const_convert(from->elem, cells + 1, to->elem, ret_cells + 1) : NULL;
}

static int option_depth(const IrType *type) {
  int depth = 0;
  for (; type->kind == IRT_OPTION; type = type->elem) {
    depth++;
  }
  return depth;
}

/* Recursion is bounded by the nesting of types. */
const char *const_convert(const IrType *from, const int64_t *cells, const IrType *to, int64_t *ret_cells) {
  if (option_depth(to) > option_depth(from)) {
    ret_cells[0] = 1;
    return const_convert(from, cells, to->elem, ret_cells + 1);
  }
  switch (from->kind) {
  case IRT_OPTION:
    if (option_depth(from) > option_depth(to) && cells[0] == 0) {
      return "a value is needed, and this is `none`";
    }
    return option_depth(from) > option_depth(to) ? const_convert(from->elem, cells + 1, to, ret_cells)
                                                 : convert_option(from, cells, to, ret_cells);
  case IRT_SET:
    return convert_set(from, cells, to, ret_cells);
  case IRT_SEQ:
    memset(ret_cells, 0, sizeof *ret_cells * to->cells);
    if (cells[0] > (int64_t)to->length) {
      return "it has more items than its type allows";
    }
    ret_cells[0] = cells[0];
    return convert_items(from, cells + 1, to, ret_cells + 1, (uint64_t)cells[0]);
  case IRT_MAP:
    return convert_items(from, cells, to, ret_cells, from->key->count);
  default:
    if ((to->kind == IRT_RANGE) && (cells[0] < to->lo || cells[0] > to->hi)) {
      return "a value is outside the range of its type";
    }
    ret_cells[0] = cells[0];
    return NULL;
  }
}

/* ---------------------------------------------------------------- expressions */

static bool eval_args(Eval *eval, const IrExpr *expr, const int64_t **ret_args) {
  for (int i = 0; i < expr->arg_count; i++) {
    int64_t *cells = const_eval_cells(eval, expr->args[i]->type);
    if (!const_eval_expr(eval, expr->args[i], cells)) {
      return false;
    }
    ret_args[i] = cells;
  }
  return true;
}

static bool eval_logical(Eval *eval, const IrExpr *expr, int64_t *ret_cells) {
  int64_t left, right;
  if (!const_eval_expr(eval, expr->args[0], &left)) {
    return false;
  }
  bool decided = (expr->kind == IRX_AND && left == 0) || (expr->kind == IRX_OR && left != 0) ||
                 (expr->kind == IRX_IMPLIES && left == 0);
  if (decided) {
    ret_cells[0] = expr->kind != IRX_AND;
    return true;
  }
  if (!const_eval_expr(eval, expr->args[1], &right)) {
    return false;
  }
  ret_cells[0] = expr->kind == IRX_IFF ? left == right : right != 0;
  return true;
}

static bool eval_call(Eval *eval, const IrExpr *expr, const int64_t *const *args, int64_t *ret_cells) {
  const IrFn *fn = &eval->model->fns[expr->index];
  int64_t **outer = eval->locals;
  eval->locals = ARENA_ARRAY(eval->scratch, int64_t *, fn->frame.local_count + 1);
  for (int i = 0; i < fn->frame.local_count; i++) {
    const IrType *type = fn->frame.locals[i].type;
    eval->locals[i] = const_eval_cells(eval, type);
    if (i < expr->arg_count) {
      memcpy(eval->locals[i], args[i], sizeof(int64_t) * type->cells);
    }
  }
  bool done = const_eval_expr(eval, fn->body, ret_cells);
  eval->locals = outer;
  return done;
}

static bool eval_with_args(Eval *eval, const IrExpr *expr, int64_t *ret_cells) {
  const int64_t **args = ARENA_ARRAY(eval->scratch, const int64_t *, expr->arg_count + 1);
  if (!eval_args(eval, expr, args)) {
    return false;
  }
  switch (expr->kind) {
  case IRX_CALL:
    return eval_call(eval, expr, args, ret_cells);
  case IRX_CONVERT: {
    const char *why = const_convert(expr->args[0]->type, args[0], expr->type, ret_cells);
    return why == NULL || const_eval_fault(eval, expr, why);
  }
  case IRX_FILL:
    for (uint64_t i = 0; i < expr->type->key->count; i++) {
      memcpy(ret_cells + i * expr->type->elem->cells, args[0], sizeof *args[0] * expr->type->elem->cells);
    }
    return true;
  default:
    return const_eval_operator(eval, expr, args, ret_cells);
  }
}

static bool eval_kind(Eval *eval, const IrExpr *expr, int64_t *ret_cells) {
  int64_t condition;
  switch (expr->kind) {
  case IRX_CONST:
    memcpy(ret_cells, expr->cells, sizeof *ret_cells * expr->type->cells);
    return true;
  case IRX_LOCAL:
    memcpy(ret_cells, eval->locals[expr->index], sizeof *ret_cells * expr->type->cells);
    return true;
  case IRX_AND:
  case IRX_OR:
  case IRX_IMPLIES:
  case IRX_IFF:
    return eval_logical(eval, expr, ret_cells);
  case IRX_IF:
    return const_eval_expr(eval, expr->args[0], &condition) &&
           const_eval_expr(eval, expr->args[condition != 0 ? 1 : 2], ret_cells);
  case IRX_QUANTIFIER:
    return const_eval_quantifier(eval, expr, ret_cells);
  case IRX_VAR:
  case IRX_FIELD:
  case IRX_IS:
  case IRX_OLD:
  case IRX_TOKEN:
  case IRX_SECRET:
  case IRX_STATE_NAME:
  case IRX_PATH:
    return const_eval_fault(eval, expr, "there is no state yet that it could read");
  default:
    return eval_with_args(eval, expr, ret_cells);
  }
}

/* Recursion is bounded by EVAL_DEPTH: calls multiply the nesting of the tree. */
bool const_eval_expr(Eval *eval, const IrExpr *expr, int64_t *ret_cells) {
  bool too_much = eval->steps++ > EVAL_STEPS || eval->depth > EVAL_DEPTH || arena_bytes(eval->scratch) > EVAL_BYTES;
  if (too_much) {
    return const_eval_fault(eval, expr, too_long);
  }
  eval->depth++;
  bool done = eval_kind(eval, expr, ret_cells);
  eval->depth--;
  return done;
}

bool const_eval(const IrModel *model, const IrFrame *frame, const IrExpr *expr, int64_t *ret_cells,
                ConstFault *ret_fault) {
  Eval eval = {.model = model, .scratch = arena_new(), .fault = ret_fault};
  eval.locals = ARENA_ARRAY(eval.scratch, int64_t *, frame->local_count + 1);
  for (int i = 0; i < frame->local_count; i++) {
    eval.locals[i] = const_eval_cells(&eval, frame->locals[i].type);
  }
  bool done = const_eval_expr(&eval, expr, ret_cells);
  arena_free(eval.scratch);
  return done;
}
