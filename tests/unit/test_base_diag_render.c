/* The two renderers of diagnostics against exact texts. `[[` and `]]` in a source mark the place that is meant, `<<`
 * and `>>` that of the first label, `((` and `))` that of the second; the marks themselves are taken out. */
#include <glib.h>
#include <string.h>

#include "base/diag_render.h"

typedef struct Fixture {
  Source *source;
  Diags *diags;
  Span place;
  Span labels[2];
} Fixture;

static Fixture fixture_new(const char *marked) {
  static const char *const markers[] = {"[[", "]]", "<<", ">>", "((", "))"};
  Fixture f = {0};
  uint32_t *const places[] = {&f.place.start,   &f.place.end,       &f.labels[0].start,
                              &f.labels[0].end, &f.labels[1].start, &f.labels[1].end};
  g_autoptr(GString) text = g_string_new(NULL);
  for (const char *at = marked; *at != '\0';) {
    size_t i = 0;
    while (i < G_N_ELEMENTS(markers) && strncmp(at, markers[i], 2) != 0) {
      i++;
    }
    if (i < G_N_ELEMENTS(markers)) {
      *places[i] = (uint32_t)text->len;
      at += 2;
    } else {
      g_string_append_c(text, *at++);
    }
  }
  f.source = source_new("booking.model", text->str, text->len);
  f.diags = diags_new(f.source);
  return f;
}

static void fixture_check(Fixture *f, const char *expected) {
  g_autoptr(GString) out = g_string_new(NULL);
  diag_render_text(f->diags, false, out);
  g_assert_cmpstr(out->str, ==, expected);
  diags_free(f->diags);
  source_free(f->source);
}

static void test_plain(void) {
  Fixture f = fixture_new("model a\n\nvar x: 0..[[4]] = 7\n");
  diags_add(f.diags, DIAG_0203, f.place, "value 7 is outside the range of `%s`", "x");
  fixture_check(&f, "error[SQ0203]: value 7 is outside the range of `x`\n"
                    " --> booking.model:3:11\n"
                    "  |\n"
                    "3 | var x: 0..4 = 7\n"
                    "  |           ^\n"
                    "\n");
}

static void test_second_place(void) {
  Fixture f = fixture_new("\n\n\n\n\n\n\n\n\n\n\n\n\n  states confirmed, <<cancelled>>\n\n\n"
                          "action cancel(b: Booking confirmed -> [[canceled]]) {\n");
  Diag *diag = diags_add(f.diags, DIAG_0102, f.place, "no state named `canceled` in resource `Booking`");
  diag_label(diag, f.labels[0], "declared here");
  diag_note(diag, "first line\nsecond line");
  diag_help(diag, "did you mean `cancelled`?");
  fixture_check(&f, "error[SQ0102]: no state named `canceled` in resource `Booking`\n"
                    "  --> booking.model:17:39\n"
                    "   |\n"
                    "17 | action cancel(b: Booking confirmed -> canceled) {\n"
                    "   |                                       ^^^^^^^^\n"
                    "14 |   states confirmed, cancelled\n"
                    "   |                     --------- declared here\n"
                    "   = note: first line\n"
                    "           second line\n"
                    "   = help: did you mean `cancelled`?\n"
                    "\n");
}

static void test_same_line(void) {
  Fixture f = fixture_new("let <<x>> = ((x)) + [[y]]");
  Diag *diag = diags_add(f.diags, DIAG_0101, f.place, "no name `y`");
  diag_label(diag, f.labels[0], "one");
  diag_label(diag, f.labels[1], "two");
  diag_label(diag, f.place, "not declared");
  fixture_check(&f, "error[SQ0101]: no name `y`\n"
                    " --> booking.model:1:13\n"
                    "  |\n"
                    "1 | let x = x + y\n"
                    "  |     -   -   ^ not declared\n"
                    "  |     |   |\n"
                    "  |     |   two\n"
                    "  |     one\n"
                    "\n");
}

static void test_overlap(void) {
  Fixture f = fixture_new("a = [[b + <<c>>]]");
  Diag *diag = diags_add(f.diags, DIAG_0203, f.place, "out of range");
  diag_label(diag, f.labels[0], "this is 12");
  fixture_check(&f, "error[SQ0203]: out of range\n"
                    " --> booking.model:1:5\n"
                    "  |\n"
                    "1 | a = b + c\n"
                    "  |     ^^^^^\n"
                    "  |         - this is 12\n"
                    "\n");
}

