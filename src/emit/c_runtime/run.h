/* One run of the system beside the model: each step is done by the system, judged by the model, and followed by every
 * observation. The model says which outcomes are acceptable; the one that came decides in which state both go on.
 *
 * Ownership: a SeqRun lives on the stack of seq_run and owns its room; the report is the caller's. */
#pragma once

#include "text.h"

struct SeqRun {
  const SeqSystem *system;
  const SeqModel *model;
  SeqReport *report;
  void *sut;
  int64_t *state, *next; /* of the model */
  int64_t *expected;     /* room for any value */
  SeqHandle *handles;    /* by slot of all resources: what the system calls it */
  int64_t *arguments;    /* room for those of a walk */
  SeqNews news;          /* of the step at hand */
  int action, outcome;   /* of the step at hand */
  int observe;           /* being read, or -1 */
  bool ended;            /* a verdict stands before the last step */
};

/* The run that the process is in: seqcheck_note and seqcheck_environment, which adapters call, have no other way. */
static SeqRun *seq_current;

/* ---------------------------------------------------------------- verdicts */

/* The first verdict of a run stands. */
__attribute__((format(printf, 3, 4))) static inline void seq_end_run(SeqRun *run, SeqVerdict verdict,
                                                                     const char *format, ...) {
  if (run->ended)
    return;
  va_list list;
  va_start(list, format);
  const int length = vsnprintf(run->report->message, sizeof run->report->message, format, list);
  va_end(list);
  if (length >= (int)sizeof run->report->message)
    strcpy(run->report->message + sizeof run->report->message - 5, " ...");
  run->report->verdict = verdict;
  run->ended = true;
}

/* A line beside the step at hand; what there is no room for is marked as left out. */
static inline void seq_add_note(const char *format, va_list list) {
  static const char more[] = "...\n";
  if (!seq_current)
    return;
  char *notes = seq_current->report->notes;
  const size_t room = sizeof seq_current->report->notes - sizeof more, used = strlen(notes);
  if (used >= room)
    return;
  const int length = vsnprintf(notes + used, room - used, format, list);
  if (length < 0)
    notes[used] = '\0';
  else
    strcat(notes, (size_t)length < room - used - 1 ? "\n" : more);
}

static inline void seq_add_environment(const char *format, va_list list) {
  char text[512];
  vsnprintf(text, sizeof text, format, list);
  if (seq_current)
    seq_end_run(seq_current, SEQ_ENVIRONMENT, "%s", text);
}

/* What the adapter calls; the program that includes test.h defines them once. */
#define SEQ_DEFINE_NOTES                                                                                               \
  void seqcheck_note(const char *format, ...) {                                                                        \
    va_list list;                                                                                                      \
    va_start(list, format);                                                                                            \
    seq_add_note(format, list);                                                                                        \
    va_end(list);                                                                                                      \
  }                                                                                                                    \
  void seqcheck_environment(const char *format, ...) {                                                                 \
    va_list list;                                                                                                      \
    va_start(list, format);                                                                                            \
    seq_add_environment(format, list);                                                                                 \
    va_end(list);                                                                                                      \
  }

/* Says what is wrong with a value that came back, and where it came from. */
static inline void seq_bad_value(SeqRun *run, const char *what) {
  if (run->observe >= 0)
    seq_end_run(run, SEQ_FAILED, "observe %s: %s", run->model->observes[run->observe].name, what);
  else
    seq_end_run(run, SEQ_FAILED, "returned %s", what);
}

/* ---------------------------------------------------------------- handles */

static inline SeqHandle *seq_handle_at(SeqRun *run, int resource, int64_t slot) {
  return &run->handles[run->model->resources[resource].first + slot];
}

static inline bool seq_same_handle(SeqHandle a, SeqHandle b) {
  return a.id == b.id && a.pointer == b.pointer;
}

static inline void seq_handle_text(SeqHandle handle, char *text, size_t room) {
  if (handle.id != 0 || !handle.pointer)
    snprintf(text, room, "id %llu", (unsigned long long)handle.id);
  else
    snprintf(text, room, "a pointer");
}

/* The handle of a slot, for a parameter. */
static inline SeqHandle seq_handle_of(SeqRun *run, int resource, int64_t slot) {
  return slot < 0 ? (SeqHandle){0} : *seq_handle_at(run, resource, slot);
}

