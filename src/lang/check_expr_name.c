/* Names in expressions: what a bare name, x.f and E.member stand for.
 *
 * Locals win, then constants and variables, then enum members (the hint's enum first, else the only one that has it);
 * what else has that name gets a message that says what it is. */
#include <string.h>

#include "lang/check_internal.h"

void check_expr_reads_state(Checker *checker, Span span, const char *what) {
  if (checker->fn != NULL) {
    checker->fn->reads_state = true;
  }
  if (checker->place == PLACE_CONSTANT) {
    Diag *diag = diags_add(checker->diags, DIAG_0210, span, "%s cannot depend on %s", checker->what, what);
    diag_note(diag, "constants, bounds and defaults are found before there is a state");
    check_const_help_bound(diag, checker->what);
  }
}

static void set_ref(Expr *expr, RefKind kind, const void *decl, const Type *type) {
  expr->ref.kind = kind;
  expr->ref.decl = decl;
  expr->type = type != NULL ? type : &type_error;
}

static const Type *use_const(Checker *checker, Expr *expr, ConstDecl *decl) {
  decl->decl.used = true;
  const Type *type = check_const(checker, decl);
  set_ref(expr, REF_CONST, decl,
          type->kind == TYPE_INT ? type_new_range(checker->arena, decl->folded, decl->folded) : type);
  return expr->type;
}

static const Type *use_var(Checker *checker, Expr *expr, VarDecl *decl) {
  decl->decl.used = true;
  set_ref(expr, REF_VAR, decl, decl->type);
  check_expr_reads_state(checker, expr->span, arena_printf(checker->arena, "the variable `%s`", decl->decl.name.text));
  return expr->type;
}

static const Type *use_member(Checker *checker, Expr *expr, const EnumDecl *decl, const char *name) {
  const Part *part = check_part_find(checker, decl, PART_MEMBER, name);
  ((Decl *)&decl->decl)->used = true;
  set_ref(expr, REF_ENUM_MEMBER, decl, part != NULL ? decl->type : &type_error);
  expr->ref.member = part != NULL ? part->index : 0;
  return expr->type;
}

static void suggest_members(Checker *checker, Diag *diag, const EnumDecl *decl, const char *wanted) {
  g_autoptr(GPtrArray) candidates = g_ptr_array_new();
  for (size_t i = 0; i < decl->members.count && check_suggests(checker); i++) {
    const MemberDecl *member = LIST_GET(decl->members, MemberDecl, i);
    if (member->name.text != NULL) {
      g_ptr_array_add(candidates, (void *)member->name.text);
    }
  }
  check_suggest(checker, diag, wanted, candidates);
}

static const Type *report_no_member(Checker *checker, Expr *expr, const EnumDecl *decl, Name name) {
  Diag *diag =
      diags_add(checker->diags, DIAG_0107, name.span, "enum `%s` has no member `%s`", decl->decl.name.text, name.text);
  check_label(checker, diag, decl->decl.name.span, "the enum is declared here");
  suggest_members(checker, diag, decl, name.text);
  return check_expr_fault(expr);
}

/* A bare member, without an enum that is expected: the only enum that has it. */
static const Type *use_only_member(Checker *checker, Expr *expr, const GPtrArray *enums) {
  const char *name = expr->name.text;
  if (enums->len == 1) {
    return use_member(checker, expr, g_ptr_array_index(enums, 0), name);
  }
  const EnumDecl *first = g_ptr_array_index(enums, 0);
  GString *list = g_string_new(NULL);
  for (guint i = 0; i < enums->len && i < 5; i++) {
    const EnumDecl *decl = g_ptr_array_index(enums, i);
    g_string_append_printf(list, "%s`%s`", i == 0 ? "" : i + 1 == enums->len ? " and " : ", ", decl->decl.name.text);
  }
  Diag *diag = diags_add(checker->diags, DIAG_0106, expr->span, "`%s` is a member of %s%s", name, list->str,
                         enums->len > 5 ? " and others" : "");
  diag_help(diag, "say which: `%s.%s`", first->decl.name.text, name);
  g_string_free(list, TRUE);
  return check_expr_fault(expr);
}

