/* Which outcome can follow which. Takes an exploration, gives a node for each outcome that happens and an edge where
 * one can come directly after another. Method: a first walk over all transitions notes which outcomes lead into each
 * state, a second which leave it. */
#include <string.h>

#include "emit/picture.h"
#include "engine/transitions.h"

typedef struct Follow {
  const Exploration *exploration;
  int *base;       /* by action: its first outcome's number */
  size_t words;    /* of a set of outcomes */
  uint64_t *into;  /* by state: outcomes that lead there */
  uint64_t *after; /* by outcome: outcomes that follow */
  bool *first;     /* by outcome: can it be the first step? */
} Follow;

static int number_of(const Follow *follow, const Firing *firing) {
  return follow->base[firing->action] + firing->outcome;
}

static bool take_into(void *user, const Transition *transition) {
  Follow *follow = user;
  uint64_t target = exploration_find_packed(follow->exploration, transition->after);
  int number = number_of(follow, transition->firing);
  if (target != STATE_NONE)
    follow->into[target * follow->words + (size_t)number / 64] |= UINT64_C(1) << number % 64;
  return true;
}

static bool take_after(void *user, const Transition *transition) {
  Follow *follow = user;
  int number = number_of(follow, transition->firing);
  const uint64_t *into = follow->into + transition->source * follow->words;
  if (exploration_distance(follow->exploration, transition->source) == 0)
    follow->first[number] = true;
  for (size_t word = 0; word < follow->words; word++) {
    for (uint64_t bits = into[word]; bits != 0; bits &= bits - 1) {
      size_t before = word * 64 + (size_t)__builtin_ctzll(bits);
      follow->after[before * follow->words + (size_t)number / 64] |= UINT64_C(1) << number % 64;
    }
  }
  return true;
}

static void draw_nodes(const Follow *follow, Picture *picture, uint32_t *nodes) {
  const IrModel *model = program_model(follow->exploration->program);
  for (int a = 0; a < model->action_count; a++) {
    const IrAction *action = &model->actions[a];
    for (int k = 0; k < action->outcome_count; k++) {
      uint64_t fired = follow->exploration->fired[a][k];
      const char *outcome = action->outcomes[k].name;
      if (fired == 0)
        continue;
      g_autofree char *label =
          g_strdup_printf("%s%s%s\n%" G_GUINT64_FORMAT, action->name, *outcome ? " " : "", outcome, fired);
      uint32_t node = picture_add_node(picture, label);
      nodes[follow->base[a] + k] = node;
      picture_node(picture, node)->initial = follow->first[follow->base[a] + k];
    }
  }
}

static Picture *draw(const Follow *follow, int count) {
  const IrModel *model = program_model(follow->exploration->program);
  g_autofree char *title = g_strdup_printf("%s: which outcome can follow which", model->name);
  Picture *picture = picture_new(title);
  g_autofree uint32_t *nodes = g_new0(uint32_t, count + 1);
  draw_nodes(follow, picture, nodes);
  for (int from = 0; from < count; from++)
    for (int to = 0; to < count; to++)
      if (follow->after[(size_t)from * follow->words + (size_t)to / 64] >> to % 64 & 1)
        picture_edge(picture, nodes[from], nodes[to], false);
  return picture;
}

Picture *picture_outcomes(const Exploration *exploration, const PictureOptions *options) {
  const IrModel *model = program_model(exploration->program);
  int count = 0;
  Follow follow = {.exploration = exploration, .base = g_new0(int, model->action_count + 1)};
  for (int a = 0; a < model->action_count; a++) {
    follow.base[a] = count;
    count += model->actions[a].outcome_count;
  }
  follow.words = (size_t)count / 64 + 1;
  follow.into = g_new0(uint64_t, exploration->states * follow.words + 1);
  follow.after = g_new0(uint64_t, (size_t)(count + 1) * follow.words);
  follow.first = g_new0(bool, count + 1);
  bool whole = transitions_each(exploration, UINT64_MAX, options->stop, take_into, &follow) &&
               transitions_each(exploration, UINT64_MAX, options->stop, take_after, &follow);
  Picture *picture = whole ? draw(&follow, count) : NULL;
  g_free(follow.base);
  g_free(follow.into);
  g_free(follow.after);
  g_free(follow.first);
  return picture;
}
