/* Values that are more than one cell: options, sets, seqs, maps. Where they lie in the state, in a constant or in a
 * local their address is written; what has to be made is made in an array of the block at hand. */
#include "emit/c_code.h"

/* A place of its own for a value of this type; zero. */
static const char *array(CWriter *w, uint32_t cells) {
  const char *t = c_temporary(w);
  c_line(w, "int64_t %s[%u] = {0};", t, MAX(cells, 1));
  return t;
}

static const char *made(CWriter *w, const IrExpr *expr) {
  const char *t = array(w, expr->type->cells);
  c_make(w, expr, t);
  return t;
}

/* ---------------------------------------------------------------- addresses */

static const char *map_at(CWriter *w, const IrExpr *expr) {
  const IrType *map = expr->args[0]->type;
  const char *at = c_address(w, expr->args[0]);
  const char *key = c_value(w, expr->args[1]).text;
  if (map->key->kind == IRT_RESOURCE)
    key = c_text(w, "seq_there(m, %s, %s, %s)", c_pool(w, map->key->decl), w->state, key);
  return c_text(w, "seq_entry(m, %s, %s, %s, %s, %u)", at, key, c_number(w, map->key->lo), c_number(w, map->key->hi),
                map->elem->cells);
}

static const char *item_at(CWriter *w, const IrExpr *expr) {
  const char *at = c_address(w, expr->args[0]);
  uint32_t cells = expr->args[0]->type->elem->cells;
  if (expr->kind == IRX_LAST)
    return c_text(w, "seq_last(m, %s, %u)", at, cells);
  const char *index = expr->kind == IRX_FIRST ? "0" : c_value(w, expr->args[1]).text;
  return c_text(w, "seq_item(m, %s, %s, %u)", at, index, cells);
}

static const char *field_at(CWriter *w, const IrExpr *expr) {
  const IrResource *pool = &w->model->resources[expr->resource];
  CText slot = c_value(w, expr->args[0]);
  return c_text(w, "field_%s_%s(m, %s, %s)", pool->name, pool->fields[expr->index].name, w->state, slot.text);
}

/* T? to T where nothing but the wrapping changes. */
static bool is_unwrapping(const IrType *from, const IrType *to) {
  return from->kind == IRT_OPTION && ir_type_same(from->elem, to);
}

const char *c_address(CWriter *w, const IrExpr *expr) {
  switch (expr->kind) {
  case IRX_CONST:
    return c_constant(w, expr->type, expr->cells);
  case IRX_VAR:
    return c_text(w, "&%s[VAR_%s]", w->state, w->model->vars[expr->index].name);
  case IRX_LOCAL:
    w->used[expr->index] = true;
    return w->locals[expr->index];
  case IRX_FIELD:
    return field_at(w, expr);
  case IRX_MAP_AT:
    return map_at(w, expr);
  case IRX_SEQ_AT:
  case IRX_FIRST:
  case IRX_LAST:
    return item_at(w, expr);
  case IRX_CONVERT:
    if (ir_type_same(expr->args[0]->type, expr->type))
      return c_address(w, expr->args[0]);
    if (is_unwrapping(expr->args[0]->type, expr->type))
      return c_text(w, "seq_some(m, %s)", c_address(w, expr->args[0]));
    return made(w, expr);
  case IRX_OLD: {
    const char *state = w->state;
    w->state = "m->old";
    const char *at = c_address(w, expr->args[0]);
    w->state = state;
    return at;
  }
  default:
    return made(w, expr);
  }
}

/* ---------------------------------------------------------------- elements of sets */

static CElement element_limits(CWriter *w, const char *value, const IrType *elem) {
  if (c_is_scalar(elem))
    return (CElement){value, c_number(w, elem->lo), c_number(w, elem->hi)};
  return (CElement){value, "0", c_number(w, (int64_t)elem->count - 1)};
}

CElement c_element_of(CWriter *w, const char *cells, const IrType *elem) {
  return element_limits(w, c_text(w, "(int64_t)seq_rank(%s, %s)", c_type(w, elem), cells), elem);
}

CElement c_element(CWriter *w, const IrExpr *element, const IrType *set) {
  if (c_is_scalar(element->type))
    return element_limits(w, c_value(w, element).text, set->elem);
  return c_element_of(w, c_address(w, element), set->elem);
}

/* ---------------------------------------------------------------- made */

static void make_set(CWriter *w, const IrExpr *expr, const char *to) {
  for (int i = 0; i < expr->arg_count; i++) {
    CElement element = c_element(w, expr->args[i], expr->type);
    c_line(w, "seq_set_add(m, %s, %s, %s, %s);", to, element.value, element.lo, element.hi);
  }
}

