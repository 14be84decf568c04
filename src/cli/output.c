/* Prints. Text is gathered in a GString by whoever has something to say and written here at once, so that a failed
 * write is noticed in one place. */
#include "cli/output.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag_render.h"

static bool wants_color(const Options *options, int descriptor) {
  if (options->color && strcmp(options->color, "always") == 0)
    return true;
  if (options->color && strcmp(options->color, "never") == 0)
    return false;
  const char *no_color = getenv("NO_COLOR");
  const char *term = getenv("TERM");
  if ((no_color && no_color[0] != '\0') || (term && strcmp(term, "dumb") == 0))
    return false;
  return isatty(descriptor);
}

bool output_color(const Options *options) {
  return wants_color(options, STDOUT_FILENO);
}
bool output_color_error(const Options *options) {
  return wants_color(options, STDERR_FILENO);
}

void output_text(const GString *text) {
  fwrite(text->str, 1, text->len, stdout);
}

void output_error_text(const GString *text) {
  fwrite(text->str, 1, text->len, stderr);
}

void output_json(cJSON *json) {
  char *text = cJSON_Print(json);
  g_assert(text != NULL);
  fputs(text, stdout);
  fputc('\n', stdout);
  cJSON_free(text);
  cJSON_Delete(json);
}

void output_message(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *text = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  fprintf(stderr, "seqcheck: %s\n", text);
}

void output_diags(const Options *options, Diags *diags, const char *status) {
  if (options->json) {
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "schema_version", 1);
    cJSON_AddStringToObject(json, "status", status);
    cJSON_AddItemToObject(json, "diagnostics", diag_render_json(diags));
    output_json(json);
    return;
  }
  g_autoptr(GString) text = g_string_new(NULL);
  diag_render_text(diags, output_color_error(options), text);
  output_error_text(text);
}

ExitCode output_finish(ExitCode code) {
  errno = 0;
  if (fflush(stdout) == 0 && !ferror(stdout))
    return code;
  output_message("standard output could not be written: %s", errno ? g_strerror(errno) : "an earlier write failed");
  return EXIT_ENVIRONMENT;
}

char *output_number(uint64_t number) {
  g_autofree char *digits = g_strdup_printf("%" G_GUINT64_FORMAT, number);
  size_t length = strlen(digits);
  GString *out = g_string_new(NULL);
  for (size_t i = 0; i < length; i++) {
    if (i > 0 && (length - i) % 3 == 0)
      g_string_append_c(out, ',');
    g_string_append_c(out, digits[i]);
  }
  return g_string_free(out, FALSE);
}

void output_styled(GString *out, bool color, Style style, const char *text) {
  static const char *const codes[] = {"", "\033[1m", "\033[1;31m", "\033[32m", "\033[33m", "\033[2m"};
  if (!color || style == STYLE_PLAIN) {
    g_string_append(out, text);
    return;
  }
  g_string_append_printf(out, "%s%s\033[0m", codes[style], text);
}

int output_width(const char *text) {
  int width = 0;
  for (const char *at = text; *at; at = g_utf8_next_char(at)) {
    gunichar letter = g_utf8_get_char(at);
    width += g_unichar_iszerowidth(letter) ? 0 : g_unichar_iswide(letter) ? 2 : 1;
  }
  return width;
}

void output_pad(GString *out, int count) {
  for (int i = 0; i < count; i++)
    g_string_append_c(out, ' ');
}

void output_padded(GString *out, const char *text, int width) {
  g_string_append(out, text);
  output_pad(out, width - output_width(text));
}

void output_shell_word(GString *out, const char *word) {
  bool plain = *word != '\0';
  for (const char *at = word; *at && plain; at++)
    plain = g_ascii_isalnum(*at) || strchr("_-./=:,+@%", *at) != NULL;
  if (plain) {
    g_string_append(out, word);
    return;
  }
  g_string_append_c(out, '\'');
  for (const char *at = word; *at; at++) {
    if (*at == '\'')
      g_string_append(out, "'\\''");
    else
      g_string_append_c(out, *at);
  }
  g_string_append_c(out, '\'');
}
