/* The compiler's inside: one Compiler for each piece of code, registers handed out like a stack, labels patched when
 * placed. Ownership: a Compiler owns what it gathers until compile_finish gives it to a Code. */
#pragma once

#include "engine/code.h"
#include "engine/program_internal.h"

/* Where the value of a local is: in registers from `reg`, or at the address in register `reg`. */
typedef struct Binding {
  bool pointer;
  const IrType *type;
  bool sure; /* a slot that exists, in the state that is being read */
  uint16_t reg;
} Binding;

typedef struct Compiler {
  Program *program;
  const IrModel *model;
  GArray *insns, *spans, *consts, *shapes;
  Binding *bindings;
  uint32_t top, most;
  Span span;     /* of what is being compiled: goes to each instruction */
  int old_depth; /* inside `old` */
  bool too_large;
  Span too_large_span;
  bool stores_refs, stores_maps;
} Compiler;

typedef struct Label {
  int32_t place, chain;
} Label;
#define LABEL_NEW ((Label){-1, -1})

/* ---- compile.c */
void compile_begin(Compiler *c, Program *program, const IrFrame *frame, Span span);
Code *compile_finish(Compiler *c, uint32_t result);
uint16_t compile_alloc(Compiler *c, uint32_t cells);
uint32_t compile_emit(Compiler *c, Opcode op, uint32_t a, uint32_t b, uint32_t x, int64_t d, int64_t e);
void compile_emit_jump(Compiler *c, Opcode op, uint32_t a, uint32_t b, int64_t e, Label *label);
/* a and b, cell `offset` of a slot of a pool. */
void compile_emit_field(Compiler *c, Opcode op, uint32_t a, uint32_t b, int resource, uint32_t offset);
void compile_place(Compiler *c, Label *label);
int32_t compile_const(Compiler *c, const int64_t *cells, uint32_t count);
int32_t compile_shape(Compiler *c, Shape shape);
int32_t compile_pool(Compiler *c, int resource, uint64_t mask);
int32_t compile_range(Compiler *c, int64_t lo, int64_t hi, uint32_t cells);
Binding *compile_bind_frame(Compiler *c, const IrFrame *frame);

/* ---- compile_expr.c */
bool compile_is_scalar(const IrType *type);
bool compile_small_const(const IrExpr *expr, int32_t *ret_value);
void compile_check_range(Compiler *c, uint16_t reg, const IrType *from, const IrType *to);
/* A scalar's register; `want` >= 0 says which it has to be. */
uint16_t compile_value(Compiler *c, const IrExpr *expr, int want);

/* ---- compile_call.c */
uint16_t compile_call(Compiler *c, const IrExpr *expr, int want);
/* Puts a fn in place: binds its parameters to the arguments and returns the bindings to be given back to compile_leave.
 */
bool compile_inlines(const Compiler *c, const IrExpr *call);
Binding *compile_enter(Compiler *c, const IrExpr *call);
void compile_leave(Compiler *c, Binding *before);

/* ---- compile_cells.c */
/* A register with the address of a value. */
uint16_t compile_address(Compiler *c, const IrExpr *expr);
/* The value's cells into registers from `to`. */
void compile_cells(Compiler *c, const IrExpr *expr, uint16_t to);

/* A number for an element of a set, and the shape that says how it becomes a rank. */
uint16_t compile_element(Compiler *c, const IrExpr *element, const IrType *set, int32_t *ret_shape);

/* ---- compile_jump.c */
/* Jumps where the condition is `when`, else falls through. */
void compile_jump(Compiler *c, const IrExpr *expr, bool when, Label *label);

/* ---- compile_loop.c */
typedef struct Loop {
  const IrBinder *binder;
  uint16_t local, index, pointer, length;
  int32_t shape, body;
  Label next, end;
} Loop;
void compile_loop_open(Compiler *c, const IrBinder *binder, Loop *loop);
void compile_loop_close(Compiler *c, Loop *loop);
void compile_quantifier_jump(Compiler *c, const IrExpr *expr, bool when, Label *label);
/* Every other quantifier, its value into registers from `to`. */
void compile_quantifier(Compiler *c, const IrExpr *expr, uint16_t to);

/* ---- compile_stmt.c */
void compile_block(Compiler *c, const IrBlock *block);

/* ---- compile_action.c */
void compile_action(Program *program, const IrAction *action, ActionCode *ret);
void compile_init(Program *program, const IrInit *init, InitCode *ret);
void compile_callee(Program *program, int callee);
Code *compile_condition(Program *program, const IrFrame *frame, const IrExpr *const *exprs, int count, Span span);

/* ---- compile_weight.c */
bool compile_may_err(const IrModel *model, const IrExpr *expr, int param_count, const IrParam *params);
int compile_last_param(const IrExpr *expr, int param_count); /* the highest parameter that it uses, or -1 */
/* Weighs and orders the callees, those that are called first; ret_order: callee_count of them. */
void compile_weigh(Program *program, int *ret_order);
#define COMPILE_INLINE_WEIGHT 80
