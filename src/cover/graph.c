/* Graphs and walks: what frees them. */
#include "cover/graph.h"

void graph_free(CoverGraph *graph) {
  if (!graph)
    return;
  g_free(graph->first);
  g_free(graph->targets);
  g_free(graph->firings);
  g_free(graph->starts);
  g_free(graph);
}

void cover_walk_free(CoverWalk *walk) {
  if (!walk)
    return;
  g_array_unref(walk->edges);
  g_free(walk);
}
