/* What a test program prints: TAP 14 on standard output, and JUnit XML where SEQCHECK_JUNIT names a file. Failures come
 * twice: a short block for programs, and comments for people with the numbered steps.
 *
 * Ownership: a SeqResults owns the texts in it (seq_results_free). */
#pragma once

#include "walk.h"

typedef struct SeqResult {
  char *name, *message, *text;
  SeqVerdict verdict;
} SeqResult;

typedef struct SeqResults {
  SeqResult *items;
  int count, room;
  int failed, environment, shrunk;
} SeqResults;

/* How many failures are shrunk: where everything is broken the rest would only take time. */
#define SEQ_SHRUNK_MOST 3

static inline char *seq_copy(const char *text) {
  char *copy = seq_room(strlen(text), 1);
  memcpy(copy, text, strlen(text));
  return copy;
}

static inline void seq_results_add(SeqResults *results, const char *name, SeqVerdict verdict, const char *message,
                                   const char *text) {
  if (results->count == results->room) {
    const int room = results->room * 2 + 64;
    SeqResult *items = seq_room((size_t)room, sizeof *items);
    if (results->count > 0)
      memcpy(items, results->items, sizeof *items * (size_t)results->count);
    free(results->items);
    results->items = items;
    results->room = room;
  }
  results->items[results->count++] = (SeqResult){seq_copy(name), seq_copy(message), seq_copy(text), verdict};
  results->failed += verdict == SEQ_FAILED;
  results->environment += verdict == SEQ_ENVIRONMENT;
}

static inline void seq_results_free(SeqResults *results) {
  for (int i = 0; i < results->count; i++) {
    free(results->items[i].name);
    free(results->items[i].message);
    free(results->items[i].text);
  }
  free(results->items);
  *results = (SeqResults){0};
}

/* ---------------------------------------------------------------- a failure told to people */

/* What was wrong, without where: "step 2 of 4: expected conflict, observed created". */
static inline void seq_say_message(SeqText *text, const SeqReport *report, int steps) {
  if (report->begun == 0 && report->phase != SEQ_IN_STEP)
    seq_say(text, "at the start: %s", report->message);
  else
    seq_say(text, "step %d of %d: %s", report->begun, steps > report->begun ? steps : report->begun, report->message);
}

/* The step's notes, indented, a line each. */
static inline void seq_say_notes(SeqText *text, const SeqReport *report) {
  const char *at = report->notes;
  while (*at) {
    const size_t length = strcspn(at, "\n");
    seq_say(text, "        note: %.*s\n", (int)length, at);
    at += length + (at[length] == '\n');
  }
}

/* The steps that were begun, a line each, with what came; the last with what was wrong. */
static inline void seq_say_steps(SeqText *text, const SeqModel *model, SeqReport *report) {
  size_t width = 0;
  SeqText step = {0};
  for (int pass = 0; pass < 2; pass++) {
    for (int i = 1; i <= report->begun; i++) {
      const int64_t *record = seq_record(model, report, i);
      step.length = 0;
      seq_say_step(&step, model, (int)record[0], record + SEQ_RECORD_HEAD, true);
      width = pass == 0 && step.length > width ? step.length : width;
      if (pass == 1)
        seq_say(text, " %3d  %-*s  %s\n", i, (int)width, seq_letters(&step),
                i <= report->done ? seq_outcome_name(&model->actions[record[0]], record[1]) : "...");
    }
  }
  seq_say(text, "      %s\n", report->message);
  seq_say_notes(text, report);
  seq_text_free(&step);
}

static inline void seq_say_replay(SeqText *text, const SeqSystem *system, const SeqSequence *sequence) {
  SeqText steps = {0};
  seq_say_sequence(&steps, system->model, sequence);
  seq_say(text, "./%s --replay '%s'", system->program, seq_letters(&steps));
  seq_text_free(&steps);
}

