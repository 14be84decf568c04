/* Takes a source and gives its tokens. Strings are not one token: the lexer keeps a stack of the braces that are open
 * in strings, and so knows at each `}` and `"` whether it goes on with an expression or with text. That way nested
 * strings cost one pass over the text however deep they nest, and every token has its true place. A string and what
 * stands in its braces end with their line, so that a quote that was forgotten spoils one line and no more. */
#include "lang/lexer.h"

#include <string.h>

#include "base/limits.h"

enum { MOST_TOLD = 10 * LIMIT_DIAGNOSTICS };

typedef struct TokenInfo {
  const char *title;
  const char *word; /* NULL for what is no reserved word */
} TokenInfo;

static const TokenInfo token_infos[TOKEN_COUNT] = {
#define TOKEN(name, title) [TOKEN_##name] = {title, NULL},
#define WORD(name, spelling) [TOKEN_##name] = {"`" spelling "`", spelling},
#include "lang/token.def"
#undef TOKEN
#undef WORD
};

typedef struct Punctuation {
  char text[4];
  TokenKind kind;
} Punctuation;

/* The longer ones first. */
static const Punctuation punctuations[] = {
    {"<=>", TOKEN_IFF},    {"==", TOKEN_EQ},        {"!=", TOKEN_NE},       {"<=", TOKEN_LE},
    {">=", TOKEN_GE},      {"->", TOKEN_ARROW},     {"=>", TOKEN_IMPLIES},  {"..", TOKEN_DOTS},
    {"&&", TOKEN_AMP_AMP}, {"||", TOKEN_PIPE_PIPE}, {"(", TOKEN_LPAREN},    {")", TOKEN_RPAREN},
    {"[", TOKEN_LBRACKET}, {"]", TOKEN_RBRACKET},   {"{", TOKEN_LBRACE},    {"}", TOKEN_RBRACE},
    {",", TOKEN_COMMA},    {":", TOKEN_COLON},      {";", TOKEN_SEMICOLON}, {".", TOKEN_DOT},
    {"?", TOKEN_QUESTION}, {"=", TOKEN_ASSIGN},     {"<", TOKEN_LT},        {">", TOKEN_GT},
    {"+", TOKEN_PLUS},     {"-", TOKEN_MINUS},      {"*", TOKEN_STAR},      {"/", TOKEN_SLASH},
    {"%", TOKEN_PERCENT},  {"&", TOKEN_AMP},        {"|", TOKEN_PIPE},      {"!", TOKEN_BANG},
};

const char *lexer_token_title(TokenKind kind) {
  return token_infos[kind].title;
}

bool lexer_token_is_word(TokenKind kind) {
  return token_infos[kind].word != NULL;
}

void lexer_init(Lexer *lexer, const Source *source, Names *names, Diags *diags) {
  *lexer = (Lexer){.source = source,
                   .text = source_text(source),
                   .length = (uint32_t)source_length(source),
                   .names = names,
                   .diags = diags,
                   .open_braces = g_array_new(FALSE, FALSE, sizeof(unsigned))};
  if (lexer->length >= 3 && memcmp(lexer->text, "\xEF\xBB\xBF", 3) == 0) {
    lexer->at = 3;
  }
}

void lexer_clear(Lexer *lexer) {
  g_clear_pointer(&lexer->open_braces, g_array_unref);
}

static char char_at(const Lexer *lexer, uint32_t at) {
  return at < lexer->length ? lexer->text[at] : '\0';
}

static bool is_name_start(char c) {
  return g_ascii_isalpha(c) || c == '_';
}

static bool is_name_char(char c) {
  return g_ascii_isalnum(c) || c == '_';
}

static bool is_line_end(char c) {
  return c == '\n' || c == '\r';
}

/* What the check of the whole text has told already, or what is plain space. */
static bool is_space(char c) {
  unsigned char byte = (unsigned char)c;
  return byte <= 0x20 || byte == 0x7F;
}

static Token make_token(const Lexer *lexer, TokenKind kind, uint32_t start) {
  return (Token){.kind = kind, .span = {start, lexer->at}};
}

/* Past some faults it is enough: a text that is no model would cost a diagnostic for each letter. */
static bool tells(Lexer *lexer) {
  return lexer->diags != NULL && lexer->told++ < MOST_TOLD;
}

/* A string, or an expression in one, that its line's end cuts off: all that is open is given up. */
static void cut_string(Lexer *lexer) {
  if (tells(lexer)) {
    Span quote = {lexer->string_start, lexer->string_start + 1};
    Diag *diag = diags_add(lexer->diags, DIAG_0005, quote, "a string that begins here is not closed on its line");
    diag_help(diag, lexer->in_string ? "put a `\"` at its end; a line break in it is written `\\n`"
                                     : "close its `{` with `}`, or write `{{` for a brace");
  }
  lexer->broken++;
  lexer->cut = lexer->open_braces->len > 0;
  lexer->in_string = false;
  g_array_set_size(lexer->open_braces, 0);
}

