/* Diagnostics as text for people, in the shape that rustc made familiar.
 *
 *     error[SQ0102]: no state named `canceled` in resource `Booking`
 *       --> booking.model:31:41
 *        |
 *     31 | action cancel(b: Booking confirmed -> canceled) {
 *        |                                       ^^^^^^^^
 *     14 |   states confirmed, cancelled
 *        |                     --------- declared here
 *        = help: did you mean `cancelled`?
 *
 * Takes diagnostics and their source, appends to the caller's string. What came from a file is never passed on raw:
 * control and format characters and ill-formed bytes become U+FFFD, so that no model can send escape codes to a
 * terminal or turn the direction of its text. The underlines count columns as a terminal does (wide characters two,
 * combining ones none). `Mark` is one underline on one line; marks of the same line share its rows where they fit. */
#include "base/diag_render.h"

#include <string.h>

#define LARGEST_LINE_BYTES ((size_t)65536) /* of a larger one only the size is shown */
#define LONGEST_LINE 200                   /* columns; a longer one is shown in part */
#define WINDOW_WIDTH 160
#define WINDOW_BEFORE 60 /* columns shown before the first mark of a long line */

#define COLOR_RESET "\033[0m"
#define COLOR_BOLD "\033[1m"
#define COLOR_RED "\033[1;31m"
#define COLOR_YELLOW "\033[1;33m"
#define COLOR_BLUE "\033[1;34m"
#define COLOR_CYAN "\033[1;36m"

typedef struct Mark {
  int line;
  int from; /* columns of the terminal, from 0, half open */
  int to;
  bool primary;
  const char *text; /* or NULL */
} Mark;

typedef struct Renderer {
  const Source *source;
  const Diag *diag;
  GString *out;
  bool color;
  int gutter; /* digits of the largest line number */
} Renderer;

static void paint(const Renderer *r, const char *code) {
  if (r->color) {
    g_string_append(r->out, code);
  }
}

static const char *severity_color(Severity severity) {
  static const char *const colors[] = {COLOR_RED, COLOR_YELLOW, COLOR_CYAN, COLOR_RED};
  return colors[severity];
}

/* The character at the start of `text` as it may be shown, 0 where nothing is (a byte order mark); how many bytes and
 * columns it takes. */
static gunichar show_character(const char *text, size_t left, size_t *ret_bytes, int *ret_width) {
  if (*text >= ' ' && *text < 0x7F) {
    *ret_bytes = 1;
    *ret_width = 1;
    return (gunichar)*text;
  }
  gunichar c = g_utf8_get_char_validated(text, (gssize)left);
  bool valid = c != (gunichar)-1 && c != (gunichar)-2;
  *ret_bytes = valid ? (size_t)g_unichar_to_utf8(c, NULL) : 1;
  *ret_width = 1;
  if (!valid) {
    return 0xFFFD;
  }
  if (c == '\t') {
    return ' ';
  }
  if (c == 0xFEFF) {
    *ret_width = 0;
    return 0;
  }
  switch (g_unichar_type(c)) {
  case G_UNICODE_CONTROL:
  case G_UNICODE_FORMAT:
  case G_UNICODE_LINE_SEPARATOR:
  case G_UNICODE_PARAGRAPH_SEPARATOR:
    return 0xFFFD;
  default:
    *ret_width = g_unichar_iswide(c) ? 2 : g_unichar_iszerowidth(c) ? 0 : 1;
    return c;
  }
}

static void append_shown(GString *out, gunichar c) {
  if (c != 0) {
    g_string_append_unichar(out, c);
  }
}

/* A text of ours that may quote the user's. A line break goes on under the first line's text, `indent` columns in. */
static void append_safe(GString *out, const char *text, int indent) {
  size_t left = strlen(text);
  while (left > 0) {
    size_t bytes = 1;
    int width = 0;
    if (*text == '\n') {
      g_string_append_printf(out, "\n%*s", indent, "");
    } else {
      append_shown(out, show_character(text, left, &bytes, &width));
    }
    text += bytes;
    left -= bytes;
  }
}

