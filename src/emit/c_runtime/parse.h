/* Sequences from text, for --replay: what text.h writes, and what the model's language allows besides: arguments by
 * name, a slot by its number, an outcome after a step, `;` or a new line between steps.
 *
 * Ownership: what is read goes into the caller's draft. */
#pragma once

#include "shrink.h"

typedef struct SeqReader {
  const SeqModel *model;
  const char *text, *at;
  char error[256]; /* the first; "" where there is none */
  const char *error_at;
} SeqReader;

__attribute__((format(printf, 2, 3))) static inline bool seq_read_fail(SeqReader *reader, const char *format, ...) {
  if (!reader->error_at) {
    va_list list;
    va_start(list, format);
    vsnprintf(reader->error, sizeof reader->error, format, list);
    va_end(list);
    reader->error_at = reader->at;
  }
  return false;
}

static inline void seq_skip(SeqReader *reader, bool lines) {
  while (*reader->at == ' ' || *reader->at == '\t' || (lines && (*reader->at == '\n' || *reader->at == ';')))
    reader->at++;
}

static inline bool seq_take_mark(SeqReader *reader, char mark) {
  seq_skip(reader, false);
  if (*reader->at != mark)
    return false;
  reader->at++;
  return true;
}

static inline bool seq_need_mark(SeqReader *reader, char mark) {
  return seq_take_mark(reader, mark) || seq_read_fail(reader, "`%c` is needed here", mark);
}

static inline bool seq_is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* A word that begins with a letter; its length, 0 where there is none. */
static inline size_t seq_word(const char *at) {
  size_t length = 0;
  if (*at >= '0' && *at <= '9')
    return 0;
  while (seq_is_letter(at[length]))
    length++;
  return length;
}

static inline bool seq_is_word(const char *at, size_t length, const char *word) {
  return strlen(word) == length && memcmp(at, word, length) == 0;
}

static inline bool seq_take_word(SeqReader *reader, const char *word) {
  seq_skip(reader, false);
  if (!seq_is_word(reader->at, seq_word(reader->at), word))
    return false;
  reader->at += strlen(word);
  return true;
}

/* ---------------------------------------------------------------- values */

static inline bool seq_read_number(SeqReader *reader, const SeqType *type, int64_t *ret_cell) {
  char *end;
  errno = 0;
  const long long value = strtoll(reader->at, &end, 10);
  const bool digits =
      *reader->at == '-' ? reader->at[1] >= '0' && reader->at[1] <= '9' : *reader->at >= '0' && *reader->at <= '9';
  if (!digits || errno != 0 || seq_is_letter(*end) || value < type->lo || value > type->hi)
    return seq_read_fail(reader, "a number of %s is needed here", type->name);
  reader->at = end;
  *ret_cell = value;
  return true;
}

static inline bool seq_read_member(SeqReader *reader, const SeqType *type, int64_t *ret_cell) {
  size_t length = seq_word(reader->at);
  if (length > 0 && reader->at[length] == '.') { /* Name.short */
    reader->at += length + 1;
    length = seq_word(reader->at);
  }
  for (uint64_t i = 0; i < type->count; i++) {
    if (length > 0 && seq_is_word(reader->at, length, type->members[i])) {
      reader->at += length;
      *ret_cell = (int64_t)i;
      return true;
    }
  }
  return seq_read_fail(reader, "a member of %s is needed here", type->name);
}

static inline bool seq_read_slot(SeqReader *reader, const SeqType *type, int64_t *ret_cell) {
  const SeqResource *pool = &reader->model->resources[type->resource];
  const size_t length = seq_word(reader->at);
  if (length > 0 && seq_is_word(reader->at, length, pool->name) && reader->at[length] == '#')
    reader->at += length;
  reader->at += *reader->at == '#';
  char *end;
  errno = 0;
  const long long slot = strtoll(reader->at, &end, 10);
  if (!(*reader->at >= '0' && *reader->at <= '9') || errno != 0 || seq_is_letter(*end) || slot >= pool->slots)
    return seq_read_fail(reader, "a slot such as %s#0 is needed here, of %d", pool->name, pool->slots);
  reader->at = end;
  *ret_cell = slot;
  return true;
}

static inline bool seq_read_value(SeqReader *reader, const SeqType *type, int64_t *ret_cells);

