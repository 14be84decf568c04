/* Explains why an expression is true or false.
 * Takes an expression, the scope it is read in and its truth; gives lines, indented by depth, and the witnesses of its
 * quantifiers. It goes down to the smallest part that settles the matter: the false conjuncts of a false `and`, the
 * elements that break a `forall`, the body of a function that was called; at the end stands a comparison with its
 * values. Both truths are told by the same rules, since `not` and `=>` turn one into the other. Lines, depth and
 * bindings are limited, so that an explanation is never more than a screenful and never takes long. */
#include "contract/explain.h"

#include <stdarg.h>
#include <string.h>

#include "base/limits.h"
#include "contract/explain_internal.h"
#include "contract/explain_text.h"

/* A called function's body is told on the line of the call while it is not longer than this. */
enum { SHORT_BODY = 100 };

/* ---------------------------------------------------------------- lines */

void explain_init(Explain *explain, Eval *eval) {
  memset(explain, 0, sizeof *explain);
  explain->eval = eval;
  explain->lines = g_array_new(FALSE, TRUE, sizeof(BecauseLine));
  explain->witnesses = g_array_new(FALSE, TRUE, sizeof(Witness));
  eval_set_budget(eval, LIMIT_EXPLAIN_BINDINGS);
}

void explain_free_lines(BecauseLine *lines, int count) {
  for (int i = 0; i < count; i++) {
    g_free(lines[i].text);
  }
  g_free(lines);
}

void explain_clear(Explain *explain) {
  int count = 0;
  BecauseLine *lines = explain_steal_lines(explain, &count);
  explain_free_lines(lines, count);
  Witness *witnesses = explain_steal_witnesses(explain, &count);
  for (int i = 0; i < count; i++) {
    g_free(witnesses[i].name);
    g_free(witnesses[i].value);
    cJSON_Delete(witnesses[i].json);
  }
  g_free(witnesses);
}

bool explain_full(const Explain *explain) {
  return explain->left_out > 0;
}

void explain_line(Explain *explain, int depth, const char *format, ...) {
  if (explain->lines->len >= LIMIT_EXPLAIN_LINES) {
    explain->left_out++;
    return;
  }
  va_list arguments;
  va_start(arguments, format);
  BecauseLine line = {depth, g_strdup_vprintf(format, arguments)};
  va_end(arguments);
  g_array_append_val(explain->lines, line);
}

BecauseLine *explain_steal_lines(Explain *explain, int *ret_count) {
  if (explain->lines == NULL) {
    *ret_count = 0;
    return NULL;
  }
  if (explain->left_out > 0) {
    BecauseLine line = {0, g_strdup("... more was left out here")};
    g_array_append_val(explain->lines, line);
  }
  *ret_count = (int)explain->lines->len;
  GArray *lines = g_steal_pointer(&explain->lines);
  return (BecauseLine *)(void *)g_array_free(lines, FALSE);
}

Witness *explain_steal_witnesses(Explain *explain, int *ret_count) {
  if (explain->witnesses == NULL) {
    *ret_count = 0;
    return NULL;
  }
  *ret_count = (int)explain->witnesses->len;
  GArray *witnesses = g_steal_pointer(&explain->witnesses);
  return (Witness *)(void *)g_array_free(witnesses, FALSE);
}

/* ---------------------------------------------------------------- leaves */

static const char *truth_word(bool truth) {
  return truth ? "true" : "false";
}

static void fault_line(Explain *explain, const Scope *scope, const IrExpr *expr, int depth) {
  g_autoptr(GString) text = g_string_new(NULL);
  explain_text_quote(scope->source, expr->span, text);
  explain_line(explain, depth, "%s  cannot be told: it errs here", text->str);
}

/* `Item#0 is deleted`: the state that it is in, in place of those that were asked for. */
static void put_actual_state(Explain *explain, const Scope *scope, const IrExpr *expr, GString *out) {
  const IrModel *model = eval_model(explain->eval);
  g_autofree int64_t *slot = eval_value(explain->eval, scope, expr->args[0], NULL);
  const IrExpr *arg = explain_text_core(expr->args[0]);
  explain_text_value(explain->eval, scope, arg, out);
  if (slot == NULL) {
    return;
  }
  bool some = expr->args[0]->type->kind != IRT_OPTION || slot[0] != 0;
  int64_t number = expr->args[0]->type->kind == IRT_OPTION ? slot[1] : slot[0];
  int state = some ? eval_slot_state(model, expr->resource, number, scope->state) : -1;
  if (state >= 0) {
    g_string_append_printf(out, " is %s", model->resources[expr->resource].states[state].name);
  }
}

