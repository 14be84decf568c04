/* Expressions: the entries, what needs a hint, and the walk that hands each kind on to its file.
 *
 * One pass, bottom up, with a hint from above: the hint tells what `none`, `{}`, `[]` and a bare enum member are, and
 * nothing is held against it; check_expr then holds the type that was found against what is wanted. Two operands are
 * done in the order that lets the one that knows its type help the other. Depth is bounded by the parser within an
 * expression, and by `depth` where constants and aliases lead on to other declarations. */
#include "lang/check_internal.h"

const Type *check_expr_fault(Expr *expr) {
  expr->type = &type_error;
  return expr->type;
}

static bool items_need_hint(Checker *checker, Expr *expr) {
  for (size_t i = 0; i < expr->items.count; i++) {
    if (!check_expr_needs_hint(checker, LIST_GET(expr->items, Expr, i))) {
      return false;
    }
  }
  return true;
}

static bool is_bare_member(Checker *checker, const Expr *expr) {
  const char *name = expr->name.text;
  if (name == NULL || scope_find(checker, name) != NULL || !g_hash_table_contains(checker->members, name)) {
    return false;
  }
  const Decl *decl = g_hash_table_lookup(checker->values, name);
  return decl == NULL || (decl->kind != DECL_CONST && decl->kind != DECL_VAR);
}

static bool find_needs_hint(Checker *checker, Expr *expr) {
  switch (expr->kind) {
  case EXPR_NONE:
    return true;
  case EXPR_NAME:
    return is_bare_member(checker, expr);
  case EXPR_SET:
  case EXPR_SEQ:
    return items_need_hint(checker, expr);
  case EXPR_IF:
    return check_expr_needs_hint(checker, expr->left) && check_expr_needs_hint(checker, expr->right);
  case EXPR_OLD:
    return check_expr_needs_hint(checker, expr->operand);
  default:
    return false;
  }
}

bool check_expr_needs_hint(Checker *checker, Expr *expr) {
  if (expr == NULL) {
    return false;
  }
  if (expr->needs_hint == 0) {
    expr->needs_hint = find_needs_hint(checker, expr) ? 1 : -1;
  }
  return expr->needs_hint > 0;
}

static const Type *infer_if(Checker *checker, Expr *expr, const Type *hint) {
  check_bool(checker, expr->condition);
  const Type *left = NULL, *right = NULL;
  if (check_expr_needs_hint(checker, expr->left) && !check_expr_needs_hint(checker, expr->right)) {
    right = check_expr_infer(checker, expr->right, hint);
    left = check_expr_infer(checker, expr->left, hint != NULL ? hint : right);
  } else {
    left = check_expr_infer(checker, expr->left, hint);
    right = check_expr_infer(checker, expr->right, hint != NULL ? hint : left);
  }
  expr->runtime_only = expr->condition->runtime_only || expr->left->runtime_only || expr->right->runtime_only;
  expr->type = type_join(checker->arena, left, right);
  if (expr->type == NULL) {
    Diag *diag = diags_add(checker->diags, DIAG_0301, expr->span, "the branches of this `if` have different types");
    diag_label(diag, expr->left->span, "this is %s", check_type_words(checker, left));
    diag_label(diag, expr->right->span, "this is %s", check_type_words(checker, right));
    return check_expr_fault(expr);
  }
  return expr->type;
}

static const Type *infer_path(Checker *checker, Expr *expr) {
  expr->runtime_only = true;
  if (checker->place != PLACE_ENSURE || !checker->in_outcome) {
    Diag *diag = diags_add(checker->diags, DIAG_0318, expr->span, "`$` is the response, and there is none here");
    diag_help(diag, "`$` may stand in an `ensure` inside an `outcome` block: the test then checks it when it runs");
  } else {
    check_path(checker, expr->span, expr->path != NULL ? expr->path : "");
  }
  return check_expr_fault(expr);
}

static const Type *infer_string(Checker *checker, Expr *expr) {
  Diag *diag = diags_add(checker->diags, DIAG_0317, expr->span, "a string is no value of the model");
  diag_note(diag, "strings stand in templates, messages and enum values; the state has no strings");
  diag_help(diag, "declare an enum whose members carry the strings: `enum Name { short = \"a\", empty = \"\" }`");
  return check_expr_fault(expr);
}

