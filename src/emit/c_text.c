/* Lines and small texts of generated C: indentation, breaking, numbers, names of types and states. */
#include <string.h>

#include "emit/c_code.h"

#define LINE_MOST 112

const char *c_text(CWriter *w, const char *format, ...) {
  va_list list;
  va_start(list, format);
  g_autofree char *text = g_strdup_vprintf(format, list);
  va_end(list);
  return g_string_chunk_insert(w->chunk, text);
}

/* Where a line may be broken: the byte after which it goes on, at most `most`; 0 where nowhere. */
static size_t break_at(const char *line, size_t most) {
  static const char *const after[] = {", ", " && ", " || ", " ? ", " : ", " + ", " "};
  for (size_t i = 0; i < G_N_ELEMENTS(after); i++) {
    size_t length = strlen(after[i]);
    for (size_t at = most; at > most / 3; at--)
      if (strncmp(line + at - length, after[i], length) == 0)
        return at;
  }
  return 0;
}

static void put_line(CWriter *w, const char *line) {
  int indent = w->indent * 2;
  while (strlen(line) + (size_t)indent > LINE_MOST) {
    size_t at = break_at(line, LINE_MOST - (size_t)indent);
    if (at == 0)
      break;
    g_string_append_printf(w->out, "%*s%.*s\n", indent, "", (int)(at - 1), line);
    line += at;
    indent = w->indent * 2 + 4;
  }
  g_string_append_printf(w->out, "%*s%s\n", *line ? indent : 0, "", line);
}

void c_line(CWriter *w, const char *format, ...) {
  va_list list;
  va_start(list, format);
  g_autofree char *line = g_strdup_vprintf(format, list);
  va_end(list);
  put_line(w, line);
}

void c_open(CWriter *w, const char *format, ...) {
  va_list list;
  va_start(list, format);
  g_autofree char *line = g_strdup_vprintf(format, list);
  va_end(list);
  g_autofree char *opened = g_strconcat(line, *line ? " {" : "{", NULL);
  put_line(w, opened);
  w->indent++;
}

void c_close(CWriter *w) {
  w->indent--;
  put_line(w, "}");
}

const char *c_temporary(CWriter *w) {
  return c_text(w, "t%d", ++w->temporaries);
}

/* The byte behind the last comma and blank outside of a string, at most LINE_MOST from `line`; 0 where there is none.
 */
static size_t table_break(const char *line, size_t length) {
  size_t at = 0;
  bool quoted = false;
  for (size_t i = 0; i + 1 < length && i < LINE_MOST; i++) {
    if (line[i] == '"' && (i == 0 || line[i - 1] != '\\'))
      quoted = !quoted;
    if (!quoted && line[i] == ',' && line[i + 1] == ' ')
      at = i + 2;
  }
  return at;
}

void c_wrap_tables(GString *out, size_t from) {
  GString *wrapped = g_string_new(NULL);
  const char *line = out->str + from;
  while (*line) {
    const char *end = strchr(line, '\n');
    size_t length = end ? (size_t)(end - line) : strlen(line), indent = strspn(line, " ");
    for (size_t at; length > LINE_MOST && (at = table_break(line, length)) > indent; line += at, length -= at) {
      g_string_append_printf(wrapped, "%.*s\n%*s", (int)(at - 1), line, (int)indent + 4, "");
    }
    g_string_append_len(wrapped, line, (gssize)length);
    g_string_append_c(wrapped, '\n');
    line += length + (end != NULL);
    if (!end)
      break;
  }
  g_string_truncate(out, from);
  g_string_append_len(out, wrapped->str, (gssize)wrapped->len);
  g_string_free(wrapped, TRUE);
}

const char *c_number(CWriter *w, int64_t value) {
  if (value == INT64_MIN)
    return "INT64_MIN";
  if (value >= INT32_MIN && value <= INT32_MAX)
    return c_text(w, "%d", (int)value);
  return c_text(w, "INT64_C(%" G_GINT64_FORMAT ")", value);
}

CText c_atom(const char *text) {
  return (CText){text, C_ATOM};
}

CText c_first(CWriter *w, const char *address) {
  if (address[0] == '&')
    return c_atom(address + 1);
  return (CText){c_text(w, "*%s", address), C_UNARY};
}

const char *c_at_least(CWriter *w, CText text, CLevel level) {
  return text.level >= level ? text.text : c_text(w, "(%s)", text.text);
}

bool c_is_scalar(const IrType *type) {
  return type->kind <= IRT_RESOURCE;
}

/* ---------------------------------------------------------------- names of what describes the model */

const char *c_type(CWriter *w, const IrType *type) {
  if (type->elem)
    c_type(w, type->elem);
  if (type->key)
    c_type(w, type->key);
  for (guint i = 0; i < w->types->len; i++) {
    const IrType *known = g_ptr_array_index(w->types, i);
    if (known == type || (ir_type_same(known, type) && strcmp(known->text, type->text) == 0))
      return c_text(w, "&type_%u", i);
  }
  g_ptr_array_add(w->types, (gpointer)(intptr_t)type);
  return c_text(w, "&type_%u", w->types->len - 1);
}

const char *c_pool(CWriter *w, int resource) {
  return c_text(w, "POOL_%s", w->model->resources[resource].name);
}

const char *c_states(CWriter *w, int resource, uint64_t mask) {
  const IrResource *pool = &w->model->resources[resource];
  uint64_t declared = pool->state_count >= 64 ? ~UINT64_C(1) : ((UINT64_C(1) << pool->state_count) - 1) & ~UINT64_C(1);
  if ((mask & (declared | 1)) == declared)
    return "SEQ_EXISTS";
  GString *text = g_string_new(NULL);
  for (int i = 0; i < pool->state_count; i++)
    if (mask >> i & 1)
      g_string_append_printf(text, "%sSEQ_STATE(STATE_%s_%s)", text->len > 0 ? " | " : "", pool->name,
                             pool->states[i].name);
  const char *kept = c_text(w, "%s", text->len > 0 ? text->str : "0");
  g_string_free(text, TRUE);
  return kept;
}

const char *c_constant(CWriter *w, const IrType *type, const int64_t *cells) {
  GString *text = g_string_new("(const int64_t[]){");
  for (uint32_t i = 0; i < type->cells; i++)
    g_string_append_printf(text, "%s%s", i > 0 ? ", " : "", c_number(w, cells[i]));
  g_string_append_c(text, '}');
  const char *kept = c_text(w, "%s", text->str);
  g_string_free(text, TRUE);
  return kept;
}
