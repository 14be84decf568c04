/* States as text and JSON: vars, then the slots that exist with their fields. Takes cells, appends to the caller's
 * string or gives a cJSON tree. */
#include "ir/value.h"

void state_print(const IrModel *model, const int64_t *cells, GString *out) {
  for (int i = 0; i < model->var_count; i++) {
    g_string_append_printf(out, "%s = ", model->vars[i].name);
    value_print_in(model, cells, model->vars[i].type, cells + model->vars[i].cell, out);
    g_string_append_c(out, '\n');
  }
  for (int r = 0; r < model->resource_count; r++) {
    const IrResource *pool = &model->resources[r];
    for (uint32_t slot = 0; slot < pool->slots; slot++) {
      const int64_t *at = cells + pool->cell + slot * pool->stride;
      if (at[0] == 0) {
        continue;
      }
      g_string_append_printf(out, "%s#%u %s", pool->name, slot, pool->states[at[0]].name);
      for (int f = 0; f < pool->field_count; f++) {
        g_string_append_printf(out, "%s %s ", f > 0 ? "," : "", pool->fields[f].name);
        value_print_in(model, cells, pool->fields[f].type, at + pool->fields[f].offset, out);
      }
      g_string_append_c(out, '\n');
    }
  }
}

cJSON *state_json(const IrModel *model, const int64_t *cells) {
  g_autoptr(GString) name = g_string_new(NULL);
  cJSON *object = cJSON_CreateObject();
  for (int i = 0; i < model->var_count; i++) {
    cJSON_AddItemToObject(object, model->vars[i].name,
                          value_print_json_in(model, cells, model->vars[i].type, cells + model->vars[i].cell));
  }
  for (int r = 0; r < model->resource_count; r++) {
    const IrResource *pool = &model->resources[r];
    for (uint32_t slot = 0; slot < pool->slots; slot++) {
      const int64_t *at = cells + pool->cell + slot * pool->stride;
      if (at[0] == 0) {
        continue;
      }
      cJSON *fields = cJSON_CreateObject();
      cJSON_AddStringToObject(fields, "state", pool->states[at[0]].name);
      for (int f = 0; f < pool->field_count; f++) {
        cJSON_AddItemToObject(fields, pool->fields[f].name,
                              value_print_json_in(model, cells, pool->fields[f].type, at + pool->fields[f].offset));
      }
      g_string_printf(name, "%s#%u", pool->name, slot);
      cJSON_AddItemToObject(object, name->str, fields);
    }
  }
  return object;
}
