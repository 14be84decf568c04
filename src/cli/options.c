/* Reads the command line by two tables, command.def and option.def, in the manner of git: options may stand before or
 * after the operands, `--` ends them,
 * `--name=value` and `--name value` both serve. A table of our own rather than GOption, since GOption knows neither
 * commands nor "did you mean". */
#include "cli/options.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/names.h"
#include "cli/commands.h"

typedef enum OptionType {
  TYPE_FLAG,
  TYPE_COUNT,
  TYPE_NUMBER,
  TYPE_SECONDS,
  TYPE_BYTES,
  TYPE_TEXT,
  TYPE_DEFINE
} OptionType;

typedef struct OptionRow {
  const char *name;
  OptionType type;
  size_t offset;
  const char *argument;
  const char *commands;
  const char *help;
} OptionRow;

static const Command commands[] = {
#define COMMAND(name, letter, function, operands, least, most, summary)                                                \
  {#name, letter, function, operands, least, most, summary},
#include "cli/command.def"
#undef COMMAND
};

static const OptionRow rows[] = {
#define OPTION(field, type, name, argument, commands, help)                                                            \
  {name, TYPE_##type, offsetof(Options, field), argument, commands, help},
#include "cli/option.def"
#undef OPTION
};

static bool row_serves(const OptionRow *row, const Command *command) {
  return row->commands[0] == '*' || strchr(row->commands, command->letter) != NULL;
}

static const Command *find_command(const char *name) {
  for (size_t i = 0; i < G_N_ELEMENTS(commands); i++)
    if (strcmp(commands[i].name, name) == 0)
      return &commands[i];
  return NULL;
}

static char *unknown_command(const char *name) {
  if (strcmp(name, "check") == 0 || strcmp(name, "verify") == 0 || strcmp(name, "test") == 0)
    return g_strdup_printf(
        "there is no command `%s`: `seqcheck explore MODEL` checks the contracts in every reachable state, "
        "`seqcheck lint MODEL` only parses and type-checks",
        name);
  const char *names[G_N_ELEMENTS(commands)];
  for (size_t i = 0; i < G_N_ELEMENTS(commands); i++)
    names[i] = commands[i].name;
  const char *near = names_nearest(name, names, G_N_ELEMENTS(names));
  if (near)
    return g_strdup_printf("there is no command `%s`: did you mean `%s`?", name, near);
  if (g_str_has_suffix(name, ".model"))
    return g_strdup_printf("`%s` is no command: did you mean `seqcheck explore %s`?", name, name);
  return g_strdup_printf("there is no command `%s`: `seqcheck --help` lists them", name);
}

static char *unknown_option(const char *word, size_t length, const Command *command) {
  g_autofree char *name = g_strndup(word, length);
  const char *names[G_N_ELEMENTS(rows)];
  size_t count = 0;
  for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
    if (!command || row_serves(&rows[i], command))
      names[count++] = rows[i].name;
  const char *near = names_nearest(name, names, count);
  if (near)
    return g_strdup_printf("there is no option `--%s`: did you mean `--%s`?", name, near);
  if (command)
    return g_strdup_printf("`seqcheck %s` has no option `--%s`: `seqcheck %s --help` lists them", command->name, name,
                           command->name);
  return g_strdup_printf("there is no option `--%s`: `seqcheck --help` lists the commands", name);
}

static bool read_count(const char *name, const char *text, int64_t least, int64_t *ret, char **ret_error) {
  char *end = NULL;
  errno = 0;
  long long value = strtoll(text, &end, 10);
  if (end == text || *end != '\0' || value < least || errno == ERANGE) {
    *ret_error = g_strdup_printf("`--%s` takes a whole number from %" G_GINT64_FORMAT ", not `%s`", name, least, text);
    return false;
  }
  *ret = value;
  return true;
}

static bool read_seconds(const char *name, const char *text, double *ret, char **ret_error) {
  char *end = NULL;
  double value = g_ascii_strtod(text, &end);
  if (end != text && *end == 's' && end[1] == '\0')
    end++;
  if (end == text || *end != '\0' || !(value > 0 && value < 1e9)) {
    *ret_error = g_strdup_printf("`--%s` takes a number of seconds above 0, such as 30 or 0.5, not `%s`", name, text);
    return false;
  }
  *ret = value;
  return true;
}

static bool read_bytes(const char *name, const char *text, int64_t *ret, char **ret_error) {
  char *end = NULL;
  errno = 0;
  long long value = strtoll(text, &end, 10);
  int shift = 0;
  if (end != text && *end != '\0') {
    const char *unit = strchr("kKmMgGtT", *end);
    if (unit)
      shift = 10 * (1 + (int)(unit - "kKmMgGtT") / 2), end++;
    if (unit && g_ascii_strcasecmp(end, "iB") == 0)
      end += 2;
    else if (unit && g_ascii_strcasecmp(end, "B") == 0)
      end++;
  }
  if (end == text || *end != '\0' || value <= 0 || errno == ERANGE || value > (INT64_MAX >> shift)) {
    *ret_error = g_strdup_printf("`--%s` takes a size such as 500M or 2G, not `%s`", name, text);
    return false;
  }
  *ret = (int64_t)value << shift;
  return true;
}

static bool read_define(Options *options, const char *text, char **ret_error) {
  const char *equals = strchr(text, '=');
  if (!equals || equals == text || equals[1] == '\0') {
    *ret_error = g_strdup_printf("`-D` takes NAME=VALUE, such as `-D SLOTS=4`, not `%s`", text);
    return false;
  }
  Define define = {g_strndup(text, (gsize)(equals - text)), g_strdup(equals + 1)};
  g_array_append_val(options->defines, define);
  return true;
}

static bool read_argument(Options *options, const OptionRow *row, const char *text, char **ret_error) {
  void *field = (char *)options + row->offset;
  switch (row->type) {
  case TYPE_FLAG:
    *(bool *)field = true;
    return true;
  case TYPE_COUNT:
    return read_count(row->name, text, 0, field, ret_error);
  case TYPE_NUMBER:
    return read_count(row->name, text, 1, field, ret_error);
  case TYPE_SECONDS:
    return read_seconds(row->name, text, field, ret_error);
  case TYPE_BYTES:
    return read_bytes(row->name, text, field, ret_error);
  case TYPE_TEXT:
    *(const char **)field = text;
    return true;
  case TYPE_DEFINE:
    return read_define(options, text, ret_error);
  }
  g_assert_not_reached();
}

static const OptionRow *find_row(const char *name, size_t length) {
  for (size_t i = 0; i < G_N_ELEMENTS(rows); i++)
    if (strlen(rows[i].name) == length && memcmp(rows[i].name, name, length) == 0)
      return &rows[i];
  return NULL;
}

/* A word of the command line that was an option, kept until the command is known. */
typedef struct Given {
  const OptionRow *row;
  const char *word; /* as it was written, without the dashes */
  size_t length;
  const char *value;
} Given;

typedef struct Reader {
  Options *options;
  int argc;
  char **argv;
  int at;
  GArray *given; /* of Given */
  char **ret_error;
} Reader;

/* One option that begins at argv[at]; takes the next word where it has an argument that stands apart. */
static bool read_option(Reader *reader) {
  const char *word = reader->argv[reader->at];
  Given given = {0};
  if (word[1] == '-') {
    given.word = word + 2;
    const char *equals = strchr(given.word, '=');
    given.length = equals ? (size_t)(equals - given.word) : strlen(given.word);
    given.value = equals ? equals + 1 : NULL;
    if (given.length == 7 && memcmp(given.word, "version", 7) == 0)
      return reader->options->version = true;
  } else {
    const char *name = word[1] == 'D' ? "define" : word[1] == 'h' ? "help" : word[1] == 'o' ? "output" : NULL;
    if (!name || (word[1] == 'h' && word[2] != '\0')) {
      *reader->ret_error =
          g_strdup_printf("there is no option `%s`: options are written out, such as `--depth 3`", word);
      return false;
    }
    given.word = name;
    given.length = strlen(name);
    given.value = word[2] != '\0' ? word + 2 : NULL;
  }
  given.row = find_row(given.word, given.length);
  if (!given.row) {
    *reader->ret_error = unknown_option(given.word, given.length, reader->options->command);
    return false;
  }
  if (given.row->type == TYPE_FLAG && given.value) {
    *reader->ret_error = g_strdup_printf("`--%s` takes no value", given.row->name);
    return false;
  }
  if (given.row->type != TYPE_FLAG && !given.value) {
    if (reader->at + 1 >= reader->argc) {
      *reader->ret_error = g_strdup_printf("`--%s` needs a value: %s", given.row->name, given.row->argument);
      return false;
    }
    given.value = reader->argv[++reader->at];
  }
  g_array_append_val(reader->given, given);
  return true;
}

static bool read_operand(Reader *reader, const char *word) {
  Options *options = reader->options;
  if (!options->command) {
    options->command = find_command(word);
    if (!options->command)
      *reader->ret_error = unknown_command(word);
    return options->command != NULL;
  }
  if (options->operand_count == options->command->most) {
    *reader->ret_error = g_strdup_printf("`%s` is one operand too many: seqcheck %s %s", word, options->command->name,
                                         options->command->operands);
    return false;
  }
  options->operands[options->operand_count++] = word;
  return true;
}

static bool read_words(Reader *reader) {
  bool only_operands = false;
  for (reader->at = 1; reader->at < reader->argc; reader->at++) {
    const char *word = reader->argv[reader->at];
    if (!only_operands && strcmp(word, "--") == 0)
      only_operands = true;
    else if (!only_operands && word[0] == '-' && word[1] != '\0') {
      if (!read_option(reader))
        return false;
    } else if (!read_operand(reader, word))
      return false;
  }
  return true;
}

/* The operand that stands where the command's table says MODEL. */
static void find_model(Options *options) {
  if (!options->command)
    return;
  g_auto(GStrv) words = g_strsplit(options->command->operands, " ", -1);
  for (int i = 0; words[i] && i < options->operand_count; i++)
    if (strcmp(words[i], "MODEL") == 0)
      options->model = options->operands[i];
}

static bool apply_given(Reader *reader) {
  for (guint i = 0; i < reader->given->len; i++) {
    const Given *given = &g_array_index(reader->given, Given, i);
    const Command *command = reader->options->command;
    if (command && !row_serves(given->row, command)) {
      *reader->ret_error = unknown_option(given->word, given->length, command);
      return false;
    }
    if (!read_argument(reader->options, given->row, given->value, reader->ret_error))
      return false;
  }
  return true;
}

static bool one_of(const char *name, const char *value, const char *const *allowed, char **ret_error) {
  if (!value || g_strv_contains(allowed, value))
    return true;
  g_autofree char *list = g_strjoinv(", ", (char **)allowed);
  *ret_error = g_strdup_printf("`--%s` takes one of %s, not `%s`", name, list, value);
  return false;
}

static bool check_words(const Options *options, char **ret_error) {
  static const char *const colors[] = {"auto", "always", "never", NULL};
  static const char *const dumps[] = {"ast", "ir", "code", NULL};
  if (!one_of("color", options->color, colors, ret_error) || !one_of("dump", options->dump, dumps, ret_error))
    return false;
  if (options->help || options->version)
    return true;
  if (!options->command) {
    *ret_error = g_strdup("no command was given: `seqcheck --help` lists them");
    return false;
  }
  if (options->operand_count < options->command->least) {
    *ret_error =
        g_strdup_printf("something is missing: seqcheck %s %s", options->command->name, options->command->operands);
    return false;
  }
  return true;
}

bool options_parse(Options *options, int argc, char **argv, char **ret_error) {
  *options = (Options){.depth = -1, .reset_cost = -1, .defines = g_array_new(FALSE, FALSE, sizeof(Define))};
  g_autoptr(GArray) given = g_array_new(FALSE, FALSE, sizeof(Given));
  Reader reader = {options, argc, argv, 1, given, ret_error};
  if (!read_words(&reader))
    return false;
  find_model(options);
  return apply_given(&reader) && check_words(options, ret_error);
}

void options_clear(Options *options) {
  for (guint i = 0; i < options->defines->len; i++) {
    const Define *define = &g_array_index(options->defines, Define, i);
    g_free((char *)define->name);
    g_free((char *)define->value);
  }
  g_array_free(options->defines, TRUE);
}

static void help_options(const Command *command, GString *out) {
  g_string_append(out, "\noptions:\n");
  for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
    if (!row_serves(&rows[i], command))
      continue;
    g_autofree char *left = rows[i].argument ? g_strdup_printf("--%s %s", rows[i].name, rows[i].argument)
                                             : g_strdup_printf("--%s", rows[i].name);
    g_string_append_printf(out, "  %-26s %s\n", left, rows[i].help);
  }
}

void options_help(const Command *command, GString *out) {
  if (command) {
    g_string_append_printf(out, "seqcheck %s %s [options]\n\n  %s\n", command->name, command->operands,
                           command->summary);
    commands_help_more(command->name, out);
    help_options(command, out);
    return;
  }
  g_string_append(
      out, "seqcheck COMMAND ... [options]: says what an API's resources may do, and finds where that goes wrong\n\n"
           "commands:\n");
  for (size_t i = 0; i < G_N_ELEMENTS(commands); i++)
    g_string_append_printf(out, "  %-8s %-22s %s\n", commands[i].name, commands[i].operands, commands[i].summary);
  g_string_append(
      out, "\n  seqcheck COMMAND --help tells its options; seqcheck --version the version; `-` as MODEL reads standard "
           "input\n\n"
           "exit: 0 all holds · 1 a violation · 2 wrong input, nothing was run · 3 stopped at a limit that you set\n"
           "      4 the environment failed (disk, memory) · 70 a bug in seqcheck\n");
}
