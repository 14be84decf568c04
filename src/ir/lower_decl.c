/* Declarations other than actions and the state: names and numbers first, then everything that holds code.
 * Takes the checked tree, fills the model's tables in the order written. */
#include <string.h>

#include "ir/lower_internal.h"

static const char *copy(Lower *lower, const char *text) {
  return arena_strndup(lower->arena, text != NULL ? text : "", text != NULL ? strlen(text) : 0);
}

#define TABLE(lower, field, Type, list)                                                                                \
  ((lower)->ir->field = ARENA_ARRAY((lower)->arena, Type, (lower)->tree->list.count + 1))

/* ---------------------------------------------------------------- names */

static IrMember *lower_members(Lower *lower, const List *decls, int skip) {
  IrMember *members = ARENA_ARRAY(lower->arena, IrMember, decls->count + (size_t)skip + 1);
  for (size_t i = 0; i < decls->count; i++) {
    const MemberDecl *decl = LIST_GET(*decls, MemberDecl, i);
    IrMember *member = &members[(size_t)skip + i];
    member->name = copy(lower, decl->name.text);
    member->wire = member->name;
    member->wire_length = strlen(member->name);
    if (decl->wire != NULL && decl->wire->kind == TEMPLATE_STRING) {
      member->wire = lower_plain_text(lower, decl->wire, &member->wire_length);
    } else if (decl->wire != NULL && decl->wire->kind == TEMPLATE_EXPR) {
      const Expr *value = decl->wire->expr;
      int64_t number = value->constant ? value->value : value->integer;
      member->wire = arena_printf(lower->arena, "%" G_GINT64_FORMAT, number);
      member->wire_length = strlen(member->wire);
      member->wire_is_number = true;
    }
  }
  return members;
}

static void name_enums(Lower *lower) {
  IrEnum *enums = TABLE(lower, enums, IrEnum, enums);
  lower->ir->enum_count = (int)lower->tree->enums.count;
  for (int i = 0; i < lower->ir->enum_count; i++) {
    const EnumDecl *decl = LIST_GET(lower->tree->enums, EnumDecl, i);
    lower_register(lower, decl, i);
    enums[i].name = copy(lower, decl->decl.name.text);
    enums[i].members = lower_members(lower, &decl->members, 0);
    enums[i].member_count = (int)decl->members.count;
    enums[i].interchangeable = decl->interchangeable;
    enums[i].span = decl->decl.head;
  }
}

static void name_pools(Lower *lower) {
  IrResource *pools = TABLE(lower, resources, IrResource, resources);
  lower->ir->resource_count = (int)lower->tree->resources.count;
  for (int i = 0; i < lower->ir->resource_count; i++) {
    const ResourceDecl *decl = LIST_GET(lower->tree->resources, ResourceDecl, i);
    lower_register(lower, decl, i);
    pools[i].name = copy(lower, decl->decl.name.text);
    pools[i].slots = decl->slots;
    pools[i].states = lower_members(lower, &decl->states, 1);
    pools[i].states[0] = (IrMember){.name = "absent", .wire = "absent", .wire_length = strlen("absent")};
    pools[i].state_count = (int)decl->states.count + 1;
    pools[i].span = decl->decl.head;
  }
}

static void name_consts(Lower *lower) {
  IrConst *consts = TABLE(lower, consts, IrConst, consts);
  lower->ir->const_count = (int)lower->tree->consts.count;
  for (int i = 0; i < lower->ir->const_count; i++) {
    const ConstDecl *decl = LIST_GET(lower->tree->consts, ConstDecl, i);
    lower_register(lower, decl, i);
    consts[i] = (IrConst){.name = copy(lower, decl->decl.name.text),
                          .type = lower_type(lower, decl->type),
                          .value = decl->folded,
                          .overridden = decl->overridden,
                          .span = decl->decl.head};
  }
}

static void add_token(Lower *lower, const TokenDecl *decl, int resource) {
  IrToken *token = &lower->ir->tokens[lower->ir->token_count];
  lower_register(lower, decl, lower->ir->token_count++);
  token->name = copy(lower, decl->decl.name.text);
  token->resource = resource;
  token->key = decl->key_type != NULL ? lower_type(lower, decl->key_type) : NULL;
  token->span = decl->decl.head;
}

