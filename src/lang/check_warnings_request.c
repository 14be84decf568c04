/* Requests and responses that are allowed and odd: bodies where HTTP has none, answers that nobody looks at, actions
 * that no run can do. Takes the model, warns. */
#include <string.h>

#include "lang/check_warnings_internal.h"
#include "lang/walk.h"

static void see_request(const Request *request, void *data) {
  Usage *usage = data;
  const char *method = request->method.text;
  if (request->body_kind == BODY_NONE || request->body == NULL || method == NULL) {
    return;
  }
  if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0) {
    return;
  }
  Diag *diag = diags_add(usage->checker->diags, DIAG_0511, request->body->span, "a body in a %s request", method);
  diag_note(diag, "it has no meaning there: servers and proxies ignore it, or refuse the request");
  diag_help(diag, "send it as `query { ... }`, or use another method");
}

/* 1xx, 204 and 304 end with the headers (RFC 9110, section 6.4.1). */
static bool has_no_body(const Expr *status) {
  return status->integer < 200 || status->integer == 204 || status->integer == 304;
}

static void see_respond(const Respond *respond, void *data) {
  Usage *usage = data;
  if (respond->body == NULL || respond->statuses.count == 0) {
    return;
  }
  for (size_t i = 0; i < respond->statuses.count; i++) {
    if (!has_no_body(LIST_GET(respond->statuses, Expr, i))) {
      return;
    }
  }
  const Expr *status = LIST_GET(respond->statuses, Expr, 0);
  Diag *diag = diags_add(usage->checker->diags, DIAG_0511, respond->body->span,
                         "a body in a response with status %" G_GINT64_FORMAT, status->integer);
  diag_note(diag, "HTTP gives such a response no body, so this can never match");
  diag_help(diag, "leave the body out, or expect 200");
}

/* A proc may respond, so a call counts as if it did. */
static void see_stmt(const Stmt *stmt, void *data) {
  if (stmt->kind == STMT_RESPOND || stmt->kind == STMT_CALL) {
    *(bool *)data = true;
  }
}

static void see_any_respond(const Respond *respond, void *data) {
  (void)respond;
  *(bool *)data = true;
}

static bool returns_anything(const Body *body) {
  bool returns = body->tail.returns != NULL;
  for (size_t i = 0; i < body->outcomes.count && !returns; i++) {
    returns = LIST_GET(body->outcomes, Outcome, i)->tail.returns != NULL;
  }
  return returns;
}

static bool answers(const ActionDecl *action) {
  bool answered = returns_anything(&action->body);
  const Walk walk = {.stmt = see_stmt, .respond = see_any_respond, .data = &answered};
  walk_decl(&walk, &action->decl);
  return answered;
}

static void warn_unanswered(Usage *usage, const ActionDecl *action) {
  const Request *request = action->body.request;
  const char *name = action->decl.name.text;
  if (request != NULL) {
    Diag *diag =
        diags_add(usage->checker->diags, DIAG_0510, request->span, "`%s` never says what the system answers", name);
    diag_note(diag, "a run sends this and accepts whatever comes, an error too");
    diag_help(diag, "add a `respond`, if only a status: `respond 200`");
    return;
  }
  Diag *diag = diags_add(usage->checker->diags, DIAG_0512, action->decl.name.span,
                         "`%s` has neither a request nor a `respond`, so no run can do it", name);
  diag_note(diag, "most actions of this model have requests; sequences that need this one are left out of a run");
  diag_help(diag, "give it a request, or write `event action` or `manual action` if it is not done through the API");
}

/* One action without a request among many is probably an oversight; where few have one, the model speaks of more than
 * the API, and means it. */
void check_warnings_requests(Usage *usage) {
  const Model *model = usage->checker->model;
  const Walk walk = {.request = see_request, .respond = see_respond, .data = usage};
  size_t api = 0, with_request = 0;
  walk_model(&walk, model);
  for (size_t i = 0; i < model->actions.count; i++) {
    const ActionDecl *action = LIST_GET(model->actions, ActionDecl, i);
    api += action->action_kind == ACTION_API;
    with_request += action->action_kind == ACTION_API && action->body.request != NULL;
  }
  for (size_t i = 0; i < model->actions.count; i++) {
    const ActionDecl *action = LIST_GET(model->actions, ActionDecl, i);
    bool judged = action->body.request != NULL || with_request * 2 >= api;
    if (action->decl.name.text != NULL && action->action_kind == ACTION_API && with_request > 0 && judged &&
        !answers(action)) {
      warn_unanswered(usage, action);
    }
  }
}
