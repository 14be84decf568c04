/* Requests, responses, webhooks and what every request carries. Takes their trees, has the templates checked in the
 * right place, and holds them against HTTP: methods, paths, header names, statuses. What a server would refuse anyway
 * is told here, at authoring time. */
#include <string.h>

#include "lang/check_internal.h"

/* A piece of text that stands in the string as it is; NULL text: an expression stands there. */
static const TemplatePart *first_part(const Template *string) {
  return string != NULL && string->kind == TEMPLATE_STRING && string->parts.count > 0
             ? LIST_GET(string->parts, TemplatePart, 0)
             : NULL;
}

static bool starts_with(const TemplatePart *part, const char *prefix) {
  size_t length = strlen(prefix);
  return part->length >= length && memcmp(part->text, prefix, length) == 0;
}

/* The first byte below 0x20 (or DEL, or one of `also`) in the literal text of a string, or -1. */
static int find_bad_byte(const Template *string, const char *also) {
  for (size_t i = 0; string != NULL && i < string->parts.count; i++) {
    const TemplatePart *part = LIST_GET(string->parts, TemplatePart, i);
    for (size_t j = 0; part->text != NULL && j < part->length; j++) {
      unsigned char c = (unsigned char)part->text[j];
      if ((c < 0x20 && c != '\t') || c == 0x7f || (c != 0 && strchr(also, c) != NULL)) {
        return c;
      }
    }
  }
  return -1;
}

static void check_path_text(Checker *checker, Template *path) {
  check_template(checker, path);
  const TemplatePart *first = first_part(path);
  bool rooted = first != NULL && (first->text == NULL || first->text[0] == '/' || starts_with(first, "http://") ||
                                  starts_with(first, "https://"));
  if (!rooted) {
    Diag *diag = diags_add(checker->diags, DIAG_0411, path->span, "a path begins with `/`");
    diag_help(diag, "the address of the system is given with `--base-url` when a test runs; only what follows it "
                    "stands in the model");
    return;
  }
  int bad = find_bad_byte(path, " \t");
  if (bad < 0) {
    return;
  }
  Diag *diag = diags_add(checker->diags, DIAG_0411, path->span,
                         bad == ' ' ? "a space in a path" : "a control character in a path");
  diag_help(diag, "write it as `%%%02X`", (unsigned)bad);
}

/* RFC 9110, section 5.6.2: what a header or cookie may be called. */
static bool is_token_text(const Template *name) {
  size_t length = 0;
  for (size_t i = 0; i < name->parts.count; i++) {
    const TemplatePart *part = LIST_GET(name->parts, TemplatePart, i);
    if (part->text == NULL) {
      return false;
    }
    for (size_t j = 0; j < part->length; j++, length++) {
      unsigned char c = (unsigned char)part->text[j];
      if (c == 0 || (!g_ascii_isalnum(c) && strchr("!#$%&'*+-.^_`|~", c) == NULL)) {
        return false;
      }
    }
  }
  return length > 0;
}

static void check_field_name(Checker *checker, Template *name, const char *what) {
  if (name == NULL || name->kind != TEMPLATE_STRING || is_token_text(name)) {
    return;
  }
  Diag *diag = diags_add(checker->diags, DIAG_0409, name->span, "not the name of a %s", what);
  diag_note(diag, "it is made of letters, digits and ! # $ %% & ' * + - . ^ _ ` | ~, and nothing is put into it");
}

/* header "Name" "template", cookie "name" "template" */
static void check_fields(Checker *checker, List *headers, const char *what, const char *forbidden) {
  for (size_t i = 0; i < headers->count; i++) {
    Header *header = LIST_GET(*headers, Header, i);
    check_field_name(checker, header->name, what);
    check_template(checker, header->value);
    if (find_bad_byte(header->value, forbidden) < 0) {
      continue;
    }
    Diag *diag = diags_add(checker->diags, DIAG_0410, header->value->span,
                           "a character that may not stand in the value of a %s", what);
    diag_note(diag, "a line break there would begin another header; so control characters are refused%s",
              *forbidden ? ", and `;` in a cookie" : "");
  }
}

/* What a query or a form can carry: texts, or a list of them (the name is then repeated). */
static bool is_flat(const Template *value) {
  if (value == NULL) {
    return true;
  }
  switch (value->kind) {
  case TEMPLATE_OBJECT:
    return false;
  case TEMPLATE_IF:
    return is_flat(value->item) && is_flat(value->other);
  case TEMPLATE_EXPR:
    return value->expr == NULL || value->expr->type == NULL || value->expr->type->kind != TYPE_MAP;
  default:
    return true;
  }
}

static void require_flat(Checker *checker, const Template *value, const char *what) {
  if (is_flat(value)) {
    return;
  }
  Diag *diag = diags_add(checker->diags, DIAG_0425, value->span, "a %s member holds a text, not an object", what);
  diag_help(diag, "send a JSON body, or name each part: `\"address[city]\": \"Brno\"`");
}

