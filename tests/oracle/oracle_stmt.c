/* Statements: they change oracle->state one after the other; "later statements see it". Takes a list of them and what
 * names are bound to, gives the bindings with those that they add. */
#include "oracle.h"

/* ---------------------------------------------------------------- places */

/* Puts `value`, already of the place's type, into the place. For an element the map or seq around it is written anew.
 */
static void write_place(Oracle *oracle, const Expr *target, const Env *env, const Value *value) {
  if (target->kind == EXPR_NAME) {
    oracle->state->vars[((const VarDecl *)target->ref.decl)->decl.index] = value;
    return;
  }
  if (target->kind == EXPR_MEMBER) {
    oracle_slot(oracle, target->operand, env, NULL, NULL)->fields[((const FieldDecl *)target->ref.decl)->index] = value;
    return;
  }
  g_assert(target->kind == EXPR_INDEX);
  const Type *type = target->operand->type;
  const Value *container = oracle_eval_as(oracle, target->operand, env, type_strip(type));
  size_t entry = oracle_entry(oracle, container, type_strip(type), target->index, env);
  container = value_with(container, entry, value);
  write_place(oracle, target->operand, env, type->kind == TYPE_OPTION ? value_some(container) : container);
}

/* ---------------------------------------------------------------- one statement each */

static void run_assign(Oracle *oracle, const Stmt *stmt, const Env *env) {
  write_place(oracle, stmt->target, env, oracle_eval_as(oracle, stmt->value, env, stmt->target->type));
}

/* "moving an absent slot, even to `absent`, is the error `absent`, never a resurrection; any other move to the state it
 * is in is fine" */
void oracle_move(Oracle *oracle, const ResourceDecl *resource, int number, int state, Span span) {
  Slot *slot = &oracle->state->pools[resource->decl.index][number];
  if (slot->state == 0)
    oracle_raise(oracle, TROUBLE_ABSENT, span);
  slot->state = state;
  if (state == 0) {
    slot->fields = NULL;
    oracle->freed_at[resource->decl.index][number] = span;
  }
}

static void run_move(Oracle *oracle, const Stmt *stmt, const Env *env) {
  const ResourceDecl *resource = NULL;
  int number = 0;
  oracle_slot(oracle, stmt->target, env, &resource, &number);
  oracle_move(oracle, resource, number, stmt->state_index, stmt->span);
}

/* "`new` takes the lowest-numbered absent slot. Where none is left, a firing that would execute it does not exist"; "A
 * slot freed in a firing is not taken again by a `new` of the same firing". */
static int free_slot(Oracle *oracle, const ResourceDecl *resource) {
  for (uint32_t s = 0; s < resource->slots; s++)
    if (oracle->state->pools[resource->decl.index][s].state == 0 && oracle->freed_at[resource->decl.index][s].end == 0)
      return (int)s;
  oracle->full_pool = resource->decl.index;
  oracle_raise(oracle, TROUBLE_FULL, (Span){0, 0});
}

static const Env *run_new(Oracle *oracle, const Stmt *stmt, const Env *env) {
  const ResourceDecl *resource = stmt->decl_resource;
  int slot = free_slot(oracle, resource);
  const Value **fields = ORACLE_NEW(const Value *, resource->fields.count + 1);
  for (size_t i = 0; i < stmt->fields.count; i++) {
    const FieldInit *init = LIST_GET(stmt->fields, FieldInit, i);
    fields[init->field->index] = value_default(oracle, oracle_eval(oracle, init->value, env), init->value->type,
                                               init->field->type, init->value->span);
  }
  for (size_t f = 0; f < resource->fields.count; f++)
    if (fields[f] == NULL)
      fields[f] = oracle->field_defaults[resource->decl.index][f];
  state_take(oracle, resource, slot, stmt->state_index, fields);
  return oracle_bind(env, stmt->local, value_new(VALUE_SLOT, slot));
}

/* "for every value, ascending, or for the items of a set (ascending) or seq (in order). The range is fixed before the
 * first round" */
