/* Read and write sets: walks every expression and statement once, those of a fn or proc once for all its callers.
 * Takes a lowered model, gives IrThings. The sets may be larger than what one run touches, never smaller. */
#include "ir/things.h"

#include <glib.h>
#include <string.h>

typedef struct Sets {
  IrThings reads, writes;
} Sets;

/* What one fn or proc touches; until it is closed, without what its callees touch. */
typedef struct Part {
  Sets sets;
  GArray *callees; /* of int: parts of the same kind; NULL once closed */
  bool open;       /* on the stack of close_parts */
} Part;

typedef struct Finder {
  IrModel *model;
  size_t words;
  Part *fns, *procs;
  GArray *callees, *proc_callees; /* where calls of fns, of procs are noted; NULL: their sets are known */
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

/* Recursion is bounded by the nesting of the tree. */
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
    if (finder->callees != NULL) {
      g_array_append_val(finder->callees, expr->index);
    } else {
      put_all(finder, reads, finder->fns[expr->index].sets.reads);
    }
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
    if (finder->proc_callees != NULL) {
      g_array_append_val(finder->proc_callees, stmt->proc);
    } else {
      put_all(finder, sets->reads, finder->procs[stmt->proc].sets.reads);
      put_all(finder, sets->writes, finder->procs[stmt->proc].sets.writes);
    }
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

/* ---------------------------------------------------------------- fns and procs */

/* Adds what its callees touch to each part. Depth first with a stack of its own: a chain of calls may be as long as the
 * file. */
static void close_parts(Finder *finder, Part *parts, int count) {
  g_autoptr(GArray) stack = g_array_new(FALSE, FALSE, sizeof(int));
  for (int root = 0; root < count; root++) {
    g_array_append_val(stack, root);
    while (stack->len > 0) {
      int at = g_array_index(stack, int, stack->len - 1);
      Part *part = &parts[at];
      if (part->callees == NULL) {
        g_array_set_size(stack, stack->len - 1);
      } else if (!part->open) {
        part->open = true;
        for (guint i = 0; i < part->callees->len; i++) {
          int callee = g_array_index(part->callees, int, i);
          g_assert(!parts[callee].open || parts[callee].callees == NULL); /* no part calls itself */
          g_array_append_val(stack, callee);
        }
      } else {
        for (guint i = 0; i < part->callees->len; i++) {
          const Part *callee = &parts[g_array_index(part->callees, int, i)];
          put_all(finder, part->sets.reads, callee->sets.reads);
          put_all(finder, part->sets.writes, callee->sets.writes);
        }
        g_array_unref(part->callees);
        part->callees = NULL;
        g_array_set_size(stack, stack->len - 1);
      }
    }
  }
}

static Part *parts_new(const Finder *finder, int count) {
  Part *parts = g_new0(Part, (size_t)count + 1);
  for (int i = 0; i < count; i++) {
    parts[i] =
        (Part){.sets = {things_new(finder), things_new(finder)}, .callees = g_array_new(FALSE, FALSE, sizeof(int))};
  }
  return parts;
}

static Finder finder_start(IrModel *model) {
  Finder finder = {.model = model, .words = ir_things_words(model)};
  finder.fns = parts_new(&finder, model->fn_count);
  for (int i = 0; i < model->fn_count; i++) {
    finder.callees = finder.fns[i].callees;
    in_expr(&finder, model->fns[i].body, finder.fns[i].sets.reads);
  }
  finder.callees = NULL;
  close_parts(&finder, finder.fns, model->fn_count);
  finder.procs = parts_new(&finder, model->proc_count);
  for (int i = 0; i < model->proc_count; i++) {
    finder.proc_callees = finder.procs[i].callees;
    in_block(&finder, &model->procs[i].body, &finder.procs[i].sets);
  }
  finder.proc_callees = NULL;
  close_parts(&finder, finder.procs, model->proc_count);
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
