/* Diagnostics as JSON, for editors and scripts. Takes a list of them, gives an array of objects whose shape
 * diag_render.h states; a diagnostic without a place has null there. Text that is not UTF-8 is repaired, as JSON must
 * be UTF-8. */
#include <cjson/cJSON.h>

#include "base/diag_render.h"

static void add_text(cJSON *object, const char *key, const char *text) {
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  cJSON_AddStringToObject(object, key, valid);
}

static void add_place(cJSON *object, const Source *source, uint32_t offset, const char *line_key,
                      const char *column_key) {
  int line = 0, column = 0;
  source_locate(source, offset, &line, &column);
  cJSON_AddNumberToObject(object, line_key, line);
  cJSON_AddNumberToObject(object, column_key, column);
}

static void add_texts(cJSON *object, const char *key, const GPtrArray *texts) {
  cJSON *array = cJSON_AddArrayToObject(object, key);
  for (guint i = 0; i < texts->len; i++) {
    g_autofree char *valid = g_utf8_make_valid(g_ptr_array_index(texts, i), -1);
    cJSON_AddItemToArray(array, cJSON_CreateString(valid));
  }
}

static void add_labels(cJSON *object, const Source *source, const GArray *labels) {
  cJSON *array = cJSON_AddArrayToObject(object, "labels");
  for (guint i = 0; source != NULL && i < labels->len; i++) {
    const DiagLabel *label = &g_array_index(labels, DiagLabel, i);
    cJSON *item = cJSON_CreateObject();
    add_place(item, source, label->span.start, "line", "column");
    add_text(item, "message", label->text);
    cJSON_AddItemToArray(array, item);
  }
}

static cJSON *render_one(const Source *source, const Diag *diag) {
  cJSON *object = cJSON_CreateObject();
  cJSON_AddStringToObject(object, "code", diag_code_name(diag->code));
  cJSON_AddStringToObject(object, "severity", diag_severity_name(diag->severity));
  add_text(object, "message", diag->message);
  if (source != NULL) {
    add_text(object, "file", source_name(source));
  } else {
    cJSON_AddNullToObject(object, "file");
  }
  if (source != NULL && diag->has_place) {
    add_place(object, source, diag->span.start, "line", "column");
    add_place(object, source, diag->span.end, "end_line", "end_column");
  } else {
    cJSON_AddNullToObject(object, "line");
    cJSON_AddNullToObject(object, "column");
    cJSON_AddNullToObject(object, "end_line");
    cJSON_AddNullToObject(object, "end_column");
  }
  add_labels(object, source, diag->labels);
  add_texts(object, "notes", diag->notes);
  add_texts(object, "help", diag->helps);
  return object;
}

cJSON *diag_render_json(Diags *diags) {
  cJSON *array = cJSON_CreateArray();
  const GPtrArray *sorted = diags_sorted(diags);
  for (guint i = 0; i < sorted->len; i++) {
    cJSON_AddItemToArray(array, render_one(diags_source(diags), g_ptr_array_index(sorted, i)));
  }
  return array;
}
