/* Values as cells: order, printing, parsing. What ranks and cells are is told in ir.h.
 * Ownership: cells are the caller's; nothing is kept. */
#pragma once

#include <cjson/cJSON.h>
#include <glib.h>

#include "ir/ir.h"

uint64_t value_rank(const IrType *type, const int64_t *cells);
void value_from_rank(const IrType *type, uint64_t rank, int64_t *ret_cells);

/* The lowest value: 0 cells but for lo of ranges; resources -1. */
void value_lowest(const IrType *type, int64_t *ret_cells);

/* As the user would write it: 3, true, confirmed, none, Booking#0, {1, 2}, [a, b], {a: 1, b: 2} for a map; wide sets
 * and maps whole. */
void value_print(const IrModel *model, const IrType *type, const int64_t *cells, GString *out);

/* cli.md: slots "R#0", members by name, none null, sets sorted arrays, maps objects (keys printed as text), integers
 * beyond 2^53 exact (cJSON raw). */
cJSON *value_json(const IrModel *model, const IrType *type, const int64_t *cells);

/* The same within a state: entries of absent slots in maps are left out. `state` NULL: all are shown. */
void value_print_in(const IrModel *model, const int64_t *state, const IrType *type, const int64_t *cells, GString *out);
cJSON *value_print_json_in(const IrModel *model, const int64_t *state, const IrType *type, const int64_t *cells);

/* Reads what value_print prints, from `text` (leading blanks skipped); moves *text behind it. A member may be given as
 * its name or E.member, a slot as R#n or, where the type is known, #n or n. False with a message for the user in
 * *ret_error (to be freed) where it does not fit. */
bool value_parse(const IrModel *model, const IrType *type, const char **text, int64_t *ret_cells, char **ret_error);

/* Arguments of an action as one number: mixed radix over the parameters' ranks, the last parameter fastest. */
uint64_t arguments_number(const IrFrame *frame, const int64_t *cells);
void arguments_from_number(const IrFrame *frame, uint64_t number,
                           int64_t *ret_cells); /* the parameters' cells, one after another */
uint32_t arguments_cells(const IrFrame *frame);

/* A state as lines of text or JSON: vars, then the slots that exist. */
void state_print(const IrModel *model, const int64_t *cells, GString *out);
cJSON *state_json(const IrModel *model, const int64_t *cells);
