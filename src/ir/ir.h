/* The typed model that everything above the language reads: names are numbers, conversions are explicit, each state is
 * a row of cells. Ownership: an IrModel and all it points to live in one arena (ir_model_free frees it) and are
 * read-only once lowered; it keeps a copy of nothing from the tree, so that the tree can go; it borrows the Source.
 *
 * Cells. A value of a type is `type->cells` 64-bit cells:
 *   bool 0|1 · int, range: itself · enum: member from 0 · resource: slot from 0, -1 "not set" (only before an init has
 * ended) option: [1|0 is it there][elem cells, zero for none] · set: bit r of the words = the element of rank r is in
 * it seq: [length][items, zero beyond the length] · map: the entries in the order of the keys' ranks Equal values have
 * equal cells. The rank of a value (0 .. type->count - 1) is its place in the order in which parameters run: false,
 * true; ascending; none first; sets by bit mask; seqs by length, then item by item; maps like numbers with the first
 * key as the leading digit. See ir/value.h.
 *
 * A state is state_cells cells: first every var, then every pool, slot by slot: [state: 0 absent, 1..
 * declared][fields]. A field of an absent slot is all zero, and so are the entries of absent slots in maps keyed by a
 * resource (see IrVar, IrField: blank). Packed for storage it is state_words words: see ir/layout.h. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/source.h"

/* ---------------------------------------------------------------- types */

typedef enum IrTypeKind {
  IRT_BOOL,
  IRT_INT,
  IRT_RANGE,
  IRT_ENUM,
  IRT_RESOURCE,
  IRT_OPTION,
  IRT_SET,
  IRT_SEQ,
  IRT_MAP
} IrTypeKind;

typedef struct IrType {
  IrTypeKind kind;
  int decl;       /* ENUM, RESOURCE: its number in the model; else -1 */
  int64_t lo, hi; /* of the one cell of a scalar: BOOL 0..1, ENUM 0..members-1, RESOURCE 0..slots-1, INT all */
  const struct IrType *elem, *key;
  uint32_t length; /* SEQ: the most items */
  uint32_t cells;
  uint64_t count; /* number of values, UINT64_MAX for that many or more */
  bool interchangeable;
  bool has_slots;   /* holds a resource somewhere within */
  const char *text; /* as the user would write it: "0..3", "set of Booking"; an interchangeable range: its declaration's
                       name. Types of lower_model with equal text are one IrType; else compare with ir_type_same */
} IrType;

/* ---------------------------------------------------------------- expressions */

/* IR_EXPR(KIND, "name in dumps"). Operands are args[0..]; what else each uses is said behind it. */
typedef enum IrExprKind {
#define IR_EXPR(kind, text) IRX_##kind,
#include "ir/ir_expr.def"
#undef IR_EXPR
  IRX_COUNT_
} IrExprKind;

typedef struct IrExpr IrExpr;

/* How a binder's values are found. */
typedef enum IrBinderKind {
  IRB_VALUES, /* every value of the local's type, ascending */
  IRB_SLOTS,  /* the slots of a pool whose state is in `mask`, ascending; `either` (step invariants): that exist before
                 or after */
  IRB_SET,    /* the items of the set `in`, ascending */
  IRB_SEQ     /* the items of the seq `in`, in order */
} IrBinderKind;

typedef struct IrBinder {
  IrBinderKind kind;
  int local;
  const IrType *type; /* of the local */
  int resource;       /* SLOTS */
  uint64_t mask;      /* SLOTS */
  bool either;
  const IrExpr *in;
  Span span;
} IrBinder;

typedef enum IrQuantifier {
  IRQ_FORALL,
  IRQ_EXISTS,
  IRQ_COUNT,
  IRQ_SUM,
  IRQ_MIN,
  IRQ_MAX,
  IRQ_THE,
  IRQ_SET,
  IRQ_SEQ
} IrQuantifier;

struct IrExpr {
  IrExprKind kind;
  const IrType *type;
  Span span; /* in the model's source; what explanations quote */
  const IrExpr **args;
  int arg_count;
  int index;               /* LOCAL: local; VAR: var; FIELD: field; CALL: fn; TOKEN: token; SECRET: secret */
  int resource;            /* FIELD, IS, STATE_NAME */
  uint64_t mask;           /* IS */
  const int64_t *cells;    /* CONST: type->cells of them */
  IrQuantifier quantifier; /* QUANTIFIER, with the rest: */
  const IrBinder *binders;
  int binder_count;
  const IrExpr *where, *body; /* may be NULL; SET without body: the binder itself */
  const char *text;           /* PATH */
};

typedef struct IrLocal {
  const char *name;
  const IrType *type;
  Span span;
} IrLocal;

