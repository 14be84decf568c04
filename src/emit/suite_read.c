/* Reads suites. cJSON reads the document and is not trusted with more: it takes numbers as doubles, so that one beyond
 * 2^53 is refused here instead of being rounded, and keeps the first of two members of a name, so that a second is
 * refused too. Each step is turned into the text that users write and read by the parser for that, which knows the
 * names. */
#include <cjson/cJSON.h>
#include <string.h>

#include "emit/suite_json.h"

typedef struct Reader {
  const IrModel *model;
  SuiteError *error;
} Reader;

void suite_error_clear(SuiteError *error) {
  g_free(error->message);
  g_free(error->where);
  *error = (SuiteError){0};
}

static void entry_free(gpointer data) {
  SuiteEntry *entry = data;
  g_free(entry->name);
  if (entry->sequence)
    sequence_free(entry->sequence);
  g_free(entry);
}

void suite_file_free(SuiteFile *file) {
  if (!file)
    return;
  g_free(file->model);
  g_ptr_array_unref(file->entries);
  g_free(file);
}

G_GNUC_PRINTF(3, 4)
static bool fail(Reader *reader, const char *where, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  if (!reader->error->message) {
    reader->error->message = g_strdup_vprintf(format, arguments);
    reader->error->where = g_strdup(where);
  }
  va_end(arguments);
  return false;
}

/* The document as an object; NULL with the error. */
static cJSON *parse(Reader *reader, const char *text, size_t length) {
  const char *end = NULL;
  cJSON *json = NULL;
  if (!g_utf8_validate(text, (gssize)length, NULL))
    fail(reader, NULL, "this is not UTF-8 text");
  else if (!(json = cJSON_ParseWithLengthOpts(text, length, &end, false)))
    fail(reader, NULL, "this is not JSON: it cannot be read from byte %zu on", end ? (size_t)(end - text) : 0);
  while (json && end < text + length && g_ascii_isspace(*end))
    end++;
  if (json && end < text + length)
    fail(reader, NULL, "something stands behind the JSON document, at byte %zu", (size_t)(end - text));
  else if (json && !cJSON_IsObject(json))
    fail(reader, NULL, "a suite is a JSON object with the member `sequences`");
  if (!reader->error->message)
    return json;
  cJSON_Delete(json);
  return NULL;
}

/* No member may stand twice or have a name that is not in `names` (NULL-terminated; NULL: any). */
static bool check_members(Reader *reader, const char *where, const cJSON *object, const char *const *names) {
  g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
  for (const cJSON *member = object->child; member; member = member->next) {
    if (!g_hash_table_add(seen, member->string))
      return fail(reader, where, "the member `%s` stands twice", member->string);
    if (names && !g_strv_contains(names, member->string))
      return fail(reader, where, "no member `%s` is known here", member->string);
  }
  return true;
}

/* ---------------------------------------------------------------- values */

static bool append_value(Reader *reader, const char *where, const IrType *type, const cJSON *json, int depth,
                         GString *out);

static bool append_list(Reader *reader, const char *where, const IrType *type, const cJSON *json, int depth,
                        GString *out) {
  const IrType *list = type && type->kind == IRT_OPTION ? type->elem : type;
  bool set = list && list->kind == IRT_SET;
  g_string_append_c(out, set ? '{' : '[');
  for (const cJSON *item = json->child; item; item = item->next) {
    if (item != json->child)
      g_string_append(out, ", ");
    if (!append_value(reader, where, list ? list->elem : NULL, item, depth + 1, out))
      return false;
  }
  g_string_append_c(out, set ? '}' : ']');
  return true;
}

static bool append_number(Reader *reader, const char *where, double number, GString *out) {
  if (number < -9007199254740992.0 || number > 9007199254740992.0 || number != (double)(int64_t)number)
    return fail(reader, where, "%g is no integer that JSON carries exactly: beyond 2^53 write it as a string", number);
  g_string_append_printf(out, "%" G_GINT64_FORMAT, (int64_t)number);
  return true;
}

