/* The tree of a model: what the parser builds (spelling and places) and what the checker adds (resolved names, types,
 * constants). Fields under "checked" are zero until check_model has run; after it has reported no error, every one of
 * them is set. Ownership: every node lives in the arena that was given to the parser; pointers between nodes are
 * borrowed. Arrays are Lists in that arena. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/source.h"
#include "lang/type.h"

typedef struct Name {
  const char *text; /* interned; NULL where the parser found none (already reported) */
  Span span;
} Name;

/* A growable array of pointers in the arena. */
typedef struct List {
  void **items;
  size_t count, capacity;
} List;

typedef struct Expr Expr;
typedef struct Stmt Stmt;
typedef struct Local Local;
typedef struct Template Template;

/* ---------------------------------------------------------------- types as written */

typedef enum TypeExprKind {
  TX_BOOL,
  TX_INT,
  TX_RANGE,
  TX_NAME,
  TX_OPTION,
  TX_SET,
  TX_SEQ,
  TX_MAP,
  TX_ERROR
} TypeExprKind;

typedef struct TypeExpr {
  TypeExprKind kind;
  Span span;
  Name name;             /* NAME */
  Expr *lo, *hi;         /* RANGE; SEQ: the bound in `hi` */
  struct TypeExpr *elem; /* OPTION, SET, SEQ, MAP */
  struct TypeExpr *key;  /* MAP */
  const Type *type;      /* checked */
} TypeExpr;

/* ---------------------------------------------------------------- locals: whatever a body may bind */

typedef enum LocalKind { LOCAL_PARAMETER, LOCAL_BINDER, LOCAL_LET, LOCAL_NEW } LocalKind;

/* `x: T`, `b: Booking confirmed|held`, `x in e`, `p: Payment created -> paid`, `let x = e`, `new b: R state`. */
struct Local {
  LocalKind kind;
  Name name;
  Span span;
  TypeExpr *type_expr; /* PARAMETER, and BINDER over a type; else NULL */
  List states;         /* of Name *: the states that are meant; empty: not said */
  Expr *in;            /* BINDER `x in e`: a set or seq */
  bool moves;          /* PARAMETER `-> state` of an action */
  Name move_to;
  /* checked */
  const Type *type;
  uint64_t
      state_mask; /* of a resource: bit 0 absent, bit i its i-th declared state (from 1). Not said: all but absent */
  bool states_said;
  int move_state; /* 0 absent, else 1.. */
  bool used;
  int index; /* for who reads the tree: the lowering numbers locals with it */
};

/* ---------------------------------------------------------------- expressions */

typedef enum ExprKind {
  EXPR_ERROR,
  EXPR_INT,  /* integer */
  EXPR_BOOL, /* integer 0, 1 */
  EXPR_NONE,
  EXPR_STRING, /* template: only where templates may stand */
  EXPR_NAME,   /* name -> ref */
  EXPR_MEMBER, /* operand . name -> ref: a field, a token, `.state`, or E.member (operand is then a NAME that is an enum
                  or a resource's state type) */
  EXPR_INDEX,  /* operand [ index ]: map or seq */
  EXPR_CALL,   /* name ( args ): a function or one of the words of builtin.def -> ref */
  EXPR_UNARY,  /* op: OP_NOT, OP_NEG; operand */
  EXPR_BINARY, /* op; left, right */
  EXPR_IF,     /* condition, left (then), right (else) */
  EXPR_IS,     /* operand is a|b: states -> state_mask */
  EXPR_QUANTIFIER, /* quantifier; binders where condition : body */
  EXPR_SET,        /* { items } */
  EXPR_SEQ,        /* [ items ] */
  EXPR_OLD,        /* old ( operand ) */
  EXPR_PATH /* $... : a JSONPath as text in `path`; only in an outcome's ensure and its binders. Its type is unknown:
               TYPE_ERROR, and whatever holds one has runtime_only set */
} ExprKind;

typedef enum ExprOp {
  OP_NOT,
  OP_NEG,
  OP_IFF,
  OP_IMPLIES,
  OP_OR,
  OP_AND,
  OP_EQ,
  OP_NE,
  OP_LT,
  OP_LE,
  OP_GT,
  OP_GE,
  OP_IN,
  OP_ADD,
  OP_SUB,
  OP_MUL,
  OP_DIV,
  OP_MOD,
  OP_INTERSECT
} ExprOp;

