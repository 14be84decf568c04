/* The IR as text, for people who look for a fault in the pipeline: declarations one a block, in their order, then the
 * packed layout. Takes a model, appends to the caller's string; the same model gives the same bytes. */
#include "ir/ir_dump.h"

#include "ir/ir_dump_internal.h"
#include "ir/layout.h"
#include "ir/value.h"

static void dump_things(const Dump *dump, const char *what, const uint64_t *things) {
  const IrModel *model = dump->model;
  g_string_append_printf(dump->out, "    %s", what);
  for (int i = 0; i < model->var_count; i++) {
    if ((things[i / 64] >> i % 64 & 1) != 0) {
      g_string_append_printf(dump->out, " %s", model->vars[i].name);
    }
  }
  for (int r = 0; r < model->resource_count; r++) {
    const IrResource *pool = &model->resources[r];
    for (int f = -1; f < pool->field_count; f++) {
      int thing = model->things_of_resource[r] + 1 + f;
      if ((things[thing / 64] >> thing % 64 & 1) != 0) {
        g_string_append_printf(dump->out, " %s.%s", pool->name, f < 0 ? "state" : pool->fields[f].name);
      }
    }
  }
  g_string_append_c(dump->out, '\n');
}

static void dump_members(const Dump *dump, const IrMember *members, int count) {
  for (int i = 0; i < count; i++) {
    g_string_append_printf(dump->out, " %s", members[i].name);
    if (members[i].wire != members[i].name) {
      g_string_append_printf(dump->out, members[i].wire_is_number ? "=%s" : "=\"%s\"", members[i].wire);
    }
  }
  g_string_append_c(dump->out, '\n');
}

static void dump_state(const Dump *dump) {
  const IrModel *model = dump->model;
  for (int i = 0; i < model->const_count; i++) {
    g_string_append_printf(dump->out, "const %s = ", model->consts[i].name);
    value_print(model, model->consts[i].type, &model->consts[i].value, dump->out);
    g_string_append(dump->out, model->consts[i].overridden ? " overridden\n" : "\n");
  }
  for (int i = 0; i < model->enum_count; i++) {
    g_string_append_printf(dump->out, "%senum %s", model->enums[i].interchangeable ? "interchangeable " : "",
                           model->enums[i].name);
    dump_members(dump, model->enums[i].members, model->enums[i].member_count);
  }
  for (int i = 0; i < model->var_count; i++) {
    const IrVar *var = &model->vars[i];
    g_string_append_printf(dump->out, "var %s: %s at %u+%u = ", var->name, var->type->text, var->cell,
                           var->type->cells);
    value_print(model, var->type, var->initial, dump->out);
    g_string_append_c(dump->out, '\n');
  }
  for (int r = 0; r < model->resource_count; r++) {
    const IrResource *pool = &model->resources[r];
    g_string_append_printf(dump->out, "resource %s[%u] at %u, %u cells a slot, states", pool->name, pool->slots,
                           pool->cell, pool->stride);
    dump_members(dump, pool->states, pool->state_count);
    for (int f = 0; f < pool->field_count; f++) {
      g_string_append_printf(dump->out, "  %s: %s at +%u\n", pool->fields[f].name, pool->fields[f].type->text,
                             pool->fields[f].offset);
    }
  }
  for (int e = 0; e < model->entry_count; e++) {
    const IrEntry *entry = &model->entries[e];
    g_string_append_printf(dump->out, "entries of %s at %u, %u cells every %u", model->resources[entry->resource].name,
                           entry->cell, entry->cells, entry->stride);
    for (int g = 0; g < entry->guard_count; g++) {
      g_string_append_printf(dump->out, ", where cell %u > %" G_GINT64_FORMAT, entry->guards[g].cell,
                             entry->guards[g].above);
    }
    g_string_append_c(dump->out, '\n');
  }
}

