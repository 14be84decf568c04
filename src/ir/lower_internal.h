/* What the files of the lowering share: its context and the entry of each level. Not for other floors.
 * Ownership: a Lower lives for one lower_model or lower_expression call; what it makes lives in the model's arena. */
#pragma once

#include <glib.h>

#include "base/diag.h"
#include "ir/ir.h"
#include "lang/ast.h"

typedef struct Lower {
  Arena *arena;
  IrModel *ir;
  const Model *tree;
  Diags *diags;           /* NULL in lower_expression: nothing can go wrong there any more */
  GHashTable *types;      /* text -> IrType *: each structure once */
  GHashTable *type_decls; /* interned name -> TypeDecl * */
  GHashTable *numbers;    /* declaration -> its number + 1 */
  GArray *locals;         /* of IrLocal: the frame being made */
  Span here;              /* the declaration being lowered: where limits are told */
  bool step;              /* in a step invariant, outside `old` */
  bool failed;
} Lower;

/* lower_model.c */
int lower_number(const Lower *lower, const void *decl); /* of a declaration among those of its kind */
void lower_register(Lower *lower, const void *decl, int number);
void lower_frame_start(Lower *lower);
void lower_frame_end(Lower *lower, int param_count, IrFrame *ret_frame);
int lower_local_new(Lower *lower, const char *name, const IrType *type, Span span);
int lower_local(Lower *lower, Local *local); /* adds it to the frame and numbers it */
void lower_params(Lower *lower, const List *params);
void lower_limit(Lower *lower, DiagCode code, Span span, const char *format, ...) G_GNUC_PRINTF(4, 5);

/* lower_type.c */
const IrType *lower_type(Lower *lower, const Type *type);
const IrType *lower_seq_of_one(Lower *lower, const IrType *elem);
void lower_type_seed(Lower *lower); /* takes the types that the model already has */

/* lower_expr.c */
IrExpr *lower_node(Lower *lower, IrExprKind kind, const IrType *type, Span span, int arg_count);
IrExpr *lower_const(Lower *lower, const IrType *type, Span span, const int64_t *cells);
IrExpr *lower_unary(Lower *lower, IrExprKind kind, const IrType *type, Span span, const IrExpr *arg);
IrExpr *lower_local_ref(Lower *lower, int local, Span span);
const IrExpr *lower_expr(Lower *lower, const Expr *expr);
const IrExpr *lower_convert(Lower *lower, const IrExpr *expr, const IrType *to);
const IrExpr *lower_as(Lower *lower, const Expr *expr, const IrType *to);
const IrExpr *lower_as_lang(Lower *lower, const Expr *expr, const Type *to);
const IrExpr *lower_bool(Lower *lower, const Expr *expr);
const IrExpr *lower_unwrap(Lower *lower, const IrExpr *expr);               /* through every T? */
const IrExpr *lower_number_operand(Lower *lower, const Expr *expr);         /* int or range, as it is */
const IrExpr *lower_fill(Lower *lower, const Expr *expr, const IrType *to); /* one element value may serve every key */
const IrExpr **lower_list_as(Lower *lower, const List *exprs, const IrType *to); /* each to the same type */
const IrExpr **lower_args(Lower *lower, const List *args, const List *params);

/* lower_member.c: names, fields, entries, tokens */
const IrExpr *lower_name(Lower *lower, const Expr *expr);
const IrExpr *lower_member(Lower *lower, const Expr *expr);
const IrExpr *lower_index(Lower *lower, const Expr *expr);

/* lower_operator.c */
const IrExpr *lower_binary(Lower *lower, const Expr *expr);
const IrExpr *lower_is(Lower *lower, const Expr *expr);

/* lower_quantifier.c */
const IrExpr *lower_quantifier(Lower *lower, const Expr *expr);
void lower_binder(Lower *lower, Local *local, bool may_either, IrBinder *ret_binder);
const IrBinder *lower_binders(Lower *lower, const List *binders, bool may_either);

/* lower_stmt.c */
IrStmt *lower_stmt_new(Lower *lower, IrStmtKind kind, Span span);
void lower_statements(Lower *lower, const List *statements, GPtrArray *out);
IrBlock lower_block_end(Lower *lower, GPtrArray *stmts);
IrBlock lower_block(Lower *lower, const List *statements);

/* lower_template.c, lower_request.c */
const IrTemplate *lower_template(Lower *lower, const Template *template);
const IrTemplate *lower_unique(Lower *lower, const Template *template); /* of a token: text and `{n}` */
const char *lower_plain_text(Lower *lower, const Template *template,
                             size_t *ret_length); /* of a STRING without braces; NULL for NULL */
const IrRequest *lower_request(Lower *lower, const Request *request);
const IrRespond *lower_respond(Lower *lower, const Respond *respond);
const IrReceives *lower_receives(Lower *lower, const Receives *receives);
const IrHeader *lower_headers(Lower *lower, const List *headers);

/* lower_action.c */
void lower_whens(Lower *lower, const List *whens, const IrExpr ***ret_whens, int *ret_count);
uint64_t lower_argument_count(Lower *lower, const IrFrame *frame, const char *what, const char *name, Span span);
void lower_action(Lower *lower, const ActionDecl *decl, IrAction *action);

/* lower_state.c: pools, vars, where they lie, what they start with */
void lower_state(Lower *lower);
void lower_initial_values(Lower *lower);
/* The value of a declared default (or the lowest where `value` is NULL), in the arena. */
const int64_t *lower_default(Lower *lower, const Expr *value, const IrType *type, const char *name);

/* lower_entry.c: maps keyed by resources */
void lower_entries(Lower *lower);

/* lower_decl.c: everything else that is declared */
void lower_names(Lower *lower); /* enums, consts, pools, tokens ...: numbers and texts, no expressions */
void lower_declarations(
    Lower *lower); /* fns, procs, inits, contracts, views, observes, teardown, templates of tokens */
void lower_contract_expr(Lower *lower, const Expr *expr, IrContract *contract);
