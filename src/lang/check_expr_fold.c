/* Constant folding, and the range that the result of arithmetic has.
 *
 * Folding goes bottom up, one node at a time, right after the node has its type; what cannot be computed (a division by
 * zero, an overflow) is simply not known, since it may stand where it is never reached. Only where a constant is
 * asked for does that become a fault. */
#include "lang/check_internal.h"

static void set_value(Expr *expr, int64_t value) {
  expr->constant = true;
  expr->value = value;
}

static bool divide(int64_t a, int64_t b, bool remainder, int64_t *ret) {
  if (b == 0) {
    return false;
  }
  if (b == -1) {
    *ret = 0;
    return remainder || !__builtin_sub_overflow((int64_t)0, a, ret);
  }
  *ret = remainder ? a % b : a / b;
  return true;
}

static bool compute(ExprOp op, int64_t a, int64_t b, int64_t *ret) {
  switch (op) {
  case OP_EQ:
    *ret = a == b;
    return true;
  case OP_NE:
    *ret = a != b;
    return true;
  case OP_LT:
    *ret = a < b;
    return true;
  case OP_LE:
    *ret = a <= b;
    return true;
  case OP_GT:
    *ret = a > b;
    return true;
  case OP_GE:
    *ret = a >= b;
    return true;
  case OP_IFF:
    *ret = (a != 0) == (b != 0);
    return true;
  case OP_ADD:
    return !__builtin_add_overflow(a, b, ret);
  case OP_SUB:
    return !__builtin_sub_overflow(a, b, ret);
  case OP_MUL:
    return !__builtin_mul_overflow(a, b, ret);
  case OP_DIV:
    return divide(a, b, false, ret);
  case OP_MOD:
    return divide(a, b, true, ret);
  default:
    return false;
  }
}

/* and, or, => : the left side alone may decide. */
static void fold_connective(Expr *expr) {
  const Expr *left = expr->left, *right = expr->right;
  if (!left->constant) {
    return;
  }
  bool decides = expr->op == OP_OR ? left->value != 0 : left->value == 0;
  if (decides) {
    set_value(expr, expr->op != OP_AND);
  } else if (right->constant) {
    set_value(expr, right->value != 0);
  }
}

static void fold_binary(Expr *expr) {
  if (expr->op == OP_AND || expr->op == OP_OR || expr->op == OP_IMPLIES) {
    fold_connective(expr);
    return;
  }
  int64_t value = 0;
  if (expr->left->constant && expr->right->constant &&
      compute(expr->op, expr->left->value, expr->right->value, &value)) {
    set_value(expr, value);
  }
}

static void fold_unary(Expr *expr) {
  int64_t value = 0;
  if (!expr->operand->constant) {
    return;
  }
  if (expr->op == OP_NOT) {
    set_value(expr, expr->operand->value == 0);
  } else if (compute(OP_SUB, 0, expr->operand->value, &value)) {
    set_value(expr, value);
  }
}

static void fold_call(Expr *expr) {
  if (expr->ref.kind != REF_BUILTIN || expr->items.count != 2 ||
      (expr->ref.builtin != BUILTIN_MIN && expr->ref.builtin != BUILTIN_MAX)) {
    return;
  }
  const Expr *a = LIST_GET(expr->items, Expr, 0), *b = LIST_GET(expr->items, Expr, 1);
  if (a->constant && b->constant) {
    set_value(expr, expr->ref.builtin == BUILTIN_MIN ? MIN(a->value, b->value) : MAX(a->value, b->value));
  }
}

static void fold_ref(Expr *expr) {
  if (expr->ref.kind == REF_CONST) {
    const ConstDecl *decl = expr->ref.decl;
    if (decl->type != NULL && decl->type->kind != TYPE_ERROR) {
      set_value(expr, decl->folded);
    }
  } else if (expr->ref.kind == REF_ENUM_MEMBER) {
    set_value(expr, expr->ref.member);
  }
}

void check_expr_fold(Expr *expr) {
  if (expr->type->kind == TYPE_ERROR) {
    return;
  }
  switch (expr->kind) {
  case EXPR_INT:
  case EXPR_BOOL:
    set_value(expr, expr->integer);
    break;
  case EXPR_NAME:
  case EXPR_MEMBER:
    fold_ref(expr);
    break;
  case EXPR_UNARY:
    fold_unary(expr);
    break;
  case EXPR_BINARY:
    fold_binary(expr);
    break;
  case EXPR_CALL:
    fold_call(expr);
    break;
  case EXPR_IF:
    if (expr->condition->constant && expr->type->kind != TYPE_OPTION) {
      const Expr *taken = expr->condition->value ? expr->left : expr->right;
      if (taken->constant) {
        set_value(expr, taken->value);
      }
    }
    break;
  default:
    break;
  }
}

static bool range_product(const Type *a, const Type *b, int64_t *ret_lo, int64_t *ret_hi) {
  int64_t p[4];
  if (__builtin_mul_overflow(a->lo, b->lo, &p[0]) || __builtin_mul_overflow(a->lo, b->hi, &p[1]) ||
      __builtin_mul_overflow(a->hi, b->lo, &p[2]) || __builtin_mul_overflow(a->hi, b->hi, &p[3])) {
    return false;
  }
  *ret_lo = MIN(MIN(p[0], p[1]), MIN(p[2], p[3]));
  *ret_hi = MAX(MAX(p[0], p[1]), MAX(p[2], p[3]));
  return true;
}

static bool range_remainder(const Type *a, const Type *b, int64_t *ret_lo, int64_t *ret_hi) {
  if (b->lo < 1) {
    return false;
  }
  *ret_lo = a->lo >= 0 ? 0 : MAX(a->lo, -(b->hi - 1));
  *ret_hi = a->hi <= 0 ? 0 : MIN(a->hi, b->hi - 1);
  return true;
}

bool check_expr_range(ExprOp op, const Type *a, const Type *b, int64_t *ret_lo, int64_t *ret_hi) {
  if (a->kind != TYPE_RANGE || b->kind != TYPE_RANGE || a->hi < a->lo || b->hi < b->lo) {
    return false;
  }
  switch (op) {
  case OP_ADD:
    return !__builtin_add_overflow(a->lo, b->lo, ret_lo) && !__builtin_add_overflow(a->hi, b->hi, ret_hi);
  case OP_SUB:
    return !__builtin_sub_overflow(a->lo, b->hi, ret_lo) && !__builtin_sub_overflow(a->hi, b->lo, ret_hi);
  case OP_MUL:
    return range_product(a, b, ret_lo, ret_hi);
  case OP_DIV:
    if (b->lo < 1) {
      return false;
    }
    *ret_lo = a->lo >= 0 ? a->lo / b->hi : a->lo / b->lo;
    *ret_hi = a->hi >= 0 ? a->hi / b->lo : a->hi / b->hi;
    return true;
  case OP_MOD:
    return range_remainder(a, b, ret_lo, ret_hi);
  default:
    return false;
  }
}
