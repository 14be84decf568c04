/* Takes an exploration, gives every state and transition in one of two formats, in the order in which they were found.
 */
#include "emit/graph_text.h"

#include "engine/sequence.h"
#include "engine/transitions.h"
#include "ir/value.h"

typedef struct Writer {
  const Exploration *exploration;
  const IrModel *model;
  GString *out, *label;
  uint64_t shift; /* AUT: states are numbered from here */
  bool graphml;
  uint64_t written; /* transitions */
} Writer;

/* A label in quotes; in AUT nothing escapes, so that quotes within become simple ones. */
static void append_label(Writer *writer, const char *text) {
  if (writer->graphml) {
    g_autofree char *escaped = g_markup_escape_text(text, -1);
    g_string_append(writer->out, escaped);
    return;
  }
  for (; *text; text++)
    g_string_append_c(writer->out, *text == '"' ? '\'' : *text);
}

static void put_transition(Writer *writer, uint64_t from, uint64_t to, const Firing *firing) {
  g_string_truncate(writer->label, 0);
  sequence_print_firing(writer->model, firing, false, writer->label);
  if (writer->graphml)
    g_string_append_printf(
        writer->out,
        "    <edge source=\"s%" G_GUINT64_FORMAT "\" target=\"s%" G_GUINT64_FORMAT "\"><data key=\"step\">", from, to);
  else
    g_string_append_printf(writer->out, "(%" G_GUINT64_FORMAT ", \"", from);
  append_label(writer, writer->label->str);
  if (writer->graphml)
    g_string_append(writer->out, "</data></edge>\n");
  else
    g_string_append_printf(writer->out, "\", %" G_GUINT64_FORMAT ")\n", to);
  writer->written++;
}

/* States beyond a limit of the exploration were not found: no transition leads there. */
static bool take(void *user, const Transition *transition) {
  Writer *writer = user;
  uint64_t to = exploration_find_packed(writer->exploration, transition->after);
  uint64_t from = transition->source == STATE_NONE ? 0 : transition->source + writer->shift;
  if (to != STATE_NONE)
    put_transition(writer, from, to + writer->shift, transition->firing);
  return true;
}

/* ---------------------------------------------------------------- Aldebaran */

bool graph_text_aut(const Exploration *exploration, const atomic_bool *stop, GString *out) {
  Writer writer = {.exploration = exploration, .model = program_model(exploration->program)};
  writer.out = g_string_new(NULL);
  writer.label = g_string_new(NULL);
  writer.shift = exploration->initial > 1;
  bool whole = (writer.shift == 0 || transitions_starts(exploration, stop, take, &writer)) &&
               transitions_each(exploration, UINT64_MAX, stop, take, &writer);
  g_string_append_printf(out, "des (0, %" G_GUINT64_FORMAT ", %" G_GUINT64_FORMAT ")\n", writer.written,
                         exploration->states + writer.shift);
  g_string_append_len(out, writer.out->str, (gssize)writer.out->len);
  g_string_free(writer.out, TRUE);
  g_string_free(writer.label, TRUE);
  return whole;
}

/* ---------------------------------------------------------------- GraphML */

static void put_state(Writer *writer, uint64_t state, int64_t *cells) {
  exploration_state(writer->exploration, state, cells);
  g_string_truncate(writer->label, 0);
  state_print(writer->model, cells, writer->label);
  if (writer->label->len > 0) /* its last line's end */
    g_string_truncate(writer->label, writer->label->len - 1);
  g_string_append_printf(writer->out, "    <node id=\"s%" G_GUINT64_FORMAT "\"><data key=\"state\">", state);
  append_label(writer, writer->label->str);
  g_string_append_printf(writer->out, "</data><data key=\"distance\">%u</data></node>\n",
                         exploration_distance(writer->exploration, state));
}

bool graph_text_graphml(const Exploration *exploration, const atomic_bool *stop, GString *out) {
  Writer writer = {
      .exploration = exploration, .model = program_model(exploration->program), .out = out, .graphml = true};
  g_autofree int64_t *cells = g_new0(int64_t, writer.model->state_cells + 1);
  g_autofree char *name = g_markup_escape_text(writer.model->name, -1);
  writer.label = g_string_new(NULL);
  g_string_append_printf(out,
                         "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                         "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
                         "  <key id=\"state\" for=\"node\" attr.name=\"state\" attr.type=\"string\"/>\n"
                         "  <key id=\"distance\" for=\"node\" attr.name=\"distance\" attr.type=\"int\"/>\n"
                         "  <key id=\"step\" for=\"edge\" attr.name=\"step\" attr.type=\"string\"/>\n"
                         "  <graph id=\"%s\" edgedefault=\"directed\">\n",
                         name);
  for (uint64_t state = 0; state < exploration->states; state++)
    put_state(&writer, state, cells);
  bool whole = transitions_each(exploration, UINT64_MAX, stop, take, &writer);
  g_string_append(out, "  </graph>\n</graphml>\n");
  g_string_free(writer.label, TRUE);
  return whole;
}
