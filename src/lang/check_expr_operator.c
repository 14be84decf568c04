/* Operators: unary, binary, `is`, `in`, comparisons, index.
 *
 * `common` of a comparison or set operation is the join of both sides; arithmetic on ranges gives the range of its
 * results, so that
 * `{a + 1}` is a set of few values. */
#include "lang/check_internal.h"

static const Type *bad_operands(Checker *checker, Expr *expr, const Type *left, const Type *right, const char *needs) {
  Diag *diag = diags_add(checker->diags, DIAG_0307, expr->op_span.end > 0 ? expr->op_span : expr->span, "`%s` %s",
                         expr_op_word(expr->op), needs);
  diag_label(diag, expr->left->span, "this is %s", check_type_words(checker, left));
  diag_label(diag, expr->right->span, "this is %s", check_type_words(checker, right));
  return check_expr_fault(expr);
}

const Type *check_expr_unary(Checker *checker, Expr *expr) {
  if (expr->op == OP_NOT) {
    check_bool(checker, expr->operand);
    expr->runtime_only = expr->operand->runtime_only;
    expr->type = &type_bool;
    return expr->type;
  }
  const Type *type = type_strip(check_expr_infer(checker, expr->operand, &type_int));
  expr->runtime_only = expr->operand->runtime_only;
  if (type->kind == TYPE_ERROR) {
    return check_expr_fault(expr);
  }
  if (!type_is_integer(type)) {
    diags_add(checker->diags, DIAG_0307, expr->operand->span, "`-` needs an integer, and this is %s",
              check_type_words(checker, type));
    return check_expr_fault(expr);
  }
  int64_t lo = 0, hi = 0;
  const Type zero = {.kind = TYPE_RANGE};
  bool known = check_expr_range(OP_SUB, &zero, type, &lo, &hi);
  expr->type = known ? type_new_range(checker->arena, lo, hi) : &type_int;
  return expr->type;
}

/* Both operands, the one that knows its type first. */
static void infer_pair(Checker *checker, Expr *expr, const Type *hint, const Type **ret_left, const Type **ret_right) {
  if (check_expr_needs_hint(checker, expr->left) && !check_expr_needs_hint(checker, expr->right)) {
    *ret_right = check_expr_infer(checker, expr->right, hint);
    *ret_left = check_expr_infer(checker, expr->left, *ret_right);
  } else {
    *ret_left = check_expr_infer(checker, expr->left, hint);
    *ret_right = check_expr_infer(checker, expr->right, *ret_left);
  }
  expr->runtime_only = expr->left->runtime_only || expr->right->runtime_only;
}

static const Type *compare_report(Checker *checker, Expr *expr, const Type *left, const Type *right) {
  Diag *diag = diags_add(checker->diags, DIAG_0302, expr->op_span.end > 0 ? expr->op_span : expr->span,
                         "values of different types do not compare");
  diag_label(diag, expr->left->span, "this is %s", check_type_words(checker, left));
  diag_label(diag, expr->right->span, "this is %s", check_type_words(checker, right));
  return check_expr_fault(expr);
}

/* x == none, where x always has a value. */
static bool compares_with_none(Checker *checker, Expr *expr, const Type *left, const Type *right) {
  bool first = expr->left->kind == EXPR_NONE;
  const Expr *other = first ? expr->right : expr->left;
  const Type *type = first ? right : left;
  if ((!first && expr->right->kind != EXPR_NONE) || other->kind == EXPR_NONE || type->kind == TYPE_OPTION ||
      type->kind == TYPE_ERROR) {
    return false;
  }
  Diag *diag = diags_add(checker->diags, DIAG_0303, first ? expr->left->span : expr->right->span,
                         "this is compared with `none`, but it always has a value");
  check_label(checker, diag, other->span, "this is %s", check_type_words(checker, type));
  return true;
}

