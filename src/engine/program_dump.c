/* A program as text, for `--dump code`: one instruction a line, with what opcodes.def says of its operands.
 * Deterministic. */
#include "engine/program_internal.h"

static void dump_operand(const Code *code, char kind, int64_t value, GString *out) {
  switch (kind) {
  case 'r':
  case 'v':
  case 'w':
    g_string_append_printf(out, " r%d", (int)value);
    break;
  case 'i':
    g_string_append_printf(out, " %d", (int)value);
    break;
  case 'j':
    g_string_append_printf(out, " @%d", (int)value);
    break;
  case 'k':
    g_string_append_printf(out, " k%d", (int)value);
    break;
  case 'h': {
    const Shape *shape = &code->shapes[value];
    if (shape->stride > 0) {
      g_string_append_printf(out, " pool(%d mask %" G_GINT64_MODIFIER "x)", shape->resource, shape->mask);
    } else if (shape->to != NULL) {
      g_string_append_printf(out, " %s -> %s", shape->from->text, shape->to->text);
    } else if (shape->from != NULL) {
      g_string_append_printf(out, " %s", shape->from->text);
    } else {
      g_string_append_printf(out, " %" G_GINT64_FORMAT "..%" G_GINT64_FORMAT "*%u", shape->lo, shape->hi, shape->cells);
    }
    break;
  }
  default:
    break;
  }
}

static void dump_code(const char *what, const Code *code, GString *out) {
  if (code == NULL) {
    return;
  }
  g_string_append_printf(out, "%s: %u registers, %u with calls\n", what, code->registers, code->need);
  for (uint32_t i = 0; i < code->count; i++) {
    const Insn *insn = &code->insns[i];
    const char *operands = code_op_operands(insn->op);
    g_string_append_printf(out, "  %4u %s", i, code_op_name(insn->op));
    dump_operand(code, operands[0], insn->a, out);
    dump_operand(code, operands[1], insn->b, out);
    dump_operand(code, operands[2], insn->c, out);
    dump_operand(code, operands[3], insn->d, out);
    dump_operand(code, operands[4], insn->e, out);
    g_string_append_c(out, '\n');
  }
}

static void dump_named(GString *out, const Code *code, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void dump_named(GString *out, const Code *code, const char *format, ...) {
  va_list args;
  va_start(args, format);
  g_autofree char *what = g_strdup_vprintf(format, args);
  va_end(args);
  dump_code(what, code, out);
}

static void dump_action(const ActionCode *action, GString *out) {
  const char *name = action->ir->name;
  for (int level = 0; level <= action->param_count; level++) {
    dump_named(out, action->guards[level], "action %s, guard with %d parameters", name, level);
  }
  dump_named(out, action->select, "action %s, choice of outcomes", name);
  for (int o = 0; o < action->ir->outcome_count; o++) {
    dump_named(out, action->outcomes[o].code, "action %s, outcome %d %s", name, o, action->ir->outcomes[o].name);
    for (int e = 0; e < action->outcomes[o].ensure_count; e++) {
      dump_named(out, action->outcomes[o].ensures[e], "action %s, outcome %d, ensure %d", name, o, e);
    }
  }
}

void program_dump(const Program *program, GString *out) {
  const IrModel *model = program->model;
  for (int i = 0; i < program->callee_count; i++) {
    bool fn = i < model->fn_count;
    dump_named(out, program->callees[i], "%s %s", fn ? "fn" : "proc",
               fn ? model->fns[i].name : model->procs[i - model->fn_count].name);
  }
  for (int i = 0; i < model->init_count; i++) {
    dump_named(out, program->inits[i].when, "init %s, when", model->inits[i].name);
    dump_named(out, program->inits[i].effect.code, "init %s", model->inits[i].name);
  }
  for (int i = 0; i < model->action_count; i++) {
    dump_action(&program->actions[i], out);
  }
  for (int i = 0; i < model->contract_count; i++) {
    dump_named(out, program->contracts[i], "contract %s", model->contracts[i].name);
  }
}

void program_dump_expr(const CodeExpr *code, GString *out) {
  uint32_t locals;
  dump_code("expression", program_expr_code(code, &locals), out);
}
