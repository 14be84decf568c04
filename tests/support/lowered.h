/* A model from text to IR, for tests. Ownership: lowered_free frees a Lowered and all it holds. */
#pragma once

#include <glib.h>

#include "base/diag.h"
#include "base/names.h"
#include "ir/ir.h"
#include "lang/ast.h"

typedef struct Lowered {
  Source *source;
  Arena *arena;
  Names *names;
  Diags *diags;
  Model *tree;
  IrModel *ir; /* NULL where the lowering found a fault */
} Lowered;

/* `text` must pass parser and checker. */
Lowered *lowered_new(const char *text);
void lowered_free(Lowered *lowered);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Lowered, lowered_free)