/* Those of each pool, its `id` first; then those at top level. */
static void name_tokens(Lower *lower) {
  const Model *tree = lower->tree;
  size_t count = tree->tokens.count;
  for (size_t r = 0; r < tree->resources.count; r++) {
    count += LIST_GET(tree->resources, ResourceDecl, r)->tokens.count;
  }
  lower->ir->tokens = ARENA_ARRAY(lower->arena, IrToken, count + 1);
  for (size_t r = 0; r < tree->resources.count; r++) {
    const List *tokens = &LIST_GET(tree->resources, ResourceDecl, r)->tokens;
    for (size_t i = 0; i < tokens->count; i++) {
      add_token(lower, LIST_GET(*tokens, TokenDecl, i), (int)r);
    }
  }
  for (size_t i = 0; i < tree->tokens.count; i++) {
    const TokenDecl *decl = LIST_GET(tree->tokens, TokenDecl, i);
    if (decl->resource == NULL) {
      add_token(lower, decl, -1);
    }
  }
}

static void name_outside(Lower *lower) {
  IrSecret *secrets = TABLE(lower, secrets, IrSecret, secrets);
  lower->ir->secret_count = (int)lower->tree->secrets.count;
  for (int i = 0; i < lower->ir->secret_count; i++) {
    const SecretDecl *decl = LIST_GET(lower->tree->secrets, SecretDecl, i);
    lower_register(lower, decl, i);
    secrets[i] = (IrSecret){copy(lower, decl->decl.name.text), decl->decl.head};
  }
  IrService *services = TABLE(lower, services, IrService, services);
  lower->ir->service_count = (int)lower->tree->services.count;
  for (int i = 0; i < lower->ir->service_count; i++) {
    const ServiceDecl *decl = LIST_GET(lower->tree->services, ServiceDecl, i);
    lower_register(lower, decl, i);
    const char *path = lower_plain_text(lower, decl->path, NULL);
    services[i] = (IrService){copy(lower, decl->decl.name.text), copy(lower, path), decl->decl.head};
  }
}

/* Vars, fns, procs and actions have names before any code is lowered, since code may use what is declared later. */
static void name_code(Lower *lower) {
  const Model *tree = lower->tree;
  IrVar *vars = TABLE(lower, vars, IrVar, vars);
  lower->ir->var_count = (int)tree->vars.count;
  for (int i = 0; i < lower->ir->var_count; i++) {
    const VarDecl *decl = LIST_GET(tree->vars, VarDecl, i);
    lower_register(lower, decl, i);
    vars[i].name = copy(lower, decl->decl.name.text);
    vars[i].span = decl->decl.head;
  }
  for (size_t i = 0; i < tree->fns.count; i++) {
    lower_register(lower, tree->fns.items[i], (int)i);
  }
  for (size_t i = 0; i < tree->procs.count; i++) {
    lower_register(lower, tree->procs.items[i], (int)i);
  }
  for (size_t i = 0; i < tree->actions.count; i++) {
    lower_register(lower, tree->actions.items[i], (int)i);
  }
}

void lower_names(Lower *lower) {
  lower->ir->name = copy(lower, lower->tree->name.text);
  name_enums(lower);
  name_pools(lower);
  for (size_t i = 0; i < lower->tree->resources.count; i++) {
    lower->ir->resources[i].type = lower_type(lower, LIST_GET(lower->tree->resources, ResourceDecl, i)->type);
  }
  name_consts(lower);
  name_tokens(lower);
  name_outside(lower);
  name_code(lower);
}

/* ---------------------------------------------------------------- code */

static void lower_fns(Lower *lower) {
  IrFn *fns = TABLE(lower, fns, IrFn, fns);
  lower->ir->fn_count = (int)lower->tree->fns.count;
  for (int i = 0; i < lower->ir->fn_count; i++) {
    const FnDecl *decl = LIST_GET(lower->tree->fns, FnDecl, i);
    lower->here = decl->decl.head;
    fns[i].name = copy(lower, decl->decl.name.text);
    fns[i].span = decl->decl.head;
    fns[i].type = lower_type(lower, decl->type);
    lower_frame_start(lower);
    lower_params(lower, &decl->params);
    fns[i].body = lower_as(lower, decl->body, fns[i].type);
    lower_frame_end(lower, (int)decl->params.count, &fns[i].frame);
  }
}

static void lower_procs(Lower *lower) {
  IrProc *procs = TABLE(lower, procs, IrProc, procs);
  lower->ir->proc_count = (int)lower->tree->procs.count;
  for (int i = 0; i < lower->ir->proc_count; i++) {
    const ProcDecl *decl = LIST_GET(lower->tree->procs, ProcDecl, i);
    lower->here = decl->decl.head;
    procs[i].name = copy(lower, decl->decl.name.text);
    procs[i].span = decl->decl.head;
    lower_frame_start(lower);
    lower_params(lower, &decl->params);
    procs[i].body = lower_block(lower, &decl->statements);
    lower_frame_end(lower, (int)decl->params.count, &procs[i].frame);
  }
}

