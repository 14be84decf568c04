/* Writing a model's expressions and statements as C. What an expression needs before it can be written (loops of
 * quantifiers, values that have to be made) is put out as statements first; the text that comes back is then pure: it
 * may be read as long as no statement of the model has run and the block has not ended.
 * Ownership: texts belong to the writer. */
#pragma once

#include "emit/c_names.h"

/* How tightly an expression binds, loosest first. */
typedef enum CLevel { C_CONDITIONAL, C_OR, C_AND, C_EQUAL, C_COMPARE, C_SUM, C_PRODUCT, C_UNARY, C_ATOM } CLevel;

typedef struct CText {
  const char *text;
  CLevel level;
} CText;

typedef struct CWriter {
  const IrModel *model;
  CNames *names;
  GStringChunk *chunk;
  GString *out;
  int indent;
  int temporaries;   /* t1, t2, ... used so far in this function */
  const char *state; /* what the state is called that expressions read: "s", "m->old", a copy */
  const char **locals;
  bool *used;       /* by local: is it read? What is not is not declared */
  GPtrArray *types; /* of IrType *: those that need a description, parts before wholes */
} CWriter;

/* A line of the present indentation, broken where it gets long. */
void c_line(CWriter *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
void c_open(CWriter *w, const char *format, ...) __attribute__((format(printf, 2, 3))); /* the line, then ` {` */
void c_close(CWriter *w);
const char *c_text(CWriter *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *c_temporary(CWriter *w);
const char *c_number(CWriter *w, int64_t value);
CText c_atom(const char *text);
/* Breaks the lines of a table from byte `from` on, at commas that stand outside of strings. */
void c_wrap_tables(GString *out, size_t from);

CText c_first(CWriter *w, const char *address);               /* the first cell there */
const char *c_at_least(CWriter *w, CText text, CLevel level); /* in parentheses where it binds less */

bool c_is_scalar(const IrType *type);
const char *c_type(CWriter *w, const IrType *type);                           /* "&type_3" */
const char *c_pool(CWriter *w, int resource);                                 /* "POOL_Booking" */
const char *c_states(CWriter *w, int resource, uint64_t mask);                /* "SEQ_STATE(..) | .." */
const char *c_constant(CWriter *w, const IrType *type, const int64_t *cells); /* "(const int64_t[]){1, 0}" */

/* A scalar's value; the cells of any other value, where they lie; and a value put into `to`. */
CText c_value(CWriter *w, const IrExpr *expr);
const char *c_address(CWriter *w, const IrExpr *expr);
void c_make(CWriter *w, const IrExpr *expr, const char *to);

/* A number that stands for the element of a set, and the first and last that do: a scalar itself, else its rank. */
typedef struct CElement {
  const char *value, *lo, *hi;
} CElement;

CElement c_element(CWriter *w, const IrExpr *element, const IrType *set);
CElement c_element_of(CWriter *w, const char *cells, const IrType *elem); /* of a value at hand */

const char *c_quantifier(CWriter *w, const IrExpr *expr); /* the temporary that holds it */
/* Opens the loop of one binder; `go_on`, where not NULL, is another condition for a round. */
void c_loop(CWriter *w, const IrBinder *binder, const char *go_on);

void c_block(CWriter *w, const IrBlock *block);