static void run_for(Oracle *oracle, const Stmt *stmt, const Env *env) {
  GPtrArray *values = oracle_binder_values(oracle, stmt->local, env, false);
  GPtrArray *chosen = g_ptr_array_new();
  for (guint i = 0; i < values->len; i++)
    if (stmt->condition == NULL ||
        oracle_holds(oracle, stmt->condition, oracle_bind(env, stmt->local, values->pdata[i])))
      g_ptr_array_add(chosen, values->pdata[i]);
  for (guint i = 0; i < chosen->len; i++)
    oracle_run(oracle, &stmt->then_body, oracle_bind(env, stmt->local, chosen->pdata[i]));
  g_ptr_array_free(values, TRUE);
  g_ptr_array_free(chosen, TRUE);
}

static const Value *updated(Oracle *oracle, const Stmt *stmt, const Value *before, const Value *value) {
  GPtrArray *items = g_ptr_array_new();
  bool drops = stmt->update == UPDATE_DROP_FIRST || stmt->update == UPDATE_DROP_LAST;
  if (drops && before->count == 0)
    oracle_raise(oracle, TROUBLE_INDEX, stmt->span);
  if (stmt->update == UPDATE_PREPEND)
    g_ptr_array_add(items, (void *)value);
  for (size_t i = 0; i < before->count; i++) {
    bool out = (stmt->update == UPDATE_REMOVE && value_equal(before->items[i], value)) || /* "every item equal to e" */
               (stmt->update == UPDATE_DROP_FIRST && i == 0) ||
               (stmt->update == UPDATE_DROP_LAST && i == before->count - 1);
    if (!out)
      g_ptr_array_add(items, (void *)before->items[i]);
  }
  if (stmt->update == UPDATE_ADD || stmt->update == UPDATE_APPEND)
    g_ptr_array_add(items, (void *)value);
  return value_of_items(before->kind, items);
}

static void run_update(Oracle *oracle, const Stmt *stmt, const Env *env) {
  const Type *place = stmt->target->type, *type = type_strip(place);
  const Value *value = stmt->value == NULL ? NULL : oracle_eval_as(oracle, stmt->value, env, type->elem);
  const Value *before = oracle_eval_as(oracle, stmt->target, env, type);
  const Value *after = updated(oracle, stmt, before, value);
  after = value_convert(oracle, after, type, type, stmt->span); /* "A full seq is the error `range`" */
  write_place(oracle, stmt->target, env, place->kind == TYPE_OPTION ? value_some(after) : after);
}

/* "its arguments are values, found once at the call and range-checked" */
static void run_call(Oracle *oracle, const Stmt *stmt, const Env *env) {
  const ProcDecl *proc = stmt->decl_proc;
  const Env *inner = NULL;
  for (size_t i = 0; i < proc->params.count; i++) {
    const Local *param = LIST_GET(proc->params, Local, i);
    inner = oracle_bind(inner, param, oracle_eval_as(oracle, LIST_GET(stmt->args, Expr, i), env, param->type));
  }
  oracle_run(oracle, &proc->statements, inner);
}

static const Env *run_one(Oracle *oracle, const Stmt *stmt, const Env *env) {
  switch (stmt->kind) {
  case STMT_ASSIGN:
    run_assign(oracle, stmt, env);
    return env;
  case STMT_MOVE:
    run_move(oracle, stmt, env);
    return env;
  case STMT_NEW:
    return run_new(oracle, stmt, env);
  case STMT_LET: /* "a name for a value, until the block ends" */
    return oracle_bind(env, stmt->local, oracle_eval_as(oracle, stmt->value, env, stmt->local->type));
  case STMT_IF:
    oracle_run(oracle, oracle_holds(oracle, stmt->condition, env) ? &stmt->then_body : &stmt->else_body, env);
    return env;
  case STMT_FOR:
    run_for(oracle, stmt, env);
    return env;
  case STMT_UPDATE:
    run_update(oracle, stmt, env);
    return env;
  case STMT_CALL:
    run_call(oracle, stmt, env);
    return env;
  default: /* "These parts do not change the state space." */
    return env;
  }
}

const Env *oracle_run(Oracle *oracle, const List *statements, const Env *env) {
  for (size_t i = 0; i < statements->count; i++)
    env = run_one(oracle, LIST_GET(*statements, Stmt, i), env);
  return env;
}