/* The slot of a handle that came back. */
static inline int64_t seq_slot_of(SeqRun *run, int resource, SeqHandle handle) {
  const SeqResource *pool = &run->model->resources[resource];
  for (int64_t slot = 0; slot < pool->slots; slot++)
    if (*seq_slot(pool, run->state, slot) != 0 && seq_same_handle(*seq_handle_at(run, resource, slot), handle))
      return slot;
  char which[64], what[160];
  seq_handle_text(handle, which, sizeof which);
  snprintf(what, sizeof what, "a handle of no known %s (%s)", pool->name, which);
  seq_bad_value(run, what);
  return 0;
}

/* How many slots of a resource the step took. */
static inline int seq_new_count(const SeqRun *run, int resource) {
  int count = 0;
  for (int i = 0; i < run->news.count; i++)
    count += run->news.item[i].resource == resource;
  return count;
}

/* The system's handle for the slot that was taken as the `index`-th of its resource in this step. */
static inline void seq_new_handle(SeqRun *run, int resource, int index, SeqHandle handle) {
  const SeqResource *pool = &run->model->resources[resource];
  int64_t slot = -1;
  for (int i = 0; i < run->news.count && index >= 0; i++)
    if (run->news.item[i].resource == resource && index-- == 0)
      slot = run->news.item[i].slot;
  if (slot < 0)
    return;
  *seq_handle_at(run, resource, slot) = handle;
  for (int64_t other = 0; other < pool->slots; other++) {
    if (other == slot || *seq_slot(pool, run->state, other) == 0 ||
        !seq_same_handle(*seq_handle_at(run, resource, other), handle))
      continue;
    char which[64];
    seq_handle_text(handle, which, sizeof which);
    seq_end_run(run, SEQ_FAILED, "gave the handle of %s#%lld (%s), which still exists, to a new %s%s", pool->name,
                (long long)other, which, pool->name,
                handle.id == 0 && !handle.pointer ? " (does the adapter set ret_new_...?)" : "");
  }
}

/* ---------------------------------------------------------------- values that come back */

static inline int64_t seq_range_checked(SeqRun *run, const SeqType *type, int64_t value) {
  char what[128];
  if (value >= type->lo && value <= type->hi)
    return value;
  snprintf(what, sizeof what, "%lld, which is outside %s", (long long)value, type->name);
  seq_bad_value(run, what);
  return type->lo;
}

static inline void seq_too_many(SeqRun *run, const SeqType *type, size_t count) {
  char what[128];
  snprintf(what, sizeof what, "%zu items where %s holds at most %llu", count, type->name,
           (unsigned long long)(type->kind == SEQ_SEQ ? type->length : type->elem->count));
  seq_bad_value(run, what);
}

/* Puts an element into a set's cells. */
static inline void seq_set_put(SeqRun *run, const SeqType *set, int64_t *cells, const int64_t *element) {
  const uint64_t rank = seq_rank(set->elem, element);
  if (run->ended)
    return;
  if (ops_set_has(cells, rank)) {
    SeqText text = {0};
    seq_say_value(&text, run->model, set->elem, element);
    seq_say(&text, " twice in one set");
    seq_bad_value(run, seq_letters(&text));
    seq_text_free(&text);
  }
  ops_set_put(cells, rank);
}

/* A map by resource has an entry for each slot that exists: `seen` says by slot which came. */
static inline void seq_map_complete(SeqRun *run, int resource, const bool *seen) {
  const SeqResource *pool = &run->model->resources[resource];
  char what[128];
  for (int64_t slot = 0; slot < pool->slots; slot++) {
    if (seen[slot] || *seq_slot(pool, run->state, slot) == 0)
      continue;
    snprintf(what, sizeof what, "a map without an entry for %s#%lld", pool->name, (long long)slot);
    seq_bad_value(run, what);
  }
}

static inline void seq_compare(SeqRun *run, const SeqType *type, const int64_t *cells) {
  if (run->ended || ops_equal(cells, run->expected, type->cells))
    return;
  SeqText expected = {0}, observed = {0};
  seq_say_value(&expected, run->model, type, run->expected);
  seq_say_value(&observed, run->model, type, cells);
  if (run->observe >= 0)
    seq_end_run(run, SEQ_FAILED, "observe %s: expected %s, observed %s", run->model->observes[run->observe].name,
                seq_letters(&expected), seq_letters(&observed));
  else
    seq_end_run(run, SEQ_FAILED, "expected to return %s, returned %s", seq_letters(&expected), seq_letters(&observed));
  seq_text_free(&expected);
  seq_text_free(&observed);
}

/* Does the outcome that came say what is returned? Otherwise what came is nothing. */
static inline bool seq_returns(const SeqRun *run) {
  return run->model->actions[run->action].outcomes[run->outcome].returns;
}

