/* What a suite is to cover, as the user names it. Ownership: a Criterion is plain data and borrows nothing. */
#pragma once

#include "ir/ir.h"

typedef enum CriterionKind {
  CRITERION_OUTCOMES,    /* every outcome of every action that can fire */
  CRITERION_STATES,      /* every reachable state */
  CRITERION_TRANSITIONS, /* every edge of the graph: state, action, arguments, outcome */
  CRITERION_SWITCH,      /* every feasible run of `length` + 1 outcomes (action and outcome) in a row; `pairs` is 1 */
  CRITERION_VIEW,        /* every edge of the quotient by a view: values before, action, outcome, values after */
  CRITERION_LIFECYCLE,   /* every edge of each resource's own machine, refusals in each of its states too */
  CRITERION_BOUNDARIES   /* each parameter at each end of its range (each member of an enum, both bools), with each
                            outcome it can have */
} CriterionKind;

typedef struct Criterion {
  CriterionKind kind;
  int length; /* SWITCH: 1 for pairs */
  int view;   /* VIEW */
} Criterion;

/* "outcomes", "states", "transitions", "pairs", "n-switch:N", "view:NAME", "lifecycle", "boundaries". False with a
 * message for the user in *ret_error (to be freed), near names suggested. */
bool criterion_parse(const IrModel *model, const char *text, Criterion *ret_criterion, char **ret_error);
