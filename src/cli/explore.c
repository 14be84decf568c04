/* `seqcheck explore`: load, explore, judge, print; with --dump it stops before exploring. */
#include <string.h>

#include "cli/commands.h"
#include "cli/output.h"
#include "cli/pipeline.h"
#include "cli/verdict_json.h"
#include "cli/verdict_text.h"
#include "contract/verdict.h"
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

static ExitCode explore(Pipeline *pipeline) {
  ExploreOptions explore_options;
  pipeline_explore_options(pipeline, &explore_options);
  Exploration *exploration = NULL;
  Verdict *verdict = verdict_explore(pipeline->program, &explore_options, &exploration);
  pipeline_explored(&explore_options);
  ExitCode code = EXIT_WRONG_INPUT;
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
