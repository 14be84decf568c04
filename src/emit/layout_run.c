/* Takes DOT, gives a drawn file. The text goes to the engine through a file, and so does what it draws: it may be
 * large, and a pipe that nobody empties would keep the engine waiting. */
#include "emit/layout_run.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/files.h"

/* Looks at the child this often. */
#define LOOK_US 5000

/* Waits for the child; false where it had to be ended. */
static bool wait_for(GPid child, int seconds, int *ret_status) {
  gint64 end = g_get_monotonic_time() + (gint64)seconds * G_USEC_PER_SEC;
  for (;;) {
    pid_t done = waitpid(child, ret_status, WNOHANG);
    if (done == child || (done < 0 && errno != EINTR))
      return true;
    if (g_get_monotonic_time() >= end)
      break;
    g_usleep(LOOK_US);
  }
  kill(child, SIGKILL);
  while (waitpid(child, ret_status, 0) < 0 && errno == EINTR)
    ;
  return false;
}

/* The first line that the engine said, for the message. */
static char *first_line(const char *path) {
  g_autofree char *text = NULL;
  if (!g_file_get_contents(path, &text, NULL, NULL))
    return g_strdup("");
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  valid[strcspn(valid, "\n")] = '\0';
  return g_strdup(valid);
}

static void to_file(gpointer data) {
  int descriptor = *(int *)data;
  dup2(descriptor, STDERR_FILENO);
}

static LayoutEnd run(char **command, const char *said, int seconds, char **ret_error) {
  g_autoptr(GError) error = NULL;
  GPid child;
  int status = 0, messages = g_open(said, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  bool started =
      messages >= 0 &&
      g_spawn_async(NULL, command, NULL, G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL,
                    to_file, &messages, &child, &error);
  if (messages >= 0)
    close(messages);
  if (!started) {
    bool missing = error && g_error_matches(error, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT);
    *ret_error =
        missing ? g_strdup_printf("`%s` is not installed: the Debian package `graphviz` has it; --format dot "
                                  "needs nothing",
                                  command[0])
                : g_strdup_printf("`%s` cannot be run: %s", command[0], error ? error->message : g_strerror(errno));
    return missing ? LAYOUT_MISSING : LAYOUT_FAILED;
  }
  if (!wait_for(child, seconds, &status)) {
    *ret_error = g_strdup_printf("`%s` was ended after %d s", command[0], seconds);
    return LAYOUT_TOO_LONG;
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return LAYOUT_DONE;
  g_autofree char *line = first_line(said);
  *ret_error = g_strdup_printf("`%s` failed%s%s", command[0], *line ? ": " : "", line);
  return LAYOUT_FAILED;
}

LayoutEnd layout_run(const GString *dot, const char *engine, const char *format, int seconds, GString *ret_drawn,
                     char **ret_error) {
  g_autoptr(GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp("seqcheck-picture-XXXXXX", &error);
  if (!folder) {
    *ret_error = g_strdup_printf("no folder for the layout: %s", error->message);
    return LAYOUT_FAILED;
  }
  g_autofree char *source = g_build_filename(folder, "picture.dot", NULL);
  g_autofree char *drawn = g_build_filename(folder, "picture.out", NULL);
  g_autofree char *said = g_build_filename(folder, "messages", NULL);
  g_autofree char *kind = g_strconcat("-T", format, NULL);
  char *command[] = {(char *)(intptr_t)engine, kind, "-o", drawn, source, NULL};
  LayoutEnd end = LAYOUT_FAILED;
  g_autofree char *text = NULL;
  gsize length = 0;
  if (files_write(source, dot->str, dot->len))
    end = run(command, said, seconds, ret_error);
  else
    *ret_error = g_strdup_printf("`%s` cannot be written: %s", source, g_strerror(errno));
  if (end == LAYOUT_DONE && (!g_file_get_contents(drawn, &text, &length, NULL) || length == 0)) {
    *ret_error = g_strdup_printf("`%s` drew nothing", engine);
    end = LAYOUT_FAILED;
  }
  if (end == LAYOUT_DONE)
    g_string_append_len(ret_drawn, text, (gssize)length);
  g_unlink(source);
  g_unlink(drawn);
  g_unlink(said);
  g_rmdir(folder);
  return end;
}
