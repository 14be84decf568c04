/* Types of a user's adapter. A range is an int64_t, an enum an enum, a resource a handle of the user's own; options,
 * sets, seqs and maps are small structs with a name that says what they hold. Two that hold as much have one struct; a
 * second of the same name that holds more gets a number. */
#include "emit/c_types.h"

#include <string.h>

typedef struct CStruct {
  char *signature; /* what it holds, and how much */
  const char *name;
  const IrType *type;
} CStruct;

struct CTypes {
  CWriter *w;
  GPtrArray *structs;     /* of CStruct *, parts before wholes */
  GPtrArray *gets, *puts; /* of IrType *: conversions that are called, parts before wholes */
  bool *handles;          /* by resource: is a slot turned into a handle? */
};

static void struct_free(gpointer data) {
  CStruct *one = data;
  g_free(one->signature);
  g_free(one);
}

CTypes *c_types_new(CWriter *w) {
  CTypes *types = g_new0(CTypes, 1);
  types->w = w;
  types->structs = g_ptr_array_new_with_free_func(struct_free);
  types->gets = g_ptr_array_new();
  types->puts = g_ptr_array_new();
  types->handles = g_new0(bool, w->model->resource_count + 1);
  return types;
}

void c_types_free(CTypes *types) {
  if (!types)
    return;
  g_ptr_array_unref(types->structs);
  g_ptr_array_unref(types->gets);
  g_ptr_array_unref(types->puts);
  g_free(types->handles);
  g_free(types);
}

/* ---------------------------------------------------------------- names */

static void append_signature(CTypes *types, const IrType *type, GString *out) {
  switch (type->kind) {
  case IRT_OPTION:
    g_string_append(out, "optional ");
    break;
  case IRT_SET:
    g_string_append_printf(out, "set %" G_GUINT64_FORMAT " ", type->elem->count);
    break;
  case IRT_SEQ:
    g_string_append_printf(out, "seq %u ", type->length);
    break;
  case IRT_MAP:
    append_signature(types, type->key, out);
    g_string_append_printf(out, " map %" G_GUINT64_FORMAT " ", type->key->count);
    break;
  default:
    g_string_append(out, c_names_word(types->w->names, type));
    return;
  }
  append_signature(types, type->elem, out);
}

static bool name_is_taken(const CTypes *types, const char *name) {
  for (guint i = 0; i < types->structs->len; i++)
    if (strcmp(((const CStruct *)g_ptr_array_index(types->structs, i))->name, name) == 0)
      return true;
  return false;
}

static const char *struct_name(CTypes *types, const IrType *type) {
  g_autoptr(GString) signature = g_string_new(NULL);
  append_signature(types, type, signature);
  for (guint i = 0; i < types->structs->len; i++) {
    const CStruct *known = g_ptr_array_index(types->structs, i);
    if (strcmp(known->signature, signature->str) == 0)
      return known->name;
  }
  if (type->key)
    c_types_name(types, type->key);
  c_types_name(types, type->elem);
  const char *stem = c_names_struct(types->w->names, c_names_word(types->w->names, type)), *name = stem;
  for (int number = 2; name_is_taken(types, name); number++)
    name = c_text(types->w, "%s%d", stem, number);
  CStruct *fresh = g_new(CStruct, 1);
  *fresh = (CStruct){g_strdup(signature->str), name, type};
  g_ptr_array_add(types->structs, fresh);
  return name;
}

const char *c_types_name(CTypes *types, const IrType *type) {
  switch (type->kind) {
  case IRT_BOOL:
    return "bool";
  case IRT_INT:
  case IRT_RANGE:
    return "int64_t";
  case IRT_ENUM:
    return c_names_enum(types->w->names, type->decl);
  case IRT_RESOURCE:
    return c_names_handle(types->w->names, type->decl);
  default:
    return struct_name(types, type);
  }
}

bool c_types_by_pointer(const IrType *type) {
  return !c_is_scalar(type) && !(type->kind == IRT_OPTION && c_is_scalar(type->elem));
}

/* ---------------------------------------------------------------- declarations */

/* Compilers need not take string literals of more than 4,095 characters. */
#define STRING_MOST 4000

