/* A model's transition function as C: `booking_model.h`, which needs nothing but the runtime's headers.
 * Ownership: the text is appended to the caller's. */
#pragma once

#include "emit/c_names.h"

/* The same answers as machine_fire and machine_start, for every state and arguments. */
void c_model_write(CNames *names, GString *out);
