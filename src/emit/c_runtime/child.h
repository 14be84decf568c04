/* Runs in a process of their own, so that a system that crashes or hangs fails one step and not the whole program. The
 * report lies in shared memory, not in a pipe: descriptors may be what is tested, and a run that ends early has still
 * said how far it came. Between fork and the end of the child nothing is opened or closed but what the system does.
 *
 * Ownership: a report is a mapping (seq_report_free). */
#pragma once

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "run.h"

typedef struct SeqOptions {
  bool no_fork, no_shrink;
  int timeout; /* seconds without getting on: for one step, reset, observation, teardown */
} SeqOptions;

static inline SeqReport *seq_report_new(const SeqModel *model, int steps) {
  SeqReport *report =
      mmap(NULL, seq_report_size(model, steps), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (report == MAP_FAILED) {
    fputs("Bail out! no memory is left\n", stdout);
    exit(4);
  }
  report->room = steps;
  return report;
}

static inline void seq_report_free(const SeqModel *model, SeqReport *report) {
  munmap(report, seq_report_size(model, report->room));
}

/* What is left until `end`; false where it has passed. */
static inline bool seq_time_left(const struct timespec *end, struct timespec *ret_left) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  *ret_left = (struct timespec){end->tv_sec - now.tv_sec, end->tv_nsec - now.tv_nsec};
  if (ret_left->tv_nsec < 0) {
    ret_left->tv_sec--;
    ret_left->tv_nsec += 1000000000;
  }
  return ret_left->tv_sec >= 0;
}

/* Waits for the child as long as it gets on; false where it had to be killed, `timeout` seconds after it last did. */
static inline bool seq_wait(pid_t child, int timeout, const SeqReport *report, int *ret_status) {
  sigset_t signals;
  struct timespec left, end = {0, 0};
  uint32_t beats = report->beats - 1;
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  for (;;) {
    const pid_t done = waitpid(child, ret_status, WNOHANG);
    if (done == child || (done < 0 && errno != EINTR))
      return true;
    if (report->beats != beats) {
      beats = report->beats;
      clock_gettime(CLOCK_MONOTONIC, &end);
      end.tv_sec += timeout;
    }
    if (!seq_time_left(&end, &left))
      break;
    sigtimedwait(&signals, NULL, &left);
  }
  kill(child, SIGKILL);
  while (waitpid(child, ret_status, 0) < 0 && errno == EINTR)
    ;
  return false;
}

static inline void seq_say_phase(const SeqModel *model, const SeqReport *report, char *text, size_t room) {
  switch (report->phase) {
  case SEQ_IN_RESET:
    snprintf(text, room, "in the reset");
    return;
  case SEQ_IN_OBSERVE:
    snprintf(text, room, "while %s was observed", model->observes[report->observe].name);
    return;
  case SEQ_IN_TEARDOWN:
    snprintf(text, room, "in the teardown");
    return;
  case SEQ_ENDED:
    snprintf(text, room, "after the teardown");
    return;
  default:
    snprintf(text, room, "in this step");
  }
}

/* A process that did not end as it should: what it did then. */
static inline void seq_judge_end(const SeqModel *model, SeqReport *report, bool in_time, int timeout, int status) {
  char phase[128], what[256];
  if (in_time && WIFEXITED(status) && report->phase == SEQ_ENDED &&
      (WEXITSTATUS(status) == 0 || report->verdict != SEQ_PASSED))
    return;
  if (report->phase != SEQ_ENDED && report->verdict == SEQ_ENVIRONMENT)
    return;
  seq_say_phase(model, report, phase, sizeof phase);
  if (!in_time)
    snprintf(what, sizeof what, "no answer within %d s %s", timeout, phase);
  else if (WIFSIGNALED(status))
    snprintf(what, sizeof what, "ended by signal %d (%s) %s", WTERMSIG(status), strsignal(WTERMSIG(status)), phase);
  else
    snprintf(what, sizeof what, "its process ended with status %d %s", WEXITSTATUS(status), phase);
  if (report->verdict == SEQ_FAILED) /* the teardown after a failure: that failure is the news */
    return;
  report->verdict = SEQ_FAILED;
  report->hung = !in_time;
  snprintf(report->message, sizeof report->message, "%s", what);
}

static inline void seq_in_child(const SeqSystem *system, int init, const int64_t *arguments, SeqNextStep *next,
                                void *data, const sigset_t *signals, SeqReport *report) {
  sigprocmask(SIG_SETMASK, signals, NULL);
  dup2(STDERR_FILENO, STDOUT_FILENO); /* what the system prints is no part of our output */
  seq_run(system, init, arguments, next, data, report);
  exit(0); /* not _exit: what looks for leaks at the end is to run */
}

/* One run; the report is made anew. */
static inline void seq_run_apart(const SeqSystem *system, const SeqOptions *options, int init, const int64_t *arguments,
                                 SeqNextStep *next, void *data, SeqReport *report) {
  const int room = report->room;
  memset(report, 0, sizeof *report);
  report->room = room;
  if (options->no_fork) {
    seq_run(system, init, arguments, next, data, report);
    return;
  }
  sigset_t chld, before;
  int status = 0;
  sigemptyset(&chld);
  sigaddset(&chld, SIGCHLD);
  sigprocmask(SIG_BLOCK, &chld, &before);
  fflush(NULL);
  const pid_t child = fork();
  if (child == 0)
    seq_in_child(system, init, arguments, next, data, &before, report);
  if (child < 0) {
    report->verdict = SEQ_ENVIRONMENT;
    snprintf(report->message, sizeof report->message, "no process could be made: %s", strerror(errno));
  } else {
    const bool in_time = seq_wait(child, options->timeout, report, &status);
    seq_judge_end(system->model, report, in_time, options->timeout, status);
  }
  sigprocmask(SIG_SETMASK, &before, NULL);
}

static inline void seq_run_sequence(const SeqSystem *system, const SeqOptions *options, const SeqSequence *sequence,
                                    SeqReport *report) {
  SeqCursor cursor = {sequence, 0};
  seq_run_apart(system, options, sequence->init, sequence->arguments, seq_next_of_sequence, &cursor, report);
}
