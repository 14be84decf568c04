/* Types as written, resolved: names looked up, bounds computed, sizes held against the limits.
 *
 * Takes TypeExprs and sets their `type`. Aliases are resolved when they are first needed; `marks` tells one that is
 * being resolved, which is a cycle. A fault gives type_error, which fits everywhere, so that it is told once. */
#include "lang/check_internal.h"

static const Type *keep(TypeExpr *type_expr, const Type *type) {
  type_expr->type = type;
  return type;
}

/* Lets the recursion go one level down, aliases included; else tells so. */
static bool enter(Checker *checker, Span span) {
  if (checker->depth < 2 * LIMIT_NESTING) {
    checker->depth++;
    return true;
  }
  Diag *diag = diags_add(checker->diags, DIAG_0016, span, "declarations that need one another more than %d deep",
                         2 * LIMIT_NESTING);
  diag_help(diag, "declare what is needed with fewer steps in between");
  return false;
}

bool check_type_has_no_value(const Type *type) {
  if (type->kind == TYPE_MAP) {
    return type_count(type->key) > 0 && check_type_has_no_value(type->elem);
  }
  return type->kind == TYPE_RANGE && type->hi < type->lo;
}

static const Type *resolve_range(Checker *checker, TypeExpr *type_expr) {
  int64_t lo = 0, hi = 0;
  bool fine = check_const_integer(checker, type_expr->lo, "the lower bound of a range", &lo);
  fine = check_const_integer(checker, type_expr->hi, "the upper bound of a range", &hi) && fine;
  return fine ? type_new_range(checker->arena, lo, hi) : &type_error;
}

static const Type *report_unknown(Checker *checker, const TypeExpr *type_expr) {
  const char *name = type_expr->name.text;
  Diag *diag = diags_add(checker->diags, DIAG_0109, type_expr->span, "no type named `%s`", name);
  const Decl *value = g_hash_table_lookup(checker->values, name);
  if (value != NULL) {
    check_label(checker, diag, value->name.span, "`%s` is %s, not a type", name, check_decl_words(value->kind));
    return &type_error;
  }
  if (check_suggests(checker) && !check_foreign_type(diag, name)) {
    g_autoptr(GPtrArray) candidates = check_keys(checker->types);
    g_ptr_array_add(candidates, "bool");
    g_ptr_array_add(candidates, "int");
    check_suggest(checker, diag, name, candidates);
  }
  return &type_error;
}

const Type *check_type_alias(Checker *checker, TypeDecl *decl) {
  if (decl->type != NULL) {
    return decl->type;
  }
  const char *name = decl->decl.name.text != NULL ? decl->decl.name.text : "?";
  if (g_hash_table_contains(checker->marks, decl)) {
    Diag *diag = diags_add(checker->diags, DIAG_0306, decl->decl.name.span, "type `%s` is made of itself", name);
    diag_help(diag, "a type must come down to `bool`, ranges, enums and resources in the end");
    decl->type = &type_error;
    return decl->type;
  }
  g_hash_table_add(checker->marks, decl);
  const Type *type = check_type(checker, decl->type_expr, TYPE_USE_ANY);
  g_hash_table_remove(checker->marks, decl);
  if (decl->type != NULL) {
    return decl->type; /* found to be a cycle meanwhile */
  }
  if (type->kind == TYPE_ERROR) {
    decl->type = type;
    return type;
  }
  Type *copy = ARENA_NEW(checker->arena, Type);
  *copy = *type;
  copy->alias = decl;
  copy->interchangeable = type->interchangeable || decl->interchangeable;
  decl->type = copy;
  if (decl->interchangeable && type->kind != TYPE_RANGE && type->kind != TYPE_ENUM) {
    Diag *diag = diags_add(checker->diags, DIAG_0308, decl->type_expr->span,
                           "`%s` cannot be interchangeable: it is neither a range nor an enum", name);
    if (type->kind == TYPE_RESOURCE) {
      diag_note(diag, "the slots of a resource are interchangeable as they are");
    }
  }
  return decl->type;
}

