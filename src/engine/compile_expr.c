/* Scalars: expressions whose value is one cell, into one register. Takes an expression, gives the register that holds
 * its value: a local's own where there is one, so that nothing is copied in vain. Functions of little weight are put in
 * place of their call; others are called. */
#include "engine/compile_internal.h"

#include "engine/convert.h"

bool compile_is_scalar(const IrType *type) {
  return type->kind <= IRT_RESOURCE;
}

bool compile_small_const(const IrExpr *expr, int32_t *ret_value) {
  while (expr->kind == IRX_CONVERT && compile_is_scalar(expr->type) && compile_is_scalar(expr->args[0]->type) &&
         convert_is_free(expr->args[0]->type, expr->type)) {
    expr = expr->args[0];
  }
  if (expr->kind != IRX_CONST || !compile_is_scalar(expr->type) || expr->cells[0] < INT32_MIN ||
      expr->cells[0] > INT32_MAX) {
    return false;
  }
  *ret_value = (int32_t)expr->cells[0];
  return true;
}

static uint16_t pick(Compiler *c, int want) {
  return want >= 0 ? (uint16_t)want : compile_alloc(c, 1);
}

static uint16_t settle(Compiler *c, uint16_t reg, int want) {
  if (want >= 0 && reg != want) {
    compile_emit(c, OP_MOVE, (uint32_t)want, reg, 0, 0, 0);
    return (uint16_t)want;
  }
  return reg;
}

static uint16_t value_const(Compiler *c, int64_t value, int want) {
  uint16_t to = pick(c, want);
  if (value >= INT32_MIN && value <= INT32_MAX) {
    compile_emit(c, OP_CONST, to, 0, 0, value, 0);
  } else {
    compile_emit(c, OP_CONST_WIDE, to, 0, 0, compile_const(c, &value, 1), 0);
  }
  return to;
}

static bool is_sure(const Compiler *c, const IrExpr *slot) {
  return slot->kind == IRX_LOCAL && c->old_depth == 0 && c->bindings[slot->index].sure &&
         !c->bindings[slot->index].pointer;
}

static uint16_t value_field(Compiler *c, const IrExpr *expr, int want) {
  uint32_t top = c->top;
  uint16_t slot = compile_value(c, expr->args[0], -1);
  c->top = top; /* what was read may be written over */
  uint16_t to = pick(c, want);
  uint32_t offset = c->model->resources[expr->resource].fields[expr->index].offset;
  c->span = expr->span;
  if (is_sure(c, expr->args[0])) {
    const IrResource *pool = &c->model->resources[expr->resource];
    compile_emit(c, OP_LOAD_FIELD_SURE, to, slot, 0, (int64_t)pool->cell + offset, pool->stride);
  } else {
    compile_emit_field(c, OP_LOAD_FIELD, to, slot, expr->resource, offset);
  }
  return to;
}

static uint16_t value_binary(Compiler *c, Opcode op, const IrExpr *expr, bool swapped, int want) {
  uint32_t top = c->top;
  uint16_t x = compile_value(c, expr->args[swapped ? 1 : 0], -1);
  uint16_t y = compile_value(c, expr->args[swapped ? 0 : 1], -1);
  c->top = top;
  uint16_t to = pick(c, want);
  c->span = expr->span;
  compile_emit(c, op, to, x, y, 0, 0);
  return to;
}

/* x + 1, 1 + x, x - 1: one instruction. */
static uint16_t value_sum(Compiler *c, const IrExpr *expr, int want) {
  int32_t number;
  bool minus = expr->kind == IRX_SUB;
  const IrExpr *other = NULL;
  if (compile_small_const(expr->args[1], &number) && !(minus && number == INT32_MIN)) {
    other = expr->args[0];
    number = minus ? -number : number;
  } else if (!minus && compile_small_const(expr->args[0], &number)) {
    other = expr->args[1];
  } else {
    return value_binary(c, minus ? OP_SUB : OP_ADD, expr, false, want);
  }
  uint32_t top = c->top;
  uint16_t x = compile_value(c, other, -1);
  c->top = top;
  uint16_t to = pick(c, want);
  c->span = expr->span;
  compile_emit(c, OP_ADD_IMM, to, x, 0, number, 0);
  return to;
}

