/* The checker: resolves every name, finds every type, folds constants, and tells what is wrong or suspicious.
 * Ownership: what it adds lives in `arena`; faults go to `diags`. */
#pragma once

#include "base/arena.h"
#include "base/diag.h"
#include "base/names.h"
#include "lang/ast.h"

/* One -D NAME=VALUE. */
typedef struct Define {
  const char *name;
  const char *value;
} Define;

/* True where the model is right: the tree is then whole, every "checked" field set. Warnings do not count. */
bool check_model(Arena *arena, Names *names, Model *model, const Define *defines, size_t define_count, Diags *diags);

/* Checks an expression that stands outside the model but speaks of it, as a boolean. `diags` is that of the
 * expression's own source. */
bool check_expression(Arena *arena, Names *names, const Model *model, Expr *expr, Diags *diags);
