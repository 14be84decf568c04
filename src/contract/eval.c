/* Evaluates parts of expressions for explanations.
 * Takes an expression, its frame and the states it is read in; gives its value, its truth, or the bindings of a
 * quantifier one by one. Each part is compiled by itself, on demand, and kept: an explanation asks for few parts but
 * often for the same ones, and so there is one meaning of every operation, that of the engine. */
#include "contract/eval.h"

#include <string.h>

#include "base/limits.h"
#include "ir/value.h"

/* Binders that one quantifier may have for its bindings to be gone through (the recursion is that deep). */
enum { BINDERS_MAX = 64 };

struct Eval {
  const Program *program;
  Machine *machine;
  GHashTable *codes; /* IrExpr * -> CodeExpr *: an expression belongs to one frame */
  uint64_t budget;
};

static void free_code(gpointer code) {
  code_expr_free(code);
}

Eval *eval_new(const Program *program) {
  Eval *eval = g_new0(Eval, 1);
  eval->program = program;
  eval->machine = machine_new(program, NULL);
  eval->codes = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, free_code);
  eval->budget = LIMIT_EXPLAIN_BINDINGS;
  return eval;
}

void eval_free(Eval *eval) {
  if (eval == NULL) {
    return;
  }
  g_hash_table_destroy(eval->codes);
  machine_free(eval->machine);
  g_free(eval);
}

const IrModel *eval_model(const Eval *eval) {
  return program_model(eval->program);
}

const Program *eval_program(const Eval *eval) {
  return eval->program;
}

Machine *eval_machine(const Eval *eval) {
  return eval->machine;
}

void eval_set_budget(Eval *eval, uint64_t bindings) {
  eval->budget = bindings;
}

void eval_scope_init(const Eval *eval, Scope *scope, const IrFrame *frame, const int64_t *state, const int64_t *old) {
  scope->frame = frame;
  scope->offsets = g_new0(uint32_t, frame->local_count + 1);
  frame_offsets(frame, scope->offsets);
  scope->locals = g_new0(int64_t, (size_t)frame_cells(frame) + 1);
  scope->state = state;
  scope->old = old;
  scope->source = eval_model(eval)->source;
}

void eval_scope_clear(Scope *scope) {
  g_free(scope->offsets);
  g_free(scope->locals);
  memset(scope, 0, sizeof *scope);
}

void eval_scope_arguments(Scope *scope, const int64_t *cells) {
  for (int i = 0; i < scope->frame->param_count; i++) {
    uint32_t count = scope->frame->locals[i].type->cells;
    memcpy(scope->locals + scope->offsets[i], cells, count * sizeof *cells);
    cells += count;
  }
}

void eval_scope_locals(Scope *scope, const int64_t *cells) {
  memcpy(scope->locals, cells, frame_cells(scope->frame) * sizeof *cells);
}

const int64_t *eval_local(const Scope *scope, int local) {
  return scope->locals + scope->offsets[local];
}

static const CodeExpr *code_of(Eval *eval, const IrFrame *frame, const IrExpr *expr) {
  CodeExpr *code = g_hash_table_lookup(eval->codes, expr);
  if (code == NULL) {
    code = code_expr_new(eval->program, frame, expr);
    g_hash_table_insert(eval->codes, (gpointer)expr, code);
  }
  return code;
}

int64_t *eval_value(Eval *eval, const Scope *scope, const IrExpr *expr, Fault *ret_fault) {
  const CodeExpr *code = code_of(eval, scope->frame, expr);
  int64_t *cells = g_new0(int64_t, expr->type->cells + 1);
  Fault fault = {0};
  if (!machine_eval(eval->machine, code, scope->state, scope->old, scope->locals, cells, &fault)) {
    g_free(cells);
    if (ret_fault != NULL) {
      *ret_fault = fault;
    }
    return NULL;
  }
  return cells;
}

Truth eval_truth(Eval *eval, const Scope *scope, const IrExpr *expr) {
  g_assert(expr->type->kind == IRT_BOOL);
  const CodeExpr *code = code_of(eval, scope->frame, expr);
  int64_t cell[2] = {0};
  Fault fault = {0};
  if (!machine_eval(eval->machine, code, scope->state, scope->old, scope->locals, cell, &fault)) {
    return TRUTH_FAULT;
  }
  return cell[0] != 0 ? TRUTH_TRUE : TRUTH_FALSE;
}

