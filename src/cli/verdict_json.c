/* Builds the JSON of a verdict, field by field as docs/json.md lists them. cJSON holds numbers as doubles, so that
 * those that a double cannot hold go in raw. */
#include "cli/verdict_json.h"

#include "base/diag_render.h"
#include "ir/value.h"

cJSON *json_uint(uint64_t number) {
  if (number <= (UINT64_C(1) << 53))
    return cJSON_CreateNumber((double)number);
  g_autofree char *text = g_strdup_printf("%" G_GUINT64_FORMAT, number);
  return cJSON_CreateRaw(text);
}

static void add_uint(cJSON *object, const char *name, uint64_t number) {
  cJSON_AddItemToObject(object, name, json_uint(number));
}

static const char *status_word(VerdictStatus status) {
  static const char *const words[] = {"holds", "violated", "incomplete"};
  return words[status];
}

static cJSON *constants_json(const IrModel *model) {
  cJSON *object = cJSON_CreateObject();
  for (int i = 0; i < model->const_count; i++)
    cJSON_AddItemToObject(object, model->consts[i].name,
                          value_json(model, model->consts[i].type, &model->consts[i].value));
  return object;
}

static cJSON *pools_json(const IrModel *model, const Exploration *exploration) {
  cJSON *array = cJSON_CreateArray();
  for (int i = 0; i < model->resource_count; i++) {
    cJSON *pool = cJSON_CreateObject();
    cJSON_AddStringToObject(pool, "name", model->resources[i].name);
    add_uint(pool, "slots", model->resources[i].slots);
    add_uint(pool, "full_states", exploration->pools[i].full_states);
    add_uint(pool, "dropped_firings", exploration->pools[i].dropped_firings);
    cJSON_AddItemToArray(array, pool);
  }
  return array;
}

static cJSON *actions_json(const IrModel *model, const Exploration *exploration) {
  cJSON *array = cJSON_CreateArray();
  for (int a = 0; a < model->action_count; a++) {
    const IrAction *action = &model->actions[a];
    cJSON *outcomes = cJSON_CreateArray();
    for (int o = 0; o < action->outcome_count; o++) {
      cJSON *outcome = cJSON_CreateObject();
      cJSON_AddStringToObject(outcome, "name", action->outcomes[o].name);
      add_uint(outcome, "fired", exploration->fired[a][o]);
      cJSON_AddItemToArray(outcomes, outcome);
    }
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "name", action->name);
    cJSON_AddItemToObject(object, "outcomes", outcomes);
    cJSON_AddItemToArray(array, object);
  }
  return array;
}

static cJSON *contract_json(const ContractResult *result) {
  cJSON *object = cJSON_CreateObject();
  cJSON_AddStringToObject(object, "kind", result->kind);
  cJSON_AddStringToObject(object, "name", result->name);
  if (result->known)
    cJSON_AddBoolToObject(object, "holds", result->holds);
  else
    cJSON_AddNullToObject(object, "holds");
  if (result->vacuous) {
    cJSON_AddBoolToObject(object, "vacuous", true);
    cJSON_AddStringToObject(object, "vacuous_because", result->vacuous_note);
  }
  if (result->witness) {
    cJSON_AddStringToObject(object, "witness", result->witness);
    add_uint(object, "steps", result->witness_steps);
  }
  return object;
}

/* The slots or vars that a step changed: {"Booking#0": {"state": [before, after]}, "count": [0, 1]}. */
static cJSON *changes_json(const VerdictStep *step) {
  cJSON *object = cJSON_CreateObject();
  for (int i = 0; i < step->change_count; i++) {
    const Change *change = &step->changes[i];
    if (change->text_only)
      continue;
    cJSON *pair = cJSON_CreateArray();
    cJSON_AddItemToArray(pair, cJSON_Duplicate(change->json_before, true));
    cJSON_AddItemToArray(pair, cJSON_Duplicate(change->json_after, true));
    cJSON *owner = object;
    if (change->field) {
      owner = cJSON_GetObjectItemCaseSensitive(object, change->what);
      if (!owner)
        owner = cJSON_AddObjectToObject(object, change->what);
    }
    cJSON_AddItemToObject(owner, change->field ? change->field : change->what, pair);
  }
  return object;
}

static cJSON *arguments_json(const IrModel *model, const IrFrame *frame, uint64_t number) {
  cJSON *object = cJSON_CreateObject();
  g_autofree int64_t *cells = g_new0(int64_t, arguments_cells(frame) + 1);
  arguments_from_number(frame, number, cells);
  uint32_t at = 0;
  for (int i = 0; i < frame->param_count; i++) {
    const IrLocal *local = &frame->locals[i];
    cJSON_AddItemToObject(object, local->name, value_json(model, local->type, cells + at));
    at += local->type->cells;
  }
  return object;
}

static void add_news(cJSON *object, const VerdictStep *step) {
  if (!step->news || !step->news[0])
    return;
  if (!step->news[1]) {
    cJSON_AddStringToObject(object, "new", step->news[0]);
    return;
  }
  cJSON *array = cJSON_AddArrayToObject(object, "new");
  for (char **name = step->news; *name; name++)
    cJSON_AddItemToArray(array, cJSON_CreateString(*name));
}

