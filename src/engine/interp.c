/* The interpreter: one dispatch function over the opcodes of opcodes.def. Takes verified code, a state and the state
 * before it; gives true, false, a fault or a full pool. Method: computed goto, so that each operation has a jump of its
 * own for the branch predictor; what an operation computes stands in ops.h, which other engines use too. Registers are
 * a window on one stack that never moves while code runs, so that composite values can be passed around as addresses.
 */
#include "engine/convert.h"
#include "engine/machine_internal.h"
#include "engine/ops.h"
#include "ir/value.h"

#define POLL_EVERY 4096

#define PTR(r) ((int64_t *)(intptr_t)R[r])
#define TO_CELL(p) ((int64_t)(intptr_t)(p))
#define NEXT                                                                                                           \
  do {                                                                                                                 \
    ip++;                                                                                                              \
    goto *labels[ip->op];                                                                                              \
  } while (0)
#define GO(target)                                                                                                     \
  do {                                                                                                                 \
    ip = code->insns + (target);                                                                                       \
    goto *labels[ip->op];                                                                                              \
  } while (0)
#define FAIL(kind_, value_)                                                                                            \
  do {                                                                                                                 \
    kind = (kind_);                                                                                                    \
    value = (value_);                                                                                                  \
    goto failed;                                                                                                       \
  } while (0)
#define TRY(kind_)                                                                                                     \
  do {                                                                                                                 \
    kind = (kind_);                                                                                                    \
    if (__builtin_expect(kind != FAULT_NOTHING, 0)) {                                                                  \
      value = 0;                                                                                                       \
      goto failed;                                                                                                     \
    }                                                                                                                  \
  } while (0)
#define POLL                                                                                                           \
  do {                                                                                                                 \
    if (__builtin_expect(--machine->ticks == 0, 0)) {                                                                  \
      machine->ticks = POLL_EVERY;                                                                                     \
      if (machine_poll(machine)) {                                                                                     \
        FAIL(FAULT_STOPPED, 0);                                                                                        \
      }                                                                                                                \
    }                                                                                                                  \
  } while (0)
#define TOUCH(pointer, cells_) machine_touch(machine, (uint32_t)((pointer)-S), (uint32_t)(cells_))
#define FIELD_SLOT (S + ip->d + slot * ip->e)
#define SHAPE(field_) (&code->shapes[ip->field_])
/* An element that is no value of its type can only be a reference that no init has set. */
#define RANK_IN_SHAPE                                                                                                  \
  do {                                                                                                                 \
    h = SHAPE(e);                                                                                                      \
    value = R[ip->b] - h->lo;                                                                                          \
    if (__builtin_expect(value < 0 || R[ip->b] > h->hi, 0)) {                                                          \
      FAIL(FAULT_NONE, 0);                                                                                             \
    }                                                                                                                  \
  } while (0)
#define JUMP_WHEN(condition)                                                                                           \
  do {                                                                                                                 \
    if (condition) {                                                                                                   \
      GO(ip->d);                                                                                                       \
    }                                                                                                                  \
    NEXT;                                                                                                              \
  } while (0)
#define LOOP_WHEN(condition)                                                                                           \
  do {                                                                                                                 \
    if (condition) {                                                                                                   \
      POLL;                                                                                                            \
      GO(ip->d);                                                                                                       \
    }                                                                                                                  \
    NEXT;                                                                                                              \
  } while (0)

