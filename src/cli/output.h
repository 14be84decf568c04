/* Where the program prints: text and JSON to standard output, diagnostics and progress to standard error. The only file
 * that writes to either. Ownership: texts are borrowed. */
#pragma once

#include <cjson/cJSON.h>
#include <glib.h>

#include "base/diag.h"
#include "cli/options.h"

bool output_color(const Options *options);       /* for standard output */
bool output_color_error(const Options *options); /* for standard error */

/* Texts are shown with U+FFFD for what a terminal might obey (controls other than the line break and our own colours,
 * marks that turn the direction of text) and for what is no UTF-8. */
void output_text(const GString *text);
void output_json(cJSON *json); /* printed, then freed */
void output_message(const char *format, ...)
    __attribute__((format(printf, 1, 2))); /* one line to standard error, "seqcheck: " in front */
void output_error_text(const GString *text);

/* Diagnostics: as text to standard error or, with --json, as a document with this `status` to standard output. */
void output_diags(const Options *options, Diags *diags, const char *status);

/* Flushes standard output; a failure to write it (a full disk, a closed pipe) turns `code` into EXIT_ENVIRONMENT with a
 * message. */
ExitCode output_finish(ExitCode code);

/* 1234567 as "1,234,567"; the text is the caller's to free. */
char *output_number(uint64_t number);

/* Columns that a text takes on a terminal; blanks; a text with blanks up to a width. */
int output_width(const char *text);
void output_pad(GString *out, int count);
void output_padded(GString *out, const char *text, int width);

/* Appends a text of the user's, made safe as above, without any colours. */
void output_quoted(GString *out, const char *text);

/* A word for a shell: quoted where it needs to be. */
void output_shell_word(GString *out, const char *word);

typedef enum Style { STYLE_PLAIN, STYLE_BOLD, STYLE_RED, STYLE_GREEN, STYLE_YELLOW, STYLE_DIM } Style;
void output_styled(GString *out, bool color, Style style, const char *text);
