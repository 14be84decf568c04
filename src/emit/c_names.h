/* Names of generated C: what each part of a model is called there, and whether two would be called the same.
 * Ownership: a CNames owns the names that it gives (c_names_free) and borrows the model. */
#pragma once

#include "base/diag.h"
#include "ir/ir.h"

typedef struct CNames CNames;

/* `prefix` stands before everything with linkage: `booking` gives `booking_book`, `BookingSut`, `BOOKING_HOURS`. */
CNames *c_names_new(const IrModel *model, const char *prefix);
void c_names_free(CNames *names);

/* Tells (SQ0714) every two parts of the model that would have one name, and each whose name C or its library has
 * already. True where there are none. */
bool c_names_check(CNames *names, Diags *diags);

const IrModel *c_names_model(const CNames *names);
const char *c_names_prefix(const CNames *names);
const char *c_names_upper_prefix(const CNames *names);

/* What the user sees. An init: the function that makes a fresh system. */
const char *c_names_sut(CNames *names);
const char *c_names_init(CNames *names, int init);
const char *c_names_action(CNames *names, int action);
const char *c_names_observe(CNames *names, int observe);
const char *c_names_const(CNames *names, int number);
const char *c_names_outcome_type(CNames *names, int action);
const char *c_names_outcome(CNames *names, int action, int outcome); /* -1: any other than the model's */
const char *c_names_handle(CNames *names, int resource);
const char *c_names_new_handle(CNames *names, int resource); /* the parameter for new slots' handles */
const char *c_names_enum(CNames *names, int number);
const char *c_names_member(CNames *names, int number, int member); /* members beyond the last: their count */
const char *c_names_wire(CNames *names, int number);

/* What stands within the generated files: KIND_NAME, as in ACTION_book, VAR_queue, fn_overlaps. */
const char *c_names_inner(CNames *names, const char *kind, const char *name, const char *part);

/* A word in a type's name: "Bool", "Int", the enum's or resource's name, "Optional...". */
const char *c_names_word(CNames *names, const IrType *type);
const char *c_names_struct(CNames *names, const char *word); /* `BookingSetOfInt` */

/* The locals of a frame, each a C name of its own; as many as the frame has. The caller's array. */
const char **c_names_locals(CNames *names, const IrFrame *frame);

/* `text` in capitals. */
const char *c_names_upper(CNames *names, const char *text);
