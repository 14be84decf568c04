/* `seqcheck explore`: load, explore, judge, print; with --dump it stops before exploring. */
#include <string.h>

#include "base/limits.h"
#include "cli/commands.h"
#include "cli/kept_graph.h"
#include "cli/output.h"
#include "cli/page.h"
#include "cli/picture_file.h"
#include "cli/pipeline.h"
#include "cli/verdict_json.h"
#include "cli/verdict_text.h"
#include "emit/itf.h"
#include "ir/ir_dump.h"
#include "lang/ast_dump.h"

/* Prints what --dump asks for. */
static void dump(const Pipeline *pipeline) {
  const char *what = pipeline->options->dump;
  g_autoptr(GString) out = g_string_new(NULL);
  if (strcmp(what, "ast") == 0)
    ast_dump(pipeline->tree, out);
  if (strcmp(what, "ir") == 0)
    ir_dump(pipeline->ir, out);
  if (strcmp(what, "code") == 0)
    program_dump(pipeline->program, out);
  output_text(out);
}

static ExitCode exit_code(const Options *options, const Verdict *verdict) {
  switch (verdict->status) {
  case VERDICT_HOLDS:
    return EXIT_HOLDS;
  case VERDICT_VIOLATED:
    return EXIT_VIOLATED;
  case VERDICT_INCOMPLETE:
    return pipeline_end_code(options, verdict->exploration->end);
  }
  g_assert_not_reached();
}

/* With no start left there is nothing to explore: the model is wrong. */
static bool has_starts(const Verdict *verdict) {
  if (verdict->exploration->initial > 0 || verdict->violation_count > 0)
    return true;
  if (verdict->exploration->end != EXPLORE_COMPLETE)
    return true;
  output_message("%s: no start is left: every init was dropped by its `when` or by a pool that was full (SQ0703)",
                 source_name(verdict->model->source));
  return false;
}

/* The trace of the violation that is shown first, as far as it leads to states; NULL where there is none. */
static GArray *first_trace(const Verdict *verdict) {
  if (verdict->violation_count == 0 || !verdict->violations[0].has_trace)
    return NULL;
  const Violation *violation = &verdict->violations[0];
  GArray *path = g_array_new(FALSE, FALSE, sizeof(Firing));
  for (int i = 0; i < violation->trace_count && violation->trace[i].state; i++)
    g_array_append_val(path, violation->trace[i].firing);
  return path;
}

static ExitCode write_pictures(const Pipeline *pipeline, const Exploration *exploration, const GArray *path) {
  const Options *options = pipeline->options;
  PictureOptions picture_options = {.max_nodes = LIMIT_PICTURE_NODES, .path = path};
  ExitCode code = EXIT_HOLDS;
  if (!options->dot && !options->svg)
    return code;
  Picture *picture = picture_states(exploration, &picture_options);
  if (options->dot)
    code = picture_file_write(options, picture, "dot", options->dot);
  if (options->svg && code == EXIT_HOLDS)
    code = picture_file_write(options, picture, "svg", options->svg);
  picture_file_notes(picture);
  picture_free(picture);
  return code;
}

static ExitCode write_itf(const Pipeline *pipeline, const GArray *path) {
  if (!pipeline->options->itf)
    return EXIT_HOLDS;
  if (!path || path->len == 0) {
    output_message("no contract is broken: there is no trace for `%s`", pipeline->options->itf);
    return EXIT_HOLDS;
  }
  Machine *machine = machine_new(pipeline->program, NULL);
  cJSON *json = itf_sequence(pipeline->program, machine, path);
  char *text = cJSON_Print(json);
  g_autoptr(GString) whole = g_string_new(text);
  g_string_append_c(whole, '\n');
  cJSON_free(text);
  cJSON_Delete(json);
  machine_free(machine);
  return picture_file_text(pipeline->options->itf, whole) ? EXIT_HOLDS : EXIT_ENVIRONMENT;
}

/* What goes into files. A file that cannot be written counts before the verdict. */
static ExitCode write_files(const Pipeline *pipeline, const Verdict *verdict, ExitCode code) {
  g_autoptr(GArray) path = first_trace(verdict);
  ExitCode written = kept_graph_save(pipeline, verdict->exploration) ? EXIT_HOLDS : EXIT_ENVIRONMENT;
  if (written == EXIT_HOLDS)
    written = write_pictures(pipeline, verdict->exploration, path);
  if (written == EXIT_HOLDS)
    written = write_itf(pipeline, path);
  if (written == EXIT_HOLDS && pipeline->options->html)
    written = page_write(pipeline->options, verdict, pipeline->options->html);
  return written == EXIT_HOLDS ? code : written;
}

static ExitCode explore(Pipeline *pipeline) {
  ExploreOptions explore_options;
  pipeline_explore_options(pipeline, &explore_options);
  Exploration *exploration = NULL;
  ExitCode code = EXIT_WRONG_INPUT;
  if (pipeline->options->save) /* what is kept is whole */
    explore_options.keep_going = explore_options.keep_edges = true;
  Verdict *verdict = kept_graph_verdict(pipeline, &explore_options, &exploration, &code);
  pipeline_explored(&explore_options);
  if (!verdict)
    return code;
  if (has_starts(verdict)) {
    code = exit_code(pipeline->options, verdict);
    if (pipeline->options->json) {
      output_json(verdict_json(pipeline, verdict));
    } else {
      pipeline_warnings(pipeline);
      g_autoptr(GString) out = g_string_new(NULL);
      verdict_text(pipeline, verdict, output_color(pipeline->options), out);
      output_text(out);
    }
    code = write_files(pipeline, verdict, code);
  }
  verdict_free(verdict);
  exploration_free(exploration);
  return code;
}

ExitCode command_explore(const Options *options) {
  Pipeline pipeline;
  ExitCode code = EXIT_HOLDS;
  if (pipeline_load(&pipeline, options, &code)) {
    code = EXIT_HOLDS;
    if (options->dump)
      dump(&pipeline);
    else
      code = explore(&pipeline);
  }
  pipeline_clear(&pipeline);
  return code;
}
