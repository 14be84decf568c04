/* Regions of anonymous memory. Takes sizes, gives zeroed memory that grows by moving pages (mremap). Memory that is
 * reserved but not touched costs nothing; large regions ask for large pages, since the first touch of small ones would
 * dominate a search. */
#include "engine/region.h"

#include <sys/mman.h>

#define HUGE_BYTES ((size_t)2 << 20)
#define SMALL_BYTES ((size_t)64 << 10)

static size_t region_round(size_t bytes) {
  size_t unit = bytes >= 4 * HUGE_BYTES ? HUGE_BYTES : SMALL_BYTES;
  return (bytes + unit - 1) / unit * unit;
}

bool region_reserve(Region *region, size_t bytes) {
  if (bytes <= region->mapped) {
    return true;
  }
  size_t wanted =
      region_round(bytes > region->mapped + region->mapped / 2 ? bytes : region->mapped + region->mapped / 2);
  void *base;
  if (region->base == NULL) {
    base = mmap(NULL, wanted, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  } else {
    base = mremap(region->base, region->mapped, wanted, MREMAP_MAYMOVE);
  }
  if (base == MAP_FAILED) {
    return false;
  }
  if (wanted >= 4 * HUGE_BYTES) {
    madvise(base, wanted, MADV_HUGEPAGE); /* a wish: nothing is lost where it is not granted */
  }
  region->base = base;
  region->mapped = wanted;
  return true;
}

void region_clear(Region *region) {
  if (region->base != NULL) {
    munmap(region->base, region->mapped);
  }
  *region = (Region){0};
}
