/* The verifier of bytecode: what the interpreter relies on, asserted once for each piece of code.
 * Ownership: borrows everything. */
#pragma once

#include "engine/code.h"
#include "engine/program_internal.h"

/* Ends the process where the code breaks a promise: a bug of the compiler. */
void code_verify(const Program *program, const Code *code);
