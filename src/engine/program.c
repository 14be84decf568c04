/* Programs: compiles a model. Takes verified IR, gives code for each function, guard, effect, `ensure` and contract,
 * and the tables that a machine needs beside it. Callees are compiled first, those that are called before those that
 * call, so that each knows how many registers it needs. */
#include "engine/compile_internal.h"
#include "engine/machine.h"

#include "ir/layout.h"

static void program_callees(Program *program) {
  const IrModel *model = program->model;
  program->callee_count = model->fn_count + model->proc_count;
  program->callees = g_new0(Code *, program->callee_count + 1);
  program->weight = g_new0(uint32_t, program->callee_count + 1);
  int *order = g_new(int, program->callee_count + 1);
  compile_weigh(program, order);
  for (int i = 0; i < program->callee_count; i++) {
    compile_callee(program, order[i]);
  }
  for (int i = 0; i < model->fn_count; i++) {
    for (int p = 0; p < model->fns[i].frame.local_count; p++) {
      const IrType *type = model->fns[i].frame.locals[p].type;
      program->absent_values |= type->has_slots && type->kind != IRT_RESOURCE;
    }
  }
  g_free(order);
}

static void program_contracts(Program *program) {
  const IrModel *model = program->model;
  program->contracts = g_new0(Code *, model->contract_count + 1);
  for (int i = 0; i < model->contract_count; i++) {
    const IrContract *contract = &model->contracts[i];
    program->contracts[i] = compile_condition(program, &contract->frame, &contract->expr, 1, contract->span);
  }
}

static void add_ref(GArray *refs, const IrType *type, uint32_t cell, int owner, Span span) {
  if (type->has_slots) {
    RefPlace place = {type, cell, owner, span};
    g_array_append_val(refs, place);
  }
}

static void program_refs(Program *program) {
  const IrModel *model = program->model;
  GArray *refs = g_array_new(FALSE, FALSE, sizeof(RefPlace));
  for (int i = 0; i < model->var_count; i++) {
    add_ref(refs, model->vars[i].type, model->vars[i].cell, -1, model->vars[i].span);
  }
  for (int r = 0; r < model->resource_count; r++) {
    const IrResource *pool = &model->resources[r];
    for (uint32_t slot = 0; slot < pool->slots; slot++) {
      uint32_t cell = pool->cell + slot * pool->stride;
      for (int f = 0; f < pool->field_count; f++) {
        add_ref(refs, pool->fields[f].type, cell + pool->fields[f].offset, (int)cell, pool->fields[f].span);
      }
    }
  }
  for (int i = 0; i < model->entry_count; i++) {
    for (uint32_t cell = 0; cell < model->entries[i].cells; cell++) {
      program->unset_entries |= model->entries[i].initial[cell] == -1;
    }
  }
  program->ref_count = refs->len;
  program->refs = (RefPlace *)(void *)g_array_free(refs, FALSE);
}

static void program_states(Program *program) {
  const IrModel *model = program->model;
  program->blank = g_new0(int64_t, model->state_cells + 1);
  for (int i = 0; i < model->var_count; i++) {
    for (uint32_t cell = 0; cell < model->vars[i].type->cells; cell++) {
      program->blank[model->vars[i].cell + cell] = model->vars[i].initial[cell];
    }
  }
  program->run_of_cell = g_new0(uint32_t, model->state_cells + 2);
  for (uint32_t i = 0; i < model->layout->bits_count; i++) {
    program->run_of_cell[model->layout->bits[i].cell] = i;
    if (model->layout->bits[i].option) {
      program->run_of_cell[model->layout->bits[i].cell + 1] = i;
    }
  }
}

static void need_code(Program *program, const Code *code) {
  if (code != NULL) {
    program->need = MAX(program->need, code->need);
  }
}

static void need_effect(Program *program, const Effect *effect) {
  need_code(program, effect->code);
  for (int i = 0; i < effect->ensure_count; i++) {
    need_code(program, effect->ensures[i]);
  }
}

