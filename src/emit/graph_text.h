/* The whole graph of states as text for other tools. Ownership: the text is the caller's. */
#pragma once

#include "engine/explore.h"

/* Aldebaran (.aut) of CADP, also read by mCRL2 and LTSmin: numbers and labelled transitions. One initial state; where
 * the model has several, state 0 leads to each by a step named after its init. False where `stop` was set. */
bool graph_text_aut(const Exploration *exploration, const atomic_bool *stop, GString *out);

/* GraphML: states with their values, transitions with their labels. */
bool graph_text_graphml(const Exploration *exploration, const atomic_bool *stop, GString *out);
