/* Tables of a generated model. Takes the model and the types that its code asked for, gives static arrays of the
 * structs of the runtime's model.h. */
#include "emit/c_describe.h"

#include <string.h>

const char *c_string(CWriter *w, const char *text, size_t length) {
  GString *out = g_string_new("\"");
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)text[i];
    if (c == '"' || c == '\\' || c == '?')
      g_string_append_printf(out, "\\%c", c);
    else if (c == '\n')
      g_string_append(out, "\\n");
    else if (c < 0x20 || c == 0x7f)
      g_string_append_printf(out, "\\%03o", c);
    else
      g_string_append_c(out, (char)c);
  }
  g_string_append_c(out, '"');
  const char *kept = c_text(w, "%s", out->str);
  g_string_free(out, TRUE);
  return kept;
}

static const char *string(CWriter *w, const char *text) {
  return c_string(w, text, strlen(text));
}

const char *c_place(CWriter *w, Span span) {
  int line, column;
  source_locate(w->model->source, span.start, &line, &column);
  g_autofree char *base = g_path_get_basename(source_name(w->model->source));
  g_autofree char *place = g_strdup_printf("%s:%d", base, line);
  return string(w, place);
}

/* Nothing in a text may end the comment that it stands in, begin another or go on to the next line. */
static void tame(char *text) {
  for (char *at = text; *at; at++)
    if ((unsigned char)*at < 0x20 || *at == '\\' || (at[0] == '*' && at[1] == '/') || (at[0] == '/' && at[1] == '*'))
      *at = ' ';
}

const char *c_source_name(CWriter *w) {
  g_autofree char *base = g_path_get_basename(source_name(w->model->source));
  g_autofree char *valid = g_utf8_make_valid(base, -1);
  tame(valid);
  return c_text(w, "%s", valid);
}

void c_source(CWriter *w, Span span, const char *more) {
  int line, column;
  size_t length;
  source_locate(w->model->source, span.start, &line, &column);
  const char *text = source_line(w->model->source, line, &length);
  g_autofree char *copy = g_utf8_make_valid(text, (gssize)length);
  tame(copy);
  g_strstrip(copy);
  if (g_str_has_suffix(copy, " {"))
    copy[strlen(copy) - 2] = '\0';
  g_string_append_printf(w->out, "/* %s:%d: %s%s */\n", c_source_name(w), line, copy, more);
}

