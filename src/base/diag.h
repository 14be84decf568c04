/* Diagnostics as data: what is wrong with the user's input, where, and what to do; rendered to text or JSON elsewhere.
 * Ownership: a Diags owns its diagnostics and their texts and borrows its Source. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "base/source.h"

/* FAIL: a finding about the model or the system under test, not a fault of the input. */
typedef enum Severity { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_NOTE, SEVERITY_FAIL } Severity;

/* Codes are permanent; the table is diag.def: DIAG(number, SEVERITY, "title"). DIAG_0102 is SQ0102. */
typedef enum DiagCode {
#define DIAG(number, severity, title) DIAG_##number,
#include "base/diag.def"
#undef DIAG
  DIAG_COUNT
} DiagCode;

typedef struct DiagLabel {
  Span span;
  char *text;
} DiagLabel;

typedef struct Diag {
  DiagCode code;
  Severity severity;
  Span span; /* {0, 0} with has_place false: about the file as a whole */
  bool has_place;
  char *message;    /* one line, stands alone, no full stop */
  GArray *labels;   /* of DiagLabel: second places ("declared here") */
  GPtrArray *notes; /* of char *: why ("= note:") */
  GPtrArray *helps; /* of char *: what to do ("= help:") */
} Diag;

typedef struct Diags Diags;

Diags *diags_new(const Source *source);
void diags_free(Diags *diags);

/* Adds a diagnostic and returns it, for diag_label and the like; the pointer stays valid. Past LIMIT_DIAGNOSTICS of a
 * severity they are counted, not kept (a Diag is returned all the same, and dropped). A second one with the same code
 * at the same place is dropped too. */
Diag *diags_add(Diags *diags, DiagCode code, Span span, const char *format, ...) __attribute__((format(printf, 4, 5)));
Diag *diags_add_placeless(Diags *diags, DiagCode code, const char *format, ...) __attribute__((format(printf, 3, 4)));
void diag_label(Diag *diag, Span span, const char *format, ...) __attribute__((format(printf, 3, 4)));
void diag_note(Diag *diag, const char *format, ...) __attribute__((format(printf, 2, 3)));
void diag_help(Diag *diag, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* `help: did you mean `x`?`, where a candidate is near enough. */
void diag_did_you_mean(Diag *diag, const char *wanted, const char *const *candidates, size_t count);

const Source *diags_source(const Diags *diags);
unsigned diags_errors(const Diags *diags);
unsigned diags_warnings(const Diags *diags);
unsigned diags_left_out(const Diags *diags); /* how many were counted but not kept */

/* Those kept, ordered by place (placeless last), errors and warnings alike. Borrowed. */
const GPtrArray *diags_sorted(Diags *diags);

const char *diag_severity_name(Severity severity);         /* "error", "warning", "note", "fail" */
const char *diag_code_name(DiagCode code);                 /* "SQ0102" */
const char *diag_code_title(DiagCode code);                /* the short title from the table */
bool diag_code_find(const char *name, DiagCode *ret_code); /* "SQ0102" or "0102", any case */
