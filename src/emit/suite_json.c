/* Writes a suite as JSON (docs/suite.md). Each step is made as a small tree by cJSON, which escapes and prints it, and
 * the document around the steps by hand: the tree of a whole suite of a million steps would take a gigabyte. */
#include "emit/suite_json.h"

#include <cjson/cJSON.h>

#include "engine/machine.h"
#include "ir/value.h"

typedef struct Writer {
  const IrModel *model;
  Machine *machine;
  int64_t *before, *after;
  GString *out;
} Writer;

static void append_and_free(GString *out, cJSON *json) {
  char *text = cJSON_PrintUnformatted(json);
  g_string_append(out, text);
  cJSON_free(text);
  cJSON_Delete(json);
}

static void append_string(GString *out, const char *text) {
  append_and_free(out, cJSON_CreateString(text));
}

/* Readers of JSON round numbers beyond 2^53, ours too, so that such a one is written as a string. */
static cJSON *argument_json(const IrModel *model, const IrType *type, const int64_t *cells) {
  const int64_t most = INT64_C(1) << 53;
  bool option = type->kind == IRT_OPTION && cells[0] != 0;
  IrTypeKind kind = option ? type->elem->kind : type->kind;
  int64_t number = cells[option];
  if ((kind != IRT_RANGE && kind != IRT_INT) || (number >= -most && number <= most))
    return value_json(model, type, cells);
  g_autofree char *text = g_strdup_printf("%" G_GINT64_FORMAT, number);
  return cJSON_CreateString(text);
}

static cJSON *arguments_json(const IrModel *model, const IrFrame *frame, const int64_t *cells) {
  cJSON *arguments = cJSON_CreateObject();
  for (int p = 0; p < frame->param_count; p++) {
    const IrType *type = frame->locals[p].type;
    cJSON_AddItemToObject(arguments, frame->locals[p].name, argument_json(model, type, cells));
    cells += type->cells;
  }
  return arguments;
}

static void add_news(cJSON *step, const IrModel *model, const Fired *fired) {
  cJSON *news = fired->new_count > 1 ? cJSON_AddArrayToObject(step, "new") : NULL;
  for (int i = 0; i < fired->new_count; i++) {
    g_autofree char *slot =
        g_strdup_printf("%s#%" G_GINT64_FORMAT, model->resources[fired->news[i].resource].name, fired->news[i].slot);
    if (news)
      cJSON_AddItemToArray(news, cJSON_CreateString(slot));
    else
      cJSON_AddStringToObject(step, "new", slot);
  }
}

static cJSON *start_json(Writer *writer, const Firing *firing) {
  const IrInit *init = &writer->model->inits[firing->outcome];
  g_autofree int64_t *arguments = g_new0(int64_t, arguments_cells(&init->frame) + 1);
  arguments_from_number(&init->frame, firing->arguments, arguments);
  Fired fired = machine_start(writer->machine, firing->outcome, arguments, writer->before);
  g_assert(fired.result == FIRE_DONE);
  cJSON *step = cJSON_CreateObject();
  cJSON_AddStringToObject(step, "action", "init");
  if (*init->name)
    cJSON_AddStringToObject(step, "init", init->name);
  if (init->frame.param_count > 0)
    cJSON_AddItemToObject(step, "arguments", arguments_json(writer->model, &init->frame, arguments));
  add_news(step, writer->model, &fired);
  return step;
}

static cJSON *step_json(Writer *writer, const Firing *firing) {
  const IrAction *action = &writer->model->actions[firing->action];
  g_autofree int64_t *arguments = g_new0(int64_t, arguments_cells(&action->frame) + 1);
  arguments_from_number(&action->frame, firing->arguments, arguments);
  Fired fired =
      machine_fire(writer->machine, firing->action, firing->outcome, arguments, writer->before, writer->after);
  g_assert(fired.result == FIRE_DONE);
  int64_t *before = writer->before;
  writer->before = writer->after;
  writer->after = before;
  cJSON *step = cJSON_CreateObject();
  cJSON_AddStringToObject(step, "action", action->name);
  if (action->frame.param_count > 0)
    cJSON_AddItemToObject(step, "arguments", arguments_json(writer->model, &action->frame, arguments));
  cJSON_AddStringToObject(step, "outcome", action->outcomes[firing->outcome].name);
  add_news(step, writer->model, &fired);
  return step;
}

