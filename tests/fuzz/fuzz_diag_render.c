/* Diagnostics at any places of any text: rendering never fails, gives valid UTF-8, and lets no control character
 * through. The first eight bytes choose the places and the rest is the text. */
#include <glib.h>
#include <stdint.h>
#include <string.h>

#include "base/diag_render.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Span span_of(const uint8_t *data, size_t length) {
  uint32_t start = (uint32_t)((data[0] + 256u * data[1]) % (length + 1));
  uint32_t end = (uint32_t)((data[2] + 256u * data[3]) % (length + 1));
  return (Span){MIN(start, end), MAX(start, end)};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size < 8) {
    return 0;
  }
  const char *text = (const char *)data + 8;
  size_t length = size - 8;
  g_autofree char *quoted = g_strndup(text, MIN(length, 40));
  Source *source = source_new(quoted, text, length);
  Diags *diags = diags_new(source);
  Diag *diag = diags_add(diags, DIAG_0101, span_of(data, length), "%s", quoted);
  diag_label(diag, span_of(data + 4, length), "%s", quoted);
  diag_label(diag, span_of(data + 2, length), "second");
  diag_label(diag, diag->span, "%s", data[0] % 2 == 0 ? "third" : "");
  diag_note(diag, "%s", quoted);
  g_autoptr(GString) out = g_string_new(NULL);
  diag_render_text(diags, false, out);
  g_assert_true(g_utf8_validate(out->str, (gssize)out->len, NULL));
  for (size_t i = 0; i < out->len; i++) {
    g_assert_true((unsigned char)out->str[i] >= ' ' || out->str[i] == '\n');
  }
  cJSON *json = diag_render_json(diags);
  g_assert_nonnull(json);
  cJSON_Delete(json);
  diags_free(diags);
  source_free(source);
  return 0;
}
