/* Quantifiers and `old`.
 *
 * Binders are checked from left to right in a scope of their own, then the condition, then the body. `old` depends on
 * where the expression stands; where it may not, the message says why and where it would belong. */
#include <string.h>

#include "lang/check_internal.h"

/* A body that names the only binder, for `sum(x in s)` and the like. */
static void add_body(Checker *checker, Expr *expr) {
  const Local *local = LIST_GET(expr->binders, Local, 0);
  Expr *body = ARENA_NEW(checker->arena, Expr);
  body->kind = EXPR_NAME;
  body->name = local->name;
  body->span = local->name.span;
  expr->body = body;
}

static bool check_shape(Checker *checker, Expr *expr) {
  Quantifier q = expr->quantifier;
  const char *word = quantifier_word(q);
  bool one = q == QUANT_THE || q == QUANT_SEQ ||
             (expr->body == NULL && q != QUANT_FORALL && q != QUANT_EXISTS && q != QUANT_COUNT);
  if (one && expr->binders.count != 1) {
    Diag *diag =
        diags_add(checker->diags, DIAG_0321, expr->span, "%s has several names and does not say which value is meant",
                  q == QUANT_SET || q == QUANT_SEQ ? "this" : arena_printf(checker->arena, "`%s`", word));
    diag_help(diag, q == QUANT_SET ? "say which value: `{value for x: T, y: U where ...}`"
                                   : "bind one name, or put the value behind a `:`");
    return false;
  }
  if ((q == QUANT_COUNT || q == QUANT_THE) && expr->body != NULL) {
    Diag *diag = diags_add(checker->diags, DIAG_0321, expr->body->span,
                           "`%s` takes a condition, and no value behind a `:`", word);
    diag_help(diag, "write the condition after `where`");
    return false;
  }
  if (q == QUANT_FORALL && expr->body == NULL) {
    diags_add(checker->diags, DIAG_0321, expr->span, "this `forall` does not say what must hold: add `: condition`");
    return false;
  }
  return true;
}

/* How many values the binders can give at most. */
static uint64_t count_most(const Expr *expr) {
  uint64_t most = 1;
  for (size_t i = 0; i < expr->binders.count; i++) {
    const Local *local = LIST_GET(expr->binders, Local, i);
    uint64_t values = type_count(local->type);
    const Type *in = local->in != NULL ? type_strip(local->in->type) : NULL;
    if (in != NULL && in->kind == TYPE_SEQ) {
      values = in->length;
    }
    if (values >= INT64_MAX || __builtin_mul_overflow(most, values, &most) || most > INT64_MAX) {
      return UINT64_MAX;
    }
  }
  return most;
}

static const Type *number_body(Checker *checker, Expr *expr, const Type *body) {
  body = type_strip(body);
  if (body->kind == TYPE_ERROR) {
    return check_expr_fault(expr);
  }
  if (!type_is_integer(body)) {
    diags_add(checker->diags, DIAG_0307, expr->body->span, "`%s` needs integers, and this is %s",
              quantifier_word(expr->quantifier), check_type_words(checker, body));
    return check_expr_fault(expr);
  }
  return expr->quantifier == QUANT_SUM ? &type_int : body;
}

static const Type *seq_of(Checker *checker, Expr *expr, const Type *elem) {
  const Local *local = LIST_GET(expr->binders, Local, 0);
  uint64_t most = count_most(expr);
  if (local->in == NULL) {
    Diag *diag = diags_add(checker->diags, DIAG_0321, expr->span,
                           "a seq is made from the items of another: `[x in q where ...]`");
    diag_help(diag, "for the values of a type make a set: `{x: T where ...}`");
    return check_expr_fault(expr);
  }
  if (elem->kind == TYPE_ERROR || local->type->kind == TYPE_ERROR) {
    return check_expr_fault(expr);
  }
  Type *type = type_new(checker->arena, TYPE_SEQ);
  type->elem = elem;
  type->length = (uint32_t)MIN(most, LIMIT_SEQ_ITEMS);
  type->depth = elem->depth + 1;
  return type;
}

static const Type *find_type(Checker *checker, Expr *expr, const Type *hint) {
  Local *local = LIST_GET(expr->binders, Local, 0);
  const Type *wanted = hint != NULL ? type_strip(hint) : NULL;
  bool around = wanted != NULL && (wanted->kind == TYPE_SET || wanted->kind == TYPE_SEQ);
  switch (expr->quantifier) {
  case QUANT_FORALL:
  case QUANT_EXISTS:
    if (expr->body != NULL) {
      check_bool(checker, expr->body);
    }
    return &type_bool;
  case QUANT_COUNT: {
    uint64_t most = count_most(expr);
    return most <= INT64_MAX ? type_new_range(checker->arena, 0, (int64_t)most) : &type_int;
  }
  case QUANT_SUM:
  case QUANT_MIN:
  case QUANT_MAX:
    return number_body(checker, expr, check_expr_infer(checker, expr->body, &type_int));
  case QUANT_THE:
    local->used = true;
    return local->type;
  default:
    break;
  }
  local->used = local->used || expr->body == NULL;
  const Type *elem =
      expr->body == NULL ? local->type : check_expr_infer(checker, expr->body, around ? wanted->elem : NULL);
  if (expr->quantifier == QUANT_SEQ) {
    return seq_of(checker, expr, elem);
  }
  if (around && type_count(elem) > LIMIT_SET_VALUES && expr->body != NULL && check_fits(elem, wanted->elem)) {
    elem = wanted->elem; /* any integers: the expected range is asked of each */
  }
  return elem->kind == TYPE_ERROR ? check_expr_fault(expr) : check_expr_set_of(checker, expr, elem);
}