static const Type *resolve_name(Checker *checker, TypeExpr *type_expr) {
  if (type_expr->name.text == NULL) {
    return &type_error;
  }
  Decl *decl = g_hash_table_lookup(checker->types, type_expr->name.text);
  if (decl == NULL) {
    return report_unknown(checker, type_expr);
  }
  decl->used = true;
  const Type *type = NULL;
  switch (decl->kind) {
  case DECL_TYPE:
    type = check_type_alias(checker, (TypeDecl *)decl);
    break;
  case DECL_ENUM:
    type = ((EnumDecl *)decl)->type;
    break;
  case DECL_RESOURCE:
    type = ((ResourceDecl *)decl)->type;
    break;
  default:
    g_assert_not_reached();
  }
  return type != NULL ? type : &type_error;
}

static const Type *resolve_option(Checker *checker, TypeExpr *type_expr, const Type *elem) {
  if (elem->kind != TYPE_OPTION) {
    return type_new_around(checker->arena, TYPE_OPTION, elem);
  }
  Diag *diag =
      diags_add(checker->diags, DIAG_0308, type_expr->span, "this may be `none` already, a second `?` says nothing");
  diag_help(diag, "leave out one `?`");
  return elem;
}

static const Type *resolve_set(Checker *checker, TypeExpr *type_expr, const Type *elem) {
  if (type_count(elem) <= LIMIT_SET_VALUES) {
    return type_new_around(checker->arena, TYPE_SET, elem);
  }
  Diag *diag = diags_add(checker->diags, elem->kind == TYPE_INT ? DIAG_0305 : DIAG_0208, type_expr->elem->span,
                         "the elements of a set may have at most %d values, and `%s` has more", LIMIT_SET_VALUES,
                         check_type_text(checker, elem, false));
  diag_help(diag, "give them a smaller range, such as `0..7`");
  return &type_error;
}

static const Type *resolve_seq(Checker *checker, TypeExpr *type_expr, const Type *elem) {
  int64_t length = 0;
  if (!check_const_integer(checker, type_expr->hi, "the bound of a seq", &length)) {
    return &type_error;
  }
  if (length < 0 || length > LIMIT_SEQ_ITEMS) {
    diags_add(checker->diags, DIAG_0207, type_expr->hi->span,
              "a seq holds from 0 to %d items, and this says %" G_GINT64_FORMAT, LIMIT_SEQ_ITEMS, length);
    return &type_error;
  }
  Type *type = type_new(checker->arena, TYPE_SEQ);
  type->elem = elem;
  type->length = (uint32_t)length;
  type->depth = elem->depth + 1;
  return type;
}

static const Type *resolve_map(Checker *checker, TypeExpr *type_expr, const Type *elem) {
  const Type *key = check_type(checker, type_expr->key, TYPE_USE_ANY);
  if (key->kind == TYPE_ERROR) {
    return key;
  }
  if (key->kind != TYPE_BOOL && key->kind != TYPE_RANGE && key->kind != TYPE_ENUM && key->kind != TYPE_RESOURCE) {
    Diag *diag = diags_add(checker->diags, DIAG_0308, type_expr->key->span,
                           "the keys of a map are bools, a range, an enum or slots, and not `%s`",
                           check_type_text(checker, key, false));
    if (key->kind == TYPE_INT) {
      diag_help(diag, "say which integers: `map 0..7 to ...`");
    }
    return &type_error;
  }
  if (type_count(key) > LIMIT_MAP_KEYS) {
    diags_add(checker->diags, DIAG_0208, type_expr->key->span,
              "a map may have at most %d keys, and `%s` has more values", LIMIT_MAP_KEYS,
              check_type_text(checker, key, false));
    return &type_error;
  }
  Type *type = type_new(checker->arena, TYPE_MAP);
  type->elem = elem;
  type->key = key;
  type->depth = elem->depth + 1;
  return type;
}

