/* Prints a verdict for a person: the summary with its table where all is well, each violation with its steps and its
 * reason where not, then what the figures do not say by themselves. Words carry the meaning; colour only underlines
 * them. */
#include "cli/verdict_text.h"

#include <string.h>

#include "base/diag_render.h"
#include "cli/output.h"
#include "cli/steps_text.h"

/* ---------------------------------------------------------------- one violation */

/* The first line, and the place in the model with what is to be said beside its carets: a diagnostic in all but its
 * word. */
static void append_place(GString *out, const Pipeline *pipeline, const Violation *violation, bool color) {
  DiagCode code = DIAG_0601;
  g_assert(diag_code_find(violation->code, &code));
  Diags *diags = diags_new(pipeline->source);
  Diag *diag = diags_add(diags, code, violation->span, "%s", violation->message);
  diag->severity = SEVERITY_FAIL;
  if (violation->span_note)
    diag_label(diag, violation->span, "%s", violation->span_note);
  diag_render_text_one(diags, diag, color, out);
  diags_free(diags);
}

static void append_lines(GString *out, const BecauseLine *lines, int count, int indent) {
  for (int i = 0; i < count; i++) {
    output_pad(out, indent + 4 * lines[i].depth);
    g_string_append(out, lines[i].text);
    g_string_append_c(out, '\n');
  }
}

static void append_because(GString *out, const Violation *violation) {
  if (violation->because_count > 0)
    g_string_append_c(out, '\n');
  append_lines(out, violation->because, violation->because_count, 2);
}

void verdict_text_violation(const Pipeline *pipeline, const Violation *violation, bool color, GString *out) {
  append_place(out, pipeline, violation, color);
  if (violation->trace_count > 0)
    g_string_append(out, "\n");
  steps_text_trace(violation->trace, violation->trace_count, color, out);
  append_because(out, violation);
  if (violation->replay) {
    g_autofree char *command = pipeline_replay_command(pipeline, violation->replay);
    g_string_append_printf(out, "\nreplay: %s\n", command);
  }
  g_string_append_c(out, '\n');
}

/* ---------------------------------------------------------------- the summary */

static void append_head(GString *out, const Pipeline *pipeline, const Verdict *verdict, bool color) {
  const Exploration *exploration = verdict->exploration;
  g_autofree char *states = output_number(exploration->states);
  g_autofree char *transitions = output_number(exploration->transitions);
  g_autofree char *end = pipeline_end_text(pipeline->options, exploration->end);
  g_autofree char *name = g_strdup_printf("%s:", verdict->model->name);
  output_styled(out, color, STYLE_BOLD, name);
  g_string_append_printf(out, " %s state%s, %s transition%s, depth %u     %.3f s, %s\n", states,
                         exploration->states == 1 ? "" : "s", transitions, exploration->transitions == 1 ? "" : "s",
                         exploration->depth, exploration->seconds, end ? end : "complete");
}

static void append_table(GString *out, const Verdict *verdict, bool color) {
  const IrModel *model = verdict->model;
  int action_width = 6, outcome_width = 7;
  for (int a = 0; a < model->action_count; a++) {
    action_width = MAX(action_width, output_width(model->actions[a].name));
    for (int o = 0; o < model->actions[a].outcome_count; o++)
      outcome_width = MAX(outcome_width, output_width(model->actions[a].outcomes[o].name));
  }
  if (model->action_count == 0)
    return;
  g_string_append(out, "\n  ");
  output_padded(out, "action", action_width + 2);
  output_padded(out, "outcome", outcome_width + 2);
  g_string_append(out, "       fired\n");
  for (int a = 0; a < model->action_count; a++) {
    for (int o = 0; o < model->actions[a].outcome_count; o++) {
      g_autofree char *fired = output_number(verdict->exploration->fired[a][o]);
      g_string_append(out, "  ");
      output_padded(out, o == 0 ? model->actions[a].name : "", action_width + 2);
      output_padded(out, model->actions[a].outcomes[o].name, outcome_width + 2);
      g_string_append_printf(out, "%12s", fired);
      if (verdict->exploration->fired[a][o] == 0) {
        g_string_append(out, "  ");
        output_styled(out, color, STYLE_YELLOW,
                      verdict->exploration->end == EXPLORE_COMPLETE ? "NEVER HAPPENS" : "not so far");
      }
      g_string_append_c(out, '\n');
    }
  }
}

enum { TEXT_COLUMNS = 110, LABEL_COLUMN = 26 };

