/* Types of the model language, as the checker knows them: ranges have numbers, names are resolved.
 * Ownership: types live in the arena of their model; compare them with type_equal, never by pointer. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

struct EnumDecl;
struct ResourceDecl;
struct TypeDecl;

typedef enum TypeKind {
  TYPE_ERROR, /* already reported; fits everywhere, so that one fault is told once */
  TYPE_BOOL,
  TYPE_INT,      /* 64-bit; not for state */
  TYPE_RANGE,    /* lo..hi; hi < lo: empty */
  TYPE_ENUM,     /* decl_enum */
  TYPE_RESOURCE, /* decl_resource: a slot of the pool */
  TYPE_OPTION,   /* elem? */
  TYPE_SET,      /* set of elem */
  TYPE_SEQ,      /* seq[length] of elem */
  TYPE_MAP,      /* map key to elem */
  TYPE_NONE,     /* of the literal `none` until what is expected is known; never left on a checked expression */
  TYPE_EMPTY     /* of `{}` and `[]` until then; likewise */
} TypeKind;

typedef struct Type {
  TypeKind kind;
  const struct TypeDecl *alias; /* the `type` declaration through which it was named, or NULL; no part of equality */
  bool interchangeable;         /* named through an `interchangeable` declaration */
  int64_t lo, hi;               /* RANGE */
  const struct EnumDecl *decl_enum;
  const struct ResourceDecl *decl_resource;
  const struct Type *elem, *key;
  uint32_t length; /* SEQ: the most items */
  uint32_t depth;  /* how many types stand inside one another; at most LIMIT_NESTING */
} Type;

/* The same values in the same representation: ranges by bounds, enums and resources by declaration, the rest by parts.
 */
bool type_equal(const Type *a, const Type *b);

/* Are values of `a` and `b` comparable with ==, once widened? (Any two of int and ranges; T with T?; sets, seqs, maps
 * part by part.) The result is the type to which both are widened, or NULL. */
const Type *type_join(Arena *arena, const Type *a, const Type *b);

/* Number of values; UINT64_MAX stands for that many or more (int too). Resources: slots, existing or not. */
uint64_t type_count(const Type *type);

/* As the user would write it: "0..3", "Hour (0..3)" with explain, "set of Booking", "Seat?". */
void type_print(const Type *type, bool explain, GString *out);

/* Added by the checker: cells of 64 bits that a value takes at most, by a plain count (an option one more than its
 * element); saturates. */
uint64_t type_cells(const Type *type);

extern const Type type_error, type_bool, type_int;
Type *type_new(Arena *arena, TypeKind kind);
const Type *type_new_range(Arena *arena, int64_t lo, int64_t hi);
const Type *type_new_around(Arena *arena, TypeKind kind, const Type *elem); /* OPTION, SET */
const Type *type_strip(const Type *type);                                   /* T? gives T, all else itself */
bool type_is_integer(const Type *type);                                     /* int or a range */
