/* Takes a picture, gives DOT. Readable without colour: starts have a mark, ends a double line, paths thick lines, what
 * people and time do dashed ones. Bounds measured with Graphviz 2.42.2: `dot` with edge labels takes 5.5 s for 100
 * random nodes with 300 edges and does not end in a minute for 250 with 750; `sfdp` draws 1,000 nodes in 3 s. */
#include "emit/dot.h"

#include <graphviz/cgraph.h>
#include <string.h>

#define LABELLED_EDGES 100
#define DOT_NODES 200
#define DOT_EDGES 400      /* with more nodes than that */
#define DOT_EDGES_MOST 600 /* in any case */

const char *dot_engine(const Picture *picture) {
  bool large = picture->nodes->len > DOT_NODES && picture->edges->len > DOT_EDGES;
  return large || picture->edges->len > DOT_EDGES_MOST ? "sfdp" : "dot";
}

/* Label text: what DOT would take for an escape is escaped, lines end at the left where there are several. */
static char *escaped(const char *text, bool left) {
  GString *out = g_string_new(NULL);
  for (const char *at = text; *at; at++) {
    if (*at == '\\')
      g_string_append(out, "\\\\");
    else if (*at == '\n')
      g_string_append(out, left ? "\\l" : "\\n");
    else if ((unsigned char)*at >= 0x20)
      g_string_append_c(out, *at);
  }
  if (left && strchr(text, '\n'))
    g_string_append(out, "\\l");
  return g_string_free(out, FALSE);
}

static void set(void *object, const char *name, const char *value) {
  agsafeset(object, (char *)(intptr_t)name, (char *)(intptr_t)value, (char *)(intptr_t) "");
}

static void set_text(void *object, const char *name, const char *text, bool left) {
  g_autofree char *value = escaped(text, left);
  set(object, name, value);
}

/* ---------------------------------------------------------------- nodes */

/* Loops of each node: how many kinds of steps stay there. */
static uint32_t *count_loops(const Picture *picture) {
  uint32_t *loops = g_new0(uint32_t, picture->nodes->len + 1);
  for (guint i = 0; i < picture->edges->len; i++) {
    const PictureEdge *edge = g_ptr_array_index(picture->edges, i);
    if (edge->from == edge->to)
      loops[edge->from] += MAX(edge->lines, 1);
  }
  return loops;
}

static void put_node(const PictureNode *node, Agnode_t *drawn, uint32_t loops) {
  g_autoptr(GString) label = g_string_new(node->initial ? "\u25b8 " : "");
  g_string_append(label, node->label->str);
  if (loops > 0)
    g_string_append_printf(label, "\n\u21ba %u", loops);
  set_text(drawn, "label", label->str, strchr(label->str, '\n') && !node->absent);
  if (node->tooltip)
    set_text(drawn, "tooltip", node->tooltip, false);
  if (node->absent) {
    set(drawn, "shape", "ellipse");
    set(drawn, "style", "dashed");
  }
  if (node->terminal)
    set(drawn, "peripheries", "2");
  if (node->initial)
    set(drawn, "penwidth", "2");
  if (node->marked) {
    set(drawn, "penwidth", "3");
    set(drawn, "color", "#a4262c");
  }
}

/* ---------------------------------------------------------------- edges */

/* Each line with room before it. */
static char *spaced_lines(const char *text) {
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  GString *out = g_string_new(NULL);
  for (guint i = 0; lines[i]; i++)
    g_string_append_printf(out, "%s  %s ", i > 0 ? "\n" : "", lines[i]);
  return g_string_free(out, FALSE);
}

static void put_edge(const PictureEdge *edge, Agedge_t *drawn, bool labelled) {
  if (edge->label->len > 0 && labelled) {
    g_autofree char *spaced = spaced_lines(edge->label->str); /* Graphviz puts labels right at the line */
    set_text(drawn, "label", spaced, false);
  } else if (edge->label->len > 0) {
    set_text(drawn, "tooltip", edge->label->str, false);
  }
  if (edge->dashed)
    set(drawn, "style", "dashed");
  if (edge->marked) {
    set(drawn, "penwidth", "3");
    set(drawn, "color", "#a4262c");
  }
}