static void declare_long_wires(CWriter *w, const IrEnum *of) {
  for (int i = 0; i < of->member_count; i++) {
    const IrMember *member = &of->members[i];
    if (member->wire_length <= STRING_MOST)
      continue;
    g_string_append_printf(w->out, "static const char wire_%s_%s[] = {", of->name, member->name);
    for (size_t k = 0; k < member->wire_length; k++)
      g_string_append_printf(w->out, "%s%d,", k % 24 == 0 ? "\n    " : "", (int)(signed char)member->wire[k]);
    g_string_append(w->out, " 0};\n\n");
  }
}

static void declare_enum(CTypes *types, int number) {
  CWriter *w = types->w;
  const IrEnum *of = &w->model->enums[number];
  const char *name = c_names_enum(w->names, number);
  g_string_append_printf(w->out, "typedef enum %s {\n", name);
  for (int i = 0; i < of->member_count; i++)
    g_string_append_printf(w->out, "  %s,\n", c_names_member(w->names, number, i));
  g_string_append_printf(w->out, "} %s;\n#define %s %d\n\n", name, c_names_member(w->names, number, of->member_count),
                         of->member_count);
  declare_long_wires(w, of);
  g_string_append_printf(w->out,
                         "/* The value that the model gives a member to send. */\n"
                         "static inline const char *%s(%s member) {\n  static const char *const values[] = {",
                         c_names_wire(w->names, number), name);
  for (int i = 0; i < of->member_count; i++)
    g_string_append_printf(w->out, "%s%s", i > 0 ? ", " : "",
                           of->members[i].wire_length > STRING_MOST
                               ? c_text(w, "wire_%s_%s", of->name, of->members[i].name)
                               : c_string(w, of->members[i].wire, of->members[i].wire_length));
  g_string_append(w->out, "};\n  return values[member];\n}\n\n");
}

static void declare_handle(CTypes *types, int resource) {
  CWriter *w = types->w;
  const char *name = c_names_handle(w->names, resource);
  g_string_append_printf(
      w->out,
      "/* What your code calls a %s: set whichever you need, both are compared to know it again. */\n"
      "typedef struct %s {\n  uint64_t id;\n  void *pointer;\n} %s;\n\n",
      w->model->resources[resource].name, name, name);
}

static void declare_struct(CTypes *types, const CStruct *one) {
  GString *out = types->w->out;
  const IrType *type = one->type;
  const char *elem = c_types_name(types, type->elem);
  g_string_append_printf(out, "typedef struct %s {\n", one->name);
  switch (type->kind) {
  case IRT_OPTION:
    g_string_append_printf(out, "  bool some;\n  %s value; /* where some */\n", elem);
    break;
  case IRT_SET:
    g_string_append_printf(out, "  size_t count;\n  %s items[%" G_GUINT64_FORMAT "]; /* in any order */\n", elem,
                           MAX(type->elem->count, 1));
    break;
  case IRT_SEQ:
    g_string_append_printf(out, "  size_t count;\n  %s items[%u];\n", elem, MAX(type->length, 1));
    break;
  default:
    if (type->key->kind == IRT_RESOURCE)
      g_string_append_printf(out, "  size_t count;\n  %s keys[%" G_GUINT64_FORMAT "]; /* of those that exist */\n",
                             c_types_name(types, type->key), MAX(type->key->count, 1));
    g_string_append_printf(out, "  %s values[%" G_GUINT64_FORMAT "]; /* in the order of the keys */\n", elem,
                           MAX(type->key->count, 1));
  }
  g_string_append_printf(out, "} %s;\n\n", one->name);
}

void c_types_declare(CTypes *types) {
  const IrModel *model = types->w->model;
  for (int i = 0; i < model->enum_count; i++)
    declare_enum(types, i);
  for (int i = 0; i < model->resource_count; i++)
    declare_handle(types, i);
  for (guint i = 0; i < types->structs->len; i++)
    declare_struct(types, g_ptr_array_index(types->structs, i));
}

/* ---------------------------------------------------------------- conversions */

/* The number of a conversion, which is that of the type's description. Asks for those of the parts too. */
static const char *conversion(CTypes *types, GPtrArray *list, const IrType *type) {
  const char *number = c_type(types->w, type) + strlen("&type_");
  for (guint i = 0; i < list->len; i++)
    if (strcmp(c_type(types->w, g_ptr_array_index(list, i)) + strlen("&type_"), number) == 0)
      return number;
  if (!c_is_scalar(type->elem))
    conversion(types, list, type->elem);
  if (list == types->gets) {
    for (const IrType *part = type->elem; part; part = part->elem)
      if (part->kind == IRT_RESOURCE)
        types->handles[part->decl] = true;
    if (type->key && type->key->kind == IRT_RESOURCE)
      types->handles[type->key->decl] = true;
  }
  g_ptr_array_add(list, (gpointer)(intptr_t)type);
  return number;
}

