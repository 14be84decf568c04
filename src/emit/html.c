/* Takes a verdict and pictures, gives the page: the files of emit/page with data put into their places. The data is
 * JSON in which no `<` stands, and the page's script makes text of it and nothing else, so that no name of a model can
 * become markup. */
#include "emit/html.h"

#include <string.h>

#include "embed/page.h"
#include "engine/sequence.h"
#include "engine/transitions.h"
#include "ir/value.h"

/* ---------------------------------------------------------------- states as rows of text */

static cJSON *names_json(const IrModel *model) {
  cJSON *names = cJSON_CreateArray();
  for (int v = 0; v < model->var_count; v++)
    cJSON_AddItemToArray(names, cJSON_CreateString(model->vars[v].name));
  for (int r = 0; r < model->resource_count; r++) {
    for (uint32_t slot = 0; slot < model->resources[r].slots; slot++) {
      g_autofree char *name = g_strdup_printf("%s#%u", model->resources[r].name, slot);
      cJSON_AddItemToArray(names, cJSON_CreateString(name));
    }
  }
  return names;
}

/* A text for each name; "" for a slot that is absent. */
static cJSON *values_json(const IrModel *model, const int64_t *cells) {
  cJSON *values = cJSON_CreateArray();
  g_autoptr(GString) text = g_string_new(NULL);
  for (int v = 0; v < model->var_count; v++) {
    g_string_truncate(text, 0);
    value_print_in(model, cells, model->vars[v].type, cells + model->vars[v].cell, text);
    cJSON_AddItemToArray(values, cJSON_CreateString(text->str));
  }
  for (int r = 0; r < model->resource_count; r++) {
    const IrResource *pool = &model->resources[r];
    for (uint32_t slot = 0; slot < pool->slots; slot++) {
      const int64_t *at = cells + pool->cell + slot * pool->stride;
      g_string_assign(text, at[0] == 0 ? "" : pool->states[at[0]].name);
      for (int f = 0; f < pool->field_count && at[0] != 0; f++) {
        g_string_append_printf(text, ", %s ", pool->fields[f].name);
        value_print_in(model, cells, pool->fields[f].type, at + pool->fields[f].offset, text);
      }
      cJSON_AddItemToArray(values, cJSON_CreateString(text->str));
    }
  }
  return values;
}

/* ---------------------------------------------------------------- what the verdict says */

static cJSON *contracts_json(const Verdict *verdict) {
  cJSON *array = cJSON_CreateArray();
  for (int i = 0; i < verdict->contract_count; i++) {
    const ContractResult *result = &verdict->contracts[i];
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "kind", result->kind);
    cJSON_AddStringToObject(json, "name", result->name);
    if (result->known)
      cJSON_AddBoolToObject(json, "holds", result->holds);
    else
      cJSON_AddNullToObject(json, "holds");
    cJSON_AddItemToArray(array, json);
  }
  return array;
}

static cJSON *actions_json(const Verdict *verdict) {
  cJSON *array = cJSON_CreateArray();
  for (int a = 0; a < verdict->model->action_count; a++) {
    const IrAction *action = &verdict->model->actions[a];
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "name", action->name);
    cJSON *outcomes = cJSON_AddArrayToObject(json, "outcomes");
    for (int k = 0; k < action->outcome_count; k++) {
      cJSON *outcome = cJSON_CreateObject();
      cJSON_AddStringToObject(outcome, "name", action->outcomes[k].name);
      cJSON_AddNumberToObject(outcome, "fired", (double)verdict->exploration->fired[a][k]);
      cJSON_AddItemToArray(outcomes, outcome);
    }
    cJSON_AddItemToArray(array, json);
  }
  return array;
}

static cJSON *trace_json(const Verdict *verdict, const Violation *violation) {
  cJSON *array = cJSON_CreateArray();
  for (int i = 0; i < violation->trace_count; i++) {
    const VerdictStep *step = &violation->trace[i];
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "call", step->call);
    cJSON_AddStringToObject(json, "outcome", step->outcome ? step->outcome : "");
    if (step->state)
      cJSON_AddItemToObject(json, "state", values_json(verdict->model, step->state));
    else
      cJSON_AddNullToObject(json, "state");
    cJSON_AddItemToArray(array, json);
  }
  return array;
}