static void put_edges(const Picture *picture, Agraph_t *graph, Agnode_t **nodes) {
  uint32_t count = 0;
  for (guint i = 0; i < picture->edges->len; i++) {
    const PictureEdge *edge = g_ptr_array_index(picture->edges, i);
    count += edge->from != edge->to;
  }
  for (guint i = 0; i < picture->edges->len; i++) {
    const PictureEdge *edge = g_ptr_array_index(picture->edges, i);
    if (edge->from != edge->to)
      put_edge(edge, agedge(graph, nodes[edge->from], nodes[edge->to], NULL, 1), count <= LABELLED_EDGES);
  }
}

/* ---------------------------------------------------------------- the whole */

static void put_defaults(const Picture *picture, Agraph_t *graph) {
  static const char *const graph_defaults[][2] = {
      {"labelloc", "t"},   {"labeljust", "l"},           {"fontname", "Helvetica"}, {"fontsize", "13"},
      {"nodesep", "0.35"}, {"ranksep", "0.55"},          {"overlap", "prism"},      {"splines", "true"},
      {"pad", "0.2"},      {"outputorder", "edgesfirst"}};
  static const char *const node_defaults[][2] = {{"shape", "box"},       {"style", "rounded,filled"},
                                                 {"fillcolor", "white"}, {"fontname", "Helvetica"},
                                                 {"fontsize", "11"},     {"margin", "0.12,0.06"}};
  static const char *const edge_defaults[][2] = {{"fontname", "Helvetica"}, {"fontsize", "10"}, {"arrowsize", "0.7"}};
  g_autoptr(GString) title = g_string_new(picture->title);
  for (size_t i = 0; i < G_N_ELEMENTS(graph_defaults); i++)
    agattr(graph, AGRAPH, (char *)(intptr_t)graph_defaults[i][0], (char *)(intptr_t)graph_defaults[i][1]);
  for (size_t i = 0; i < G_N_ELEMENTS(node_defaults); i++)
    agattr(graph, AGNODE, (char *)(intptr_t)node_defaults[i][0], (char *)(intptr_t)node_defaults[i][1]);
  for (size_t i = 0; i < G_N_ELEMENTS(edge_defaults); i++)
    agattr(graph, AGEDGE, (char *)(intptr_t)edge_defaults[i][0], (char *)(intptr_t)edge_defaults[i][1]);
  for (guint i = 0; i < picture->notes->len; i++)
    g_string_append_printf(title, "\n%s", (const char *)g_ptr_array_index(picture->notes, i));
  set_text(graph, "label", title->str, true);
  if (picture->sideways)
    set(graph, "rankdir", "LR");
  if (strcmp(dot_engine(picture), "sfdp") == 0) /* curves around 300 nodes took half a minute, lines half a second */
    set(graph, "splines", "line");
}

static int append(void *channel, const char *text) {
  g_string_append(channel, text);
  return 0;
}

static int flush(void *channel) {
  (void)channel;
  return 0;
}

void dot_write(const Picture *picture, GString *out) {
  Agiodisc_t io = {NULL, append, flush};
  Agdisc_t discipline = {&AgMemDisc, &AgIdDisc, &io};
  Agraph_t *graph = agopen((char *)(intptr_t) "picture", Agdirected, &discipline);
  g_autofree Agnode_t **nodes = g_new0(Agnode_t *, picture->nodes->len + 1);
  g_autofree uint32_t *loops = count_loops(picture);
  put_defaults(picture, graph);
  for (guint i = 0; i < picture->nodes->len; i++) {
    char name[16];
    g_snprintf(name, sizeof name, "n%u", i);
    nodes[i] = agnode(graph, name, 1);
    put_node(picture_node(picture, i), nodes[i], loops[i]);
  }
  put_edges(picture, graph, nodes);
  agwrite(graph, out);
  agclose(graph);
}
