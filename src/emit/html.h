/* One page of HTML with everything that an exploration says; it needs no network and no other file.
 * Ownership: the text is the caller's. */
#pragma once

#include "contract/verdict.h"

typedef struct HtmlPicture {
  char *title;
  char *svg; /* a whole document, as Graphviz writes it */
} HtmlPicture;

/* A graph beyond these is left out of the page: it can then not be walked in it. */
#define HTML_STATES 2000
#define HTML_TRANSITIONS 30000

/* `pictures`: of HtmlPicture *. */
void html_write(const Verdict *verdict, const GPtrArray *pictures, GString *out);
