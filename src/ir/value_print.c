/* Values as text and JSON. Takes cells, appends to the caller's string or gives a cJSON tree.
 * One walk over the type for each form; with a state at hand, the entries of absent slots in maps are left out. */
#include <string.h>

#include "ir/value.h"

typedef struct Printer {
  const IrModel *model;
  const int64_t *state; /* or NULL: every entry of a map is shown */
  GString *out;
} Printer;

static bool slot_exists(const IrModel *model, const int64_t *state, int resource, uint64_t slot) {
  const IrResource *pool = &model->resources[resource];
  return state[pool->cell + slot * pool->stride] != 0;
}

static bool entry_shown(const Printer *printer, const IrType *map, uint64_t key) {
  return printer->state == NULL || map->key->kind != IRT_RESOURCE ||
         slot_exists(printer->model, printer->state, map->key->decl, key);
}

/* The next rank from `from` on that is in the set, or UINT64_MAX. */
static uint64_t next_in_set(const IrType *set, const int64_t *cells, uint64_t from) {
  for (uint64_t word = from / 64; word < set->cells; word++) {
    uint64_t bits = (uint64_t)cells[word];
    if (word == from / 64) {
      bits &= ~UINT64_C(0) << from % 64;
    }
    if (bits != 0) {
      return word * 64 + (uint64_t)__builtin_ctzll(bits);
    }
  }
  return UINT64_MAX;
}

static void print_scalar(const Printer *printer, const IrType *type, int64_t cell) {
  const IrModel *model = printer->model;
  switch (type->kind) {
  case IRT_BOOL:
    g_string_append(printer->out, cell != 0 ? "true" : "false");
    return;
  case IRT_ENUM:
    g_assert(cell >= 0 && cell < model->enums[type->decl].member_count);
    g_string_append(printer->out, model->enums[type->decl].members[cell].name);
    return;
  case IRT_RESOURCE:
    if (cell < 0) {
      g_string_append(printer->out, "none");
    } else {
      g_string_append_printf(printer->out, "%s#%" G_GINT64_FORMAT, model->resources[type->decl].name, cell);
    }
    return;
  default:
    g_string_append_printf(printer->out, "%" G_GINT64_FORMAT, cell);
  }
}

static void print_value(const Printer *printer, const IrType *type, const int64_t *cells);

static void print_option(const Printer *printer, const IrType *type, const int64_t *cells) {
  if (cells[0] == 0) {
    g_string_append(printer->out, "none");
  } else if (type->elem->kind == IRT_OPTION && cells[1] == 0) {
    g_string_append(printer->out, "some(none)");
  } else {
    print_value(printer, type->elem, cells + 1);
  }
}

static void print_set(const Printer *printer, const IrType *type, const int64_t *cells) {
  g_autofree int64_t *elem = g_new0(int64_t, type->elem->cells + 1);
  const char *separator = "{";
  for (uint64_t rank = next_in_set(type, cells, 0); rank != UINT64_MAX; rank = next_in_set(type, cells, rank + 1)) {
    value_from_rank(type->elem, rank, elem);
    g_string_append(printer->out, separator);
    print_value(printer, type->elem, elem);
    separator = ", ";
  }
  g_string_append(printer->out, *separator == '{' ? "{}" : "}");
}

static void print_map(const Printer *printer, const IrType *type, const int64_t *cells) {
  const char *separator = "";
  g_string_append_c(printer->out, '{');
  for (uint64_t i = 0; i < type->key->count; i++) {
    if (!entry_shown(printer, type, i)) {
      continue;
    }
    int64_t key;
    value_from_rank(type->key, i, &key);
    g_string_append(printer->out, separator);
    print_scalar(printer, type->key, key);
    g_string_append(printer->out, ": ");
    print_value(printer, type->elem, cells + i * type->elem->cells);
    separator = ", ";
  }
  g_string_append_c(printer->out, '}');
}

