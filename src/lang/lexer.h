/* The lexer: text to tokens, one at a time. A string comes as several: its opening quote, runs of text, `{` expression
 * tokens `}`, and its closing quote, so that the expressions in it are read by the one expression parser, with their
 * own places. Ownership: a Lexer owns its stack (lexer_clear frees it) and borrows everything else. */
#pragma once

#include "base/diag.h"
#include "base/names.h"

typedef enum TokenKind {
#define TOKEN(name, title) TOKEN_##name,
#define WORD(name, spelling) TOKEN_##name,
#include "lang/token.def"
#undef TOKEN
#undef WORD
  TOKEN_COUNT
} TokenKind;

typedef struct Token {
  TokenKind kind;
  Span span;
  bool too_large;     /* INT: more than 2^63 */
  const char *name;   /* NAME and reserved words: interned */
  uint64_t magnitude; /* INT: at most 2^63 */
} Token;

typedef struct Lexer {
  const Source *source;
  const char *text;
  uint32_t length;
  uint32_t at;
  Names *names;
  Diags *diags;    /* NULL: faults are not told (a pre-scan) */
  unsigned told;   /* how many faults */
  unsigned broken; /* how many strings, comments and paths were not closed: each spoils what follows */
  bool in_string;
  uint32_t string_start;
  bool cut;            /* a string ended with its line in the midst of an expression: an empty TOKEN_ERROR comes next */
  GArray *open_braces; /* of unsigned: for each `{` of a string that is open, how many braces are open within it */
} Lexer;

/* Starts at the beginning of `source`, after a byte order mark. */
void lexer_init(Lexer *lexer, const Source *source, Names *names, Diags *diags);
void lexer_clear(Lexer *lexer);

/* The next token; at the end TOKEN_EOF, for ever. */
Token lexer_next(Lexer *lexer);

/* What stands against the text as a whole: empty, not UTF-8, zero bytes, control characters. False where it is not
 * worth reading on. */
bool lexer_check_text(const Source *source, Diags *diags);

const char *lexer_token_title(TokenKind kind); /* "`{`", "a name", "`when`" */
bool lexer_token_is_word(TokenKind kind);      /* a reserved word */
