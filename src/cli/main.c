/* seqcheck: finds the command and runs it. All else is in the floors below; what they cannot tell themselves is told
 * here: memory that ran out (GLib ends the process there), and a bug (an assertion). */
#include <cjson/cJSON.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/output.h"
#include "seqcheck.h"

#define STACK_BYTES ((size_t)8 << 20) /* what is usual */

/* One write, since nothing more can be relied on. */
static void last_words(const char *text, ExitCode code) {
  ssize_t written = write(STDERR_FILENO, text, strlen(text));
  (void)written;
  _exit((int)code);
}

static void memory_ran_out(void) {
  last_words("seqcheck: memory ran out: bound the search (`--memory`, `--max-states`) or make the model smaller\n",
             EXIT_ENVIRONMENT);
}

/* GLib's only fatal messages are those of memory that cannot be had. */
static void on_log(const char *domain, GLogLevelFlags level, const char *message, void *user) {
  if ((level & G_LOG_LEVEL_ERROR) || (level & G_LOG_FLAG_RECURSION))
    memory_ran_out();
  g_log_default_handler(domain, level, message, user);
}

/* The assertion itself has been printed. */
static void on_abort(int number) {
  (void)number;
  last_words("seqcheck: a bug in seqcheck " SEQCHECK_VERSION
             ". Please send the command and the model file to its authors\n",
             EXIT_BUG);
}

/* How GLib ends a process whose memory ran out where it cannot even log that. */
static void on_trap(int number) {
  (void)number;
  memory_ran_out();
}

/* A descriptor that the caller closed must not become that of a file: then messages would be written into it. */
static void hold_descriptors(void) {
  for (int descriptor = 0; descriptor <= 2; descriptor++)
    if (fcntl(descriptor, F_GETFD) < 0)
      (void)!open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY); /* using it must stay a failure */
}

static void prepare(void) {
  cJSON_Hooks hooks = {.malloc_fn = g_malloc, .free_fn = g_free};
  hold_descriptors();
  signal(SIGPIPE, SIG_IGN); /* a closed pipe is a failed write, told by output_finish */
  signal(SIGXFSZ, SIG_IGN); /* so is a file that may not grow */
  signal(SIGABRT, on_abort);
  signal(SIGTRAP, on_trap);
  g_log_set_default_handler(on_log, NULL);
  cJSON_InitHooks(&hooks);
}

static ExitCode run(const Options *options) {
  g_autoptr(GString) out = g_string_new(NULL);
  if (options->help)
    options_help(options->command, out);
  else if (options->version)
    g_string_append_printf(out, "seqcheck %s\n", seqcheck_version());
  else
    return options->command->run(options);
  output_text(out);
  return EXIT_HOLDS;
}

typedef struct Call {
  int argc;
  char **argv;
  ExitCode code;
} Call;

static void *obey(void *user) {
  Call *call = user;
  Options options;
  g_autofree char *error = NULL;
  ExitCode code = EXIT_WRONG_INPUT;
  if (options_parse(&options, call->argc, call->argv, &error))
    code = run(&options);
  else
    output_message("%s", error);
  options_clear(&options);
  call->code = output_finish(code);
  return NULL;
}

/* Models nest up to LIMIT_NESTING deep, which takes some 400 kB of stack. Where the caller allows less than is usual
 * (`ulimit -s`), all is done on a stack of our own. */
static bool obey_on_own_stack(Call *call) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= STACK_BYTES)
    return false;
  pthread_t thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  bool made =
      pthread_attr_setstacksize(&attributes, STACK_BYTES) == 0 && pthread_create(&thread, &attributes, obey, call) == 0;
  pthread_attr_destroy(&attributes);
  return made && pthread_join(thread, NULL) == 0;
}

int main(int argc, char **argv) {
  Call call = {argc, argv, EXIT_BUG};
  prepare();
  if (!obey_on_own_stack(&call))
    obey(&call);
  return (int)call.code;
}
