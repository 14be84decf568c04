/* Actions: parameters, guards, outcomes. Takes a checked ActionDecl, gives an IrAction.
 * One frame serves the whole action: what a body binds stays readable in its `ensure`s and `respond`s. A body without
 * outcomes is one nameless outcome. */
#include <string.h>

#include "base/limits.h"
#include "ir/lower_internal.h"

/* ---------------------------------------------------------------- guards */

/* `a and b` at the top of a guard is two guards. */
static void add_conjuncts(Lower *lower, const Expr *when, GPtrArray *out) {
  if (when->kind == EXPR_BINARY && when->op == OP_AND && !when->constant) {
    add_conjuncts(lower, when->left, out);
    add_conjuncts(lower, when->right, out);
  } else {
    g_ptr_array_add(out, (gpointer)lower_bool(lower, when));
  }
}

static const IrExpr **exprs_end(Lower *lower, const GPtrArray *exprs) {
  const IrExpr **list = ARENA_ARRAY(lower->arena, const IrExpr *, exprs->len + 1);
  for (guint i = 0; i < exprs->len; i++) {
    list[i] = g_ptr_array_index(exprs, i);
  }
  return list;
}

void lower_whens(Lower *lower, const List *whens, const IrExpr ***ret_whens, int *ret_count) {
  g_autoptr(GPtrArray) conjuncts = g_ptr_array_new();
  for (size_t i = 0; i < whens->count; i++) {
    add_conjuncts(lower, LIST_GET(*whens, Expr, i), conjuncts);
  }
  *ret_whens = exprs_end(lower, conjuncts);
  *ret_count = (int)conjuncts->len;
}

uint64_t lower_argument_count(Lower *lower, const IrFrame *frame, const char *what, const char *name, Span span) {
  uint64_t count = 1;
  bool too_many = false, none = false;
  for (int i = 0; i < frame->param_count; i++) {
    const IrLocal *param = &frame->locals[i];
    if (param->type->count > LIMIT_PARAMETER_VALUES) {
      lower_limit(lower, DIAG_0282, param->span, "parameter `%s` has too many values: at most %d", param->name,
                  LIMIT_PARAMETER_VALUES);
    }
    none |= param->type->count == 0;
    too_many |= __builtin_mul_overflow(count, param->type->count, &count) || count > INT64_MAX;
  }
  if (too_many && !none) {
    lower_limit(lower, DIAG_0282, span, "%s `%s` can be called with more combinations of arguments than fit 63 bits",
                what, name);
  }
  return none ? 0 : count;
}

/* ---------------------------------------------------------------- outcomes */

/* What the tails of a body and of an outcome give, lowered. */
typedef struct Ends {
  GPtrArray *ensures, *run_ensures;
  const IrExpr *returns;
  const IrRespond *respond;
} Ends;

static void ends_init(Ends *ends) {
  *ends = (Ends){.ensures = g_ptr_array_new(), .run_ensures = g_ptr_array_new()};
}

static void ends_clear(Ends *ends) {
  g_ptr_array_unref(ends->ensures);
  g_ptr_array_unref(ends->run_ensures);
}

static void lower_tail(Lower *lower, const Tail *tail, const IrType *returns, Ends *ends) {
  for (size_t i = 0; i < tail->ensures.count; i++) {
    const Expr *ensure = LIST_GET(tail->ensures, Expr, i);
    g_ptr_array_add(ensure->runtime_only ? ends->run_ensures : ends->ensures, (gpointer)lower_bool(lower, ensure));
  }
  if (tail->returns != NULL) {
    ends->returns = returns != NULL ? lower_as(lower, tail->returns, returns) : lower_expr(lower, tail->returns);
  }
  if (tail->respond != NULL) {
    ends->respond = lower_respond(lower, tail->respond);
  }
}

static void set_ends(Lower *lower, IrOutcome *outcome, const Ends *ends) {
  outcome->ensures = exprs_end(lower, ends->ensures);
  outcome->ensure_count = (int)ends->ensures->len;
  outcome->run_ensures = exprs_end(lower, ends->run_ensures);
  outcome->run_ensure_count = (int)ends->run_ensures->len;
  outcome->returns = ends->returns;
  outcome->respond = ends->respond;
}

static const char *copy_name(Lower *lower, const Name *name, const char *otherwise) {
  const char *text = name->text != NULL ? name->text : otherwise;
  return arena_strndup(lower->arena, text, strlen(text));
}

/* p: R a -> b, as a statement after the body's. */
static IrStmt *parameter_move(Lower *lower, const Local *param) {
  IrStmt *move = lower_stmt_new(lower, IRS_MOVE, param->move_to.span);
  move->expr = lower_local_ref(lower, param->index, param->name.span);
  move->resource = move->expr->type->decl;
  move->state = param->move_state;
  return move;
}

