/* The parser: precedence and grouping as text, the choices of the fine print, errors that are told once, depth. */
#include <string.h>

#include "lang/ast_dump.h"
#include "lang/parse.h"

typedef struct Parsed {
  Source *source;
  Diags *diags;
  Names *names;
  Arena *arena;
  Model *model;
} Parsed;

static Parsed parse_text(const char *text) {
  Parsed parsed = {.source = source_new("test.model", text, strlen(text)), .names = names_new(), .arena = arena_new()};
  parsed.diags = diags_new(parsed.source);
  parsed.model = parse_model(parsed.arena, parsed.names, parsed.source, parsed.diags);
  return parsed;
}

static void parsed_clear(Parsed *parsed) {
  diags_free(parsed->diags);
  names_free(parsed->names);
  arena_free(parsed->arena);
  source_free(parsed->source);
}

/* Operators with parentheses around each, to see how they group. */
static void print_grouped(const Expr *expr, GString *out) {
  switch (expr->kind) {
  case EXPR_BINARY:
    g_string_append_c(out, '(');
    print_grouped(expr->left, out);
    g_string_append_printf(out, " %s ", expr_op_word(expr->op));
    print_grouped(expr->right, out);
    g_string_append_c(out, ')');
    break;
  case EXPR_UNARY:
    g_string_append_printf(out, "(%s ", expr_op_word(expr->op));
    print_grouped(expr->operand, out);
    g_string_append_c(out, ')');
    break;
  case EXPR_IS:
    g_string_append_c(out, '(');
    print_grouped(expr->operand, out);
    g_string_append_printf(out, " is %s)", LIST_GET(expr->states, Name, 0)->text);
    break;
  case EXPR_QUANTIFIER:
    g_string_append_printf(out, "(%s ", quantifier_word(expr->quantifier));
    print_grouped(expr->body, out);
    g_string_append_c(out, ')');
    break;
  case EXPR_NAME:
    g_string_append(out, expr->name.text);
    break;
  case EXPR_INT:
    g_string_append_printf(out, "%" G_GINT64_FORMAT, expr->integer);
    break;
  default:
    g_string_append_c(out, '?');
    break;
  }
}

static void check_grouping(const char *text, const char *wanted) {
  Arena *arena = arena_new();
  Names *names = names_new();
  Source *source = source_new("expr", text, strlen(text));
  Diags *diags = diags_new(source);
  Expr *expr = parse_expression(arena, names, source, diags);
  g_assert_nonnull(expr);
  g_autoptr(GString) out = g_string_new(NULL);
  print_grouped(expr, out);
  g_assert_cmpstr(out->str, ==, wanted);
  diags_free(diags);
  source_free(source);
  names_free(names);
  arena_free(arena);
}

static void test_grouping(void) {
  check_grouping("a <=> b <=> c", "((a <=> b) <=> c)");
  check_grouping("a => b => c", "(a => (b => c))");
  check_grouping("a <=> b => c or d and not e == f + g * - h",
                 "(a <=> (b => (c or (d and (not (e == (f + (g * (- h)))))))))");
  check_grouping("a - b - c * d & e", "((a - b) - ((c * d) & e))");
  check_grouping("- a * b", "((- a) * b)");
  check_grouping("-9223372036854775808", "-9223372036854775808");
  check_grouping("not a is live and b", "((not (a is live)) and b)");
  check_grouping("a and forall x: T : b or c", "(a and (forall (b or c)))");
  check_grouping("a == forall x: T : b == c", "(a == (forall (b == c)))");
}

static void check_errors(const char *text, unsigned errors, DiagCode code) {
  Parsed parsed = parse_text(text);
  if (errors != diags_errors(parsed.diags)) {
    g_test_message("%s", text);
  }
  g_assert_cmpuint(diags_errors(parsed.diags), ==, errors);
  if (errors > 0) {
    const Diag *diag = g_ptr_array_index(diags_sorted(parsed.diags), 0);
    g_assert_cmpstr(diag_code_name(diag->code), ==, diag_code_name(code));
  }
  parsed_clear(&parsed);
}

