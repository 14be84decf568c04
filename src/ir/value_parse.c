/* Values from text, as users type them on the command line: what value_print prints, and a few shorter forms.
 * Takes text and the type that is wanted, gives cells or a message. Recursive descent over the type, so that every word
 * is read as what can stand there; its depth is that of the type. */
#include <errno.h>
#include <string.h>

#include "ir/value.h"

typedef struct Reader {
  const IrModel *model;
  const char *at;
  char *error; /* the first */
} Reader;

static bool fail(Reader *reader, char *message) {
  if (reader->error == NULL) {
    reader->error = message;
  } else {
    g_free(message);
  }
  return false;
}

static void skip_blanks(Reader *reader) {
  while (*reader->at == ' ' || *reader->at == '\t' || *reader->at == '\n' || *reader->at == '\r') {
    reader->at++;
  }
}

/* What stands at the reader, for a message: up to the next mark or blank. */
static char *found(const Reader *reader) {
  size_t length = strcspn(reader->at, " \t\r\n,;()[]{}:");
  if (length == 0) {
    return *reader->at == '\0' ? g_strdup("the text ends") : g_strdup_printf("`%c` stands", *reader->at);
  }
  size_t shown = MIN(length, 40);
  if (length > shown) { /* not the half of a character, as far as there are characters */
    const char *end = g_utf8_find_prev_char(reader->at, reader->at + shown + 1);
    shown = end != NULL && end > reader->at ? (size_t)(end - reader->at) : shown;
  }
  g_autofree char *word = g_strndup(reader->at, shown);
  g_autofree char *valid = g_utf8_make_valid(word, -1);
  return g_strdup_printf("`%s` stands", valid);
}

static bool fail_wanted(Reader *reader, const char *wanted) {
  g_autofree char *there = found(reader);
  return fail(reader, g_strdup_printf("%s where %s is needed", there, wanted));
}

static bool take(Reader *reader, char mark) {
  skip_blanks(reader);
  if (*reader->at != mark) {
    return false;
  }
  reader->at++;
  return true;
}

static bool need(Reader *reader, char mark) {
  if (take(reader, mark)) {
    return true;
  }
  char wanted[] = {'`', mark, '`', '\0'};
  return fail_wanted(reader, wanted);
}

static size_t word_length(const char *text) {
  size_t length = 0;
  if (g_ascii_isdigit(text[0])) {
    return 0;
  }
  while (g_ascii_isalnum(text[length]) || text[length] == '_') {
    length++;
  }
  return length;
}

static bool is_word(const char *text, size_t length, const char *word) {
  return strlen(word) == length && memcmp(text, word, length) == 0;
}

static bool take_word(Reader *reader, const char *word) {
  skip_blanks(reader);
  if (!is_word(reader->at, word_length(reader->at), word)) {
    return false;
  }
  reader->at += strlen(word);
  return true;
}

/* ---------------------------------------------------------------- scalars */

static bool read_number(Reader *reader, const IrType *type, int64_t *ret_cell) {
  char *end;
  skip_blanks(reader);
  bool number = g_ascii_isdigit(*reader->at) || (*reader->at == '-' && g_ascii_isdigit(reader->at[1]));
  if (!number) {
    return fail_wanted(reader, type->kind == IRT_INT ? "a number" : type->text);
  }
  errno = 0;
  gint64 value = g_ascii_strtoll(reader->at, &end, 10);
  if (errno != 0 || value < type->lo || value > type->hi || word_length(end) > 0) {
    g_autofree char *there = found(reader);
    return fail(reader, g_strdup_printf("%s where a number of %s is needed", there, type->text));
  }
  reader->at = end;
  *ret_cell = value;
  return true;
}

static bool read_member(Reader *reader, const IrType *type, int64_t *ret_cell) {
  const IrEnum *decl = &reader->model->enums[type->decl];
  skip_blanks(reader);
  const char *at = reader->at;
  size_t length = word_length(at);
  if (is_word(at, length, decl->name) && at[length] == '.') {
    at += length + 1;
    length = word_length(at);
  }
  for (int i = 0; i < decl->member_count; i++) {
    if (length > 0 && is_word(at, length, decl->members[i].name)) {
      reader->at = at + length;
      *ret_cell = i;
      return true;
    }
  }
  g_autofree char *wanted = g_strdup_printf("a member of `%s`", decl->name);
  return fail_wanted(reader, wanted);
}

/* R#n, #n or n */
static bool read_slot(Reader *reader, const IrType *type, int64_t *ret_cell) {
  const IrResource *pool = &reader->model->resources[type->decl];
  skip_blanks(reader);
  const char *at = reader->at;
  size_t length = word_length(at);
  if (is_word(at, length, pool->name) && at[length] == '#') {
    at += length;
  }
  at += *at == '#';
  if (!g_ascii_isdigit(*at)) {
    g_autofree char *wanted = g_strdup_printf("a slot such as `%s#0`", pool->name);
    return fail_wanted(reader, wanted);
  }
  char *end;
  errno = 0;
  guint64 slot = g_ascii_strtoull(at, &end, 10);
  if (errno != 0 || slot >= pool->slots || word_length(end) > 0) {
    g_autofree char *last = pool->slots > 1 ? g_strdup_printf(" to #%u", pool->slots - 1) : g_strdup("");
    return fail(reader, g_strdup_printf("there is no such slot: `%s` has only #0%s", pool->name, last));
  }
  reader->at = end;
  *ret_cell = (int64_t)slot;
  return true;
}