static void lower_plain_body(Lower *lower, const ActionDecl *decl, IrAction *action, IrOutcome *outcome) {
  g_autoptr(GPtrArray) stmts = g_ptr_array_new();
  Ends ends;
  outcome->name = "";
  outcome->span = decl->decl.head;
  outcome->kind = IRO_PLAIN;
  lower_statements(lower, &decl->body.statements, stmts);
  for (size_t i = 0; i < decl->params.count; i++) {
    const Local *param = LIST_GET(decl->params, Local, i);
    if (param->moves) {
      g_ptr_array_add(stmts, parameter_move(lower, param));
    }
  }
  outcome->effect = lower_block_end(lower, stmts);
  ends_init(&ends);
  lower_tail(lower, &decl->body.tail, action->returns, &ends);
  set_ends(lower, outcome, &ends);
  ends_clear(&ends);
}

static void append_all(GPtrArray *to, const GPtrArray *from) {
  for (guint i = 0; i < from->len; i++) {
    g_ptr_array_add(to, g_ptr_array_index(from, i));
  }
}

static void lower_outcome(Lower *lower, const Outcome *from, const IrAction *action, const Ends *shared,
                          IrOutcome *outcome) {
  Ends ends;
  outcome->name = copy_name(lower, &from->name, "");
  outcome->span = from->span;
  outcome->kind = from->may ? IRO_MAY : IRO_PLAIN;
  lower_whens(lower, &from->whens, &outcome->whens, &outcome->when_count);
  outcome->effect = lower_block(lower, &from->statements);
  ends_init(&ends);
  lower_tail(lower, &from->tail, action->returns, &ends);
  append_all(ends.ensures, shared->ensures);
  append_all(ends.run_ensures, shared->run_ensures);
  ends.returns = ends.returns != NULL ? ends.returns : shared->returns;
  ends.respond = ends.respond != NULL ? ends.respond : shared->respond;
  set_ends(lower, outcome, &ends);
  ends_clear(&ends);
}

static void lower_outcomes(Lower *lower, const ActionDecl *decl, IrAction *action) {
  const Body *body = &decl->body;
  Ends shared;
  ends_init(&shared);
  lower_tail(lower, &body->tail, action->returns, &shared);
  for (size_t i = 0; i < body->outcomes.count; i++) {
    lower_outcome(lower, LIST_GET(body->outcomes, Outcome, i), action, &shared, &action->outcomes[i]);
  }
  ends_clear(&shared);
}

static void lower_otherwise(Lower *lower, const Otherwise *from, const IrAction *action, IrOutcome *outcome) {
  Ends ends;
  outcome->name = copy_name(lower, &from->name, "refused");
  outcome->span = from->span;
  outcome->kind = IRO_REFUSED;
  ends_init(&ends);
  lower_tail(lower, &from->tail, action->returns, &ends);
  set_ends(lower, outcome, &ends);
  ends_clear(&ends);
}

/* ---------------------------------------------------------------- the action */

static IrParam *lower_action_params(Lower *lower, const ActionDecl *decl) {
  lower_params(lower, &decl->params);
  IrParam *params = ARENA_ARRAY(lower->arena, IrParam, decl->params.count + 1);
  for (size_t i = 0; i < decl->params.count; i++) {
    const Local *param = LIST_GET(decl->params, Local, i);
    const IrType *type = g_array_index(lower->locals, IrLocal, param->index).type;
    params[i] = (IrParam){.local = param->index, .move_to = param->moves ? param->move_state : -1, .span = param->span};
    if (type->kind == IRT_RESOURCE) {
      int states = lower->ir->resources[type->decl].state_count;
      uint64_t existing = ((UINT64_C(2) << (states - 1)) - 1) & ~UINT64_C(1);
      params[i].mask = param->states_said ? param->state_mask : existing;
    }
  }
  return params;
}

static void lower_action_body(Lower *lower, const ActionDecl *decl, IrAction *action) {
  const Body *body = &decl->body;
  lower_whens(lower, &body->whens, &action->whens, &action->when_count);
  action->request = lower_request(lower, body->request);
  action->receives = lower_receives(lower, body->receives);
  action->wait_ms = body->wait_ms;
  size_t plain = body->outcomes.count > 0 ? body->outcomes.count : 1;
  action->outcomes = ARENA_ARRAY(lower->arena, IrOutcome, plain + 1);
  action->outcome_count = (int)plain + (body->otherwise != NULL);
  if (body->outcomes.count > 0) {
    lower_outcomes(lower, decl, action);
  } else {
    lower_plain_body(lower, decl, action, &action->outcomes[0]);
  }
  if (body->otherwise != NULL) {
    lower_otherwise(lower, body->otherwise, action, &action->outcomes[plain]);
  }
}

void lower_action(Lower *lower, const ActionDecl *decl, IrAction *action) {
  static const IrActionKind kinds[] = {
      [ACTION_API] = IRK_API, [ACTION_MANUAL] = IRK_MANUAL, [ACTION_EVENT] = IRK_EVENT};
  action->name = copy_name(lower, &decl->decl.name, "");
  action->kind = kinds[decl->action_kind];
  action->span = decl->decl.head;
  lower->here = decl->decl.head;
  lower_frame_start(lower);
  action->params = lower_action_params(lower, decl);
  action->returns = decl->returns != NULL ? lower_type(lower, decl->returns) : NULL;
  action->text = lower_template(lower, decl->text);
  lower_action_body(lower, decl, action);
  lower_frame_end(lower, (int)decl->params.count, &action->frame);
  action->argument_count = lower_argument_count(lower, &action->frame, "action", action->name, action->span);
}
