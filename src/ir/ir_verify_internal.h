/* The inside of the verifier, for ir_verify*.c.
 * Ownership: a Verify lives for one ir_verify and borrows the model and the caller's string. */
#pragma once

#include <glib.h>

#include "ir/ir.h"

typedef struct Verify {
  const IrModel *model;
  GString *fault;
  const char *where;
  const IrFrame *frame;
  GArray *bound; /* of gboolean: by local */
  bool broken;
} Verify;

/* Notes the first promise that is broken; returns `holds`. */
bool ir_verify_that(Verify *verify, bool holds, Span span, const char *what);
void ir_verify_frame(Verify *verify, const IrFrame *frame, const char *where);
void ir_verify_block(Verify *verify, const IrBlock *block);

/* ir_verify_expr.c: an expression of type `wanted`, or of any where that is NULL. */
void ir_verify_expr(Verify *verify, const IrExpr *expr, const IrType *wanted);
void ir_verify_key(Verify *verify, const IrType *type, const IrExpr *key); /* into a map or seq */
const IrType *ir_verify_bind(Verify *verify, int local, Span span);
void ir_verify_binder(Verify *verify, const IrBinder *binder);
