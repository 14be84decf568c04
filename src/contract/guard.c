/* Takes the guard of an action or outcome apart and judges the parts one by one.
 * Takes the model's action and a state with arguments; gives the parts that hold or do not, and why. The rules are
 * those of the language: parameter states, then the body's `when`s, then the outcome's own, then that no plain outcome
 * before it holds; a `may` outcome stands outside that order, and `otherwise` is for exactly what the first two
 * exclude. */
#include "contract/guard.h"

#include <string.h>

#include "contract/explain_text.h"
#include "ir/value.h"

static void add_part(Guard *guard, GuardKind kind, int param, const IrExpr *expr, int outcome) {
  GuardPart part = {kind, param, expr, outcome};
  g_array_append_val(guard->parts, part);
}

static void add_whens(Guard *guard, const IrExpr **whens, int count) {
  for (int i = 0; i < count; i++) {
    g_autoptr(GPtrArray) conjuncts = explain_conjuncts(whens[i]);
    for (guint c = 0; c < conjuncts->len; c++) {
      add_part(guard, GUARD_WHEN, -1, conjuncts->pdata[c], -1);
    }
  }
}

void guard_init(Guard *guard, const IrModel *model, int action, int outcome) {
  guard->action = &model->actions[action];
  guard->parts = g_array_new(FALSE, TRUE, sizeof(GuardPart));
  const IrAction *of = guard->action;
  if (outcome >= 0 && of->outcomes[outcome].kind == IRO_REFUSED) {
    add_part(guard, GUARD_REFUSED, -1, NULL, outcome);
    return;
  }
  for (int p = 0; p < of->frame.param_count; p++) {
    if (of->frame.locals[p].type->kind == IRT_RESOURCE) {
      add_part(guard, GUARD_STATE, p, NULL, -1);
    }
  }
  add_whens(guard, of->whens, of->when_count);
  if (outcome < 0) {
    bool always = false;
    for (int o = 0; o < of->outcome_count; o++) {
      always = always || (of->outcomes[o].kind != IRO_REFUSED && of->outcomes[o].when_count == 0);
    }
    if (!always) {
      add_part(guard, GUARD_ANY, -1, NULL, -1);
    }
    return;
  }
  add_whens(guard, of->outcomes[outcome].whens, of->outcomes[outcome].when_count);
  for (int o = 0; o < outcome && of->outcomes[outcome].kind == IRO_PLAIN; o++) {
    if (of->outcomes[o].kind == IRO_PLAIN) {
      add_part(guard, GUARD_EARLIER, -1, NULL, o);
    }
  }
}

void guard_clear(Guard *guard) {
  g_array_free(guard->parts, TRUE);
  guard->parts = NULL;
}

/* ---------------------------------------------------------------- truth */

static Truth all_hold(Eval *eval, const Scope *scope, const IrExpr **whens, int count) {
  for (int i = 0; i < count; i++) {
    Truth truth = eval_truth(eval, scope, whens[i]);
    if (truth != TRUTH_TRUE) {
      return truth;
    }
  }
  return TRUTH_TRUE;
}

static int param_state(Eval *eval, const Scope *scope, int param) {
  const IrType *type = scope->frame->locals[param].type;
  return eval_slot_state(eval_model(eval), type->decl, eval_local(scope, param)[0], scope->state);
}

static bool param_fits(Eval *eval, const Scope *scope, const IrAction *action, int param) {
  int state = param_state(eval, scope, param);
  return state >= 0 && (action->params[param].mask >> state & 1) != 0;
}

static Truth any_outcome(Eval *eval, const Scope *scope, const IrAction *action) {
  for (int o = 0; o < action->outcome_count; o++) {
    const IrOutcome *outcome = &action->outcomes[o];
    if (outcome->kind != IRO_REFUSED && all_hold(eval, scope, outcome->whens, outcome->when_count) == TRUTH_TRUE) {
      return TRUTH_TRUE;
    }
  }
  return TRUTH_FALSE;
}

static Truth is_refused(Eval *eval, const Scope *scope, const IrAction *action) {
  bool fits = true;
  for (int p = 0; p < action->frame.param_count; p++) {
    if (action->frame.locals[p].type->kind != IRT_RESOURCE) {
      continue;
    }
    if (!param_fits(eval, scope, action, p)) {
      fits = false;
      if (param_state(eval, scope, p) <= 0) {
        return TRUTH_FALSE;
      }
    }
  }
  if (!fits) {
    return TRUTH_TRUE;
  }
  Truth whens = all_hold(eval, scope, action->whens, action->when_count);
  return whens == TRUTH_FAULT ? TRUTH_FAULT : whens == TRUTH_TRUE ? TRUTH_FALSE : TRUTH_TRUE;
}