static inline bool seq_read_option(SeqReader *reader, const SeqType *type, int64_t *ret_cells) {
  if (seq_take_word(reader, "none"))
    return true;
  ret_cells[0] = 1;
  if (type->elem->kind == SEQ_OPTION && seq_take_word(reader, "some"))
    return seq_need_mark(reader, '(') && seq_read_value(reader, type->elem, ret_cells + 1) &&
           seq_need_mark(reader, ')');
  return seq_read_value(reader, type->elem, ret_cells + 1);
}

static inline bool seq_read_set(SeqReader *reader, const SeqType *type, int64_t *ret_cells) {
  int64_t *element = seq_room(type->elem->cells, sizeof *element);
  bool fine = seq_need_mark(reader, '{');
  if (fine && !seq_take_mark(reader, '}')) {
    do {
      fine = seq_read_value(reader, type->elem, element);
      if (fine)
        ops_set_put(ret_cells, seq_rank(type->elem, element));
    } while (fine && seq_take_mark(reader, ','));
    fine = fine && seq_need_mark(reader, '}');
  }
  free(element);
  return fine;
}

static inline bool seq_read_seq(SeqReader *reader, const SeqType *type, int64_t *ret_cells) {
  if (!seq_need_mark(reader, '['))
    return false;
  if (seq_take_mark(reader, ']'))
    return true;
  do {
    if (ret_cells[0] >= (int64_t)type->length)
      return seq_read_fail(reader, "%s has at most %u items", type->name, type->length);
    if (!seq_read_value(reader, type->elem, ret_cells + 1 + ret_cells[0] * (int64_t)type->elem->cells))
      return false;
    ret_cells[0]++;
  } while (seq_take_mark(reader, ','));
  return seq_need_mark(reader, ']');
}

static inline bool seq_read_map(SeqReader *reader, const SeqType *type, int64_t *ret_cells) {
  bool *given = seq_room((size_t)type->key->count, sizeof *given);
  uint64_t missing = type->key->count;
  int64_t key = 0;
  bool fine = seq_need_mark(reader, '{');
  while (fine && !seq_take_mark(reader, '}')) {
    fine = seq_read_value(reader, type->key, &key) && seq_need_mark(reader, ':');
    const uint64_t rank = seq_rank(type->key, &key);
    fine = fine && seq_read_value(reader, type->elem, ret_cells + rank * type->elem->cells);
    if (fine && !given[rank])
      missing--;
    if (fine)
      given[rank] = true;
    if (fine && !seq_take_mark(reader, ',')) {
      fine = seq_need_mark(reader, '}');
      break;
    }
  }
  free(given);
  return fine && (missing == 0 || seq_read_fail(reader, "the map leaves out keys of %s", type->key->name));
}

static inline bool seq_read_value(SeqReader *reader, const SeqType *type, int64_t *ret_cells) {
  memset(ret_cells, 0, sizeof *ret_cells * type->cells);
  seq_skip(reader, false);
  switch (type->kind) {
  case SEQ_BOOL:
    ret_cells[0] = seq_take_word(reader, "true");
    return ret_cells[0] || seq_take_word(reader, "false") || seq_read_fail(reader, "true or false is needed here");
  case SEQ_ENUM:
    return seq_read_member(reader, type, ret_cells);
  case SEQ_RESOURCE:
    return seq_read_slot(reader, type, ret_cells);
  case SEQ_OPTION:
    return seq_read_option(reader, type, ret_cells);
  case SEQ_SET:
    return seq_read_set(reader, type, ret_cells);
  case SEQ_SEQ:
    return seq_read_seq(reader, type, ret_cells);
  case SEQ_MAP:
    return seq_read_map(reader, type, ret_cells);
  default:
    return seq_read_number(reader, type, ret_cells);
  }
}

/* ---------------------------------------------------------------- arguments and steps */

/* `name:` before an argument: the parameter's number; -1: no name stands there; -2: no parameter is named so. */
static inline int seq_read_name(SeqReader *reader, const SeqParam *params, int count) {
  const size_t length = seq_word(reader->at);
  size_t colon = length;
  while (reader->at[colon] == ' ')
    colon++;
  if (length == 0 || (reader->at[colon] != ':' && reader->at[colon] != '='))
    return -1;
  for (int i = 0; i < count; i++) {
    if (seq_is_word(reader->at, length, params[i].name)) {
      reader->at += colon + 1;
      return i;
    }
  }
  seq_read_fail(reader, "there is no parameter %.*s", (int)length, reader->at);
  return -2;
}

