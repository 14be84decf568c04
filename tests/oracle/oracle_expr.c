/* Expressions: a plain recursion over the checked tree. Takes an expression and what its names are bound to, gives its
 * value; a model error leaves by oracle_raise. Operands are evaluated from left to right. Depth is bounded by the
 * parser's LIMIT_NESTING. */
#include "oracle.h"

const Env *oracle_bind(const Env *outer, const Local *local, const Value *value) {
  Env *env = ORACLE_NEW(Env, 1);
  env->local = local;
  env->value = value;
  env->outer = outer;
  return env;
}

static const Value *find(const Env *env, const Local *local) {
  while (env->local != local)
    env = env->outer;
  return env->value;
}

const Value *oracle_eval_as(Oracle *oracle, const Expr *expr, const Env *env, const Type *type) {
  return value_convert(oracle, oracle_eval(oracle, expr, env), expr->type, type, expr->span);
}

/* Of a type that may be T? where T is needed: "a `none` is then the model error `none`". */
static const Value *eval_stripped(Oracle *oracle, const Expr *expr, const Env *env) {
  return oracle_eval_as(oracle, expr, env, type_strip(expr->type));
}

static int64_t eval_number(Oracle *oracle, const Expr *expr, const Env *env) {
  return eval_stripped(oracle, expr, env)->number;
}

bool oracle_holds(Oracle *oracle, const Expr *expr, const Env *env) {
  return eval_number(oracle, expr, env) != 0;
}

static const Value *boolean(bool truth) {
  return value_new(VALUE_BOOL, truth);
}

/* ---------------------------------------------------------------- slots, fields, entries */

/* The slot that an expression names: "a field of an absent slot or of `none`" is an error. */
Slot *oracle_slot(Oracle *oracle, const Expr *expr, const Env *env, const ResourceDecl **ret_resource,
                  int *ret_number) {
  const Value *value = eval_stripped(oracle, expr, env);
  const ResourceDecl *resource = type_strip(expr->type)->decl_resource;
  Slot *slot = &oracle->state->pools[resource->decl.index][value->number];
  if (slot->state == 0)
    oracle_raise(oracle, TROUBLE_ABSENT, expr->span);
  if (ret_resource != NULL)
    *ret_resource = resource;
  if (ret_number != NULL)
    *ret_number = (int)value->number;
  return slot;
}

/* Which item of a map or seq `[index]` names. "an index out of range"; "`m[r]` for an absent slot is the error
 * `absent`" */
size_t oracle_entry(Oracle *oracle, const Value *container, const Type *type, const Expr *index, const Env *env) {
  int64_t number = eval_number(oracle, index, env);
  if (type->kind == TYPE_MAP && type->key->kind == TYPE_RESOURCE &&
      oracle->state->pools[type->key->decl_resource->decl.index][number].state == 0)
    oracle_raise(oracle, TROUBLE_ABSENT, index->span);
  int64_t lo = type->kind == TYPE_MAP && type->key->kind == TYPE_RANGE ? type->key->lo : 0;
  if (number < lo || (uint64_t)number - (uint64_t)lo >= container->count)
    oracle_raise(oracle, TROUBLE_INDEX, index->span);
  return (size_t)(number - lo);
}

static const Value *eval_index(Oracle *oracle, const Expr *expr, const Env *env) {
  const Value *container = eval_stripped(oracle, expr->operand, env);
  return container->items[oracle_entry(oracle, container, type_strip(expr->operand->type), expr->index, env)];
}

static const Value *eval_name(Oracle *oracle, const Expr *expr, const Env *env) {
  switch (expr->ref.kind) {
  case REF_CONST: {
    const ConstDecl *decl = expr->ref.decl;
    if (!decl->overridden)
      return oracle_eval_as(oracle, decl->value, NULL, decl->type);
    return value_new(decl->type->kind == TYPE_BOOL   ? VALUE_BOOL
                     : decl->type->kind == TYPE_ENUM ? VALUE_MEMBER
                                                     : VALUE_INT,
                     decl->folded);
  }
  case REF_VAR:
    return oracle->state->vars[((const VarDecl *)expr->ref.decl)->decl.index];
  case REF_LOCAL:
    return find(env, expr->ref.decl);
  case REF_ENUM_MEMBER:
    return value_new(VALUE_MEMBER, expr->ref.member);
  default:
    g_assert_not_reached();
  }
}

