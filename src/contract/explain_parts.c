/* Explains the parts of a leaf that are more than a name: what was counted, summed, gathered or called, what sets
 * differ in, and what `old`s compare. Takes a comparison (or another leaf) and its scope; gives a line for each such
 * part: `count(b: Booking confirmed) = 2: Booking#0, Booking#1`. */
#include <string.h>

#include "base/limits.h"
#include "contract/explain_internal.h"
#include "contract/explain_text.h"

/* Elements and parts told on one line or in one leaf. */
enum { ELEMENTS_MAX = 8, PARTS_MAX = 6 };

typedef struct Elements {
  Explain *explain;
  Scope *scope;
  const IrExpr *expr;
  GString *out;
  uint64_t count;
} Elements;

static void put_element(Elements *elements) {
  const IrModel *model = eval_model(elements->explain->eval);
  const IrExpr *expr = elements->expr;
  bool summed = expr->quantifier == IRQ_SUM || expr->quantifier == IRQ_MIN || expr->quantifier == IRQ_MAX;
  if (summed && expr->body != NULL) {
    explain_text_value(elements->explain->eval, elements->scope, expr->body, elements->out);
    g_string_append(elements->out, " for ");
  }
  for (int i = 0; i < expr->binder_count; i++) {
    const IrLocal *local = &elements->scope->frame->locals[expr->binders[i].local];
    g_string_append(elements->out, i == 0 ? "" : "/");
    explain_text_cells(model, local->type, eval_local(elements->scope, expr->binders[i].local), LIMIT_EXPLAIN_WIDTH,
                       elements->out);
  }
}

static bool element_visit(void *user) {
  Elements *elements = user;
  if (elements->count < ELEMENTS_MAX) {
    g_string_append(elements->out, elements->count == 0 ? ": " : ", ");
    put_element(elements);
  }
  elements->count++;
  return true;
}

/* `count(...) = 2: Booking#0, Booking#1` */
static void tell_gathered(Explain *explain, Scope *scope, const IrExpr *expr, int depth) {
  g_autoptr(GString) text = g_string_new(NULL);
  explain_text_quote(scope->source, expr->span, text);
  g_string_append(text, " = ");
  explain_text_value(explain->eval, scope, expr, text);
  if (expr->quantifier != IRQ_SET && expr->quantifier != IRQ_SEQ) {
    Elements elements = {explain, scope, expr, text, 0};
    bool whole = eval_bindings(explain->eval, scope, expr, element_visit, &elements);
    if (elements.count > ELEMENTS_MAX || !whole) {
      g_string_append(text, ", ...");
    }
  }
  explain_line(explain, depth, "%s", text->str);
}

static void tell_value(Explain *explain, Scope *scope, const IrExpr *expr, int depth) {
  g_autoptr(GString) text = g_string_new(NULL);
  if (expr->kind == IRX_CALL) {
    explain_text_call(explain->eval, scope, expr, text);
  } else {
    explain_text_quote(scope->source, expr->span, text);
  }
  g_string_append(text, " = ");
  explain_text_value(explain->eval, scope, expr, text);
  explain_line(explain, depth, "%s", text->str);
}

/* ---------------------------------------------------------------- finding them */

typedef struct Parts {
  Explain *explain;
  Scope *scope;
  int depth;
  int told;
  bool has_old; /* names are told too, so that before and after can be compared */
} Parts;

static bool holds_old(const IrExpr *expr) {
  if (expr->kind == IRX_OLD) {
    return true;
  }
  for (int i = 0; i < expr->arg_count; i++) {
    if (holds_old(expr->args[i])) {
      return true;
    }
  }
  return false;
}

static bool is_read(const IrExpr *expr) {
  return expr->kind == IRX_VAR || expr->kind == IRX_FIELD || expr->kind == IRX_MAP_AT || expr->kind == IRX_SEQ_AT ||
         expr->kind == IRX_OLD;
}

static void find_parts(Parts *parts, const IrExpr *expr) {
  if (parts->told >= PARTS_MAX || explain_full(parts->explain)) {
    return;
  }
  if (expr->kind == IRX_QUANTIFIER) {
    if (expr->type->kind != IRT_BOOL) {
      parts->told++;
      tell_gathered(parts->explain, parts->scope, expr, parts->depth);
    }
    return;
  }
  if (expr->kind == IRX_CALL && expr->type->kind != IRT_BOOL) {
    parts->told++;
    tell_value(parts->explain, parts->scope, expr, parts->depth);
    return;
  }
  if (parts->has_old && is_read(expr)) {
    parts->told++;
    tell_value(parts->explain, parts->scope, expr, parts->depth);
    return;
  }
  for (int i = 0; i < expr->arg_count; i++) {
    find_parts(parts, expr->args[i]);
  }
}

/* ---------------------------------------------------------------- sets that differ */

static bool put_only(Explain *explain, const IrType *type, const int64_t *a, const int64_t *b, GString *out) {
  g_autofree int64_t *rest = g_new0(int64_t, type->cells + 1);
  bool some = false;
  for (uint32_t i = 0; i < type->cells; i++) {
    rest[i] = (int64_t)((uint64_t)a[i] & ~(uint64_t)b[i]);
    some = some || rest[i] != 0;
  }
  if (some) {
    explain_text_cells(eval_model(explain->eval), type, rest, LIMIT_EXPLAIN_WIDTH, out);
  }
  return some;
}

/* `only on the left: {a}; only on the right: {b}` */
static void tell_set_difference(Explain *explain, Scope *scope, const IrExpr *expr, int depth) {
  g_autofree int64_t *left = eval_value(explain->eval, scope, expr->args[0], NULL);
  g_autofree int64_t *right = eval_value(explain->eval, scope, expr->args[1], NULL);
  if (left == NULL || right == NULL) {
    return;
  }
  const IrType *type = expr->args[0]->type;
  g_autoptr(GString) first = g_string_new("only on the left: ");
  g_autoptr(GString) second = g_string_new("only on the right: ");
  bool some_first = put_only(explain, type, left, right, first);
  bool some_second = expr->kind == IRX_EQ && put_only(explain, type, right, left, second);
  if (some_first || some_second) {
    explain_line(explain, depth, "%s%s%s", some_first ? first->str : "", some_first && some_second ? "; " : "",
                 some_second ? second->str : "");
  }
}

static bool compares_sets(const IrExpr *expr) {
  return (expr->kind == IRX_EQ || expr->kind == IRX_SUBSET || expr->kind == IRX_PROPER_SUBSET) &&
         expr->args[0]->type->kind == IRT_SET && expr->args[0]->type->cells == expr->args[1]->type->cells;
}

void explain_parts(Explain *explain, Scope *scope, const IrExpr *expr, int depth) {
  if (expr->kind == IRX_QUANTIFIER || expr->kind == IRX_CALL) {
    return;
  }
  Parts parts = {explain, scope, depth, 0, holds_old(expr)};
  find_parts(&parts, expr);
  if (compares_sets(expr)) {
    tell_set_difference(explain, scope, expr, depth);
  }
}
