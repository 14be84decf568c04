/* From a model to a measured suite. A model that breaks its own contracts is refused: tests made from it would ask the
 * system for what its author holds to be wrong. */
#include "cli/covering.h"

#include <string.h>

#include "base/limits.h"
#include "cli/kept_graph.h"
#include "cli/output.h"

static bool read_criterion(Pipeline *pipeline, Covering *covering) {
  g_autofree char *error = NULL;
  if (pipeline->options->reset_cost > LIMIT_RESET_COST) {
    output_message("--reset-cost: at most %d", LIMIT_RESET_COST);
    covering->code = EXIT_WRONG_INPUT;
    return false;
  }
  covering->criterion_text = pipeline->options->criterion ? pipeline->options->criterion : "outcomes";
  if (criterion_parse(pipeline->ir, covering->criterion_text, &covering->criterion, &error))
    return true;
  output_message("%s", error);
  covering->code = EXIT_WRONG_INPUT;
  return false;
}

static void tell_violation_json(const Pipeline *pipeline, const Violation *violation) {
  cJSON *json = cJSON_CreateObject();
  cJSON_AddNumberToObject(json, "schema_version", 1);
  cJSON_AddStringToObject(json, "status", "violated");
  cJSON_AddStringToObject(json, "model", pipeline->ir->name);
  cJSON_AddStringToObject(json, "code", violation->code);
  cJSON_AddStringToObject(json, "message", violation->message);
  if (violation->replay)
    cJSON_AddStringToObject(json, "replay", violation->replay);
  output_json(json);
}

static void tell_violation(const Pipeline *pipeline, const Violation *violation) {
  if (pipeline->options->json) {
    tell_violation_json(pipeline, violation);
    return;
  }
  g_autoptr(GString) out = g_string_new(NULL);
  g_string_append_printf(out, "fail[%s]: ", violation->code);
  output_quoted(out, violation->message);
  g_string_append_c(out, '\n');
  if (violation->replay && strlen(violation->replay) > LIMIT_TOLD_SEQUENCE) {
    g_string_append(out, "the trace is too long to be shown: `seqcheck explore` tells it\n");
  } else if (violation->replay) {
    g_autofree char *command = pipeline_replay_command(pipeline, violation->replay);
    g_string_append_printf(out, "replay: %s\n", command);
  }
  g_string_append(out, "A suite of a model that breaks its own contracts would ask the system for what is wrong: "
                       "nothing was planned (--anyway plans all the same; explore tells more).\n");
  output_error_text(out);
}

static bool explore(Pipeline *pipeline, Covering *covering) {
  ExploreOptions options;
  pipeline_explore_options(pipeline, &options);
  options.keep_going = pipeline->options->anyway;
  covering->verdict = kept_graph_verdict(pipeline, &options, &covering->exploration, &covering->code);
  pipeline_explored(&options);
  if (!covering->verdict)
    return false;
  const Exploration *exploration = covering->exploration;
  if (covering->verdict->status == VERDICT_VIOLATED && !pipeline->options->anyway) {
    tell_violation(pipeline, &covering->verdict->violations[0]);
    covering->code = EXIT_VIOLATED;
    return false;
  }
  if (exploration->initial == 0) {
    output_message("%s: no start is left: every init was dropped by its `when` or by a pool that was full (SQ0703)",
                   source_name(pipeline->source));
    covering->code = EXIT_WRONG_INPUT;
    return false;
  }
  bool whole = exploration->end == EXPLORE_COMPLETE;
  covering->code = whole ? EXIT_HOLDS : pipeline_end_code(pipeline->options, exploration->end);
  if (exploration->end != EXPLORE_STOPPED)
    return true;
  output_message("interrupted: there is no suite");
  return false;
}

static bool plan(Pipeline *pipeline, Covering *covering) {
  PlanOptions options;
  ExploreOptions explore_options;
  pipeline_explore_options(pipeline, &explore_options);
  plan_options_init(&options);
  options.criterion = covering->criterion;
  options.criterion_text = covering->criterion_text;
  options.stop = explore_options.stop;
  if (pipeline->options->reset_cost >= 0)
    options.reset_cost = (uint32_t)pipeline->options->reset_cost;
  options.max_steps = (uint64_t)pipeline->options->max_steps;
  covering->plan = plan_new(covering->exploration, &options);
  if (covering->plan->too_large)
    output_message("%s", covering->plan->too_large);
  if (covering->plan->stopped)
    output_message("interrupted: there is no suite");
  if (!covering->plan->too_large && !covering->plan->stopped)
    return true;
  covering->code = covering->plan->stopped ? EXIT_LIMIT : EXIT_ENVIRONMENT;
  return false;
}

/* Where planner and measurement disagree, one of them is wrong, and so are we. */
static void measure(Pipeline *pipeline, Covering *covering) {
  bool small = covering->exploration->transitions <= LIMIT_RECOUNT_TRANSITIONS;
  covering->measure =
      measure_new(pipeline->program, covering->plan->suite, &covering->criterion, small ? covering->exploration : NULL);
  g_assert(covering->measure->valid);
  g_assert_cmpuint(covering->measure->covered, ==, covering->plan->covered);
  if (small)
    g_assert_cmpuint(covering->measure->total, ==, covering->plan->goals);
}

bool covering_make(Pipeline *pipeline, Covering *ret) {
  *ret = (Covering){0};
  if (!read_criterion(pipeline, ret) || !explore(pipeline, ret) || !plan(pipeline, ret))
    return false;
  measure(pipeline, ret);
  return true;
}

void covering_clear(Covering *covering) {
  if (covering->measure)
    measure_free(covering->measure);
  plan_free(covering->plan);
  if (covering->verdict)
    verdict_free(covering->verdict);
  if (covering->exploration)
    exploration_free(covering->exploration);
}
