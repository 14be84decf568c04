/* A program: the model compiled to verified bytecode, one block for each guard, effect, ensure and contract.
 * Ownership: a Program borrows its IrModel, is read-only once made, and may be shared by threads. */
#pragma once

#include <glib.h>

#include "ir/ir.h"

typedef struct Program Program;

Program *program_new(const IrModel *model);
void program_free(Program *program);
const IrModel *program_model(const Program *program);

/* For `--dump code`. */
void program_dump(const Program *program, GString *out);

/* One expression compiled by itself, on demand: for explanations, `why`, `step`. It may use the locals of `frame`.
 * Ownership: the caller frees it. */
typedef struct CodeExpr CodeExpr;
CodeExpr *code_expr_new(const Program *program, const IrFrame *frame, const IrExpr *expr);
void code_expr_free(CodeExpr *code);
void program_dump_expr(const CodeExpr *code, GString *out); /* as program_dump */

/* True where some piece of the model needs more than LIMIT_FRAME_CELLS registers: such a program may not be run. The
 * place of the first. */
bool program_too_large(const Program *program, Span *ret_span);
