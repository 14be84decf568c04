/* `seqcheck new NAME`: writes a commented model to start from. Never over a file that is there; beside it first, then
 * linked into place. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "embed/new_model.h"

/* A name of the model language, which is also a safe file name. */
static bool name_fits(const char *name) {
  if (!g_ascii_isalpha(name[0]) && name[0] != '_')
    return false;
  for (const char *at = name; *at; at++)
    if (!g_ascii_isalnum(*at) && *at != '_')
      return false;
  return strlen(name) <= 100;
}

static char *model_text(const char *name) {
  const EmbeddedFile *file = embedded_find(embed_new_model, embed_new_model_count, "new_model.model");
  g_assert(file != NULL);
  g_auto(GStrv) parts = g_strsplit(file->text, "@NAME@", -1);
  return g_strjoinv(name, parts);
}

/* A hard link fails where the name is taken, so that no file is lost to a race. */
static ExitCode write_new_file(const char *path, const char *text) {
  g_autofree char *beside = NULL;
  if (!files_write_beside(path, text, strlen(text), &beside)) {
    output_message("`%s` cannot be written: %s", path, g_strerror(errno));
    return EXIT_ENVIRONMENT;
  }
  bool linked = link(beside, path) == 0;
  int failure = errno;
  unlink(beside);
  if (linked)
    return EXIT_HOLDS;
  if (failure == EEXIST) {
    output_message("`%s` is there already and was left as it is: choose another name", path);
    return EXIT_WRONG_INPUT;
  }
  output_message("`%s` cannot be written: %s", path, g_strerror(failure));
  return EXIT_ENVIRONMENT;
}

ExitCode command_new(const Options *options) {
  const char *name = options->operands[0];
  if (!name_fits(name)) {
    output_message("`%s` cannot name a model: letters, digits and `_`, not a digit first", name);
    return EXIT_WRONG_INPUT;
  }
  g_autofree char *text = model_text(name);
  g_autoptr(GString) out = g_string_new(NULL);
  if (options->output && strcmp(options->output, "-") == 0) {
    g_string_append(out, text);
    output_text(out);
    return EXIT_HOLDS;
  }
  g_autofree char *path = options->output ? g_strdup(options->output) : g_strdup_printf("%s.model", name);
  ExitCode code = write_new_file(path, text);
  if (code != EXIT_HOLDS)
    return code;
  g_string_append_printf(
      out,
      "%s is written: a model of two resources with everything explained in comments\n\nnext: seqcheck explore %s\n",
      path, path);
  output_text(out);
  return EXIT_HOLDS;
}
