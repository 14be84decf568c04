/* Does a value fit where it is wanted: by its type, and where it is known, by itself.
 *
 * Types fit generously (any integer where a range is wanted, T? where T is wanted): the rest is checked when the model
 * runs. What can be told now is told now: a constant outside its range, the literal `none` where there must be a value.
 * For that the branches of an `if` and the elements of a literal are looked at one by one. */
#include "lang/check_internal.h"

bool check_fits(const Type *from, const Type *to) {
  if (from->kind == TYPE_ERROR || to->kind == TYPE_ERROR) {
    return true;
  }
  if (from->kind == TYPE_OPTION || to->kind == TYPE_OPTION) {
    return check_fits(type_strip(from), type_strip(to));
  }
  if (type_is_integer(from) && type_is_integer(to)) {
    return true;
  }
  if (from->kind != to->kind) {
    return false;
  }
  switch (from->kind) {
  case TYPE_SET:
  case TYPE_SEQ:
    return check_fits(from->elem, to->elem);
  case TYPE_MAP:
    return type_equal(from->key, to->key) && check_fits(from->elem, to->elem);
  default:
    return type_equal(from, to);
  }
}

const char *check_type_words(Checker *checker, const Type *type) {
  if (type->kind == TYPE_BOOL) {
    return "a bool";
  }
  if (type_is_integer(type) && type->alias == NULL) {
    return "an integer";
  }
  GString *text = g_string_new(NULL);
  type_print(type, false, text);
  const char *words = type->kind == TYPE_RESOURCE && type->alias == NULL
                          ? arena_printf(checker->arena, "a slot of `%s`", text->str)
                          : arena_printf(checker->arena, "`%s`", text->str);
  g_string_free(text, TRUE);
  return words;
}

const char *check_type_text(Checker *checker, const Type *type, bool explain) {
  GString *text = g_string_new(NULL);
  type_print(type, explain, text);
  const char *copy = arena_strndup(checker->arena, text->str, text->len);
  g_string_free(text, TRUE);
  return copy;
}

static void label_declared(Checker *checker, Diag *diag, const Type *wanted, Span declared) {
  if (declared.end > declared.start) {
    check_label(checker, diag, declared, "declared here as `%s`", check_type_text(checker, wanted, true));
  }
}

static void report_none(Checker *checker, const Expr *expr, const Type *wanted, const char *name, Span declared) {
  Diag *diag = diags_add(checker->diags, DIAG_0303, expr->span, "`none` where there must be %s",
                         check_type_words(checker, wanted));
  label_declared(checker, diag, wanted, declared);
  if (name != NULL && declared.end > declared.start) {
    diag_help(diag, "if `%s` may be without a value, make its type `%s?`", name,
              check_type_text(checker, wanted, false));
  }
}

static void report_misfit(Checker *checker, const Expr *expr, const Type *wanted, const char *name, Span declared) {
  const char *found = check_type_words(checker, expr->type);
  const char *needed = check_type_words(checker, wanted);
  Diag *diag =
      name != NULL
          ? diags_add(checker->diags, DIAG_0301, expr->span, "`%s` needs %s, and this is %s", name, needed, found)
          : diags_add(checker->diags, DIAG_0301, expr->span, "this needs to be %s, and is %s", needed, found);
  label_declared(checker, diag, wanted, declared);
  const Type *from = type_strip(expr->type);
  if (wanted->kind == TYPE_BOOL && expr->constant) {
    diag_help(diag, "a bool is `true` or `false`");
  } else if (wanted->kind == TYPE_BOOL && type_is_integer(from)) {
    diag_help(diag, "compare it with something, as in `... != 0`");
  } else if (wanted->kind == TYPE_BOOL && from->kind == TYPE_RESOURCE) {
    diag_help(diag, "test its state, as in `... is %s`",
              from->decl_resource->states.count > 0 ? LIST_GET(from->decl_resource->states, MemberDecl, 0)->name.text
                                                    : "absent");
  } else if (type_strip(wanted)->kind == TYPE_MAP && check_fits(from, type_strip(wanted)->elem)) {
    diag_help(diag, "to set every entry write `for k: %s { ...[k] = ... }`",
              check_type_text(checker, type_strip(wanted)->key, false));
  }
}

static bool fit_value(Checker *checker, const Expr *expr, const Type *wanted, const char *name, Span declared) {
  if (!expr->constant || wanted->kind != TYPE_RANGE || !type_is_integer(expr->type)) {
    return true;
  }
  if (expr->value >= wanted->lo && expr->value <= wanted->hi) {
    return true;
  }
  const char *range = check_type_text(checker, wanted, true);
  Diag *diag = name != NULL ? diags_add(checker->diags, DIAG_0203, expr->span,
                                        "value %" G_GINT64_FORMAT " is outside the range of `%s`", expr->value, name)
                            : diags_add(checker->diags, DIAG_0203, expr->span,
                                        "value %" G_GINT64_FORMAT " is outside `%s`", expr->value, range);
  label_declared(checker, diag, wanted, declared);
  if (wanted->hi < wanted->lo) {
    diag_note(diag, "`%s` is an empty range: it has no value at all", range);
  }
  return false;
}

static bool fit_items(Checker *checker, Expr *expr, const Type *wanted, const char *name, Span declared) {
  bool fine = true;
  for (size_t i = 0; i < expr->items.count; i++) {
    fine = check_type_fit(checker, LIST_GET(expr->items, Expr, i), wanted->elem, NULL, (Span){0, 0}) && fine;
  }
  if (wanted->kind == TYPE_SEQ && expr->items.count > wanted->length) {
    Diag *diag =
        diags_add(checker->diags, DIAG_0203, expr->span, "%zu items, and `%s` holds at most %u", expr->items.count,
                  name != NULL ? name : check_type_text(checker, wanted, false), wanted->length);
    label_declared(checker, diag, wanted, declared);
    fine = false;
  }
  expr->type = wanted;
  return fine;
}

bool check_type_fit(Checker *checker, Expr *expr, const Type *wanted, const char *name, Span declared) {
  if (expr->type->kind == TYPE_ERROR || wanted->kind == TYPE_ERROR) {
    return true;
  }
  const Type *inner = type_strip(wanted);
  if (expr->kind == EXPR_NONE && wanted->kind != TYPE_OPTION) {
    report_none(checker, expr, wanted, name, declared);
    return false;
  }
  if (!check_fits(expr->type, wanted)) {
    report_misfit(checker, expr, wanted, name, declared);
    return false;
  }
  if (expr->kind == EXPR_IF && !expr->constant) {
    bool left = check_type_fit(checker, expr->left, wanted, name, declared);
    return check_type_fit(checker, expr->right, wanted, name, declared) && left;
  }
  if ((expr->kind == EXPR_SET && inner->kind == TYPE_SET) || (expr->kind == EXPR_SEQ && inner->kind == TYPE_SEQ)) {
    return fit_items(checker, expr, inner, name, declared);
  }
  return fit_value(checker, expr, inner, name, declared);
}
