/* Evaluation for explanations: any part of an expression, in any state, with what its binders are bound to.
 * Ownership: an Eval is the caller's and keeps what it compiled; a Scope owns its locals and borrows the states. */
#pragma once

#include "engine/machine.h"

typedef struct Eval Eval;

/* Where an expression is read: the locals of its frame, the state, and the state before (or NULL). */
typedef struct Scope {
  const IrFrame *frame;
  uint32_t *offsets;
  int64_t *locals;
  const int64_t *state, *old;
  const Source *source; /* that the spans of what is evaluated speak of */
} Scope;

typedef enum Truth { TRUTH_FALSE, TRUTH_TRUE, TRUTH_FAULT } Truth;

Eval *eval_new(const Program *program);
void eval_free(Eval *eval);
const IrModel *eval_model(const Eval *eval);
const Program *eval_program(const Eval *eval);
Machine *eval_machine(const Eval *eval);

void eval_scope_init(const Eval *eval, Scope *scope, const IrFrame *frame, const int64_t *state, const int64_t *old);
void eval_scope_clear(Scope *scope);
/* The parameters from their cells, one after another (as arguments_from_number gives them). */
void eval_scope_arguments(Scope *scope, const int64_t *cells);
/* All locals of the frame, from cells laid out as frame_offsets says. */
void eval_scope_locals(Scope *scope, const int64_t *cells);
const int64_t *eval_local(const Scope *scope, int local);

/* The value, in cells that the caller frees; NULL with a fault. */
int64_t *eval_value(Eval *eval, const Scope *scope, const IrExpr *expr, Fault *ret_fault);
Truth eval_truth(Eval *eval, const Scope *scope, const IrExpr *expr);

/* Calls `visit` for each binding of the quantifier for which its `where` holds, in order, until it returns false. The
 * locals of the binders are set in the scope meanwhile, and stay as they were at the end of the last visit. False where
 * a limit or a fault ended it early. */
typedef bool EvalVisit(void *user);
bool eval_bindings(Eval *eval, Scope *scope, const IrExpr *quantifier, EvalVisit *visit, void *user);

/* Bindings that may still be looked at; eval_bindings counts it down. */
void eval_set_budget(Eval *eval, uint64_t bindings);

/* The slot's state in a state's cells; -1 for a slot number outside the pool. */
int eval_slot_state(const IrModel *model, int resource, int64_t slot, const int64_t *state);
