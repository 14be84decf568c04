/* Prints a verdict for a person: the summary with its table where all is well, each violation with its steps and its
 * reason where not, then what the figures do not say by themselves. Words carry the meaning; colour only underlines
 * them. */
#include "cli/verdict_text.h"

#include <string.h>

#include "base/diag_render.h"
#include "cli/output.h"

/* How wide a text is on the terminal. */
static int text_width(const char *text) {
  int width = 0;
  for (const char *at = text; *at; at = g_utf8_next_char(at)) {
    gunichar letter = g_utf8_get_char(at);
    width += g_unichar_iszerowidth(letter) ? 0 : g_unichar_iswide(letter) ? 2 : 1;
  }
  return width;
}

static void pad(GString *out, int count) {
  for (int i = 0; i < count; i++)
    g_string_append_c(out, ' ');
}

static void append_padded(GString *out, const char *text, int width) {
  g_string_append(out, text);
  pad(out, width - text_width(text));
}

/* ---------------------------------------------------------------- steps */

static void append_change(GString *out, const Change *change, bool first_of_owner) {
  if (change->field && first_of_owner)
    g_string_append_printf(out, "%s ", change->what);
  if (change->field && strcmp(change->field, "state") == 0)
    g_string_append_printf(out, "%s → %s", change->before, change->after);
  else if (change->field && !change->before)
    g_string_append_printf(out, "%s %s", change->field, change->after);
  else
    g_string_append_printf(out, "%s %s → %s", change->field ? change->field : change->what,
                           change->before ? change->before : "unset", change->after ? change->after : "unset");
}

static void append_changes(GString *out, const VerdictStep *step) {
  const Change *last = NULL;
  for (int i = 0; i < step->change_count; i++) {
    const Change *change = &step->changes[i];
    if (change->json_only)
      continue;
    bool same_owner = last && last->field && change->field && strcmp(last->what, change->what) == 0;
    if (last)
      g_string_append(out, same_owner ? ", " : "   ");
    append_change(out, change, !same_owner);
    last = change;
  }
}

/* Names may be long, and a column as wide as the widest serves nobody: past this width a line goes its own way. */
enum { CALL_COLUMN = 44 };

static char *step_kind_mark(const VerdictStep *step) {
  if (step->firing.action < 0)
    return g_strdup("");
  return g_strdup(step->action_kind == IRK_MANUAL ? " [manual]" : step->action_kind == IRK_EVENT ? " [event]" : "");
}

void verdict_text_steps(const VerdictStep *steps, int count, bool color, GString *out) {
  int call_width = 0, outcome_width = 0;
  for (int i = 0; i < count; i++) {
    g_autofree char *mark = step_kind_mark(&steps[i]);
    call_width = MAX(call_width, text_width(steps[i].call) + text_width(mark));
    outcome_width = MAX(outcome_width, text_width(steps[i].outcome ? steps[i].outcome : ""));
  }
  call_width = MIN(call_width, CALL_COLUMN);
  int first =
      count > 0 && steps[0].firing.action < 0 && steps[0].change_count == 0 && strcmp(steps[0].call, "init") == 0;
  for (int i = first; i < count; i++) {
    g_autofree char *mark = step_kind_mark(&steps[i]);
    g_autofree char *call = g_strconcat(steps[i].call, mark, NULL);
    g_autoptr(GString) line = g_string_new(NULL);
    append_padded(line, call, call_width);
    if (outcome_width > 0) {
      g_string_append(line, "  ");
      append_padded(line, steps[i].outcome ? steps[i].outcome : "", outcome_width);
    }
    g_string_append(line, "   ");
    append_changes(line, &steps[i]);
    g_autofree char *number = g_strdup_printf("%3d  ", i);
    output_styled(out, color, STYLE_BOLD, number);
    g_string_append(out, g_strchomp(line->str));
    g_string_append_c(out, '\n');
  }
}

void verdict_text_step(const VerdictStep *step, GString *out) {
  g_autofree char *mark = step_kind_mark(step);
  g_autoptr(GString) line = g_string_new(NULL);
  append_padded(line, step->call, CALL_COLUMN - 14);
  g_string_append_printf(line, "%s  %s   ", mark, step->outcome ? step->outcome : "");
  append_changes(line, step);
  g_string_append(out, g_strchomp(line->str));
}

/* ---------------------------------------------------------------- one violation */

static void append_quoted_for_shell(GString *out, const char *text) {
  bool plain = *text != '\0';
  for (const char *at = text; *at && plain; at++)
    plain = g_ascii_isalnum(*at) || strchr("_-./=:,+@%", *at) != NULL;
  if (plain) {
    g_string_append(out, text);
    return;
  }
  g_string_append_c(out, '\'');
  for (const char *at = text; *at; at++) {
    if (*at == '\'')
      g_string_append(out, "'\\''");
    else
      g_string_append_c(out, *at);
  }
  g_string_append_c(out, '\'');
}

