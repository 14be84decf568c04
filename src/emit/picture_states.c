/* The states themselves. Takes an exploration, gives the nearest of them as nodes, those of a path too, and the
 * transitions between them. Transitions of one outcome between the same two states are one line, with their arguments
 * folded: `book(0..3, 1)`. */
#include <string.h>

#include "emit/picture.h"
#include "engine/transitions.h"
#include "ir/layout.h"
#include "ir/value.h"

typedef struct StatesPicture {
  const Exploration *exploration;
  const IrModel *model;
  const PictureOptions *options;
  Picture *picture;
  GHashTable *nodes; /* state's number + 1, to its node + 1 */
  uint64_t source;
  GArray *pending; /* of Pending: transitions of `source` between drawn states */
  bool *leaves;    /* by node */
} StatesPicture;

typedef struct Pending {
  uint32_t to;
  Firing firing;
} Pending;

/* ---------------------------------------------------------------- labels */

static bool is_wanted(const PictureOptions *options, const char *name) {
  return !options->labels || g_strv_contains(options->labels, name);
}

static void append_slot(const StatesPicture *made, const int64_t *cells, const IrResource *pool, uint32_t slot,
                        GString *out) {
  const int64_t *at = cells + pool->cell + slot * pool->stride;
  if (at[0] == 0)
    return;
  g_string_append_printf(out, "%s%s#%u %s", out->len > 0 ? "\n" : "", pool->name, slot, pool->states[at[0]].name);
  for (int f = 0; f < pool->field_count; f++) {
    if (!is_wanted(made->options, pool->fields[f].name))
      continue;
    g_string_append_printf(out, ", %s ", pool->fields[f].name);
    value_print_in(made->model, cells, pool->fields[f].type, at + pool->fields[f].offset, out);
  }
}

static char *label(const StatesPicture *made, const int64_t *cells) {
  GString *out = g_string_new(NULL);
  for (int v = 0; v < made->model->var_count; v++) {
    const IrVar *var = &made->model->vars[v];
    if (!is_wanted(made->options, var->name))
      continue;
    g_string_append_printf(out, "%s%s ", out->len > 0 ? "\n" : "", var->name);
    value_print_in(made->model, cells, var->type, cells + var->cell, out);
  }
  for (int r = 0; r < made->model->resource_count; r++) {
    const IrResource *pool = &made->model->resources[r];
    for (uint32_t slot = 0; slot < pool->slots && is_wanted(made->options, pool->name); slot++)
      append_slot(made, cells, pool, slot, out);
  }
  return g_string_free(out, FALSE);
}

static void add_state(StatesPicture *made, uint64_t state) {
  if (g_hash_table_contains(made->nodes, GSIZE_TO_POINTER(state + 1)))
    return;
  g_autofree int64_t *cells = g_new0(int64_t, made->model->state_cells + 1);
  exploration_state(made->exploration, state, cells);
  g_autofree char *text = label(made, cells);
  uint32_t node = picture_add_node(made->picture, *text ? text : "nothing yet");
  picture_node(made->picture, node)->initial = exploration_distance(made->exploration, state) == 0;
  g_hash_table_insert(made->nodes, GSIZE_TO_POINTER(state + 1), GSIZE_TO_POINTER(node + 1));
}

static bool node_of(const StatesPicture *made, uint64_t state, uint32_t *ret_node) {
  gpointer node = g_hash_table_lookup(made->nodes, GSIZE_TO_POINTER(state + 1));
  *ret_node = (uint32_t)(GPOINTER_TO_SIZE(node) - 1);
  return node != NULL;
}

/* ---------------------------------------------------------------- folded arguments */

