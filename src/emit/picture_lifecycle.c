/* The life of one resource. Takes an exploration, gives its states as nodes and what moves a slot from one to another
 * as edges, with how often that happened over all transitions and slots. What leaves a slot where it is stands as a
 * list in the node: loops make pictures hard to read. */
#include "emit/picture.h"
#include "engine/transitions.h"
#include "ir/layout.h"
#include "ir/value.h"

typedef struct Life {
  const Exploration *exploration;
  const IrModel *model;
  const IrResource *pool;
  int resource;
  const PictureOptions *options;
  int64_t *before, *after, *arguments;
  uint64_t source;   /* that `before` holds; STATE_NONE: none yet */
  GHashTable *moves; /* a Move to its count */
  uint64_t *stays;   /* [action][outcome][state], flat: a parameter's slot that stayed where it was */
  int *outcome_base; /* by action, into rows of `stays` */
  uint32_t first;    /* node of `absent`; those of the states follow */
} Life;

typedef struct Move {
  int from, to, action, outcome;
  uint64_t count;
} Move;

static guint move_hash(gconstpointer data) {
  const Move *move = data;
  return (guint)(move->from * 8191 + move->to * 131 + move->action * 31 + move->outcome);
}

static gboolean move_equal(gconstpointer a, gconstpointer b) {
  const Move *x = a, *y = b;
  return x->from == y->from && x->to == y->to && x->action == y->action && x->outcome == y->outcome;
}

static void count_move(Life *life, int from, int to, const Firing *firing) {
  Move wanted = {from, to, firing->action, firing->outcome, 1};
  Move *move = g_hash_table_lookup(life->moves, &wanted);
  if (move) {
    move->count++;
    return;
  }
  g_hash_table_add(life->moves, g_memdup2(&wanted, sizeof wanted));
}

static int state_of(const Life *life, const int64_t *cells, int64_t slot) {
  return (int)cells[life->pool->cell + (uint64_t)slot * life->pool->stride];
}

/* The slots that the firing was given, where it left them as they were. */
static void count_stays(Life *life, const Firing *firing) {
  const IrFrame *frame = &life->model->actions[firing->action].frame;
  const int64_t *at = life->arguments;
  arguments_from_number(frame, firing->arguments, life->arguments);
  for (int i = 0; i < frame->param_count; i++) {
    const IrType *type = frame->locals[i].type;
    if (type->kind == IRT_RESOURCE && type->decl == life->resource) {
      int state = state_of(life, life->before, at[0]);
      int row = life->outcome_base[firing->action] + firing->outcome;
      if (state == state_of(life, life->after, at[0]))
        life->stays[row * life->pool->state_count + state]++;
    }
    at += type->cells;
  }
}

static bool take(void *user, const Transition *transition) {
  Life *life = user;
  const IrLayout *layout = life->model->layout;
  uint32_t cells = life->model->state_cells;
  if (transition->source != life->source && transition->source != STATE_NONE)
    layout_unpack(layout, exploration_packed(life->exploration, transition->source), cells, life->before);
  life->source = transition->source;
  layout_unpack(layout, transition->after, cells, life->after);
  for (uint32_t slot = 0; slot < life->pool->slots; slot++) {
    int from = transition->source == STATE_NONE ? 0 : state_of(life, life->before, slot);
    int to = state_of(life, life->after, slot);
    if (from != to)
      count_move(life, from, to, transition->firing);
  }
  if (transition->source != STATE_NONE)
    count_stays(life, transition->firing);
  return true;
}

/* ---------------------------------------------------------------- the picture */

static char *thousands(uint64_t number) {
  GString *text = g_string_new(NULL);
  g_string_printf(text, "%" G_GUINT64_FORMAT, number);
  for (gssize at = (gssize)text->len - 3; at > 0; at -= 3)
    g_string_insert_c(text, at, ',');
  return g_string_free(text, FALSE);
}

static char *title_of(const IrAction *action, int outcome) {
  const char *name = action->outcomes[outcome].name;
  return *name ? g_strdup_printf("%s %s", action->name, name) : g_strdup(action->name);
}

static gint by_order(gconstpointer a, gconstpointer b) {
  const Move *x = *(const Move *const *)a, *y = *(const Move *const *)b;
  int difference = x->from != y->from       ? x->from - y->from
                   : x->to != y->to         ? x->to - y->to
                   : x->action != y->action ? x->action - y->action
                                            : x->outcome - y->outcome;
  return difference;
}