/* ---------------------------------------------------------------- operators */

static const Value *number_op(Oracle *oracle, const Expr *expr, int64_t a, int64_t b) {
  int64_t result = 0;
  bool overflow = false;
  bool divides = expr->op == OP_DIV || expr->op == OP_MOD;
  if (divides && b == 0)
    oracle_raise(oracle, TROUBLE_DIVISION, expr->span);
  if (expr->op == OP_ADD)
    overflow = __builtin_add_overflow(a, b, &result);
  else if (expr->op == OP_SUB)
    overflow = __builtin_sub_overflow(a, b, &result);
  else if (expr->op == OP_MUL)
    overflow = __builtin_mul_overflow(a, b, &result);
  else if (a == INT64_MIN && b == -1) /* "`MIN / -1` `overflow`, `MIN % -1` is 0" */
    overflow = expr->op == OP_DIV;
  else
    result = expr->op == OP_DIV ? a / b : a % b; /* "truncate toward zero" */
  if (overflow)
    oracle_raise(oracle, TROUBLE_OVERFLOW, expr->span);
  return value_new(VALUE_INT, result);
}

static bool has(const Value *container, const Value *item) {
  for (size_t i = 0; i < container->count; i++)
    if (value_equal(container->items[i], item))
      return true;
  return false;
}

/* s + t, s - t, s & t on sets, q + r on seqs; both are of the common type. */
static const Value *combine(Oracle *oracle, const Expr *expr, const Value *a, const Value *b) {
  GPtrArray *items = g_ptr_array_new();
  for (size_t i = 0; i < a->count; i++)
    if (expr->op == OP_ADD || has(b, a->items[i]) == (expr->op == OP_INTERSECT))
      g_ptr_array_add(items, (void *)a->items[i]);
  for (size_t i = 0; expr->op == OP_ADD && i < b->count; i++)
    g_ptr_array_add(items, (void *)b->items[i]);
  const Value *value = value_of_items(a->kind, items);
  return value_convert(oracle, value, expr->common, expr->common, expr->span); /* a seq that is too long */
}

static bool subset(const Value *a, const Value *b) {
  for (size_t i = 0; i < a->count; i++)
    if (!has(b, a->items[i]))
      return false;
  return true;
}

/* "`<` orders integers only; on sets `<= < >= >` are subset relations" */
static bool ordered(ExprOp op, const Value *a, const Value *b) {
  if (op == OP_GT || op == OP_GE)
    return ordered(op == OP_GT ? OP_LT : OP_LE, b, a);
  if (a->kind == VALUE_SET)
    return subset(a, b) && (op == OP_LE || a->count != b->count);
  return op == OP_LT ? a->number < b->number : a->number <= b->number;
}

static const Value *eval_compare(Oracle *oracle, const Expr *expr, const Env *env) {
  const Value *a = oracle_eval_as(oracle, expr->left, env, expr->common);
  const Value *b = oracle_eval_as(oracle, expr->right, env, expr->common);
  if (expr->op == OP_EQ || expr->op == OP_NE)
    return boolean(value_equal(a, b) == (expr->op == OP_EQ));
  return boolean(ordered(expr->op, a, b));
}

static const Value *eval_in(Oracle *oracle, const Expr *expr, const Env *env) {
  const Value *item = oracle_eval_as(oracle, expr->left, env, expr->common);
  const Value *container = eval_stripped(oracle, expr->right, env);
  const Type *elem = type_strip(expr->right->type)->elem;
  for (size_t i = 0; i < container->count; i++)
    if (value_equal(item, value_convert(oracle, container->items[i], elem, expr->common, expr->span)))
      return boolean(true);
  return boolean(false);
}

