/* What all of the compiler stands on: registers, instructions, labels, tables. Takes pieces of code as they come, gives
 * a verified Code. Method: registers are a stack, since expressions nest; a jump to a label that is not placed yet
 * joins the label's chain, which runs through the d of the jumps themselves, so that labels need no memory of their
 * own. */
#include "base/limits.h"
#include "engine/code_verify.h"
#include "engine/compile_internal.h"
#include "engine/machine.h"

void compile_begin(Compiler *c, Program *program, const IrFrame *frame, Span span) {
  *c = (Compiler){.program = program, .model = program->model, .span = span};
  c->insns = g_array_new(FALSE, FALSE, sizeof(Insn));
  c->spans = g_array_new(FALSE, FALSE, sizeof(Span));
  c->consts = g_array_new(FALSE, FALSE, sizeof(int64_t));
  c->shapes = g_array_new(FALSE, FALSE, sizeof(Shape));
  c->bindings = frame != NULL ? compile_bind_frame(c, frame) : NULL;
}

/* Registers for every local of a frame, one after another as frame_offsets has them. */
Binding *compile_bind_frame(Compiler *c, const IrFrame *frame) {
  Binding *bindings = g_new0(Binding, frame->local_count + 1);
  uint32_t cells = frame_cells(frame);
  uint32_t *offsets = g_new(uint32_t, frame->local_count + 1);
  frame_offsets(frame, offsets);
  uint16_t first = compile_alloc(c, cells);
  c->most = MAX(c->most, c->top + 1); /* the last local may have no cells */
  for (int i = 0; i < frame->local_count; i++) {
    bindings[i].type = frame->locals[i].type;
    bindings[i].reg = c->too_large ? 0 : (uint16_t)(first + offsets[i]);
  }
  g_free(offsets);
  return bindings;
}

/* Code that passes a limit is replaced by one that errs; the program says so (program_too_large). */
static void compile_give_up(Compiler *c) {
  g_array_set_size(c->insns, 0);
  g_array_set_size(c->spans, 0);
  c->most = 1;
  c->span = c->too_large_span;
  compile_emit(c, OP_FAULT, 0, 0, 0, FAULT_RANGE, 0);
  if (c->program->too_large.end == 0) {
    c->program->too_large = c->too_large_span;
  }
}

static uint32_t compile_need(const Program *program, const Code *code) {
  uint32_t need = code->registers;
  for (uint32_t i = 0; i < code->count; i++) {
    if (code->insns[i].op == OP_CALL) {
      need = MAX(need, code->insns[i].a + program->callees[code->insns[i].d]->need);
    }
  }
  return need;
}

/* ---------------------------------------------------------------- jumps that lead to jumps */

#define FURTHEST_JUMPS 16

static int32_t final_target(const Insn *insns, int32_t target) {
  for (int hops = 0; hops < FURTHEST_JUMPS && insns[target].op == OP_JUMP; hops++) {
    target = insns[target].d;
  }
  return target;
}

/* Nothing is taken out or moved: what is compiled later knows instructions by their places. */
static void compile_shorten(Compiler *c) {
  Insn *insns = (Insn *)(void *)c->insns->data;
  for (guint i = 0; i < c->insns->len; i++) {
    Insn *insn = &insns[i];
    const char *operands = code_op_operands(insn->op);
    if (operands[3] == 'j') {
      insn->d = final_target(insns, insn->d);
    } else if (operands[4] == 'j') {
      insn->e = final_target(insns, insn->e);
    }
    int to = insn->op == OP_JUMP ? insns[insn->d].op : OP_COUNT_;
    if (to == OP_TRUE || to == OP_FALSE || to == OP_END) {
      *insn = (Insn){.op = (uint16_t)to};
    }
  }
  for (guint i = 0; i + 1 < c->insns->len; i++) {
    if (insns[i].op == OP_CHOOSE && insns[i + 1].op == OP_TRUE) {
      insns[i].op = OP_CHOOSE_LAST;
    }
  }
}

