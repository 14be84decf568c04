/* Any bytes through the front end: parse; where there is no error, check; where there is still none, dump. Nothing may
 * crash, hang or leak. */
#include <stdint.h>

#include "lang/ast_dump.h"
#include "lang/check.h"
#include "lang/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Source *source = source_new("fuzz.model", size == 0 ? "" : (const char *)data, size);
  Diags *diags = diags_new(source);
  Arena *arena = arena_new();
  Names *names = names_new();
  Model *model = parse_model(arena, names, source, diags);
  if (diags_errors(diags) == 0 && check_model(arena, names, model, NULL, 0, diags)) {
    g_autoptr(GString) text = g_string_new(NULL);
    ast_dump(model, text);
  }
  names_free(names);
  arena_free(arena);
  diags_free(diags);
  source_free(source);
  return 0;
}
