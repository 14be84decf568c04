/* Statements: assignments, moves, `new`, loops, calls of procs. Takes a block, gives code that writes the next state;
 * requests, responses and renewals of tokens change no state and give nothing. A `for` first lays its range on the
 * machine's stack of items, since its rounds may change what the range was found from. */
#include "engine/compile_internal.h"
#include "engine/machine.h"

static bool holds_slot_map(const IrType *type) {
  for (; type != NULL; type = type->elem) {
    if (type->kind == IRT_MAP && type->key->kind == IRT_RESOURCE) {
      return true;
    }
  }
  return false;
}

static void note_store(Compiler *c, const IrType *type) {
  c->stores_refs |= type->has_slots;
  c->stores_maps |= holds_slot_map(type);
}

/* ---------------------------------------------------------------- places */

static uint16_t place_base(Compiler *c, const IrPlace *place, const IrType **ret_type) {
  uint16_t to = compile_alloc(c, 1);
  if (place->var >= 0) {
    const IrVar *var = &c->model->vars[place->var];
    *ret_type = var->type;
    compile_emit(c, OP_PTR_STATE, to, 0, 0, var->cell, 0);
  } else {
    const IrField *field = &c->model->resources[place->resource].fields[place->field];
    *ret_type = field->type;
    uint16_t slot = compile_value(c, place->slot, -1);
    c->span = place->span;
    compile_emit_field(c, OP_PTR_FIELD, to, slot, place->resource, field->offset);
  }
  return to;
}

static uint16_t place_step(Compiler *c, const IrPlaceStep *step, uint16_t at, const IrType **type) {
  uint16_t to = compile_alloc(c, 1);
  uint16_t index = step->expr != NULL ? compile_value(c, step->expr, -1) : 0;
  const IrType *outer = *type;
  c->span = step->span;
  *type = outer->elem;
  switch (step->kind) {
  case IRP_MAP_KEY:
    if (outer->key->kind == IRT_RESOURCE) {
      compile_emit(c, OP_CHECK_SLOT, index, 0, 0, 0, compile_pool(c, outer->key->decl, 0));
    }
    compile_emit(c, OP_PTR_MAP, to, at, index, 0, compile_range(c, outer->key->lo, outer->key->hi, outer->elem->cells));
    break;
  case IRP_SEQ_INDEX:
    compile_emit(c, OP_PTR_SEQ, to, at, index, outer->elem->cells, 0);
    break;
  case IRP_UNWRAP:
    compile_emit(c, OP_PTR_SOME, to, at, 0, 0, 0);
    break;
  }
  return to;
}

static uint16_t place_address(Compiler *c, const IrPlace *place) {
  const IrType *type;
  uint16_t at = place_base(c, place, &type);
  for (int i = 0; i < place->step_count; i++) {
    at = place_step(c, &place->steps[i], at, &type);
  }
  return at;
}

/* ---------------------------------------------------------------- statements */

static void stmt_assign(Compiler *c, const IrStmt *stmt) {
  const IrPlace *place = stmt->place;
  note_store(c, place->type);
  if (!compile_is_scalar(place->type)) {
    uint16_t from = compile_address(c, stmt->expr);
    uint16_t to = place_address(c, place);
    compile_emit(c, OP_COPY_OUT, to, from, 0, place->type->cells, 0);
    return;
  }
  uint16_t value = compile_value(c, stmt->expr, -1);
  if (place->step_count > 0) {
    uint16_t to = place_address(c, place);
    compile_emit(c, OP_STORE, to, value, 0, 0, 0);
  } else if (place->var >= 0) {
    compile_emit(c, OP_STORE_STATE, value, 0, 0, c->model->vars[place->var].cell, 0);
  } else {
    uint16_t slot = compile_value(c, place->slot, -1);
    uint32_t offset = c->model->resources[place->resource].fields[place->field].offset;
    c->span = place->span;
    compile_emit_field(c, OP_STORE_FIELD, value, slot, place->resource, offset);
  }
}

static void stmt_move(Compiler *c, const IrStmt *stmt) {
  uint16_t slot = compile_value(c, stmt->expr, -1);
  c->span = stmt->span;
  compile_emit(c, OP_MOVE_SLOT, slot, 0, (uint32_t)stmt->state, 0, compile_pool(c, stmt->resource, 0));
}

static void stmt_new(Compiler *c, const IrStmt *stmt) {
  const IrResource *pool = &c->model->resources[stmt->resource];
  int32_t shape = compile_pool(c, stmt->resource, 0);
  uint16_t slot = compile_alloc(c, 1);
  compile_emit(c, OP_NEW_FIND, slot, 0, 0, 0, shape);
  for (int i = 0; i < pool->field_count; i++) {
    const IrField *field = &pool->fields[i];
    uint32_t top = c->top;
    note_store(c, field->type);
    if (compile_is_scalar(field->type)) {
      uint16_t value = compile_value(c, stmt->fields[i], -1);
      compile_emit_field(c, OP_STORE_NEW, value, slot, stmt->resource, field->offset);
    } else {
      uint16_t from = compile_address(c, stmt->fields[i]);
      compile_emit(c, OP_STORE_NEW_CELLS, from, slot, field->offset, field->type->cells, shape);
    }
    c->top = top;
  }
  c->span = stmt->span;
  compile_emit(c, OP_NEW_TAKE, slot, 0, (uint32_t)stmt->state, 0, shape);
  if (stmt->local >= 0) {
    compile_emit(c, OP_MOVE, c->bindings[stmt->local].reg, slot, 0, 0, 0);
  }
}

