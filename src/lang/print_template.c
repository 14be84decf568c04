/* Section 7 as text: templates, requests, responses. Takes the tree, gives one line of text for each.
 * A body comes before headers, since a string after a header would be read as the body. */
#include <inttypes.h>
#include <string.h>

#include "lang/print_internal.h"

/* Shown by no editor, or obeyed by a terminal. */
static bool needs_escape(gunichar c) {
  GUnicodeType type = g_unichar_type(c);
  return type == G_UNICODE_CONTROL || type == G_UNICODE_FORMAT || type == G_UNICODE_LINE_SEPARATOR ||
         type == G_UNICODE_PARAGRAPH_SEPARATOR;
}

/* Escapes one run of text, which is UTF-8. */
static void emit_text(const char *text, size_t length, GString *out) {
  for (size_t i = 0, bytes = 1; i < length; i += bytes) {
    gunichar c = g_utf8_get_char(text + i);
    bytes = (size_t)g_unichar_to_utf8(c, NULL);
    if (c == '"' || c == '\\') {
      g_string_append_printf(out, "\\%c", (char)c);
    } else if (c == '\n') {
      g_string_append(out, "\\n");
    } else if (c == '\t') {
      g_string_append(out, "\\t");
    } else if (c == '{') {
      g_string_append(out, "{{");
    } else if (needs_escape(c)) {
      g_string_append_printf(out, "\\u{%X}", c);
    } else {
      g_string_append_len(out, text + i, (gssize)bytes);
    }
  }
}

/* `{expr}`, `{expr:02}`; a space keeps a set's own brace from making `{{`. */
static void emit_part(const TemplatePart *part, GString *out) {
  g_string_append_c(out, '{');
  gsize start = out->len;
  print_expr_open(part->expr, part->width == 0, out);
  if (part->width > 0) {
    g_string_append_printf(out, part->zero_padded ? ":0%u" : ":%u", part->width);
  }
  if (out->str[start] == '{') {
    g_string_insert_c(out, (gssize)start, ' ');
    g_string_append_c(out, ' ');
  }
  g_string_append_c(out, '}');
}

void print_string(const Template *string, GString *out) {
  if (string == NULL) {
    return;
  }
  g_string_append_c(out, '"');
  for (size_t i = 0; i < string->parts.count; i++) {
    const TemplatePart *part = LIST_GET(string->parts, TemplatePart, i);
    if (part->expr != NULL) {
      emit_part(part, out);
    } else if (part->text != NULL) {
      emit_text(part->text, part->length, out);
    }
  }
  g_string_append_c(out, '"');
}

static void emit_object(const Template *object, GString *out) {
  g_string_append(out, object->members.count > 0 ? "{ " : "{");
  for (size_t i = 0; i < object->members.count; i++) {
    const TemplateMember *member = LIST_GET(object->members, TemplateMember, i);
    if (i > 0) {
      g_string_append(out, ", ");
    }
    print_string(member->key, out);
    g_string_append(out, ": ");
    print_template(member->value, out);
  }
  g_string_append(out, object->members.count > 0 ? " }" : "}");
}

static void emit_list(const Template *list, GString *out) {
  g_string_append(out, list->items.count > 0 ? "[ " : "[");
  for (size_t i = 0; i < list->items.count; i++) {
    const Template *item = LIST_GET(list->items, Template, i);
    if (i > 0) {
      g_string_append(out, ", ");
      print_template(item, out);
    } else if (item->kind == TEMPLATE_EXPR && item->expr != NULL) {
      print_first_item(item->expr, true, out);
    } else {
      print_template(item, out);
    }
  }
  g_string_append(out, list->items.count > 0 ? " ]" : "]");
}

static void emit_list_for(const Template *list, GString *out) {
  g_string_append(out, "[ for ");
  print_binders(&list->binders, list->condition, out);
  g_string_append(out, " : ");
  print_template(list->item, out);
  g_string_append(out, " ]");
}

static const char *any_word(AnyKind any) {
  static const char *const words[] = {[ANY_ANY] = "any",       [ANY_STRING] = "any string", [ANY_NUMBER] = "any number",
                                      [ANY_BOOL] = "any bool", [ANY_OBJECT] = "any object", [ANY_LIST] = "any list"};
  return words[any];
}

/* `any` and `null` have a meaning of their own unless something is taken out of them. */
static bool is_template_word(const Name *name) {
  return name->text != NULL && (strcmp(name->text, "any") == 0 || strcmp(name->text, "null") == 0);
}

/* The first token of the expression is one that a template would take for its own: `{}` an object, `[` a list, `null`.
 */
