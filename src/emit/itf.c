/* Sequences in the Informal Trace Format: a state after each step, the vars of the model and its pools (a pool is a map
 * from slots to records of state and fields), besides what happened: `action_taken`, as viewers of such traces expect
 * it. */
#include "emit/itf.h"

#include <string.h>

#include "engine/sequence.h"
#include "ir/value.h"

/* The member that says what happened; marked where the model has a var of that name. */
static const char *action_name(const IrModel *model) {
  for (int v = 0; v < model->var_count; v++)
    if (strcmp(model->vars[v].name, "action_taken") == 0)
      return "action_taken#";
  return "action_taken";
}

static cJSON *wrapped(const char *name, cJSON *value) {
  cJSON *json = cJSON_CreateObject();
  cJSON_AddItemToObject(json, name, value);
  return json;
}

static cJSON *number(int64_t value) {
  g_autofree char *text = g_strdup_printf("%" G_GINT64_FORMAT, value);
  return wrapped("#bigint", cJSON_CreateString(text));
}

static cJSON *scalar_text(const IrModel *model, const IrType *type, const int64_t *cells) {
  g_autoptr(GString) text = g_string_new(NULL);
  value_print(model, type, cells, text);
  return cJSON_CreateString(text->str);
}

static cJSON *value(const IrModel *model, const int64_t *state, const IrType *type, const int64_t *cells);

static cJSON *set_items(const IrModel *model, const int64_t *state, const IrType *type, const int64_t *cells) {
  cJSON *items = cJSON_CreateArray();
  g_autofree int64_t *item = g_new0(int64_t, type->elem->cells);
  for (uint64_t rank = 0; rank < type->elem->count; rank++)
    if ((uint64_t)cells[rank / 64] >> (rank % 64) & 1) {
      value_from_rank(type->elem, rank, item);
      cJSON_AddItemToArray(items, value(model, state, type->elem, item));
    }
  return items;
}

/* An entry of a slot that does not exist is none. */
static bool is_absent(const IrModel *model, const int64_t *state, const IrType *type, const int64_t *key) {
  if (type->kind != IRT_RESOURCE)
    return false;
  const IrResource *resource = &model->resources[type->decl];
  return state[resource->cell + (uint64_t)key[0] * resource->stride] == 0;
}

static cJSON *map_items(const IrModel *model, const int64_t *state, const IrType *type, const int64_t *cells) {
  cJSON *items = cJSON_CreateArray();
  g_autofree int64_t *key = g_new0(int64_t, type->key->cells);
  for (uint64_t rank = 0; rank < type->key->count; rank++) {
    value_from_rank(type->key, rank, key);
    if (is_absent(model, state, type->key, key))
      continue;
    cJSON *pair = cJSON_CreateArray();
    cJSON_AddItemToArray(pair, value(model, state, type->key, key));
    cJSON_AddItemToArray(pair, value(model, state, type->elem, cells + rank * type->elem->cells));
    cJSON_AddItemToArray(items, pair);
  }
  return items;
}

/* An option is a record with a tag, as Apalache writes variants. */
static cJSON *option(const IrModel *model, const int64_t *state, const IrType *type, const int64_t *cells) {
  cJSON *json = cJSON_CreateObject();
  cJSON_AddStringToObject(json, "tag", cells[0] ? "Some" : "None");
  cJSON_AddItemToObject(json, "value",
                        cells[0] ? value(model, state, type->elem, cells + 1) : wrapped("#tup", cJSON_CreateArray()));
  return json;
}

static cJSON *value(const IrModel *model, const int64_t *state, const IrType *type, const int64_t *cells) {
  switch (type->kind) {
  case IRT_BOOL:
    return cJSON_CreateBool(cells[0] != 0);
  case IRT_INT:
  case IRT_RANGE:
    return number(cells[0]);
  case IRT_ENUM:
  case IRT_RESOURCE:
    return scalar_text(model, type, cells);
  case IRT_OPTION:
    return option(model, state, type, cells);
  case IRT_SET:
    return wrapped("#set", set_items(model, state, type, cells));
  case IRT_MAP:
    return wrapped("#map", map_items(model, state, type, cells));
  case IRT_SEQ: {
    cJSON *items = cJSON_CreateArray();
    for (int64_t i = 0; i < cells[0]; i++)
      cJSON_AddItemToArray(items, value(model, state, type->elem, cells + 1 + (uint64_t)i * type->elem->cells));
    return items;
  }
  }
  g_assert_not_reached();
}

