/* Calls: functions, and the words size, first, last, min, max.
 *
 * Which function calls which is noted on the way; check_decl_cycles looks for rings in it afterwards. */
#include <string.h>

#include "lang/check_internal.h"

void check_expr_arguments(Checker *checker, Span span, const Decl *callee, const List *params, const List *args) {
  for (size_t i = 0; i < args->count; i++) {
    Expr *arg = LIST_GET(*args, Expr, i);
    if (i >= params->count) {
      check_expr_infer(checker, arg, NULL);
      continue;
    }
    const Local *param = LIST_GET(*params, Local, i);
    check_expr_for(checker, arg, param->type != NULL ? param->type : &type_error, param->name.text, param->span);
  }
  if (args->count != params->count) {
    Diag *diag =
        diags_add(checker->diags, DIAG_0313, span, "`%s` takes %zu argument%s, and here %s %zu", callee->name.text,
                  params->count, params->count == 1 ? "" : "s", args->count == 1 ? "is" : "are", args->count);
    check_label(checker, diag, callee->name.span, "declared here");
  }
}

static bool runtime_items(const Expr *expr) {
  for (size_t i = 0; i < expr->items.count; i++) {
    if (LIST_GET(expr->items, Expr, i)->runtime_only) {
      return true;
    }
  }
  return false;
}

static bool find_builtin(const char *name, Builtin *ret) {
  static const char *const words[] = {"size", "first", "last", "min", "max"};
  for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
    if (strcmp(words[i], name) == 0) {
      *ret = (Builtin)i;
      return true;
    }
  }
  return false;
}

static const Type *two_integers(Checker *checker, Expr *expr) {
  const Type *types[2] = {NULL, NULL};
  for (size_t i = 0; i < 2; i++) {
    Expr *item = LIST_GET(expr->items, Expr, i);
    types[i] = type_strip(check_expr_infer(checker, item, &type_int));
    if (types[i]->kind != TYPE_ERROR && !type_is_integer(types[i])) {
      Diag *diag = diags_add(checker->diags, DIAG_0307, item->span, "`%s` needs integers, and this is %s",
                             expr->name.text, check_type_words(checker, types[i]));
      if (types[i]->kind == TYPE_SET || types[i]->kind == TYPE_SEQ) {
        diag_help(diag, "of the elements: `%s(x in ... : x)`", expr->name.text);
      }
      types[i] = &type_error;
    }
  }
  const Type *a = types[0], *b = types[1];
  if (a->kind == TYPE_ERROR || b->kind == TYPE_ERROR) {
    return check_expr_fault(expr);
  }
  if (a->kind == TYPE_INT || b->kind == TYPE_INT || a->hi < a->lo || b->hi < b->lo) {
    return &type_int;
  }
  bool least = expr->ref.builtin == BUILTIN_MIN;
  return least ? type_new_range(checker->arena, MIN(a->lo, b->lo), MIN(a->hi, b->hi))
               : type_new_range(checker->arena, MAX(a->lo, b->lo), MAX(a->hi, b->hi));
}

static const Type *of_collection(Checker *checker, Expr *expr) {
  Expr *item = LIST_GET(expr->items, Expr, 0);
  const Type *type = type_strip(check_expr_infer(checker, item, NULL));
  bool size = expr->ref.builtin == BUILTIN_SIZE;
  if (type->kind == TYPE_ERROR) {
    return check_expr_fault(expr);
  }
  if (type->kind != TYPE_SEQ && !(size && type->kind == TYPE_SET)) {
    Diag *diag = diags_add(checker->diags, DIAG_0307, item->span, "`%s` needs a %s, and this is %s", expr->name.text,
                           size ? "set or a seq" : "seq", check_type_words(checker, type));
    if (size && type->kind == TYPE_RESOURCE) {
      diag_help(diag, "`count(x: %s)` counts the slots that exist", type->decl_resource->decl.name.text);
    }
    return check_expr_fault(expr);
  }
  if (!size) {
    return type->elem;
  }
  int64_t most = type->kind == TYPE_SEQ ? (int64_t)type->length : (int64_t)type_count(type->elem);
  return type_new_range(checker->arena, 0, most);
}

static const Type *call_builtin(Checker *checker, Expr *expr) {
  bool two = expr->ref.builtin == BUILTIN_MIN || expr->ref.builtin == BUILTIN_MAX;
  if (expr->items.count != (two ? 2 : 1)) {
    Diag *diag = diags_add(checker->diags, DIAG_0313, expr->span, "`%s` takes %s, and is given %zu", expr->name.text,
                           two ? "two arguments" : "one argument", expr->items.count);
    if (two) {
      diag_help(diag, "for the elements of a set or seq: `%s(x in s : x)`", expr->name.text);
    }
    for (size_t i = 0; i < expr->items.count; i++) {
      check_expr_infer(checker, LIST_GET(expr->items, Expr, i), NULL);
    }
    return check_expr_fault(expr);
  }
  expr->type = two ? two_integers(checker, expr) : of_collection(checker, expr);
  return expr->type;
}

