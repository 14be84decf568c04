/* `explore --html` and `cover --html`: the page with everything. Ownership: all is the caller's. */
#pragma once

#include "cli/covering.h"
#include "cli/options.h"
#include "contract/verdict.h"

/* Writes the page to a file; without Graphviz it has no pictures, which is told. */
ExitCode page_write(const Options *options, const Verdict *verdict, const char *path);

/* The same with the sequences of a suite, and what they cover. */
ExitCode page_write_suite(const Options *options, const Covering *covering, const char *path);
