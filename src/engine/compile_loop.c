/* Binders and quantifiers. Takes binders and what is asked about their values; gives loops that test at the bottom, one
 * instruction a round. The range of a binder is found when its loop is entered; `where` stands within all of them. */
#include "engine/compile_internal.h"

static void open_slots(Compiler *c, const IrBinder *binder, Loop *loop) {
  loop->shape = compile_pool(c, binder->resource, binder->mask);
  c->bindings[binder->local].sure = !binder->either && (binder->mask & 1) == 0;
  if ((binder->mask & 1) != 0) {
    c->program->absent_values = true;
  }
  compile_emit_jump(c, binder->either ? OP_SLOT_FIRST_EITHER : OP_SLOT_FIRST, loop->local, 0, loop->shape, &loop->end);
}

static void open_values(Compiler *c, const IrType *type, Loop *loop) {
  c->program->absent_values |= type->has_slots;
  if (type->count == 0) {
    compile_emit_jump(c, OP_JUMP, 0, 0, 0, &loop->end);
  }
  bool scalar = compile_is_scalar(type);
  int64_t lo = scalar ? type->lo : 0;
  loop->index = scalar ? loop->local : compile_alloc(c, 1);
  loop->shape = scalar ? compile_range(c, type->lo, type->hi, 1) : compile_range(c, 0, (int64_t)(type->count - 1), 1);
  if (lo >= INT32_MIN && lo <= INT32_MAX) {
    compile_emit(c, OP_CONST, loop->index, 0, 0, lo, 0);
  } else {
    compile_emit(c, OP_CONST_WIDE, loop->index, 0, 0, compile_const(c, &lo, 1), 0);
  }
}

static void open_set(Compiler *c, const IrBinder *binder, Loop *loop) {
  const IrType *set = binder->in->type;
  bool direct = compile_is_scalar(set->elem) && set->elem->lo == 0;
  loop->pointer = compile_address(c, binder->in);
  loop->index = direct ? loop->local : compile_alloc(c, 1);
  loop->shape = compile_shape(c, (Shape){.cells = set->cells, .resource = -1});
  compile_emit_jump(c, OP_SET_FIRST, loop->index, loop->pointer, loop->shape, &loop->end);
}

static void open_seq(Compiler *c, const IrBinder *binder, Loop *loop) {
  loop->pointer = compile_address(c, binder->in);
  loop->index = compile_alloc(c, 1);
  loop->length = compile_alloc(c, 1);
  compile_emit(c, OP_LOAD, loop->length, loop->pointer, 0, 0, 0);
  compile_emit_jump(c, OP_JUMP_LE_IMM, loop->length, 0, 0, &loop->end);
  compile_emit(c, OP_CONST, loop->index, 0, 0, 0, 0);
}

/* What gives the local its value at the head of each round. */
static void open_round(Compiler *c, const IrBinder *binder, const IrType *type, const Loop *loop) {
  if (binder->kind == IRB_SEQ) {
    compile_emit(c, OP_SEQ_ITEM, loop->local, loop->pointer, loop->index, binder->in->type->elem->cells, 0);
  } else if (binder->kind != IRB_SLOTS && loop->index != loop->local) {
    const IrType *of = binder->kind == IRB_SET ? binder->in->type->elem : type;
    compile_emit(c, OP_FROM_RANK, loop->local, loop->index, 0, 0,
                 compile_shape(c, (Shape){.from = of, .resource = -1}));
  }
}

/* The type of the values that a binder runs over; for VALUES it is the local's, which is not known here but through
 * `type`. */
void compile_loop_open(Compiler *c, const IrBinder *binder, Loop *loop) {
  const IrType *type = c->bindings[binder->local].type;
  *loop = (Loop){.binder = binder, .next = LABEL_NEW, .end = LABEL_NEW};
  loop->local = c->bindings[binder->local].reg;
  c->bindings[binder->local].sure = false;
  c->span = binder->span;
  switch (binder->kind) {
  case IRB_SLOTS:
    open_slots(c, binder, loop);
    break;
  case IRB_VALUES:
    open_values(c, type, loop);
    break;
  case IRB_SET:
    open_set(c, binder, loop);
    break;
  case IRB_SEQ:
    open_seq(c, binder, loop);
    break;
  }
  loop->body = (int32_t)c->insns->len;
  open_round(c, binder, type, loop);
}

