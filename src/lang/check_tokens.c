/* Tokens that nothing can ever bind: takes a model whose every declaration is right, finds requests that no run can
 * ever send.
 *
 * A step (an action, an init, an observe, a request of the teardown) needs the tokens of its request and gives those of
 * its responses. A token is bound once some step that can be done gives it; a step can be done once all it needs can be
 * bound. That is the reachability of a directed hypergraph, found by counting down the unmet needs of each step
 * (Dowling and Gallier 1984), in time linear in the model. It leaves out order, guards and outcomes: what it finds is
 * wrong for sure, what it lets pass may still be. Responses in procs and webhooks give freely. What stands in `every
 * request` is needed by nobody in particular, since the step that gives it (a login) is a request too. Each cause is
 * told once: a token that no response names, then, for circles, the first in the text. */
#include <string.h>

#include "lang/check_internal.h"
#include "lang/walk.h"

typedef struct Step {
  unsigned unmet;
  GPtrArray *gives; /* of TokenDecl * */
} Step;

typedef struct Fact { /* about one token */
  const TokenDecl *token;
  const Expr *first_need;
  bool given; /* by some response, whether it can come or not */
  bool bound;
  GPtrArray *needed_by; /* of Step * */
} Fact;

typedef struct Flow {
  Checker *checker;
  GHashTable *facts;   /* TokenDecl * -> Fact * */
  GPtrArray *in_order; /* of Fact *: as first met */
  GPtrArray *steps;    /* of Step * */
  GPtrArray *ready;    /* of Fact *: bound, consequences not yet drawn */
  Step *step;          /* that is being read; NULL: what is needed counts as met, what is given is given freely */
  GHashTable *needs;   /* of `step`: TokenDecl * */
} Flow;

static void free_fact(gpointer data) {
  Fact *fact = data;
  g_ptr_array_free(fact->needed_by, TRUE);
  g_free(fact);
}

static void free_step(gpointer data) {
  Step *step = data;
  g_ptr_array_free(step->gives, TRUE);
  g_free(step);
}

static Fact *fact_of(Flow *flow, const TokenDecl *token) {
  Fact *fact = g_hash_table_lookup(flow->facts, token);
  if (fact != NULL) {
    return fact;
  }
  fact = g_new0(Fact, 1);
  fact->token = token;
  fact->needed_by = g_ptr_array_new();
  g_hash_table_insert(flow->facts, (gpointer)token, fact);
  g_ptr_array_add(flow->in_order, fact);
  return fact;
}

static void bind(Flow *flow, Fact *fact) {
  if (fact->bound) {
    return;
  }
  fact->bound = true;
  g_ptr_array_add(flow->ready, fact);
}

/* NAME or MEMBER: an INDEX has one of them below. */
static const TokenDecl *token_of(const Expr *expr) {
  bool names = expr->kind == EXPR_NAME || expr->kind == EXPR_MEMBER;
  return names && expr->ref.kind == REF_TOKEN ? expr->ref.decl : NULL;
}

static void see_need(const Expr *expr, void *data) {
  Flow *flow = data;
  const TokenDecl *token = token_of(expr);
  if (token == NULL) {
    return;
  }
  Fact *fact = fact_of(flow, token);
  if (fact->first_need == NULL || expr->span.start < fact->first_need->span.start) {
    fact->first_need = expr;
  }
  if (token->unique != NULL) {
    bind(flow, fact);
  }
  if (flow->step == NULL || !g_hash_table_add(flow->needs, (gpointer)token)) {
    return;
  }
  g_ptr_array_add(fact->needed_by, flow->step);
  flow->step->unmet++;
}

static void see_gift(const Expr *expr, void *data) {
  Flow *flow = data;
  const TokenDecl *token = token_of(expr);
  if (token == NULL) {
    return;
  }
  Fact *fact = fact_of(flow, token);
  fact->given = true;
  if (flow->step != NULL) {
    g_ptr_array_add(flow->step->gives, (gpointer)token);
  } else {
    bind(flow, fact);
  }
}

static void begin_step(Flow *flow) {
  flow->step = g_new0(Step, 1);
  flow->step->gives = g_ptr_array_new();
  g_ptr_array_add(flow->steps, flow->step);
  g_hash_table_remove_all(flow->needs);
}

/* A request with a respond of its own: init, observe, teardown. */
static void read_asking(Flow *flow, const Request *request) {
  const Walk need = {.expr = see_need, .data = flow}, gift = {.expr = see_gift, .data = flow};
  if (request == NULL) {
    return;
  }
  begin_step(flow);
  walk_request(&need, request);
  walk_respond(&gift, request->respond);
  flow->step = NULL;
}

static void see_asking(const Stmt *stmt, void *data) {
  if (stmt->kind == STMT_REQUEST) {
    read_asking(data, stmt->request);
  }
}

static void read_tail(Flow *flow, const Tail *tail) {
  const Walk gift = {.expr = see_gift, .data = flow};
  walk_respond(&gift, tail->respond);
}

static void see_respond_statement(const Stmt *stmt, void *data) {
  const Walk gift = {.expr = see_gift, .data = data};
  if (stmt->kind == STMT_RESPOND) {
    walk_respond(&gift, stmt->respond);
  }
}