/* A name that exists, but not as a value. */
static bool report_wrong_kind(Checker *checker, Expr *expr, const Decl *decl) {
  const char *name = expr->name.text;
  bool hidden = decl->kind == DECL_TOKEN || decl->kind == DECL_SECRET;
  Diag *diag = diags_add(checker->diags, hidden ? DIAG_0316 : DIAG_0105, expr->span,
                         hidden ? "`%s` is %s, and only a template can hold it" : "`%s` is %s, not a value", name,
                         check_decl_words(decl->kind));
  check_label(checker, diag, decl->name.span, "declared here");
  if (decl->kind == DECL_FN) {
    diag_help(diag, "call it: `%s(...)`", name);
  } else if (decl->kind == DECL_RESOURCE) {
    diag_help(diag, "to ask whether there is one: `exists x: %s`; how many there are: `count(x: %s)`", name, name);
  } else if (decl->kind == DECL_ENUM) {
    diag_help(diag, "its members are the values: `%s.%s`", name,
              ((const EnumDecl *)decl)->members.count > 0
                  ? LIST_GET(((const EnumDecl *)decl)->members, MemberDecl, 0)->name.text
                  : "...");
  } else if (hidden) {
    diag_note(diag, "its text is known only while a test runs; the state of the model never holds it");
  }
  return true;
}

static const Type *report_unknown(Checker *checker, Expr *expr, const Type *hint) {
  const char *name = expr->name.text;
  const Decl *decl = g_hash_table_lookup(checker->values, name);
  decl = decl != NULL ? decl : g_hash_table_lookup(checker->types, name);
  decl = decl != NULL ? decl : g_hash_table_lookup(checker->actions, name);
  if (decl != NULL) {
    report_wrong_kind(checker, expr, decl);
    return check_expr_fault(expr);
  }
  const Type *wanted = hint != NULL ? type_strip(hint) : &type_error;
  Diag *diag = diags_add(checker->diags, DIAG_0101, expr->span, "`%s` is not declared", name);
  if (!check_suggests(checker) || check_foreign_value(checker, diag, name)) {
    return check_expr_fault(expr);
  }
  g_autoptr(GPtrArray) candidates = check_keys(checker->locals);
  g_autoptr(GPtrArray) values = check_keys(checker->values);
  g_autoptr(GPtrArray) members = check_keys(checker->members);
  if (wanted->kind == TYPE_ENUM) {
    const List *list = &wanted->decl_enum->members;
    for (size_t i = 0; i < list->count && LIST_GET(*list, MemberDecl, i)->name.text != NULL; i++) {
      g_ptr_array_add(candidates, (void *)LIST_GET(*list, MemberDecl, i)->name.text);
    }
  }
  g_ptr_array_extend(candidates, values, NULL, NULL);
  g_ptr_array_extend(candidates, members, NULL, NULL);
  check_suggest(checker, diag, name, candidates);
  return check_expr_fault(expr);
}

const Type *check_expr_name(Checker *checker, Expr *expr, const Type *hint) {
  const char *name = expr->name.text;
  if (name == NULL) {
    return check_expr_fault(expr);
  }
  Local *local = scope_find(checker, name);
  if (local != NULL) {
    local->used = true;
    set_ref(expr, REF_LOCAL, local, local->type);
    expr->runtime_only = local->in != NULL && local->in->runtime_only;
    return expr->type;
  }
  Decl *decl = g_hash_table_lookup(checker->values, name);
  if (decl != NULL && decl->kind == DECL_CONST) {
    return use_const(checker, expr, (ConstDecl *)decl);
  }
  if (decl != NULL && decl->kind == DECL_VAR) {
    return use_var(checker, expr, (VarDecl *)decl);
  }
  const Type *wanted = hint != NULL ? type_strip(hint) : &type_error;
  if (wanted->kind == TYPE_ENUM && check_part_find(checker, wanted->decl_enum, PART_MEMBER, name) != NULL) {
    return use_member(checker, expr, wanted->decl_enum, name);
  }
  const GPtrArray *enums = g_hash_table_lookup(checker->members, name);
  if (enums == NULL) {
    return report_unknown(checker, expr, hint);
  }
  if (wanted->kind == TYPE_ENUM) {
    return report_no_member(checker, expr, wanted->decl_enum, expr->name);
  }
  return use_only_member(checker, expr, enums);
}