static void write_sequence(Writer *writer, const SuiteSequence *sequence) {
  GString *out = writer->out;
  g_string_append(out, "    {\n      \"name\": ");
  append_string(out, sequence->name);
  g_string_append(out, ",\n      \"start\": ");
  append_and_free(out, start_json(writer, &g_array_index(sequence->firings, Firing, 0)));
  g_string_append(out, ",\n      \"steps\": [");
  for (guint i = 1; i < sequence->firings->len; i++) {
    g_string_append(out, i > 1 ? ",\n        " : "\n        ");
    append_and_free(out, step_json(writer, &g_array_index(sequence->firings, Firing, i)));
  }
  g_string_append(out, sequence->firings->len > 1 ? "\n      ],\n      \"replay\": " : "],\n      \"replay\": ");
  g_autofree char *text = suite_text(writer->model, sequence->firings);
  append_string(out, text);
  g_string_append(out, "\n    }");
}

static cJSON *constants_json(const IrModel *model) {
  cJSON *constants = cJSON_CreateObject();
  for (int i = 0; i < model->const_count; i++)
    cJSON_AddItemToObject(constants, model->consts[i].name,
                          value_json(model, model->consts[i].type, &model->consts[i].value));
  return constants;
}

static const char *uncovered_reason(UncoveredKind kind) {
  static const char *const reasons[] = {
      [UNCOVERED_NEVER] = "never", [UNCOVERED_UNSEEN] = "not within the bound", [UNCOVERED_TOO_FAR] = "too far"};
  return reasons[kind];
}

static void write_plan(GString *out, const Plan *plan) {
  g_string_append_printf(out,
                         "  \"totals\": {\"sequences\": %u, \"steps\": %" G_GUINT64_FORMAT
                         ", \"cost\": %" G_GUINT64_FORMAT ", \"lower_bound\": %" G_GUINT64_FORMAT
                         ", \"optimal\": %s, \"goals\": %" G_GUINT64_FORMAT ", \"covered\": %" G_GUINT64_FORMAT
                         "},\n  \"uncovered\": [",
                         plan->suite->sequences->len, plan->steps, plan->cost, plan->lower_bound,
                         plan->optimal ? "true" : "false", plan->goals, plan->covered);
  for (guint i = 0; i < plan->uncovered->len; i++) {
    const Uncovered *uncovered = &g_array_index(plan->uncovered, Uncovered, i);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "goal", uncovered->what);
    cJSON_AddStringToObject(json, "reason", uncovered_reason(uncovered->kind));
    g_string_append(out, i > 0 ? ",\n    " : "\n    ");
    append_and_free(out, json);
  }
  g_string_append(out, plan->uncovered->len > 0 ? "\n  ],\n" : "],\n");
}

void suite_json_write(const Program *program, const Suite *suite, const Plan *plan, GString *out) {
  const IrModel *model = program_model(program);
  Writer writer = {model, machine_new(program, NULL), g_new0(int64_t, model->state_cells + 1),
                   g_new0(int64_t, model->state_cells + 1), out};
  g_string_append(out, "{\n  \"schema_version\": 1,\n  \"kind\": \"seqcheck suite\",\n  \"model\": ");
  append_string(out, model->name);
  g_string_append(out, ",\n  \"constants\": ");
  append_and_free(out, constants_json(model));
  g_string_append(out, ",\n");
  if (suite->criterion) {
    g_string_append(out, "  \"criterion\": ");
    append_string(out, suite->criterion);
    g_string_append(out, ",\n");
  }
  if (plan)
    write_plan(out, plan);
  g_string_append(out, "  \"sequences\": [");
  for (guint i = 0; i < suite->sequences->len; i++) {
    g_string_append(out, i > 0 ? ",\n" : "\n");
    write_sequence(&writer, g_ptr_array_index(suite->sequences, i));
  }
  g_string_append(out, suite->sequences->len > 0 ? "\n  ]\n}\n" : "]\n}\n");
  machine_free(writer.machine);
  g_free(writer.before);
  g_free(writer.after);
}
