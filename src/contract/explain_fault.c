/* Explains model errors.
 * Takes an expression that errs in its scope; gives the way down to the part that errs: the elements for which it does,
 * the functions that were called, and at the end the operation with its operands' values. A part errs by itself where
 * it errs and none of its operands does. */
#include "contract/explain_fault.h"

#include <string.h>

#include "base/limits.h"
#include "contract/explain_text.h"

/* ---------------------------------------------------------------- words */

static const char *fault_words(FaultKind kind) {
  switch (kind) {
  case FAULT_RANGE:
    return "is out of range";
  case FAULT_DIVISION:
    return "divides by zero";
  case FAULT_INDEX:
    return "is outside the sequence";
  case FAULT_OVERFLOW:
    return "overflows 64 bits";
  case FAULT_ABSENT:
    return "needs a slot that exists";
  case FAULT_NONE:
    return "needs a value and finds none";
  case FAULT_EMPTY:
    return "has nothing to choose from";
  case FAULT_DANGLING:
    return "frees a slot that something still refers to";
  case FAULT_NOTHING:
  case FAULT_STOPPED:
    break;
  }
  return "errs";
}

static bool is_number(const IrType *type) {
  return type->kind == IRT_RANGE || type->kind == IRT_INT;
}

char *explain_fault_text(const IrModel *model, const Source *source, const Fault *fault, const IrExpr *at) {
  (void)model;
  g_autoptr(GString) text = g_string_new(NULL);
  explain_text_quote(source, fault->span, text);
  bool number = at != NULL && is_number(at->type);
  if (fault->kind == FAULT_RANGE && number && at->kind == IRX_CONVERT) {
    return g_strdup_printf("`%s` is %" G_GINT64_FORMAT ", outside %s", text->str, fault->value, at->type->text);
  }
  if (fault->kind == FAULT_RANGE && at != NULL && at->type->kind == IRT_SEQ) {
    return g_strdup_printf("`%s` would be longer than the sequence may be (%u)", text->str, at->type->length);
  }
  if (fault->kind == FAULT_RANGE && at == NULL) {
    return g_strdup_printf("`%s` does not fit: the sequence is full", text->str);
  }
  if (fault->kind == FAULT_DANGLING) {
    return g_strdup("something still refers to the slot that is freed here");
  }
  if (fault->kind == FAULT_INDEX) {
    return g_strdup_printf("`%s` is outside the sequence", text->str);
  }
  return g_strdup_printf("`%s` %s", text->str, fault_words(fault->kind));
}

const IrExpr *explain_fault_find(const IrExpr *expr, Span span) {
  if (expr == NULL) {
    return NULL;
  }
  if (expr->span.start == span.start && expr->span.end == span.end) {
    return expr;
  }
  const IrExpr *found = NULL;
  for (int i = 0; i < expr->arg_count && found == NULL; i++) {
    found = explain_fault_find(expr->args[i], span);
  }
  for (int i = 0; i < expr->binder_count && found == NULL; i++) {
    found = explain_fault_find(expr->binders[i].in, span);
  }
  if (found == NULL) {
    found = explain_fault_find(expr->where, span);
  }
  return found != NULL ? found : explain_fault_find(expr->body, span);
}

/* ---------------------------------------------------------------- the part that errs */

static bool errs(Explain *explain, const Scope *scope, const IrExpr *expr, Fault *ret_fault) {
  g_autofree int64_t *cells = eval_value(explain->eval, scope, expr, ret_fault);
  return cells == NULL;
}

/* `10 / b.size`: "a = 10, b.size = 0" is told by putting values in. */
static void tell_operation(Explain *explain, const Scope *scope, const IrExpr *expr, const Fault *fault, int depth) {
  const IrModel *model = eval_model(explain->eval);
  Fault here = *fault;
  here.span = expr->span;
  g_autofree char *text = explain_fault_text(model, scope->source, &here, expr);
  g_autoptr(GString) values = g_string_new(NULL);
  if (expr->kind == IRX_CONVERT && is_number(expr->type)) {
    explain_text_substituted(explain->eval, scope, expr, values);
  } else {
    /* of a map's missing slot only the key is of interest */
    for (int i = fault->kind == FAULT_ABSENT ? MAX(expr->arg_count - 1, 0) : 0; i < expr->arg_count; i++) {
      g_string_append(values, values->len == 0 ? "" : ", ");
      explain_text_quote(scope->source, expr->args[i]->span, values);
      g_string_append(values, " = ");
      explain_text_value(explain->eval, scope, expr->args[i], values);
    }
    g_string_append(values, fault->kind == FAULT_ABSENT ? ", which does not exist" : "");
  }
  explain_line(explain, depth, "%s%s%s", text, values->len > 0 ? ":  " : "", values->str);
}

