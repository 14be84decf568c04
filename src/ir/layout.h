/* The packed form of a state: fields of bits in 64-bit words, none across a word's border; equal states have equal
 * words. Ownership: an IrLayout lives in its model's arena. */
#pragma once

#include "ir/ir.h"

/* One run of bits. A plain cell holds cell - lo; an option of a scalar is one run: 0 none, else value - lo + 1 (its two
 * cells are `cell`, `cell` + 1). A cell that is zero while it is blank (a field of an absent slot, an item beyond a
 * seq's length), although zero is no value of its type, is `blank`: 0 for zero, else value - lo + 1. */
typedef struct IrBits {
  uint32_t cell;
  bool option, blank;
  uint8_t width; /* 0..64; 0: always lo */
  uint8_t shift; /* in its word */
  uint32_t word;
  int64_t lo;
  uint64_t mask; /* `width` ones, not shifted */
} IrBits;

typedef struct IrLayout {
  IrBits *bits; /* in the order of their words; those of width 0 last */
  uint32_t bits_count;
  uint32_t packed_count; /* of width > 0 */
  uint32_t state_words;  /* at least 1 */
  uint32_t state_bits;   /* sum of the widths */
} IrLayout;

/* Reads vars, resources and state_cells of the model; into its arena. */
IrLayout *layout_new(const IrModel *model);

/* cells: state_cells; words: state_words. Every cell must lie within its type (the engine has checked); -1 in a
 * resource cell never comes here. */
void layout_pack(const IrLayout *layout, const int64_t *cells, uint64_t *ret_words);
void layout_unpack(const IrLayout *layout, const uint64_t *words, uint32_t state_cells, int64_t *ret_cells);
