/* What all pictures share: nodes, edges that are merged by their ends, lines of labels. */
#include "emit/picture.h"

/* Lines of an edge's label; beyond they are counted. */
#define LINES_MOST 6

static void node_free(gpointer data) {
  PictureNode *node = data;
  g_string_free(node->label, TRUE);
  g_free(node->tooltip);
  g_free(node);
}

static void edge_free(gpointer data) {
  PictureEdge *edge = data;
  g_string_free(edge->label, TRUE);
  g_free(edge);
}

static guint ends_hash(gconstpointer data) {
  const PictureEdge *edge = data;
  return edge->from * 2654435761u ^ edge->to * 40503u ^ (guint)edge->dashed;
}

static gboolean ends_equal(gconstpointer a, gconstpointer b) {
  const PictureEdge *x = a, *y = b;
  return x->from == y->from && x->to == y->to && x->dashed == y->dashed;
}

Picture *picture_new(const char *title) {
  Picture *picture = g_new0(Picture, 1);
  picture->title = g_strdup(title);
  picture->nodes = g_ptr_array_new_with_free_func(node_free);
  picture->edges = g_ptr_array_new_with_free_func(edge_free);
  picture->notes = g_ptr_array_new_with_free_func(g_free);
  picture->by_ends = g_hash_table_new(ends_hash, ends_equal);
  return picture;
}

void picture_free(Picture *picture) {
  if (!picture)
    return;
  g_hash_table_destroy(picture->by_ends);
  g_ptr_array_unref(picture->nodes);
  g_ptr_array_unref(picture->edges);
  g_ptr_array_unref(picture->notes);
  g_free(picture->title);
  g_free(picture);
}

uint32_t picture_add_node(Picture *picture, const char *label) {
  PictureNode *node = g_new0(PictureNode, 1);
  node->label = g_string_new(label);
  g_ptr_array_add(picture->nodes, node);
  return picture->nodes->len - 1;
}

PictureNode *picture_node(const Picture *picture, uint32_t node) {
  return g_ptr_array_index(picture->nodes, node);
}

PictureEdge *picture_edge(Picture *picture, uint32_t from, uint32_t to, bool dashed) {
  PictureEdge wanted = {.from = from, .to = to, .dashed = dashed};
  PictureEdge *edge = g_hash_table_lookup(picture->by_ends, &wanted);
  if (edge)
    return edge;
  edge = g_new0(PictureEdge, 1);
  *edge = wanted;
  edge->label = g_string_new(NULL);
  g_ptr_array_add(picture->edges, edge);
  g_hash_table_add(picture->by_ends, edge);
  return edge;
}

void picture_say(PictureEdge *edge, const char *line) {
  if (edge->lines++ < LINES_MOST)
    g_string_append_printf(edge->label, "%s%s", edge->label->len > 0 ? "\n" : "", line);
  else if (edge->lines == LINES_MOST + 1)
    g_string_append(edge->label, "\n...");
}

void picture_note(Picture *picture, const char *format, ...) {
  va_list list;
  va_start(list, format);
  g_ptr_array_add(picture->notes, g_strdup_vprintf(format, list));
  va_end(list);
}
