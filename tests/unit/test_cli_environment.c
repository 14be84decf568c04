/* The program in a poor environment: little memory, a small stack, files that may not grow, descriptors that are
 * closed. Each is told in one line, with the exit status for it, and never ends in a signal. */
#include <glib.h>
#include <glib/gstdio.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED true
#endif
#endif
#ifndef SANITIZED
#define SANITIZED false
#endif

/* Runs `command` in a shell, where $S is the program and $M the folder of models; the exit status, -1 for a signal. */
static int run(const char *command, char **ret_errors) {
  g_autofree char *script = g_strdup_printf("S='%s'; M='%s/models'; %s", TEST_BINARY, TEST_SOURCE_DIR, command);
  char *argv[] = {"/bin/sh", "-c", script, NULL};
  g_autofree char *output = NULL;
  int status = 0;
  GError *error = NULL;
  g_spawn_sync(NULL, argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, ret_errors, &status, &error);
  g_assert_no_error(error);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void expect(const char *command, int wanted, const char *said) {
  g_autofree char *errors = NULL;
  int status = run(command, &errors);
  if (status != wanted || strstr(errors, said) == NULL) {
    g_test_message("%s\nexit %d, wanted %d; it said:\n%s", command, status, wanted, errors);
    g_test_fail();
  }
}

static void test_memory(void) {
  if (SANITIZED) {
    g_test_skip("the address sanitizer needs all of the address space");
    return;
  }
  expect("head -c 60000000 /dev/zero | (ulimit -v 50000; $S lint -)", 4, "seqcheck: memory ran out");
  expect(
      "ulimit -v 40000; $S explore $M/booking.model -D SLOTS=5 -D HOURS=8 > /dev/null; s=$?; [ $s = 3 ] || [ $s = 4 ]",
      0, ""); /* what is known so far, or at least the reason */
}

/* Nesting up to the limit, on whatever stack. */
static void test_stack(void) {
  GString *model = g_string_new("model deep var x: bool action a() { x = not x } invariant i: ");
  for (int i = 0; i < 990; i++) {
    g_string_append(model, "not ");
  }
  g_string_append(model, "x");
  g_autofree char *command =
      g_strdup_printf("ulimit -s %d; echo '%s' | $S explore - > /dev/null", SANITIZED ? 1024 : 128, model->str);
  expect(command, 1, "");
  g_string_free(model, TRUE);
}

static void test_streams(void) {
  expect("$S explore $M/booking.model >&-", 4, "standard output could not be written: Bad file descriptor");
  expect("$S explore $M/booking.model --json > /dev/full", 4, "could not be written: No space left on device");
  expect("$S lint - <&-", 2, "<stdin>: Bad file descriptor");
  expect("$S explore $M/booking.model > /dev/null 2>&-", 0, "");
}

/* With standard output or error closed, no message may end in the new file. */
static void test_new_with_closed_streams(void) {
  g_autofree char *folder = g_dir_make_tmp("seqcheck_XXXXXX", NULL);
  g_autofree char *command =
      g_strdup_printf("cd '%s' && $S new a -o want > /dev/null && { $S new a >&-; [ $? = 4 ]; } && rm a.model && $S "
                      "new a >&2 2>&- <&-; "
                      "$S new a > /dev/null 2>&-; cmp a.model want; result=$?; rm -f a.model want; exit $result",
                      folder);
  expect(command, 0, "");
  g_rmdir(folder);
}

static void test_file_size(void) {
  g_autofree char *folder = g_dir_make_tmp("seqcheck_XXXXXX", NULL);
  g_autofree char *command = g_strdup_printf("cd '%s'; ulimit -f 1; $S new a", folder);
  expect(command, 4, "`a.model` cannot be written: File too large");
  g_assert_cmpint(g_rmdir(folder), ==, 0); /* and nothing was left there */
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cli/environment/memory", test_memory);
  g_test_add_func("/cli/environment/stack", test_stack);
  g_test_add_func("/cli/environment/streams", test_streams);
  g_test_add_func("/cli/environment/new_with_closed_streams", test_new_with_closed_streams);
  g_test_add_func("/cli/environment/file_size", test_file_size);
  return g_test_run();
}