static cJSON *violations_json(const Verdict *verdict) {
  cJSON *array = cJSON_CreateArray();
  for (int i = 0; i < verdict->violation_count; i++) {
    const Violation *violation = &verdict->violations[i];
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "message", violation->message);
    cJSON *because = cJSON_AddArrayToObject(json, "because");
    for (int k = 0; k < violation->because_count; k++) {
      g_autofree char *line = g_strdup_printf("%*s%s", violation->because[k].depth * 4, "", violation->because[k].text);
      cJSON_AddItemToArray(because, cJSON_CreateString(line));
    }
    cJSON_AddItemToObject(json, "trace", trace_json(verdict, violation));
    if (violation->replay)
      cJSON_AddStringToObject(json, "replay", violation->replay);
    cJSON_AddItemToArray(array, json);
  }
  return array;
}

/* ---------------------------------------------------------------- the graph, where it is small */

typedef struct Graph {
  const Exploration *exploration;
  const IrModel *model;
  cJSON *starts, *transitions, *labels;
  GHashTable *known; /* a label to its number + 1 */
  GHashTable *begun; /* starts that are there already */
} Graph;

static int label_number(Graph *graph, const Firing *firing) {
  g_autoptr(GString) text = g_string_new(NULL);
  sequence_print_firing(graph->model, firing, false, text);
  gpointer number = g_hash_table_lookup(graph->known, text->str);
  if (!number) {
    number = GINT_TO_POINTER(cJSON_GetArraySize(graph->labels) + 1);
    cJSON_AddItemToArray(graph->labels, cJSON_CreateString(text->str));
    g_hash_table_insert(graph->known, g_strdup(text->str), number);
  }
  return GPOINTER_TO_INT(number) - 1;
}

static bool take(void *user, const Transition *transition) {
  Graph *graph = user;
  uint64_t to = exploration_find_packed(graph->exploration, transition->after);
  if (to == STATE_NONE)
    return true;
  if (transition->source == STATE_NONE) {
    if (g_hash_table_add(graph->begun, GSIZE_TO_POINTER(to + 1)))
      cJSON_AddItemToArray(graph->starts, cJSON_CreateNumber((double)to));
    return true;
  }
  int row[] = {(int)transition->source, (int)to, label_number(graph, transition->firing)};
  cJSON_AddItemToArray(graph->transitions, cJSON_CreateIntArray(row, 3));
  return true;
}

static cJSON *graph_json(const Exploration *exploration) {
  const IrModel *model = program_model(exploration->program);
  if (exploration->states == 0 || exploration->states > HTML_STATES || exploration->transitions > HTML_TRANSITIONS)
    return cJSON_CreateNull();
  cJSON *json = cJSON_CreateObject(), *states = cJSON_AddArrayToObject(json, "states");
  Graph graph = {.exploration = exploration, .model = model};
  graph.starts = cJSON_AddArrayToObject(json, "starts");
  graph.transitions = cJSON_AddArrayToObject(json, "transitions");
  graph.labels = cJSON_AddArrayToObject(json, "labels");
  graph.known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  graph.begun = g_hash_table_new(NULL, NULL);
  g_autofree int64_t *cells = g_new0(int64_t, model->state_cells + 1);
  for (uint64_t state = 0; state < exploration->states; state++) {
    exploration_state(exploration, state, cells);
    cJSON_AddItemToArray(states, values_json(model, cells));
  }
  transitions_starts(exploration, NULL, take, &graph);
  transitions_each(exploration, UINT64_MAX, NULL, take, &graph);
  g_hash_table_unref(graph.known);
  g_hash_table_unref(graph.begun);
  return json;
}

/* ---------------------------------------------------------------- a suite */

static cJSON *sequence_json(const IrModel *model, const SuiteSequence *sequence) {
  cJSON *json = cJSON_CreateObject();
  cJSON_AddStringToObject(json, "name", sequence->name);
  cJSON *steps = cJSON_AddArrayToObject(json, "steps");
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint i = 0; i < sequence->firings->len; i++) {
    g_string_truncate(text, 0);
    sequence_print_firing(model, &g_array_index(sequence->firings, Firing, i), false, text);
    cJSON_AddItemToArray(steps, cJSON_CreateString(text->str));
  }
  return json;
}

static cJSON *suite_json(const HtmlParts *parts) {
  if (!parts->suite)
    return cJSON_CreateNull();
  cJSON *json = cJSON_CreateObject(), *coverage = cJSON_AddArrayToObject(json, "coverage");
  for (guint i = 0; i < parts->coverage->len; i++) {
    const HtmlCoverage *one = &g_array_index(parts->coverage, HtmlCoverage, i);
    cJSON *row = cJSON_CreateObject();
    cJSON_AddStringToObject(row, "criterion", one->criterion);
    cJSON_AddNumberToObject(row, "covered", (double)one->covered);
    cJSON_AddNumberToObject(row, "total", (double)one->total);
    cJSON_AddItemToArray(coverage, row);
  }
  const GPtrArray *all = parts->suite->sequences;
  cJSON *sequences = cJSON_AddArrayToObject(json, "sequences");
  for (guint i = 0; i < MIN(all->len, HTML_SEQUENCES); i++)
    cJSON_AddItemToArray(sequences, sequence_json(parts->suite->model, g_ptr_array_index(all, i)));
  cJSON_AddNumberToObject(json, "count", all->len);
  return json;
}

