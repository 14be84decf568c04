/* Verdicts: contracts in states and over transitions, and what can be said only at the end. Takes the search, gives its
 * violations and the JSON. */
#include "oracle_search.h"

#include <cjson/cJSON.h>
#include <string.h>

typedef struct Question {
  const Expr *expr;
  bool answer;
} Question;

static void ask(Oracle *oracle, void *data) {
  Question *question = data;
  question->answer = oracle_holds(oracle, question->expr, NULL);
}

/* "A model error inside a contract is reported under its kind with the contract's name." False too where it errs. */
static bool holds_or_errs(Search *search, const ContractDecl *contract, int steps, bool *ret_errs) {
  Question question = {.expr = contract->expr};
  *ret_errs = !oracle_try(search->oracle, ask, &question);
  if (*ret_errs)
    search_error(search, contract->decl.name.text != NULL ? contract->decl.name.text : "final", steps);
  return !*ret_errs && question.answer;
}

/* "A state is checked when it is found." */
void judge_state(Search *search, Node *node) {
  const Model *model = search->oracle->model;
  node->always = g_new0(bool, model->always_reaches.count + 1);
  for (size_t i = 0; i < model->contracts.count; i++) {
    const ContractDecl *contract = LIST_GET(model->contracts, ContractDecl, i);
    bool errs;
    if (contract->decl.kind == DECL_INVARIANT) {
      if (!holds_or_errs(search, contract, node->depth, &errs) && !errs)
        search_violation(search, "invariant", contract->decl.name.text, contract, contract->decl.head, node->depth);
    } else if (contract->decl.kind == DECL_REACH && !search->reached[contract->decl.index]) {
      search->reached[contract->decl.index] = holds_or_errs(search, contract, node->depth, &errs);
    } else if (contract->decl.kind == DECL_ALWAYS_REACH) {
      node->always[contract->decl.index] = holds_or_errs(search, contract, node->depth, &errs);
      search->always_erred[contract->decl.index] = search->always_erred[contract->decl.index] || errs;
    }
  }
}

static bool speaks_of(const ContractDecl *contract, const ActionDecl *action) {
  for (size_t i = 0; i < contract->on_actions.count; i++)
    if (contract->on_actions.items[i] == action)
      return true;
  return contract->on.count == 0;
}

/* "must hold over every transition (of these actions)" */
void judge_transition(Search *search, const ActionDecl *action, int steps) {
  const Model *model = search->oracle->model;
  for (size_t i = 0; i < model->step_invariants.count; i++) {
    const ContractDecl *contract = LIST_GET(model->step_invariants, ContractDecl, i);
    bool errs;
    if (!speaks_of(contract, action))
      continue;
    search->oracle->in_step_invariant = true;
    bool holds = holds_or_errs(search, contract, steps, &errs);
    search->oracle->in_step_invariant = false;
    if (!holds && !errs)
      search_violation(search, "step invariant", contract->decl.name.text, contract, contract->decl.head, steps);
  }
}

/* ---------------------------------------------------------------- at the end */

/* "some reachable state must satisfy it" */
static void judge_reaches(Search *search) {
  const Model *model = search->oracle->model;
  for (size_t i = 0; i < model->reaches.count; i++) {
    const ContractDecl *contract = LIST_GET(model->reaches, ContractDecl, i);
    if (!search->reached[i])
      search_violation(search, "reach", contract->decl.name.text, contract, contract->decl.head, 0);
  }
}

/* "from every reachable state some path leads to one that satisfies it": grown backward until nothing is added. */
static void judge_always_reach(Search *search, const ContractDecl *contract) {
  g_autofree bool *can = g_new0(bool, search->nodes->len + 1);
  for (guint i = 0; i < search->nodes->len; i++)
    can[i] = ((const Node *)search->nodes->pdata[i])->always[contract->decl.index];
  for (bool grows = true; grows;) {
    grows = false;
    for (guint i = search->nodes->len; i-- > 0;) {
      const Node *node = search->nodes->pdata[i];
      for (guint t = 0; !can[i] && t < node->targets->len; t++) {
        can[i] = can[g_array_index(node->targets, guint, t)];
        grows = grows || can[i];
      }
    }
  }
  for (guint i = 0; i < search->nodes->len; i++) /* in the order found: the nearest first */
    if (!can[i] && !search->always_erred[contract->decl.index])
      search_violation(search, "always reach", contract->decl.name.text, contract, contract->decl.head,
                       ((const Node *)search->nodes->pdata[i])->depth);
}

/* "once a model has one, any other state with no enabled action, and with none dropped for a full pool, is a violation
 * of kind `deadlock`"; "Several `final`s: any one suffices." */
