/* The dump's frame and its declarations, in the order written. Takes a tree, checked or not, and gives text; the same
 * tree, the same bytes. Deep nodes are not indented further than MOST_INDENT, lest the text grow with the square of the
 * depth. */
#include "lang/ast_dump.h"

#include <stdarg.h>

#include "lang/ast_dump_internal.h"

enum { MOST_INDENT = 120 };

void dump_open(Dump *dump, const char *word) {
  if (dump->depth > 0) {
    g_string_append_c(dump->out, '\n');
  }
  for (unsigned i = 0; i < MIN(dump->depth * 2, MOST_INDENT); i++) {
    g_string_append_c(dump->out, ' ');
  }
  g_string_append_c(dump->out, '(');
  g_string_append(dump->out, word);
  dump->depth++;
}

void dump_close(Dump *dump) {
  g_string_append_c(dump->out, ')');
  dump->depth--;
}

void dump_span(Dump *dump, Span span) {
  int line = 0, column = 0, end_line = 0, end_column = 0;
  if (span.end == 0) {
    return;
  }
  source_locate(dump->source, span.start, &line, &column);
  source_locate(dump->source, span.end, &end_line, &end_column);
  g_string_append_printf(dump->out, " @%d:%d-%d:%d", line, column, end_line, end_column);
}

void dump_name(Dump *dump, const char *name) {
  if (name != NULL) {
    g_string_append_c(dump->out, ' ');
    g_string_append(dump->out, name);
  }
}

void dump_text(Dump *dump, const char *text, size_t length) {
  g_string_append(dump->out, " \"");
  for (size_t i = 0; i < length; i++) {
    unsigned char byte = (unsigned char)text[i];
    if (byte == '"' || byte == '\\') {
      g_string_append_c(dump->out, '\\');
      g_string_append_c(dump->out, (char)byte);
    } else if (byte < 0x20 || byte == 0x7F) {
      g_string_append_printf(dump->out, "\\u{%X}", byte);
    } else {
      g_string_append_c(dump->out, (char)byte);
    }
  }
  g_string_append_c(dump->out, '"');
}

void dump_attribute(Dump *dump, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  g_string_append_vprintf(dump->out, format, arguments);
  va_end(arguments);
}

static const char *decl_word(const Decl *decl) {
  static const char *const words[] = {
      [DECL_CONST] = "const",
      [DECL_TYPE] = "type",
      [DECL_ENUM] = "enum",
      [DECL_RESOURCE] = "resource",
      [DECL_VAR] = "var",
      [DECL_FN] = "fn",
      [DECL_PROC] = "proc",
      [DECL_INIT] = "init",
      [DECL_ACTION] = "action",
      [DECL_INVARIANT] = "invariant",
      [DECL_STEP_INVARIANT] = "step-invariant",
      [DECL_REACH] = "reach",
      [DECL_ALWAYS_REACH] = "always-reach",
      [DECL_FINAL] = "final",
      [DECL_VIEW] = "view",
      [DECL_OBSERVE] = "observe",
      [DECL_TEARDOWN] = "teardown",
      [DECL_SECRET] = "secret",
      [DECL_TOKEN] = "token",
      [DECL_SERVICE] = "service",
      [DECL_EVERY_REQUEST] = "every-request",
  };
  return words[decl->kind];
}

static void dump_members(Dump *dump, const char *role, const List *members) {
  for (size_t i = 0; i < members->count; i++) {
    const MemberDecl *member = LIST_GET(*members, MemberDecl, i);
    dump_open(dump, role);
    dump_name(dump, member->name.text);
    dump_span(dump, member->name.span);
    dump_template(dump, member->wire);
    dump_close(dump);
  }
}

static void dump_token(Dump *dump, const TokenDecl *token) {
  dump_type(dump, token->key);
  dump_template_as(dump, "unique", token->unique);
}

static void dump_resource(Dump *dump, const ResourceDecl *resource) {
  dump_expr_as(dump, "size", resource->size);
  dump_members(dump, "state", &resource->states);
  for (size_t i = 0; i < resource->fields.count; i++) {
    const FieldDecl *field = LIST_GET(resource->fields, FieldDecl, i);
    dump_open(dump, "field");
    dump_name(dump, field->name.text);
    dump_span(dump, field->span);
    dump_type(dump, field->type_expr);
    dump_expr_as(dump, "default", field->value);
    dump_close(dump);
  }
  for (size_t i = 0; i < resource->tokens.count; i++) {
    const TokenDecl *token = LIST_GET(resource->tokens, TokenDecl, i);
    dump_open(dump, "token");
    dump_name(dump, token->decl.name.text);
    dump_token(dump, token);
    dump_close(dump);
  }
}

static void dump_init(Dump *dump, const InitDecl *init) {
  dump_locals(dump, &init->params);
  dump_exprs_as(dump, "when", &init->whens);
  dump_statements(dump, &init->statements);
  dump_request(dump, init->request);
}

