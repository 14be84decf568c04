/* Replays a given sequence on the model, firing by firing, and judges each state and step by the contracts; says where
 * it departs. Ownership: a Replay is the caller's and owns its states, steps and texts. */
#pragma once

#include "contract/verdict.h"
#include "engine/sequence.h"

typedef struct Replay {
  const IrModel *model;
  GPtrArray *states;    /* of int64_t *: [0] after the init */
  GArray *steps;        /* of VerdictStep: [0] the init; one for each state */
  GPtrArray *broken_at; /* by state: how many lines of `broken` there were before it */
  bool departs;         /* the step numbered states->len is not possible in the model */
  GPtrArray *departure; /* of char *: why, line by line; the first stands alone */
  GPtrArray
      *broken; /* of char *: "step 3 breaks the invariant `x`: message", with its explanation, indented, behind it */
  struct ReplayTools *tools;
} Replay;

/* Nothing has happened yet: the first step of a sequence may name an init; any other starts with the first start there
 * is (of init `init`; -1: of all). */
Replay *replay_new(const Program *program, int init);
void replay_free(Replay *replay);

/* Starts, where that has not happened. False where the model has no start: then `departs`. */
bool replay_start(Replay *replay);

/* Takes the next step of a sequence. False where it departs. The outcome may be left out (-1): then the first that is
 * possible in the order of the model is taken, plain ones first; every argument must be given. */
bool replay_step(Replay *replay, const SequenceStep *step);

/* Takes this very firing. */
bool replay_fire(Replay *replay, const Firing *firing);

/* Forgets all after state `state` (0: the start) and any departure. */
void replay_back_to(Replay *replay, guint state);

/* The state after the last step; starts where that has not happened. */
const int64_t *replay_state(Replay *replay);
