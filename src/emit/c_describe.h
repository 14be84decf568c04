/* The tables by which a generated program knows its model: types, resources, actions, vars, observes.
 * Ownership: the text goes to the writer's. */
#pragma once

#include "emit/c_code.h"

void c_describe_enums(CWriter *w);   /* numbers of everything: ACTION_book, STATE_Booking_confirmed, VAR_queue */
void c_describe_types(CWriter *w);   /* of all that were asked for so far: see c_type */
void c_describe_pools(CWriter *w);   /* seq_resources */
void c_describe_actions(CWriter *w); /* seq_actions, seq_inits, seq_vars, seq_observes */
void c_describe_ask(CWriter *w);     /* asks for the types of all that the above describe */

/* `text` as a C string literal, with its quotes. */
const char *c_string(CWriter *w, const char *text, size_t length);
/* A comment with the line of the model at which something stands, and more lines behind it (or ""). */
void c_source(CWriter *w, Span span, const char *more);

/* The model's file, as it may stand in a comment. */
const char *c_source_name(CWriter *w);

/* "booking.model:22" as a C string literal. */
const char *c_place(CWriter *w, Span span);