typedef enum Quantifier {
  QUANT_FORALL,
  QUANT_EXISTS,
  QUANT_COUNT,
  QUANT_SUM,
  QUANT_MIN,
  QUANT_MAX,
  QUANT_THE,
  QUANT_SET, /* {x: T where c} (body NULL: the binder itself) and {e for x: T where c} */
  QUANT_SEQ  /* [x in q where c]; [e for x in q where c] too */
} Quantifier;

typedef enum RefKind {
  REF_NONE,
  REF_CONST,       /* ConstDecl */
  REF_VAR,         /* VarDecl */
  REF_LOCAL,       /* Local */
  REF_FN,          /* FnDecl */
  REF_BUILTIN,     /* Builtin in `builtin` */
  REF_ENUM,        /* EnumDecl: the E of E.member */
  REF_ENUM_MEMBER, /* EnumDecl, number `member` */
  REF_FIELD,       /* FieldDecl */
  REF_TOKEN, /* TokenDecl: top-level or a resource's; the implicit `id` is one too. Like SECRET and STATE_NAME it stands
                alone in a template and has the type TYPE_ERROR: a text that only a run knows. On `t[k]` the INDEX has
                the ref as well */
  REF_STATE_NAME, /* `.state` in a template; the ResourceDecl */
  REF_SECRET      /* SecretDecl */
} RefKind;

/* Words with a meaning only before `(`. min and max with a binder are quantifiers, with two expressions builtins. */
typedef enum Builtin { BUILTIN_SIZE, BUILTIN_FIRST, BUILTIN_LAST, BUILTIN_MIN, BUILTIN_MAX } Builtin;

typedef struct Ref {
  RefKind kind;
  const void *decl;
  int member; /* ENUM_MEMBER: from 0 */
  Builtin builtin;
} Ref;

struct Expr {
  ExprKind kind;
  Span span;
  ExprOp op;
  Span op_span;
  Quantifier quantifier;
  int64_t integer;
  Name name;
  Expr *operand, *index;
  Expr *left, *right, *condition;
  List items;         /* of Expr *: arguments, or elements */
  List binders;       /* of Local * */
  Expr *where, *body; /* QUANTIFIER; may be NULL */
  List states;        /* of Name *: IS */
  Template *string;   /* STRING */
  const char *path;   /* PATH: the text after `$` */
  bool parenthesised; /* written in ( ) */
  int height; /* levels of expressions below and with this one; parser depth + height <= LIMIT_NESTING, so recursion is
                 safe */
  /* checked */
  const Type *type; /* its own type; a consumer that wants another converts (T to T?, T? to T with the error `none`, int
                       to a range with the error `range`, sets, seqs and maps element by element) */
  const Type *common; /* comparisons, `in`, set and seq operators: the type to which both operands are converted first
                         (`in`: the left one, to the element type made wide: a value outside is just not in it) */
  Ref ref;
  uint64_t state_mask; /* IS */
  bool constant;       /* its value is known: `value` (scalars only: bool, int, enum member) */
  int64_t value;
  bool runtime_only;      /* holds a `$`: checked at run time only, ignored by explore */
  signed char needs_hint; /* the checker's own note: 1 it means nothing without what is expected (`none`, `{}`, a bare
                             member), -1 it does */
};
/* Notes on `type`. An operand may be T? where T is used (x.f, m[k], x + 1, not x): its none is then the error `none`.
 * Arithmetic on ranges has the range of its possible results (a: 0..3 gives a + 1 the type 1..4), a literal and a
 * constant the range of itself. A default or a `new` field whose wanted type is a map and whose own type is not (or a
 * map with fewer keys inside): the one value serves every key. sum, min and max without a `:` get a body that names
 * their binder. A token has TYPE_ERROR and `ref`; a token with a key is an INDEX whose operand has the `ref`. */

/* ---------------------------------------------------------------- statements */