static void skip_block_comment(Lexer *lexer) {
  uint32_t start = lexer->at;
  for (uint32_t at = start + 2; at + 1 < lexer->length; at++) {
    if (lexer->text[at] == '*' && lexer->text[at + 1] == '/') {
      lexer->at = at + 2;
      return;
    }
  }
  lexer->at = lexer->length;
  lexer->broken++;
  if (tells(lexer)) {
    Diag *diag =
        diags_add(lexer->diags, DIAG_0004, (Span){start, start + 2}, "a comment that begins here is never closed");
    diag_help(diag, "put `*/` at its end; comments do not nest");
  }
}

static void skip_line(Lexer *lexer) {
  while (lexer->at < lexer->length && !is_line_end(lexer->text[lexer->at])) {
    lexer->at++;
  }
}

static void skip_space(Lexer *lexer) {
  while (lexer->at < lexer->length) {
    char c = lexer->text[lexer->at];
    if (is_line_end(c) && lexer->open_braces->len > 0) {
      cut_string(lexer);
    }
    if (is_space(c)) {
      lexer->at++;
    } else if (c == '/' && char_at(lexer, lexer->at + 1) == '/') {
      skip_line(lexer);
    } else if (c == '/' && char_at(lexer, lexer->at + 1) == '*') {
      skip_block_comment(lexer);
    } else {
      return;
    }
  }
  if (lexer->open_braces->len > 0) {
    cut_string(lexer);
  }
}

/* NAME := [A-Za-z_][A-Za-z0-9_]* */
static Token next_name(Lexer *lexer) {
  uint32_t start = lexer->at;
  while (is_name_char(char_at(lexer, lexer->at))) {
    lexer->at++;
  }
  uint32_t length = lexer->at - start;
  const char *text = lexer->text + start;
  Token token = make_token(lexer, TOKEN_NAME, start);
  if (length > LIMIT_NAME_BYTES) {
    if (tells(lexer)) {
      diags_add(lexer->diags, DIAG_0008, token.span, "a name of %u letters; at most %d are allowed", length,
                LIMIT_NAME_BYTES);
    }
    length = LIMIT_NAME_BYTES;
  }
  for (int kind = TOKEN_CONST; kind < TOKEN_COUNT; kind++) {
    const char *word = token_infos[kind].word;
    if (word[0] == text[0] && strncmp(word, text, length) == 0 && word[length] == '\0') {
      token.kind = (TokenKind)kind;
    }
  }
  token.name = names_intern(lexer->names, text, length);
  return token;
}

static void skip_digits(Lexer *lexer) {
  while (g_ascii_isdigit(char_at(lexer, lexer->at))) {
    lexer->at++;
  }
}

/* INT := [0-9]+    NUMBER := [0-9]+ ( . [0-9]+ )? ( [eE] [+-]? [0-9]+ )? with at least one of the two parts */
static Token next_number(Lexer *lexer) {
  const uint64_t most = (uint64_t)1 << 63;
  uint32_t start = lexer->at;
  TokenKind kind = TOKEN_INT;
  skip_digits(lexer);
  uint32_t whole_end = lexer->at;
  if (char_at(lexer, lexer->at) == '.' && g_ascii_isdigit(char_at(lexer, lexer->at + 1))) {
    kind = TOKEN_NUMBER;
    lexer->at++;
    skip_digits(lexer);
  }
  if (g_ascii_tolower(char_at(lexer, lexer->at)) == 'e') {
    char sign = char_at(lexer, lexer->at + 1);
    uint32_t digits = lexer->at + (sign == '+' || sign == '-' ? 2 : 1);
    if (g_ascii_isdigit(char_at(lexer, digits))) {
      kind = TOKEN_NUMBER;
      lexer->at = digits;
      skip_digits(lexer);
    }
  }
  Token token = make_token(lexer, kind, start);
  for (uint32_t i = start; i < whole_end && !token.too_large; i++) {
    uint64_t digit = (uint64_t)(lexer->text[i] - '0');
    token.too_large = token.magnitude > (most - digit) / 10;
    token.magnitude = token.too_large ? most : token.magnitude * 10 + digit;
  }
  return token;
}

