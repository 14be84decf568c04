/* Composite values: options, sets, seqs, maps. Takes an expression, gives a register with the address of its cells,
 * which for everything that lies in the state, in constants or in a local is mere address arithmetic; what has to be
 * made is made in registers. Addresses stay valid, since neither the registers nor a state move while code runs, and
 * expressions change neither. */
#include "engine/compile_internal.h"

#include "engine/convert.h"

static uint16_t address_of_made(Compiler *c, const IrExpr *expr) {
  uint16_t cells = compile_alloc(c, expr->type->cells);
  compile_cells(c, expr, cells);
  uint16_t to = compile_alloc(c, 1);
  compile_emit(c, OP_PTR_REG, to, cells, 0, 0, 0);
  return to;
}

static uint16_t address_map_at(Compiler *c, const IrExpr *expr) {
  const IrType *map = expr->args[0]->type;
  uint16_t at = compile_address(c, expr->args[0]);
  uint16_t key = compile_value(c, expr->args[1], -1);
  c->span = expr->span;
  if (map->key->kind == IRT_RESOURCE) {
    compile_emit(c, OP_CHECK_SLOT, key, 0, 0, 0, compile_pool(c, map->key->decl, 0));
  }
  uint16_t to = compile_alloc(c, 1);
  compile_emit(c, OP_PTR_MAP, to, at, key, 0, compile_range(c, map->key->lo, map->key->hi, map->elem->cells));
  return to;
}

static uint16_t address_item(Compiler *c, const IrExpr *expr) {
  uint32_t cells = expr->args[0]->type->elem->cells;
  uint16_t at = compile_address(c, expr->args[0]);
  uint16_t index = expr->kind == IRX_SEQ_AT ? compile_value(c, expr->args[1], -1) : 0;
  uint16_t to = compile_alloc(c, 1);
  c->span = expr->span;
  if (expr->kind == IRX_SEQ_AT) {
    compile_emit(c, OP_PTR_SEQ, to, at, index, cells, 0);
  } else {
    compile_emit(c, OP_PTR_END, to, at, 0, cells, expr->kind == IRX_LAST);
  }
  return to;
}

static uint16_t address_local(Compiler *c, const IrExpr *expr) {
  Binding binding = c->bindings[expr->index];
  if (binding.pointer) {
    return binding.reg;
  }
  uint16_t to = compile_alloc(c, 1);
  compile_emit(c, OP_PTR_REG, to, binding.reg, 0, 0, 0);
  return to;
}

static uint16_t address_field(Compiler *c, const IrExpr *expr) {
  uint16_t slot = compile_value(c, expr->args[0], -1);
  uint16_t to = compile_alloc(c, 1);
  c->span = expr->span;
  compile_emit_field(c, OP_PTR_FIELD, to, slot, expr->resource,
                     c->model->resources[expr->resource].fields[expr->index].offset);
  return to;
}

static uint16_t address_convert(Compiler *c, const IrExpr *expr) {
  const IrExpr *from = expr->args[0];
  if (convert_is_free(from->type, expr->type) && !compile_is_scalar(from->type)) {
    return compile_address(c, from);
  }
  if (from->type->kind == IRT_OPTION && expr->type->kind != IRT_OPTION &&
      convert_is_free(from->type->elem, expr->type)) {
    uint16_t at = compile_address(c, from);
    uint16_t to = compile_alloc(c, 1);
    c->span = expr->span;
    compile_emit(c, OP_PTR_SOME, to, at, 0, 0, 0);
    return to;
  }
  return address_of_made(c, expr);
}

static uint16_t address_if(Compiler *c, const IrExpr *expr) {
  uint16_t to = compile_alloc(c, 1);
  Label otherwise = LABEL_NEW, end = LABEL_NEW;
  compile_jump(c, expr->args[0], false, &otherwise);
  compile_emit(c, OP_MOVE, to, compile_address(c, expr->args[1]), 0, 0, 0);
  compile_emit_jump(c, OP_JUMP, 0, 0, 0, &end);
  compile_place(c, &otherwise);
  compile_emit(c, OP_MOVE, to, compile_address(c, expr->args[2]), 0, 0, 0);
  compile_place(c, &end);
  return to;
}

static uint16_t address_call(Compiler *c, const IrExpr *expr) {
  if (compile_inlines(c, expr)) {
    Binding *before = compile_enter(c, expr);
    uint16_t at = compile_address(c, c->model->fns[expr->index].body);
    compile_leave(c, before);
    return at;
  }
  uint16_t result = compile_call(c, expr, -1);
  uint16_t to = compile_alloc(c, 1);
  compile_emit(c, OP_PTR_REG, to, result, 0, 0, 0);
  return to;
}

uint16_t compile_address(Compiler *c, const IrExpr *expr) {
  c->span = expr->span;
  switch (expr->kind) {
  case IRX_CONST: {
    uint16_t to = compile_alloc(c, 1);
    compile_emit(c, OP_PTR_CONST, to, 0, 0, compile_const(c, expr->cells, expr->type->cells), 0);
    return to;
  }
  case IRX_VAR: {
    uint16_t to = compile_alloc(c, 1);
    compile_emit(c, OP_PTR_STATE, to, 0, 0, c->model->vars[expr->index].cell, 0);
    return to;
  }
  case IRX_LOCAL:
    return address_local(c, expr);
  case IRX_FIELD:
    return address_field(c, expr);
  case IRX_MAP_AT:
    return address_map_at(c, expr);
  case IRX_SEQ_AT:
  case IRX_FIRST:
  case IRX_LAST:
    return address_item(c, expr);
  case IRX_CONVERT:
    return address_convert(c, expr);
  case IRX_IF:
    return address_if(c, expr);
  case IRX_CALL:
    return address_call(c, expr);
  case IRX_OLD: {
    compile_emit(c, OP_OLD_ENTER, 0, 0, 0, 0, 0);
    c->old_depth++;
    uint16_t at = compile_address(c, expr->args[0]);
    c->old_depth--;
    compile_emit(c, OP_OLD_LEAVE, 0, 0, 0, 0, 0);
    return at;
  }
  default:
    return address_of_made(c, expr);
  }
}

