/* Actions and inits: for each action the guards that can be judged early, one piece that chooses its outcomes, and an
 * effect with its `ensure`s for each outcome. A `when` is judged as soon as the parameters that it needs have values,
 * but only while no `when` before it can err: what is reported must not depend on the order in which the machine finds
 * it convenient to ask. */
#include "engine/compile_internal.h"
#include "engine/machine.h"

/* Parameters in their states exist; only where nothing has been executed yet. */
static void mark_sure(Compiler *c, const IrFrame *frame, const IrParam *params) {
  for (int i = 0; i < frame->param_count; i++) {
    const IrType *type = frame->locals[i].type;
    c->bindings[i].sure = params != NULL && type->kind == IRT_RESOURCE && (params[i].mask & 1) == 0;
    if (type->has_slots && !(type->kind == IRT_RESOURCE && params != NULL && (params[i].mask & 1) == 0)) {
      c->program->absent_values = true;
    }
  }
}

static Code *condition(Program *program, const IrFrame *frame, const IrParam *params, const IrExpr *const *exprs,
                       int count, Span span) {
  Compiler c;
  Label no = LABEL_NEW;
  compile_begin(&c, program, frame, span);
  if (params != NULL) {
    mark_sure(&c, frame, params);
  }
  for (int i = 0; i < count; i++) {
    compile_jump(&c, exprs[i], false, &no);
  }
  compile_emit(&c, OP_TRUE, 0, 0, 0, 0, 0);
  compile_place(&c, &no);
  compile_emit(&c, OP_FALSE, 0, 0, 0, 0, 0);
  return compile_finish(&c, 0);
}

Code *compile_condition(Program *program, const IrFrame *frame, const IrExpr *const *exprs, int count, Span span) {
  return condition(program, frame, NULL, exprs, count, span);
}

static void compile_effect(Program *program, const IrFrame *frame, const IrBlock *block, Span span, Effect *ret) {
  Compiler c;
  *ret = (Effect){.span = span, .first_pool = -1};
  compile_begin(&c, program, frame, span);
  compile_block(&c, block);
  ret->stores_refs = c.stores_refs;
  ret->stores_maps = c.stores_maps;
  bool empty = c.insns->len == 0;
  c.span = span;
  compile_emit(&c, OP_END, 0, 0, 0, 0, 0);
  Code *code = compile_finish(&c, 0);
  if (empty) {
    code_free(code);
  } else {
    ret->code = code;
    ret->first_pool = code->insns[0].op == OP_NEW_FIND ? code->shapes[code->insns[0].e].resource : -1;
  }
}

static void compile_ensures(Program *program, const IrAction *action, const IrOutcome *outcome, Effect *effect) {
  effect->ensure_count = outcome->ensure_count;
  effect->ensures = g_new0(Code *, outcome->ensure_count + 1);
  for (int i = 0; i < outcome->ensure_count; i++) {
    const IrExpr *ensure = outcome->ensures[i];
    effect->ensures[i] = condition(program, &action->frame, NULL, &ensure, 1, ensure->span);
  }
}

static bool has_may_after(const IrAction *action, int outcome) {
  for (int i = outcome + 1; i < action->outcome_count; i++) {
    if (action->outcomes[i].kind == IRO_MAY) {
      return true;
    }
  }
  return false;
}

/* Must a plain outcome ask whether one before it was chosen? Else choosing one ends the choice. */
static bool has_marked_before(const IrAction *action, int outcome) {
  for (int i = 0; i < outcome; i++) {
    if (action->outcomes[i].kind == IRO_PLAIN && has_may_after(action, i)) {
      return true;
    }
  }
  return false;
}

/* Plain outcomes are tried until one is chosen; `may` outcomes always. */
static void select_outcome(Compiler *c, const IrAction *action, int index, uint16_t chosen, Label *end) {
  const IrOutcome *outcome = &action->outcomes[index];
  Label next = LABEL_NEW;
  if (outcome->kind == IRO_PLAIN && has_marked_before(action, index)) {
    compile_emit_jump(c, OP_JUMP_TRUE, chosen, 0, 0, &next);
  }
  for (int i = 0; i < outcome->when_count; i++) {
    compile_jump(c, outcome->whens[i], false, &next);
  }
  c->span = outcome->span;
  compile_emit(c, OP_CHOOSE, 0, 0, 0, index, 0);
  if (outcome->kind == IRO_PLAIN && has_may_after(action, index)) {
    compile_emit(c, OP_CONST, chosen, 0, 0, 1, 0);
  } else if (outcome->kind == IRO_PLAIN) {
    compile_emit_jump(c, OP_JUMP, 0, 0, 0, end);
  }
  compile_place(c, &next);
}

