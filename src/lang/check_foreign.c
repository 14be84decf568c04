/* Names that are no slip of the pen but a habit from elsewhere: `null`, `string`, `.length`, a state or a field without
 * its slot. Takes the diagnostic of a name that is not declared and adds what to write here; true where it knew. */
#include <string.h>

#include "lang/check_internal.h"

typedef struct Habit {
  const char *word, *help;
} Habit;

static bool help_habit(Diag *diag, const char *word, const Habit *habits, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (strcmp(word, habits[i].word) == 0) {
      diag_help(diag, "%s", habits[i].help);
      return true;
    }
  }
  return false;
}

static bool help_value_habit(Diag *diag, const char *word) {
  static const Habit habits[] = {
      {"null", "write `none`"},   {"nil", "write `none`"},       {"None", "write `none`"}, {"NULL", "write `none`"},
      {"Null", "write `none`"},   {"undefined", "write `none`"}, {"True", "write `true`"}, {"TRUE", "write `true`"},
      {"False", "write `false`"}, {"FALSE", "write `false`"},
  };
  return help_habit(diag, word, habits, G_N_ELEMENTS(habits));
}

/* `queued` for `j is queued`. */
static bool help_state(Checker *checker, Diag *diag, const char *word) {
  const List *resources = &checker->model->resources;
  for (size_t i = 0; i < resources->count; i++) {
    const ResourceDecl *resource = LIST_GET(*resources, ResourceDecl, i);
    if (check_part_find(checker, resource, PART_STATE, word) != NULL) {
      diag_help(diag, "`%s` is a state of `%s`: ask for it with `x is %s`, move to it with `x -> %s`", word,
                resource->decl.name.text, word, word);
      return true;
    }
  }
  return false;
}

/* `id` for `j.id`, where only one name stands for a slot that has it. */
static bool help_field(Checker *checker, Diag *diag, const char *word) {
  g_autoptr(GPtrArray) names = check_keys(checker->locals);
  const char *owner = NULL;
  for (guint i = 0; i < names->len; i++) {
    const Local *local = scope_find(checker, g_ptr_array_index(names, i));
    const Type *type = local->type != NULL ? type_strip(local->type) : NULL;
    if (type == NULL || type->kind != TYPE_RESOURCE ||
        check_part_find(checker, type->decl_resource, PART_FIELD, word) == NULL) {
      continue;
    }
    if (owner != NULL) {
      return false;
    }
    owner = g_ptr_array_index(names, i);
  }
  if (owner != NULL) {
    diag_help(diag, "did you mean `%s.%s`?", owner, word);
  }
  return owner != NULL;
}

bool check_foreign_value(Checker *checker, Diag *diag, const char *word) {
  return help_value_habit(diag, word) || help_state(checker, diag, word) || help_field(checker, diag, word);
}

bool check_foreign_type(Diag *diag, const char *word) {
  static const char number[] = "say which whole numbers: a range such as `0..7`";
  static const char text[] = "the state has no strings: declare an enum of the cases that matter, such as "
                             "`enum Name { short = \"a\", empty = \"\" }`";
  static const char list[] = "write `seq[3] of T` for a list of at most three, `set of T` for a set";
  static const char map[] = "write `map KEY to VALUE`";
  static const Habit habits[] = {
      {"string", text},
      {"String", text},
      {"str", text},
      {"text", text},
      {"integer", number},
      {"Integer", number},
      {"Int", number},
      {"uint", number},
      {"number", number},
      {"Number", number},
      {"long", number},
      {"float", number},
      {"double", number},
      {"decimal", number},
      {"boolean", "write `bool`"},
      {"Boolean", "write `bool`"},
      {"Bool", "write `bool`"},
      {"list", list},
      {"List", list},
      {"array", list},
      {"Array", list},
      {"Set", list},
      {"Map", map},
      {"dict", map},
      {"Dict", map},
      {"optional", "write `T?` for `none` or a `T`"},
      {"Optional", "write `T?` for `none` or a `T`"},
      {"Option", "write `T?` for `none` or a `T`"},
  };
  return help_habit(diag, word, habits, G_N_ELEMENTS(habits));
}

void check_foreign_member(Diag *diag, const Type *type, const char *word) {
  static const char size[] = "`size(x)` counts the items";
  static const Habit habits[] = {
      {"length", size}, {"size", size}, {"len", size}, {"count", size}, {"Length", size}, {"Count", size},
  };
  if (type->kind == TYPE_SET || type->kind == TYPE_SEQ) {
    help_habit(diag, word, habits, G_N_ELEMENTS(habits));
  }
}