static void dump_tokens(const Dump *dump) {
  const IrModel *model = dump->model;
  for (int i = 0; i < model->token_count; i++) {
    const IrToken *token = &model->tokens[i];
    const char *owner = token->resource >= 0 ? model->resources[token->resource].name : "";
    g_string_append_printf(dump->out, "token %s%s%s", owner, *owner != '\0' ? "." : "", token->name);
    if (token->key != NULL) {
      g_string_append_printf(dump->out, "[%s]", token->key->text);
    }
    if (token->unique != NULL) {
      g_string_append(dump->out, " = unique ");
      ir_dump_put_template(dump, token->unique);
    }
    g_string_append_c(dump->out, '\n');
  }
  for (int i = 0; i < model->secret_count; i++) {
    g_string_append_printf(dump->out, "secret %s\n", model->secrets[i].name);
  }
  for (int i = 0; i < model->service_count; i++) {
    g_string_append_printf(dump->out, "service %s \"%s\"\n", model->services[i].name, model->services[i].path);
  }
  const IrEveryRequest *every = &model->every_request;
  if (every->header_count + every->query_count + every->cookie_count > 0) {
    g_string_append(dump->out, "every request");
    ir_dump_put_headers(dump, "header", every->headers, every->header_count);
    ir_dump_put_headers(dump, "query", every->query, every->query_count);
    ir_dump_put_headers(dump, "cookie", every->cookies, every->cookie_count);
    g_string_append_c(dump->out, '\n');
  }
}

static void dump_exprs(const Dump *dump, int indent, const char *what, const IrExpr *const *exprs, int count) {
  for (int i = 0; i < count; i++) {
    ir_dump_put_expr_line(dump, indent, what, exprs[i]);
  }
}

/* ---------------------------------------------------------------- code */

static void dump_outcome(const Dump *dump, const IrOutcome *outcome) {
  static const char *const kinds[] = {"outcome", "may outcome", "refused outcome"};
  g_string_append_printf(dump->out, "  %s%s%s\n", kinds[outcome->kind], *outcome->name != '\0' ? " " : "",
                         outcome->name);
  dump_exprs(dump, 4, "when", outcome->whens, outcome->when_count);
  ir_dump_put_block(dump, 4, &outcome->effect);
  dump_exprs(dump, 4, "ensure", outcome->ensures, outcome->ensure_count);
  dump_exprs(dump, 4, "ensure at run time", outcome->run_ensures, outcome->run_ensure_count);
  if (outcome->returns != NULL) {
    ir_dump_put_expr_line(dump, 4, "returns", outcome->returns);
  }
  if (outcome->respond != NULL) {
    ir_dump_put_respond(dump, 4, outcome->respond);
  }
  dump_things(dump, "reads", outcome->reads);
  dump_things(dump, "writes", outcome->writes);
}

static void dump_action(Dump *dump, const IrAction *action) {
  static const char *const kinds[] = {"action", "manual action", "event action"};
  dump->frame = &action->frame;
  g_string_append_printf(dump->out, "\n%s %s: %" G_GUINT64_FORMAT " arguments\n", kinds[action->kind], action->name,
                         action->argument_count);
  ir_dump_put_frame(dump, &action->frame);
  for (int i = 0; i < action->frame.param_count; i++) {
    if (action->params[i].mask != 0) {
      g_string_append_printf(dump->out, "  in %s: ", action->frame.locals[i].name);
      ir_dump_put_states(dump, action->frame.locals[i].type->decl, action->params[i].mask);
      g_string_append_c(dump->out, '\n');
    }
  }
  if (action->returns != NULL) {
    g_string_append_printf(dump->out, "  returns %s\n", action->returns->text);
  }
  dump_exprs(dump, 2, "when", action->whens, action->when_count);
  if (action->request != NULL) {
    ir_dump_put_request(dump, 2, action->request);
  }
  if (action->receives != NULL) {
    ir_dump_put_receives(dump, 2, action->receives);
  }
  if (action->wait_ms > 0) {
    g_string_append_printf(dump->out, "  wait %" G_GINT64_FORMAT " ms\n", action->wait_ms);
  }
  for (int i = 0; i < action->outcome_count; i++) {
    dump_outcome(dump, &action->outcomes[i]);
  }
}

