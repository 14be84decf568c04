/* `seqcheck explain CODE`: prints the page of a diagnostic, which is built in from docs/diagnostics. */
#include "base/diag.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "embed/diag_pages.h"

ExitCode command_explain(const Options *options) {
  DiagCode code;
  if (!diag_code_find(options->operands[0], &code)) {
    output_message("there is no diagnostic `%s`: codes look like SQ0102", options->operands[0]);
    return EXIT_WRONG_INPUT;
  }
  g_autofree char *name = g_strdup_printf("%s.md", diag_code_name(code));
  const EmbeddedFile *page = embedded_find(embed_diag_pages, embed_diag_pages_count, name);
  g_autoptr(GString) out = g_string_new(NULL);
  if (page)
    g_string_append_len(out, page->text, (gssize)page->length);
  else
    g_string_append_printf(out, "%s: %s\n", diag_code_name(code), diag_code_title(code));
  output_text(out);
  return EXIT_HOLDS;
}
