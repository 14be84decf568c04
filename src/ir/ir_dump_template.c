/* The dump's part for section 7: templates, requests, responses. Takes IR, appends text. */
#include "ir/ir_dump_internal.h"

static void dump_text(const Dump *dump, const char *text, size_t length) {
  g_string_append_c(dump->out, '"');
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)text[i];
    if (c < 0x20 || c == '"' || c == '\\') {
      g_string_append_printf(dump->out, "\\x%02x", c);
    } else {
      g_string_append_c(dump->out, text[i]);
    }
  }
  g_string_append_c(dump->out, '"');
}

static void dump_items(const Dump *dump, const IrTemplate *template) {
  for (int i = 0; i < template->item_count; i++) {
    g_string_append(dump->out, i > 0 ? ", " : "");
    if (template->kind == IRM_OBJECT) {
      ir_dump_put_template(dump, template->keys[i]);
      g_string_append(dump->out, ": ");
    }
    ir_dump_put_template(dump, template->items[i]);
  }
}

static void dump_list_for(const Dump *dump, const IrTemplate *template) {
  g_string_append(dump->out, "[for ");
  for (int i = 0; i < template->binder_count; i++) {
    g_string_append(dump->out, i > 0 ? ", " : "");
    ir_dump_put_binder(dump, &template->binders[i]);
  }
  if (template->expr != NULL) {
    g_string_append(dump->out, " where ");
    ir_dump_put_expr(dump, template->expr);
  }
  g_string_append(dump->out, " : ");
  ir_dump_put_template(dump, template->item);
  g_string_append_c(dump->out, ']');
}

static const char *any_word(IrAny any) {
  static const char *const words[] = {"any", "any string", "any number", "any bool", "any object", "any list"};
  return words[any];
}

static void dump_string(const Dump *dump, const IrTemplate *template) {
  if (template->items == NULL) {
    dump_text(dump, template->text, template->text_length);
    return;
  }
  g_string_append(dump->out, "text(");
  dump_items(dump, template);
  g_string_append_c(dump->out, ')');
}

/* Recursion is bounded by the nesting of the tree. */
void ir_dump_put_template(const Dump *dump, const IrTemplate *template) {
  g_string_append(dump->out, template->exactly ? "exactly " : "");
  g_string_append(dump->out, template->unordered ? "unordered " : "");
  switch (template->kind) {
  case IRM_OBJECT:
  case IRM_LIST:
    g_string_append(dump->out, template->kind == IRM_OBJECT ? "{" : "[");
    dump_items(dump, template);
    g_string_append(dump->out, template->kind == IRM_OBJECT ? "}" : "]");
    return;
  case IRM_LIST_FOR:
    dump_list_for(dump, template);
    return;
  case IRM_STRING:
    dump_string(dump, template);
    return;
  case IRM_NUMBER:
    g_string_append_len(dump->out, template->text, (gssize) template->text_length);
    return;
  case IRM_NULL:
    g_string_append(dump->out, "null");
    return;
  case IRM_ANY:
    g_string_append(dump->out, any_word(template->any));
    return;
  case IRM_IF:
    g_string_append(dump->out, "if(");
    ir_dump_put_expr(dump, template->expr);
    g_string_append(dump->out, ", ");
    ir_dump_put_template(dump, template->item);
    g_string_append(dump->out, ", ");
    ir_dump_put_template(dump, template->other);
    g_string_append_c(dump->out, ')');
    return;
  case IRM_EXPR:
    ir_dump_put_expr(dump, template->expr);
    if (template->width > 0) {
      g_string_append_printf(dump->out, ":%u digits", template->width);
    }
    return;
  }
}

void ir_dump_put_headers(const Dump *dump, const char *what, const IrHeader *headers, int count) {
  for (int i = 0; i < count; i++) {
    g_string_append_printf(dump->out, " %s ", what);
    ir_dump_put_template(dump, headers[i].name);
    g_string_append(dump->out, " = ");
    ir_dump_put_template(dump, headers[i].value);
  }
}

static void dump_body(const Dump *dump, const IrTemplate *body) {
  if (body != NULL) {
    g_string_append_c(dump->out, ' ');
    ir_dump_put_template(dump, body);
  }
}

void ir_dump_put_request(const Dump *dump, int indent, const IrRequest *request) {
  static const char *const kinds[] = {"", "", " form", " text", " file"};
  g_string_append_printf(dump->out, "%*srequest ", indent, "");
  if (request->service >= 0) {
    g_string_append_printf(dump->out, "%s.%s", dump->model->services[request->service].name, request->operation);
  } else {
    g_string_append_printf(dump->out, "%s ", request->method != NULL ? request->method : "");
    if (request->path != NULL) {
      ir_dump_put_template(dump, request->path);
    }
  }
  g_string_append(dump->out, kinds[request->body_kind]);
  dump_body(dump, request->body);
  ir_dump_put_headers(dump, "query", request->query, request->query_count);
  ir_dump_put_headers(dump, "header", request->headers, request->header_count);
  ir_dump_put_headers(dump, "cookie", request->cookies, request->cookie_count);
  g_string_append_c(dump->out, '\n');
  if (request->respond != NULL) {
    ir_dump_put_respond(dump, indent + 2, request->respond);
  }
}

void ir_dump_put_respond(const Dump *dump, int indent, const IrRespond *respond) {
  g_string_append_printf(dump->out, "%*srespond ", indent, "");
  for (int i = 0; i < respond->status_count; i++) {
    g_string_append_printf(dump->out, "%s%d", i > 0 ? "|" : "", respond->statuses[i]);
  }
  dump_body(dump, respond->body);
  ir_dump_put_headers(dump, "header", respond->headers, respond->header_count);
  g_string_append_c(dump->out, '\n');
}

void ir_dump_put_receives(const Dump *dump, int indent, const IrReceives *receives) {
  g_string_append_printf(dump->out, "%*sreceives %s ", indent, "", receives->method != NULL ? receives->method : "");
  if (receives->path != NULL) {
    ir_dump_put_template(dump, receives->path);
  }
  dump_body(dump, receives->body);
  ir_dump_put_headers(dump, "header", receives->headers, receives->header_count);
  if (receives->within_ms > 0) {
    g_string_append_printf(dump->out, " within %" G_GINT64_FORMAT " ms", receives->within_ms);
  }
  if (receives->secret >= 0) {
    g_string_append_printf(dump->out, " signed by %s", dump->model->secrets[receives->secret].name);
  }
  if (receives->signature_header != NULL) {
    g_string_append(dump->out, " header ");
    ir_dump_put_template(dump, receives->signature_header);
  }
  g_string_append_c(dump->out, '\n');
}