const Type *check_expr_quantifier(Checker *checker, Expr *expr, const Type *hint) {
  if (expr->binders.count == 0) {
    return check_expr_fault(expr);
  }
  Quantifier q = expr->quantifier;
  bool fine = check_shape(checker, expr);
  scope_push(checker);
  check_binders(checker, &expr->binders);
  for (size_t i = 0; i < expr->binders.count; i++) {
    const Local *local = LIST_GET(expr->binders, Local, i);
    expr->runtime_only = expr->runtime_only || (local->in != NULL && local->in->runtime_only);
  }
  if (expr->where != NULL) {
    check_bool(checker, expr->where);
    expr->runtime_only = expr->runtime_only || expr->where->runtime_only;
  }
  if (fine) {
    if (expr->body == NULL && (q == QUANT_SUM || q == QUANT_MIN || q == QUANT_MAX)) {
      add_body(checker, expr);
    }
    expr->type = find_type(checker, expr, hint);
    expr->runtime_only = expr->runtime_only || (expr->body != NULL && expr->body->runtime_only);
  } else {
    check_expr_fault(expr);
  }
  scope_pop(checker);
  return expr->type;
}

/* The source text of an expression, where it is short and on one line. */
static const char *quote(Checker *checker, const Expr *expr) {
  enum { MOST_BYTES = 90 };
  size_t length = expr->span.end - expr->span.start;
  const char *text = source_text(diags_source(checker->diags)) + expr->span.start;
  bool plain = length <= MOST_BYTES && memchr(text, '\n', length) == NULL && memchr(text, '\r', length) == NULL;
  return plain ? arena_strndup(checker->arena, text, length) : "...";
}

static void explain_old(Checker *checker, Diag *diag, Expr *expr) {
  switch (checker->place) {
  case PLACE_STATE:
    if (checker->fn != NULL) {
      diag_note(diag, "a function speaks of one state; `old(f(x))` reads all of it in the state before");
      diag_help(diag, "pass the earlier value as a parameter: `f(x, old(y))`");
    } else if (checker->root != NULL) {
      diag_note(diag, "%s must be checkable in any state, without knowing which action just ran", checker->what);
      diag_help(diag, "put it into the action as `ensure %s`, or write a `step invariant`",
                quote(checker, checker->root));
    } else {
      diag_note(diag, "%s speaks of one state, and there is no step to look back over", checker->what);
    }
    break;
  case PLACE_GUARD:
    diag_note(diag, "a guard is read before anything has happened");
    diag_help(diag, "write `%s` without `old`", quote(checker, expr->operand));
    break;
  case PLACE_EFFECT:
    diag_note(diag, "`old` stands only in `ensure`, `step invariant` and `respond`");
    diag_help(diag, "take the value before it changes: `let before = %s`", quote(checker, expr->operand));
    break;
  case PLACE_REQUEST:
    diag_note(diag, "a request is sent before the action has its effect");
    diag_help(diag, "write `%s` without `old`", quote(checker, expr->operand));
    break;
  default:
    diag_note(diag, "`old` stands only in `ensure`, `step invariant` and `respond`");
  }
}

const Type *check_expr_old(Checker *checker, Expr *expr, const Type *hint) {
  bool allowed = checker->place == PLACE_STEP || checker->place == PLACE_ENSURE || checker->place == PLACE_RESPOND;
  Span word = {expr->span.start, MIN(expr->span.start + 3, expr->span.end)};
  bool before = checker->in_old;
  if (!allowed) {
    Diag *diag = diags_add(checker->diags, DIAG_0310, word, "%s cannot use `old`",
                           checker->place == PLACE_REQUEST ? "a request" : checker->what);
    explain_old(checker, diag, expr);
  } else if (before) {
    Diag *diag = diags_add(checker->diags, DIAG_0311, word, "`old` inside `old`");
    diag_note(diag, "there is one state before the step, and `old` reads all of its operand in it");
    diag_help(diag, "leave out the inner `old`");
  }
  checker->in_old = true;
  const Type *type = check_expr_infer(checker, expr->operand, hint);
  checker->in_old = before;
  expr->runtime_only = expr->operand->runtime_only;
  expr->type = allowed && !before ? type : &type_error;
  return expr->type;
}
