/* From a model to a suite, for the commands that need one: explores, refuses a model with a broken contract, plans,
 * measures the result. Ownership: a Covering owns its parts (covering_clear) and borrows the Pipeline. */
#pragma once

#include "cli/pipeline.h"
#include "contract/verdict.h"
#include "cover/measure.h"
#include "cover/plan.h"

typedef struct Covering {
  Criterion criterion;
  const char *criterion_text;
  Exploration *exploration;
  Verdict *verdict;
  Plan *plan;
  Measure *measure;
  ExitCode code; /* of the whole, where there is a suite: a limit of the exploration shows here */
} Covering;

/* False where there is no suite; what is wrong has been told and `ret->code` is the exit code. */
bool covering_make(Pipeline *pipeline, Covering *ret);
void covering_clear(Covering *covering);