int eval_slot_state(const IrModel *model, int resource, int64_t slot, const int64_t *state) {
  const IrResource *pool = &model->resources[resource];
  if (slot < 0 || slot >= (int64_t)pool->slots) {
    return -1;
  }
  return (int)state[pool->cell + (size_t)slot * pool->stride];
}

/* ---------------------------------------------------------------- bindings */

typedef struct Walk {
  Eval *eval;
  Scope *scope;
  const IrExpr *quantifier;
  EvalVisit *visit;
  void *user;
  bool early; /* ended by a fault or the budget */
} Walk;

static bool walk_binder(Walk *walk, int at);

static bool walk_inner(Walk *walk) {
  if (walk->eval->budget == 0) {
    walk->early = true;
    return false;
  }
  walk->eval->budget--;
  if (walk->quantifier->where != NULL) {
    Truth truth = eval_truth(walk->eval, walk->scope, walk->quantifier->where);
    if (truth == TRUTH_FAULT) {
      walk->early = true;
      return false;
    }
    if (truth == TRUTH_FALSE) {
      return true;
    }
  }
  return walk->visit(walk->user);
}

static bool binder_has_slot(const Walk *walk, const IrBinder *binder, int64_t slot) {
  const IrModel *model = eval_model(walk->eval);
  if (binder->mask >> eval_slot_state(model, binder->resource, slot, walk->scope->state) & 1) {
    return true;
  }
  return binder->either && walk->scope->old != NULL &&
         (binder->mask >> eval_slot_state(model, binder->resource, slot, walk->scope->old) & 1) != 0;
}

static bool walk_slots(Walk *walk, int at) {
  const IrBinder *binder = &walk->quantifier->binders[at];
  int64_t slots = eval_model(walk->eval)->resources[binder->resource].slots;
  for (int64_t slot = 0; slot < slots; slot++) {
    if (binder_has_slot(walk, binder, slot)) {
      walk->scope->locals[walk->scope->offsets[binder->local]] = slot;
      if (!walk_binder(walk, at + 1)) {
        return false;
      }
    }
  }
  return true;
}

/* Every value of the local's type; or, with `bits`, those whose rank's bit is set. */
static bool walk_ranks(Walk *walk, int at, const int64_t *bits) {
  const IrBinder *binder = &walk->quantifier->binders[at];
  const IrType *type = walk->scope->frame->locals[binder->local].type;
  for (uint64_t rank = 0; rank < type->count; rank++) {
    if (bits != NULL && ((uint64_t)bits[rank / 64] >> (rank % 64) & 1) == 0) {
      continue;
    }
    value_from_rank(type, rank, walk->scope->locals + walk->scope->offsets[binder->local]);
    if (!walk_binder(walk, at + 1)) {
      return false;
    }
  }
  return true;
}

static bool walk_items(Walk *walk, int at, const int64_t *seq) {
  const IrBinder *binder = &walk->quantifier->binders[at];
  const IrType *elem = binder->in->type->elem;
  for (int64_t i = 0; i < seq[0]; i++) {
    memcpy(walk->scope->locals + walk->scope->offsets[binder->local], seq + 1 + (size_t)i * elem->cells,
           elem->cells * sizeof *seq);
    if (!walk_binder(walk, at + 1)) {
      return false;
    }
  }
  return true;
}

static bool walk_binder(Walk *walk, int at) {
  if (at == walk->quantifier->binder_count) {
    return walk_inner(walk);
  }
  const IrBinder *binder = &walk->quantifier->binders[at];
  if (binder->kind == IRB_SLOTS) {
    return walk_slots(walk, at);
  }
  if (binder->kind == IRB_VALUES) {
    return walk_ranks(walk, at, NULL);
  }
  g_autofree int64_t *in = eval_value(walk->eval, walk->scope, binder->in, NULL);
  if (in == NULL) {
    walk->early = true;
    return false;
  }
  return binder->kind == IRB_SET ? walk_ranks(walk, at, in) : walk_items(walk, at, in);
}

bool eval_bindings(Eval *eval, Scope *scope, const IrExpr *quantifier, EvalVisit *visit, void *user) {
  if (quantifier->binder_count > BINDERS_MAX) {
    return false;
  }
  Walk walk = {eval, scope, quantifier, visit, user, false};
  walk_binder(&walk, 0);
  return !walk.early;
}
