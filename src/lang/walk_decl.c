/* The walk over declarations: takes one, or a model, and hands its parts to walk.c. */
#include "lang/walk_internal.h"

static void walk_members(const Walk *walk, const List *members) {
  for (size_t i = 0; i < members->count; i++) {
    walk_template(walk, LIST_GET(*members, MemberDecl, i)->wire);
  }
}

/* Not its `unique` text: the `n` in it is no name of the model. */
static void walk_token(const Walk *walk, const TokenDecl *token) {
  walk_type(walk, token->key);
}

static void walk_resource(const Walk *walk, const ResourceDecl *resource) {
  walk_expr(walk, resource->size);
  walk_members(walk, &resource->states);
  for (size_t i = 0; i < resource->fields.count; i++) {
    const FieldDecl *field = LIST_GET(resource->fields, FieldDecl, i);
    walk_type(walk, field->type_expr);
    walk_expr(walk, field->value);
  }
  for (size_t i = 0; i < resource->tokens.count; i++) {
    walk_token(walk, LIST_GET(resource->tokens, TokenDecl, i));
  }
}

static void walk_action(const Walk *walk, const ActionDecl *action) {
  const Body *body = &action->body;
  walk_locals(walk, &action->params);
  walk_template(walk, action->text);
  walk_exprs(walk, &body->whens);
  walk_request(walk, body->request);
  walk_receives(walk, body->receives);
  walk_statements(walk, &body->statements);
  for (size_t i = 0; i < body->outcomes.count; i++) {
    const Outcome *outcome = LIST_GET(body->outcomes, Outcome, i);
    walk_exprs(walk, &outcome->whens);
    walk_statements(walk, &outcome->statements);
    walk_tail(walk, &outcome->tail);
  }
  walk_tail(walk, &body->tail);
  if (body->otherwise != NULL) {
    walk_tail(walk, &body->otherwise->tail);
  }
}

static void walk_init(const Walk *walk, const InitDecl *init) {
  walk_locals(walk, &init->params);
  walk_exprs(walk, &init->whens);
  walk_statements(walk, &init->statements);
  walk_request(walk, init->request);
  if (init->request != NULL) {
    walk_respond(walk, init->request->respond);
  }
}

static void walk_observe(const Walk *walk, const ObserveDecl *observe) {
  walk_expr(walk, observe->expr);
  walk_request(walk, observe->request);
  if (observe->request != NULL) {
    walk_respond(walk, observe->request->respond);
  }
  walk_template(walk, observe->paged_by);
}

static void walk_fn(const Walk *walk, const FnDecl *fn) {
  walk_locals(walk, &fn->params);
  walk_type(walk, fn->result);
  walk_expr(walk, fn->body);
}

static void walk_proc(const Walk *walk, const ProcDecl *proc) {
  walk_locals(walk, &proc->params);
  walk_statements(walk, &proc->statements);
}

static void walk_var(const Walk *walk, const VarDecl *var) {
  walk_type(walk, var->type_expr);
  walk_expr(walk, var->value);
}

static void walk_teardown(const Walk *walk, const TeardownDecl *teardown) {
  walk_statements(walk, &teardown->statements);
  walk_exprs(walk, &teardown->ensures);
}

static void walk_every_request(const Walk *walk, const EveryRequestDecl *every) {
  walk_headers(walk, &every->query);
  walk_headers(walk, &every->headers);
  walk_headers(walk, &every->cookies);
}

void walk_decl(const Walk *walk, const Decl *decl) {
  switch (decl->kind) {
  case DECL_CONST:
    walk_expr(walk, ((const ConstDecl *)decl)->value);
    break;
  case DECL_TYPE:
    walk_type(walk, ((const TypeDecl *)decl)->type_expr);
    break;
  case DECL_ENUM:
    walk_members(walk, &((const EnumDecl *)decl)->members);
    break;
  case DECL_RESOURCE:
    walk_resource(walk, (const ResourceDecl *)decl);
    break;
  case DECL_VAR:
    walk_var(walk, (const VarDecl *)decl);
    break;
  case DECL_FN:
    walk_fn(walk, (const FnDecl *)decl);
    break;
  case DECL_PROC:
    walk_proc(walk, (const ProcDecl *)decl);
    break;
  case DECL_INIT:
    walk_init(walk, (const InitDecl *)decl);
    break;
  case DECL_ACTION:
    walk_action(walk, (const ActionDecl *)decl);
    break;
  case DECL_INVARIANT:
  case DECL_STEP_INVARIANT:
  case DECL_REACH:
  case DECL_ALWAYS_REACH:
  case DECL_FINAL:
    walk_expr(walk, ((const ContractDecl *)decl)->expr);
    break;
  case DECL_VIEW:
    walk_exprs(walk, &((const ViewDecl *)decl)->exprs);
    break;
  case DECL_OBSERVE:
    walk_observe(walk, (const ObserveDecl *)decl);
    break;
  case DECL_TEARDOWN:
    walk_teardown(walk, (const TeardownDecl *)decl);
    break;
  case DECL_SECRET:
    break;
  case DECL_TOKEN:
    walk_token(walk, (const TokenDecl *)decl);
    break;
  case DECL_SERVICE:
    break;
  case DECL_EVERY_REQUEST:
    walk_every_request(walk, (const EveryRequestDecl *)decl);
    break;
  }
}

void walk_model(const Walk *walk, const Model *model) {
  for (size_t i = 0; i < model->decls.count; i++) {
    walk_decl(walk, LIST_GET(model->decls, Decl, i));
  }
}
