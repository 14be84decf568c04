/* Test programs: from a suite to a folder of C files. Ownership: files go into the caller's CFiles. */
#pragma once

#include "cover/suite.h"
#include "emit/c_files.h"
#include "emit/c_names.h"

typedef enum CFramework { C_TAP, C_CMOCKA, C_CHECK, C_GLIB } CFramework;

/* False where there is none of this name. */
bool c_framework_find(const char *name, CFramework *ret_framework);
extern const char *const c_framework_names[]; /* ends with NULL */

/* Every file of the program: model, interface, stub, tests, runtime, fragments for CMake and make. */
void c_tests_generate(CNames *names, const Suite *suite, CFramework framework, CFiles *files);
