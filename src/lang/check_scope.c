/* Locals: parameters, binders, lets and slots that `new` takes; who can see whom.
 *
 * A name may not be used again while it can be seen, so one table from spelling to local is enough, whatever the depth;
 * each frame remembers what it put there. Look-up is then one step, also in a block of a million lets. */
#include <string.h>

#include "lang/check_internal.h"

struct Scope {
  Scope *parent;
  List locals; /* of Local *: those that got into the table */
};

void scope_push(Checker *checker) {
  Scope *scope = ARENA_NEW(checker->arena, Scope);
  scope->parent = checker->scope;
  checker->scope = scope;
}

void scope_pop(Checker *checker) {
  Scope *scope = checker->scope;
  g_assert(scope != NULL);
  for (size_t i = 0; i < scope->locals.count; i++) {
    g_hash_table_remove(checker->locals, LIST_GET(scope->locals, Local, i)->name.text);
  }
  checker->scope = scope->parent;
}

unsigned scope_resume(Checker *checker, Scope *frame) {
  if (frame == checker->scope) {
    return 0;
  }
  unsigned below = scope_resume(checker, frame->parent);
  checker->scope = frame;
  for (size_t i = 0; i < frame->locals.count; i++) {
    Local *local = LIST_GET(frame->locals, Local, i);
    g_hash_table_insert(checker->locals, (void *)local->name.text, local);
  }
  return below + 1;
}

void scope_add(Checker *checker, Local *local) {
  const char *name = local->name.text;
  if (name == NULL) {
    return;
  }
  Local *other = g_hash_table_lookup(checker->locals, name);
  if (other != NULL) {
    Diag *diag = diags_add(checker->diags, DIAG_0104, local->name.span, "`%s` already has a meaning here", name);
    check_label(checker, diag, other->name.span, "this `%s` can still be seen", name);
    diag_help(diag, "give one of the two another name");
    return;
  }
  Decl *decl = g_hash_table_lookup(checker->values, name);
  if (decl != NULL) {
    Diag *diag = diags_add(checker->diags, DIAG_0104, local->name.span, "`%s` is already the name of %s", name,
                           check_decl_words(decl->kind));
    check_label(checker, diag, decl->name.span, "declared here");
    diag_help(diag, "give one of the two another name, so that no line means something else than it seems to");
    return;
  }
  g_hash_table_insert(checker->locals, (void *)name, local);
  list_add(checker->arena, &checker->scope->locals, local);
}

Local *scope_find(Checker *checker, const char *name) {
  return g_hash_table_lookup(checker->locals, name);
}

/* No state is spelt like it: all there are, where they are few. */
static void help_all_states(Diag *diag, const ResourceDecl *resource, const GPtrArray *candidates) {
  if (candidates->len < 2 || candidates->len > 9) {
    return;
  }
  GString *list = g_string_new(NULL);
  for (guint i = 0; i + 1 < candidates->len; i++) { /* without `absent`, the last */
    g_string_append_printf(list, "%s`%s`",
                           i == 0                     ? ""
                           : i + 2 == candidates->len ? " and "
                                                      : ", ",
                           (const char *)g_ptr_array_index(candidates, i));
  }
  diag_help(diag, "the states of `%s` are %s", resource->decl.name.text, list->str);
  g_string_free(list, TRUE);
}

int check_state(Checker *checker, const ResourceDecl *resource, Name name) {
  if (name.text == NULL) {
    return -1;
  }
  if (strcmp(name.text, "absent") == 0) {
    return 0;
  }
  const Part *part = check_part_find(checker, resource, PART_STATE, name.text);
  if (part != NULL) {
    return part->index;
  }
  Diag *diag = diags_add(checker->diags, DIAG_0102, name.span, "no state named `%s` in resource `%s`", name.text,
                         resource->decl.name.text);
  g_autoptr(GPtrArray) candidates = g_ptr_array_new();
  for (size_t i = 0; i < resource->states.count; i++) {
    const MemberDecl *state = LIST_GET(resource->states, MemberDecl, i);
    if (state->name.text != NULL) {
      g_ptr_array_add(candidates, (void *)state->name.text);
    }
  }
  g_ptr_array_add(candidates, "absent");
  const char *near = check_suggests(checker)
                         ? names_nearest(name.text, (const char *const *)candidates->pdata, candidates->len)
                         : NULL;
  const Part *there = near == NULL ? NULL : check_part_find(checker, resource, PART_STATE, near);
  if (there != NULL) {
    check_label(checker, diag, there->span, "declared here");
  } else {
    check_label(checker, diag, resource->decl.name.span, "the resource is declared here");
  }
  if (near != NULL) {
    diag_help(diag, "did you mean `%s`?", near);
  } else if (check_suggests(checker)) {
    help_all_states(diag, resource, candidates);
  }
  return -1;
}

