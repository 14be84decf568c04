/* Scalars as C expressions. What cannot err is written with C's own operators, what can with the checked ones of
 * eval.h; `and` and `or` stay && and ||, and become an `if` where their right side needs statements first. */
#include "emit/c_code.h"

#include <string.h>

/* ---------------------------------------------------------------- bounds: what cannot overflow */

typedef struct Bounds {
  int64_t lo, hi;
} Bounds;

#define BOUND_MOST (INT64_C(1) << 40)

static bool bounds_of(const IrExpr *expr, Bounds *ret);

static bool bounds_of_sum(const IrExpr *expr, Bounds *ret) {
  Bounds x, y;
  if (!bounds_of(expr->args[0], &x) || !bounds_of(expr->args[1], &y))
    return false;
  *ret = expr->kind == IRX_ADD ? (Bounds){x.lo + y.lo, x.hi + y.hi} : (Bounds){x.lo - y.hi, x.hi - y.lo};
  return ret->lo >= -BOUND_MOST && ret->hi <= BOUND_MOST;
}

/* Small bounds of a number's value, also where an error came before (then it is within its type all the same). */
static bool bounds_of(const IrExpr *expr, Bounds *ret) {
  switch (expr->kind) {
  case IRX_CONST:
    *ret = (Bounds){expr->cells[0], expr->cells[0]};
    break;
  case IRX_CONVERT:
    if (!c_is_scalar(expr->args[0]->type))
      return false;
    return bounds_of(expr->args[0], ret);
  case IRX_ADD:
  case IRX_SUB:
    return bounds_of_sum(expr, ret);
  case IRX_SET_SIZE:
  case IRX_SEQ_SIZE:
    *ret = (Bounds){0, UINT32_MAX};
    break;
  default:
    if (expr->type->kind != IRT_RANGE)
      return false;
    *ret = (Bounds){MIN(expr->type->lo, 0), MAX(expr->type->hi, 0)};
  }
  return ret->lo >= -BOUND_MOST && ret->hi <= BOUND_MOST;
}

/* ---------------------------------------------------------------- operators */

/* A side of a comparison: compilers warn of `!x == y` without parentheses. */
static const char *side(CWriter *w, CText text) {
  return text.text[0] == '!' ? c_text(w, "(%s)", text.text) : c_at_least(w, text, C_SUM);
}

static CText comparison(CWriter *w, const IrExpr *expr, const char *sign, CLevel level) {
  CText x = c_value(w, expr->args[0]), y = c_value(w, expr->args[1]);
  if (strcmp(x.text, y.text) == 0) /* compilers warn of that too */
    return c_atom(c_text(w, "seq_itself(%s, %s)", x.text, strchr(sign, '=') && sign[0] != '!' ? "true" : "false"));
  return (CText){c_text(w, "%s %s %s", side(w, x), sign, side(w, y)), level};
}

static CText call(CWriter *w, const IrExpr *expr, const char *function) {
  CText x = c_value(w, expr->args[0]), y = c_value(w, expr->args[1]);
  return c_atom(c_text(w, "%s(m, %s, %s)", function, x.text, y.text));
}

static CText sum(CWriter *w, const IrExpr *expr) {
  Bounds bounds;
  if (!bounds_of(expr, &bounds))
    return call(w, expr, expr->kind == IRX_ADD ? "seq_add" : "seq_sub");
  CText x = c_value(w, expr->args[0]), y = c_value(w, expr->args[1]);
  return (CText){
      c_text(w, "%s %c %s", c_at_least(w, x, C_SUM), expr->kind == IRX_ADD ? '+' : '-', c_at_least(w, y, C_PRODUCT)),
      C_SUM};
}

static CText least(CWriter *w, const IrExpr *expr) {
  CText x = c_value(w, expr->args[0]), y = c_value(w, expr->args[1]);
  return c_atom(c_text(w, "%s(%s, %s)", expr->kind == IRX_MIN2 ? "seq_min" : "seq_max", x.text, y.text));
}

static CText negation(CWriter *w, CText x) {
  return (CText){c_text(w, "!%s", c_at_least(w, x, C_UNARY)), C_UNARY};
}

/* The right side's statements, apart: they may run only where the left side asks for it. */
typedef struct Aside {
  GString *out, *before;
} Aside;

static Aside aside_begin(CWriter *w) {
  Aside aside = {g_string_new(NULL), w->out};
  w->out = aside.out;
  w->indent++;
  return aside;
}

static bool aside_end(CWriter *w, Aside aside) {
  w->out = aside.before;
  w->indent--;
  return aside.out->len > 0;
}