static void lower_inits(Lower *lower) {
  IrInit *inits = TABLE(lower, inits, IrInit, inits);
  lower->ir->init_count = (int)lower->tree->inits.count;
  for (int i = 0; i < lower->ir->init_count; i++) {
    const InitDecl *decl = LIST_GET(lower->tree->inits, InitDecl, i);
    lower->here = decl->decl.head;
    inits[i].name = copy(lower, decl->decl.name.text);
    inits[i].span = decl->decl.head;
    lower_frame_start(lower);
    lower_params(lower, &decl->params);
    lower_whens(lower, &decl->whens, &inits[i].whens, &inits[i].when_count);
    inits[i].effect = lower_block(lower, &decl->statements);
    inits[i].request = lower_request(lower, decl->request);
    lower_frame_end(lower, (int)decl->params.count, &inits[i].frame);
    inits[i].argument_count = lower_argument_count(lower, &inits[i].frame, "init", inits[i].name, decl->decl.head);
  }
  if (lower->ir->init_count == 0) {
    inits[0] = (IrInit){.name = "", .argument_count = 1};
    lower->ir->init_count = 1;
  }
}

void lower_contract_expr(Lower *lower, const Expr *expr, IrContract *contract) {
  lower_frame_start(lower);
  lower->step = contract->kind == IRC_STEP_INVARIANT;
  contract->expr = lower_bool(lower, expr);
  lower->step = false;
  lower_frame_end(lower, 0, &contract->frame);
}

static void lower_contract(Lower *lower, const ContractDecl *decl, IrContractKind kind, IrContract *contract) {
  lower->here = decl->decl.head;
  contract->kind = kind;
  contract->name = decl->decl.name.text != NULL ? copy(lower, decl->decl.name.text) : "final";
  contract->message = lower_plain_text(lower, decl->message, NULL);
  contract->span = decl->decl.head;
  contract->source = lower->tree->source;
  if (kind == IRC_STEP_INVARIANT && decl->on_actions.count > 0) {
    bool *on = ARENA_ARRAY(lower->arena, bool, lower->tree->actions.count + 1);
    for (size_t i = 0; i < decl->on_actions.count; i++) {
      on[lower_number(lower, decl->on_actions.items[i])] = true;
    }
    contract->on = on;
  }
  lower_contract_expr(lower, decl->expr, contract);
}

static void lower_contracts(Lower *lower) {
  const Model *tree = lower->tree;
  static const IrContractKind kinds[] = {[DECL_INVARIANT] = IRC_INVARIANT,
                                         [DECL_STEP_INVARIANT] = IRC_STEP_INVARIANT,
                                         [DECL_REACH] = IRC_REACH,
                                         [DECL_ALWAYS_REACH] = IRC_ALWAYS_REACH,
                                         [DECL_FINAL] = IRC_FINAL};
  size_t count = tree->contracts.count + tree->finals.count;
  lower->ir->contracts = ARENA_ARRAY(lower->arena, IrContract, count + 1);
  for (size_t i = 0; i < tree->decls.count; i++) {
    const Decl *decl = LIST_GET(tree->decls, Decl, i);
    if (decl->kind >= DECL_INVARIANT && decl->kind <= DECL_FINAL) {
      g_assert((size_t)lower->ir->contract_count < count);
      IrContract *contract = &lower->ir->contracts[lower->ir->contract_count++];
      lower_contract(lower, (const ContractDecl *)decl, kinds[decl->kind], contract);
    }
  }
}

static void lower_views(Lower *lower) {
  IrView *views = TABLE(lower, views, IrView, views);
  lower->ir->view_count = (int)lower->tree->views.count;
  for (int i = 0; i < lower->ir->view_count; i++) {
    const ViewDecl *decl = LIST_GET(lower->tree->views, ViewDecl, i);
    lower->here = decl->decl.head;
    views[i].name = copy(lower, decl->decl.name.text);
    views[i].span = decl->decl.head;
    views[i].expr_count = (int)decl->exprs.count;
    views[i].exprs = ARENA_ARRAY(lower->arena, const IrExpr *, decl->exprs.count + 1);
    lower_frame_start(lower);
    for (size_t e = 0; e < decl->exprs.count; e++) {
      views[i].exprs[e] = lower_expr(lower, LIST_GET(decl->exprs, Expr, e));
    }
    lower_frame_end(lower, 0, &views[i].frame);
  }
}