static Code *compile_select(Program *program, const IrAction *action, int first_when, uint32_t *ret_outcome_at) {
  Compiler c;
  Label no = LABEL_NEW, end = LABEL_NEW;
  compile_begin(&c, program, &action->frame, action->span);
  mark_sure(&c, &action->frame, action->params);
  uint16_t chosen = compile_alloc(&c, 1);
  for (int i = first_when; i < action->when_count; i++) {
    compile_jump(&c, action->whens[i], false, &no);
  }
  if (has_marked_before(action, action->outcome_count)) {
    compile_emit(&c, OP_CONST, chosen, 0, 0, 0, 0);
  }
  for (int i = 0; i < action->outcome_count; i++) {
    ret_outcome_at[i] = c.insns->len;
    if (action->outcomes[i].kind != IRO_REFUSED) {
      select_outcome(&c, action, i, chosen, &end);
    }
  }
  compile_place(&c, &end);
  compile_emit(&c, OP_TRUE, 0, 0, 0, 0, 0);
  compile_place(&c, &no);
  compile_emit(&c, OP_FALSE, 0, 0, 0, 0, 0);
  return compile_finish(&c, 0);
}

/* The `when`s before the first that may err, each at the level of the last parameter that it needs. Returns how many.
 */
static int compile_guards(Program *program, const IrAction *action, Code **guards) {
  int sure = 0;
  while (sure < action->when_count &&
         !compile_may_err(program->model, action->whens[sure], action->frame.param_count, action->params)) {
    sure++;
  }
  const IrExpr **here = g_new(const IrExpr *, sure + 1);
  for (int level = 0; level <= action->frame.param_count; level++) {
    int count = 0;
    for (int i = 0; i < sure; i++) {
      if (compile_last_param(action->whens[i], action->frame.param_count) + 1 == level) {
        here[count++] = action->whens[i];
      }
    }
    if (count > 0) {
      guards[level] = condition(program, &action->frame, action->params, here, count, action->span);
    }
  }
  g_free(here);
  return sure;
}

static Param *params_new(const IrModel *model, const IrFrame *frame, const IrParam *params) {
  Param *result = g_new0(Param, frame->param_count + 1);
  uint32_t *offsets = g_new(uint32_t, frame->local_count + 1);
  frame_offsets(frame, offsets);
  for (int i = 0; i < frame->param_count; i++) {
    const IrType *type = frame->locals[i].type;
    result[i] = (Param){.type = type, .offset = offsets[i]};
    if (type->kind == IRT_RESOURCE) {
      const IrResource *pool = &model->resources[type->decl];
      result[i].mask = params != NULL ? params[i].mask : ~UINT64_C(1);
      result[i].base = pool->cell;
      result[i].stride = pool->stride;
      result[i].slots = pool->slots;
    }
  }
  g_free(offsets);
  return result;
}

static void note_steps(const IrModel *model, const IrAction *action, ActionCode *ret) {
  int number = (int)(action - model->actions);
  ret->steps = g_new0(int, model->contract_count + 1);
  for (int i = 0; i < model->contract_count; i++) {
    const IrContract *contract = &model->contracts[i];
    if (contract->kind == IRC_STEP_INVARIANT && (contract->on == NULL || contract->on[number])) {
      ret->steps[ret->step_count++] = i;
    }
  }
}

/* One plain outcome without conditions comes first, and nothing else can. */
static bool is_certain(const IrAction *action) {
  if (action->outcome_count == 0 || action->outcomes[0].kind != IRO_PLAIN || action->outcomes[0].when_count > 0) {
    return false;
  }
  return !has_may_after(action, 0);
}

void compile_action(Program *program, const IrAction *action, ActionCode *ret) {
  const IrModel *model = program->model;
  *ret = (ActionCode){.ir = action,
                      .number = (int32_t)(action - model->actions),
                      .param_count = action->frame.param_count,
                      .refused = -1};
  ret->params = params_new(model, &action->frame, action->params);
  for (int i = 0; i < ret->param_count; i++) {
    ret->argument_cells += ret->params[i].type->cells;
  }
  ret->guards = g_new0(Code *, action->frame.param_count + 1);
  ret->outcome_at = g_new0(uint32_t, action->outcome_count + 1);
  int early = compile_guards(program, action, ret->guards);
  ret->select = compile_select(program, action, early, ret->outcome_at);
  ret->certain = early == action->when_count && is_certain(action);
  ret->outcomes = g_new0(Effect, action->outcome_count + 1);
  for (int i = 0; i < action->outcome_count; i++) {
    const IrOutcome *outcome = &action->outcomes[i];
    if (outcome->kind == IRO_REFUSED) {
      ret->refused = i;
    }
    compile_effect(program, &action->frame, &outcome->effect, outcome->span, &ret->outcomes[i]);
    compile_ensures(program, action, outcome, &ret->outcomes[i]);
  }
  note_steps(model, action, ret);
}

void compile_init(Program *program, const IrInit *init, InitCode *ret) {
  *ret = (InitCode){.ir = init, .param_count = init->frame.param_count};
  ret->params = params_new(program->model, &init->frame, NULL);
  if (init->when_count > 0) {
    ret->when = condition(program, &init->frame, NULL, init->whens, init->when_count, init->span);
  }
  compile_effect(program, &init->frame, &init->effect, init->span, &ret->effect);
}
