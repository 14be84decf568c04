/* The dump's part for code: an expression is printed as kind(operands), a statement as a line, with what the user wrote
 * in backticks beside it. Takes IR, appends text. */
#include <string.h>

#include "ir/ir_dump_internal.h"
#include "ir/value.h"

#define QUOTED_BYTES 70

/* The span's text with each run of blanks as one. */
void ir_dump_put_source(const Dump *dump, Span span) {
  const Source *source = dump->model->source;
  if (source == NULL || span.end <= span.start || span.end > source_length(source)) {
    return;
  }
  const char *text = source_text(source);
  size_t from = dump->out->len;
  bool blank = false;
  g_string_append(dump->out, "`");
  for (uint32_t i = span.start; i < span.end; i++) {
    if (text[i] == ' ' || text[i] == '\n' || text[i] == '\t' || text[i] == '\r') {
      blank = true;
      continue;
    }
    g_string_append(dump->out, blank ? " " : "");
    g_string_append_c(dump->out, text[i]);
    blank = false;
    if (dump->out->len - from > QUOTED_BYTES && ((unsigned char)text[i + 1] & 0xC0) != 0x80) {
      g_string_append(dump->out, "...");
      break;
    }
  }
  g_string_append(dump->out, "`");
}

static void dump_local(const Dump *dump, int local) {
  if (dump->frame != NULL && local >= 0 && local < dump->frame->local_count) {
    g_string_append_printf(dump->out, "%s.%d", dump->frame->locals[local].name, local);
  } else {
    g_string_append_printf(dump->out, "local.%d", local);
  }
}

void ir_dump_put_states(const Dump *dump, int resource, uint64_t mask) {
  const IrResource *pool = &dump->model->resources[resource];
  const char *separator = "";
  for (int i = 0; i < pool->state_count; i++) {
    if ((mask >> i & 1) != 0) {
      g_string_append_printf(dump->out, "%s%s", separator, pool->states[i].name);
      separator = "|";
    }
  }
}

void ir_dump_put_binder(const Dump *dump, const IrBinder *binder) {
  dump_local(dump, binder->local);
  if (binder->kind == IRB_VALUES) {
    g_string_append_printf(dump->out, ": %s", binder->type->text);
  } else if (binder->kind == IRB_SLOTS) {
    g_string_append_printf(dump->out, ": %s ", dump->model->resources[binder->resource].name);
    ir_dump_put_states(dump, binder->resource, binder->mask);
    g_string_append(dump->out, binder->either ? " before or after" : "");
  } else {
    g_string_append(dump->out, " in ");
    ir_dump_put_expr(dump, binder->in);
  }
}

static void dump_quantifier(const Dump *dump, const IrExpr *expr) {
  g_string_append_printf(dump->out, "%s(", ir_quantifier_word(expr->quantifier));
  for (int i = 0; i < expr->binder_count; i++) {
    g_string_append(dump->out, i > 0 ? ", " : "");
    ir_dump_put_binder(dump, &expr->binders[i]);
  }
  if (expr->where != NULL) {
    g_string_append(dump->out, " where ");
    ir_dump_put_expr(dump, expr->where);
  }
  if (expr->body != NULL) {
    g_string_append(dump->out, " : ");
    ir_dump_put_expr(dump, expr->body);
  }
  g_string_append_c(dump->out, ')');
}

static void dump_args(const Dump *dump, const IrExpr *const *args, int count) {
  g_string_append_c(dump->out, '(');
  for (int i = 0; i < count; i++) {
    g_string_append(dump->out, i > 0 ? ", " : "");
    ir_dump_put_expr(dump, args[i]);
  }
  g_string_append_c(dump->out, ')');
}

/* What stands before the operands. */
static void dump_head(const Dump *dump, const IrExpr *expr) {
  const IrModel *model = dump->model;
  switch (expr->kind) {
  case IRX_FIELD:
    g_string_append_printf(dump->out, "field %s.%s", model->resources[expr->resource].name,
                           model->resources[expr->resource].fields[expr->index].name);
    return;
  case IRX_IS:
    g_string_append(dump->out, "is ");
    ir_dump_put_states(dump, expr->resource, expr->mask);
    return;
  case IRX_CALL:
    g_string_append_printf(dump->out, "call %s", model->fns[expr->index].name);
    return;
  case IRX_TOKEN:
    g_string_append_printf(dump->out, "token %s", model->tokens[expr->index].name);
    return;
  case IRX_SECRET:
    g_string_append_printf(dump->out, "secret %s", model->secrets[expr->index].name);
    return;
  case IRX_PATH:
    g_string_append_printf(dump->out, "path $%s", expr->text);
    return;
  case IRX_CONVERT:
  case IRX_FILL:
  case IRX_SET:
  case IRX_SEQ:
    g_string_append_printf(dump->out, "%s<%s>", ir_expr_kind_name(expr->kind), expr->type->text);
    return;
  default:
    g_string_append(dump->out, ir_expr_kind_name(expr->kind));
  }
}

/* Recursion is bounded by the nesting of the tree. */
void ir_dump_put_expr(const Dump *dump, const IrExpr *expr) {
  switch (expr->kind) {
  case IRX_CONST:
    value_print(dump->model, expr->type, expr->cells, dump->out);
    return;
  case IRX_LOCAL:
    dump_local(dump, expr->index);
    return;
  case IRX_VAR:
    g_string_append(dump->out, dump->model->vars[expr->index].name);
    return;
  case IRX_QUANTIFIER:
    dump_quantifier(dump, expr);
    return;
  default:
    dump_head(dump, expr);
    dump_args(dump, expr->args, expr->arg_count);
  }
}

