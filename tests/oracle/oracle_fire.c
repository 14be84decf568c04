/* Firings: every init and every action with all of its arguments, one at a time. Takes a state of the search, gives the
 * states after it. All guards of an action are read first, then each chosen outcome runs on a copy of the state. */
#include "oracle_search.h"

#include <string.h>

/* ---------------------------------------------------------------- arguments */

/* For each binding of all parameters, in their order, calls `each`. `any_state`: resource parameters run over all
 * slots. */
typedef struct Arguments {
  const List *params;
  bool any_state;
  void (*each)(Search *search, void *data, const Env *env);
  void *data;
} Arguments;

static void with_arguments(Search *search, const Arguments *arguments, size_t param, const Env *env) {
  if (param == arguments->params->count) {
    arguments->each(search, arguments->data, env);
    return;
  }
  const Local *local = LIST_GET(*arguments->params, Local, param);
  GPtrArray *values =
      arguments->any_state ? value_all(local->type) : oracle_binder_values(search->oracle, local, NULL, false);
  for (guint i = 0; i < values->len; i++)
    with_arguments(search, arguments, param + 1, oracle_bind(env, local, values->pdata[i]));
  g_ptr_array_free(values, TRUE);
}

/* ---------------------------------------------------------------- what may raise something, for oracle_try */

typedef struct Guards {
  const List *whens;
  const Env *env;
  bool hold;
} Guards;

static void read_guards(Oracle *oracle, void *data) {
  Guards *guards = data;
  guards->hold = true;
  for (size_t i = 0; guards->hold && i < guards->whens->count; i++)
    guards->hold = oracle_holds(oracle, LIST_GET(*guards->whens, Expr, i), guards->env);
}

typedef struct Effect {
  const List *statements; /* or NULL */
  const List *movers;     /* parameters that may move, or NULL */
  const Env *env;         /* then with what the statements bound */
  bool init;
} Effect;

/* "after the body's statements"; "Moves of parameters run in their order." */
static void run_effect(Oracle *oracle, void *data) {
  Effect *effect = data;
  if (effect->statements != NULL)
    effect->env = oracle_run(oracle, effect->statements, effect->env);
  for (size_t i = 0; effect->movers != NULL && i < effect->movers->count; i++) {
    const Local *param = LIST_GET(*effect->movers, Local, i);
    const Env *bound = effect->env;
    while (bound->local != param && bound->outer != NULL)
      bound = bound->outer;
    if (param->moves)
      oracle_move(oracle, param->type->decl_resource, (int)bound->value->number, param->move_state,
                  param->move_to.span);
  }
  state_finish(oracle, effect->init);
}

static void begin(Oracle *oracle, const State *before) {
  oracle->state = state_copy(oracle, before);
  for (size_t r = 0; r < oracle->model->resources.count; r++)
    memset(oracle->freed_at[r], 0, sizeof(Span) * LIST_GET(oracle->model->resources, ResourceDecl, r)->slots);
}

static void count_firing(Search *search) {
  if (++search->firings > ORACLE_FIRINGS)
    oracle_give_up("too many firings");
}

/* ---------------------------------------------------------------- inits */

/* "`when` in it drops that start". "A pool that is full in `init` drops that start (counted in `dropped_firings`)" */
static void fire_init(Search *search, void *data, const Env *env) {
  const InitDecl *init = data;
  Oracle *oracle = search->oracle;
  static const List nothing;
  count_firing(search);
  State *defaults = oracle->state;
  Guards guards = {.whens = init != NULL ? &init->whens : &nothing, .env = env};
  Effect effect = {.statements = init != NULL ? &init->statements : NULL, .env = env, .init = true};
  if (!oracle_try(oracle, read_guards, &guards)) {
    search_error(search, "init", 0);
  } else if (guards.hold) {
    begin(oracle, defaults);
    if (oracle_try(oracle, run_effect, &effect)) {
      search->starts++;
      guint before = search->nodes->len;
      search_found(search, 0);
      search->initial += search->nodes->len - before;
    } else if (oracle->trouble == TROUBLE_FULL) {
      search->dropped[oracle->full_pool]++;
    } else {
      search_error(search, "init", 0);
    }
  }
  oracle->state = defaults;
}

