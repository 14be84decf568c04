/* Explored graphs that are kept in files and taken up by later commands.
 * Ownership: what comes back is the caller's. */
#pragma once

#include "cli/pipeline.h"
#include "contract/verdict.h"

/* Explores, or takes what --load names. NULL where that does not fit (told, the exit code in *ret_code). */
Verdict *kept_graph_verdict(Pipeline *pipeline, const ExploreOptions *options, Exploration **ret_exploration,
                            ExitCode *ret_code);

/* The same without a verdict. NULL where the file does not fit (told: wrong input). */
Exploration *kept_graph_explore(Pipeline *pipeline, const ExploreOptions *options);

/* Writes the exploration where --save says. False where it cannot be written, which is told. */
bool kept_graph_save(const Pipeline *pipeline, const Exploration *exploration);
