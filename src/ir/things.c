/* Read and write sets: walks every expression and statement once, those of a fn or proc once for all its callers.
 * Takes a lowered model, gives IrThings. The sets may be larger than what one run touches, never smaller. */
#include "ir/things.h"

#include <glib.h>
#include <string.h>

typedef struct Sets {
  IrThings reads, writes;
} Sets;

typedef struct Finder {
  IrModel *model;
  size_t words;
  Sets *fns, *procs; /* of those seen already; reads NULL: not yet */
} Finder;

static IrThings things_new(const Finder *finder) {
  return ARENA_ARRAY(finder->model->arena, uint64_t, finder->words);
}

static void put(IrThings things, int thing) {
  things[thing / 64] |= UINT64_C(1) << thing % 64;
}

static void put_all(const Finder *finder, IrThings to, const uint64_t *from) {
  for (size_t i = 0; i < finder->words; i++) {
    to[i] |= from[i];
  }
}

static void put_state(const Finder *finder, IrThings things, int resource) {
  put(things, finder->model->things_of_resource[resource]);
}

static void in_expr(Finder *finder, const IrExpr *expr, IrThings reads);

static void in_exprs(Finder *finder, const IrExpr *const *exprs, int count, IrThings reads) {
  for (int i = 0; i < count; i++) {
    in_expr(finder, exprs[i], reads);
  }
}

static void in_binder(Finder *finder, const IrBinder *binder, IrThings reads) {
  if (binder->kind == IRB_SLOTS) {
    put_state(finder, reads, binder->resource);
  }
  in_expr(finder, binder->in, reads);
}

static const Sets *of_fn(Finder *finder, int fn) {
  Sets *sets = &finder->fns[fn];
  if (sets->reads == NULL) {
    sets->reads = things_new(finder);
    in_expr(finder, finder->model->fns[fn].body, sets->reads);
  }
  return sets;
}

/* Recursion is bounded by the nesting of the tree; fns are not recursive. */
static void in_expr(Finder *finder, const IrExpr *expr, IrThings reads) {
  if (expr == NULL) {
    return;
  }
  switch (expr->kind) {
  case IRX_VAR:
    put(reads, expr->index);
    break;
  case IRX_FIELD:
    put_state(finder, reads, expr->resource);
    put(reads, finder->model->things_of_resource[expr->resource] + 1 + expr->index);
    break;
  case IRX_IS:
  case IRX_STATE_NAME:
    put_state(finder, reads, expr->resource);
    break;
  case IRX_MAP_AT:
    if (expr->args[1]->type->kind == IRT_RESOURCE) {
      put_state(finder, reads, expr->args[1]->type->decl);
    }
    break;
  case IRX_CALL:
    put_all(finder, reads, of_fn(finder, expr->index)->reads);
    break;
  case IRX_QUANTIFIER:
    for (int i = 0; i < expr->binder_count; i++) {
      in_binder(finder, &expr->binders[i], reads);
    }
    in_expr(finder, expr->where, reads);
    in_expr(finder, expr->body, reads);
    break;
  default:
    break;
  }
  in_exprs(finder, expr->args, expr->arg_count, reads);
}

/* A slot that comes or goes changes its state, its fields and its entries in maps. */
static void put_life(const Finder *finder, int resource, IrThings writes) {
  const IrModel *model = finder->model;
  for (int i = 0; i <= model->resources[resource].field_count; i++) {
    put(writes, model->things_of_resource[resource] + i);
  }
  for (int e = 0; e < model->entry_count; e++) {
    if (model->entries[e].resource == resource) {
      put(writes, model->entries[e].thing);
    }
  }
}

static void in_place(Finder *finder, const IrPlace *place, Sets *sets) {
  if (place == NULL) {
    return;
  }
  if (place->var >= 0) {
    put(sets->writes, place->var);
  } else {
    put_state(finder, sets->reads, place->resource);
    put(sets->writes, finder->model->things_of_resource[place->resource] + 1 + place->field);
    in_expr(finder, place->slot, sets->reads);
  }
  for (int i = 0; i < place->step_count; i++) {
    const IrExpr *key = place->steps[i].expr;
    if (place->steps[i].kind == IRP_MAP_KEY && key->type->kind == IRT_RESOURCE) {
      put_state(finder, sets->reads, key->type->decl);
    }
    in_expr(finder, key, sets->reads);
  }
}

