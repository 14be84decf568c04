/* Source: the text of one input file, and places in it.
 * Ownership: a Source owns a copy of its name and text; a Span is a plain value. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Half-open range of bytes [start, end) of a source. {0, 0} where there is no place. */
typedef struct Span {
  uint32_t start;
  uint32_t end;
} Span;

typedef struct Source Source;

Source *source_new(const char *name, const char *text, size_t length);

/* Reads a file, or standard input for "-" (then named "<stdin>"). NULL with `error` set where it cannot be read, is a
 * folder, or is longer than LIMIT_SOURCE_BYTES. */
Source *source_read(const char *path, GError **error);
void source_free(Source *source);

const char *source_name(const Source *source);
const char *source_text(const Source *source); /* zero-terminated, but may hold zero bytes: see source_length */
size_t source_length(const Source *source);

/* Line and column of a byte, both from 1; columns count characters (code points; an ill-formed byte counts one), not
 * bytes. CRLF, LF and CR end a line. */
void source_locate(const Source *source, uint32_t offset, int *ret_line, int *ret_column);

/* The text of line `line` (from 1) without its end. Not zero-terminated. */
const char *source_line(const Source *source, int line, size_t *ret_length);
int source_line_count(const Source *source);

Span span_join(Span a, Span b); /* from the start of the first to the end of the last */