/* x and y, x or y, x => y: `when` is the value of x for which y counts. */
static CText junction(CWriter *w, const IrExpr *expr, bool when, bool negate, const char *sign, CLevel level) {
  CText x = c_value(w, expr->args[0]);
  Aside aside = aside_begin(w);
  CText y = c_value(w, expr->args[1]);
  CText result;
  if (!aside_end(w, aside)) {
    const char *left = negate ? negation(w, x).text : c_at_least(w, x, x.level == level ? level : C_EQUAL);
    result = (CText){c_text(w, "%s %s %s", left, sign, c_at_least(w, y, y.level == level ? level : C_EQUAL)), level};
  } else {
    const char *t = c_temporary(w);
    c_line(w, "int64_t %s = %s;", t, negate ? negation(w, x).text : x.text);
    c_open(w, "if (%s%s)", when != negate ? "" : "!", t);
    g_string_append_len(w->out, aside.out->str, (gssize)aside.out->len);
    c_line(w, "%s = %s;", t, y.text);
    c_close(w);
    result = c_atom(t);
  }
  g_string_free(aside.out, TRUE);
  return result;
}

static CText choice(CWriter *w, const IrExpr *expr) {
  CText condition = c_value(w, expr->args[0]);
  Aside first = aside_begin(w);
  CText x = c_value(w, expr->args[1]);
  bool apart = aside_end(w, first);
  Aside second = aside_begin(w);
  CText y = c_value(w, expr->args[2]);
  apart |= aside_end(w, second);
  CText result;
  if (!apart) {
    result = (CText){
        c_text(w, "%s ? %s : %s", c_at_least(w, condition, C_OR), c_at_least(w, x, C_OR), c_at_least(w, y, C_OR)),
        C_CONDITIONAL};
  } else {
    const char *t = c_temporary(w);
    c_line(w, "int64_t %s;", t);
    c_open(w, "if (%s)", condition.text);
    g_string_append_len(w->out, first.out->str, (gssize)first.out->len);
    c_line(w, "%s = %s;", t, x.text);
    w->indent--;
    c_open(w, "} else");
    g_string_append_len(w->out, second.out->str, (gssize)second.out->len);
    c_line(w, "%s = %s;", t, y.text);
    c_close(w);
    result = c_atom(t);
  }
  g_string_free(first.out, TRUE);
  g_string_free(second.out, TRUE);
  return result;
}

/* ---------------------------------------------------------------- values that are parts */

static CText constant(CWriter *w, const IrExpr *expr) {
  int64_t value = expr->cells[0];
  if (expr->type->kind == IRT_ENUM) {
    const IrEnum *of = &w->model->enums[expr->type->decl];
    return c_atom(c_text(w, "MEMBER_%s_%s", of->name, of->members[value].name));
  }
  if (expr->type->kind == IRT_BOOL)
    return c_atom(value ? "true" : "false");
  return (CText){c_number(w, value), value < 0 ? C_UNARY : C_ATOM};
}

static CText conversion(CWriter *w, const IrExpr *expr) {
  const IrType *from = expr->args[0]->type, *to = expr->type;
  CText value;
  if (c_is_scalar(from)) {
    value = c_value(w, expr->args[0]);
  } else {
    const char *at = c_address(w, expr->args[0]);
    for (; from->kind == IRT_OPTION; from = from->elem)
      at = c_text(w, "seq_some(m, %s)", at);
    value = c_first(w, at);
  }
  if (to->kind != IRT_RANGE || (from->lo >= to->lo && from->hi <= to->hi && from->kind != IRT_INT))
    return value;
  return c_atom(c_text(w, "seq_within(m, %s, %s, %s)", value.text, c_number(w, to->lo), c_number(w, to->hi)));
}

static CText field(CWriter *w, const IrExpr *expr) {
  const IrResource *pool = &w->model->resources[expr->resource];
  CText slot = c_value(w, expr->args[0]);
  return c_atom(c_text(w, "field_%s_%s(m, %s, %s)", pool->name, pool->fields[expr->index].name, w->state, slot.text));
}

static CText equality(CWriter *w, const IrExpr *expr) {
  if (c_is_scalar(expr->args[0]->type))
    return comparison(w, expr, expr->kind == IRX_EQ ? "==" : "!=", C_EQUAL);
  const char *x = c_address(w, expr->args[0]), *y = c_address(w, expr->args[1]);
  return (CText){
      c_text(w, "%sops_equal(%s, %s, %u)", expr->kind == IRX_EQ ? "" : "!", x, y, expr->args[0]->type->cells), C_UNARY};
}

static CText membership(CWriter *w, const IrExpr *expr) {
  const IrType *type = expr->args[1]->type;
  if (expr->kind == IRX_IN_SET) {
    CElement element = c_element(w, expr->args[0], type);
    const char *set = c_address(w, expr->args[1]);
    return c_atom(c_text(w, "seq_set_has(%s, %s, %s, %s)", set, element.value, element.lo, element.hi));
  }
  const char *item;
  if (c_is_scalar(expr->args[0]->type))
    item = c_text(w, "(const int64_t[]){%s}", c_value(w, expr->args[0]).text);
  else
    item = c_address(w, expr->args[0]);
  return c_atom(c_text(w, "ops_seq_has(%s, %s, %u)", c_address(w, expr->args[1]), item, type->elem->cells));
}

