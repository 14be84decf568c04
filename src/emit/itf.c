/* Writes one sequence as a trace in the Informal Trace Format. Takes firings, replays them on the machine, gives a
 * state for the start and one after each step: the vars, each pool as a map from the slots that exist to records of
 * state and fields, and how the state came about, under the names that Quint's tools and the viewers of ITF know
 * (`mbt::actionTaken`, `mbt::nondetPicks`: every parameter of the model, `None` where the action has no such one).
 * Source: Apalache's ADR 015. */
#include "emit/itf.h"

#include "ir/value.h"

typedef struct Itf {
  const IrModel *model;
  const int64_t *state;
  GPtrArray *picks; /* of const char *: names of parameters, each once */
} Itf;

/* ---------------------------------------------------------------- values */

static cJSON *itf_value(const Itf *itf, const IrType *type, const int64_t *cells);

static cJSON *tagged(const char *tag, cJSON *value) {
  cJSON *json = cJSON_CreateObject();
  cJSON_AddItemToObject(json, tag, value);
  return json;
}

static cJSON *variant(const char *tag, cJSON *value) {
  cJSON *json = cJSON_CreateObject();
  cJSON_AddStringToObject(json, "tag", tag);
  cJSON_AddItemToObject(json, "value", value ? value : tagged("#tup", cJSON_CreateArray()));
  return json;
}

static cJSON *scalar(const Itf *itf, const IrType *type, const int64_t *cells) {
  if (type->kind == IRT_BOOL)
    return cJSON_CreateBool(cells[0] != 0);
  g_autoptr(GString) text = g_string_new(NULL);
  value_print(itf->model, type, cells, text);
  if (type->kind == IRT_ENUM || type->kind == IRT_RESOURCE)
    return cJSON_CreateString(text->str);
  return tagged("#bigint", cJSON_CreateString(text->str));
}

static cJSON *set_value(const Itf *itf, const IrType *type, const int64_t *cells) {
  cJSON *list = cJSON_CreateArray();
  g_autofree int64_t *elem = g_new0(int64_t, type->elem->cells + 1);
  for (uint64_t rank = 0; rank < type->elem->count; rank++) {
    if (((uint64_t)cells[rank / 64] >> rank % 64 & 1) == 0)
      continue;
    value_from_rank(type->elem, rank, elem);
    cJSON_AddItemToArray(list, itf_value(itf, type->elem, elem));
  }
  return tagged("#set", list);
}

static bool key_exists(const Itf *itf, const IrType *key, uint64_t rank) {
  if (key->kind != IRT_RESOURCE)
    return true;
  const IrResource *pool = &itf->model->resources[key->decl];
  return itf->state[pool->cell + rank * pool->stride] != 0;
}

static cJSON *pair(cJSON *key, cJSON *value) {
  cJSON *json = cJSON_CreateArray();
  cJSON_AddItemToArray(json, key);
  cJSON_AddItemToArray(json, value);
  return json;
}

static cJSON *map_value(const Itf *itf, const IrType *type, const int64_t *cells) {
  cJSON *list = cJSON_CreateArray();
  for (uint64_t rank = 0; rank < type->key->count; rank++) {
    if (!key_exists(itf, type->key, rank))
      continue;
    int64_t key;
    value_from_rank(type->key, rank, &key);
    cJSON *value = itf_value(itf, type->elem, cells + rank * type->elem->cells);
    cJSON_AddItemToArray(list, pair(itf_value(itf, type->key, &key), value));
  }
  return tagged("#map", list);
}

static cJSON *seq_value(const Itf *itf, const IrType *type, const int64_t *cells) {
  cJSON *list = cJSON_CreateArray();
  for (int64_t i = 0; i < cells[0]; i++)
    cJSON_AddItemToArray(list, itf_value(itf, type->elem, cells + 1 + (size_t)i * type->elem->cells));
  return list;
}

static cJSON *itf_value(const Itf *itf, const IrType *type, const int64_t *cells) {
  switch (type->kind) {
  case IRT_OPTION:
    return cells[0] == 0 ? variant("None", NULL) : variant("Some", itf_value(itf, type->elem, cells + 1));
  case IRT_SET:
    return set_value(itf, type, cells);
  case IRT_SEQ:
    return seq_value(itf, type, cells);
  case IRT_MAP:
    return map_value(itf, type, cells);
  default:
    return scalar(itf, type, cells);
  }
}

/* ---------------------------------------------------------------- states */

static cJSON *slot_value(const Itf *itf, const IrResource *pool, const int64_t *slot) {
  cJSON *record = cJSON_CreateObject();
  cJSON_AddStringToObject(record, "state", pool->states[slot[0]].name);
  for (int f = 0; f < pool->field_count; f++) {
    const IrField *field = &pool->fields[f];
    cJSON_AddItemToObject(record, field->name, itf_value(itf, field->type, slot + field->offset));
  }
  return record;
}

static cJSON *pool_value(const Itf *itf, const IrResource *pool) {
  cJSON *list = cJSON_CreateArray();
  for (uint32_t s = 0; s < pool->slots; s++) {
    const int64_t *slot = itf->state + pool->cell + (size_t)s * pool->stride;
    if (slot[0] == 0)
      continue;
    g_autofree char *name = g_strdup_printf("%s#%u", pool->name, s);
    cJSON_AddItemToArray(list, pair(cJSON_CreateString(name), slot_value(itf, pool, slot)));
  }
  return tagged("#map", list);
}