static const Value *eval_binary(Oracle *oracle, const Expr *expr, const Env *env) {
  switch (expr->op) {
  case OP_AND: /* "`and`, `or`, `=>` short-circuit" */
    return boolean(oracle_holds(oracle, expr->left, env) && oracle_holds(oracle, expr->right, env));
  case OP_OR:
    return boolean(oracle_holds(oracle, expr->left, env) || oracle_holds(oracle, expr->right, env));
  case OP_IMPLIES:
    return boolean(!oracle_holds(oracle, expr->left, env) || oracle_holds(oracle, expr->right, env));
  case OP_IFF: {
    bool left = oracle_holds(oracle, expr->left, env);
    return boolean(left == oracle_holds(oracle, expr->right, env));
  }
  case OP_EQ:
  case OP_NE:
  case OP_LT:
  case OP_LE:
  case OP_GT:
  case OP_GE:
    return eval_compare(oracle, expr, env);
  case OP_IN:
    return eval_in(oracle, expr, env);
  default:
    break;
  }
  if (expr->common != NULL) {
    const Value *a = oracle_eval_as(oracle, expr->left, env, expr->common);
    const Value *b = oracle_eval_as(oracle, expr->right, env, expr->common);
    return combine(oracle, expr, a, b);
  }
  int64_t a = eval_number(oracle, expr->left, env);
  int64_t b = eval_number(oracle, expr->right, env);
  return number_op(oracle, expr, a, b);
}

static const Value *eval_unary(Oracle *oracle, const Expr *expr, const Env *env) {
  int64_t number = eval_number(oracle, expr->operand, env);
  if (expr->op == OP_NOT)
    return boolean(number == 0);
  if (number == INT64_MIN)
    oracle_raise(oracle, TROUBLE_OVERFLOW, expr->span);
  return value_new(VALUE_INT, -number);
}

/* "`p is live|locked` tests a slot's state (`none is live` is false)" */
static const Value *eval_is(Oracle *oracle, const Expr *expr, const Env *env) {
  const Value *value = oracle_eval(oracle, expr->operand, env);
  if (value->kind == VALUE_SOME)
    value = value->items[0];
  if (value->kind == VALUE_NONE)
    return boolean(false);
  const ResourceDecl *resource = type_strip(expr->operand->type)->decl_resource;
  int state = oracle->state->pools[resource->decl.index][value->number].state;
  return boolean(expr->state_mask >> state & 1);
}

/* ---------------------------------------------------------------- calls */

static const Value *eval_builtin(Oracle *oracle, const Expr *expr, const Env *env) {
  const Value *value = eval_stripped(oracle, LIST_GET(expr->items, Expr, 0), env);
  switch (expr->ref.builtin) {
  case BUILTIN_SIZE:
    return value_new(VALUE_INT, (int64_t)value->count);
  case BUILTIN_FIRST:
  case BUILTIN_LAST: /* "`first`, `last`, `drop_first`, `drop_last` of an empty one `index`" */
    if (value->count == 0)
      oracle_raise(oracle, TROUBLE_INDEX, expr->span);
    return value->items[expr->ref.builtin == BUILTIN_FIRST ? 0 : value->count - 1];
  default: {
    const Value *other = eval_stripped(oracle, LIST_GET(expr->items, Expr, 1), env);
    bool less = value->number < other->number;
    return less == (expr->ref.builtin == BUILTIN_MIN) ? value : other;
  }
  }
}

/* "arguments and results of functions" are checked against their types; its `forall`s are its own. */
static const Value *eval_call(Oracle *oracle, const Expr *expr, const Env *env) {
  if (expr->ref.kind == REF_BUILTIN)
    return eval_builtin(oracle, expr, env);
  const FnDecl *fn = expr->ref.decl;
  const Env *inner = NULL;
  for (size_t i = 0; i < fn->params.count; i++) {
    const Local *param = LIST_GET(fn->params, Local, i);
    inner = oracle_bind(inner, param, oracle_eval_as(oracle, LIST_GET(expr->items, Expr, i), env, param->type));
  }
  bool before = oracle->in_step_invariant;
  oracle->in_step_invariant = false;
  const Value *value = oracle_eval_as(oracle, fn->body, inner, fn->type);
  oracle->in_step_invariant = before;
  return value;
}

/* "In `old(e)` bound names keep their values and everything else, functions too, is read in the state before" */
static const Value *eval_old(Oracle *oracle, const Expr *expr, const Env *env) {
  State *now = oracle->state;
  bool before = oracle->in_step_invariant;
  oracle->state = oracle->old;
  oracle->in_step_invariant = false;
  const Value *value = oracle_eval(oracle, expr->operand, env);
  oracle->state = now;
  oracle->in_step_invariant = before;
  return value;
}