/* The terminal column of byte `offset` of a line. */
static int column_of(const char *line, size_t length, size_t offset) {
  int column = 0;
  for (size_t at = 0; at < MIN(offset, length);) {
    size_t bytes = 1;
    int width = 1;
    show_character(line + at, length - at, &bytes, &width);
    at += bytes;
    column += at <= offset ? width : 0;
  }
  return column;
}

/* An underline for a span: its first line's part where it goes over several, one column where it is empty. */
static Mark mark_new(const Renderer *r, Span span, bool primary, const char *text) {
  Mark mark = {0, 0, 0, primary, text != NULL && *text != '\0' ? text : NULL};
  int column = 0;
  source_locate(r->source, span.start, &mark.line, &column);
  size_t length = 0;
  const char *line = source_line(r->source, mark.line, &length);
  size_t line_start = (size_t)(line - source_text(r->source));
  if (length > LARGEST_LINE_BYTES) {
    return mark;
  }
  mark.from = column_of(line, length, span.start - line_start);
  mark.to = MAX(column_of(line, length, MAX(span.end, line_start) - line_start), mark.from + 1);
  return mark;
}

/* The marks of a diagnostic: its own place first, then the labels in their order. A label at the very place of the
 * diagnostic is the text beside its carets. */
static GArray *collect_marks(const Renderer *r) {
  GArray *marks = g_array_new(FALSE, FALSE, sizeof(Mark));
  const Diag *diag = r->diag;
  Mark primary = mark_new(r, diag->span, true, NULL);
  g_array_append_val(marks, primary);
  for (guint i = 0; i < diag->labels->len; i++) {
    const DiagLabel *label = &g_array_index(diag->labels, DiagLabel, i);
    Mark *first = &g_array_index(marks, Mark, 0);
    if (first->text == NULL && label->span.start == diag->span.start && label->span.end == diag->span.end) {
      first->text = label->text;
      continue;
    }
    Mark mark = mark_new(r, label->span, false, label->text);
    g_array_append_val(marks, mark);
  }
  return marks;
}

/* "   |" or "31 |", without a space after. */
static void append_gutter(const Renderer *r, int line) {
  paint(r, COLOR_BLUE);
  if (line > 0) {
    g_string_append_printf(r->out, "%*d |", r->gutter, line);
  } else {
    g_string_append_printf(r->out, "%*s |", r->gutter, "");
  }
  paint(r, COLOR_RESET);
}

static void trim_end(GString *out) {
  while (out->len > 0 && out->str[out->len - 1] == ' ') {
    g_string_truncate(out, out->len - 1);
  }
}

/* Columns [from, to) of a line, "..." where it goes on. Gives how far to the right the text begins. */
static int append_line(const Renderer *r, int number, int from, int to) {
  size_t length = 0;
  const char *line = source_line(r->source, number, &length);
  append_gutter(r, number);
  g_string_append(r->out, from > 0 ? " ..." : " ");
  int column = 0;
  for (size_t at = 0; at < length && column <= to;) {
    size_t bytes = 1;
    int width = 1;
    gunichar c = show_character(line + at, length - at, &bytes, &width);
    if (column >= from && column + width <= to) {
      append_shown(r->out, c);
    } else if (column < from && column + width > from) {
      g_string_append_c(r->out, ' '); /* half of a wide character */
    }
    column += width;
    at += bytes;
  }
  if (column > to) {
    g_string_append(r->out, "...");
  }
  trim_end(r->out);
  g_string_append_c(r->out, '\n');
  return from > 0 ? 3 - from : 0;
}

static void append_spaces(GString *out, int *column, int to) {
  for (; *column < to; (*column)++) {
    g_string_append_c(out, ' ');
  }
}

static const char *mark_color(const Renderer *r, const Mark *mark) {
  return mark->primary ? severity_color(r->diag->severity) : COLOR_BLUE;
}

/* The text of mark `at`, on the row where `column` is, continued below itself. */
static void append_mark_text(const Renderer *r, const Mark *mark, int column) {
  paint(r, mark_color(r, mark));
  append_safe(r->out, mark->text, r->gutter + 3 + column);
  paint(r, COLOR_RESET);
}