void explain_leaf(Explain *explain, Scope *scope, const IrExpr *expr, bool truth, int depth) {
  if (explain_full(explain)) {
    return;
  }
  expr = explain_text_core(expr);
  g_autoptr(GString) text = g_string_new(NULL);
  g_autoptr(GString) values = g_string_new(NULL);
  explain_text_quote(scope->source, expr->span, text);
  if (expr->kind == IRX_IS) {
    put_actual_state(explain, scope, expr, values);
  } else {
    explain_text_substituted(explain->eval, scope, expr, values);
  }
  bool same = strcmp(text->str, values->str) == 0 || strcmp(values->str, truth_word(truth)) == 0;
  explain_line(explain, depth, "%s  %s %s%s%s", text->str, explain->past > 0 ? "was" : "is", truth_word(truth),
               same ? "" : ":  ", same ? "" : values->str);
  explain_parts(explain, scope, expr, depth + 1);
}

/* ---------------------------------------------------------------- connectives */

static void collect_conjuncts(const IrExpr *expr, GPtrArray *parts) {
  if (expr->kind == IRX_AND) {
    collect_conjuncts(expr->args[0], parts);
    collect_conjuncts(expr->args[1], parts);
  } else {
    g_ptr_array_add(parts, (gpointer)expr);
  }
}

GPtrArray *explain_conjuncts(const IrExpr *expr) {
  GPtrArray *parts = g_ptr_array_new();
  if (expr != NULL) {
    collect_conjuncts(expr, parts);
  }
  return parts;
}

static void collect_disjuncts(const IrExpr *expr, GPtrArray *parts) {
  if (expr->kind == IRX_OR) {
    collect_disjuncts(expr->args[0], parts);
    collect_disjuncts(expr->args[1], parts);
  } else {
    g_ptr_array_add(parts, (gpointer)expr);
  }
}

/* Explains those parts that have the wanted truth; only the first with `first`. A part behind one that errs is not
 * looked at. */
static void explain_those(Explain *explain, Scope *scope, const GPtrArray *parts, bool truth, bool first, int depth) {
  for (guint i = 0; i < parts->len && !explain_full(explain); i++) {
    const IrExpr *part = parts->pdata[i];
    Truth got = eval_truth(explain->eval, scope, part);
    if (got == TRUTH_FAULT) {
      return;
    }
    if ((got == TRUTH_TRUE) == truth) {
      explain_expr(explain, scope, part, truth, depth);
      if (first) {
        return;
      }
    }
  }
}

/* and: false by its false parts, true by all. or: true by its first true part, false by all. */
static void explain_chain(Explain *explain, Scope *scope, const IrExpr *expr, bool truth, int depth) {
  g_autoptr(GPtrArray) parts = g_ptr_array_new();
  if (expr->kind == IRX_AND) {
    collect_conjuncts(expr, parts);
    explain_those(explain, scope, parts, truth, false, depth);
    return;
  }
  collect_disjuncts(expr, parts);
  if (!truth) {
    explain_line(explain, depth, "%s holds:", parts->len == 2 ? "neither of two" : "none of these");
    depth++;
  }
  explain_those(explain, scope, parts, truth, truth, depth);
}

/* The left side of `=>` and the condition of `if`: told in a line, since it is not what went wrong. */
static void explain_condition(Explain *explain, Scope *scope, const IrExpr *expr, int depth) {
  Truth truth = eval_truth(explain->eval, scope, expr);
  if (truth == TRUTH_FAULT) {
    fault_line(explain, scope, expr, depth);
  } else if (expr->kind == IRX_OLD || expr->kind == IRX_AND) {
    explain_expr(explain, scope, expr, truth == TRUTH_TRUE, depth);
  } else {
    explain_leaf(explain, scope, expr, truth == TRUTH_TRUE, depth);
  }
}

static void explain_implies(Explain *explain, Scope *scope, const IrExpr *expr, bool truth, int depth) {
  Truth left = eval_truth(explain->eval, scope, expr->args[0]);
  if (truth && left == TRUTH_FALSE) {
    explain_expr(explain, scope, expr->args[0], false, depth);
    return;
  }
  explain_condition(explain, scope, expr->args[0], depth);
  explain_expr(explain, scope, expr->args[1], truth, depth);
}

static void explain_iff(Explain *explain, Scope *scope, const IrExpr *expr, int depth) {
  for (int i = 0; i < 2; i++) {
    Truth side = eval_truth(explain->eval, scope, expr->args[i]);
    if (side == TRUTH_FAULT) {
      fault_line(explain, scope, expr->args[i], depth);
    } else {
      explain_expr(explain, scope, expr->args[i], side == TRUTH_TRUE, depth);
    }
  }
}

static void explain_if(Explain *explain, Scope *scope, const IrExpr *expr, bool truth, int depth) {
  Truth condition = eval_truth(explain->eval, scope, expr->args[0]);
  explain_condition(explain, scope, expr->args[0], depth);
  if (condition != TRUTH_FAULT) {
    explain_expr(explain, scope, expr->args[condition == TRUTH_TRUE ? 1 : 2], truth, depth);
  }
}

