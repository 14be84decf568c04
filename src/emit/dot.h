/* Pictures in the DOT language of Graphviz, built and written by libcgraph.
 * Ownership: the text is the caller's. */
#pragma once

#include "emit/picture.h"

/* The same picture, the same bytes. Loops are counted in their node; where there are many edges their labels become
 * tooltips. */
void dot_write(const Picture *picture, GString *out);

/* The engine that lays a picture of this size out in reasonable time: "dot", or "sfdp" for large ones. */
const char *dot_engine(const Picture *picture);
