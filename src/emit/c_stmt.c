/* Statements of effects as C: each writes the state that is being made, `s`. A `for` finds its rounds in a copy of the
 * state, since they are fixed before the first of them changes anything. */
#include "emit/c_code.h"

/* ---------------------------------------------------------------- places */

static const char *place_base(CWriter *w, const IrPlace *place, const IrType **ret_type) {
  if (place->var >= 0) {
    *ret_type = w->model->vars[place->var].type;
    return c_text(w, "&s[VAR_%s]", w->model->vars[place->var].name);
  }
  const IrResource *pool = &w->model->resources[place->resource];
  *ret_type = pool->fields[place->field].type;
  return c_text(w, "seq_place_field(m, %s, %s, FIELD_%s_%s)", c_pool(w, place->resource), c_value(w, place->slot).text,
                pool->name, pool->fields[place->field].name);
}

static const char *place_step(CWriter *w, const IrPlaceStep *step, const char *at, const IrType *outer) {
  const char *index = step->expr ? c_value(w, step->expr).text : "";
  switch (step->kind) {
  case IRP_MAP_KEY:
    if (outer->key->kind == IRT_RESOURCE)
      index = c_text(w, "seq_there(m, %s, %s, %s)", c_pool(w, outer->key->decl), w->state, index);
    return c_text(w, "seq_place_entry(m, %s, %s, %s, %s, %u)", at, index, c_number(w, outer->key->lo),
                  c_number(w, outer->key->hi), outer->elem->cells);
  case IRP_SEQ_INDEX:
    return c_text(w, "seq_place_item(m, %s, %s, %u)", at, index, outer->elem->cells);
  case IRP_UNWRAP:
    break;
  }
  return c_text(w, "seq_place_some(m, %s)", at);
}

static const char *place_address(CWriter *w, const IrPlace *place) {
  const IrType *type;
  const char *at = place_base(w, place, &type);
  for (int i = 0; i < place->step_count; i++) {
    at = place_step(w, &place->steps[i], at, type);
    type = type->elem;
  }
  return at;
}

/* ---------------------------------------------------------------- statements */

static void stmt_assign(CWriter *w, const IrStmt *stmt) {
  const IrType *type = stmt->place->type;
  if (c_is_scalar(type)) {
    const char *value = c_value(w, stmt->expr).text;
    c_line(w, "%s = %s;", c_first(w, place_address(w, stmt->place)).text, value);
    return;
  }
  const char *from = c_address(w, stmt->expr);
  c_line(w, "ops_copy(%s, %s, %u);", place_address(w, stmt->place), from, type->cells);
}

static void stmt_move(CWriter *w, const IrStmt *stmt) {
  const IrResource *pool = &w->model->resources[stmt->resource];
  c_line(w, "seq_move(m, %s, %s, STATE_%s_%s);", c_pool(w, stmt->resource), c_value(w, stmt->expr).text, pool->name,
         pool->states[stmt->state].name);
}

static void stmt_new(CWriter *w, const IrStmt *stmt) {
  const IrResource *pool = &w->model->resources[stmt->resource];
  const char *at = c_pool(w, stmt->resource);
  const char *slot = stmt->local >= 0 ? w->locals[stmt->local] : c_temporary(w);
  c_line(w, "const int64_t %s = seq_find(m, %s);", slot, at);
  for (int i = 0; i < pool->field_count; i++) {
    const IrField *field = &pool->fields[i];
    const IrExpr *expr = stmt->fields[i];
    if (c_is_scalar(field->type))
      c_line(w, "*seq_place_new(m, %s, %s, FIELD_%s_%s) = %s;", at, slot, pool->name, field->name,
             c_value(w, expr).text);
    else
      c_line(w, "ops_copy(seq_place_new(m, %s, %s, FIELD_%s_%s), %s, %u);", at, slot, pool->name, field->name,
             c_address(w, expr), field->type->cells);
  }
  c_line(w, "seq_take(m, %s, %s, STATE_%s_%s);", at, slot, pool->name, pool->states[stmt->state].name);
}

static void stmt_let(CWriter *w, const IrStmt *stmt) {
  const IrType *type = stmt->expr->type;
  const char *local = w->locals[stmt->local];
  bool scalar = c_is_scalar(type);
  if (scalar) {
    c_line(w, "const int64_t %s = %s;", local, c_value(w, stmt->expr).text);
  } else {
    c_line(w, "int64_t %s[%u] = {0};", local, MAX(type->cells, 1));
    c_make(w, stmt->expr, local);
  }
  if (scalar && !w->used[stmt->local])
    c_line(w, "(void)%s;", local);
}

