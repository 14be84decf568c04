/* Statements: assignments, moves, new slots, lets, branches, loops, updates of sets and seqs, procs.
 *
 * Each block has a scope of its own. Places to write to are check_stmt_place.c. */
#include <string.h>

#include "lang/check_internal.h"

static void check_block(Checker *checker, List *statements) {
  scope_push(checker);
  check_statements(checker, statements);
  scope_pop(checker);
}

/* place = expr */
static void check_assign(Checker *checker, Stmt *stmt) {
  const Type *type = check_stmt_place(checker, stmt->target);
  Span declared = {0, 0};
  const char *name = check_stmt_place_name(stmt->target, &declared);
  check_expr_for(checker, stmt->value, type, name, declared);
}

/* expr -> state */
static void check_move(Checker *checker, Stmt *stmt) {
  const Type *type = type_strip(check_expr_infer(checker, stmt->target, NULL));
  if (type->kind == TYPE_ERROR) {
    return;
  }
  if (type->kind != TYPE_RESOURCE) {
    Diag *diag =
        diags_add(checker->diags, DIAG_0322, stmt->target->span,
                  "only a slot of a resource moves to a state, and this is %s", check_type_words(checker, type));
    diag_help(diag, "to set a variable or field write `=`");
    return;
  }
  stmt->decl_resource = type->decl_resource;
  stmt->state_index = MAX(check_state(checker, type->decl_resource, stmt->state), 0);
}

static void check_field_init(Checker *checker, const ResourceDecl *resource, FieldInit *init, GHashTable *given) {
  const char *name = init->name.text;
  const Part *part = name == NULL ? NULL : check_part_find(checker, resource, PART_FIELD, name);
  if (part == NULL || part->kind != PART_FIELD) {
    if (name != NULL) {
      Diag *diag = diags_add(checker->diags, DIAG_0108, init->name.span,
                             part != NULL ? "`%2$s` is a token of `%1$s`: the system gives it its value"
                                          : "resource `%s` has no field `%s`",
                             resource->decl.name.text, name);
      g_autoptr(GPtrArray) candidates = g_ptr_array_new();
      for (size_t i = 0; i < resource->fields.count && part == NULL; i++) {
        const char *field = LIST_GET(resource->fields, FieldDecl, i)->name.text;
        if (field != NULL) {
          g_ptr_array_add(candidates, (void *)field);
        }
      }
      check_suggest(checker, diag, name, candidates);
    }
    check_expr_infer(checker, init->value, NULL);
    return;
  }
  const FieldDecl *field = part->item;
  init->field = field;
  if (g_hash_table_contains(given, field)) {
    diags_add(checker->diags, DIAG_0103, init->name.span, "field `%s` is given twice", name);
  }
  g_hash_table_add(given, (void *)field);
  check_expr_default(checker, init->value, field->type != NULL ? field->type : &type_error, name, field->span);
}

/* All that are missing, told once. */
static void check_missing(Checker *checker, const Stmt *stmt, const ResourceDecl *resource, GHashTable *given) {
  enum { MOST = 5 };
  const FieldDecl *missing[MOST];
  guint count = 0;
  for (size_t i = 0; i < resource->fields.count && count < MOST; i++) {
    const FieldDecl *field = LIST_GET(resource->fields, FieldDecl, i);
    if (field->value == NULL && field->name.text != NULL && !g_hash_table_contains(given, field)) {
      missing[count++] = field;
    }
  }
  if (count == 0) {
    return;
  }
  GString *names = g_string_new(NULL), *values = g_string_new(NULL);
  for (guint i = 0; i < count; i++) {
    const char *name = missing[i]->name.text;
    g_string_append_printf(names, "%s`%s`", i == 0 ? "" : i + 1 == count ? " and " : ", ", name);
    g_string_append_printf(values, "%s%s = ...", i == 0 ? "" : ", ", name);
  }
  Diag *diag = diags_add(checker->diags, DIAG_0314, stmt->resource.span, "a new `%s` needs a value for %s",
                         resource->decl.name.text, names->str);
  for (guint i = 0; i < count; i++) {
    check_label(checker, diag, missing[i]->span, "declared here without a default");
  }
  diag_help(diag, "add %s: `{ %s }`, or give the field%s a default", count == 1 ? "it" : "them", values->str,
            count == 1 ? "" : "s");
  g_string_free(names, TRUE);
  g_string_free(values, TRUE);
}