static void stmt_if(Compiler *c, const IrStmt *stmt) {
  Label otherwise = LABEL_NEW, end = LABEL_NEW;
  compile_jump(c, stmt->expr, false, &otherwise);
  compile_block(c, &stmt->body);
  if (stmt->else_body.count > 0) {
    compile_emit_jump(c, OP_JUMP, 0, 0, 0, &end);
  }
  compile_place(c, &otherwise);
  compile_block(c, &stmt->else_body);
  compile_place(c, &end);
}

static void stmt_for(Compiler *c, const IrStmt *stmt) {
  int local = stmt->binder->local;
  uint16_t reg = c->bindings[local].reg;
  uint32_t cells = c->bindings[local].type->cells;
  uint16_t begin = compile_alloc(c, 1), at = compile_alloc(c, 1), end = compile_alloc(c, 1);
  Loop loop;
  compile_emit(c, OP_STACK_TOP, begin, 0, 0, 0, 0);
  compile_loop_open(c, stmt->binder, &loop);
  if (stmt->expr != NULL) {
    compile_jump(c, stmt->expr, false, &loop.next);
  }
  compile_emit(c, OP_STACK_PUSH, reg, 0, 0, cells, 0);
  compile_loop_close(c, &loop);
  c->bindings[local].sure = false; /* a round before may have freed it */
  c->span = stmt->span;
  compile_emit(c, OP_STACK_TOP, end, 0, 0, 0, 0);
  compile_emit(c, OP_MOVE, at, begin, 0, 0, 0);
  uint32_t next = compile_emit(c, OP_STACK_NEXT, reg, at, end, cells, 0);
  compile_block(c, &stmt->body);
  Label again = {(int32_t)next, -1};
  compile_emit_jump(c, OP_JUMP_BACK, 0, 0, 0, &again);
  g_array_index(c->insns, Insn, next).e = (int32_t)c->insns->len;
  compile_emit(c, OP_STACK_CUT, begin, 0, 0, 0, 0);
}

static void stmt_set(Compiler *c, const IrStmt *stmt) {
  int32_t shape;
  note_store(c, stmt->place->type);
  uint16_t element = compile_element(c, stmt->expr, stmt->place->type, &shape);
  uint16_t at = place_address(c, stmt->place);
  c->span = stmt->span;
  compile_emit(c, stmt->kind == IRS_ADD ? OP_SET_ADD : OP_SET_DROP, at, element, 0, 0, shape);
}

static void stmt_seq(Compiler *c, const IrStmt *stmt, Opcode op) {
  const IrType *type = stmt->place->type;
  uint16_t item = 0;
  note_store(c, type);
  if (stmt->expr != NULL) {
    item = compile_alloc(c, type->elem->cells);
    compile_cells(c, stmt->expr, item);
  }
  uint16_t at = place_address(c, stmt->place);
  c->span = stmt->span;
  compile_emit(c, op, at, item, 0, type->elem->cells, type->length);
}

/* Arguments are copied: the body may change what they were read from. */
static void stmt_call(Compiler *c, const IrStmt *stmt) {
  const IrFrame *frame = &c->model->procs[stmt->proc].frame;
  uint32_t *offsets = g_new(uint32_t, frame->local_count + 1);
  frame_offsets(frame, offsets);
  uint16_t window = compile_alloc(c, frame_cells(frame));
  for (int i = 0; i < frame->param_count && !c->too_large; i++) {
    compile_cells(c, stmt->args[i], (uint16_t)(window + offsets[i]));
  }
  g_free(offsets);
  c->span = stmt->span;
  c->stores_refs = c->stores_maps = true;
  compile_emit(c, OP_CALL, window, 0, 0, c->model->fn_count + stmt->proc, 0);
}

static void compile_stmt(Compiler *c, const IrStmt *stmt) {
  c->span = stmt->span;
  switch (stmt->kind) {
  case IRS_ASSIGN:
    stmt_assign(c, stmt);
    break;
  case IRS_MOVE:
    stmt_move(c, stmt);
    break;
  case IRS_NEW:
    stmt_new(c, stmt);
    break;
  case IRS_LET:
    compile_cells(c, stmt->expr, c->bindings[stmt->local].reg);
    break;
  case IRS_IF:
    stmt_if(c, stmt);
    break;
  case IRS_FOR:
    stmt_for(c, stmt);
    break;
  case IRS_ADD:
  case IRS_REMOVE_SET:
    stmt_set(c, stmt);
    break;
  case IRS_APPEND:
    stmt_seq(c, stmt, OP_SEQ_APPEND);
    break;
  case IRS_PREPEND:
    stmt_seq(c, stmt, OP_SEQ_PREPEND);
    break;
  case IRS_REMOVE_SEQ:
    stmt_seq(c, stmt, OP_SEQ_REMOVE);
    break;
  case IRS_DROP_FIRST:
    stmt_seq(c, stmt, OP_SEQ_DROP_FIRST);
    break;
  case IRS_DROP_LAST:
    stmt_seq(c, stmt, OP_SEQ_DROP_LAST);
    break;
  case IRS_CALL:
    stmt_call(c, stmt);
    break;
  case IRS_RENEW:
  case IRS_REQUEST:
  case IRS_RESPOND:
    break;
  }
}

void compile_block(Compiler *c, const IrBlock *block) {
  for (int i = 0; i < block->count; i++) {
    uint32_t top = c->top;
    compile_stmt(c, block->stmts[i]);
    c->top = top;
  }
}
