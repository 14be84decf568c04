/* What a user implements. Takes the model, gives a header with one function for each start, action and observation, and
 * a stub with an empty body for each. */
#include "emit/c_sut.h"

#include <string.h>

/* ---------------------------------------------------------------- what a function hands out */

static void find_news(const IrModel *model, const IrBlock *block, bool *news) {
  for (int i = 0; i < block->count; i++) {
    const IrStmt *stmt = block->stmts[i];
    if (stmt->kind == IRS_NEW)
      news[stmt->resource] = true;
    if (stmt->kind == IRS_CALL)
      find_news(model, &model->procs[stmt->proc].body, news);
    find_news(model, &stmt->body, news);
    find_news(model, &stmt->else_body, news);
  }
}

static bool *news_new(CWriter *w) {
  return g_new0(bool, w->model->resource_count + 1);
}

CFunction c_function_init(CTypes *types, CWriter *w, int init) {
  const IrInit *of = &w->model->inits[init];
  (void)types;
  CFunction function = {.returns = c_text(w, "%s *", c_names_sut(w->names)),
                        .name = c_names_init(w->names, init),
                        .frame = &of->frame,
                        .news = news_new(w)};
  find_news(w->model, &of->effect, function.news);
  return function;
}

CFunction c_function_action(CTypes *types, CWriter *w, int action) {
  const IrAction *of = &w->model->actions[action];
  CFunction function = {.returns = c_text(w, "%s ", c_names_outcome_type(w->names, action)),
                        .name = c_names_action(w->names, action),
                        .takes_sut = true,
                        .frame = &of->frame,
                        .news = news_new(w),
                        .value = of->returns};
  if (of->returns)
    c_types_name(types, of->returns);
  for (int i = 0; i < of->outcome_count; i++)
    find_news(w->model, &of->outcomes[i].effect, function.news);
  return function;
}

CFunction c_function_observe(CTypes *types, CWriter *w, int observe) {
  const IrType *type = w->model->observes[observe].expr->type;
  bool pointer = c_types_by_pointer(type);
  return (CFunction){.returns = pointer ? "void " : c_text(w, "%s ", c_types_name(types, type)),
                     .name = c_names_observe(w->names, observe),
                     .takes_sut = true,
                     .news = news_new(w),
                     .value = pointer ? type : NULL};
}

void c_function_clear(CFunction *function) {
  g_free(function->news);
}

/* `BookingBookOutcome booking_book(BookingSut *sut, int64_t start, BookingHandle *ret_new_booking)`; the parameters'
 * names go into `names` where that is not NULL. */
static char *head(CTypes *types, CWriter *w, const CFunction *function, GPtrArray *names) {
  GString *out = g_string_new(NULL);
  const char *between = "";
  g_string_printf(out, "%s%s(", function->returns, function->name);
  if (function->takes_sut) {
    g_string_append_printf(out, "%s *sut", c_names_sut(w->names));
    g_ptr_array_add(names, (gpointer) "sut");
    between = ", ";
  }
  const char **locals = function->frame ? c_names_locals(w->names, function->frame) : NULL;
  for (int i = 0; function->frame && i < function->frame->param_count; i++) {
    const IrType *type = function->frame->locals[i].type;
    g_string_append_printf(out, "%s%s%s%s", between, c_types_by_pointer(type) ? "const " : "",
                           c_types_name(types, type), c_types_by_pointer(type) ? " *" : " ");
    g_string_append(out, locals[i]);
    g_ptr_array_add(names, (gpointer)(intptr_t)locals[i]);
    between = ", ";
  }
  g_free(locals);
  for (int r = 0; r < w->model->resource_count; r++) {
    if (!function->news[r])
      continue;
    const char *name = c_names_new_handle(w->names, r);
    g_string_append_printf(out, "%s%s *%s", between, c_names_handle(w->names, r), name);
    g_ptr_array_add(names, (gpointer)(intptr_t)name);
    between = ", ";
  }
  if (function->value) {
    g_string_append_printf(out, "%s%s *ret_value", between, c_types_name(types, function->value));
    g_ptr_array_add(names, (gpointer) "ret_value");
    between = ", ";
  }
  g_string_append(out, *between ? ")" : "void)");
  return g_string_free(out, FALSE);
}

