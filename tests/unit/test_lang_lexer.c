/* The lexer: kinds and places of tokens, strings with expressions, numbers at their limits, paths. */
#include <string.h>

#include "lang/lexer.h"

typedef struct Lexed {
  Source *source;
  Diags *diags;
  Names *names;
  GString *kinds; /* titles, a space after each */
} Lexed;

static Lexed lex(const char *text) {
  Lexed lexed = {
      .source = source_new("test.model", text, strlen(text)), .names = names_new(), .kinds = g_string_new(NULL)};
  lexed.diags = diags_new(lexed.source);
  Lexer lexer;
  lexer_init(&lexer, lexed.source, lexed.names, lexed.diags);
  for (Token token = lexer_next(&lexer); token.kind != TOKEN_EOF; token = lexer_next(&lexer)) {
    g_string_append_printf(lexed.kinds, "%.*s|", (int)(token.span.end - token.span.start), text + token.span.start);
  }
  lexer_clear(&lexer);
  return lexed;
}

static void check_tokens(const char *text, const char *wanted, unsigned errors) {
  Lexed lexed = lex(text);
  g_assert_cmpstr(lexed.kinds->str, ==, wanted);
  g_assert_cmpuint(diags_errors(lexed.diags), ==, errors);
  g_string_free(lexed.kinds, TRUE);
  diags_free(lexed.diags);
  names_free(lexed.names);
  source_free(lexed.source);
}

static void test_tokens(void) {
  check_tokens("a<=>b=>c->d==e<=f..3", "a|<=>|b|=>|c|->|d|==|e|<=|f|..|3|", 0);
  check_tokens("1.5 2e3 0..3 10s", "1.5|2e3|0|..|3|10|s|", 0);
  check_tokens("\xEF\xBB\xBF"
               "a // b\r\n/* c\n */ d",
               "a|d|", 0);
  check_tokens("a /* b", "a|", 1);
  check_tokens("a @@@ b", "a|@@@|b|", 1);
}

static void test_strings(void) {
  check_tokens("\"a {x} {{y}\"", "\"|a |{|x|}| {{y}|\"|", 0);
  check_tokens("\"{ {1} + {\"b{c}\"} }\"", "\"|{|{|1|}|+|{|\"|b|{|c|}|\"|}|}|\"|", 0);
  check_tokens("\"a\\\"b\" c", "\"|a\\\"b|\"|c|", 0);
  check_tokens("\"\\u{1F40E}{x}\"", "\"|\\u{1F40E}|{|x|}|\"|", 0);
  check_tokens("\"\\u{\" \"\\\\u{x}\"", "\"|\\u{|\"|\"|\\\\u|{|x|}|\"|", 0);
  check_tokens("\"a\nb", "\"|a||b|", 1);
  check_tokens("\"{a\nb", "\"|{|a||b|", 1);
}

static void test_paths(void) {
  check_tokens("$.items[*] : $..a['b]'] $.*[?@.x < 3].y in", "$.items[*]|:|$..a['b]']|$.*[?@.x < 3].y|in|", 0);
  check_tokens("$[a\nb", "$[a|b|", 1);
}

static void test_integers(void) {
  const char *text = "9223372036854775808 9223372036854775809 0";
  Source *source = source_new("test.model", text, strlen(text));
  Names *names = names_new();
  Lexer lexer;
  lexer_init(&lexer, source, names, NULL);
  Token token = lexer_next(&lexer);
  g_assert_cmpuint(token.magnitude, ==, (uint64_t)1 << 63);
  g_assert_false(token.too_large);
  token = lexer_next(&lexer);
  g_assert_true(token.too_large);
  token = lexer_next(&lexer);
  g_assert_cmpuint(token.magnitude, ==, 0);
  lexer_clear(&lexer);
  names_free(names);
  source_free(source);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/lang/lexer/tokens", test_tokens);
  g_test_add_func("/lang/lexer/strings", test_strings);
  g_test_add_func("/lang/lexer/paths", test_paths);
  g_test_add_func("/lang/lexer/integers", test_integers);
  return g_test_run();
}
