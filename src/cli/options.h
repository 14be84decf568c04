/* The command line, read once: which command, its operands, its options.
 * Ownership: an Options borrows argv's strings; options_clear frees what it added. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "lang/check.h"

typedef enum ExitCode {
  EXIT_HOLDS = 0,       /* done, and everything asked for holds */
  EXIT_VIOLATED = 1,    /* a contract is broken, a sequence departs */
  EXIT_WRONG_INPUT = 2, /* the command line, the model or another input file: nothing was run */
  EXIT_LIMIT = 3,       /* stopped at a limit that the user set, with nothing violated so far */
  EXIT_ENVIRONMENT = 4, /* disk, memory, network */
  EXIT_BUG = 70         /* a bug in seqcheck */
} ExitCode;

struct Options;

/* Runs one command and returns its exit code; what it prints goes through cli/output.h. */
typedef ExitCode CommandFunction(const struct Options *options);

typedef struct Command {
  const char *name;
  char letter; /* that option.def calls it */
  CommandFunction *run;
  const char *operands;
  int least, most; /* operands */
  const char *summary;
} Command;

typedef struct Options {
  const Command *command; /* NULL: none was given (with --version or --help) */
  const char *operands[2];
  int operand_count;
  const char *model; /* the operand that names it, or NULL */
  bool version;
  GArray *defines; /* of Define */
  /* One field for each option of option.def; counts and sizes are 0 (depth, reset_cost: -1) where not given. */
  bool json, keep_going, print, help, anyway, refused;
  int64_t depth, max_states, threads, memory, reset_cost, max_steps, max_nodes, trace, layout_timeout;
  double timeout;
  const char *init, *dump, *after, *output, *color, *criterion, *suite, *itf, *difference, *prefix, *framework, *of,
      *format, *layout, *label, *sequence, *dot, *svg, *html, *save, *load;
} Options;

/* False, with the message for the user in *ret_error (to be freed), where the command line is wrong. */
bool options_parse(Options *options, int argc, char **argv, char **ret_error);
void options_clear(Options *options);

/* The text of --help: of a command, or with NULL of the whole program. */
void options_help(const Command *command, GString *out);
