/* Explains `forall` and `exists`.
 * Takes a quantified expression and its truth; gives the elements that settle it. A false `forall` and a true `exists`
 * are settled by their first such elements, the witnesses; a false `exists` and a true `forall` by all, so few are told
 * one by one and of many the nearest miss: the elements for which the most conjuncts hold before the first that does
 * not. */
#include <string.h>

#include "base/limits.h"
#include "contract/explain_internal.h"
#include "contract/explain_text.h"
#include "ir/value.h"

/* Elements that are told one by one. */
enum { FEW = 3, WITNESSES_MAX = 32 };

static void put_bindings(Explain *explain, const Scope *scope, const IrExpr *expr, GString *out) {
  for (int i = 0; i < expr->binder_count; i++) {
    const IrLocal *local = &scope->frame->locals[expr->binders[i].local];
    g_string_append_printf(out, "%s%s = ", i == 0 ? "" : ", ", local->name);
    explain_text_cells(eval_model(explain->eval), local->type, eval_local(scope, expr->binders[i].local),
                       LIMIT_EXPLAIN_WIDTH, out);
  }
}

static void keep_witnesses(Explain *explain, const Scope *scope, const IrExpr *expr) {
  const IrModel *model = eval_model(explain->eval);
  for (int i = 0; i < expr->binder_count && explain->quiet == 0 && explain->witnesses->len < WITNESSES_MAX; i++) {
    const IrLocal *local = &scope->frame->locals[expr->binders[i].local];
    g_autoptr(GString) text = g_string_new(NULL);
    const int64_t *cells = eval_local(scope, expr->binders[i].local);
    explain_text_cells(model, local->type, cells, LIMIT_EXPLAIN_VALUE, text);
    Witness witness = {g_strdup(local->name), g_strdup(text->str), value_json(model, local->type, cells)};
    g_array_append_val(explain->witnesses, witness);
  }
}

/* ---------------------------------------------------------------- settled by one */

typedef struct Find {
  Eval *eval;
  Scope *scope;
  const IrExpr *body; /* NULL: the first binding is it */
  Truth wanted;
  bool found;
} Find;

static bool find_visit(void *user) {
  Find *find = user;
  find->found = find->body == NULL || eval_truth(find->eval, find->scope, find->body) == find->wanted;
  return !find->found;
}

static void explain_witnessed(Explain *explain, Scope *scope, const IrExpr *expr, bool truth, int depth) {
  Find find = {explain->eval, scope, expr->body, truth ? TRUTH_TRUE : TRUTH_FALSE, false};
  eval_bindings(explain->eval, scope, expr, find_visit, &find);
  if (!find.found) {
    explain_leaf(explain, scope, expr, truth, depth);
    return;
  }
  keep_witnesses(explain, scope, expr);
  g_autoptr(GString) bindings = g_string_new(NULL);
  put_bindings(explain, scope, expr, bindings);
  explain_line(explain, depth, "for %s", bindings->str);
  if (truth && expr->where != NULL) {
    explain_expr(explain, scope, expr->where, true, depth + 1);
  }
  if (expr->body != NULL) {
    explain_expr(explain, scope, expr->body, truth, depth + 1);
  }
}

/* ---------------------------------------------------------------- settled by all */

typedef struct Misses {
  Explain *explain;
  Scope *scope;
  const GPtrArray *parts; /* the conjuncts of where and body */
  size_t local_cells;
  uint64_t count;
  int64_t *few[FEW]; /* the locals of the first bindings */
  int64_t *nearest;
  guint nearest_true;
} Misses;

/* How many of the parts hold before the first that does not. */
static guint leading_true(Misses *misses) {
  guint i = 0;
  while (i < misses->parts->len &&
         eval_truth(misses->explain->eval, misses->scope, misses->parts->pdata[i]) == TRUTH_TRUE) {
    i++;
  }
  return i;
}

static bool miss_visit(void *user) {
  Misses *misses = user;
  size_t bytes = misses->local_cells * sizeof(int64_t);
  if (misses->count < FEW) {
    misses->few[misses->count] = g_memdup2(misses->scope->locals, bytes);
  }
  guint held = leading_true(misses);
  if (misses->count == 0 || held > misses->nearest_true) {
    misses->nearest_true = held;
    g_free(misses->nearest);
    misses->nearest = g_memdup2(misses->scope->locals, bytes);
  }
  misses->count++;
  return true;
}

