/* The commands: one file each, command_NAME in NAME.c.
 * Ownership: a command borrows the Options. */
#pragma once

#include "cli/options.h"

CommandFunction command_explore, command_lint, command_step, command_why, command_reach, command_replay,
    command_explain, command_new, command_cover, command_generate, command_graph;

/* What `seqcheck COMMAND --help` tells beyond the summary: examples and what is peculiar to the command. */
void commands_help_more(const char *name, GString *out);
