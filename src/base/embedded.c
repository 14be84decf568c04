/* Looks up a file that is built into the program. Takes a generated table, gives the entry; the tables are short (tens
 * of entries), so a plain walk does. */
#include "base/embedded.h"

#include <string.h>

const EmbeddedFile *embedded_find(const EmbeddedFile *table, size_t count, const char *name) {
  for (size_t i = 0; i < count; i++) {
    if (strcmp(table[i].name, name) == 0) {
      return &table[i];
    }
  }
  return NULL;
}