/* "  holds in every state   a, b, c" wrapped under its first name. */
static void append_names(GString *out, const char *label, const GPtrArray *names) {
  if (names->len == 0)
    return;
  g_string_append(out, "  ");
  output_padded(out, label, LABEL_COLUMN - 2);
  int column = LABEL_COLUMN;
  for (guint i = 0; i < names->len; i++) {
    const char *name = g_ptr_array_index(names, i);
    if (i > 0)
      g_string_append(out, ","), column++;
    if (i > 0 && column + output_width(name) + 1 > TEXT_COLUMNS) {
      g_string_append_c(out, '\n');
      output_pad(out, LABEL_COLUMN);
      column = LABEL_COLUMN;
    } else if (i > 0)
      g_string_append_c(out, ' '), column++;
    g_string_append(out, name);
    column += output_width(name);
  }
  g_string_append_c(out, '\n');
}

/* Those results of one kind that hold (or do not), as names. */
static void append_results(GString *out, const Verdict *verdict, const char *kind, bool holds, const char *label) {
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (int i = 0; i < verdict->contract_count; i++) {
    const ContractResult *result = &verdict->contracts[i];
    if (strcmp(result->kind, kind) == 0 && result->known && result->holds == holds)
      g_ptr_array_add(names, (void *)result->name);
  }
  append_names(out, label, names);
}

static void append_contracts(GString *out, const Verdict *verdict) {
  bool complete = verdict->exploration->end == EXPLORE_COMPLETE;
  if (verdict->contract_count > 0)
    g_string_append_c(out, '\n');
  append_results(out, verdict, "invariant", true, complete ? "holds in every state" : "holds so far");
  append_results(out, verdict, "step invariant", true, complete ? "holds over every step" : "holds over steps so far");
  append_results(out, verdict, "ensure", true, "ensured");
  append_results(out, verdict, "always reach", true, "always within reach");
  for (int i = 0; i < verdict->contract_count; i++)
    if (strcmp(verdict->contracts[i].kind, "deadlock") == 0 && verdict->contracts[i].known &&
        verdict->contracts[i].holds)
      g_string_append(
          out, "  never stuck             where nothing is possible any more, a `final` says that this is fine\n");
  for (int i = 0; i < verdict->contract_count; i++) {
    const ContractResult *result = &verdict->contracts[i];
    if (!result->witness)
      continue;
    g_autofree char *label =
        g_strdup_printf("reached in %u step%s", result->witness_steps, result->witness_steps == 1 ? "" : "s");
    g_string_append(out, "  ");
    output_padded(out, label, LABEL_COLUMN - 2);
    g_string_append_printf(out, "%s:  %s\n", result->name, result->witness);
  }
  g_autoptr(GPtrArray) unknown = g_ptr_array_new();
  for (int i = 0; i < verdict->contract_count; i++)
    if (!verdict->contracts[i].known)
      g_ptr_array_add(unknown, (void *)verdict->contracts[i].name);
  append_names(out, "not known yet", unknown);
  for (int i = 0; i < verdict->contract_count; i++)
    if (!verdict->contracts[i].holds && verdict->contracts[i].known) {
      g_string_append(out, "  ");
      output_padded(out, "BROKEN", LABEL_COLUMN - 2);
      g_string_append_printf(out, "%s\n", verdict->contracts[i].name);
    }
}

static const char *cell_text(const Matrix *matrix, int row, int state, char *buffer, size_t size) {
  uint64_t fired = matrix->counted ? matrix->rows[row].fired[state] : 0;
  switch (matrix->rows[row].cells[state]) {
  case CELL_UNDECLARED:
    return "?";
  case CELL_NEVER:
    return "never";
  case CELL_OFFERED:
    if (matrix->counted) {
      g_autofree char *number = output_number(fired);
      g_strlcpy(buffer, number, size);
      return buffer;
    }
    return "yes";
  case CELL_REFUSED:
    return "refused";
  case CELL_NOT_ASKED:
    return "-";
  }
  g_assert_not_reached();
}

static bool matrix_has_undeclared(const Matrix *matrix, const IrModel *model) {
  for (int r = 0; r < matrix->row_count; r++)
    for (int s = 1; s < model->resources[matrix->resource].state_count; s++)
      if (matrix->rows[r].cells[s] == CELL_UNDECLARED)
        return true;
  return false;
}

/* Two parameters of one action may take the same resource: then the row needs the parameter's name too. */
static char *row_name(const IrModel *model, const Matrix *matrix, int row) {
  const IrAction *action = &model->actions[matrix->rows[row].action];
  for (int r = 0; r < matrix->row_count; r++)
    if (r != row && matrix->rows[r].action == matrix->rows[row].action)
      return g_strdup_printf("%s(%s)", action->name, action->frame.locals[matrix->rows[row].param].name);
  return g_strdup(action->name);
}