/* All but a whole assignment looks at what was there. */
static void in_updated(Finder *finder, const IrStmt *stmt, Sets *sets) {
  const IrPlace *place = stmt->place;
  if (stmt->kind != IRS_ASSIGN || place->step_count > 0) {
    put(sets->reads,
        place->var >= 0 ? place->var : finder->model->things_of_resource[place->resource] + 1 + place->field);
  }
}

static void in_block(Finder *finder, const IrBlock *block, Sets *sets);

static const Sets *of_proc(Finder *finder, int proc) {
  Sets *sets = &finder->procs[proc];
  if (sets->reads == NULL) {
    sets->reads = things_new(finder);
    sets->writes = things_new(finder);
    in_block(finder, &finder->model->procs[proc].body, sets);
  }
  return sets;
}

static void in_stmt(Finder *finder, const IrStmt *stmt, Sets *sets) {
  switch (stmt->kind) {
  case IRS_RENEW:
  case IRS_REQUEST:
  case IRS_RESPOND:
    return;
  case IRS_MOVE:
    put_state(finder, sets->reads, stmt->resource);
    put_state(finder, sets->writes, stmt->resource);
    if (stmt->state == 0) {
      put_life(finder, stmt->resource, sets->writes);
    }
    break;
  case IRS_NEW:
    put_state(finder, sets->reads, stmt->resource);
    put_life(finder, stmt->resource, sets->writes);
    in_exprs(finder, stmt->fields, finder->model->resources[stmt->resource].field_count, sets->reads);
    break;
  case IRS_FOR:
    in_binder(finder, stmt->binder, sets->reads);
    break;
  case IRS_CALL:
    put_all(finder, sets->reads, of_proc(finder, stmt->proc)->reads);
    put_all(finder, sets->writes, of_proc(finder, stmt->proc)->writes);
    in_exprs(finder, stmt->args, stmt->arg_count, sets->reads);
    break;
  default:
    break;
  }
  if (stmt->place != NULL) {
    in_place(finder, stmt->place, sets);
    in_updated(finder, stmt, sets);
  }
  in_expr(finder, stmt->expr, sets->reads);
  in_block(finder, &stmt->body, sets);
  in_block(finder, &stmt->else_body, sets);
}

static void in_block(Finder *finder, const IrBlock *block, Sets *sets) {
  for (int i = 0; i < block->count; i++) {
    in_stmt(finder, block->stmts[i], sets);
  }
}

static void in_action(Finder *finder, IrAction *action) {
  IrThings guards = things_new(finder);
  for (int i = 0; i < action->frame.param_count; i++) {
    const IrType *type = action->frame.locals[i].type;
    if (type->kind == IRT_RESOURCE) {
      put_state(finder, guards, type->decl);
    }
  }
  in_exprs(finder, action->whens, action->when_count, guards);
  IrThings tried = things_new(finder);
  put_all(finder, tried, guards);
  for (int i = 0; i < action->outcome_count; i++) {
    IrOutcome *outcome = &action->outcomes[i];
    Sets sets = {things_new(finder), things_new(finder)};
    if (outcome->kind == IRO_PLAIN) {
      in_exprs(finder, outcome->whens, outcome->when_count, tried);
      put_all(finder, sets.reads, tried);
    } else {
      put_all(finder, sets.reads, guards);
      in_exprs(finder, outcome->whens, outcome->when_count, sets.reads);
    }
    in_block(finder, &outcome->effect, &sets);
    outcome->reads = sets.reads;
    outcome->writes = sets.writes;
  }
}

static Finder finder_start(IrModel *model) {
  Finder finder = {.model = model, .words = ir_things_words(model)};
  finder.fns = g_new0(Sets, (size_t)model->fn_count + 1);
  finder.procs = g_new0(Sets, (size_t)model->proc_count + 1);
  return finder;
}

static void finder_end(Finder *finder) {
  g_free(finder->fns);
  g_free(finder->procs);
}

static void in_contract(Finder *finder, IrContract *contract) {
  contract->reads = things_new(finder);
  in_expr(finder, contract->expr, contract->reads);
}

void things_find(IrModel *model) {
  Finder finder = finder_start(model);
  for (int i = 0; i < model->action_count; i++) {
    in_action(&finder, &model->actions[i]);
  }
  for (int i = 0; i < model->contract_count; i++) {
    in_contract(&finder, &model->contracts[i]);
  }
  finder_end(&finder);
}

void things_find_contract(IrModel *model, IrContract *contract) {
  Finder finder = finder_start(model);
  in_contract(&finder, contract);
  finder_end(&finder);
}
