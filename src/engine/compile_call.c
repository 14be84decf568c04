/* Calls of functions. A light one is put in place: its parameters become other names for the registers and addresses of
 * the arguments. Any other gets a window of registers above the caller's, arguments first; its value is left where the
 * window begins. Weights are those after putting in place, so that functions nested n deep cannot grow to 2^n. */
#include "engine/compile_internal.h"
#include "engine/machine.h"

bool compile_inlines(const Compiler *c, const IrExpr *call) {
  return c->program->weight[call->index] <= COMPILE_INLINE_WEIGHT;
}

Binding *compile_enter(Compiler *c, const IrExpr *call) {
  const IrFrame *frame = &c->model->fns[call->index].frame;
  Binding *inner = g_new0(Binding, frame->local_count + 1);
  for (int i = 0; i < frame->local_count; i++) {
    inner[i].type = frame->locals[i].type;
    if (i >= frame->param_count) {
      inner[i].reg = compile_alloc(c, frame->locals[i].type->cells);
      continue;
    }
    const IrExpr *arg = call->args[i];
    if (compile_is_scalar(frame->locals[i].type)) {
      inner[i].reg = compile_value(c, arg, -1);
      inner[i].sure = arg->kind == IRX_LOCAL && c->bindings[arg->index].sure;
    } else {
      inner[i].pointer = true;
      inner[i].reg = compile_address(c, arg);
    }
  }
  Binding *before = c->bindings;
  c->bindings = inner;
  return before;
}

void compile_leave(Compiler *c, Binding *before) {
  g_free(c->bindings);
  c->bindings = before;
}

static uint16_t call_window(Compiler *c, const IrExpr *expr) {
  const IrFrame *frame = &c->model->fns[expr->index].frame;
  uint32_t *offsets = g_new(uint32_t, frame->local_count + 1);
  frame_offsets(frame, offsets);
  uint32_t cells = expr->type->cells;
  for (int i = 0; i < frame->param_count; i++) {
    cells = MAX(cells, offsets[i] + frame->locals[i].type->cells);
  }
  uint16_t window = compile_alloc(c, cells);
  for (int i = 0; i < frame->param_count && !c->too_large; i++) {
    compile_cells(c, expr->args[i], (uint16_t)(window + offsets[i]));
  }
  g_free(offsets);
  c->span = expr->span;
  compile_emit(c, OP_CALL, window, 0, 0, expr->index, 0);
  return window;
}

uint16_t compile_call(Compiler *c, const IrExpr *expr, int want) {
  uint16_t reg;
  if (compile_is_scalar(expr->type) && compile_inlines(c, expr)) {
    Binding *before = compile_enter(c, expr);
    reg = compile_value(c, c->model->fns[expr->index].body, -1);
    compile_leave(c, before);
  } else {
    reg = call_window(c, expr);
  }
  if (want >= 0 && reg != want) {
    compile_emit(c, OP_MOVE, (uint32_t)want, reg, 0, 0, 0);
    return (uint16_t)want;
  }
  return reg;
}

void compile_callee(Program *program, int callee) {
  const IrModel *model = program->model;
  Compiler c;
  if (callee < model->fn_count) {
    const IrFn *fn = &model->fns[callee];
    compile_begin(&c, program, &fn->frame, fn->span);
    uint32_t cells = fn->type->cells;
    uint16_t to = compile_alloc(&c, cells);
    compile_cells(&c, fn->body, to);
    compile_emit(&c, OP_RETURN, to, 0, 0, cells, 0);
    program->callees[callee] = compile_finish(&c, cells);
  } else {
    const IrProc *proc = &model->procs[callee - model->fn_count];
    compile_begin(&c, program, &proc->frame, proc->span);
    compile_block(&c, &proc->body);
    compile_emit(&c, OP_END, 0, 0, 0, 0, 0);
    program->callees[callee] = compile_finish(&c, 0);
  }
}
