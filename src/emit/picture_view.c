/* What a view tells apart. Takes an exploration and a view, gives a node for each combination of its values, with how
 * many states stand behind it, and edges for what leads from one to another. What stays within is counted in the node.
 */
#include <string.h>

#include "cover/goal_view.h"
#include "emit/picture.h"
#include "engine/transitions.h"
#include "ir/value.h"

/* Characters of an expression that a label shows. */
#define TEXT_MOST 60

typedef struct ViewPicture {
  const Exploration *exploration;
  const IrModel *model;
  int number;
  GoalView *view;
  Picture *picture;
  uint32_t most;
  GArray *states;   /* uint64_t: by value, how many states have it */
  GArray *within;   /* uint64_t: by value, transitions that stay */
  GArray *leaves;   /* bool */
  GHashTable *said; /* what stands at an edge already: "from to action outcome" */
} ViewPicture;

static char *expression_text(const IrModel *model, Span span) {
  char *text = g_strndup(source_text(model->source) + span.start, span.end - span.start);
  for (char *at = text; *at; at++)
    if (g_ascii_isspace(*at))
      *at = ' ';
  if (g_utf8_strlen(text, -1) > TEXT_MOST) { /* a box as wide as the screen shows nothing more */
    g_autofree char *head = g_utf8_substring(text, 0, TEXT_MOST);
    g_free(text);
    text = g_strconcat(head, "\u2026", NULL);
  }
  return text;
}

/* `count(b: Booking confirmed) = 2`, a line for each expression; in the view's values as they were just found. */
static char *label(const ViewPicture *made, const int64_t *values, const int64_t *state) {
  const IrView *declared = &made->model->views[made->number];
  GString *text = g_string_new(NULL);
  for (int i = 0; i < declared->expr_count; i++) {
    const IrExpr *expr = declared->exprs[i];
    g_autofree char *source = expression_text(made->model, expr->span);
    g_string_append_printf(text, "%s%s = ", i > 0 ? "\n" : "", source);
    if (values[0] != 0)
      g_string_append(text, "errs");
    else
      value_print_in(made->model, state, expr->type, values + 1, text);
    values += 1 + expr->type->cells;
  }
  return g_string_free(text, FALSE);
}

/* Nodes are numbered as values are; those beyond the limit get none. */
static void note_state(ViewPicture *made, uint64_t state) {
  uint64_t none = 0;
  bool no = false;
  uint32_t number = goal_view_number(made->view, made->exploration, made->number, state);
  if (number == made->states->len) {
    g_array_append_val(made->states, none);
    g_array_append_val(made->within, none);
    g_array_append_val(made->leaves, no);
    if (number < made->most) {
      g_autofree char *text = label(made, made->view->values, made->view->cells);
      picture_add_node(made->picture, text);
    }
  }
  g_array_index(made->states, uint64_t, number)++;
  if (number < made->most && exploration_distance(made->exploration, state) == 0)
    picture_node(made->picture, number)->initial = true;
}

static void say_once(ViewPicture *made, uint32_t from, uint32_t to, const Firing *firing) {
  const IrAction *action = &made->model->actions[firing->action];
  char *key = g_strdup_printf("%u %u %d %d", from, to, firing->action, firing->outcome);
  if (!g_hash_table_add(made->said, key))
    return;
  const char *outcome = action->outcomes[firing->outcome].name;
  g_autofree char *line = g_strdup_printf("%s%s%s", action->name, *outcome ? " " : "", outcome);
  picture_say(picture_edge(made->picture, from, to, action->kind != IRK_API), line);
}

static bool take(void *user, const Transition *transition) {
  ViewPicture *made = user;
  uint64_t target = exploration_find_packed(made->exploration, transition->after);
  if (target == STATE_NONE)
    return true;
  uint32_t from = made->view->of_state[transition->source], to = made->view->of_state[target];
  if (from == to) {
    g_array_index(made->within, uint64_t, from)++;
    return true;
  }
  g_array_index(made->leaves, bool, from) = true;
  if (from < made->most && to < made->most)
    say_once(made, from, to, transition->firing);
  return true;
}

static void finish(ViewPicture *made) {
  for (uint32_t i = 0; i < made->picture->nodes->len; i++) {
    PictureNode *node = picture_node(made->picture, i);
    uint64_t states = g_array_index(made->states, uint64_t, i), within = g_array_index(made->within, uint64_t, i);
    g_string_append_printf(node->label, "\n%" G_GUINT64_FORMAT " state%s", states, states == 1 ? "" : "s");
    if (within > 0)
      node->tooltip = g_strdup_printf("%" G_GUINT64_FORMAT " transitions stay here", within);
    node->terminal = !g_array_index(made->leaves, bool, i) && within == 0;
  }
  if (made->states->len > made->picture->nodes->len)
    picture_note(made->picture, "%u of %u combinations of values are drawn, those nearest to the starts",
                 made->picture->nodes->len, made->states->len);
}

Picture *picture_view(const Exploration *exploration, int view, const PictureOptions *options) {
  const IrModel *model = program_model(exploration->program);
  g_autofree char *title = g_strdup_printf("%s: view %s", model->name, model->views[view].name);
  ViewPicture made = {.exploration = exploration, .model = model, .number = view};
  made.view = goal_view_new(exploration, view);
  made.picture = picture_new(title);
  made.most = (uint32_t)MIN(options->max_nodes, UINT32_MAX - 1);
  made.states = g_array_new(FALSE, TRUE, sizeof(uint64_t));
  made.within = g_array_new(FALSE, TRUE, sizeof(uint64_t));
  made.leaves = g_array_new(FALSE, TRUE, sizeof(bool));
  made.said = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (uint64_t state = 0; state < exploration->states; state++)
    note_state(&made, state);
  if (transitions_each(exploration, UINT64_MAX, options->stop, take, &made))
    finish(&made);
  else
    g_clear_pointer(&made.picture, picture_free);
  goal_view_free(made.view, &model->views[view]);
  g_array_unref(made.states);
  g_array_unref(made.within);
  g_array_unref(made.leaves);
  g_hash_table_unref(made.said);
  return made.picture;
}