static const Type *check_order(Checker *checker, Expr *expr, const Type *left, const Type *right) {
  const Type *a = type_strip(left), *b = type_strip(right);
  if (type_is_integer(a) && type_is_integer(b)) {
    expr->common = type_join(checker->arena, a, b);
  } else if (a->kind == TYPE_SET && b->kind == TYPE_SET) {
    expr->common = type_join(checker->arena, a, b);
    if (expr->common == NULL) {
      return compare_report(checker, expr, left, right);
    }
  } else {
    return bad_operands(checker, expr, left, right, "orders integers, or says which set lies in which");
  }
  expr->type = &type_bool;
  return expr->type;
}

static const Type *check_comparison(Checker *checker, Expr *expr) {
  const Type *left, *right;
  infer_pair(checker, expr, NULL, &left, &right);
  expr->type = &type_bool;
  if (left->kind == TYPE_ERROR || right->kind == TYPE_ERROR) {
    return check_expr_fault(expr);
  }
  if (expr->op != OP_EQ && expr->op != OP_NE) {
    return check_order(checker, expr, left, right);
  }
  if (compares_with_none(checker, expr, left, right)) {
    return check_expr_fault(expr);
  }
  expr->common = type_join(checker->arena, left, right);
  if (expr->common == NULL) {
    return compare_report(checker, expr, left, right);
  }
  return expr->common->kind == TYPE_ERROR ? check_expr_fault(expr) : expr->type;
}

static const Type *check_in(Checker *checker, Expr *expr) {
  const Type *left = NULL, *right = NULL;
  if (check_expr_needs_hint(checker, expr->left)) {
    right = type_strip(check_expr_infer(checker, expr->right, NULL));
    left = check_expr_infer(checker, expr->left, right->elem);
  } else {
    left = check_expr_infer(checker, expr->left, NULL);
    TypeKind kind = expr->right->kind == EXPR_SEQ ? TYPE_SEQ : TYPE_SET;
    Type *hint = type_new(checker->arena, kind);
    hint->elem = left;
    right = type_strip(check_expr_infer(checker, expr->right, left->kind == TYPE_ERROR ? NULL : hint));
  }
  expr->runtime_only = expr->left->runtime_only || expr->right->runtime_only;
  if (right->kind == TYPE_ERROR || left->kind == TYPE_ERROR) {
    return check_expr_fault(expr);
  }
  if (right->kind != TYPE_SET && right->kind != TYPE_SEQ) {
    return bad_operands(checker, expr, left, right, "needs a set or a seq on its right");
  }
  expr->common = type_join(checker->arena, left, right->elem);
  if (expr->common == NULL) {
    return bad_operands(checker, expr, left, right, "looks for a value among elements of another type");
  }
  expr->type = &type_bool;
  return expr->type;
}

static const Type *join_sets(Checker *checker, Expr *expr, const Type *a, const Type *b) {
  const Type *joined = type_join(checker->arena, a, b);
  if (joined == NULL) {
    return bad_operands(checker, expr, a, b, "needs two sets of the same kind of elements");
  }
  if (joined->kind == TYPE_ERROR) {
    return check_expr_fault(expr);
  }
  const Type *type = check_expr_set_of(checker, expr, joined->elem);
  expr->common = type->kind == TYPE_ERROR ? type : joined;
  expr->type = expr->common;
  return expr->type;
}

static const Type *join_seqs(Checker *checker, Expr *expr, const Type *a, const Type *b) {
  const Type *elem = type_join(checker->arena, a->elem, b->elem);
  if (elem == NULL) {
    return bad_operands(checker, expr, a, b, "needs two seqs of the same kind of items");
  }
  Type *type = type_new(checker->arena, TYPE_SEQ);
  type->elem = elem;
  type->length = MIN(a->length + b->length, LIMIT_SEQ_ITEMS);
  type->depth = elem->depth + 1;
  if (type_cells(type) > LIMIT_VALUE_CELLS) {
    type->length = MAX(a->length, b->length); /* longer ones are the error `range` when it runs */
  }
  expr->common = type;
  expr->type = type;
  return type;
}

