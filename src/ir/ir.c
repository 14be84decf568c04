/* What belongs to the typed model as a whole: its end, names of its kinds, equality of types.
 * Takes and gives parts of an IrModel; keeps nothing. */
#include "ir/ir.h"

#include <glib.h>

void ir_model_free(IrModel *model) {
  if (model != NULL) {
    arena_free(model->arena);
  }
}

/* Recursion is bounded by the nesting of types, which the parser limits. */
bool ir_type_same(const IrType *a, const IrType *b) {
  if (a == b) {
    return true;
  }
  if (a->kind != b->kind || a->decl != b->decl) {
    return false;
  }
  switch (a->kind) {
  case IRT_BOOL:
  case IRT_INT:
  case IRT_ENUM:
  case IRT_RESOURCE:
    return true;
  case IRT_RANGE:
    return a->lo == b->lo && a->hi == b->hi;
  case IRT_OPTION:
  case IRT_SET:
    return ir_type_same(a->elem, b->elem);
  case IRT_SEQ:
    return a->length == b->length && ir_type_same(a->elem, b->elem);
  case IRT_MAP:
    return ir_type_same(a->key, b->key) && ir_type_same(a->elem, b->elem);
  }
  g_assert_not_reached();
}

size_t ir_things_words(const IrModel *model) {
  return (size_t)model->thing_count / 64 + 1;
}

const char *ir_quantifier_word(IrQuantifier quantifier) {
  static const char *const words[] = {"forall", "exists", "count", "sum", "min", "max", "the", "set", "seq"};
  g_assert((size_t)quantifier < G_N_ELEMENTS(words));
  return words[quantifier];
}

const char *ir_expr_kind_name(IrExprKind kind) {
  static const char *const names[] = {
#define IR_EXPR(kind, text) text,
#include "ir/ir_expr.def"
#undef IR_EXPR
  };
  g_assert((size_t)kind < G_N_ELEMENTS(names));
  return names[kind];
}