static bool begins_like_template(const Expr *expr) {
  bool alone = true;
  while (expr != NULL) {
    switch (expr->kind) {
    case EXPR_NAME:
      return alone && is_template_word(&expr->name);
    case EXPR_SET:
      return expr->items.count == 0;
    case EXPR_SEQ:
      return true;
    case EXPR_QUANTIFIER:
      return expr->quantifier == QUANT_SEQ && expr->body != NULL;
    case EXPR_BINARY:
    case EXPR_IS:
      alone = true;
      expr = expr->kind == EXPR_IS ? expr->operand : expr->left;
      break;
    case EXPR_MEMBER:
    case EXPR_INDEX:
      alone = false;
      expr = expr->operand;
      break;
    default:
      return false;
    }
  }
  return false;
}

static void emit_template_expr(const Expr *expr, GString *out) {
  bool wrap = expr != NULL && begins_like_template(expr);
  if (wrap) {
    g_string_append_c(out, '(');
  }
  print_expr(expr, out);
  if (wrap) {
    g_string_append_c(out, ')');
  }
}

static void emit_template_if(const Template *template, GString *out) {
  g_string_append(out, "if ");
  print_expr(template->condition, out);
  g_string_append(out, " then ");
  print_template(template->item, out);
  g_string_append(out, " else ");
  print_template(template->other, out);
}

void print_template(const Template *template, GString *out) {
  if (template == NULL) {
    return;
  }
  if (template->exactly) {
    g_string_append(out, "exactly ");
  }
  if (template->unordered) {
    g_string_append(out, "unordered ");
  }
  switch (template->kind) {
  case TEMPLATE_OBJECT:
    emit_object(template, out);
    break;
  case TEMPLATE_LIST:
    emit_list(template, out);
    break;
  case TEMPLATE_LIST_FOR:
    emit_list_for(template, out);
    break;
  case TEMPLATE_STRING:
    print_string(template, out);
    break;
  case TEMPLATE_NUMBER:
    g_string_append(out, template->number);
    break;
  case TEMPLATE_NULL:
    g_string_append(out, "null");
    break;
  case TEMPLATE_ANY:
    g_string_append(out, any_word(template->any));
    break;
  case TEMPLATE_IF:
    emit_template_if(template, out);
    break;
  case TEMPLATE_EXPR:
    emit_template_expr(template->expr, out);
    break;
  }
}

void print_headers(const List *headers, const char *word, GString *out) {
  for (size_t i = 0; i < headers->count; i++) {
    const Header *header = LIST_GET(*headers, Header, i);
    g_string_append_printf(out, " %s ", word);
    print_template(header->name, out);
    g_string_append_c(out, ' ');
    print_template(header->value, out);
  }
}

void print_query(const List *query, GString *out) {
  if (query->count == 0) {
    return;
  }
  g_string_append(out, " query {");
  for (size_t i = 0; i < query->count; i++) {
    const Header *member = LIST_GET(*query, Header, i);
    g_string_append(out, i > 0 ? ", " : " ");
    print_template(member->name, out);
    g_string_append(out, ": ");
    print_template(member->value, out);
  }
  g_string_append(out, " }");
}

void print_body(BodyKind kind, const Template *body, GString *out) {
  static const char *const words[] = {
      [BODY_NONE] = "", [BODY_JSON] = " ", [BODY_FORM] = " form ", [BODY_TEXT] = " text ", [BODY_FILE] = " file "};
  if (kind == BODY_NONE || body == NULL) {
    return;
  }
  g_string_append(out, words[kind]);
  print_template(body, out);
}

void print_request(const Request *request, GString *out) {
  if (request->path != NULL) {
    print_name(&request->method, out);
    g_string_append_c(out, ' ');
    print_template(request->path, out);
  } else {
    g_string_append(out, "call ");
    print_name(&request->service, out);
    g_string_append_c(out, '.');
    print_name(&request->operation, out);
  }
  print_query(&request->query, out);
  print_body(request->body_kind, request->body, out);
  print_headers(&request->headers, "header", out);
  print_headers(&request->cookies, "cookie", out);
}

void print_respond(const Respond *respond, GString *out) {
  g_string_append(out, "respond ");
  for (size_t i = 0; i < respond->statuses.count; i++) {
    if (i > 0) {
      g_string_append_c(out, '|');
    }
    print_expr(LIST_GET(respond->statuses, Expr, i), out);
  }
  print_body(respond->body_kind, respond->body, out);
  print_headers(&respond->headers, "header", out);
}

void print_duration(int64_t milliseconds, GString *out) {
  static const struct {
    int64_t size;
    const char *word;
  } units[] = {{86400000, "d"}, {3600000, "h"}, {60000, "min"}, {1000, "s"}, {1, "ms"}};
  size_t i = 0;
  while (milliseconds % units[i].size != 0 || milliseconds == 0) {
    if (units[i].size == 1) {
      break;
    }
    i++;
  }
  g_string_append_printf(out, "%" PRId64 " %s", milliseconds / units[i].size, units[i].word);
}
