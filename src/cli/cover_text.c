/* A suite as text: the verdict first, then the sequences as far as they fit on a page or two (how many were left out is
 * said), then what is not covered, and what to do next. */
#include "cli/cover_text.h"

#include <string.h>

#include "cli/output.h"
#include "contract/why.h"
#include "engine/sequence.h"

enum { SHOWN_STEPS = 60 };

static char *counted(uint64_t count, const char *what) {
  g_autofree char *number = output_number(count);
  return g_strdup_printf("%s %s%s", number, what, count == 1 ? "" : "s");
}

static void append_verdict(const Covering *covering, const char *model, bool color, GString *out) {
  const Plan *plan = covering->plan;
  g_autofree char *sequences = counted(plan->suite->sequences->len, "sequence");
  g_autofree char *steps = counted(plan->steps, "step");
  g_autofree char *head = g_strdup_printf("%s, %s: %s, %s", model, covering->criterion_text, sequences, steps);
  output_styled(out, color, STYLE_BOLD, head);
  if (plan->optimal)
    g_string_append_printf(out, ", provably the fewest (%s)\n", plan->proof);
  else {
    g_autofree char *cost = output_number(plan->cost);
    g_autofree char *bound = output_number(plan->lower_bound);
    g_string_append_printf(
        out, "\nsteps and fresh starts cost %s; no suite costs less than %s (gap %" G_GUINT64_FORMAT ", bound by %s)\n",
        cost, bound, plan->cost - plan->lower_bound, plan->proof);
  }
  g_autofree char *covered = output_number(plan->covered);
  g_autofree char *goals = counted(plan->goals, "goal");
  g_string_append_printf(out, "covers %s of %s, counted again by replaying the suite on the model\n", covered, goals);
}

/* ---------------------------------------------------------------- sequences */

/* A step in two columns; the start only where it is chosen among several. */
static void append_step(const IrModel *model, const Firing *firing, guint number, GString *out) {
  g_autoptr(GString) call = g_string_new(NULL);
  sequence_print_firing(model, firing, true, call);
  g_string_append_printf(out, "  %2u  ", number);
  if (firing->action < 0 || *model->actions[firing->action].outcomes[firing->outcome].name == '\0') {
    g_string_append_printf(out, "%s\n", call->str);
    return;
  }
  output_padded(out, call->str, 40);
  g_string_append_printf(out, "  %s\n", model->actions[firing->action].outcomes[firing->outcome].name);
}

static bool start_says_something(const IrModel *model) {
  return model->init_count > 1 || model->inits[0].argument_count > 1;
}

/* Returns how many steps it wrote. */
static guint append_sequence(const IrModel *model, const SuiteSequence *sequence, guint most, GString *out) {
  g_string_append_printf(out, "\n%s\n", sequence->name);
  if (start_says_something(model))
    append_step(model, &g_array_index(sequence->firings, Firing, 0), 0, out);
  guint count = MIN(sequence->firings->len - 1, most);
  for (guint i = 1; i <= count; i++)
    append_step(model, &g_array_index(sequence->firings, Firing, i), i, out);
  if (count < sequence->firings->len - 1) {
    g_autofree char *left = counted(sequence->firings->len - 1 - count, "more step");
    g_string_append_printf(out, "      ... %s\n", left);
  }
  return count;
}

static void append_sequences(const Pipeline *pipeline, const Suite *suite, GString *out) {
  guint left = SHOWN_STEPS, shown = 0;
  for (; shown < suite->sequences->len && left > 0; shown++) {
    guint wrote = append_sequence(suite->model, g_ptr_array_index(suite->sequences, shown), left, out);
    left -= MIN(left, wrote + 1);
  }
  if (shown < suite->sequences->len) {
    g_autofree char *more = counted(suite->sequences->len - shown, "more sequence");
    g_string_append_printf(out, "\n... and %s%s\n", more,
                           pipeline->options->suite ? "" : " (--suite FILE writes all of them)");
  }
}

/* ---------------------------------------------------------------- what is not covered */

