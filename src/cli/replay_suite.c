/* A suite, ours or written by hand, is judged step by step on the model that is given: which sequences depart from it
 * and where, which break a contract on the way; with --criterion, what those that are possible cover. */
#include "cli/replay_suite.h"

#include "base/limits.h"
#include "cli/output.h"
#include "cli/sequence_input.h"
#include "cli/verdict_json.h"
#include "contract/replay.h"
#include "cover/measure.h"
#include "emit/suite_json.h"

typedef struct SuiteReplay {
  Pipeline *pipeline;
  const SuiteFile *file;
  Criterion criterion;
  Suite *possible; /* the sequences that do not depart */
  guint departs, breaks;
  uint64_t steps;
  GString *out; /* what is wrong, as text */
  cJSON *json;  /* the sequences, as an array */
} SuiteReplay;

char *replay_suite_text(const char *operand, gsize *ret_length) {
  char *text = NULL;
  if (!g_file_test(operand, G_FILE_TEST_IS_REGULAR) || !g_file_get_contents(operand, &text, ret_length, NULL))
    return NULL;
  const char *at = text;
  while (g_ascii_isspace(*at))
    at++;
  if (*at == '{' && *ret_length <= LIMIT_SUITE_BYTES)
    return text;
  g_free(text);
  return NULL;
}

static void tell_departure(SuiteReplay *it, const SuiteEntry *entry, const Replay *replay) {
  output_quoted(it->out, entry->name);
  g_string_append_printf(it->out, " departs at step %u: ", replay->states->len);
  for (guint i = 0; i < replay->departure->len; i++)
    g_string_append_printf(it->out, "%s%s\n", i > 0 ? "    " : "", (char *)g_ptr_array_index(replay->departure, i));
}

static void tell_broken(SuiteReplay *it, const SuiteEntry *entry, const Replay *replay) {
  output_quoted(it->out, entry->name);
  g_string_append(it->out, ": ");
  for (guint i = 0; i < replay->broken->len; i++)
    g_string_append_printf(it->out, "%s%s\n", i > 0 ? "    " : "", (char *)g_ptr_array_index(replay->broken, i));
}

static void add_json(SuiteReplay *it, const SuiteEntry *entry, const Replay *replay) {
  cJSON *json = cJSON_CreateObject();
  cJSON_AddStringToObject(json, "name", entry->name);
  cJSON_AddStringToObject(json, "status", replay->departs || replay->broken->len > 0 ? "violated" : "holds");
  if (replay->departs)
    cJSON_AddNumberToObject(json, "departs_at", replay->states->len);
  const GPtrArray *lines = replay->departs ? replay->departure : replay->broken;
  cJSON *because = cJSON_AddArrayToObject(json, "because");
  for (guint i = 0; i < lines->len; i++)
    cJSON_AddItemToArray(because, cJSON_CreateString(g_ptr_array_index(lines, i)));
  cJSON_AddItemToArray(it->json, json);
}

static void keep(SuiteReplay *it, const SuiteEntry *entry, const Replay *replay) {
  GArray *firings = g_array_new(FALSE, FALSE, sizeof(Firing));
  for (guint i = 0; i < replay->steps->len; i++)
    g_array_append_val(firings, g_array_index(replay->steps, VerdictStep, i).firing);
  suite_add(it->possible, entry->name, firings);
}

static void replay_entry(SuiteReplay *it, const SuiteEntry *entry) {
  Replay *replay = replay_new(it->pipeline->program, it->pipeline->init);
  const GPtrArray *steps = entry->sequence->steps;
  bool possible = steps->len > 0 || replay_start(replay);
  for (guint i = 0; i < steps->len && possible; i++)
    possible = replay_step(replay, g_ptr_array_index(steps, i));
  if (replay->states->len > 0)
    it->steps += replay->states->len - 1;
  it->departs += replay->departs;
  it->breaks += replay->broken->len > 0;
  if (replay->departs)
    tell_departure(it, entry, replay);
  else
    keep(it, entry, replay);
  if (replay->broken->len > 0)
    tell_broken(it, entry, replay);
  add_json(it, entry, replay);
  replay_free(replay);
}

