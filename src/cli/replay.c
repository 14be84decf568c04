/* `seqcheck replay`: takes a sequence step by step through the model, prints what each changes, and says where it
 * departs or what it breaks. */
#include "contract/replay.h"

#include <string.h>

#include "cli/commands.h"
#include "cli/output.h"
#include "cli/pipeline.h"
#include "cli/replay_suite.h"
#include "cli/sequence_input.h"
#include "cli/steps_text.h"
#include "cli/verdict_json.h"

static void append_lines(GString *out, const GPtrArray *lines) {
  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf(out, "%s%s\n", i > 0 ? "    " : "", (char *)g_ptr_array_index(lines, i));
}

static void print_text(const Pipeline *pipeline, const Replay *replay, guint wanted) {
  bool color = output_color(pipeline->options);
  g_autoptr(GString) out = g_string_new(NULL);
  steps_text_trace((const VerdictStep *)replay->steps->data, (int)replay->steps->len, color, out);
  if (replay->departs) {
    g_autofree char *head = g_strdup_printf("departs at step %u: ", replay->states->len);
    g_string_append_c(out, '\n');
    output_styled(out, color, STYLE_RED, head);
    append_lines(out, replay->departure);
  }
  if (replay->broken->len > 0)
    g_string_append_c(out, '\n');
  append_lines(out, replay->broken);
  if (!replay->departs && replay->broken->len == 0)
    g_string_append_printf(out, "\n%u step%s, all possible in the model, and every contract held after each\n", wanted,
                           wanted == 1 ? "" : "s");
  output_text(out);
}

static cJSON *strings_json(const GPtrArray *lines) {
  cJSON *array = cJSON_CreateArray();
  for (guint i = 0; i < lines->len; i++)
    cJSON_AddItemToArray(array, cJSON_CreateString(g_ptr_array_index(lines, i)));
  return array;
}

static void print_json(const Pipeline *pipeline, const Replay *replay) {
  cJSON *json = cJSON_CreateObject();
  bool holds = !replay->departs && replay->broken->len == 0;
  cJSON_AddNumberToObject(json, "schema_version", 1);
  cJSON_AddStringToObject(json, "status", holds ? "holds" : "violated");
  cJSON_AddStringToObject(json, "model", pipeline->ir->name);
  cJSON_AddNumberToObject(json, "steps", (double)replay->states->len - 1);
  cJSON_AddItemToObject(
      json, "trace",
      verdict_json_trace(pipeline->ir, (const VerdictStep *)replay->steps->data, (int)replay->steps->len));
  if (replay->departs) {
    cJSON_AddNumberToObject(json, "departs_at", replay->states->len);
    cJSON_AddItemToObject(json, "departure", strings_json(replay->departure));
  }
  cJSON_AddItemToObject(json, "broken", strings_json(replay->broken));
  output_json(json);
}

static ExitCode replay_sequence(Pipeline *pipeline, const Sequence *sequence) {
  Replay *replay = replay_new(pipeline->program, pipeline->init);
  for (guint i = 0; i < sequence->steps->len; i++)
    if (!replay_step(replay, g_ptr_array_index(sequence->steps, i)))
      break;
  if (pipeline->options->json)
    print_json(pipeline, replay);
  else
    print_text(pipeline, replay, replay->states->len > 0 ? replay->states->len - 1 : 0);
  ExitCode code = replay->departs || replay->broken->len > 0 ? EXIT_VIOLATED : EXIT_HOLDS;
  replay_free(replay);
  return code;
}

/* One sequence, in a file or as it stands on the command line. */
static ExitCode replay_operand(Pipeline *pipeline) {
  if (pipeline->options->criterion) {
    output_message("--criterion measures a suite: a file as `seqcheck cover --suite` writes it");
    return EXIT_WRONG_INPUT;
  }
  Sequence *sequence = sequence_input_read(pipeline, pipeline->options->operands[1]);
  if (!sequence)
    return EXIT_WRONG_INPUT;
  ExitCode code = sequence_input_whole(pipeline, sequence) ? replay_sequence(pipeline, sequence) : EXIT_WRONG_INPUT;
  sequence_free(sequence);
  return code;
}

ExitCode command_replay(const Options *options) {
  Pipeline pipeline;
  ExitCode code = EXIT_HOLDS;
  if (strcmp(options->operands[0], "-") == 0 && strcmp(options->operands[1], "-") == 0) {
    output_message("the model and the sequence cannot both come from standard input");
    return EXIT_WRONG_INPUT;
  }
  if (pipeline_load(&pipeline, options, &code)) {
    gsize length = 0;
    g_autofree char *suite = replay_suite_text(options->operands[1], &length);
    code = suite ? replay_suite(&pipeline, suite, length) : replay_operand(&pipeline);
  }
  pipeline_clear(&pipeline);
  return code;
}
