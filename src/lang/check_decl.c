/* Declarations, phase by phase: types and sizes, functions, defaults, contracts, bodies.
 *
 * Each phase needs only what those before it have settled: constants need members, sizes need constants, types need
 * sizes, functions need the types of variables, defaults need to know which functions read the state. */
#include "lang/check_internal.h"

static void stand(Checker *checker, Place place, const char *what, const Expr *root) {
  checker->place = place;
  checker->what = what;
  checker->root = root;
}

static void check_size(Checker *checker, ResourceDecl *decl) {
  int64_t slots = 0;
  if (decl->size == NULL || !check_const_integer(checker, decl->size, "the size of a resource", &slots)) {
    return;
  }
  if (slots < 0 || slots > LIMIT_SLOTS) {
    diags_add(checker->diags, DIAG_0207, decl->size->span,
              "a resource has from 0 to %d slots, and `%s` would have %" G_GINT64_FORMAT, LIMIT_SLOTS,
              decl->decl.name.text, slots);
    return;
  }
  decl->slots = (uint32_t)slots;
}

/* The type of a var or field: it must have a value to hold. */
static const Type *check_stored(Checker *checker, TypeExpr *type_expr, const char *name) {
  const Type *type = check_type(checker, type_expr, TYPE_USE_STATE);
  if (type->kind != TYPE_ERROR && check_type_has_no_value(type)) {
    Diag *diag = diags_add(checker->diags, DIAG_0209, type_expr->span, "`%s` can hold no value: its range is empty",
                           name != NULL ? name : "this");
    diag_help(diag, "check the bounds, and the constants in them");
    return &type_error;
  }
  return type;
}

static uint64_t check_fields(Checker *checker, ResourceDecl *decl) {
  uint64_t cells = 1;
  for (size_t i = 0; i < decl->fields.count; i++) {
    FieldDecl *field = LIST_GET(decl->fields, FieldDecl, i);
    field->type = check_stored(checker, field->type_expr, field->name.text);
    cells += MIN(type_cells(field->type), (uint64_t)1 << 32);
  }
  return MIN(cells, (uint64_t)1 << 40) * decl->slots;
}

static void check_state_size(Checker *checker, uint64_t cells) {
  if (cells <= LIMIT_STATE_CELLS || diags_errors(checker->diags) > 0) {
    return;
  }
  Diag *diag = diags_add(checker->diags, DIAG_0208, checker->model->name.span, "one state of `%s` is too large",
                         checker->model->name.text);
  diag_note(diag, "a state may take up to %d cells of 64 bits, and this one takes %" G_GUINT64_FORMAT,
            LIMIT_STATE_CELLS, cells);
  diag_help(diag, "use fewer slots, shorter seqs or maps with fewer keys");
}

static void check_signatures(Checker *checker) {
  const Model *model = checker->model;
  for (size_t i = 0; i < model->fns.count; i++) {
    FnDecl *fn = LIST_GET(model->fns, FnDecl, i);
    check_params(checker, &fn->params, TYPE_USE_ANY);
    fn->type = check_type(checker, fn->result, TYPE_USE_ANY);
  }
  for (size_t i = 0; i < model->procs.count; i++) {
    check_params(checker, &LIST_GET(model->procs, ProcDecl, i)->params, TYPE_USE_ANY);
  }
}

