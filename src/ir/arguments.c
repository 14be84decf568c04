/* The arguments of an action as one number: a mixed radix over the parameters' ranks, the last parameter fastest.
 * Takes the parameters' cells one after another, gives the number, and back. */
#include "ir/value.h"

uint64_t arguments_number(const IrFrame *frame, const int64_t *cells) {
  uint64_t number = 0;
  for (int i = 0; i < frame->param_count; i++) {
    const IrType *type = frame->locals[i].type;
    number = number * type->count + value_rank(type, cells);
    cells += type->cells;
  }
  return number;
}

void arguments_from_number(const IrFrame *frame, uint64_t number, int64_t *ret_cells) {
  uint32_t at = arguments_cells(frame);
  for (int i = frame->param_count; i-- > 0;) {
    const IrType *type = frame->locals[i].type;
    at -= type->cells;
    value_from_rank(type, number % type->count, ret_cells + at);
    number /= type->count;
  }
}

uint32_t arguments_cells(const IrFrame *frame) {
  uint32_t cells = 0;
  for (int i = 0; i < frame->param_count; i++) {
    cells += frame->locals[i].type->cells;
  }
  return cells;
}
