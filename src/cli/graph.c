/* `seqcheck graph`: pictures of a model. Explores, builds the picture that was asked for, writes it as DOT or has it
 * laid out. A model with a broken contract has a picture too: often it is what one wants to see. */
#include <string.h>

#include "base/limits.h"
#include "base/names.h"
#include "cli/commands.h"
#include "cli/covering.h"
#include "cli/kept_graph.h"
#include "cli/output.h"
#include "cli/picture_file.h"
#include "cli/pipeline.h"
#include "contract/verdict.h"
#include "emit/graph_text.h"

typedef enum GraphKind { GRAPH_LIFECYCLE, GRAPH_VIEW, GRAPH_STATES, GRAPH_OUTCOMES } GraphKind;

typedef struct GraphWanted {
  GraphKind kind;
  int number; /* of the resource (-1: all of them) or the view */
  const char *format;
} GraphWanted;

/* ---------------------------------------------------------------- what is wanted */

static bool no_such(const char *what, const char *name, const char *const *names, size_t count) {
  const char *near = names_nearest(name, names, count);
  g_autofree char *list = count > 0 ? g_strjoinv("`, `", (char **)names) : NULL;
  if (near)
    output_message("the model has no %s `%s`: did you mean `%s`?", what, name, near);
  else if (list)
    output_message("the model has no %s `%s`; there is `%s`", what, name, list);
  else
    output_message("the model has no %s", what);
  return false;
}

static bool find_resource(const IrModel *model, const char *name, GraphWanted *ret) {
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  ret->kind = GRAPH_LIFECYCLE;
  ret->number = -1;
  if (!*name && model->resource_count > 0)
    return true;
  for (int i = 0; i < model->resource_count; i++) {
    if (strcmp(model->resources[i].name, name) == 0) {
      ret->number = i;
      return true;
    }
    g_ptr_array_add(names, (gpointer)(intptr_t)model->resources[i].name);
  }
  g_ptr_array_add(names, NULL);
  return no_such("resource", name, (const char *const *)names->pdata, names->len - 1);
}

static bool find_view(const IrModel *model, const char *name, GraphWanted *ret) {
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  ret->kind = GRAPH_VIEW;
  for (int i = 0; i < model->view_count; i++) {
    if (strcmp(model->views[i].name, name) == 0) {
      ret->number = i;
      return true;
    }
    g_ptr_array_add(names, (gpointer)(intptr_t)model->views[i].name);
  }
  g_ptr_array_add(names, NULL);
  return no_such("view", name, (const char *const *)names->pdata, names->len - 1);
}

static bool read_kind(const IrModel *model, const char *of, GraphWanted *ret) {
  if (strcmp(of, "states") == 0 || strcmp(of, "outcomes") == 0) {
    ret->kind = of[0] == 's' ? GRAPH_STATES : GRAPH_OUTCOMES;
    return true;
  }
  if (strcmp(of, "lifecycle") == 0 || g_str_has_prefix(of, "lifecycle:"))
    return find_resource(model, of[9] ? of + 10 : "", ret);
  if (g_str_has_prefix(of, "view:"))
    return find_view(model, of + 5, ret);
  output_message("`--of` takes `lifecycle`, `lifecycle:RESOURCE`, `view:NAME`, `states` or `outcomes`, not `%s`", of);
  return false;
}

static bool is_text(const char *format) {
  return strcmp(format, "dot") == 0 || strcmp(format, "aut") == 0 || strcmp(format, "graphml") == 0;
}

/* The format that was said, else what the file's name ends with, else DOT. */
static bool read_format(const Options *options, GraphWanted *ret) {
  static const char *const formats[] = {"dot", "svg", "png", "pdf", "aut", "graphml"};
  const char *said = options->format, *dot = options->output ? strrchr(options->output, '.') : NULL;
  ret->format = said ? NULL : "dot";
  for (size_t i = 0; i < G_N_ELEMENTS(formats); i++)
    if (said ? strcmp(said, formats[i]) == 0 : dot && strcmp(dot + 1, formats[i]) == 0)
      ret->format = formats[i];
  if (!ret->format) {
    output_message("`--format` takes one of dot, svg, png, pdf, aut, graphml, not `%s`", said);
    return false;
  }
  if (is_text(ret->format) || options->output)
    return true;
  output_message("where to? `-o FILE` names the file for the picture");
  return false;
}

static bool read_engine(const Options *options) {
  static const char *const engines[] = {"dot", "sfdp", "neato", "fdp", "circo", "twopi", NULL};
  if (!options->layout || g_strv_contains(engines, options->layout))
    return true;
  output_message("`--layout` takes one of dot, sfdp, neato, fdp, circo, twopi, not `%s`", options->layout);
  return false;
}

/* Formats that hold every state, by what was said or by the file's name. */
static bool wants_graph(const Options *options) {
  const char *dot = options->output ? strrchr(options->output, '.') : NULL;
  const char *format = options->format ? options->format : dot ? dot + 1 : "";
  return strcmp(format, "aut") == 0 || strcmp(format, "graphml") == 0;
}

