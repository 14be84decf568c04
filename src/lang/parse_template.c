/* Templates: strings with expressions in them, and JSON with them. A string's text is decoded here; the lexer has found
 * its parts. */
#include <string.h>

#include "base/limits.h"
#include "lang/parse_internal.h"

static Template *new_template(Parser *parser, TemplateKind kind, Span span) {
  Template *template = ARENA_NEW(parser->arena, Template);
  template->kind = kind;
  template->span = span;
  return template;
}

/* ESCAPE := `\"` | `\\` | `\n` | `\t` | `\u{` HEX `}`; gives how many bytes it takes, 0 where it is none */
static uint32_t decode_escape(const char *text, uint32_t left, char *out, size_t *ret_written) {
  static const char plain[][2] = {{'"', '"'}, {'\\', '\\'}, {'n', '\n'}, {'t', '\t'}};
  for (size_t i = 0; left >= 2 && i < G_N_ELEMENTS(plain); i++) {
    if (text[1] == plain[i][0]) {
      out[0] = plain[i][1];
      *ret_written = 1;
      return 2;
    }
  }
  if (left < 5 || text[1] != 'u' || text[2] != '{') {
    return 0;
  }
  gunichar code = 0;
  uint32_t at = 3;
  while (at < left && at < 9 && g_ascii_isxdigit(text[at])) {
    code = code * 16 + (gunichar)g_ascii_xdigit_value(text[at++]);
  }
  if (at == 3 || at >= left || text[at] != '}' || code == 0 || !g_unichar_validate(code)) {
    return 0;
  }
  *ret_written = (size_t)g_unichar_to_utf8(code, out);
  return at + 1;
}

/* Gives where it ends. */
static uint32_t tell_escape(Parser *parser, uint32_t start, uint32_t end) {
  const char *text = parser->lexer.text;
  uint32_t stop = start + 1;
  if (stop < end && text[stop] == 'u') {
    while (stop < end && text[stop] != '}' && stop - start < 12) {
      stop++;
    }
  }
  stop = MIN(stop + 1, end);
  while (stop < end && ((unsigned char)text[stop] & 0xC0) == 0x80) {
    stop++;
  }
  Diag *diag = diags_add(parser->diags, DIAG_0006, (Span){start, stop}, "`%.*s` is not an escape", (int)(stop - start),
                         text + start);
  diag_help(
      diag,
      "there are `\\\"`, `\\\\`, `\\n`, `\\t` and `\\u{...}` with the number of a character, such as `\\u{1F40E}`");
  return stop;
}

/* A decoded character is never longer than its escape. */
static TemplatePart *text_part(Parser *parser, Span span) {
  const char *text = parser->lexer.text;
  char *out = arena_alloc(parser->arena, span.end - span.start + 1);
  size_t length = 0;
  for (uint32_t at = span.start; at < span.end;) {
    if (text[at] == '\\') {
      size_t written = 0;
      uint32_t taken = decode_escape(text + at, span.end - at, out + length, &written);
      if (taken > 0) {
        at += taken;
        length += written;
        continue;
      }
      at = tell_escape(parser, at, span.end);
      continue;
    } else if (text[at] == '{') { /* a single one is no text */
      at++;
    }
    out[length++] = text[at++];
  }
  TemplatePart *part = ARENA_NEW(parser->arena, TemplatePart);
  part->text = out;
  part->length = length;
  part->span = span;
  return part;
}

/* FORMAT := `:` [`0`] WIDTH */
static void parse_format(Parser *parser, TemplatePart *part) {
  Span colon = parse_take(parser).span;
  const Token *token = parse_peek(parser, 0);
  if (token->kind != TOKEN_INT || token->too_large || token->magnitude < 1 || token->magnitude > LIMIT_FORMAT_WIDTH) {
    Diag *diag = parse_fault(parser, DIAG_0030, token->kind == TOKEN_INT ? token->span : colon,
                             "after `:` in a string's braces stands a width from 1 to %d", LIMIT_FORMAT_WIDTH);
    parse_help(diag, "for example `{hour:02}`: two digits, filled up with zeros");
    return;
  }
  part->width = (unsigned)token->magnitude;
  part->zero_padded = parser->lexer.text[token->span.start] == '0';
  parse_take(parser);
}

static bool at_cut(Parser *parser) {
  const Token *token = parse_peek(parser, 0);
  return token->kind == TOKEN_EOF || (token->kind == TOKEN_ERROR && token->span.start == token->span.end);
}

