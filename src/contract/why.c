/* Answers why an action is not possible.
 * Takes a question (action, outcome, some of its arguments) and a state or an exploration; gives a headline, lines and,
 * where it becomes possible, the shortest way there. Of many arguments the nearest are told, those for which the most
 * conditions hold. */
#include "contract/why.h"

#include <string.h>

#include "base/limits.h"
#include "contract/guard.h"
#include "contract/never.h"
#include "engine/sequence.h"
#include "ir/layout.h"
#include "ir/value.h"

/* Arguments that are tried in one state. */
enum { ARGUMENTS_MAX = 100000 };

/* An answer in the making. */
typedef struct Why {
  WhyAnswer *answer;
  GPtrArray *lines; /* of char * */
} Why;

static void why_init(Why *why) {
  why->answer = g_new0(WhyAnswer, 1);
  why->answer->known = true;
  why->answer->state = STATE_NONE;
  why->lines = g_ptr_array_new();
}

static WhyAnswer *why_finish(Why *why) {
  g_ptr_array_add(why->lines, NULL);
  why->answer->lines = (char **)(void *)g_ptr_array_free(why->lines, FALSE);
  return why->answer;
}

static void add_line(Why *why, char *text) {
  g_ptr_array_add(why->lines, text);
}

void why_free(WhyAnswer *answer) {
  if (answer != NULL) {
    g_strfreev(answer->lines);
    g_free(answer);
  }
}

static char *call_text(const IrModel *model, const Firing *firing) {
  GString *text = g_string_new(NULL);
  sequence_print_firing(model, firing, true, text);
  return g_string_free(text, FALSE);
}

static bool matches(const IrModel *model, const WhyQuestion *question, const Firing *firing, int64_t *scratch) {
  if (firing->action != question->action) {
    return false;
  }
  const IrAction *action = &model->actions[question->action];
  bool refused = action->outcomes[firing->outcome].kind == IRO_REFUSED;
  if (question->outcome >= 0 ? firing->outcome != question->outcome : refused) {
    return false;
  }
  if (question->has_argument == NULL) {
    return true;
  }
  arguments_from_number(&action->frame, firing->arguments, scratch);
  uint32_t at = 0;
  for (int p = 0; p < action->frame.param_count; p++) {
    uint32_t cells = action->frame.locals[p].type->cells;
    if (question->has_argument[p] && memcmp(scratch + at, question->arguments + at, cells * sizeof *scratch) != 0) {
      return false;
    }
    at += cells;
  }
  return true;
}

/* ---------------------------------------------------------------- ever */

typedef struct Search {
  const IrModel *model;
  const WhyQuestion *question;
  int64_t *scratch;
  bool found;
  Firing firing;
} Search;

static bool search_sink(void *user, const Batch *batch) {
  Search *search = user;
  for (uint32_t i = 0; i < batch->count && !search->found; i++) {
    if (matches(search->model, search->question, &batch->firings[i], search->scratch)) {
      search->found = true;
      search->firing = batch->firings[i];
    }
  }
  return !search->found;
}

/* Does it fire in this state? (`words`: scratch of state_words) */
static bool fires_in(Search *search, Stepper *stepper, const int64_t *cells, uint64_t *words) {
  Expansion expansion = {0};
  layout_pack(search->model->layout, cells, words);
  stepper->ops->expand(stepper, words, search_sink, search, &expansion);
  return search->found;
}

static void search_init(Search *search, const IrModel *model, const WhyQuestion *question) {
  memset(search, 0, sizeof *search);
  search->model = model;
  search->question = question;
  search->scratch = g_new0(int64_t, arguments_cells(&model->actions[question->action].frame) + 1);
}

/* The first state in the order of discovery, so the nearest, in which it fires. */
static uint64_t first_state(const Exploration *exploration, Search *search) {
  g_autofree int64_t *cells = g_new0(int64_t, search->model->state_cells + 1);
  g_autofree uint64_t *words = g_new0(uint64_t, search->model->layout->state_words + 1);
  Stepper *stepper = stepper_interpreter_new(exploration->program, NULL);
  uint64_t state = 0;
  for (; state < exploration->states; state++) {
    exploration_state(exploration, state, cells);
    if (fires_in(search, stepper, cells, words)) {
      break;
    }
  }
  stepper_free(stepper);
  return state < exploration->states ? state : STATE_NONE;
}

