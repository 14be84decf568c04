/* Code: one piece of bytecode, for a register machine, with the place in the model of each instruction.
 * Ownership: a Code owns its tables (code_free); it borrows types from the model. Pointers to constants stay valid as
 * long as it lives. */
#pragma once

#include <glib.h>

#include "engine/fault.h"
#include "ir/ir.h"

typedef enum Opcode {
#define OP(name, text, operands) OP_##name,
#include "engine/opcodes.def"
#undef OP
  OP_COUNT_
} Opcode;

typedef struct Insn {
  uint16_t op;
  uint16_t a, b, c;
  int32_t d, e;
} Insn;

/* What an operation needs beside its registers: a pool, a range, a pair of types. */
typedef struct Shape {
  int64_t lo, hi;
  uint64_t mask; /* of slot states */
  uint32_t base, stride, slots,
      cells; /* of a pool: cell of slot 0, cells of a slot; cells of an entry, a value, a set */
  int resource;
  const IrType *from, *to;
} Shape;

typedef struct Code {
  Insn *insns;
  Span *spans;
  uint32_t count;
  int64_t *consts;
  uint32_t const_count;
  Shape *shapes;
  uint32_t shape_count;
  uint32_t registers; /* that it uses itself */
  uint32_t need;      /* with all that it calls */
  uint32_t result;    /* cells of its value; 0 for conditions and effects */
} Code;

void code_free(Code *code);
const char *code_op_name(int op);
const char *code_op_operands(int op);
