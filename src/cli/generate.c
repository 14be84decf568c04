/* `seqcheck generate c`: a folder of C that runs covering sequences against a system under test. */
#include <string.h>

#include "base/limits.h"
#include "base/names.h"
#include "cli/commands.h"
#include "cli/covering.h"
#include "cli/output.h"
#include "emit/c_tests.h"

static bool is_identifier(const char *text) {
  if (!g_ascii_isalpha(*text))
    return false;
  for (; *text; text++)
    if (!g_ascii_isalnum(*text) && *text != '_')
      return false;
  return true;
}

/* What the command line says beyond what all commands say. */
static bool read_options(const Options *options, CFramework *ret_framework) {
  static const char *const kinds[] = {"c"};
  if (strcmp(options->operands[0], kinds[0]) != 0) {
    output_message("`seqcheck generate` makes `c`, not `%s`: seqcheck generate c %s -o DIR", options->operands[0],
                   options->model);
    return false;
  }
  if (!options->output) {
    output_message("where to? `-o DIR` names the folder for the generated files");
    return false;
  }
  if (options->prefix && !is_identifier(options->prefix)) {
    output_message("`--prefix` takes a name as C has them, not `%s`", options->prefix);
    return false;
  }
  const char *framework = options->framework ? options->framework : "tap";
  if (c_framework_find(framework, ret_framework))
    return true;
  const char *near = names_nearest(framework, c_framework_names, g_strv_length((char **)c_framework_names));
  g_autofree char *question = near ? g_strdup_printf(": did you mean `%s`?", near) : g_strdup(".");
  output_message("there is no framework `%s`%s There are `tap`, `cmocka`, `check` and `glib`", framework, question);
  return false;
}

/* A suite of hundreds of thousands of steps is a C file that no compiler likes. */
static bool small_enough(const Suite *suite) {
  uint64_t steps = suite_steps(suite);
  if (steps <= LIMIT_GENERATE_STEPS)
    return true;
  g_autofree char *many = output_number(steps), *most = output_number(LIMIT_GENERATE_STEPS);
  output_message("the suite has %s steps, and a test program holds at most %s: a smaller criterion (outcomes, states, "
                 "pairs) or smaller constants (-D), and random walks for the rest",
                 many, most);
  return false;
}

static void tell(Pipeline *pipeline, const Covering *covering, const CFiles *files, const char *prefix) {
  pipeline_warnings(pipeline);
  const char *folder = pipeline->options->output;
  const Suite *suite = covering->plan->suite;
  const GPtrArray *written = c_files_written(files), *kept = c_files_kept(files);
  g_autoptr(GString) out = g_string_new(NULL);
  g_autofree char *steps = output_number(suite_steps(suite));
  g_string_append_printf(out, "%s: %u sequence%s, %s step%s (%s), in %s\n\n", pipeline->ir->name, suite->sequences->len,
                         suite->sequences->len == 1 ? "" : "s", steps, suite_steps(suite) == 1 ? "" : "s",
                         covering->criterion_text, folder);
  for (guint i = 0; i < written->len; i++)
    if (!g_str_has_prefix(g_ptr_array_index(written, i), "seqcheck/"))
      g_string_append_printf(out, "  %s\n", (char *)g_ptr_array_index(written, i));
  g_string_append(out, "  seqcheck/            the runtime, headers only\n");
  for (guint i = 0; i < kept->len; i++)
    g_string_append_printf(out, "  %s  left as it was\n", (char *)g_ptr_array_index(kept, i));
  g_string_append_printf(out,
                         "\nnext: write the functions of %s_sut.h (%s_sut_stub.c begins them), then\n"
                         "  cc -std=c11 -I %s %s/%s_tests.c my_adapter.c -o %s_tests && ./%s_tests\n",
                         prefix, prefix, folder, folder, prefix, prefix, prefix);
  if (pipeline->ir->observe_count == 0)
    g_string_append(out, "\nnote: the model observes nothing, so that only outcomes and returned values are compared: "
                         "`observe NAME: EXPRESSION` looks after every step\n");
  if (covering->criterion.kind == CRITERION_OUTCOMES)
    g_string_append(out, "\nnote: every outcome happens once, which finds what is always wrong; --criterion pairs or "
                         "transitions, or the program's --walks, find more\n");
  output_text(out);
}

static ExitCode generate(Pipeline *pipeline, CFramework framework) {
  const Options *options = pipeline->options;
  const char *prefix = options->prefix ? options->prefix : pipeline->ir->name;
  CNames *names = c_names_new(pipeline->ir, prefix);
  CFiles *files = c_files_new();
  Covering covering = {.code = EXIT_WRONG_INPUT};
  g_autofree char *error = NULL;
  if (!c_names_check(names, pipeline->diags)) {
    output_diags(options, pipeline->diags, "wrong_model");
  } else if (covering_make(pipeline, &covering)) {
    c_tests_generate(names, covering.plan->suite, framework, files);
    CFilesEnd end = C_FILES_FAILED;
    if (small_enough(covering.plan->suite))
      end = c_files_write(files, options->output, &error);
    if (error)
      output_message("%s", error);
    if (end == C_FILES_WRITTEN)
      tell(pipeline, &covering, files, prefix);
    else
      covering.code = end == C_FILES_IN_THE_WAY ? EXIT_WRONG_INPUT : EXIT_ENVIRONMENT;
  }
  ExitCode code = covering.code;
  covering_clear(&covering);
  c_files_free(files);
  c_names_free(names);
  return code;
}

ExitCode command_generate(const Options *options) {
  CFramework framework;
  if (!read_options(options, &framework))
    return EXIT_WRONG_INPUT;
  Pipeline pipeline;
  ExitCode code = EXIT_HOLDS;
  if (pipeline_load(&pipeline, options, &code)) {
    code = generate(&pipeline, framework);
  }
  pipeline_clear(&pipeline);
  return code;
}