void check_local_states(Checker *checker, Local *local) {
  if (local->type->kind != TYPE_RESOURCE) {
    if ((local->states.count > 0 || local->moves) && local->type->kind != TYPE_ERROR) {
      Span span = local->states.count > 0 ? LIST_GET(local->states, Name, 0)->span : local->move_to.span;
      Diag *diag = diags_add(checker->diags, DIAG_0322, span, "only a resource has states, and `%s` is %s",
                             local->name.text != NULL ? local->name.text : "?", check_type_words(checker, local->type));
      if (local->type->kind == TYPE_OPTION) {
        diag_help(diag, "leave out the `?`, or test the state with `is`");
      }
    }
    return;
  }
  const ResourceDecl *resource = local->type->decl_resource;
  uint64_t all = ((uint64_t)1 << MIN(resource->states.count + 1, 63u)) - 1;
  if (resource->states.count >= 63) {
    all = UINT64_MAX;
  }
  local->state_mask = all & ~(uint64_t)1;
  if (local->states.count > 0) {
    local->states_said = true;
    local->state_mask = 0;
    for (size_t i = 0; i < local->states.count; i++) {
      int state = check_state(checker, resource, *LIST_GET(local->states, Name, i));
      local->state_mask |= state >= 0 && state < 64 ? (uint64_t)1 << state : 0;
    }
  }
  if (local->moves) {
    int state = check_state(checker, resource, local->move_to);
    local->move_state = MAX(state, 0);
  }
}

/* `x in R` for `x: R`. */
static bool in_names_resource(Checker *checker, Local *local) {
  const char *name = local->in->kind == EXPR_NAME ? local->in->name.text : NULL;
  const Decl *decl = name != NULL ? g_hash_table_lookup(checker->types, name) : NULL;
  if (decl == NULL || decl->kind != DECL_RESOURCE || local->name.text == NULL || scope_find(checker, name) != NULL ||
      g_hash_table_lookup(checker->values, name) != NULL) {
    return false;
  }
  Diag *diag = diags_add(checker->diags, DIAG_0105, local->in->span, "`%s` is a resource, not a set or seq", name);
  diag_help(diag, "to range over its slots write `%s: %s`", local->name.text, name);
  local->in->type = &type_error;
  return true;
}

/* x in e */
static void check_binder_in(Checker *checker, Local *local) {
  local->type = &type_error;
  if (in_names_resource(checker, local)) {
    return;
  }
  const Type *type = type_strip(check_expr_infer(checker, local->in, NULL));
  if (type->kind == TYPE_SET || type->kind == TYPE_SEQ) {
    local->type = type->elem;
    return;
  }
  if (type->kind == TYPE_ERROR) {
    return;
  }
  Diag *diag = diags_add(checker->diags, DIAG_0301, local->in->span, "`%s in` needs a set or a seq, and this is %s",
                         local->name.text != NULL ? local->name.text : "x", check_type_words(checker, type));
  if (type->kind == TYPE_MAP && local->name.text != NULL) {
    GString *key = g_string_new(NULL);
    type_print(type->key, false, key);
    diag_help(diag, "the keys of a map are all the values of their type: `%s: %s`", local->name.text, key->str);
    g_string_free(key, TRUE);
  }
}

void check_binder(Checker *checker, Local *local) {
  if (local->in != NULL) {
    check_binder_in(checker, local);
  } else if (local->type_expr != NULL) {
    local->type = check_type(checker, local->type_expr, TYPE_USE_RANGING);
    if (local->type->kind == TYPE_RESOURCE) {
      check_expr_reads_state(checker, local->span, "which slots exist");
    }
    check_local_states(checker, local);
  } else {
    local->type = &type_error;
  }
  scope_add(checker, local);
}

void check_binders(Checker *checker, List *binders) {
  for (size_t i = 0; i < binders->count; i++) {
    check_binder(checker, LIST_GET(*binders, Local, i));
  }
}

void check_params(Checker *checker, const List *params, TypeUse use) {
  for (size_t i = 0; i < params->count; i++) {
    Local *local = LIST_GET(*params, Local, i);
    if (local->type == NULL) {
      local->type = local->type_expr == NULL ? &type_error : check_type(checker, local->type_expr, use);
      check_local_states(checker, local);
      if (i == LIMIT_PARAMETERS) {
        diags_add(checker->diags, DIAG_0207, local->span, "more than %d parameters", LIMIT_PARAMETERS);
      }
    }
    if (checker->scope != NULL) {
      scope_add(checker, local);
    }
  }
}