static void check_query(Checker *checker, List *query) {
  for (size_t i = 0; i < query->count; i++) {
    Header *member = LIST_GET(*query, Header, i);
    check_template(checker, member->name);
    check_template(checker, member->value);
    require_flat(checker, member->value, "query");
  }
}

/* The parser has seen to it that a form is an object, a text or file a string. */
static void check_body(Checker *checker, BodyKind kind, Template *body) {
  if (body == NULL) {
    return;
  }
  check_template(checker, body);
  for (size_t i = 0; kind == BODY_FORM && i < body->members.count; i++) {
    require_flat(checker, LIST_GET(body->members, TemplateMember, i)->value, "form");
  }
}

static void report_service(Checker *checker, const Name *service) {
  Diag *diag = diags_add(checker->diags, DIAG_0414, service->span, "no service is called `%s`", service->text);
  const List *services = &checker->model->services;
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (size_t i = 0; i < services->count; i++) {
    const Decl *decl = LIST_GET(*services, Decl, i);
    if (decl->name.text != NULL) {
      g_ptr_array_add(names, (gpointer)decl->name.text);
    }
  }
  if (names->len == 0) {
    diag_help(diag, "declare it: `service %s \"%s.yaml\"`", service->text, service->text);
  } else {
    check_suggest(checker, diag, service->text, names);
  }
}

/* call billing.createInvoice */
static void check_call(Checker *checker, Request *request) {
  if (request->service.text == NULL) {
    return;
  }
  Decl *decl = g_hash_table_lookup(checker->values, request->service.text);
  if (decl == NULL || decl->kind != DECL_SERVICE) {
    report_service(checker, &request->service);
    return;
  }
  decl->used = true;
  request->decl_service = (const ServiceDecl *)decl;
}

void check_request(Checker *checker, Request *request) {
  Place before = checker->place;
  checker->place = PLACE_REQUEST;
  if (request->path != NULL) {
    check_path_text(checker, request->path);
  } else {
    check_call(checker, request);
  }
  check_query(checker, &request->query);
  check_body(checker, request->body_kind, request->body);
  check_fields(checker, &request->headers, "header", "");
  check_fields(checker, &request->cookies, "cookie", ";");
  checker->place = before;
  if (request->respond != NULL) {
    check_respond(checker, request->respond);
  }
}

/* That they are from 100 to 599 is the parser's. */
static void check_statuses(Checker *checker, const Respond *respond) {
  g_autoptr(GHashTable) seen = g_hash_table_new(g_direct_hash, g_direct_equal);
  for (size_t i = 0; i < respond->statuses.count; i++) {
    Expr *status = LIST_GET(respond->statuses, Expr, i);
    check_expr(checker, status, NULL);
    if (!g_hash_table_add(seen, GINT_TO_POINTER((int)status->integer))) {
      diags_add(checker->diags, DIAG_0408, status->span, "the status %d stands twice", (int)status->integer);
    }
  }
}

void check_respond(Checker *checker, Respond *respond) {
  Place before = checker->place;
  checker->place = PLACE_RESPOND;
  check_statuses(checker, respond);
  if (respond->body != NULL) {
    check_body(checker, respond->body_kind, respond->body);
  }
  check_fields(checker, &respond->headers, "header", "");
  checker->place = before;
}

/* signed by SECRET header "X-Signature" */
static void check_signature(Checker *checker, Receives *receives) {
  if (receives->signature_header != NULL) {
    check_field_name(checker, receives->signature_header, "header");
  }
  if (receives->signed_by.text == NULL) {
    return;
  }
  Decl *decl = g_hash_table_lookup(checker->values, receives->signed_by.text);
  if (decl != NULL && decl->kind == DECL_SECRET) {
    decl->used = true;
    receives->decl_secret = (const SecretDecl *)decl;
    return;
  }
  const char *name = receives->signed_by.text;
  Diag *diag = diags_add(checker->diags, DIAG_0416, receives->signed_by.span,
                         "`%s` is no secret, and only a secret can sign", name);
  if (decl != NULL) {
    diag_label(diag, decl->head, "declared here as something else");
  } else {
    diag_help(diag, "declare it: `secret %s`; its value is read from the environment at run time", name);
  }
}

void check_receives(Checker *checker, Receives *receives) {
  Place before = checker->place;
  bool received = checker->in_receives;
  checker->place = PLACE_REQUEST;
  checker->in_receives = true;
  if (receives->path != NULL) {
    check_path_text(checker, receives->path);
  }
  if (receives->body != NULL) {
    check_body(checker, receives->body_kind, receives->body);
  }
  check_fields(checker, &receives->headers, "header", "");
  checker->in_receives = received;
  checker->place = before;
  check_signature(checker, receives);
}

void check_every_request(Checker *checker, EveryRequestDecl *every) {
  Place before = checker->place;
  checker->place = PLACE_REQUEST;
  check_query(checker, &every->query);
  check_fields(checker, &every->headers, "header", "");
  check_fields(checker, &every->cookies, "cookie", ";");
  checker->place = before;
}
