/* Code as data: its end, the names of the operations, and its text for `--dump code`: one instruction a line with what
 * opcodes.def says of its operands. */
#include "engine/code.h"

typedef struct OpInfo {
  const char *name, *operands;
} OpInfo;

static const OpInfo op_infos[] = {
#define OP(name, text, operands) {text, operands},
#include "engine/opcodes.def"
#undef OP
};

const char *code_op_name(int op) {
  return op_infos[op].name;
}

const char *code_op_operands(int op) {
  return op_infos[op].operands;
}

void code_free(Code *code) {
  if (code == NULL) {
    return;
  }
  g_free(code->insns);
  g_free(code->spans);
  g_free(code->consts);
  g_free(code->shapes);
  g_free(code);
}