/* Did shrinking change nothing but cut after the step that failed? */
static inline bool seq_same_steps(const SeqModel *model, const SeqDraft *draft, SeqReport *report) {
  bool same = draft->count == report->begun;
  for (int i = 0; i < draft->count && same; i++) {
    const int64_t *record = seq_record(model, report, i + 1);
    const uint32_t cells = (uint32_t)model->actions[record[0]].argument_cells;
    same = draft->steps[i].action == record[0] &&
           (cells == 0 || ops_equal(draft->steps[i].arguments, record + SEQ_RECORD_HEAD, cells));
  }
  return same;
}

static inline void seq_say_shrunk(SeqText *text, const SeqSystem *system, SeqReport *report, SeqShrink *shrink) {
  const SeqSequence sequence = seq_draft_sequence(&shrink->best, "");
  if (shrink->report->verdict != SEQ_FAILED) {
    seq_say(text, "it does not fail each time: the shrunk sequence passed when it was run again\n");
    return;
  }
  if (seq_same_steps(system->model, &shrink->best, report)) {
    seq_say(text, "%s\n", shrink->whole ? "no shorter sequence fails" : "no shorter sequence was found to fail");
    return;
  }
  seq_say(text,
          shrink->whole ? "the shortest sequence that fails:\n" : "the shortest sequence that was found to fail:\n");
  if (sequence.init > 0 || system->model->inits[sequence.init].param_count > 0) {
    seq_say(text, "      ");
    seq_say_init(text, system->model, sequence.init, sequence.arguments);
    seq_say(text, "\n");
  }
  seq_say_steps(text, system->model, shrink->report);
}

/* The whole of a failure: the run's steps, then the shortest sequence; the replay line last. */
static inline void seq_say_failure(SeqText *text, const SeqSystem *system, const SeqSequence *sequence,
                                   SeqReport *report, SeqShrink *shrink, SeqText *ret_replay) {
  const SeqSequence best = shrink ? seq_draft_sequence(&shrink->best, "") : *sequence;
  seq_say(text, "%s failed at ", sequence->name);
  if (report->begun > 0)
    seq_say(text, "step %d of %d:\n", report->begun, sequence->step_count);
  else
    seq_say(text, "its start:\n");
  seq_say_steps(text, system->model, report);
  if (shrink)
    seq_say_shrunk(text, system, report, shrink);
  seq_say_replay(ret_replay, system, &best);
  seq_say(text, "replay: %s\n", seq_letters(ret_replay));
}

/* ---------------------------------------------------------------- TAP */

/* The text as comments, a line each. */
static inline void seq_print_comments(const char *text) {
  while (*text) {
    const size_t length = strcspn(text, "\n");
    printf("# %.*s\n", (int)length, text);
    text += length + (text[length] == '\n');
  }
}

static inline void seq_print_quoted(const char *text) {
  putchar('"');
  for (; *text; text++) {
    const unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\')
      printf("\\%c", c);
    else if (c < 0x20 || c == 0x7f)
      printf("\\x%02x", c);
    else
      putchar(c);
  }
  putchar('"');
}

/* A description: `#` and `\` mean something in TAP, a line's end would end it. */
static inline void seq_print_description(const char *text) {
  for (; *text; text++) {
    if (*text == '#' || *text == '\\')
      putchar('\\');
    putchar((unsigned char)*text < 0x20 ? ' ' : *text);
  }
}

static inline void seq_print_result(int number, const char *name, SeqVerdict verdict, const char *message,
                                    const char *place, const char *replay) {
  printf("%s %d - ", verdict == SEQ_FAILED || verdict == SEQ_ENVIRONMENT ? "not ok" : "ok", number);
  seq_print_description(name);
  if (verdict == SEQ_INCONCLUSIVE) {
    printf(" # SKIP inconclusive: ");
    seq_print_description(message);
  }
  putchar('\n');
  if (verdict != SEQ_FAILED && verdict != SEQ_ENVIRONMENT)
    return;
  printf("  ---\n  message: ");
  seq_print_quoted(message);
  printf("\n  severity: %s\n", verdict == SEQ_FAILED ? "fail" : "environment");
  if (place) {
    printf("  at: ");
    seq_print_quoted(place);
    putchar('\n');
  }
  if (replay) {
    printf("  replay: ");
    seq_print_quoted(replay);
    putchar('\n');
  }
  printf("  ...\n");
}

