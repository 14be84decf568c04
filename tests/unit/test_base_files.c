/* Files that are written whole: replaced, through links, into devices, or not at all. */
#include <errno.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"

static char *folder;

static char *in_folder(const char *name) {
  return g_build_filename(folder, name, NULL);
}

static void assert_holds(const char *path, const char *text) {
  g_autofree char *read = NULL;
  g_assert_true(g_file_get_contents(path, &read, NULL, NULL));
  g_assert_cmpstr(read, ==, text);
}

/* How many files there are, so that nothing is left beside. */
static guint count_files(void) {
  GDir *dir = g_dir_open(folder, 0, NULL);
  guint count = 0;
  while (g_dir_read_name(dir))
    count++;
  g_dir_close(dir);
  return count;
}

static void test_replaces(void) {
  g_autofree char *path = in_folder("plain");
  g_assert_true(files_write(path, "one", 3));
  assert_holds(path, "one");
  g_assert_true(files_write(path, "", 0));
  assert_holds(path, "");
  g_assert_cmpuint(count_files(), ==, 1);
  g_unlink(path);
}

static void test_goes_through_links(void) {
  g_autofree char *path = in_folder("real"), *link = in_folder("link");
  g_assert_true(files_write(path, "old", 3));
  g_assert_cmpint(symlink("real", link), ==, 0);
  g_assert_true(files_write(link, "new", 3));
  assert_holds(path, "new");
  g_assert_true(g_file_test(link, G_FILE_TEST_IS_SYMLINK));
  g_unlink(link);
  g_unlink(path);
}

static void test_writes_into_devices(void) {
  g_assert_true(files_write("/dev/null", "lost", 4));
  g_assert_false(g_file_test("/dev/null", G_FILE_TEST_IS_REGULAR));
  g_assert_false(files_write("/dev/full", "no room", 7));
  g_assert_cmpint(errno, ==, ENOSPC);
}

static void test_leaves_nothing_behind(void) {
  g_autofree char *path = in_folder("nowhere/file"), *taken = in_folder("taken");
  g_assert_false(files_write(path, "text", 4));
  g_assert_cmpint(errno, ==, ENOENT);
  g_assert_cmpint(g_mkdir(taken, 0777), ==, 0);
  g_assert_false(files_write(taken, "text", 4)); /* a folder stands there */
  g_assert_cmpuint(count_files(), ==, 1);
  g_rmdir(taken);
}

static void test_beside(void) {
  g_autofree char *path = in_folder("place"), *beside = NULL;
  g_assert_true(files_write_beside(path, "text", 4, &beside));
  g_assert_true(g_str_has_prefix(beside, path));
  g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
  assert_holds(beside, "text");
  g_unlink(beside);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  folder = g_dir_make_tmp("seqcheck-files-XXXXXX", NULL);
  g_test_add_func("/files/replaces", test_replaces);
  g_test_add_func("/files/links", test_goes_through_links);
  g_test_add_func("/files/devices", test_writes_into_devices);
  g_test_add_func("/files/nothing_behind", test_leaves_nothing_behind);
  g_test_add_func("/files/beside", test_beside);
  int failed = g_test_run();
  g_rmdir(folder);
  g_free(folder);
  return failed;
}