static void test_fine_print(void) {
  const DiagCode none = DIAG_0011;
  check_errors(
      "model m resource R[1] { states a, b } action x(r: R a|b -> absent) { outcome o when exists q: R a { } }", 0,
      none);
  check_errors("model m resource R[1] { states a } var a: bool action x() { when exists q: R a = true }", 0, none);
  check_errors("model m resource R[1] { states a } var a: bool action x() { when exists q: R where a = true }", 1,
               DIAG_0017);
  check_errors("model m invariant i: {(x in s)} == {x in s where x > 1}", 0, none);
  check_errors("model m invariant i: size([x in q where x > 1]) == count(x: bool)", 0, none);
  check_errors("model m enum E { a = \"\\u{1F40E}\\u{e9}\" }", 0, none);
  check_errors("model m enum E { a = \"\\u{110000}\" }", 1, DIAG_0006);
  check_errors("model m enum E { a = \"\\u{\", b = \"\\u{}\", c = \"\\u{D800}\" }", 3, DIAG_0006);
  check_errors("model m init start { } init { } init other() { }", 0, none);
  check_errors("model m action x() { respond 200 { } otherwise respond 404 }", 0, none);
  check_errors("model m action x() { otherwise gone { ensure true respond 404 } }", 0, none);
  check_errors("model m var step: 0..3 var init: 0..3 action by() { step = 1 ; init = 2 }", 0, none);
  check_errors("model m observe a: b paged by offset \"page\" each 10 steps within 5 s observe c: d at end", 0, none);
}

static void test_recovery(void) {
  check_errors("model m\nvar a 0..3\nvar b: 0..3 = = 1\nactoin x() { }\nvar c: bool\n", 3, DIAG_0011);
  check_errors("model m\naction a() { x = 1 + }\naction b() { y == 2 }\n", 2, DIAG_0011);
  check_errors("model m\naction a() { if a { x = 1 }\naction b() { }\n", 1, DIAG_0012);
  check_errors("model m\naction a() { if a { x = 1 } elif b { x = 2 } else { x = 3 } }\n", 1, DIAG_0027);
  check_errors("model m\ninvariant i: a && !b || c\n", 3, DIAG_0019);
  check_errors("", 1, DIAG_0009);
}

/* A model with `before`, n times, then `middle`, then `after`, n times. */
static unsigned errors_of_depth(unsigned n, const char *before, const char *middle, const char *after) {
  g_autoptr(GString) text = g_string_new("model m invariant i: ");
  for (unsigned i = 0; i < n; i++) {
    g_string_append(text, before);
  }
  g_string_append(text, middle);
  for (unsigned i = 0; i < n; i++) {
    g_string_append(text, after);
  }
  Parsed parsed = parse_text(text->str);
  unsigned errors = diags_errors(parsed.diags);
  parsed_clear(&parsed);
  return errors;
}

static void test_depth(void) {
  g_assert_cmpuint(errors_of_depth(900, "(", "true", ")"), ==, 0);
  g_assert_cmpuint(errors_of_depth(100000, "(", "true", ")"), ==, 1);
  g_assert_cmpuint(errors_of_depth(900, "", "1", " + 1"), ==, 0);
  g_assert_cmpuint(errors_of_depth(100000, "", "1", " + 1"), ==, 1);
  g_assert_cmpuint(errors_of_depth(100000, "not ", "a", ""), ==, 1);
  g_assert_cmpuint(errors_of_depth(100000, "a => ", "a", ""), ==, 1);
  g_assert_cmpuint(errors_of_depth(100000, "", "a", ".b"), ==, 1);
  g_assert_cmpuint(errors_of_depth(100000, "forall x: bool : ", "a", ""), ==, 1);
}

static void test_dump(void) {
  Parsed parsed = parse_text("model m\nconst N = 1 + 2\n");
  g_autoptr(GString) out = g_string_new(NULL);
  ast_dump(parsed.model, out);
  g_assert_cmpstr(out->str, ==,
                  "(model m\n  (const N @2:1-2:16\n    (binary + @2:11-2:16\n      (int 1 @2:11-2:12)\n      (int 2 "
                  "@2:15-2:16))))\n");
  parsed_clear(&parsed);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/lang/parse/grouping", test_grouping);
  g_test_add_func("/lang/parse/fine_print", test_fine_print);
  g_test_add_func("/lang/parse/recovery", test_recovery);
  g_test_add_func("/lang/parse/depth", test_depth);
  g_test_add_func("/lang/parse/dump", test_dump);
  return g_test_run();
}