static void program_need(Program *program) {
  const IrModel *model = program->model;
  uint32_t arguments = 0;
  program->need = 1;
  for (int i = 0; i < model->action_count; i++) {
    const ActionCode *action = &program->actions[i];
    need_code(program, action->select);
    for (int level = 0; level <= action->param_count; level++) {
      need_code(program, action->guards[level]);
    }
    for (int o = 0; o < action->ir->outcome_count; o++) {
      need_effect(program, &action->outcomes[o]);
    }
    program->need = MAX(program->need, frame_cells(&action->ir->frame));
  }
  for (int i = 0; i < model->init_count; i++) {
    need_code(program, program->inits[i].when);
    need_effect(program, &program->inits[i].effect);
    program->need = MAX(program->need, frame_cells(&model->inits[i].frame));
  }
  for (int i = 0; i < model->contract_count; i++) {
    need_code(program, program->contracts[i]);
  }
  for (int i = 0; i < model->action_count; i++) {
    arguments = MAX(arguments, program->actions[i].argument_cells);
  }
  program->need += arguments; /* below a step invariant's registers */
}

Program *program_new(const IrModel *model) {
  Program *program = g_new0(Program, 1);
  program->model = model;
  program_callees(program);
  program->actions = g_new0(ActionCode, model->action_count + 1);
  for (int i = 0; i < model->action_count; i++) {
    compile_action(program, &model->actions[i], &program->actions[i]);
  }
  program->inits = g_new0(InitCode, model->init_count + 1);
  for (int i = 0; i < model->init_count; i++) {
    compile_init(program, &model->inits[i], &program->inits[i]);
  }
  program_contracts(program);
  program_refs(program);
  program_states(program);
  program_need(program);
  return program;
}

static void effect_clear(Effect *effect) {
  code_free(effect->code);
  for (int i = 0; i < effect->ensure_count; i++) {
    code_free(effect->ensures[i]);
  }
  g_free(effect->ensures);
}

static void action_clear(ActionCode *action) {
  for (int i = 0; i <= action->param_count; i++) {
    code_free(action->guards[i]);
  }
  for (int i = 0; i < action->ir->outcome_count; i++) {
    effect_clear(&action->outcomes[i]);
  }
  code_free(action->select);
  g_free(action->guards);
  g_free(action->params);
  g_free(action->outcome_at);
  g_free(action->outcomes);
  g_free(action->steps);
}

void program_free(Program *program) {
  if (program == NULL) {
    return;
  }
  for (int i = 0; i < program->model->action_count; i++) {
    action_clear(&program->actions[i]);
  }
  for (int i = 0; i < program->model->init_count; i++) {
    code_free(program->inits[i].when);
    effect_clear(&program->inits[i].effect);
    g_free(program->inits[i].params);
  }
  for (int i = 0; i < program->model->contract_count; i++) {
    code_free(program->contracts[i]);
  }
  for (int i = 0; i < program->callee_count; i++) {
    code_free(program->callees[i]);
  }
  g_free(program->actions);
  g_free(program->inits);
  g_free(program->contracts);
  g_free(program->callees);
  g_free(program->weight);
  g_free(program->refs);
  g_free(program->blank);
  g_free(program->run_of_cell);
  g_free(program);
}

const IrModel *program_model(const Program *program) {
  return program->model;
}

bool program_too_large(const Program *program, Span *ret_span) {
  *ret_span = program->too_large;
  return program->too_large.end != 0;
}

/* ---------------------------------------------------------------- single expressions */

struct CodeExpr {
  Code *code;
  const IrFrame *frame;
};

CodeExpr *code_expr_new(const Program *program, const IrFrame *frame, const IrExpr *expr) {
  Program shadow = *program; /* what the compiler notes about the program as a whole is of no use here */
  Compiler c;
  CodeExpr *result = g_new0(CodeExpr, 1);
  compile_begin(&c, &shadow, frame, expr->span);
  uint16_t to = compile_alloc(&c, expr->type->cells);
  compile_cells(&c, expr, to);
  compile_emit(&c, OP_RETURN, to, 0, 0, expr->type->cells, 0);
  result->code = compile_finish(&c, expr->type->cells);
  result->frame = frame;
  return result;
}

void code_expr_free(CodeExpr *code) {
  if (code != NULL) {
    code_free(code->code);
    g_free(code);
  }
}

const Code *program_expr_code(const CodeExpr *expr, uint32_t *ret_locals) {
  *ret_locals = expr->frame != NULL ? frame_cells(expr->frame) : 0;
  return expr->code;
}