/* A name, a number or a slot: nothing that could end the argument. */
static bool is_word(const char *text) {
  if (*text == '-')
    text++;
  if (*text == '\0')
    return false;
  for (; *text; text++)
    if (!g_ascii_isalnum(*text) && *text != '_' && *text != '#' && *text != '.')
      return false;
  return true;
}

static bool append_value(Reader *reader, const char *where, const IrType *type, const cJSON *json, int depth,
                         GString *out) {
  if (depth > 16)
    return fail(reader, where, "the value is nested too deeply");
  if (cJSON_IsNull(json))
    g_string_append(out, "none");
  else if (cJSON_IsBool(json))
    g_string_append(out, cJSON_IsTrue(json) ? "true" : "false");
  else if (cJSON_IsNumber(json))
    return append_number(reader, where, json->valuedouble, out);
  else if (cJSON_IsString(json) && is_word(json->valuestring))
    g_string_append(out, json->valuestring);
  else if (cJSON_IsArray(json))
    return append_list(reader, where, type, json, depth, out);
  else
    return fail(reader, where, "an argument is a number, a bool, a name, a slot such as \"Booking#0\", a list or null");
  return true;
}

/* ---------------------------------------------------------------- steps */

static const IrFrame *frame_of(const IrModel *model, bool init, const char *name) {
  for (int i = 0; init && i < model->init_count; i++)
    if (strcmp(model->inits[i].name, name) == 0)
      return &model->inits[i].frame;
  for (int a = 0; !init && a < model->action_count; a++)
    if (strcmp(model->actions[a].name, name) == 0)
      return &model->actions[a].frame;
  return NULL;
}

static const IrType *type_of(const IrFrame *frame, const char *name) {
  for (int p = 0; frame && p < frame->param_count; p++)
    if (strcmp(frame->locals[p].name, name) == 0)
      return frame->locals[p].type;
  return NULL;
}

static bool append_arguments(Reader *reader, const char *where, const IrFrame *frame, const cJSON *arguments,
                             GString *out) {
  if (arguments && !cJSON_IsObject(arguments))
    return fail(reader, where, "`arguments` is an object, a member for each parameter");
  if (arguments && !check_members(reader, where, arguments, NULL))
    return false;
  g_string_append_c(out, '(');
  for (const cJSON *member = arguments ? arguments->child : NULL; member; member = member->next) {
    if (!is_word(member->string))
      return fail(reader, where, "`%s` names no parameter", member->string);
    g_string_append_printf(out, "%s%s: ", member == arguments->child ? "" : ", ", member->string);
    if (!append_value(reader, where, type_of(frame, member->string), member, 0, out))
      return false;
  }
  g_string_append_c(out, ')');
  return true;
}

/* A member that is a word where it is there. False with the error where it is something else. */
static bool word_member(Reader *reader, const char *where, const cJSON *object, const char *name, const char **ret) {
  const cJSON *member = cJSON_GetObjectItemCaseSensitive(object, name);
  *ret = member && cJSON_IsString(member) ? member->valuestring : NULL;
  if (member && (!*ret || (**ret && !is_word(*ret))))
    return fail(reader, where, "`%s` is a name", name);
  return true;
}

/* Appends the one step of `text` (or all of them) to the sequence. */
static bool add_text(Reader *reader, const char *where, const char *text, Sequence *sequence) {
  char *error = NULL;
  size_t at = 0;
  Sequence *more = sequence_parse(reader->model, text, &error, &at);
  if (!more) {
    fail(reader, where, "%s", error);
    g_free(error);
    return false;
  }
  if (sequence->steps->len > 0 && more->steps->len > 0 && ((const SequenceStep *)more->steps->pdata[0])->action < 0) {
    sequence_free(more);
    return fail(reader, where, "a start stands first in a sequence");
  }
  while (more->steps->len > 0)
    g_ptr_array_add(sequence->steps, g_ptr_array_steal_index(more->steps, 0));
  sequence_free(more);
  return true;
}

