/* The exploration: every reachable state breadth first, every contract in each; what it keeps is enough for traces,
 * tables and backward passes. Ownership: an Exploration is the caller's and borrows the Program; state numbers are
 * places in it, in the order of discovery (so by distance). */
#pragma once

#include <glib.h>
#include <stdatomic.h>

#include "engine/program.h"
#include "engine/stepper.h"

/* An extra predicate that an exploration watches: evaluated in each new state until first true. For vacuity, `reach`,
 * `why`. */
typedef struct Watch {
  const IrFrame *frame;
  const IrExpr *expr;
} Watch;

typedef struct Progress {
  uint64_t states, transitions, expanded, frontier, bytes;
  uint32_t depth;
  double seconds;
} Progress;

typedef struct ExploreOptions {
  int64_t depth_limit;   /* -1: none. States at that distance are checked, not expanded */
  uint64_t max_states;   /* 0: none */
  double timeout_s;      /* 0: none */
  uint64_t memory_bytes; /* 0: none: of all that grows with the states */
  bool keep_going;       /* explore on after a violation */
  bool ignore_contracts; /* contracts are not judged (a search for a state only: why, reach) */
  bool keep_edges;       /* keep the graph (always set where the model has an `always reach`) */
  int init;              /* -1: all */
  const Watch *watches;
  size_t watch_count;
  bool stop_when_watched; /* stop at the end of the level in which all watches have been true */
  atomic_bool *stop;      /* set from a signal handler; may be NULL */
  void (*progress)(void *user, const Progress *progress); /* a few times a second at most; may be NULL */
  void *progress_user;
  const uint8_t *kept; /* an exploration as explore_file_write wrote it, to be taken instead; NULL: none */
  size_t kept_length;
  char **kept_error; /* what does not fit in it: the exploration is then NULL */
} ExploreOptions;

typedef enum ExploreEnd {
  EXPLORE_COMPLETE,
  EXPLORE_VIOLATION, /* stopped after the level of a violation (without keep_going) */
  EXPLORE_WATCHED,
  EXPLORE_DEPTH, /* some state at depth_limit was not expanded */
  EXPLORE_MAX_STATES,
  EXPLORE_TIMEOUT,
  EXPLORE_MEMORY,
  EXPLORE_STOPPED
} ExploreEnd;

/* The first broken instance of one contract, or of a model error's kind and place; what was first in the order of the
 * search is the least among the shortest. */
typedef enum BreachKind { BREACH_INVARIANT, BREACH_STEP, BREACH_ENSURE, BREACH_FAULT, BREACH_DEADLOCK } BreachKind;
typedef struct Breach {
  BreachKind kind;
  int contract;   /* INVARIANT, STEP: contract number. ENSURE: its number in the outcome. FAULT while a contract was
                     evaluated: that contract, else -1 */
  Fault fault;    /* FAULT */
  uint64_t state; /* INVARIANT, DEADLOCK: the state. STEP, ENSURE, FAULT in a firing: the state before. In an init:
                     UINT64_MAX */
  Firing firing;  /* STEP, ENSURE, FAULT in a firing; action -2 where there is none (the state itself) */
  uint32_t steps; /* length of the shortest trace, the failing step included */
} Breach;

typedef struct PoolCount {
  uint64_t full_states;
  uint64_t dropped_firings;
} PoolCount;

#define STATE_NONE UINT64_MAX

typedef struct Exploration {
  const Program *program;
  ExploreEnd end;
  uint64_t states, transitions, initial, terminal, expanded;
  uint32_t depth;
  uint64_t **fired;  /* [action][outcome] */
  uint64_t *started; /* by init: starts that gave a state */
  PoolCount *pools;  /* by resource */
  uint64_t *reached; /* by contract: the first state in which a `reach` holds, or STATE_NONE; other kinds unused */
  uint64_t *watched; /* by watch: likewise */
  size_t watch_count;
  GArray *breaches; /* of Breach, in the order found */
  double seconds;
  uint64_t bytes; /* most that was held for states, table, parents, edges */
  const char *engine;
  unsigned threads;
  int init;                   /* the only one that was asked for, or -1 */
  struct ExploreStore *store; /* states, parents, levels, edges; below */
} Exploration;

void explore_options_init(ExploreOptions *options);
Exploration *explore_run(const Program *program, const ExploreOptions *options);
void exploration_free(Exploration *exploration);

/* State `state` unpacked to state_cells cells. */
void exploration_state(const Exploration *exploration, uint64_t state, int64_t *ret_cells);
uint64_t exploration_parent(const Exploration *exploration, uint64_t state); /* STATE_NONE for a start */
uint32_t exploration_distance(const Exploration *exploration, uint64_t state);
uint64_t exploration_find(const Exploration *exploration, const int64_t *cells); /* STATE_NONE where it was not found */
/* The same for packed states; what exploration_packed gives is valid as long as the exploration. */
uint64_t exploration_find_packed(const Exploration *exploration, const uint64_t *words);
const uint64_t *exploration_packed(const Exploration *exploration, uint64_t state);
bool exploration_expanded(const Exploration *exploration, uint64_t state);
/* With keep_edges: did a full pool drop a firing in this state (and of which pool, -1 none)? */
int exploration_dropped_pool(const Exploration *exploration, uint64_t state);

/* With keep_edges: the targets of a state's transitions, in their order, self loops and repeats included. */
typedef struct Edges {
  const uint32_t *targets;
  uint64_t count;
} Edges;
Edges exploration_edges(const Exploration *exploration, uint64_t state);
