/* A picture as data: nodes, edges between them, what is said beside. Builders make one of an exploration, dot.h writes
 * it. Ownership: a Picture is the caller's (picture_free) and owns all its texts. */
#pragma once

#include "contract/verdict.h"
#include "engine/explore.h"

typedef struct PictureNode {
  GString *label; /* lines; plain text */
  char *tooltip;  /* or NULL */
  bool initial, terminal;
  bool absent; /* not a state of anything: where resources come from and go to */
  bool marked; /* on the path that is shown */
} PictureNode;

typedef struct PictureEdge {
  uint32_t from, to;
  GString *label; /* lines, one for each thing that leads there */
  uint32_t lines;
  bool dashed; /* by a person or by time: manual, event */
  bool marked;
} PictureEdge;

typedef struct Picture {
  char *title;
  GPtrArray *nodes; /* of PictureNode * */
  GPtrArray *edges; /* of PictureEdge *, each pair of nodes and each line style at most once */
  bool sideways;    /* levels from left to right: many wide nodes */
  GPtrArray *notes; /* of char *: what is left out and why; shown in the picture and told */
  GHashTable *by_ends;
} Picture;

Picture *picture_new(const char *title);
void picture_free(Picture *picture);

/* The number of the node. The label's text is copied. */
uint32_t picture_add_node(Picture *picture, const char *label);
PictureNode *picture_node(const Picture *picture, uint32_t node);

/* The edge between two nodes in one style, made where it is not there yet. */
PictureEdge *picture_edge(Picture *picture, uint32_t from, uint32_t to, bool dashed);
/* One line more in an edge's label; beyond a few they are counted. */
void picture_say(PictureEdge *edge, const char *line);
void picture_note(Picture *picture, const char *format, ...) __attribute__((format(printf, 2, 3)));

typedef struct PictureOptions {
  uint64_t max_nodes;        /* of states and views: those nearest to the starts, and the path */
  bool refused;              /* lifecycle: what is refused in each state */
  const char *const *labels; /* states: names of vars and fields to be shown, ends with NULL; NULL: all */
  const GArray *path;        /* of Firing, [0] a start: to be marked; or NULL */
  const atomic_bool *stop;
} PictureOptions;

/* The life of one resource, or of all with -1: its states, what moves it, how often; `absent` where it comes from. */
Picture *picture_lifecycle(const Exploration *exploration, int resource, const PictureOptions *options);
/* What a `view` tells apart, and what leads from one to another. */
Picture *picture_view(const Exploration *exploration, int view, const PictureOptions *options);
/* The states themselves. */
Picture *picture_states(const Exploration *exploration, const PictureOptions *options);
/* Which outcome can follow which. */
Picture *picture_outcomes(const Exploration *exploration, const PictureOptions *options);

/* Of the above, NULL where `options->stop` was set. */
