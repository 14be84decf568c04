/* Diagnostics as data: what is wrong, where, and what to do about it.
 *
 * Takes codes, places and words from the floors above; keeps each cause once (a code at a place) and at most
 * LIMIT_DIAGNOSTICS of them; gives them back ordered by place. Whoever reports goes on to add labels and advice, so
 * that one which is not to be kept is handed out all the same: it is the list's scratch diagnostic, emptied whenever it
 * is needed again. */
#include "base/diag.h"

#include <stdarg.h>
#include <string.h>

#include "base/limits.h"
#include "base/names.h"

struct Diags {
  const Source *source;
  GPtrArray *kept;  /* of Diag *, owned, as they came */
  GPtrArray *order; /* the same, borrowed, by place */
  GHashTable *seen; /* of char *: code and place */
  Diag *scratch;    /* stands in for those that are not kept */
  unsigned errors;
  unsigned warnings;
  unsigned remarks; /* of severity note */
  unsigned left_out;
};

typedef struct CodeRow {
  const char *name;
  Severity severity;
  const char *title;
} CodeRow;

static const CodeRow code_table[DIAG_COUNT] = {
#define DIAG(number, severity, title) {"SQ" #number, SEVERITY_##severity, title},
#include "base/diag.def"
#undef DIAG
};

static void label_clear(gpointer data) {
  g_free(((DiagLabel *)data)->text);
}

static Diag *diag_new(void) {
  Diag *diag = g_new0(Diag, 1);
  diag->labels = g_array_new(FALSE, TRUE, sizeof(DiagLabel));
  g_array_set_clear_func(diag->labels, label_clear);
  diag->notes = g_ptr_array_new_with_free_func(g_free);
  diag->helps = g_ptr_array_new_with_free_func(g_free);
  return diag;
}

static void diag_free(gpointer data) {
  Diag *diag = data;
  g_free(diag->message);
  g_array_unref(diag->labels);
  g_ptr_array_unref(diag->notes);
  g_ptr_array_unref(diag->helps);
  g_free(diag);
}

Diags *diags_new(const Source *source) {
  Diags *diags = g_new0(Diags, 1);
  diags->source = source;
  diags->kept = g_ptr_array_new_with_free_func(diag_free);
  diags->order = g_ptr_array_new();
  diags->seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  diags->scratch = diag_new();
  return diags;
}

void diags_free(Diags *diags) {
  if (diags == NULL) {
    return;
  }
  g_ptr_array_unref(diags->kept);
  g_ptr_array_unref(diags->order);
  g_hash_table_unref(diags->seen);
  diag_free(diags->scratch);
  g_free(diags);
}

/* The scratch diagnostic, emptied. */
static Diag *scratch_reset(Diags *diags) {
  Diag *diag = diags->scratch;
  g_clear_pointer(&diag->message, g_free);
  g_array_set_size(diag->labels, 0);
  g_ptr_array_set_size(diag->notes, 0);
  g_ptr_array_set_size(diag->helps, 0);
  return diag;
}

/* Counts one more of that severity; how many there are now. */
static unsigned count_one(Diags *diags, Severity severity) {
  return severity == SEVERITY_ERROR     ? ++diags->errors
         : severity == SEVERITY_WARNING ? ++diags->warnings
                                        : ++diags->remarks;
}

/* Where the diagnostic with this key is to be written: a new one, or the scratch. Takes the key. */
static Diag *choose(Diags *diags, DiagCode code, char *key) {
  if (!g_hash_table_add(diags->seen, key)) {
    return scratch_reset(diags);
  }
  if (count_one(diags, code_table[code].severity) > LIMIT_DIAGNOSTICS) {
    diags->left_out++;
    return scratch_reset(diags);
  }
  Diag *diag = diag_new();
  g_ptr_array_add(diags->kept, diag);
  return diag;
}