/* Options that say nothing about this kind of picture are refused, not passed over. */
static bool options_fit(const Options *options, const GraphWanted *wanted) {
  bool states = wanted->kind == GRAPH_STATES;
  if (!states && wants_graph(options)) {
    output_message("`--format %s` is for `--of states`", wanted->format);
    return false;
  }
  const char *lost = !states && options->trace > 0                               ? "--trace"
                     : !states && options->sequence                              ? "--sequence"
                     : !states && options->label                                 ? "--label"
                     : options->refused && wanted->kind != GRAPH_LIFECYCLE       ? "--refused"
                     : options->max_nodes > 0 && wanted->kind == GRAPH_LIFECYCLE ? "--max-nodes"
                                                                                 : NULL;
  if (lost)
    output_message("`%s` is for `--of %s`", lost,
                   strcmp(lost, "--refused") == 0     ? "lifecycle"
                   : strcmp(lost, "--max-nodes") == 0 ? "states` and `--of view:NAME"
                                                      : "states");
  else if (options->trace > 0 && options->sequence)
    output_message("`--trace` and `--sequence` mark one path each: only one of them");
  return !lost && !(options->trace > 0 && options->sequence);
}

/* The names that --label lists must be there. */
static bool labels_fit(const IrModel *model, const Options *options) {
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (int v = 0; v < model->var_count; v++)
    g_ptr_array_add(names, (gpointer)(intptr_t)model->vars[v].name);
  for (int r = 0; r < model->resource_count; r++) {
    g_ptr_array_add(names, (gpointer)(intptr_t)model->resources[r].name);
    for (int f = 0; f < model->resources[r].field_count; f++)
      g_ptr_array_add(names, (gpointer)(intptr_t)model->resources[r].fields[f].name);
  }
  g_ptr_array_add(names, NULL);
  g_auto(GStrv) labels = g_strsplit(options->label ? options->label : "", ",", -1);
  for (guint i = 0; labels[i]; i++)
    if (!g_strv_contains((const char *const *)names->pdata, labels[i]))
      return no_such("variable, resource or field", labels[i], (const char *const *)names->pdata, names->len - 1);
  return true;
}

/* ---------------------------------------------------------------- what is explored, and the path that is marked */

/* Owned by `covering` where a sequence of a suite is asked for, else its own. */
typedef struct Explored {
  Exploration *exploration;
  Verdict *verdict;
  Covering covering;
  bool covers;
  GArray *path; /* of Firing, [0] the start; or NULL */
  ExitCode code;
} Explored;

/* Violation number --trace. False where it is not there, which has been told. */
static bool trace_path(const Options *options, Explored *explored) {
  const Verdict *verdict = explored->verdict;
  if (options->trace > verdict->violation_count || !verdict->violations[options->trace - 1].has_trace) {
    output_message("there is no trace %" G_GINT64_FORMAT ": the model has %d broken contract%s", options->trace,
                   verdict->violation_count, verdict->violation_count == 1 ? "" : "s");
    return false;
  }
  const Violation *violation = &verdict->violations[options->trace - 1];
  explored->path = g_array_new(FALSE, FALSE, sizeof(Firing));
  for (int i = 0; i < violation->trace_count; i++)
    g_array_append_val(explored->path, violation->trace[i].firing);
  return true;
}

/* Sequence --sequence of the suite that `cover` with the same options makes. */
static bool sequence_path(const Options *options, Explored *explored) {
  const GPtrArray *sequences = explored->covering.plan->suite->sequences;
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (guint i = 0; i < sequences->len; i++) {
    const SuiteSequence *sequence = g_ptr_array_index(sequences, i);
    if (strcmp(sequence->name, options->sequence) == 0) {
      explored->path = g_array_ref(sequence->firings);
      return true;
    }
    g_ptr_array_add(names, sequence->name);
  }
  const char *near = names_nearest(options->sequence, (const char *const *)names->pdata, names->len);
  output_message("the suite has no sequence `%s`%s%s%s", options->sequence, near ? ": did you mean `" : "",
                 near ? near : "", near ? "`?" : "; `seqcheck cover` names them");
  return false;
}

/* False where there is nothing to draw; `code` says why. */
static bool explore(Pipeline *pipeline, Explored *ret) {
  const Options *options = pipeline->options;
  ExploreOptions explore_options;
  *ret = (Explored){.code = EXIT_WRONG_INPUT, .covers = options->sequence != NULL};
  if (ret->covers) {
    if (!covering_make(pipeline, &ret->covering)) {
      ret->code = ret->covering.code;
      return false;
    }
    ret->exploration = ret->covering.exploration;
    return sequence_path(options, ret);
  }
  pipeline_explore_options(pipeline, &explore_options);
  explore_options.keep_going = true;
  ret->verdict = kept_graph_verdict(pipeline, &explore_options, &ret->exploration, &ret->code);
  pipeline_explored(&explore_options);
  return ret->verdict && (options->trace == 0 || trace_path(options, ret));
}

