/* Explains the model error of a breach.
 * Takes the breach and its trace; gives the first line ("`stock - 1` is -1, outside 0..3") and, where the values that
 * the erring part read are known, how it came to that. They are known for guards and contracts, which read whole
 * states. In an effect they are those of the state before the step as long as no statement before has written anything
 * that the part reads; else only the line is given, since the state in the middle of a step is nobody's. */
#include <string.h>

#include "contract/explain_fault.h"
#include "contract/explain_text.h"
#include "contract/violation.h"
#include "ir/value.h"

/* What is known while a body is walked for the erring part. */
typedef struct Effect {
  Explain *explain;
  Scope *scope;
  Span span;
  const IrExpr *found; /* the whole expression that holds the erring part */
  bool stale;          /* something was written before it */
} Effect;

static bool holds_span(Span outer, Span inner) {
  return outer.start <= inner.start && inner.end <= outer.end;
}

static void look(Effect *effect, const IrExpr *expr) {
  if (effect->found == NULL && expr != NULL && holds_span(expr->span, effect->span)) {
    effect->found = expr;
  }
}

static void walk_block(Effect *effect, const IrBlock *block);

static void look_in_place(Effect *effect, const IrPlace *place) {
  if (place != NULL) {
    look(effect, place->slot);
    for (int i = 0; i < place->step_count; i++) {
      look(effect, place->steps[i].expr);
    }
  }
}

/* A `let` before anything was written has a value that can be found again. */
static void remember_let(Effect *effect, const IrStmt *stmt) {
  g_autofree int64_t *cells = effect->stale ? NULL : eval_value(effect->explain->eval, effect->scope, stmt->expr, NULL);
  if (cells == NULL) {
    effect->stale = true;
  } else {
    memcpy(effect->scope->locals + effect->scope->offsets[stmt->local], cells, stmt->expr->type->cells * sizeof *cells);
  }
}

static void walk_if(Effect *effect, const IrStmt *stmt) {
  Truth truth = effect->stale ? TRUTH_FAULT : eval_truth(effect->explain->eval, effect->scope, stmt->expr);
  if (truth != TRUTH_FALSE) {
    walk_block(effect, &stmt->body);
  }
  if (truth != TRUTH_TRUE) {
    walk_block(effect, &stmt->else_body);
  }
}

static void walk_stmt(Effect *effect, const IrStmt *stmt) {
  look(effect, stmt->expr);
  look_in_place(effect, stmt->place);
  for (int i = 0; i < stmt->arg_count; i++) {
    look(effect, stmt->args[i]);
  }
  for (int i = 0; stmt->kind == IRS_NEW && i < eval_model(effect->explain->eval)->resources[stmt->resource].field_count;
       i++) {
    look(effect, stmt->fields[i]);
  }
  if (effect->found != NULL) {
    return;
  }
  if (stmt->kind == IRS_LET) {
    remember_let(effect, stmt);
  } else if (stmt->kind == IRS_IF) {
    walk_if(effect, stmt);
  } else if (stmt->kind == IRS_FOR || stmt->kind == IRS_CALL) {
    effect->stale = true; /* rounds and bodies with names of their own are not followed */
    walk_block(effect, &stmt->body);
  } else {
    effect->stale = true;
  }
}

static void walk_block(Effect *effect, const IrBlock *block) {
  for (int i = 0; i < block->count && effect->found == NULL; i++) {
    walk_stmt(effect, block->stmts[i]);
  }
}

/* ---------------------------------------------------------------- where the error is */

static bool in_whens(Explain *explain, Scope *scope, const IrExpr **whens, int count, Span span, const IrExpr **ret) {
  for (int i = 0; i < count; i++) {
    const IrExpr *at = explain_fault_find(whens[i], span);
    Truth truth = eval_truth(explain->eval, scope, whens[i]);
    if (truth == TRUTH_FAULT) {
      *ret = at;
      explain_fault(explain, scope, whens[i], 0);
      return true;
    }
    if (truth == TRUTH_FALSE) {
      return false;
    }
  }
  return false;
}