/* ---------------------------------------------------------------- quantifiers */

bool oracle_slot_in(const State *state, const Local *local, int64_t slot) {
  int number = state->pools[local->type->decl_resource->decl.index][slot].state;
  return local->state_mask >> number & 1;
}

/* The values over which a binder or parameter runs. "a resource parameter ranges over the slots that exist (not
 * absent), or over those in the states named". `either`: in a step invariant, "over the slots that exist before or
 * after". */
GPtrArray *oracle_binder_values(Oracle *oracle, const Local *local, const Env *env, bool either) {
  GPtrArray *values = g_ptr_array_new();
  if (local->in != NULL) {
    const Value *container = eval_stripped(oracle, local->in, env);
    for (size_t i = 0; i < container->count; i++)
      g_ptr_array_add(values, (void *)container->items[i]);
    return values;
  }
  GPtrArray *all = value_all(local->type);
  for (guint i = 0; i < all->len; i++) {
    const Value *value = all->pdata[i];
    if (local->type->kind != TYPE_RESOURCE || oracle_slot_in(oracle->state, local, value->number) ||
        (either && oracle_slot_in(oracle->old, local, value->number)))
      g_ptr_array_add(values, all->pdata[i]);
  }
  g_ptr_array_free(all, TRUE);
  return values;
}

/* What a quantifier has gathered so far. */
typedef struct Gathering {
  const Expr *expr;
  GPtrArray *values; /* of the body, or of the binder where there is none */
  bool decided;      /* forall and exists: no need to look further */
} Gathering;

static void gather_one(Oracle *oracle, Gathering *gathering, const Env *env) {
  const Expr *expr = gathering->expr;
  if (expr->where != NULL && !oracle_holds(oracle, expr->where, env))
    return;
  switch (expr->quantifier) {
  case QUANT_FORALL:
    gathering->decided = !oracle_holds(oracle, expr->body, env);
    return;
  case QUANT_EXISTS:
    gathering->decided = expr->body == NULL || oracle_holds(oracle, expr->body, env);
    return;
  case QUANT_COUNT:
    g_ptr_array_add(gathering->values, NULL);
    return;
  case QUANT_SUM:
  case QUANT_MIN:
  case QUANT_MAX:
    g_ptr_array_add(gathering->values, (void *)eval_stripped(oracle, expr->body, env));
    return;
  case QUANT_THE:
    g_ptr_array_add(gathering->values, (void *)env->value);
    return;
  case QUANT_SET:
  case QUANT_SEQ:
    g_ptr_array_add(gathering->values, expr->body == NULL
                                           ? (void *)env->value
                                           : (void *)oracle_eval_as(oracle, expr->body, env, expr->type->elem));
  }
}

/* "Binders scope from left to right, one `where` ends the list." */
static void gather(Oracle *oracle, Gathering *gathering, size_t binder, const Env *env) {
  const Expr *expr = gathering->expr;
  if (binder == expr->binders.count) {
    gather_one(oracle, gathering, env);
    return;
  }
  const Local *local = LIST_GET(expr->binders, Local, binder);
  bool either = oracle->in_step_invariant && !local->states_said &&
                (expr->quantifier == QUANT_FORALL || expr->quantifier == QUANT_EXISTS);
  GPtrArray *values = oracle_binder_values(oracle, local, env, either);
  for (guint i = 0; i < values->len && !gathering->decided; i++)
    gather(oracle, gathering, binder + 1, oracle_bind(env, local, values->pdata[i]));
  g_ptr_array_free(values, TRUE);
}

static const Value *sum_of(Oracle *oracle, const Expr *expr, const GPtrArray *values) {
  int64_t sum = 0;
  for (guint i = 0; i < values->len; i++)
    if (__builtin_add_overflow(sum, ((const Value *)values->pdata[i])->number, &sum))
      oracle_raise(oracle, TROUBLE_OVERFLOW, expr->span);
  return value_new(VALUE_INT, sum);
}

