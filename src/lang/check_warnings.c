/* What is suspicious in a model that is right: takes the checked model, adds warnings. One pass collects what is read,
 * written and entered; then each rule looks at that. A rule keeps silent where it cannot be sure, for a warning that is
 * wrong teaches people to overlook the next. */
#include "lang/check_warnings_internal.h"
#include "lang/walk.h"

static void mark(GHashTable *table, const void *what) {
  if (what != NULL) {
    g_hash_table_add(table, (gpointer)what);
  }
}

static void see_expr(const Expr *expr, void *data) {
  Usage *usage = data;
  if (expr->ref.kind == REF_NONE || expr->ref.kind == REF_BUILTIN) {
    return;
  }
  mark(usage->read, expr->ref.decl);
}

static void see_target(const Expr *expr, void *data) {
  Usage *usage = data;
  if (expr->kind != EXPR_INDEX) {
    mark(usage->written, expr->ref.decl);
  }
}

static void see_type(const TypeExpr *type, void *data) {
  Usage *usage = data;
  if (type->kind == TX_NAME && type->name.text != NULL) {
    mark(usage->read, g_hash_table_lookup(usage->checker->types, type->name.text));
  }
}

static void enter(Usage *usage, const ResourceDecl *resource, int state) {
  if (resource == NULL || state < 0 || state > 63) {
    return;
  }
  uint64_t *mask = g_hash_table_lookup(usage->entered, resource);
  if (mask == NULL) {
    mask = g_new0(uint64_t, 1);
    g_hash_table_insert(usage->entered, (gpointer)resource, mask);
  }
  *mask |= (uint64_t)1 << state;
}

static const ResourceDecl *resource_of(const Type *type) {
  if (type != NULL && type->kind == TYPE_OPTION) {
    type = type->elem;
  }
  return type != NULL && type->kind == TYPE_RESOURCE ? type->decl_resource : NULL;
}

static void see_local(const Local *local, void *data) {
  Usage *usage = data;
  if (!local->moves) {
    return;
  }
  enter(usage, resource_of(local->type), local->move_state);
  mark(usage->read, local);
}

static void see_stmt(const Stmt *stmt, void *data) {
  Usage *usage = data;
  mark(usage->read, stmt->decl_proc);
  if (stmt->kind == STMT_MOVE && stmt->target != NULL) {
    enter(usage, resource_of(stmt->target->type), stmt->state_index);
  }
  if (stmt->kind != STMT_NEW) {
    return;
  }
  mark(usage->created, stmt->decl_resource);
  enter(usage, stmt->decl_resource, stmt->state_index);
}

static void see_request(const Request *request, void *data) {
  Usage *usage = data;
  mark(usage->read, request->decl_service);
}

/* Secrets that sign stand in no expression. */
static void mark_signers(Usage *usage) {
  const List *actions = &usage->checker->model->actions;
  for (size_t i = 0; i < actions->count; i++) {
    const ActionDecl *action = LIST_GET(*actions, ActionDecl, i);
    if (action->body.receives != NULL) {
      mark(usage->read, action->body.receives->decl_secret);
    }
  }
}

void check_warnings(Checker *checker) {
  Usage usage = {.checker = checker};
  usage.read = g_hash_table_new(g_direct_hash, g_direct_equal);
  usage.written = g_hash_table_new(g_direct_hash, g_direct_equal);
  usage.created = g_hash_table_new(g_direct_hash, g_direct_equal);
  usage.entered = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, g_free);
  const Walk walk = {.expr = see_expr,
                     .target = see_target,
                     .type = see_type,
                     .local = see_local,
                     .stmt = see_stmt,
                     .request = see_request,
                     .data = &usage};
  walk_model(&walk, checker->model);
  mark_signers(&usage);
  check_warnings_unused(&usage);
  check_warnings_states(&usage);
  check_warnings_outcomes(&usage);
  check_warnings_alike(&usage);
  check_warnings_idle(&usage);
  check_warnings_requests(&usage);
  g_hash_table_destroy(usage.read);
  g_hash_table_destroy(usage.written);
  g_hash_table_destroy(usage.created);
  g_hash_table_destroy(usage.entered);
}
