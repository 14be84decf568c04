/* The C types in which a user's adapter sees the model's values, and the code that turns them into cells and back.
 * Ownership: a CTypes is the caller's (c_types_free) and borrows the writer. */
#pragma once

#include "emit/c_describe.h"

typedef struct CTypes CTypes;

CTypes *c_types_new(CWriter *w);
void c_types_free(CTypes *types);

/* "int64_t", "bool", "BookingHandle", "BookingSetOfBooking". Structs are remembered and declared by c_types_declare. */
const char *c_types_name(CTypes *types, const IrType *type);

/* Is it handed over by pointer? Scalars, handles and options of them are not. */
bool c_types_by_pointer(const IrType *type);

/* Enums, handles, then the structs that were asked for, parts before wholes; into the writer's output. */
void c_types_declare(CTypes *types);

/* The C value of cells, and the cells of a C value (statements that fill `to`). What they call is remembered. */
const char *c_types_get(CTypes *types, const IrType *type, const char *cells);
void c_types_put(CTypes *types, const IrType *type, const char *value, const char *to);

/* The functions that the above call; to be written before what calls them. */
void c_types_write_conversions(CTypes *types);