typedef enum StmtKind {
  STMT_ASSIGN,  /* target = value */
  STMT_MOVE,    /* target -> state */
  STMT_NEW,     /* new local: R state { fields } */
  STMT_LET,     /* let local = value */
  STMT_IF,      /* condition, then_body, else_body (an `else if` is an else_body of one IF) */
  STMT_FOR,     /* for local where condition { then_body } */
  STMT_UPDATE,  /* add(target, value) and the like: update */
  STMT_CALL,    /* proc(args) */
  STMT_RENEW,   /* renew target (a token) */
  STMT_REQUEST, /* teardown and init only: request (with its respond) */
  STMT_RESPOND, /* in a proc: respond */
  STMT_ERROR
} StmtKind;

typedef enum Update {
  UPDATE_ADD,
  UPDATE_REMOVE,
  UPDATE_APPEND,
  UPDATE_PREPEND,
  UPDATE_DROP_FIRST,
  UPDATE_DROP_LAST
} Update;

typedef struct FieldInit {
  Name name;
  Expr *value; /* `g` alone: a NAME expression of that name */
  /* checked */
  const struct FieldDecl *field;
} FieldInit;

typedef struct Request Request;
typedef struct Respond Respond;

struct Stmt {
  StmtKind kind;
  Span span;
  Expr *target; /* the place: NAME, MEMBER and INDEX nodes */
  Expr *value;
  Name state;                /* MOVE, NEW */
  Local *local;              /* NEW, LET, FOR */
  Name resource;             /* NEW */
  List fields;               /* NEW: of FieldInit * */
  Expr *condition;           /* IF; FOR: its where */
  List then_body, else_body; /* of Stmt * */
  Update update;
  Name proc; /* CALL */
  List args; /* CALL: of Expr * */
  Request *request;
  Respond *respond;
  /* checked */
  int state_index; /* MOVE, NEW: 0 absent, else 1.. */
  const struct ResourceDecl *decl_resource;
  const struct ProcDecl *decl_proc;
};

/* ---------------------------------------------------------------- section 7: templates, requests, responses */

typedef enum TemplateKind {
  TEMPLATE_OBJECT,   /* members: of TemplateMember *; `exactly` */
  TEMPLATE_LIST,     /* items: of Template *; `unordered` */
  TEMPLATE_LIST_FOR, /* [ for binders where condition : item ]; `unordered` */
  TEMPLATE_STRING,   /* parts: of TemplatePart * */
  TEMPLATE_NUMBER,   /* `number`: the spelling of a JSON number that is no 64-bit integer, e.g. 1.5 */
  TEMPLATE_NULL,
  TEMPLATE_ANY, /* any, any string ... */
  TEMPLATE_IF,  /* if condition then item else other: templates in the branches */
  TEMPLATE_EXPR /* an expression; booleans and integers too */
} TemplateKind;

typedef enum AnyKind { ANY_ANY, ANY_STRING, ANY_NUMBER, ANY_BOOL, ANY_OBJECT, ANY_LIST } AnyKind;

/* A run of text, or an expression between braces. */
typedef struct TemplatePart {
  const char *text; /* decoded UTF-8 (escapes done, {{ is {); NULL for an expression */
  size_t length;
  Expr *expr;
  unsigned width;   /* `{hour:02}`: at least that many digits; 0: not said */
  bool zero_padded; /* filled up with zeros, else with spaces */
  Span span;
} TemplatePart;

typedef struct TemplateMember {
  Template *key; /* a STRING */
  Template *value;
} TemplateMember;

struct Template {
  TemplateKind kind;
  Span span;
  List members, items, parts;
  bool exactly, unordered;
  const char *number;
  AnyKind any;
  Expr *expr;
  List binders;
  Expr *condition; /* LIST_FOR's where; IF's condition */
  Template *item, *other;
};

typedef struct Header { /* header "Name" "template", cookie, query member */
  Template *name;
  Template *value;
  Span span;
} Header;

typedef enum BodyKind { BODY_NONE, BODY_JSON, BODY_FORM, BODY_TEXT, BODY_FILE } BodyKind;

/* METHOD "path" body query { } header cookie, or call service.operation { ... }. With `respond` in init, teardown and
 * observe. */
struct Request {
  Span span;
  Name method;                            /* GET POST PUT PATCH DELETE HEAD OPTIONS; empty for `call` */
  Template *path;                         /* a STRING; NULL for `call` */
  Name service, operation;                /* `call` */
  const struct ServiceDecl *decl_service; /* checked */
  BodyKind body_kind;
  Template *body;
  List query, headers, cookies; /* of Header * */
  Respond *respond;
};

