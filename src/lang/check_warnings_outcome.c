/* Outcomes that are never chosen and actions that are never possible, as far as the text alone tells: takes the model,
 * warns. A condition that hangs on a constant is left alone: `-D` may turn it, and a switched-off part is no mistake.
 */
#include "lang/check_warnings_internal.h"
#include "lang/walk.h"

static void see_constant(const Expr *expr, void *data) {
  if (expr->ref.kind == REF_CONST) {
    *(bool *)data = true;
  }
}

/* Known and the same for every -D. */
static bool is_always(const Expr *expr, bool value) {
  if (!expr->constant || (expr->value != 0) != value) {
    return false;
  }
  bool has_constant = false;
  const Walk walk = {.expr = see_constant, .data = &has_constant};
  walk_expr(&walk, expr);
  return !has_constant;
}

/* The part of a condition that is false whatever happens, and so makes all of it false. */
static const Expr *find_false_part(const Expr *expr) {
  while (expr->kind == EXPR_BINARY && expr->op == OP_AND) {
    const Expr *part = find_false_part(expr->right);
    if (part != NULL) {
      return part;
    }
    expr = expr->left;
  }
  return is_always(expr, false) ? expr : NULL;
}

static const Expr *find_false(const List *whens) {
  for (size_t i = 0; i < whens->count; i++) {
    const Expr *part = find_false_part(LIST_GET(*whens, Expr, i));
    if (part != NULL) {
      return part;
    }
  }
  return NULL;
}

static bool all_true(const List *whens) {
  for (size_t i = 0; i < whens->count; i++) {
    if (!is_always(LIST_GET(*whens, Expr, i), true)) {
      return false;
    }
  }
  return true;
}

static void warn_false(Usage *usage, const Outcome *outcome, const Expr *when) {
  Diag *diag = diags_add(usage->checker->diags, DIAG_0505, outcome->name.span, "the outcome `%s` is never chosen",
                         outcome->name.text);
  diag_label(diag, when->span, "this is always false");
  diag_help(diag, "correct the condition, or take the outcome out");
}

static void warn_shadowed(Usage *usage, const Outcome *outcome, const Outcome *earlier) {
  Diag *diag = diags_add(usage->checker->diags, DIAG_0505, outcome->name.span, "the outcome `%s` is never chosen",
                         outcome->name.text);
  diag_label(diag, earlier->name.span, "`%s` always holds, and comes first", earlier->name.text);
  diag_note(diag, "outcomes are tried in the order written, and the first whose `when` holds is taken");
  diag_help(diag, "move `%s` up, give `%s` a `when`, or write `may outcome` if both are acceptable", outcome->name.text,
            earlier->name.text);
}

static void judge_action(Usage *usage, const ActionDecl *action) {
  const Expr *never = find_false(&action->body.whens);
  if (never != NULL) {
    Diag *diag = diags_add(usage->checker->diags, DIAG_0506, action->decl.name.span,
                           "the action `%s` is never possible", action->decl.name.text);
    diag_label(diag, never->span, "this is always false");
    diag_help(diag, "correct the condition, or take the action out");
  }
  const Outcome *always = NULL;
  for (size_t i = 0; i < action->body.outcomes.count; i++) {
    const Outcome *outcome = LIST_GET(action->body.outcomes, Outcome, i);
    const Expr *false_when = find_false(&outcome->whens);
    if (outcome->name.text == NULL) {
      continue;
    }
    if (false_when != NULL) {
      warn_false(usage, outcome, false_when);
    } else if (outcome->may) {
      continue;
    } else if (always != NULL) {
      warn_shadowed(usage, outcome, always);
    } else if (all_true(&outcome->whens)) {
      always = outcome;
    }
  }
}

void check_warnings_outcomes(Usage *usage) {
  const List *actions = &usage->checker->model->actions;
  for (size_t i = 0; i < actions->count; i++) {
    judge_action(usage, LIST_GET(*actions, ActionDecl, i));
  }
}
