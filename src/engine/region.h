/* Regions: arrays that grow to any size without being copied (the pages move, not the bytes).
 * Ownership: a Region is embedded in its owner, who calls region_clear; what lies in it may move when it grows. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Region {
  void *base;
  size_t mapped;
} Region;

/* Room for `bytes`; new bytes are zero. False where the system has no memory left: the region is then as it was. */
bool region_reserve(Region *region, size_t bytes);
void region_clear(Region *region);
