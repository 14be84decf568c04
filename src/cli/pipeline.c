/* Takes a model file through the stages and tells what is wrong with it. Each stage runs only where the one before it
 * found no fault, so that each cause is told once. The first signal to interrupt asks the search to stop at its next
 * batch; a second one ends the process as usual. */
#include "cli/pipeline.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/output.h"
#include "ir/ir_verify.h"
#include "ir/lower.h"
#include "lang/check.h"
#include "lang/parse.h"
#include "seqcheck.h"

/* Set by the signal handler, which has no other way to be told where to write. */
static atomic_bool interrupted;

static void interrupt(int number) {
  (void)number;
  atomic_store(&interrupted, true);
}

bool pipeline_load_tree(Pipeline *pipeline, const Options *options, ExitCode *ret_code) {
  *pipeline = (Pipeline){.options = options, .init = -1};
  g_autoptr(GError) error = NULL;
  pipeline->source = source_read(options->model, &error);
  if (!pipeline->source) {
    output_message("%s", error->message);
    *ret_code = EXIT_WRONG_INPUT;
    return false;
  }
  pipeline->arena = arena_new();
  pipeline->names = names_new();
  pipeline->diags = diags_new(pipeline->source);
  pipeline->tree = parse_model(pipeline->arena, pipeline->names, pipeline->source, pipeline->diags);
  if (diags_errors(pipeline->diags) == 0)
    check_model(pipeline->arena, pipeline->names, pipeline->tree, (const Define *)options->defines->data,
                options->defines->len, pipeline->diags);
  return true;
}

void pipeline_warnings(Pipeline *pipeline) {
  if (diags_warnings(pipeline->diags) > 0 && !pipeline->options->json)
    output_diags(pipeline->options, pipeline->diags, "");
}

static bool verify_ir(const IrModel *ir) {
  g_autoptr(GString) fault = g_string_new(NULL);
  if (ir_verify(ir, fault))
    return true;
  output_message("a bug in seqcheck " SEQCHECK_VERSION
                 ": the typed model is not right: %s. Please send the model file to its authors",
                 fault->str);
  return false;
}

static bool choose_init(Pipeline *pipeline) {
  const char *wanted = pipeline->options->init;
  if (!wanted)
    return true;
  const IrModel *ir = pipeline->ir;
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (int i = 0; i < ir->init_count; i++) {
    if (strcmp(ir->inits[i].name, wanted) == 0) {
      pipeline->init = i;
      return true;
    }
    if (ir->inits[i].name[0] != '\0')
      g_ptr_array_add(names, (void *)ir->inits[i].name);
  }
  Diag *diag = diags_add_placeless(pipeline->diags, DIAG_0702, "the model has no init named `%s`", wanted);
  diag_did_you_mean(diag, wanted, (const char *const *)names->pdata, names->len);
  if (names->len == 0)
    diag_note(diag, "it declares no `init NAME`, so `--init` has nothing to choose from");
  return false;
}

bool pipeline_compile(Pipeline *pipeline) {
  Span span;
  pipeline->program = program_new(pipeline->ir);
  if (!program_too_large(pipeline->program, &span))
    return true;
  Diag *diag = diags_add(pipeline->diags, DIAG_0284, span,
                         "this binds more values than there is room for: at most %d words", LIMIT_FRAME_CELLS);
  diag_help(diag, "bind fewer large values, or make their types smaller");
  return false;
}

bool pipeline_load(Pipeline *pipeline, const Options *options, ExitCode *ret_code) {
  if (!pipeline_load_tree(pipeline, options, ret_code))
    return false;
  *ret_code = EXIT_WRONG_INPUT;
  if (diags_errors(pipeline->diags) == 0)
    pipeline->ir = lower_model(pipeline->tree, pipeline->diags);
  if (diags_errors(pipeline->diags) > 0 || !pipeline->ir || !choose_init(pipeline)) {
    output_diags(options, pipeline->diags, "wrong_model");
    return false;
  }
  if (!verify_ir(pipeline->ir)) {
    *ret_code = EXIT_BUG;
    return false;
  }
  if (!pipeline_compile(pipeline)) {
    output_diags(options, pipeline->diags, "wrong_model");
    return false;
  }
  return true;
}