Code *compile_finish(Compiler *c, uint32_t result) {
  if (c->too_large) {
    compile_give_up(c);
  }
  compile_shorten(c);
  Code *code = g_new0(Code, 1);
  code->count = c->insns->len;
  code->const_count = c->consts->len;
  code->shape_count = c->shapes->len;
  code->insns = (Insn *)(void *)g_array_free(c->insns, FALSE);
  code->spans = (Span *)(void *)g_array_free(c->spans, FALSE);
  code->consts = (int64_t *)(void *)g_array_free(c->consts, FALSE);
  code->shapes = (Shape *)(void *)g_array_free(c->shapes, FALSE);
  code->registers = MAX(MAX(c->most, result), 1);
  code->result = result;
  code->need = compile_need(c->program, code);
  g_free(c->bindings);
  code_verify(c->program, code);
  return code;
}

/* What has no cells gets a register's number too, which its instructions may name: one that exists. */
uint16_t compile_alloc(Compiler *c, uint32_t cells) {
  if (cells > LIMIT_FRAME_CELLS || c->top + cells > LIMIT_FRAME_CELLS) {
    if (!c->too_large) {
      c->too_large_span = c->span;
    }
    c->too_large = true;
    return 0;
  }
  uint16_t reg = (uint16_t)c->top;
  c->top += cells;
  c->most = MAX(c->most, MAX(c->top, reg + 1U));
  return reg;
}

uint32_t compile_emit(Compiler *c, Opcode op, uint32_t a, uint32_t b, uint32_t x, int64_t d, int64_t e) {
  Insn insn = {
      .op = (uint16_t)op, .a = (uint16_t)a, .b = (uint16_t)b, .c = (uint16_t)x, .d = (int32_t)d, .e = (int32_t)e};
  g_assert(a <= UINT16_MAX && b <= UINT16_MAX && x <= UINT16_MAX && insn.d == d && insn.e == e);
  g_array_append_val(c->insns, insn);
  g_array_append_val(c->spans, c->span);
  return c->insns->len - 1;
}

void compile_emit_field(Compiler *c, Opcode op, uint32_t a, uint32_t b, int resource, uint32_t offset) {
  const IrResource *pool = &c->model->resources[resource];
  compile_emit(c, op, a, b, offset, pool->cell, pool->stride);
}

void compile_emit_jump(Compiler *c, Opcode op, uint32_t a, uint32_t b, int64_t e, Label *label) {
  uint32_t at = compile_emit(c, op, a, b, 0, label->place, e);
  if (label->place < 0) {
    g_array_index(c->insns, Insn, at).d = label->chain;
    label->chain = (int32_t)at;
  }
}

void compile_place(Compiler *c, Label *label) {
  label->place = (int32_t)c->insns->len;
  while (label->chain >= 0) {
    Insn *insn = &g_array_index(c->insns, Insn, label->chain);
    label->chain = insn->d;
    insn->d = label->place;
  }
}

int32_t compile_const(Compiler *c, const int64_t *cells, uint32_t count) {
  int32_t at = (int32_t)c->consts->len;
  g_array_append_vals(c->consts, cells, count);
  return at;
}

int32_t compile_shape(Compiler *c, Shape shape) {
  guint from = c->shapes->len > 16 ? c->shapes->len - 16 : 0; /* near ones are often the same */
  for (guint i = from; i < c->shapes->len; i++) {
    const Shape *old = &g_array_index(c->shapes, Shape, i);
    if (old->lo == shape.lo && old->hi == shape.hi && old->mask == shape.mask && old->base == shape.base &&
        old->stride == shape.stride && old->slots == shape.slots && old->cells == shape.cells &&
        old->resource == shape.resource && old->from == shape.from && old->to == shape.to) {
      return (int32_t)i;
    }
  }
  g_array_append_val(c->shapes, shape);
  return (int32_t)c->shapes->len - 1;
}

int32_t compile_pool(Compiler *c, int resource, uint64_t mask) {
  const IrResource *pool = &c->model->resources[resource];
  return compile_shape(c, (Shape){.base = pool->cell,
                                  .stride = pool->stride,
                                  .slots = pool->slots,
                                  .mask = mask,
                                  .lo = 0,
                                  .hi = (int64_t)pool->slots - 1,
                                  .resource = resource});
}

int32_t compile_range(Compiler *c, int64_t lo, int64_t hi, uint32_t cells) {
  return compile_shape(c, (Shape){.lo = lo, .hi = hi, .cells = cells, .resource = -1});
}