/* A condition as 0 or 1, by way of jumps. */
static uint16_t value_condition(Compiler *c, const IrExpr *expr, int want) {
  uint16_t to = pick(c, want);
  Label no = LABEL_NEW, end = LABEL_NEW;
  compile_jump(c, expr, false, &no);
  compile_emit(c, OP_CONST, to, 0, 0, 1, 0);
  compile_emit_jump(c, OP_JUMP, 0, 0, 0, &end);
  compile_place(c, &no);
  compile_emit(c, OP_CONST, to, 0, 0, 0, 0);
  compile_place(c, &end);
  return to;
}

static uint16_t value_if(Compiler *c, const IrExpr *expr, int want) {
  uint16_t to = pick(c, want);
  Label otherwise = LABEL_NEW, end = LABEL_NEW;
  compile_jump(c, expr->args[0], false, &otherwise);
  compile_value(c, expr->args[1], to);
  compile_emit_jump(c, OP_JUMP, 0, 0, 0, &end);
  compile_place(c, &otherwise);
  compile_value(c, expr->args[2], to);
  compile_place(c, &end);
  return to;
}

void compile_check_range(Compiler *c, uint16_t reg, const IrType *from, const IrType *to) {
  if (to->kind != IRT_RANGE || convert_is_free(from, to)) {
    return;
  }
  if (to->lo >= INT32_MIN && to->hi <= INT32_MAX && to->lo <= INT32_MAX && to->hi >= INT32_MIN) {
    compile_emit(c, OP_CHECK, reg, 0, 0, to->lo, to->hi);
  } else {
    compile_emit(c, OP_CHECK_WIDE, reg, 0, 0, 0, compile_range(c, to->lo, to->hi, 1));
  }
}

static uint16_t value_convert(Compiler *c, const IrExpr *expr, int want) {
  const IrExpr *from = expr->args[0];
  const IrType *type = from->type;
  uint16_t reg;
  if (compile_is_scalar(type)) {
    reg = compile_value(c, from, want);
    c->span = expr->span;
  } else {
    uint16_t at = compile_address(c, from);
    c->span = expr->span;
    for (; type->kind == IRT_OPTION; type = type->elem) {
      uint16_t next = compile_alloc(c, 1);
      compile_emit(c, OP_PTR_SOME, next, at, 0, 0, 0);
      at = next;
    }
    reg = pick(c, want);
    compile_emit(c, OP_LOAD, reg, at, 0, 0, 0);
  }
  compile_check_range(c, reg, type, expr->type);
  return reg;
}

static uint16_t value_in_set(Compiler *c, const IrExpr *expr, int want) {
  int32_t shape;
  uint16_t element = compile_element(c, expr->args[0], expr->args[1]->type, &shape);
  uint16_t set = compile_address(c, expr->args[1]);
  uint16_t to = pick(c, want);
  c->span = expr->span;
  compile_emit(c, OP_SET_HAS, to, set, element, 0, shape);
  return to;
}

static uint16_t value_in_seq(Compiler *c, const IrExpr *expr, int want) {
  uint32_t cells = expr->args[1]->type->elem->cells;
  uint16_t item;
  if (compile_is_scalar(expr->args[0]->type)) {
    item = compile_value(c, expr->args[0], -1);
  } else {
    item = compile_alloc(c, cells);
    compile_cells(c, expr->args[0], item);
  }
  uint16_t seq = compile_address(c, expr->args[1]);
  uint16_t to = pick(c, want);
  c->span = expr->span;
  compile_emit(c, OP_SEQ_HAS, to, seq, item, cells, 0);
  return to;
}