/* A row that leads from the first `count` marks down to their texts: a bar under each that has one. The last may be the
 * text. */
static void append_lead_row(const Renderer *r, const GArray *row, guint count, bool with_text) {
  append_gutter(r, 0);
  g_string_append_c(r->out, ' ');
  int column = 0;
  for (guint i = 0; i < count; i++) {
    const Mark *mark = &g_array_index(row, Mark, i);
    if (mark->text == NULL) {
      continue;
    }
    append_spaces(r->out, &column, mark->from);
    if (with_text && i == count - 1) {
      append_mark_text(r, mark, column);
    } else {
      paint(r, mark_color(r, mark));
      g_string_append_c(r->out, '|');
      paint(r, COLOR_RESET);
      column++;
    }
  }
  g_string_append_c(r->out, '\n');
}

/* The underlines of marks that do not overlap, left to right; the last one's text beside it, the others' below, right
 * to left:
 *
 *        | --- ^^^ text of the last
 *        | |
 *        | text of the first */
static void append_row(const Renderer *r, const GArray *row) {
  append_gutter(r, 0);
  g_string_append_c(r->out, ' ');
  int column = 0;
  for (guint i = 0; i < row->len; i++) {
    const Mark *mark = &g_array_index(row, Mark, i);
    append_spaces(r->out, &column, mark->from);
    paint(r, mark_color(r, mark));
    for (; column < mark->to; column++) {
      g_string_append_c(r->out, mark->primary ? '^' : '-');
    }
    paint(r, COLOR_RESET);
  }
  const Mark *last = &g_array_index(row, Mark, row->len - 1);
  if (last->text != NULL) {
    g_string_append_c(r->out, ' ');
    append_mark_text(r, last, column + 1);
  }
  g_string_append_c(r->out, '\n');
  bool first = true;
  for (guint count = row->len - 1; count > 0; count--) {
    if (g_array_index(row, Mark, count - 1).text != NULL) {
      if (first) {
        append_lead_row(r, row, count, false);
        first = false;
      }
      append_lead_row(r, row, count, true);
    }
  }
}

/* Puts a mark into a row, by column; false where it touches one that is there. */
static bool row_insert(GArray *row, Mark mark) {
  guint at = 0;
  for (guint i = 0; i < row->len; i++) {
    const Mark *other = &g_array_index(row, Mark, i);
    if (mark.from <= other->to && other->from <= mark.to) {
      return false;
    }
    at += other->from < mark.from ? 1 : 0;
  }
  g_array_insert_val(row, at, mark);
  return true;
}

/* Moves marks of that line which begin within [from, to) out of `marks` into rows of underlines, and shows them. */
static void append_rows(const Renderer *r, GArray *marks, int line, int from, int to, int shift) {
  bool more = true;
  while (more) {
    g_autoptr(GArray) row = g_array_new(FALSE, FALSE, sizeof(Mark));
    more = false;
    for (guint i = 0; i < marks->len;) {
      Mark mark = g_array_index(marks, Mark, i);
      bool here = mark.line == line && mark.from >= from && mark.from < to;
      mark.to = MAX(MIN(mark.to, to), mark.from + 1) + shift;
      mark.from += shift;
      if (here && row_insert(row, mark)) {
        g_array_remove_index(marks, i);
      } else {
        more = more || here;
        i++;
      }
    }
    append_row(r, row);
  }
}

/* A line that is too large to look at: its size, and its marks are passed over. */
static void append_large_line(const Renderer *r, GArray *marks, int line, size_t length) {
  append_gutter(r, line);
  g_string_append_printf(r->out, " (a line of %zu bytes)\n", length);
  for (guint i = marks->len; i > 0; i--) {
    if (g_array_index(marks, Mark, i - 1).line == line) {
      g_array_remove_index(marks, i - 1);
    }
  }
}