Truth guard_truth(Eval *eval, const Scope *scope, const Guard *guard, guint part) {
  const GuardPart *of = &g_array_index(guard->parts, GuardPart, part);
  const IrOutcome *outcome = of->outcome >= 0 ? &guard->action->outcomes[of->outcome] : NULL;
  Truth earlier;
  switch (of->kind) {
  case GUARD_STATE:
    return param_fits(eval, scope, guard->action, of->param) ? TRUTH_TRUE : TRUTH_FALSE;
  case GUARD_WHEN:
    return eval_truth(eval, scope, of->expr);
  case GUARD_EARLIER:
    earlier = all_hold(eval, scope, outcome->whens, outcome->when_count);
    return earlier == TRUTH_FAULT ? TRUTH_FAULT : earlier == TRUTH_TRUE ? TRUTH_FALSE : TRUTH_TRUE;
  case GUARD_ANY:
    return any_outcome(eval, scope, guard->action);
  case GUARD_REFUSED:
    return is_refused(eval, scope, guard->action);
  }
  g_assert_not_reached();
}

guint guard_count_true(Eval *eval, const Scope *scope, const Guard *guard) {
  guint count = 0;
  for (guint i = 0; i < guard->parts->len; i++) {
    count += guard_truth(eval, scope, guard, i) == TRUTH_TRUE;
  }
  return count;
}

guint guard_first_false(Eval *eval, const Scope *scope, const Guard *guard) {
  guint i = 0;
  while (i < guard->parts->len && guard_truth(eval, scope, guard, i) == TRUTH_TRUE) {
    i++;
  }
  return i;
}

/* ---------------------------------------------------------------- words */

/* `b is confirmed|held`, or "`b` to exist" for all states. */
static char *state_text(const IrModel *model, const IrAction *action, int param) {
  const IrLocal *local = &action->frame.locals[param];
  const IrResource *pool = &model->resources[local->type->decl];
  uint64_t mask = action->params[param].mask;
  uint64_t every = (pool->state_count >= 64 ? UINT64_MAX : (UINT64_C(1) << pool->state_count) - 1) & ~UINT64_C(1);
  if ((mask & every) == every) {
    return g_strdup_printf("a %s `%s` that exists", pool->name, local->name);
  }
  g_autoptr(GString) text = g_string_new(NULL);
  g_string_printf(text, "`%s is ", local->name);
  const char *mark = "";
  for (int s = 0; s < pool->state_count; s++) {
    if (mask >> s & 1) {
      g_string_append_printf(text, "%s%s", mark, pool->states[s].name);
      mark = "|";
    }
  }
  g_string_append_c(text, '`');
  return g_strdup(text->str);
}

char *guard_text(const IrModel *model, const Guard *guard, guint part) {
  const GuardPart *of = &g_array_index(guard->parts, GuardPart, part);
  g_autoptr(GString) text = g_string_new(NULL);
  switch (of->kind) {
  case GUARD_STATE:
    return state_text(model, guard->action, of->param);
  case GUARD_WHEN:
    g_string_append_c(text, '`');
    explain_text_quote(model->source, of->expr->span, text);
    g_string_append_c(text, '`');
    return g_strdup(text->str);
  case GUARD_EARLIER:
    return g_strdup_printf("that the earlier outcome `%s` does not hold", guard->action->outcomes[of->outcome].name);
  case GUARD_ANY:
    return g_strdup("that one of its outcomes holds");
  case GUARD_REFUSED:
    return g_strdup("that a parameter's state or a `when` of the action does not hold");
  }
  g_assert_not_reached();
}

static void explain_state(Explain *explain, const Scope *scope, const Guard *guard, int param, int depth) {
  const IrModel *model = eval_model(explain->eval);
  const IrResource *pool = &model->resources[scope->frame->locals[param].type->decl];
  g_autofree char *need = state_text(model, guard->action, param);
  int state = param_state(explain->eval, scope, param);
  int64_t slot = eval_local(scope, param)[0];
  if (state <= 0) {
    explain_line(explain, depth, "needs %s; %s#%" G_GINT64_FORMAT " does not exist", need, pool->name, slot);
  } else {
    explain_line(explain, depth, "needs %s; %s#%" G_GINT64_FORMAT " is %s", need, pool->name, slot,
                 pool->states[state].name);
  }
}

static void explain_whens(Explain *explain, Scope *scope, const IrExpr **whens, int count, bool truth, int depth) {
  for (int i = 0; i < count; i++) {
    Truth got = eval_truth(explain->eval, scope, whens[i]);
    if (truth || got != TRUTH_TRUE) {
      explain_expr(explain, scope, whens[i], truth, depth);
      if (!truth) {
        return;
      }
    }
  }
}