static const Type *check_arithmetic(Checker *checker, Expr *expr, const Type *hint) {
  const Type *left, *right;
  infer_pair(checker, expr, hint, &left, &right);
  const Type *a = type_strip(left), *b = type_strip(right);
  if (a->kind == TYPE_ERROR || b->kind == TYPE_ERROR) {
    return check_expr_fault(expr);
  }
  bool sets = a->kind == TYPE_SET && b->kind == TYPE_SET;
  if (sets && (expr->op == OP_ADD || expr->op == OP_SUB || expr->op == OP_INTERSECT)) {
    return join_sets(checker, expr, a, b);
  }
  if (a->kind == TYPE_SEQ && b->kind == TYPE_SEQ && expr->op == OP_ADD) {
    return join_seqs(checker, expr, a, b);
  }
  if (expr->op == OP_INTERSECT || !type_is_integer(a) || !type_is_integer(b)) {
    const char *needs = expr->op == OP_INTERSECT ? "needs two sets"
                        : expr->op == OP_ADD     ? "needs two integers, two sets or two seqs"
                        : expr->op == OP_SUB     ? "needs two integers or two sets"
                                                 : "needs two integers";
    return bad_operands(checker, expr, left, right, needs);
  }
  int64_t lo = 0, hi = 0;
  bool known = check_expr_range(expr->op, a, b, &lo, &hi);
  expr->type = known ? type_new_range(checker->arena, lo, hi) : &type_int;
  return expr->type;
}

const Type *check_expr_binary(Checker *checker, Expr *expr, const Type *hint) {
  switch (expr->op) {
  case OP_IFF:
  case OP_IMPLIES:
  case OP_OR:
  case OP_AND:
    check_bool(checker, expr->left);
    check_bool(checker, expr->right);
    expr->runtime_only = expr->left->runtime_only || expr->right->runtime_only;
    expr->type = &type_bool;
    return expr->type;
  case OP_EQ:
  case OP_NE:
  case OP_LT:
  case OP_LE:
  case OP_GT:
  case OP_GE:
    return check_comparison(checker, expr);
  case OP_IN:
    return check_in(checker, expr);
  default:
    return check_arithmetic(checker, expr, hint);
  }
}

const Type *check_expr_is(Checker *checker, Expr *expr) {
  const Type *type = type_strip(check_expr_infer(checker, expr->operand, NULL));
  expr->runtime_only = expr->operand->runtime_only;
  expr->type = &type_bool;
  if (type->kind == TYPE_ERROR) {
    return check_expr_fault(expr);
  }
  if (type->kind != TYPE_RESOURCE) {
    Diag *diag = diags_add(checker->diags, DIAG_0307, expr->operand->span,
                           "`is` tests the state of a slot, and this is %s", check_type_words(checker, type));
    diag_help(diag, "compare values with `==`");
    return check_expr_fault(expr);
  }
  check_expr_reads_state(checker, expr->span, "a slot's state");
  for (size_t i = 0; i < expr->states.count; i++) {
    int state = check_state(checker, type->decl_resource, *LIST_GET(expr->states, Name, i));
    expr->state_mask |= state >= 0 && state < 64 ? (uint64_t)1 << state : 0;
  }
  return expr->type;
}

const Type *check_expr_index(Checker *checker, Expr *expr) {
  const Type *type = type_strip(check_expr_infer(checker, expr->operand, NULL));
  if (type->kind == TYPE_MAP) {
    check_expr_for(checker, expr->index, type->key, NULL, (Span){0, 0});
    expr->type = type->elem;
  } else if (type->kind == TYPE_SEQ) {
    check_expr(checker, expr->index, &type_int);
    expr->type = type->elem;
  } else {
    check_expr_infer(checker, expr->index, NULL);
    check_expr_fault(expr);
  }
  expr->runtime_only = expr->operand->runtime_only || expr->index->runtime_only;
  if (expr->type->kind == TYPE_ERROR && type->kind != TYPE_ERROR && type->elem == NULL) {
    diags_add(checker->diags, DIAG_0307, expr->operand->span, "`[ ]` needs a map or a seq, and this is %s",
              check_type_words(checker, type));
  } else if (type->kind == TYPE_SET) {
    Diag *diag =
        diags_add(checker->diags, DIAG_0307, expr->operand->span, "a set has no order, so `[ ]` has no meaning");
    diag_help(diag, "ask whether a value is in it with `in`");
  }
  return expr->type;
}
