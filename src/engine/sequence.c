/* Sequences as text, read. Takes what a user typed, `book(0, 1) created; cancel(b: Booking#0)`, and gives steps with
 * arguments as cells, or the first fault with its place and a message that names what there is to choose from. Method:
 * one pass by hand; values are read by value_parse, which knows their types. */
#include "engine/sequence.h"

#include <string.h>

#include "base/limits.h"
#include "base/names.h"
#include "ir/value.h"

typedef struct Reader {
  const IrModel *model;
  const char *text, *at;
  char *error;
  const char *error_at;
} Reader;

static bool fail(Reader *reader, const char *at, char *message) {
  if (reader->error == NULL) {
    reader->error = message;
    reader->error_at = at;
  } else {
    g_free(message);
  }
  return false;
}

/* Blanks; not the ends of lines, which separate steps. */
static void skip_blanks(Reader *reader, bool lines) {
  while (*reader->at == ' ' || *reader->at == '\t' || *reader->at == '\r' ||
         (lines && (*reader->at == '\n' || *reader->at == ';'))) {
    reader->at++;
  }
}

static bool is_letter(char c) {
  return g_ascii_isalnum(c) || c == '_';
}

static char *read_name(Reader *reader) {
  const char *begin = reader->at;
  while (is_letter(*reader->at)) {
    reader->at++;
  }
  return g_strndup(begin, (gsize)(reader->at - begin));
}

static char *among(const char *what, const char *name, const char *const *names, size_t count) {
  const char *near = names_nearest(name, names, count);
  if (near != NULL) {
    return g_strdup_printf("no %s is named `%s`: did you mean `%s`?", what, name, near);
  }
  GString *text = g_string_new(NULL);
  g_string_append_printf(text, "no %s is named `%s`", what, name);
  for (size_t i = 0; i < count && i < 8; i++) {
    g_string_append_printf(text, "%s`%s`", i == 0 ? ": there is " : ", ", names[i]);
  }
  g_string_append(text, count > 8 ? ", ..." : "");
  return g_string_free(text, FALSE);
}

/* ---------------------------------------------------------------- arguments */

static int find_param(const IrFrame *frame, const char *name, size_t length) {
  for (int i = 0; i < frame->param_count; i++) {
    if (strlen(frame->locals[i].name) == length && memcmp(frame->locals[i].name, name, length) == 0) {
      return i;
    }
  }
  return -1;
}

/* `name:` or `name=` before an argument: the parameter's number, -1 without a name, -2 where none is named so. */
static int read_param_name(Reader *reader, const IrFrame *frame) {
  const char *begin = reader->at, *end = begin;
  while (is_letter(*end)) {
    end++;
  }
  const char *colon = end;
  while (*colon == ' ' || *colon == '\t') {
    colon++;
  }
  if (end == begin || (*colon != ':' && *colon != '=')) {
    return -1;
  }
  int param = find_param(frame, begin, (size_t)(end - begin));
  if (param < 0) {
    const char *names[LIMIT_PARAMETERS];
    for (int i = 0; i < frame->param_count; i++) {
      names[i] = frame->locals[i].name;
    }
    g_autofree char *name = g_strndup(begin, (gsize)(end - begin));
    fail(reader, begin, among("parameter", name, names, (size_t)frame->param_count));
    return -2;
  }
  reader->at = colon + 1;
  return param;
}

static bool read_argument(Reader *reader, const char *of, const IrFrame *frame, SequenceStep *step, int *place) {
  skip_blanks(reader, false);
  const char *begin = reader->at;
  int param = read_param_name(reader, frame);
  if (param == -2) {
    return false;
  }
  if (param < 0) {
    param = (*place)++;
  }
  if (param >= frame->param_count) {
    return fail(reader, begin,
                g_strdup_printf("`%s` takes %d argument%s, and this is one more", of, frame->param_count,
                                frame->param_count == 1 ? "" : "s"));
  }
  if (step->has_argument[param]) {
    return fail(reader, begin, g_strdup_printf("`%s` is given twice", frame->locals[param].name));
  }
  skip_blanks(reader, false);
  if (*reader->at == '_' && !is_letter(reader->at[1])) { /* left out on purpose */
    reader->at++;
    return true;
  }
  uint32_t cell = 0;
  for (int i = 0; i < param; i++) {
    cell += frame->locals[i].type->cells;
  }
  char *message = NULL;
  if (!value_parse(reader->model, frame->locals[param].type, &reader->at, step->arguments + cell, &message)) {
    begin = reader->at;
    return fail(reader, begin, message);
  }
  step->has_argument[param] = true;
  return true;
}

/* "(" [argument {"," argument}] ")", or nothing at all */
static bool read_arguments(Reader *reader, const char *of, const IrFrame *frame, SequenceStep *step) {
  int place = 0;
  step->arguments = g_new0(int64_t, arguments_cells(frame) + 1);
  skip_blanks(reader, false);
  if (*reader->at != '(') {
    return true;
  }
  reader->at++;
  skip_blanks(reader, false);
  while (*reader->at != ')') {
    if (!read_argument(reader, of, frame, step, &place)) {
      return false;
    }
    skip_blanks(reader, false);
    if (*reader->at == ',') {
      reader->at++;
      skip_blanks(reader, false);
    } else if (*reader->at != ')') {
      return fail(reader, reader->at, g_strdup_printf("expected `,` or `)` after this argument of `%s`", of));
    }
  }
  reader->at++;
  return true;
}

