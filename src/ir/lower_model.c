/* The door from the language to the IR: lower_model and lower_expression, the numbering of declarations, frames of
 * locals, limits. Takes a tree that passed the checker, gives a verified model. The passes: names, the state's places,
 * fns and procs, initial values, maps keyed by resources, all other code, read and write sets, the packed layout. */
#include <string.h>

#include "base/limits.h"
#include "ir/ir_verify.h"
#include "ir/layout.h"
#include "ir/lower.h"
#include "ir/lower_internal.h"
#include "ir/things.h"

int lower_number(const Lower *lower, const void *decl) {
  int number = GPOINTER_TO_INT(g_hash_table_lookup(lower->numbers, decl)) - 1;
  g_assert(number >= 0);
  return number;
}

void lower_register(Lower *lower, const void *decl, int number) {
  g_hash_table_insert(lower->numbers, (gpointer)decl, GINT_TO_POINTER(number + 1));
}

void lower_limit(Lower *lower, DiagCode code, Span span, const char *format, ...) {
  va_list list;
  va_start(list, format);
  g_autofree char *text = g_strdup_vprintf(format, list);
  va_end(list);
  lower->failed = true;
  if (lower->diags != NULL) {
    diags_add(lower->diags, code, span, "%s", text);
  }
}

/* ---------------------------------------------------------------- frames */

void lower_frame_start(Lower *lower) {
  g_array_set_size(lower->locals, 0);
}

void lower_frame_end(Lower *lower, int param_count, IrFrame *ret_frame) {
  guint count = lower->locals->len;
  uint64_t cells = 0;
  for (guint i = 0; i < count; i++) {
    cells += g_array_index(lower->locals, IrLocal, i).type->cells;
  }
  if (cells > LIMIT_FRAME_CELLS) {
    lower_limit(lower, DIAG_0284, lower->here, "the names that are bound here need too much room: at most %d words",
                LIMIT_FRAME_CELLS);
  }
  ret_frame->locals = ARENA_ARRAY(lower->arena, IrLocal, count + 1);
  if (count > 0) {
    memcpy(ret_frame->locals, lower->locals->data, sizeof(IrLocal) * count);
  }
  ret_frame->local_count = (int)count;
  ret_frame->param_count = param_count;
}

int lower_local_new(Lower *lower, const char *name, const IrType *type, Span span) {
  IrLocal local = {arena_strndup(lower->arena, name, strlen(name)), type, span};
  g_array_append_val(lower->locals, local);
  return (int)lower->locals->len - 1;
}

int lower_local(Lower *lower, Local *local) {
  const char *name = local->name.text != NULL ? local->name.text : "";
  local->index = lower_local_new(lower, name, lower_type(lower, local->type), local->name.span);
  return local->index;
}

void lower_params(Lower *lower, const List *params) {
  for (size_t i = 0; i < params->count; i++) {
    lower_local(lower, LIST_GET(*params, Local, i));
  }
}

/* ---------------------------------------------------------------- the doors */

static void lower_start(Lower *lower, IrModel *ir, const Model *tree, Diags *diags) {
  *lower = (Lower){.arena = ir->arena, .ir = ir, .tree = tree, .diags = diags};
  lower->types = g_hash_table_new(g_str_hash, g_str_equal);
  lower->type_decls = g_hash_table_new(g_direct_hash, g_direct_equal);
  lower->numbers = g_hash_table_new(g_direct_hash, g_direct_equal);
  lower->locals = g_array_new(FALSE, TRUE, sizeof(IrLocal));
  for (size_t i = 0; i < tree->types.count; i++) {
    const TypeDecl *decl = LIST_GET(tree->types, TypeDecl, i);
    g_hash_table_insert(lower->type_decls, (gpointer)decl->decl.name.text, (gpointer)decl);
  }
  lower_type_seed(lower);
}

static void lower_end(Lower *lower) {
  g_hash_table_unref(lower->types);
  g_hash_table_unref(lower->type_decls);
  g_hash_table_unref(lower->numbers);
  g_array_unref(lower->locals);
}

IrModel *lower_model(const Model *tree, Diags *diags) {
  Arena *arena = arena_new();
  IrModel *ir = ARENA_NEW(arena, IrModel);
  Lower lower;
  ir->arena = arena;
  ir->source = tree->source;
  lower_start(&lower, ir, tree, diags);
  lower_names(&lower);
  lower_state(&lower);
  if (!lower.failed) {
    lower_declarations(&lower);
  }
  bool failed = lower.failed;
  lower_end(&lower);
  if (failed) {
    ir_model_free(ir);
    return NULL;
  }
  things_find(ir);
  ir->layout = layout_new(ir);
  g_autoptr(GString) fault = g_string_new(NULL);
  bool whole = ir_verify(ir, fault);
  g_assert_cmpstr(fault->str, ==, "");
  g_assert(whole);
  return ir;
}

static void register_all(Lower *lower, const List *decls) {
  for (size_t i = 0; i < decls->count; i++) {
    lower_register(lower, decls->items[i], (int)i);
  }
}

const IrContract *lower_expression(IrModel *model, const Model *tree, const Expr *expr, const char *name) {
  Lower lower;
  lower_start(&lower, model, tree, NULL);
  register_all(&lower, &tree->enums);
  register_all(&lower, &tree->resources);
  register_all(&lower, &tree->consts);
  register_all(&lower, &tree->vars);
  register_all(&lower, &tree->fns);
  IrContract *contract = ARENA_NEW(model->arena, IrContract);
  contract->kind = IRC_REACH;
  contract->name = arena_strndup(model->arena, name, strlen(name));
  contract->span = expr->span;
  lower_contract_expr(&lower, expr, contract);
  things_find_contract(model, contract);
  bool failed = lower.failed;
  lower_end(&lower);
  return failed ? NULL : contract;
}
