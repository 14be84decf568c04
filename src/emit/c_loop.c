/* Binders and quantifiers as loops. Every quantifier becomes a temporary that its loop fills; `forall` and `exists` end
 * at the first round that decides. */
#include "emit/c_code.h"

/* A round's value from a number of its own, where the binder's value is not the loop's. */
static void bind(CWriter *w, const IrBinder *binder, const IrType *elem, const char *rank) {
  const char *local = w->locals[binder->local];
  if (!w->used[binder->local])
    return;
  if (c_is_scalar(elem)) {
    c_line(w, "const int64_t %s = %s%s%s;", local, elem->lo == 0 ? "" : c_number(w, elem->lo),
           elem->lo == 0 ? "" : " + ", rank);
  } else {
    c_line(w, "int64_t %s[%u];", local, MAX(elem->cells, 1));
    c_line(w, "seq_from_rank(%s, (uint64_t)%s, %s);", c_type(w, elem), rank, local);
  }
}

static void loop_values(CWriter *w, const IrBinder *binder, const char *more) {
  const IrType *type = binder->type;
  if (c_is_scalar(type) && type->hi < INT32_MAX && type->lo > INT32_MIN) {
    const char *local = w->locals[binder->local];
    c_open(w, "for (int64_t %s = %s; %s <= %s%s; %s++)", local, c_number(w, type->lo), local, c_number(w, type->hi),
           more, local);
    return;
  }
  const char *rank = c_temporary(w);
  c_open(w, "for (int64_t %s = 0; %s < %s%s; %s++)", rank, rank, c_number(w, (int64_t)type->count), more, rank);
  bind(w, binder, type, rank);
}

static void loop_set(CWriter *w, const IrBinder *binder, const char *more) {
  const IrType *set = binder->in->type;
  const char *at = c_address(w, binder->in);
  const char *in = c_temporary(w), *rank = c_temporary(w);
  c_line(w, "const int64_t *const %s = %s;", in, at);
  c_open(w, "for (int64_t %s = ops_set_next(%s, %u, 0); %s >= 0%s; %s = ops_set_next(%s, %u, %s + 1))", rank, in,
         set->cells, rank, more, rank, in, set->cells, rank);
  bind(w, binder, set->elem, rank);
}

static void loop_seq(CWriter *w, const IrBinder *binder, const char *more) {
  const IrType *elem = binder->in->type->elem;
  const char *local = w->locals[binder->local];
  const char *at = c_address(w, binder->in);
  const char *in = c_temporary(w), *index = c_temporary(w);
  c_line(w, "const int64_t *const %s = %s;", in, at);
  c_open(w, "for (int64_t %s = 0; %s < %s[0]%s; %s++)", index, index, in, more, index);
  if (!w->used[binder->local])
    return;
  if (c_is_scalar(elem))
    c_line(w, "const int64_t %s = %s[1 + %s];", local, in, index);
  else
    c_line(w, "const int64_t *const %s = %s + 1 + %s * %u;", local, in, index, elem->cells);
}

void c_loop(CWriter *w, const IrBinder *binder, const char *go_on) {
  const char *more = go_on ? c_text(w, " && %s", go_on) : "";
  const char *local = w->locals[binder->local];
  switch (binder->kind) {
  case IRB_VALUES:
    loop_values(w, binder, more);
    break;
  case IRB_SLOTS: {
    const char *pool = c_pool(w, binder->resource), *states = c_states(w, binder->resource, binder->mask);
    c_open(w, "for (int64_t %s = seq_next(%s, %s, %s, 0); %s >= 0%s; %s = seq_next(%s, %s, %s, %s + 1))", local, pool,
           w->state, states, local, more, local, pool, w->state, states, local);
    break;
  }
  case IRB_SET:
    loop_set(w, binder, more);
    break;
  case IRB_SEQ:
    loop_seq(w, binder, more);
    break;
  }
}

/* ---------------------------------------------------------------- what happens in a round */

/* The value that a round adds: the body, or the binder's own. */
static const char *round_cells(CWriter *w, const IrExpr *expr) {
  const IrBinder *binder = &expr->binders[0];
  if (expr->body && !c_is_scalar(expr->body->type))
    return c_address(w, expr->body);
  if (expr->body)
    return c_text(w, "(const int64_t[]){%s}", c_value(w, expr->body).text);
  w->used[binder->local] = true;
  const char *local = w->locals[binder->local];
  return c_is_scalar(binder->type) ? c_text(w, "(const int64_t[]){%s}", local) : local;
}

