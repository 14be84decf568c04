/* Files that are whole or not there: written beside their place, then renamed.
 * Ownership: paths and texts are the caller's; a name that is given back is the caller's too. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Writes the text to a new file beside `path`, whose name comes back. False with errno; then nothing is left behind. */
bool files_write_beside(const char *path, const char *text, size_t length, char **ret_beside);

/* The text at `path`: a file is replaced as a whole (through links, the file that they lead to), what is no file (a
 * device, a pipe) is written to. False with errno. */
bool files_write(const char *path, const char *text, size_t length);