char **cover_text_reason(const Covering *covering, const Uncovered *uncovered) {
  if (uncovered->kind != UNCOVERED_NEVER || uncovered->action < 0 || uncovered->outcome < 0)
    return NULL;
  WhyQuestion question = {.action = uncovered->action, .outcome = uncovered->outcome};
  WhyAnswer *answer = why_ever(covering->exploration, &question);
  char **lines = answer->possible ? NULL : g_strdupv(answer->lines);
  why_free(answer);
  return lines;
}

char **cover_text_undeclared(const Covering *covering) {
  GStrvBuilder *builder = g_strv_builder_new();
  const Verdict *verdict = covering->verdict;
  for (int m = 0; m < verdict->matrix_count; m++) {
    const Matrix *matrix = &verdict->matrices[m];
    const IrResource *resource = &verdict->model->resources[matrix->resource];
    for (int row = 0; row < matrix->row_count; row++)
      for (int state = 1; state < resource->state_count; state++) {
        if (matrix->rows[row].cells[state] != CELL_UNDECLARED)
          continue;
        g_autofree char *text =
            g_strdup_printf("`%s` while a `%s` is `%s`", verdict->model->actions[matrix->rows[row].action].name,
                            resource->name, resource->states[state].name);
        g_strv_builder_add(builder, text);
      }
  }
  char **lines = g_strv_builder_end(builder);
  g_strv_builder_unref(builder);
  return lines;
}

static void append_uncovered(const Pipeline *pipeline, const Covering *covering, GString *out) {
  const GArray *all = covering->plan->uncovered;
  g_autofree char *stopped = pipeline_end_text(pipeline->options, covering->exploration->end);
  for (guint i = 0; i < all->len; i++) {
    const Uncovered *uncovered = &g_array_index(all, Uncovered, i);
    g_string_append_printf(out, "%s  %s: ", i == 0 ? "\nnot covered\n" : "", uncovered->what);
    g_auto(GStrv) lines = cover_text_reason(covering, uncovered);
    if (uncovered->kind == UNCOVERED_TOO_FAR)
      g_string_append_printf(out, "%u steps from the nearest start, more than --max-steps\n", uncovered->distance);
    else if (uncovered->kind == UNCOVERED_UNSEEN)
      g_string_append_printf(out, "not found: %s\n", stopped ? stopped : "the exploration was not complete");
    else
      g_string_append(out, "never happens in any reachable state\n");
    for (guint k = 0; lines && lines[k]; k++)
      g_string_append_printf(out, "    %s\n", lines[k]);
  }
}

static void append_notes(const Pipeline *pipeline, const Covering *covering, GString *out) {
  if (covering->criterion.kind == CRITERION_LIFECYCLE) {
    g_auto(GStrv) undeclared = cover_text_undeclared(covering);
    for (guint i = 0; undeclared[i]; i++)
      g_string_append_printf(out, "%s  %s\n", i == 0 ? "\nno answer is declared for\n" : "", undeclared[i]);
  }
  g_autofree char *stopped = pipeline_end_text(pipeline->options, covering->exploration->end);
  if (stopped)
    g_string_append_printf(out, "\nnote: the exploration was not complete (%s): the suite covers what it found\n",
                           stopped);
  for (int i = 0; i < covering->verdict->remark_count; i++)
    if (strcmp(covering->verdict->remarks[i].code, "SQ0612") == 0)
      g_string_append_printf(out, "\nnote: %s\n", covering->verdict->remarks[i].text);
}

static void append_next(const Pipeline *pipeline, GString *out) {
  g_string_append(out, "\nnext: seqcheck generate c ");
  output_shell_word(out, pipeline->options->model);
  if (pipeline->options->criterion) {
    g_string_append(out, " --criterion ");
    output_shell_word(out, pipeline->options->criterion);
  }
  g_string_append(out, " -o tests        C tests that run such sequences against a system\n");
}

void cover_text(const Pipeline *pipeline, const Covering *covering, GString *out) {
  append_verdict(covering, pipeline->ir->name, output_color(pipeline->options), out);
  append_sequences(pipeline, covering->plan->suite, out);
  append_uncovered(pipeline, covering, out);
  append_notes(pipeline, covering, out);
  append_next(pipeline, out);
}
