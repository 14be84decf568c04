/* Makes a planner's graph of an exploration. Takes the exploration and the finder of goals; expands every state once
 * more, in the order of discovery. Edges are kept up to a limit, and of each goal the first witness, which is among the
 * nearest since states are numbered by distance. Where the limit was reached, the graph is what the first states
 * induce, and then the ways to the witnesses that lie beyond them: those states are expanded a third time, for the few
 * edges that the ways need. */
#include "cover/graph_build.h"

#include <string.h>

#include "base/limits.h"
#include "ir/layout.h"

enum { LOOK_EVERY = 256 };

/* The first step, or start, that a goal was met in. */
typedef struct Witness {
  uint32_t source, target; /* UINT32_MAX: not known */
} Witness;

typedef struct Build {
  const Exploration *exploration;
  GoalFinder *finder;
  const BuildOptions *options;
  GoalGraph *out;
  uint32_t words, source;
  bool storing, beyond; /* beyond: the second pass, over states outside of the first ones */
  GArray *first;        /* uint64_t: where each node's edges begin */
  GArray *targets;      /* uint32_t: states; at last nodes */
  GArray *firings;
  GArray *goal_first; /* uint64_t by edge */
  GArray *goals;
  GArray *witnesses;   /* by goal */
  uint32_t inner;      /* the first states: nodes of the same number */
  GArray *outer;       /* uint32_t, ascending: states that follow them as nodes */
  bool *taken;         /* by goal: the way's last step is there */
  GHashTable *entered; /* states of `outer` that a step from their parent leads to */
} Build;

static uint32_t node_of(const Build *build, uint64_t state) {
  if (state < build->inner)
    return (uint32_t)state;
  guint low = 0, high = build->outer->len;
  while (low < high) {
    guint middle = low + (high - low) / 2;
    uint32_t there = g_array_index(build->outer, uint32_t, middle);
    if (there == state)
      return build->inner + middle;
    if (there < state)
      low = middle + 1;
    else
      high = middle;
  }
  return UINT32_MAX;
}

static void add_edge(Build *build, const Firing *firing, uint32_t target, const uint32_t *goals, uint32_t count) {
  uint64_t at = build->goals->len;
  g_array_append_val(build->targets, target);
  g_array_append_val(build->firings, *firing);
  g_array_append_val(build->goal_first, at);
  g_array_append_vals(build->goals, goals, count);
}

/* ---------------------------------------------------------------- first pass */

/* The state that was being stored when the limit came is outside. */
static void stop_storing(Build *build) {
  uint64_t edges = g_array_index(build->first, uint64_t, build->source);
  build->storing = false;
  build->inner = build->source;
  if (edges < build->goal_first->len)
    g_array_set_size(build->goals, (guint)g_array_index(build->goal_first, uint64_t, edges));
  g_array_set_size(build->first, build->source);
  g_array_set_size(build->targets, (guint)edges);
  g_array_set_size(build->firings, (guint)edges);
  g_array_set_size(build->goal_first, (guint)edges);
}

static void note_witnesses(Build *build, const uint64_t *after, uint64_t target) {
  if (target == STATE_NONE)
    target = exploration_find_packed(build->exploration, after);
  Witness witness = {build->source, (uint32_t)target};
  while (build->witnesses->len < goal_finder_count(build->finder))
    g_array_append_val(build->witnesses, witness);
}

static bool take_first(void *user, const Batch *batch) {
  Build *build = user;
  for (uint32_t i = 0; i < batch->count; i++) {
    const uint64_t *after = batch->states + (size_t)i * build->words;
    bool wanted = build->storing || goal_finder_needs_target(build->finder);
    uint64_t target = wanted ? exploration_find_packed(build->exploration, after) : STATE_NONE;
    const uint32_t *goals;
    uint32_t count = goal_finder_step(build->finder, &batch->firings[i], after, target, &goals);
    build->out->most_goals = MAX(build->out->most_goals, count);
    if (build->storing && build->targets->len >= build->options->edge_limit)
      stop_storing(build);
    if (goal_finder_count(build->finder) > build->witnesses->len)
      note_witnesses(build, after, target);
    if (build->storing)
      add_edge(build, &batch->firings[i], (uint32_t)target, goals, count);
  }
  return !build->options->stop || !atomic_load(build->options->stop);
}

