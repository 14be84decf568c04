/* Source texts: what is read is kept byte for byte, and places in it are found whatever ends the lines. */
#include <fcntl.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/source.h"

static void check_place(const Source *source, uint32_t offset, int line, int column) {
  int found_line = 0, found_column = 0;
  source_locate(source, offset, &found_line, &found_column);
  g_assert_cmpint(found_line, ==, line);
  g_assert_cmpint(found_column, ==, column);
}

static void check_line(const Source *source, int line, const char *expected) {
  size_t length = 0;
  const char *text = source_line(source, line, &length);
  g_assert_cmpmem(text, length, expected, strlen(expected));
}

static void test_lines(void) {
  Source *source = source_new("a.model", "one\ntwo\r\nthree\rfour\n", 20);
  g_assert_cmpint(source_line_count(source), ==, 5);
  check_line(source, 1, "one");
  check_line(source, 2, "two");
  check_line(source, 3, "three");
  check_line(source, 4, "four");
  check_line(source, 5, "");
  check_place(source, 0, 1, 1);
  check_place(source, 3, 1, 4);
  check_place(source, 4, 2, 1);
  check_place(source, 8, 2, 5); /* the line feed after the carriage return */
  check_place(source, 9, 3, 1);
  check_place(source, 15, 4, 1);
  check_place(source, 20, 5, 1);
  check_place(source, 9999, 5, 1);
  source_free(source);
}

static void test_empty(void) {
  Source *source = source_new("", NULL, 0);
  g_assert_cmpint(source_line_count(source), ==, 1);
  check_line(source, 1, "");
  check_place(source, 0, 1, 1);
  g_assert_cmpstr(source_text(source), ==, "");
  source_free(source);
  source_free(NULL);
}

static void test_characters(void) {
  const char text[] = "\xEF\xBB\xBFž 漢\xFF\0x";
  Source *source = source_new("a", text, sizeof text - 1);
  g_assert_cmpuint(source_length(source), ==, 12);
  g_assert_cmpmem(source_text(source), 13, text, 13);
  check_place(source, 0, 1, 1);
  check_place(source, 3, 1, 1);  /* after the byte order mark */
  check_place(source, 4, 1, 1);  /* inside the ž */
  check_place(source, 6, 1, 3);  /* the wide character is one */
  check_place(source, 9, 1, 4);  /* the ill-formed byte */
  check_place(source, 10, 1, 5); /* the zero byte */
  check_place(source, 12, 1, 7);
  source_free(source);
}

/* Columns far into long lines are those that a walk from the line's start gives. */
static void test_long_lines(void) {
  g_autoptr(GString) text = g_string_new("\xEF\xBB\xBF");
  for (int line = 1; line <= 3; line++) {
    for (int i = 0; i < 20000; i++) {
      g_string_append(text, i % 3 == 0 ? "a" : i % 3 == 1 ? "ž" : "漢");
    }
    g_string_append(text, "\r\n");
  }
  Source *source = source_new("a", text->str, text->len);
  int column = 1, line = 1;
  for (uint32_t at = 3; at < text->len; at += (uint32_t)(g_utf8_next_char(text->str + at) - (text->str + at))) {
    check_place(source, at, line, column++);
    if (text->str[at] == '\n') {
      line++;
      column = 1;
    }
  }
  source_free(source);
}

static void test_read(void) {
  g_autoptr(GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp("seqcheck-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(folder, "m.model", NULL);
  g_assert_true(g_file_set_contents(path, "a\0b\n", 4, NULL));
  Source *source = source_read(path, &error);
  g_assert_no_error(error);
  g_assert_cmpmem(source_text(source), source_length(source), "a\0b\n", 4);
  g_assert_cmpstr(source_name(source), ==, path);
  source_free(source);
  g_assert_null(source_read(folder, &error));
  g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_ISDIR);
  g_assert_true(g_str_has_suffix(error->message, ": is a folder, not a file"));
  g_clear_error(&error);
  g_unlink(path);
  g_assert_null(source_read(path, &error));
  g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_rmdir(folder);
}

static void test_read_at_the_limit(void) {
  g_autoptr(GError) error = NULL;
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp("seqcheck-XXXXXX", &path, NULL);
  g_assert_cmpint(ftruncate(fd, LIMIT_SOURCE_BYTES), ==, 0);
  Source *source = source_read(path, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(source_length(source), ==, LIMIT_SOURCE_BYTES);
  source_free(source);
  g_assert_cmpint(ftruncate(fd, LIMIT_SOURCE_BYTES + 1), ==, 0);
  g_assert_null(source_read(path, &error));
  g_assert_nonnull(error);
  g_assert_true(g_str_has_suffix(error->message, ": is longer than 64 MiB"));
  close(fd);
  g_unlink(path);
}

static gpointer write_to_pipe(gpointer path) {
  int fd = open(path, O_WRONLY);
  g_assert_cmpint(write(fd, "model a\n", 8), ==, 8);
  close(fd);
  return NULL;
}

static void test_read_pipe(void) {
  g_autofree char *folder = g_dir_make_tmp("seqcheck-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(folder, "pipe", NULL);
  g_assert_cmpint(mkfifo(path, 0600), ==, 0);
  GThread *writer = g_thread_new("writer", write_to_pipe, path);
  Source *source = source_read(path, NULL);
  g_thread_join(writer);
  g_assert_cmpstr(source_text(source), ==, "model a\n");
  source_free(source);
  g_unlink(path);
  g_rmdir(folder);
}

static void test_join(void) {
  Span span = span_join((Span){3, 5}, (Span){8, 9});
  g_assert_true(span.start == 3 && span.end == 9);
  span = span_join((Span){0, 0}, (Span){8, 9});
  g_assert_true(span.start == 8 && span.end == 9);
  span = span_join((Span){3, 5}, (Span){0, 0});
  g_assert_true(span.start == 3 && span.end == 5);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/base/source/lines", test_lines);
  g_test_add_func("/base/source/empty", test_empty);
  g_test_add_func("/base/source/characters", test_characters);
  g_test_add_func("/base/source/long_lines", test_long_lines);
  g_test_add_func("/base/source/read", test_read);
  g_test_add_func("/base/source/limit", test_read_at_the_limit);
  g_test_add_func("/base/source/pipe", test_read_pipe);
  g_test_add_func("/base/source/join", test_join);
  return g_test_run();
}