Diag *diags_add(Diags *diags, DiagCode code, Span span, const char *format, ...) {
  g_assert(code < DIAG_COUNT && span.start <= span.end);
  Diag *diag = choose(diags, code, g_strdup_printf("%d %u %u", (int)code, span.start, span.end));
  va_list arguments;
  va_start(arguments, format);
  diag->message = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  diag->code = code;
  diag->severity = code_table[code].severity;
  diag->span = span;
  diag->has_place = true;
  return diag;
}

Diag *diags_add_placeless(Diags *diags, DiagCode code, const char *format, ...) {
  g_assert(code < DIAG_COUNT);
  va_list arguments;
  va_start(arguments, format);
  char *message = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  Diag *diag = choose(diags, code, g_strdup_printf("%d %s", (int)code, message));
  diag->message = message;
  diag->code = code;
  diag->severity = code_table[code].severity;
  diag->span = (Span){0, 0};
  diag->has_place = false;
  return diag;
}

void diag_label(Diag *diag, Span span, const char *format, ...) {
  g_assert(span.start <= span.end);
  va_list arguments;
  va_start(arguments, format);
  DiagLabel label = {span, g_strdup_vprintf(format, arguments)};
  va_end(arguments);
  g_array_append_val(diag->labels, label);
}

void diag_note(Diag *diag, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  g_ptr_array_add(diag->notes, g_strdup_vprintf(format, arguments));
  va_end(arguments);
}

void diag_help(Diag *diag, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  g_ptr_array_add(diag->helps, g_strdup_vprintf(format, arguments));
  va_end(arguments);
}

void diag_did_you_mean(Diag *diag, const char *wanted, const char *const *candidates, size_t count) {
  const char *nearest = names_nearest(wanted, candidates, count);
  if (nearest != NULL) {
    diag_help(diag, "did you mean `%s`?", nearest);
  }
}

const Source *diags_source(const Diags *diags) {
  return diags->source;
}

unsigned diags_errors(const Diags *diags) {
  return diags->errors;
}

unsigned diags_warnings(const Diags *diags) {
  return diags->warnings;
}

unsigned diags_left_out(const Diags *diags) {
  return diags->left_out;
}

/* By place, those without one last. */
static int compare_places(const Diag *a, const Diag *b) {
  if (a->has_place != b->has_place) {
    return a->has_place ? -1 : 1;
  }
  return (a->span.start > b->span.start) - (a->span.start < b->span.start);
}

/* Insertion sort: at most LIMIT_DIAGNOSTICS of them, nearly in order, and those at one place stay as they came. */
const GPtrArray *diags_sorted(Diags *diags) {
  g_ptr_array_set_size(diags->order, 0);
  for (guint i = 0; i < diags->kept->len; i++) {
    Diag *diag = g_ptr_array_index(diags->kept, i);
    guint at = i;
    while (at > 0 && compare_places(diag, g_ptr_array_index(diags->order, at - 1)) < 0) {
      at--;
    }
    g_ptr_array_insert(diags->order, (gint)at, diag);
  }
  return diags->order;
}

const char *diag_severity_name(Severity severity) {
  static const char *const names[] = {"error", "warning", "note", "fail"};
  g_assert((size_t)severity < G_N_ELEMENTS(names));
  return names[severity];
}

const char *diag_code_name(DiagCode code) {
  g_assert(code < DIAG_COUNT);
  return code_table[code].name;
}

const char *diag_code_title(DiagCode code) {
  g_assert(code < DIAG_COUNT);
  return code_table[code].title;
}

bool diag_code_find(const char *name, DiagCode *ret_code) {
  const char *digits = g_ascii_strncasecmp(name, "SQ", 2) == 0 ? name + 2 : name;
  for (int i = 0; i < DIAG_COUNT; i++) {
    if (strcmp(digits, code_table[i].name + 2) == 0) {
      *ret_code = (DiagCode)i;
      return true;
    }
  }
  return false;
}
