/* `explore --html`: the page with everything. Ownership: all is the caller's. */
#pragma once

#include "cli/options.h"
#include "contract/verdict.h"

/* Writes the page to a file; without Graphviz it has no pictures, which is told. */
ExitCode page_write(const Options *options, const Verdict *verdict, const char *path);
