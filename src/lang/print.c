/* Declarations and whole models as text: takes a tree, gives the canonical layout, declarations in the order written, a
 * blank line between two. Of a checked model implied things are written out (see print.h); that costs nothing here,
 * since the checker has left them in the tree. */
#include <inttypes.h>
#include <string.h>

#include "lang/print_internal.h"

static const Name *decl_name(const Decl *decl) {
  return &decl->name;
}

/* word NAME */
static void emit_head(const char *word, const Decl *decl, GString *out) {
  g_string_append(out, word);
  if (decl_name(decl)->text == NULL) {
    return;
  }
  g_string_append_c(out, ' ');
  print_name(decl_name(decl), out);
}

/* A scalar of a known type, as an expression that says the same. */
static void emit_value(const Type *type, int64_t value, GString *out) {
  if (type->kind == TYPE_BOOL) {
    g_string_append(out, value != 0 ? "true" : "false");
    return;
  }
  if (type->kind == TYPE_ENUM && value >= 0 && (size_t)value < type->decl_enum->members.count) {
    const MemberDecl *member = LIST_GET(type->decl_enum->members, MemberDecl, value);
    print_name(&type->decl_enum->decl.name, out);
    g_string_append_c(out, '.');
    print_name(&member->name, out);
    return;
  }
  g_string_append_printf(out, "%" PRId64, value);
}

static bool is_scalar(const Type *type) {
  return type->kind == TYPE_BOOL || type->kind == TYPE_INT || type->kind == TYPE_RANGE || type->kind == TYPE_ENUM;
}

/* const N = value: the value where it is known, for -D may have changed it. */
static void emit_const(const ConstDecl *decl, GString *out) {
  emit_head("const", &decl->decl, out);
  g_string_append(out, " = ");
  if (decl->type != NULL && is_scalar(decl->type)) {
    emit_value(decl->type, decl->folded, out);
  } else {
    print_expr(decl->value, out);
  }
}

static void emit_type(const TypeDecl *decl, GString *out) {
  emit_head(decl->interchangeable ? "interchangeable type" : "type", &decl->decl, out);
  g_string_append(out, " = ");
  print_type_expr(decl->type_expr, out);
}

static void emit_members(const List *members, GString *out) {
  for (size_t i = 0; i < members->count; i++) {
    const MemberDecl *member = LIST_GET(*members, MemberDecl, i);
    if (i > 0) {
      g_string_append(out, ", ");
    }
    print_name(&member->name, out);
    if (member->wire == NULL) {
      continue;
    }
    g_string_append(out, " = ");
    print_template(member->wire, out);
  }
}

static void emit_enum(const EnumDecl *decl, GString *out) {
  emit_head(decl->interchangeable ? "interchangeable enum" : "enum", &decl->decl, out);
  g_string_append(out, " { ");
  emit_members(&decl->members, out);
  g_string_append(out, " }");
}

static void emit_token(const TokenDecl *decl, GString *out) {
  emit_head("token", &decl->decl, out);
  if (decl->key != NULL) {
    g_string_append_c(out, '[');
    print_type_expr(decl->key, out);
    g_string_append_c(out, ']');
  }
  if (decl->unique == NULL) {
    return;
  }
  g_string_append(out, " = unique ");
  print_string(decl->unique, out);
}

static void emit_resource(const ResourceDecl *decl, GString *out) {
  emit_head("resource", &decl->decl, out);
  g_string_append_c(out, '[');
  print_expr(decl->size, out);
  g_string_append(out, "] {");
  if (decl->states.count > 0) {
    g_string_append(out, "\n  states ");
    emit_members(&decl->states, out);
  }
  for (size_t i = 0; i < decl->fields.count; i++) {
    const FieldDecl *field = LIST_GET(decl->fields, FieldDecl, i);
    print_line(1, out);
    print_name(&field->name, out);
    g_string_append(out, ": ");
    print_type_expr(field->type_expr, out);
    if (field->value == NULL) {
      continue;
    }
    g_string_append(out, " = ");
    print_expr(field->value, out);
  }
  for (size_t i = 0; i < decl->tokens.count; i++) {
    const TokenDecl *token = LIST_GET(decl->tokens, TokenDecl, i);
    if (token->decl.name.text == NULL || strcmp(token->decl.name.text, "id") == 0) {
      continue; /* implied */
    }
    print_line(1, out);
    emit_token(token, out);
  }
  g_string_append(out, "\n}");
}