/* The value that came back, as cells: of the observation at hand, else of the step. `next` is the state before. */
static inline void seq_value(SeqRun *run, const int64_t *cells) {
  const SeqModel *model = run->model;
  if (run->ended)
    return;
  if (run->observe >= 0) {
    if (model->observed(run->observe, run->state, run->expected))
      seq_compare(run, model->observes[run->observe].type, cells);
    return;
  }
  const int64_t *arguments = seq_record(model, run->report, run->report->step) + SEQ_RECORD_HEAD;
  if (model->returned(run->action, run->outcome, arguments, run->next, run->expected))
    seq_compare(run, model->actions[run->action].returns, cells);
}

/* ---------------------------------------------------------------- outcomes */

static inline void seq_say_expected(SeqText *text, const SeqAction *action, const bool *fired) {
  int left = 0;
  for (int k = 0; k < action->outcome_count; k++)
    left += fired[k];
  for (int k = 0; k < action->outcome_count; k++) {
    if (!fired[k])
      continue;
    seq_say(text, "%s%s", seq_outcome_name(action, k), left > 2 ? ", " : left == 2 ? " or " : "");
    left--;
  }
}

/* What the outcomes of an action would do in the state; `ret_fired` says which fire. Gives how many, and whether one
 * that was asked for (`outcome`, or any with -1) has no slot left. */
static inline int seq_fire_all(SeqRun *run, int action, const int64_t *arguments, int outcome, bool *ret_fired,
                               bool *ret_full) {
  int count = 0;
  SeqNews news;
  *ret_full = false;
  for (int k = 0; k < run->model->actions[action].outcome_count; k++) {
    const SeqFire fire = run->model->fire(action, k, arguments, run->state, run->next, &news);
    ret_fired[k] = fire == SEQ_FIRED;
    count += ret_fired[k];
    *ret_full |= fire == SEQ_FULL && (outcome < 0 || outcome == k);
  }
  return count;
}

/* The outcome that the system gave to the step at hand. Where it is acceptable the model moves on, and what came with
 * it may be told; otherwise the run has ended. */
static inline bool seq_took(SeqRun *run, int outcome) {
  SeqReport *report = run->report;
  const SeqAction *action = &run->model->actions[run->action];
  int64_t *record = seq_record(run->model, report, report->step);
  bool *fired = seq_room((size_t)action->outcome_count, sizeof *fired), full = false;
  record[1] = outcome;
  report->done = report->step;
  const int count = seq_fire_all(run, run->action, record + SEQ_RECORD_HEAD, outcome, fired, &full);
  const bool fine = outcome >= 0 && outcome < action->outcome_count && fired[outcome];
  if (!run->ended && fine) {
    if (record[2] >= 0 && record[2] != outcome && report->diverged == 0)
      report->diverged = report->step;
    run->outcome = outcome;
    run->model->fire(run->action, outcome, record + SEQ_RECORD_HEAD, run->state, run->next, &run->news);
    int64_t *before = run->state;
    run->state = run->next;
    run->next = before;
  } else if (!run->ended && (full || count == 0)) {
    seq_end_run(run, SEQ_INCONCLUSIVE, "the model has no slot left for what came back (%s)",
                seq_outcome_name(action, outcome));
  } else if (!run->ended) {
    SeqText expected = {0};
    seq_say_expected(&expected, action, fired);
    seq_end_run(run, SEQ_FAILED, "expected %s, observed %s", seq_letters(&expected), seq_outcome_name(action, outcome));
    seq_text_free(&expected);
  }
  free(fired);
  return fine && !run->ended;
}

/* ---------------------------------------------------------------- a run */

/* Gives the next step of a run, or false at its end. What it gives is put into the report's record. */
typedef bool SeqNextStep(SeqRun *run, void *data, SeqStep *ret_step);

static inline bool seq_is_due(const SeqObserve *observe, int step, bool last) {
  if (last || observe->when < 0)
    return last && observe->when < 0;
  return observe->when <= 1 || step % observe->when == 0;
}

static inline void seq_observe_all(SeqRun *run, bool last) {
  for (int i = 0; i < run->model->observe_count && !run->ended; i++) {
    if (!seq_is_due(&run->model->observes[i], run->report->step, last))
      continue;
    run->report->phase = SEQ_IN_OBSERVE;
    run->report->beats++;
    run->report->observe = run->observe = i;
    run->system->observe(run, run->sut, i);
    run->observe = -1;
  }
}

