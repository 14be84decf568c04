/* What reads as if it did something and does nothing: `old` of a name that stays what it is, and a move in the body
 * that the parameter's own move undoes. Takes the model, warns. */
#include "lang/check_warnings_internal.h"
#include "lang/walk.h"

typedef struct OldWalk {
  Checker *checker;
  const Expr *told; /* the `old` that its parent has told */
} OldWalk;

/* `old(x)` where x is a parameter, binder or `let`: bound names keep their values. */
static bool is_idle_old(const Expr *expr) {
  return expr != NULL && expr->kind == EXPR_OLD && expr->operand != NULL && expr->operand->kind == EXPR_NAME &&
         expr->operand->ref.kind == REF_LOCAL;
}

static Diag *warn_idle(OldWalk *walk, const Expr *old) {
  const char *name = old->operand->name.text;
  Diag *diag = diags_add(walk->checker->diags, DIAG_0513, old->span, "`old(%s)` is just `%s`", name, name);
  const Type *type = type_strip(old->operand->type);
  if (type->kind == TYPE_RESOURCE) {
    diag_note(diag, "it names the same slot before and after the step; what may change is the slot's state and fields");
  } else {
    diag_note(diag, "a name that is bound keeps its value over the step");
  }
  return diag;
}

/* `old(b) is cancelled`, `old(b).start`: what hangs on it is read after the step. */
static void see_expr(const Expr *expr, void *data) {
  OldWalk *walk = data;
  bool hangs_on = (expr->kind == EXPR_IS || expr->kind == EXPR_MEMBER) && is_idle_old(expr->operand);
  if (hangs_on) {
    const Expr *old = expr->operand;
    Span rest = {old->span.end, expr->span.end};
    const char *text = source_text(walk->checker->model->source);
    Diag *diag = warn_idle(walk, old);
    if (rest.end > rest.start && rest.end - rest.start <= 60) {
      diag_help(diag, "put all of it inside: `old(%s%.*s)`", old->operand->name.text, (int)(rest.end - rest.start),
                text + rest.start);
    }
    walk->told = old;
  } else if (is_idle_old(expr) && expr != walk->told) {
    diag_help(warn_idle(walk, expr), "leave the `old` out, or put into it what it is compared with");
  }
}

typedef struct MoveWalk {
  Checker *checker;
} MoveWalk;

static void see_stmt(const Stmt *stmt, void *data) {
  MoveWalk *walk = data;
  const Expr *target = stmt->kind == STMT_MOVE ? stmt->target : NULL;
  if (target == NULL || target->kind != EXPR_NAME || target->ref.kind != REF_LOCAL) {
    return;
  }
  const Local *local = target->ref.decl;
  if (local->kind != LOCAL_PARAMETER || !local->moves || local->move_state == stmt->state_index) {
    return;
  }
  const char *name = local->name.text, *to = local->move_to.text;
  Diag *diag =
      diags_add(walk->checker->diags, DIAG_0514, stmt->span, "this move is undone: `%s` ends up `%s`", name, to);
  diag_label(diag, local->move_to.span, "the parameter moves it behind the statements");
  diag_help(diag, "take `-> %s` off the parameter, and write `%s -> %s` where it is meant", to, name, to);
}

void check_warnings_idle(Usage *usage) {
  const Model *model = usage->checker->model;
  OldWalk old = {.checker = usage->checker};
  const Walk walk = {.expr = see_expr, .data = &old};
  walk_model(&walk, model);
  for (size_t i = 0; i < model->actions.count; i++) {
    const ActionDecl *action = LIST_GET(model->actions, ActionDecl, i);
    MoveWalk moves = {.checker = usage->checker};
    const Walk body = {.stmt = see_stmt, .data = &moves};
    walk_statements(&body, &action->body.statements);
  }
}