static bool too_large(Build *build) {
  GoalGraph *out = build->out;
  if (build->options->whole && !build->storing)
    out->too_large = g_strdup_printf("the graph has more than %" G_GUINT64_FORMAT " transitions, too many to plan this "
                                     "criterion in memory; use another criterion, or make the model smaller with -D",
                                     build->options->edge_limit);
  else if (goal_finder_count(build->finder) > LIMIT_COVER_GOALS)
    out->too_large =
        g_strdup_printf("the criterion asks for more than %d things to be covered, too many for one suite; "
                        "use another criterion, or make the model smaller with -D",
                        LIMIT_COVER_GOALS);
  return out->too_large != NULL;
}

static bool first_pass(Build *build, Stepper *stepper) {
  const Exploration *exploration = build->exploration;
  Expansion expansion;
  for (uint64_t state = 0; state < exploration->expanded; state++) {
    build->source = (uint32_t)state;
    goal_finder_source(build->finder, state);
    if (build->storing) {
      uint64_t at = build->targets->len;
      g_array_append_val(build->first, at);
    }
    bool whole = stepper->ops->expand(stepper, exploration_packed(exploration, state), take_first, build, &expansion);
    if (!whole) {
      build->out->stopped = true;
      return false;
    }
    if (too_large(build))
      return false;
  }
  if (build->storing)
    build->inner = (uint32_t)exploration->states;
  return true;
}

/* ---------------------------------------------------------------- what lies beyond */

static int compare_states(gconstpointer a, gconstpointer b) {
  uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
  return left < right ? -1 : left > right;
}

static void want_way_to(Build *build, GHashTable *wanted, uint64_t state) {
  while (state != STATE_NONE && state >= build->inner && g_hash_table_add(wanted, GSIZE_TO_POINTER(state + 1))) {
    uint32_t number = (uint32_t)state;
    g_array_append_val(build->outer, number);
    state = exploration_parent(build->exploration, state);
  }
}

static void choose_outer(Build *build) {
  GHashTable *wanted = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < build->witnesses->len; i++) {
    const Witness *witness = &g_array_index(build->witnesses, Witness, i);
    want_way_to(build, wanted, witness->source == UINT32_MAX ? STATE_NONE : witness->source);
    want_way_to(build, wanted, witness->target);
  }
  for (uint64_t state = build->inner; state < build->exploration->states; state++) {
    if (exploration_parent(build->exploration, state) != STATE_NONE)
      break; /* starts come first */
    want_way_to(build, wanted, state);
  }
  g_array_sort(build->outer, compare_states);
  g_hash_table_unref(wanted);
}

/* Does some way need this step? */
static bool is_needed(Build *build, uint64_t target, const uint32_t *goals, uint32_t count) {
  bool needed = false;
  for (uint32_t i = 0; i < count; i++) {
    const Witness *witness = &g_array_index(build->witnesses, Witness, goals[i]);
    if (witness->source == build->source && witness->target == target && !build->taken[goals[i]])
      needed = build->taken[goals[i]] = true;
  }
  if (target >= build->inner && exploration_parent(build->exploration, target) == build->source &&
      g_hash_table_add(build->entered, GSIZE_TO_POINTER(target + 1)))
    needed = true;
  return needed;
}

