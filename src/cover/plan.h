/* Planning: from an exploration and a criterion to a suite, with a lower bound on what any suite costs and with what
 * cannot be covered. Ownership: a Plan is the caller's (plan_free) and owns its Suite; it borrows the Exploration. */
#pragma once

#include "cover/criterion.h"
#include "cover/suite.h"
#include "engine/explore.h"

typedef struct PlanOptions {
  Criterion criterion;
  const char *criterion_text;
  uint32_t reset_cost;
  uint64_t max_steps; /* of one sequence; 0: none */
  const atomic_bool *stop;
} PlanOptions;

/* Why a goal is not covered. */
typedef enum UncoveredKind {
  UNCOVERED_NEVER,  /* the whole graph was seen and holds no such thing */
  UNCOVERED_UNSEEN, /* the exploration was cut short before any was seen */
  UNCOVERED_TOO_FAR /* nearest at `distance` steps, beyond max_steps */
} UncoveredKind;

typedef struct Uncovered {
  UncoveredKind kind;
  char *what;        /* in the user's words: "`pay` with the outcome `declined`", "`book` with start 3" */
  int action;        /* that it speaks of, or -1 */
  int outcome;       /* or -1 */
  uint32_t distance; /* TOO_FAR: steps to it, itself included */
} Uncovered;

typedef struct Plan {
  Suite *suite;
  uint64_t goals;       /* that exist in what was explored */
  uint64_t covered;     /* by the suite */
  uint64_t steps, cost; /* cost = steps + reset_cost * sequences */
  uint64_t greedy_cost; /* of the plain nearest-uncovered walk, for comparison; never below cost. 0: not made */
  uint64_t lower_bound; /* of the cost of any suite that covers as much */
  bool optimal;         /* cost == lower_bound, or proved by exhaustive search */
  const char *proof; /* how the bound was found: "minimum-cost flow", "exhaustive search", "assignment", "distances" */
  GArray *uncovered; /* of Uncovered */
  bool stopped;      /* by `stop`; then the suite is not to be used */
  char *too_large;   /* the graph is beyond what this criterion can hold (a sentence for the user), else NULL */
} Plan;

void plan_options_init(PlanOptions *options);
/* Any exploration with at least one start will do, complete or not. */
Plan *plan_new(const Exploration *exploration, const PlanOptions *options);
void plan_free(Plan *plan);