static void read_action(Flow *flow, const ActionDecl *action) {
  const Walk need = {.expr = see_need, .data = flow}, gift = {.expr = see_gift, .data = flow};
  const Walk responses = {.stmt = see_respond_statement, .data = flow};
  const Body *body = &action->body;
  walk_receives(&gift, body->receives);
  begin_step(flow);
  walk_request(&need, body->request);
  walk_statements(&responses, &body->statements);
  for (size_t i = 0; i < body->outcomes.count; i++) {
    const Outcome *outcome = LIST_GET(body->outcomes, Outcome, i);
    walk_statements(&responses, &outcome->statements);
    read_tail(flow, &outcome->tail);
  }
  read_tail(flow, &body->tail);
  if (body->otherwise != NULL) {
    read_tail(flow, &body->otherwise->tail);
  }
  flow->step = NULL;
}

static void read_decl(Flow *flow, const Decl *decl) {
  const Walk askings = {.stmt = see_asking, .data = flow};
  const Walk responses = {.stmt = see_respond_statement, .data = flow};
  const Walk need = {.expr = see_need, .data = flow};
  switch (decl->kind) {
  case DECL_ACTION:
    read_action(flow, (const ActionDecl *)decl);
    break;
  case DECL_OBSERVE:
    read_asking(flow, ((const ObserveDecl *)decl)->request);
    break;
  case DECL_INIT:
    walk_decl(&askings, decl);
    read_asking(flow, ((const InitDecl *)decl)->request);
    break;
  case DECL_TEARDOWN:
    walk_decl(&askings, decl);
    break;
  case DECL_PROC:
    walk_decl(&responses, decl);
    break;
  case DECL_EVERY_REQUEST:
    walk_decl(&need, decl);
    break;
  default:
    break;
  }
}

static void give_all(Flow *flow, const Step *step) {
  for (guint i = 0; i < step->gives->len; i++) {
    bind(flow, fact_of(flow, step->gives->pdata[i]));
  }
}

/* Draws all consequences of what is bound. */
static void settle(Flow *flow) {
  while (flow->ready->len > 0) {
    Fact *fact = g_ptr_array_steal_index(flow->ready, flow->ready->len - 1);
    for (guint i = 0; i < fact->needed_by->len; i++) {
      Step *step = fact->needed_by->pdata[i];
      if (--step->unmet == 0) {
        give_all(flow, step);
      }
    }
  }
}

static const char *article(const char *name) {
  return strchr("AEIOUaeiou", name[0]) != NULL ? "an" : "a";
}

static void report(Flow *flow, const Fact *fact) {
  const TokenDecl *token = fact->token;
  const char *name = token->decl.name.text, *owner = token->resource != NULL ? token->resource->decl.name.text : NULL;
  Diag *diag;
  if (owner != NULL) {
    diag = diags_add(flow->checker->diags, DIAG_0413, fact->first_need->span,
                     "no step can ever learn the `%s` of %s `%s`, so this request can never be sent", name,
                     article(owner), owner);
    diag_label(diag, token->resource->decl.head, "`%s` is declared here", owner);
  } else {
    diag = diags_add(flow->checker->diags, DIAG_0413, fact->first_need->span,
                     "no step can ever learn `%s`, so this request can never be sent", name);
    diag_label(diag, token->decl.head, "declared here");
  }
  if (fact->given) {
    diag_note(diag, "every response that names it answers a request that needs it first");
  } else {
    diag_note(diag, "a token is learnt from the first response that names it, and no `respond` does");
  }
  if (owner != NULL) {
    diag_help(diag, "let the action that makes %s `%s` say where it stands, as in `respond 201 { \"%s\": x.%s }`",
              article(owner), owner, name, name);
  } else {
    diag_help(diag, "let the action that obtains it say where it stands, as in `respond 200 { \"%s\": %s%s }`", name,
              name, token->key != NULL ? "[k]" : "");
  }
}

/* Reports, then goes on as if it were bound, so that what follows from it is not told again. */
static void report_unbound(Flow *flow, bool given) {
  for (guint i = 0; i < flow->in_order->len; i++) {
    Fact *fact = flow->in_order->pdata[i];
    if (fact->bound || fact->given != given || fact->first_need == NULL) {
      continue;
    }
    report(flow, fact);
    bind(flow, fact);
    settle(flow);
  }
}

static gint compare_places(gconstpointer a, gconstpointer b) {
  const Fact *x = *(Fact *const *)a, *y = *(Fact *const *)b;
  uint32_t p = x->first_need != NULL ? x->first_need->span.start : 0,
           q = y->first_need != NULL ? y->first_need->span.start : 0;
  return (p > q) - (p < q);
}

void check_token_flow(Checker *checker) {
  Flow flow = {.checker = checker};
  flow.facts = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, free_fact);
  flow.needs = g_hash_table_new(g_direct_hash, g_direct_equal);
  flow.in_order = g_ptr_array_new();
  flow.ready = g_ptr_array_new();
  flow.steps = g_ptr_array_new_with_free_func(free_step);
  const List *decls = &checker->model->decls;
  for (size_t i = 0; i < decls->count; i++) {
    read_decl(&flow, LIST_GET(*decls, Decl, i));
  }
  for (guint i = 0; i < flow.steps->len; i++) {
    const Step *step = flow.steps->pdata[i];
    if (step->unmet == 0) {
      give_all(&flow, step);
    }
  }
  settle(&flow);
  g_ptr_array_sort(flow.in_order, compare_places);
  report_unbound(&flow, false);
  report_unbound(&flow, true);
  g_ptr_array_free(flow.steps, TRUE);
  g_ptr_array_free(flow.ready, TRUE);
  g_ptr_array_free(flow.in_order, TRUE);
  g_hash_table_destroy(flow.needs);
  g_hash_table_destroy(flow.facts);
}
