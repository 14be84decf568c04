/* The inside of a program: what the compiler made of each action, init and contract, and the tables that the machine
 * needs beside the code. Ownership: all of it belongs to the Program; IR is borrowed from the model. */
#pragma once

#include "engine/code.h"
#include "engine/program.h"

/* Statements that change a state: an outcome's or an init's. */
typedef struct Effect {
  Code *code;       /* NULL: no statements */
  bool stores_refs; /* may write a reference to a slot */
  bool stores_maps; /* may write a whole map keyed by a resource */
  int first_pool;   /* the pool that its first instruction takes a slot of, or -1 */
  Span span;
  Code **ensures;
  int ensure_count;
} Effect;

typedef struct Param {
  const IrType *type;
  uint32_t offset; /* of its cells among the arguments */
  uint64_t mask;   /* of a resource: the states meant; else 0 */
  uint32_t base, stride, slots;
} Param;

typedef struct ActionCode {
  const IrAction *ir;
  int32_t number;
  Param *params;
  int param_count;
  uint32_t argument_cells;
  Code **guards; /* by number of parameters that have values: `when`s that cannot err, as soon as they can be judged; or
                    NULL */
  Code *select;  /* true: the chosen outcomes are in the machine; false: a `when` excludes these arguments */
  uint32_t *outcome_at; /* where in `select` each outcome's `when`s begin */
  Effect *outcomes;
  bool certain; /* once the guards hold, outcome 0 is what happens */
  int refused;  /* the REFUSED outcome, or -1 */
  int *steps;   /* contracts: the step invariants over this action's transitions */
  int step_count;
} ActionCode;

typedef struct InitCode {
  const IrInit *ir;
  Param *params;
  int param_count;
  Code *when; /* or NULL */
  Effect effect;
} InitCode;

/* A place in a state that may refer to slots. */
typedef struct RefPlace {
  const IrType *type;
  uint32_t cell;
  int owner; /* the state cell of the slot whose field it is, or -1 */
  Span span; /* of the var or field */
} RefPlace;

struct Program {
  const IrModel *model;
  Code **callees;   /* fns, then procs */
  uint32_t *weight; /* of callees: nodes, for the choice of what is put in place */
  int callee_count;
  ActionCode *actions;
  InitCode *inits;
  Code **contracts; /* by contract number */
  RefPlace *refs;
  uint32_t ref_count;
  int64_t *blank;        /* the state before an init */
  uint32_t *run_of_cell; /* cell -> number of its run of bits in the layout */
  uint32_t need;         /* registers */
  bool absent_values;    /* somewhere a name may stand for an absent slot */
  bool unset_entries;    /* a map entry of a taken slot may be a reference without a value */
  Span too_large;        /* a piece of code that passes LIMIT_FRAME_CELLS; {0, 0}: none */
};

/* The code of a single expression, and how many cells of locals it takes. */
const Code *program_expr_code(const CodeExpr *expr, uint32_t *ret_locals);
