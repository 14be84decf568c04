/* The checker: from the tree that the parser made to one in which every name is resolved and every expression has a
 * type.
 *
 * Names are gathered first, then each phase settles what the next one needs. A fault poisons its node with type_error,
 * which fits everywhere, so each cause is told once. A tree that did not parse is not checked: what the parser skipped
 * would be missed as names. Warnings come last, and only for a model that is right. */
#include "lang/check.h"

#include "lang/check_internal.h"

static void free_enums(gpointer array) {
  g_ptr_array_free(array, TRUE);
}

static void checker_init(Checker *checker) {
  checker->types = g_hash_table_new(NULL, NULL);
  checker->values = g_hash_table_new(NULL, NULL);
  checker->actions = g_hash_table_new(NULL, NULL);
  checker->members = g_hash_table_new_full(NULL, NULL, NULL, free_enums);
  checker->parts = check_part_table();
  checker->locals = g_hash_table_new(NULL, NULL);
  checker->marks = g_hash_table_new(NULL, NULL);
  checker->what = "this";
}

static void checker_clear(Checker *checker) {
  g_hash_table_destroy(checker->types);
  g_hash_table_destroy(checker->values);
  g_hash_table_destroy(checker->actions);
  g_hash_table_destroy(checker->members);
  g_hash_table_destroy(checker->parts);
  g_hash_table_destroy(checker->locals);
  g_hash_table_destroy(checker->marks);
}

bool check_model(Arena *arena, Names *names, Model *model, const Define *defines, size_t define_count, Diags *diags) {
  if (diags_errors(diags) > 0) {
    return false;
  }
  Checker checker = {
      .arena = arena, .names = names, .model = model, .diags = diags, .defines = defines, .define_count = define_count};
  checker_init(&checker);
  check_decl_names(&checker);
  check_decl_parts(&checker);
  check_const_defines(&checker);
  check_decl_types(&checker);
  check_decl_fns(&checker);
  check_decl_defaults(&checker);
  check_decl_contracts(&checker);
  check_decl_bodies(&checker);
  g_assert(checker.scope == NULL);
  if (diags_errors(diags) == 0) {
    check_token_flow(&checker);
  }
  if (diags_errors(diags) == 0) {
    check_warnings(&checker);
  }
  checker_clear(&checker);
  return diags_errors(diags) == 0;
}

bool check_expression(Arena *arena, Names *names, const Model *model, Expr *expr, Diags *diags) {
  if (diags_errors(diags) > 0) {
    return false;
  }
  Checker checker = {.arena = arena, .names = names, .model = (Model *)model, .diags = diags};
  checker_init(&checker);
  check_decl_names(&checker);
  check_decl_parts(&checker);
  checker.outside = true;
  checker.place = PLACE_STATE;
  checker.what = "an expression about one state";
  check_bool(&checker, expr);
  checker_clear(&checker);
  return diags_errors(diags) == 0;
}
