/* The whole of `booking_model.h`: each fn, proc, action, init and observe as a function, between the tables that
 * describe the model and those that name the functions. Every function is written twice: the first time shows which
 * names it reads, so that the second declares no other. */
#include "emit/c_model.h"

#include <string.h>

#include "emit/c_describe.h"
#include "emit/c_tables.h"

typedef void (*Body)(CWriter *w, const void *data);

/* ---------------------------------------------------------------- functions */

/* Does the code, comments apart, hold this word? */
static bool mentions(const char *text, const char *word) {
  size_t length = strlen(word);
  for (const char *at = text; *at; at++) {
    if (at[0] == '/' && at[1] == '*') {
      const char *end = strstr(at, "*/");
      at = end ? end + 1 : at + 1;
      continue;
    }
    if (!g_ascii_isalnum(*at) && *at != '_')
      continue;
    size_t here = 1;
    while (g_ascii_isalnum(at[here]) || at[here] == '_')
      here++;
    if (here == length && strncmp(at, word, length) == 0)
      return true;
    at += here - 1;
  }
  return false;
}

/* The text of a body whose names are known to be read or not. */
static GString *body_text(CWriter *w, const IrFrame *frame, Body body, const void *data) {
  GString *before = w->out;
  w->used = g_new0(bool, frame->local_count + 1);
  w->locals = c_names_locals(w->names, frame);
  w->indent = 1;
  for (int pass = 0; pass < 2; pass++) {
    w->out = g_string_new(NULL);
    w->temporaries = 0;
    body(w, data);
    if (pass == 0)
      g_string_free(w->out, TRUE);
  }
  GString *text = w->out;
  w->out = before;
  w->indent = 0;
  return text;
}

static void body_done(CWriter *w) {
  g_clear_pointer(&w->used, g_free);
  g_clear_pointer(&w->locals, g_free);
}

/* `head` says the parameters, of which `names` (a NULL-ended list) may go unread. */
static void put_function(CWriter *w, const char *head, const char *const *names, const GString *text) {
  c_open(w, "%s", head);
  for (; *names; names++)
    if (!mentions(text->str, *names))
      c_line(w, "(void)%s;", *names);
  g_string_append_len(w->out, text->str, (gssize)text->len);
  c_close(w);
  g_string_append_c(w->out, '\n');
}

/* ---------------------------------------------------------------- fields, functions, procs */

static void put_fields(CWriter *w) {
  for (int r = 0; r < w->model->resource_count; r++) {
    const IrResource *pool = &w->model->resources[r];
    for (int i = 0; i < pool->field_count; i++) {
      const IrField *field = &pool->fields[i];
      bool scalar = c_is_scalar(field->type);
      c_open(w, "static inline %sfield_%s_%s(SeqEval *m, const int64_t *s, int64_t slot)",
             scalar ? "int64_t " : "const int64_t *", pool->name, field->name);
      c_line(w, "return %sseq_field(m, %s, s, slot, FIELD_%s_%s);", scalar ? "*" : "", c_pool(w, r), pool->name,
             field->name);
      c_close(w);
      g_string_append_c(w->out, '\n');
    }
  }
}

static void body_fn(CWriter *w, const void *data) {
  const IrFn *fn = data;
  w->state = "s";
  if (c_is_scalar(fn->type))
    c_line(w, "return %s;", c_value(w, fn->body).text);
  else
    c_make(w, fn->body, "to");
}

static void body_proc(CWriter *w, const void *data) {
  const IrProc *proc = data;
  w->state = "s";
  c_block(w, &proc->body);
}

/* `, int64_t start, const int64_t *parts`; the names go into the array, which has room. */
static void put_params(GString *head, const IrFrame *frame, const char **locals, GPtrArray *names) {
  for (int i = 0; i < frame->param_count; i++) {
    bool scalar = c_is_scalar(frame->locals[i].type);
    g_string_append_printf(head, ", %s%s", scalar ? "int64_t " : "const int64_t *", locals[i]);
    g_ptr_array_add(names, (gpointer)(intptr_t)locals[i]);
  }
}

static char *head_of_fn(const IrFn *fn, const char **locals, GPtrArray *names) {
  GString *head = g_string_new(NULL);
  bool scalar = c_is_scalar(fn->type);
  g_string_printf(head, "static inline %s fn_%s(SeqEval *m, const int64_t *s%s", scalar ? "int64_t" : "void", fn->name,
                  scalar ? "" : ", int64_t *to");
  g_ptr_array_add(names, "m");
  g_ptr_array_add(names, "s");
  put_params(head, &fn->frame, locals, names);
  g_string_append_c(head, ')');
  return g_string_free(head, FALSE);
}

static void put_fns(CWriter *w, bool only_heads) {
  for (int i = 0; i < w->model->fn_count; i++) {
    const IrFn *fn = &w->model->fns[i];
    GString *text = body_text(w, &fn->frame, body_fn, fn);
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    g_autofree char *head = head_of_fn(fn, w->locals, names);
    g_ptr_array_add(names, NULL);
    if (only_heads) {
      c_line(w, "%s;", head);
    } else {
      c_source(w, fn->span, "");
      put_function(w, head, (const char *const *)names->pdata, text);
    }
    g_string_free(text, TRUE);
    body_done(w);
  }
}