static void dump_parts(Dump *dump) {
  const IrModel *model = dump->model;
  for (int i = 0; i < model->fn_count; i++) {
    dump->frame = &model->fns[i].frame;
    g_string_append_printf(dump->out, "\nfn %s: %s\n", model->fns[i].name, model->fns[i].type->text);
    ir_dump_put_frame(dump, dump->frame);
    ir_dump_put_expr_line(dump, 2, "=", model->fns[i].body);
  }
  for (int i = 0; i < model->proc_count; i++) {
    dump->frame = &model->procs[i].frame;
    g_string_append_printf(dump->out, "\nproc %s\n", model->procs[i].name);
    ir_dump_put_frame(dump, dump->frame);
    ir_dump_put_block(dump, 2, &model->procs[i].body);
  }
  for (int i = 0; i < model->init_count; i++) {
    const IrInit *init = &model->inits[i];
    dump->frame = &init->frame;
    g_string_append_printf(dump->out, "\ninit %s: %" G_GUINT64_FORMAT " arguments\n", init->name, init->argument_count);
    ir_dump_put_frame(dump, dump->frame);
    dump_exprs(dump, 2, "when", init->whens, init->when_count);
    ir_dump_put_block(dump, 2, &init->effect);
    if (init->request != NULL) {
      ir_dump_put_request(dump, 2, init->request);
    }
  }
  for (int i = 0; i < model->action_count; i++) {
    dump_action(dump, &model->actions[i]);
  }
}

static void dump_contract(Dump *dump, const IrContract *contract) {
  static const char *const kinds[] = {"invariant", "step invariant", "reach", "always reach", "final"};
  dump->frame = &contract->frame;
  g_string_append_printf(dump->out, "\n%s %s", kinds[contract->kind], contract->name);
  for (int i = 0; contract->on != NULL && i < dump->model->action_count; i++) {
    if (contract->on[i]) {
      g_string_append_printf(dump->out, " on %s", dump->model->actions[i].name);
    }
  }
  g_string_append_c(dump->out, '\n');
  ir_dump_put_frame(dump, dump->frame);
  ir_dump_put_expr_line(dump, 2, "holds", contract->expr);
  dump_things(dump, "reads", contract->reads);
}

static void dump_contracts(Dump *dump) {
  const IrModel *model = dump->model;
  for (int i = 0; i < model->contract_count; i++) {
    dump_contract(dump, &model->contracts[i]);
  }
  for (int i = 0; i < model->view_count; i++) {
    dump->frame = &model->views[i].frame;
    g_string_append_printf(dump->out, "\nview %s\n", model->views[i].name);
    dump_exprs(dump, 2, "shows", model->views[i].exprs, model->views[i].expr_count);
  }
  for (int i = 0; i < model->observe_count; i++) {
    dump->frame = &model->observes[i].frame;
    g_string_append_printf(dump->out, "\nobserve %s\n", model->observes[i].name);
    ir_dump_put_expr_line(dump, 2, "value", model->observes[i].expr);
    if (model->observes[i].request != NULL) {
      ir_dump_put_request(dump, 2, model->observes[i].request);
    }
  }
  if (model->teardown.present) {
    dump->frame = &model->teardown.frame;
    g_string_append(dump->out, "\nteardown\n");
    ir_dump_put_block(dump, 2, &model->teardown.body);
    dump_exprs(dump, 2, "ensure", model->teardown.ensures, model->teardown.ensure_count);
  }
}

static void dump_layout(const Dump *dump) {
  const IrLayout *layout = dump->model->layout;
  g_string_append_printf(dump->out, "\nlayout: %u cells in %u bits, %u words\n", dump->model->state_cells,
                         layout->state_bits, layout->state_words);
  for (uint32_t i = 0; i < layout->bits_count; i++) {
    const IrBits *bits = &layout->bits[i];
    g_string_append_printf(dump->out, "  cell %u%s", bits->cell,
                           bits->option  ? " option"
                           : bits->blank ? " or blank"
                                         : "");
    if (bits->width == 0) {
      g_string_append_printf(dump->out, ": always %" G_GINT64_FORMAT "\n", bits->lo);
    } else {
      g_string_append_printf(dump->out, ": word %u bits %d..%d, from %" G_GINT64_FORMAT "\n", bits->word, bits->shift,
                             bits->shift + bits->width - 1, bits->lo);
    }
  }
}

void ir_dump(const IrModel *model, GString *out) {
  Dump dump = {.model = model, .out = out};
  g_string_append_printf(out, "model %s\n", model->name);
  dump_state(&dump);
  dump_tokens(&dump);
  dump_parts(&dump);
  dump_contracts(&dump);
  dump_layout(&dump);
}

void ir_dump_expr(const IrModel *model, const IrExpr *expr, GString *out) {
  Dump dump = {.model = model, .out = out};
  ir_dump_put_expr(&dump, expr);
}