RunResult interp_run(Machine *machine, const Code *code, int64_t *state, const int64_t *old) {
  static const void *const labels[] = {
#define OP(name, text, operands) [OP_##name] = &&do_##name,
#include "engine/opcodes.def"
#undef OP
  };
  int64_t *R = machine->stack + machine->bottom, *S = state, *O = (int64_t *)(intptr_t)old;
  CallFrame *frame = machine->calls;
  const Insn *ip = code->insns;
  const Shape *h;
  int64_t *p, slot, value;
  FaultKind kind;
  machine->item_count = 0;
  goto *labels[ip->op];

do_JUMP:
  GO(ip->d);
do_JUMP_BACK:
  POLL;
  GO(ip->d);
do_JUMP_TRUE:
  JUMP_WHEN(R[ip->a] != 0);
do_JUMP_FALSE:
  JUMP_WHEN(R[ip->a] == 0);
do_JUMP_EQ:
  JUMP_WHEN(R[ip->a] == R[ip->b]);
do_JUMP_NE:
  JUMP_WHEN(R[ip->a] != R[ip->b]);
do_JUMP_LT:
  JUMP_WHEN(R[ip->a] < R[ip->b]);
do_JUMP_LE:
  JUMP_WHEN(R[ip->a] <= R[ip->b]);
do_JUMP_EQ_IMM:
  JUMP_WHEN(R[ip->a] == ip->e);
do_JUMP_NE_IMM:
  JUMP_WHEN(R[ip->a] != ip->e);
do_JUMP_LT_IMM:
  JUMP_WHEN(R[ip->a] < ip->e);
do_JUMP_LE_IMM:
  JUMP_WHEN(R[ip->a] <= ip->e);
do_JUMP_GT_IMM:
  JUMP_WHEN(R[ip->a] > ip->e);
do_JUMP_GE_IMM:
  JUMP_WHEN(R[ip->a] >= ip->e);
do_JUMP_LT_SUM:
  JUMP_WHEN(R[ip->a] < R[ip->b] + R[ip->c]);
do_JUMP_LE_SUM:
  JUMP_WHEN(R[ip->a] <= R[ip->b] + R[ip->c]);
do_JUMP_SUM_LT:
  JUMP_WHEN(R[ip->b] + R[ip->c] < R[ip->a]);
do_JUMP_SUM_LE:
  JUMP_WHEN(R[ip->b] + R[ip->c] <= R[ip->a]);
do_JUMP_IS:
  h = SHAPE(e);
  slot = R[ip->a];
  JUMP_WHEN(slot >= 0 && (h->mask >> *ops_slot(S, h->base, h->stride, slot) & 1) != 0);
do_JUMP_IS_NOT:
  h = SHAPE(e);
  slot = R[ip->a];
  JUMP_WHEN(slot < 0 || (h->mask >> *ops_slot(S, h->base, h->stride, slot) & 1) == 0);
do_CALL:
  POLL;
  *frame++ = (CallFrame){code, ip, R};
  R += ip->a;
  code = machine->program->callees[ip->d];
  ip = code->insns;
  goto *labels[ip->op];
do_RETURN:
  ops_copy(R, R + ip->a, (uint32_t)ip->d);
  goto leave;
do_END:
  goto leave;
do_TRUE:
  return RUN_TRUE;
do_FALSE:
  return RUN_FALSE;
leave:
  if (frame == machine->calls) {
    return RUN_TRUE;
  }
  frame--;
  code = frame->code;
  ip = frame->back;
  R = frame->registers;
  NEXT;
do_CHOOSE:
  machine->chosen[machine->chosen_count++] = ip->d;
  NEXT;
do_CHOOSE_LAST:
  machine->chosen[machine->chosen_count++] = ip->d;
  return RUN_TRUE;
do_FAULT:
  FAIL((FaultKind)ip->d, 0);
do_OLD_ENTER:
do_OLD_LEAVE:
  p = S;
  S = O;
  O = p;
  NEXT;

do_CONST:
  R[ip->a] = ip->d;
  NEXT;
do_CONST_WIDE:
  R[ip->a] = code->consts[ip->d];
  NEXT;
do_MOVE:
  R[ip->a] = R[ip->b];
  NEXT;
do_ADD:
  TRY(ops_add(R[ip->b], R[ip->c], &R[ip->a]));
  NEXT;
do_ADD_IMM:
  TRY(ops_add(R[ip->b], ip->d, &R[ip->a]));
  NEXT;
do_SUB:
  TRY(ops_sub(R[ip->b], R[ip->c], &R[ip->a]));
  NEXT;
do_MUL:
  TRY(ops_mul(R[ip->b], R[ip->c], &R[ip->a]));
  NEXT;
do_DIV:
  TRY(ops_div(R[ip->b], R[ip->c], &R[ip->a]));
  NEXT;
do_MOD:
  TRY(ops_mod(R[ip->b], R[ip->c], &R[ip->a]));
  NEXT;
do_NEG:
  TRY(ops_neg(R[ip->b], &R[ip->a]));
  NEXT;
do_MIN:
  R[ip->a] = MIN(R[ip->b], R[ip->c]);
  NEXT;
do_MAX:
  R[ip->a] = MAX(R[ip->b], R[ip->c]);
  NEXT;
do_EQ:
  R[ip->a] = R[ip->b] == R[ip->c];
  NEXT;
do_NE:
  R[ip->a] = R[ip->b] != R[ip->c];
  NEXT;
do_LT:
  R[ip->a] = R[ip->b] < R[ip->c];
  NEXT;
do_LE:
  R[ip->a] = R[ip->b] <= R[ip->c];
  NEXT;
do_EQ_IMM:
  R[ip->a] = R[ip->b] == ip->d;
  NEXT;
do_NOT:
  R[ip->a] = R[ip->b] == 0;
  NEXT;
do_IS:
  h = SHAPE(e);
  slot = R[ip->b];
  R[ip->a] = slot >= 0 && (h->mask >> *ops_slot(S, h->base, h->stride, slot) & 1) != 0;
  NEXT;
do_CHECK:
  if (__builtin_expect(R[ip->a] < ip->d || R[ip->a] > ip->e, 0)) {
    FAIL(FAULT_RANGE, R[ip->a]);
  }
  NEXT;
do_CHECK_WIDE:
  h = SHAPE(e);
  if (__builtin_expect(R[ip->a] < h->lo || R[ip->a] > h->hi, 0)) {
    FAIL(FAULT_RANGE, R[ip->a]);
  }
  NEXT;
do_CHECK_SLOT:
  h = SHAPE(e);
  slot = R[ip->a];
  if (slot < 0) {
    FAIL(FAULT_NONE, 0);
  }
  if (*ops_slot(S, h->base, h->stride, slot) == 0) {
    FAIL(FAULT_ABSENT, 0);
  }
  NEXT;

do_LOAD_STATE:
  R[ip->a] = S[ip->d];
  NEXT;
do_LOAD_FIELD:
  slot = R[ip->b];
  if (__builtin_expect(slot < 0, 0)) {
    FAIL(FAULT_NONE, 0);
  }
  p = FIELD_SLOT;
  if (__builtin_expect(*p == 0, 0)) {
    FAIL(FAULT_ABSENT, 0);
  }
  R[ip->a] = p[ip->c];
  NEXT;
do_LOAD_FIELD_SURE:
  R[ip->a] = S[ip->d + R[ip->b] * ip->e];
  NEXT;
do_STORE_STATE:
  S[ip->d] = R[ip->a];
  machine_touch(machine, (uint32_t)ip->d, 1);
  NEXT;
do_STORE_FIELD:
  slot = R[ip->b];
  if (slot < 0) {
    FAIL(FAULT_NONE, 0);
  }
  p = FIELD_SLOT;
  if (*p == 0) {
    FAIL(FAULT_ABSENT, 0);
  }
  p[ip->c] = R[ip->a];
  TOUCH(p + ip->c, 1);
  NEXT;
do_MOVE_SLOT:
  TRY(machine_move(machine, SHAPE(e), R[ip->a], ip->c, S, code->spans[ip - code->insns]));
  NEXT;
do_NEW_FIND:
  h = SHAPE(e);
  R[ip->a] = machine_find_free(machine, h, S);
  if (R[ip->a] < 0) {
    machine->full_resource = h->resource;
    return RUN_FULL;
  }
  NEXT;
do_NEW_TAKE:
  machine_take(machine, SHAPE(e), R[ip->a], ip->c, S);
  NEXT;
do_STORE_NEW:
  slot = R[ip->b];
  p = FIELD_SLOT + ip->c;
  *p = R[ip->a];
  TOUCH(p, 1);
  NEXT;
do_STORE_NEW_CELLS:
  h = SHAPE(e);
  p = S + h->base + (uint64_t)R[ip->b] * h->stride + ip->c;
  ops_copy(p, PTR(ip->a), (uint32_t)ip->d);
  TOUCH(p, ip->d);
  NEXT;

do_PTR_REG:
  R[ip->a] = TO_CELL(&R[ip->b]);
  NEXT;
do_PTR_CONST:
  R[ip->a] = TO_CELL(&code->consts[ip->d]);
  NEXT;
do_PTR_STATE:
  R[ip->a] = TO_CELL(&S[ip->d]);
  NEXT;
do_PTR_FIELD:
  slot = R[ip->b];
  if (slot < 0) {
    FAIL(FAULT_NONE, 0);
  }
  p = FIELD_SLOT;
  if (*p == 0) {
    FAIL(FAULT_ABSENT, 0);
  }
  R[ip->a] = TO_CELL(p + ip->c);
  NEXT;
do_PTR_MAP:
  h = SHAPE(e);
  value = R[ip->c];
  if (__builtin_expect(value < h->lo || value > h->hi, 0)) {
    FAIL(FAULT_INDEX, value);
  }
  R[ip->a] = TO_CELL(PTR(ip->b) + (uint64_t)(value - h->lo) * h->cells);
  NEXT;
do_PTR_SEQ:
  value = R[ip->c];
  p = PTR(ip->b);
  if (__builtin_expect(value < 0 || value >= p[0], 0)) {
    FAIL(FAULT_INDEX, value);
  }
  R[ip->a] = TO_CELL(p + 1 + (uint64_t)value * (uint32_t)ip->d);
  NEXT;
do_PTR_END:
  p = PTR(ip->b);
  if (p[0] == 0) {
    FAIL(FAULT_INDEX, 0);
  }
  R[ip->a] = TO_CELL(p + 1 + (ip->e != 0 ? (uint64_t)(p[0] - 1) * (uint32_t)ip->d : 0));
  NEXT;
do_PTR_SOME:
  p = PTR(ip->b);
  if (p[0] == 0) {
    FAIL(FAULT_NONE, 0);
  }
  R[ip->a] = TO_CELL(p + 1);
  NEXT;
do_LOAD:
  R[ip->a] = PTR(ip->b)[ip->d];
  NEXT;
do_STORE:
  p = PTR(ip->a);
  *p = R[ip->b];
  TOUCH(p, 1);
  NEXT;
do_COPY:
  ops_copy(&R[ip->a], PTR(ip->b), (uint32_t)ip->d);
  NEXT;
do_COPY_OUT:
  p = PTR(ip->a);
  ops_copy(p, PTR(ip->b), (uint32_t)ip->d);
  TOUCH(p, ip->d);
  NEXT;
do_ZERO:
  memset(&R[ip->a], 0, sizeof(int64_t) * (size_t)ip->d);
  NEXT;
do_EQ_CELLS:
  R[ip->a] = ops_equal(PTR(ip->b), PTR(ip->c), (uint32_t)ip->d);
  NEXT;
do_EQ_SOME:
  p = PTR(ip->b);
  R[ip->a] = p[0] != 0 && p[1] == R[ip->c];
  NEXT;
do_FILL:
  for (int32_t i = 0; i < ip->e; i += ip->d) {
    ops_copy(&R[ip->a + i], &R[ip->b], (uint32_t)ip->d);
  }
  NEXT;
do_CONVERT:
  h = SHAPE(e);
  kind = convert_cells(h->from, h->to, PTR(ip->b), &R[ip->a], &value);
  if (kind != FAULT_NOTHING) {
    FAIL(kind, value);
  }
  NEXT;
do_RANK:
  R[ip->a] = (int64_t)value_rank(SHAPE(e)->from, PTR(ip->b));
  NEXT;
do_FROM_RANK:
  value_from_rank(SHAPE(e)->from, (uint64_t)R[ip->b], &R[ip->a]);
  NEXT;

do_SET_HAS:
  h = SHAPE(e);
  value = R[ip->c];
  R[ip->a] = value >= h->lo && value <= h->hi && ops_set_has(PTR(ip->b), (uint64_t)(value - h->lo));
  NEXT;
do_SET_PUT:
  RANK_IN_SHAPE;
  ops_set_put(&R[ip->a], (uint64_t)value);
  NEXT;
do_SET_ADD:
  RANK_IN_SHAPE;
  p = PTR(ip->a) + ((uint64_t)value >> 6);
  ops_set_put(p, (uint64_t)value & 63);
  TOUCH(p, 1);
  NEXT;
do_SET_DROP:
  RANK_IN_SHAPE;
  p = PTR(ip->a) + ((uint64_t)value >> 6);
  ops_set_drop(p, (uint64_t)value & 63);
  TOUCH(p, 1);
  NEXT;
do_SET_UNION:
  for (int32_t i = 0; i < ip->d; i++) {
    R[ip->a + i] = PTR(ip->b)[i] | PTR(ip->c)[i];
  }
  NEXT;
do_SET_DIFFERENCE:
  for (int32_t i = 0; i < ip->d; i++) {
    R[ip->a + i] = PTR(ip->b)[i] & ~PTR(ip->c)[i];
  }
  NEXT;
do_SET_INTERSECT:
  for (int32_t i = 0; i < ip->d; i++) {
    R[ip->a + i] = PTR(ip->b)[i] & PTR(ip->c)[i];
  }
  NEXT;
do_SET_SUBSET:
  R[ip->a] = ops_set_subset(PTR(ip->b), PTR(ip->c), (uint32_t)ip->d);
  NEXT;
do_SET_SIZE:
  R[ip->a] = ops_set_size(PTR(ip->b), (uint32_t)ip->d);
  NEXT;

do_SEQ_HAS:
  R[ip->a] = ops_seq_has(PTR(ip->b), &R[ip->c], (uint32_t)ip->d);
  NEXT;
do_SEQ_PUT:
  TRY(ops_seq_append(&R[ip->a], &R[ip->b], (uint32_t)ip->d, ip->e));
  NEXT;
do_SEQ_CONCAT:
  TRY(ops_seq_concat(&R[ip->a], PTR(ip->b), PTR(ip->c), (uint32_t)ip->d, ip->e));
  NEXT;
do_SEQ_ITEM:
  ops_copy(&R[ip->a], PTR(ip->b) + 1 + (uint64_t)R[ip->c] * (uint32_t)ip->d, (uint32_t)ip->d);
  NEXT;
do_SEQ_APPEND:
  p = PTR(ip->a);
  TRY(ops_seq_append(p, &R[ip->b], (uint32_t)ip->d, ip->e));
  TOUCH(p, 1);
  TOUCH(p + 1 + (p[0] - 1) * ip->d, ip->d);
  NEXT;
do_SEQ_PREPEND:
  p = PTR(ip->a);
  TRY(ops_seq_prepend(p, &R[ip->b], (uint32_t)ip->d, ip->e));
  TOUCH(p, 1 + p[0] * ip->d);
  NEXT;
do_SEQ_REMOVE:
  p = PTR(ip->a);
  TOUCH(p, 1 + p[0] * ip->d);
  ops_seq_remove(p, &R[ip->b], (uint32_t)ip->d);
  NEXT;
do_SEQ_DROP_FIRST:
  p = PTR(ip->a);
  TRY(ops_seq_drop_first(p, (uint32_t)ip->d));
  TOUCH(p, 1 + (p[0] + 1) * ip->d);
  NEXT;
do_SEQ_DROP_LAST:
  p = PTR(ip->a);
  TRY(ops_seq_drop_last(p, (uint32_t)ip->d));
  TOUCH(p, 1);
  TOUCH(p + 1 + p[0] * ip->d, ip->d);
  NEXT;

do_SLOT_FIRST:
  h = SHAPE(e);
  R[ip->a] = ops_slot_next(S, h->base, h->stride, h->slots, h->mask, 0);
  JUMP_WHEN(R[ip->a] < 0);
do_SLOT_NEXT:
  h = SHAPE(e);
  R[ip->a] = ops_slot_next(S, h->base, h->stride, h->slots, h->mask, R[ip->a] + 1);
  LOOP_WHEN(R[ip->a] >= 0);
do_SLOT_FIRST_EITHER:
  R[ip->a] = machine_slot_next_either(SHAPE(e), S, O, 0);
  JUMP_WHEN(R[ip->a] < 0);
do_SLOT_NEXT_EITHER:
  R[ip->a] = machine_slot_next_either(SHAPE(e), S, O, R[ip->a] + 1);
  LOOP_WHEN(R[ip->a] >= 0);
do_RANGE_NEXT:
  if (R[ip->a] < SHAPE(e)->hi) {
    R[ip->a]++;
    POLL;
    GO(ip->d);
  }
  NEXT;
do_INDEX_NEXT:
  R[ip->a]++;
  LOOP_WHEN(R[ip->a] < R[ip->b]);
do_SET_FIRST:
  R[ip->a] = ops_set_next(PTR(ip->b), SHAPE(e)->cells, 0);
  JUMP_WHEN(R[ip->a] < 0);
do_SET_NEXT:
  R[ip->a] = ops_set_next(PTR(ip->b), SHAPE(e)->cells, R[ip->a] + 1);
  LOOP_WHEN(R[ip->a] >= 0);

do_STACK_TOP:
  R[ip->a] = (int64_t)machine->item_count;
  NEXT;
do_STACK_PUSH:
  machine_push(machine, &R[ip->a], (uint32_t)ip->d);
  NEXT;
do_STACK_NEXT:
  if (R[ip->b] >= R[ip->c]) {
    GO(ip->e);
  }
  ops_copy(&R[ip->a], machine->items + R[ip->b], (uint32_t)ip->d);
  R[ip->b] += ip->d;
  NEXT;
do_STACK_CUT:
  machine->item_count = (size_t)R[ip->a];
  NEXT;

failed:
  machine->fault = (Fault){kind, code->spans[ip - code->insns], kind == FAULT_RANGE || kind == FAULT_INDEX ? value : 0};
  machine->item_count = 0;
  machine->fault_at = (uint32_t)((frame == machine->calls ? ip : machine->calls[0].back) -
                                 (frame == machine->calls ? code : machine->calls[0].code)->insns);
  return RUN_FAULT;
}
