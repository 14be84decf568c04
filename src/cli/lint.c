/* `seqcheck lint`: what the front end says of a model, warnings too; with --print the model in its canonical layout,
 * with --dump a later stage. Nothing is explored. */
#include <string.h>

#include "base/diag_render.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/pipeline.h"
#include "ir/ir_dump.h"
#include "ir/lower.h"
#include "lang/ast_dump.h"
#include "lang/print.h"

static void lint_json(Pipeline *pipeline) {
  cJSON *json = cJSON_CreateObject();
  cJSON_AddNumberToObject(json, "schema_version", 1);
  cJSON_AddStringToObject(json, "status", diags_errors(pipeline->diags) > 0 ? "wrong_model" : "ok");
  cJSON_AddNumberToObject(json, "errors", diags_errors(pipeline->diags));
  cJSON_AddNumberToObject(json, "warnings", diags_warnings(pipeline->diags));
  cJSON_AddItemToObject(json, "diagnostics", diag_render_json(pipeline->diags));
  output_json(json);
}

static void count_text(GString *out, unsigned count, const char *word) {
  g_string_append_printf(out, "%u %s%s", count, word, count == 1 ? "" : "s");
}

/* Diagnostics go to standard error; one line of summary to standard output, unless the model itself is printed there.
 */
static void lint_text(Pipeline *pipeline) {
  g_autoptr(GString) text = g_string_new(NULL);
  diag_render_text(pipeline->diags, output_color_error(pipeline->options), text);
  output_error_text(text);
  if (pipeline->options->print || pipeline->options->dump)
    return;
  g_autoptr(GString) line = g_string_new(NULL);
  output_quoted(line, source_name(pipeline->source));
  g_string_append(line, ": ");
  if (diags_errors(pipeline->diags) + diags_warnings(pipeline->diags) == 0)
    g_string_append(line, "nothing to say against it");
  else {
    count_text(line, diags_errors(pipeline->diags), "error");
    g_string_append(line, ", ");
    count_text(line, diags_warnings(pipeline->diags), "warning");
  }
  g_string_append_c(line, '\n');
  output_text(line);
}

/* What --print and --dump ask for, as far as the stages went. */
static void print_stages(Pipeline *pipeline) {
  const char *what = pipeline->options->dump;
  bool right = diags_errors(pipeline->diags) == 0;
  g_autoptr(GString) out = g_string_new(NULL);
  if (pipeline->options->print && right)
    print_model(pipeline->tree, out);
  if (what && strcmp(what, "ast") == 0)
    ast_dump(pipeline->tree, out);
  if (what && strcmp(what, "ir") == 0 && right)
    ir_dump(pipeline->ir, out);
  if (what && strcmp(what, "code") == 0 && right) {
    program_dump(pipeline->program, out);
  }
  output_text(out);
}

ExitCode command_lint(const Options *options) {
  Pipeline pipeline;
  ExitCode code = EXIT_HOLDS;
  if (options->json && (options->print || options->dump)) {
    output_message("`--json` does not go with `--print` or `--dump`: both want standard output");
    return EXIT_WRONG_INPUT;
  }
  if (pipeline_load_tree(&pipeline, options, &code)) {
    if (diags_errors(pipeline.diags) == 0)
      pipeline.ir = lower_model(pipeline.tree, pipeline.diags);
    if (diags_errors(pipeline.diags) == 0 && pipeline.ir)
      pipeline_compile(&pipeline);
    code = diags_errors(pipeline.diags) > 0 ? EXIT_WRONG_INPUT : EXIT_HOLDS;
    if (options->json)
      lint_json(&pipeline);
    else
      lint_text(&pipeline);
    print_stages(&pipeline);
  }
  pipeline_clear(&pipeline);
  return code;
}
