/* Telling what is wrong and getting over it. One place is told one fault, so that one slip is told once; after a fault
 * the parser skips to where a declaration, a statement or an item of a list is likely to begin again. A declaration's
 * word at the start of a line ends every skipping, however many brackets are open: people indent what is inside. */
#include <stdarg.h>
#include <string.h>

#include "base/limits.h"
#include "lang/parse_internal.h"

enum { MOST_TOLD = 10 * LIMIT_DIAGNOSTICS }; /* more is no model; they are counted as left out */

Diag *parse_fault(Parser *parser, DiagCode code, Span span, const char *format, ...) {
  uint32_t at = parse_peek(parser, 0)->span.start;
  if (parser->stopped || (parser->any_error && parser->last_error == at)) {
    return NULL;
  }
  parser->any_error = true;
  parser->last_error = at;
  if (parser->lexer.broken != parser->broken_seen) {
    parser->broken_seen = parser->lexer.broken;
    return NULL;
  }
  if (++parser->told > MOST_TOLD) {
    parse_stop(parser);
    return NULL;
  }
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *message = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  return diags_add(parser->diags, code, span, "%s", message);
}

void parse_help(Diag *diag, const char *format, ...) {
  if (diag == NULL) {
    return;
  }
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *text = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  diag_help(diag, "%s", text);
}

void parse_label(Diag *diag, Span span, const char *format, ...) {
  if (diag == NULL) {
    return;
  }
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *text = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  diag_label(diag, span, "%s", text);
}

const char *parse_found(Parser *parser, const Token *token) {
  if (token->name != NULL) {
    return arena_printf(parser->arena, "`%s`", token->name);
  }
  if (token->kind == TOKEN_INT || token->kind == TOKEN_NUMBER || token->kind == TOKEN_PATH) {
    int length = (int)MIN(token->span.end - token->span.start, 40u);
    return arena_printf(parser->arena, "`%.*s`", length, parser->lexer.text + token->span.start);
  }
  return lexer_token_title(token->kind);
}

Diag *parse_unexpected(Parser *parser, const char *wanted, const char *where) {
  const Token *token = parse_peek(parser, 0);
  if (token->kind == TOKEN_ERROR) { /* the lexer has told it */
    parser->any_error = true;
    parser->last_error = token->span.start;
    return NULL;
  }
  return parse_fault(parser, DIAG_0011, token->span, "expected %s%s%s, found %s", wanted, where[0] == '\0' ? "" : " ",
                     where, parse_found(parser, token));
}

typedef struct DeclarationWord {
  const char *word;
  const char *next; /* the word that must follow; "" a name; "{" a brace or a name; "*" anything that a place cannot go
                       on with */
} DeclarationWord;

static const DeclarationWord declaration_words[] = {
    {"model", ""},
    {"invariant", ""},
    {"step", "invariant"},
    {"always", "reach"},
    {"reach", ""},
    {"view", ""},
    {"observe", ""},
    {"teardown", "{"},
    {"init", "{"},
    {"secret", ""},
    {"token", ""},
    {"service", ""},
    {"final", "*"},
    {"every", "request"},
    {"manual", "action"},
    {"event", "action"},
    {"interchangeable", "type"},
    {"interchangeable", "enum"},
};

static bool word_follows(Parser *parser, const char *next) {
  const Token *token = parse_peek(parser, 1);
  if (next[0] == '*') {
    TokenKind kind = token->kind;
    return parse_starts_line(parser, parse_peek(parser, 0)) && kind != TOKEN_ASSIGN && kind != TOKEN_DOT &&
           kind != TOKEN_LBRACKET && kind != TOKEN_ARROW && kind != TOKEN_EOF;
  }
  if (next[0] == '\0') {
    return token->kind == TOKEN_NAME ||
           (lexer_token_is_word(token->kind) && parse_peek(parser, 2)->kind == TOKEN_COLON);
  }
  if (next[0] == '{') {
    return token->kind == TOKEN_LBRACE || token->kind == TOKEN_NAME ||
           (token->kind == TOKEN_LPAREN && parse_starts_line(parser, parse_peek(parser, 0)));
  }
  return token->name != NULL && strcmp(token->name, next) == 0;
}

bool parse_at_declaration(Parser *parser) {
  const Token *token = parse_peek(parser, 0);
  switch (token->kind) {
  case TOKEN_CONST:
  case TOKEN_TYPE:
  case TOKEN_ENUM:
  case TOKEN_RESOURCE:
  case TOKEN_VAR:
  case TOKEN_FN:
  case TOKEN_PROC:
  case TOKEN_ACTION:
    return true;
  case TOKEN_NAME:
    for (size_t i = 0; i < G_N_ELEMENTS(declaration_words); i++) {
      if (token->name[0] == declaration_words[i].word[0] && strcmp(token->name, declaration_words[i].word) == 0 &&
          word_follows(parser, declaration_words[i].next)) {
        return true;
      }
    }
    return false;
  default:
    return false;
  }
}

static int bracket_step(TokenKind kind) {
  switch (kind) {
  case TOKEN_LPAREN:
  case TOKEN_LBRACKET:
  case TOKEN_LBRACE:
  case TOKEN_BRACE_OPEN:
    return 1;
  case TOKEN_RPAREN:
  case TOKEN_RBRACKET:
  case TOKEN_RBRACE:
  case TOKEN_BRACE_CLOSE:
    return -1;
  default:
    return 0;
  }
}

void parse_skip_to_declaration(Parser *parser) {
  unsigned open = 0;
  while (!parse_at(parser, TOKEN_EOF)) {
    bool at_start = parse_starts_line(parser, parse_peek(parser, 0));
    if ((open == 0 || at_start) && parse_at_declaration(parser)) {
      return;
    }
    int step = bracket_step(parse_take(parser).kind);
    open = step > 0 ? open + 1 : step < 0 && open > 0 ? open - 1 : open;
  }
}

static bool begins_line(Parser *parser, const Token *token) {
  const char *text = parser->lexer.text;
  uint32_t at = token->span.start;
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t')) {
    at--;
  }
  return at == 0 || text[at - 1] == '\n' || text[at - 1] == '\r';
}

void parse_skip_statement(Parser *parser) {
  unsigned open = 0;
  bool first = true;
  while (!parse_at(parser, TOKEN_EOF)) {
    const Token *token = parse_peek(parser, 0);
    if (parse_starts_line(parser, token) && parse_at_declaration(parser)) {
      return;
    }
    if (open == 0 &&
        (token->kind == TOKEN_RBRACE || token->kind == TOKEN_SEMICOLON ||
         (!first && (begins_line(parser, token) || token->kind == TOKEN_OUTCOME || token->kind == TOKEN_MAY ||
                     token->kind == TOKEN_ENSURE || token->kind == TOKEN_OTHERWISE)))) {
      return;
    }
    int step = bracket_step(parse_take(parser).kind);
    open = step > 0 ? open + 1 : step < 0 && open > 0 ? open - 1 : open;
    first = false;
  }
}

void parse_skip_item(Parser *parser, TokenKind close) {
  unsigned open = 0;
  while (!parse_at(parser, TOKEN_EOF)) {
    const Token *token = parse_peek(parser, 0);
    if (parse_starts_line(parser, token) && parse_at_declaration(parser)) {
      return;
    }
    int step = bracket_step(token->kind);
    if (open == 0 && (token->kind == TOKEN_COMMA || token->kind == close || step < 0)) {
      return;
    }
    parse_take(parser);
    open = step > 0 ? open + 1 : step < 0 && open > 0 ? open - 1 : open;
  }
}
