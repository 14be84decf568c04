/* What the compiler wants to know before it compiles: how heavy a function is once those that it calls are put in
 * place, in which order to compile, whether a condition can err, and which parameters it needs. Method: walks over the
 * expression trees, whose depth LIMIT_NESTING bounds; callees are ordered by a depth-first search with a stack of its
 * own, since a chain of calls may be as long as the model. */
#include "engine/compile_internal.h"

#include "engine/convert.h"

typedef void Visit(void *user, const IrExpr *expr);

static void walk_exprs(const IrExpr *const *exprs, int count, Visit *visit, void *user);

static void walk_expr(const IrExpr *expr, Visit *visit, void *user) {
  if (expr == NULL) {
    return;
  }
  visit(user, expr);
  walk_exprs(expr->args, expr->arg_count, visit, user);
  if (expr->kind == IRX_QUANTIFIER) {
    for (int i = 0; i < expr->binder_count; i++) {
      walk_expr(expr->binders[i].in, visit, user);
    }
    walk_expr(expr->where, visit, user);
    walk_expr(expr->body, visit, user);
  }
}

static void walk_exprs(const IrExpr *const *exprs, int count, Visit *visit, void *user) {
  for (int i = 0; i < count; i++) {
    walk_expr(exprs[i], visit, user);
  }
}

typedef struct Calls {
  GArray *callees; /* of int */
  int proc_base;
} Calls;

static void note_call(void *user, const IrExpr *expr) {
  if (expr->kind == IRX_CALL) {
    g_array_append_val(((Calls *)user)->callees, expr->index);
  }
}

static void walk_block(const IrBlock *block, Calls *calls) {
  for (int i = 0; i < block->count; i++) {
    const IrStmt *stmt = block->stmts[i];
    walk_expr(stmt->expr, note_call, calls);
    walk_exprs(stmt->args, stmt->arg_count, note_call, calls);
    if (stmt->place != NULL) {
      walk_expr(stmt->place->slot, note_call, calls);
      for (int s = 0; s < stmt->place->step_count; s++) {
        walk_expr(stmt->place->steps[s].expr, note_call, calls);
      }
    }
    if (stmt->binder != NULL) {
      walk_expr(stmt->binder->in, note_call, calls);
    }
    if (stmt->kind == IRS_CALL) {
      int callee = calls->proc_base + stmt->proc;
      g_array_append_val(calls->callees, callee);
    }
    walk_block(&stmt->body, calls);
    walk_block(&stmt->else_body, calls);
  }
}

static void walk_new_fields(const IrModel *model, const IrBlock *block, Calls *calls) {
  for (int i = 0; i < block->count; i++) {
    const IrStmt *stmt = block->stmts[i];
    if (stmt->kind == IRS_NEW) {
      walk_exprs(stmt->fields, model->resources[stmt->resource].field_count, note_call, calls);
    }
    walk_new_fields(model, &stmt->body, calls);
    walk_new_fields(model, &stmt->else_body, calls);
  }
}

static GArray *callees_of(const IrModel *model, int callee) {
  Calls calls = {g_array_new(FALSE, FALSE, sizeof(int)), model->fn_count};
  if (callee < model->fn_count) {
    walk_expr(model->fns[callee].body, note_call, &calls);
  } else {
    const IrBlock *body = &model->procs[callee - model->fn_count].body;
    walk_block(body, &calls);
    walk_new_fields(model, body, &calls);
  }
  return calls.callees;
}

typedef struct Weigh {
  const Program *program;
  uint64_t weight;
} Weigh;

static void weigh_node(void *user, const IrExpr *expr) {
  Weigh *weigh = user;
  weigh->weight++;
  if (expr->kind == IRX_CALL && weigh->program->weight[expr->index] <= COMPILE_INLINE_WEIGHT) {
    weigh->weight += weigh->program->weight[expr->index];
  }
}

static uint32_t weight_of(const Program *program, int callee) {
  Weigh weigh = {program, 0};
  if (callee >= program->model->fn_count) {
    return UINT32_MAX;
  }
  walk_expr(program->model->fns[callee].body, weigh_node, &weigh);
  return (uint32_t)MIN(weigh.weight, (uint64_t)UINT32_MAX);
}

typedef struct Visiting {
  int callee;
  guint next;
  GArray *callees;
} Visiting;

