/* Fragments for CMake and make that build a generated test program. Ownership: the texts are the caller's. */
#pragma once

#include "emit/c_tests.h"

GString *c_build_cmake(CNames *names, CFramework framework);
GString *c_build_make(CNames *names, CFramework framework);