static inline bool seq_read_argument(SeqReader *reader, const SeqParam *params, int count, bool *given, int *place,
                                     int64_t *ret_cells) {
  seq_skip(reader, false);
  int param = seq_read_name(reader, params, count);
  if (param == -2)
    return false;
  if (param == -1)
    param = (*place)++;
  if (param >= count)
    return seq_read_fail(reader, "this is one argument too many: %d %s taken", count, count == 1 ? "is" : "are");
  if (given[param])
    return seq_read_fail(reader, "%s is given twice", params[param].name);
  given[param] = true;
  for (int i = 0; i < param; i++)
    ret_cells += params[i].type->cells;
  return seq_read_value(reader, params[param].type, ret_cells);
}

static inline bool seq_read_arguments(SeqReader *reader, const SeqParam *params, int count, int64_t *ret_cells) {
  bool given[64] = {false};
  int place = 0;
  if (seq_take_mark(reader, '(') && !seq_take_mark(reader, ')')) {
    do {
      if (!seq_read_argument(reader, params, count, given, &place, ret_cells))
        return false;
    } while (seq_take_mark(reader, ','));
    if (!seq_need_mark(reader, ')'))
      return false;
  }
  for (int i = 0; i < count; i++)
    if (!given[i])
      return seq_read_fail(reader, "a value for %s is missing", params[i].name);
  return true;
}

/* An outcome's name after a step: what is expected; the model judges all the same. */
static inline bool seq_read_outcome(SeqReader *reader, const SeqAction *action, SeqStep *step) {
  seq_skip(reader, false);
  const size_t length = seq_word(reader->at);
  if (length == 0)
    return true;
  for (int k = 0; k < action->outcome_count; k++) {
    if (seq_is_word(reader->at, length, seq_outcome_name(action, k))) {
      step->outcome = k;
      reader->at += length;
      return true;
    }
  }
  return seq_read_fail(reader, "%s has no outcome %.*s", action->name, (int)length, reader->at);
}

static inline bool seq_read_step(SeqReader *reader, SeqDraft *draft) {
  const SeqModel *model = reader->model;
  const size_t length = seq_word(reader->at);
  for (int i = 0; i < model->action_count && length > 0; i++) {
    const SeqAction *action = &model->actions[i];
    if (!seq_is_word(reader->at, length, action->name))
      continue;
    reader->at += length;
    int64_t *cells = seq_draft_arguments(model, draft, draft->count);
    draft->steps[draft->count] = (SeqStep){i, -1, cells};
    return seq_read_arguments(reader, action->params, action->param_count, cells) &&
           seq_read_outcome(reader, action, &draft->steps[draft->count++]);
  }
  return length > 0 ? seq_read_fail(reader, "there is no action %.*s", (int)length, reader->at)
                    : seq_read_fail(reader, "the name of an action is needed here");
}

/* `init`, `init NAME(args)`: only at the beginning. The only start, or the unnamed one, needs no words. */
static inline bool seq_read_start(SeqReader *reader, SeqDraft *draft) {
  const SeqModel *model = reader->model;
  const bool said = seq_take_word(reader, "init");
  seq_skip(reader, false);
  const size_t length = said ? seq_word(reader->at) : 0;
  draft->init = -1;
  for (int i = 0; i < model->init_count; i++)
    if (seq_is_word(reader->at, length, model->inits[i].name) || (length == 0 && model->init_count == 1))
      draft->init = i;
  if (draft->init < 0)
    return seq_read_fail(reader, said ? "there is no such start" : "the text begins with a start: init NAME(...)");
  reader->at += length;
  return seq_read_arguments(reader, model->inits[draft->init].params, model->inits[draft->init].param_count,
                            draft->init_arguments);
}

/* The draft has room for as many steps as the text has letters. */
static inline bool seq_read_sequence(SeqReader *reader, SeqDraft *draft) {
  seq_skip(reader, true);
  if (!seq_read_start(reader, draft))
    return false;
  seq_skip(reader, true);
  while (*reader->at) {
    if (!seq_read_step(reader, draft))
      return false;
    seq_skip(reader, false);
    if (*reader->at && *reader->at != ';' && *reader->at != '\n')
      return seq_read_fail(reader, "`;` is needed between two steps");
    seq_skip(reader, true);
  }
  return true;
}
