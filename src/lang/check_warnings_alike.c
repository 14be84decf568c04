/* Outcomes that a test cannot tell apart: two `may` outcomes, or a `may` and a plain one, that are possible together,
 * change the state differently and answer the same. A run that sees the answer then does not know which state the
 * system is in.
 *
 * Judged by the text: effects and answers are compared as the printer writes them, and two outcomes count as exclusive
 * where the conjuncts of their guards contradict each other plainly (p and not p, disjoint states, different values of
 * one place), or where an earlier plain outcome takes whatever the `may` allows. A doubt is resolved in favour of
 * silence, save that guards which only a proof could part are taken to meet. Outcomes are sorted into buckets by their
 * answer, so that few pairs are compared; a bucket has a limit. */
#include <string.h>

#include "lang/check_warnings_internal.h"
#include "lang/print.h"
#include "lang/walk.h"

enum {
  MOST_COMPARED = 24, /* outcomes of one answer, and conjuncts of one guard, that are compared with each other */
  MOST_BYTES = 4096   /* of one guard */
};

typedef struct Candidate {
  const Outcome *outcome;
  size_t number;
  char *effect;
  GPtrArray *conjuncts; /* of const Expr * */
} Candidate;

static void free_candidate(gpointer data) {
  Candidate *candidate = data;
  g_free(candidate->effect);
  g_ptr_array_free(candidate->conjuncts, TRUE);
  g_free(candidate);
}

static void add_conjuncts(const Expr *expr, GPtrArray *conjuncts) {
  while (expr->kind == EXPR_BINARY && expr->op == OP_AND) {
    add_conjuncts(expr->right, conjuncts);
    expr = expr->left;
  }
  g_ptr_array_add(conjuncts, (gpointer)expr);
}

static char *expr_text(const Expr *expr) {
  GString *text = g_string_new(NULL);
  print_expr(expr, text);
  return g_string_free(text, FALSE);
}

static bool same_text(const Expr *a, const Expr *b) {
  if (a->kind != b->kind) {
    return false;
  }
  g_autofree char *x = expr_text(a), *y = expr_text(b);
  return strcmp(x, y) == 0;
}

static ExprOp opposite(ExprOp op) {
  switch (op) {
  case OP_EQ:
    return OP_NE;
  case OP_NE:
    return OP_EQ;
  case OP_LT:
    return OP_GE;
  case OP_GE:
    return OP_LT;
  case OP_GT:
    return OP_LE;
  default:
    return OP_GT;
  }
}

static bool is_comparison(const Expr *expr) {
  return expr->kind == EXPR_BINARY && expr->op >= OP_EQ && expr->op <= OP_GE;
}

/* Values that differ whatever the state: two constants, two members. */
static bool differ(const Expr *a, const Expr *b) {
  if (a->constant && b->constant) {
    return a->value != b->value;
  }
  return (a->kind == EXPR_NONE && b->constant) || (b->kind == EXPR_NONE && a->constant);
}

/* p and not p, p is a and p is b, x == 1 and x == 2, x < y and x >= y */
static bool contradict(const Expr *a, const Expr *b) {
  if (a->kind == EXPR_UNARY && a->op == OP_NOT && same_text(a->operand, b)) {
    return true;
  }
  if (b->kind == EXPR_UNARY && b->op == OP_NOT && same_text(b->operand, a)) {
    return true;
  }
  if (a->kind == EXPR_IS && b->kind == EXPR_IS) {
    return (a->state_mask & b->state_mask) == 0 && same_text(a->operand, b->operand);
  }
  if (!is_comparison(a) || !is_comparison(b) || !same_text(a->left, b->left)) {
    return false;
  }
  if (a->op == OP_EQ && b->op == OP_EQ) {
    return differ(a->right, b->right);
  }
  return a->op == opposite(b->op) && same_text(a->right, b->right);
}

/* Guards as long as a page are not compared: their texts are made anew for each comparison. */
static bool is_long(const Candidate *candidate) {
  uint32_t length = 0;
  for (guint i = 0; i < candidate->conjuncts->len && length <= MOST_BYTES; i++) {
    Span span = ((const Expr *)candidate->conjuncts->pdata[i])->span;
    length += MIN(span.end - span.start, MOST_BYTES + 1);
  }
  return length > MOST_BYTES || candidate->conjuncts->len > MOST_COMPARED;
}

static bool exclude_each_other(const Candidate *a, const Candidate *b) {
  if (is_long(a) || is_long(b)) {
    return true; /* not known: silence */
  }
  for (guint i = 0; i < a->conjuncts->len; i++) {
    for (guint j = 0; j < b->conjuncts->len; j++) {
      if (contradict(a->conjuncts->pdata[i], b->conjuncts->pdata[j])) {
        return true;
      }
    }
  }
  return false;
}

static bool has_conjunct(const GPtrArray *conjuncts, const Expr *wanted) {
  for (guint i = 0; i < conjuncts->len; i++) {
    if (same_text(conjuncts->pdata[i], wanted)) {
      return true;
    }
  }
  return false;
}

/* Does a plain outcome before `plain` take every case of `may`? Then the two never stand beside each other. */
static bool is_taken_before(const Body *body, const Candidate *may, const Candidate *plain) {
  for (size_t i = 0; i < plain->number && i < MOST_COMPARED; i++) {
    const Outcome *earlier = LIST_GET(body->outcomes, Outcome, i);
    if (earlier->may) {
      continue;
    }
    g_autoptr(GPtrArray) conjuncts = g_ptr_array_new();
    for (size_t j = 0; j < earlier->whens.count; j++) {
      add_conjuncts(LIST_GET(earlier->whens, Expr, j), conjuncts);
    }
    bool takes = conjuncts->len <= may->conjuncts->len;
    for (guint j = 0; j < conjuncts->len && takes; j++) {
      takes = has_conjunct(may->conjuncts, conjuncts->pdata[j]);
    }
    if (takes) {
      return true;
    }
  }
  return plain->number > MOST_COMPARED; /* not known: silence */
}

