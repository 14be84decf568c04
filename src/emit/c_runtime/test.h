/* The program that a generated test file makes: the sequences as tests, random walks, one sequence by hand.
 *
 *   booking_tests [NAME...] [--only GLOB] [--list] [--walks N] [--steps N] [--seed N] [--replay 'book(0, 1); ...']
 *                 [--no-fork] [--timeout SECONDS] [--no-shrink] [--help]
 *
 * Exit: 0 all passed, 1 something failed, 2 a wrong command line, 4 the environment failed (no verdict).
 * Ownership: everything ends with the program. */
#pragma once

#include <fnmatch.h>

#include "parse.h"
#include "report.h"

typedef struct SeqProgram {
  const SeqSystem *system;
  const SeqSequence *sequences;
  int count;
  SeqOptions options;
  bool *chosen; /* by sequence */
  bool list, help;
  int64_t walks, steps, seed; /* walks 0: none */
  const char *replay;
  SeqResults results;
} SeqProgram;

/* ---------------------------------------------------------------- the command line */

static inline bool seq_wrong(const SeqProgram *program, const char *what, const char *word) {
  fprintf(stderr, "%s: %s: %s (--help tells what there is)\n", program->system->program, what, word);
  return false;
}

static inline bool seq_read_count(const SeqProgram *program, const char *name, const char *word, int64_t least,
                                  int64_t most, int64_t *ret) {
  char *end;
  errno = 0;
  const long long value = word ? strtoll(word, &end, 10) : 0;
  if (!word || *word == '\0' || *end != '\0' || errno != 0 || value < least || value > most) {
    fprintf(stderr, "%s: %s takes a whole number from %lld to %lld\n", program->system->program, name, (long long)least,
            (long long)most);
    return false;
  }
  *ret = value;
  return true;
}

static inline bool seq_choose(SeqProgram *program, const char *glob) {
  bool any = false;
  for (int i = 0; i < program->count; i++) {
    if (fnmatch(glob, program->sequences[i].name, 0) == 0)
      any = program->chosen[i] = true;
  }
  return any || seq_wrong(program, "no sequence has this name", glob);
}

static inline bool seq_read_flag(SeqProgram *program, const char *word) {
  bool *const flags[] = {&program->list, &program->help, &program->options.no_fork, &program->options.no_shrink};
  static const char *const names[] = {"--list", "--help", "--no-fork", "--no-shrink"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(word, names[i]) == 0)
      return *flags[i] = true;
  return false;
}

/* An option with a value, which may stand behind `=`; `*at` moves past what was taken. */
static inline bool seq_read_valued(SeqProgram *program, int argc, char **argv, int *at) {
  static const char *const names[] = {"--only", "--walks", "--steps", "--seed", "--timeout", "--replay"};
  const char *word = argv[*at];
  const size_t length = strcspn(word, "=");
  size_t i = 0;
  while (i < sizeof names / sizeof *names && !(strlen(names[i]) == length && memcmp(word, names[i], length) == 0))
    i++;
  if (i == sizeof names / sizeof *names)
    return seq_wrong(program, "there is no such option", word);
  const char *value = word[length] == '=' ? word + length + 1 : *at + 1 < argc ? argv[++*at] : NULL;
  int64_t seconds = 0;
  switch (i) {
  case 0:
    return value ? seq_choose(program, value) : seq_wrong(program, "a name is missing after", word);
  case 1:
    return seq_read_count(program, names[i], value, 1, 1000000000, &program->walks);
  case 2:
    return seq_read_count(program, names[i], value, 1, 100000, &program->steps);
  case 3:
    return seq_read_count(program, names[i], value, 0, INT64_MAX, &program->seed);
  case 4:
    if (!seq_read_count(program, names[i], value, 1, 86400, &seconds))
      return false;
    program->options.timeout = (int)seconds;
    return true;
  default:
    program->replay = value;
    return value ? true : seq_wrong(program, "a sequence is missing after", word);
  }
}

