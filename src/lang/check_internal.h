/* What the files of the checker share: its context, scopes, and the entry of each grammar level. Not for other floors.
 * Ownership: a Checker lives for one check_model or check_expression call; all it makes goes into the arena. */
#pragma once

#include <glib.h>

#include "base/limits.h"
#include "lang/check.h"

/* Where an expression stands; decides which names and words it may use. */
typedef enum Place {
  PLACE_CONSTANT, /* constants, range bounds, defaults: no state, no locals */
  PLACE_STATE,    /* fn, invariant, reach, final, view, observe: one state, no `old` */
  PLACE_STEP,     /* step invariant: `old` is allowed */
  PLACE_GUARD,    /* when */
  PLACE_EFFECT,   /* statements */
  PLACE_ENSURE,   /* `old` is allowed; in an outcome `$` too */
  PLACE_REQUEST,  /* templates of a request: tokens, secrets; the state before */
  PLACE_RESPOND   /* templates of a response: tokens; `old` is allowed */
} Place;

typedef struct Scope Scope; /* a chain of frames of locals; check_scope.c */

typedef struct Checker {
  Arena *arena;
  Names *names;
  Model *model;
  Diags *diags;
  const Define *defines;
  size_t define_count;
  GHashTable *types;   /* spelling -> Decl *: type, enum, resource */
  GHashTable *values;  /* spelling -> Decl *: const, var, fn, proc, token, secret, service */
  GHashTable *actions; /* spelling -> Decl *: actions, contracts, views, observes */
  GHashTable *members; /* spelling -> GPtrArray of EnumDecl *: which enums have such a member */
  GHashTable *parts;   /* (owner, spelling) -> Part *: members, states, fields, tokens, outcomes, inits; check_part.c */
  GHashTable *locals;  /* spelling -> Local *: those that can be seen now */
  GHashTable *marks;   /* Decl * -> Progress of what is resolved on demand: constants and aliases */
  Scope *scope;
  Place place;
  bool in_old;
  bool in_outcome;  /* `$` may stand in an ensure */
  bool in_receives; /* a template of what others send us: a pattern, so `any` may stand in it */
  unsigned depth;   /* of the recursion, declarations that need one another included */
  bool strict;      /* PLACE_CONSTANT: a constant, bound or size; functions cannot be called there */
  const char *what; /* what stands here, for messages: "an invariant", "a default" */
  const Expr *root; /* in a contract: its whole expression, to be quoted */
  bool outside;     /* the expression is not part of the model's text */
  FnDecl *fn;       /* whose body is being checked */
  ProcDecl *proc;
} Checker;

/* check_expr.c. Sets expr->type and all the rest. `expected` (or NULL) is what the consumer wants: it resolves bare
 * members, `none`, `{}` and `[]`. Reports where the type does not fit `expected`; a fault gives TYPE_ERROR and is told
 * once. Tokens, secrets, strings and `.state` are faults here: check_token_expr takes those that stand alone in a
 * template. */
const Type *check_expr(Checker *checker, Expr *expr, const Type *expected);
void check_bool(Checker *checker, Expr *expr);

/* The same, for a place that has a name and a declaration to point at in messages: a var, field, parameter. */
const Type *check_expr_for(Checker *checker, Expr *expr, const Type *wanted, const char *name, Span declared);
/* A default, or a field of `new`: one element value may serve every key of a map. */
const Type *check_expr_default(Checker *checker, Expr *expr, const Type *wanted, const char *name, Span declared);
/* Finds the type; `hint` (or NULL) helps, but nothing is held against it. */
const Type *check_expr_infer(Checker *checker, Expr *expr, const Type *hint);
/* Means the expression nothing without a hint? */
bool check_expr_needs_hint(Checker *checker, Expr *expr);
/* Gives `expr` TYPE_ERROR and returns it. */
const Type *check_expr_fault(Expr *expr);

