/* Tables behind a generated model's functions: which function serves which action, what a taken slot's map entries
 * become, where slots are referred to, and the SeqModel with the four functions by which the runtime asks it. */
#include <string.h>

#include "emit/c_tables.h"

#include "emit/c_describe.h"

static uint32_t largest_value(CWriter *w) {
  uint32_t most = 1;
  for (guint i = 0; i < w->types->len; i++)
    most = MAX(most, ((const IrType *)g_ptr_array_index(w->types, i))->cells);
  return most;
}

static void put_cells(CWriter *w, const char *head, const int64_t *cells, uint32_t count) {
  GString *row = g_string_new(NULL);
  for (uint32_t i = 0; i < count; i++)
    g_string_append_printf(row, "%s%s", i > 0 ? ", " : "", c_number(w, cells[i]));
  c_line(w, "%s = {%s};", head, count > 0 ? row->str : "0");
  g_string_free(row, TRUE);
}

static void put_entries(CWriter *w) {
  const IrModel *model = w->model;
  for (int i = 0; i < model->entry_count; i++) {
    const IrEntry *entry = &model->entries[i];
    put_cells(w, c_text(w, "static const int64_t seq_initial_%d[]", i), entry->initial, entry->cells);
    if (entry->guard_count == 0)
      continue;
    c_open(w, "static const SeqGuard seq_guards_%d[] =", i);
    for (int k = 0; k < entry->guard_count; k++)
      c_line(w, "{%u, %s},", entry->guards[k].cell, c_number(w, entry->guards[k].above));
    w->indent--;
    c_line(w, "};");
  }
  if (model->entry_count == 0)
    return;
  c_open(w, "static const SeqEntry seq_entries[] =");
  for (int i = 0; i < model->entry_count; i++) {
    const IrEntry *entry = &model->entries[i];
    c_line(w, "{%d, %u, %u, %u, seq_initial_%d, %s, %d},", entry->resource, entry->cell, entry->stride, entry->cells, i,
           entry->guard_count > 0 ? c_text(w, "seq_guards_%d", i) : "NULL", entry->guard_count);
  }
  w->indent--;
  c_line(w, "};");
}

/* Every place that holds slots: vars, then the fields of each slot. Gives how many. */
static int put_refs(CWriter *w) {
  const IrModel *model = w->model;
  GString *rows = g_string_new(NULL);
  int count = 0;
  for (int i = 0; i < model->var_count; i++) {
    if (!model->vars[i].type->has_slots)
      continue;
    g_string_append_printf(rows, "  {%s, %u, -1},\n", c_type(w, model->vars[i].type), model->vars[i].cell);
    count++;
  }
  for (int r = 0; r < model->resource_count; r++) {
    const IrResource *pool = &model->resources[r];
    for (uint32_t slot = 0; slot < pool->slots; slot++) {
      for (int f = 0; f < pool->field_count; f++) {
        uint32_t cell = pool->cell + slot * pool->stride;
        if (!pool->fields[f].type->has_slots)
          continue;
        g_string_append_printf(rows, "  {%s, %u, %u},\n", c_type(w, pool->fields[f].type),
                               cell + pool->fields[f].offset, cell);
        count++;
      }
    }
  }
  if (count > 0)
    g_string_append_printf(w->out, "static const SeqRef seq_refs[] = {\n%s};\n", rows->str);
  g_string_free(rows, TRUE);
  return count;
}

static void put_blank(CWriter *w) {
  const IrModel *model = w->model;
  int64_t *blank = g_new0(int64_t, model->state_cells + 1);
  for (int i = 0; i < model->var_count; i++)
    memcpy(blank + model->vars[i].cell, model->vars[i].initial, sizeof *blank * model->vars[i].type->cells);
  put_cells(w, "static const int64_t seq_blank[]", blank, MAX(model->state_cells, 1));
  g_free(blank);
}

void c_tables_code(CWriter *w) {
  const IrModel *model = w->model;
  uint32_t slots = 0;
  for (int i = 0; i < model->resource_count; i++)
    slots += model->resources[i].slots;
  put_entries(w);
  int refs = put_refs(w);
  put_blank(w);
  c_line(w, "static const int64_t seq_zeros[%u] = {0};", largest_value(w));
  c_open(w, "static const SeqActionCode seq_action_codes[] =");
  for (int i = 0; i < model->action_count; i++)
    c_line(w, "{offers_%s, effect_%s},", model->actions[i].name, model->actions[i].name);
  c_line(w, "{NULL, NULL},");
  w->indent--;
  c_line(w, "};");
  c_open(w, "static const SeqActionCode seq_init_codes[] =");
  for (int i = 0; i < model->init_count; i++)
    c_line(w, "{offers_init_%s, effect_init_%s},", model->inits[i].name, model->inits[i].name);
  w->indent--;
  c_line(w, "};");
  g_string_append_printf(w->out,
                         "static const SeqCode seq_code = {\n"
                         "    .actions = seq_action_codes,\n    .inits = seq_init_codes,\n%s%s"
                         "    .blank = seq_blank,\n    .zeros = seq_zeros,\n    .slots = %u,\n};\n\n",
                         model->entry_count > 0
                             ? c_text(w, "    .entries = seq_entries,\n    .entry_count = %d,\n", model->entry_count)
                             : "",
                         refs > 0 ? c_text(w, "    .refs = seq_refs,\n    .ref_count = %d,\n", refs) : "", slots);
}