static inline bool seq_read_words(SeqProgram *program, int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    const bool option = argv[i][0] == '-' && argv[i][1] != '\0';
    if (option && seq_read_flag(program, argv[i]))
      continue;
    if (option ? !seq_read_valued(program, argc, argv, &i) : !seq_choose(program, argv[i]))
      return false;
  }
  if (program->walks == 0 && (program->steps > 0 || program->seed >= 0))
    program->walks = 100;
  program->steps = program->steps > 0 ? program->steps : 40;
  program->seed = program->seed >= 0 ? program->seed : 1;
  bool any = false;
  for (int i = 0; i < program->count; i++)
    any |= program->chosen[i];
  for (int i = 0; i < program->count && !any; i++)
    program->chosen[i] = true;
  return true;
}

/* ---------------------------------------------------------------- one run, told */

/* The verdict of a sequence, put among the results and printed. */
static inline void seq_tell(SeqProgram *program, const SeqSequence *sequence, SeqReport *report, int number) {
  const SeqModel *model = program->system->model;
  SeqText message = {0}, text = {0}, replay = {0};
  const bool failed = report->verdict == SEQ_FAILED;
  const bool shrinks = failed && !program->options.no_shrink && program->results.shrunk < SEQ_SHRUNK_MOST;
  if (report->verdict == SEQ_INCONCLUSIVE)
    seq_say(&message, "%s", report->message);
  else if (report->verdict != SEQ_PASSED)
    seq_say_message(&message, report, sequence->step_count);
  if (failed) {
    SeqShrink shrink;
    if (shrinks)
      seq_shrink(&shrink, program->system, &program->options, sequence->init, sequence->arguments, report);
    program->results.shrunk += shrinks;
    seq_say_failure(&text, program->system, sequence, report, shrinks ? &shrink : NULL, &replay);
    if (shrinks)
      seq_shrink_free(&shrink);
  }
  const char *place = report->begun > 0 ? model->actions[seq_record(model, report, report->begun)[0]].place : NULL;
  seq_print_result(number, sequence->name, report->verdict, seq_letters(&message), place,
                   failed ? seq_letters(&replay) : NULL);
  seq_print_comments(seq_letters(&text));
  fflush(stdout);
  seq_results_add(&program->results, sequence->name, report->verdict, seq_letters(&message), seq_letters(&text));
  seq_text_free(&message);
  seq_text_free(&text);
  seq_text_free(&replay);
}

static inline void seq_run_suite(SeqProgram *program) {
  int number = 0, all = 0;
  for (int i = 0; i < program->count; i++)
    all += program->chosen[i];
  printf("TAP version 14\n1..%d%s\n", all, all == 0 ? " # SKIP there is no sequence" : "");
  for (int i = 0; i < program->count; i++) {
    if (!program->chosen[i])
      continue;
    const SeqSequence *sequence = &program->sequences[i];
    SeqReport *report = seq_report_new(program->system->model, sequence->step_count);
    seq_run_sequence(program->system, &program->options, sequence, report);
    seq_tell(program, sequence, report, ++number);
    seq_report_free(program->system->model, report);
  }
}

/* ---------------------------------------------------------------- walks */

static inline void seq_count_fired(const SeqModel *model, SeqReport *report, uint64_t **counts) {
  for (int i = 1; i <= report->done; i++) {
    const int64_t *record = seq_record(model, report, i);
    if (record[1] >= 0 && record[1] < model->actions[record[0]].outcome_count)
      counts[record[0]][record[1]]++;
  }
}

static inline void seq_print_counts(const SeqModel *model, uint64_t **counts, uint64_t refused) {
  size_t width = 6;
  for (int i = 0; i < model->action_count; i++)
    width = strlen(model->actions[i].name) > width ? strlen(model->actions[i].name) : width;
  printf("# %-*s  %-16s %10s\n", (int)width, "action", "outcome", "fired");
  for (int i = 0; i < model->action_count; i++)
    for (int k = 0; k < model->actions[i].outcome_count; k++)
      printf("# %-*s  %-16s %10llu%s\n", (int)width, model->actions[i].name, seq_outcome_name(&model->actions[i], k),
             (unsigned long long)counts[i][k], counts[i][k] ? "" : "  never");
  printf("# %llu draws were not offered by the model\n", (unsigned long long)refused);
}