static void check_new_state(Checker *checker, Stmt *stmt, const ResourceDecl *resource) {
  stmt->state_index = MAX(check_state(checker, resource, stmt->state), 0);
  if (stmt->state.text != NULL && strcmp(stmt->state.text, "absent") == 0) {
    Diag *diag = diags_add(checker->diags, DIAG_0323, stmt->state.span, "a new slot cannot be `absent`");
    diag_help(diag, "name one of the declared states");
  }
}

/* new name: R state { field = expr, ... } */
static void check_new(Checker *checker, Stmt *stmt) {
  Decl *decl = stmt->resource.text == NULL ? NULL : g_hash_table_lookup(checker->types, stmt->resource.text);
  if (decl != NULL && decl->kind == DECL_TYPE) { /* an alias */
    const Type *type = check_type_alias(checker, (TypeDecl *)decl);
    decl->used = true;
    decl = type->kind == TYPE_RESOURCE ? (Decl *)type->decl_resource : decl;
  }
  stmt->local->type = &type_error;
  if (decl == NULL || decl->kind != DECL_RESOURCE) {
    if (stmt->resource.text != NULL) {
      Diag *diag =
          diags_add(checker->diags, decl != NULL ? DIAG_0105 : DIAG_0109, stmt->resource.span,
                    decl != NULL ? "`%s` is %s, and `new` takes a slot of a resource" : "no resource named `%s`",
                    stmt->resource.text, decl != NULL ? check_decl_words(decl->kind) : "");
      g_autoptr(GPtrArray) candidates = g_ptr_array_new();
      for (size_t i = 0; i < checker->model->resources.count && decl == NULL; i++) {
        const ResourceDecl *resource = LIST_GET(checker->model->resources, ResourceDecl, i);
        if (resource->decl.name.text != NULL) {
          g_ptr_array_add(candidates, (void *)resource->decl.name.text);
        }
      }
      check_suggest(checker, diag, stmt->resource.text, candidates);
    }
    scope_add(checker, stmt->local);
    return;
  }
  ResourceDecl *resource = (ResourceDecl *)decl;
  decl->used = true;
  stmt->decl_resource = resource;
  stmt->local->type = resource->type;
  check_new_state(checker, stmt, resource);
  stmt->local->state_mask = (uint64_t)1 << stmt->state_index;
  g_autoptr(GHashTable) given = g_hash_table_new(NULL, NULL);
  for (size_t i = 0; i < stmt->fields.count; i++) {
    check_field_init(checker, resource, LIST_GET(stmt->fields, FieldInit, i), given);
  }
  check_missing(checker, stmt, resource, given);
  scope_add(checker, stmt->local);
}

static void check_for(Checker *checker, Stmt *stmt) {
  scope_push(checker);
  check_binder(checker, stmt->local);
  if (stmt->condition != NULL) {
    check_bool(checker, stmt->condition);
  }
  check_statements(checker, &stmt->then_body);
  scope_pop(checker);
}

static const char *update_word(Update update) {
  static const char *const words[] = {"add", "remove", "append", "prepend", "drop_first", "drop_last"};
  return words[update];
}

/* add(place, expr) and the like */
static void check_update(Checker *checker, Stmt *stmt) {
  const Type *type = type_strip(check_stmt_place(checker, stmt->target));
  bool set = type->kind == TYPE_SET && (stmt->update == UPDATE_ADD || stmt->update == UPDATE_REMOVE);
  bool seq = type->kind == TYPE_SEQ && stmt->update != UPDATE_ADD;
  if (!set && !seq) {
    if (type->kind != TYPE_ERROR) {
      const char *needs = stmt->update == UPDATE_ADD      ? "a set"
                          : stmt->update == UPDATE_REMOVE ? "a set or a seq"
                                                          : "a seq";
      Diag *diag = diags_add(checker->diags, DIAG_0301, stmt->target->span, "`%s` needs %s, and this is %s",
                             update_word(stmt->update), needs, check_type_words(checker, type));
      if (type->kind == TYPE_SEQ) {
        diag_help(diag, "a seq has a first and a last: `append` or `prepend`");
      } else if (type->kind == TYPE_SET) {
        diag_help(diag, "a set has no order: `add` or `remove`");
      }
    }
    check_expr_infer(checker, stmt->value, NULL);
    return;
  }
  if (stmt->value != NULL) {
    check_expr_for(checker, stmt->value, type->elem, NULL, (Span){0, 0});
  }
}