static const char *round_scalar(CWriter *w, const IrExpr *expr) {
  if (expr->body)
    return c_value(w, expr->body).text;
  w->used[expr->binders[0].local] = true;
  return w->locals[expr->binders[0].local];
}

static void round_collect(CWriter *w, const IrExpr *expr, const char *t) {
  const IrType *elem = expr->type->elem;
  if (expr->quantifier == IRQ_SEQ) {
    c_line(w, "seq_append(m, %s, %s, %u, %u);", t, round_cells(w, expr), elem->cells, expr->type->length);
    return;
  }
  if (c_is_scalar(elem)) {
    c_line(w, "seq_set_add(m, %s, %s, %s, %s);", t, round_scalar(w, expr), c_number(w, elem->lo),
           c_number(w, elem->hi));
    return;
  }
  CElement element = c_element_of(w, round_cells(w, expr), elem);
  c_line(w, "seq_set_add(m, %s, %s, %s, %s);", t, element.value, element.lo, element.hi);
}

static void round_one(CWriter *w, const IrExpr *expr, const char *t, const char *seen) {
  if (expr->quantifier == IRQ_THE) {
    c_open(w, "if (%s)", seen);
    c_line(w, "seq_fault(m);");
    c_close(w);
    if (c_is_scalar(expr->type))
      c_line(w, "%s = %s;", t, round_scalar(w, expr));
    else
      c_line(w, "ops_copy(%s, %s, %u);", t, round_cells(w, expr), expr->type->cells);
  } else {
    const char *value = c_value(w, expr->body).text;
    c_line(w, "%s = %s ? %s(%s, %s) : %s;", t, seen, expr->quantifier == IRQ_MIN ? "seq_min" : "seq_max", t, value,
           value);
  }
  c_line(w, "%s = true;", seen);
}

static void quantifier_round(CWriter *w, const IrExpr *expr, const char *t, const char *seen) {
  if (expr->where) {
    CText where = c_value(w, expr->where);
    c_line(w, "if (!%s)", c_at_least(w, where, C_UNARY));
    c_line(w, "  continue;");
  }
  switch (expr->quantifier) {
  case IRQ_FORALL:
  case IRQ_EXISTS:
    c_line(w, "%s = %s;", t, expr->body ? c_value(w, expr->body).text : "true");
    break;
  case IRQ_COUNT:
    if (expr->body)
      c_line(w, "%s += %s ? 1 : 0;", t, c_at_least(w, c_value(w, expr->body), C_OR));
    else
      c_line(w, "%s++;", t);
    break;
  case IRQ_SUM:
    c_line(w, "%s = seq_add(m, %s, %s);", t, t, c_value(w, expr->body).text);
    break;
  case IRQ_MIN:
  case IRQ_MAX:
  case IRQ_THE:
    round_one(w, expr, t, seen);
    break;
  case IRQ_SET:
  case IRQ_SEQ:
    round_collect(w, expr, t);
    break;
  }
}

const char *c_quantifier(CWriter *w, const IrExpr *expr) {
  const char *t = c_temporary(w), *seen = c_text(w, "%s_seen", t), *go_on = NULL;
  bool is_forall = expr->quantifier == IRQ_FORALL, is_exists = expr->quantifier == IRQ_EXISTS;
  bool is_one = expr->quantifier == IRQ_MIN || expr->quantifier == IRQ_MAX || expr->quantifier == IRQ_THE;
  if (is_forall || is_exists) {
    c_line(w, "bool %s = %s;", t, is_forall ? "true" : "false");
    go_on = is_forall ? t : c_text(w, "!%s", t);
  } else if (c_is_scalar(expr->type)) {
    c_line(w, "int64_t %s = 0;", t);
  } else {
    c_line(w, "int64_t %s[%u] = {0};", t, MAX(expr->type->cells, 1));
  }
  if (is_one)
    c_line(w, "bool %s = false;", seen);
  int indent = w->indent;
  for (int i = 0; i < expr->binder_count; i++)
    c_loop(w, &expr->binders[i], go_on);
  quantifier_round(w, expr, t, seen);
  while (w->indent > indent)
    c_close(w);
  if (is_one) {
    c_line(w, "if (!%s)", seen);
    c_line(w, "  seq_fault(m);");
  }
  return t;
}
