/* The parser's door: a whole model, or one expression. Recursive descent, one file a level of the grammar; the rule
 * stands above each function. MODEL_FILE := MODEL DECLARATION* */
#include "lang/parse.h"

#include "lang/parse_internal.h"

static Parser *parser_new(Arena *arena, Names *names, const Source *source, Diags *diags) {
  Parser *parser = ARENA_NEW(arena, Parser);
  *parser =
      (Parser){.arena = arena, .names = names, .source = source, .diags = diags, .model = ARENA_NEW(arena, Model)};
  parser->model->source = source;
  lexer_init(&parser->lexer, source, names, diags);
  return parser;
}

static void parser_clear(Parser *parser) {
  lexer_clear(&parser->lexer);
  g_clear_pointer(&parser->resources, g_hash_table_unref);
}

static void tell_no_model(Parser *parser) {
  if (parse_at(parser, TOKEN_EOF)) {
    if (diags_errors(parser->diags) == 0) {
      Diag *diag = diags_add_placeless(parser->diags, DIAG_0009, "the file is empty: there is no model in it");
      diag_help(diag, "a model begins with `model NAME`");
    }
    return;
  }
  Diag *diag = diags_add(parser->diags, DIAG_0010, parse_peek(parser, 0)->span, "the model has no name");
  diag_help(diag, "begin the file with `model NAME`");
}

Model *parse_model(Arena *arena, Names *names, const Source *source, Diags *diags) {
  Parser *parser = parser_new(arena, names, source, diags);
  Model *model = parser->model;
  if (lexer_check_text(source, diags)) {
    parse_scan_resources(parser);
    if (!parse_at_word(parser, 0, "model")) {
      tell_no_model(parser);
    }
    while (!parse_at(parser, TOKEN_EOF)) {
      uint32_t before = parse_peek(parser, 0)->span.start;
      parse_declaration(parser);
      bool stuck = parse_peek(parser, 0)->span.start == before;
      if (stuck) {
        parse_take(parser);
      }
      const Token *token = parse_peek(parser, 0);
      if (parser->any_error && parser->last_error == token->span.start && !parse_at_declaration(parser)) {
        parse_skip_to_declaration(parser); /* what it stopped at has been told */
      }
    }
  }
  parser_clear(parser);
  return model;
}

Expr *parse_expression(Arena *arena, Names *names, const Source *source, Diags *diags) {
  if (!lexer_check_text(source, diags)) {
    return NULL;
  }
  unsigned errors = diags_errors(diags);
  Parser *parser = parser_new(arena, names, source, diags);
  parser->resources = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_hash_table_unref);
  parser->expression_only = true;
  Expr *expr = parse_expr(parser);
  if (!parse_at(parser, TOKEN_EOF)) {
    parse_slip_after(parser, parse_unexpected(parser, "the end of the expression", ""));
  }
  parser_clear(parser);
  return diags_errors(diags) == errors ? expr : NULL;
}