void check_decl_types(Checker *checker) {
  const Model *model = checker->model;
  for (size_t i = 0; i < model->consts.count; i++) {
    check_const(checker, LIST_GET(model->consts, ConstDecl, i));
  }
  for (size_t i = 0; i < model->resources.count; i++) {
    check_size(checker, LIST_GET(model->resources, ResourceDecl, i));
  }
  for (size_t i = 0; i < model->types.count; i++) {
    check_type_alias(checker, LIST_GET(model->types, TypeDecl, i));
  }
  uint64_t cells = 0;
  for (size_t i = 0; i < model->vars.count; i++) {
    VarDecl *var = LIST_GET(model->vars, VarDecl, i);
    var->type = check_stored(checker, var->type_expr, var->decl.name.text);
    cells += MIN(type_cells(var->type), (uint64_t)1 << 32);
  }
  for (size_t i = 0; i < model->resources.count; i++) {
    cells += check_fields(checker, LIST_GET(model->resources, ResourceDecl, i));
  }
  check_state_size(checker, cells);
  check_signatures(checker);
  for (size_t i = 0; i < model->tokens.count; i++) {
    check_token_decl(checker, LIST_GET(model->tokens, TokenDecl, i));
  }
  for (size_t i = 0; i < model->resources.count; i++) {
    const ResourceDecl *decl = LIST_GET(model->resources, ResourceDecl, i);
    for (size_t k = 1; k < decl->tokens.count; k++) {
      check_token_decl(checker, LIST_GET(decl->tokens, TokenDecl, k));
    }
  }
}

void check_decl_fns(Checker *checker) {
  const Model *model = checker->model;
  for (size_t i = 0; i < model->fns.count; i++) {
    FnDecl *fn = LIST_GET(model->fns, FnDecl, i);
    stand(checker, PLACE_STATE, "a function", NULL);
    checker->fn = fn;
    scope_push(checker);
    check_params(checker, &fn->params, TYPE_USE_ANY);
    check_expr_for(checker, fn->body, fn->type, fn->decl.name.text,
                   fn->result != NULL ? fn->result->span : (Span){0, 0});
    scope_pop(checker);
    checker->fn = NULL;
  }
  check_decl_cycles(checker, &model->fns, false);
}

void check_decl_defaults(Checker *checker) {
  const Model *model = checker->model;
  stand(checker, PLACE_CONSTANT, "a default", NULL);
  checker->strict = false;
  for (size_t i = 0; i < model->vars.count; i++) {
    VarDecl *var = LIST_GET(model->vars, VarDecl, i);
    check_expr_default(checker, var->value, var->type, var->decl.name.text, var->type_expr->span);
  }
  for (size_t i = 0; i < model->resources.count; i++) {
    const ResourceDecl *decl = LIST_GET(model->resources, ResourceDecl, i);
    for (size_t k = 0; k < decl->fields.count; k++) {
      FieldDecl *field = LIST_GET(decl->fields, FieldDecl, k);
      check_expr_default(checker, field->value, field->type, field->name.text, field->type_expr->span);
    }
  }
}

static void report_no_action(Checker *checker, const Name *name, const Decl *other) {
  Diag *diag = diags_add(checker->diags, DIAG_0111, name->span,
                         other != NULL ? "`%s` is %s, not an action" : "no action named `%s`", name->text,
                         other != NULL ? check_decl_words(other->kind) : "");
  if (other != NULL) {
    diag_label(diag, other->name.span, "declared here");
    return;
  }
  g_autoptr(GPtrArray) candidates = g_ptr_array_new();
  for (size_t i = 0; i < checker->model->actions.count; i++) {
    const char *text = LIST_GET(checker->model->actions, Decl, i)->name.text;
    if (text != NULL) {
      g_ptr_array_add(candidates, (void *)text);
    }
  }
  check_suggest(checker, diag, name->text, candidates);
}

/* on ACTION, ... */
static void check_on(Checker *checker, ContractDecl *contract) {
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  for (size_t i = 0; i < contract->on.count; i++) {
    Name *name = LIST_GET(contract->on, Name, i);
    Decl *decl = name->text == NULL ? NULL : g_hash_table_lookup(checker->actions, name->text);
    if (name->text == NULL) {
      continue;
    }
    if (decl == NULL || decl->kind != DECL_ACTION) {
      report_no_action(checker, name, decl);
      continue;
    }
    if (!g_hash_table_add(seen, decl)) {
      diags_add(checker->diags, DIAG_0103, name->span, "`%s` is in this list twice", name->text);
      continue;
    }
    list_add(checker->arena, &contract->on_actions, decl);
  }
}

static const char *contract_words(DeclKind kind) {
  switch (kind) {
  case DECL_STEP_INVARIANT:
    return "a step invariant";
  case DECL_REACH:
    return "a `reach`";
  case DECL_ALWAYS_REACH:
    return "an `always reach`";
  case DECL_FINAL:
    return "a `final`";
  default:
    return "an invariant";
  }
}

