/* Conditions as jumps: `and`, `or`, `=>`, comparisons and quantifiers become jumps without a value in between. Takes a
 * condition and where to go if it is true (or false); falls through otherwise. */
#include "engine/compile_internal.h"

#include "engine/convert.h"

static void jump_both(Compiler *c, const IrExpr *x, bool x_when, const IrExpr *y, bool y_when, bool all, Label *label) {
  if (!all) { /* either leads there */
    compile_jump(c, x, x_when, label);
    compile_jump(c, y, y_when, label);
    return;
  }
  Label skip = LABEL_NEW;
  compile_jump(c, x, !x_when, &skip);
  compile_jump(c, y, y_when, label);
  compile_place(c, &skip);
}

static IrExprKind jump_negated(IrExprKind kind) {
  switch (kind) {
  case IRX_EQ:
    return IRX_NE;
  case IRX_NE:
    return IRX_EQ;
  case IRX_LT:
    return IRX_GE;
  case IRX_GE:
    return IRX_LT;
  case IRX_GT:
    return IRX_LE;
  default:
    return IRX_GT;
  }
}

static IrExprKind jump_mirrored(IrExprKind kind) {
  switch (kind) {
  case IRX_LT:
    return IRX_GT;
  case IRX_GT:
    return IRX_LT;
  case IRX_LE:
    return IRX_GE;
  case IRX_GE:
    return IRX_LE;
  default:
    return kind;
  }
}

static Opcode jump_with_number(IrExprKind kind) {
  switch (kind) {
  case IRX_EQ:
    return OP_JUMP_EQ_IMM;
  case IRX_NE:
    return OP_JUMP_NE_IMM;
  case IRX_LT:
    return OP_JUMP_LT_IMM;
  case IRX_LE:
    return OP_JUMP_LE_IMM;
  case IRX_GT:
    return OP_JUMP_GT_IMM;
  default:
    return OP_JUMP_GE_IMM;
  }
}

/* A sum that cannot overflow, so that nothing in it errs but its parts. */
static bool jump_small_sum(const IrExpr *expr) {
  const int64_t most = INT64_C(1) << 40;
  if (expr->kind != IRX_ADD) {
    return false;
  }
  int32_t number;
  for (int i = 0; i < 2; i++) {
    const IrExpr *part = expr->args[i];
    while (part->kind == IRX_CONVERT && compile_is_scalar(part->args[0]->type) &&
           convert_is_free(part->args[0]->type, part->type)) {
      part = part->args[0];
    }
    const IrType *type = part->type;
    if (type->kind != IRT_RANGE || type->lo < -most || type->hi > most || compile_small_const(expr->args[i], &number)) {
      return false;
    }
  }
  return true;
}

/* x against y, one of them such a sum. */
static bool jump_compare_sum(Compiler *c, IrExprKind kind, const IrExpr *x, const IrExpr *y, Label *label) {
  const IrExpr *sum = jump_small_sum(y) ? y : x, *other = sum == y ? x : y;
  if (!jump_small_sum(sum) || kind == IRX_EQ || kind == IRX_NE) {
    return false;
  }
  if (sum == x) {
    kind = jump_mirrored(kind);
  }
  uint16_t p = sum == y ? compile_value(c, other, -1) : 0;
  uint16_t b = compile_value(c, sum->args[0], -1);
  uint16_t e = compile_value(c, sum->args[1], -1);
  p = sum == y ? p : compile_value(c, other, -1);
  Opcode op = kind == IRX_LT   ? OP_JUMP_LT_SUM
              : kind == IRX_LE ? OP_JUMP_LE_SUM
              : kind == IRX_GT ? OP_JUMP_SUM_LT
                               : OP_JUMP_SUM_LE;
  compile_emit_jump(c, op, p, b, 0, label);
  g_array_index(c->insns, Insn, c->insns->len - 1).c = e;
  return true;
}

static void jump_compare(Compiler *c, const IrExpr *expr, bool when, Label *label) {
  IrExprKind kind = when ? expr->kind : jump_negated(expr->kind);
  const IrExpr *x = expr->args[0], *y = expr->args[1];
  int32_t number;
  if (compile_small_const(x, &number)) {
    const IrExpr *swap = x;
    x = y;
    y = swap;
    kind = jump_mirrored(kind);
  }
  if (compile_small_const(y, &number)) {
    compile_emit_jump(c, jump_with_number(kind), compile_value(c, x, -1), 0, number, label);
    return;
  }
  if (jump_compare_sum(c, kind, x, y, label)) {
    return;
  }
  uint16_t p = compile_value(c, x, -1);
  uint16_t q = compile_value(c, y, -1);
  switch (kind) {
  case IRX_EQ:
    compile_emit_jump(c, OP_JUMP_EQ, p, q, 0, label);
    break;
  case IRX_NE:
    compile_emit_jump(c, OP_JUMP_NE, p, q, 0, label);
    break;
  case IRX_LT:
    compile_emit_jump(c, OP_JUMP_LT, p, q, 0, label);
    break;
  case IRX_LE:
    compile_emit_jump(c, OP_JUMP_LE, p, q, 0, label);
    break;
  case IRX_GT:
    compile_emit_jump(c, OP_JUMP_LT, q, p, 0, label);
    break;
  default:
    compile_emit_jump(c, OP_JUMP_LE, q, p, 0, label);
  }
}

