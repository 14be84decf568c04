/* The state: which cells are whose, and what they hold before an init runs.
 * Takes the checked pools and vars, gives IrResources, IrVars, their places and initial values. A state too large for
 * its limit is told. */
#include <string.h>

#include "base/limits.h"
#include "ir/const_eval.h"
#include "ir/lower_internal.h"
#include "ir/value.h"

/* Fields one after another behind the slot's state. */
static void place_fields(Lower *lower, const ResourceDecl *decl, IrResource *pool) {
  uint64_t offset = 1;
  pool->fields = ARENA_ARRAY(lower->arena, IrField, decl->fields.count + 1);
  pool->field_count = (int)decl->fields.count;
  for (size_t i = 0; i < decl->fields.count; i++) {
    const FieldDecl *field = LIST_GET(decl->fields, FieldDecl, i);
    IrField *out = &pool->fields[i];
    lower->here = field->span;
    out->name = arena_strndup(lower->arena, field->name.text, strlen(field->name.text));
    out->span = field->span;
    out->type = lower_type(lower, field->type);
    out->offset = (uint32_t)offset;
    offset += out->type->cells;
    if (offset > LIMIT_STATE_CELLS) {
      lower_limit(lower, DIAG_0208, decl->decl.head, "a slot of `%s` is too large: at most %d words in a state",
                  pool->name, LIMIT_STATE_CELLS);
      offset = 1;
    }
  }
  pool->stride = (uint32_t)offset;
}

static void limit_state(Lower *lower, uint64_t *cells, const Decl *decl) {
  if (*cells > LIMIT_STATE_CELLS) {
    if (!lower->failed) {
      lower_limit(lower, DIAG_0208, decl->head, "with `%s` a state is too large: at most %d words", decl->name.text,
                  LIMIT_STATE_CELLS);
    }
    lower->failed = true;
    *cells = 0;
  }
}

void lower_state(Lower *lower) {
  IrModel *ir = lower->ir;
  uint64_t cells = 0;
  for (size_t i = 0; i < lower->tree->vars.count; i++) {
    const VarDecl *decl = LIST_GET(lower->tree->vars, VarDecl, i);
    IrVar *var = &ir->vars[i];
    lower->here = decl->decl.head;
    var->type = lower_type(lower, decl->type);
    var->cell = (uint32_t)cells;
    cells += var->type->cells;
    limit_state(lower, &cells, &decl->decl);
  }
  for (size_t i = 0; i < lower->tree->resources.count; i++) {
    const ResourceDecl *decl = LIST_GET(lower->tree->resources, ResourceDecl, i);
    IrResource *pool = &ir->resources[i];
    place_fields(lower, decl, pool);
    pool->cell = (uint32_t)cells;
    cells += (uint64_t)pool->stride * pool->slots;
    limit_state(lower, &cells, &decl->decl);
  }
  ir->state_cells = (uint32_t)cells;
  ir->things_of_resource = ARENA_ARRAY(lower->arena, int, ir->resource_count + 1);
  int thing = ir->var_count;
  for (int r = 0; r < ir->resource_count; r++) {
    ir->things_of_resource[r] = thing;
    thing += 1 + ir->resources[r].field_count;
  }
  ir->thing_count = thing;
}

/* ---------------------------------------------------------------- initial values */

static void bad_default(Lower *lower, const Expr *value, const ConstFault *fault, const char *name) {
  lower->failed = true;
  Diag *diag =
      diags_add(lower->diags, DIAG_0283, value->span, "the default of `%s` is a model error: %s", name, fault->message);
  bool within = fault->span.start >= value->span.start && fault->span.end <= value->span.end;
  if (!within || fault->span.end - fault->span.start < value->span.end - value->span.start) {
    diag_label(diag, fault->span, "here");
  }
}

const int64_t *lower_default(Lower *lower, const Expr *value, const IrType *type, const char *name) {
  int64_t *cells = ARENA_ARRAY(lower->arena, int64_t, type->cells + 1);
  IrFrame frame;
  ConstFault fault;
  if (value == NULL) {
    value_lowest(type, cells);
    return cells;
  }
  lower->here = value->span;
  lower_frame_start(lower);
  const IrExpr *expr = lower_fill(lower, value, type);
  lower_frame_end(lower, 0, &frame);
  if (!lower->failed && !const_eval(lower->ir, &frame, expr, cells, &fault)) {
    bad_default(lower, value, &fault, name);
    value_lowest(type, cells);
  }
  return cells;
}

void lower_initial_values(Lower *lower) {
  for (size_t i = 0; i < lower->tree->vars.count; i++) {
    const VarDecl *decl = LIST_GET(lower->tree->vars, VarDecl, i);
    IrVar *var = &lower->ir->vars[i];
    var->initial = lower_default(lower, decl->value, var->type, var->name);
  }
}
