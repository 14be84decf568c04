/* Observations and the causes of events. Takes an `observe` (its value is checked where declarations are) or an action,
 * and holds its parts together: a request without a response to compare tells nothing, and only the environment
 * receives or waits. */
#include "lang/check_internal.h"
#include "lang/walk.h"

/* cursor and JSONPath pages: "$.next" */
static void check_cursor(Checker *checker, const Template *cursor) {
  if (cursor->kind != TEMPLATE_STRING || cursor->parts.count != 1) {
    return;
  }
  const TemplatePart *part = LIST_GET(cursor->parts, TemplatePart, 0);
  if (part->text == NULL) {
    return;
  }
  if (part->length > 0 && part->text[0] == '$') {
    g_autofree char *path = g_strndup(part->text + 1, part->length - 1);
    check_path(checker, cursor->span, path);
    return;
  }
  Diag *diag = diags_add(checker->diags, DIAG_0418, cursor->span,
                         "a cursor is found in the response by a JSONPath, which begins with `$`");
  diag_help(diag, "write for example `paged by cursor \"$.next\"`");
}

static void check_paging(Checker *checker, ObserveDecl *observe) {
  if (observe->paging == PAGING_NONE || observe->paged_by == NULL) {
    return;
  }
  checker->place = PLACE_REQUEST;
  check_template(checker, observe->paged_by);
  if (observe->paging == PAGING_CURSOR) {
    check_cursor(checker, observe->paged_by);
  }
  if (observe->request != NULL) {
    return;
  }
  Diag *diag =
      diags_add(checker->diags, DIAG_0418, observe->paged_by->span, "pages of what? this observation has no request");
  diag_help(diag, "give it one, as in `GET \"/items\"  respond 200 [ ... ]`, or leave `paged by` out");
}

void check_observe(Checker *checker, ObserveDecl *observe) {
  Place before = checker->place;
  if (observe->request != NULL) {
    check_request(checker, observe->request);
    if (observe->request->respond == NULL) {
      Diag *diag = diags_add(checker->diags, DIAG_0417, observe->request->span,
                             "the observation `%s` asks and does not say what it expects",
                             observe->decl.name.text != NULL ? observe->decl.name.text : "?");
      diag_help(diag, "add a `respond`, as in `respond 200 unordered [ for i: Item : { \"id\": i.id } ]`");
    }
  }
  check_paging(checker, observe);
  if (observe->when == OBSERVE_EACH_N_STEPS && observe->every_steps <= 0) {
    Diag *diag = diags_add(checker->diags, DIAG_0419, observe->decl.head,
                           "`each %" G_GINT64_FORMAT " steps` would never come", observe->every_steps);
    diag_help(diag, "give a number from 1 on, or `at end`");
  }
  checker->place = before;
}

static void report_cause(Checker *checker, const ActionDecl *action, Span span, const char *what) {
  Diag *diag = diags_add(checker->diags, DIAG_0415, span, "`%s` is %s, and only an event %s",
                         action->decl.name.text != NULL ? action->decl.name.text : "?",
                         action->action_kind == ACTION_MANUAL ? "done by a person" : "done by us", what);
  diag_label(diag, action->decl.head, "declared here");
  diag_help(diag, "write `event action` if the environment does it");
}

static void see_secret(const Expr *expr, void *data) {
  Checker *checker = data;
  if (expr->ref.kind == REF_SECRET) {
    Diag *diag = diags_add(checker->diags, DIAG_0406, expr->span, "the secret `%s` may stand only in what is sent",
                           expr->name.text);
    diag_note(diag, "the text of an action is shown to people, and a secret is never printed or stored");
  }
}

void check_causes(Checker *checker, ActionDecl *action) {
  Body *body = &action->body;
  const Walk secrets = {.expr = see_secret, .data = checker};
  walk_template(&secrets, action->text);
  if (body->receives != NULL) {
    check_receives(checker, body->receives);
  }
  bool waits = body->wait_ms != 0;
  if (action->action_kind != ACTION_EVENT) {
    if (body->receives != NULL) {
      report_cause(checker, action, body->receives->span, "receives");
    }
    if (waits) {
      report_cause(checker, action, body->wait_span, "waits");
    }
    if (action->action_kind != ACTION_MANUAL || body->request == NULL) {
      return;
    }
    Diag *diag =
        diags_add(checker->diags, DIAG_0415, body->request->span, "a `manual action` has no request: a person does it");
    diag_help(diag, "leave the request out and say in the action's text what to do, or leave `manual` out");
    return;
  }
  int causes = (body->receives != NULL) + waits + (body->request != NULL);
  if (causes < 2) {
    return;
  }
  Span second = waits ? body->wait_span : body->receives->span;
  Diag *diag = diags_add(checker->diags, DIAG_0415, second, "the event `%s` has two causes",
                         action->decl.name.text != NULL ? action->decl.name.text : "?");
  if (body->request != NULL) {
    diag_label(diag, body->request->span, "the other one");
  } else {
    diag_label(diag, body->receives->span, "the other one");
  }
  diag_help(diag, "keep one, or make two events of it");
}