static void jump_if(Compiler *c, const IrExpr *expr, bool when, Label *label) {
  Label otherwise = LABEL_NEW, end = LABEL_NEW;
  compile_jump(c, expr->args[0], false, &otherwise);
  compile_jump(c, expr->args[1], when, label);
  compile_emit_jump(c, OP_JUMP, 0, 0, 0, &end);
  compile_place(c, &otherwise);
  compile_jump(c, expr->args[2], when, label);
  compile_place(c, &end);
}

static void jump_value(Compiler *c, const IrExpr *expr, bool when, Label *label) {
  uint16_t reg = compile_value(c, expr, -1);
  compile_emit_jump(c, when ? OP_JUMP_TRUE : OP_JUMP_FALSE, reg, 0, 0, label);
}

static void jump_call(Compiler *c, const IrExpr *expr, bool when, Label *label) {
  if (!compile_inlines(c, expr)) {
    jump_value(c, expr, when, label);
    return;
  }
  Binding *before = compile_enter(c, expr);
  compile_jump(c, c->model->fns[expr->index].body, when, label);
  compile_leave(c, before);
}

static void jump_is(Compiler *c, const IrExpr *expr, bool when, Label *label) {
  uint16_t slot = compile_value(c, expr->args[0], -1);
  compile_emit_jump(c, when ? OP_JUMP_IS : OP_JUMP_IS_NOT, slot, 0, compile_pool(c, expr->resource, expr->mask), label);
}

/* A set or seq that is made of given elements: no need to make it. */
static bool jump_in_literal(Compiler *c, const IrExpr *expr, bool when, Label *label) {
  const IrExpr *of = expr->args[1];
  if ((of->kind != IRX_SET && of->kind != IRX_SEQ) || of->arg_count > 8 || of->arg_count == 0 ||
      !compile_is_scalar(of->type->elem) || !compile_is_scalar(expr->args[0]->type)) {
    return false;
  }
  if (of->kind == IRX_SEQ && of->arg_count > (int)of->type->length) {
    return false;
  }
  for (int i = 0; i < of->arg_count; i++) {
    int32_t number;
    if (!compile_small_const(of->args[i], &number)) {
      return false;
    }
  }
  uint16_t x = compile_value(c, expr->args[0], -1);
  Label found = LABEL_NEW;
  for (int i = 0; i < of->arg_count; i++) {
    int32_t number = 0;
    compile_small_const(of->args[i], &number);
    compile_emit_jump(c, OP_JUMP_EQ_IMM, x, 0, number, when ? label : &found);
  }
  if (!when) {
    compile_emit_jump(c, OP_JUMP, 0, 0, 0, label);
    compile_place(c, &found);
  }
  return true;
}

static bool jump_scalar_sides(const IrExpr *expr) {
  return compile_is_scalar(expr->args[0]->type) && compile_is_scalar(expr->args[1]->type);
}

static void jump_other(Compiler *c, const IrExpr *expr, bool when, Label *label) {
  switch (expr->kind) {
  case IRX_EQ:
  case IRX_NE:
    if (jump_scalar_sides(expr)) {
      jump_compare(c, expr, when, label);
      return;
    }
    break;
  case IRX_IN_SET:
  case IRX_IN_SEQ:
    if (jump_in_literal(c, expr, when, label)) {
      return;
    }
    break;
  case IRX_QUANTIFIER:
    compile_quantifier_jump(c, expr, when, label); /* forall, exists: the others are no conditions */
    return;
  default:
    break;
  }
  jump_value(c, expr, when, label);
}

void compile_jump(Compiler *c, const IrExpr *expr, bool when, Label *label) {
  uint32_t top = c->top;
  c->span = expr->span;
  switch (expr->kind) {
  case IRX_CONST:
    if ((expr->cells[0] != 0) == when) {
      compile_emit_jump(c, OP_JUMP, 0, 0, 0, label);
    }
    break;
  case IRX_NOT:
    compile_jump(c, expr->args[0], !when, label);
    break;
  case IRX_AND:
    jump_both(c, expr->args[0], when, expr->args[1], when, when, label);
    break;
  case IRX_OR:
    jump_both(c, expr->args[0], when, expr->args[1], when, !when, label);
    break;
  case IRX_IMPLIES:
    jump_both(c, expr->args[0], !when, expr->args[1], when, !when, label);
    break;
  case IRX_LT:
  case IRX_LE:
  case IRX_GT:
  case IRX_GE:
    jump_compare(c, expr, when, label);
    break;
  case IRX_IF:
    jump_if(c, expr, when, label);
    break;
  case IRX_CALL:
    jump_call(c, expr, when, label);
    break;
  case IRX_IS:
    jump_is(c, expr, when, label);
    break;
  default:
    jump_other(c, expr, when, label);
  }
  c->top = top;
}