static void explored_clear(Explored *explored) {
  if (explored->path)
    g_array_unref(explored->path);
  if (explored->covers) {
    covering_clear(&explored->covering);
    return;
  }
  if (explored->verdict)
    verdict_free(explored->verdict);
  if (explored->exploration)
    exploration_free(explored->exploration);
}

/* ---------------------------------------------------------------- output */

static void tell(const Pipeline *pipeline, const Picture *picture) {
  picture_file_notes(picture);
  if (picture->notes->len == 0 || !pipeline->options->of || strcmp(pipeline->options->of, "states") != 0)
    return;
  if (pipeline->ir->view_count > 0)
    output_message("note: `--of view:%s` shows all of them, put together by what you chose",
                   pipeline->ir->views[0].name);
  else
    output_message("note: a `view` in the model says what to put together; `--max-nodes` draws more");
}

static Picture *build(const Exploration *exploration, const GraphWanted *wanted, const PictureOptions *options) {
  switch (wanted->kind) {
  case GRAPH_LIFECYCLE:
    return picture_lifecycle(exploration, wanted->number, options);
  case GRAPH_VIEW:
    return picture_view(exploration, wanted->number, options);
  case GRAPH_OUTCOMES:
    return picture_outcomes(exploration, options);
  case GRAPH_STATES:
    break;
  }
  return picture_states(exploration, options);
}

/* ---------------------------------------------------------------- the command */

/* Every state and transition, for other tools; a limit of the nodes is not for these. */
static ExitCode write_graph(const Pipeline *pipeline, const GraphWanted *wanted, const Explored *explored) {
  ExploreOptions explore_options;
  pipeline_explore_options(pipeline, &explore_options);
  g_autoptr(GString) text = g_string_new(NULL);
  bool aut = strcmp(wanted->format, "aut") == 0;
  bool whole = aut ? graph_text_aut(explored->exploration, explore_options.stop, text)
                   : graph_text_graphml(explored->exploration, explore_options.stop, text);
  ExploreEnd end = explored->exploration->end;
  g_autofree char *stopped = pipeline_end_text(pipeline->options, end);
  if (!whole) {
    output_message("interrupted: there is no graph");
    return EXIT_LIMIT;
  }
  if (!pipeline->options->output)
    output_text(text);
  else if (!picture_file_text(pipeline->options->output, text))
    return EXIT_ENVIRONMENT;
  if (stopped)
    output_message("note: the exploration was not complete (%s)", stopped);
  return end == EXPLORE_COMPLETE ? EXIT_HOLDS : pipeline_end_code(pipeline->options, end);
}

static ExitCode draw(const Pipeline *pipeline, const GraphWanted *wanted, const Explored *explored) {
  const Options *options = pipeline->options;
  ExploreOptions explore_options;
  pipeline_explore_options(pipeline, &explore_options);
  g_auto(GStrv) labels = options->label ? g_strsplit(options->label, ",", -1) : NULL;
  PictureOptions picture_options = {.max_nodes =
                                        options->max_nodes > 0 ? (uint64_t)options->max_nodes : LIMIT_PICTURE_NODES,
                                    .refused = options->refused,
                                    .labels = (const char *const *)labels,
                                    .path = explored->path,
                                    .stop = explore_options.stop};
  Picture *picture = build(explored->exploration, wanted, &picture_options);
  if (!picture) {
    output_message("interrupted: there is no picture");
    return EXIT_LIMIT;
  }
  ExploreEnd end = explored->exploration->end;
  g_autofree char *stopped = pipeline_end_text(options, end);
  if (stopped)
    picture_note(picture, "the exploration was not complete (%s)", stopped);
  ExitCode code = picture_file_write(options, picture, wanted->format, options->output);
  tell(pipeline, picture);
  picture_free(picture);
  return code == EXIT_HOLDS && end != EXPLORE_COMPLETE ? pipeline_end_code(options, end) : code;
}

ExitCode command_graph(const Options *options) {
  Pipeline pipeline;
  ExitCode code = EXIT_HOLDS;
  GraphWanted wanted = {0};
  if (pipeline_load(&pipeline, options, &code)) {
    const char *of = options->of                       ? options->of
                     : wants_graph(options)            ? "states"
                     : pipeline.ir->resource_count > 0 ? "lifecycle"
                                                       : "outcomes";
    code = EXIT_WRONG_INPUT;
    if (read_kind(pipeline.ir, of, &wanted) && read_format(options, &wanted) && read_engine(options) &&
        options_fit(options, &wanted) && labels_fit(pipeline.ir, options)) {
      Explored explored;
      if (!explore(&pipeline, &explored))
        code = explored.code;
      else
        code = wants_graph(options) ? write_graph(&pipeline, &wanted, &explored) : draw(&pipeline, &wanted, &explored);
      explored_clear(&explored);
    }
  }
  pipeline_clear(&pipeline);
  return code;
}
