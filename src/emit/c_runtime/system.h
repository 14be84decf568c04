/* What a test program is made of: a system under test behind four functions, sequences of steps, and the report of one
 * run. The functions are generated; they call what the user wrote and hand what came back to run.h.
 *
 * Ownership: systems and sequences are static; a report belongs to who made it. */
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval.h"

/* What the system calls a resource: whichever of the two the user set. */
typedef struct SeqHandle {
  uint64_t id;
  void *pointer;
} SeqHandle;

/* `outcome`: the one that the plan expects, -1 where it says none. `arguments`: the parameters' cells, or NULL. */
typedef struct SeqStep {
  int action;
  int outcome;
  const int64_t *arguments;
} SeqStep;

typedef struct SeqSequence {
  const char *name;
  int init;
  const int64_t *arguments;
  const SeqStep *steps;
  int step_count;
} SeqSequence;

typedef struct SeqRun SeqRun;

typedef struct SeqSystem {
  const SeqModel *model;
  const char *program; /* "booking_tests" */
  void *(*reset)(SeqRun *run, int init, const int64_t *arguments);
  void (*teardown)(void *sut);
  void (*step)(SeqRun *run, void *sut, int action, const int64_t *arguments);
  void (*observe)(SeqRun *run, void *sut, int observe);
} SeqSystem;

typedef enum SeqVerdict { SEQ_PASSED, SEQ_FAILED, SEQ_INCONCLUSIVE, SEQ_ENVIRONMENT } SeqVerdict;
typedef enum SeqPhase { SEQ_IN_RESET, SEQ_IN_STEP, SEQ_IN_OBSERVE, SEQ_IN_TEARDOWN, SEQ_ENDED } SeqPhase;

/* How a run went. It lies in memory that a child process shares, so that it holds no pointers. */
typedef struct SeqReport {
  SeqVerdict verdict;
  SeqPhase phase;          /* where the run is, or where its process ended */
  int step;                /* from 1; 0: the reset */
  int observe;             /* while phase is SEQ_IN_OBSERVE */
  int begun, done;         /* steps that were begun, and whose outcome is known */
  bool hung;               /* it was ended since it did not get on */
  int diverged;            /* the step at which another outcome came than the planned one, from 1; 0: none */
  int room;                /* steps for which there is room */
  volatile uint32_t beats; /* grows whenever the run gets on: the time limit is for what lies between */
  uint64_t refused;        /* draws of a walk that the model did not offer */
  char message[8192];
  char notes[4096]; /* of the step at hand, a line each */
  int64_t record[]; /* of each step: action, outcome that came, outcome planned, the arguments' cells */
} SeqReport;

#define SEQ_RECORD_HEAD 3

/* Memory that cannot be had is no verdict. */
static inline void *seq_room(size_t count, size_t size) {
  void *room = calloc(count + 1, size);
  if (!room) {
    fputs("Bail out! no memory is left\n", stdout);
    exit(4);
  }
  return room;
}

static inline int seq_argument_room(const SeqModel *model) {
  int most = 0;
  for (int i = 0; i < model->action_count; i++)
    most = model->actions[i].argument_cells > most ? model->actions[i].argument_cells : most;
  return most + SEQ_RECORD_HEAD;
}

static inline size_t seq_report_size(const SeqModel *model, int steps) {
  return sizeof(SeqReport) + sizeof(int64_t) * (size_t)seq_argument_room(model) * (size_t)(steps + 1);
}

/* The record of a step, from 1. */
static inline int64_t *seq_record(const SeqModel *model, SeqReport *report, int step) {
  return report->record + (size_t)(step - 1) * (size_t)seq_argument_room(model);
}

static inline const char *seq_outcome_name(const SeqAction *action, int64_t outcome) {
  if (outcome < 0 || outcome >= action->outcome_count)
    return "an outcome that the model does not have";
  return action->outcomes[outcome].name[0] ? action->outcomes[outcome].name : "done";
}