static void dump_action(Dump *dump, const ActionDecl *action) {
  static const char *const kinds[] = {[ACTION_API] = NULL, [ACTION_MANUAL] = "manual", [ACTION_EVENT] = "event"};
  dump_name(dump, kinds[action->action_kind]);
  dump_locals(dump, &action->params);
  dump_template_as(dump, "text", action->text);
  if (action->has_body) {
    dump_body(dump, &action->body);
  }
}

static void dump_contract(Dump *dump, const ContractDecl *contract) {
  if (contract->on.count > 0) {
    g_string_append(dump->out, " on");
    dump_names(dump, &contract->on);
  }
  dump_template_as(dump, "message", contract->message);
  dump_expr(dump, contract->expr);
}

static void dump_observe(Dump *dump, const ObserveDecl *observe) {
  static const char *const pagings[] = {NULL, "paged-by-header", "paged-by-cursor", "paged-by-offset"};
  dump_name(dump, pagings[observe->paging]);
  if (observe->when == OBSERVE_AT_END) {
    dump_name(dump, "at-end");
  } else if (observe->when == OBSERVE_EACH_N_STEPS) {
    dump_attribute(dump, " each %" G_GINT64_FORMAT, observe->every_steps);
  }
  if (observe->within_ms != 0) {
    dump_attribute(dump, " within %" G_GINT64_FORMAT " ms", observe->within_ms);
  }
  dump_expr(dump, observe->expr);
  dump_request(dump, observe->request);
  dump_template_as(dump, "page", observe->paged_by);
}

/* The declarations of values: const, type, enum, var, fn, proc. */
static void dump_value_decl(Dump *dump, const Decl *decl) {
  switch (decl->kind) {
  case DECL_CONST:
    dump_expr(dump, ((const ConstDecl *)decl)->value);
    break;
  case DECL_TYPE:
    dump_type(dump, ((const TypeDecl *)decl)->type_expr);
    break;
  case DECL_ENUM:
    dump_members(dump, "member", &((const EnumDecl *)decl)->members);
    break;
  case DECL_VAR:
    dump_type(dump, ((const VarDecl *)decl)->type_expr);
    dump_expr_as(dump, "default", ((const VarDecl *)decl)->value);
    break;
  case DECL_FN:
    dump_locals(dump, &((const FnDecl *)decl)->params);
    dump_type(dump, ((const FnDecl *)decl)->result);
    dump_expr(dump, ((const FnDecl *)decl)->body);
    break;
  default:
    dump_locals(dump, &((const ProcDecl *)decl)->params);
    dump_statements(dump, &((const ProcDecl *)decl)->statements);
    break;
  }
}

static void dump_decl_inside(Dump *dump, const Decl *decl) {
  switch (decl->kind) {
  case DECL_RESOURCE:
    dump_resource(dump, (const ResourceDecl *)decl);
    break;
  case DECL_INIT:
    dump_init(dump, (const InitDecl *)decl);
    break;
  case DECL_ACTION:
    dump_action(dump, (const ActionDecl *)decl);
    break;
  case DECL_INVARIANT:
  case DECL_STEP_INVARIANT:
  case DECL_REACH:
  case DECL_ALWAYS_REACH:
  case DECL_FINAL:
    dump_contract(dump, (const ContractDecl *)decl);
    break;
  case DECL_VIEW:
    dump_exprs_as(dump, "column", &((const ViewDecl *)decl)->exprs);
    break;
  case DECL_OBSERVE:
    dump_observe(dump, (const ObserveDecl *)decl);
    break;
  case DECL_TEARDOWN:
    dump_statements(dump, &((const TeardownDecl *)decl)->statements);
    dump_exprs_as(dump, "ensure", &((const TeardownDecl *)decl)->ensures);
    break;
  case DECL_SECRET:
    break;
  case DECL_TOKEN:
    dump_token(dump, (const TokenDecl *)decl);
    break;
  case DECL_SERVICE:
    dump_template(dump, ((const ServiceDecl *)decl)->path);
    break;
  case DECL_EVERY_REQUEST:
    dump_headers(dump, "header", &((const EveryRequestDecl *)decl)->headers);
    dump_headers(dump, "query", &((const EveryRequestDecl *)decl)->query);
    dump_headers(dump, "cookie", &((const EveryRequestDecl *)decl)->cookies);
    break;
  default:
    dump_value_decl(dump, decl);
    break;
  }
}

static bool is_interchangeable(const Decl *decl) {
  return (decl->kind == DECL_TYPE && ((const TypeDecl *)decl)->interchangeable) ||
         (decl->kind == DECL_ENUM && ((const EnumDecl *)decl)->interchangeable);
}

void ast_dump(const Model *model, GString *out) {
  Dump dump = {.source = model->source, .out = out};
  dump_open(&dump, "model");
  dump_name(&dump, model->name.text);
  for (size_t i = 0; i < model->decls.count; i++) {
    const Decl *decl = LIST_GET(model->decls, Decl, i);
    dump_open(&dump, decl_word(decl));
    dump_name(&dump, decl->name.text);
    if (is_interchangeable(decl)) {
      dump_name(&dump, "interchangeable");
    }
    dump_span(&dump, decl->span);
    dump_decl_inside(&dump, decl);
    dump_close(&dump);
  }
  dump_close(&dump);
  g_string_append_c(out, '\n');
}
