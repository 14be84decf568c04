/* Judges an exploration: everything that is to be said about a model, as one object.
 * Takes an exploration; gives the status, the violations in their order, a result for each contract, tables and
 * remarks. Breaches come from the search; `reach` is judged here where the exploration was complete, `always reach` by
 * a backward pass over its edges, a state that was not expanded counting as one from which there is a way. Violations
 * are ordered by steps and then by where their contract or action is declared. */
#include "contract/verdict.h"

#include <string.h>

#include "contract/always.h"
#include "contract/eval.h"
#include "contract/matrix.h"
#include "contract/remarks.h"
#include "contract/vacuity.h"
#include "contract/violation.h"
#include "engine/sequence.h"

/* A violation before it is written out: writing costs a replay, and not all may be shown. */
typedef struct Candidate {
  enum { FROM_BREACH, FROM_REACH, FROM_ALWAYS } from;
  uint32_t steps;
  uint64_t place; /* in the order of declarations */
  guint number;   /* in the order found: the last tie */
  int contract;   /* or -1 */
  const Breach *breach;
  Always always;
  Breach made; /* FROM_BREACH of a fault that was found here */
} Candidate;

typedef struct Judge {
  Verdict *verdict;
  const Exploration *exploration;
  const IrModel *model;
  Eval *eval;
  GPtrArray *candidates; /* of Candidate * */
} Judge;

static bool is_complete(const Exploration *exploration) {
  return exploration->end == EXPLORE_COMPLETE;
}

/* ---------------------------------------------------------------- candidates */

static uint64_t place_of_contract(const IrModel *model, int contract) {
  return model->contracts[contract].source == model->source ? model->contracts[contract].span.start
                                                            : (uint64_t)UINT32_MAX + (uint64_t)contract;
}

static uint64_t place_of_breach(const IrModel *model, const Breach *breach) {
  if (breach->kind == BREACH_DEADLOCK) {
    return UINT64_MAX;
  }
  if (breach->kind != BREACH_ENSURE && breach->contract >= 0) {
    return place_of_contract(model, breach->contract);
  }
  return breach->firing.action >= 0 ? model->actions[breach->firing.action].span.start
                                    : model->inits[MAX(breach->firing.outcome, 0)].span.start;
}

static Candidate *new_candidate(Judge *judge, uint32_t steps, uint64_t place) {
  Candidate *candidate = g_new0(Candidate, 1);
  candidate->steps = steps;
  candidate->place = place;
  candidate->number = judge->candidates->len;
  candidate->contract = -1;
  g_ptr_array_add(judge->candidates, candidate);
  return candidate;
}

static void add_breach(Judge *judge, const Breach *breach) {
  Candidate *candidate = new_candidate(judge, breach->steps, place_of_breach(judge->model, breach));
  candidate->from = FROM_BREACH;
  candidate->breach = breach;
  candidate->contract = breach->kind == BREACH_ENSURE || breach->kind == BREACH_DEADLOCK ? -1 : breach->contract;
}

/* The same model error, told of something else: a guard or a contract that calls the same function. Or NULL. */
static Candidate *find_fault(const Judge *judge, const Fault *fault) {
  for (guint i = 0; i < judge->candidates->len; i++) {
    Candidate *known = judge->candidates->pdata[i];
    if (known->from == FROM_BREACH && known->breach->kind == BREACH_FAULT && known->breach->fault.kind == fault->kind &&
        known->breach->fault.span.start == fault->span.start && known->breach->fault.span.end == fault->span.end) {
      return known;
    }
  }
  return NULL;
}

/* An `always reach` that errs. Of one model error the nearest is told. */
static void add_always_fault(Judge *judge, int contract, const AlwaysFault *found) {
  uint32_t steps = exploration_distance(judge->exploration, found->state);
  uint64_t place = place_of_contract(judge->model, contract);
  Candidate *candidate = find_fault(judge, &found->fault);
  if (candidate != NULL && (candidate->steps < steps || (candidate->steps == steps && candidate->place <= place))) {
    return;
  }
  if (candidate == NULL) {
    candidate = new_candidate(judge, steps, place);
  }
  candidate->from = FROM_BREACH;
  candidate->steps = steps;
  candidate->place = place;
  candidate->contract = contract;
  candidate->made = (Breach){.kind = BREACH_FAULT,
                             .contract = contract,
                             .fault = found->fault,
                             .state = found->state,
                             .firing = {.action = -2},
                             .steps = steps};
  candidate->breach = &candidate->made;
}

static void judge_always(Judge *judge, int contract) {
  Always always = always_judge(judge->eval, judge->exploration, &judge->model->contracts[contract]);
  for (guint i = 0; i < always.faults->len; i++) {
    add_always_fault(judge, contract, &g_array_index(always.faults, AlwaysFault, i));
  }
  if (always.faults->len == 0 && always.broken) {
    Candidate *candidate = new_candidate(judge, exploration_distance(judge->exploration, always.state),
                                         place_of_contract(judge->model, contract));
    candidate->from = FROM_ALWAYS;
    candidate->contract = contract;
    candidate->always = always;
  }
  g_array_unref(always.faults);
}