void compile_weigh(Program *program, int *ret_order) {
  bool *seen = g_new0(bool, program->callee_count + 1);
  g_autoptr(GArray) stack = g_array_new(FALSE, FALSE, sizeof(Visiting));
  int done = 0;
  for (int root = 0; root < program->callee_count; root++) {
    if (seen[root]) {
      continue;
    }
    seen[root] = true;
    Visiting first = {root, 0, callees_of(program->model, root)};
    g_array_append_val(stack, first);
    while (stack->len > 0) {
      Visiting *top = &g_array_index(stack, Visiting, stack->len - 1);
      if (top->next < top->callees->len) {
        int callee = g_array_index(top->callees, int, top->next++);
        if (!seen[callee]) {
          seen[callee] = true;
          Visiting next = {callee, 0, callees_of(program->model, callee)};
          g_array_append_val(stack, next);
        }
        continue;
      }
      program->weight[top->callee] = weight_of(program, top->callee);
      ret_order[done++] = top->callee;
      g_array_free(top->callees, TRUE);
      g_array_set_size(stack, stack->len - 1);
    }
  }
  g_free(seen);
  g_assert(done == program->callee_count);
}

/* ---------------------------------------------------------------- conditions */

typedef struct ErrWalk {
  const IrModel *model;
  const IrParam *params;
  int param_count;
  bool may;
} ErrWalk;

static void err_node(void *user, const IrExpr *expr) {
  ErrWalk *walk = user;
  switch (expr->kind) {
  case IRX_CONST:
  case IRX_LOCAL:
  case IRX_VAR:
  case IRX_IS:
  case IRX_IS_SOME:
  case IRX_NOT:
  case IRX_EQ:
  case IRX_NE:
  case IRX_LT:
  case IRX_LE:
  case IRX_GT:
  case IRX_GE:
  case IRX_AND:
  case IRX_OR:
  case IRX_IMPLIES:
  case IRX_IFF:
  case IRX_IF:
  case IRX_MIN2:
  case IRX_MAX2:
  case IRX_UNION:
  case IRX_DIFFERENCE:
  case IRX_INTERSECT:
  case IRX_SUBSET:
  case IRX_PROPER_SUBSET:
  case IRX_IN_SEQ:
  case IRX_SET_SIZE:
  case IRX_SEQ_SIZE:
    return;
  case IRX_IN_SET:
    walk->may |= expr->args[1]->type->has_slots;
    return;
  case IRX_FIELD: {
    const IrExpr *slot = expr->args[0];
    bool sure = slot->kind == IRX_LOCAL && slot->index < walk->param_count && (walk->params[slot->index].mask & 1) == 0;
    walk->may |= !sure;
    return;
  }
  case IRX_MAP_AT: {
    const IrType *key = expr->args[0]->type->key, *given = expr->args[1]->type;
    walk->may |= key->kind == IRT_RESOURCE || given->lo < key->lo || given->hi > key->hi;
    return;
  }
  case IRX_CONVERT:
    walk->may |= !convert_is_free(expr->args[0]->type, expr->type) &&
                 !(compile_is_scalar(expr->args[0]->type) && expr->type->kind == IRT_OPTION &&
                   convert_is_free(expr->args[0]->type, expr->type->elem));
    return;
  case IRX_QUANTIFIER:
    walk->may |= expr->quantifier != IRQ_FORALL && expr->quantifier != IRQ_EXISTS && expr->quantifier != IRQ_COUNT;
    return;
  default:
    walk->may = true;
  }
}

bool compile_may_err(const IrModel *model, const IrExpr *expr, int param_count, const IrParam *params) {
  ErrWalk walk = {model, params, param_count, false};
  walk_expr(expr, err_node, &walk);
  return walk.may;
}

typedef struct LastParam {
  int param_count, last;
} LastParam;

static void last_node(void *user, const IrExpr *expr) {
  LastParam *walk = user;
  if (expr->kind == IRX_LOCAL && expr->index < walk->param_count) {
    walk->last = MAX(walk->last, expr->index);
  }
}

int compile_last_param(const IrExpr *expr, int param_count) {
  LastParam walk = {param_count, -1};
  walk_expr(expr, last_node, &walk);
  return walk.last;
}