/* An option against `none`, or against a scalar: no copy of either. */
static bool value_equal_option(Compiler *c, const IrExpr *option, const IrExpr *other, uint16_t to) {
  const IrType *type = option->type;
  if (type->kind != IRT_OPTION) {
    return false;
  }
  if (other->kind == IRX_CONST && other->cells[0] == 0) {
    uint16_t at = compile_address(c, option);
    compile_emit(c, OP_LOAD, to, at, 0, 0, 0);
    compile_emit(c, OP_EQ_IMM, to, to, 0, 0, 0);
    return true;
  }
  if (other->kind == IRX_CONVERT && compile_is_scalar(other->args[0]->type) && compile_is_scalar(type->elem)) {
    uint16_t at = compile_address(c, option);
    uint16_t scalar = compile_value(c, other->args[0], -1);
    c->span = other->span;
    compile_check_range(c, scalar, other->args[0]->type, type->elem);
    compile_emit(c, OP_EQ_SOME, to, at, scalar, 0, 0);
    return true;
  }
  return false;
}

static uint16_t value_equal(Compiler *c, const IrExpr *expr, int want) {
  const IrExpr *x = expr->args[0], *y = expr->args[1];
  if (compile_is_scalar(x->type) && compile_is_scalar(y->type)) {
    return value_binary(c, expr->kind == IRX_NE ? OP_NE : OP_EQ, expr, false, want);
  }
  uint16_t to = pick(c, want);
  if (!value_equal_option(c, x, y, to) && !value_equal_option(c, y, x, to)) {
    uint16_t p = compile_address(c, x);
    uint16_t q = compile_address(c, y);
    compile_emit(c, OP_EQ_CELLS, to, p, q, x->type->cells, 0);
  }
  if (expr->kind == IRX_NE) {
    compile_emit(c, OP_NOT, to, to, 0, 0, 0);
  }
  return to;
}

static uint16_t value_subset(Compiler *c, const IrExpr *expr, int want) {
  uint16_t p = compile_address(c, expr->args[0]);
  uint16_t q = compile_address(c, expr->args[1]);
  uint16_t to = pick(c, want);
  uint32_t words = expr->args[0]->type->cells;
  compile_emit(c, OP_SET_SUBSET, to, p, q, words, 0);
  if (expr->kind == IRX_PROPER_SUBSET) {
    Label end = LABEL_NEW;
    compile_emit_jump(c, OP_JUMP_FALSE, to, 0, 0, &end);
    compile_emit(c, OP_EQ_CELLS, to, p, q, words, 0);
    compile_emit(c, OP_NOT, to, to, 0, 0, 0);
    compile_place(c, &end);
  }
  return to;
}

static uint16_t value_loaded(Compiler *c, const IrExpr *from, int64_t cell, int want) {
  uint16_t at = compile_address(c, from);
  uint16_t to = pick(c, want);
  compile_emit(c, OP_LOAD, to, at, 0, cell, 0);
  return to;
}

static uint16_t value_is(Compiler *c, const IrExpr *expr, int want) {
  uint16_t slot = compile_value(c, expr->args[0], -1);
  uint16_t to = pick(c, want);
  compile_emit(c, OP_IS, to, slot, 0, 0, compile_pool(c, expr->resource, expr->mask));
  return to;
}

static uint16_t value_old(Compiler *c, const IrExpr *expr, int want) {
  compile_emit(c, OP_OLD_ENTER, 0, 0, 0, 0, 0);
  c->old_depth++;
  uint16_t reg = compile_value(c, expr->args[0], want);
  c->old_depth--;
  compile_emit(c, OP_OLD_LEAVE, 0, 0, 0, 0, 0);
  return reg;
}

static uint16_t value_quantifier(Compiler *c, const IrExpr *expr, int want) {
  if (expr->quantifier == IRQ_FORALL || expr->quantifier == IRQ_EXISTS) {
    return value_condition(c, expr, want);
  }
  uint16_t to = compile_alloc(c, 1); /* it is written before its parts have been read */
  compile_quantifier(c, expr, to);
  return settle(c, to, want);
}