void compile_loop_close(Compiler *c, Loop *loop) {
  Label body = {loop->body, -1};
  compile_place(c, &loop->next);
  c->span = loop->binder->span;
  switch (loop->binder->kind) {
  case IRB_SLOTS:
    compile_emit_jump(c, loop->binder->either ? OP_SLOT_NEXT_EITHER : OP_SLOT_NEXT, loop->local, 0, loop->shape, &body);
    break;
  case IRB_VALUES:
    compile_emit_jump(c, OP_RANGE_NEXT, loop->index, 0, loop->shape, &body);
    break;
  case IRB_SET:
    compile_emit_jump(c, OP_SET_NEXT, loop->index, loop->pointer, loop->shape, &body);
    break;
  case IRB_SEQ:
    compile_emit_jump(c, OP_INDEX_NEXT, loop->index, loop->length, 0, &body);
    break;
  }
  compile_place(c, &loop->end);
}

static Loop *open_all(Compiler *c, const IrExpr *expr) {
  Loop *loops = g_new(Loop, expr->binder_count + 1);
  for (int i = 0; i < expr->binder_count; i++) {
    compile_loop_open(c, &expr->binders[i], &loops[i]);
  }
  if (expr->where != NULL) {
    compile_jump(c, expr->where, false, &loops[expr->binder_count - 1].next);
  }
  return loops;
}

static void close_all(Compiler *c, const IrExpr *expr, Loop *loops) {
  for (int i = expr->binder_count; i-- > 0;) {
    compile_loop_close(c, &loops[i]);
  }
  g_free(loops);
}

/* forall is "no counterexample": found is reached where the body is `wanted`. */
void compile_quantifier_jump(Compiler *c, const IrExpr *expr, bool when, Label *label) {
  bool wanted = expr->quantifier == IRQ_EXISTS;
  bool direct = wanted == when; /* to be found leads to the label */
  Label found = LABEL_NEW;
  Label *target = direct ? label : &found;
  Loop *loops = open_all(c, expr);
  if (expr->body != NULL) {
    compile_jump(c, expr->body, wanted, target);
  } else if (wanted) {
    compile_emit_jump(c, OP_JUMP, 0, 0, 0, target);
  }
  close_all(c, expr, loops);
  if (!direct) {
    compile_emit_jump(c, OP_JUMP, 0, 0, 0, label);
    compile_place(c, &found);
  }
}

/* ---------------------------------------------------------------- the others, by what happens in each round */

static void round_best(Compiler *c, const IrExpr *expr, uint16_t to, uint16_t seen) {
  Label first = LABEL_NEW, end = LABEL_NEW;
  uint16_t value = compile_value(c, expr->body, -1);
  compile_emit_jump(c, OP_JUMP_FALSE, seen, 0, 0, &first);
  compile_emit(c, expr->quantifier == IRQ_MIN ? OP_MIN : OP_MAX, to, to, value, 0, 0);
  compile_emit_jump(c, OP_JUMP, 0, 0, 0, &end);
  compile_place(c, &first);
  compile_emit(c, OP_MOVE, to, value, 0, 0, 0);
  compile_emit(c, OP_CONST, seen, 0, 0, 1, 0);
  compile_place(c, &end);
}

static void copy_local(Compiler *c, int local, uint16_t to) {
  uint32_t cells = c->bindings[local].type->cells;
  uint16_t reg = c->bindings[local].reg;
  for (uint32_t i = 0; i < cells && cells <= 4; i++) {
    compile_emit(c, OP_MOVE, to + i, reg + i, 0, 0, 0);
  }
  if (cells > 4) {
    uint16_t at = compile_alloc(c, 1);
    compile_emit(c, OP_PTR_REG, at, reg, 0, 0, 0);
    compile_emit(c, OP_COPY, to, at, 0, cells, 0);
  }
}

