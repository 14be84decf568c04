/* The parser: text to tree. Recovers at declarations and statements, so that one run tells many faults.
 * Ownership: nodes go into `arena`, spellings into `names`, faults into `diags`; all are the caller's. */
#pragma once

#include "base/arena.h"
#include "base/diag.h"
#include "base/names.h"
#include "lang/ast.h"

/* Always returns a tree; it is whole only where `diags` has no errors. */
Model *parse_model(Arena *arena, Names *names, const Source *source, Diags *diags);

/* One expression that fills its source (`seqcheck reach MODEL EXPR`). NULL where it does not parse. */
Expr *parse_expression(Arena *arena, Names *names, const Source *source, Diags *diags);