static void collect(Judge *judge, bool contracts) {
  const GArray *breaches = judge->exploration->breaches;
  for (guint i = 0; i < breaches->len; i++) {
    add_breach(judge, &g_array_index(breaches, Breach, i));
  }
  for (int c = 0; contracts && c < judge->model->contract_count; c++) {
    IrContractKind kind = judge->model->contracts[c].kind;
    if (kind == IRC_REACH && judge->exploration->reached[c] == STATE_NONE && is_complete(judge->exploration)) {
      Candidate *candidate = new_candidate(judge, 0, place_of_contract(judge->model, c));
      candidate->from = FROM_REACH;
      candidate->contract = c;
    } else if (kind == IRC_ALWAYS_REACH) {
      judge_always(judge, c);
    }
  }
}

static int compare_candidates(gconstpointer a, gconstpointer b) {
  const Candidate *x = *(const Candidate *const *)a;
  const Candidate *y = *(const Candidate *const *)b;
  if (x->steps != y->steps) {
    return x->steps < y->steps ? -1 : 1;
  }
  if (x->place != y->place) {
    return x->place < y->place ? -1 : 1;
  }
  return x->number < y->number ? -1 : x->number > y->number;
}

static Violation write_out(Judge *judge, const Candidate *candidate) {
  switch (candidate->from) {
  case FROM_REACH:
    return violation_of_reach(judge->eval, judge->exploration, candidate->contract);
  case FROM_ALWAYS:
    return violation_of_always(judge->eval, judge->exploration, candidate->contract, &candidate->always);
  case FROM_BREACH:
    return violation_of_breach(judge->eval, judge->exploration, candidate->breach);
  }
  g_assert_not_reached();
}

static void write_violations(Judge *judge, bool all) {
  g_ptr_array_sort(judge->candidates, compare_candidates);
  int count = (int)judge->candidates->len;
  judge->verdict->broken_count = count;
  if (!all && count > 1) {
    count = 1;
  }
  judge->verdict->violations = g_new0(Violation, count + 1);
  judge->verdict->violation_count = count;
  for (int i = 0; i < count; i++) {
    judge->verdict->violations[i] = write_out(judge, judge->candidates->pdata[i]);
  }
}

/* ---------------------------------------------------------------- results by contract */

static const char *kind_words(IrContractKind kind) {
  static const char *const words[] = {"invariant", "step invariant", "reach", "always reach", "final"};
  return words[kind];
}

static bool is_broken(const Judge *judge, int contract) {
  for (guint i = 0; i < judge->candidates->len; i++) {
    const Candidate *candidate = judge->candidates->pdata[i];
    if (contract >= 0 ? candidate->contract == contract
                      : candidate->from == FROM_BREACH && candidate->breach->kind == BREACH_DEADLOCK) {
      return true;
    }
  }
  return false;
}

/* The shortest sequence to the state in which a `reach` holds. */
static void add_witness(Judge *judge, ContractResult *result) {
  uint64_t state = judge->exploration->reached[result->contract];
  Trace *trace = trace_new(judge->exploration, eval_machine(judge->eval), state, NULL);
  result->witness = violation_replay(judge->model, trace);
  result->witness_steps = trace->steps->len - 1;
  trace_free(trace);
}

static ContractResult result_of(Judge *judge, int contract) {
  const IrContract *of = &judge->model->contracts[contract];
  bool broken = is_broken(judge, contract);
  ContractResult result = {.contract = contract, .kind = kind_words(of->kind), .name = of->name};
  result.holds = !broken;
  result.known = broken || is_complete(judge->exploration);
  if (of->kind == IRC_REACH && judge->exploration->reached[contract] != STATE_NONE) {
    result.holds = result.known = true;
    add_witness(judge, &result);
  }
  return result;
}

static void write_results(Judge *judge) {
  Verdict *verdict = judge->verdict;
  bool has_final = false;
  verdict->contracts = g_new0(ContractResult, judge->model->contract_count + 1);
  for (int c = 0; c < judge->model->contract_count; c++) {
    if (judge->model->contracts[c].kind == IRC_FINAL) {
      has_final = true;
    } else {
      verdict->contracts[verdict->contract_count++] = result_of(judge, c);
    }
  }
  if (has_final) {
    bool broken = is_broken(judge, -1);
    verdict->contracts[verdict->contract_count++] =
        (ContractResult){.contract = -1,
                         .kind = "deadlock",
                         .name = "deadlock",
                         .holds = !broken,
                         .known = broken || is_complete(judge->exploration)};
  }
}