/* ---------------------------------------------------------------- the page */

static char *data_text(const Verdict *verdict, const HtmlParts *parts) {
  static const char *const verdicts[] = {[VERDICT_HOLDS] = "Every contract holds in every state.",
                                         [VERDICT_VIOLATED] = "A contract is broken.",
                                         [VERDICT_INCOMPLETE] = "Nothing was found to be broken so far."};
  const Exploration *exploration = verdict->exploration;
  cJSON *json = cJSON_CreateObject();
  cJSON_AddNumberToObject(json, "states", (double)exploration->states);
  cJSON_AddNumberToObject(json, "transitions", (double)exploration->transitions);
  cJSON_AddNumberToObject(json, "depth", exploration->depth);
  cJSON_AddBoolToObject(json, "complete", exploration->end == EXPLORE_COMPLETE);
  cJSON_AddStringToObject(json, "verdict", verdicts[verdict->status]);
  cJSON_AddItemToObject(json, "names", names_json(verdict->model));
  cJSON_AddItemToObject(json, "contracts", contracts_json(verdict));
  cJSON_AddItemToObject(json, "actions", actions_json(verdict));
  cJSON_AddItemToObject(json, "violations", violations_json(verdict));
  cJSON *remarks = cJSON_AddArrayToObject(json, "remarks");
  for (int i = 0; i < verdict->remark_count; i++)
    cJSON_AddItemToArray(remarks, cJSON_CreateString(verdict->remarks[i].text));
  cJSON_AddItemToObject(json, "suite", suite_json(parts));
  cJSON_AddItemToObject(json, "graph", graph_json(exploration));
  char *printed = cJSON_PrintUnformatted(json);
  g_autoptr(GString) text = g_string_new(printed);
  cJSON_free(printed);
  cJSON_Delete(json);
  g_string_replace(text, "<", "\\u003c", 0); /* `<` stands in strings only */
  return g_strdup(text->str);
}

/* The drawing itself, out of the document that Graphviz writes; ids made the picture's own. */
static void append_svg(const char *svg, guint number, GString *out) {
  const char *begin = strstr(svg, "<svg");
  g_autoptr(GString) text = g_string_new(begin ? begin : "");
  g_autofree char *id = g_strdup_printf(" id=\"p%u_", number);
  g_string_replace(text, " id=\"", id, 0);
  g_string_append_len(out, text->str, (gssize)text->len);
}

static char *pictures_text(const GPtrArray *pictures) {
  GString *out = g_string_new(NULL);
  for (guint i = 0; i < pictures->len; i++) {
    const HtmlPicture *picture = g_ptr_array_index(pictures, i);
    g_autofree char *title = g_markup_escape_text(picture->title, -1);
    g_string_append_printf(
        out,
        "<figure><figcaption>%s</figcaption><div class=\"picture\" tabindex=\"0\" role=\"group\" aria-label=\"%s\">\n",
        title, title);
    append_svg(picture->svg, i, out);
    g_string_append(out, "</div></figure>\n");
  }
  return g_string_free(out, FALSE);
}

static const char *part(const char *name) {
  const EmbeddedFile *file = embedded_find(embed_page, embed_page_count, name);
  g_assert(file != NULL);
  return file->text;
}

void html_write(const Verdict *verdict, const HtmlParts *parts, GString *out) {
  g_autofree char *title = g_markup_escape_text(verdict->model->name, -1);
  g_autofree char *data = data_text(verdict, parts);
  g_autofree char *drawn = pictures_text(parts->pictures);
  const char *const places[][2] = {{"@TITLE@", title},
                                   {"@CSS@", part("page.css")},
                                   {"@PICTURES@", drawn},
                                   {"@JS@", part("page.js")},
                                   {"@DATA@", data}};
  const char *rest = part("page.html");
  while (*rest) { /* in one pass: what is put in is never looked at again */
    const char *next = NULL;
    size_t found = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(places); i++) {
      const char *place = strstr(rest, places[i][0]);
      if (place && (!next || place < next)) {
        next = place;
        found = i;
      }
    }
    if (!next) {
      g_string_append(out, rest);
      return;
    }
    g_string_append_len(out, rest, next - rest);
    g_string_append(out, places[found][1]);
    rest = next + strlen(places[found][0]);
  }
}
