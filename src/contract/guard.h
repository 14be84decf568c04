/* Guards taken apart: what must hold for an action, or one outcome of it, to be possible for given arguments.
 * Ownership: a Guard is the caller's (guard_clear) and borrows the model. */
#pragma once

#include "contract/explain.h"

typedef enum GuardKind {
  GUARD_STATE,   /* a parameter's slot is in one of the states named (or exists) */
  GUARD_WHEN,    /* a conjunct of a `when` */
  GUARD_EARLIER, /* the outcome `outcome`, which comes before, does not hold */
  GUARD_ANY,     /* some outcome holds */
  GUARD_REFUSED  /* a parameter state or `when` of the action does not hold, while all slots exist */
} GuardKind;

typedef struct GuardPart {
  GuardKind kind;
  int param;
  const IrExpr *expr;
  int outcome;
} GuardPart;

typedef struct Guard {
  const IrAction *action;
  GArray *parts; /* of GuardPart, in the order in which they are judged */
} Guard;

/* `outcome` -1: any outcome but that of `otherwise`. */
void guard_init(Guard *guard, const IrModel *model, int action, int outcome);
void guard_clear(Guard *guard);

/* `scope`: of the action's frame, its parameters set. A part that errs is TRUTH_FAULT. */
Truth guard_truth(Eval *eval, const Scope *scope, const Guard *guard, guint part);
guint guard_count_true(Eval *eval, const Scope *scope, const Guard *guard);
/* The first part that does not hold, or parts->len. */
guint guard_first_false(Eval *eval, const Scope *scope, const Guard *guard);

/* The part in the user's words: "`b is confirmed`", "no earlier outcome `conflict`". */
char *guard_text(const IrModel *model, const Guard *guard, guint part);
/* Why it does not hold here. */
void guard_explain(Explain *explain, Scope *scope, const Guard *guard, guint part, int depth);

/* Calls `visit` for each choice of arguments that agrees with those given (`fixed` by parameter, NULL: none; their
 * cells in `cells`), in order, at most `limit` times; the scope's parameters are set. False where the limit or `visit`
 * ended it. */
typedef bool GuardVisit(void *user);
bool guard_each_arguments(Scope *scope, const bool *fixed, const int64_t *cells, uint64_t limit, GuardVisit *visit,
                          void *user);
/* The arguments for which the most parts hold are left in the scope. False where there are none. */
bool guard_nearest(Eval *eval, Scope *scope, const Guard *guard, const bool *fixed, const int64_t *cells,
                   uint64_t limit);
/* The parameters as they stand in the scope, one after another (as machine_fire takes them). To be freed. */
int64_t *guard_arguments(const Scope *scope);