/* The slots that exist. */
static cJSON *pool(const IrModel *model, const IrResource *resource, const int64_t *state) {
  cJSON *items = cJSON_CreateArray();
  for (uint32_t slot = 0; slot < resource->slots; slot++) {
    const int64_t *cells = state + resource->cell + slot * resource->stride;
    if (cells[0] == 0)
      continue;
    g_autofree char *name = g_strdup_printf("%s#%u", resource->name, slot);
    cJSON *record = cJSON_CreateObject(), *pair = cJSON_CreateArray();
    cJSON_AddStringToObject(record, "state", resource->states[cells[0]].name);
    for (int f = 0; f < resource->field_count; f++)
      cJSON_AddItemToObject(record, resource->fields[f].name,
                            value(model, state, resource->fields[f].type, cells + resource->fields[f].offset));
    cJSON_AddItemToArray(pair, cJSON_CreateString(name));
    cJSON_AddItemToArray(pair, record);
    cJSON_AddItemToArray(items, pair);
  }
  return wrapped("#map", items);
}

/* A pool beside a var of the same name is told apart by a mark. */
static char *pool_name(const IrModel *model, const IrResource *resource) {
  for (int v = 0; v < model->var_count; v++)
    if (strcmp(model->vars[v].name, resource->name) == 0)
      return g_strdup_printf("%s_slots", resource->name);
  return g_strdup(resource->name);
}

static cJSON *state_of(const IrModel *model, const int64_t *cells, guint index, const char *action) {
  cJSON *json = cJSON_CreateObject();
  cJSON_AddNumberToObject(cJSON_AddObjectToObject(json, "#meta"), "index", index);
  cJSON_AddStringToObject(json, action_name(model), action);
  for (int v = 0; v < model->var_count; v++)
    cJSON_AddItemToObject(json, model->vars[v].name,
                          value(model, cells, model->vars[v].type, cells + model->vars[v].cell));
  for (int r = 0; r < model->resource_count; r++) {
    g_autofree char *name = pool_name(model, &model->resources[r]);
    cJSON_AddItemToObject(json, name, pool(model, &model->resources[r], cells));
  }
  return json;
}

static cJSON *names(const IrModel *model) {
  cJSON *array = cJSON_CreateArray();
  cJSON_AddItemToArray(array, cJSON_CreateString(action_name(model)));
  for (int v = 0; v < model->var_count; v++)
    cJSON_AddItemToArray(array, cJSON_CreateString(model->vars[v].name));
  for (int r = 0; r < model->resource_count; r++) {
    g_autofree char *name = pool_name(model, &model->resources[r]);
    cJSON_AddItemToArray(array, cJSON_CreateString(name));
  }
  return array;
}

static void take(Machine *machine, const IrModel *model, const Firing *firing, int64_t **before, int64_t **after) {
  bool init = firing->action < 0;
  const IrFrame *frame = init ? &model->inits[firing->outcome].frame : &model->actions[firing->action].frame;
  g_autofree int64_t *arguments = g_new0(int64_t, arguments_cells(frame) + 1);
  arguments_from_number(frame, firing->arguments, arguments);
  Fired fired = init ? machine_start(machine, firing->outcome, arguments, *after)
                     : machine_fire(machine, firing->action, firing->outcome, arguments, *before, *after);
  g_assert(fired.result == FIRE_DONE);
  int64_t *swap = *before;
  *before = *after;
  *after = swap;
}

cJSON *itf_sequence(const Program *program, Machine *machine, const GArray *firings) {
  const IrModel *model = program_model(program);
  int64_t *before = g_new0(int64_t, model->state_cells + 1), *after = g_new0(int64_t, model->state_cells + 1);
  cJSON *json = cJSON_CreateObject(), *meta = cJSON_AddObjectToObject(json, "#meta");
  cJSON_AddStringToObject(meta, "format", "ITF");
  cJSON_AddStringToObject(meta, "format-description", "https://apalache.informal.systems/docs/adr/015adr-trace.html");
  cJSON_AddStringToObject(meta, "source", model->name);
  cJSON_AddItemToObject(json, "vars", names(model));
  cJSON *states = cJSON_AddArrayToObject(json, "states");
  for (guint i = 0; i < firings->len; i++) {
    const Firing *firing = &g_array_index(firings, Firing, i);
    g_autoptr(GString) action = g_string_new(NULL);
    sequence_print_firing(model, firing, false, action);
    take(machine, model, firing, &before, &after);
    cJSON_AddItemToArray(states, state_of(model, before, i, action->str));
  }
  g_free(before);
  g_free(after);
  return json;
}
