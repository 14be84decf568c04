/* One page of HTML with everything that an exploration says; it needs no network and no other file.
 * Ownership: the text is the caller's. */
#pragma once

#include "contract/verdict.h"
#include "cover/suite.h"

typedef struct HtmlPicture {
  char *title;
  char *svg; /* a whole document, as Graphviz writes it */
} HtmlPicture;

/* What a suite covers of one criterion. */
typedef struct HtmlCoverage {
  char *criterion;
  uint64_t covered, total;
} HtmlCoverage;

typedef struct HtmlParts {
  const GPtrArray *pictures; /* of HtmlPicture * */
  const Suite *suite;        /* or NULL */
  const GArray *coverage;    /* of HtmlCoverage, of that suite */
} HtmlParts;

/* A graph beyond these is left out of the page: it can then not be walked in it. */
#define HTML_STATES 2000
#define HTML_TRANSITIONS 30000
/* Sequences beyond these are counted. */
#define HTML_SEQUENCES 500

void html_write(const Verdict *verdict, const HtmlParts *parts, GString *out);
