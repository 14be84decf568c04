/* Declared and never used, written and never read, never entered: takes what the walk has seen, warns of the rest.
 * Names that begin with `_` say that it is meant so. Actions and contracts are what a model is for and need no user;
 * loop binders need none either. */
#include "lang/check_warnings_internal.h"
#include "lang/walk.h"

static bool is_exempt(const Name *name) {
  return name->text == NULL || name->text[0] == '_';
}

static void warn_unused(Usage *usage, const Decl *decl, const char *what) {
  if (is_exempt(&decl->name) || g_hash_table_contains(usage->read, decl)) {
    return;
  }
  Diag *diag = diags_add(usage->checker->diags, DIAG_0501, decl->name.span, "%s `%s` is declared and never used", what,
                         decl->name.text);
  diag_help(diag, "use it, take it out, or call it `_%s` if it shall stay", decl->name.text);
}

static void warn_unused_list(Usage *usage, const List *decls, const char *what) {
  for (size_t i = 0; i < decls->count; i++) {
    warn_unused(usage, LIST_GET(*decls, Decl, i), what);
  }
}

/* A var that is only written makes states differ that nothing can tell apart. */
static void warn_var(Usage *usage, const VarDecl *var) {
  if (is_exempt(&var->decl.name) || g_hash_table_contains(usage->read, var)) {
    return;
  }
  const char *name = var->decl.name.text;
  if (!g_hash_table_contains(usage->written, var)) {
    warn_unused(usage, &var->decl, "the variable");
    return;
  }
  Diag *diag = diags_add(usage->checker->diags, DIAG_0503, var->decl.name.span,
                         "the variable `%s` is written and never read", name);
  diag_note(diag, "no guard, contract, view or template looks at it, so it only multiplies the states");
  diag_help(diag, "say in an invariant what is true of it, or take it out");
}

static void warn_fields(Usage *usage, const ResourceDecl *resource) {
  for (size_t i = 0; i < resource->fields.count; i++) {
    const FieldDecl *field = LIST_GET(resource->fields, FieldDecl, i);
    if (is_exempt(&field->name) || g_hash_table_contains(usage->read, field)) {
      continue;
    }
    Diag *diag = diags_add(usage->checker->diags, DIAG_0504, field->name.span, "nothing reads the field `%s` of `%s`",
                           field->name.text, resource->decl.name.text);
    diag_note(diag, "no guard, contract, view or template looks at it, so it only multiplies the states");
    diag_help(diag, "name it in a `respond` or an invariant, or take it out");
  }
}

static void warn_tokens(Usage *usage, const ResourceDecl *resource) {
  for (size_t i = 0; i < resource->tokens.count; i++) {
    const TokenDecl *token = LIST_GET(resource->tokens, TokenDecl, i);
    bool implied =
        token->decl.name.span.end == token->decl.name.span.start || g_strcmp0(token->decl.name.text, "id") == 0;
    if (!implied) {
      warn_unused(usage, &token->decl, "the token");
    }
  }
}

static void warn_parameters(Usage *usage, const List *params) {
  for (size_t i = 0; i < params->count; i++) {
    const Local *local = LIST_GET(*params, Local, i);
    /* States that are said make it a guard. */
    if (is_exempt(&local->name) || local->states.count > 0 || g_hash_table_contains(usage->read, local)) {
      continue;
    }
    Diag *diag = diags_add(usage->checker->diags, DIAG_0502, local->name.span, "the parameter `%s` is never used",
                           local->name.text);
    diag_help(diag, "use it, take it out, or call it `_%s` if it shall stay", local->name.text);
  }
}

static void see_let(const Local *local, void *data) {
  Usage *usage = data;
  if (local->kind != LOCAL_LET || is_exempt(&local->name) || g_hash_table_contains(usage->read, local)) {
    return;
  }
  Diag *diag = diags_add(usage->checker->diags, DIAG_0501, local->name.span, "`%s` is given a value and never used",
                         local->name.text);
  diag_help(diag, "use it or take the `let` out");
}

static void warn_all_parameters(Usage *usage, const Model *model) {
  for (size_t i = 0; i < model->actions.count; i++) {
    warn_parameters(usage, &LIST_GET(model->actions, ActionDecl, i)->params);
  }
  for (size_t i = 0; i < model->fns.count; i++) {
    warn_parameters(usage, &LIST_GET(model->fns, FnDecl, i)->params);
  }
  for (size_t i = 0; i < model->procs.count; i++) {
    warn_parameters(usage, &LIST_GET(model->procs, ProcDecl, i)->params);
  }
  for (size_t i = 0; i < model->inits.count; i++) {
    warn_parameters(usage, &LIST_GET(model->inits, InitDecl, i)->params);
  }
}

void check_warnings_unused(Usage *usage) {
  const Model *model = usage->checker->model;
  const Walk lets = {.local = see_let, .data = usage};
  warn_unused_list(usage, &model->consts, "the constant");
  warn_unused_list(usage, &model->types, "the type");
  warn_unused_list(usage, &model->enums, "the enum");
  warn_unused_list(usage, &model->fns, "the function");
  warn_unused_list(usage, &model->procs, "the proc");
  warn_unused_list(usage, &model->tokens, "the token");
  warn_unused_list(usage, &model->secrets, "the secret");
  warn_unused_list(usage, &model->services, "the service");
  for (size_t i = 0; i < model->vars.count; i++) {
    warn_var(usage, LIST_GET(model->vars, VarDecl, i));
  }
  warn_all_parameters(usage, model);
  walk_model(&lets, model);
}

/* An empty pool makes whatever needs a slot impossible; a state without entrance likewise, on a smaller scale. */
void check_warnings_states(Usage *usage) {
  const List *resources = &usage->checker->model->resources;
  for (size_t i = 0; i < resources->count; i++) {
    const ResourceDecl *resource = LIST_GET(*resources, ResourceDecl, i);
    const char *name = resource->decl.name.text;
    warn_tokens(usage, resource);
    if (is_exempt(&resource->decl.name)) {
      continue;
    }
    if (!g_hash_table_contains(usage->created, resource)) {
      Diag *diag = diags_add(usage->checker->diags, DIAG_0508, resource->decl.name.span,
                             "no `new` ever takes a slot of `%s`", name);
      diag_note(diag, "all its slots stay absent, so nothing that needs one can happen");
      diag_help(diag, "create one where it comes about, as in `new x: %s STATE`, in an action or in `init`", name);
      continue;
    }
    warn_fields(usage, resource);
    const uint64_t *mask = g_hash_table_lookup(usage->entered, resource);
    for (size_t j = 0; j < resource->states.count && j < 63; j++) {
      const MemberDecl *state = LIST_GET(resource->states, MemberDecl, j);
      if (is_exempt(&state->name) || (mask != NULL && (*mask >> (j + 1) & 1) != 0)) {
        continue;
      }
      Diag *diag = diags_add(usage->checker->diags, DIAG_0507, state->name.span,
                             "no slot of `%s` ever comes to be `%s`", name, state->name.text);
      diag_note(diag, "no `new` and no move leads to it");
      diag_help(diag, "add the action that does, with `x: %s ... -> %s` or `x -> %s`, or take the state out", name,
                state->name.text, state->name.text);
    }
  }
}
