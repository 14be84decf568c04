/* What every reader of the tree needs: lists that grow in the arena, and the spelling of operators and quantifiers. */
#include "lang/ast.h"

#include <string.h>

void list_add(Arena *arena, List *list, void *item) {
  if (list->count == list->capacity) {
    size_t capacity = list->capacity == 0 ? 4 : list->capacity * 2;
    void **items = ARENA_ARRAY(arena, void *, capacity);
    if (list->count > 0) {
      memcpy(items, list->items, list->count * sizeof(void *));
    }
    list->items = items;
    list->capacity = capacity;
  }
  list->items[list->count++] = item;
}

const char *quantifier_word(Quantifier quantifier) {
  static const char *const words[] = {
      [QUANT_FORALL] = "forall", [QUANT_EXISTS] = "exists", [QUANT_COUNT] = "count",
      [QUANT_SUM] = "sum",       [QUANT_MIN] = "min",       [QUANT_MAX] = "max",
      [QUANT_THE] = "the",       [QUANT_SET] = "set",       [QUANT_SEQ] = "seq",
  };
  return words[quantifier];
}

const char *expr_op_word(ExprOp op) {
  static const char *const words[] = {
      [OP_NOT] = "not", [OP_NEG] = "-", [OP_IFF] = "<=>", [OP_IMPLIES] = "=>",  [OP_OR] = "or",
      [OP_AND] = "and", [OP_EQ] = "==", [OP_NE] = "!=",   [OP_LT] = "<",        [OP_LE] = "<=",
      [OP_GT] = ">",    [OP_GE] = ">=", [OP_IN] = "in",   [OP_ADD] = "+",       [OP_SUB] = "-",
      [OP_MUL] = "*",   [OP_DIV] = "/", [OP_MOD] = "%",   [OP_INTERSECT] = "&",
  };
  return words[op];
}
