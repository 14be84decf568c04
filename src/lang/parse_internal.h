/* What the files of the parser share: its context, the token window, and the entry of each grammar level. Not for other
 * files. Ownership: a Parser lives for one parse_model or parse_expression call; all that it makes goes into the arena.
 */
#pragma once

#include <glib.h>

#include "lang/lexer.h"
#include "lang/parse.h"

enum { PARSE_WINDOW = 4 };

typedef struct Parser {
  Arena *arena;
  Names *names;
  const Source *source;
  Diags *diags;
  Lexer lexer;
  Token window[PARSE_WINDOW]; /* the next tokens; window[0] is the current one */
  int window_count;
  Span previous;        /* the token that was taken last */
  unsigned depth;       /* how deep the recursion stands; at most LIMIT_NESTING */
  bool stopped;         /* nested too deeply: everything reads as the end of the file, no more faults are told */
  bool expression_only; /* no statement can follow: a word after a type is a state */
  unsigned strings;     /* how many strings are open */
  unsigned told;        /* how many faults */
  unsigned broken_seen; /* lexer.broken at the last fault: what a string without end spoils is told once */
  bool any_error;
  uint32_t last_error;   /* where the last fault was told: one place, one fault */
  GHashTable *resources; /* spelling -> GHashTable: set of its states; aliases too (parse_scan.c) */
  Model *model;
} Parser;

/* Where a list of statements stands: decides what may stand in it besides the plain ones. */
typedef enum StmtPlace { IN_ACTION, IN_OUTCOME, IN_PROC, IN_INIT, IN_TEARDOWN } StmtPlace;

/* Binding strength, lowest first. */
typedef enum Level {
  LEVEL_IFF = 1,
  LEVEL_IMPLIES,
  LEVEL_OR,
  LEVEL_AND,
  LEVEL_NOT,
  LEVEL_COMPARE,
  LEVEL_ADD,
  LEVEL_MULTIPLY,
  LEVEL_UNARY
} Level;

/* parse_token.c: the window */
const Token *parse_peek(Parser *parser, int ahead);
TokenKind parse_kind(Parser *parser);
bool parse_at(Parser *parser, TokenKind kind);
bool parse_at_word(Parser *parser, int ahead, const char *word); /* a contextual word: a NAME so spelt */
Token parse_take(Parser *parser);
bool parse_accept(Parser *parser, TokenKind kind);
bool parse_accept_word(Parser *parser, const char *word);
bool parse_expect(Parser *parser, TokenKind kind, const char *where);          /* "after the parameters" */
bool parse_close(Parser *parser, TokenKind kind, Span open, const char *what); /* the closing bracket */
Name parse_name(Parser *parser, const char *what);                             /* "the name of a field" */
Span parse_span_from(const Parser *parser, Span start);                        /* from there to the last token taken */
bool parse_starts_line(Parser *parser, const Token *token);                    /* at column 1 */
bool parse_enter(Parser *parser); /* one level deeper; false: too deep, and told */
void parse_leave(Parser *parser);
void parse_too_deep(Parser *parser, Span span);
void parse_stop(Parser *parser); /* what is left is not read, and nothing more is told */
Name *parse_keep_name(Parser *parser, Name name);

