/* Statements and the places that they write to. Takes checked statements, gives IrStmts with every operand converted.
 * A place is a var or a field of a slot and steps from there; in `u.parts[n].f` everything before the last field is an
 * expression for the slot. */
#include "ir/lower_internal.h"

IrStmt *lower_stmt_new(Lower *lower, IrStmtKind kind, Span span) {
  IrStmt *stmt = ARENA_NEW(lower->arena, IrStmt);
  stmt->kind = kind;
  stmt->span = span;
  stmt->local = stmt->resource = stmt->state = stmt->proc = -1;
  return stmt;
}

/* ---------------------------------------------------------------- places */

static bool is_number(const IrType *type) {
  return type->kind == IRT_INT || type->kind == IRT_RANGE;
}

static void add_step(GArray *steps, IrPlaceStepKind kind, const IrExpr *expr, Span span) {
  IrPlaceStep step = {kind, expr, span};
  g_array_append_val(steps, step);
}

static void unwrap_place(IrPlace *place, GArray *steps, Span span) {
  while (place->type->kind == IRT_OPTION) {
    add_step(steps, IRP_UNWRAP, NULL, span);
    place->type = place->type->elem;
  }
}

/* NAME | MEMBER | INDEX, as deep as the user wrote it. */
static void walk_place(Lower *lower, const Expr *target, IrPlace *place, GArray *steps) {
  if (target->kind == EXPR_NAME) {
    place->var = lower_number(lower, target->ref.decl);
    place->type = lower_type(lower, ((const VarDecl *)target->ref.decl)->type);
  } else if (target->kind == EXPR_MEMBER) {
    const FieldDecl *field = target->ref.decl;
    place->slot = lower_unwrap(lower, lower_expr(lower, target->operand));
    place->resource = place->slot->type->decl;
    place->field = field->index;
    place->type = lower_type(lower, field->type);
  } else {
    g_assert(target->kind == EXPR_INDEX);
    walk_place(lower, target->operand, place, steps);
    unwrap_place(place, steps, target->operand->span);
    bool map = place->type->kind == IRT_MAP;
    g_assert(map || place->type->kind == IRT_SEQ);
    const IrExpr *key = map && !is_number(place->type->key) ? lower_as(lower, target->index, place->type->key)
                                                            : lower_number_operand(lower, target->index);
    add_step(steps, map ? IRP_MAP_KEY : IRP_SEQ_INDEX, key, target->span);
    place->type = place->type->elem;
  }
}

/* `whole`: the place itself is written; else what a T? holds. */
static const IrPlace *lower_place(Lower *lower, const Expr *target, bool whole) {
  g_autoptr(GArray) steps = g_array_new(FALSE, FALSE, sizeof(IrPlaceStep));
  IrPlace *place = ARENA_NEW(lower->arena, IrPlace);
  place->var = place->resource = place->field = -1;
  place->span = target->span;
  walk_place(lower, target, place, steps);
  if (!whole) {
    unwrap_place(place, steps, target->span);
  }
  IrPlaceStep *copy = ARENA_ARRAY(lower->arena, IrPlaceStep, steps->len + 1);
  for (guint i = 0; i < steps->len; i++) {
    copy[i] = g_array_index(steps, IrPlaceStep, i);
  }
  place->steps = copy;
  place->step_count = (int)steps->len;
  return place;
}

/* ---------------------------------------------------------------- statements */

static IrStmt *lower_assign(Lower *lower, const Stmt *stmt) {
  IrStmt *out = lower_stmt_new(lower, IRS_ASSIGN, stmt->span);
  out->place = lower_place(lower, stmt->target, true);
  out->expr = lower_as(lower, stmt->value, out->place->type);
  return out;
}

static IrStmt *lower_move(Lower *lower, const Stmt *stmt) {
  IrStmt *out = lower_stmt_new(lower, IRS_MOVE, stmt->span);
  out->expr = lower_unwrap(lower, lower_expr(lower, stmt->target));
  out->resource = out->expr->type->decl;
  out->state = stmt->state_index;
  return out;
}

static const IrExpr *lower_field_init(Lower *lower, const Stmt *stmt, const FieldDecl *field) {
  const IrType *type = lower_type(lower, field->type);
  for (size_t i = 0; i < stmt->fields.count; i++) {
    const FieldInit *init = LIST_GET(stmt->fields, FieldInit, i);
    if (init->field == field) {
      return lower_fill(lower, init->value, type);
    }
  }
  g_assert(field->value != NULL);
  return lower_fill(lower, field->value, type);
}

static IrStmt *lower_new(Lower *lower, const Stmt *stmt) {
  const ResourceDecl *decl = stmt->decl_resource;
  IrStmt *out = lower_stmt_new(lower, IRS_NEW, stmt->span);
  out->resource = lower_number(lower, decl);
  out->state = stmt->state_index;
  out->fields = ARENA_ARRAY(lower->arena, const IrExpr *, decl->fields.count + 1);
  for (size_t i = 0; i < decl->fields.count; i++) {
    out->fields[i] = lower_field_init(lower, stmt, LIST_GET(decl->fields, FieldDecl, i));
  }
  out->local = lower_local(lower, stmt->local);
  return out;
}