/* Does a step invariant speak of actions that never happen? */
static bool is_idle(const Judge *judge, const IrContract *contract) {
  if (contract->kind != IRC_STEP_INVARIANT) {
    return false;
  }
  for (int a = 0; a < judge->model->action_count; a++) {
    for (int o = 0; (contract->on == NULL || contract->on[a]) && o < judge->model->actions[a].outcome_count; o++) {
      if (judge->exploration->fired[a][o] > 0) {
        return false;
      }
    }
  }
  return true;
}

static const char *unseen_note(const Judge *judge, int contract, const Vacuity *vacuity, size_t first) {
  for (guint i = 0; vacuity != NULL && i < vacuity->watches->len; i++) {
    const VacuityWatch *watch = &g_array_index(vacuity->watches, VacuityWatch, i);
    if (watch->contract == contract && judge->exploration->watched[first + i] == STATE_NONE) {
      return watch->note;
    }
  }
  return NULL;
}

/* Only a complete exploration can say so; a broken contract was tested. The outermost part that was never met is told.
 */
static void write_vacuity(Judge *judge, const Vacuity *vacuity, size_t first) {
  for (int i = 0; i < judge->verdict->contract_count && is_complete(judge->exploration); i++) {
    ContractResult *result = &judge->verdict->contracts[i];
    if (result->contract < 0 || !result->holds) {
      continue;
    }
    const char *note = is_idle(judge, &judge->model->contracts[result->contract])
                           ? "none of the actions that it watches ever happens"
                           : unseen_note(judge, result->contract, vacuity, first);
    result->vacuous = note != NULL;
    result->vacuous_note = g_strdup(note);
  }
}

/* ---------------------------------------------------------------- the whole */

/* `contracts`: they were judged while exploring. Watches from `first` on are those of `vacuity`. */
static Verdict *judge_all(const Exploration *exploration, bool all_violations, bool contracts, const Vacuity *vacuity,
                          size_t first) {
  Verdict *verdict = g_new0(Verdict, 1);
  verdict->exploration = exploration;
  verdict->model = program_model(exploration->program);
  Judge judge = {verdict, exploration, verdict->model, eval_new(exploration->program),
                 g_ptr_array_new_with_free_func(g_free)};
  collect(&judge, contracts);
  write_violations(&judge, all_violations);
  write_results(&judge);
  write_vacuity(&judge, vacuity, first);
  verdict->matrices = matrix_all(exploration, &verdict->matrix_count);
  remarks_add(verdict, judge.eval);
  bool complete = is_complete(exploration) || exploration->end == EXPLORE_WATCHED;
  verdict->status = verdict->violation_count > 0 ? VERDICT_VIOLATED : complete ? VERDICT_HOLDS : VERDICT_INCOMPLETE;
  g_ptr_array_free(judge.candidates, TRUE);
  eval_free(judge.eval);
  return verdict;
}

Verdict *verdict_new(const Exploration *exploration, bool all_violations) {
  return judge_all(exploration, all_violations, true, NULL, 0);
}

/* The caller's watches come first, so that their numbers stay. */
static Watch *all_watches(const ExploreOptions *options, const Vacuity *vacuity) {
  size_t own = vacuity->watches->len;
  Watch *watches = g_new0(Watch, options->watch_count + own + 1);
  for (size_t i = 0; i < options->watch_count; i++) {
    watches[i] = options->watches[i];
  }
  for (size_t i = 0; i < own; i++) {
    watches[options->watch_count + i] = g_array_index(vacuity->watches, VacuityWatch, i).watch;
  }
  return watches;
}

Verdict *verdict_explore(const Program *program, const ExploreOptions *options, Exploration **ret_exploration) {
  ExploreOptions with = *options;
  Vacuity *vacuity = NULL;
  g_autofree Watch *watches = NULL;
  if (!options->ignore_contracts && !options->stop_when_watched) {
    vacuity = vacuity_new(program_model(program));
    watches = all_watches(options, vacuity);
    with.watches = watches;
    with.watch_count = options->watch_count + vacuity->watches->len;
  }
  *ret_exploration = explore_run(program, &with);
  if (*ret_exploration == NULL) {
    vacuity_free(vacuity);
    return NULL;
  }
  Verdict *verdict =
      judge_all(*ret_exploration, options->keep_going, !options->ignore_contracts, vacuity, options->watch_count);
  vacuity_free(vacuity);
  return verdict;
}

void verdict_free(Verdict *verdict) {
  if (verdict == NULL) {
    return;
  }
  for (int i = 0; i < verdict->violation_count; i++) {
    violation_clear(&verdict->violations[i]);
  }
  g_free(verdict->violations);
  for (int i = 0; i < verdict->contract_count; i++) {
    g_free(verdict->contracts[i].vacuous_note);
    g_free(verdict->contracts[i].witness);
  }
  g_free(verdict->contracts);
  for (int i = 0; i < verdict->remark_count; i++) {
    remarks_clear(&verdict->remarks[i]);
  }
  g_free(verdict->remarks);
  matrix_free_all(verdict->matrices, verdict->matrix_count);
  g_free(verdict);
}