/* The locals of one piece of code: parameters first. */
typedef struct IrFrame {
  IrLocal *locals;
  int local_count;
  int param_count;
} IrFrame;

/* ---------------------------------------------------------------- statements */

typedef enum IrPlaceStepKind {
  IRP_MAP_KEY,   /* [expr]: a key; error `absent` for an absent slot, `index` outside the key's type */
  IRP_SEQ_INDEX, /* [expr]: error `index` */
  IRP_UNWRAP     /* through a T?: error `none` */
} IrPlaceStepKind;

typedef struct IrPlaceStep {
  IrPlaceStepKind kind;
  const IrExpr *expr;
  Span span;
} IrPlaceStep;

/* What an assignment writes to: a var or a field of a slot, then steps into it. */
typedef struct IrPlace {
  int var;             /* or -1 */
  int resource, field; /* where var is -1 */
  const IrExpr *slot;  /* of type resource; error `absent` */
  const IrPlaceStep *steps;
  int step_count;
  const IrType *type; /* of what is written */
  Span span;
} IrPlace;

typedef enum IrStmtKind {
  IRS_ASSIGN, /* place = expr (already converted to place.type) */
  IRS_MOVE,   /* expr (a slot) -> state; error `absent` where the slot is absent */
  IRS_NEW, /* local = the lowest absent slot of resource, now in `state`, its fields = fields[] (one for each declared
              field, in order, defaults filled in) */
  IRS_LET, /* local = expr */
  IRS_IF,  /* expr, body, else_body */
  IRS_FOR, /* binder, where expr (or NULL), body. The range (with the where) is fixed before the first round */
  IRS_ADD,
  IRS_REMOVE_SET, /* place (a set), expr */
  IRS_APPEND,
  IRS_PREPEND,
  IRS_REMOVE_SEQ, /* place (a seq), expr; a full one: error `range` */
  IRS_DROP_FIRST,
  IRS_DROP_LAST, /* place; of an empty one: error `index` */
  IRS_CALL,      /* proc index; args[] converted to the parameters' types */
  IRS_RENEW,     /* expr: a TOKEN. No effect on states */
  IRS_REQUEST,   /* teardown: request. No effect on states */
  IRS_RESPOND    /* in a proc: respond. No effect on states */
} IrStmtKind;

typedef struct IrRequest IrRequest;
typedef struct IrRespond IrRespond;
typedef struct IrStmt IrStmt;

typedef struct IrBlock {
  const IrStmt **stmts;
  int count;
} IrBlock;

struct IrStmt {
  IrStmtKind kind;
  Span span;
  const IrPlace *place;
  const IrExpr *expr;
  int local;
  int resource, state;
  const IrExpr **fields; /* NEW */
  const IrBinder *binder;
  IrBlock body, else_body;
  int proc;
  const IrExpr **args;
  int arg_count;
  const IrRequest *request;
  const IrRespond *respond;
};

/* ---------------------------------------------------------------- section 7: kept, shown, executed by runners */

typedef enum IrTemplateKind {
  IRM_OBJECT,
  IRM_LIST,
  IRM_LIST_FOR,
  IRM_STRING,
  IRM_NUMBER,
  IRM_NULL,
  IRM_ANY,
  IRM_IF,
  IRM_EXPR
} IrTemplateKind;
typedef enum IrAny { IRA_ANY, IRA_STRING, IRA_NUMBER, IRA_BOOL, IRA_OBJECT, IRA_LIST } IrAny;

typedef struct IrTemplate {
  IrTemplateKind kind;
  Span span;
  const struct IrTemplate **keys,
      **items; /* OBJECT: keys (STRING) and values; LIST; STRING: parts, each a STRING of only `text` or an EXPR */
  int item_count;
  bool exactly, unordered;
  const char *text; /* STRING without parts; NUMBER */
  size_t text_length;
  IrAny any;
  unsigned width;          /* EXPR within a STRING: `{hour:02}`, at least that many digits; 0: not said */
  const IrExpr *expr;      /* EXPR; IF: the condition; LIST_FOR: the where or NULL */
  const IrBinder *binders; /* LIST_FOR */
  int binder_count;
  const struct IrTemplate *item, *other; /* LIST_FOR: item; IF: item else other */
} IrTemplate;

typedef struct IrHeader {
  const IrTemplate *name, *value;
} IrHeader;

typedef enum IrBodyKind { IRD_NONE, IRD_JSON, IRD_FORM, IRD_TEXT, IRD_FILE } IrBodyKind;

struct IrRequest {
  Span span;
  const char *method;
  const IrTemplate *path;
  int service; /* of `call`, or -1 */
  const char *operation;
  IrBodyKind body_kind;
  const IrTemplate *body;
  const IrHeader *query, *headers, *cookies;
  int query_count, header_count, cookie_count;
  const IrRespond *respond;
};