/* "Several are alternatives; none means the declared defaults" */
void fire_inits(Search *search) {
  Oracle *oracle = search->oracle;
  oracle->state = state_new(oracle);
  if (oracle->model->inits.count == 0)
    fire_init(search, NULL, NULL);
  for (size_t i = 0; i < oracle->model->inits.count; i++) {
    InitDecl *init = LIST_GET(oracle->model->inits, InitDecl, i);
    Arguments arguments = {.params = &init->params, .each = fire_init, .data = init};
    with_arguments(search, &arguments, 0, NULL);
  }
}

/* ---------------------------------------------------------------- actions */

size_t fire_outcome_count(const ActionDecl *action) {
  size_t count = action->body.outcomes.count;
  return (count == 0 ? 1 : count) + (action->body.otherwise != NULL ? 1 : 0);
}

const char *fire_outcome_name(const ActionDecl *action, size_t outcome) {
  if (outcome < action->body.outcomes.count)
    return LIST_GET(action->body.outcomes, Outcome, outcome)->name.text;
  bool plain = action->body.outcomes.count == 0 && outcome == 0;
  return plain ? "" : action->body.otherwise->name.text;
}

/* One action in one state. */
typedef struct Firing {
  const ActionDecl *action;
  Node *node;
  bool enabled;
} Firing;

typedef struct Ensure {
  const Expr *expr;
  const Env *env;
  bool holds;
} Ensure;

static void read_ensure(Oracle *oracle, void *data) {
  Ensure *ensure = data;
  ensure->holds = oracle_holds(oracle, ensure->expr, ensure->env);
}

/* "must hold after the whole effect; `old(e)` is e before the action, for the same arguments". One with a `$` is
 * checked at run time only. */
static void check_ensures(Search *search, const Firing *firing, const List *ensures, const Env *env) {
  for (size_t i = 0; i < ensures->count; i++) {
    const char *name = firing->action->decl.name.text;
    Ensure ensure = {.expr = LIST_GET(*ensures, Expr, i), .env = env};
    if (ensure.expr->runtime_only)
      continue;
    if (!oracle_try(search->oracle, read_ensure, &ensure))
      search_error(search, name, firing->node->depth + 1);
    else if (!ensure.holds)
      search_violation(search, "ensure", name, ensure.expr, ensure.expr->span, firing->node->depth + 1);
  }
}

/* Runs one outcome: its effect, then its ensures and the body's, then the step invariants, then the state that it leads
 * to. */
static void fire_outcome(Search *search, Firing *firing, size_t index, const Env *env) {
  Oracle *oracle = search->oracle;
  const ActionDecl *action = firing->action;
  const Body *body = &action->body;
  bool has_outcomes = body->outcomes.count > 0;
  bool otherwise = index == (has_outcomes ? body->outcomes.count : 1);
  const Outcome *outcome = has_outcomes && !otherwise ? LIST_GET(body->outcomes, Outcome, index) : NULL;
  Effect effect = {.env = env};
  if (!otherwise) { /* "with no change of state" */
    effect.statements = outcome != NULL ? &outcome->statements : &body->statements;
    effect.movers = &action->params;
  }
  count_firing(search);
  begin(oracle, firing->node->state);
  if (!oracle_try(oracle, run_effect, &effect)) {
    if (oracle->trouble == TROUBLE_FULL) { /* "a firing that would execute it does not exist" */
      search->dropped[oracle->full_pool]++;
      firing->node->dropped = true;
    } else { /* "a firing with a model error is no transition and has no successor, but its action counts as enabled" */
      firing->enabled = true;
      search_error(search, action->decl.name.text, firing->node->depth + 1);
    }
    return;
  }
  firing->enabled = true;
  search->transitions++;
  search->fired[action->decl.index][index]++;
  if (outcome != NULL)
    check_ensures(search, firing, &outcome->tail.ensures, effect.env);
  check_ensures(search, firing, otherwise ? &body->otherwise->tail.ensures : &body->tail.ensures,
                outcome != NULL ? env : effect.env);
  judge_transition(search, action, firing->node->depth + 1);
  guint target = search_found(search, firing->node->depth + 1);
  g_array_append_val(firing->node->targets, target);
}

