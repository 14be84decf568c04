/* Actions by states of each resource: what was declared for each, and what happened.
 * Ownership: the matrices are the caller's (matrix_free_all). */
#pragma once

#include "contract/verdict.h"

/* Resources that no action takes a slot of have none. */
Matrix *matrix_all(const Exploration *exploration, int *ret_count);
void matrix_free_all(Matrix *matrices, int count);