static cJSON *step_json(const IrModel *model, const VerdictStep *step) {
  cJSON *object = cJSON_CreateObject();
  const Firing *firing = &step->firing;
  bool init = firing->action < 0;
  const IrFrame *frame = init ? &model->inits[firing->outcome].frame : &model->actions[firing->action].frame;
  cJSON_AddStringToObject(object, "action", init ? "init" : model->actions[firing->action].name);
  if (init && model->inits[firing->outcome].name[0] != '\0')
    cJSON_AddStringToObject(object, "init", model->inits[firing->outcome].name);
  if (frame->param_count > 0)
    cJSON_AddItemToObject(object, "arguments", arguments_json(model, frame, firing->arguments));
  if (!init)
    cJSON_AddStringToObject(object, "outcome", step->outcome);
  add_news(object, step);
  if (!init || step->change_count > 0)
    cJSON_AddItemToObject(object, "changes", changes_json(step));
  return object;
}

cJSON *verdict_json_trace(const IrModel *model, const VerdictStep *steps, int count) {
  cJSON *array = cJSON_CreateArray();
  for (int i = 0; i < count; i++)
    cJSON_AddItemToArray(array, step_json(model, &steps[i]));
  return array;
}

static cJSON *violation_json(const IrModel *model, const Violation *violation) {
  cJSON *object = cJSON_CreateObject();
  int line = 0, column = 0;
  source_locate(model->source, violation->span.start, &line, &column);
  cJSON_AddStringToObject(object, "kind", violation->kind);
  cJSON_AddStringToObject(object, "name", violation->name);
  cJSON_AddStringToObject(object, "message", violation->message);
  cJSON_AddNumberToObject(object, "line", line);
  cJSON_AddNumberToObject(object, "column", column);
  cJSON_AddNumberToObject(object, "steps", violation->steps);
  cJSON_AddItemToObject(object, "trace", verdict_json_trace(model, violation->trace, violation->trace_count));
  cJSON *because = cJSON_AddObjectToObject(object, "because");
  for (int i = 0; i < violation->witness_count; i++)
    cJSON_AddItemToObject(because, violation->witnesses[i].name, cJSON_Duplicate(violation->witnesses[i].json, true));
  cJSON *lines = cJSON_AddArrayToObject(object, "explanation");
  for (int i = 0; i < violation->because_count; i++)
    cJSON_AddItemToArray(lines, cJSON_CreateString(violation->because[i].text));
  cJSON_AddStringToObject(object, "code", violation->code);
  if (violation->replay)
    cJSON_AddStringToObject(object, "replay", violation->replay);
  return object;
}

static cJSON *remarks_json(const Verdict *verdict) {
  cJSON *array = cJSON_CreateArray();
  for (int i = 0; i < verdict->remark_count; i++) {
    const Remark *remark = &verdict->remarks[i];
    cJSON *object = cJSON_CreateObject();
    cJSON_AddStringToObject(object, "code", remark->code);
    cJSON_AddStringToObject(object, "message", remark->text);
    if (remark->help)
      cJSON_AddStringToObject(object, "help", remark->help);
    cJSON_AddItemToArray(array, object);
  }
  return array;
}

cJSON *verdict_json(const Pipeline *pipeline, const Verdict *verdict) {
  const IrModel *model = verdict->model;
  const Exploration *exploration = verdict->exploration;
  cJSON *json = cJSON_CreateObject();
  cJSON_AddNumberToObject(json, "schema_version", 1);
  cJSON_AddStringToObject(json, "status", status_word(verdict->status));
  cJSON_AddStringToObject(json, "model", model->name);
  cJSON_AddItemToObject(json, "constants", constants_json(model));
  add_uint(json, "states", exploration->states);
  add_uint(json, "transitions", exploration->transitions);
  add_uint(json, "depth", exploration->depth);
  add_uint(json, "initial", exploration->initial);
  add_uint(json, "terminal", exploration->terminal);
  cJSON_AddBoolToObject(json, "complete", exploration->end == EXPLORE_COMPLETE);
  g_autofree char *stopped = pipeline_end_text(pipeline->options, exploration->end);
  if (stopped)
    cJSON_AddStringToObject(json, "stopped", stopped);
  cJSON_AddItemToObject(json, "pools", pools_json(model, exploration));
  cJSON_AddItemToObject(json, "actions", actions_json(model, exploration));
  cJSON *contracts = cJSON_AddArrayToObject(json, "contracts");
  for (int i = 0; i < verdict->contract_count; i++)
    cJSON_AddItemToArray(contracts, contract_json(&verdict->contracts[i]));
  cJSON *violations = cJSON_AddArrayToObject(json, "violations");
  for (int i = 0; i < verdict->violation_count; i++)
    cJSON_AddItemToArray(violations, violation_json(model, &verdict->violations[i]));
  cJSON_AddItemToObject(json, "remarks", remarks_json(verdict));
  cJSON_AddItemToObject(json, "diagnostics", diag_render_json(pipeline->diags));
  cJSON_AddNumberToObject(json, "seconds", exploration->seconds);
  add_uint(json, "bytes", exploration->bytes);
  cJSON_AddStringToObject(json, "engine", exploration->engine);
  add_uint(json, "threads", exploration->threads);
  return json;
}