/* Can the counts of the exploration tell at once that it never fired? */
static bool never_fired(const Exploration *exploration, const WhyQuestion *question) {
  if (exploration->end != EXPLORE_COMPLETE) {
    return false;
  }
  const IrAction *action = &program_model(exploration->program)->actions[question->action];
  uint64_t fired = 0;
  for (int o = 0; o < action->outcome_count; o++) {
    if (question->outcome == o || (question->outcome < 0 && action->outcomes[o].kind != IRO_REFUSED)) {
      fired += exploration->fired[question->action][o];
    }
  }
  return fired == 0;
}

static char *question_text(const IrModel *model, const WhyQuestion *question) {
  const IrAction *action = &model->actions[question->action];
  if (question->outcome >= 0 && *action->outcomes[question->outcome].name != '\0') {
    return g_strdup_printf("the outcome `%s` of `%s`", action->outcomes[question->outcome].name, action->name);
  }
  return g_strdup_printf("`%s`", action->name);
}

static bool names_arguments(const IrModel *model, const WhyQuestion *question) {
  bool some = false;
  for (int p = 0; p < model->actions[question->action].frame.param_count; p++) {
    some = some || (question->has_argument != NULL && question->has_argument[p]);
  }
  return some;
}

static void tell_never(Why *why, const Exploration *exploration, Eval *eval, const WhyQuestion *question) {
  g_autofree char *what = question_text(eval_model(eval), question);
  g_autofree char *reason = never_reason(eval, exploration, question);
  const char *such = names_arguments(eval_model(eval), question) ? " for these arguments" : "";
  if (why->answer->known) {
    add_line(why, g_strdup_printf("%s is never possible%s", what, such));
  } else {
    add_line(why, g_strdup_printf("%s is not possible%s in any of the %" G_GUINT64_FORMAT
                                  " states explored; the exploration is not complete",
                                  what, such, exploration->states));
  }
  if (reason != NULL) {
    add_line(why, g_steal_pointer(&reason));
  }
}

WhyAnswer *why_ever(const Exploration *exploration, const WhyQuestion *question) {
  Why why;
  why_init(&why);
  Eval *eval = eval_new(exploration->program);
  Search search;
  search_init(&search, eval_model(eval), question);
  uint64_t state = never_fired(exploration, question) ? STATE_NONE : first_state(exploration, &search);
  if (state != STATE_NONE) {
    why.answer->possible = true;
    why.answer->firing = search.firing;
    why.answer->state = state;
  } else {
    why.answer->known = exploration->end == EXPLORE_COMPLETE;
    tell_never(&why, exploration, eval, question);
  }
  g_free(search.scratch);
  eval_free(eval);
  return why_finish(&why);
}

/* ---------------------------------------------------------------- now */

typedef struct Now {
  Why *why;
  Eval *eval;
  const WhyQuestion *question;
  const IrModel *model;
  const int64_t *state;
  Scope scope; /* the nearest arguments */
} Now;

static Firing firing_of(Now *now, int outcome) {
  g_autofree int64_t *cells = guard_arguments(&now->scope);
  return (Firing){now->question->action, outcome, arguments_number(now->scope.frame, cells)};
}

/* book(start: 0, length: 1) */
static char *nearest_call(Now *now) {
  Firing firing = firing_of(now, 0);
  return call_text(now->model, &firing);
}

/* What each outcome does with the nearest arguments; the first that fires, or -1. `wanted`: only the question's. */
static int fire(Now *now, bool wanted, Fired *ret_fired) {
  const IrAction *action = &now->model->actions[now->question->action];
  g_autofree int64_t *cells = guard_arguments(&now->scope);
  g_autofree int64_t *after = g_new0(int64_t, now->model->state_cells + 1);
  Fired last = {.result = FIRE_NOT_ENABLED};
  for (int o = 0; o < action->outcome_count; o++) {
    bool asked = now->question->outcome < 0 ? action->outcomes[o].kind != IRO_REFUSED : o == now->question->outcome;
    if (wanted && !asked) {
      continue;
    }
    Fired fired = machine_fire(eval_machine(now->eval), now->question->action, o, cells, now->state, after);
    if (fired.result == FIRE_DONE) {
      *ret_fired = fired;
      return o;
    }
    if (fired.result != FIRE_NOT_ENABLED) {
      last = fired;
    }
  }
  *ret_fired = last;
  return -1;
}