/* An outcome that the file gives as "" is the unnamed one, and no other is taken in its place. */
static bool fix_outcome(Reader *reader, const char *where, const char *outcome, SequenceStep *step) {
  if (!outcome || *outcome || step->action < 0)
    return true;
  const IrAction *action = &reader->model->actions[step->action];
  for (int o = 0; o < action->outcome_count; o++)
    if (*action->outcomes[o].name == '\0') {
      step->outcome = o;
      return true;
    }
  return fail(reader, where, "every outcome of `%s` has a name", action->name);
}

static bool read_start(Reader *reader, const char *where, const cJSON *start, Sequence *sequence) {
  static const char *const members[] = {"action", "init", "arguments", "new", NULL};
  if (!start)
    return true;
  if (!cJSON_IsObject(start))
    return fail(reader, where, "`start` is an object");
  const char *name = NULL;
  if (!check_members(reader, where, start, members) || !word_member(reader, where, start, "init", &name))
    return false;
  const cJSON *arguments = cJSON_GetObjectItemCaseSensitive(start, "arguments");
  g_autoptr(GString) text = g_string_new("init");
  if (name)
    g_string_append_printf(text, " %s", name);
  if ((name || arguments) &&
      !append_arguments(reader, where, frame_of(reader->model, true, name ? name : ""), arguments, text))
    return false;
  return add_text(reader, where, text->str, sequence);
}

static bool read_step(Reader *reader, const char *where, const cJSON *json, Sequence *sequence) {
  static const char *const members[] = {"action", "arguments", "outcome", "new", NULL};
  if (cJSON_IsString(json))
    return add_text(reader, where, json->valuestring, sequence);
  if (!cJSON_IsObject(json))
    return fail(reader, where, "a step is an object with `action`, or a text such as \"book(0, 1) created\"");
  const char *action = NULL, *outcome = NULL;
  if (!check_members(reader, where, json, members) || !word_member(reader, where, json, "action", &action) ||
      !word_member(reader, where, json, "outcome", &outcome))
    return false;
  if (!action || !*action)
    return fail(reader, where, "`action` is missing");
  g_autoptr(GString) text = g_string_new(action);
  if (!append_arguments(reader, where, frame_of(reader->model, false, action),
                        cJSON_GetObjectItemCaseSensitive(json, "arguments"), text))
    return false;
  if (outcome && *outcome)
    g_string_append_printf(text, " %s", outcome);
  guint before = sequence->steps->len;
  return add_text(reader, where, text->str, sequence) && sequence->steps->len == before + 1 &&
         fix_outcome(reader, where, outcome, g_ptr_array_index(sequence->steps, before));
}

static bool read_steps(Reader *reader, const char *where, const cJSON *steps, Sequence *sequence) {
  if (cJSON_IsString(steps))
    return add_text(reader, where, steps->valuestring, sequence);
  if (!cJSON_IsArray(steps))
    return fail(reader, where, "`steps` is missing: a list of steps, or one text as `seqcheck replay` takes it");
  guint number = 0;
  for (const cJSON *step = steps->child; step; step = step->next) {
    g_autofree char *place = g_strdup_printf("%s.steps[%u]", where, number++);
    if (!read_step(reader, place, step, sequence))
      return false;
  }
  return true;
}

