/* The parser's window on the tokens: looking ahead by up to four, taking, expecting, and counting how deep the
 * recursion stands. Four are enough for every choice of the grammar; a tree of tokens is never kept, so that memory
 * goes to the syntax tree alone. */
#include <string.h>

#include "base/limits.h"
#include "lang/parse_internal.h"

const Token *parse_peek(Parser *parser, int ahead) {
  g_assert(ahead < PARSE_WINDOW);
  while (parser->window_count <= ahead) {
    parser->window[parser->window_count++] = lexer_next(&parser->lexer);
  }
  return &parser->window[ahead];
}

TokenKind parse_kind(Parser *parser) {
  return parse_peek(parser, 0)->kind;
}

bool parse_at(Parser *parser, TokenKind kind) {
  return parse_peek(parser, 0)->kind == kind;
}

bool parse_at_word(Parser *parser, int ahead, const char *word) {
  const Token *token = parse_peek(parser, ahead);
  return token->kind == TOKEN_NAME && strcmp(token->name, word) == 0;
}

Token parse_take(Parser *parser) {
  Token token = *parse_peek(parser, 0);
  if (token.kind != TOKEN_EOF) {
    parser->previous = token.span;
    parser->window_count--;
    memmove(parser->window, parser->window + 1, sizeof(Token) * (size_t)parser->window_count);
  }
  return token;
}

bool parse_accept(Parser *parser, TokenKind kind) {
  if (!parse_at(parser, kind)) {
    return false;
  }
  parse_take(parser);
  return true;
}

bool parse_accept_word(Parser *parser, const char *word) {
  if (!parse_at_word(parser, 0, word)) {
    return false;
  }
  parse_take(parser);
  return true;
}

bool parse_expect(Parser *parser, TokenKind kind, const char *where) {
  if (parse_accept(parser, kind)) {
    return true;
  }
  parse_unexpected(parser, lexer_token_title(kind), where);
  return false;
}

bool parse_close(Parser *parser, TokenKind kind, Span open, const char *what) {
  if (parse_accept(parser, kind)) {
    return true;
  }
  const Token *token = parse_peek(parser, 0);
  const char *title = lexer_token_title(kind);
  if (token->kind == TOKEN_EOF || parse_at_declaration(parser)) {
    Diag *diag = parse_fault(parser, DIAG_0012, open, "this %s is never closed: %s is missing", what, title);
    if (token->kind != TOKEN_EOF) {
      parse_label(diag, token->span, "a declaration begins here, so it should be closed before");
    }
    parser->last_error = token->span.start;
    return false;
  }
  Diag *diag = parse_unexpected(parser, title, "");
  parse_label(diag, open, "%s is to close this", title);
  return false;
}

Name parse_name(Parser *parser, const char *what) {
  const Token *token = parse_peek(parser, 0);
  if (token->kind == TOKEN_NAME) {
    Token taken = parse_take(parser);
    return (Name){taken.name, taken.span};
  }
  if (lexer_token_is_word(token->kind) && !(parse_starts_line(parser, token) && parse_at_declaration(parser))) {
    Diag *diag = parse_fault(parser, DIAG_0014, token->span, "`%s` is a word of the language and cannot be %s",
                             token->name, what);
    parse_help(diag, "choose another name, for example `%s_`", token->name);
    Token taken = parse_take(parser);
    return (Name){taken.name, taken.span};
  }
  parse_unexpected(parser, what, "");
  return (Name){NULL, token->span};
}

Name *parse_keep_name(Parser *parser, Name name) {
  Name *kept = ARENA_NEW(parser->arena, Name);
  *kept = name;
  return kept;
}

Span parse_span_from(const Parser *parser, Span start) {
  return parser->previous.end > start.start ? (Span){start.start, parser->previous.end} : start;
}

bool parse_starts_line(Parser *parser, const Token *token) {
  uint32_t at = token->span.start;
  return at == 0 || parser->lexer.text[at - 1] == '\n' || parser->lexer.text[at - 1] == '\r';
}

/* From here on the lexer stands at the end. */
void parse_stop(Parser *parser) {
  uint32_t at = parse_peek(parser, 0)->span.start;
  parser->stopped = true;
  parser->lexer.at = parser->lexer.length;
  parser->lexer.in_string = parser->lexer.cut = false;
  g_array_set_size(parser->lexer.open_braces, 0);
  parser->window[0] = (Token){.kind = TOKEN_EOF, .span = {at, at}};
  parser->window_count = 1;
}

void parse_too_deep(Parser *parser, Span span) {
  if (parser->stopped) {
    return;
  }
  Diag *diag = parse_fault(parser, DIAG_0016, span, "nested too deeply: more than %d levels", LIMIT_NESTING);
  parse_help(diag, "split it up, for example with `fn`, `proc` or `let`");
  parse_stop(parser);
}

bool parse_enter(Parser *parser) {
  if (parser->depth >= LIMIT_NESTING) {
    parse_too_deep(parser, parse_peek(parser, 0)->span);
    return false;
  }
  parser->depth++;
  return true;
}

void parse_leave(Parser *parser) {
  parser->depth--;
}