/* To the brace that closes the expression, over what does not belong there. */
static void close_part(Parser *parser, Span open) {
  if (parse_accept(parser, TOKEN_BRACE_CLOSE) || at_cut(parser)) {
    return;
  }
  Diag *diag = parse_unexpected(parser, "`}`", "after the expression");
  parse_label(diag, open, "the expression in the string begins here");
  parse_help(diag, "where a brace is meant, write `{{`");
  unsigned inner = 0;
  while (!at_cut(parser)) {
    TokenKind kind = parse_take(parser).kind;
    if (kind == TOKEN_BRACE_CLOSE && inner-- == 0) {
      return;
    }
    inner += kind == TOKEN_BRACE_OPEN ? 1 : 0;
  }
}

/* PART := TEXT | `{` EXPR [FORMAT] `}` */
static TemplatePart *parse_part(Parser *parser) {
  Token token = parse_take(parser);
  if (token.kind == TOKEN_TEXT) {
    return text_part(parser, token.span);
  }
  TemplatePart *part = ARENA_NEW(parser->arena, TemplatePart);
  if (parse_at(parser, TOKEN_BRACE_CLOSE)) {
    Diag *diag = parse_fault(parser, DIAG_0011, token.span, "expected an expression between `{` and `}`");
    parse_help(diag, "where braces are meant, write `{{}`");
    part->expr = parse_new_expr(parser, EXPR_ERROR, token.span);
  } else {
    part->expr = parse_expr(parser);
  }
  if (parse_at(parser, TOKEN_COLON)) {
    parse_format(parser, part);
  }
  close_part(parser, token.span);
  part->span = parse_span_from(parser, token.span);
  return part;
}

/* STRING := `"` PART* `"` */
Template *parse_string(Parser *parser) {
  if (!parse_at(parser, TOKEN_QUOTE_OPEN)) {
    parse_unexpected(parser, "a string in double quotes", "");
    return new_template(parser, TEMPLATE_STRING, parse_peek(parser, 0)->span);
  }
  Token open = parse_take(parser);
  Template *template = new_template(parser, TEMPLATE_STRING, open.span);
  parser->strings++;
  while (parse_at(parser, TOKEN_TEXT) || parse_at(parser, TOKEN_BRACE_OPEN)) {
    list_add(parser->arena, &template->parts, parse_part(parser));
  }
  parser->strings--;
  if (!parse_accept(parser, TOKEN_QUOTE_CLOSE) && parser->strings == 0 && !parse_at(parser, TOKEN_EOF) &&
      at_cut(parser)) {
    parse_take(parser);
  }
  template->span = parse_span_from(parser, open.span);
  return template;
}

Template *parse_plain_string(Parser *parser) {
  Template *template = parse_string(parser);
  for (size_t i = 0; i < template->parts.count; i++) {
    const TemplatePart *part = LIST_GET(template->parts, TemplatePart, i);
    if (part->expr != NULL) {
      Diag *diag = diags_add(parser->diags, DIAG_0029, part->span,
                             "this string is taken as it is and cannot hold an expression");
      diag_help(diag, "where a brace is meant, write `{{`");
      break;
    }
  }
  return template;
}

/* MEMBER := STRING `:` TEMPLATE */
static TemplateMember *parse_template_member(Parser *parser) {
  if (!parse_at(parser, TOKEN_QUOTE_OPEN)) {
    const Token *token = parse_peek(parser, 0);
    Diag *diag = parse_unexpected(parser, "the name of a member in double quotes", "");
    if (token->kind == TOKEN_NAME) {
      parse_help(diag, "write `\"%s\": ...`", token->name);
    }
    return NULL;
  }
  TemplateMember *member = ARENA_NEW(parser->arena, TemplateMember);
  member->key = parse_string(parser);
  if (!parse_accept(parser, TOKEN_COLON)) {
    parse_unexpected(parser, "`:`", "after the name of a member");
    return NULL;
  }
  member->value = parse_template(parser);
  return member;
}

