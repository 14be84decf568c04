/* Values in boxes: how they are made, compared, printed, listed and converted. Takes types and boxes, gives boxes. A
 * box never changes once made, so that they may be shared freely; everything is done part by part, in the words of the
 * language reference, which are quoted. */
#include "oracle.h"

/* Where boxes go. The one thing that is global here, so that expressions read like what they mean. */
static Arena *boxes;

Arena *oracle_use_arena(Arena *arena) {
  Arena *before = boxes;
  boxes = arena;
  return before;
}

void *oracle_alloc(size_t size) {
  return arena_alloc(boxes, size);
}

const Value *value_new(Kind kind, int64_t number) {
  Value *value = ORACLE_NEW(Value, 1);
  value->kind = kind;
  value->number = number;
  return value;
}

/* Sets: "by bit mask": the greatest element that only one of them has decides. */
static int compare_sets(const Value *a, const Value *b) {
  size_t i = a->count, j = b->count;
  while (i > 0 && j > 0) {
    int order = value_compare(a->items[i - 1], b->items[j - 1]);
    if (order != 0)
      return order;
    i--;
    j--;
  }
  return i > 0 ? 1 : j > 0 ? -1 : 0;
}

/* Of two values of the same type: "`none` first, sets by bit mask, seqs by length and then in order". */
int value_compare(const Value *a, const Value *b) {
  if (a->kind != b->kind) /* of one type: NONE and SOME, or a map entry that is blank or not set */
    return a->kind == VALUE_NONE ? -1 : b->kind == VALUE_NONE ? 1 : a->kind < b->kind ? -1 : 1;
  if (a->kind == VALUE_SET)
    return compare_sets(a, b);
  if (a->count != b->count)
    return a->count < b->count ? -1 : 1;
  for (size_t i = 0; i < a->count; i++) {
    int order = value_compare(a->items[i], b->items[i]);
    if (order != 0)
      return order;
  }
  return a->number < b->number ? -1 : a->number > b->number;
}

bool value_equal(const Value *a, const Value *b) {
  return value_compare(a, b) == 0;
}

static gint compare_pointers(gconstpointer a, gconstpointer b) {
  return value_compare(*(const Value *const *)a, *(const Value *const *)b);
}

const Value *value_of_items(Kind kind, GPtrArray *items) {
  Value *value = ORACLE_NEW(Value, 1);
  value->kind = kind;
  if (kind == VALUE_SET)
    g_ptr_array_sort(items, compare_pointers);
  value->items = ORACLE_NEW(const Value *, items->len + 1);
  for (guint i = 0; i < items->len; i++) {
    const Value *item = items->pdata[i];
    if (kind == VALUE_SET && value->count > 0 && value_equal(value->items[value->count - 1], item))
      continue;
    value->items[value->count++] = item;
  }
  g_ptr_array_free(items, TRUE);
  return value;
}

const Value *value_some(const Value *inner) {
  GPtrArray *items = g_ptr_array_new();
  g_ptr_array_add(items, (void *)inner);
  return value_of_items(VALUE_SOME, items);
}

const Value *value_with(const Value *value, size_t index, const Value *item) {
  GPtrArray *items = g_ptr_array_new();
  for (size_t i = 0; i < value->count; i++)
    g_ptr_array_add(items, (void *)(i == index ? item : value->items[i]));
  return value_of_items(value->kind, items);
}

const Value *value_copy(const Value *value) {
  Value *copy = ORACLE_NEW(Value, 1);
  *copy = *value;
  if (value->items != NULL)
    copy->items = ORACLE_NEW(const Value *, value->count + 1);
  for (size_t i = 0; i < value->count; i++)
    copy->items[i] = value_copy(value->items[i]);
  return copy;
}

/* One text for each value of a type: what tells states apart. */
void value_print(const Value *value, GString *out) {
  static const char letters[] = "bimsnSetpUB";
  g_string_append_c(out, letters[value->kind]);
  if (value->items == NULL) {
    g_string_append_printf(out, "%" G_GINT64_FORMAT " ", value->number);
    return;
  }
  g_string_append_c(out, '(');
  for (size_t i = 0; i < value->count; i++)
    value_print(value->items[i], out);
  g_string_append_c(out, ')');
}

static GPtrArray *all_options(const Type *type) {
  GPtrArray *values = g_ptr_array_new(), *inner = value_all(type->elem);
  g_ptr_array_add(values, (void *)value_new(VALUE_NONE, 0));
  for (guint i = 0; i < inner->len; i++)
    g_ptr_array_add(values, (void *)value_some(inner->pdata[i]));
  return values;
}

static GPtrArray *all_sets(const Type *type) {
  GPtrArray *values = g_ptr_array_new(), *elements = value_all(type->elem);
  if (elements->len > 16)
    oracle_give_up("a set type with many values");
  for (guint mask = 0; mask < 1u << elements->len; mask++) {
    GPtrArray *items = g_ptr_array_new();
    for (guint i = 0; i < elements->len; i++)
      if (mask >> i & 1)
        g_ptr_array_add(items, elements->pdata[i]);
    g_ptr_array_add(values, (void *)value_of_items(VALUE_SET, items));
  }
  return values;
}