/* The value that a var of this type has when nothing is said; false where the language has no word for it. */
static bool emit_implied_value(const Type *type, GString *out) {
  if (type->kind == TYPE_MAP) {
    return emit_implied_value(type->elem, out);
  }
  const char *word = type->kind == TYPE_OPTION ? "none"
                     : type->kind == TYPE_SET  ? "{}"
                     : type->kind == TYPE_SEQ  ? "[]"
                                               : NULL;
  if (word == NULL &&
      (type->kind == TYPE_INT || !is_scalar(type) || (type->kind == TYPE_RANGE && type->hi < type->lo))) {
    return false;
  }
  g_string_append(out, " = ");
  if (word != NULL) {
    g_string_append(out, word);
  } else {
    emit_value(type, type->kind == TYPE_RANGE ? type->lo : 0, out);
  }
  return true;
}

static void emit_var(const VarDecl *decl, GString *out) {
  emit_head("var", &decl->decl, out);
  g_string_append(out, ": ");
  print_type_expr(decl->type_expr, out);
  if (decl->value != NULL) {
    g_string_append(out, " = ");
    print_expr(decl->value, out);
  } else if (decl->type != NULL) {
    emit_implied_value(decl->type, out);
  }
}

static void emit_fn(const FnDecl *decl, GString *out) {
  emit_head("fn", &decl->decl, out);
  print_parameters(&decl->params, out);
  g_string_append(out, ": ");
  print_type_expr(decl->result, out);
  g_string_append(out, " =\n  ");
  print_expr(decl->body, out);
}

static void emit_proc(const ProcDecl *decl, GString *out) {
  emit_head("proc", &decl->decl, out);
  print_parameters(&decl->params, out);
  g_string_append_c(out, ' ');
  print_block(&decl->statements, 0, out);
}

static void emit_init(const InitDecl *decl, GString *out) {
  emit_head("init", &decl->decl, out);
  if (decl->params.count > 0) {
    print_parameters(&decl->params, out);
  }
  g_string_append(out, " {");
  for (size_t i = 0; i < decl->whens.count; i++) {
    g_string_append(out, "\n  when ");
    print_expr(LIST_GET(decl->whens, Expr, i), out);
  }
  print_statements(&decl->statements, 1, out);
  if (decl->request != NULL) {
    print_line(1, out);
    print_request(decl->request, out);
    if (decl->request->respond != NULL) {
      print_line(1, out);
      print_respond(decl->request->respond, out);
    }
  }
  g_string_append(out, "\n}");
}

static void emit_action(const ActionDecl *decl, GString *out) {
  static const char *const words[] = {
      [ACTION_API] = "action", [ACTION_MANUAL] = "manual action", [ACTION_EVENT] = "event action"};
  emit_head(words[decl->action_kind], &decl->decl, out);
  print_parameters(&decl->params, out);
  if (decl->text != NULL) {
    g_string_append_c(out, ' ');
    print_string(decl->text, out);
  }
  if (decl->has_body) {
    print_action_body(decl, out);
  }
}

static void emit_contract(const char *word, const ContractDecl *decl, GString *out) {
  emit_head(word, &decl->decl, out);
  if (decl->message != NULL) {
    g_string_append_c(out, ' ');
    print_string(decl->message, out);
  }
  if (decl->on.count > 0) {
    g_string_append(out, " on ");
    print_names(&decl->on, ", ", out);
  }
  g_string_append(out, decl->decl.kind == DECL_FINAL ? " " : ":\n  ");
  print_expr(decl->expr, out);
}

static void emit_view(const ViewDecl *decl, GString *out) {
  emit_head("view", &decl->decl, out);
  g_string_append(out, " = ");
  for (size_t i = 0; i < decl->exprs.count; i++) {
    if (i > 0) {
      g_string_append(out, ", ");
    }
    print_expr_open(LIST_GET(decl->exprs, Expr, i), i + 1 == decl->exprs.count, out);
  }
}

static void emit_observe_rules(const ObserveDecl *decl, GString *out) {
  static const char *const pagings[] = {
      [PAGING_NONE] = "", [PAGING_HEADER] = "header", [PAGING_CURSOR] = "cursor", [PAGING_OFFSET] = "offset"};
  if (decl->paging != PAGING_NONE) {
    g_string_append_printf(out, "\n  paged by %s ", pagings[decl->paging]);
    print_template(decl->paged_by, out);
  }
  if (decl->when == OBSERVE_EACH_N_STEPS) {
    g_string_append_printf(out, "\n  each %" PRId64 " steps", decl->every_steps);
  } else {
    g_string_append(out, decl->when == OBSERVE_AT_END ? "\n  at end" : "\n  each step");
  }
  if (decl->within_ms == 0) {
    return;
  }
  g_string_append(out, "\n  within ");
  print_duration(decl->within_ms, out);
}