static void put_observed(CWriter *w) {
  const IrModel *model = w->model;
  const char *prefix = c_names_prefix(w->names);
  GString *out = w->out;
  g_string_append(out, "static inline bool model_observed(int observe, const int64_t *state, int64_t *ret_cells) {\n");
  if (model->observe_count == 0) {
    g_string_append(out, "  (void)observe;\n  (void)state;\n  (void)ret_cells;\n  return false;\n}\n\n");
    return;
  }
  g_string_append_printf(out,
                         "  SeqEval m = {.model = &%s_model, .code = &seq_code, .old = state};\n"
                         "  memset(ret_cells, 0, sizeof *ret_cells * seq_observes[observe].type->cells);\n"
                         "  switch (observe) {\n",
                         prefix);
  for (int i = 0; i < model->observe_count; i++)
    g_string_append_printf(out, "  case %d:\n    observe_%s(&m, state, ret_cells);\n    break;\n", i,
                           model->observes[i].name);
  g_string_append(out, "  default:\n    return false;\n  }\n  return !m.fault;\n}\n\n");
}

/* The four functions that a SeqModel gives. */
static void put_doors(CWriter *w) {
  const IrModel *model = w->model;
  const char *prefix = c_names_prefix(w->names);
  uint32_t slots = 1, largest = largest_value(w);
  for (int i = 0; i < model->resource_count; i++)
    slots += model->resources[i].slots;
  const char *room = c_text(w,
                            "  unsigned char freed[%u] = {0};\n  int64_t spare[%u] = {0};\n"
                            "  SeqEval m = {.model = &%s_model, .code = &seq_code, .news = ret_news, .freed = freed, "
                            ".spare = spare};\n",
                            slots, largest, prefix);
  GString *out = w->out;
  g_string_append_printf(out, "static const SeqModel %s_model;\n\n", prefix);
  g_string_append_printf(out,
                         "static inline SeqFire model_start(int init, const int64_t *arguments, int64_t *ret_state, "
                         "SeqNews *ret_news) {\n%s  return seq_start(&m, init, arguments, ret_state);\n}\n\n",
                         room);
  g_string_append_printf(out,
                         "static inline SeqFire model_fire(int action, int outcome, const int64_t *arguments,\n"
                         "    const int64_t *state, int64_t *ret_state, SeqNews *ret_news) {\n%s"
                         "  return seq_fire(&m, action, outcome, arguments, state, ret_state);\n}\n\n",
                         room);
  g_string_append_printf(out,
                         "static inline bool model_returned(int action, int outcome, const int64_t *arguments,\n"
                         "    const int64_t *state, int64_t *ret_cells) {\n"
                         "  int64_t after[%u];\n  SeqNews news;\n  SeqNews *const ret_news = &news;\n%s"
                         "  return seq_value_of(&m, action, outcome, arguments, state, after, ret_cells);\n}\n\n",
                         MAX(model->state_cells, 1), room);
  put_observed(w);
}

static void put_model(CWriter *w) {
  const IrModel *model = w->model;
  const char *prefix = c_names_prefix(w->names);
  g_autofree char *base = g_path_get_basename(source_name(model->source));
  g_string_append_printf(w->out, "static const SeqModel %s_model = {\n    .name = %s,\n    .source = %s,\n", prefix,
                         c_string(w, model->name, strlen(model->name)), c_string(w, base, strlen(base)));
  g_string_append_printf(w->out, "    .state_cells = %u,\n    .actions = seq_actions,\n    .action_count = %d,\n",
                         model->state_cells, model->action_count);
  g_string_append_printf(w->out, "    .inits = seq_inits,\n    .init_count = %d,\n", model->init_count);
  g_string_append_printf(w->out, "    .resources = seq_resources,\n    .resource_count = %d,\n", model->resource_count);
  if (model->var_count > 0)
    g_string_append_printf(w->out, "    .vars = seq_vars,\n    .var_count = %d,\n", model->var_count);
  if (model->observe_count > 0)
    g_string_append_printf(w->out, "    .observes = seq_observes,\n    .observe_count = %d,\n", model->observe_count);
  g_string_append(w->out, "    .start = model_start,\n    .fire = model_fire,\n    .returned = model_returned,\n"
                          "    .observed = model_observed,\n};\n");
}

void c_tables_model(CWriter *w) {
  put_doors(w);
  put_model(w);
}
