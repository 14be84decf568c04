/* The public face of the library. Takes nothing and gives the version, so that a program can compare the library that
 * it runs with against the header that it was built with. */
#include "seqcheck.h"

const char *seqcheck_version(void) {
  return SEQCHECK_VERSION;
}