static const Type *infer_kind(Checker *checker, Expr *expr, const Type *hint) {
  switch (expr->kind) {
  case EXPR_ERROR:
    return check_expr_fault(expr);
  case EXPR_INT:
    expr->type = type_new_range(checker->arena, expr->integer, expr->integer);
    return expr->type;
  case EXPR_BOOL:
    expr->type = &type_bool;
    return expr->type;
  case EXPR_NONE:
  case EXPR_SET:
  case EXPR_SEQ:
    return check_expr_literal(checker, expr, hint);
  case EXPR_STRING:
    return infer_string(checker, expr);
  case EXPR_NAME:
    return check_expr_name(checker, expr, hint);
  case EXPR_MEMBER:
    return check_expr_member(checker, expr);
  case EXPR_INDEX:
    return check_expr_index(checker, expr);
  case EXPR_CALL:
    return check_expr_call(checker, expr, hint);
  case EXPR_UNARY:
    return check_expr_unary(checker, expr);
  case EXPR_BINARY:
    return check_expr_binary(checker, expr, hint);
  case EXPR_IF:
    return infer_if(checker, expr, hint);
  case EXPR_IS:
    return check_expr_is(checker, expr);
  case EXPR_QUANTIFIER:
    return check_expr_quantifier(checker, expr, hint);
  case EXPR_OLD:
    return check_expr_old(checker, expr, hint);
  case EXPR_PATH:
    return infer_path(checker, expr);
  }
  return check_expr_fault(expr);
}

/* Nothing can be said of it without the hint; a member that only one enum has can be. */
static bool hangs_on_hint(Checker *checker, Expr *expr) {
  if (!check_expr_needs_hint(checker, expr)) {
    return false;
  }
  const GPtrArray *enums = expr->kind == EXPR_NAME ? g_hash_table_lookup(checker->members, expr->name.text) : NULL;
  return enums == NULL || enums->len != 1;
}

const Type *check_expr_infer(Checker *checker, Expr *expr, const Type *hint) {
  if (expr == NULL) {
    return &type_error;
  }
  if (checker->depth >= 2 * LIMIT_NESTING) {
    diags_add(checker->diags, DIAG_0016, expr->span, "declarations that need one another more than %d deep",
              2 * LIMIT_NESTING);
    return check_expr_fault(expr);
  }
  if (hint != NULL && hint->kind == TYPE_ERROR) {
    if (hangs_on_hint(checker, expr)) {
      return check_expr_fault(expr); /* what it would be is told elsewhere, or known only to a run */
    }
    hint = NULL;
  }
  checker->depth++;
  infer_kind(checker, expr, hint);
  checker->depth--;
  g_assert(expr->type != NULL);
  check_expr_fold(expr);
  return expr->type;
}

const Type *check_expr_for(Checker *checker, Expr *expr, const Type *wanted, const char *name, Span declared) {
  if (expr == NULL) {
    return &type_error;
  }
  check_expr_infer(checker, expr, wanted);
  return check_type_fit(checker, expr, wanted, name, declared) ? expr->type : &type_error;
}

const Type *check_expr(Checker *checker, Expr *expr, const Type *expected) {
  return expected == NULL ? check_expr_infer(checker, expr, NULL)
                          : check_expr_for(checker, expr, expected, NULL, (Span){0, 0});
}

void check_bool(Checker *checker, Expr *expr) {
  check_expr(checker, expr, &type_bool);
}

const Type *check_expr_default(Checker *checker, Expr *expr, const Type *wanted, const char *name, Span declared) {
  if (expr == NULL || wanted->kind != TYPE_MAP) {
    return check_expr_for(checker, expr, wanted, name, declared);
  }
  const Type *inner = wanted;
  while (inner->kind == TYPE_MAP) {
    inner = inner->elem;
  }
  const Type *type = check_expr_infer(checker, expr, inner);
  const Type *level = wanted;
  while (level->kind == TYPE_MAP && !check_fits(type, level)) {
    level = level->elem;
  }
  if (!check_fits(type, level)) {
    level = wanted; /* tell it about the whole map */
  }
  return check_type_fit(checker, expr, level, name, declared) ? expr->type : &type_error;
}
