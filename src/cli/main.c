/* seqcheck: finds the command and runs it. All else is in the floors below. */
#include <signal.h>

#include "cli/commands.h"
#include "cli/output.h"
#include "seqcheck.h"

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

int main(int argc, char **argv) {
  signal(SIGPIPE, SIG_IGN); /* a closed pipe is a failed write, told by output_finish */
  Options options;
  g_autofree char *error = NULL;
  ExitCode code = EXIT_WRONG_INPUT;
  if (options_parse(&options, argc, argv, &error))
    code = run(&options);
  else
    output_message("%s", error);
  options_clear(&options);
  return (int)output_finish(code);
}