/* parse_fault.c: telling faults and getting over them. The Diag is NULL where one was told at this place before. */
Diag *parse_fault(Parser *parser, DiagCode code, Span span, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void parse_help(Diag *diag, const char *format, ...) __attribute__((format(printf, 2, 3)));
void parse_label(Diag *diag, Span span, const char *format, ...) __attribute__((format(printf, 3, 4)));
Diag *parse_unexpected(Parser *parser, const char *wanted, const char *where);
const char *parse_found(Parser *parser, const Token *token); /* "`foo`", "the end of the file" */
bool parse_at_declaration(Parser *parser);
void parse_skip_to_declaration(Parser *parser);
void parse_skip_statement(Parser *parser);
void parse_skip_item(Parser *parser, TokenKind close); /* to the next `,` or the `close` of the list */

/* parse_scan.c */
void parse_scan_resources(Parser *parser);
bool parse_is_state(Parser *parser, const char *resource, const char *word);
bool parse_is_resource(Parser *parser, const char *name);

/* parse_type.c */
TypeExpr *parse_type(Parser *parser);
List parse_parameters(Parser *parser, bool may_move); /* `(` ... `)` */
bool parse_at_binder(Parser *parser, int ahead);      /* NAME `:` or NAME `in` */
Local *parse_binder(Parser *parser, bool before_block);
void parse_binders(Parser *parser, List *binders);
List parse_state_list(Parser *parser); /* a|b|c */

/* parse_expr.c, parse_primary.c */
Expr *parse_expr(Parser *parser);
Expr *parse_level(Parser *parser, Level lowest);
Expr *parse_operand(Parser *parser, Level lowest);
Expr *parse_place(Parser *parser); /* what may stand left of `=` and `->`: a name with `.x` and `[k]` */
Expr *parse_postfix_on(Parser *parser, Expr *expr, Span start);
Expr *parse_new_expr(Parser *parser, ExprKind kind, Span span);
Expr *parse_finish_expr(Parser *parser, Expr *expr); /* counts its height; an error node where that is too much */
void parse_expr_list(Parser *parser, List *items, TokenKind close);

/* parse_template.c */
Template *parse_template(Parser *parser);
Template *parse_string(Parser *parser);       /* at its quote: with expressions */
Template *parse_plain_string(Parser *parser); /* messages and values: an expression in it is a fault */
void parse_object_members(Parser *parser, List *members, const char *what);

/* parse_request.c */
bool parse_at_request(Parser *parser);
Request *parse_request(Parser *parser, bool with_respond);
bool parse_at_respond(Parser *parser);
Respond *parse_respond(Parser *parser);
Receives *parse_receives(Parser *parser);
int64_t parse_duration(Parser *parser); /* INT UNIT, in ms */
bool parse_request_options(Parser *parser, List *query, List *headers,
                           List *cookies); /* one of them; false where there is none */

/* parse_stmt.c, parse_update.c */
bool parse_at_statement_word(Parser *parser,
                             const char *word); /* a contextual word that begins a statement, no place */
Stmt *parse_statement(Parser *parser, StmtPlace place);
bool parse_at_block_end(Parser *parser);                             /* `}`, or what shows that it is missing */
void parse_block(Parser *parser, List *statements, StmtPlace place); /* `{` statements `}` */
Stmt *parse_new_stmt(Parser *parser, StmtKind kind, Span span);

/* parse_slip.c: habits from other languages */
void parse_slip_after(Parser *parser, Diag *diag);       /* at what cannot follow an expression or type */
bool parse_slip_declaration(Parser *parser, Diag *diag); /* at what begins no declaration; true where it knew */
bool parse_slip_statement(Parser *parser);               /* tells a fault of its own; true where it knew */
void parse_slip_states(Parser *parser, Local *local);    /* behind a parameter's states: `,` and `or` for `|` */

/* parse_body.c */
void parse_body(Parser *parser, Body *body); /* at its `{` */
void parse_body_of_init(Parser *parser, InitDecl *init);
void parse_body_of_teardown(Parser *parser, TeardownDecl *teardown);

/* parse_decl.c, parse_contract.c, parse_resource.c */
void parse_declaration(Parser *parser);
void parse_add_decl(Parser *parser, void *decl, List *list);
void *parse_begin_decl(Parser *parser, size_t size, DeclKind kind, Span start);
ResourceDecl *parse_resource(Parser *parser, Span start);
EnumDecl *parse_enum(Parser *parser, Span start);
TokenDecl *parse_token_decl(Parser *parser, Span start);
MemberDecl *parse_member(Parser *parser, const char *what);
bool parse_contract_declaration(
    Parser *parser); /* invariant, step invariant, reach, always reach, final; false where it is none of them */
bool parse_outside_declaration(
    Parser *parser); /* view, observe, teardown, secret, token, service, every request; likewise */
#define PARSE_BEGIN(parser, Type, kind, start) ((Type *)parse_begin_decl((parser), sizeof(Type), (kind), (start)))
