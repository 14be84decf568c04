/* The packed form of a state. layout_new gives each cell (or option of a scalar) a run of bits just wide enough for its
 * type and puts the runs into words, first fit over the last few words, so that none crosses a border; layout_pack and
 * layout_unpack walk the runs. The runs are in the order of their words, so that packing gathers a word in a register
 * and stores it once: packing is on the path of every firing. */
#include "ir/layout.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#define OPEN_WORDS 16 /* how many words back a gap is looked for */

static uint8_t width_of(uint64_t most) {
  return most == 0 ? 0 : (uint8_t)(64 - __builtin_clzll(most));
}

static void add_run(GArray *runs, uint32_t cell, uint8_t width, int64_t lo, bool option, bool blank) {
  IrBits bits = {.cell = cell, .option = option, .blank = blank, .width = width, .lo = lo};
  bits.mask = width == 0 ? 0 : ~UINT64_C(0) >> (64 - width);
  g_array_append_val(runs, bits);
}

static bool is_scalar(const IrType *type) {
  return type->cells == 1 && type->kind != IRT_SET && type->kind != IRT_SEQ && type->kind != IRT_MAP;
}

static uint64_t spread(const IrType *type) {
  return type->hi < type->lo ? 0 : (uint64_t)type->hi - (uint64_t)type->lo;
}

static void add_scalar(GArray *runs, const IrType *type, uint32_t cell, bool may_blank) {
  uint64_t most = spread(type);
  if (may_blank && (type->lo > 0 || type->hi < 0)) {
    add_run(runs, cell, width_of(most + 1), type->lo, false, true);
  } else {
    add_run(runs, cell, width_of(most), type->lo, false, false);
  }
}

static void add_value(GArray *runs, const IrType *type, uint32_t cell, bool may_blank);

static void add_option(GArray *runs, const IrType *type, uint32_t cell) {
  if (is_scalar(type->elem) && spread(type->elem) != UINT64_MAX) {
    add_run(runs, cell, width_of(spread(type->elem) + 1), type->elem->lo, true, false);
  } else {
    add_run(runs, cell, 1, 0, false, false);
    add_value(runs, type->elem, cell + 1, true);
  }
}

static void add_set(GArray *runs, const IrType *type, uint32_t cell) {
  uint64_t bits = type->elem->count;
  for (uint32_t word = 0; word < type->cells; word++) {
    uint64_t here = bits > 64 ? 64 : bits;
    add_run(runs, cell + word, (uint8_t)here, 0, false, false);
    bits -= here;
  }
}

/* `may_blank`: the cells may all be zero whatever the type says. */
static void add_value(GArray *runs, const IrType *type, uint32_t cell, bool may_blank) {
  switch (type->kind) {
  case IRT_OPTION:
    add_option(runs, type, cell);
    return;
  case IRT_SET:
    add_set(runs, type, cell);
    return;
  case IRT_SEQ:
    add_run(runs, cell, width_of(type->length), 0, false, false);
    for (uint32_t i = 0; i < type->length; i++) {
      add_value(runs, type->elem, cell + 1 + i * type->elem->cells, true);
    }
    return;
  case IRT_MAP:
    for (uint32_t i = 0; i < type->key->count; i++) {
      add_value(runs, type->elem, cell + i * type->elem->cells, may_blank || type->key->kind == IRT_RESOURCE);
    }
    return;
  default:
    add_scalar(runs, type, cell, may_blank);
  }
}

