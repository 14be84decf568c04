/* Types: equality, the common type of two, the number of values, and how a type is written.
 *
 * Takes resolved types (the checker makes them from the tree) and gives facts about them. Everything here goes down one
 * path of a type (the key of a map is a scalar), and the checker bounds how deep types nest, so plain recursion is
 * safe. Counts saturate at UINT64_MAX: the callers only compare them with limits. */
#include "lang/type.h"

#include "lang/ast.h"

const Type type_error = {.kind = TYPE_ERROR};
const Type type_bool = {.kind = TYPE_BOOL};
const Type type_int = {.kind = TYPE_INT};

Type *type_new(Arena *arena, TypeKind kind) {
  Type *type = ARENA_NEW(arena, Type);
  type->kind = kind;
  return type;
}

const Type *type_new_range(Arena *arena, int64_t lo, int64_t hi) {
  Type *type = type_new(arena, TYPE_RANGE);
  type->lo = lo;
  type->hi = hi;
  return type;
}

const Type *type_new_around(Arena *arena, TypeKind kind, const Type *elem) {
  Type *type = type_new(arena, kind);
  type->elem = elem;
  type->depth = elem->depth + 1;
  return type;
}

const Type *type_strip(const Type *type) {
  return type->kind == TYPE_OPTION ? type->elem : type;
}

bool type_is_integer(const Type *type) {
  return type->kind == TYPE_INT || type->kind == TYPE_RANGE;
}

bool type_equal(const Type *a, const Type *b) {
  if (a == b) {
    return true;
  }
  if (a->kind != b->kind) {
    return false;
  }
  switch (a->kind) {
  case TYPE_RANGE:
    return a->lo == b->lo && a->hi == b->hi;
  case TYPE_ENUM:
    return a->decl_enum == b->decl_enum;
  case TYPE_RESOURCE:
    return a->decl_resource == b->decl_resource;
  case TYPE_OPTION:
  case TYPE_SET:
    return type_equal(a->elem, b->elem);
  case TYPE_SEQ:
    return a->length == b->length && type_equal(a->elem, b->elem);
  case TYPE_MAP:
    return type_equal(a->key, b->key) && type_equal(a->elem, b->elem);
  default:
    return true;
  }
}

/* Two integers: the smallest range that holds both; the declared name stays where both have it. */
static const Type *join_integers(Arena *arena, const Type *a, const Type *b) {
  if (a->kind == TYPE_INT || b->kind == TYPE_INT) {
    return &type_int;
  }
  if (a->lo == b->lo && a->hi == b->hi && a->interchangeable == b->interchangeable) {
    return a->alias != NULL ? a : b;
  }
  if (b->hi < b->lo) {
    return a;
  }
  if (a->hi < a->lo) {
    return b;
  }
  return type_new_range(arena, MIN(a->lo, b->lo), MAX(a->hi, b->hi));
}

/* Options, sets and seqs: the parts are joined, and `a` or `b` itself is kept where it is the result already. */
static const Type *join_around(Arena *arena, const Type *a, const Type *b) {
  const Type *elem = type_join(arena, a->elem, b->elem);
  if (elem == NULL || elem->kind == TYPE_ERROR) {
    return elem;
  }
  uint32_t length = MAX(a->length, b->length);
  if (elem == a->elem && length == a->length) {
    return a;
  }
  if (elem == b->elem && length == b->length) {
    return b;
  }
  Type *joined = type_new(arena, a->kind);
  joined->elem = elem;
  joined->key = a->key;
  joined->length = length;
  joined->depth = elem->depth + 1;
  return joined;
}

const Type *type_join(Arena *arena, const Type *a, const Type *b) {
  if (a->kind == TYPE_ERROR || b->kind == TYPE_ERROR) {
    return &type_error;
  }
  if (type_is_integer(a) && type_is_integer(b)) {
    return join_integers(arena, a, b);
  }
  if (a->kind == TYPE_OPTION && b->kind != TYPE_OPTION) {
    const Type *elem = type_join(arena, a->elem, b);
    return elem == NULL || elem->kind == TYPE_ERROR || elem == a->elem ? (elem == a->elem ? a : elem)
                                                                       : type_new_around(arena, TYPE_OPTION, elem);
  }
  if (b->kind == TYPE_OPTION && a->kind != TYPE_OPTION) {
    return type_join(arena, b, a);
  }
  if (a->kind != b->kind) {
    return NULL;
  }
  switch (a->kind) {
  case TYPE_OPTION:
  case TYPE_SET:
  case TYPE_SEQ:
    return join_around(arena, a, b);
  case TYPE_MAP:
    return type_equal(a->key, b->key) ? join_around(arena, a, b) : NULL;
  default:
    return type_equal(a, b) ? a : NULL;
  }
}

