/* Types of the language as types of the IR: sizes in cells, numbers of values, each structure once in a model.
 * Takes the checker's types, gives shared IrTypes. A type too large for its limit is told once for a declaration and
 * made one cell wide, so that the lowering can go on to the next fault. */
#include <string.h>

#include "base/limits.h"
#include "ir/lower_internal.h"

static uint64_t times(uint64_t a, uint64_t b) {
  uint64_t product;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

static uint64_t plus(uint64_t a, uint64_t b) {
  uint64_t sum;
  return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

static uint64_t power(uint64_t base, uint64_t exponent) {
  uint64_t result = 1;
  for (uint64_t i = 0; i < exponent && result != 0 && result != UINT64_MAX && base != 1; i++) {
    result = times(result, base);
  }
  return result;
}

/* 1 + c + c^2 + ... + c^length */
static uint64_t seq_count(uint64_t elem_count, uint64_t length) {
  uint64_t sum = 1, one = 1;
  for (uint64_t i = 0; i < length && one != 0 && sum != UINT64_MAX; i++) {
    one = times(one, elem_count);
    sum = plus(sum, one);
  }
  return sum;
}

/* The declaration that made a range interchangeable, through any aliases of aliases. */
static const TypeDecl *interchangeable_decl(const Lower *lower, const Type *type) {
  const TypeDecl *decl = type->interchangeable ? type->alias : NULL;
  for (int hops = 0; decl != NULL && !decl->interchangeable && hops < LIMIT_NESTING; hops++) {
    const TypeExpr *expr = decl->type_expr;
    decl = expr != NULL && expr->kind == TX_NAME ? g_hash_table_lookup(lower->type_decls, expr->name.text) : NULL;
  }
  return decl;
}

static void check_sizes(Lower *lower, IrType *type, uint64_t cells) {
  const char *most = NULL;
  uint64_t limit = LIMIT_VALUE_CELLS;
  if (type->kind == IRT_SET && type->elem->count > LIMIT_SET_VALUES) {
    most = "different items";
    limit = LIMIT_SET_VALUES;
  } else if (type->kind == IRT_MAP && type->key->count > LIMIT_MAP_KEYS) {
    most = "keys";
    limit = LIMIT_MAP_KEYS;
  } else if (type->kind == IRT_SEQ && type->length > LIMIT_SEQ_ITEMS) {
    most = "items";
    limit = LIMIT_SEQ_ITEMS;
  } else if (cells > LIMIT_VALUE_CELLS) {
    most = "words";
  }
  if (most != NULL) {
    lower_limit(lower, DIAG_0208, lower->here, "a value of type `%s` is too large: at most %" G_GUINT64_FORMAT " %s",
                type->text, limit, most);
    cells = 1;
    type->count = UINT64_MAX;
  }
  type->cells = (uint32_t)cells;
}

static void size_type(Lower *lower, IrType *type) {
  const IrType *elem = type->elem;
  uint64_t cells = 1;
  switch (type->kind) {
  case IRT_BOOL:
  case IRT_INT:
  case IRT_RANGE:
  case IRT_ENUM:
  case IRT_RESOURCE:
    type->count = type->hi < type->lo ? 0 : plus((uint64_t)type->hi - (uint64_t)type->lo, 1);
    type->has_slots = type->kind == IRT_RESOURCE;
    break;
  case IRT_OPTION:
    type->count = plus(elem->count, 1);
    cells = plus(elem->cells, 1);
    break;
  case IRT_SET:
    type->count = power(2, elem->count);
    cells = elem->count == 0 ? 1 : elem->count / 64 + (elem->count % 64 != 0);
    break;
  case IRT_SEQ:
    type->count = seq_count(elem->count, type->length);
    cells = plus(times(elem->cells, type->length), 1);
    break;
  case IRT_MAP:
    type->count = power(elem->count, type->key->count);
    cells = times(elem->cells, type->key->count);
    break;
  }
  type->has_slots |= elem != NULL && elem->has_slots;
  type->has_slots |= type->key != NULL && type->key->has_slots;
  check_sizes(lower, type, cells);
}

/* The one IrType of this structure; `wanted` has everything but its sizes. Takes `text`. */
static const IrType *intern(Lower *lower, IrType wanted, char *text) {
  IrType *type = g_hash_table_lookup(lower->types, text);
  if (type == NULL) {
    type = ARENA_NEW(lower->arena, IrType);
    *type = wanted;
    type->text = arena_strndup(lower->arena, text, strlen(text));
    size_type(lower, type);
    g_hash_table_insert(lower->types, (gpointer)type->text, type);
  }
  g_free(text);
  return type;
}

static const IrType *lower_range(Lower *lower, const Type *type) {
  IrType wanted = {.kind = IRT_RANGE, .decl = -1, .lo = type->lo, .hi = type->hi};
  const TypeDecl *decl = interchangeable_decl(lower, type);
  if (decl != NULL && decl->decl.name.text != NULL) {
    wanted.interchangeable = true;
    return intern(lower, wanted, g_strdup(decl->decl.name.text));
  }
  return intern(lower, wanted, g_strdup_printf("%" G_GINT64_FORMAT "..%" G_GINT64_FORMAT, type->lo, type->hi));
}

static const IrType *lower_option(Lower *lower, const Type *type) {
  IrType wanted = {.kind = IRT_OPTION, .decl = -1, .elem = lower_type(lower, type->elem)};
  bool simple = wanted.elem->kind < IRT_SET;
  return intern(lower, wanted, g_strdup_printf(simple ? "%s?" : "(%s)?", wanted.elem->text));
}

const IrType *lower_seq_of_one(Lower *lower, const IrType *elem) {
  IrType wanted = {.kind = IRT_SEQ, .decl = -1, .elem = elem, .length = 1};
  return intern(lower, wanted, g_strdup_printf("seq[1] of %s", elem->text));
}

static const IrType *lower_map_type(Lower *lower, const Type *type) {
  IrType wanted = {
      .kind = IRT_MAP, .decl = -1, .key = lower_type(lower, type->key), .elem = lower_type(lower, type->elem)};
  return intern(lower, wanted, g_strdup_printf("map %s to %s", wanted.key->text, wanted.elem->text));
}

/* Recursion is bounded by the nesting of types, which the parser limits. */
const IrType *lower_type(Lower *lower, const Type *type) {
  switch (type == NULL ? TYPE_ERROR : type->kind) {
  case TYPE_BOOL:
    return lower->ir->type_bool;
  case TYPE_INT:
    return lower->ir->type_int;
  case TYPE_RANGE:
    return lower_range(lower, type);
  case TYPE_ENUM: {
    const EnumDecl *decl = type->decl_enum;
    IrType wanted = {.kind = IRT_ENUM,
                     .decl = lower_number(lower, decl),
                     .hi = (int64_t)decl->members.count - 1,
                     .interchangeable = decl->interchangeable};
    return intern(lower, wanted, g_strdup(decl->decl.name.text));
  }
  case TYPE_RESOURCE: {
    const ResourceDecl *decl = type->decl_resource;
    IrType wanted = {.kind = IRT_RESOURCE, .decl = lower_number(lower, decl), .hi = (int64_t)decl->slots - 1};
    return intern(lower, wanted, g_strdup(decl->decl.name.text));
  }
  case TYPE_OPTION:
    return lower_option(lower, type);
  case TYPE_SET: {
    IrType wanted = {.kind = IRT_SET, .decl = -1, .elem = lower_type(lower, type->elem)};
    return intern(lower, wanted, g_strdup_printf("set of %s", wanted.elem->text));
  }
  case TYPE_SEQ: {
    IrType wanted = {.kind = IRT_SEQ, .decl = -1, .elem = lower_type(lower, type->elem), .length = type->length};
    return intern(lower, wanted, g_strdup_printf("seq[%u] of %s", type->length, wanted.elem->text));
  }
  case TYPE_MAP:
    return lower_map_type(lower, type);
  case TYPE_ERROR:
  case TYPE_NONE:
  case TYPE_EMPTY:
    return lower->ir->type_json;
  }
  g_assert_not_reached();
}

void lower_type_seed(Lower *lower) {
  if (lower->ir->type_bool == NULL) {
    IrType simple = {.kind = IRT_BOOL, .decl = -1, .hi = 1};
    lower->ir->type_bool = intern(lower, simple, g_strdup("bool"));
    simple = (IrType){.kind = IRT_INT, .decl = -1, .lo = INT64_MIN, .hi = INT64_MAX};
    lower->ir->type_int = intern(lower, simple, g_strdup("int"));
    lower->ir->type_json = intern(lower, simple, g_strdup("json value"));
    return;
  }
  for (int i = 0; i < lower->ir->resource_count; i++) {
    const IrType *type = lower->ir->resources[i].type;
    g_hash_table_insert(lower->types, (gpointer)type->text, (gpointer)type);
  }
}