static bool take_beyond(void *user, const Batch *batch) {
  Build *build = user;
  for (uint32_t i = 0; i < batch->count; i++) {
    const uint64_t *after = batch->states + (size_t)i * build->words;
    uint64_t target = exploration_find_packed(build->exploration, after);
    if (node_of(build, target) == UINT32_MAX)
      continue;
    const uint32_t *goals;
    uint32_t count = goal_finder_step(build->finder, &batch->firings[i], after, target, &goals);
    if (is_needed(build, target, goals, count) || build->targets->len < build->options->edge_limit)
      add_edge(build, &batch->firings[i], (uint32_t)target, goals, count);
  }
  return !build->options->stop || !atomic_load(build->options->stop);
}

static bool second_pass(Build *build, Stepper *stepper) {
  build->taken = g_new0(bool, build->witnesses->len + 1);
  build->entered = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < build->outer->len; i++) {
    Expansion expansion;
    uint64_t at = build->targets->len;
    build->source = g_array_index(build->outer, uint32_t, i);
    g_array_append_val(build->first, at);
    if (!exploration_expanded(build->exploration, build->source))
      continue;
    goal_finder_source(build->finder, build->source);
    const uint64_t *state = exploration_packed(build->exploration, build->source);
    if (!stepper->ops->expand(stepper, state, take_beyond, build, &expansion)) {
      build->out->stopped = true;
      return false;
    }
  }
  return true;
}

/* ---------------------------------------------------------------- together */

/* Edges of the first states that leave what is kept go; targets become nodes. */
static void finish_edges(Build *build) {
  uint64_t end = build->targets->len, kept = 0, goals_kept = 0, all_goals = build->goals->len;
  uint32_t *targets = (uint32_t *)(void *)build->targets->data;
  Firing *firings = (Firing *)(void *)build->firings->data;
  g_array_append_val(build->first, end);
  g_array_append_val(build->goal_first, all_goals);
  uint64_t *first = (uint64_t *)(void *)build->first->data, *at = (uint64_t *)(void *)build->goal_first->data;
  uint32_t *goals = (uint32_t *)(void *)build->goals->data;
  for (guint node = 0; node + 1 < build->first->len; node++) {
    uint64_t from = first[node];
    first[node] = kept;
    for (uint64_t e = from; e < first[node + 1]; e++) {
      uint32_t target = node_of(build, targets[e]);
      if (target == UINT32_MAX)
        continue;
      uint64_t goals_from = at[e], count = at[e + 1] - at[e];
      targets[kept] = target;
      firings[kept] = firings[e];
      at[kept++] = goals_kept;
      memmove(goals + goals_kept, goals + goals_from, sizeof(uint32_t) * count);
      goals_kept += count;
    }
  }
  first[build->first->len - 1] = kept;
  at[kept] = goals_kept;
  build->out->graph->edge_count = kept;
}

typedef struct Starts {
  Build *build;
  GArray *starts, *goals;
  GHashTable *seen;
} Starts;

static bool take_starts(void *user, const Batch *batch) {
  Starts *starts = user;
  Build *build = starts->build;
  for (uint32_t i = 0; i < batch->count; i++) {
    uint64_t state = exploration_find_packed(build->exploration, batch->states + (size_t)i * build->words);
    if (state == STATE_NONE || !g_hash_table_add(starts->seen, GSIZE_TO_POINTER(state + 1)))
      continue;
    const uint32_t *goals;
    uint32_t goal = goal_finder_start(build->finder, state, &goals) > 0 ? goals[0] : GOAL_NONE;
    Witness witness = {UINT32_MAX, (uint32_t)state};
    while (build->witnesses->len < goal_finder_count(build->finder))
      g_array_append_val(build->witnesses, witness);
    CoverStart start = {(uint32_t)state, batch->firings[i]};
    g_array_append_val(starts->starts, start);
    g_array_append_val(starts->goals, goal);
  }
  return true;
}