static void stmt_if(CWriter *w, const IrStmt *stmt) {
  c_open(w, "if (%s)", c_value(w, stmt->expr).text);
  c_block(w, &stmt->body);
  if (stmt->else_body.count > 0) {
    w->indent--;
    c_open(w, "} else");
    c_block(w, &stmt->else_body);
  }
  c_close(w);
}

static void stmt_for(CWriter *w, const IrStmt *stmt) {
  const char *state = w->state;
  int indent = w->indent;
  c_open(w, "%s", "");
  if (stmt->binder->kind != IRB_VALUES || stmt->expr) {
    const char *before = c_temporary(w);
    c_line(w, "int64_t %s[%u];", before, w->model->state_cells);
    c_line(w, "ops_copy(%s, %s, %u);", before, state, w->model->state_cells);
    c_line(w, "(void)%s;", before);
    w->state = before;
  }
  c_loop(w, stmt->binder, NULL);
  if (stmt->expr) {
    c_line(w, "if (!%s)", c_at_least(w, c_value(w, stmt->expr), C_UNARY));
    c_line(w, "  continue;");
  }
  w->state = state;
  c_block(w, &stmt->body);
  while (w->indent > indent)
    c_close(w);
}

static void stmt_set(CWriter *w, const IrStmt *stmt) {
  CElement element = c_element(w, stmt->expr, stmt->place->type);
  const char *at = place_address(w, stmt->place);
  if (stmt->kind == IRS_ADD)
    c_line(w, "seq_set_add(m, %s, %s, %s, %s);", at, element.value, element.lo, element.hi);
  else
    c_line(w, "seq_set_remove(%s, %s, %s, %s);", at, element.value, element.lo, element.hi);
}

static void stmt_seq(CWriter *w, const IrStmt *stmt) {
  static const char *const functions[] = {[IRS_APPEND] = "seq_append",
                                          [IRS_PREPEND] = "seq_prepend",
                                          [IRS_REMOVE_SEQ] = "seq_remove",
                                          [IRS_DROP_FIRST] = "seq_drop_first",
                                          [IRS_DROP_LAST] = "seq_drop_last"};
  const IrType *type = stmt->place->type;
  const char *item = "";
  if (stmt->expr && c_is_scalar(type->elem))
    item = c_text(w, ", (const int64_t[]){%s}", c_value(w, stmt->expr).text);
  else if (stmt->expr)
    item = c_text(w, ", %s", c_address(w, stmt->expr));
  const char *at = place_address(w, stmt->place);
  const char *most = stmt->kind == IRS_APPEND || stmt->kind == IRS_PREPEND ? c_text(w, ", %u", type->length) : "";
  c_line(w, "%s(m, %s%s, %u%s);", functions[stmt->kind], at, item, type->elem->cells, most);
}

/* Arguments are copied: the body may change what they were read from. */
static void stmt_call(CWriter *w, const IrStmt *stmt) {
  const IrProc *proc = &w->model->procs[stmt->proc];
  GString *text = g_string_new(NULL);
  g_string_printf(text, "proc_%s(m", proc->name);
  for (int i = 0; i < stmt->arg_count; i++) {
    const IrExpr *arg = stmt->args[i];
    const char *value;
    if (c_is_scalar(arg->type)) {
      value = c_value(w, arg).text;
    } else {
      const char *at = c_address(w, arg);
      value = c_temporary(w);
      c_line(w, "int64_t %s[%u];", value, MAX(arg->type->cells, 1));
      c_line(w, "ops_copy(%s, %s, %u);", value, at, arg->type->cells);
    }
    g_string_append_printf(text, ", %s", value);
  }
  c_line(w, "%s);", text->str);
  g_string_free(text, TRUE);
}

static void put_stmt(CWriter *w, const IrStmt *stmt) {
  switch (stmt->kind) {
  case IRS_ASSIGN:
    stmt_assign(w, stmt);
    break;
  case IRS_MOVE:
    stmt_move(w, stmt);
    break;
  case IRS_NEW:
    stmt_new(w, stmt);
    break;
  case IRS_LET:
    stmt_let(w, stmt);
    break;
  case IRS_IF:
    stmt_if(w, stmt);
    break;
  case IRS_FOR:
    stmt_for(w, stmt);
    break;
  case IRS_ADD:
  case IRS_REMOVE_SET:
    stmt_set(w, stmt);
    break;
  case IRS_APPEND:
  case IRS_PREPEND:
  case IRS_REMOVE_SEQ:
  case IRS_DROP_FIRST:
  case IRS_DROP_LAST:
    stmt_seq(w, stmt);
    break;
  case IRS_CALL:
    stmt_call(w, stmt);
    break;
  case IRS_RENEW:
  case IRS_REQUEST:
  case IRS_RESPOND:
    break;
  }
}

void c_block(CWriter *w, const IrBlock *block) {
  for (int i = 0; i < block->count; i++)
    put_stmt(w, block->stmts[i]);
}
