/* Actions: parameters, guards, requests, effects, outcomes and what stands at their end.
 *
 * The text of a body follows time, and so does the check. What the outcomes return is joined into one type; a `returns`
 * that means nothing by itself (`none`, a bare member) waits until the others are known, with the scope it stood in. */
#include "lang/check_internal.h"

/* A `returns` that waits. */
typedef struct Waiting {
  Expr *expr;
  Scope *frame;
} Waiting;

typedef struct ActionCheck {
  Checker *checker;
  ActionDecl *action;
  GArray *waiting;      /* of Waiting */
  const Expr *returned; /* the first one, for messages */
} ActionCheck;

static void stand(Checker *checker, Place place, const char *what) {
  checker->place = place;
  checker->what = what;
}

static void join_returns(ActionCheck *work, const Expr *expr) {
  Checker *checker = work->checker;
  const Type *before = work->action->returns;
  if (before == NULL) {
    work->action->returns = expr->type;
    work->returned = expr;
    return;
  }
  const Type *joined = type_join(checker->arena, before, expr->type);
  if (joined == NULL) {
    Diag *diag = diags_add(checker->diags, DIAG_0301, expr->span, "this returns %s, unlike another outcome of `%s`",
                           check_type_words(checker, expr->type), work->action->decl.name.text);
    diag_label(diag, work->returned->span, "this returns %s", check_type_words(checker, before));
    joined = &type_error;
  }
  work->action->returns = joined;
}

static void check_returns(ActionCheck *work, Expr *expr) {
  Checker *checker = work->checker;
  stand(checker, PLACE_ENSURE, "a `returns`");
  if (check_expr_needs_hint(checker, expr)) {
    Waiting waiting = {expr, checker->scope};
    g_array_append_val(work->waiting, waiting);
    return;
  }
  check_expr_infer(checker, expr, NULL);
  join_returns(work, expr);
}

static void check_waiting(ActionCheck *work) {
  Checker *checker = work->checker;
  stand(checker, PLACE_ENSURE, "a `returns`");
  for (guint i = 0; i < work->waiting->len; i++) {
    Waiting *waiting = &g_array_index(work->waiting, Waiting, i);
    unsigned frames = scope_resume(checker, waiting->frame);
    check_expr_infer(checker, waiting->expr, work->action->returns);
    for (; frames > 0; frames--) {
      scope_pop(checker);
    }
    join_returns(work, waiting->expr);
  }
}

static void check_tail(ActionCheck *work, Tail *tail, bool in_outcome) {
  Checker *checker = work->checker;
  checker->in_outcome = in_outcome;
  for (size_t i = 0; i < tail->ensures.count; i++) {
    stand(checker, PLACE_ENSURE, "an `ensure`");
    check_bool(checker, LIST_GET(tail->ensures, Expr, i));
  }
  checker->in_outcome = false;
  if (tail->returns != NULL) {
    check_returns(work, tail->returns);
  }
  if (tail->respond != NULL) {
    stand(checker, PLACE_RESPOND, "a `respond`");
    check_respond(checker, tail->respond);
  }
}

static void check_whens(Checker *checker, List *whens) {
  for (size_t i = 0; i < whens->count; i++) {
    stand(checker, PLACE_GUARD, "a `when`");
    check_bool(checker, LIST_GET(*whens, Expr, i));
  }
}

static void check_outcome(ActionCheck *work, Outcome *outcome) {
  Checker *checker = work->checker;
  check_part_add(checker, work->action, PART_OUTCOME, outcome->name, 0, outcome);
  check_whens(checker, &outcome->whens);
  scope_push(checker);
  stand(checker, PLACE_EFFECT, "a statement");
  check_statements(checker, &outcome->statements);
  check_tail(work, &outcome->tail, true);
  scope_pop(checker);
}

static void check_otherwise(ActionCheck *work, Otherwise *otherwise) {
  Checker *checker = work->checker;
  const Part *there =
      otherwise->name.text == NULL ? NULL : check_part_find(checker, work->action, PART_OUTCOME, otherwise->name.text);
  if (there != NULL) {
    Diag *diag =
        diags_add(checker->diags, DIAG_0103, otherwise->name.span.end > 0 ? otherwise->name.span : otherwise->span,
                  "`otherwise` adds an outcome `%s`, and there is one already", otherwise->name.text);
    check_label(checker, diag, there->span, "the other `%s`", otherwise->name.text);
    diag_help(diag, "name it: `otherwise NAME respond ...`");
  }
  check_tail(work, &otherwise->tail, false);
}

static void check_moves(Checker *checker, ActionDecl *action) {
  for (size_t i = 0; i < action->params.count && action->body.outcomes.count > 0; i++) {
    const Local *param = LIST_GET(action->params, Local, i);
    if (!param->moves || param->name.text == NULL) {
      continue;
    }
    const char *state = param->move_to.text != NULL ? param->move_to.text : "...";
    Diag *diag = diags_add(checker->diags, DIAG_0315, param->span,
                           "`-> %s` belongs to plain actions, and `%s` has outcomes", state, action->decl.name.text);
    diag_label(diag, LIST_GET(action->body.outcomes, Outcome, 0)->name.span, "the first outcome");
    diag_help(diag, "inside the outcomes that move it write `%s -> %s`", param->name.text, state);
  }
}

static void check_body(ActionCheck *work, Body *body) {
  Checker *checker = work->checker;
  check_whens(checker, &body->whens);
  if (body->request != NULL) {
    stand(checker, PLACE_REQUEST, "a request");
    check_request(checker, body->request);
  }
  check_causes(checker, work->action);
  scope_push(checker);
  stand(checker, PLACE_EFFECT, "a statement");
  check_statements(checker, &body->statements);
  for (size_t i = 0; i < body->outcomes.count; i++) {
    check_outcome(work, LIST_GET(body->outcomes, Outcome, i));
  }
  check_tail(work, &body->tail, false);
  scope_pop(checker);
  if (body->otherwise != NULL) {
    check_otherwise(work, body->otherwise);
  }
  check_waiting(work);
}

void check_action(Checker *checker, ActionDecl *action) {
  g_autoptr(GArray) waiting = g_array_new(FALSE, FALSE, sizeof(Waiting));
  ActionCheck work = {.checker = checker, .action = action, .waiting = waiting};
  scope_push(checker);
  check_params(checker, &action->params, TYPE_USE_RANGING);
  check_moves(checker, action);
  if (action->text != NULL) {
    stand(checker, PLACE_REQUEST, "the text of an action");
    check_template(checker, action->text);
  }
  if (action->has_body) {
    check_body(&work, &action->body);
  } else {
    check_causes(checker, action);
  }
  scope_pop(checker);
}