/* ---------------------------------------------------------------- comments */

static const char *kind_note(const IrAction *action) {
  switch (action->kind) {
  case IRK_MANUAL:
    return "\n * What a person does: bring it about, or play it";
  case IRK_EVENT:
    return "\n * What happens by itself: bring it about, or wait for it";
  default:
    return "";
  }
}

/* What the new handles are for, as lines of a comment. */
static void note_news(CWriter *w, const CFunction *function, GString *more) {
  for (int r = 0; r < w->model->resource_count; r++)
    if (function->news[r])
      g_string_append_printf(
          more, "\n * %s: a handle for each new %s, in the order in which they come; there is room for all",
          c_names_new_handle(w->names, r), w->model->resources[r].name);
}

static void comment_action(CWriter *w, const CFunction *function, const IrAction *action) {
  GString *more = g_string_new(kind_note(action));
  for (int i = 0; i < action->outcome_count; i++)
    if (action->outcomes[i].kind == IRO_REFUSED)
      g_string_append_printf(more, "\n * %s: what the model forbids is tried, and is to be refused",
                             *action->outcomes[i].name ? action->outcomes[i].name : "done");
  note_news(w, function, more);
  c_source(w, action->span, more->str);
  g_string_free(more, TRUE);
}

static void comment_init(CWriter *w, const CFunction *function, const IrInit *init) {
  GString *more = g_string_new(NULL);
  note_news(w, function, more);
  g_string_append_printf(w->out, "/* A fresh system%s%s; NULL where there can be none.%s */\n",
                         *init->name ? " as after init " : "", init->name, more->str);
  g_string_free(more, TRUE);
}

/* ---------------------------------------------------------------- the header */

static void put_head(CWriter *w) {
  const char *sut = c_names_sut(w->names), *prefix = c_names_prefix(w->names);
  const char *base = c_source_name(w);
  g_string_append_printf(
      w->out,
      "/* What %s asks of the system under test: implement these functions, as %s_sut_stub.c begins "
      "to.\n * Each does one thing with the system and says what came of it; what is right the model "
      "knows.\n *\n * Generated by seqcheck; made again from the model, not changed by hand.\n"
      " * Ownership: handles and values are copied; the %s is yours from reset to teardown. */\n"
      "#pragma once\n\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n\n",
      base, prefix, sut);
  g_string_append(w->out, "#ifndef SEQCHECK_NOTES\n#define SEQCHECK_NOTES\n"
                          "/* Says something about the step at hand, shown where it fails: \"HTTP 500\". */\n"
                          "void seqcheck_note(const char *format, ...) __attribute__((format(printf, 1, 2)));\n"
                          "/* The environment failed (no network, no disk): this run is no verdict on the system. */\n"
                          "void seqcheck_environment(const char *format, ...) __attribute__((format(printf, 1, 2)));\n"
                          "#endif\n\n");
}

static void put_consts(CWriter *w) {
  const IrModel *model = w->model;
  for (int i = 0; i < model->const_count; i++) {
    const IrConst *of = &model->consts[i];
    const char *name = c_names_const(w->names, i);
    const char *value =
        of->type->kind == IRT_ENUM ? c_names_member(w->names, of->type->decl, (int)of->value) : c_number(w, of->value);
    g_string_append_printf(w->out, of->value < 0 ? "#define %s (%s)\n" : "#define %s %s\n", name, value);
  }
  if (model->const_count > 0)
    g_string_append_c(w->out, '\n');
}

static void put_outcomes(CWriter *w, int action) {
  const IrAction *of = &w->model->actions[action];
  const char *type = c_names_outcome_type(w->names, action);
  g_string_append_printf(w->out, "typedef enum %s {\n  %s = -1, /* none of the model's */\n", type,
                         c_names_outcome(w->names, action, -1));
  for (int i = 0; i < of->outcome_count; i++)
    g_string_append_printf(w->out, "  %s = %d,\n", c_names_outcome(w->names, action, i), i);
  g_string_append_printf(w->out, "} %s;\n\n", type);
}

