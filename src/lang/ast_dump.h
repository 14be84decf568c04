/* The tree as text, for `--dump ast` and tests: a node a line, indented, with its place and, once checked, its type and
 * what it refers to. Ownership: appends to what the caller owns. */
#pragma once

#include <glib.h>

#include "lang/ast.h"

void ast_dump(const Model *model, GString *out);