struct IrRespond {
  Span span;
  const int *statuses;
  int status_count;
  const IrTemplate *body; /* or NULL */
  const IrHeader *headers;
  int header_count;
};

typedef struct IrReceives {
  Span span;
  const char *method;
  const IrTemplate *path, *body;
  const IrHeader *headers;
  int header_count;
  int64_t within_ms;
  int secret; /* signed by, or -1 */
  const IrTemplate *signature_header;
} IrReceives;

/* ---------------------------------------------------------------- declarations */

typedef struct IrConst {
  const char *name;
  const IrType *type;
  int64_t value;
  bool overridden;
  Span span;
} IrConst;

typedef struct IrMember {
  const char *name;
  const char *wire; /* the value that a test sends, UTF-8; its name where none is declared */
  size_t wire_length;
  bool wire_is_number; /* declared as an integer */
} IrMember;

typedef struct IrEnum {
  const char *name;
  IrMember *members;
  int member_count;
  bool interchangeable;
  Span span;
} IrEnum;

typedef struct IrField {
  const char *name;
  const IrType *type;
  uint32_t offset; /* cells from the start of the slot */
  Span span;
} IrField;

typedef struct IrResource {
  const char *name;
  uint32_t slots;
  IrMember *states; /* [0] is absent, then the declared ones; state_count counts absent too */
  int state_count;
  IrField *fields;
  int field_count;
  uint32_t cell;   /* of slot 0 in a state: its state; fields follow */
  uint32_t stride; /* cells of a slot */
  const IrType *type;
  Span span;
} IrResource;

typedef struct IrVar {
  const char *name;
  const IrType *type;
  uint32_t cell;
  const int64_t *initial; /* type->cells; resources without a value: -1; entries of (absent) slots in maps: zero */
  Span span;
} IrVar;

/* `state[cell] > above`: where a place within an option, a seq, a slot's field or an entry of a slot is really there.
 */
typedef struct IrEntryGuard {
  uint32_t cell;
  int64_t above;
} IrEntryGuard;

/* What a map entry of a just taken slot is set to; a freed slot's is all zero, as every absent slot's is. One for each
 * place in a state whose type is, or holds, a map keyed by `resource`; outer maps come before the maps in their
 * entries. `initial` may itself hold such maps, written as if all slots existed: entries of absent slots in what was
 * written are then to be made zero. A write of a whole map needs the same. */
typedef struct IrEntry {
  int resource;
  uint32_t cell;   /* of the entry of slot 0 */
  uint32_t stride; /* to the next slot's */
  uint32_t cells;
  const int64_t
      *initial; /* its declared default, else the lowest value; resources without one: -1 while the slot exists */
  const IrEntryGuard *guards; /* all must hold for the place to be there; where one does not, it is zero and stays so */
  int guard_count;
  int thing; /* the var or field (see IrThings) that it lies in */
} IrEntry;

typedef struct IrFn {
  const char *name;
  IrFrame frame;
  const IrType *type;
  const IrExpr *body;
  Span span;
} IrFn;

typedef struct IrProc {
  const char *name;
  IrFrame frame;
  IrBlock body;
  Span span;
} IrProc;

typedef struct IrParam {
  int local;
  uint64_t mask; /* of a resource: the states meant (default all but absent); else 0 */
  int move_to;   /* -1, or the state to which the plain body's end moves it (already a statement of the outcome) */
  Span span;
} IrParam;

/* What a piece of code reads and writes: a bit for each "thing": var v is v, a pool's state is
 * ir->things_of_resource[r], its field f that + 1 + f. */
typedef uint64_t *IrThings;

typedef enum IrOutcomeKind { IRO_PLAIN, IRO_MAY, IRO_REFUSED } IrOutcomeKind;

typedef struct IrOutcome {
  const char *name; /* "" for the one outcome of a plain body */
  IrOutcomeKind kind;
  const IrExpr **whens;
  int when_count;
  IrBlock effect; /* statements, then the parameters' moves */
  /* The outcome's, then the body's (REFUSED: its own). */
  const IrExpr **ensures;
  int ensure_count;
  const IrExpr **run_ensures; /* hold a `$` */
  int run_ensure_count;
  const IrExpr *returns;    /* or NULL; converted to the action's returns type */
  const IrRespond *respond; /* the outcome's, else the body's; or NULL (a proc may hold it) */
  IrThings reads;  /* the parameters' states, the body's and its own `when`s and those tried before it, the effect */
  IrThings writes; /* of the effect; a freed or taken slot writes its fields and the maps keyed by its pool */
  Span span;
} IrOutcome;

typedef enum IrActionKind { IRK_API, IRK_MANUAL, IRK_EVENT } IrActionKind;