static void check_contract(Checker *checker, ContractDecl *contract) {
  DeclKind kind = contract->decl.kind;
  stand(checker, kind == DECL_STEP_INVARIANT ? PLACE_STEP : PLACE_STATE, contract_words(kind), contract->expr);
  check_on(checker, contract);
  check_bool(checker, contract->expr);
  checker->root = NULL;
}

void check_decl_contracts(Checker *checker) {
  const Model *model = checker->model;
  for (size_t i = 0; i < model->contracts.count; i++) {
    check_contract(checker, LIST_GET(model->contracts, ContractDecl, i));
  }
  for (size_t i = 0; i < model->finals.count; i++) {
    check_contract(checker, LIST_GET(model->finals, ContractDecl, i));
  }
  for (size_t i = 0; i < model->views.count; i++) {
    ViewDecl *view = LIST_GET(model->views, ViewDecl, i);
    stand(checker, PLACE_STATE, "a view", NULL);
    for (size_t k = 0; k < view->exprs.count; k++) {
      check_expr(checker, LIST_GET(view->exprs, Expr, k), NULL);
    }
  }
  for (size_t i = 0; i < model->observes.count; i++) {
    ObserveDecl *observe = LIST_GET(model->observes, ObserveDecl, i);
    stand(checker, PLACE_STATE, "an observe", NULL);
    check_expr(checker, observe->expr, NULL);
    scope_push(checker);
    check_observe(checker, observe);
    scope_pop(checker);
  }
}

static void check_proc(Checker *checker, ProcDecl *proc) {
  stand(checker, PLACE_EFFECT, "a statement", NULL);
  checker->proc = proc;
  scope_push(checker);
  check_params(checker, &proc->params, TYPE_USE_ANY);
  check_statements(checker, &proc->statements);
  scope_pop(checker);
  checker->proc = NULL;
}

static void check_init(Checker *checker, InitDecl *init) {
  scope_push(checker);
  check_params(checker, &init->params, TYPE_USE_RANGING);
  stand(checker, PLACE_GUARD, "a `when`", NULL);
  for (size_t i = 0; i < init->whens.count; i++) {
    check_bool(checker, LIST_GET(init->whens, Expr, i));
  }
  stand(checker, PLACE_EFFECT, "an init", NULL);
  check_statements(checker, &init->statements);
  if (init->request != NULL) {
    check_request(checker, init->request);
  }
  scope_pop(checker);
}

static void check_teardown(Checker *checker, TeardownDecl *teardown) {
  scope_push(checker);
  stand(checker, PLACE_EFFECT, "a teardown", NULL);
  check_statements(checker, &teardown->statements);
  stand(checker, PLACE_STATE, "the `ensure` of a teardown", NULL);
  for (size_t i = 0; i < teardown->ensures.count; i++) {
    check_bool(checker, LIST_GET(teardown->ensures, Expr, i));
  }
  scope_pop(checker);
}

void check_decl_bodies(Checker *checker) {
  const Model *model = checker->model;
  for (size_t i = 0; i < model->procs.count; i++) {
    check_proc(checker, LIST_GET(model->procs, ProcDecl, i));
  }
  check_decl_cycles(checker, &model->procs, true);
  for (size_t i = 0; i < model->inits.count; i++) {
    check_init(checker, LIST_GET(model->inits, InitDecl, i));
  }
  for (size_t i = 0; i < model->actions.count; i++) {
    check_action(checker, LIST_GET(model->actions, ActionDecl, i));
  }
  for (size_t i = 0; i < model->teardowns.count; i++) {
    check_teardown(checker, LIST_GET(model->teardowns, TeardownDecl, i));
  }
  for (size_t i = 0; i < model->every_requests.count; i++) {
    stand(checker, PLACE_REQUEST, "a request", NULL);
    check_every_request(checker, LIST_GET(model->every_requests, EveryRequestDecl, i));
  }
}