/* The cells of an expression's value, for a function that takes any. */
static const char *cells_of(CWriter *w, const IrExpr *expr) {
  if (!c_is_scalar(expr->type))
    return c_address(w, expr);
  return c_text(w, "(const int64_t[]){%s}", c_value(w, expr).text);
}

static void make_seq(CWriter *w, const IrExpr *expr, const char *to) {
  for (int i = 0; i < expr->arg_count; i++)
    c_line(w, "seq_append(m, %s, %s, %u, %u);", to, cells_of(w, expr->args[i]), expr->type->elem->cells,
           expr->type->length);
}

static void make_joined(CWriter *w, const IrExpr *expr, const char *to) {
  const char *x = c_address(w, expr->args[0]), *y = c_address(w, expr->args[1]);
  if (expr->kind == IRX_CONCAT) {
    c_line(w, "seq_concat(m, %s, %s, %s, %u, %u);", to, x, y, expr->type->elem->cells, expr->type->length);
    return;
  }
  const char *function = expr->kind == IRX_UNION        ? "seq_union"
                         : expr->kind == IRX_DIFFERENCE ? "seq_difference"
                                                        : "seq_intersection";
  c_line(w, "%s(%s, %s, %s, %u);", function, to, x, y, expr->type->cells);
}

/* A scalar into an option (of an option ...) of it. */
static void make_some(CWriter *w, const IrExpr *expr, const char *to) {
  const IrType *from = expr->args[0]->type, *type = expr->type;
  const char *value = c_value(w, expr->args[0]).text;
  uint32_t cell = 0;
  for (; type->kind == IRT_OPTION; type = type->elem)
    c_line(w, "%s[%u] = 1;", to, cell++);
  if (type->kind == IRT_RANGE && (from->lo < type->lo || from->hi > type->hi || from->kind == IRT_INT))
    value = c_text(w, "seq_within(m, %s, %s, %s)", value, c_number(w, type->lo), c_number(w, type->hi));
  c_line(w, "%s[%u] = %s;", to, cell, value);
}

static void make_converted(CWriter *w, const IrExpr *expr, const char *to) {
  const IrExpr *from = expr->args[0];
  if (c_is_scalar(from->type)) {
    make_some(w, expr, to);
    return;
  }
  const char *at = c_address(w, from);
  c_line(w, "seq_convert_to(m, %s, %s, %s, %s);", c_type(w, from->type), c_type(w, expr->type), at, to);
}

static void make_choice(CWriter *w, const IrExpr *expr, const char *to) {
  c_open(w, "if (%s)", c_value(w, expr->args[0]).text);
  c_make(w, expr->args[1], to);
  w->indent--;
  c_open(w, "} else");
  c_make(w, expr->args[2], to);
  c_close(w);
}

static void make_call(CWriter *w, const IrExpr *expr, const char *to) {
  GString *text = g_string_new(NULL);
  g_string_printf(text, "fn_%s(m, %s, %s", w->model->fns[expr->index].name, w->state, to);
  for (int i = 0; i < expr->arg_count; i++) {
    const IrExpr *arg = expr->args[i];
    g_string_append_printf(text, ", %s", c_is_scalar(arg->type) ? c_value(w, arg).text : c_address(w, arg));
  }
  c_line(w, "%s);", text->str);
  g_string_free(text, TRUE);
}

void c_make(CWriter *w, const IrExpr *expr, const char *to) {
  switch (expr->kind) {
  case IRX_SET:
    make_set(w, expr, to);
    break;
  case IRX_SEQ:
    make_seq(w, expr, to);
    break;
  case IRX_UNION:
  case IRX_DIFFERENCE:
  case IRX_INTERSECT:
  case IRX_CONCAT:
    make_joined(w, expr, to);
    break;
  case IRX_CONVERT:
    if (ir_type_same(expr->args[0]->type, expr->type))
      c_make(w, expr->args[0], to);
    else
      make_converted(w, expr, to);
    break;
  case IRX_FILL:
    c_line(w, "seq_fill(%s, %s, %u, %u);", to, cells_of(w, expr->args[0]), expr->args[0]->type->cells,
           expr->type->cells);
    break;
  case IRX_IF:
    make_choice(w, expr, to);
    break;
  case IRX_CALL:
    make_call(w, expr, to);
    break;
  case IRX_QUANTIFIER:
    c_line(w, "ops_copy(%s, %s, %u);", to, c_quantifier(w, expr), expr->type->cells);
    break;
  default:
    c_line(w, "ops_copy(%s, %s, %u);", to, c_address(w, expr), expr->type->cells);
  }
}