static void judge_deadlock(Search *search) {
  const Model *model = search->oracle->model;
  for (guint i = 0; i < search->nodes->len; i++) {
    const Node *node = search->nodes->pdata[i];
    bool fine = false, errs = false;
    search->oracle->state = (State *)node->state;
    for (size_t f = 0; node->terminal && !node->dropped && !fine && f < model->finals.count; f++)
      fine = holds_or_errs(search, LIST_GET(model->finals, ContractDecl, f), node->depth, &errs) || errs;
    if (model->finals.count > 0 && node->terminal && !node->dropped && !fine)
      search_violation(search, "deadlock", "deadlock", model, (Span){0, 0}, node->depth);
  }
}

void judge_end(Search *search) {
  judge_deadlock(search);
  judge_reaches(search);
  for (size_t i = 0; i < search->oracle->model->always_reaches.count; i++)
    judge_always_reach(search, LIST_GET(search->oracle->model->always_reaches, ContractDecl, i));
}

/* ---------------------------------------------------------------- JSON */

static cJSON *pools_json(const Search *search) {
  cJSON *array = cJSON_CreateArray();
  for (size_t r = 0; r < search->oracle->model->resources.count; r++) {
    const ResourceDecl *resource = LIST_GET(search->oracle->model->resources, ResourceDecl, r);
    int full_states = 0;
    for (guint i = 0; i < search->nodes->len; i++) {
      bool full = true;
      for (uint32_t s = 0; s < resource->slots; s++)
        full = full && ((const Node *)search->nodes->pdata[i])->state->pools[r][s].state != 0;
      full_states += full;
    }
    cJSON *pool = cJSON_CreateObject();
    cJSON_AddStringToObject(pool, "name", resource->decl.name.text);
    cJSON_AddNumberToObject(pool, "full_states", full_states);
    cJSON_AddNumberToObject(pool, "dropped_firings", (double)search->dropped[r]);
    cJSON_AddItemToArray(array, pool);
  }
  return array;
}

static cJSON *actions_json(const Search *search) {
  cJSON *array = cJSON_CreateArray();
  for (size_t a = 0; a < search->oracle->model->actions.count; a++) {
    const ActionDecl *action = LIST_GET(search->oracle->model->actions, ActionDecl, a);
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "name", action->decl.name.text);
    cJSON *outcomes = cJSON_AddArrayToObject(object, "outcomes");
    for (size_t o = 0; o < fire_outcome_count(action); o++) {
      cJSON *outcome = cJSON_CreateObject();
      cJSON_AddStringToObject(outcome, "name", fire_outcome_name(action, o));
      cJSON_AddNumberToObject(outcome, "fired", (double)search->fired[a][o]);
      cJSON_AddItemToArray(outcomes, outcome);
    }
    cJSON_AddItemToArray(array, object);
  }
  return array;
}

static cJSON *violations_json(const Search *search) {
  cJSON *array = cJSON_CreateArray();
  for (guint i = 0; i < search->violations->len; i++) {
    const Violation *violation = &g_array_index(search->violations, Violation, i);
    cJSON *object = cJSON_CreateObject();
    int line = 0, column = 0;
    if (violation->place.end > 0)
      source_locate(search->oracle->source, violation->place.start, &line, &column);
    cJSON_AddStringToObject(object, "kind", violation->kind);
    cJSON_AddStringToObject(object, "name", violation->name);
    cJSON_AddNumberToObject(object, "steps", violation->steps);
    cJSON_AddBoolToObject(object, "error", violation->what == NULL);
    cJSON_AddNumberToObject(object, "line", line);
    cJSON_AddNumberToObject(object, "column", column);
    cJSON_AddItemToArray(array, object);
  }
  return array;
}

char *judge_json(Search *search) {
  cJSON *json = cJSON_CreateObject();
  int depth = 0, terminal = 0;
  for (guint i = 0; i < search->nodes->len; i++) {
    const Node *node = search->nodes->pdata[i];
    depth = MAX(depth, node->depth);
    terminal += node->terminal;
  }
  /* "with no start left the model is wrong (exit 2)" */
  bool wrong = search->nodes->len == 0 && search->violations->len == 0;
  cJSON_AddStringToObject(json, "status", wrong ? "wrong_model" : search->violations->len > 0 ? "violated" : "holds");
  cJSON_AddNumberToObject(json, "states", search->nodes->len);
  cJSON_AddNumberToObject(json, "transitions", (double)search->transitions);
  cJSON_AddNumberToObject(json, "depth", depth);
  cJSON_AddNumberToObject(json, "initial", (double)search->initial);
  cJSON_AddNumberToObject(json, "terminal", terminal);
  cJSON_AddBoolToObject(json, "complete", true);
  cJSON_AddItemToObject(json, "pools", pools_json(search));
  cJSON_AddItemToObject(json, "actions", actions_json(search));
  cJSON_AddItemToObject(json, "violations", violations_json(search));
  char *text = cJSON_PrintUnformatted(json);
  cJSON_Delete(json);
  return text;
}