static void print_value(const Printer *printer, const IrType *type, const int64_t *cells) {
  switch (type->kind) {
  case IRT_OPTION:
    print_option(printer, type, cells);
    return;
  case IRT_SET:
    print_set(printer, type, cells);
    return;
  case IRT_SEQ:
    g_string_append_c(printer->out, '[');
    for (int64_t i = 0; i < cells[0]; i++) {
      g_string_append(printer->out, i > 0 ? ", " : "");
      print_value(printer, type->elem, cells + 1 + (uint64_t)i * type->elem->cells);
    }
    g_string_append_c(printer->out, ']');
    return;
  case IRT_MAP:
    print_map(printer, type, cells);
    return;
  default:
    print_scalar(printer, type, cells[0]);
  }
}

void value_print_in(const IrModel *model, const int64_t *state, const IrType *type, const int64_t *cells,
                    GString *out) {
  Printer printer = {model, state, out};
  print_value(&printer, type, cells);
}

void value_print(const IrModel *model, const IrType *type, const int64_t *cells, GString *out) {
  value_print_in(model, NULL, type, cells, out);
}

/* ---------------------------------------------------------------- JSON */

static cJSON *json_value(const Printer *printer, const IrType *type, const int64_t *cells);

static cJSON *json_scalar(const Printer *printer, const IrType *type, int64_t cell) {
  if (type->kind == IRT_BOOL) {
    return cJSON_CreateBool(cell != 0);
  }
  if (type->kind == IRT_RESOURCE && cell < 0) {
    return cJSON_CreateNull();
  }
  const int64_t exact = INT64_C(1) << 53;
  if ((type->kind == IRT_INT || type->kind == IRT_RANGE) && cell >= -exact && cell <= exact) {
    return cJSON_CreateNumber((double)cell);
  }
  g_autoptr(GString) text = g_string_new(NULL);
  Printer inner = {printer->model, printer->state, text};
  print_scalar(&inner, type, cell);
  bool number = type->kind == IRT_INT || type->kind == IRT_RANGE;
  return number ? cJSON_CreateRaw(text->str) : cJSON_CreateString(text->str);
}

static cJSON *json_set(const Printer *printer, const IrType *type, const int64_t *cells) {
  g_autofree int64_t *elem = g_new0(int64_t, type->elem->cells + 1);
  cJSON *list = cJSON_CreateArray();
  for (uint64_t rank = next_in_set(type, cells, 0); rank != UINT64_MAX; rank = next_in_set(type, cells, rank + 1)) {
    value_from_rank(type->elem, rank, elem);
    cJSON_AddItemToArray(list, json_value(printer, type->elem, elem));
  }
  return list;
}

static cJSON *json_seq(const Printer *printer, const IrType *type, const int64_t *cells) {
  cJSON *list = cJSON_CreateArray();
  for (int64_t i = 0; i < cells[0]; i++) {
    cJSON_AddItemToArray(list, json_value(printer, type->elem, cells + 1 + (uint64_t)i * type->elem->cells));
  }
  return list;
}

static cJSON *json_map(const Printer *printer, const IrType *type, const int64_t *cells) {
  g_autoptr(GString) text = g_string_new(NULL);
  Printer inner = {printer->model, printer->state, text};
  cJSON *object = cJSON_CreateObject();
  for (uint64_t i = 0; i < type->key->count; i++) {
    if (!entry_shown(printer, type, i)) {
      continue;
    }
    int64_t key;
    value_from_rank(type->key, i, &key);
    g_string_truncate(text, 0);
    print_scalar(&inner, type->key, key);
    cJSON *entry = json_value(printer, type->elem, cells + i * type->elem->cells);
    cJSON_AddItemToObject(object, text->str, entry);
  }
  return object;
}

static cJSON *json_value(const Printer *printer, const IrType *type, const int64_t *cells) {
  switch (type->kind) {
  case IRT_OPTION:
    return cells[0] == 0 ? cJSON_CreateNull() : json_value(printer, type->elem, cells + 1);
  case IRT_SET:
    return json_set(printer, type, cells);
  case IRT_SEQ:
    return json_seq(printer, type, cells);
  case IRT_MAP:
    return json_map(printer, type, cells);
  default:
    return json_scalar(printer, type, cells[0]);
  }
}

cJSON *value_print_json_in(const IrModel *model, const int64_t *state, const IrType *type, const int64_t *cells) {
  Printer printer = {model, state, NULL};
  return json_value(&printer, type, cells);
}

cJSON *value_json(const IrModel *model, const IrType *type, const int64_t *cells) {
  return value_print_json_in(model, NULL, type, cells);
}