static void find_starts(Build *build, Stepper *stepper) {
  Starts starts = {build, g_array_new(FALSE, FALSE, sizeof(CoverStart)), g_array_new(FALSE, FALSE, sizeof(uint32_t)),
                   g_hash_table_new(NULL, NULL)};
  for (int i = 0; i < program_model(build->exploration->program)->init_count; i++) {
    Expansion expansion;
    if (build->exploration->init < 0 || build->exploration->init == i)
      stepper->ops->starts(stepper, i, take_starts, &starts, &expansion);
  }
  g_hash_table_unref(starts.seen);
  build->out->graph->start_count = starts.starts->len;
  build->out->graph->starts = (CoverStart *)(void *)g_array_free(starts.starts, FALSE);
  build->out->start_goals = (uint32_t *)(void *)g_array_free(starts.goals, FALSE);
}

static void finish(Build *build) {
  GoalGraph *out = build->out;
  CoverGraph *graph = out->graph;
  graph->node_count = build->inner + build->outer->len;
  while (!out->partial && build->first->len < graph->node_count) { /* states that were not expanded */
    uint64_t at = build->targets->len;
    g_array_append_val(build->first, at);
  }
  finish_edges(build);
  for (uint32_t i = 0; i < graph->start_count; i++)
    graph->starts[i].node = node_of(build, graph->starts[i].node);
  out->goal_count = goal_finder_count(build->finder);
  graph->first = (uint64_t *)(void *)g_array_free(g_steal_pointer(&build->first), FALSE);
  graph->targets = (uint32_t *)(void *)g_array_free(g_steal_pointer(&build->targets), FALSE);
  graph->firings = (Firing *)(void *)g_array_free(g_steal_pointer(&build->firings), FALSE);
  out->goal_first = (uint64_t *)(void *)g_array_free(g_steal_pointer(&build->goal_first), FALSE);
  out->goals = (uint32_t *)(void *)g_array_free(g_steal_pointer(&build->goals), FALSE);
}

static void build_clear(Build *build) {
  GArray *arrays[] = {build->first, build->targets,   build->firings, build->goal_first,
                      build->goals, build->witnesses, build->outer};
  for (size_t i = 0; i < G_N_ELEMENTS(arrays); i++) {
    if (arrays[i])
      g_array_unref(arrays[i]);
  }
  if (build->entered)
    g_hash_table_unref(build->entered);
  g_free(build->taken);
}

static GArray *array_for(uint64_t room, guint size) {
  return g_array_sized_new(FALSE, FALSE, size, (guint)room);
}

GoalGraph *graph_build_new(const Exploration *exploration, GoalFinder *finder, const BuildOptions *options) {
  const IrModel *model = program_model(exploration->program);
  uint64_t room = MIN(exploration->transitions, options->edge_limit) + 1;
  Build build = {.exploration = exploration, .finder = finder, .options = options, .storing = true};
  build.out = g_new0(GoalGraph, 1);
  build.out->graph = g_new0(CoverGraph, 1);
  build.out->graph->exploration = exploration;
  build.words = model->layout->state_words;
  build.first = array_for(0, sizeof(uint64_t));
  build.targets = array_for(room, sizeof(uint32_t));
  build.firings = array_for(room, sizeof(Firing));
  build.goal_first = array_for(room, sizeof(uint64_t));
  build.goals = array_for(room, sizeof(uint32_t));
  build.witnesses = array_for(0, sizeof(Witness));
  build.outer = array_for(0, sizeof(uint32_t));
  Stepper *stepper = stepper_interpreter_new(exploration->program, options->stop);
  find_starts(&build, stepper);
  bool whole = first_pass(&build, stepper);
  build.out->partial = !build.storing;
  if (whole && build.out->partial) {
    choose_outer(&build);
    whole = second_pass(&build, stepper);
  }
  if (whole)
    finish(&build);
  stepper_free(stepper);
  build_clear(&build);
  return build.out;
}

void graph_build_free(GoalGraph *built) {
  if (!built)
    return;
  graph_free(built->graph);
  g_free(built->goal_first);
  g_free(built->goals);
  g_free(built->start_goals);
  g_free(built->too_large);
  g_free(built);
}