static gint by_number(gconstpointer a, gconstpointer b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

/* The ranks of one parameter over all firings, ascending, each once. */
static GArray *ranks_of(const StatesPicture *made, const IrFrame *frame, const GArray *firings, int param) {
  g_autofree int64_t *cells = g_new0(int64_t, arguments_cells(frame) + 1);
  GArray *ranks = g_array_new(FALSE, FALSE, sizeof(uint64_t));
  uint32_t at = 0;
  (void)made;
  for (int i = 0; i < param; i++)
    at += frame->locals[i].type->cells;
  for (guint i = 0; i < firings->len; i++) {
    arguments_from_number(frame, g_array_index(firings, uint64_t, i), cells);
    uint64_t rank = value_rank(frame->locals[param].type, cells + at);
    bool known = false;
    for (guint k = 0; k < ranks->len && !known; k++)
      known = g_array_index(ranks, uint64_t, k) == rank;
    if (!known)
      g_array_append_val(ranks, rank);
  }
  g_array_sort(ranks, by_number);
  return ranks;
}

static void append_value(const StatesPicture *made, const IrType *type, uint64_t rank, GString *out) {
  g_autofree int64_t *cells = g_new0(int64_t, type->cells + 1);
  value_from_rank(type, rank, cells);
  value_print(made->model, type, cells, out);
}

/* 2, or 0..3, or 0|2|3 */
static void append_ranks(const StatesPicture *made, const IrType *type, const GArray *ranks, GString *out) {
  uint64_t first = g_array_index(ranks, uint64_t, 0), last = g_array_index(ranks, uint64_t, ranks->len - 1);
  if (ranks->len > 2 && last - first == ranks->len - 1 && type->kind == IRT_RANGE) {
    append_value(made, type, first, out);
    g_string_append(out, "..");
    append_value(made, type, last, out);
    return;
  }
  for (guint i = 0; i < ranks->len; i++) {
    if (i == 4 && ranks->len > 5) {
      g_string_append_printf(out, "|%u more", ranks->len - i);
      return;
    }
    g_string_append(out, i > 0 ? "|" : "");
    append_value(made, type, g_array_index(ranks, uint64_t, i), out);
  }
}

/* `firings`: argument numbers of one outcome between two states. Where they are all combinations of some values, those
 * stand for them; else the first, and how many more there are. */
static char *folded(const StatesPicture *made, const IrAction *action, int outcome, const GArray *firings) {
  const IrFrame *frame = &action->frame;
  GString *out = g_string_new(action->name);
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
  uint64_t product = 1;
  for (int i = 0; i < frame->param_count; i++) {
    GArray *ranks = ranks_of(made, frame, firings, i);
    product *= ranks->len;
    g_ptr_array_add(all, ranks);
  }
  bool whole = product == firings->len;
  g_string_append_c(out, '(');
  for (int i = 0; i < frame->param_count; i++) {
    GArray *ranks = g_ptr_array_index(all, i);
    g_string_append(out, i > 0 ? ", " : "");
    if (!whole && ranks->len > 1)
      g_string_append_c(out, '_');
    else
      append_ranks(made, frame->locals[i].type, ranks, out);
  }
  g_string_append_c(out, ')');
  if (!whole)
    g_string_append_printf(out, " %u times", firings->len);
  if (*action->outcomes[outcome].name)
    g_string_append_printf(out, " %s", action->outcomes[outcome].name);
  return g_string_free(out, FALSE);
}

/* ---------------------------------------------------------------- transitions */

static gint by_ends(gconstpointer a, gconstpointer b) {
  const Pending *x = a, *y = b;
  if (x->to != y->to)
    return x->to < y->to ? -1 : 1;
  if (x->firing.action != y->firing.action)
    return x->firing.action - y->firing.action;
  if (x->firing.outcome != y->firing.outcome)
    return x->firing.outcome - y->firing.outcome;
  return x->firing.arguments < y->firing.arguments ? -1 : x->firing.arguments > y->firing.arguments;
}

static bool same_outcome(const Pending *a, const Pending *b) {
  return a->to == b->to && a->firing.action == b->firing.action && a->firing.outcome == b->firing.outcome;
}

/* The transitions of one state, folded. */
static void draw_pending(StatesPicture *made) {
  uint32_t from;
  if (made->pending->len == 0 || !node_of(made, made->source, &from))
    return;
  g_array_sort(made->pending, by_ends);
  guint at = 0;
  while (at < made->pending->len) {
    const Pending *first = &g_array_index(made->pending, Pending, at);
    const IrAction *action = &made->model->actions[first->firing.action];
    g_autoptr(GArray) firings = g_array_new(FALSE, FALSE, sizeof(uint64_t));
    for (; at < made->pending->len && same_outcome(first, &g_array_index(made->pending, Pending, at)); at++)
      g_array_append_val(firings, g_array_index(made->pending, Pending, at).firing.arguments);
    g_autofree char *line = folded(made, action, first->firing.outcome, firings);
    picture_say(picture_edge(made->picture, from, first->to, action->kind != IRK_API), line);
  }
  g_array_set_size(made->pending, 0);
}

static bool take(void *user, const Transition *transition) {
  StatesPicture *made = user;
  uint32_t from, to;
  if (transition->source != made->source) {
    draw_pending(made);
    made->source = transition->source;
  }
  if (!node_of(made, transition->source, &from))
    return true;
  made->leaves[from] = true;
  if (node_of(made, exploration_find_packed(made->exploration, transition->after), &to)) {
    Pending pending = {to, *transition->firing};
    g_array_append_val(made->pending, pending);
  }
  return true;
}

/* ---------------------------------------------------------------- a path through them */

typedef struct PathStep {
  const StatesPicture *made;
  const Firing *wanted;
  uint64_t target;
} PathStep;

static bool look_for(void *user, const Transition *transition) {
  PathStep *step = user;
  const Firing *is = transition->firing, *wanted = step->wanted;
  if (is->action != wanted->action || is->outcome != wanted->outcome || is->arguments != wanted->arguments)
    return true;
  step->target = exploration_find_packed(step->made->exploration, transition->after);
  return false;
}

/* The states that the path goes through; shorter where it leaves the exploration. */
static GArray *path_states(const StatesPicture *made) {
  GArray *states = g_array_new(FALSE, FALSE, sizeof(uint64_t));
  const GArray *path = made->options->path;
  PathStep step = {made, NULL, STATE_NONE};
  for (guint i = 0; path && i < path->len; i++) {
    step.wanted = &g_array_index(path, Firing, i);
    step.target = STATE_NONE;
    if (i == 0)
      transitions_starts(made->exploration, NULL, look_for, &step);
    else
      transitions_of(made->exploration, g_array_index(states, uint64_t, i - 1), look_for, &step);
    if (step.target == STATE_NONE)
      break;
    g_array_append_val(states, step.target);
  }
  return states;
}

static void mark_path(StatesPicture *made, const GArray *states) {
  uint32_t before = 0, node;
  for (guint i = 0; i < states->len; i++) {
    if (!node_of(made, g_array_index(states, uint64_t, i), &node))
      return;
    picture_node(made->picture, node)->marked = true;
    if (i > 0) {
      const Firing *firing = &g_array_index(made->options->path, Firing, i);
      picture_edge(made->picture, before, node, made->model->actions[firing->action].kind != IRK_API)->marked = true;
    }
    before = node;
  }
}

/* ---------------------------------------------------------------- */

/* The nearest, and those of the path; as nodes in the order in which they were found. */
static void choose_states(StatesPicture *made, const GArray *path) {
  g_autoptr(GArray) chosen = g_array_new(FALSE, FALSE, sizeof(uint64_t));
  uint64_t nearest = MIN(made->exploration->states, made->options->max_nodes);
  for (uint64_t state = 0; state < nearest; state++)
    g_array_append_val(chosen, state);
  g_array_append_vals(chosen, path->data, path->len);
  g_array_sort(chosen, by_number);
  for (guint i = 0; i < chosen->len; i++)
    add_state(made, g_array_index(chosen, uint64_t, i));
}

static void finish(StatesPicture *made) {
  const Exploration *exploration = made->exploration;
  draw_pending(made);
  for (uint64_t state = 0; state < exploration->states; state++) {
    uint32_t node;
    if (node_of(made, state, &node))
      picture_node(made->picture, node)->terminal = exploration_expanded(exploration, state) && !made->leaves[node];
  }
  if (exploration->states > made->picture->nodes->len)
    picture_note(made->picture, "%u of %" G_GUINT64_FORMAT " states are drawn, those nearest to the starts",
                 made->picture->nodes->len, exploration->states);
}

Picture *picture_states(const Exploration *exploration, const PictureOptions *options) {
  const IrModel *model = program_model(exploration->program);
  g_autofree char *title = g_strdup_printf("%s: states", model->name);
  StatesPicture made = {.exploration = exploration, .model = model, .options = options, .source = STATE_NONE};
  made.picture = picture_new(title);
  made.picture->sideways = true;
  made.nodes = g_hash_table_new(NULL, NULL);
  made.pending = g_array_new(FALSE, FALSE, sizeof(Pending));
  g_autoptr(GArray) path = path_states(&made);
  choose_states(&made, path);
  made.leaves = g_new0(bool, made.picture->nodes->len + 1);
  uint64_t last = 0;
  for (uint64_t state = 0; state < exploration->states; state++)
    if (g_hash_table_contains(made.nodes, GSIZE_TO_POINTER(state + 1)))
      last = state + 1;
  if (transitions_each(exploration, last, options->stop, take, &made)) {
    finish(&made);
    mark_path(&made, path);
  } else {
    g_clear_pointer(&made.picture, picture_free);
  }
  g_hash_table_unref(made.nodes);
  g_array_unref(made.pending);
  g_free(made.leaves);
  return made.picture;
}