/* OBJECT := `{` [ MEMBER ( `,` MEMBER )* [`,`] ] `}` */
void parse_object_members(Parser *parser, List *members, const char *what) {
  Span open = parse_peek(parser, 0)->span;
  if (!parse_expect(parser, TOKEN_LBRACE, what)) {
    return;
  }
  while (!parse_at(parser, TOKEN_RBRACE) && !parse_at(parser, TOKEN_EOF)) {
    TemplateMember *member = parse_template_member(parser);
    if (member != NULL) {
      list_add(parser->arena, members, member);
    }
    if (!parse_at(parser, TOKEN_COMMA) && !parse_at(parser, TOKEN_RBRACE)) {
      if (parse_at(parser, TOKEN_EOF) || parse_at_declaration(parser)) {
        break;
      }
      parse_unexpected(parser, "`,` or `}`", "after a member");
      parse_skip_item(parser, TOKEN_RBRACE);
    }
    if (!parse_accept(parser, TOKEN_COMMA)) {
      break;
    }
  }
  parse_close(parser, TOKEN_RBRACE, open, "`{`");
}

static Template *parse_object(Parser *parser) {
  Template *template = new_template(parser, TEMPLATE_OBJECT, parse_peek(parser, 0)->span);
  parse_object_members(parser, &template->members, "at the start of an object");
  template->span = parse_span_from(parser, template->span);
  return template;
}

/* FOR := for BINDERS [where EXPR]; `[ FOR : TEMPLATE ]` or `[ TEMPLATE FOR ]` */
static void parse_list_for(Parser *parser, Template *template) {
  parse_take(parser);
  template->kind = TEMPLATE_LIST_FOR;
  parse_binders(parser, &template->binders);
  if (parse_accept(parser, TOKEN_WHERE)) {
    template->condition = parse_expr(parser);
  }
}

/* LIST := `[` [ TEMPLATE ( `,` TEMPLATE )* ] `]` | `[` FOR `:` TEMPLATE `]` | `[` TEMPLATE FOR `]` */
static Template *parse_list(Parser *parser) {
  Span open = parse_take(parser).span;
  Template *template = new_template(parser, TEMPLATE_LIST, open);
  if (parse_at(parser, TOKEN_FOR)) {
    parse_list_for(parser, template);
    parse_expect(parser, TOKEN_COLON, "before what stands for each");
    template->item = parse_template(parser);
  }
  while (template->kind == TEMPLATE_LIST && !parse_at(parser, TOKEN_RBRACKET) && !parse_at(parser, TOKEN_EOF)) {
    list_add(parser->arena, &template->items, parse_template(parser));
    if (parse_at(parser, TOKEN_FOR) && template->items.count == 1) {
      template->item = template->items.items[0];
      template->items = (List){0};
      parse_list_for(parser, template);
      break;
    }
    if (!parse_at(parser, TOKEN_COMMA) && !parse_at(parser, TOKEN_RBRACKET)) {
      if (parse_at(parser, TOKEN_EOF) || parse_at_declaration(parser)) {
        break;
      }
      parse_unexpected(parser, "`,` or `]`", "after an item");
      parse_skip_item(parser, TOKEN_RBRACKET);
    }
    if (!parse_accept(parser, TOKEN_COMMA)) {
      break;
    }
  }
  parse_close(parser, TOKEN_RBRACKET, open, "`[`");
  template->span = parse_span_from(parser, open);
  return template;
}

/* ANY := any [ string | number | bool | object | list ] */
static Template *parse_any(Parser *parser) {
  static const char *const kinds[] = {[ANY_STRING] = "string",
                                      [ANY_NUMBER] = "number",
                                      [ANY_BOOL] = "bool",
                                      [ANY_OBJECT] = "object",
                                      [ANY_LIST] = "list"};
  Template *template = new_template(parser, TEMPLATE_ANY, parse_take(parser).span);
  const Token *token = parse_peek(parser, 0);
  for (int kind = ANY_STRING; token->name != NULL && kind <= ANY_LIST; kind++) {
    if (strcmp(token->name, kinds[kind]) == 0) {
      template->any = (AnyKind)kind;
      template->span = span_join(template->span, token->span);
      parse_take(parser);
      break;
    }
  }
  return template;
}

/* IF := if EXPR then TEMPLATE else TEMPLATE */
static Template *parse_if_template(Parser *parser) {
  Template *template = new_template(parser, TEMPLATE_IF, parse_take(parser).span);
  template->condition = parse_expr(parser);
  parse_expect(parser, TOKEN_THEN, "after the condition");
  template->item = parse_template(parser);
  if (parse_expect(parser, TOKEN_ELSE, "after the value for `then`")) {
    template->other = parse_template(parser);
  } else {
    template->other = new_template(parser, TEMPLATE_NULL, parser->previous);
  }
  template->span = parse_span_from(parser, template->span);
  return template;
}

