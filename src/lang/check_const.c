/* Constants: resolved when first needed, with the values of -D in place of their own.
 *
 * A constant is a scalar: an integer, a bool, a member. Its expression is checked and folded like any other, and then
 * must have come out as known. Where it has not, check_const_explain walks to the part that is to blame, along the path
 * that an evaluation would take, so `N == 0 or 10 / N > 1` is fine for N = 0. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lang/check_internal.h"

static bool fails_by_itself(const Expr *expr) {
  if (expr->kind == EXPR_UNARY) {
    return expr->operand->constant;
  }
  return expr->kind == EXPR_BINARY && expr->left->constant && expr->right->constant;
}

/* The part on which the value hangs: down to the first operand that is not known. */
static const Expr *find_culprit(const Expr *expr) {
  for (;;) {
    const Expr *next = NULL;
    if (fails_by_itself(expr)) {
      return expr;
    }
    switch (expr->kind) {
    case EXPR_UNARY:
      next = expr->operand;
      break;
    case EXPR_BINARY:
      next = expr->left->constant ? expr->right : expr->left;
      break;
    case EXPR_IF:
      next = !expr->condition->constant ? expr->condition : expr->condition->value ? expr->left : expr->right;
      break;
    default:
      return expr;
    }
    if (next->constant) {
      return expr;
    }
    expr = next;
  }
}

void check_const_help_bound(Diag *diag, const char *what) {
  if (strstr(what, "bound of a range") != NULL) {
    diag_help(diag, "take a fixed range and a condition: `x: 0..9 where x < n`");
  }
}

void check_const_explain(Checker *checker, const Expr *expr, const char *what) {
  const Expr *culprit = find_culprit(expr);
  if (!fails_by_itself(culprit)) {
    Diag *diag = diags_add(checker->diags, DIAG_0201, culprit->span, "%s must be a constant, and this is not", what);
    diag_note(diag, "constants are made of integers, `true`, `false`, members, other constants, operators and `if`");
    check_const_help_bound(diag, what);
    return;
  }
  bool division = culprit->kind == EXPR_BINARY && (culprit->op == OP_DIV || culprit->op == OP_MOD);
  diags_add(checker->diags, DIAG_0204, culprit->op_span.end > 0 ? culprit->op_span : culprit->span,
            division && culprit->right->value == 0 ? "%s divides by zero" : "%s does not fit into 64 bits", what);
}

bool check_const_integer(Checker *checker, Expr *expr, const char *what, int64_t *ret_value) {
  if (expr == NULL) {
    return false;
  }
  Place place = checker->place;
  bool strict = checker->strict;
  const char *before = checker->what;
  checker->place = PLACE_CONSTANT;
  checker->strict = true;
  checker->what = what;
  unsigned errors = diags_errors(checker->diags);
  const Type *type = check_expr(checker, expr, &type_int);
  checker->place = place;
  checker->strict = strict;
  checker->what = before;
  if (type->kind == TYPE_ERROR || !type_is_integer(type)) {
    return false;
  }
  if (!expr->constant) {
    if (diags_errors(checker->diags) == errors) {
      check_const_explain(checker, expr, what);
    }
    return false;
  }
  *ret_value = expr->value;
  return true;
}

/* -D NAME=VALUE: an integer, `true`, `false`, a member or E.member, of the kind that the constant has. */
static bool read_override(Checker *checker, const Type *type, const char *text, int64_t *ret_value) {
  if (type->kind == TYPE_BOOL) {
    *ret_value = strcmp(text, "true") == 0;
    return *ret_value || strcmp(text, "false") == 0;
  }
  if (type->kind == TYPE_ENUM) {
    const char *dot = strchr(text, '.');
    const char *enum_name = type->decl_enum->decl.name.text;
    if (dot != NULL &&
        ((size_t)(dot - text) != strlen(enum_name) || strncmp(text, enum_name, strlen(enum_name)) != 0)) {
      return false;
    }
    const char *member = names_intern_string(checker->names, dot != NULL ? dot + 1 : text);
    const Part *part = check_part_find(checker, type->decl_enum, PART_MEMBER, member);
    *ret_value = part != NULL ? part->index : 0;
    return part != NULL;
  }
  char *end = NULL;
  errno = 0;
  bool digits = g_ascii_isdigit(text[0]) || (text[0] == '-' && g_ascii_isdigit(text[1]));
  *ret_value = digits ? g_ascii_strtoll(text, &end, 10) : 0;
  return digits && errno == 0 && *end == '\0';
}

