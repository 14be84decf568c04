/* Places that a statement writes to: a variable, a field of a slot, an element of a map or seq in one of these.
 *
 * The slot before a `.field` may be any expression; before `[...]` stands a place again. */
#include "lang/check_internal.h"

static const Type *report(Checker *checker, const Expr *target, const char *what, Span declared) {
  Diag *diag = diags_add(checker->diags, DIAG_0309, target->span, "%s, and cannot be changed", what);
  if (declared.end > declared.start) {
    check_label(checker, diag, declared, "declared here");
  }
  diag_note(diag, "what can be changed are variables, fields of slots, and elements of maps and seqs in them");
  return &type_error;
}

static const Type *report_local(Checker *checker, const Expr *target, const Local *local) {
  static const char *const words[] = {"a parameter", "a bound name", "a `let`", "a slot that `new` took"};
  const char *name = target->name.text;
  Diag *diag =
      diags_add(checker->diags, DIAG_0309, target->span, "`%s` is %s, and cannot be changed", name, words[local->kind]);
  check_label(checker, diag, local->name.span, "declared here");
  if (local->type->kind == TYPE_RESOURCE) {
    diag_help(diag, "change a field (`%s.f = ...`) or move it to a state (`%s -> ...`)", name, name);
  } else {
    diag_help(diag, "it is a name for one value; keep what changes in a `var` or a field");
  }
  return &type_error;
}

static const Type *check_name(Checker *checker, Expr *target) {
  const Type *type = check_expr_infer(checker, target, NULL);
  const char *name = target->name.text;
  switch (target->ref.kind) {
  case REF_VAR:
    return type;
  case REF_LOCAL:
    report_local(checker, target, target->ref.decl);
    break;
  case REF_CONST:
    report(checker, target, arena_printf(checker->arena, "`%s` is a constant", name),
           ((const Decl *)target->ref.decl)->name.span);
    break;
  case REF_ENUM_MEMBER:
    report(checker, target, arena_printf(checker->arena, "`%s` is a member of an enum", name), (Span){0, 0});
    break;
  default:
    break; /* told already */
  }
  return check_expr_fault(target);
}

static const Type *check_element(Checker *checker, Expr *target) {
  check_stmt_place(checker, target->operand);
  if (target->operand->type->kind == TYPE_ERROR) {
    check_expr_infer(checker, target->index, NULL);
    return check_expr_fault(target);
  }
  const Type *type = type_strip(target->operand->type);
  if (type->kind == TYPE_MAP || type->kind == TYPE_SEQ) {
    check_expr_for(checker, target->index, type->kind == TYPE_MAP ? type->key : &type_int, NULL, (Span){0, 0});
    target->type = type->elem;
    return type->elem;
  }
  Diag *diag = diags_add(checker->diags, DIAG_0307, target->operand->span, "`[ ]` needs a map or a seq, and this is %s",
                         check_type_words(checker, type));
  if (type->kind == TYPE_SET) {
    diag_help(diag, "a set has no order: `add` and `remove` change it");
  }
  return check_expr_fault(target);
}

const Type *check_stmt_place(Checker *checker, Expr *target) {
  if (target == NULL) {
    return &type_error;
  }
  switch (target->kind) {
  case EXPR_NAME:
    return check_name(checker, target);
  case EXPR_INDEX:
    return check_element(checker, target);
  case EXPR_MEMBER: {
    const Type *type = check_expr_infer(checker, target, NULL);
    if (type->kind == TYPE_ERROR || target->ref.kind == REF_FIELD) {
      return type;
    }
    return report(checker, target, "this is a member of an enum", (Span){0, 0});
  }
  default: {
    const Type *type = check_expr_infer(checker, target, NULL);
    return type->kind == TYPE_ERROR ? type : report(checker, target, "this is a value", (Span){0, 0});
  }
  }
}

const char *check_stmt_place_name(const Expr *target, Span *ret_declared) {
  if (target == NULL) {
    return NULL;
  }
  if (target->ref.kind == REF_VAR) {
    *ret_declared = ((const Decl *)target->ref.decl)->name.span;
    return target->name.text;
  }
  if (target->ref.kind == REF_FIELD) {
    *ret_declared = ((const FieldDecl *)target->ref.decl)->name.span;
    return target->name.text;
  }
  return NULL;
}