static void tell_instead(Now *now) {
  Fired fired;
  int outcome = fire(now, false, &fired);
  if (outcome < 0) {
    return;
  }
  Firing firing = firing_of(now, outcome);
  g_autofree char *call = call_text(now->model, &firing);
  add_line(now->why, g_strdup_printf("instead %s has the outcome `%s`", call,
                                     now->model->actions[firing.action].outcomes[outcome].name));
}

/* All its conditions hold: it fires, or only a full pool or a model error is in the way. */
static void tell_enabled(Now *now) {
  Fired fired;
  int outcome = fire(now, true, &fired);
  if (outcome >= 0) {
    now->why->answer->possible = true;
    now->why->answer->firing = firing_of(now, outcome);
  } else if (fired.result == FIRE_FULL) {
    add_line(now->why, g_strdup_printf("not possible here: the pool %s is full (its size bounds the exploration)",
                                       now->model->resources[fired.resource].name));
  } else if (fired.result == FIRE_FAULT) {
    add_line(now->why,
             g_strdup_printf("not possible here: it is a model error (%s)", fault_kind_name(fired.fault.kind)));
  } else {
    add_line(now->why, g_strdup("not possible here"));
  }
}

static bool all_given(const Now *now) {
  bool all = true;
  for (int p = 0; p < now->scope.frame->param_count; p++) {
    all = all && now->question->has_argument != NULL && now->question->has_argument[p];
  }
  return all;
}

static void add_explained(Why *why, Explain *explain) {
  int count = 0;
  BecauseLine *lines = explain_steal_lines(explain, &count);
  for (int i = 0; i < count; i++) {
    add_line(why, g_strdup_printf("%*s%s", 2 * lines[i].depth, "", lines[i].text));
  }
  explain_free_lines(lines, count);
  explain_clear(explain);
}

static void tell_missing(Now *now, const Guard *guard, guint part) {
  g_autofree char *what = question_text(now->model, now->question);
  g_autofree char *need = guard_text(now->model, guard, part);
  add_line(now->why, g_strdup_printf("not possible here: %s needs %s", what, need));
  Explain explain;
  explain_init(&explain, now->eval);
  bool all = all_given(now);
  if (!all) {
    g_autofree char *call = nearest_call(now);
    explain_line(&explain, 0, "the nearest is %s:", call);
  }
  for (guint i = part; i < guard->parts->len; i++) {
    Truth truth = guard_truth(now->eval, &now->scope, guard, i);
    if (truth == TRUTH_FAULT && i > part) {
      break; /* it leans on a part before it that does not hold */
    }
    if (truth != TRUTH_TRUE) {
      guard_explain(&explain, &now->scope, guard, i, all ? 0 : 1);
    }
  }
  add_explained(now->why, &explain);
}

/* ---------------------------------------------------------------- and never again? */

typedef struct Ahead {
  uint32_t *queue;
  uint32_t *distance; /* by state, 1 more than it is; 0: not reached */
  uint64_t reached;
} Ahead;

/* Is slot `slot` in the same state in all that can be reached? */
static bool is_stuck(const Now *now, const Exploration *exploration, const Ahead *ahead, int resource, int64_t slot) {
  g_autofree int64_t *cells = g_new0(int64_t, now->model->state_cells + 1);
  int first = eval_slot_state(now->model, resource, slot, now->state);
  for (uint64_t i = 0; i < ahead->reached; i++) {
    exploration_state(exploration, ahead->queue[i], cells);
    if (eval_slot_state(now->model, resource, slot, cells) != first) {
      return false;
    }
  }
  return first > 0;
}