/* A JSON number that is no 64-bit integer is kept as it is spelt. */
static bool at_json_number(Parser *parser) {
  int ahead = parse_at(parser, TOKEN_MINUS) ? 1 : 0;
  const Token *token = parse_peek(parser, ahead);
  return token->kind == TOKEN_NUMBER ||
         (token->kind == TOKEN_INT && token->magnitude == (uint64_t)1 << 63 && ahead == 0) ||
         (token->kind == TOKEN_INT && token->too_large);
}

static Template *parse_number(Parser *parser) {
  Token first = parse_take(parser);
  Token last = first.kind == TOKEN_MINUS ? parse_take(parser) : first;
  Template *template = new_template(parser, TEMPLATE_NUMBER, span_join(first.span, last.span));
  const char *digits = parser->lexer.text + last.span.start;
  int length = (int)(last.span.end - last.span.start);
  if (length > 1 && digits[0] == '0' && g_ascii_isdigit(digits[1])) {
    parse_help(parse_fault(parser, DIAG_0007, last.span, "a JSON number does not begin with `0` before other digits"),
               "leave out the `0`");
  }
  template->number = arena_printf(parser->arena, "%s%.*s", first.kind == TOKEN_MINUS ? "-" : "", length, digits);
  return template;
}

static Template *parse_expr_template(Parser *parser) {
  Template *template = new_template(parser, TEMPLATE_EXPR, parse_peek(parser, 0)->span);
  template->expr = parse_expr(parser);
  template->span = parse_span_from(parser, template->span);
  return template;
}

/* Is this word here what it means in templates, and no name of the user's? */
static bool at_template_word(Parser *parser, const char *word) {
  TokenKind next = parse_at_word(parser, 0, word) ? parse_peek(parser, 1)->kind : TOKEN_EOF;
  return parse_at_word(parser, 0, word) && next != TOKEN_DOT && next != TOKEN_LPAREN && next != TOKEN_LBRACKET;
}

/* PREFIXED := exactly OBJECT | unordered TEMPLATE */
static Template *parse_prefixed(Parser *parser) {
  Token word = parse_take(parser);
  Template *template = parse_template(parser);
  if (word.name[0] == 'e') {
    template->exactly = true;
  } else {
    template->unordered = true;
    if (template->kind != TEMPLATE_LIST && template->kind != TEMPLATE_LIST_FOR && template->kind != TEMPLATE_EXPR) {
      parse_help(parse_fault(parser, DIAG_0011, word.span, "`unordered` stands before a list"),
                 "write `unordered [ ... ]`");
    }
  }
  template->span = span_join(word.span, template->span);
  return template;
}

static bool at_prefixed(Parser *parser) {
  TokenKind next = parse_peek(parser, 1)->kind;
  if (parse_at_word(parser, 0, "exactly")) {
    return next == TOKEN_LBRACE;
  }
  return parse_at_word(parser, 0, "unordered") &&
         (next == TOKEN_LBRACKET || next == TOKEN_LBRACE ||
          (next == TOKEN_NAME && parse_peek(parser, 2)->kind != TOKEN_QUOTE_OPEN));
}

static Template *parse_template_inside(Parser *parser) {
  TokenKind next;
  switch (parse_kind(parser)) {
  case TOKEN_QUOTE_OPEN:
    return parse_string(parser);
  case TOKEN_LBRACE:
    next = parse_peek(parser, 1)->kind;
    return next == TOKEN_RBRACE || next == TOKEN_QUOTE_OPEN ? parse_object(parser) : parse_expr_template(parser);
  case TOKEN_LBRACKET:
    return parse_at_binder(parser, 1) ? parse_expr_template(parser) : parse_list(parser);
  case TOKEN_IF:
    return parse_if_template(parser);
  case TOKEN_NAME:
    if (at_prefixed(parser)) {
      return parse_prefixed(parser);
    }
    if (at_template_word(parser, "any")) {
      return parse_any(parser);
    }
    if (at_template_word(parser, "null")) {
      return new_template(parser, TEMPLATE_NULL, parse_take(parser).span);
    }
    return parse_expr_template(parser);
  default:
    return at_json_number(parser) ? parse_number(parser) : parse_expr_template(parser);
  }
}

/* TEMPLATE := STRING | OBJECT | LIST | IF | ANY | null | NUMBER | PREFIXED | EXPR */
Template *parse_template(Parser *parser) {
  if (!parse_enter(parser)) {
    return new_template(parser, TEMPLATE_NULL, parser->previous);
  }
  Template *template = parse_template_inside(parser);
  parse_leave(parser);
  return template;
}
