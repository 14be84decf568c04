/* Values, steps and sequences as text, written as the model's language writes them: `book(0, 1)`, `Booking#0`, `{a,
 * b}`.
 *
 * Ownership: a SeqText owns its letters (seq_text_free). */
#pragma once

#include <stdarg.h>

#include "system.h"

typedef struct SeqText {
  char *letters;
  size_t length, room;
} SeqText;

static inline void seq_text_free(SeqText *text) {
  free(text->letters);
  *text = (SeqText){0};
}

static inline void seq_text_reserve(SeqText *text, size_t more) {
  if (text->length + more + 1 <= text->room)
    return;
  const size_t room = (text->length + more + 1) * 2;
  char *letters = seq_room(room, 1);
  if (text->length > 0)
    memcpy(letters, text->letters, text->length);
  free(text->letters);
  text->letters = letters;
  text->room = room;
}

__attribute__((format(printf, 2, 3))) static inline void seq_say(SeqText *text, const char *format, ...) {
  va_list list;
  va_start(list, format);
  const int length = vsnprintf(NULL, 0, format, list);
  va_end(list);
  if (length < 0)
    return;
  seq_text_reserve(text, (size_t)length);
  va_start(list, format);
  vsnprintf(text->letters + text->length, (size_t)length + 1, format, list);
  va_end(list);
  text->length += (size_t)length;
}

static inline const char *seq_letters(const SeqText *text) {
  return text->letters ? text->letters : "";
}

/* ---------------------------------------------------------------- values */

static inline void seq_say_scalar(SeqText *text, const SeqModel *model, const SeqType *type, int64_t cell) {
  switch (type->kind) {
  case SEQ_BOOL:
    seq_say(text, "%s", cell ? "true" : "false");
    return;
  case SEQ_ENUM:
    seq_say(text, "%s", cell >= 0 && (uint64_t)cell < type->count ? type->members[cell] : "no member");
    return;
  case SEQ_RESOURCE:
    if (cell < 0)
      seq_say(text, "not set");
    else
      seq_say(text, "%s#%lld", model->resources[type->resource].name, (long long)cell);
    return;
  default:
    seq_say(text, "%lld", (long long)cell);
  }
}

static inline void seq_say_value(SeqText *text, const SeqModel *model, const SeqType *type, const int64_t *cells);

static inline void seq_say_set(SeqText *text, const SeqModel *model, const SeqType *type, const int64_t *cells) {
  int64_t *element = seq_room(type->elem->cells, sizeof *element);
  const char *between = "";
  seq_say(text, "{");
  for (int64_t r = ops_set_next(cells, type->cells, 0); r >= 0; r = ops_set_next(cells, type->cells, r + 1)) {
    seq_from_rank(type->elem, (uint64_t)r, element);
    seq_say(text, "%s", between);
    seq_say_value(text, model, type->elem, element);
    between = ", ";
  }
  seq_say(text, "}");
  free(element);
}

static inline void seq_say_map(SeqText *text, const SeqModel *model, const SeqType *type, const int64_t *cells) {
  int64_t *key = seq_room(type->key->cells, sizeof *key);
  seq_say(text, "{");
  for (uint64_t i = 0; i < type->key->count; i++) {
    seq_from_rank(type->key, i, key);
    seq_say(text, "%s", i > 0 ? ", " : "");
    seq_say_value(text, model, type->key, key);
    seq_say(text, ": ");
    seq_say_value(text, model, type->elem, cells + i * type->elem->cells);
  }
  seq_say(text, "}");
  free(key);
}

static inline void seq_say_value(SeqText *text, const SeqModel *model, const SeqType *type, const int64_t *cells) {
  switch (type->kind) {
  case SEQ_OPTION:
    if (cells[0] == 0) {
      seq_say(text, "none");
    } else if (type->elem->kind == SEQ_OPTION && cells[1] == 0) {
      seq_say(text, "some(none)");
    } else {
      seq_say_value(text, model, type->elem, cells + 1);
    }
    return;
  case SEQ_SET:
    seq_say_set(text, model, type, cells);
    return;
  case SEQ_SEQ:
    seq_say(text, "[");
    for (int64_t i = 0; i < cells[0]; i++) {
      seq_say(text, "%s", i > 0 ? ", " : "");
      seq_say_value(text, model, type->elem, cells + 1 + i * (int64_t)type->elem->cells);
    }
    seq_say(text, "]");
    return;
  case SEQ_MAP:
    seq_say_map(text, model, type, cells);
    return;
  default:
    seq_say_scalar(text, model, type, cells[0]);
  }
}

/* ---------------------------------------------------------------- steps */

static inline void seq_say_arguments(SeqText *text, const SeqModel *model, const SeqParam *params, int count,
                                     const int64_t *cells, bool named) {
  seq_say(text, "(");
  for (int i = 0; i < count; i++) {
    seq_say(text, "%s", i > 0 ? ", " : "");
    if (named)
      seq_say(text, "%s: ", params[i].name);
    seq_say_value(text, model, params[i].type, cells);
    cells += params[i].type->cells;
  }
  seq_say(text, ")");
}

/* `book(0, 1)`, or with the parameters' names: `book(start: 0, length: 1)`. */
static inline void seq_say_step(SeqText *text, const SeqModel *model, int action, const int64_t *arguments,
                                bool named) {
  const SeqAction *about = &model->actions[action];
  seq_say(text, "%s", about->name);
  seq_say_arguments(text, model, about->params, about->param_count, arguments, named);
}

static inline void seq_say_init(SeqText *text, const SeqModel *model, int init, const int64_t *arguments) {
  const SeqInit *about = &model->inits[init];
  seq_say(text, "init%s%s", about->name[0] ? " " : "", about->name);
  if (about->param_count > 0)
    seq_say_arguments(text, model, about->params, about->param_count, arguments, false);
}

/* What --replay takes: the start where there is a choice of one, then the steps. */
static inline void seq_say_sequence(SeqText *text, const SeqModel *model, const SeqSequence *sequence) {
  const bool choice = model->init_count > 1 || model->inits[0].param_count > 0;
  if (choice)
    seq_say_init(text, model, sequence->init, sequence->arguments);
  for (int i = 0; i < sequence->step_count; i++) {
    seq_say(text, "%s", choice || i > 0 ? "; " : "");
    seq_say_step(text, model, sequence->steps[i].action, sequence->steps[i].arguments, false);
  }
}
