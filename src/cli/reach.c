/* `seqcheck reach MODEL EXPR`: the shortest sequence to a state in which the expression holds. Contracts are not judged
 * on the way. */
#include <string.h>

#include "base/diag.h"
#include "cli/commands.h"
#include "cli/kept_graph.h"
#include "cli/output.h"
#include "cli/pipeline.h"
#include "cli/steps_text.h"
#include "cli/verdict_json.h"
#include "contract/steps.h"
#include "engine/sequence.h"
#include "engine/trace.h"
#include "ir/lower.h"
#include "lang/check.h"
#include "lang/parse.h"

/* The expression of operand 1, lowered into the model; NULL where it is wrong (told). `source` must outlive it. */
static const IrContract *read_expression(Pipeline *pipeline, Source *source) {
  Diags *diags = diags_new(source);
  const IrContract *contract = NULL;
  Expr *expr = parse_expression(pipeline->arena, pipeline->names, source, diags);
  if (expr && diags_errors(diags) == 0 &&
      check_expression(pipeline->arena, pipeline->names, pipeline->tree, expr, diags))
    contract = lower_expression(pipeline->ir, pipeline->tree, expr, "reach");
  if (!contract)
    output_diags(pipeline->options, diags, "wrong_input");
  diags_free(diags);
  return contract;
}

typedef struct Answer {
  VerdictStep *steps;
  int count;
  char *sequence;
  char *stopped; /* by which limit, or NULL */
  uint64_t states;
} Answer;

static char *sequence_text(const IrModel *model, const Trace *trace) {
  GString *out = g_string_new(NULL);
  for (guint i = 0; i < trace->steps->len; i++) {
    const Firing *firing = &g_array_index(trace->steps, TraceStep, i).firing;
    if (firing->action < 0 && model->inits[firing->outcome].name[0] == '\0' &&
        model->inits[firing->outcome].frame.param_count == 0)
      continue;
    if (out->len > 0)
      g_string_append(out, "; ");
    sequence_print_firing(model, firing, false, out);
  }
  return g_string_free(out, FALSE);
}

static void print_text(const Pipeline *pipeline, const Answer *answer) {
  bool color = output_color(pipeline->options);
  g_autoptr(GString) quoted = g_string_new(NULL);
  output_quoted(quoted, pipeline->options->operands[1]);
  const char *expression = quoted->str;
  g_autofree char *states = output_number(answer->states);
  g_autoptr(GString) out = g_string_new(NULL);
  if (answer->steps) {
    g_string_append_printf(out, "`%s` holds after %d step%s:\n", expression, answer->count - 1,
                           answer->count == 2 ? "" : "s");
    steps_text_trace(answer->steps, answer->count, color, out);
    g_autofree char *command = pipeline_replay_command(pipeline, answer->sequence);
    g_string_append_printf(out, "\nreplay: %s\n", command);
  } else if (answer->stopped)
    g_string_append_printf(out, "`%s` holds in none of the %s states found so far: %s\n", expression, states,
                           answer->stopped);
  else
    g_string_append_printf(out, "`%s` holds in none of the %s reachable states\n", expression, states);
  output_text(out);
}

static void print_json(const Pipeline *pipeline, const Answer *answer) {
  cJSON *json = cJSON_CreateObject();
  cJSON_AddNumberToObject(json, "schema_version", 1);
  cJSON_AddStringToObject(json, "status", answer->steps ? "holds" : answer->stopped ? "incomplete" : "violated");
  cJSON_AddStringToObject(json, "model", pipeline->ir->name);
  cJSON_AddItemToObject(json, "states", json_uint(answer->states));
  if (answer->stopped)
    cJSON_AddStringToObject(json, "stopped", answer->stopped);
  if (answer->steps) {
    cJSON_AddNumberToObject(json, "steps", answer->count - 1);
    cJSON_AddItemToObject(json, "trace", verdict_json_trace(pipeline->ir, answer->steps, answer->count));
    cJSON_AddStringToObject(json, "replay", answer->sequence);
  }
  output_json(json);
}

static ExitCode search(Pipeline *pipeline, const IrContract *contract) {
  Watch watch = {&contract->frame, contract->expr};
  ExploreOptions explore_options;
  pipeline_explore_options(pipeline, &explore_options);
  explore_options.ignore_contracts = explore_options.keep_going = explore_options.stop_when_watched = true;
  explore_options.watches = &watch;
  explore_options.watch_count = 1;
  Exploration *exploration = kept_graph_explore(pipeline, &explore_options);
  pipeline_explored(&explore_options);
  if (!exploration)
    return EXIT_WRONG_INPUT;
  Answer answer = {.states = exploration->states};
  if (exploration->watched[0] != STATE_NONE) {
    Machine *machine = machine_new(pipeline->program, NULL);
    Trace *trace = trace_new(exploration, machine, exploration->watched[0], NULL);
    answer.steps = steps_of_trace(pipeline->ir, trace, &answer.count);
    answer.sequence = sequence_text(pipeline->ir, trace);
    trace_free(trace);
    machine_free(machine);
  } else
    answer.stopped = pipeline_end_text(pipeline->options, exploration->end);
  if (pipeline->options->json)
    print_json(pipeline, &answer);
  else
    print_text(pipeline, &answer);
  ExitCode code = answer.steps     ? EXIT_HOLDS
                  : answer.stopped ? pipeline_end_code(pipeline->options, exploration->end)
                                   : EXIT_VIOLATED;
  if (answer.steps)
    steps_free(answer.steps, answer.count);
  g_free(answer.sequence);
  g_free(answer.stopped);
  exploration_free(exploration);
  return code;
}

ExitCode command_reach(const Options *options) {
  Pipeline pipeline;
  ExitCode code = EXIT_HOLDS;
  if (pipeline_load(&pipeline, options, &code)) {
    Source *source = source_new("<expression>", options->operands[1], strlen(options->operands[1]));
    const IrContract *contract = read_expression(&pipeline, source);
    code = contract ? search(&pipeline, contract) : EXIT_WRONG_INPUT;
    source_free(source);
  }
  pipeline_clear(&pipeline);
  return code;
}