static inline void seq_no_step(SeqRun *run, const SeqStep *step, bool full) {
  SeqText text = {0};
  const SeqReport *report = run->report;
  seq_say_step(&text, run->model, step->action, step->arguments, false);
  if (report->diverged > 0) {
    const int64_t *record = seq_record(run->model, run->report, report->diverged);
    const SeqAction *action = &run->model->actions[record[0]];
    SeqText before = {0};
    seq_say_step(&before, run->model, (int)record[0], record + SEQ_RECORD_HEAD, false);
    seq_end_run(run, SEQ_INCONCLUSIVE, "step %d, %s, gave %s where %s was planned, and %s is not possible after that",
                report->diverged, seq_letters(&before), seq_outcome_name(action, record[1]),
                seq_outcome_name(action, record[2]), seq_letters(&text));
    seq_text_free(&before);
  } else {
    seq_end_run(run, SEQ_INCONCLUSIVE,
                full ? "the model has no slot left for %s" : "%s is not possible here in the model",
                seq_letters(&text));
  }
  seq_text_free(&text);
}

static inline void seq_do_step(SeqRun *run, const SeqStep *step) {
  SeqReport *report = run->report;
  const SeqAction *action = &run->model->actions[step->action];
  int64_t *record = seq_record(run->model, report, report->begun + 1);
  bool *fired = seq_room((size_t)action->outcome_count, sizeof *fired), full = false;
  const int count = seq_fire_all(run, step->action, step->arguments, -1, fired, &full);
  free(fired);
  if (count == 0) {
    seq_no_step(run, step, full);
    return;
  }
  record[0] = step->action;
  record[1] = -1;
  record[2] = step->outcome;
  if (action->argument_cells > 0)
    memcpy(record + SEQ_RECORD_HEAD, step->arguments, sizeof *record * (size_t)action->argument_cells);
  report->step = ++report->begun;
  report->phase = SEQ_IN_STEP;
  report->beats++;
  report->notes[0] = '\0';
  run->action = step->action;
  run->news.count = 0;
  run->system->step(run, run->sut, step->action, record + SEQ_RECORD_HEAD);
}

static inline void seq_do_reset(SeqRun *run, int init, const int64_t *arguments) {
  if (run->model->start(init, arguments, run->state, &run->news) != SEQ_FIRED) {
    seq_end_run(run, SEQ_INCONCLUSIVE, "the model has no such start");
    return;
  }
  run->sut = run->system->reset(run, init, arguments);
  if (!run->sut)
    seq_end_run(run, SEQ_ENVIRONMENT, "reset gave no system");
  else
    seq_observe_all(run, false);
}

/* Runs steps until they, or the run, end; teardown follows whatever happened. */
static inline void seq_run(const SeqSystem *system, int init, const int64_t *arguments, SeqNextStep *next, void *data,
                           SeqReport *report) {
  const SeqModel *model = system->model;
  uint32_t largest = 1, slots = 1;
  for (int i = 0; i < model->action_count; i++)
    if (model->actions[i].returns && model->actions[i].returns->cells > largest)
      largest = model->actions[i].returns->cells;
  for (int i = 0; i < model->observe_count; i++)
    largest = model->observes[i].type->cells > largest ? model->observes[i].type->cells : largest;
  for (int i = 0; i < model->resource_count; i++)
    slots += (uint32_t)model->resources[i].slots;
  SeqRun run = {.system = system, .model = model, .report = report, .observe = -1};
  int64_t *first = run.state = seq_room(model->state_cells, sizeof *run.state);
  int64_t *second = run.next = seq_room(model->state_cells, sizeof *run.next);
  run.expected = seq_room(largest, sizeof *run.expected);
  run.handles = seq_room(slots, sizeof *run.handles);
  run.arguments = seq_room((size_t)seq_argument_room(model), sizeof *run.arguments);
  seq_current = &run;
  seq_do_reset(&run, init, arguments);
  SeqStep step;
  while (!run.ended && report->begun < report->room && next(&run, data, &step)) {
    seq_do_step(&run, &step);
    seq_observe_all(&run, false);
  }
  seq_observe_all(&run, true);
  report->phase = SEQ_IN_TEARDOWN;
  report->beats++;
  if (run.sut)
    system->teardown(run.sut);
  seq_current = NULL;
  report->phase = SEQ_ENDED;
  report->beats++;
  free(first);
  free(second);
  free(run.expected);
  free(run.handles);
  free(run.arguments);
}

/* The steps of a sequence, one after another. */
typedef struct SeqCursor {
  const SeqSequence *sequence;
  int at;
} SeqCursor;

static inline bool seq_next_of_sequence(SeqRun *run, void *data, SeqStep *ret_step) {
  SeqCursor *cursor = data;
  (void)run;
  if (cursor->at >= cursor->sequence->step_count)
    return false;
  *ret_step = cursor->sequence->steps[cursor->at++];
  return true;
}
