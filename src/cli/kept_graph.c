/* Takes an exploration, gives a file: some lines that say what it is of, then its bytes. A file is taken only for the
 * same text of the model, the same constants and start, and the same version of the program; else the first difference
 * is told, since a graph of yesterday's model is worse than none. */
#include "cli/kept_graph.h"

#include <errno.h>
#include <string.h>

#include "base/files.h"
#include "base/limits.h"
#include "cli/output.h"
#include "engine/explore_file.h"
#include "seqcheck.h"

#define FIRST_LINE "seqcheck graph 1"

/* ---------------------------------------------------------------- what it is of */

static char *digest_of(const void *bytes, size_t length) {
  return g_compute_checksum_for_data(G_CHECKSUM_SHA256, bytes, length);
}

static char *constants_of(const IrModel *model) {
  GString *text = g_string_new(NULL);
  for (int i = 0; i < model->const_count; i++)
    g_string_append_printf(text, "%s%s=%" G_GINT64_FORMAT, i > 0 ? " " : "", model->consts[i].name,
                           model->consts[i].value);
  return g_string_free(text, FALSE);
}

static const char *start_of(const Pipeline *pipeline) {
  return pipeline->options->init ? pipeline->options->init : "";
}

/* ---------------------------------------------------------------- writing */

bool kept_graph_save(const Pipeline *pipeline, const Exploration *exploration) {
  const char *path = pipeline->options->save;
  if (!path)
    return true;
  uint64_t size = explore_file_size(exploration);
  if (size > LIMIT_KEPT_BYTES) {
    g_autofree char *number = output_number(size >> 20);
    output_message("the graph would take %s MB, too much to be kept: at most %u MB", number, LIMIT_KEPT_BYTES >> 20);
    return false;
  }
  g_autoptr(GByteArray) bytes = g_byte_array_new();
  explore_file_write(exploration, bytes);
  g_autofree char *model = digest_of(source_text(pipeline->source), source_length(pipeline->source));
  g_autofree char *constants = constants_of(pipeline->ir);
  g_autofree char *payload = digest_of(bytes->data, bytes->len);
  g_autoptr(GString) text = g_string_new(NULL);
  g_string_printf(text, "%s\nversion %s\nmodel %s\nconstants %s\nstart %s\nbytes %u %s\n\n", FIRST_LINE,
                  SEQCHECK_VERSION, model, constants, start_of(pipeline), bytes->len, payload);
  g_string_append_len(text, (const char *)bytes->data, bytes->len);
  if (files_write(path, text->str, text->len))
    return true;
  output_message("`%s` cannot be written: %s", path, g_strerror(errno));
  return false;
}

/* ---------------------------------------------------------------- reading */

/* `NAME VALUE` on the next line; NULL where it is another line. The caller's. */
static char *take_line(const char **at, const char *end, const char *name) {
  size_t length = strlen(name);
  const char *stop = memchr(*at, '\n', (size_t)(end - *at));
  if (!stop || (size_t)(stop - *at) <= length || strncmp(*at, name, length) != 0 || (*at)[length] != ' ')
    return NULL;
  char *value = g_strndup(*at + length + 1, (gsize)(stop - *at) - length - 1);
  *at = stop + 1;
  return value;
}

static bool differs(const char *path, const char *what, const char *is, const char *wanted) {
  if (g_strcmp0(is, wanted) == 0)
    return false;
  output_message("`%s` was made %s: explore again with --save", path, what);
  return true;
}