static uint64_t add_saturated(uint64_t a, uint64_t b) {
  return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint64_t multiply_saturated(uint64_t a, uint64_t b) {
  return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

/* base to the power `exponent`; at most 64 rounds, since a base of 2 has then run over. */
static uint64_t power_saturated(uint64_t base, uint64_t exponent) {
  if (base <= 1) {
    return exponent == 0 ? 1 : base;
  }
  uint64_t result = 1;
  for (uint64_t i = 0; i < exponent && result != UINT64_MAX; i++) {
    result = multiply_saturated(result, base);
  }
  return result;
}

static uint64_t count_seqs(uint64_t values, uint32_t length) {
  if (values <= 1) {
    return values == 0 ? 1 : (uint64_t)length + 1;
  }
  uint64_t total = 1, of_length = 1;
  for (uint32_t i = 0; i < length && total != UINT64_MAX; i++) {
    of_length = multiply_saturated(of_length, values);
    total = add_saturated(total, of_length);
  }
  return total;
}

uint64_t type_count(const Type *type) {
  switch (type->kind) {
  case TYPE_BOOL:
    return 2;
  case TYPE_RANGE:
    return type->hi < type->lo ? 0 : add_saturated((uint64_t)type->hi - (uint64_t)type->lo, 1);
  case TYPE_ENUM:
    return type->decl_enum->members.count;
  case TYPE_RESOURCE:
    return type->decl_resource->slots;
  case TYPE_OPTION:
    return add_saturated(type_count(type->elem), 1);
  case TYPE_SET:
    return power_saturated(2, type_count(type->elem));
  case TYPE_SEQ:
    return count_seqs(type_count(type->elem), type->length);
  case TYPE_MAP:
    return power_saturated(type_count(type->elem), type_count(type->key));
  case TYPE_NONE:
  case TYPE_EMPTY:
    return 1;
  default:
    return UINT64_MAX;
  }
}

uint64_t type_cells(const Type *type) {
  switch (type->kind) {
  case TYPE_OPTION:
    return add_saturated(type_cells(type->elem), 1);
  case TYPE_SET: {
    uint64_t bits = type_count(type->elem);
    return bits / 64 + (bits % 64 != 0);
  }
  case TYPE_SEQ:
    return add_saturated(multiply_saturated(type_cells(type->elem), type->length), 1);
  case TYPE_MAP:
    return multiply_saturated(type_cells(type->elem), type_count(type->key));
  default:
    return 1;
  }
}

static void print_structure(const Type *type, GString *out) {
  switch (type->kind) {
  case TYPE_ERROR:
    g_string_append(out, "?");
    return;
  case TYPE_BOOL:
    g_string_append(out, "bool");
    return;
  case TYPE_INT:
    g_string_append(out, "int");
    return;
  case TYPE_RANGE:
    g_string_append_printf(out, "%" G_GINT64_FORMAT "..%" G_GINT64_FORMAT, type->lo, type->hi);
    return;
  case TYPE_ENUM:
    g_string_append(out, type->decl_enum->decl.name.text);
    return;
  case TYPE_RESOURCE:
    g_string_append(out, type->decl_resource->decl.name.text);
    return;
  case TYPE_OPTION: {
    bool compound = type->elem->elem != NULL && type->elem->alias == NULL;
    g_string_append(out, compound ? "(" : "");
    type_print(type->elem, false, out);
    g_string_append(out, compound ? ")?" : "?");
    return;
  }
  case TYPE_SET:
    g_string_append(out, "set of ");
    break;
  case TYPE_SEQ:
    g_string_append_printf(out, "seq[%u] of ", type->length);
    break;
  case TYPE_MAP:
    g_string_append(out, "map ");
    type_print(type->key, false, out);
    g_string_append(out, " to ");
    break;
  case TYPE_NONE:
    g_string_append(out, "none");
    return;
  case TYPE_EMPTY:
    g_string_append(out, "empty");
    return;
  }
  type_print(type->elem, false, out);
}

void type_print(const Type *type, bool explain, GString *out) {
  if (type->alias == NULL) {
    print_structure(type, out);
    return;
  }
  g_string_append(out, type->alias->decl.name.text);
  if (explain) {
    g_string_append(out, " (");
    print_structure(type, out);
    g_string_append(out, ")");
  }
}
