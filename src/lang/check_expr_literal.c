/* `none`, `{a, b}`, `[a, b]`: literals whose type may have to come from what is expected.
 *
 * A set or seq takes its elements' type from the elements, joined. Only where these have too many values for a set (any
 * integer) does the expected element type stand in, and each element is then held against it. */
#include "lang/check_internal.h"

const Type *check_expr_set_of(Checker *checker, Expr *expr, const Type *elem) {
  if (elem->kind == TYPE_ERROR) {
    return elem;
  }
  if (type_count(elem) <= LIMIT_SET_VALUES) {
    return type_new_around(checker->arena, TYPE_SET, elem);
  }
  Diag *diag =
      diags_add(checker->diags, DIAG_0208, expr->span, "the elements of this set are %s, of more than %d values",
                check_type_words(checker, elem), LIMIT_SET_VALUES);
  diag_note(diag, "a set is kept as one bit for each value that its elements may have");
  diag_help(diag, "give them a range: pass them through a function with a result like `0..7`");
  return &type_error;
}

static const Type *check_none(Checker *checker, Expr *expr, const Type *hint) {
  if (hint == NULL) {
    Diag *diag = diags_add(checker->diags, DIAG_0304, expr->span, "nothing here says what this is `none` of");
    diag_help(diag, "`none` needs a `T?` beside it: a variable, field, parameter or operand of such a type");
    return check_expr_fault(expr);
  }
  expr->type = hint->kind == TYPE_OPTION ? hint : type_new_around(checker->arena, TYPE_OPTION, hint);
  return expr->type;
}

static const Type *check_empty(Checker *checker, Expr *expr, const Type *hint, TypeKind kind) {
  const char *word = kind == TYPE_SET ? "{}" : "[]";
  const char *what = kind == TYPE_SET ? "set" : "seq";
  if (hint == NULL) {
    Diag *diag = diags_add(checker->diags, DIAG_0304, expr->span, "nothing here says what this empty %s is of", what);
    diag_help(diag,
              "it needs a %s beside it: a variable, field, parameter or operand; `size(s) == 0` asks for emptiness",
              what);
    return check_expr_fault(expr);
  }
  const Type *wanted = type_strip(hint);
  if (wanted->kind == kind) {
    expr->type = wanted;
    return wanted;
  }
  Diag *diag = diags_add(checker->diags, DIAG_0301, expr->span, "`%s` is an empty %s, and here stands %s", word, what,
                         check_type_words(checker, wanted));
  if (wanted->kind == TYPE_SET || wanted->kind == TYPE_SEQ) {
    diag_help(diag, "an empty %s is `%s`", wanted->kind == TYPE_SET ? "set" : "seq",
              wanted->kind == TYPE_SET ? "{}" : "[]");
  }
  return check_expr_fault(expr);
}

static const Type *join_items(Checker *checker, Expr *expr, const Type *hint) {
  const Expr *first = LIST_GET(expr->items, Expr, 0);
  const Type *elem = first->type;
  for (size_t i = 1; i < expr->items.count; i++) {
    const Expr *item = LIST_GET(expr->items, Expr, i);
    const Type *joined = type_join(checker->arena, elem, item->type);
    if (joined == NULL) {
      Diag *diag = diags_add(checker->diags, DIAG_0301, item->span, "this is %s, unlike the elements before it",
                             check_type_words(checker, item->type));
      diag_label(diag, first->span, "this is %s", check_type_words(checker, first->type));
      return &type_error;
    }
    elem = joined;
  }
  if (elem->kind == TYPE_ERROR || expr->kind == EXPR_SEQ || type_count(elem) <= LIMIT_SET_VALUES || hint == NULL ||
      type_count(hint) > LIMIT_SET_VALUES || !check_fits(elem, hint)) {
    return elem;
  }
  for (size_t i = 0; i < expr->items.count; i++) {
    check_type_fit(checker, LIST_GET(expr->items, Expr, i), hint, NULL, (Span){0, 0});
  }
  return hint;
}

/* Items that know their type first, so that they can help the bare members and `none`s among them. */
static void infer_items(Checker *checker, Expr *expr, const Type *hint) {
  const Type *known = hint;
  for (int round = 0; round < 2; round++) {
    for (size_t i = 0; i < expr->items.count; i++) {
      Expr *item = LIST_GET(expr->items, Expr, i);
      if (check_expr_needs_hint(checker, item) != (round == 1)) {
        continue;
      }
      const Type *type = check_expr_infer(checker, item, known);
      known = known == NULL && type->kind != TYPE_ERROR ? type : known;
      expr->runtime_only = expr->runtime_only || item->runtime_only;
    }
  }
}

const Type *check_expr_literal(Checker *checker, Expr *expr, const Type *hint) {
  if (expr->kind == EXPR_NONE) {
    return check_none(checker, expr, hint);
  }
  TypeKind kind = expr->kind == EXPR_SET ? TYPE_SET : TYPE_SEQ;
  if (expr->items.count == 0) {
    return check_empty(checker, expr, hint, kind);
  }
  const Type *wanted = hint != NULL ? type_strip(hint) : NULL;
  const Type *elem_hint =
      wanted != NULL && (wanted->kind == TYPE_SET || wanted->kind == TYPE_SEQ) ? wanted->elem : NULL;
  infer_items(checker, expr, elem_hint);
  const Type *elem = join_items(checker, expr, elem_hint);
  if (elem->kind == TYPE_ERROR) {
    return check_expr_fault(expr);
  }
  if (kind == TYPE_SET) {
    expr->type = check_expr_set_of(checker, expr, elem);
    return expr->type;
  }
  if (expr->items.count > LIMIT_SEQ_ITEMS) {
    diags_add(checker->diags, DIAG_0207, expr->span, "a seq holds at most %d items, and this has %zu", LIMIT_SEQ_ITEMS,
              expr->items.count);
    return check_expr_fault(expr);
  }
  Type *type = type_new(checker->arena, TYPE_SEQ);
  type->elem = elem;
  type->length = (uint32_t)expr->items.count;
  type->depth = elem->depth + 1;
  expr->type = type;
  return type;
}
