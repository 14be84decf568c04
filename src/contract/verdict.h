/* The verdict: everything that is to be said about a model after an exploration, as data. Text, JSON and later formats
 * are printed from this one object. Ownership: a Verdict is the caller's, owns its strings and traces, and borrows the
 * Exploration. */
#pragma once

#include <cjson/cJSON.h>
#include <glib.h>

#include "engine/explore.h"
#include "engine/trace.h"

typedef enum VerdictStatus { VERDICT_HOLDS, VERDICT_VIOLATED, VERDICT_INCOMPLETE } VerdictStatus;

/* A changed cell group over one step, ready to print: "Booking#0" {"state" absent -> confirmed, "start" none -> 0}. */
typedef struct Change {
  char *what;           /* "Booking#0", "confirmed_count", "busy[1]" in text; in JSON maps and seqs are given whole */
  char *field;          /* "state", "start"; NULL for a var */
  char *before, *after; /* as value_print; NULL: there was none (a slot just taken) */
  cJSON *json_before, *json_after;
  bool text_only; /* one entry of a map: for text; JSON has the whole map in a Change of its own ... */
  bool json_only; /* ... which text leaves out */
} Change;

typedef struct VerdictStep {
  Firing firing;
  char *call;    /* book(start: 0, length: 1); "init" or "init NAME(...)" for the first */
  char *outcome; /* "created", "" */
  IrActionKind action_kind;
  char **news; /* "Booking#0"..., NULL-terminated */
  Change *changes;
  int change_count;
  int64_t *state; /* state_cells after it; NULL for a failing last step that leads nowhere */
} VerdictStep;

/* One line of an explanation, indented by depth: `overlaps(0, 1, 0, 1)  is true:   0 < 0 + 1  and  0 < 0 + 1`. */
typedef struct BecauseLine {
  int depth;
  char *text;
} BecauseLine;

typedef struct Witness {
  char *name;  /* a */
  char *value; /* Booking#0 */
  cJSON *json;
} Witness;

typedef struct Violation {
  const char
      *kind; /* "invariant", "step invariant", "reach", "always reach", "ensure", "deadlock", or a model error's kind */
  char *name;           /* the contract, or the action; `init`; `deadlock` */
  char *message;        /* the first line: what went wrong in the user's terms */
  const char *code;     /* "SQ0601" */
  const Source *source; /* that `span` speaks of */
  Span span;            /* the place to show: the contract's head, or the erring expression */
  char *span_note;      /* behind the carets: "false after step 3" */
  int contract;         /* its number in the model, or -1 */
  uint32_t steps;       /* 0 for an unreachable `reach` */
  bool has_trace;
  VerdictStep *trace; /* [0] is the init */
  int trace_count;
  Witness *witnesses; /* for JSON: text has them in the `for` lines of `because` */
  int witness_count;
  BecauseLine *because;
  int because_count;
  char *replay; /* "book(0,1) created; ..."; NULL without a trace */
} Violation;

typedef struct ContractResult {
  int contract; /* number in the model; -1: the deadlock check */
  const char *kind;
  const char *name;
  bool holds;
  bool known; /* false: the exploration was incomplete and says neither (reach not found, always reach) */
  bool vacuous;
  char *vacuous_note; /* why: "`forall b: Booking cancelled` never had an element" */
  char *witness;      /* REACH that was found: the shortest sequence to it */
  uint32_t witness_steps;
} ContractResult;

/* What else is worth knowing: an action that never fires, an outcome that never does, a pool bound that was hit ... */
typedef struct Remark {
  const char *code; /* "SQ0610" ... */
  char *text;       /* one line */
  char *help;       /* or NULL */
  Span span;        /* or {0, 0} */
} Remark;

/* Actions by states of one resource: what was declared for each. */
typedef enum CellKind {
  CELL_UNDECLARED /* ? */,
  CELL_OFFERED,
  CELL_REFUSED,
  CELL_NEVER /* declared, and never happened */,
  CELL_NOT_ASKED /* no answer is owed: an absent slot; an event or a manual action outside its states */
} CellKind;
typedef struct Matrix {
  int resource;
  bool counted; /* `fired` was counted; false: the exploration was too large to look at again, cells are as declared */
  int row_count;
  struct {
    int action;
    int param;
    CellKind *cells;
    uint64_t *fired; /* by state, [0] absent */
  } * rows;
} Matrix;

typedef struct Verdict {
  VerdictStatus status;
  const Exploration *exploration;
  const IrModel *model;
  Violation *violations;
  int violation_count; /* in the order: steps, then declaration */
  ContractResult *contracts;
  int contract_count; /* in the order written; deadlock last, where the model has a `final` */
  Remark *remarks;
  int remark_count;
  Matrix *matrices;
  int matrix_count;
  int broken_count; /* contracts and model errors that are broken in all, those not shown included */
} Verdict;

/* Judges an exploration: backward pass for `always reach`, traces, explanations, remarks. `all_violations`: one for
 * each broken contract; else only the first (fewest steps, then declaration order). */
Verdict *verdict_new(const Exploration *exploration, bool all_violations);
void verdict_free(Verdict *verdict);

/* Explores with what the verdict needs (watches for vacuity) and judges; NULL where a kept exploration does not fit.
 * `ret_exploration` is the caller's and must outlive the verdict. */
Verdict *verdict_explore(const Program *program, const ExploreOptions *options, Exploration **ret_exploration);