static const Type *resolve_compound(Checker *checker, TypeExpr *type_expr) {
  const Type *elem = check_type(checker, type_expr->elem, TYPE_USE_ANY);
  const Type *type = elem;
  if (elem->kind == TYPE_ERROR) {
    if (type_expr->kind == TX_MAP) {
      check_type(checker, type_expr->key, TYPE_USE_ANY);
    }
    return elem;
  }
  switch (type_expr->kind) {
  case TX_OPTION:
    type = resolve_option(checker, type_expr, elem);
    break;
  case TX_SET:
    type = resolve_set(checker, type_expr, elem);
    break;
  case TX_SEQ:
    type = resolve_seq(checker, type_expr, elem);
    break;
  default:
    type = resolve_map(checker, type_expr, elem);
  }
  if (type->kind == TYPE_ERROR) {
    return type;
  }
  if (type_cells(type) > LIMIT_VALUE_CELLS || type->depth > LIMIT_NESTING) {
    Diag *diag = diags_add(checker->diags, DIAG_0208, type_expr->span, "a value of this type is too large");
    diag_note(diag, "one value may take up to %d cells of 64 bits, and types may nest %d deep", LIMIT_VALUE_CELLS,
              LIMIT_NESTING);
    return &type_error;
  }
  return type;
}

static bool holds_int(const Type *type) {
  while (type->elem != NULL) {
    type = type->elem;
  }
  return type->kind == TYPE_INT;
}

/* What the use asks for beyond a type that makes sense. */
static const Type *check_use(Checker *checker, TypeExpr *type_expr, const Type *type, TypeUse use) {
  if (use == TYPE_USE_ANY || type->kind == TYPE_ERROR) {
    return type;
  }
  if (holds_int(type)) {
    Diag *diag = diags_add(checker->diags, DIAG_0305, type_expr->span, "`int` has no bounds, so it cannot %s",
                           use == TYPE_USE_STATE ? "be part of the state" : "be tried value by value");
    diag_help(diag, "say which integers: a range such as `0..7`");
    return &type_error;
  }
  if (use == TYPE_USE_STATE) {
    return type;
  }
  if (type_strip(type)->kind == TYPE_MAP) {
    diags_add(checker->diags, DIAG_0308, type_expr->span, "a parameter or binder cannot range over maps");
    return &type_error;
  }
  if (type_count(type) > LIMIT_PARAMETER_VALUES) {
    Diag *diag =
        diags_add(checker->diags, DIAG_0208, type_expr->span, "`%s` has more than %d values, too many to try each",
                  check_type_text(checker, type, false), LIMIT_PARAMETER_VALUES);
    diag_help(diag, "name the few values that matter, in a smaller range or an enum");
    return &type_error;
  }
  return type;
}

const Type *check_type(Checker *checker, TypeExpr *type_expr, TypeUse use) {
  if (type_expr == NULL) {
    return &type_error;
  }
  if (type_expr->type != NULL) {
    return type_expr->type;
  }
  if (!enter(checker, type_expr->span)) {
    return keep(type_expr, &type_error);
  }
  const Type *type = &type_error;
  switch (type_expr->kind) {
  case TX_BOOL:
    type = &type_bool;
    break;
  case TX_INT:
    type = &type_int;
    break;
  case TX_RANGE:
    type = resolve_range(checker, type_expr);
    break;
  case TX_NAME:
    type = resolve_name(checker, type_expr);
    break;
  case TX_OPTION:
  case TX_SET:
  case TX_SEQ:
  case TX_MAP:
    type = resolve_compound(checker, type_expr);
    break;
  case TX_ERROR:
    break;
  }
  checker->depth--;
  return keep(type_expr, check_use(checker, type_expr, type, use));
}
