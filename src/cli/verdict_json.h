/* A verdict as the JSON document of `explore --json` (schema 1, described in docs/json.md).
 * Ownership: the document is the caller's. */
#pragma once

#include "cli/pipeline.h"
#include "contract/verdict.h"

cJSON *verdict_json(const Pipeline *pipeline, const Verdict *verdict);

/* A trace as an array of steps. */
cJSON *verdict_json_trace(const IrModel *model, const VerdictStep *steps, int count);

/* Numbers above 2^53 are written as they are, not rounded. */
cJSON *json_uint(uint64_t number);
