/* The packed form: what is packed comes back, blank cells stay blank, equal states have equal words, different ones
 * differ. */
#include <string.h>

#include "ir/layout.h"
#include "ir/value.h"
#include "support/lowered.h"

static const char model_text[] =
    "model t\n"
    "enum E { a, b, c }\n"
    "type Any = -9223372036854775808..9223372036854775807\n"
    "type Few = seq[2] of 5..9\n"
    "resource R[5] { states on, off  f: 1000..1003  g: -9..-3  h: E? = none  i: R? = none  s: seq[3] of 1..2 = [] }\n"
    "var big: -9223372036854775808..9223372036854775807 = 0\n"
    "var maybe: Any? = none\n"
    "var one: 7..7 = 7\n"
    "var wide: set of 0..129 = {}\n"
    "var m: map R to 3..4 = 3\n"
    "var o: Few? = none\n"
    "action a(r: R) { big = 1  maybe = 2  one = 7  add(wide, 3)  m[r] = 4  o = [5]  r.f = 1000  r.g = -3  r.h = a  r.i "
    "= r  append(r.s, 1) }\n"
    "action b() { new r: R on { f = 1000, g = -9 } }\n"
    "invariant i: big == 0 or maybe == 1 or one == 7 or 1 in wide or o == none or exists r: R on where m[r] == 3 and "
    "r.f == 1000\n"
    "  and r.g == -9 and r.h == none and r.i == none and size(r.s) == 0\n";

static void random_value(GRand *rand, const IrType *type, int64_t *cells);

static void random_items(GRand *rand, const IrType *elem, uint64_t count, int64_t *cells) {
  for (uint64_t i = 0; i < count; i++) {
    random_value(rand, elem, cells + i * elem->cells);
  }
}

static uint64_t random_bits(GRand *rand) {
  return (uint64_t)g_rand_int(rand) << 32 | g_rand_int(rand);
}

static void random_value(GRand *rand, const IrType *type, int64_t *cells) {
  memset(cells, 0, sizeof *cells * type->cells);
  switch (type->kind) {
  case IRT_OPTION:
    cells[0] = g_rand_boolean(rand);
    if (cells[0] != 0) {
      random_value(rand, type->elem, cells + 1);
    }
    return;
  case IRT_SET:
    for (uint64_t i = 0; i < type->elem->count; i++) {
      cells[i / 64] = (int64_t)((uint64_t)cells[i / 64] | (uint64_t)g_rand_boolean(rand) << i % 64);
    }
    return;
  case IRT_SEQ:
    cells[0] = g_rand_int_range(rand, 0, (gint32)type->length + 1);
    random_items(rand, type->elem, (uint64_t)cells[0], cells + 1);
    return;
  case IRT_MAP:
    random_items(rand, type->elem, type->key->count, cells);
    return;
  default:
    value_from_rank(type, type->count == UINT64_MAX ? random_bits(rand) : random_bits(rand) % type->count, cells);
  }
}

static void random_state(GRand *rand, const IrModel *ir, int64_t *cells) {
  memset(cells, 0, sizeof *cells * ir->state_cells);
  for (int i = 0; i < ir->var_count; i++) {
    random_value(rand, ir->vars[i].type, cells + ir->vars[i].cell);
  }
  const IrResource *pool = &ir->resources[0];
  for (uint32_t slot = 0; slot < pool->slots; slot++) {
    int64_t *at = cells + pool->cell + slot * pool->stride;
    at[0] = g_rand_int_range(rand, 0, pool->state_count);
    for (int f = 0; at[0] != 0 && f < pool->field_count; f++) {
      random_value(rand, pool->fields[f].type, at + pool->fields[f].offset);
    }
    for (int e = 0; at[0] == 0 && e < ir->entry_count; e++) {
      memset(cells + ir->entries[e].cell + slot * ir->entries[e].stride, 0, sizeof *cells * ir->entries[e].cells);
    }
  }
}

static void test_round_trip(void) {
  g_autoptr(Lowered) lowered = lowered_new(model_text);
  const IrModel *ir = lowered->ir;
  const IrLayout *layout = ir->layout;
  g_autofree int64_t *cells = g_new0(int64_t, ir->state_cells);
  g_autofree int64_t *back = g_new0(int64_t, ir->state_cells);
  g_autofree int64_t *last = g_new0(int64_t, ir->state_cells);
  g_autofree uint64_t *words = g_new0(uint64_t, layout->state_words);
  g_autofree uint64_t *last_words = g_new0(uint64_t, layout->state_words);
  GRand *rand = g_rand_new_with_seed(7);
  for (int round = 0; round < 20000; round++) {
    random_state(rand, ir, cells);
    memset(back, 0x55, sizeof *back * ir->state_cells);
    memset(words, 0x55, sizeof *words * layout->state_words);
    layout_pack(layout, cells, words);
    layout_unpack(layout, words, ir->state_cells, back);
    g_assert_cmpmem(cells, sizeof *cells * ir->state_cells, back, sizeof *back * ir->state_cells);
    bool same = memcmp(cells, last, sizeof *cells * ir->state_cells) == 0;
    bool same_words = memcmp(words, last_words, sizeof *words * layout->state_words) == 0;
    g_assert_true(round == 0 || same == same_words);
    memcpy(last, cells, sizeof *cells * ir->state_cells);
    memcpy(last_words, words, sizeof *words * layout->state_words);
  }
  g_rand_free(rand);
}

static void test_empty_state(void) {
  g_autoptr(Lowered) lowered = lowered_new("model e\naction a()\n");
  g_assert_cmpuint(lowered->ir->state_cells, ==, 0);
  g_assert_cmpuint(lowered->ir->layout->state_words, ==, 1);
  uint64_t word = 3;
  int64_t none = 0;
  layout_pack(lowered->ir->layout, &none, &word);
  g_assert_cmpuint(word, ==, 0);
  layout_unpack(lowered->ir->layout, &word, 0, &none);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/layout/round_trip", test_round_trip);
  g_test_add_func("/layout/empty_state", test_empty_state);
  return g_test_run();
}