static void emit_observe(const ObserveDecl *decl, GString *out) {
  emit_head("observe", &decl->decl, out);
  g_string_append(out, ": ");
  print_expr(decl->expr, out);
  if (decl->request != NULL) {
    print_line(1, out);
    print_request(decl->request, out);
    if (decl->request->respond != NULL) {
      print_line(1, out);
      print_respond(decl->request->respond, out);
    }
  }
  emit_observe_rules(decl, out);
}

static void emit_teardown(const TeardownDecl *decl, GString *out) {
  g_string_append(out, "teardown {");
  print_statements(&decl->statements, 1, out);
  for (size_t i = 0; i < decl->ensures.count; i++) {
    g_string_append(out, "\n  ensure ");
    print_expr(LIST_GET(decl->ensures, Expr, i), out);
  }
  g_string_append(out, "\n}");
}

static void emit_service(const ServiceDecl *decl, GString *out) {
  emit_head("service", &decl->decl, out);
  g_string_append_c(out, ' ');
  print_string(decl->path, out);
}

static void emit_every_request(const EveryRequestDecl *decl, GString *out) {
  g_string_append(out, "every request");
  print_query(&decl->query, out);
  print_headers(&decl->headers, "header", out);
  print_headers(&decl->cookies, "cookie", out);
}

static void emit_decl(const Decl *decl, GString *out) {
  switch (decl->kind) {
  case DECL_CONST:
    emit_const((const ConstDecl *)decl, out);
    break;
  case DECL_TYPE:
    emit_type((const TypeDecl *)decl, out);
    break;
  case DECL_ENUM:
    emit_enum((const EnumDecl *)decl, out);
    break;
  case DECL_RESOURCE:
    emit_resource((const ResourceDecl *)decl, out);
    break;
  case DECL_VAR:
    emit_var((const VarDecl *)decl, out);
    break;
  case DECL_FN:
    emit_fn((const FnDecl *)decl, out);
    break;
  case DECL_PROC:
    emit_proc((const ProcDecl *)decl, out);
    break;
  case DECL_INIT:
    emit_init((const InitDecl *)decl, out);
    break;
  case DECL_ACTION:
    emit_action((const ActionDecl *)decl, out);
    break;
  case DECL_INVARIANT:
    emit_contract("invariant", (const ContractDecl *)decl, out);
    break;
  case DECL_STEP_INVARIANT:
    emit_contract("step invariant", (const ContractDecl *)decl, out);
    break;
  case DECL_REACH:
    emit_contract("reach", (const ContractDecl *)decl, out);
    break;
  case DECL_ALWAYS_REACH:
    emit_contract("always reach", (const ContractDecl *)decl, out);
    break;
  case DECL_FINAL:
    emit_contract("final", (const ContractDecl *)decl, out);
    break;
  case DECL_VIEW:
    emit_view((const ViewDecl *)decl, out);
    break;
  case DECL_OBSERVE:
    emit_observe((const ObserveDecl *)decl, out);
    break;
  case DECL_TEARDOWN:
    emit_teardown((const TeardownDecl *)decl, out);
    break;
  case DECL_SECRET:
    emit_head("secret", decl, out);
    break;
  case DECL_TOKEN:
    emit_token((const TokenDecl *)decl, out);
    break;
  case DECL_SERVICE:
    emit_service((const ServiceDecl *)decl, out);
    break;
  case DECL_EVERY_REQUEST:
    emit_every_request((const EveryRequestDecl *)decl, out);
    break;
  }
}

void print_decl(const Decl *decl, GString *out) {
  emit_decl(decl, out);
  g_string_append_c(out, '\n');
}

/* Short declarations of one kind stand together, like a table; all else is set apart by a blank line. */
static bool stand_together(const Decl *a, const Decl *b) {
  if (a->kind != b->kind) {
    return false;
  }
  switch (a->kind) {
  case DECL_CONST:
  case DECL_TYPE:
  case DECL_ENUM:
  case DECL_VAR:
  case DECL_VIEW:
  case DECL_SECRET:
  case DECL_TOKEN:
  case DECL_SERVICE:
  case DECL_EVERY_REQUEST:
    return true;
  default:
    return false;
  }
}

void print_model(const Model *model, GString *out) {
  if (model->name.text != NULL) {
    g_string_append_printf(out, "model %s\n", model->name.text);
  }
  const Decl *before = NULL;
  for (size_t i = 0; i < model->decls.count; i++) {
    const Decl *decl = LIST_GET(model->decls, Decl, i);
    if (before == NULL || !stand_together(before, decl)) {
      g_string_append_c(out, '\n');
    }
    print_decl(decl, out);
    before = decl;
  }
}
