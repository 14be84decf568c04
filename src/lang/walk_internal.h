/* What walk.c and walk_decl.c share. Not for other files. Ownership: as in walk.h. */
#pragma once

#include "lang/walk.h"

void walk_exprs(const Walk *walk, const List *exprs);
void walk_locals(const Walk *walk, const List *locals);
void walk_type(const Walk *walk, const TypeExpr *type);
void walk_local(const Walk *walk, const Local *local);
void walk_headers(const Walk *walk, const List *headers);