/* ---------------------------------------------------------------- made in registers */

uint16_t compile_element(Compiler *c, const IrExpr *element, const IrType *set, int32_t *ret_shape) {
  if (compile_is_scalar(element->type)) {
    *ret_shape = compile_range(c, set->elem->lo, set->elem->hi, set->cells);
    return compile_value(c, element, -1);
  }
  uint16_t at = compile_address(c, element);
  uint16_t rank = compile_alloc(c, 1);
  compile_emit(c, OP_RANK, rank, at, 0, 0, compile_shape(c, (Shape){.from = set->elem, .resource = -1}));
  *ret_shape = compile_range(c, 0, (int64_t)set->elem->count - 1, set->cells);
  return rank;
}

static void cells_set(Compiler *c, const IrExpr *expr, uint16_t to) {
  compile_emit(c, OP_ZERO, to, 0, 0, expr->type->cells, 0);
  for (int i = 0; i < expr->arg_count; i++) {
    int32_t shape;
    uint32_t top = c->top;
    uint16_t element = compile_element(c, expr->args[i], expr->type, &shape);
    compile_emit(c, OP_SET_PUT, to, element, 0, 0, shape);
    c->top = top;
  }
}

static void cells_seq(Compiler *c, const IrExpr *expr, uint16_t to) {
  uint32_t cells = expr->type->elem->cells;
  compile_emit(c, OP_ZERO, to, 0, 0, expr->type->cells, 0);
  for (int i = 0; i < expr->arg_count; i++) {
    uint32_t top = c->top;
    uint16_t item = compile_alloc(c, cells);
    compile_cells(c, expr->args[i], item);
    c->span = expr->span;
    compile_emit(c, OP_SEQ_PUT, to, item, 0, cells, expr->type->length);
    c->top = top;
  }
}

static void cells_join(Compiler *c, Opcode op, const IrExpr *expr, uint16_t to) {
  uint16_t p = compile_address(c, expr->args[0]);
  uint16_t q = compile_address(c, expr->args[1]);
  c->span = expr->span;
  if (op == OP_SEQ_CONCAT) {
    compile_emit(c, op, to, p, q, expr->type->elem->cells, expr->type->length);
  } else {
    compile_emit(c, op, to, p, q, expr->type->cells, 0);
  }
}

static void cells_convert(Compiler *c, const IrExpr *expr, uint16_t to) {
  const IrExpr *from = expr->args[0];
  const IrType *type = expr->type;
  if (compile_is_scalar(from->type)) {
    for (; type->kind == IRT_OPTION; type = type->elem) {
      compile_emit(c, OP_CONST, to, 0, 0, 1, 0);
      to++;
    }
    compile_value(c, from, to);
    c->span = expr->span;
    compile_check_range(c, to, from->type, type);
    return;
  }
  if (convert_is_free(from->type, type)) {
    compile_cells(c, from, to);
    return;
  }
  uint16_t at = compile_address(c, from);
  c->span = expr->span;
  compile_emit(c, OP_CONVERT, to, at, 0, type->cells,
               compile_shape(c, (Shape){.from = from->type, .to = type, .cells = type->cells, .resource = -1}));
}

static void cells_fill(Compiler *c, const IrExpr *expr, uint16_t to) {
  uint32_t cells = expr->args[0]->type->cells;
  uint16_t element = compile_alloc(c, cells);
  compile_cells(c, expr->args[0], element);
  compile_emit(c, OP_FILL, to, element, 0, cells, expr->type->cells);
}

static void cells_if(Compiler *c, const IrExpr *expr, uint16_t to) {
  Label otherwise = LABEL_NEW, end = LABEL_NEW;
  compile_jump(c, expr->args[0], false, &otherwise);
  compile_cells(c, expr->args[1], to);
  compile_emit_jump(c, OP_JUMP, 0, 0, 0, &end);
  compile_place(c, &otherwise);
  compile_cells(c, expr->args[2], to);
  compile_place(c, &end);
}

void compile_cells(Compiler *c, const IrExpr *expr, uint16_t to) {
  uint32_t top = c->top;
  c->span = expr->span;
  if (compile_is_scalar(expr->type)) {
    compile_value(c, expr, to);
    c->top = top;
    return;
  }
  switch (expr->kind) {
  case IRX_SET:
    cells_set(c, expr, to);
    break;
  case IRX_SEQ:
    cells_seq(c, expr, to);
    break;
  case IRX_UNION:
    cells_join(c, OP_SET_UNION, expr, to);
    break;
  case IRX_DIFFERENCE:
    cells_join(c, OP_SET_DIFFERENCE, expr, to);
    break;
  case IRX_INTERSECT:
    cells_join(c, OP_SET_INTERSECT, expr, to);
    break;
  case IRX_CONCAT:
    cells_join(c, OP_SEQ_CONCAT, expr, to);
    break;
  case IRX_CONVERT:
    cells_convert(c, expr, to);
    break;
  case IRX_FILL:
    cells_fill(c, expr, to);
    break;
  case IRX_IF:
    cells_if(c, expr, to);
    break;
  case IRX_QUANTIFIER:
    compile_quantifier(c, expr, to);
    break;
  default:
    compile_emit(c, OP_COPY, to, compile_address(c, expr), 0, expr->type->cells, 0);
  }
  c->top = top;
}