static cJSON *picks_value(const Itf *itf, const IrFrame *frame, const int64_t *arguments) {
  cJSON *record = cJSON_CreateObject();
  for (guint i = 0; i < itf->picks->len; i++) {
    const char *name = g_ptr_array_index(itf->picks, i);
    const int64_t *cells = arguments;
    cJSON *value = NULL;
    for (int p = 0; p < frame->param_count; cells += frame->locals[p++].type->cells)
      if (g_str_equal(frame->locals[p].name, name))
        value = itf_value(itf, frame->locals[p].type, cells);
    cJSON_AddItemToObject(record, name, variant(value ? "Some" : "None", value));
  }
  return record;
}

static cJSON *state_value(const Itf *itf, guint index, const Firing *firing, const int64_t *arguments) {
  const IrModel *model = itf->model;
  bool start = firing->action < 0;
  cJSON *json = cJSON_CreateObject();
  cJSON *meta = cJSON_AddObjectToObject(json, "#meta");
  cJSON_AddNumberToObject(meta, "index", index);
  for (int v = 0; v < model->var_count; v++)
    cJSON_AddItemToObject(json, model->vars[v].name,
                          itf_value(itf, model->vars[v].type, itf->state + model->vars[v].cell));
  for (int r = 0; r < model->resource_count; r++)
    cJSON_AddItemToObject(json, model->resources[r].name, pool_value(itf, &model->resources[r]));
  const IrFrame *frame = start ? &model->inits[firing->outcome].frame : &model->actions[firing->action].frame;
  cJSON_AddStringToObject(json, "mbt::actionTaken", start ? "init" : model->actions[firing->action].name);
  cJSON_AddItemToObject(json, "mbt::nondetPicks", picks_value(itf, frame, arguments));
  cJSON_AddStringToObject(json, "mbt::outcome",
                          start ? model->inits[firing->outcome].name
                                : model->actions[firing->action].outcomes[firing->outcome].name);
  return json;
}

/* ---------------------------------------------------------------- the trace */

static void add_picks(GPtrArray *picks, GHashTable *known, const IrFrame *frame) {
  for (int p = 0; p < frame->param_count; p++)
    if (g_hash_table_add(known, (gpointer)frame->locals[p].name))
      g_ptr_array_add(picks, (gpointer)frame->locals[p].name);
}

static GPtrArray *all_picks(const IrModel *model) {
  GPtrArray *picks = g_ptr_array_new();
  g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
  for (int i = 0; i < model->init_count; i++)
    add_picks(picks, known, &model->inits[i].frame);
  for (int a = 0; a < model->action_count; a++)
    add_picks(picks, known, &model->actions[a].frame);
  return picks;
}

static cJSON *vars_value(const IrModel *model) {
  cJSON *vars = cJSON_CreateArray();
  for (int v = 0; v < model->var_count; v++)
    cJSON_AddItemToArray(vars, cJSON_CreateString(model->vars[v].name));
  for (int r = 0; r < model->resource_count; r++)
    cJSON_AddItemToArray(vars, cJSON_CreateString(model->resources[r].name));
  static const char *const own[] = {"mbt::actionTaken", "mbt::nondetPicks", "mbt::outcome"};
  for (size_t i = 0; i < G_N_ELEMENTS(own); i++)
    cJSON_AddItemToArray(vars, cJSON_CreateString(own[i]));
  return vars;
}

static void add_meta(cJSON *trace, const IrModel *model, const GArray *firings) {
  g_autofree char *text = suite_text(model, firings);
  cJSON *meta = cJSON_AddObjectToObject(trace, "#meta");
  cJSON_AddStringToObject(meta, "format", "ITF");
  cJSON_AddStringToObject(meta, "format-description", "https://apalache-mc.org/docs/adr/015adr-trace.html");
  cJSON_AddStringToObject(meta, "source", model->name);
  cJSON_AddStringToObject(meta, "description", text);
}

static void fire(const IrModel *model, Machine *machine, const Firing *firing, int64_t **arguments, int64_t **before,
                 int64_t **after) {
  bool start = firing->action < 0;
  const IrFrame *frame = start ? &model->inits[firing->outcome].frame : &model->actions[firing->action].frame;
  *arguments = g_renew(int64_t, *arguments, arguments_cells(frame) + 1);
  arguments_from_number(frame, firing->arguments, *arguments);
  Fired fired = start ? machine_start(machine, firing->outcome, *arguments, *after)
                      : machine_fire(machine, firing->action, firing->outcome, *arguments, *before, *after);
  g_assert(fired.result == FIRE_DONE);
  int64_t *passed = *before;
  *before = *after;
  *after = passed;
}

cJSON *itf_sequence(const Program *program, Machine *machine, const GArray *firings) {
  const IrModel *model = program_model(program);
  int64_t *before = g_new0(int64_t, model->state_cells + 1), *after = g_new0(int64_t, model->state_cells + 1);
  int64_t *arguments = NULL;
  Itf itf = {.model = model, .picks = all_picks(model)};
  cJSON *trace = cJSON_CreateObject();
  add_meta(trace, model, firings);
  cJSON_AddItemToObject(trace, "vars", vars_value(model));
  cJSON *states = cJSON_AddArrayToObject(trace, "states");
  for (guint i = 0; i < firings->len; i++) {
    const Firing *firing = &g_array_index(firings, Firing, i);
    fire(model, machine, firing, &arguments, &before, &after);
    itf.state = before;
    cJSON_AddItemToArray(states, state_value(&itf, i, firing, arguments));
  }
  g_ptr_array_unref(itf.picks);
  g_free(before);
  g_free(after);
  g_free(arguments);
  return trace;
}