static IrStmt *lower_if_stmt(Lower *lower, const Stmt *stmt) {
  IrStmt *out = lower_stmt_new(lower, IRS_IF, stmt->span);
  out->expr = lower_bool(lower, stmt->condition);
  out->body = lower_block(lower, &stmt->then_body);
  out->else_body = lower_block(lower, &stmt->else_body);
  return out;
}

static IrStmt *lower_for(Lower *lower, const Stmt *stmt) {
  IrStmt *out = lower_stmt_new(lower, IRS_FOR, stmt->span);
  IrBinder *binder = ARENA_NEW(lower->arena, IrBinder);
  lower_binder(lower, stmt->local, false, binder);
  out->binder = binder;
  out->local = binder->local;
  out->expr = stmt->condition != NULL ? lower_bool(lower, stmt->condition) : NULL;
  out->body = lower_block(lower, &stmt->then_body);
  return out;
}

static IrStmtKind update_kind(Update update, bool set) {
  switch (update) {
  case UPDATE_ADD:
    return IRS_ADD;
  case UPDATE_REMOVE:
    return set ? IRS_REMOVE_SET : IRS_REMOVE_SEQ;
  case UPDATE_APPEND:
    return IRS_APPEND;
  case UPDATE_PREPEND:
    return IRS_PREPEND;
  case UPDATE_DROP_FIRST:
    return IRS_DROP_FIRST;
  case UPDATE_DROP_LAST:
    return IRS_DROP_LAST;
  }
  g_assert_not_reached();
}

static IrStmt *lower_update(Lower *lower, const Stmt *stmt) {
  const IrPlace *place = lower_place(lower, stmt->target, false);
  IrStmt *out = lower_stmt_new(lower, update_kind(stmt->update, place->type->kind == IRT_SET), stmt->span);
  out->place = place;
  if (stmt->value != NULL) {
    out->expr = lower_as(lower, stmt->value, place->type->elem);
  }
  return out;
}

static IrStmt *lower_proc_call(Lower *lower, const Stmt *stmt) {
  IrStmt *out = lower_stmt_new(lower, IRS_CALL, stmt->span);
  out->proc = lower_number(lower, stmt->decl_proc);
  out->args = lower_args(lower, &stmt->args, &stmt->decl_proc->params);
  out->arg_count = (int)stmt->args.count;
  return out;
}

static IrStmt *lower_let(Lower *lower, const Stmt *stmt) {
  IrStmt *out = lower_stmt_new(lower, IRS_LET, stmt->span);
  out->expr = lower_as_lang(lower, stmt->value, stmt->local->type);
  out->local = lower_local(lower, stmt->local);
  return out;
}

static IrStmt *lower_stmt(Lower *lower, const Stmt *stmt) {
  IrStmt *out;
  switch (stmt->kind) {
  case STMT_ASSIGN:
    return lower_assign(lower, stmt);
  case STMT_MOVE:
    return lower_move(lower, stmt);
  case STMT_NEW:
    return lower_new(lower, stmt);
  case STMT_LET:
    return lower_let(lower, stmt);
  case STMT_IF:
    return lower_if_stmt(lower, stmt);
  case STMT_FOR:
    return lower_for(lower, stmt);
  case STMT_UPDATE:
    return lower_update(lower, stmt);
  case STMT_CALL:
    return lower_proc_call(lower, stmt);
  case STMT_RENEW:
    out = lower_stmt_new(lower, IRS_RENEW, stmt->span);
    out->expr = lower_expr(lower, stmt->target);
    return out;
  case STMT_REQUEST:
    out = lower_stmt_new(lower, IRS_REQUEST, stmt->span);
    out->request = lower_request(lower, stmt->request);
    return out;
  case STMT_RESPOND:
    out = lower_stmt_new(lower, IRS_RESPOND, stmt->span);
    out->respond = lower_respond(lower, stmt->respond);
    return out;
  case STMT_ERROR:
    break;
  }
  g_assert_not_reached();
}

void lower_statements(Lower *lower, const List *statements, GPtrArray *out) {
  for (size_t i = 0; i < statements->count; i++) {
    g_ptr_array_add(out, lower_stmt(lower, LIST_GET(*statements, Stmt, i)));
  }
}

IrBlock lower_block_end(Lower *lower, GPtrArray *stmts) {
  IrBlock block = {.count = (int)stmts->len};
  block.stmts = ARENA_ARRAY(lower->arena, const IrStmt *, stmts->len + 1);
  for (guint i = 0; i < stmts->len; i++) {
    block.stmts[i] = g_ptr_array_index(stmts, i);
  }
  return block;
}

IrBlock lower_block(Lower *lower, const List *statements) {
  g_autoptr(GPtrArray) stmts = g_ptr_array_new();
  lower_statements(lower, statements, stmts);
  return lower_block_end(lower, stmts);
}