static bool meet(const Body *body, const Candidate *a, const Candidate *b) {
  if (exclude_each_other(a, b)) {
    return false;
  }
  if (!a->outcome->may) {
    return !is_taken_before(body, b, a);
  }
  if (!b->outcome->may) {
    return !is_taken_before(body, a, b);
  }
  return true;
}

static void see_stmt(const Stmt *stmt, void *data) {
  if (stmt->kind == STMT_RESPOND || stmt->kind == STMT_CALL) {
    *(bool *)data = true;
  }
}

/* What a test sees of it, as text; NULL where a proc may add to it. */
static char *answer_text(const Body *body, const Outcome *outcome) {
  bool more = false;
  const Walk walk = {.stmt = see_stmt, .data = &more};
  walk_statements(&walk, &outcome->statements);
  if (more) {
    return NULL;
  }
  GString *text = g_string_new(NULL);
  const Respond *respond = outcome->tail.respond != NULL ? outcome->tail.respond : body->tail.respond;
  const Expr *returns = outcome->tail.returns != NULL ? outcome->tail.returns : body->tail.returns;
  if (respond != NULL) {
    print_respond(respond, text);
  }
  if (returns != NULL) {
    g_string_append(text, " returns ");
    print_expr(returns, text);
  }
  return g_string_free(text, FALSE);
}

static Candidate *make_candidate(const Outcome *outcome, size_t number) {
  Candidate *candidate = g_new0(Candidate, 1);
  GString *effect = g_string_new(NULL);
  for (size_t i = 0; i < outcome->statements.count; i++) {
    print_statement(LIST_GET(outcome->statements, Stmt, i), 0, effect);
    g_string_append_c(effect, '\n');
  }
  candidate->outcome = outcome;
  candidate->number = number;
  candidate->effect = g_string_free(effect, FALSE);
  candidate->conjuncts = g_ptr_array_new();
  for (size_t i = 0; i < outcome->whens.count; i++) {
    add_conjuncts(LIST_GET(outcome->whens, Expr, i), candidate->conjuncts);
  }
  return candidate;
}

static void warn_alike(Usage *usage, const ActionDecl *action, const Candidate *a, const Candidate *b) {
  const Candidate *may = b->outcome->may ? b : a, *other = may == b ? a : b;
  const char *name = may->outcome->name.text, *other_name = other->outcome->name.text;
  bool speaks = action->body.tail.respond != NULL || may->outcome->tail.respond != NULL;
  Diag *diag = diags_add(usage->checker->diags, DIAG_0509, may->outcome->name.span,
                         "the outcomes `%s` and `%s` cannot be told apart", other_name, name);
  diag_label(diag, other->outcome->name.span, "both are possible at the same time");
  diag_note(diag, "they change the state differently and %s, so a test does not know what to expect next",
            speaks ? "respond alike" : "answer nothing that differs");
  diag_help(diag, "let them differ in what they respond or return, or let their `when`s exclude each other");
}

/* One bucket: outcomes with the same answer. Each `may` is reported once. */
static void compare_bucket(Usage *usage, const ActionDecl *action, const GPtrArray *bucket) {
  guint count = MIN(bucket->len, MOST_COMPARED);
  for (guint i = 0; i < count; i++) {
    for (guint j = i + 1; j < count; j++) {
      const Candidate *a = bucket->pdata[i], *b = bucket->pdata[j];
      if ((!a->outcome->may && !b->outcome->may) || strcmp(a->effect, b->effect) == 0 || !meet(&action->body, a, b)) {
        continue;
      }
      warn_alike(usage, action, a, b);
      break;
    }
  }
}

static bool has_may(const Body *body) {
  for (size_t i = 0; i < body->outcomes.count; i++) {
    if (LIST_GET(body->outcomes, Outcome, i)->may) {
      return true;
    }
  }
  return false;
}

static void judge_action(Usage *usage, const ActionDecl *action) {
  g_autoptr(GHashTable) buckets =
      g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_ptr_array_unref);
  g_autoptr(GPtrArray) in_order = g_ptr_array_new();
  const List *outcomes = &action->body.outcomes;
  for (size_t i = 0; i < outcomes->count; i++) {
    const Outcome *outcome = LIST_GET(*outcomes, Outcome, i);
    char *answer = outcome->name.text != NULL ? answer_text(&action->body, outcome) : NULL;
    if (answer == NULL) {
      continue;
    }
    GPtrArray *bucket = g_hash_table_lookup(buckets, answer);
    if (bucket == NULL) {
      bucket = g_ptr_array_new_with_free_func(free_candidate);
      g_hash_table_insert(buckets, answer, bucket);
      g_ptr_array_add(in_order, bucket);
    } else {
      g_free(answer);
    }
    if (bucket->len < MOST_COMPARED) {
      g_ptr_array_add(bucket, make_candidate(outcome, i));
    }
  }
  for (guint i = 0; i < in_order->len; i++) {
    compare_bucket(usage, action, in_order->pdata[i]);
  }
}

void check_warnings_alike(Usage *usage) {
  const List *actions = &usage->checker->model->actions;
  for (size_t i = 0; i < actions->count; i++) {
    const ActionDecl *action = LIST_GET(*actions, ActionDecl, i);
    /* What the environment or a person does is not answered to us. */
    if (action->action_kind == ACTION_API && has_may(&action->body)) {
      judge_action(usage, action);
    }
  }
}
