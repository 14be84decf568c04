/* Where the cells of a frame's locals lie: one local after another. */
#include "engine/machine.h"

uint32_t frame_cells(const IrFrame *frame) {
  uint32_t cells = 0;
  for (int i = 0; i < frame->local_count; i++) {
    cells += frame->locals[i].type->cells;
  }
  return cells;
}

void frame_offsets(const IrFrame *frame, uint32_t *ret_offsets) {
  uint32_t cells = 0;
  for (int i = 0; i < frame->local_count; i++) {
    ret_offsets[i] = cells;
    cells += frame->locals[i].type->cells;
  }
}