static void round_the(Compiler *c, const IrExpr *expr, uint16_t to, uint16_t seen) {
  Label first = LABEL_NEW;
  compile_emit_jump(c, OP_JUMP_FALSE, seen, 0, 0, &first);
  c->span = expr->span;
  compile_emit(c, OP_FAULT, 0, 0, 0, FAULT_EMPTY, 0);
  compile_place(c, &first);
  if (expr->body != NULL) {
    compile_cells(c, expr->body, to);
  } else {
    copy_local(c, expr->binders[0].local, to);
  }
  compile_emit(c, OP_CONST, seen, 0, 0, 1, 0);
}

static void round_collect(Compiler *c, const IrExpr *expr, uint16_t to) {
  const IrType *elem = expr->type->elem;
  int local = expr->binders[0].local;
  uint16_t value = expr->body == NULL ? c->bindings[local].reg : compile_alloc(c, elem->cells);
  if (expr->body != NULL) {
    compile_cells(c, expr->body, value);
  }
  c->span = expr->span;
  if (expr->quantifier == IRQ_SEQ) {
    compile_emit(c, OP_SEQ_PUT, to, value, 0, elem->cells, expr->type->length);
  } else if (compile_is_scalar(elem)) {
    compile_emit(c, OP_SET_PUT, to, value, 0, 0, compile_range(c, elem->lo, elem->hi, expr->type->cells));
  } else {
    uint16_t rank = compile_alloc(c, 1);
    compile_emit(c, OP_PTR_REG, rank, value, 0, 0, 0);
    compile_emit(c, OP_RANK, rank, rank, 0, 0, compile_shape(c, (Shape){.from = elem, .resource = -1}));
    compile_emit(c, OP_SET_PUT, to, rank, 0, 0, compile_range(c, 0, (int64_t)elem->count - 1, expr->type->cells));
  }
}

static void round_sum(Compiler *c, const IrExpr *expr, uint16_t to) {
  uint16_t value = compile_value(c, expr->body, -1);
  c->span = expr->span;
  compile_emit(c, OP_ADD, to, to, value, 0, 0);
}

static void round_count(Compiler *c, const IrExpr *expr, uint16_t to, Loop *innermost) {
  if (expr->body != NULL) {
    compile_jump(c, expr->body, false, &innermost->next);
  }
  compile_emit(c, OP_ADD_IMM, to, to, 0, 1, 0);
}

void compile_quantifier(Compiler *c, const IrExpr *expr, uint16_t to) {
  uint32_t top = c->top;
  bool one = expr->quantifier == IRQ_MIN || expr->quantifier == IRQ_MAX || expr->quantifier == IRQ_THE;
  uint16_t seen = compile_alloc(c, 1);
  compile_emit(c, OP_CONST, seen, 0, 0, 0, 0);
  compile_emit(c, OP_ZERO, to, 0, 0, expr->type->cells, 0);
  Loop *loops = open_all(c, expr);
  switch (expr->quantifier) {
  case IRQ_COUNT:
    round_count(c, expr, to, &loops[expr->binder_count - 1]);
    break;
  case IRQ_SUM:
    round_sum(c, expr, to);
    break;
  case IRQ_MIN:
  case IRQ_MAX:
    round_best(c, expr, to, seen);
    break;
  case IRQ_THE:
    round_the(c, expr, to, seen);
    break;
  default:
    round_collect(c, expr, to);
  }
  close_all(c, expr, loops);
  if (one) {
    Label fine = LABEL_NEW;
    compile_emit_jump(c, OP_JUMP_TRUE, seen, 0, 0, &fine);
    c->span = expr->span;
    compile_emit(c, OP_FAULT, 0, 0, 0, FAULT_EMPTY, 0);
    compile_place(c, &fine);
  }
  c->top = top;
}
