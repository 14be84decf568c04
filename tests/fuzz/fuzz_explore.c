/* Any model that is right through everything behind the front end: it is lowered, verified, compiled and explored
 * within narrow bounds, then judged, told and replayed. Nothing may crash, hang or leak, and every trace that is told
 * must be a way through the model. */
#include <stdint.h>

#include "contract/replay.h"
#include "contract/verdict.h"
#include "engine/explore.h"
#include "engine/sequence.h"
#include "ir/ir_dump.h"
#include "ir/ir_verify.h"
#include "ir/lower.h"
#include "lang/check.h"
#include "lang/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The first 1,000 or so firings of a state are enough here, so that one input costs no minute. */
static void bounded(ExploreOptions *options) {
  explore_options_init(options);
  options->max_states = 300;
  options->timeout_s = 0.5;
  options->memory_bytes = 64u << 20;
  options->keep_going = true;
}

static void replay_violation(const Program *program, const Violation *violation) {
  char *error = NULL;
  size_t at = 0;
  if (violation->replay == NULL) {
    return;
  }
  Sequence *sequence = sequence_parse(program_model(program), violation->replay, &error, &at);
  if (sequence == NULL) {
    g_error("`%s` is no sequence: %s", violation->replay, error);
  }
  Replay *replay = replay_new(program, -1);
  for (guint i = 0; i < sequence->steps->len; i++) {
    if (!replay_step(replay, g_ptr_array_index(sequence->steps, i))) {
      break;
    }
  }
  replay_free(replay);
  sequence_free(sequence);
}

static void explore(const Program *program) {
  ExploreOptions options;
  bounded(&options);
  Exploration *exploration = NULL;
  Verdict *verdict = verdict_explore(program, &options, &exploration);
  for (int i = 0; i < verdict->violation_count && i < 4; i++) {
    replay_violation(program, &verdict->violations[i]);
  }
  verdict_free(verdict);
  exploration_free(exploration);
}

static void run(const Model *tree, Diags *diags) {
  IrModel *ir = lower_model(tree, diags);
  if (ir == NULL) {
    return;
  }
  g_autoptr(GString) text = g_string_new(NULL);
  if (!ir_verify(ir, text)) {
    g_error("the lowered model is not right: %s", text->str);
  }
  ir_dump(ir, text);
  Program *program = program_new(ir);
  program_dump(program, text);
  Span span;
  if (!program_too_large(program, &span)) {
    explore(program);
  }
  program_free(program);
  ir_model_free(ir);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Source *source = source_new("fuzz.model", size == 0 ? "" : (const char *)data, size);
  Diags *diags = diags_new(source);
  Arena *arena = arena_new();
  Names *names = names_new();
  Model *model = parse_model(arena, names, source, diags);
  if (diags_errors(diags) == 0 && check_model(arena, names, model, NULL, 0, diags)) {
    run(model, diags);
  }
  names_free(names);
  arena_free(arena);
  diags_free(diags);
  source_free(source);
  return 0;
}
