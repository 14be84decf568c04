/* Parses, checks and lowers a text; a fault before the lowering ends the test with the diagnostics. */
#include "support/lowered.h"

#include <string.h>

#include "base/diag_render.h"
#include "ir/lower.h"
#include "lang/check.h"
#include "lang/parse.h"

static void no_errors(Lowered *lowered) {
  if (diags_errors(lowered->diags) > 0) {
    GString *text = g_string_new(NULL);
    diag_render_text(lowered->diags, false, text);
    g_test_message("%s", text->str);
    g_string_free(text, TRUE);
    g_assert_not_reached();
  }
}

Lowered *lowered_new(const char *text) {
  Lowered *lowered = g_new0(Lowered, 1);
  lowered->source = source_new("test.model", text, strlen(text));
  lowered->arena = arena_new();
  lowered->names = names_new();
  lowered->diags = diags_new(lowered->source);
  lowered->tree = parse_model(lowered->arena, lowered->names, lowered->source, lowered->diags);
  no_errors(lowered);
  check_model(lowered->arena, lowered->names, lowered->tree, NULL, 0, lowered->diags);
  no_errors(lowered);
  lowered->ir = lower_model(lowered->tree, lowered->diags);
  return lowered;
}

void lowered_free(Lowered *lowered) {
  ir_model_free(lowered->ir);
  diags_free(lowered->diags);
  arena_free(lowered->arena);
  names_free(lowered->names);
  source_free(lowered->source);
  g_free(lowered);
}