static void explain_not(Explain *explain, Scope *scope, const IrExpr *expr, bool truth, int depth) {
  g_autoptr(GString) text = g_string_new(NULL);
  explain_text_quote(scope->source, expr->span, text);
  explain_line(explain, depth, "%s", text->str);
  explain_expr(explain, scope, expr->args[0], !truth, depth + 1);
}

static void explain_old(Explain *explain, Scope *scope, const IrExpr *expr, bool truth, int depth) {
  if (scope->old == NULL) {
    explain_leaf(explain, scope, expr, truth, depth);
    return;
  }
  Scope before = *scope; /* shares the locals, which keep their values */
  before.state = scope->old;
  before.old = NULL;
  explain->past++;
  explain_expr(explain, &before, expr->args[0], truth, depth);
  explain->past--;
}

/* ---------------------------------------------------------------- calls */

/* Has it only operators, names and comparisons, so that the whole of it can stand on one line? */
static bool is_plain(const IrExpr *expr) {
  if (expr->type->kind == IRT_BOOL && (expr->kind == IRX_QUANTIFIER || expr->kind == IRX_CALL)) {
    return false;
  }
  for (int i = 0; i < expr->arg_count; i++) {
    if (!is_plain(expr->args[i])) {
      return false;
    }
  }
  return true;
}

static bool enter_call(Explain *explain, const Scope *scope, const IrExpr *call, Scope *ret_inner) {
  const IrFn *fn = &eval_model(explain->eval)->fns[call->index];
  eval_scope_init(explain->eval, ret_inner, &fn->frame, scope->state, scope->old);
  for (int i = 0; i < call->arg_count; i++) {
    g_autofree int64_t *cells = eval_value(explain->eval, scope, call->args[i], NULL);
    if (cells == NULL) {
      eval_scope_clear(ret_inner);
      return false;
    }
    memcpy(ret_inner->locals + ret_inner->offsets[i], cells, call->args[i]->type->cells * sizeof *cells);
  }
  return true;
}

static void explain_call(Explain *explain, Scope *scope, const IrExpr *call, bool truth, int depth) {
  const IrFn *fn = &eval_model(explain->eval)->fns[call->index];
  Scope inner;
  if (!enter_call(explain, scope, call, &inner)) {
    fault_line(explain, scope, call, depth);
    return;
  }
  g_autoptr(GString) text = g_string_new(NULL);
  g_autoptr(GString) body = g_string_new(NULL);
  explain_text_call(explain->eval, scope, call, text);
  if (is_plain(fn->body)) {
    explain_text_substituted(explain->eval, &inner, fn->body, body);
  }
  const char *verb = explain->past > 0 ? "was" : "is";
  if (body->len > 0 && body->len <= SHORT_BODY) {
    explain_line(explain, depth, "%s  %s %s:  %s", text->str, verb, truth_word(truth), body->str);
  } else {
    explain_line(explain, depth, "%s  %s %s:", text->str, verb, truth_word(truth));
    explain_expr(explain, &inner, fn->body, truth, depth + 1);
  }
  eval_scope_clear(&inner);
}

/* ---------------------------------------------------------------- the door */

static void explain_inner(Explain *explain, Scope *scope, const IrExpr *expr, bool truth, int depth) {
  switch (expr->kind) {
  case IRX_AND:
  case IRX_OR:
    explain_chain(explain, scope, expr, truth, depth);
    return;
  case IRX_NOT:
    explain_not(explain, scope, expr, truth, depth);
    return;
  case IRX_IMPLIES:
    explain_implies(explain, scope, expr, truth, depth);
    return;
  case IRX_IFF:
    explain_iff(explain, scope, expr, depth);
    return;
  case IRX_IF:
    explain_if(explain, scope, expr, truth, depth);
    return;
  case IRX_OLD:
    explain_old(explain, scope, expr, truth, depth);
    return;
  case IRX_CALL:
    explain_call(explain, scope, expr, truth, depth);
    return;
  case IRX_QUANTIFIER:
    explain_quantified(explain, scope, expr, truth, depth);
    return;
  default:
    explain_leaf(explain, scope, expr, truth, depth);
  }
}

void explain_expr(Explain *explain, Scope *scope, const IrExpr *expr, bool truth, int depth) {
  const IrExpr *core = explain_text_core(expr);
  if (core->type->kind == IRT_BOOL) { /* a `bool?` where a bool is needed stays as it is: it may be none */
    expr = core;
  }
  if (explain_full(explain)) {
    return;
  }
  if (depth > LIMIT_EXPLAIN_DEPTH) {
    explain_leaf(explain, scope, expr, truth, depth);
    return;
  }
  Truth got = eval_truth(explain->eval, scope, expr);
  if (got == TRUTH_FAULT) {
    fault_line(explain, scope, expr, depth);
  } else {
    explain_inner(explain, scope, expr, got == TRUTH_TRUE, depth);
  }
  (void)truth; /* what the caller saw; the same evaluation says it again */
}