/* The levels that check_expr_infer hands on to; each sets expr->type and returns it. */
const Type *check_expr_name(Checker *checker, Expr *expr, const Type *hint);
const Type *check_expr_member(Checker *checker, Expr *expr);
const Type *check_expr_index(Checker *checker, Expr *expr);
const Type *check_expr_call(Checker *checker, Expr *expr, const Type *hint);
const Type *check_expr_unary(Checker *checker, Expr *expr);
const Type *check_expr_binary(Checker *checker, Expr *expr, const Type *hint);
const Type *check_expr_is(Checker *checker, Expr *expr);
const Type *check_expr_quantifier(Checker *checker, Expr *expr, const Type *hint);
const Type *check_expr_literal(Checker *checker, Expr *expr, const Type *hint); /* none, {..}, [..] */
const Type *check_expr_old(Checker *checker, Expr *expr, const Type *hint);
/* A set or seq around `elem`, where that has few enough values; else tells so. */
const Type *check_expr_set_of(Checker *checker, Expr *expr, const Type *elem);
/* Arguments against parameters: `params` of Local *, `args` of Expr *. */
void check_expr_arguments(Checker *checker, Span span, const Decl *callee, const List *params, const List *args);
/* In a constant or default: an error. In a fn: noted. */
void check_expr_reads_state(Checker *checker, Span span, const char *what);

/* check_expr_fold.c: constants, and the range of what arithmetic may give. */
void check_expr_fold(Expr *expr);
bool check_expr_range(ExprOp op, const Type *a, const Type *b, int64_t *ret_lo, int64_t *ret_hi);

/* check_type_fit.c. Does a value of `from` fit where `to` is wanted, perhaps with a run-time check? */
bool check_fits(const Type *from, const Type *to);
/* Tells where an expression that has a type does not fit. `name` may be NULL. */
bool check_type_fit(Checker *checker, Expr *expr, const Type *wanted, const char *name, Span declared);
/* "a bool", "an integer", "a `Booking`", "`set of Hour`"; in the arena. */
const char *check_type_words(Checker *checker, const Type *type);
const char *check_type_text(Checker *checker, const Type *type, bool explain); /* as written */

/* check_type.c */
typedef enum TypeUse {
  TYPE_USE_ANY,    /* int allowed: fn and proc parameters, results */
  TYPE_USE_STATE,  /* var, field */
  TYPE_USE_RANGING /* parameters of actions and inits, binders: every value is tried */
} TypeUse;
const Type *check_type(Checker *checker, TypeExpr *type_expr, TypeUse use);
const Type *check_type_alias(Checker *checker, TypeDecl *decl);
bool check_type_has_no_value(const Type *type);

/* check_const.c */
const Type *check_const(Checker *checker, ConstDecl *decl); /* on demand */
void check_const_defines(Checker *checker);                 /* -D names that there are not */
/* A size or bound: an integer that is known now. False: told. */
bool check_const_integer(Checker *checker, Expr *expr, const char *what, int64_t *ret_value);
/* Tells why an expression is no constant. */
void check_const_help_bound(Diag *diag, const char *what); /* a range whose bound varies: what to write instead */
void check_const_explain(Checker *checker, const Expr *expr, const char *what);

/* check_scope.c */
void scope_push(Checker *checker);
void scope_pop(Checker *checker);
unsigned scope_resume(Checker *checker,
                      Scope *frame); /* frames that were popped, on top of those still there; how many to pop */
void scope_add(Checker *checker, Local *local);
Local *scope_find(Checker *checker, const char *name);
void check_binder(Checker *checker, Local *local);
void check_binders(Checker *checker, List *binders); /* into the scope that was pushed last, from left to right */
/* The types and states of the parameters, and they themselves into the scope pushed last. */
void check_params(Checker *checker, const List *params, TypeUse use);
/* The states said after a resource; sets state_mask and states_said. */
void check_local_states(Checker *checker, Local *local);
/* The number of a state; -1 where there is none, which is told. */
int check_state(Checker *checker, const ResourceDecl *resource, Name name);