static bool is_update(const char *name) {
  static const char *const words[] = {"add", "remove", "append", "prepend", "drop_first", "drop_last"};
  for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
    if (strcmp(words[i], name) == 0) {
      return true;
    }
  }
  return false;
}

static const Type *report_no_function(Checker *checker, Expr *expr, const Decl *decl) {
  const char *name = expr->name.text;
  if (is_update(name)) {
    Diag *diag = diags_add(checker->diags, DIAG_0105, expr->name.span, "`%s` is a statement, and gives no value", name);
    diag_help(diag, "sets and seqs as values are made with `+` and `-`");
    return check_expr_fault(expr);
  }
  const Local *local = scope_find(checker, name);
  decl = decl != NULL ? decl : g_hash_table_lookup(checker->actions, name);
  decl = decl != NULL ? decl : g_hash_table_lookup(checker->types, name);
  if (local != NULL || decl != NULL) {
    Diag *diag = diags_add(checker->diags, DIAG_0105, expr->name.span, "`%s` is %s, and cannot be called here", name,
                           local != NULL ? "a value" : check_decl_words(decl->kind));
    check_label(checker, diag, local != NULL ? local->name.span : decl->name.span, "declared here");
    if (local == NULL && decl->kind == DECL_PROC) {
      diag_help(diag, "a proc is a statement; what gives a value is a `fn`");
    }
    return check_expr_fault(expr);
  }
  Diag *diag = diags_add(checker->diags, DIAG_0110, expr->name.span, "no function named `%s`", name);
  if (strcmp(name, "length") == 0 || strcmp(name, "len") == 0) {
    diag_help(diag, "`size` counts the elements of a set or seq");
    return check_expr_fault(expr);
  }
  if (!check_suggests(checker)) {
    return check_expr_fault(expr);
  }
  g_autoptr(GPtrArray) candidates = g_ptr_array_new();
  for (size_t i = 0; i < checker->model->fns.count; i++) {
    const FnDecl *fn = LIST_GET(checker->model->fns, FnDecl, i);
    if (fn->decl.name.text != NULL) {
      g_ptr_array_add(candidates, (void *)fn->decl.name.text);
    }
  }
  static const char *const words[] = {"count", "sum", "min", "max", "the", "size", "first", "last", "old"};
  for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
    g_ptr_array_add(candidates, (void *)words[i]);
  }
  check_suggest(checker, diag, name, candidates);
  return check_expr_fault(expr);
}

static void note_call(Checker *checker, Expr *expr, FnDecl *fn) {
  fn->decl.used = true;
  if (checker->fn != NULL) {
    list_add(checker->arena, &checker->fn->calls, fn);
  } else if (checker->place == PLACE_CONSTANT && fn->reads_state) {
    check_expr_reads_state(checker, expr->span,
                           arena_printf(checker->arena, "the state, which `%s` reads", fn->decl.name.text));
  }
}

const Type *check_expr_call(Checker *checker, Expr *expr, const Type *hint) {
  (void)hint;
  const char *name = expr->name.text;
  if (name == NULL) {
    return check_expr_fault(expr);
  }
  if (find_builtin(name, &expr->ref.builtin)) {
    expr->ref.kind = REF_BUILTIN;
    call_builtin(checker, expr);
    expr->runtime_only = runtime_items(expr);
    return expr->type;
  }
  Decl *decl = g_hash_table_lookup(checker->values, name);
  if (decl == NULL || decl->kind != DECL_FN) {
    report_no_function(checker, expr, decl);
    for (size_t i = 0; i < expr->items.count; i++) {
      check_expr_infer(checker, LIST_GET(expr->items, Expr, i), NULL);
    }
    return check_expr_fault(expr);
  }
  if (checker->strict && checker->place == PLACE_CONSTANT) {
    Diag *diag = diags_add(checker->diags, DIAG_0201, expr->span, "%s cannot call a function", checker->what);
    diag_help(diag, "write out what `%s` computes: operators, `if`, `min` and `max` may stand here", name);
    return check_expr_fault(expr);
  }
  FnDecl *fn = (FnDecl *)decl;
  note_call(checker, expr, fn);
  expr->ref.kind = REF_FN;
  expr->ref.decl = fn;
  check_expr_arguments(checker, expr->span, &fn->decl, &fn->params, &expr->items);
  expr->runtime_only = runtime_items(expr);
  expr->type = fn->type != NULL ? fn->type : &type_error;
  return expr->type;
}