static void put_procs(CWriter *w, bool only_heads) {
  for (int i = 0; i < w->model->proc_count; i++) {
    const IrProc *proc = &w->model->procs[i];
    GString *text = body_text(w, &proc->frame, body_proc, proc);
    if (mentions(text->str, "s"))
      g_string_prepend(text, "  int64_t *const s = m->state;\n");
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    GString *head = g_string_new(NULL);
    g_string_printf(head, "static inline void proc_%s(SeqEval *m", proc->name);
    g_ptr_array_add(names, "m");
    put_params(head, &proc->frame, w->locals, names);
    g_string_append_c(head, ')');
    g_ptr_array_add(names, NULL);
    if (only_heads) {
      c_line(w, "%s;", head->str);
    } else {
      c_source(w, proc->span, "");
      put_function(w, head->str, (const char *const *)names->pdata, text);
    }
    g_string_free(head, TRUE);
    g_string_free(text, TRUE);
    body_done(w);
  }
}

/* ---------------------------------------------------------------- actions */

/* The parameters that the text reads, out of the cells of the arguments. */
static void put_arguments(CWriter *w, const IrFrame *frame, GString *text) {
  GString *lines = g_string_new(NULL);
  uint32_t cell = 0;
  for (int i = 0; i < frame->param_count; i++) {
    const IrType *type = frame->locals[i].type;
    if (mentions(text->str, w->locals[i])) {
      if (c_is_scalar(type))
        g_string_append_printf(lines, "  const int64_t %s = a[%u];\n", w->locals[i], cell);
      else
        g_string_append_printf(lines, "  const int64_t *const %s = a + %u;\n", w->locals[i], cell);
    }
    cell += type->cells;
  }
  g_string_prepend(text, lines->str);
  g_string_free(lines, TRUE);
}

static void put_when(CWriter *w, const IrExpr *const *whens, int count) {
  for (int i = 0; i < count; i++) {
    CText when = c_value(w, whens[i]);
    c_line(w, "if (!%s)", c_at_least(w, when, C_UNARY));
    c_line(w, "  return false;");
  }
}

static bool has_plain_after(const IrAction *action, int outcome) {
  for (int i = outcome + 1; i < action->outcome_count; i++)
    if (action->outcomes[i].kind == IRO_PLAIN)
      return true;
  return false;
}

/* One outcome's guard: plain ones are tried until one holds, `may` ones always. */
static void put_offer(CWriter *w, const IrAction *action, int number) {
  const IrOutcome *outcome = &action->outcomes[number];
  const char *name = *outcome->name ? outcome->name : "done";
  bool plain = outcome->kind == IRO_PLAIN;
  int indent = w->indent;
  c_line(w, "/* %s%s */", plain ? "" : "may ", name);
  if (plain && number > 0)
    c_open(w, "if (!chosen)");
  for (int i = 0; i < outcome->when_count; i++)
    c_open(w, "if (%s)", c_value(w, outcome->whens[i]).text);
  if (plain && has_plain_after(action, number))
    c_line(w, "chosen = true;");
  c_line(w, "*ret_offered |= outcome == OUTCOME_%s_%s;", action->name, name);
  while (w->indent > indent)
    c_close(w);
}

static void body_offers(CWriter *w, const void *data) {
  const IrAction *action = data;
  w->state = "s";
  put_when(w, action->whens, action->when_count);
  for (int i = 0; i < action->outcome_count; i++)
    if (action->outcomes[i].kind != IRO_REFUSED)
      put_offer(w, action, i);
  c_line(w, "return true;");
}

static void put_returns(CWriter *w, const IrExpr *returns) {
  if (!returns)
    return;
  c_open(w, "if (ret_value && !m->fault && !m->full)");
  if (c_is_scalar(returns->type))
    c_line(w, "ret_value[0] = %s;", c_value(w, returns).text);
  else
    c_make(w, returns, "ret_value");
  c_close(w);
}

static void body_effects(CWriter *w, const void *data) {
  const IrAction *action = data;
  w->state = "s";
  c_open(w, "switch (outcome)");
  for (int i = 0; i < action->outcome_count; i++) {
    const IrOutcome *outcome = &action->outcomes[i];
    w->indent--;
    c_open(w, "case OUTCOME_%s_%s:", action->name, *outcome->name ? outcome->name : "done");
    c_block(w, &outcome->effect);
    c_line(w, "seq_end(m);");
    put_returns(w, outcome->returns);
    c_line(w, "break;");
    c_close(w);
    w->indent++;
  }
  w->indent--;
  c_line(w, "default:");
  c_line(w, "  seq_fault(m);");
  w->indent++;
  c_close(w);
}

static void body_init_offers(CWriter *w, const void *data) {
  const IrInit *init = data;
  w->state = "s";
  put_when(w, init->whens, init->when_count);
  c_line(w, "*ret_offered = true;");
  c_line(w, "return true;");
}