/* One walk; true where it passed. */
static inline bool seq_walk_once(SeqProgram *program, SeqWalk *walk, SeqDraft *draft, SeqReport *report) {
  const SeqModel *model = program->system->model;
  if (!seq_draw_start(model, walk, draft)) {
    report->verdict = SEQ_INCONCLUSIVE;
    snprintf(report->message, sizeof report->message, "no start was drawn that the model offers");
    return false;
  }
  seq_run_apart(program->system, &program->options, draft->init, draft->init_arguments, seq_next_of_walk, walk, report);
  seq_draft_of_report(model, draft, report);
  return report->verdict == SEQ_PASSED || report->verdict == SEQ_INCONCLUSIVE;
}

static inline void seq_run_walks(SeqProgram *program) {
  const SeqModel *model = program->system->model;
  SeqReport *report = seq_report_new(model, (int)program->steps);
  SeqDraft draft = seq_draft_new(model, (int)program->steps + 1);
  uint64_t **counts = seq_room((size_t)model->action_count, sizeof *counts), refused = 0;
  uint64_t seeds = (uint64_t)program->seed;
  SeqText name = {0};
  bool fine = true;
  for (int i = 0; i < model->action_count; i++)
    counts[i] = seq_room((size_t)model->actions[i].outcome_count, sizeof **counts);
  printf("TAP version 14\n1..1\n");
  int64_t done = 0;
  while (done < program->walks && fine) {
    SeqWalk walk = {seq_random(&seeds), (int)program->steps};
    fine = seq_walk_once(program, &walk, &draft, report);
    seq_count_fired(model, report, counts);
    refused += report->refused;
    done++;
  }
  if (fine)
    seq_say(&name, "%lld walks of up to %lld steps, seed %lld", (long long)done, (long long)program->steps,
            (long long)program->seed);
  else
    seq_say(&name, "walk %lld of seed %lld", (long long)done, (long long)program->seed);
  if (fine)
    report->verdict = SEQ_PASSED;
  SeqSequence sequence = seq_draft_sequence(&draft, seq_letters(&name));
  seq_tell(program, &sequence, report, 1);
  seq_print_counts(model, counts, refused);
  for (int i = 0; i < model->action_count; i++)
    free(counts[i]);
  free(counts);
  seq_text_free(&name);
  seq_draft_free(&draft);
  seq_report_free(model, report);
}

/* ---------------------------------------------------------------- one sequence by hand */

/* False where the text is not a sequence, which has been told. */
static inline bool seq_run_replay(SeqProgram *program) {
  const SeqModel *model = program->system->model;
  const size_t letters = strlen(program->replay);
  SeqReader reader = {.model = model, .text = program->replay, .at = program->replay};
  if (letters > 1000000)
    return seq_wrong(program, "--replay", "the text is too long");
  SeqDraft draft = seq_draft_new(model, (int)letters + 1);
  const bool fine = seq_read_sequence(&reader, &draft);
  if (fine) {
    const SeqSequence sequence = seq_draft_sequence(&draft, "replay");
    SeqReport *report = seq_report_new(model, sequence.step_count);
    printf("TAP version 14\n1..1\n");
    seq_run_sequence(program->system, &program->options, &sequence, report);
    seq_tell(program, &sequence, report, 1);
    seq_report_free(model, report);
  } else {
    fprintf(stderr, "%s: --replay, at letter %d: %s\n  %s\n  %*s\n", program->system->program,
            (int)(reader.error_at - reader.text) + 1, reader.error, program->replay,
            (int)(reader.error_at - reader.text) + 1, "^");
  }
  seq_draft_free(&draft);
  return fine;
}

/* ---------------------------------------------------------------- the program */