static void explain_miss(Misses *misses, const IrExpr *expr, const int64_t *locals, int depth) {
  Explain *explain = misses->explain;
  memcpy(misses->scope->locals, locals, misses->local_cells * sizeof *locals);
  g_autoptr(GString) bindings = g_string_new(NULL);
  put_bindings(explain, misses->scope, expr, bindings);
  explain_line(explain, depth, "%s:", bindings->str);
  guint held = leading_true(misses);
  if (held < misses->parts->len) {
    explain_expr(explain, misses->scope, misses->parts->pdata[held], false, depth + 1);
  }
}

static void misses_clear(Misses *misses) {
  for (int i = 0; i < FEW; i++) {
    g_free(misses->few[i]);
  }
  g_free(misses->nearest);
}

static void tell_misses(Misses *misses, const IrExpr *expr, bool whole, int depth) {
  Explain *explain = misses->explain;
  g_autoptr(GString) text = g_string_new(NULL);
  explain_text_quote(misses->scope->source, expr->span, text);
  const char *verb = explain->past > 0 ? "was" : "is";
  if (misses->count == 0 && whole) {
    g_autoptr(GString) binders = g_string_new(NULL);
    Span span = span_join(expr->binders[0].span, expr->binders[expr->binder_count - 1].span);
    explain_text_quote(misses->scope->source, span, binders);
    explain_line(explain, depth, "%s  %s false: there %s no %s", text->str, verb, verb, binders->str);
    return;
  }
  explain_line(explain, depth, "%s  %s false%s", text->str, verb, misses->count > FEW ? "; the nearest:" : ":");
  explain->quiet++;
  if (misses->count > FEW) {
    explain_miss(misses, expr, misses->nearest, depth + 1);
    explain_line(explain, depth + 1, "(none of %s%" G_GUINT64_FORMAT " fits)", whole ? "" : "the first ",
                 misses->count);
  } else {
    for (uint64_t i = 0; i < misses->count; i++) {
      explain_miss(misses, expr, misses->few[i], depth + 1);
    }
  }
  explain->quiet--;
}

static void explain_none(Explain *explain, Scope *scope, const IrExpr *expr, int depth) {
  g_autoptr(GPtrArray) parts = explain_conjuncts(expr->where);
  g_autoptr(GPtrArray) body = explain_conjuncts(expr->body);
  for (guint i = 0; i < body->len; i++) {
    g_ptr_array_add(parts, body->pdata[i]);
  }
  Misses misses = {.explain = explain, .scope = scope, .parts = parts, .local_cells = frame_cells(scope->frame)};
  IrExpr all = *expr; /* every element, those that the `where` leaves out too */
  all.where = NULL;
  bool whole = eval_bindings(explain->eval, scope, &all, miss_visit, &misses);
  tell_misses(&misses, expr, whole, depth);
  misses_clear(&misses);
}

static bool count_visit(void *user) {
  (*(uint64_t *)user)++;
  return true;
}

static void explain_every(Explain *explain, Scope *scope, const IrExpr *expr, int depth) {
  g_autoptr(GString) text = g_string_new(NULL);
  explain_text_quote(scope->source, expr->span, text);
  uint64_t count = 0;
  bool whole = eval_bindings(explain->eval, scope, expr, count_visit, &count);
  if (whole && count == 0) {
    explain_line(explain, depth, "%s  is true: there is no element to break it", text->str);
  } else {
    explain_line(explain, depth, "%s  is true: for all %s%" G_GUINT64_FORMAT, text->str, whole ? "" : "of the first ",
                 count);
  }
}

void explain_quantified(Explain *explain, Scope *scope, const IrExpr *expr, bool truth, int depth) {
  bool forall = expr->quantifier == IRQ_FORALL;
  if (forall != truth) {
    explain_witnessed(explain, scope, expr, truth, depth);
  } else if (forall) {
    explain_every(explain, scope, expr, depth);
  } else {
    explain_none(explain, scope, expr, depth);
  }
}