static bool read_bool(Reader *reader, int64_t *ret_cell) {
  *ret_cell = take_word(reader, "true");
  return *ret_cell != 0 || take_word(reader, "false") || fail_wanted(reader, "`true` or `false`");
}

/* ---------------------------------------------------------------- the rest */

static bool read_value(Reader *reader, const IrType *type, int64_t *ret_cells);

/* none | value | some(value), the last where the value itself may be none */
static bool read_option(Reader *reader, const IrType *type, int64_t *ret_cells) {
  memset(ret_cells, 0, sizeof *ret_cells * type->cells);
  if (take_word(reader, "none")) {
    return true;
  }
  ret_cells[0] = 1;
  if (type->elem->kind == IRT_OPTION && take_word(reader, "some")) {
    return need(reader, '(') && read_value(reader, type->elem, ret_cells + 1) && need(reader, ')');
  }
  return read_value(reader, type->elem, ret_cells + 1);
}

/* { value, ... } */
static bool read_set(Reader *reader, const IrType *type, int64_t *ret_cells) {
  memset(ret_cells, 0, sizeof *ret_cells * type->cells);
  g_autofree int64_t *elem = g_new0(int64_t, type->elem->cells + 1);
  if (!need(reader, '{')) {
    return false;
  }
  if (take(reader, '}')) {
    return true;
  }
  do {
    if (!read_value(reader, type->elem, elem)) {
      return false;
    }
    uint64_t rank = value_rank(type->elem, elem);
    ret_cells[rank / 64] = (int64_t)((uint64_t)ret_cells[rank / 64] | UINT64_C(1) << rank % 64);
  } while (take(reader, ','));
  return need(reader, '}');
}

/* [ value, ... ] */
static bool read_seq(Reader *reader, const IrType *type, int64_t *ret_cells) {
  memset(ret_cells, 0, sizeof *ret_cells * type->cells);
  if (!need(reader, '[')) {
    return false;
  }
  if (take(reader, ']')) {
    return true;
  }
  do {
    if (ret_cells[0] >= (int64_t)type->length) {
      return fail(reader, g_strdup_printf("a list of more than %u items where %s is needed", type->length, type->text));
    }
    if (!read_value(reader, type->elem, ret_cells + 1 + (uint64_t)ret_cells[0] * type->elem->cells)) {
      return false;
    }
    ret_cells[0]++;
  } while (take(reader, ','));
  return need(reader, ']');
}

/* { key: value, ... } with every key */
static bool read_map(Reader *reader, const IrType *type, int64_t *ret_cells) {
  g_autofree uint8_t *given = g_malloc0(type->key->count + 1);
  uint64_t missing = type->key->count;
  value_lowest(type, ret_cells);
  if (!need(reader, '{')) {
    return false;
  }
  while (!take(reader, '}')) {
    int64_t key;
    if (!read_value(reader, type->key, &key) || !need(reader, ':')) {
      return false;
    }
    uint64_t rank = value_rank(type->key, &key);
    if (!read_value(reader, type->elem, ret_cells + rank * type->elem->cells)) {
      return false;
    }
    missing -= given[rank] == 0;
    given[rank] = 1;
    if (!take(reader, ',')) {
      if (!need(reader, '}')) {
        return false;
      }
      break;
    }
  }
  return missing == 0 || fail(reader, g_strdup_printf("a map that leaves out keys where %s is needed", type->text));
}

static bool read_value(Reader *reader, const IrType *type, int64_t *ret_cells) {
  switch (type->kind) {
  case IRT_BOOL:
    return read_bool(reader, ret_cells);
  case IRT_INT:
  case IRT_RANGE:
    return read_number(reader, type, ret_cells);
  case IRT_ENUM:
    return read_member(reader, type, ret_cells);
  case IRT_RESOURCE:
    return read_slot(reader, type, ret_cells);
  case IRT_OPTION:
    return read_option(reader, type, ret_cells);
  case IRT_SET:
    return read_set(reader, type, ret_cells);
  case IRT_SEQ:
    return read_seq(reader, type, ret_cells);
  case IRT_MAP:
    return read_map(reader, type, ret_cells);
  }
  g_assert_not_reached();
}

bool value_parse(const IrModel *model, const IrType *type, const char **text, int64_t *ret_cells, char **ret_error) {
  Reader reader = {.model = model, .at = *text};
  g_autofree int64_t *cells = g_new0(int64_t, type->cells + 1);
  skip_blanks(&reader);
  bool done = read_value(&reader, type, cells);
  *text = reader.at;
  if (!done) {
    *ret_error = reader.error;
    return false;
  }
  memcpy(ret_cells, cells, sizeof *cells * type->cells);
  return true;
}
