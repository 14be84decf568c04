/* The search of the oracle and what it finds; shared by oracle_search.c, oracle_fire.c and oracle_judge.c.
 * Ownership: all of it lives as long as the run. */
#pragma once

#include "oracle.h"

typedef struct Node {
  const State *state;
  int depth;
  bool terminal, dropped; /* nothing is enabled; a full pool dropped a firing */
  GArray *targets;        /* of guint: where its transitions lead */
  bool *always;           /* by always reach: does its expression hold here */
} Node;

typedef struct Violation {
  const char *kind, *name;
  const void *what; /* the contract or ensure; NULL for a model error */
  Span place;       /* of a model error */
  int steps;
} Violation;

typedef struct Search {
  Oracle *oracle;
  GPtrArray *nodes;    /* of Node *, in the order found */
  GHashTable *numbers; /* text of a state -> its number + 1 */
  GArray *violations;  /* of Violation, in the order found */
  bool *reached;       /* by reach */
  bool *always_erred;  /* by always reach: its expression erred in some state, which is reported, and so it says nothing
                          more */
  guint64 transitions, initial, firings, starts;
  guint64 **fired;  /* [action][outcome]; `otherwise` last */
  guint64 *dropped; /* by pool */
} Search;

/* Adds one, unless there is one for the same contract, or the same kind of model error at the same place. */
void search_violation(Search *search, const char *kind, const char *name, const void *what, Span place, int steps);
/* What oracle_try caught, as a model error. */
void search_error(Search *search, const char *name, int steps);
/* Numbers the state that oracle->state is; a new one is kept and checked. */
guint search_found(Search *search, int depth);

/* oracle_fire.c */
void fire_inits(Search *search);
void fire_actions(Search *search, guint number);
size_t fire_outcome_count(const ActionDecl *action);
const char *fire_outcome_name(const ActionDecl *action, size_t outcome);

/* oracle_judge.c */
void judge_state(Search *search, Node *node);
void judge_transition(Search *search, const ActionDecl *action, int steps);
void judge_end(Search *search); /* reach, always reach, deadlock */
char *judge_json(Search *search);