static void draw_moves(const Life *life, Picture *picture) {
  g_autoptr(GPtrArray) moves = g_ptr_array_new();
  GHashTableIter iter;
  gpointer key;
  g_hash_table_iter_init(&iter, life->moves);
  while (g_hash_table_iter_next(&iter, &key, NULL))
    g_ptr_array_add(moves, key);
  g_ptr_array_sort(moves, by_order);
  for (guint i = 0; i < moves->len; i++) {
    const Move *move = g_ptr_array_index(moves, i);
    bool is_init = move->action < 0;
    g_autofree char *count = thousands(move->count);
    g_autofree char *what = is_init ? g_strdup_printf("init%s%s", *life->model->inits[move->outcome].name ? " " : "",
                                                      life->model->inits[move->outcome].name)
                                    : title_of(&life->model->actions[move->action], move->outcome);
    g_autofree char *line = g_strdup_printf("%s  %s", what, count);
    bool dashed = !is_init && life->model->actions[move->action].kind != IRK_API;
    picture_say(picture_edge(picture, life->first + (uint32_t)move->from, life->first + (uint32_t)move->to, dashed),
                line);
  }
}

/* What does not move it: a list in the node; what is refused has a cross, where it is asked for. */
static void list_stays(const Life *life, Picture *picture, bool refused) {
  for (int state = 1; state < life->pool->state_count; state++) {
    PictureNode *node = picture_node(picture, life->first + (uint32_t)state);
    for (int a = 0; a < life->model->action_count; a++) {
      const IrAction *action = &life->model->actions[a];
      for (int k = 0; k < action->outcome_count; k++) {
        uint64_t count = life->stays[(life->outcome_base[a] + k) * life->pool->state_count + state];
        if (count == 0 || (action->outcomes[k].kind == IRO_REFUSED) != refused)
          continue;
        g_autofree char *title = title_of(action, k);
        g_autofree char *number = thousands(count);
        g_string_append_printf(node->label, "\n%s %s  %s", refused ? "\u2715" : "\u00b7", title, number);
      }
    }
  }
}

static void draw(Life *life, Picture *picture, bool named) {
  life->first = picture->nodes->len;
  for (int i = 0; i < life->pool->state_count; i++) {
    bool name = named && i == 0;
    g_autofree char *label =
        name ? g_strdup_printf("%s\nabsent", life->pool->name) : g_strdup(life->pool->states[i].name);
    picture_add_node(picture, label);
  }
  picture_node(picture, life->first)->absent = true;
  guint first_edge = picture->edges->len;
  draw_moves(life, picture);
  list_stays(life, picture, false);
  if (life->options->refused)
    list_stays(life, picture, true);
  for (int state = 1; state < life->pool->state_count; state++) {
    bool leaves = false;
    for (guint i = first_edge; i < picture->edges->len; i++)
      leaves |= ((const PictureEdge *)g_ptr_array_index(picture->edges, i))->from == life->first + (uint32_t)state;
    picture_node(picture, life->first + (uint32_t)state)->terminal = !leaves;
  }
}

/* Counts one resource's life and draws it beside what is there. False where it was stopped. */
static bool add_life(const Exploration *exploration, int resource, const PictureOptions *options, bool named,
                     Picture *picture) {
  const IrModel *model = program_model(exploration->program);
  Life life = {.exploration = exploration, .model = model, .pool = &model->resources[resource], .resource = resource};
  uint32_t arguments = 1;
  int rows = 0;
  life.options = options;
  life.source = STATE_NONE;
  life.outcome_base = g_new0(int, model->action_count + 1);
  for (int a = 0; a < model->action_count; a++) {
    life.outcome_base[a] = rows;
    rows += model->actions[a].outcome_count;
    arguments = MAX(arguments, arguments_cells(&model->actions[a].frame));
  }
  life.before = g_new0(int64_t, model->state_cells + 1);
  life.after = g_new0(int64_t, model->state_cells + 1);
  life.arguments = g_new0(int64_t, arguments + 1);
  life.stays = g_new0(uint64_t, (size_t)rows * (size_t)life.pool->state_count + 1);
  life.moves = g_hash_table_new_full(move_hash, move_equal, g_free, NULL);
  bool whole = transitions_starts(exploration, options->stop, take, &life) &&
               transitions_each(exploration, UINT64_MAX, options->stop, take, &life);
  if (whole)
    draw(&life, picture, named);
  g_hash_table_destroy(life.moves);
  g_free(life.before);
  g_free(life.after);
  g_free(life.arguments);
  g_free(life.stays);
  g_free(life.outcome_base);
  return whole;
}

Picture *picture_lifecycle(const Exploration *exploration, int resource, const PictureOptions *options) {
  const IrModel *model = program_model(exploration->program);
  bool all = resource < 0 && model->resource_count > 1;
  int first = resource < 0 ? 0 : resource, last = all ? model->resource_count - 1 : first;
  g_autofree char *title = all ? g_strdup_printf("%s: the lives of its resources", model->name)
                               : g_strdup_printf("%s: the life of %s", model->name, model->resources[first].name);
  Picture *picture = picture_new(title);
  for (int r = first; r <= last; r++) {
    if (!add_life(exploration, r, options, all, picture)) {
      picture_free(picture);
      return NULL;
    }
  }
  return picture;
}
