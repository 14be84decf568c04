/* The search: breadth first, first found first expanded, every state kept whole and known by its text. */
#include "oracle_search.h"

void search_violation(Search *search, const char *kind, const char *name, const void *what, Span place, int steps) {
  for (guint i = 0; i < search->violations->len; i++) {
    Violation *there = &g_array_index(search->violations, Violation, i);
    bool same = what != NULL ? there->what == what
                             : there->what == NULL && there->kind == kind && there->place.start == place.start &&
                                   there->place.end == place.end;
    if (same) {
      there->steps = MIN(there->steps, steps);
      return;
    }
  }
  Violation violation = {.kind = kind, .name = name, .what = what, .place = place, .steps = steps};
  g_array_append_val(search->violations, violation);
}

void search_error(Search *search, const char *name, int steps) {
  const Oracle *oracle = search->oracle;
  search_violation(search, oracle_trouble_word(oracle->trouble), name, NULL, oracle->trouble_span, steps);
}

guint search_found(Search *search, int depth) {
  Oracle *oracle = search->oracle;
  char *text = state_text(oracle, oracle->state);
  guint number = GPOINTER_TO_UINT(g_hash_table_lookup(search->numbers, text));
  if (number > 0) {
    g_free(text);
    return number - 1;
  }
  if (search->nodes->len >= ORACLE_STATES)
    oracle_give_up("too many states");
  g_hash_table_insert(search->numbers, text, GUINT_TO_POINTER(search->nodes->len + 1));
  Node *node = g_new0(Node, 1);
  node->state = oracle->state;
  node->depth = depth;
  node->targets = g_array_new(FALSE, FALSE, sizeof(guint));
  g_ptr_array_add(search->nodes, node);
  judge_state(search, node);
  return search->nodes->len - 1;
}

/* Whatever an expansion found moves to the arena that stays; the rest of its boxes go. */
static void keep_new(Search *search, guint from, Arena *stays) {
  Arena *before = oracle_use_arena(stays);
  for (guint i = from; i < search->nodes->len; i++) {
    Node *node = search->nodes->pdata[i];
    State *kept = state_copy(search->oracle, node->state);
    state_copy_values(search->oracle, kept);
    node->state = kept;
  }
  oracle_use_arena(before);
}

static void in_arena_of_its_own(Search *search, guint number, Arena *stays) {
  Arena *arena = arena_new();
  oracle_use_arena(arena);
  guint before = search->nodes->len;
  if (number == G_MAXUINT)
    fire_inits(search);
  else
    fire_actions(search, number);
  keep_new(search, before, stays);
  oracle_use_arena(stays);
  arena_free(arena);
}

static void prepare(Search *search) {
  const Model *model = search->oracle->model;
  search->nodes = g_ptr_array_new();
  search->numbers = g_hash_table_new(g_str_hash, g_str_equal);
  search->violations = g_array_new(FALSE, TRUE, sizeof(Violation));
  search->reached = g_new0(bool, model->reaches.count + 1);
  search->always_erred = g_new0(bool, model->always_reaches.count + 1);
  search->dropped = g_new0(guint64, model->resources.count + 1);
  search->fired = g_new0(guint64 *, model->actions.count + 1);
  for (size_t i = 0; i < model->actions.count; i++)
    search->fired[i] = g_new0(guint64, fire_outcome_count(LIST_GET(model->actions, ActionDecl, i)));
}

char *oracle_explore(Oracle *oracle) {
  Arena *stays = oracle_use_arena(NULL);
  Search search = {.oracle = oracle};
  prepare(&search);
  in_arena_of_its_own(&search, G_MAXUINT, stays);
  for (guint i = 0; i < search.nodes->len; i++)
    in_arena_of_its_own(&search, i, stays);
  judge_end(&search);
  return judge_json(&search);
}