/* A raw line: tables hold strings, which are not to be broken. */
static void put(CWriter *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(CWriter *w, const char *format, ...) {
  va_list list;
  va_start(list, format);
  g_string_append_vprintf(w->out, format, list);
  va_end(list);
}

/* ---------------------------------------------------------------- numbers */

static void describe_actions_enum(CWriter *w) {
  const IrModel *model = w->model;
  put(w, "enum {");
  for (int i = 0; i < model->action_count; i++)
    put(w, " ACTION_%s,", model->actions[i].name);
  put(w, " ACTIONS_IN_ALL };\n");
  for (int i = 0; i < model->action_count; i++) {
    const IrAction *action = &model->actions[i];
    if (action->outcome_count == 0)
      continue;
    put(w, "enum {");
    for (int k = 0; k < action->outcome_count; k++)
      put(w, "%s OUTCOME_%s_%s", k > 0 ? "," : "", action->name,
          *action->outcomes[k].name ? action->outcomes[k].name : "done");
    put(w, " };\n");
  }
}

static void describe_state_enum(CWriter *w) {
  const IrModel *model = w->model;
  put(w, "enum {");
  for (int i = 0; i < model->resource_count; i++)
    put(w, " RESOURCE_%s,", model->resources[i].name);
  put(w, " RESOURCES_IN_ALL };\n");
  for (int r = 0; r < model->resource_count; r++) {
    const IrResource *pool = &model->resources[r];
    put(w, "enum {");
    for (int i = 0; i < pool->state_count; i++)
      put(w, " STATE_%s_%s,", pool->name, pool->states[i].name);
    for (int i = 0; i < pool->field_count; i++)
      put(w, " FIELD_%s_%s = %u,", pool->name, pool->fields[i].name, pool->fields[i].offset);
    put(w, " SLOTS_%s = %u };\n", pool->name, pool->slots);
  }
  for (int i = 0; i < model->var_count; i++)
    put(w, "enum { VAR_%s = %u };\n", model->vars[i].name, model->vars[i].cell);
}

void c_describe_enums(CWriter *w) {
  for (int i = 0; i < w->model->enum_count; i++) {
    const IrEnum *of = &w->model->enums[i];
    put(w, "enum {");
    for (int k = 0; k < of->member_count; k++)
      put(w, "%s MEMBER_%s_%s", k > 0 ? "," : "", of->name, of->members[k].name);
    put(w, " };\n");
  }
  describe_actions_enum(w);
  describe_state_enum(w);
}

/* ---------------------------------------------------------------- types */

static void ask_frame(CWriter *w, const IrFrame *frame) {
  for (int i = 0; i < frame->param_count; i++)
    c_type(w, frame->locals[i].type);
}

void c_describe_ask(CWriter *w) {
  const IrModel *model = w->model;
  for (int i = 0; i < model->action_count; i++) {
    ask_frame(w, &model->actions[i].frame);
    if (model->actions[i].returns)
      c_type(w, model->actions[i].returns);
  }
  for (int i = 0; i < model->init_count; i++)
    ask_frame(w, &model->inits[i].frame);
  for (int i = 0; i < model->var_count; i++)
    c_type(w, model->vars[i].type);
  for (int i = 0; i < model->observe_count; i++)
    c_type(w, model->observes[i].expr->type);
  for (int r = 0; r < model->resource_count; r++)
    for (int i = 0; i < model->resources[r].field_count; i++)
      c_type(w, model->resources[r].fields[i].type);
}

static void describe_members(CWriter *w) {
  for (int i = 0; i < w->model->enum_count; i++) {
    const IrEnum *of = &w->model->enums[i];
    put(w, "static const char *const members_%s[] = {", of->name);
    for (int k = 0; k < of->member_count; k++)
      put(w, "%s%s", k > 0 ? ", " : "", string(w, of->members[k].name));
    put(w, "};\n");
  }
}

void c_describe_types(CWriter *w) {
  static const char *const kinds[] = {
      [IRT_BOOL] = "SEQ_BOOL", [IRT_INT] = "SEQ_INT",           [IRT_RANGE] = "SEQ_RANGE",
      [IRT_ENUM] = "SEQ_ENUM", [IRT_RESOURCE] = "SEQ_RESOURCE", [IRT_OPTION] = "SEQ_OPTION",
      [IRT_SET] = "SEQ_SET",   [IRT_SEQ] = "SEQ_SEQ",           [IRT_MAP] = "SEQ_MAP"};
  describe_members(w);
  for (guint i = 0; i < w->types->len; i++) {
    const IrType *type = g_ptr_array_index(w->types, i);
    put(w, "static const SeqType type_%u = {.kind = %s, .name = %s, .cells = %u, .resource = %d", i, kinds[type->kind],
        string(w, type->text), type->cells, type->kind == IRT_RESOURCE ? type->decl : -1);
    put(w, ", .count = UINT64_C(%" G_GUINT64_FORMAT ")", type->count);
    if (c_is_scalar(type))
      put(w, ", .lo = %s, .hi = %s", c_number(w, type->lo), c_number(w, type->hi));
    if (type->kind == IRT_SEQ)
      put(w, ", .length = %u", type->length);
    if (type->elem)
      put(w, ", .elem = %s", c_type(w, type->elem));
    if (type->key)
      put(w, ", .key = %s", c_type(w, type->key));
    if (type->kind == IRT_ENUM)
      put(w, ", .members = members_%s", w->model->enums[type->decl].name);
    put(w, "};\n");
  }
}

/* ---------------------------------------------------------------- resources, actions, what is seen */

static void describe_pool_parts(CWriter *w, const IrResource *pool) {
  put(w, "static const char *const states_%s[] = {", pool->name);
  for (int i = 0; i < pool->state_count; i++)
    put(w, "%s%s", i > 0 ? ", " : "", string(w, pool->states[i].name));
  put(w, "};\n");
  if (pool->field_count == 0)
    return;
  put(w, "static const SeqField fields_%s[] = {\n", pool->name);
  for (int i = 0; i < pool->field_count; i++)
    put(w, "    {%s, %s, %u},\n", string(w, pool->fields[i].name), c_type(w, pool->fields[i].type),
        pool->fields[i].offset);
  put(w, "};\n");
}

void c_describe_pools(CWriter *w) {
  const IrModel *model = w->model;
  for (int i = 0; i < model->resource_count; i++)
    describe_pool_parts(w, &model->resources[i]);
  put(w, "static const SeqResource seq_resources[RESOURCES_IN_ALL + 1] = {\n");
  uint32_t first = 0;
  for (int i = 0; i < model->resource_count; i++) {
    const IrResource *pool = &model->resources[i];
    put(w, "    {.name = %s, .slots = %u, .states = states_%s, .state_count = %d, ", string(w, pool->name), pool->slots,
        pool->name, pool->state_count);
    if (pool->field_count > 0)
      put(w, ".fields = fields_%s, .field_count = %d, ", pool->name, pool->field_count);
    put(w, ".cell = %u, .stride = %u, .first = %u},\n", pool->cell, pool->stride, first);
    first += pool->slots;
  }
  put(w, "    {.name = NULL}};\n");
  for (int i = 0; i < model->resource_count; i++)
    put(w, "#define POOL_%s (&seq_resources[RESOURCE_%s])\n", model->resources[i].name, model->resources[i].name);
}

static uint32_t describe_params(CWriter *w, const char *kind, const char *name, const IrFrame *frame,
                                const IrParam *params) {
  uint32_t cells = 0;
  if (frame->param_count == 0)
    return 0;
  put(w, "static const SeqParam params_%s_%s[] = {\n", kind, name);
  for (int i = 0; i < frame->param_count; i++) {
    const IrType *type = frame->locals[i].type;
    uint64_t mask = type->kind != IRT_RESOURCE ? 0 : params ? params[i].mask : ~UINT64_C(1);
    put(w, "    {%s, %s, UINT64_C(%" G_GUINT64_FORMAT ")},\n", string(w, frame->locals[i].name), c_type(w, type), mask);
    cells += type->cells;
  }
  put(w, "};\n");
  return cells;
}

static void describe_outcomes(CWriter *w, const IrAction *action) {
  put(w, "static const SeqOutcome outcomes_%s[] = {\n", action->name);
  for (int k = 0; k < action->outcome_count; k++) {
    const IrOutcome *outcome = &action->outcomes[k];
    put(w, "    {.name = %s, .may = %s, .refused = %s, .returns = %s},\n", string(w, outcome->name),
        outcome->kind == IRO_MAY ? "true" : "false", outcome->kind == IRO_REFUSED ? "true" : "false",
        outcome->returns ? "true" : "false");
  }
  put(w, "    {.name = NULL}};\n");
}

static void describe_action_table(CWriter *w) {
  const IrModel *model = w->model;
  uint32_t *cells = g_new0(uint32_t, model->action_count + 1);
  for (int i = 0; i < model->action_count; i++) {
    cells[i] = describe_params(w, "of", model->actions[i].name, &model->actions[i].frame, model->actions[i].params);
    describe_outcomes(w, &model->actions[i]);
  }
  put(w, "static const SeqAction seq_actions[ACTIONS_IN_ALL + 1] = {\n");
  for (int i = 0; i < model->action_count; i++) {
    const IrAction *action = &model->actions[i];
    put(w, "    {.name = %s, .place = %s, ", string(w, action->name), c_place(w, action->span));
    if (action->frame.param_count > 0)
      put(w, ".params = params_of_%s, .param_count = %d, .argument_cells = %u, ", action->name,
          action->frame.param_count, cells[i]);
    put(w, ".outcomes = outcomes_%s, .outcome_count = %d", action->name, action->outcome_count);
    if (action->returns)
      put(w, ", .returns = %s", c_type(w, action->returns));
    put(w, "},\n");
  }
  put(w, "    {.name = NULL}};\n");
  g_free(cells);
}

static void describe_init_table(CWriter *w) {
  const IrModel *model = w->model;
  uint32_t *cells = g_new0(uint32_t, model->init_count + 1);
  for (int i = 0; i < model->init_count; i++)
    cells[i] = describe_params(w, "init", model->inits[i].name, &model->inits[i].frame, NULL);
  put(w, "static const SeqInit seq_inits[] = {\n");
  for (int i = 0; i < model->init_count; i++) {
    const IrInit *init = &model->inits[i];
    put(w, "    {.name = %s", string(w, init->name));
    if (init->frame.param_count > 0)
      put(w, ", .params = params_init_%s, .param_count = %d, .argument_cells = %u", init->name, init->frame.param_count,
          cells[i]);
    put(w, "},\n");
  }
  put(w, "};\n");
  g_free(cells);
}

static int64_t when_number(const IrObserve *observe) {
  return observe->when == IRW_AT_END ? -1 : observe->when == IRW_EACH_N_STEPS ? observe->every_steps : 0;
}

void c_describe_actions(CWriter *w) {
  const IrModel *model = w->model;
  describe_action_table(w);
  describe_init_table(w);
  if (model->var_count > 0)
    put(w, "static const SeqVar seq_vars[] = {\n");
  for (int i = 0; i < model->var_count; i++)
    put(w, "    {%s, %s, %u},\n", string(w, model->vars[i].name), c_type(w, model->vars[i].type), model->vars[i].cell);
  if (model->var_count > 0)
    put(w, "};\n");
  put(w, "static const SeqObserve seq_observes[] = {\n");
  for (int i = 0; i < model->observe_count; i++)
    put(w, "    {%s, %s, %s, %d},\n", string(w, model->observes[i].name), c_type(w, model->observes[i].expr->type),
        c_place(w, model->observes[i].span), (int)when_number(&model->observes[i]));
  put(w, "    {.name = NULL}};\n");
}