static void start_line(const Dump *dump, int indent, const char *what) {
  g_string_append_printf(dump->out, "%*s%s", indent, "", what);
}

static void end_line(const Dump *dump, Span span) {
  g_string_append(dump->out, "   ");
  ir_dump_put_source(dump, span);
  g_string_append_c(dump->out, '\n');
}

void ir_dump_put_expr_line(const Dump *dump, int indent, const char *what, const IrExpr *expr) {
  start_line(dump, indent, what);
  g_string_append_c(dump->out, ' ');
  ir_dump_put_expr(dump, expr);
  end_line(dump, expr->span);
}

void ir_dump_put_frame(const Dump *dump, const IrFrame *frame) {
  for (int i = 0; i < frame->local_count; i++) {
    g_string_append_printf(dump->out, "  local %s.%d: %s%s\n", frame->locals[i].name, i, frame->locals[i].type->text,
                           i < frame->param_count ? " parameter" : "");
  }
}

/* ---------------------------------------------------------------- statements */

static void dump_place(const Dump *dump, const IrPlace *place) {
  if (place->var >= 0) {
    g_string_append(dump->out, dump->model->vars[place->var].name);
  } else {
    ir_dump_put_expr(dump, place->slot);
    g_string_append_printf(dump->out, ".%s", dump->model->resources[place->resource].fields[place->field].name);
  }
  for (int i = 0; i < place->step_count; i++) {
    if (place->steps[i].kind == IRP_UNWRAP) {
      g_string_append_c(dump->out, '!');
    } else {
      g_string_append(dump->out, place->steps[i].kind == IRP_MAP_KEY ? "[key " : "[at ");
      ir_dump_put_expr(dump, place->steps[i].expr);
      g_string_append_c(dump->out, ']');
    }
  }
}

static const char *stmt_word(IrStmtKind kind) {
  static const char *const words[] = {
      [IRS_ASSIGN] = "assign",
      [IRS_MOVE] = "move",
      [IRS_NEW] = "new",
      [IRS_LET] = "let",
      [IRS_IF] = "if",
      [IRS_FOR] = "for",
      [IRS_ADD] = "add",
      [IRS_REMOVE_SET] = "remove",
      [IRS_APPEND] = "append",
      [IRS_PREPEND] = "prepend",
      [IRS_REMOVE_SEQ] = "remove",
      [IRS_DROP_FIRST] = "drop_first",
      [IRS_DROP_LAST] = "drop_last",
      [IRS_CALL] = "call",
      [IRS_RENEW] = "renew",
      [IRS_REQUEST] = "request",
      [IRS_RESPOND] = "respond",
  };
  return words[kind];
}

static void dump_new(const Dump *dump, const IrStmt *stmt) {
  const IrResource *pool = &dump->model->resources[stmt->resource];
  dump_local(dump, stmt->local);
  g_string_append_printf(dump->out, ": %s %s {", pool->name, pool->states[stmt->state].name);
  for (int i = 0; i < pool->field_count; i++) {
    g_string_append_printf(dump->out, "%s %s = ", i > 0 ? "," : "", pool->fields[i].name);
    ir_dump_put_expr(dump, stmt->fields[i]);
  }
  g_string_append(dump->out, " }");
}

static void dump_operands(const Dump *dump, const IrStmt *stmt) {
  switch (stmt->kind) {
  case IRS_NEW:
    dump_new(dump, stmt);
    return;
  case IRS_LET:
    dump_local(dump, stmt->local);
    g_string_append(dump->out, " = ");
    ir_dump_put_expr(dump, stmt->expr);
    return;
  case IRS_FOR:
    ir_dump_put_binder(dump, stmt->binder);
    g_string_append(dump->out, stmt->expr != NULL ? " where " : "");
    break;
  case IRS_CALL:
    g_string_append(dump->out, dump->model->procs[stmt->proc].name);
    dump_args(dump, stmt->args, stmt->arg_count);
    return;
  default:
    break;
  }
  if (stmt->place != NULL) {
    dump_place(dump, stmt->place);
    g_string_append(dump->out, stmt->expr == NULL ? "" : stmt->kind == IRS_ASSIGN ? " = " : ", ");
  }
  if (stmt->expr != NULL) {
    ir_dump_put_expr(dump, stmt->expr);
  }
  if (stmt->kind == IRS_MOVE) {
    g_string_append_printf(dump->out, " -> %s", dump->model->resources[stmt->resource].states[stmt->state].name);
  }
}

static Span first_line_of(const IrStmt *stmt) {
  if (stmt->kind == IRS_IF) {
    return stmt->expr->span;
  }
  return stmt->kind == IRS_FOR ? stmt->binder->span : stmt->span;
}

void ir_dump_put_block(const Dump *dump, int indent, const IrBlock *block) {
  for (int i = 0; i < block->count; i++) {
    const IrStmt *stmt = block->stmts[i];
    if (stmt->kind == IRS_REQUEST) {
      ir_dump_put_request(dump, indent, stmt->request);
      continue;
    }
    if (stmt->kind == IRS_RESPOND) {
      ir_dump_put_respond(dump, indent, stmt->respond);
      continue;
    }
    start_line(dump, indent, stmt_word(stmt->kind));
    g_string_append_c(dump->out, ' ');
    dump_operands(dump, stmt);
    end_line(dump, first_line_of(stmt));
    ir_dump_put_block(dump, indent + 2, &stmt->body);
    if (stmt->else_body.count > 0) {
      g_string_append_printf(dump->out, "%*selse\n", indent, "");
      ir_dump_put_block(dump, indent + 2, &stmt->else_body);
    }
  }
}