static bool fault_in_call(Explain *explain, Scope *scope, const IrExpr *call, int depth) {
  const IrFn *fn = &eval_model(explain->eval)->fns[call->index];
  Scope inner;
  eval_scope_init(explain->eval, &inner, &fn->frame, scope->state, scope->old);
  for (int i = 0; i < call->arg_count; i++) {
    g_autofree int64_t *cells = eval_value(explain->eval, scope, call->args[i], NULL);
    memcpy(inner.locals + inner.offsets[i], cells, call->args[i]->type->cells * sizeof *cells);
  }
  g_autoptr(GString) text = g_string_new(NULL);
  explain_text_call(explain->eval, scope, call, text);
  bool found = errs(explain, &inner, fn->body, NULL);
  if (found) {
    explain_line(explain, depth, "in %s:", text->str);
    explain_fault(explain, &inner, fn->body, depth + 1);
  }
  eval_scope_clear(&inner);
  return found;
}

typedef struct FaultWalk {
  Explain *explain;
  Scope *scope;
  const IrExpr *quantifier;
  const IrExpr *part; /* where or body: the one that errs */
} FaultWalk;

static bool fault_visit(void *user) {
  FaultWalk *walk = user;
  const IrExpr *parts[] = {walk->quantifier->where, walk->quantifier->body};
  for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
    if (parts[i] != NULL && errs(walk->explain, walk->scope, parts[i], NULL)) {
      walk->part = parts[i];
      return false;
    }
    if (i == 0 && parts[0] != NULL && eval_truth(walk->explain->eval, walk->scope, parts[0]) != TRUTH_TRUE) {
      return true;
    }
  }
  return true;
}

static bool fault_in_quantifier(Explain *explain, Scope *scope, const IrExpr *expr, int depth) {
  FaultWalk walk = {explain, scope, expr, NULL};
  IrExpr all = *expr; /* the where is judged in the visit, since it may be what errs */
  all.where = NULL;
  eval_bindings(explain->eval, scope, &all, fault_visit, &walk);
  if (walk.part == NULL) {
    return false;
  }
  g_autoptr(GString) text = g_string_new(NULL);
  for (int i = 0; i < expr->binder_count; i++) {
    const IrLocal *local = &scope->frame->locals[expr->binders[i].local];
    g_string_append_printf(text, "%s%s = ", i == 0 ? "" : ", ", local->name);
    explain_text_cells(eval_model(explain->eval), local->type, eval_local(scope, expr->binders[i].local),
                       LIMIT_EXPLAIN_WIDTH, text);
  }
  explain_line(explain, depth, "for %s", text->str);
  return explain_fault(explain, scope, walk.part, depth + 1);
}

static bool fault_in_old(Explain *explain, Scope *scope, const IrExpr *expr, int depth) {
  Scope before = *scope;
  before.state = scope->old;
  before.old = NULL;
  return before.state != NULL && explain_fault(explain, &before, expr->args[0], depth);
}

/* Is operand `i` read at all? `and`, `or`, `=>` and `if` leave some out. */
static bool is_read(Explain *explain, const Scope *scope, const IrExpr *expr, int i) {
  if (i == 0) {
    return true;
  }
  Truth first = TRUTH_FALSE;
  if (expr->kind == IRX_AND || expr->kind == IRX_OR || expr->kind == IRX_IMPLIES || expr->kind == IRX_IF) {
    first = eval_truth(explain->eval, scope, expr->args[0]);
  }
  switch (expr->kind) {
  case IRX_AND:
  case IRX_IMPLIES:
    return first == TRUTH_TRUE;
  case IRX_OR:
    return first == TRUTH_FALSE;
  case IRX_IF:
    return (first == TRUTH_TRUE) == (i == 1);
  default:
    return true;
  }
}

bool explain_fault(Explain *explain, Scope *scope, const IrExpr *expr, int depth) {
  Fault fault = {0};
  if (explain_full(explain) || depth > LIMIT_EXPLAIN_DEPTH || !errs(explain, scope, expr, &fault)) {
    return false;
  }
  if (expr->kind == IRX_OLD) {
    return fault_in_old(explain, scope, expr, depth);
  }
  for (int i = 0; i < expr->arg_count; i++) {
    if (is_read(explain, scope, expr, i) && errs(explain, scope, expr->args[i], NULL)) {
      return explain_fault(explain, scope, expr->args[i], depth);
    }
  }
  if (expr->kind == IRX_CALL && fault_in_call(explain, scope, expr, depth)) {
    return true;
  }
  if (expr->kind == IRX_QUANTIFIER && fault_in_quantifier(explain, scope, expr, depth)) {
    return true;
  }
  tell_operation(explain, scope, expr, &fault, depth);
  return true;
}
