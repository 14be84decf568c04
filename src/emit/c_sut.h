/* The interface between a generated test program and the code that it tests: `booking_sut.h`, a stub that implements
 * it, and the shapes of its functions. Ownership: texts go to the writer's output. */
#pragma once

#include "emit/c_types.h"

/* One function of the interface. `params` are those of the frame; `news` says by resource whether it hands out handles
 * of new slots; `value` is what comes back through ret_value, or NULL. */
typedef struct CFunction {
  const char *returns, *name;
  bool takes_sut;
  const IrFrame *frame; /* or NULL */
  bool *news;           /* by resource */
  const IrType *value;  /* through ret_value */
} CFunction;

CFunction c_function_init(CTypes *types, CWriter *w, int init);
CFunction c_function_action(CTypes *types, CWriter *w, int action);
CFunction c_function_observe(CTypes *types, CWriter *w, int observe);
void c_function_clear(CFunction *function);

void c_sut_write(CTypes *types, CWriter *w);
void c_stub_write(CTypes *types, CWriter *w);