/* ---------------------------------------------------------------- JUnit */

/* How many bytes a well-formed character of UTF-8 has here; 0 where there is none. */
static inline size_t seq_character(const char *text) {
  const unsigned char *at = (const unsigned char *)text;
  const size_t length = at[0] < 0x80   ? 1
                        : at[0] < 0xc2 ? 0
                        : at[0] < 0xe0 ? 2
                        : at[0] < 0xf0 ? 3
                        : at[0] < 0xf5 ? 4
                                       : 0;
  for (size_t i = 1; i < length; i++)
    if ((at[i] & 0xc0) != 0x80)
      return 0;
  const bool surrogate = at[0] == 0xed && at[1] >= 0xa0;
  const bool overlong = (at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xf0 && at[1] < 0x90);
  const bool beyond = at[0] == 0xf4 && at[1] >= 0x90;
  const bool no_character = at[0] == 0xef && at[1] == 0xbf && at[2] >= 0xbe;
  return surrogate || overlong || beyond || no_character ? 0 : length;
}

/* XML has no place for most control characters, nor for bytes that are no UTF-8: those become `?`. */
static inline void seq_write_xml(FILE *file, const char *text) {
  while (*text) {
    const unsigned char c = (unsigned char)*text;
    const size_t length = seq_character(text);
    if (c == '<')
      fputs("&lt;", file);
    else if (c == '>')
      fputs("&gt;", file);
    else if (c == '&')
      fputs("&amp;", file);
    else if (c == '"')
      fputs("&quot;", file);
    else if (c == '\n' || c == '\t')
      fprintf(file, "&#%d;", c);
    else if (length == 0 || c < 0x20)
      fputc('?', file);
    else
      fwrite(text, 1, length, file);
    text += length > 0 ? length : 1;
  }
}

static inline void seq_write_case(FILE *file, const char *suite, const SeqResult *result) {
  static const char *const tags[] = {NULL, "failure", "skipped", "error"};
  fputs("  <testcase classname=\"", file);
  seq_write_xml(file, suite);
  fputs("\" name=\"", file);
  seq_write_xml(file, result->name);
  if (result->verdict == SEQ_PASSED) {
    fputs("\"/>\n", file);
    return;
  }
  fprintf(file, "\">\n    <%s message=\"", tags[result->verdict]);
  seq_write_xml(file, result->message);
  fputs("\">", file);
  seq_write_xml(file, result->text);
  fprintf(file, "</%s>\n  </testcase>\n", tags[result->verdict]);
}

/* Written beside its place and renamed. False with a message on standard error. */
static inline bool seq_write_junit(const SeqSystem *system, const SeqResults *results, const char *path) {
  SeqText beside = {0};
  int skipped = 0;
  for (int i = 0; i < results->count; i++)
    skipped += results->items[i].verdict == SEQ_INCONCLUSIVE;
  seq_say(&beside, "%s.%ld", path, (long)getpid());
  FILE *file = fopen(seq_letters(&beside), "w");
  bool fine = file != NULL;
  if (file) {
    fprintf(file, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"");
    seq_write_xml(file, system->program);
    fprintf(file, "\" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\">\n", results->count, results->failed,
            results->environment, skipped);
    for (int i = 0; i < results->count; i++)
      seq_write_case(file, system->program, &results->items[i]);
    fputs("</testsuite>\n", file);
    fine = !ferror(file);
    fine = fclose(file) == 0 && fine;
    fine = fine && rename(seq_letters(&beside), path) == 0;
  }
  if (!fine) {
    fprintf(stderr, "%s: `%s` cannot be written: %s\n", system->program, path, strerror(errno));
    remove(seq_letters(&beside));
  }
  seq_text_free(&beside);
  return fine;
}
