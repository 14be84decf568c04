/* Takes pictures and texts, gives files: DOT as it is, the rest by way of Graphviz. */
#include "cli/picture_file.h"

#include <errno.h>
#include <string.h>

#include "base/files.h"
#include "base/limits.h"
#include "cli/output.h"
#include "emit/dot.h"
#include "emit/layout_run.h"

bool picture_file_text(const char *path, const GString *text) {
  if (files_write(path, text->str, text->len))
    return true;
  output_message("`%s` cannot be written: %s", path, g_strerror(errno));
  return false;
}

void picture_file_notes(const Picture *picture) {
  for (guint i = 0; i < picture->notes->len; i++)
    output_message("note: %s", (const char *)g_ptr_array_index(picture->notes, i));
}

int picture_file_seconds(const Options *options) {
  return (int)MIN(options->layout_timeout > 0 ? options->layout_timeout : LIMIT_LAYOUT_SECONDS, INT32_MAX);
}

ExitCode picture_file_write(const Options *options, const Picture *picture, const char *format, const char *path) {
  g_autoptr(GString) dot = g_string_new(NULL);
  dot_write(picture, dot);
  if (strcmp(format, "dot") == 0 && !path) {
    output_text(dot);
    return EXIT_HOLDS;
  }
  if (strcmp(format, "dot") == 0)
    return picture_file_text(path, dot) ? EXIT_HOLDS : EXIT_ENVIRONMENT;
  g_autofree char *error = NULL;
  g_autoptr(GString) drawn = g_string_new(NULL);
  const char *engine = options->layout ? options->layout : dot_engine(picture);
  LayoutEnd end = layout_run(dot, engine, format, picture_file_seconds(options), drawn, &error);
  if (end == LAYOUT_DONE)
    return picture_file_text(path, drawn) ? EXIT_HOLDS : EXIT_ENVIRONMENT;
  g_autofree char *kept = g_strconcat(path, ".dot", NULL);
  bool keeps = (end == LAYOUT_TOO_LONG || end == LAYOUT_MISSING) && files_write(kept, dot->str, dot->len);
  output_message("%s%s%s%s", error, keeps ? "; the picture as DOT is in `" : "", keeps ? kept : "", keeps ? "`" : "");
  return EXIT_ENVIRONMENT;
}