static void in_effect(Explain *explain, Scope *scope, const IrBlock *block, Span span, const IrExpr **ret) {
  Effect effect = {explain, scope, span, NULL, false};
  walk_block(&effect, block);
  if (effect.found != NULL) {
    *ret = explain_fault_find(effect.found, span);
    if (!effect.stale) {
      explain_fault(explain, scope, effect.found, 0);
    }
  }
}

static void in_action(Explain *explain, Scope *scope, const IrAction *action, int outcome, Span span,
                      const IrExpr **ret) {
  if (in_whens(explain, scope, action->whens, action->when_count, span, ret)) {
    return;
  }
  for (int o = 0; o < action->outcome_count; o++) {
    const IrOutcome *of = &action->outcomes[o];
    if (in_whens(explain, scope, of->whens, of->when_count, span, ret)) {
      return;
    }
  }
  in_effect(explain, scope, &action->outcomes[outcome].effect, span, ret);
}

/* The span may lie in a function that was called from there. */
static const IrExpr *find_in_functions(const IrModel *model, Span span) {
  const IrExpr *found = NULL;
  for (int f = 0; f < model->fn_count && found == NULL; f++) {
    found = explain_fault_find(model->fns[f].body, span);
  }
  return found;
}

static void in_contract(Explain *explain, const Breach *breach, const Trace *trace, const IrExpr **ret) {
  const IrContract *contract = &eval_model(explain->eval)->contracts[breach->contract];
  guint last = trace->steps->len - 1;
  bool step = contract->kind == IRC_STEP_INVARIANT && last > 0;
  Scope scope;
  eval_scope_init(explain->eval, &scope, &contract->frame, g_array_index(trace->steps, TraceStep, last).state,
                  step ? g_array_index(trace->steps, TraceStep, last - 1).state : NULL);
  scope.source = contract->source;
  *ret = explain_fault_find(contract->expr, breach->fault.span);
  if (scope.state != NULL) {
    explain_fault(explain, &scope, contract->expr, 0);
  }
  eval_scope_clear(&scope);
}

static void in_firing(Explain *explain, const Breach *breach, const Trace *trace, const IrExpr **ret) {
  const IrModel *model = eval_model(explain->eval);
  guint last = trace->steps->len - 1;
  const IrAction *action = &model->actions[breach->firing.action];
  Scope scope;
  eval_scope_init(explain->eval, &scope, &action->frame, g_array_index(trace->steps, TraceStep, last - 1).state, NULL);
  g_autofree int64_t *arguments = g_new0(int64_t, arguments_cells(&action->frame) + 1);
  arguments_from_number(&action->frame, breach->firing.arguments, arguments);
  eval_scope_arguments(&scope, arguments);
  if (breach->kind == BREACH_ENSURE) {
    const IrExpr *ensure = action->outcomes[breach->firing.outcome].ensures[breach->contract];
    *ret = explain_fault_find(ensure, breach->fault.span);
  } else {
    int outcome = CLAMP(breach->firing.outcome, 0, action->outcome_count - 1);
    in_action(explain, &scope, action, outcome, breach->fault.span, ret);
  }
  eval_scope_clear(&scope);
}

void violation_explain_fault(Explain *explain, const Breach *breach, const Trace *trace, char **ret_message) {
  const IrModel *model = eval_model(explain->eval);
  const Source *source = model->source;
  const IrExpr *at = NULL;
  if (breach->kind != BREACH_ENSURE && breach->contract >= 0) {
    source = model->contracts[breach->contract].source;
    in_contract(explain, breach, trace, &at);
  } else if (breach->firing.action >= 0 && trace->steps->len > 1) {
    in_firing(explain, breach, trace, &at);
  } else if (breach->firing.action == -1) {
    Effect effect = {explain, NULL, breach->fault.span, NULL, true};
    walk_block(&effect, &model->inits[breach->firing.outcome].effect);
    at = effect.found != NULL ? explain_fault_find(effect.found, breach->fault.span) : NULL;
  }
  if (at == NULL) {
    at = find_in_functions(model, breach->fault.span);
  }
  *ret_message = explain_fault_text(model, source, &breach->fault, at);
}