static uint16_t value_unary(Compiler *c, const IrExpr *expr, int want) {
  switch (expr->kind) {
  case IRX_NOT:
  case IRX_NEG: {
    uint16_t reg = compile_value(c, expr->args[0], -1);
    uint16_t to = pick(c, want);
    c->span = expr->span;
    compile_emit(c, expr->kind == IRX_NOT ? OP_NOT : OP_NEG, to, reg, 0, 0, 0);
    return to;
  }
  case IRX_SET_SIZE: {
    uint16_t at = compile_address(c, expr->args[0]);
    uint16_t to = pick(c, want);
    compile_emit(c, OP_SET_SIZE, to, at, 0, expr->args[0]->type->cells, 0);
    return to;
  }
  case IRX_SEQ_SIZE:
  case IRX_IS_SOME:
    return value_loaded(c, expr->args[0], 0, want);
  default:
    /* Tokens, secrets, responses: never in code of the engine, which has no system at hand. */
    compile_emit(c, OP_FAULT, 0, 0, 0, FAULT_NONE, 0);
    return value_const(c, 0, want);
  }
}

static uint16_t value_operator(Compiler *c, const IrExpr *expr, int want) {
  switch (expr->kind) {
  case IRX_ADD:
  case IRX_SUB:
    return value_sum(c, expr, want);
  case IRX_MUL:
    return value_binary(c, OP_MUL, expr, false, want);
  case IRX_DIV:
    return value_binary(c, OP_DIV, expr, false, want);
  case IRX_MOD:
    return value_binary(c, OP_MOD, expr, false, want);
  case IRX_MIN2:
    return value_binary(c, OP_MIN, expr, false, want);
  case IRX_MAX2:
    return value_binary(c, OP_MAX, expr, false, want);
  case IRX_LT:
  case IRX_GT:
    return value_binary(c, OP_LT, expr, expr->kind == IRX_GT, want);
  case IRX_LE:
  case IRX_GE:
    return value_binary(c, OP_LE, expr, expr->kind == IRX_GE, want);
  case IRX_IFF:
    return value_binary(c, OP_EQ, expr, false, want);
  default:
    return value_unary(c, expr, want);
  }
}

uint16_t compile_value(Compiler *c, const IrExpr *expr, int want) {
  c->span = expr->span;
  switch (expr->kind) {
  case IRX_CONST:
    return value_const(c, expr->cells[0], want);
  case IRX_LOCAL:
    return settle(c, c->bindings[expr->index].reg, want);
  case IRX_VAR: {
    uint16_t to = pick(c, want);
    compile_emit(c, OP_LOAD_STATE, to, 0, 0, c->model->vars[expr->index].cell, 0);
    return to;
  }
  case IRX_FIELD:
    return value_field(c, expr, want);
  case IRX_IS:
    return value_is(c, expr, want);
  case IRX_EQ:
  case IRX_NE:
    return value_equal(c, expr, want);
  case IRX_AND:
  case IRX_OR:
  case IRX_IMPLIES:
    return value_condition(c, expr, want);
  case IRX_IF:
    return value_if(c, expr, want);
  case IRX_CONVERT:
    return value_convert(c, expr, want);
  case IRX_MAP_AT:
  case IRX_SEQ_AT:
  case IRX_FIRST:
  case IRX_LAST:
    return value_loaded(c, expr, 0, want);
  case IRX_SUBSET:
  case IRX_PROPER_SUBSET:
    return value_subset(c, expr, want);
  case IRX_IN_SET:
    return value_in_set(c, expr, want);
  case IRX_IN_SEQ:
    return value_in_seq(c, expr, want);
  case IRX_CALL:
    return compile_call(c, expr, want);
  case IRX_QUANTIFIER:
    return value_quantifier(c, expr, want);
  case IRX_OLD:
    return value_old(c, expr, want);
  default:
    return value_operator(c, expr, want);
  }
}