char *verdict_replay_command(const Pipeline *pipeline, const char *sequence) {
  GString *out = g_string_new("seqcheck replay ");
  append_quoted_for_shell(out, pipeline->options->operands[0]);
  for (guint i = 0; i < pipeline->options->defines->len; i++) {
    const Define *define = &g_array_index(pipeline->options->defines, Define, i);
    g_autofree char *text = g_strdup_printf("%s=%s", define->name, define->value);
    g_string_append(out, " -D ");
    append_quoted_for_shell(out, text);
  }
  g_string_append_c(out, ' ');
  append_quoted_for_shell(out, sequence);
  return g_string_free(out, FALSE);
}

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
    pad(out, indent + 4 * lines[i].depth);
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
  verdict_text_steps(violation->trace, violation->trace_count, color, out);
  append_because(out, violation);
  if (violation->replay) {
    g_autofree char *command = verdict_replay_command(pipeline, violation->replay);
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
    action_width = MAX(action_width, text_width(model->actions[a].name));
    for (int o = 0; o < model->actions[a].outcome_count; o++)
      outcome_width = MAX(outcome_width, text_width(model->actions[a].outcomes[o].name));
  }
  if (model->action_count == 0)
    return;
  g_string_append(out, "\n  ");
  append_padded(out, "action", action_width + 2);
  append_padded(out, "outcome", outcome_width + 2);
  g_string_append(out, "       fired\n");
  for (int a = 0; a < model->action_count; a++) {
    for (int o = 0; o < model->actions[a].outcome_count; o++) {
      g_autofree char *fired = output_number(verdict->exploration->fired[a][o]);
      g_string_append(out, "  ");
      append_padded(out, o == 0 ? model->actions[a].name : "", action_width + 2);
      append_padded(out, model->actions[a].outcomes[o].name, outcome_width + 2);
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
  append_padded(out, label, LABEL_COLUMN - 2);
  int column = LABEL_COLUMN;
  for (guint i = 0; i < names->len; i++) {
    const char *name = g_ptr_array_index(names, i);
    if (i > 0)
      g_string_append(out, ","), column++;
    if (i > 0 && column + text_width(name) + 1 > TEXT_COLUMNS) {
      g_string_append_c(out, '\n');
      pad(out, LABEL_COLUMN);
      column = LABEL_COLUMN;
    } else if (i > 0)
      g_string_append_c(out, ' '), column++;
    g_string_append(out, name);
    column += text_width(name);
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
  append_results(out, verdict, "deadlock", true, "never stuck");
  for (int i = 0; i < verdict->contract_count; i++) {
    const ContractResult *result = &verdict->contracts[i];
    if (!result->witness)
      continue;
    g_autofree char *label =
        g_strdup_printf("reached in %u step%s", result->witness_steps, result->witness_steps == 1 ? "" : "s");
    g_string_append(out, "  ");
    append_padded(out, label, LABEL_COLUMN - 2);
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
      append_padded(out, "BROKEN", LABEL_COLUMN - 2);
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
  int first = text_width(resource->name);
  for (int r = 0; r < matrix->row_count; r++) {
    g_autofree char *name = row_name(model, matrix, r);
    first = MAX(first, text_width(name));
  }
  g_string_append(out, "\n  ");
  append_padded(out, resource->name, first + 2);
  for (int s = 1; s < resource->state_count; s++)
    g_string_append_printf(out, "%*s", MAX(9, text_width(resource->states[s].name) + 2), resource->states[s].name);
  g_string_append_c(out, '\n');
  for (int r = 0; r < matrix->row_count; r++) {
    g_autofree char *name = row_name(model, matrix, r);
    g_string_append(out, "  ");
    append_padded(out, name, first + 2);
    for (int s = 1; s < resource->state_count; s++) {
      char buffer[32];
      g_string_append_printf(out, "%*s", MAX(9, text_width(resource->states[s].name) + 2),
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
  append_quoted_for_shell(file, pipeline->options->operands[0]);
  if (verdict->status == VERDICT_HOLDS)
    g_string_append_printf(out, "\nnext: seqcheck step %s        walk the states by hand\n", file->str);
}

static void append_count(GString *out, const Pipeline *pipeline, const Verdict *verdict) {
  g_autofree char *states = output_number(verdict->exploration->states);
  bool went_on = pipeline->options->keep_going || verdict->exploration->end == EXPLORE_COMPLETE;
  int count = verdict->violation_count;
  if (went_on)
    g_string_append_printf(out, "\n%d contract%s broken\n", count, count == 1 ? "" : "s");
  else
    g_string_append_printf(
        out, "%d contract%s broken; %s states explored before it was found (--keep-going explores the rest)\n", count,
        count == 1 ? "" : "s", states);
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
