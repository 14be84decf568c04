/* The verifier of bytecode. Takes a finished piece of code, asserts that every register, constant, shape and jump
 * target lies in range and that no path runs off the end. Method: one pass, by the operand letters of opcodes.def; run
 * in every build, since it costs next to nothing. */
#include "engine/code_verify.h"

static void verify_registers(const Code *code, uint32_t first, int64_t count) {
  g_assert(count >= 0 && first + (uint64_t)count <= code->registers);
}

static void verify_operand(const Code *code, const Insn *insn, char kind, int64_t value) {
  switch (kind) {
  case 'r':
    verify_registers(code, (uint32_t)value, 1);
    break;
  case 'v':
    verify_registers(code, (uint32_t)value, insn->d);
    break;
  case 'w':
    verify_registers(code, (uint32_t)value, insn->e);
    break;
  case 'j':
    g_assert(value >= 0 && value < (int64_t)code->count);
    break;
  case 'k':
    g_assert(value >= 0 && value <= (int64_t)code->const_count);
    break;
  case 'h':
    g_assert(value >= 0 && value < (int64_t)code->shape_count);
    break;
  default:
    break;
  }
}

static bool ends_path(int op) {
  return op == OP_JUMP || op == OP_JUMP_BACK || op == OP_RETURN || op == OP_END || op == OP_TRUE || op == OP_FALSE ||
         op == OP_CHOOSE_LAST || op == OP_FAULT;
}

void code_verify(const Program *program, const Code *code) {
  int old_depth = 0;
  g_assert(code->count > 0 && code->need >= code->registers);
  for (uint32_t i = 0; i < code->count; i++) {
    const Insn *insn = &code->insns[i];
    g_assert(insn->op < OP_COUNT_);
    const char *operands = code_op_operands(insn->op);
    verify_operand(code, insn, operands[0], insn->a);
    verify_operand(code, insn, operands[1], insn->b);
    verify_operand(code, insn, operands[2], insn->c);
    verify_operand(code, insn, operands[3], insn->d);
    verify_operand(code, insn, operands[4], insn->e);
    if (insn->op == OP_CALL) {
      g_assert(insn->d >= 0 && insn->d < program->callee_count && program->callees[insn->d] != NULL);
      g_assert(insn->a + program->callees[insn->d]->need <= code->need);
    }
    old_depth += (insn->op == OP_OLD_ENTER) - (insn->op == OP_OLD_LEAVE);
    g_assert(old_depth == 0 || old_depth == 1);
  }
  g_assert(old_depth == 0 && ends_path(code->insns[code->count - 1].op));
}
