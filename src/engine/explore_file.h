/* Explorations as bytes, to be kept and taken up again. What a file is of (model, constants, start) is the caller's to
 * know: the bytes fit one program only. Ownership: bytes and explorations are the caller's. */
#pragma once

#include "engine/explore.h"

/* How many bytes that will be. */
uint64_t explore_file_size(const Exploration *exploration);

/* Appends everything that exploration_... functions and the verdict ask for. */
void explore_file_write(const Exploration *exploration, GByteArray *out);

/* The exploration again, for the program it was made with. Watches are those that it was made with, or, with
 * `stop_when_watched`, others, which are looked for in its states. Every number is checked against the model, and the
 * ways to what will be traced are walked again; NULL, with what does not fit in *ret_error, where the bytes are not
 * such an exploration. */
Exploration *explore_file_read(const Program *program, const uint8_t *bytes, size_t length,
                               const ExploreOptions *options, char **ret_error);
