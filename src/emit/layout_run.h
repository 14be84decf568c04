/* Pictures laid out by Graphviz in a process of its own, which can be ended: a layout within ours could not.
 * Ownership: paths and messages are the caller's. */
#pragma once

#include <glib.h>
#include <stdbool.h>

typedef enum LayoutEnd {
  LAYOUT_DONE,
  LAYOUT_MISSING,  /* the program is not installed */
  LAYOUT_TOO_LONG, /* ended after the time limit */
  LAYOUT_FAILED
} LayoutEnd;

/* Runs ENGINE (dot, sfdp, ...) over a DOT text; what it draws ("svg", "png", "pdf") is appended to ret_drawn. Otherwise
 * a message for the user in *ret_error. */
LayoutEnd layout_run(const GString *dot, const char *engine, const char *format, int seconds, GString *ret_drawn,
                     char **ret_error);
