/* `seqcheck why`: the shortest sequence after which an action is possible, or what keeps it from ever being so; with
 * --after, in one state. */
#include "contract/why.h"

#include <string.h>

#include "cli/commands.h"
#include "cli/kept_graph.h"
#include "cli/output.h"
#include "cli/pipeline.h"
#include "cli/sequence_input.h"
#include "cli/steps_text.h"
#include "cli/verdict_json.h"
#include "contract/replay.h"
#include "contract/steps.h"

static WhyQuestion question_of(const SequenceStep *step) {
  return (WhyQuestion){step->action, step->outcome, step->has_argument, step->arguments};
}

static cJSON *lines_json(char *const *lines) {
  cJSON *array = cJSON_CreateArray();
  for (; lines && *lines; lines++)
    cJSON_AddItemToArray(array, cJSON_CreateString(*lines));
  return array;
}

static void append_lines(GString *out, char *const *lines) {
  for (int i = 0; lines && lines[i]; i++)
    g_string_append_printf(out, "%s%s\n", i > 0 ? "  " : "", lines[i]);
}

static char *call_text(const IrModel *model, const Firing *firing) {
  GString *out = g_string_new(NULL);
  sequence_print_firing(model, firing, false, out);
  return g_string_free(out, FALSE);
}

static void print_answer(const Pipeline *pipeline, const WhyAnswer *answer, const VerdictStep *steps, int count,
                         const char *head) {
  if (pipeline->options->json) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "schema_version", 1);
    cJSON_AddStringToObject(json, "status",
                            answer->possible ? "possible"
                            : answer->known  ? "impossible"
                                             : "incomplete");
    if (steps)
      cJSON_AddItemToObject(json, "trace", verdict_json_trace(pipeline->ir, steps, count));
    if (!answer->possible)
      cJSON_AddItemToObject(json, "because", lines_json(answer->lines));
    output_json(json);
    return;
  }
  g_autoptr(GString) out = g_string_new(head);
  if (steps)
    steps_text_trace(steps, count, output_color(pipeline->options), out);
  else if (!answer->possible)
    append_lines(out, answer->lines);
  output_text(out);
}

/* An exploration that judges no contracts and keeps its graph. */
static Exploration *explore_graph(Pipeline *pipeline) {
  ExploreOptions explore_options;
  pipeline_explore_options(pipeline, &explore_options);
  explore_options.ignore_contracts = explore_options.keep_going = explore_options.keep_edges = true;
  Exploration *exploration = kept_graph_explore(pipeline, &explore_options);
  pipeline_explored(&explore_options);
  return exploration;
}

/* Over all reachable states. */
static ExitCode ask_ever(Pipeline *pipeline, const WhyQuestion *question) {
  Exploration *exploration = explore_graph(pipeline);
  if (!exploration)
    return EXIT_WRONG_INPUT;
  WhyAnswer *answer = why_ever(exploration, question);
  if (answer->possible && pipeline->options->load && !trace_holds(exploration, answer->state)) {
    output_message("`%s` does not fit the model (the way to a state): explore again with --save",
                   pipeline->options->load);
    why_free(answer);
    exploration_free(exploration);
    return EXIT_WRONG_INPUT;
  }
  ExitCode code = answer->possible ? EXIT_HOLDS
                  : answer->known  ? EXIT_VIOLATED
                                   : pipeline_end_code(pipeline->options, exploration->end);
  if (answer->possible) {
    Machine *machine = machine_new(pipeline->program, NULL);
    Trace *trace = trace_new(exploration, machine, answer->state, NULL);
    int count = 0;
    VerdictStep *steps = steps_of_trace(pipeline->ir, trace, &count);
    g_autofree char *call = call_text(pipeline->ir, &answer->firing);
    g_autofree char *head =
        count == 1 ? g_strdup_printf("%s is possible at the start\n", call)
                   : g_strdup_printf("%s becomes possible after %d step%s:\n", call, count - 1, count == 2 ? "" : "s");
    print_answer(pipeline, answer, steps, count, head);
    steps_free(steps, count);
    trace_free(trace);
    machine_free(machine);
  } else
    print_answer(pipeline, answer, NULL, 0, "");
  why_free(answer);
  exploration_free(exploration);
  return code;
}

/* In the state after a sequence. */
static ExitCode ask_after(Pipeline *pipeline, const WhyQuestion *question, const Sequence *after) {
  Replay *replay = replay_new(pipeline->program, pipeline->init);
  for (guint i = 0; i < after->steps->len && !replay->departs; i++)
    replay_step(replay, g_ptr_array_index(after->steps, i));
  if (replay->departs) {
    output_message("the sequence of --after departs from the model at step %u: %s", replay->states->len,
                   (char *)g_ptr_array_index(replay->departure, 0));
    replay_free(replay);
    return EXIT_WRONG_INPUT;
  }
  Machine *machine = machine_new(pipeline->program, NULL);
  Exploration *exploration = explore_graph(pipeline);
  WhyAnswer *answer = why_now_within(exploration, machine, question, replay_state(replay));
  g_autofree char *call = answer->possible ? call_text(pipeline->ir, &answer->firing) : NULL;
  g_autofree char *head = call ? g_strdup_printf("%s is possible here\n", call) : g_strdup("");
  print_answer(pipeline, answer, NULL, 0, head);
  ExitCode code = answer->possible ? EXIT_HOLDS : EXIT_VIOLATED;
  why_free(answer);
  exploration_free(exploration);
  machine_free(machine);
  replay_free(replay);
  return code;
}

static ExitCode ask(Pipeline *pipeline) {
  Sequence *asked = sequence_input_parse(pipeline, "<action>", pipeline->options->operands[1]);
  if (!asked)
    return EXIT_WRONG_INPUT;
  ExitCode code = EXIT_WRONG_INPUT;
  const SequenceStep *step = asked->steps->len == 1 ? g_ptr_array_index(asked->steps, 0) : NULL;
  if (!step || step->action < 0)
    output_message("`why` takes one action, such as `refund` or `refund(Payment#0)` (SQ0704)");
  else if (pipeline->options->after) {
    Sequence *after = sequence_input_parse(pipeline, "<after>", pipeline->options->after);
    WhyQuestion question = question_of(step);
    if (after && sequence_input_whole(pipeline, after))
      code = ask_after(pipeline, &question, after);
    if (after)
      sequence_free(after);
  } else {
    WhyQuestion question = question_of(step);
    code = ask_ever(pipeline, &question);
  }
  sequence_free(asked);
  return code;
}

ExitCode command_why(const Options *options) {
  Pipeline pipeline;
  ExitCode code = EXIT_HOLDS;
  if (pipeline_load(&pipeline, options, &code))
    code = ask(&pipeline);
  pipeline_clear(&pipeline);
  return code;
}