void pipeline_clear(Pipeline *pipeline) {
  if (pipeline->program)
    program_free(pipeline->program);
  if (pipeline->ir)
    ir_model_free(pipeline->ir);
  if (pipeline->diags)
    diags_free(pipeline->diags);
  if (pipeline->names)
    names_free(pipeline->names);
  if (pipeline->arena)
    arena_free(pipeline->arena);
  if (pipeline->source)
    source_free(pipeline->source);
  *pipeline = (Pipeline){0};
}

static void show_progress(void *user, const Progress *progress) {
  (void)user;
  if (progress->seconds < 0.5)
    return;
  g_autofree char *states = output_number(progress->states);
  g_autofree char *frontier = output_number(progress->frontier);
  fprintf(stderr, "\r\033[K%s states, depth %u, %s to expand, %.1f M transitions, %.0f MB, %.0f s", states,
          progress->depth, frontier, (double)progress->transitions / 1e6, (double)progress->bytes / 1e6,
          progress->seconds);
  fflush(stderr);
}

void pipeline_explored(const ExploreOptions *explore_options) {
  if (explore_options->progress)
    fputs("\r\033[K", stderr);
}

void pipeline_explore_options(const Pipeline *pipeline, ExploreOptions *ret_options) {
  const Options *options = pipeline->options;
  explore_options_init(ret_options);
  ret_options->depth_limit = options->depth;
  ret_options->max_states = (uint64_t)options->max_states;
  ret_options->timeout_s = options->timeout;
  ret_options->memory_bytes = (uint64_t)options->memory;
  ret_options->keep_going = options->keep_going;
  ret_options->init = pipeline->init;
  ret_options->stop = &interrupted;
  struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  if (isatty(STDERR_FILENO))
    ret_options->progress = show_progress;
}

ExitCode pipeline_end_code(const Options *options, ExploreEnd end) {
  return end == EXPLORE_MEMORY && options->memory == 0 ? EXIT_ENVIRONMENT : EXIT_LIMIT;
}

char *pipeline_end_text(const Options *options, ExploreEnd end) {
  g_autofree char *states = output_number((uint64_t)options->max_states);
  switch (end) {
  case EXPLORE_DEPTH:
    return g_strdup_printf("stopped at --depth %" G_GINT64_FORMAT, options->depth);
  case EXPLORE_MAX_STATES:
    return g_strdup_printf("stopped at --max-states %s", states);
  case EXPLORE_TIMEOUT:
    return g_strdup_printf("stopped at --timeout %g s", options->timeout);
  case EXPLORE_MEMORY:
    return options->memory ? g_strdup("stopped at --memory") : g_strdup("stopped: no memory is left for more states");
  case EXPLORE_STOPPED:
    return g_strdup("interrupted");
  case EXPLORE_VIOLATION:
    return g_strdup("stopped at the first violation (--keep-going explores the rest)");
  case EXPLORE_COMPLETE:
  case EXPLORE_WATCHED:
    return NULL;
  }
  g_assert_not_reached();
}

char *pipeline_replay_command(const Pipeline *pipeline, const char *sequence) {
  GString *out = g_string_new("seqcheck replay ");
  output_shell_word(out, pipeline->options->model);
  for (guint i = 0; i < pipeline->options->defines->len; i++) {
    const Define *define = &g_array_index(pipeline->options->defines, Define, i);
    g_autofree char *text = g_strdup_printf("%s=%s", define->name, define->value);
    g_string_append(out, " -D ");
    output_shell_word(out, text);
  }
  g_string_append_c(out, ' ');
  output_shell_word(out, sequence);
  return g_string_free(out, FALSE);
}