static void test_several_lines_and_end(void) {
  Fixture f = fixture_new("action [[book() {\n  x = 1\n}]] // end");
  diags_add(f.diags, DIAG_0101, f.place, "several lines");
  uint32_t end = (uint32_t)source_length(f.source);
  diags_add(f.diags, DIAG_0101, (Span){end, end}, "at the end");
  fixture_check(&f, "error[SQ0101]: several lines\n"
                    " --> booking.model:1:8\n"
                    "  |\n"
                    "1 | action book() {\n"
                    "  |        ^^^^^^^^\n"
                    "\n"
                    "error[SQ0101]: at the end\n"
                    " --> booking.model:3:9\n"
                    "  |\n"
                    "3 | } // end\n"
                    "  |         ^\n"
                    "\n");
}

static void test_widths(void) {
  Fixture f = fixture_new("\t\"漢字\" e\xCC\x81 [[žl]] x");
  diags_add(f.diags, DIAG_0101, f.place, "wide");
  fixture_check(&f, "error[SQ0101]: wide\n"
                    " --> booking.model:1:10\n"
                    "  |\n"
                    "1 |  \"漢字\" e\xCC\x81 žl x\n"
                    "  |           ^^\n"
                    "\n");
}

static void test_hostile(void) {
  Source *source = source_new("a\033[2J.model", "\xEF\xBB\xBFx\033[31m\xFF\0\xE2\x80\xAEy\r\n", 17);
  Diags *diags = diags_new(source);
  Diag *diag = diags_add(diags, DIAG_0101, (Span){14, 15}, "no \033]0;name\a `\xFF`");
  diag_label(diag, (Span){3, 4}, "\033[0m");
  diag_help(diag, "\x7F");
  Fixture f = {.source = source, .diags = diags};
  fixture_check(&f, "error[SQ0101]: no \uFFFD]0;name\uFFFD `\uFFFD`\n"
                    " --> a\uFFFD[2J.model:1:10\n"
                    "  |\n"
                    "1 | x\uFFFD[31m\uFFFD\uFFFD\uFFFDy\n"
                    "  | -        ^\n"
                    "  | |\n"
                    "  | \uFFFD[0m\n"
                    "  = help: \uFFFD\n"
                    "\n");
}

static void test_long_line(void) {
  g_autofree char *before = g_strnfill(300, 'a');
  g_autofree char *after = g_strnfill(300, 'b');
  g_autofree char *text = g_strdup_printf("<<z>>%s[[X]]%s((y))", before, after);
  Fixture f = fixture_new(text);
  Diag *diag = diags_add(f.diags, DIAG_0101, f.place, "long");
  diag_label(diag, f.labels[0], "first");
  diag_label(diag, f.labels[1], "last");
  g_autofree char *a60 = g_strnfill(60, 'a'), *b99 = g_strnfill(99, 'b'), *a159 = g_strnfill(159, 'a');
  g_autofree char *s63 = g_strnfill(63, ' '), *b60 = g_strnfill(60, 'b');
  g_autofree char *expected = g_strdup_printf("error[SQ0101]: long\n"
                                              " --> booking.model:1:302\n"
                                              "  |\n"
                                              "1 | ...%sX%s...\n"
                                              "  | %s^\n"
                                              "1 | z%s...\n"
                                              "  | - first\n"
                                              "1 | ...%sy\n"
                                              "  | %s- last\n"
                                              "\n",
                                              a60, b99, s63, a159, b60, s63);
  fixture_check(&f, expected);
}

static void test_long_span(void) {
  g_autofree char *b500 = g_strnfill(500, 'b'), *b160 = g_strnfill(160, 'b'), *carets = g_strnfill(160, '^');
  g_autofree char *text = g_strdup_printf("[[%s]]", b500);
  Fixture f = fixture_new(text);
  diags_add(f.diags, DIAG_0101, f.place, "long");
  g_autofree char *expected =
      g_strdup_printf("error[SQ0101]: long\n --> booking.model:1:1\n  |\n1 | %s...\n  | %s\n\n", b160, carets);
  fixture_check(&f, expected);
}

static void test_placeless_and_left_out(void) {
  Fixture f = fixture_new("");
  Diag *diag = diags_add_placeless(f.diags, DIAG_0101, "the file is empty");
  diag_help(diag, "write something");
  for (unsigned i = 0; i < 101; i++) {
    diags_add_placeless(f.diags, DIAG_0102, "%u", i);
  }
  g_autoptr(GString) out = g_string_new(NULL);
  diag_render_text(f.diags, false, out);
  g_assert_true(g_str_has_prefix(
      out->str,
      "error[SQ0101]: the file is empty\n --> booking.model\n  = help: write something\n\nerror[SQ0102]: 0\n"));
  g_assert_true(
      g_str_has_suffix(out->str, "error[SQ0102]: 98\n --> booking.model\n\n2 more like these were left out\n"));
  diags_free(f.diags);
  source_free(f.source);
}

