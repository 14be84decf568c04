/* The independent check: a slow evaluator of checked models, straight over the tree. Written from the language
 * reference alone; it shares nothing with the floors above `lang`. Values are boxes that never change, a state is
 * arrays of them, and nothing is packed or cached. Ownership: boxes, bindings and states live in the arena that
 * oracle_use_arena named last; the search keeps what it found in one that stays. */
#pragma once

#include <glib.h>
#include <setjmp.h>

#include "base/arena.h"
#include "lang/ast.h"

enum { ORACLE_STATES = 20000, ORACLE_FIRINGS = 2000000, ORACLE_VALUES = 100000, ORACLE_GIVES_UP = 77 };

/* ---------------------------------------------------------------- values */

typedef enum Kind {
  VALUE_BOOL,
  VALUE_INT,
  VALUE_MEMBER, /* of an enum; number from 0 */
  VALUE_SLOT,   /* of a pool; number from 0 */
  VALUE_NONE,
  VALUE_SOME, /* items[0]: a T? that has a value */
  VALUE_SET,  /* ascending, each once */
  VALUE_SEQ,
  VALUE_MAP,   /* one item for each key, ascending */
  VALUE_UNSET, /* a `var x: R` to which no init has given a slot yet */
  VALUE_BLANK  /* the entry of an absent slot in a map */
} Kind;

typedef struct Value Value;
struct Value {
  Kind kind;
  int64_t number;
  size_t count;
  const Value **items;
};

/* ---------------------------------------------------------------- states */

typedef struct Slot {
  int state;            /* 0 absent */
  const Value **fields; /* NULL while absent */
} Slot;

typedef struct State {
  const Value **vars;
  Slot **pools;
} State;

/* What a name is bound to, innermost first. */
typedef struct Env Env;
struct Env {
  const Local *local;
  const Value *value;
  const Env *outer;
};

/* ---------------------------------------------------------------- what can go wrong in a firing */

typedef enum Trouble {
  TROUBLE_NONE, /* nothing */
  TROUBLE_FULL, /* a `new` found its pool full: the firing does not exist */
  TROUBLE_RANGE,
  TROUBLE_DIVISION,
  TROUBLE_INDEX,
  TROUBLE_OVERFLOW,
  TROUBLE_ABSENT,
  TROUBLE_NO_VALUE,
  TROUBLE_EMPTY,
  TROUBLE_DANGLING
} Trouble;

typedef struct Oracle {
  const Model *model;
  const Source *source;
  const Value **var_defaults;    /* whole, as if every slot existed */
  const Value ***field_defaults; /* [resource][field]; NULL where there is none */
  State *state;                  /* in which expressions are read, and which statements change */
  State *old;                    /* the one before; for `old` */
  bool in_step_invariant;
  Span **freed_at; /* [resource][slot]: the move that freed it in this firing; end 0: none did */
  jmp_buf *catcher;
  Trouble trouble; /* what was caught */
  Span trouble_span;
  int full_pool;
} Oracle;

void oracle_raise(Oracle *oracle, Trouble trouble, Span span) __attribute__((noreturn));
const char *oracle_trouble_word(Trouble trouble);
void oracle_give_up(const char *why) __attribute__((noreturn));

/* Runs `work(oracle, data)`; false where it raised something (then in oracle->trouble). */
typedef void (*OracleWork)(Oracle *oracle, void *data);
bool oracle_try(Oracle *oracle, OracleWork work, void *data);

/* oracle_value.c */
Arena *oracle_use_arena(Arena *arena); /* gives the one before */
void *oracle_alloc(size_t size);
#define ORACLE_NEW(Type, count) ((Type *)oracle_alloc(sizeof(Type) * (size_t)(count)))
const Value *value_copy(const Value *value); /* whole, in the present arena */
const Value *value_new(Kind kind, int64_t number);
const Value *value_of_items(Kind kind, GPtrArray *items); /* takes `items`; a set's are sorted and made unique here */
const Value *value_some(const Value *inner);
const Value *value_with(const Value *value, size_t index, const Value *item); /* a copy with one item changed */
int value_compare(const Value *a, const Value *b);
bool value_equal(const Value *a, const Value *b);
void value_print(const Value *value, GString *out);
const Value *value_lowest(const Type *type);
GPtrArray *value_all(const Type *type); /* in the order in which parameters run */
const Value *value_convert(Oracle *oracle, const Value *value, const Type *from, const Type *to, Span span);
const Value *value_default(Oracle *oracle, const Value *value, const Type *from, const Type *to, Span span);

/* oracle_state.c */
State *state_new(Oracle *oracle);
State *state_copy(const Oracle *oracle, const State *state); /* the boxes are shared */
void state_copy_values(const Oracle *oracle, State *state);  /* ... and now they are copies */
char *state_text(const Oracle *oracle, const State *state);
void state_take(Oracle *oracle, const ResourceDecl *resource, int slot, int state, const Value **fields);
void state_finish(Oracle *oracle, bool init); /* the end of a firing */
const Value *state_blank(const State *state, const Value *value, const Type *type);

/* oracle_expr.c */
const Value *oracle_eval(Oracle *oracle, const Expr *expr, const Env *env);
const Value *oracle_eval_as(Oracle *oracle, const Expr *expr, const Env *env, const Type *type);
bool oracle_holds(Oracle *oracle, const Expr *expr, const Env *env);
const Env *oracle_bind(const Env *outer, const Local *local, const Value *value);
GPtrArray *oracle_binder_values(Oracle *oracle, const Local *local, const Env *env, bool either);
size_t oracle_entry(Oracle *oracle, const Value *container, const Type *type, const Expr *index, const Env *env);
Slot *oracle_slot(Oracle *oracle, const Expr *expr, const Env *env, const ResourceDecl **ret_resource, int *ret_number);
bool oracle_slot_in(const State *state, const Local *local, int64_t slot);

/* oracle_stmt.c: the names that the statements bind are added to `env`. */
const Env *oracle_run(Oracle *oracle, const List *statements, const Env *env);
void oracle_move(Oracle *oracle, const ResourceDecl *resource, int number, int state, Span span);

/* oracle_search.c: the whole verdict as JSON. */
char *oracle_explore(Oracle *oracle);