/* What the possible sequences cover, and of how much; the whole is explored for that. */
static Measure *measure(SuiteReplay *it, ExitCode *code) {
  ExploreOptions options;
  pipeline_explore_options(it->pipeline, &options);
  options.ignore_contracts = options.keep_going = true;
  Exploration *exploration = explore_run(it->pipeline->program, &options);
  pipeline_explored(&options);
  Measure *measure = measure_new(it->pipeline->program, it->possible, &it->criterion, exploration);
  if (exploration->end != EXPLORE_COMPLETE && *code == EXIT_HOLDS)
    *code = pipeline_end_code(it->pipeline->options, exploration->end);
  exploration_free(exploration);
  return measure;
}

static void print_text(SuiteReplay *it, const Measure *measure) {
  g_autofree char *steps = output_number(it->steps);
  guint count = it->file->entries->len;
  if (it->file->model && g_strcmp0(it->file->model, it->pipeline->ir->name) != 0)
    g_string_append_printf(it->out, "note: the suite is of the model `%s`\n", it->file->model);
  g_string_append_printf(it->out, "%u sequence%s, %s step%s: ", count, count == 1 ? "" : "s", steps,
                         it->steps == 1 ? "" : "s");
  if (it->departs == 0 && it->breaks == 0)
    g_string_append(it->out, "all possible in the model, and every contract held after each\n");
  else
    g_string_append_printf(it->out, "%u depart%s from the model, %u break%s a contract\n", it->departs,
                           it->departs == 1 ? "s" : "", it->breaks, it->breaks == 1 ? "s" : "");
  if (measure)
    g_string_append_printf(it->out, "%s: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT " goals covered\n",
                           it->pipeline->options->criterion, measure->covered, measure->total);
  output_text(it->out);
}

static void print_json(SuiteReplay *it, const Measure *measure) {
  cJSON *json = cJSON_CreateObject();
  cJSON_AddNumberToObject(json, "schema_version", 1);
  cJSON_AddStringToObject(json, "status", it->departs == 0 && it->breaks == 0 ? "holds" : "violated");
  cJSON_AddStringToObject(json, "model", it->pipeline->ir->name);
  cJSON_AddItemToObject(json, "steps", json_uint(it->steps));
  if (measure) {
    cJSON_AddStringToObject(json, "criterion", it->pipeline->options->criterion);
    cJSON_AddItemToObject(json, "covered", json_uint(measure->covered));
    cJSON_AddItemToObject(json, "goals", json_uint(measure->total));
  }
  cJSON_AddItemToObject(json, "sequences", it->json);
  it->json = NULL;
  output_json(json);
}

static ExitCode replay_file(SuiteReplay *it) {
  for (guint i = 0; i < it->file->entries->len; i++)
    replay_entry(it, g_ptr_array_index(it->file->entries, i));
  ExitCode code = it->departs > 0 || it->breaks > 0 ? EXIT_VIOLATED : EXIT_HOLDS;
  Measure *measured = it->pipeline->options->criterion ? measure(it, &code) : NULL;
  if (it->pipeline->options->json)
    print_json(it, measured);
  else
    print_text(it, measured);
  if (measured)
    measure_free(measured);
  return code;
}

/* Every argument is given, and the criterion is one. */
static bool whole(SuiteReplay *it) {
  const char *criterion = it->pipeline->options->criterion;
  g_autofree char *error = NULL;
  if (criterion && !criterion_parse(it->pipeline->ir, criterion, &it->criterion, &error)) {
    output_message("%s", error);
    return false;
  }
  for (guint i = 0; i < it->file->entries->len; i++)
    if (!sequence_input_whole(it->pipeline, ((const SuiteEntry *)g_ptr_array_index(it->file->entries, i))->sequence))
      return false;
  return true;
}

ExitCode replay_suite(Pipeline *pipeline, const char *text, gsize length) {
  SuiteError error;
  SuiteFile *file = suite_json_read(pipeline->ir, text, length, &error);
  if (!file) {
    output_message("%s: %s%s%s (SQ0705)", pipeline->options->operands[1], error.where ? error.where : "",
                   error.where ? ": " : "", error.message);
    suite_error_clear(&error);
    return EXIT_WRONG_INPUT;
  }
  SuiteReplay it = {.pipeline = pipeline, .file = file, .possible = suite_new(pipeline->ir, NULL)};
  it.out = g_string_new(NULL);
  it.json = cJSON_CreateArray();
  ExitCode code = whole(&it) ? replay_file(&it) : EXIT_WRONG_INPUT;
  cJSON_Delete(it.json);
  g_string_free(it.out, TRUE);
  suite_free(it.possible);
  suite_file_free(file);
  return code;
}
