/* The set of seen states: numbers in the order of discovery, through many growths, for states of one and of several
 * words; regions that grow. */
#include <glib.h>

#include "engine/region.h"
#include "engine/state_set.h"

static void fill(uint32_t words, uint32_t count) {
  StateSet *set = state_set_new(words);
  uint64_t state[4] = {0};
  bool new;
  for (uint32_t round = 0; round < 2; round++) {
    for (uint32_t i = 0; i < count; i++) {
      state[0] = i * UINT64_C(3);
      state[words - 1] = words == 1 ? state[0] : i / 7;
      g_assert_cmpuint(state_set_add(set, state, state_set_hash(set, state), &new), ==, i);
      g_assert_cmpint(new, ==, round == 0);
    }
  }
  g_assert_cmpuint(state_set_count(set), ==, count);
  for (uint32_t i = 0; i < count; i += 97) {
    g_assert_cmpuint(state_set_get(set, i)[0], ==, i * UINT64_C(3));
    g_assert_cmpuint(state_set_find(set, state_set_get(set, i)), ==, i);
  }
  state[0] = UINT64_MAX;
  g_assert_cmpuint(state_set_find(set, state), ==, STATE_SET_FULL);
  g_assert_cmpuint(state_set_bytes(set), <=, count * (words * 8 + 10) + 4096);
  state_set_free(set);
}

static void test_growth(void) {
  fill(1, 300000);
  fill(2, 100000);
  fill(4, 50000);
}

static void test_region(void) {
  Region region = {0};
  for (size_t bytes = 1; bytes < (size_t)64 << 20; bytes = bytes * 3 + 1) {
    g_assert_true(region_reserve(&region, bytes));
    g_assert_cmpint(((char *)region.base)[bytes - 1], ==, 0);
    ((char *)region.base)[bytes - 1] = 1;
    g_assert_cmpint(((char *)region.base)[0], ==, 1);
  }
  g_assert_false(region_reserve(&region, SIZE_MAX / 2));
  region_clear(&region);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/state_set/growth", test_growth);
  g_test_add_func("/region/growth", test_region);
  return g_test_run();
}
