/* The tables of names: three namespaces, what lives inside declarations, and what there may be only one of.
 *
 * Runs before anything is resolved, so that declarations may stand in any order. Of two declarations with one name the
 * first counts. */
#include <string.h>

#include "lang/check_internal.h"

static GHashTable *table_of(Checker *checker, DeclKind kind) {
  switch (kind) {
  case DECL_TYPE:
  case DECL_ENUM:
  case DECL_RESOURCE:
    return checker->types;
  case DECL_CONST:
  case DECL_VAR:
  case DECL_FN:
  case DECL_PROC:
  case DECL_TOKEN:
  case DECL_SECRET:
  case DECL_SERVICE:
    return checker->values;
  case DECL_ACTION:
  case DECL_INVARIANT:
  case DECL_STEP_INVARIANT:
  case DECL_REACH:
  case DECL_ALWAYS_REACH:
  case DECL_VIEW:
  case DECL_OBSERVE:
    return checker->actions;
  default:
    return NULL;
  }
}

static bool is_call_word(const char *name) {
  static const char *const words[] = {"count", "sum", "min",    "max",    "the",     "size",       "first",    "last",
                                      "old",   "add", "remove", "append", "prepend", "drop_first", "drop_last"};
  for (size_t i = 0; i < G_N_ELEMENTS(words); i++) {
    if (strcmp(words[i], name) == 0) {
      return true;
    }
  }
  return false;
}

static void add_name(Checker *checker, Decl *decl) {
  GHashTable *table = table_of(checker, decl->kind);
  const char *name = decl->name.text;
  if (table == NULL || name == NULL) {
    return;
  }
  if ((decl->kind == DECL_FN || decl->kind == DECL_PROC) && is_call_word(name)) {
    Diag *diag = diags_add(checker->diags, DIAG_0112, decl->name.span, "`%s(` has a meaning of its own", name);
    diag_help(diag, "give the %s another name", decl->kind == DECL_FN ? "function" : "proc");
  }
  const Decl *other = g_hash_table_lookup(table, name);
  if (other == NULL) {
    g_hash_table_insert(table, (void *)name, decl);
    return;
  }
  Diag *diag = diags_add(checker->diags, DIAG_0103, decl->name.span, "`%s` is declared twice", name);
  diag_label(diag, other->name.span, "the first `%s` is %s", name, check_decl_words(other->kind));
  if (other->kind != decl->kind) {
    const char *shared = table == checker->types    ? "types, enums and resources"
                         : table == checker->values ? "constants, variables, functions, procs, tokens and secrets"
                                                    : "actions, contracts, views and observes";
    diag_note(diag, "%s share their names", shared);
  }
}

static void number(const List *list) {
  for (size_t i = 0; i < list->count; i++) {
    LIST_GET(*list, Decl, i)->index = (int)i;
  }
}

static void number_all(Model *model) {
  const List *lists[] = {&model->consts,         &model->types,      &model->enums,           &model->resources,
                         &model->vars,           &model->fns,        &model->procs,           &model->inits,
                         &model->actions,        &model->invariants, &model->step_invariants, &model->reaches,
                         &model->always_reaches, &model->finals,     &model->views,           &model->observes,
                         &model->teardowns,      &model->secrets,    &model->tokens,          &model->services,
                         &model->every_requests};
  for (size_t i = 0; i < G_N_ELEMENTS(lists); i++) {
    number(lists[i]);
  }
}

static void check_only_one(Checker *checker) {
  const Model *model = checker->model;
  const InitDecl *unnamed = NULL;
  for (size_t i = 0; i < model->inits.count; i++) {
    InitDecl *init = LIST_GET(model->inits, InitDecl, i);
    if (init->decl.name.text != NULL) {
      check_part_add(checker, model, PART_INIT, init->decl.name, (int)i, init);
    } else if (unnamed == NULL) {
      unnamed = init;
    } else {
      Diag *diag = diags_add(checker->diags, DIAG_0320, init->decl.head, "a second `init` without a name");
      diag_label(diag, unnamed->decl.head, "the first is here");
      diag_help(diag, "alternatives need names: `init empty { ... }  init full { ... }`");
    }
  }
  for (size_t i = 1; i < model->teardowns.count; i++) {
    Diag *diag = diags_add(checker->diags, DIAG_0320, LIST_GET(model->teardowns, Decl, i)->head, "a second `teardown`");
    diag_label(diag, LIST_GET(model->teardowns, Decl, 0)->head, "the first is here");
    diag_help(diag, "put the statements of both into one");
  }
}