/* The seqs of one length are those of one item less, each with every element behind it. */
static GPtrArray *all_seqs(const Type *type) {
  GPtrArray *values = g_ptr_array_new(), *elements = value_all(type->elem);
  g_ptr_array_add(values, (void *)value_of_items(VALUE_SEQ, g_ptr_array_new()));
  guint from = 0, to = 1;
  for (uint32_t length = 1; length <= type->length; length++) {
    for (guint i = from; i < to; i++)
      for (guint e = 0; e < elements->len; e++) {
        const Value *shorter = values->pdata[i];
        GPtrArray *items = g_ptr_array_new();
        for (size_t k = 0; k < shorter->count; k++)
          g_ptr_array_add(items, (void *)shorter->items[k]);
        g_ptr_array_add(items, elements->pdata[e]);
        g_ptr_array_add(values, (void *)value_of_items(VALUE_SEQ, items));
        if (values->len > ORACLE_VALUES)
          oracle_give_up("a seq type with many values");
      }
    from = to;
    to = values->len;
  }
  return values;
}

static GPtrArray *all_numbers(Kind kind, int64_t lo, int64_t hi) {
  GPtrArray *values = g_ptr_array_new();
  if (hi >= lo && (uint64_t)hi - (uint64_t)lo >= ORACLE_VALUES)
    oracle_give_up("a type with many values");
  for (int64_t i = lo; i <= hi; i++)
    g_ptr_array_add(values, (void *)value_new(kind, i));
  return values;
}

GPtrArray *value_all(const Type *type) {
  switch (type->kind) {
  case TYPE_BOOL:
    return all_numbers(VALUE_BOOL, 0, 1);
  case TYPE_RANGE: /* "An empty range is legal, has no values" */
    return all_numbers(VALUE_INT, type->lo, type->hi);
  case TYPE_ENUM:
    return all_numbers(VALUE_MEMBER, 0, (int64_t)type->decl_enum->members.count - 1);
  case TYPE_RESOURCE:
    return all_numbers(VALUE_SLOT, 0, (int64_t)type->decl_resource->slots - 1);
  case TYPE_OPTION:
    return all_options(type);
  case TYPE_SET:
    return all_sets(type);
  case TYPE_SEQ:
    return all_seqs(type);
  default:
    oracle_give_up("a type without a list of values");
  }
}

static const Value *map_of(const Type *type, const Value *item) {
  GPtrArray *keys = value_all(type->key), *items = g_ptr_array_new();
  for (guint i = 0; i < keys->len; i++)
    g_ptr_array_add(items, (void *)item);
  g_ptr_array_free(keys, TRUE);
  return value_of_items(VALUE_MAP, items);
}

/* "without a default: the lowest value, `false`, the first member, `none`, empty" */
const Value *value_lowest(const Type *type) {
  switch (type->kind) {
  case TYPE_BOOL:
    return value_new(VALUE_BOOL, 0);
  case TYPE_RANGE:
    return value_new(VALUE_INT, type->lo);
  case TYPE_ENUM:
    return value_new(VALUE_MEMBER, 0);
  case TYPE_RESOURCE:
    return value_new(VALUE_UNSET, 0);
  case TYPE_OPTION:
    return value_new(VALUE_NONE, 0);
  case TYPE_SET:
    return value_of_items(VALUE_SET, g_ptr_array_new());
  case TYPE_SEQ:
    return value_of_items(VALUE_SEQ, g_ptr_array_new());
  case TYPE_MAP:
    return map_of(type, value_lowest(type->elem));
  default:
    g_assert_not_reached();
  }
}

static const Value *convert_items(Oracle *oracle, const Value *value, const Type *from, const Type *to, Span span) {
  /* "A full seq is the error `range`" */
  if (to->kind == TYPE_SEQ && value->count > to->length)
    oracle_raise(oracle, TROUBLE_RANGE, span);
  GPtrArray *items = g_ptr_array_new();
  for (size_t i = 0; i < value->count; i++)
    g_ptr_array_add(items, (void *)value_convert(oracle, value->items[i], from->elem, to->elem, span));
  return value_of_items(value->kind, items);
}

/* "Every assignment is checked against the type's bounds, and so are arguments and results of functions." */
const Value *value_convert(Oracle *oracle, const Value *value, const Type *from, const Type *to, Span span) {
  if (value->kind == VALUE_BLANK || value->kind == VALUE_UNSET)
    return value;
  if (to->kind == TYPE_OPTION && from->kind == TYPE_OPTION)
    return value->kind == VALUE_NONE ? value
                                     : value_some(value_convert(oracle, value->items[0], from->elem, to->elem, span));
  if (to->kind == TYPE_OPTION)
    return value_some(value_convert(oracle, value, from, to->elem, span));
  if (from->kind == TYPE_OPTION) { /* "`T?` may stand where `T` is needed: a `none` is then the model error `none`" */
    if (value->kind == VALUE_NONE)
      oracle_raise(oracle, TROUBLE_NO_VALUE, span);
    return value_convert(oracle, value->items[0], from->elem, to, span);
  }
  if (to->kind == TYPE_RANGE && (value->number < to->lo || value->number > to->hi))
    oracle_raise(oracle, TROUBLE_RANGE, span);
  if (to->kind == TYPE_SET || to->kind == TYPE_SEQ || to->kind == TYPE_MAP)
    return convert_items(oracle, value, from, to, span);
  return value;
}

static int map_depth(const Type *type) {
  type = type_strip(type);
  return type->kind == TYPE_MAP ? 1 + map_depth(type->elem) : 0;
}

/* "A default or a `new` field of map type that is given one element value serves every key." */
const Value *value_default(Oracle *oracle, const Value *value, const Type *from, const Type *to, Span span) {
  if (to->kind == TYPE_OPTION && map_depth(to) > map_depth(from) && from->kind != TYPE_OPTION)
    return value_some(value_default(oracle, value, from, to->elem, span));
  if (to->kind == TYPE_MAP && map_depth(to) > map_depth(from))
    return map_of(to, value_default(oracle, value, from, to->elem, span));
  return value_convert(oracle, value, from, to, span);
}