static void append_matrix(GString *out, const IrModel *model, const Matrix *matrix) {
  const IrResource *resource = &model->resources[matrix->resource];
  int first = output_width(resource->name);
  for (int r = 0; r < matrix->row_count; r++) {
    g_autofree char *name = row_name(model, matrix, r);
    first = MAX(first, output_width(name));
  }
  g_string_append(out, "\n  ");
  output_padded(out, resource->name, first + 2);
  for (int s = 1; s < resource->state_count; s++)
    g_string_append_printf(out, "%*s", MAX(9, output_width(resource->states[s].name) + 2), resource->states[s].name);
  g_string_append_c(out, '\n');
  for (int r = 0; r < matrix->row_count; r++) {
    g_autofree char *name = row_name(model, matrix, r);
    g_string_append(out, "  ");
    output_padded(out, name, first + 2);
    for (int s = 1; s < resource->state_count; s++) {
      char buffer[32];
      g_string_append_printf(out, "%*s", MAX(9, output_width(resource->states[s].name) + 2),
                             cell_text(matrix, r, s, buffer, sizeof buffer));
    }
    g_string_append_c(out, '\n');
  }
  if (matrix_has_undeclared(matrix, model))
    g_string_append(out, "  ? nobody said what happens there: add the state to the parameter, or an `otherwise`\n");
}

static void append_remarks(GString *out, const Verdict *verdict, bool color) {
  if (verdict->remark_count > 0)
    g_string_append_c(out, '\n');
  for (int i = 0; i < verdict->remark_count; i++) {
    output_styled(out, color, STYLE_YELLOW, "note");
    g_string_append_printf(out, ": %s\n", verdict->remarks[i].text);
    if (verdict->remarks[i].help)
      g_string_append_printf(out, "      %s\n", verdict->remarks[i].help);
  }
}

static void append_summary(GString *out, const Pipeline *pipeline, const Verdict *verdict, bool color) {
  append_head(out, pipeline, verdict, color);
  append_table(out, verdict, color);
  append_contracts(out, verdict);
  for (int i = 0; i < verdict->matrix_count; i++)
    append_matrix(out, verdict->model, &verdict->matrices[i]);
  append_remarks(out, verdict, color);
}

static void append_next(GString *out, const Pipeline *pipeline, const Verdict *verdict) {
  g_autoptr(GString) file = g_string_new(NULL);
  output_shell_word(file, pipeline->options->model);
  if (verdict->status == VERDICT_HOLDS)
    g_string_append_printf(
        out, "\nnext: seqcheck cover %s        the fewest and shortest sequences that cover every outcome\n",
        file->str);
}

/* Model errors are no contracts: their kinds are those of faults. */
static int count_model_errors(const Verdict *verdict) {
  static const char *const contracts[] = {"invariant", "step invariant", "reach", "always reach",
                                          "ensure",    "deadlock",       NULL};
  int count = 0;
  for (int i = 0; i < verdict->violation_count; i++)
    count += !g_strv_contains(contracts, verdict->violations[i].kind);
  return count;
}

static void append_count(GString *out, const Pipeline *pipeline, const Verdict *verdict) {
  g_autofree char *states = output_number(verdict->exploration->states);
  bool went_on = pipeline->options->keep_going || verdict->exploration->end == EXPLORE_COMPLETE;
  int errors = count_model_errors(verdict);
  int broken = verdict->violation_count - errors;
  if (pipeline->options->keep_going) /* the summary stands above */
    g_string_append_c(out, '\n');
  if (broken > 0)
    g_string_append_printf(out, "%d contract%s broken", broken, broken == 1 ? "" : "s");
  if (errors > 0)
    g_string_append_printf(out, "%s%d model error%s", broken > 0 ? ", " : "", errors, errors == 1 ? "" : "s");
  if (went_on && !pipeline->options->keep_going)
    g_string_append_printf(out, "; complete: %s state%s", states, verdict->exploration->states == 1 ? "" : "s");
  if (!went_on)
    g_string_append_printf(out, "; %s states explored before it was found (--keep-going explores the rest)", states);
  g_string_append_c(out, '\n');
}

void verdict_text(const Pipeline *pipeline, const Verdict *verdict, bool color, GString *out) {
  for (int i = 0; i < verdict->violation_count; i++)
    verdict_text_violation(pipeline, &verdict->violations[i], color, out);
  bool whole = verdict->violation_count == 0 || pipeline->options->keep_going;
  if (whole)
    append_summary(out, pipeline, verdict, color);
  if (verdict->violation_count > 0)
    append_count(out, pipeline, verdict);
  else
    append_next(out, pipeline, verdict);
}
