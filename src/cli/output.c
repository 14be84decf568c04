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

/* Our own colours, as output_styled and the renderer of diagnostics write them. */
static const char *const style_codes[] = {"\033[0m",    "\033[1m",    "\033[2m",    "\033[32m",  "\033[33m",
                                          "\033[1;31m", "\033[1;33m", "\033[1;34m", "\033[1;36m"};

static size_t style_code_bytes(const char *text) {
  for (size_t i = 0; i < G_N_ELEMENTS(style_codes); i++)
    if (g_str_has_prefix(text, style_codes[i]))
      return strlen(style_codes[i]);
  return 0;
}

/* What a terminal might obey: controls, marks that turn the direction of text, separators of lines. */
static bool is_unsafe(gunichar letter) {
  switch (g_unichar_type(letter)) {
  case G_UNICODE_CONTROL:
    return letter != '\n' && letter != '\t';
  case G_UNICODE_FORMAT:
  case G_UNICODE_LINE_SEPARATOR:
  case G_UNICODE_PARAGRAPH_SEPARATOR:
    return true;
  default:
    return false;
  }
}

/* Appends the text with U+FFFD for all that a terminal might obey, and for bytes that are no UTF-8. */
static void append_safe(GString *out, const char *text, size_t length, bool styled) {
  for (size_t at = 0; at < length;) {
    size_t run = 0;
    while (at + run < length && (unsigned char)text[at + run] < 0x7F &&
           ((unsigned char)text[at + run] >= ' ' || text[at + run] == '\n'))
      run++;
    g_string_append_len(out, text + at, (gssize)run);
    at += run;
    if (at == length)
      break;
    size_t bytes = styled ? style_code_bytes(text + at) : 0;
    gunichar letter = g_utf8_get_char_validated(text + at, (gssize)(length - at));
    bool valid = letter != (gunichar)-1 && letter != (gunichar)-2;
    bool shown = bytes > 0 || (valid && !is_unsafe(letter));
    if (bytes == 0)
      bytes = valid ? (size_t)g_unichar_to_utf8(letter, NULL) : 1;
    if (shown)
      g_string_append_len(out, text + at, (gssize)bytes);
    else
      g_string_append_unichar(out, 0xFFFD);
    at += bytes;
  }
}

void output_quoted(GString *out, const char *text) {
  append_safe(out, text, strlen(text), false);
}

static void print_safe(FILE *file, const GString *text) {
  g_autoptr(GString) safe = g_string_sized_new(text->len + 1);
  append_safe(safe, text->str, text->len, true);
  fwrite(safe->str, 1, safe->len, file);
}

void output_text(const GString *text) {
  print_safe(stdout, text);
}

void output_error_text(const GString *text) {
  print_safe(stderr, text);
}

/* cJSON escapes what is below a blank and passes the rest: what a terminal might obey is escaped here, and bytes that
 * are no UTF-8 (a file's name) are replaced, since JSON has no room for them. Neither can stand outside a string. */
static void append_json(GString *out, const char *json) {
  g_autofree char *text = g_utf8_make_valid(json, -1);
  for (const char *at = text; *at; at = g_utf8_next_char(at)) {
    gunichar letter = g_utf8_get_char(at);
    if (letter < 0x7F || !is_unsafe(letter))
      g_string_append_len(out, at, g_utf8_next_char(at) - at);
    else if (letter < 0x10000)
      g_string_append_printf(out, "\\u%04x", letter);
    else
      g_string_append_printf(out, "\\u%04x\\u%04x", 0xD7C0 + (letter >> 10), 0xDC00 + (letter & 0x3FF));
  }
}

void output_json(cJSON *json) {
  char *text = cJSON_Print(json);
  g_assert(text != NULL);
  g_autoptr(GString) out = g_string_new(NULL);
  append_json(out, text);
  g_string_append_c(out, '\n');
  fwrite(out->str, 1, out->len, stdout);
  cJSON_free(text);
  cJSON_Delete(json);
}

void output_message(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  g_autoptr(GString) text = g_string_new("seqcheck: ");
  g_autofree char *said = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  append_safe(text, said, strlen(said), false);
  g_string_append_c(text, '\n');
  fwrite(text->str, 1, text->len, stderr);
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
  g_string_append(out, codes[style]);
  append_safe(out, text, strlen(text), false);
  g_string_append(out, "\033[0m");
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

static bool has_unsafe(const char *word) {
  for (const char *at = word; *at;) {
    gunichar letter = g_utf8_get_char_validated(at, -1);
    if (letter == (gunichar)-1 || letter == (gunichar)-2 || letter == '\n' || letter == '\t' || is_unsafe(letter))
      return true;
    at = g_utf8_next_char(at);
  }
  return false;
}

/* $'...', which shells know for what cannot be shown: every byte that is no plain ASCII as its number. */
static void append_escaped_word(GString *out, const char *word) {
  g_string_append(out, "$'");
  for (const char *at = word; *at; at++) {
    unsigned char byte = (unsigned char)*at;
    if (byte == '\'' || byte == '\\')
      g_string_append_printf(out, "\\%c", byte);
    else if (byte < ' ' || byte >= 0x7F)
      g_string_append_printf(out, "\\%03o", byte);
    else
      g_string_append_c(out, (char)byte);
  }
  g_string_append_c(out, '\'');
}

void output_shell_word(GString *out, const char *word) {
  bool plain = *word != '\0';
  for (const char *at = word; *at && plain; at++)
    plain = g_ascii_isalnum(*at) || strchr("_-./=:,+@%", *at) != NULL;
  if (plain) {
    g_string_append(out, word);
    return;
  }
  if (has_unsafe(word)) {
    append_escaped_word(out, word);
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
