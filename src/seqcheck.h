/* libseqcheck: explores the state machine behind an API, checks its contracts, and makes test sequences from it.
 * Ownership: the version is a static string. */
#pragma once

#define SEQCHECK_VERSION "0.1.0"

/* The version of the library that is linked, as against the header's SEQCHECK_VERSION. */
const char *seqcheck_version(void);