/* E.member, where E is no value. NULL: it is not of that form. */
static const Type *qualified_member(Checker *checker, Expr *expr) {
  Expr *operand = expr->operand;
  if (operand->kind != EXPR_NAME || operand->name.text == NULL || scope_find(checker, operand->name.text) != NULL) {
    return NULL;
  }
  const Decl *value = g_hash_table_lookup(checker->values, operand->name.text);
  if (value != NULL && (value->kind == DECL_VAR || value->kind == DECL_CONST)) {
    return NULL;
  }
  Decl *decl = g_hash_table_lookup(checker->types, operand->name.text);
  if (decl != NULL && decl->kind == DECL_TYPE) { /* an alias of an enum */
    const Type *type = check_type_alias(checker, (TypeDecl *)decl);
    decl->used = true;
    if (type->kind == TYPE_ERROR) {
      operand->type = type;
      return check_expr_fault(expr);
    }
    decl = type->kind == TYPE_ENUM       ? (Decl *)type->decl_enum
           : type->kind == TYPE_RESOURCE ? (Decl *)type->decl_resource
                                         : decl;
  }
  if (decl == NULL || decl->kind == DECL_TYPE) {
    return NULL;
  }
  operand->type = &type_error;
  if (decl->kind == DECL_RESOURCE) {
    Diag *diag = diags_add(checker->diags, DIAG_0105, expr->span,
                           "`%s` is a resource, and has no values of its own to name", decl->name.text);
    diag_help(diag, "a slot's state is tested with `is`: `x is %s`", expr->name.text);
    return check_expr_fault(expr);
  }
  EnumDecl *decl_enum = (EnumDecl *)decl;
  decl->used = true;
  set_ref(operand, REF_ENUM, decl, decl_enum->type);
  if (check_part_find(checker, decl_enum, PART_MEMBER, expr->name.text) == NULL) {
    return report_no_member(checker, expr, decl_enum, expr->name);
  }
  return use_member(checker, expr, decl_enum, expr->name.text);
}

static const Type *report_no_field(Checker *checker, Expr *expr, const ResourceDecl *resource) {
  const char *name = expr->name.text;
  if (strcmp(name, "state") == 0) {
    Diag *diag = diags_add(checker->diags, DIAG_0316, expr->name.span, "`.state` stands only in templates");
    const char *slot = expr->operand->kind == EXPR_NAME ? expr->operand->name.text : "x";
    diag_help(diag, "ask for a slot's state with `%s is STATE`, change it with `%s -> STATE`", slot, slot);
    return check_expr_fault(expr);
  }
  Diag *diag = diags_add(checker->diags, DIAG_0108, expr->name.span, "resource `%s` has no field `%s`",
                         resource->decl.name.text, name);
  if (check_part_find(checker, resource, PART_STATE, name) != NULL) {
    diag_help(diag, "`%s` is a state: test it with `is %s`", name, name);
    return check_expr_fault(expr);
  }
  check_label(checker, diag, resource->decl.name.span, "the resource is declared here");
  g_autoptr(GPtrArray) candidates = g_ptr_array_new();
  for (size_t i = 0; i < resource->fields.count; i++) {
    const FieldDecl *field = LIST_GET(resource->fields, FieldDecl, i);
    if (field->name.text != NULL) {
      g_ptr_array_add(candidates, (void *)field->name.text);
    }
  }
  check_suggest(checker, diag, name, candidates);
  return check_expr_fault(expr);
}

static const Type *use_field(Checker *checker, Expr *expr, const ResourceDecl *resource) {
  const Part *part = check_part_find(checker, resource, PART_FIELD, expr->name.text);
  if (part == NULL) {
    return report_no_field(checker, expr, resource);
  }
  if (part->kind == PART_TOKEN) {
    Diag *diag = diags_add(checker->diags, DIAG_0316, expr->name.span,
                           "`%s` is a token of `%s`, and only a template can hold it", expr->name.text,
                           resource->decl.name.text);
    diag_note(diag, "its text is known only while a test runs; the state of the model never holds it");
    diag_help(diag, "to compare slots, compare the slots themselves: `a == b`");
    return check_expr_fault(expr);
  }
  const FieldDecl *field = part->item;
  set_ref(expr, REF_FIELD, field, field->type);
  return expr->type;
}

const Type *check_expr_member(Checker *checker, Expr *expr) {
  if (expr->name.text == NULL) {
    check_expr_infer(checker, expr->operand, NULL);
    return check_expr_fault(expr);
  }
  const Type *member = qualified_member(checker, expr);
  if (member != NULL) {
    return member;
  }
  const Type *type = type_strip(check_expr_infer(checker, expr->operand, NULL));
  expr->runtime_only = expr->operand->runtime_only;
  if (type->kind == TYPE_ERROR) {
    return check_expr_fault(expr);
  }
  if (type->kind != TYPE_RESOURCE) {
    Diag *diag = diags_add(checker->diags, DIAG_0307, expr->name.span,
                           "only a slot of a resource has fields, and this is %s", check_type_words(checker, type));
    diag_label(diag, expr->operand->span, "this has no field `%s`", expr->name.text);
    check_foreign_member(diag, type, expr->name.text);
    return check_expr_fault(expr);
  }
  check_expr_reads_state(checker, expr->span, "a field");
  return use_field(checker, expr, type->decl_resource);
}