/* ---------------------------------------------------------------- steps */

static int find_action(const IrModel *model, const char *name) {
  for (int i = 0; i < model->action_count; i++) {
    if (strcmp(model->actions[i].name, name) == 0) {
      return i;
    }
  }
  return -1;
}

static int find_init(const IrModel *model, const char *name) {
  for (int i = 0; i < model->init_count; i++) {
    if (strcmp(model->inits[i].name, name) == 0) {
      return i;
    }
  }
  return -1;
}

static bool read_outcome(Reader *reader, SequenceStep *step) {
  const IrAction *action = &reader->model->actions[step->action];
  skip_blanks(reader, false);
  const char *begin = reader->at;
  if (!is_letter(*begin)) {
    return true;
  }
  g_autofree char *name = read_name(reader);
  for (int i = 0; i < action->outcome_count; i++) {
    if (strcmp(action->outcomes[i].name, name) == 0) {
      step->outcome = i;
      return true;
    }
  }
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (int i = 0; i < action->outcome_count; i++) {
    if (action->outcomes[i].name[0] != '\0') {
      g_ptr_array_add(names, (gpointer)action->outcomes[i].name);
    }
  }
  g_autofree char *what = g_strdup_printf("outcome of `%s`", action->name);
  return fail(reader, begin, among(what, name, (const char *const *)names->pdata, names->len));
}

static bool unknown_action(Reader *reader, const char *begin, const char *name) {
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (int i = 0; i < reader->model->action_count; i++) {
    g_ptr_array_add(names, (gpointer)reader->model->actions[i].name);
  }
  return fail(reader, begin, among("action", name, (const char *const *)names->pdata, names->len));
}

/* "init" [NAME] arguments: the name of the start after the word, which has been read. */
static bool read_init(Reader *reader, SequenceStep *step) {
  const IrModel *model = reader->model;
  skip_blanks(reader, false);
  const char *begin = reader->at;
  g_autofree char *name = read_name(reader);
  int init = find_init(model, name);
  if (init < 0 && name[0] == '\0' && model->init_count == 1) {
    init = 0;
  }
  if (init < 0) {
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    for (int i = 0; i < model->init_count; i++) {
      if (model->inits[i].name[0] != '\0') {
        g_ptr_array_add(names, (gpointer)model->inits[i].name);
      }
    }
    return fail(reader, begin, among("init", name, (const char *const *)names->pdata, names->len));
  }
  step->action = -1;
  step->outcome = init;
  return read_arguments(reader, name[0] != '\0' ? name : "init", &model->inits[init].frame, step);
}

static bool read_step(Reader *reader, SequenceStep *step, bool first) {
  const IrModel *model = reader->model;
  const char *begin = reader->at;
  step->start = (size_t)(begin - reader->text);
  step->outcome = -1;
  if (!is_letter(*begin)) {
    return fail(reader, begin, g_strdup("expected the name of an action"));
  }
  g_autofree char *name = read_name(reader);
  int action = find_action(model, name);
  bool fine;
  if (action >= 0) {
    step->action = action;
    fine = read_arguments(reader, name, &model->actions[action].frame, step) && read_outcome(reader, step);
  } else if (first && strcmp(name, "init") == 0) {
    fine = read_init(reader, step);
  } else if (first && find_init(model, name) >= 0) {
    step->action = -1;
    step->outcome = find_init(model, name);
    fine = read_arguments(reader, name, &model->inits[step->outcome].frame, step);
  } else {
    fine = unknown_action(reader, begin, name);
  }
  step->end = (size_t)(reader->at - reader->text);
  return fine;
}

static bool read_separator(Reader *reader) {
  skip_blanks(reader, false);
  if (*reader->at == '\0' || *reader->at == ';' || *reader->at == '\n') {
    skip_blanks(reader, true);
    return true;
  }
  return fail(reader, reader->at, g_strdup("expected `;` between two steps"));
}

static void step_free(gpointer data) {
  SequenceStep *step = data;
  g_free(step->arguments);
  g_free(step);
}

Sequence *sequence_parse(const IrModel *model, const char *text, char **ret_error, size_t *ret_at) {
  Reader reader = {.model = model, .text = text, .at = text};
  Sequence *sequence = g_new0(Sequence, 1);
  sequence->steps = g_ptr_array_new_with_free_func(step_free);
  skip_blanks(&reader, true);
  while (*reader.at != '\0') {
    SequenceStep *step = g_new0(SequenceStep, 1);
    g_ptr_array_add(sequence->steps, step);
    if (!read_step(&reader, step, sequence->steps->len == 1) || !read_separator(&reader)) {
      *ret_error = reader.error;
      *ret_at = (size_t)(reader.error_at - text);
      sequence_free(sequence);
      return NULL;
    }
  }
  return sequence;
}

void sequence_free(Sequence *sequence) {
  if (sequence != NULL) {
    g_ptr_array_free(sequence->steps, TRUE);
    g_free(sequence);
  }
}