typedef struct IrAction {
  const char *name;
  IrActionKind kind;
  const IrTemplate *text; /* or NULL */
  IrFrame frame;          /* parameters first, in order */
  IrParam *params;        /* frame.param_count of them */
  const IrExpr **whens;   /* the body's guards, one for each conjunct written as its own `when`; `and`s at top level are
                             split too, in order */
  int when_count;
  IrOutcome *outcomes; /* in the order written; REFUSED last */
  int outcome_count;
  const IrRequest *request;   /* or NULL */
  const IrReceives *receives; /* or NULL */
  int64_t wait_ms;
  const IrType *returns;   /* or NULL */
  uint64_t argument_count; /* product of the parameters' counts; below 2^63 by limit */
  Span span;               /* its head */
} IrAction;

typedef struct IrInit {
  const char *name; /* "" for the unnamed one, and for the one made where the model has none */
  IrFrame frame;
  const IrExpr **whens;
  int when_count;
  IrBlock effect;
  const IrRequest *request;
  uint64_t argument_count;
  Span span;
} IrInit;

typedef enum IrContractKind {
  IRC_INVARIANT,
  IRC_STEP_INVARIANT,
  IRC_REACH,
  IRC_ALWAYS_REACH,
  IRC_FINAL
} IrContractKind;

typedef struct IrContract {
  IrContractKind kind;
  const char *name;
  const char *message; /* or NULL */
  IrFrame frame;       /* no parameters */
  const IrExpr *expr;
  const bool *on; /* STEP_INVARIANT: one for each action, or NULL for all */
  IrThings reads;
  Span span;            /* its head */
  const Source *source; /* that its spans speak of: the model's, or that of an expression given on the command line */
} IrContract;

typedef struct IrView {
  const char *name;
  IrFrame frame;
  const IrExpr **exprs;
  int expr_count;
  Span span;
} IrView;

typedef enum IrPaging { IRG_NONE, IRG_HEADER, IRG_CURSOR, IRG_OFFSET } IrPaging;
typedef enum IrObserveWhen { IRW_EACH_STEP, IRW_EACH_N_STEPS, IRW_AT_END } IrObserveWhen;

typedef struct IrObserve {
  const char *name;
  IrFrame frame;
  const IrExpr *expr;
  const IrRequest *request; /* or NULL */
  IrPaging paging;
  const IrTemplate *paged_by;
  IrObserveWhen when;
  int64_t every_steps, within_ms;
  Span span;
} IrObserve;

typedef struct IrToken {
  const char *name;
  int resource;             /* whose, or -1 */
  const IrType *key;        /* token t[K], or NULL */
  const IrTemplate *unique; /* or NULL; the counter `{n}` in it is LOCAL 0, an int */
  Span span;
} IrToken;

typedef struct IrSecret {
  const char *name;
  Span span;
} IrSecret;

typedef struct IrService {
  const char *name;
  const char *path;
  Span span;
} IrService;

typedef struct IrTeardown {
  bool present;
  IrFrame frame;
  IrBlock body;
  const IrExpr **ensures;
  int ensure_count;
  Span span;
} IrTeardown;

typedef struct IrEveryRequest {
  IrFrame frame;
  const IrHeader *headers, *query, *cookies;
  int header_count, query_count, cookie_count;
} IrEveryRequest;

typedef struct IrModel {
  Arena *arena;
  const Source *source;
  const char *name;
  IrConst *consts;
  int const_count;
  IrEnum *enums;
  int enum_count;
  IrResource *resources;
  int resource_count;
  IrVar *vars;
  int var_count;
  IrEntry *entries;
  int entry_count;
  IrFn *fns;
  int fn_count;
  IrProc *procs;
  int proc_count;
  IrInit *inits;
  int init_count; /* at least one */
  IrAction *actions;
  int action_count;
  IrContract *contracts;
  int contract_count; /* in the order written; finals too */
  IrView *views;
  int view_count;
  IrObserve *observes;
  int observe_count;
  IrToken *tokens;
  int token_count;
  IrSecret *secrets;
  int secret_count;
  IrService *services;
  int service_count;
  IrTeardown teardown;
  IrEveryRequest every_request;
  const IrType *type_bool, *type_int;
  const IrType *type_json; /* in templates and run_ensures alone: of tokens, secrets, `$` and what comes of it. Compare
                              the pointer */
  int *things_of_resource;
  int thing_count;
  uint32_t state_cells;
  struct IrLayout *layout; /* ir/layout.h */
} IrModel;

void ir_model_free(IrModel *model);

/* The same values in the same cells. */
bool ir_type_same(const IrType *a, const IrType *b);
size_t ir_things_words(const IrModel *model);

const char *ir_quantifier_word(IrQuantifier quantifier);
const char *ir_expr_kind_name(IrExprKind kind);