/* proc(expr, ...) */
static void check_call(Checker *checker, Stmt *stmt) {
  Decl *decl = stmt->proc.text == NULL ? NULL : g_hash_table_lookup(checker->values, stmt->proc.text);
  if (decl != NULL && decl->kind == DECL_PROC) {
    ProcDecl *proc = (ProcDecl *)decl;
    decl->used = true;
    stmt->decl_proc = proc;
    if (checker->proc != NULL) {
      list_add(checker->arena, &checker->proc->calls, proc);
    }
    check_expr_arguments(checker, stmt->span, decl, &proc->params, &stmt->args);
    return;
  }
  for (size_t i = 0; i < stmt->args.count; i++) {
    check_expr_infer(checker, LIST_GET(stmt->args, Expr, i), NULL);
  }
  if (stmt->proc.text == NULL) {
    return;
  }
  decl = decl != NULL ? decl : g_hash_table_lookup(checker->actions, stmt->proc.text);
  if (decl != NULL) {
    Diag *diag = diags_add(checker->diags, DIAG_0105, stmt->proc.span, "`%s` is %s, and not a proc", stmt->proc.text,
                           check_decl_words(decl->kind));
    check_label(checker, diag, decl->name.span, "declared here");
    if (decl->kind == DECL_FN) {
      diag_help(diag, "a function only gives a value: use it in an expression");
    } else if (decl->kind == DECL_ACTION) {
      diag_help(diag, "an action cannot call another; put what they share into a `proc`");
    }
    return;
  }
  Diag *diag = diags_add(checker->diags, DIAG_0110, stmt->proc.span, "no proc named `%s`", stmt->proc.text);
  g_autoptr(GPtrArray) candidates = g_ptr_array_new();
  for (size_t i = 0; i < checker->model->procs.count; i++) {
    const ProcDecl *proc = LIST_GET(checker->model->procs, ProcDecl, i);
    if (proc->decl.name.text != NULL) {
      g_ptr_array_add(candidates, (void *)proc->decl.name.text);
    }
  }
  for (Update update = UPDATE_ADD; update <= UPDATE_DROP_LAST; update++) {
    g_ptr_array_add(candidates, (void *)update_word(update));
  }
  check_suggest(checker, diag, stmt->proc.text, candidates);
}

/* renew slot.token */
static void check_renew(Checker *checker, Stmt *stmt) {
  if (stmt->target == NULL || check_token_expr(checker, stmt->target)) {
    return;
  }
  unsigned before = diags_errors(checker->diags);
  const Type *type = check_expr_infer(checker, stmt->target, NULL);
  if (type->kind != TYPE_ERROR || diags_errors(checker->diags) == before) {
    Diag *diag = diags_add(checker->diags, DIAG_0301, stmt->target->span, "`renew` needs a token, and this is %s",
                           check_type_words(checker, type));
    diag_help(diag, "declare it in the resource: `token etag`, then `renew x.etag`");
  }
}

static void check_let(Checker *checker, Stmt *stmt) {
  stmt->local->type = check_expr_infer(checker, stmt->value, NULL);
  scope_add(checker, stmt->local);
}

static void check_statement(Checker *checker, Stmt *stmt) {
  switch (stmt->kind) {
  case STMT_ASSIGN:
    check_assign(checker, stmt);
    break;
  case STMT_MOVE:
    check_move(checker, stmt);
    break;
  case STMT_NEW:
    check_new(checker, stmt);
    break;
  case STMT_LET:
    check_let(checker, stmt);
    break;
  case STMT_IF:
    check_bool(checker, stmt->condition);
    check_block(checker, &stmt->then_body);
    check_block(checker, &stmt->else_body);
    break;
  case STMT_FOR:
    check_for(checker, stmt);
    break;
  case STMT_UPDATE:
    check_update(checker, stmt);
    break;
  case STMT_CALL:
    check_call(checker, stmt);
    break;
  case STMT_RENEW:
    check_renew(checker, stmt);
    break;
  case STMT_REQUEST:
    check_request(checker, stmt->request);
    break;
  case STMT_RESPOND:
    check_respond(checker, stmt->respond);
    break;
  case STMT_ERROR:
    break;
  }
}

void check_statements(Checker *checker, List *statements) {
  for (size_t i = 0; i < statements->count; i++) {
    Place place = checker->place;
    check_statement(checker, LIST_GET(*statements, Stmt, i));
    checker->place = place;
  }
}