/* "the first whose `when` holds is taken (one without `when` always holds)"; "`may outcome` stands outside this order".
 * "A guard that errs drops all firings of these arguments." False: one did. */
static bool choose_outcomes(Search *search, Firing *firing, const Env *env, bool *chosen) {
  const Body *body = &firing->action->body;
  bool taken = false;
  for (size_t i = 0; i < body->outcomes.count; i++) {
    const Outcome *outcome = LIST_GET(body->outcomes, Outcome, i);
    Guards guards = {.whens = &outcome->whens, .env = env};
    if (!outcome->may && taken)
      continue;
    if (!oracle_try(search->oracle, read_guards, &guards)) {
      firing->enabled = true;
      search_error(search, firing->action->decl.name.text, firing->node->depth + 1);
      return false;
    }
    chosen[i] = guards.hold;
    taken = taken || (guards.hold && !outcome->may);
  }
  return true;
}

/* Do the parameters' states allow these arguments, and do all slots among them exist? */
static void judge_arguments(const State *state, const List *params, const Env *env, bool *ret_allowed,
                            bool *ret_exist) {
  *ret_allowed = *ret_exist = true;
  for (; env != NULL; env = env->outer) {
    if (env->local->type->kind != TYPE_RESOURCE)
      continue;
    *ret_allowed = *ret_allowed && oracle_slot_in(state, env->local, env->value->number);
    *ret_exist = *ret_exist && state->pools[env->local->type->decl_resource->decl.index][env->value->number].state != 0;
  }
  (void)params;
}

static void fire_action(Search *search, void *data, const Env *env) {
  Firing *firing = data;
  Oracle *oracle = search->oracle;
  const Body *body = &firing->action->body;
  size_t count = fire_outcome_count(firing->action);
  bool allowed, exist;
  count_firing(search);
  oracle->state = (State *)firing->node->state;
  judge_arguments(firing->node->state, &firing->action->params, env, &allowed, &exist);
  Guards guards = {.whens = &body->whens, .env = env};
  if (allowed && !oracle_try(oracle, read_guards, &guards)) {
    firing->enabled = true;
    search_error(search, firing->action->decl.name.text, firing->node->depth + 1);
    return;
  }
  if (allowed && guards.hold) {
    g_autofree bool *chosen = g_new0(bool, count + 1);
    chosen[0] = body->outcomes.count == 0;
    if (!choose_outcomes(search, firing, env, chosen))
      return;
    for (size_t i = 0; i < count; i++)
      if (chosen[i])
        fire_outcome(search, firing, i, env);
  } else if (body->otherwise != NULL && exist) {
    /* "for exactly the arguments that the action's parameter states or `when` guards exclude"; "Its parameters range
     * over existing slots." */
    fire_outcome(search, firing, count - 1, env);
  }
}

void fire_actions(Search *search, guint number) {
  Node *node = search->nodes->pdata[number];
  node->terminal = true;
  for (size_t i = 0; i < search->oracle->model->actions.count; i++) {
    ActionDecl *action = LIST_GET(search->oracle->model->actions, ActionDecl, i);
    Firing firing = {.action = action, .node = node};
    Arguments arguments = {.params = &action->params, .any_state = true, .each = fire_action, .data = &firing};
    search->oracle->state = (State *)node->state;
    search->oracle->old = (State *)node->state;
    with_arguments(search, &arguments, 0, NULL);
    node->terminal = node->terminal && !firing.enabled;
  }
}