static inline void seq_print_help(const SeqProgram *program) {
  printf("usage: %s [NAME...] [options]\n\n"
         "Runs sequences of %s against the system, each from reset to teardown in a process of its own,\n"
         "and compares every outcome, value and observation with the model. Names may hold * and ?.\n\n"
         "  --list             the names of the sequences\n"
         "  --only NAME        the same as NAME\n"
         "  --walks N          N random walks instead (100)\n"
         "  --steps N          steps of a walk at most (40)\n"
         "  --seed N           of the walks (1)\n"
         "  --replay SEQUENCE  one sequence, such as '",
         program->system->program, program->system->model->source);
  SeqText example = {0};
  const SeqSequence none = {0};
  const SeqSequence *first = program->count > 0 ? &program->sequences[0] : &none;
  SeqSequence some = *first;
  some.step_count = some.step_count > 2 ? 2 : some.step_count;
  seq_say_sequence(&example, program->system->model, &some);
  printf("%s'\n"
         "  --timeout SECONDS  for one step, reset or observation (10)\n"
         "  --no-fork          in this process: for a debugger; a crash then ends all\n"
         "  --no-shrink        do not look for a shorter sequence that fails\n\n"
         "TAP 14 on standard output; SEQCHECK_JUNIT=FILE writes JUnit XML too.\n"
         "exit: 0 all passed, 1 something failed, 2 wrong command line, 4 the environment failed\n",
         seq_letters(&example));
  seq_text_free(&example);
}

static inline int seq_work(SeqProgram *program) {
  if (program->help) {
    seq_print_help(program);
    return 0;
  }
  for (int i = 0; i < program->count && program->list; i++)
    if (program->chosen[i])
      printf("%s\n", program->sequences[i].name);
  if (program->list)
    return 0;
  if (program->replay) {
    if (!seq_run_replay(program))
      return 2;
  } else if (program->walks > 0) {
    seq_run_walks(program);
  } else {
    seq_run_suite(program);
  }
  const char *junit = getenv("SEQCHECK_JUNIT");
  const bool written = !junit || !*junit || seq_write_junit(program->system, &program->results, junit);
  fflush(stdout);
  if (program->results.failed > 0)
    return 1;
  return program->results.environment > 0 || !written || ferror(stdout) ? 4 : 0;
}

static inline int seq_main(const SeqSystem *system, const SeqSequence *sequences, int count, int argc, char **argv) {
  SeqProgram program = {.system = system,
                        .sequences = sequences,
                        .count = count,
                        .options = {.timeout = 10},
                        .seed = -1,
                        .chosen = seq_room((size_t)count, sizeof(bool))};
  const int code = seq_read_words(&program, argc, argv) ? seq_work(&program) : 2;
  seq_results_free(&program.results);
  free(program.chosen);
  return code;
}

/* ---------------------------------------------------------------- within another framework */

/* Does the command line ask for something that the framework's own main does not know? */
static inline bool seq_wants(int argc, char **argv) {
  static const char *const names[] = {"--walks", "--steps", "--seed", "--replay"};
  for (int i = 1; i < argc; i++)
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
      if (strncmp(argv[i], names[k], strlen(names[k])) == 0)
        return true;
  return false;
}

/* Runs one sequence, shrinks it where it fails, and gives the verdict with what is to be told: a static text. */
static inline SeqVerdict seq_check(const SeqSystem *system, const SeqSequence *sequence, const char **ret_text) {
  static SeqText text;
  static int shrunk;
  const char *seconds = getenv("SEQCHECK_TIMEOUT");
  const SeqOptions options = {.timeout = seconds && atoi(seconds) > 0 ? atoi(seconds) : 10};
  SeqReport *report = seq_report_new(system->model, sequence->step_count);
  SeqText replay = {0};
  seq_run_sequence(system, &options, sequence, report);
  text.length = 0;
  seq_say(&text, "%s", report->message);
  if (report->verdict == SEQ_FAILED) {
    SeqShrink shrink;
    const bool shrinks = shrunk++ < SEQ_SHRUNK_MOST;
    if (shrinks)
      seq_shrink(&shrink, system, &options, sequence->init, sequence->arguments, report);
    text.length = 0;
    seq_say_failure(&text, system, sequence, report, shrinks ? &shrink : NULL, &replay);
    if (shrinks)
      seq_shrink_free(&shrink);
  }
  const SeqVerdict verdict = report->verdict;
  seq_text_free(&replay);
  seq_report_free(system->model, report);
  *ret_text = seq_letters(&text);
  return verdict;
}