void check_decl_names(Checker *checker) {
  for (size_t i = 0; i < checker->model->decls.count; i++) {
    add_name(checker, LIST_GET(checker->model->decls, Decl, i));
  }
  number_all(checker->model);
  check_only_one(checker);
}

static void add_members(Checker *checker, EnumDecl *decl) {
  Type *type = type_new(checker->arena, TYPE_ENUM);
  type->decl_enum = decl;
  type->interchangeable = decl->interchangeable;
  decl->type = type;
  if (decl->members.count == 0 || decl->members.count > LIMIT_ENUM_MEMBERS) {
    diags_add(checker->diags, DIAG_0207, decl->decl.name.span, "an enum has from 1 to %d members, and `%s` has %zu",
              LIMIT_ENUM_MEMBERS, decl->decl.name.text, decl->members.count);
  }
  for (size_t i = 0; i < decl->members.count; i++) {
    MemberDecl *member = LIST_GET(decl->members, MemberDecl, i);
    if (!check_part_add(checker, decl, PART_MEMBER, member->name, (int)i, member) || member->name.text == NULL) {
      continue;
    }
    GPtrArray *enums = g_hash_table_lookup(checker->members, member->name.text);
    if (enums == NULL) {
      enums = g_ptr_array_new();
      g_hash_table_insert(checker->members, (void *)member->name.text, enums);
    }
    g_ptr_array_add(enums, decl);
  }
}

static void add_states(Checker *checker, ResourceDecl *decl) {
  for (size_t i = 0; i < decl->states.count; i++) {
    MemberDecl *state = LIST_GET(decl->states, MemberDecl, i);
    if (i == LIMIT_RESOURCE_STATES) {
      diags_add(checker->diags, DIAG_0207, state->name.span, "`%s` has more than %d states", decl->decl.name.text,
                LIMIT_RESOURCE_STATES);
      return;
    }
    check_part_add(checker, decl, PART_STATE, state->name, (int)i + 1, state);
  }
}

static void add_fields(Checker *checker, ResourceDecl *decl) {
  for (size_t i = 0; i < decl->fields.count; i++) {
    FieldDecl *field = LIST_GET(decl->fields, FieldDecl, i);
    field->index = (int)i;
    if (field->name.text != NULL && strcmp(field->name.text, "id") == 0) {
      Diag *diag = diags_add(checker->diags, DIAG_0112, field->name.span, "a field cannot be called `id`");
      diag_note(diag, "every resource has a token `id`: the name that the system gives to the slot");
      diag_help(diag, "leave it out, or give the field another name");
      continue;
    }
    check_part_add(checker, decl, PART_FIELD, field->name, (int)i, field);
  }
}

/* The implicit `id` first, then the declared ones. */
static void add_tokens(Checker *checker, ResourceDecl *decl) {
  const char *id = names_intern_string(checker->names, "id");
  bool done = decl->tokens.count > 0 && LIST_GET(decl->tokens, TokenDecl, 0)->resource != NULL;
  if (!done) {
    TokenDecl *implicit = ARENA_NEW(checker->arena, TokenDecl);
    implicit->decl = (Decl){.kind = DECL_TOKEN,
                            .span = decl->decl.name.span,
                            .head = decl->decl.name.span,
                            .name = {.text = id, .span = decl->decl.name.span}};
    List all = {0};
    list_add(checker->arena, &all, implicit);
    for (size_t i = 0; i < decl->tokens.count; i++) {
      list_add(checker->arena, &all, decl->tokens.items[i]);
    }
    decl->tokens = all;
  }
  for (size_t i = 0; i < decl->tokens.count; i++) {
    TokenDecl *token = LIST_GET(decl->tokens, TokenDecl, i);
    token->resource = decl;
    if (i > 0 && token->decl.name.text == id) {
      Diag *diag =
          diags_add(checker->diags, DIAG_0112, token->decl.name.span, "every resource has a token `id` already");
      diag_help(diag, "leave this line out");
      continue;
    }
    check_part_add(checker, decl, PART_TOKEN, token->decl.name, (int)i, token);
  }
}

void check_decl_parts(Checker *checker) {
  const Model *model = checker->model;
  for (size_t i = 0; i < model->enums.count; i++) {
    add_members(checker, LIST_GET(model->enums, EnumDecl, i));
  }
  for (size_t i = 0; i < model->resources.count; i++) {
    ResourceDecl *decl = LIST_GET(model->resources, ResourceDecl, i);
    if (decl->type == NULL) {
      Type *type = type_new(checker->arena, TYPE_RESOURCE);
      type->decl_resource = decl;
      decl->type = type;
    }
    add_states(checker, decl);
    add_fields(checker, decl);
    add_tokens(checker, decl);
  }
}