static void test_without_source(void) {
  Fixture f = {.diags = diags_new(NULL)};
  diag_help(diags_add_placeless(f.diags, DIAG_0101, "no command `exlpore`"), "did you mean `explore`?");
  fixture_check(&f, "error[SQ0101]: no command `exlpore`\n  = help: did you mean `explore`?\n\n");
}

static void test_color(void) {
  Fixture f = fixture_new("[[x]]");
  diags_add(f.diags, DIAG_0101, f.place, "no name `x`");
  g_autoptr(GString) out = g_string_new(NULL);
  diag_render_text(f.diags, true, out);
  g_assert_cmpstr(out->str, ==,
                  "\033[1;31merror[SQ0101]\033[0m\033[1m: no name `x`\033[0m\n"
                  "\033[1;34m --> \033[0mbooking.model:1:1\n"
                  "\033[1;34m  |\033[0m\n"
                  "\033[1;34m1 |\033[0m x\n"
                  "\033[1;34m  |\033[0m \033[1;31m^\033[0m\n"
                  "\n");
  diags_free(f.diags);
  source_free(f.source);
}

static void test_finding(void) {
  Fixture f = fixture_new("[[invariant]] x: y");
  Diag *diag = diags_add(f.diags, DIAG_0601, f.place, "two bookings share an hour");
  diag->severity = SEVERITY_FAIL;
  diag_label(diag, f.place, "false after step 3");
  fixture_check(&f, "fail[SQ0601]: two bookings share an hour\n"
                    " --> booking.model:1:1\n"
                    "  |\n"
                    "1 | invariant x: y\n"
                    "  | ^^^^^^^^^ false after step 3\n"
                    "\n");
}

static void test_json(void) {
  Fixture f = fixture_new("let <<a>>\n[[žb\nc]]");
  Diag *diag = diags_add(f.diags, DIAG_0101, f.place, "bad \xFF \"x\"");
  diag_label(diag, f.labels[0], "here");
  diag_note(diag, "why");
  diag_help(diag, "do");
  diags_add_placeless(f.diags, DIAG_0102, "all");
  cJSON *json = diag_render_json(f.diags);
  char *text = cJSON_PrintUnformatted(json);
  g_assert_cmpstr(
      text, ==,
      "[{\"code\":\"SQ0101\",\"severity\":\"error\",\"message\":\"bad \uFFFD \\\"x\\\"\",\"file\":\"booking.model\","
      "\"line\":2,\"column\":1,\"end_line\":3,\"end_column\":2,"
      "\"labels\":[{\"line\":1,\"column\":5,\"message\":\"here\"}],\"notes\":[\"why\"],\"help\":[\"do\"]},"
      "{\"code\":\"SQ0102\",\"severity\":\"error\",\"message\":\"all\",\"file\":\"booking.model\","
      "\"line\":null,\"column\":null,\"end_line\":null,\"end_column\":null,"
      "\"labels\":[],\"notes\":[],\"help\":[]}]");
  cJSON_free(text);
  cJSON_Delete(json);
  diags_free(f.diags);
  source_free(f.source);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/base/diag_render/plain", test_plain);
  g_test_add_func("/base/diag_render/second_place", test_second_place);
  g_test_add_func("/base/diag_render/same_line", test_same_line);
  g_test_add_func("/base/diag_render/overlap", test_overlap);
  g_test_add_func("/base/diag_render/several_lines", test_several_lines_and_end);
  g_test_add_func("/base/diag_render/widths", test_widths);
  g_test_add_func("/base/diag_render/hostile", test_hostile);
  g_test_add_func("/base/diag_render/long_line", test_long_line);
  g_test_add_func("/base/diag_render/long_span", test_long_span);
  g_test_add_func("/base/diag_render/placeless", test_placeless_and_left_out);
  g_test_add_func("/base/diag_render/without_source", test_without_source);
  g_test_add_func("/base/diag_render/color", test_color);
  g_test_add_func("/base/diag_render/finding", test_finding);
  g_test_add_func("/base/diag_render/json", test_json);
  return g_test_run();
}