/* "`min` or `the` of nothing"; "`the` (the only one; none or several is a model error of kind `empty`)" */
static const Value *chosen_of(Oracle *oracle, const Expr *expr, const GPtrArray *values) {
  if (values->len == 0 || (expr->quantifier == QUANT_THE && values->len > 1))
    oracle_raise(oracle, TROUBLE_EMPTY, expr->span);
  const Value *best = values->pdata[0];
  for (guint i = 1; i < values->len; i++) {
    const Value *value = values->pdata[i];
    bool less = value->number < best->number;
    if (expr->quantifier == QUANT_MIN ? less : value->number > best->number)
      best = value;
  }
  return best;
}

static const Value *eval_quantifier(Oracle *oracle, const Expr *expr, const Env *env) {
  Gathering gathering = {.expr = expr, .values = g_ptr_array_new()};
  gather(oracle, &gathering, 0, env);
  switch (expr->quantifier) {
  case QUANT_FORALL:
    return boolean(!gathering.decided);
  case QUANT_EXISTS:
    return boolean(gathering.decided);
  case QUANT_COUNT:
    return value_new(VALUE_INT, gathering.values->len);
  case QUANT_SUM:
    return sum_of(oracle, expr, gathering.values);
  case QUANT_MIN:
  case QUANT_MAX:
  case QUANT_THE:
    return chosen_of(oracle, expr, gathering.values);
  case QUANT_SET:
    return value_of_items(VALUE_SET, gathering.values);
  case QUANT_SEQ:
    break;
  }
  if (gathering.values->len > expr->type->length)
    oracle_raise(oracle, TROUBLE_RANGE, expr->span);
  return value_of_items(VALUE_SEQ, gathering.values);
}

/* ---------------------------------------------------------------- all of them */

static const Value *eval_items(Oracle *oracle, const Expr *expr, const Env *env) {
  GPtrArray *items = g_ptr_array_new();
  for (size_t i = 0; i < expr->items.count; i++)
    g_ptr_array_add(items, (void *)oracle_eval_as(oracle, LIST_GET(expr->items, Expr, i), env, expr->type->elem));
  return value_of_items(expr->kind == EXPR_SET ? VALUE_SET : VALUE_SEQ, items);
}

static const Value *eval_any(Oracle *oracle, const Expr *expr, const Env *env) {
  switch (expr->kind) {
  case EXPR_INT:
    return value_new(VALUE_INT, expr->integer);
  case EXPR_BOOL:
    return boolean(expr->integer != 0);
  case EXPR_NONE:
    return value_new(VALUE_NONE, 0);
  case EXPR_NAME:
    return eval_name(oracle, expr, env);
  case EXPR_MEMBER:
    if (expr->ref.kind == REF_ENUM_MEMBER)
      return value_new(VALUE_MEMBER, expr->ref.member);
    return oracle_slot(oracle, expr->operand, env, NULL, NULL)->fields[((const FieldDecl *)expr->ref.decl)->index];
  case EXPR_INDEX:
    return eval_index(oracle, expr, env);
  case EXPR_CALL:
    return eval_call(oracle, expr, env);
  case EXPR_UNARY:
    return eval_unary(oracle, expr, env);
  case EXPR_BINARY:
    return eval_binary(oracle, expr, env);
  case EXPR_IF:
    return oracle_eval_as(oracle, oracle_holds(oracle, expr->condition, env) ? expr->left : expr->right, env,
                          expr->type);
  case EXPR_IS:
    return eval_is(oracle, expr, env);
  case EXPR_QUANTIFIER:
    return eval_quantifier(oracle, expr, env);
  case EXPR_SET:
  case EXPR_SEQ:
    return eval_items(oracle, expr, env);
  case EXPR_OLD:
    return eval_old(oracle, expr, env);
  default:
    g_assert_not_reached();
  }
}

/* A var of a resource type that no init has set yet has no value to be read. */
const Value *oracle_eval(Oracle *oracle, const Expr *expr, const Env *env) {
  const Value *value = eval_any(oracle, expr, env);
  if (value->kind == VALUE_UNSET)
    oracle_raise(oracle, TROUBLE_NO_VALUE, expr->span);
  if (value->kind == VALUE_BLANK)
    oracle_give_up("a map from before a slot was taken is asked for that slot's entry");
  return value;
}