struct Respond {
  Span span;
  List statuses;      /* of Expr *: INT, 100..599 */
  BodyKind body_kind; /* NONE where body is NULL */
  Template *body;     /* may be NULL */
  List headers;       /* of Header * */
};

/* What causes an event: at most one of these on an event action. */
typedef struct Receives {
  Span span;
  Name method;
  Template *path, *body;
  BodyKind body_kind; /* NONE where body is NULL */
  List headers;
  int64_t within_ms;                    /* 0: not said */
  Name signed_by;                       /* a secret */
  Template *signature_header;           /* header name after `signed by S header "X"` */
  const struct SecretDecl *decl_secret; /* checked */
} Receives;

/* ---------------------------------------------------------------- bodies */

/* What may stand at the end: `ensure`s, `returns`, `respond`. */
typedef struct Tail {
  List ensures; /* of Expr * */
  Expr *returns;
  Respond *respond;
} Tail;

typedef struct Outcome {
  Name name;
  Span span;
  bool may;
  List whens; /* of Expr * */
  bool has_block;
  List statements; /* of Stmt * */
  Tail tail;
} Outcome;

typedef struct Otherwise {
  Span span;
  Name name; /* text "refused" where not named */
  Tail tail;
} Otherwise;

typedef struct Body {
  Span span;
  List whens; /* of Expr * */
  Request *request;
  Receives *receives;
  int64_t wait_ms; /* `wait 16 min`; 0: none */
  Span wait_span;
  List statements; /* of Stmt *; empty where there are outcomes */
  List outcomes;   /* of Outcome * */
  Tail tail;
  Otherwise *otherwise; /* or NULL */
} Body;

/* ---------------------------------------------------------------- declarations */

typedef enum DeclKind {
  DECL_CONST,
  DECL_TYPE,
  DECL_ENUM,
  DECL_RESOURCE,
  DECL_VAR,
  DECL_FN,
  DECL_PROC,
  DECL_INIT,
  DECL_ACTION,
  DECL_INVARIANT,
  DECL_STEP_INVARIANT,
  DECL_REACH,
  DECL_ALWAYS_REACH,
  DECL_FINAL,
  DECL_VIEW,
  DECL_OBSERVE,
  DECL_TEARDOWN,
  DECL_SECRET,
  DECL_TOKEN,
  DECL_SERVICE,
  DECL_EVERY_REQUEST
} DeclKind;

/* The head that each declaration begins with, so that a Decl * can be cast to it by its kind. */
typedef struct Decl {
  DeclKind kind;
  Span span; /* the whole declaration */
  Span head; /* its first line's words, for a caret: `invariant no_two_confirmed_overlap` */
  Name name; /* may be empty: init, final, teardown, every request */
  bool used; /* checked */
  int index; /* checked: its number among those of its kind, in the order written */
} Decl;

typedef struct ConstDecl {
  Decl decl;
  Expr *value;
  bool overridden; /* checked: by -D */
  const Type *type;
  int64_t folded;
} ConstDecl;

typedef struct TypeDecl {
  Decl decl;
  bool interchangeable;
  TypeExpr *type_expr;
  const Type *type; /* checked */
} TypeDecl;

typedef struct MemberDecl { /* an enum member, or a state of a resource */
  Name name;
  Template *wire; /* the value that a test sends (a STRING without braces, or an integer EXPR), or NULL: its name */
} MemberDecl;

typedef struct EnumDecl {
  Decl decl;
  bool interchangeable;
  List members;     /* of MemberDecl * */
  const Type *type; /* checked */
} EnumDecl;

typedef struct FieldDecl {
  Name name;
  Span span;
  TypeExpr *type_expr;
  Expr *value;      /* its default, or NULL: must be given at `new` */
  const Type *type; /* checked */
  int index;        /* checked: from 0 */
} FieldDecl;

typedef struct TokenDecl { /* `token etag` in a resource, `token session`, `token t[K]`; the implicit `id` of each
                              resource */
  Decl decl;
  TypeExpr *key;                       /* token t[K], or NULL */
  Template *unique;                    /* `= unique "key-{n}"`: made by the runner; n counts. Or NULL */
  const struct ResourceDecl *resource; /* checked: whose it is, or NULL at top level */
  const Type *key_type;                /* checked */
} TokenDecl;