/* check_part.c: names that live inside a declaration. */
typedef enum PartKind { PART_MEMBER, PART_STATE, PART_FIELD, PART_TOKEN, PART_OUTCOME, PART_INIT } PartKind;
typedef struct Part {
  PartKind kind;
  int index;  /* MEMBER: from 0; STATE: from 1 */
  void *item; /* MemberDecl, FieldDecl, TokenDecl, Outcome, InitDecl */
  Span span;
} Part;
/* Fields and tokens of a resource share a room, states have their own: so the room is named by `kind`. False: told that
 * it is there already. */
bool check_part_add(Checker *checker, const void *owner, PartKind kind, Name name, int index, void *item);
const Part *check_part_find(Checker *checker, const void *owner, PartKind kind, const char *name);
GHashTable *check_part_table(void);

/* Did you mean: the name out of the spellings in `candidates`, while diagnostics are still kept (a file of a million
 * faults must not be quadratic). */
/* A second place that is a declaration: as a label, or for an expression outside the model as a note with its line. */
void check_label(Checker *checker, Diag *diag, Span span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
bool check_suggests(const Checker *checker);
void check_suggest(Checker *checker, Diag *diag, const char *wanted, GPtrArray *candidates);
bool check_foreign_value(Checker *checker, Diag *diag, const char *word); /* check_foreign.c: true where it helped */
bool check_foreign_type(Diag *diag, const char *word);
void check_foreign_member(Diag *diag, const Type *type, const char *word);
GPtrArray *check_keys(GHashTable *table);    /* the spellings in it, sorted; at most some thousands */
const char *check_decl_words(DeclKind kind); /* "a resource" */

/* check_decl*.c: the phases of check_model. */
void check_decl_names(Checker *checker); /* fills the tables, tells what is declared twice */
void check_decl_parts(Checker *checker); /* enums and resources: their members, states, fields' names, their Types */
void check_decl_types(Checker *checker); /* constants, sizes, aliases, vars, fields, signatures */
void check_decl_fns(Checker *checker);   /* bodies of functions, and that none calls itself */
void check_decl_defaults(Checker *checker);
void check_decl_contracts(Checker *checker); /* contracts, views, observes */
void check_decl_bodies(Checker *checker);    /* procs, inits, teardown */
void check_decl_cycles(Checker *checker, const List *decls, bool procs);

/* check_action.c */
void check_action(Checker *checker, ActionDecl *action);

/* check_stmt.c, check_stmt_place.c */
void check_statements(Checker *checker, List *statements);
const Type *check_stmt_place(Checker *checker, Expr *target); /* a place to write to: var, field, element */
const char *check_stmt_place_name(const Expr *target, Span *ret_declared);

/* check_template.c, check_request.c: section 7. */
void check_template(Checker *checker, Template *template);
void check_request(Checker *checker, Request *request); /* place PLACE_REQUEST, its own respond PLACE_RESPOND */
void check_respond(Checker *checker, Respond *respond);
void check_receives(Checker *checker, Receives *receives);
void check_every_request(Checker *checker, EveryRequestDecl *every);
void check_token_decl(Checker *checker, TokenDecl *token); /* its key type and `unique` template */
/* check_token.c. A token, a secret or a slot's `.state`, standing alone in a template: `i.id`, `t[k]`, `session`. True
 * where `expr` is one (then it is checked, its type TYPE_ERROR: a text that only a run knows). False: an ordinary
 * expression, untouched but perhaps for its operand. Also for `renew`. */
bool check_token_expr(Checker *checker, Expr *expr);
/* check_observe.c: the request, respond and rules of an observe (its value is checked by check_decl.c), and what causes
 * an action. */
void check_observe(Checker *checker, ObserveDecl *observe);
void check_causes(Checker *checker, ActionDecl *action); /* receives, wait: event actions only, and one of them */
/* check_path.c: the shape of a JSONPath after `$`; false where it was reported. */
bool check_path(Checker *checker, Span span, const char *path);
/* check_tokens.c: rules about the whole model, when every declaration is checked: tokens that no step can ever bind.
 * Before check_warnings. */
void check_token_flow(Checker *checker);

/* check_warnings.c: what is suspicious in a model that is right. Runs after everything else has passed. */
void check_warnings(Checker *checker);