typedef void (*EachFunction)(CTypes *types, CWriter *w, const CFunction *function, int action);

/* Starts, teardown, actions, observations; `each` gets -1 for what is no action. */
static void for_functions(CTypes *types, CWriter *w, bool comments, EachFunction each) {
  const IrModel *model = w->model;
  for (int i = 0; i < model->init_count; i++) {
    CFunction function = c_function_init(types, w, i);
    if (comments)
      comment_init(w, &function, &model->inits[i]);
    each(types, w, &function, -1);
    c_function_clear(&function);
  }
  for (int i = 0; i < model->action_count; i++) {
    CFunction function = c_function_action(types, w, i);
    if (comments)
      comment_action(w, &function, &model->actions[i]);
    each(types, w, &function, i);
    c_function_clear(&function);
  }
  for (int i = 0; i < model->observe_count; i++) {
    CFunction function = c_function_observe(types, w, i);
    if (comments)
      c_source(w, model->observes[i].span, "\n * Only looks; is called after the steps");
    each(types, w, &function, -1);
    c_function_clear(&function);
  }
}

static void put_declaration(CTypes *types, CWriter *w, const CFunction *function, int action) {
  (void)action;
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  g_autofree char *text = head(types, w, function, names);
  c_line(w, "%s;", text);
  g_string_append_c(w->out, '\n');
}

static void ask(CTypes *types, CWriter *w, const CFunction *function, int action) {
  (void)action;
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  g_free(head(types, w, function, names));
}

void c_sut_write(CTypes *types, CWriter *w) {
  const char *sut = c_names_sut(w->names);
  for_functions(types, w, false, ask); /* so that every type is known before it is declared */
  put_head(w);
  put_consts(w);
  g_string_append_printf(w->out, "/* Yours: define it in your adapter. */\ntypedef struct %s %s;\n\n", sut, sut);
  c_types_declare(types);
  for (int i = 0; i < w->model->action_count; i++)
    put_outcomes(w, i);
  g_string_append_printf(w->out,
                         "/* Gives everything back; called after every sequence, whatever happened. */\n"
                         "void %s_teardown(%s *sut);\n\n",
                         c_names_prefix(w->names), sut);
  for_functions(types, w, true, put_declaration);
  g_string_truncate(w->out, w->out->len - 1);
}

/* ---------------------------------------------------------------- the stub */

static void put_stub(CTypes *types, CWriter *w, const CFunction *function, int action) {
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  g_autofree char *text = head(types, w, function, names);
  c_open(w, "%s", text);
  for (guint i = 0; i < names->len; i++)
    c_line(w, "(void)%s;", (const char *)g_ptr_array_index(names, i));
  if (!function->takes_sut)
    c_line(w, "return calloc(1, sizeof(%s));", c_names_sut(w->names));
  else if (action >= 0)
    c_line(w, "return %s; /* do it, and say what came of it */", c_names_outcome(w->names, action, -1));
  else if (strcmp(function->returns, "void ") != 0) {
    c_line(w, "%snothing = {0};", function->returns);
    c_line(w, "return nothing; /* what the system shows */");
  }
  c_close(w);
  g_string_append_c(w->out, '\n');
}

void c_stub_write(CTypes *types, CWriter *w) {
  const char *sut = c_names_sut(w->names), *prefix = c_names_prefix(w->names);
  g_string_append_printf(
      w->out,
      "/* Drives the system under test for %s: start from here. `seqcheck generate` leaves this file "
      "alone once it is\n * there. Ownership: a %s is made by reset and given back by teardown. */\n"
      "#include <stdlib.h>\n\n#include \"%s_sut.h\"\n\nstruct %s {\n"
      "  int nothing; /* what you need to reach the system */\n};\n\n",
      w->model->name, sut, prefix, sut);
  g_string_append_printf(w->out, "void %s_teardown(%s *sut) {\n  free(sut);\n}\n\n", prefix, sut);
  for_functions(types, w, false, put_stub);
  g_string_truncate(w->out, w->out->len - 1);
}
