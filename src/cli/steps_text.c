/* Prints steps in columns as wide as the widest call and outcome. A slot that was taken or moved is named once with all
 * that changed in it; of a map the entries that changed. */
#include "cli/steps_text.h"

#include <string.h>

#include "cli/output.h"

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

static const char *step_kind_mark(const VerdictStep *step) {
  if (step->firing.action < 0)
    return "";
  return step->action_kind == IRK_MANUAL ? " [manual]" : step->action_kind == IRK_EVENT ? " [event]" : "";
}

typedef struct Columns {
  int call, outcome;
} Columns;

static Columns measure(const VerdictStep *steps, int count) {
  Columns columns = {0, 0};
  for (int i = 0; i < count; i++) {
    columns.call = MAX(columns.call, output_width(steps[i].call) + (int)strlen(step_kind_mark(&steps[i])));
    columns.outcome = MAX(columns.outcome, output_width(steps[i].outcome));
  }
  columns.call = MIN(columns.call, CALL_COLUMN);
  return columns;
}

static void append_step(const VerdictStep *step, int number, Columns columns, bool color, GString *out) {
  g_autofree char *call = g_strconcat(step->call, step_kind_mark(step), NULL);
  g_autoptr(GString) line = g_string_new(NULL);
  output_padded(line, call, columns.call);
  if (columns.outcome > 0) {
    g_string_append(line, "  ");
    output_padded(line, step->outcome, columns.outcome);
  }
  g_string_append(line, "   ");
  append_changes(line, step);
  g_autofree char *shown = g_strdup_printf("%3d  ", number);
  output_styled(out, color, STYLE_BOLD, shown);
  g_string_append_printf(out, "%s\n", g_strchomp(line->str));
}

void steps_text_trace(const VerdictStep *steps, int count, bool color, GString *out) {
  bool plain_init =
      count > 0 && steps[0].firing.action < 0 && steps[0].change_count == 0 && strcmp(steps[0].call, "init") == 0;
  Columns columns = measure(steps + plain_init, count - plain_init);
  for (int i = plain_init; i < count; i++)
    append_step(&steps[i], i, columns, color, out);
}

void steps_text_list(const VerdictStep *steps, int count, bool color, GString *out) {
  Columns columns = measure(steps, count);
  for (int i = 0; i < count; i++)
    append_step(&steps[i], i + 1, columns, color, out);
}
