/* The road from a model file to a program that can be explored, as the architecture draws it: source, tree, IR,
 * bytecode. Ownership: a Pipeline owns all its stages; pipeline_clear frees them. */
#pragma once

#include "base/diag.h"
#include "base/names.h"
#include "cli/options.h"
#include "engine/explore.h"
#include "engine/program.h"
#include "ir/ir.h"
#include "lang/ast.h"

typedef struct Pipeline {
  const Options *options;
  Source *source;
  Arena *arena;
  Names *names;
  Diags *diags;
  Model *tree;
  IrModel *ir;
  Program *program;
  int init; /* that --init chose, or -1 */
} Pipeline;

/* Compiles the lowered model; false with a diagnostic where a piece of it is too large. */
bool pipeline_compile(Pipeline *pipeline);
/* Reads, parses, checks, lowers and compiles operand 0. Where something is wrong it is told (text to standard error;
 * with --json a document of diagnostics to standard output) and false comes back with the exit code. Warnings are left
 * for pipeline_warnings. */
bool pipeline_load(Pipeline *pipeline, const Options *options, ExitCode *ret_code);

/* The front end alone, for `lint`: source and tree, whatever is wrong with them. False only where the file cannot be
 * read. */
bool pipeline_load_tree(Pipeline *pipeline, const Options *options, ExitCode *ret_code);

/* Prints the warnings, if any, to standard error. */
void pipeline_warnings(Pipeline *pipeline);
void pipeline_clear(Pipeline *pipeline);

/* Explore options from the command line, with the signal handler for SIGINT and the progress line in place. */
void pipeline_explore_options(const Pipeline *pipeline, ExploreOptions *ret_options);

/* After the exploration: takes the progress line away. */
void pipeline_explored(const ExploreOptions *explore_options);

/* The exit code of an exploration that was not complete: a limit that the user set, or memory that ran out. */
ExitCode pipeline_end_code(const Options *options, ExploreEnd end);

/* What stopped an exploration, for the user: "stopped at --depth 5", or NULL where it is complete. The caller's to
 * free. */
char *pipeline_end_text(const Options *options, ExploreEnd end);

/* `seqcheck replay booking.model -D SLOTS=4 '...'`: what takes a user to this sequence. The caller's to free. */
char *pipeline_replay_command(const Pipeline *pipeline, const char *sequence);
