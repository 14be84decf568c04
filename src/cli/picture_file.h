/* Pictures into files, for the commands that write them. Ownership: all is the caller's. */
#pragma once

#include "cli/options.h"
#include "emit/picture.h"

/* Writes a picture in a format ("dot", "svg", "png", "pdf") to a file; DOT without a file to standard output. What goes
 * wrong is told; a layout that did not come about leaves the DOT beside. */
ExitCode picture_file_write(const Options *options, const Picture *picture, const char *format, const char *path);

/* Text that is a file's whole, told where it cannot be written. */
bool picture_file_text(const char *path, const GString *text);

/* How long a layout may take. */
int picture_file_seconds(const Options *options);

/* Says what the picture leaves out. */
void picture_file_notes(const Picture *picture);