static void apply_defines(Checker *checker, ConstDecl *decl) {
  for (size_t i = 0; i < checker->define_count; i++) {
    const Define *define = &checker->defines[i];
    if (strcmp(define->name, decl->decl.name.text) != 0) {
      continue;
    }
    int64_t value = 0;
    if (read_override(checker, decl->type, define->value, &value)) {
      decl->folded = value;
      decl->overridden = true;
      continue;
    }
    Diag *diag = diags_add_placeless(checker->diags, DIAG_0206, "`-D %s=%s`: the constant `%s` is %s, and `%s` is not",
                                     define->name, define->value, define->name, check_type_words(checker, decl->type),
                                     define->value);
    check_label(checker, diag, decl->decl.name.span, "declared here");
    if (decl->type->kind == TYPE_BOOL) {
      diag_help(diag, "write `-D %s=true` or `-D %s=false`", define->name, define->name);
    }
  }
}

static const Type *resolve_const(Checker *checker, ConstDecl *decl) {
  unsigned errors = diags_errors(checker->diags);
  const Type *type = check_expr(checker, decl->value, NULL);
  if (type->kind == TYPE_ERROR) {
    return type;
  }
  if (type->kind != TYPE_BOOL && type->kind != TYPE_ENUM && !type_is_integer(type)) {
    diags_add(checker->diags, DIAG_0201, decl->value->span, "a constant is an integer, a bool or a member, and not %s",
              check_type_words(checker, type));
    return &type_error;
  }
  decl->type = type_is_integer(type) ? &type_int : type;
  decl->folded = decl->value->value;
  apply_defines(checker, decl);
  if (!decl->value->constant && !decl->overridden) {
    if (diags_errors(checker->diags) == errors) {
      check_const_explain(checker, decl->value, "a constant");
    }
    return &type_error;
  }
  return decl->type;
}

static void report_cycle(Checker *checker, ConstDecl *decl) {
  Diag *diag = diags_add(checker->diags, DIAG_0202, decl->decl.name.span, "constant `%s` needs its own value",
                         decl->decl.name.text);
  check_label(checker, diag, decl->value->span, "this leads back to `%s`", decl->decl.name.text);
}

const Type *check_const(Checker *checker, ConstDecl *decl) {
  if (decl->type != NULL) {
    return decl->type;
  }
  if (decl->value == NULL || decl->decl.name.text == NULL) {
    decl->type = &type_error;
    return decl->type;
  }
  if (g_hash_table_contains(checker->marks, decl)) {
    report_cycle(checker, decl);
    decl->type = &type_error;
    return decl->type;
  }
  Place place = checker->place;
  bool strict = checker->strict;
  const char *before = checker->what;
  checker->place = PLACE_CONSTANT;
  checker->strict = true;
  checker->what = "a constant";
  g_hash_table_add(checker->marks, decl);
  const Type *type = resolve_const(checker, decl);
  g_hash_table_remove(checker->marks, decl);
  checker->place = place;
  checker->strict = strict;
  checker->what = before;
  decl->type = type;
  return type;
}

void check_const_defines(Checker *checker) {
  for (size_t i = 0; i < checker->define_count; i++) {
    const char *name = checker->defines[i].name;
    const Decl *decl = g_hash_table_lookup(checker->values, names_intern_string(checker->names, name));
    if (decl != NULL && decl->kind == DECL_CONST) {
      continue;
    }
    Diag *diag = diags_add_placeless(checker->diags, DIAG_0205, "`-D %s=%s`: the model has no constant `%s`", name,
                                     checker->defines[i].value, name);
    if (decl != NULL) {
      check_label(checker, diag, decl->name.span, "`%s` is %s", name, check_decl_words(decl->kind));
      continue;
    }
    g_autoptr(GPtrArray) candidates = g_ptr_array_new();
    for (size_t k = 0; k < checker->model->consts.count; k++) {
      const ConstDecl *constant = LIST_GET(checker->model->consts, ConstDecl, k);
      if (constant->decl.name.text != NULL) {
        g_ptr_array_add(candidates, (void *)constant->decl.name.text);
      }
    }
    check_suggest(checker, diag, name, candidates);
  }
}
