/* Files that are built into the program (tools/embed.cmake makes the tables).
 * Ownership: tables and texts are static; nobody frees them. */
#pragma once

#include <stddef.h>

typedef struct EmbeddedFile {
  const char *name; /* the file's name without its folder */
  const char *text; /* zero-terminated */
  size_t length;
} EmbeddedFile;

/* The file of that name, or NULL. */
const EmbeddedFile *embedded_find(const EmbeddedFile *table, size_t count, const char *name);