/* Over a balanced `[...]` of a JSONPath, with its strings; false where its line ends first. */
static bool skip_path_brackets(Lexer *lexer) {
  unsigned depth = 0;
  char quote = '\0';
  while (lexer->at < lexer->length && !is_line_end(lexer->text[lexer->at])) {
    char c = lexer->text[lexer->at++];
    if (quote != '\0') {
      if (c == '\\' && !is_line_end(char_at(lexer, lexer->at)) && lexer->at < lexer->length) {
        lexer->at++;
      } else if (c == quote) {
        quote = '\0';
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '[') {
      depth++;
    } else if (c == ']' && --depth == 0) {
      return true;
    }
  }
  return false;
}

static bool is_path_char(char c) {
  return is_name_char(c) || (unsigned char)c >= 0x80;
}

/* PATH := $ ( .NAME | .* | ..NAME | ..* | ..[...] | [...] )* */
static Token next_path(Lexer *lexer) {
  uint32_t start = lexer->at++;
  for (;;) {
    char c = char_at(lexer, lexer->at);
    uint32_t after = lexer->at;
    if (c == '.') {
      after += char_at(lexer, after + 1) == '.' ? 2 : 1;
      char next = char_at(lexer, after);
      if (next == '*') {
        lexer->at = after + 1;
        continue;
      }
      if (is_path_char(next) && !g_ascii_isdigit(next)) {
        lexer->at = after;
        while (is_path_char(char_at(lexer, lexer->at))) {
          lexer->at++;
        }
        continue;
      }
      if (next != '[' || after == lexer->at + 1) {
        return make_token(lexer, TOKEN_PATH, start);
      }
    } else if (c != '[') {
      return make_token(lexer, TOKEN_PATH, start);
    }
    lexer->at = after;
    if (!skip_path_brackets(lexer)) {
      lexer->broken++;
      if (tells(lexer)) {
        Diag *diag = diags_add(lexer->diags, DIAG_0028, (Span){after, after + 1},
                               "a `[` in a JSONPath is not closed on its line");
        diag_help(diag, "put the `]` that belongs to it");
      }
      return make_token(lexer, TOKEN_PATH, start);
    }
  }
}

/* How many bytes belong together at this place of a string: `{{`, `\u{` or another escape, or a byte. */
static uint32_t text_step(const Lexer *lexer) {
  char c = lexer->text[lexer->at];
  char next = char_at(lexer, lexer->at + 1);
  if (c == '\\' && next == 'u' && char_at(lexer, lexer->at + 2) == '{') {
    return 3;
  }
  bool escape = c == '\\' && lexer->at + 1 < lexer->length && !is_line_end(next);
  return c == '{' || escape ? 2 : 1;
}

/* TEXT := anything up to `"`, a single `{`, or the end of the line */
static Token next_in_string(Lexer *lexer) {
  uint32_t start = lexer->at;
  while (lexer->at < lexer->length) {
    char c = lexer->text[lexer->at];
    if (is_line_end(c) || c == '"' || (c == '{' && char_at(lexer, lexer->at + 1) != '{')) {
      break;
    }
    lexer->at += text_step(lexer);
  }
  if (lexer->at > start) {
    return make_token(lexer, TOKEN_TEXT, start);
  }
  if (lexer->at >= lexer->length || is_line_end(lexer->text[lexer->at])) {
    cut_string(lexer);
    return make_token(lexer, TOKEN_QUOTE_CLOSE, start);
  }
  lexer->in_string = false;
  if (lexer->text[lexer->at++] == '"') {
    return make_token(lexer, TOKEN_QUOTE_CLOSE, start);
  }
  unsigned none = 0;
  g_array_append_val(lexer->open_braces, none);
  return make_token(lexer, TOKEN_BRACE_OPEN, start);
}

/* Braces within a string's braces are counted, to find the one that ends the expression. */
static TokenKind count_brace(Lexer *lexer, TokenKind kind) {
  guint level = lexer->open_braces->len;
  if (level == 0 || (kind != TOKEN_LBRACE && kind != TOKEN_RBRACE)) {
    return kind;
  }
  unsigned *open = &g_array_index(lexer->open_braces, unsigned, level - 1);
  if (kind == TOKEN_LBRACE) {
    (*open)++;
  } else if (*open > 0) {
    (*open)--;
  } else {
    g_array_set_size(lexer->open_braces, level - 1);
    lexer->in_string = true;
    return TOKEN_BRACE_CLOSE;
  }
  return kind;
}

/* At most some characters of a run, and whole ones. */
static int shown_length(const char *text, int length) {
  int shown = MIN(length, 40);
  while (shown < length && shown > 0 && ((unsigned char)text[shown] & 0xC0) == 0x80) {
    shown--;
  }
  return shown;
}

static Token next_error(Lexer *lexer) {
  uint32_t start = lexer->at++;
  bool ascii = (unsigned char)lexer->text[start] < 0x80;
  while (lexer->at < lexer->length &&
         (ascii ? lexer->text[lexer->at] == lexer->text[start] : (unsigned char)lexer->text[lexer->at] >= 0x80)) {
    lexer->at++; /* a run is one fault */
  }
  Token token = make_token(lexer, TOKEN_ERROR, start);
  int length = (int)(lexer->at - start);
  if (tells(lexer) && g_utf8_validate_len(lexer->text + start, (gsize)length, NULL)) {
    Diag *diag = diags_add(lexer->diags, DIAG_0001, token.span, "`%.*s` has no meaning here",
                           shown_length(lexer->text + start, length), lexer->text + start);
    if (lexer->text[start] == '\'') {
      diag_help(diag, "strings stand in double quotes: \"...\"");
    } else if ((unsigned char)lexer->text[start] >= 0x80) {
      diag_note(diag, "names are made of the letters A to Z and a to z, digits and `_`; other characters stand in "
                      "strings and comments");
    } else if (lexer->text[start] == '#') {
      diag_help(diag, "comments begin with `//`");
    }
  }
  return token;
}

/* Reading past the end gives the zero that ends the text. */
static const Punctuation *find_punctuation(const Lexer *lexer, uint32_t start) {
  const char *text = lexer->text + start;
  for (size_t i = 0; i < G_N_ELEMENTS(punctuations); i++) {
    const char *wanted = punctuations[i].text;
    if (wanted[0] == text[0] &&
        (wanted[1] == '\0' || (wanted[1] == text[1] && (wanted[2] == '\0' || wanted[2] == text[2])))) {
      return &punctuations[i];
    }
  }
  return NULL;
}

static Token next_in_code(Lexer *lexer) {
  skip_space(lexer);
  uint32_t start = lexer->at;
  if (lexer->cut) {
    lexer->cut = false;
    return make_token(lexer, TOKEN_ERROR, start);
  }
  if (start >= lexer->length) {
    return make_token(lexer, TOKEN_EOF, start);
  }
  char c = lexer->text[start];
  if (is_name_start(c)) {
    return next_name(lexer);
  }
  if (g_ascii_isdigit(c)) {
    return next_number(lexer);
  }
  if (c == '$') {
    return next_path(lexer);
  }
  if (c == '"') {
    lexer->at++;
    if (lexer->open_braces->len == 0) {
      lexer->string_start = start;
    }
    lexer->in_string = true;
    return make_token(lexer, TOKEN_QUOTE_OPEN, start);
  }
  const Punctuation *found = find_punctuation(lexer, start);
  if (found != NULL) {
    lexer->at += (uint32_t)(found->text[1] == '\0' ? 1 : found->text[2] == '\0' ? 2 : 3);
    TokenKind kind = count_brace(lexer, found->kind);
    return make_token(lexer, kind, start);
  }
  return next_error(lexer);
}

Token lexer_next(Lexer *lexer) {
  return lexer->in_string ? next_in_string(lexer) : next_in_code(lexer);
}

static void check_bytes(const char *text, size_t length, Diags *diags) {
  for (size_t i = 0; i < length; i++) {
    unsigned char byte = (unsigned char)text[i];
    if ((byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7F) {
      Span span = {(uint32_t)i, (uint32_t)i + 1};
      Diag *diag = byte == 0 ? diags_add(diags, DIAG_0003, span, "a zero byte in the text")
                             : diags_add(diags, DIAG_0003, span, "a control character (byte 0x%02X) in the text", byte);
      diag_help(diag, "delete it; in a string it is written \\u{%X}", byte);
      return; /* the first one is enough: where there is one there are many */
    }
  }
}

bool lexer_check_text(const Source *source, Diags *diags) {
  const char *text = source_text(source);
  size_t length = source_length(source);
  if (length >= 2 && (memcmp(text, "\xFF\xFE", 2) == 0 || memcmp(text, "\xFE\xFF", 2) == 0)) {
    Diag *diag = diags_add_placeless(diags, DIAG_0002, "the file is UTF-16; a model is UTF-8 text");
    diag_help(diag, "save it as UTF-8");
    return false;
  }
  const char *end = text;
  while (!g_utf8_validate_len(end, length - (size_t)(end - text), &end)) {
    if (*end == '\0') { /* a zero byte: well-formed, but the validation stops at it */
      end++;
      continue;
    }
    uint32_t at = (uint32_t)(end - text);
    Diag *diag = diags_add(diags, DIAG_0002, (Span){at, at + 1}, "byte 0x%02X is not UTF-8", (unsigned char)*end);
    diag_help(diag, "save the file as UTF-8");
    break;
  }
  check_bytes(text, length, diags);
  return true;
}
