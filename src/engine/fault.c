/* Names of the kinds of model errors, from the one table fault.def. */
#include "engine/fault.h"

const char *fault_kind_name(FaultKind kind) {
  switch (kind) {
#define FAULT(kind_, name)                                                                                             \
  case FAULT_##kind_:                                                                                                  \
    return name;
#include "engine/fault.def"
#undef FAULT
  case FAULT_STOPPED:
    return "stopped";
  case FAULT_NOTHING:
    break;
  }
  return "nothing";
}