/* Does the head fit the model at hand? Then *ret_at is where the bytes begin. */
static bool head_fits(const Pipeline *pipeline, const char *path, const char *text, gsize length, const char **ret_at) {
  const char *at = text, *end = text + length;
  g_autofree char *first = take_line(&at, end, "seqcheck");
  g_autofree char *version = first ? take_line(&at, end, "version") : NULL;
  g_autofree char *model = version ? take_line(&at, end, "model") : NULL;
  g_autofree char *constants = model ? take_line(&at, end, "constants") : NULL;
  g_autofree char *start = constants ? take_line(&at, end, "start") : NULL;
  g_autofree char *bytes = start ? take_line(&at, end, "bytes") : NULL;
  if (!bytes || strcmp(first, &FIRST_LINE[strlen("seqcheck ")]) != 0 || at == end || *at != '\n') {
    output_message("`%s` is no graph that `explore --save` wrote", path);
    return false;
  }
  *ret_at = at + 1;
  g_autofree char *digest = digest_of(source_text(pipeline->source), source_length(pipeline->source));
  g_autofree char *now = constants_of(pipeline->ir);
  g_autofree char *with = g_strdup_printf("with %s, and now it is %s", *constants ? constants : "no constants", now);
  g_autofree char *from = g_strdup_printf("from the start `%s`, and now it is `%s`", start, start_of(pipeline));
  g_autofree char *by = g_strdup_printf("by seqcheck %s, and this is %s", version, SEQCHECK_VERSION);
  if (differs(path, by, version, SEQCHECK_VERSION) || differs(path, "of another text of the model", model, digest) ||
      differs(path, with, constants, now) || differs(path, from, start, start_of(pipeline)))
    return false;
  g_autofree char *sum = digest_of(*ret_at, (gsize)(end - *ret_at));
  g_autofree char *whole = g_strdup_printf("%" G_GSIZE_FORMAT " %s", (gsize)(end - *ret_at), sum);
  if (strcmp(bytes, whole) == 0)
    return true;
  output_message("`%s` is damaged: explore again with --save", path);
  return false;
}

/* The file's bytes, where --load names one; then `with` asks for them. False where they do not fit, which is told. */
static bool load(Pipeline *pipeline, ExploreOptions *with, char **ret_text, char **ret_wrong) {
  const char *path = pipeline->options->load, *bytes;
  g_autoptr(GError) error = NULL;
  gsize length = 0;
  if (!path)
    return true;
  if (with->depth_limit >= 0 || with->max_states > 0 || with->timeout_s > 0 || with->memory_bytes > 0) {
    output_message("limits are for an exploration, and `--load` takes one that is there");
    return false;
  }
  if (!g_file_get_contents(path, ret_text, &length, &error)) {
    const char *reason = g_strrstr(error->message, ": ");
    output_message("`%s` cannot be read%s", path, reason ? reason : "");
    return false;
  }
  if (!head_fits(pipeline, path, *ret_text, length, &bytes))
    return false;
  with->kept = (const uint8_t *)bytes;
  with->kept_length = length - (gsize)(bytes - *ret_text);
  with->kept_error = ret_wrong;
  return true;
}

static void tell_unfit(const Pipeline *pipeline, const char *wrong) {
  output_message("`%s` does not fit the model (%s): explore again with --save", pipeline->options->load, wrong);
}

Verdict *kept_graph_verdict(Pipeline *pipeline, const ExploreOptions *options, Exploration **ret_exploration,
                            ExitCode *ret_code) {
  g_autofree char *text = NULL, *wrong = NULL;
  ExploreOptions with = *options;
  *ret_exploration = NULL;
  Verdict *verdict = NULL;
  if (load(pipeline, &with, &text, &wrong)) {
    verdict = verdict_explore(pipeline->program, &with, ret_exploration);
    if (!verdict)
      tell_unfit(pipeline, wrong);
  }
  if (!verdict)
    *ret_code = EXIT_WRONG_INPUT;
  return verdict;
}

Exploration *kept_graph_explore(Pipeline *pipeline, const ExploreOptions *options) {
  g_autofree char *text = NULL, *wrong = NULL;
  ExploreOptions with = *options;
  if (!load(pipeline, &with, &text, &wrong))
    return NULL;
  Exploration *exploration = explore_run(pipeline->program, &with);
  if (!exploration)
    tell_unfit(pipeline, wrong);
  return exploration;
}
