/* Names of the kinds of model errors, as results and documents show them. */
#include "engine/fault.h"

const char *fault_kind_name(FaultKind kind) {
  static const char *const names[] = {
      [FAULT_NOTHING] = "nothing",   [FAULT_RANGE] = "range",    [FAULT_DIVISION] = "division", [FAULT_INDEX] = "index",
      [FAULT_OVERFLOW] = "overflow", [FAULT_ABSENT] = "absent",  [FAULT_NONE] = "none",         [FAULT_EMPTY] = "empty",
      [FAULT_DANGLING] = "dangling", [FAULT_STOPPED] = "stopped"};
  return names[kind];
}
