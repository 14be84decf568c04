/* One sequence of states in the Informal Trace Format (ITF) of Apalache and Quint: JSON, integers as {"#bigint": "3"},
 * sets as {"#set": [..]}, maps as {"#map": [[k, v]..]}, tuples as {"#tup": [..]}. Source: Apalache's ADR 015.
 * Ownership: the JSON is the caller's. */
#pragma once

#include <cjson/cJSON.h>

#include "cover/suite.h"
#include "engine/machine.h"

/* The firings are replayed on the machine; each must be possible. */
cJSON *itf_sequence(const Program *program, Machine *machine, const GArray *firings);