static CText subset(CWriter *w, const IrExpr *expr) {
  const char *x = c_address(w, expr->args[0]), *y = c_address(w, expr->args[1]);
  uint32_t words = expr->args[0]->type->cells;
  if (expr->kind == IRX_SUBSET)
    return c_atom(c_text(w, "ops_set_subset(%s, %s, %u)", x, y, words));
  return (CText){c_text(w, "ops_set_subset(%s, %s, %u) && !ops_equal(%s, %s, %u)", x, y, words, x, y, words), C_AND};
}

static CText is_in_state(CWriter *w, const IrExpr *expr) {
  CText slot = c_value(w, expr->args[0]);
  return c_atom(c_text(w, "seq_is(%s, %s, %s, %s)", c_pool(w, expr->resource), w->state, slot.text,
                       c_states(w, expr->resource, expr->mask)));
}

static CText function_call(CWriter *w, const IrExpr *expr) {
  const IrFn *fn = &w->model->fns[expr->index];
  GString *text = g_string_new(NULL);
  g_string_printf(text, "fn_%s(m, %s", fn->name, w->state);
  for (int i = 0; i < expr->arg_count; i++) {
    const char *arg = c_is_scalar(expr->args[i]->type) ? c_value(w, expr->args[i]).text : c_address(w, expr->args[i]);
    g_string_append_printf(text, ", %s", arg);
  }
  g_string_append_c(text, ')');
  CText result = c_atom(c_text(w, "%s", text->str));
  g_string_free(text, TRUE);
  return result;
}

static CText old(CWriter *w, const IrExpr *expr) {
  const char *state = w->state;
  w->state = "m->old";
  CText result = c_value(w, expr->args[0]);
  w->state = state;
  return result;
}

/* ---------------------------------------------------------------- all kinds */

static CText unary(CWriter *w, const IrExpr *expr) {
  switch (expr->kind) {
  case IRX_NOT:
    return negation(w, c_value(w, expr->args[0]));
  case IRX_NEG:
    return c_atom(c_text(w, "seq_neg(m, %s)", c_value(w, expr->args[0]).text));
  case IRX_SET_SIZE:
    return c_atom(c_text(w, "ops_set_size(%s, %u)", c_address(w, expr->args[0]), expr->args[0]->type->cells));
  case IRX_SEQ_SIZE:
  case IRX_IS_SOME:
    return c_first(w, c_address(w, expr->args[0]));
  case IRX_FIRST:
  case IRX_LAST:
  case IRX_SEQ_AT:
  case IRX_MAP_AT:
    return c_first(w, c_address(w, expr));
  default: /* tokens, secrets, responses: the checker lets them stand only where a request is */
    return c_atom("seq_no_value(m)");
  }
}

static CText arithmetic(CWriter *w, const IrExpr *expr) {
  switch (expr->kind) {
  case IRX_ADD:
  case IRX_SUB:
    return sum(w, expr);
  case IRX_MUL:
    return call(w, expr, "seq_mul");
  case IRX_DIV:
    return call(w, expr, "seq_div");
  case IRX_MOD:
    return call(w, expr, "seq_mod");
  case IRX_MIN2:
  case IRX_MAX2:
    return least(w, expr);
  case IRX_LT:
    return comparison(w, expr, "<", C_COMPARE);
  case IRX_LE:
    return comparison(w, expr, "<=", C_COMPARE);
  case IRX_GT:
    return comparison(w, expr, ">", C_COMPARE);
  case IRX_GE:
    return comparison(w, expr, ">=", C_COMPARE);
  case IRX_IFF:
    return comparison(w, expr, "==", C_EQUAL);
  default:
    return unary(w, expr);
  }
}

CText c_value(CWriter *w, const IrExpr *expr) {
  switch (expr->kind) {
  case IRX_CONST:
    return constant(w, expr);
  case IRX_LOCAL:
    w->used[expr->index] = true;
    return c_atom(w->locals[expr->index]);
  case IRX_VAR:
    return c_atom(c_text(w, "%s[VAR_%s]", w->state, w->model->vars[expr->index].name));
  case IRX_FIELD:
    return field(w, expr);
  case IRX_IS:
    return is_in_state(w, expr);
  case IRX_EQ:
  case IRX_NE:
    return equality(w, expr);
  case IRX_AND:
    return junction(w, expr, true, false, "&&", C_AND);
  case IRX_OR:
    return junction(w, expr, false, false, "||", C_OR);
  case IRX_IMPLIES:
    return junction(w, expr, true, true, "||", C_OR);
  case IRX_IF:
    return choice(w, expr);
  case IRX_CONVERT:
    return conversion(w, expr);
  case IRX_IN_SET:
  case IRX_IN_SEQ:
    return membership(w, expr);
  case IRX_SUBSET:
  case IRX_PROPER_SUBSET:
    return subset(w, expr);
  case IRX_CALL:
    return function_call(w, expr);
  case IRX_OLD:
    return old(w, expr);
  case IRX_QUANTIFIER:
    return c_atom(c_quantifier(w, expr));
  default:
    return arithmetic(w, expr);
  }
}
