/* `seqcheck cover`: the suite that covers a criterion, told, and written where that is asked for. Files are complete or
 * not there: each is written beside its place and renamed. */
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "base/files.h"
#include "cli/commands.h"
#include "cli/cover_text.h"
#include "cli/covering.h"
#include "cli/output.h"
#include "cli/page.h"
#include "cli/verdict_json.h"
#include "emit/itf.h"
#include "emit/suite_json.h"

static bool write_file(const char *path, const GString *text) {
  if (files_write(path, text->str, text->len))
    return true;
  output_message("`%s` cannot be written: %s", path, g_strerror(errno));
  return false;
}

static bool write_suite(const Pipeline *pipeline, const Covering *covering) {
  if (!pipeline->options->suite)
    return true;
  g_autoptr(GString) text = g_string_new(NULL);
  suite_json_write(pipeline->program, covering->plan->suite, covering->plan, text);
  return write_file(pipeline->options->suite, text);
}

/* One file for each sequence, named after it. */
static bool write_itf(const Pipeline *pipeline, const Covering *covering) {
  const char *folder = pipeline->options->itf;
  if (!folder)
    return true;
  if (g_mkdir_with_parents(folder, 0777) != 0) {
    output_message("`%s` cannot be made: %s", folder, g_strerror(errno));
    return false;
  }
  Machine *machine = machine_new(pipeline->program, NULL);
  bool written = true;
  const GPtrArray *sequences = covering->plan->suite->sequences;
  for (guint i = 0; i < sequences->len && written; i++) {
    const SuiteSequence *sequence = g_ptr_array_index(sequences, i);
    cJSON *json = itf_sequence(pipeline->program, machine, sequence->firings);
    char *text = cJSON_Print(json);
    g_autoptr(GString) whole = g_string_new(text);
    g_string_append_c(whole, '\n');
    cJSON_free(text);
    cJSON_Delete(json);
    g_autofree char *name = g_strdup_printf("%s.itf.json", sequence->name);
    g_autofree char *path = g_build_filename(folder, name, NULL);
    written = write_file(path, whole);
  }
  machine_free(machine);
  return written;
}

static bool write_page(const Pipeline *pipeline, const Covering *covering) {
  const char *path = pipeline->options->html;
  return !path || page_write_suite(pipeline->options, covering, path) == EXIT_HOLDS;
}

/* ---------------------------------------------------------------- against an older suite */

typedef struct Difference {
  GPtrArray *fresh, *gone; /* of char *: names */
  guint unchanged;
} Difference;

static void difference_clear(Difference *difference) {
  g_ptr_array_unref(difference->fresh);
  g_ptr_array_unref(difference->gone);
}

static gint by_name(gconstpointer a, gconstpointer b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* By what the sequences do, not by their names. False where the older suite cannot be read, which has been told. */
static bool compare(const Pipeline *pipeline, const Covering *covering, Difference *ret) {
  *ret = (Difference){g_ptr_array_new_with_free_func(g_free), g_ptr_array_new_with_free_func(g_free), 0};
  const char *path = pipeline->options->difference;
  if (!path)
    return true;
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;
  gsize length = 0;
  if (!g_file_get_contents(path, &text, &length, &error)) {
    output_message("%s", error->message);
    return false;
  }
  SuiteError wrong = {0};
  GHashTable *old = suite_json_texts(text, length, &wrong);
  if (!old) {
    output_message("%s: %s%s%s (SQ0705)", path, wrong.where ? wrong.where : "", wrong.where ? ": " : "", wrong.message);
    suite_error_clear(&wrong);
    return false;
  }
  const Suite *suite = covering->plan->suite;
  for (guint i = 0; i < suite->sequences->len; i++) {
    const SuiteSequence *sequence = g_ptr_array_index(suite->sequences, i);
    g_autofree char *does = suite_text(suite->model, sequence->firings);
    if (g_hash_table_remove(old, does))
      ret->unchanged++;
    else
      g_ptr_array_add(ret->fresh, g_strdup(sequence->name));
  }
  GHashTableIter iter;
  gpointer name;
  g_hash_table_iter_init(&iter, old);
  while (g_hash_table_iter_next(&iter, NULL, &name))
    g_ptr_array_add(ret->gone, g_strdup(name));
  g_ptr_array_sort(ret->gone, by_name);
  g_hash_table_destroy(old);
  return true;
}

static void append_difference(const Pipeline *pipeline, const Difference *difference, GString *out) {
  if (!pipeline->options->difference)
    return;
  g_string_append_printf(out, "\nagainst %s: %u new, %u gone, %u unchanged\n", pipeline->options->difference,
                         difference->fresh->len, difference->gone->len, difference->unchanged);
  for (guint i = 0; i < difference->fresh->len; i++)
    g_string_append_printf(out, "  new   %s\n", (char *)g_ptr_array_index(difference->fresh, i));
  for (guint i = 0; i < difference->gone->len; i++)
    g_string_append_printf(out, "  gone  %s\n", (char *)g_ptr_array_index(difference->gone, i));
}

/* ---------------------------------------------------------------- JSON */

static cJSON *names_json(const GPtrArray *names) {
  cJSON *array = cJSON_CreateArray();
  for (guint i = 0; i < names->len; i++)
    cJSON_AddItemToArray(array, cJSON_CreateString(g_ptr_array_index(names, i)));
  return array;
}

static cJSON *strings_json(char **strings) {
  cJSON *array = cJSON_CreateArray();
  for (guint i = 0; strings && strings[i]; i++)
    cJSON_AddItemToArray(array, cJSON_CreateString(strings[i]));
  return array;
}

static cJSON *uncovered_json(const Covering *covering) {
  static const char *const reasons[] = {[UNCOVERED_NEVER] = "never happens",
                                        [UNCOVERED_UNSEEN] = "not within the bound of the exploration",
                                        [UNCOVERED_TOO_FAR] = "beyond --max-steps"};
  cJSON *array = cJSON_CreateArray();
  for (guint i = 0; i < covering->plan->uncovered->len; i++) {
    const Uncovered *uncovered = &g_array_index(covering->plan->uncovered, Uncovered, i);
    g_auto(GStrv) lines = cover_text_reason(covering, uncovered);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "goal", uncovered->what);
    cJSON_AddStringToObject(json, "reason", reasons[uncovered->kind]);
    cJSON_AddItemToObject(json, "because", strings_json(lines));
    cJSON_AddItemToArray(array, json);
  }
  return array;
}

