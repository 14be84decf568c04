/* The graph for runs of outcomes in a row: a node remembers the last ones.
 * Ownership: takes a GoalGraph over and gives another, to be freed by graph_build_free. */
#pragma once

#include "cover/graph_build.h"

/* `built` has the outcome of each step as its only goal; in what comes back each step has the run of `length` + 1
 * outcomes that it completes, if it does. too_large where there are more than `edge_limit` edges. */
GoalGraph *graph_switch_new(GoalGraph *built, int length, uint64_t edge_limit, const atomic_bool *stop);