static void tell_never_again(Now *now, const Exploration *exploration, const Ahead *ahead) {
  const IrFrame *frame = now->scope.frame;
  for (int p = 0; p < frame->param_count; p++) {
    const IrType *type = frame->locals[p].type;
    bool said = now->question->has_argument != NULL && now->question->has_argument[p];
    int64_t slot = eval_local(&now->scope, p)[0];
    if (said && type->kind == IRT_RESOURCE && is_stuck(now, exploration, ahead, type->decl, slot)) {
      int state = eval_slot_state(now->model, type->decl, slot, now->state);
      add_line(now->why, g_strdup_printf("and never again from here: `%s` has no way out",
                                         now->model->resources[type->decl].states[state].name));
      return;
    }
  }
  add_line(now->why, g_strdup("and never again from here"));
}

static void push(Ahead *ahead, uint32_t state, uint32_t distance) {
  if (ahead->distance[state] == 0) {
    ahead->distance[state] = distance;
    ahead->queue[ahead->reached++] = state;
  }
}

/* Breadth first from here over the edges that were kept. */
static void look_ahead(Now *now, const Exploration *exploration) {
  uint64_t here = exploration_find(exploration, now->state);
  if (here == STATE_NONE || exploration->end != EXPLORE_COMPLETE) {
    return;
  }
  Ahead ahead = {g_new(uint32_t, exploration->states + 1), g_new0(uint32_t, exploration->states + 1), 0};
  g_autofree int64_t *cells = g_new0(int64_t, now->model->state_cells + 1);
  g_autofree uint64_t *words = g_new0(uint64_t, now->model->layout->state_words + 1);
  Stepper *stepper = stepper_interpreter_new(exploration->program, NULL);
  Search search;
  search_init(&search, now->model, now->question);
  uint32_t found = 0;
  push(&ahead, (uint32_t)here, 1);
  for (uint64_t head = 0; head < ahead.reached && found == 0; head++) {
    uint32_t state = ahead.queue[head];
    exploration_state(exploration, state, cells);
    if (fires_in(&search, stepper, cells, words)) {
      found = ahead.distance[state];
    }
    Edges edges = exploration_edges(exploration, state);
    for (uint64_t i = 0; i < edges.count; i++) {
      push(&ahead, edges.targets[i], ahead.distance[state] + 1);
    }
  }
  if (found == 0) {
    tell_never_again(now, exploration, &ahead);
  } else if (found > 1) {
    add_line(now->why,
             g_strdup_printf("it is possible again after %u step%s from here", found - 1, found == 2 ? "" : "s"));
  }
  g_free(search.scratch);
  stepper_free(stepper);
  g_free(ahead.queue);
  g_free(ahead.distance);
}

static WhyAnswer *answer_now(Eval *eval, const Exploration *exploration, const WhyQuestion *question,
                             const int64_t *state) {
  Why why;
  why_init(&why);
  Now now = {.why = &why, .eval = eval, .question = question, .model = eval_model(eval), .state = state};
  Guard guard;
  guard_init(&guard, now.model, question->action, question->outcome);
  eval_scope_init(eval, &now.scope, &guard.action->frame, state, NULL);
  if (!guard_nearest(eval, &now.scope, &guard, question->has_argument, question->arguments, ARGUMENTS_MAX)) {
    add_line(&why, g_strdup("not possible here: there are no arguments for it"));
  } else {
    guint part = guard_first_false(eval, &now.scope, &guard);
    if (part == guard.parts->len) {
      tell_enabled(&now);
    } else {
      tell_missing(&now, &guard, part);
    }
    if (!why.answer->possible && exploration != NULL) {
      look_ahead(&now, exploration);
    }
    if (!why.answer->possible) {
      tell_instead(&now);
    }
  }
  eval_scope_clear(&now.scope);
  guard_clear(&guard);
  return why_finish(&why);
}

WhyAnswer *why_now(const Program *program, Machine *machine, const WhyQuestion *question, const int64_t *state) {
  (void)machine; /* an Eval has one of its own */
  Eval *eval = eval_new(program);
  WhyAnswer *answer = answer_now(eval, NULL, question, state);
  eval_free(eval);
  return answer;
}

WhyAnswer *why_now_within(const Exploration *exploration, Machine *machine, const WhyQuestion *question,
                          const int64_t *state) {
  (void)machine;
  Eval *eval = eval_new(exploration->program);
  WhyAnswer *answer = answer_now(eval, exploration, question, state);
  eval_free(eval);
  return answer;
}
