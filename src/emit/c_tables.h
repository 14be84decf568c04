/* The tables that make a generated model's functions one SeqModel.
 * Ownership: the text goes to the writer's output. */
#pragma once

#include "emit/c_code.h"

void c_tables_code(CWriter *w);  /* seq_code: functions by action, entries, references, the state before an init */
void c_tables_model(CWriter *w); /* model_fire and the like, then PREFIX_model */