/* First fit: each run goes to the first of the last OPEN_WORDS words that has room, or opens the next. */
static void place_runs(GArray *runs, IrLayout *layout) {
  g_autoptr(GArray) used = g_array_new(FALSE, FALSE, sizeof(uint8_t));
  for (guint i = 0; i < runs->len; i++) {
    IrBits *bits = &g_array_index(runs, IrBits, i);
    if (bits->width == 0) {
      continue;
    }
    guint word = used->len > OPEN_WORDS ? used->len - OPEN_WORDS : 0;
    while (word < used->len && g_array_index(used, uint8_t, word) + bits->width > 64) {
      word++;
    }
    if (word == used->len) {
      uint8_t none = 0;
      g_array_append_val(used, none);
    }
    bits->word = word;
    bits->shift = g_array_index(used, uint8_t, word);
    g_array_index(used, uint8_t, word) = (uint8_t)(bits->shift + bits->width);
    layout->state_bits += bits->width;
    layout->packed_count++;
  }
  layout->state_words = used->len == 0 ? 1 : used->len;
}

static gint compare_runs(gconstpointer a, gconstpointer b) {
  const IrBits *x = a, *y = b;
  if ((x->width == 0) != (y->width == 0)) {
    return x->width == 0 ? 1 : -1;
  }
  if (x->word != y->word) {
    return x->word < y->word ? -1 : 1;
  }
  return x->cell < y->cell ? -1 : x->cell > y->cell;
}

IrLayout *layout_new(const IrModel *model) {
  g_autoptr(GArray) runs = g_array_new(FALSE, FALSE, sizeof(IrBits));
  for (int i = 0; i < model->var_count; i++) {
    add_value(runs, model->vars[i].type, model->vars[i].cell, false);
  }
  for (int r = 0; r < model->resource_count; r++) {
    const IrResource *pool = &model->resources[r];
    for (uint32_t slot = 0; slot < pool->slots; slot++) {
      uint32_t cell = pool->cell + slot * pool->stride;
      add_run(runs, cell, width_of((uint64_t)pool->state_count - 1), 0, false, false);
      for (int f = 0; f < pool->field_count; f++) {
        add_value(runs, pool->fields[f].type, cell + pool->fields[f].offset, true);
      }
    }
  }
  IrLayout *layout = ARENA_NEW(model->arena, IrLayout);
  place_runs(runs, layout);
  g_array_sort(runs, compare_runs);
  layout->bits_count = runs->len;
  layout->bits = ARENA_ARRAY(model->arena, IrBits, runs->len);
  if (runs->len > 0) {
    memcpy(layout->bits, runs->data, sizeof(IrBits) * runs->len);
  }
  return layout;
}

void layout_pack(const IrLayout *layout, const int64_t *cells, uint64_t *ret_words) {
  const IrBits *bits = layout->bits, *end = bits + layout->packed_count;
  uint64_t gathered = 0;
  uint32_t word = 0;
  for (; bits < end; bits++) {
    if (bits->word != word) {
      ret_words[word] = gathered;
      gathered = 0;
      word = bits->word;
    }
    uint64_t value = (uint64_t)cells[bits->cell + bits->option] - (uint64_t)bits->lo;
    if (bits->option | bits->blank) {
      value = cells[bits->cell] != 0 ? value + 1 : 0;
    }
    gathered |= (value & bits->mask) << bits->shift;
  }
  ret_words[word] = gathered;
}

static void unpack_marked(const IrBits *bits, uint64_t value, int64_t *ret_cells) {
  int64_t cell = value != 0 ? (int64_t)(value - 1 + (uint64_t)bits->lo) : 0;
  if (bits->option) {
    ret_cells[bits->cell] = value != 0;
    ret_cells[bits->cell + 1] = cell;
  } else {
    ret_cells[bits->cell] = cell;
  }
}

void layout_unpack(const IrLayout *layout, const uint64_t *words, uint32_t state_cells, int64_t *ret_cells) {
  (void)state_cells; /* each cell lies in exactly one run */
  const IrBits *end = layout->bits + layout->bits_count;
  for (const IrBits *bits = layout->bits; bits < end; bits++) {
    uint64_t value = (words[bits->word] >> bits->shift) & bits->mask;
    if (bits->option | bits->blank) {
      unpack_marked(bits, value, ret_cells);
    } else {
      ret_cells[bits->cell] = (int64_t)(value + (uint64_t)bits->lo);
    }
  }
}
