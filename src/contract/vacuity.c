/* Finds what an exploration must watch to tell contracts that hold for want of a case.
 * Takes the model; gives, for each invariant and step invariant, boolean expressions of one state that must be true
 * somewhere for the contract to have been tested: `exists` over the binders of each outermost `forall`, and the left
 * side of each `=>` under them. They are built anew from parts of the contract's own expression, so their places and
 * words are the user's. In a step invariant only parts without `old` are watched, in every reachable state: what is in
 * none of them is in none after or before a step. So a note is never wrong, though some emptiness goes unseen. */
#include "contract/vacuity.h"

#include "base/limits.h"
#include "contract/explain_text.h"

/* Levels of `forall` and `=>` that are followed. */
enum { DEPTH_MAX = 16 };

/* One condition on the way down: a quantifier's binders, or a left side. */
typedef struct Way {
  const IrExpr *quantifier; /* or NULL */
  const IrExpr *left;
} Way;

typedef struct Build {
  const IrModel *model;
  const IrContract *contract;
  int number;
  Vacuity *vacuity;
  Way ways[DEPTH_MAX];
  int depth;
} Build;

static bool holds_old(const IrExpr *expr) {
  if (expr == NULL) {
    return false;
  }
  bool found = expr->kind == IRX_OLD || holds_old(expr->where) || holds_old(expr->body);
  for (int i = 0; i < expr->arg_count && !found; i++) {
    found = holds_old(expr->args[i]);
  }
  for (int i = 0; i < expr->binder_count && !found; i++) {
    found = holds_old(expr->binders[i].in);
  }
  return found;
}

static IrExpr *new_expr(Build *build, IrExprKind kind, Span span) {
  IrExpr *expr = ARENA_NEW(build->vacuity->arena, IrExpr);
  expr->kind = kind;
  expr->type = build->model->type_bool;
  expr->span = span;
  return expr;
}

/* `exists` over the binders of a quantifier; those that look at two states look at one here. */
static const IrExpr *new_exists(Build *build, const IrExpr *from, const IrExpr *body) {
  IrExpr *expr = new_expr(build, IRX_QUANTIFIER, from->span);
  IrBinder *binders = ARENA_ARRAY(build->vacuity->arena, IrBinder, from->binder_count);
  for (int i = 0; i < from->binder_count; i++) {
    binders[i] = from->binders[i];
    binders[i].either = false;
  }
  expr->quantifier = IRQ_EXISTS;
  expr->binders = binders;
  expr->binder_count = from->binder_count;
  expr->where = from->where;
  expr->body = body;
  return expr;
}

static const IrExpr *new_and(Build *build, const IrExpr *left, const IrExpr *right) {
  if (right == NULL) {
    return left;
  }
  IrExpr *expr = new_expr(build, IRX_AND, left->span);
  expr->args = ARENA_ARRAY(build->vacuity->arena, const IrExpr *, 2);
  expr->args[0] = left;
  expr->args[1] = right;
  expr->arg_count = 2;
  return expr;
}

/* A quantifier without a body and without a where: `exists x: T` needs one of them for no reader but a verifier; true
 * will do. */
static const IrExpr *new_true(Build *build, Span span) {
  IrExpr *expr = new_expr(build, IRX_CONST, span);
  int64_t *cell = ARENA_ARRAY(build->vacuity->arena, int64_t, 1);
  cell[0] = 1;
  expr->cells = cell;
  return expr;
}

/* All conditions on the way, from the inside out, as one expression. */
static const IrExpr *whole_way(Build *build) {
  const IrExpr *expr = NULL;
  for (int i = build->depth - 1; i >= 0; i--) {
    const Way *way = &build->ways[i];
    if (way->quantifier != NULL) {
      expr = new_exists(build, way->quantifier, expr != NULL ? expr : new_true(build, way->quantifier->span));
    } else {
      expr = new_and(build, way->left, expr);
    }
  }
  return expr;
}

static char *note_of(Build *build, const Way *way) {
  g_autoptr(GString) text = g_string_new(NULL);
  const Source *source = build->contract->source;
  if (way->quantifier == NULL) {
    explain_text_quote(source, way->left->span, text);
    return g_strdup_printf("the left side of `=>` was never true: `%s`", text->str);
  }
  const IrExpr *quantifier = way->quantifier;
  Span span = span_join(quantifier->binders[0].span, quantifier->binders[quantifier->binder_count - 1].span);
  if (quantifier->where != NULL) {
    span = span_join(span, quantifier->where->span);
  }
  explain_text_quote(source, span, text);
  return g_strdup_printf("`forall %s` never had an element", text->str);
}

static void add_watch(Build *build) {
  if (build->vacuity->watches->len >= LIMIT_WATCHES) {
    return;
  }
  VacuityWatch watch = {.contract = build->number};
  watch.watch.frame = &build->contract->frame;
  watch.watch.expr = whole_way(build);
  watch.note = note_of(build, &build->ways[build->depth - 1]);
  g_array_append_val(build->vacuity->watches, watch);
}

static bool quantifier_holds_old(const IrExpr *expr) {
  bool found = holds_old(expr->where);
  for (int i = 0; i < expr->binder_count; i++) {
    found = found || holds_old(expr->binders[i].in);
  }
  return found;
}

/* A `forall` over all values of a type is never empty, so it needs no watch of its own; it is on the way all the same.
 */
static bool may_be_empty(const IrExpr *quantifier) {
  bool may = quantifier->where != NULL;
  for (int i = 0; i < quantifier->binder_count; i++) {
    may = may || quantifier->binders[i].kind != IRB_VALUES;
  }
  return may;
}

static void go_down(Build *build, const IrExpr *expr) {
  expr = explain_text_core(expr);
  if (build->depth == DEPTH_MAX) {
    return;
  }
  if (expr->kind == IRX_AND) {
    go_down(build, expr->args[0]);
    go_down(build, expr->args[1]);
  } else if (expr->kind == IRX_QUANTIFIER && expr->quantifier == IRQ_FORALL && !quantifier_holds_old(expr)) {
    build->ways[build->depth++] = (Way){expr, NULL};
    if (may_be_empty(expr)) {
      add_watch(build);
    }
    if (expr->body != NULL) {
      go_down(build, expr->body);
    }
    build->depth--;
  } else if (expr->kind == IRX_IMPLIES && !holds_old(expr->args[0])) {
    build->ways[build->depth++] = (Way){NULL, expr->args[0]};
    add_watch(build);
    go_down(build, expr->args[1]);
    build->depth--;
  }
}

Vacuity *vacuity_new(const IrModel *model) {
  Vacuity *vacuity = g_new0(Vacuity, 1);
  vacuity->arena = arena_new();
  vacuity->watches = g_array_new(FALSE, TRUE, sizeof(VacuityWatch));
  for (int c = 0; c < model->contract_count; c++) {
    const IrContract *contract = &model->contracts[c];
    if (contract->kind == IRC_INVARIANT || contract->kind == IRC_STEP_INVARIANT) {
      Build build = {.model = model, .contract = contract, .number = c, .vacuity = vacuity};
      go_down(&build, contract->expr);
    }
  }
  return vacuity;
}

void vacuity_free(Vacuity *vacuity) {
  if (vacuity == NULL) {
    return;
  }
  for (guint i = 0; i < vacuity->watches->len; i++) {
    g_free(g_array_index(vacuity->watches, VacuityWatch, i).note);
  }
  g_array_free(vacuity->watches, TRUE);
  arena_free(vacuity->arena);
  g_free(vacuity);
}