static bool read_sequence(Reader *reader, const char *where, guint number, const cJSON *json, SuiteFile *file) {
  static const char *const members[] = {"name", "start", "steps", "replay", NULL};
  if (!cJSON_IsObject(json))
    return fail(reader, where, "a sequence is an object with `steps`");
  if (!check_members(reader, where, json, members))
    return false;
  const cJSON *name = cJSON_GetObjectItemCaseSensitive(json, "name");
  if (name && !cJSON_IsString(name))
    return fail(reader, where, "`name` is a text");
  SuiteEntry *entry = g_new0(SuiteEntry, 1);
  entry->name = name ? g_strdup(name->valuestring) : g_strdup_printf("sequence %u", number + 1);
  g_ptr_array_add(file->entries, entry);
  entry->sequence = sequence_parse(reader->model, "", NULL, NULL);
  if (!entry->sequence)
    return fail(reader, where, "there are no steps");
  return read_start(reader, where, cJSON_GetObjectItemCaseSensitive(json, "start"), entry->sequence) &&
         read_steps(reader, where, cJSON_GetObjectItemCaseSensitive(json, "steps"), entry->sequence);
}

/* The member `sequences`, or NULL with the error. */
static const cJSON *sequences_of(Reader *reader, const cJSON *json) {
  static const char *const members[] = {"schema_version", "kind",       "model",  "constants",
                                        "criterion",      "reset_cost", "totals", "uncovered",
                                        "max_steps",      "sequences",  NULL};
  if (!check_members(reader, NULL, json, members))
    return NULL;
  const cJSON *version = cJSON_GetObjectItemCaseSensitive(json, "schema_version");
  if (version && (!cJSON_IsNumber(version) || version->valuedouble != 1)) {
    fail(reader, "schema_version", "only version 1 of the format is known");
    return NULL;
  }
  const cJSON *sequences = cJSON_GetObjectItemCaseSensitive(json, "sequences");
  if (cJSON_IsArray(sequences))
    return sequences;
  fail(reader, NULL, "the member `sequences` is missing: a list of sequences");
  return NULL;
}

SuiteFile *suite_json_read(const IrModel *model, const char *text, size_t length, SuiteError *ret_error) {
  Reader reader = {model, ret_error};
  *ret_error = (SuiteError){0};
  cJSON *json = parse(&reader, text, length);
  if (!json)
    return NULL;
  SuiteFile *file = g_new0(SuiteFile, 1);
  file->entries = g_ptr_array_new_with_free_func(entry_free);
  const cJSON *sequences = sequences_of(&reader, json);
  const cJSON *name = cJSON_GetObjectItemCaseSensitive(json, "model");
  file->model = name && cJSON_IsString(name) ? g_strdup(name->valuestring) : NULL;
  bool right = sequences != NULL;
  guint number = 0;
  for (const cJSON *item = right ? sequences->child : NULL; item && right; item = item->next, number++) {
    g_autofree char *where = g_strdup_printf("sequences[%u]", number);
    right = read_sequence(&reader, where, number, item, file);
  }
  cJSON_Delete(json);
  if (right)
    return file;
  g_assert(ret_error->message);
  suite_file_free(file);
  return NULL;
}

GHashTable *suite_json_texts(const char *text, size_t length, SuiteError *ret_error) {
  Reader reader = {NULL, ret_error};
  *ret_error = (SuiteError){0};
  cJSON *json = parse(&reader, text, length);
  if (!json)
    return NULL;
  GHashTable *texts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  const cJSON *sequences = sequences_of(&reader, json);
  guint number = 0;
  for (const cJSON *item = sequences ? sequences->child : NULL; item; item = item->next, number++) {
    g_autofree char *where = g_strdup_printf("sequences[%u]", number);
    const cJSON *does = cJSON_GetObjectItemCaseSensitive(item, "replay");
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(item, "name");
    if (!cJSON_IsString(does))
      does = cJSON_GetObjectItemCaseSensitive(item, "steps");
    if (!cJSON_IsString(does))
      fail(&reader, where, "there is no `replay`, by which sequences are compared");
    else
      g_hash_table_insert(texts, g_strdup(does->valuestring),
                          cJSON_IsString(name) ? g_strdup(name->valuestring) : g_steal_pointer(&where));
  }
  cJSON_Delete(json);
  if (!ret_error->message)
    return texts;
  g_hash_table_destroy(texts);
  return NULL;
}