typedef struct ResourceDecl {
  Decl decl;
  Expr *size;
  List states;      /* of MemberDecl *; state number i + 1 */
  List fields;      /* of FieldDecl * */
  List tokens;      /* of TokenDecl *: the declared ones; checked: `id` is put first */
  uint32_t slots;   /* checked */
  const Type *type; /* checked */
} ResourceDecl;

typedef struct VarDecl {
  Decl decl;
  TypeExpr *type_expr;
  Expr *value;      /* or NULL: the lowest value, false, the first member, none, empty */
  const Type *type; /* checked */
} VarDecl;

typedef struct FnDecl {
  Decl decl;
  List params; /* of Local * */
  TypeExpr *result;
  Expr *body;
  const Type *type; /* checked: of the result */
  bool reads_state; /* checked: it, or one that it calls, looks at a var or a slot */
  List calls;       /* checked: of FnDecl *: those it calls, each place once */
} FnDecl;

typedef struct ProcDecl {
  Decl decl;
  List params;
  List statements;
  List calls; /* checked: of ProcDecl *: those it calls, each place once */
} ProcDecl;

typedef struct InitDecl {
  Decl decl; /* name empty for the unnamed one */
  List params;
  List whens;      /* drop the start */
  List statements; /* its request, where it has one, is in `request` */
  Request *request;
} InitDecl;

typedef enum ActionKind { ACTION_API, ACTION_MANUAL, ACTION_EVENT } ActionKind;

typedef struct ActionDecl {
  Decl decl;
  ActionKind action_kind;
  List params;
  Template *text; /* "what it does", a STRING, or NULL */
  bool has_body;
  Body body;
  const Type *returns; /* checked: what its outcomes return, joined; NULL where none does */
} ActionDecl;

typedef struct ContractDecl { /* invariant, step invariant, reach, always reach, final */
  Decl decl;
  Template *message; /* a STRING without braces, or NULL */
  List on;           /* STEP_INVARIANT: of Name *: actions; empty: all */
  Expr *expr;
  List on_actions; /* checked: of ActionDecl * */
} ContractDecl;

typedef struct ViewDecl {
  Decl decl;
  List exprs; /* of Expr * */
} ViewDecl;

typedef enum Paging { PAGING_NONE, PAGING_HEADER, PAGING_CURSOR, PAGING_OFFSET } Paging;
typedef enum ObserveWhen { OBSERVE_EACH_STEP, OBSERVE_EACH_N_STEPS, OBSERVE_AT_END } ObserveWhen;

typedef struct ObserveDecl {
  Decl decl;
  Expr *expr;
  Request *request; /* or NULL: a C interface */
  Paging paging;
  Template *paged_by;
  ObserveWhen when;
  int64_t every_steps;
  int64_t within_ms; /* 0: not said */
} ObserveDecl;

typedef struct TeardownDecl {
  Decl decl;
  List statements;
  List ensures; /* of Expr * */
} TeardownDecl;

typedef struct SecretDecl {
  Decl decl;
} SecretDecl;

typedef struct ServiceDecl {
  Decl decl;
  Template *path; /* names an OpenAPI document */
} ServiceDecl;

typedef struct EveryRequestDecl { /* every request header "..." "...", query, cookie */
  Decl decl;
  List headers, query, cookies; /* of Header * */
} EveryRequestDecl;

typedef struct Model {
  Name name;
  const Source *source;
  List decls; /* of Decl *, in the order written */
  /* the same by kind, each of its own struct */
  List consts, types, enums, resources, vars, fns, procs, inits, actions;
  List invariants, step_invariants, reaches, always_reaches, finals; /* of ContractDecl * */
  List contracts; /* of ContractDecl *: all of those but finals, in the order written */
  List views, observes, teardowns, secrets, tokens, services, every_requests;
} Model;

void list_add(Arena *arena, List *list, void *item);
#define LIST_GET(list, Type, i) ((Type *)(list).items[i])

const char *quantifier_word(Quantifier quantifier); /* "forall", ... */
const char *expr_op_word(ExprOp op);                /* "<=>", ... */
