/* Templates, requests and responses in the dump. */
#include "lang/ast_dump_internal.h"

static const char *template_kind_word(TemplateKind kind) {
  static const char *const words[] = {
      [TEMPLATE_OBJECT] = "object", [TEMPLATE_LIST] = "list",     [TEMPLATE_LIST_FOR] = "list-for",
      [TEMPLATE_STRING] = "string", [TEMPLATE_NUMBER] = "number", [TEMPLATE_NULL] = "null",
      [TEMPLATE_ANY] = "any",       [TEMPLATE_IF] = "if",         [TEMPLATE_EXPR] = "expr",
  };
  return words[kind];
}

static void dump_part(Dump *dump, const TemplatePart *part) {
  dump_open(dump, part->expr == NULL ? "text" : "part");
  if (part->expr == NULL) {
    dump_text(dump, part->text, part->length);
  }
  if (part->width > 0) {
    dump_attribute(dump, " width %u%s", part->width, part->zero_padded ? " zeros" : "");
  }
  dump_span(dump, part->span);
  dump_expr(dump, part->expr);
  dump_close(dump);
}

static void dump_template_words(Dump *dump, const Template *template) {
  static const char *const kinds[] = {
      [ANY_ANY] = "anything", [ANY_STRING] = "string", [ANY_NUMBER] = "number",
      [ANY_BOOL] = "bool",    [ANY_OBJECT] = "object", [ANY_LIST] = "list",
  };
  if (template->kind == TEMPLATE_NUMBER) {
    dump_name(dump, template->number);
  }
  if (template->kind == TEMPLATE_ANY) {
    dump_name(dump, kinds[template->any]);
  }
  if (template->exactly) {
    dump_name(dump, "exactly");
  }
  if (template->unordered) {
    dump_name(dump, "unordered");
  }
}

void dump_template(Dump *dump, const Template *template) {
  if (template == NULL) {
    return;
  }
  dump_open(dump, template_kind_word(template->kind));
  dump_template_words(dump, template);
  dump_span(dump, template->span);
  for (size_t i = 0; i < template->parts.count; i++) {
    dump_part(dump, LIST_GET(template->parts, TemplatePart, i));
  }
  for (size_t i = 0; i < template->members.count; i++) {
    const TemplateMember *member = LIST_GET(template->members, TemplateMember, i);
    dump_open(dump, "pair");
    dump_template(dump, member->key);
    dump_template(dump, member->value);
    dump_close(dump);
  }
  for (size_t i = 0; i < template->items.count; i++) {
    dump_template(dump, LIST_GET(template->items, Template, i));
  }
  dump_locals(dump, &template->binders);
  dump_expr_as(dump, template->kind == TEMPLATE_IF ? "condition" : "where", template->condition);
  dump_expr(dump, template->expr);
  dump_template(dump, template->item);
  dump_template(dump, template->other);
  dump_close(dump);
}

void dump_template_as(Dump *dump, const char *role, const Template *template) {
  if (template != NULL) {
    dump_open(dump, role);
    dump_template(dump, template);
    dump_close(dump);
  }
}

void dump_headers(Dump *dump, const char *role, const List *headers) {
  for (size_t i = 0; i < headers->count; i++) {
    const Header *header = LIST_GET(*headers, Header, i);
    dump_open(dump, role);
    dump_span(dump, header->span);
    dump_template(dump, header->name);
    dump_template(dump, header->value);
    dump_close(dump);
  }
}

static const char *body_word(BodyKind kind) {
  static const char *const words[] = {
      [BODY_NONE] = "body", [BODY_JSON] = "json", [BODY_FORM] = "form", [BODY_TEXT] = "text", [BODY_FILE] = "file"};
  return words[kind];
}

void dump_request(Dump *dump, const Request *request) {
  if (request == NULL) {
    return;
  }
  dump_open(dump, "request");
  dump_name(dump, request->method.text);
  if (request->path == NULL) {
    dump_attribute(dump, " call");
    dump_name(dump, request->service.text);
    dump_name(dump, request->operation.text);
  }
  dump_span(dump, request->span);
  dump_template_as(dump, "path", request->path);
  dump_template_as(dump, body_word(request->body_kind), request->body);
  dump_headers(dump, "query", &request->query);
  dump_headers(dump, "header", &request->headers);
  dump_headers(dump, "cookie", &request->cookies);
  dump_respond(dump, request->respond);
  dump_close(dump);
}

void dump_respond(Dump *dump, const Respond *respond) {
  if (respond == NULL) {
    return;
  }
  dump_open(dump, "respond");
  for (size_t i = 0; i < respond->statuses.count; i++) {
    dump_attribute(dump, i == 0 ? " %d" : "|%d", (int)LIST_GET(respond->statuses, Expr, i)->integer);
  }
  dump_span(dump, respond->span);
  dump_template_as(dump, body_word(respond->body_kind), respond->body);
  dump_headers(dump, "header", &respond->headers);
  dump_close(dump);
}

void dump_receives(Dump *dump, const Receives *receives) {
  if (receives == NULL) {
    return;
  }
  dump_open(dump, "receives");
  dump_name(dump, receives->method.text);
  if (receives->within_ms != 0) {
    dump_attribute(dump, " within %" G_GINT64_FORMAT " ms", receives->within_ms);
  }
  if (receives->signed_by.text != NULL) {
    dump_attribute(dump, " signed by %s", receives->signed_by.text);
  }
  dump_span(dump, receives->span);
  dump_template_as(dump, "path", receives->path);
  dump_template_as(dump, body_word(receives->body_kind), receives->body);
  dump_headers(dump, "header", &receives->headers);
  dump_template_as(dump, "signature-header", receives->signature_header);
  dump_close(dump);
}