static const char *get_scalar(CTypes *types, const IrType *type, const char *cell) {
  CWriter *w = types->w;
  switch (type->kind) {
  case IRT_BOOL:
    return c_text(w, "%s != 0", cell);
  case IRT_ENUM:
    return c_text(w, "(%s)%s", c_types_name(types, type), cell);
  case IRT_RESOURCE:
    types->handles[type->decl] = true;
    return c_text(w, "handle_%s(run, %s)", w->model->resources[type->decl].name, cell);
  default:
    return cell;
  }
}

const char *c_types_get(CTypes *types, const IrType *type, const char *cells) {
  if (c_is_scalar(type))
    return get_scalar(types, type, c_first(types->w, cells).text);
  return c_text(types->w, "get_%s(run, %s)", conversion(types, types->gets, type), cells);
}

static const char *put_scalar(CTypes *types, const IrType *type, const char *value) {
  CWriter *w = types->w;
  switch (type->kind) {
  case IRT_BOOL:
    return c_text(w, "%s ? 1 : 0", value);
  case IRT_INT:
    return value;
  case IRT_RESOURCE:
    return c_text(w, "seq_slot_of(run, RESOURCE_%s, (SeqHandle){%s.id, %s.pointer})",
                  w->model->resources[type->decl].name, value, value);
  default:
    return c_text(w, "seq_range_checked(run, %s, (int64_t)%s)", c_type(w, type), value);
  }
}

void c_types_put(CTypes *types, const IrType *type, const char *value, const char *to) {
  if (c_is_scalar(type))
    c_line(types->w, "%s[0] = %s;", to, put_scalar(types, type, value));
  else
    c_line(types->w, "put_%s(run, &%s, %s);", conversion(types, types->puts, type), value, to);
}

/* ---------------------------------------------------------------- cells to values */

static void write_get(CTypes *types, const IrType *type) {
  CWriter *w = types->w;
  const char *name = c_types_name(types, type), *number = c_type(w, type) + strlen("&type_");
  const IrType *elem = type->elem;
  c_line(w, "/* %s */", type->text);
  c_open(w, "static %s get_%s(SeqRun *run, const int64_t *cells)", name, number);
  c_line(w, "%s value = {0};", name);
  switch (type->kind) {
  case IRT_OPTION:
    c_line(w, "value.some = cells[0] != 0;");
    c_line(w, "if (value.some)");
    c_line(w, "  value.value = %s;", c_types_get(types, elem, "(cells + 1)"));
    break;
  case IRT_SET:
    c_open(w, "for (int64_t r = ops_set_next(cells, %u, 0); r >= 0; r = ops_set_next(cells, %u, r + 1))", type->cells,
           type->cells);
    c_line(w, "int64_t element[%u];", MAX(elem->cells, 1));
    c_line(w, "seq_from_rank(%s, (uint64_t)r, element);", c_type(w, elem));
    c_line(w, "value.items[value.count++] = %s;", c_types_get(types, elem, "element"));
    c_close(w);
    break;
  case IRT_SEQ:
    c_open(w, "for (int64_t i = 0; i < cells[0]; i++)");
    c_line(w, "const int64_t *const item = cells + 1 + i * %u;", elem->cells);
    c_line(w, "value.items[value.count++] = %s;", c_types_get(types, elem, "item"));
    c_close(w);
    break;
  default:
    c_open(w, "for (int64_t i = 0; i < %" G_GUINT64_FORMAT "; i++)", type->key->count);
    c_line(w, "const int64_t *const entry = cells + i * %u;", elem->cells);
    if (type->key->kind == IRT_RESOURCE) {
      c_line(w, "if (*seq_slot(%s, run->state, i) == 0)", c_pool(w, type->key->decl));
      c_line(w, "  continue;");
      c_line(w, "value.keys[value.count] = handle_%s(run, i);", w->model->resources[type->key->decl].name);
      c_line(w, "value.values[value.count++] = %s;", c_types_get(types, elem, "entry"));
    } else {
      c_line(w, "value.values[i] = %s;", c_types_get(types, elem, "entry"));
    }
    c_close(w);
  }
  c_line(w, "(void)run;");
  c_line(w, "return value;");
  c_close(w);
  g_string_append_c(w->out, '\n');
}