static void lower_observe(Lower *lower, const ObserveDecl *decl, IrObserve *observe) {
  static const IrPaging pagings[] = {[PAGING_NONE] = IRG_NONE,
                                     [PAGING_HEADER] = IRG_HEADER,
                                     [PAGING_CURSOR] = IRG_CURSOR,
                                     [PAGING_OFFSET] = IRG_OFFSET};
  static const IrObserveWhen whens[] = {
      [OBSERVE_EACH_STEP] = IRW_EACH_STEP, [OBSERVE_EACH_N_STEPS] = IRW_EACH_N_STEPS, [OBSERVE_AT_END] = IRW_AT_END};
  lower->here = decl->decl.head;
  observe->name = copy(lower, decl->decl.name.text);
  observe->span = decl->decl.head;
  lower_frame_start(lower);
  observe->expr = lower_expr(lower, decl->expr);
  observe->request = lower_request(lower, decl->request);
  observe->paging = pagings[decl->paging];
  observe->paged_by = lower_template(lower, decl->paged_by);
  observe->when = whens[decl->when];
  observe->every_steps = decl->every_steps;
  observe->within_ms = decl->within_ms;
  lower_frame_end(lower, 0, &observe->frame);
}

static void lower_observes(Lower *lower) {
  IrObserve *observes = TABLE(lower, observes, IrObserve, observes);
  lower->ir->observe_count = (int)lower->tree->observes.count;
  for (int i = 0; i < lower->ir->observe_count; i++) {
    lower_observe(lower, LIST_GET(lower->tree->observes, ObserveDecl, i), &observes[i]);
  }
}

static void lower_teardown(Lower *lower) {
  if (lower->tree->teardowns.count == 0) {
    return;
  }
  const TeardownDecl *decl = LIST_GET(lower->tree->teardowns, TeardownDecl, 0);
  IrTeardown *teardown = &lower->ir->teardown;
  lower->here = decl->decl.head;
  teardown->present = true;
  teardown->span = decl->decl.head;
  lower_frame_start(lower);
  teardown->body = lower_block(lower, &decl->statements);
  teardown->ensures = lower_list_as(lower, &decl->ensures, lower->ir->type_bool);
  teardown->ensure_count = (int)decl->ensures.count;
  lower_frame_end(lower, 0, &teardown->frame);
}

/* ---------------------------------------------------------------- what goes with every request */

static void append_headers(Lower *lower, const List *from, List *to) {
  for (size_t i = 0; i < from->count; i++) {
    list_add(lower->arena, to, from->items[i]);
  }
}

static void lower_every_request(Lower *lower) {
  IrEveryRequest *out = &lower->ir->every_request;
  List headers = {0}, query = {0}, cookies = {0};
  for (size_t i = 0; i < lower->tree->every_requests.count; i++) {
    const EveryRequestDecl *decl = LIST_GET(lower->tree->every_requests, EveryRequestDecl, i);
    append_headers(lower, &decl->headers, &headers);
    append_headers(lower, &decl->query, &query);
    append_headers(lower, &decl->cookies, &cookies);
  }
  lower_frame_start(lower);
  out->headers = lower_headers(lower, &headers);
  out->header_count = (int)headers.count;
  out->query = lower_headers(lower, &query);
  out->query_count = (int)query.count;
  out->cookies = lower_headers(lower, &cookies);
  out->cookie_count = (int)cookies.count;
  lower_frame_end(lower, 0, &out->frame);
}

static void lower_unique_tokens(Lower *lower) {
  const Model *tree = lower->tree;
  for (size_t r = 0; r <= tree->resources.count; r++) {
    const List *tokens =
        r < tree->resources.count ? &LIST_GET(tree->resources, ResourceDecl, r)->tokens : &tree->tokens;
    for (size_t i = 0; i < tokens->count; i++) {
      const TokenDecl *decl = LIST_GET(*tokens, TokenDecl, i);
      if (decl->unique != NULL) {
        lower->ir->tokens[lower_number(lower, decl)].unique = lower_unique(lower, decl->unique);
      }
    }
  }
}

void lower_declarations(Lower *lower) {
  lower_fns(lower);
  lower_procs(lower);
  lower_initial_values(lower);
  lower_entries(lower);
  lower_inits(lower);
  IrAction *actions = TABLE(lower, actions, IrAction, actions);
  lower->ir->action_count = (int)lower->tree->actions.count;
  for (int i = 0; i < lower->ir->action_count; i++) {
    lower_action(lower, LIST_GET(lower->tree->actions, ActionDecl, i), &actions[i]);
  }
  lower_contracts(lower);
  lower_views(lower);
  lower_observes(lower);
  lower_teardown(lower);
  lower_every_request(lower);
  lower_unique_tokens(lower);
}