static cJSON *sequences_json(const Suite *suite) {
  cJSON *array = cJSON_CreateArray();
  for (guint i = 0; i < suite->sequences->len; i++) {
    const SuiteSequence *sequence = g_ptr_array_index(suite->sequences, i);
    g_autofree char *text = suite_text(suite->model, sequence->firings);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "name", sequence->name);
    cJSON_AddNumberToObject(json, "steps", sequence->firings->len - 1);
    cJSON_AddStringToObject(json, "replay", text);
    cJSON_AddItemToArray(array, json);
  }
  return array;
}

static void add_plan(cJSON *json, const Plan *plan) {
  cJSON_AddItemToObject(json, "steps", json_uint(plan->steps));
  cJSON_AddItemToObject(json, "cost", json_uint(plan->cost));
  cJSON_AddItemToObject(json, "lower_bound", json_uint(plan->lower_bound));
  cJSON_AddBoolToObject(json, "optimal", plan->optimal);
  cJSON_AddStringToObject(json, "proof", plan->proof);
  cJSON_AddItemToObject(json, "greedy_cost", json_uint(plan->greedy_cost));
  cJSON_AddItemToObject(json, "goals", json_uint(plan->goals));
  cJSON_AddItemToObject(json, "covered", json_uint(plan->covered));
}

static void print_json(const Pipeline *pipeline, const Covering *covering, const Difference *difference) {
  cJSON *json = cJSON_CreateObject();
  bool whole = covering->exploration->end == EXPLORE_COMPLETE;
  cJSON_AddNumberToObject(json, "schema_version", 1);
  cJSON_AddStringToObject(json, "status", whole ? "holds" : "incomplete");
  cJSON_AddStringToObject(json, "model", pipeline->ir->name);
  cJSON_AddStringToObject(json, "criterion", covering->criterion_text);
  add_plan(json, covering->plan);
  cJSON_AddItemToObject(json, "sequences", sequences_json(covering->plan->suite));
  cJSON_AddItemToObject(json, "uncovered", uncovered_json(covering));
  if (covering->criterion.kind == CRITERION_LIFECYCLE) {
    g_auto(GStrv) undeclared = cover_text_undeclared(covering);
    cJSON_AddItemToObject(json, "undeclared", strings_json(undeclared));
  }
  if (pipeline->options->difference) {
    cJSON *against = cJSON_AddObjectToObject(json, "difference");
    cJSON_AddItemToObject(against, "new", names_json(difference->fresh));
    cJSON_AddItemToObject(against, "gone", names_json(difference->gone));
    cJSON_AddNumberToObject(against, "unchanged", difference->unchanged);
  }
  output_json(json);
}

/* ---------------------------------------------------------------- the command */

static void tell(Pipeline *pipeline, const Covering *covering, const Difference *difference) {
  if (pipeline->options->json) {
    print_json(pipeline, covering, difference);
    return;
  }
  pipeline_warnings(pipeline);
  g_autoptr(GString) out = g_string_new(NULL);
  cover_text(pipeline, covering, out);
  append_difference(pipeline, difference, out);
  output_text(out);
}

ExitCode command_cover(const Options *options) {
  Pipeline pipeline;
  ExitCode code = EXIT_HOLDS;
  if (pipeline_load(&pipeline, options, &code)) {
    Covering covering;
    bool made = covering_make(&pipeline, &covering);
    code = covering.code;
    Difference difference = {0};
    if (made && !compare(&pipeline, &covering, &difference))
      code = EXIT_WRONG_INPUT;
    else if (made && (!write_suite(&pipeline, &covering) || !write_itf(&pipeline, &covering) ||
                      !write_page(&pipeline, &covering)))
      code = EXIT_ENVIRONMENT;
    else if (made)
      tell(&pipeline, &covering, &difference);
    if (difference.fresh)
      difference_clear(&difference);
    covering_clear(&covering);
  }
  pipeline_clear(&pipeline);
  return code;
}
