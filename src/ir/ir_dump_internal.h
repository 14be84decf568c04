/* The inside of the dump, for ir_dump*.c.
 * Ownership: a Dump borrows the model and the caller's string. */
#pragma once

#include <glib.h>

#include "ir/ir.h"

typedef struct Dump {
  const IrModel *model;
  const IrFrame *frame; /* names of locals; NULL: by number */
  GString *out;
} Dump;

/* ir_dump_code.c */
void ir_dump_put_source(const Dump *dump, Span span); /* the text as it was written, in backticks, clipped */
void ir_dump_put_expr(const Dump *dump, const IrExpr *expr);
void ir_dump_put_expr_line(const Dump *dump, int indent, const char *what, const IrExpr *expr);
void ir_dump_put_block(const Dump *dump, int indent, const IrBlock *block);
void ir_dump_put_binder(const Dump *dump, const IrBinder *binder);
void ir_dump_put_states(const Dump *dump, int resource, uint64_t mask);
void ir_dump_put_frame(const Dump *dump, const IrFrame *frame);

/* ir_dump_template.c */
void ir_dump_put_template(const Dump *dump, const IrTemplate *template);
void ir_dump_put_request(const Dump *dump, int indent, const IrRequest *request);
void ir_dump_put_respond(const Dump *dump, int indent, const IrRespond *respond);
void ir_dump_put_receives(const Dump *dump, int indent, const IrReceives *receives);
void ir_dump_put_headers(const Dump *dump, const char *what, const IrHeader *headers, int count);