static void body_init_effect(CWriter *w, const void *data) {
  const IrInit *init = data;
  w->state = "s";
  c_block(w, &init->effect);
  c_line(w, "seq_end(m);");
}

/* A body that gets its parameters from cells. */
static void put_on_cells(CWriter *w, const char *head, const IrFrame *frame, Body body, const void *data,
                         bool is_effect) {
  static const char *const names_offers[] = {"m", "s", "a", "outcome", NULL};
  static const char *const names_effect[] = {"m", "outcome", "a", "ret_value", NULL};
  GString *text = body_text(w, frame, body, data);
  put_arguments(w, frame, text);
  if (is_effect && mentions(text->str, "s"))
    g_string_prepend(text, "  int64_t *const s = m->state;\n");
  if (!is_effect && mentions(text->str, "chosen"))
    g_string_prepend(text, "  bool chosen = false;\n");
  put_function(w, head, is_effect ? names_effect : names_offers, text);
  g_string_free(text, TRUE);
  body_done(w);
}

#define OFFERS_PARAMS "(SeqEval *m, const int64_t *s, const int64_t *a, int outcome, bool *ret_offered)"
#define EFFECT_PARAMS "(SeqEval *m, int outcome, const int64_t *a, int64_t *ret_value)"

static void put_actions(CWriter *w) {
  for (int i = 0; i < w->model->action_count; i++) {
    const IrAction *action = &w->model->actions[i];
    c_source(w, action->span, "");
    put_on_cells(w, c_text(w, "static inline bool offers_%s" OFFERS_PARAMS, action->name), &action->frame, body_offers,
                 action, false);
    put_on_cells(w, c_text(w, "static inline void effect_%s" EFFECT_PARAMS, action->name), &action->frame, body_effects,
                 action, true);
  }
  for (int i = 0; i < w->model->init_count; i++) {
    const IrInit *init = &w->model->inits[i];
    if (init->span.end > 0)
      c_source(w, init->span, "");
    put_on_cells(w, c_text(w, "static inline bool offers_init_%s" OFFERS_PARAMS, init->name), &init->frame,
                 body_init_offers, init, false);
    put_on_cells(w, c_text(w, "static inline void effect_init_%s" EFFECT_PARAMS, init->name), &init->frame,
                 body_init_effect, init, true);
  }
}

static void body_observe(CWriter *w, const void *data) {
  const IrObserve *observe = data;
  w->state = "s";
  if (c_is_scalar(observe->expr->type))
    c_line(w, "to[0] = %s;", c_value(w, observe->expr).text);
  else
    c_make(w, observe->expr, "to");
}

static void put_observes(CWriter *w) {
  static const char *const names[] = {"m", "s", NULL};
  for (int i = 0; i < w->model->observe_count; i++) {
    const IrObserve *observe = &w->model->observes[i];
    GString *text = body_text(w, &observe->frame, body_observe, observe);
    c_source(w, observe->span, "");
    put_function(w,
                 c_text(w, "static inline void observe_%s(SeqEval *m, const int64_t *s, int64_t *to)", observe->name),
                 names, text);
    g_string_free(text, TRUE);
    body_done(w);
  }
}

/* ---------------------------------------------------------------- */

static void put_head(CWriter *w) {
  const IrModel *model = w->model;
  uint32_t slots = 0;
  for (int i = 0; i < model->resource_count; i++)
    slots += model->resources[i].slots;
  const char *base = c_source_name(w);
  g_string_append_printf(w->out,
                         "/* The model of %s as C: what each action may do in a state.\n * Generated by seqcheck; made "
                         "again from the model, "
                         "not changed by hand. */\n#pragma once\n\n",
                         base);
  if (slots > 64)
    g_string_append_printf(w->out, "#define SEQ_NEWS_MOST %u\n", slots);
  g_string_append(w->out, "#include \"seqcheck/eval.h\"\n\n");
}

void c_model_write(CNames *names, GString *out) {
  CWriter w = {.model = c_names_model(names), .names = names, .out = out, .state = "s"};
  w.chunk = g_string_chunk_new(65536);
  w.types = g_ptr_array_new();
  c_describe_ask(&w);
  w.out = g_string_new(NULL);
  put_fns(&w, true);
  put_procs(&w, true);
  g_string_append_c(w.out, '\n');
  put_fields(&w);
  put_fns(&w, false);
  put_procs(&w, false);
  put_actions(&w);
  put_observes(&w);
  c_tables_code(&w);
  GString *code = w.out;
  w.out = out;
  put_head(&w);
  size_t tables = out->len;
  c_describe_enums(&w);
  g_string_append_c(out, '\n');
  c_describe_types(&w);
  g_string_append_c(out, '\n');
  c_describe_pools(&w);
  g_string_append_c(out, '\n');
  c_describe_actions(&w);
  c_wrap_tables(out, tables);
  g_string_append_c(out, '\n');
  g_string_append_len(out, code->str, (gssize)code->len);
  c_tables_model(&w);
  g_string_free(code, TRUE);
  g_ptr_array_unref(w.types);
  g_string_chunk_free(w.chunk);
}