static void explain_outcomes(Explain *explain, Scope *scope, const IrAction *action, int depth) {
  for (int o = 0; o < action->outcome_count; o++) {
    const IrOutcome *outcome = &action->outcomes[o];
    if (outcome->kind != IRO_REFUSED) {
      explain_line(explain, depth, "%s:", outcome->name);
      explain_whens(explain, scope, outcome->whens, outcome->when_count, false, depth + 1);
    }
  }
}

void guard_explain(Explain *explain, Scope *scope, const Guard *guard, guint part, int depth) {
  const GuardPart *of = &g_array_index(guard->parts, GuardPart, part);
  const IrOutcome *outcome = of->outcome >= 0 ? &guard->action->outcomes[of->outcome] : NULL;
  switch (of->kind) {
  case GUARD_STATE:
    explain_state(explain, scope, guard, of->param, depth);
    return;
  case GUARD_WHEN:
    explain_expr(explain, scope, of->expr, false, depth);
    return;
  case GUARD_EARLIER:
    explain_line(explain, depth, "the earlier outcome `%s` holds and is taken instead", outcome->name);
    explain_whens(explain, scope, outcome->whens, outcome->when_count, true, depth + 1);
    return;
  case GUARD_ANY:
    explain_line(explain, depth, "none of its outcomes holds");
    explain_outcomes(explain, scope, guard->action, depth + 1);
    return;
  case GUARD_REFUSED:
    explain_line(explain, depth, "`%s` is for what the action's states and `when`s exclude; they hold here",
                 outcome->name);
  }
}

/* ---------------------------------------------------------------- arguments */

int64_t *guard_arguments(const Scope *scope) {
  uint32_t count = arguments_cells(scope->frame);
  int64_t *cells = g_new0(int64_t, count + 1);
  uint32_t at = 0;
  for (int p = 0; p < scope->frame->param_count; p++) {
    uint32_t size = scope->frame->locals[p].type->cells;
    memcpy(cells + at, eval_local(scope, p), size * sizeof *cells);
    at += size;
  }
  return cells;
}

static void set_rank(Scope *scope, int param, uint64_t rank) {
  value_from_rank(scope->frame->locals[param].type, rank, scope->locals + scope->offsets[param]);
}

/* The next choice of the free parameters, the last fastest; false after the last. */
static bool next_choice(Scope *scope, const bool *fixed, uint64_t *ranks) {
  for (int p = scope->frame->param_count - 1; p >= 0; p--) {
    if (fixed != NULL && fixed[p]) {
      continue;
    }
    if (++ranks[p] < scope->frame->locals[p].type->count) {
      set_rank(scope, p, ranks[p]);
      return true;
    }
    ranks[p] = 0;
    set_rank(scope, p, 0);
  }
  return false;
}

bool guard_each_arguments(Scope *scope, const bool *fixed, const int64_t *cells, uint64_t limit, GuardVisit *visit,
                          void *user) {
  int count = scope->frame->param_count;
  g_autofree uint64_t *ranks = g_new0(uint64_t, count + 1);
  uint32_t at = 0;
  for (int p = 0; p < count; p++) {
    const IrType *type = scope->frame->locals[p].type;
    if (fixed != NULL && fixed[p]) {
      memcpy(scope->locals + scope->offsets[p], cells + at, type->cells * sizeof *cells);
    } else if (type->count == 0) {
      return true;
    } else {
      set_rank(scope, p, 0);
    }
    at += type->cells;
  }
  uint64_t visited = 0;
  do {
    if (visited++ == limit || !visit(user)) {
      return false;
    }
  } while (next_choice(scope, fixed, ranks));
  return true;
}

typedef struct Nearest {
  Eval *eval;
  Scope *scope;
  const Guard *guard;
  size_t bytes;
  int64_t *best;
  guint best_true;
} Nearest;

static bool nearest_visit(void *user) {
  Nearest *nearest = user;
  guint held = guard_count_true(nearest->eval, nearest->scope, nearest->guard);
  if (nearest->best == NULL || held > nearest->best_true) {
    g_free(nearest->best);
    nearest->best = g_memdup2(nearest->scope->locals, nearest->bytes);
    nearest->best_true = held;
  }
  return held < nearest->guard->parts->len;
}

bool guard_nearest(Eval *eval, Scope *scope, const Guard *guard, const bool *fixed, const int64_t *cells,
                   uint64_t limit) {
  Nearest nearest = {eval, scope, guard, (frame_cells(scope->frame) + 1) * sizeof(int64_t), NULL, 0};
  guard_each_arguments(scope, fixed, cells, limit, nearest_visit, &nearest);
  if (nearest.best == NULL) {
    return false;
  }
  memcpy(scope->locals, nearest.best, nearest.bytes);
  g_free(nearest.best);
  return true;
}