/* The source lines with their underlines, that of the diagnostic itself first. */
static void append_snippet(const Renderer *r, GArray *marks) {
  append_gutter(r, 0);
  g_string_append_c(r->out, '\n');
  while (marks->len > 0) {
    Mark mark = g_array_index(marks, Mark, 0);
    size_t length = 0;
    const char *line = source_line(r->source, mark.line, &length);
    if (length > LARGEST_LINE_BYTES) {
      append_large_line(r, marks, mark.line, length);
      continue;
    }
    size_t judged = MIN(length, (size_t)LONGEST_LINE * 8); /* enough to see that it is long, however long it is */
    int width = column_of(line, judged, judged);
    bool long_line = width > LONGEST_LINE || judged < length;
    int from = 0, to = MAX(width, mark.to);
    if (long_line) {
      from = mark.from > WINDOW_BEFORE ? mark.from - WINDOW_BEFORE : 0;
      to = from + WINDOW_WIDTH;
    }
    int shift = append_line(r, mark.line, from, to);
    append_rows(r, marks, mark.line, from, long_line ? to : G_MAXINT, shift);
  }
}

/* "   = note: " and the text. */
static void append_advice(const Renderer *r, const char *word, const GPtrArray *texts) {
  for (guint i = 0; i < texts->len; i++) {
    paint(r, COLOR_BLUE);
    g_string_append_printf(r->out, "%*s = ", r->gutter, "");
    paint(r, COLOR_RESET);
    paint(r, COLOR_BOLD);
    g_string_append_printf(r->out, "%s:", word);
    paint(r, COLOR_RESET);
    g_string_append_c(r->out, ' ');
    append_safe(r->out, g_ptr_array_index(texts, i), r->gutter + 5 + (int)strlen(word));
    g_string_append_c(r->out, '\n');
  }
}

static void append_headline(const Renderer *r) {
  const Diag *diag = r->diag;
  paint(r, severity_color(diag->severity));
  g_string_append_printf(r->out, "%s[%s]", diag_severity_name(diag->severity), diag_code_name(diag->code));
  paint(r, COLOR_RESET);
  paint(r, COLOR_BOLD);
  g_string_append(r->out, ": ");
  append_safe(r->out, diag->message, 0);
  paint(r, COLOR_RESET);
  g_string_append_c(r->out, '\n');
}

/* "  --> booking.model:31:41" */
static void append_place(const Renderer *r) {
  paint(r, COLOR_BLUE);
  g_string_append_printf(r->out, "%*s--> ", r->gutter, "");
  paint(r, COLOR_RESET);
  append_safe(r->out, source_name(r->source), 0);
  if (r->diag->has_place) {
    int line = 0, column = 0;
    source_locate(r->source, r->diag->span.start, &line, &column);
    g_string_append_printf(r->out, ":%d:%d", line, column);
  }
  g_string_append_c(r->out, '\n');
}

static int count_digits(const GArray *marks) {
  int digits = 1;
  for (guint i = 0; i < marks->len; i++) {
    int found = 1;
    for (int line = g_array_index(marks, Mark, i).line; line >= 10; line /= 10) {
      found++;
    }
    digits = MAX(digits, found);
  }
  return digits;
}

void diag_render_text_one(const Diags *diags, const Diag *diag, bool color, GString *out) {
  Renderer r = {diags_source(diags), diag, out, color, 1};
  append_headline(&r);
  if (r.source != NULL && diag->has_place) {
    g_autoptr(GArray) marks = collect_marks(&r);
    r.gutter = count_digits(marks);
    append_place(&r);
    append_snippet(&r, marks);
  } else if (r.source != NULL) {
    append_place(&r);
  }
  append_advice(&r, "note", diag->notes);
  append_advice(&r, "help", diag->helps);
}

void diag_render_text(Diags *diags, bool color, GString *out) {
  const GPtrArray *sorted = diags_sorted(diags);
  for (guint i = 0; i < sorted->len; i++) {
    diag_render_text_one(diags, g_ptr_array_index(sorted, i), color, out);
    g_string_append_c(out, '\n');
  }
  unsigned left_out = diags_left_out(diags);
  if (left_out > 0) {
    g_string_append_printf(out, "%u more like these %s left out\n", left_out, left_out == 1 ? "was" : "were");
  }
}