/* ---------------------------------------------------------------- values to cells */

static void write_put_map(CTypes *types, const IrType *type) {
  CWriter *w = types->w;
  const IrType *elem = type->elem;
  if (type->key->kind != IRT_RESOURCE) {
    c_open(w, "for (size_t i = 0; i < %" G_GUINT64_FORMAT "; i++)", type->key->count);
    c_line(w, "int64_t *const entry = cells + i * %u;", elem->cells);
    c_types_put(types, elem, "value->values[i]", "entry");
    c_close(w);
    return;
  }
  const char *pool = w->model->resources[type->key->decl].name;
  c_line(w, "bool seen[%" G_GUINT64_FORMAT "] = {false};", MAX(type->key->count, 1));
  c_open(w, "for (size_t i = 0; i < value->count && i < %" G_GUINT64_FORMAT "; i++)", type->key->count);
  c_line(w, "const int64_t slot = %s;", put_scalar(types, type->key, "value->keys[i]"));
  c_line(w, "int64_t *const entry = cells + slot * %u;", elem->cells);
  c_line(w, "seen[slot] = true;");
  c_types_put(types, elem, "value->values[i]", "entry");
  c_close(w);
  c_line(w, "seq_map_complete(run, RESOURCE_%s, seen);", pool);
}

/* Items one by one: in a set each into its bit, in a seq behind one another. */
static void write_put_items(CTypes *types, const IrType *type) {
  CWriter *w = types->w;
  bool is_set = type->kind == IRT_SET;
  uint64_t most = is_set ? type->elem->count : type->length;
  c_open(w, "if (value->count > %" G_GUINT64_FORMAT ")", most);
  c_line(w, "seq_too_many(run, %s, value->count);", c_type(w, type));
  c_line(w, "return;");
  c_close(w);
  if (!is_set)
    c_line(w, "cells[0] = (int64_t)value->count;");
  c_open(w, "for (size_t i = 0; i < value->count; i++)");
  if (is_set)
    c_line(w, "int64_t element[%u] = {0};", MAX(type->elem->cells, 1));
  else
    c_line(w, "int64_t *const element = cells + 1 + i * %u;", type->elem->cells);
  c_types_put(types, type->elem, "value->items[i]", "element");
  if (is_set)
    c_line(w, "seq_set_put(run, %s, cells, element);", c_type(w, type));
  c_close(w);
}

static void write_put(CTypes *types, const IrType *type) {
  CWriter *w = types->w;
  c_line(w, "/* %s */", type->text);
  c_open(w, "static void put_%s(SeqRun *run, const %s *value, int64_t *cells)", c_type(w, type) + strlen("&type_"),
         c_types_name(types, type));
  switch (type->kind) {
  case IRT_OPTION:
    c_line(w, "cells[0] = value->some ? 1 : 0;");
    c_open(w, "if (value->some)");
    c_types_put(types, type->elem, "value->value", "(cells + 1)");
    c_close(w);
    break;
  case IRT_MAP:
    write_put_map(types, type);
    break;
  default:
    write_put_items(types, type);
  }
  c_line(w, "(void)run;");
  c_close(w);
  g_string_append_c(w->out, '\n');
}

void c_types_write_conversions(CTypes *types) {
  CWriter *w = types->w;
  for (int i = 0; i < w->model->resource_count; i++) {
    if (!types->handles[i])
      continue;
    const char *name = c_names_handle(w->names, i), *pool = w->model->resources[i].name;
    c_open(w, "static %s handle_%s(SeqRun *run, int64_t slot)", name, pool);
    c_line(w, "const SeqHandle handle = seq_handle_of(run, RESOURCE_%s, slot);", pool);
    c_line(w, "return (%s){handle.id, handle.pointer};", name);
    c_close(w);
    g_string_append_c(w->out, '\n');
  }
  for (guint i = 0; i < types->gets->len; i++)
    write_get(types, g_ptr_array_index(types->gets, i));
  for (guint i = 0; i < types->puts->len; i++)
    write_put(types, g_ptr_array_index(types->puts, i));
}
