/* Requests, responses and what is received. Takes checked nodes of section 7, gives their twins in the IR. */
#include <string.h>

#include "ir/lower_internal.h"

static const char *copy(Lower *lower, const char *text) {
  return text != NULL ? arena_strndup(lower->arena, text, strlen(text)) : NULL;
}

const IrHeader *lower_headers(Lower *lower, const List *headers) {
  IrHeader *out = ARENA_ARRAY(lower->arena, IrHeader, headers->count + 1);
  for (size_t i = 0; i < headers->count; i++) {
    const Header *header = LIST_GET(*headers, Header, i);
    out[i].name = lower_template(lower, header->name);
    out[i].value = lower_template(lower, header->value);
  }
  return out;
}

static IrBodyKind body_kind(BodyKind kind) {
  static const IrBodyKind kinds[] = {[BODY_NONE] = IRD_NONE,
                                     [BODY_JSON] = IRD_JSON,
                                     [BODY_FORM] = IRD_FORM,
                                     [BODY_TEXT] = IRD_TEXT,
                                     [BODY_FILE] = IRD_FILE};
  return kinds[kind];
}

const IrRequest *lower_request(Lower *lower, const Request *request) {
  if (request == NULL) {
    return NULL;
  }
  IrRequest *out = ARENA_NEW(lower->arena, IrRequest);
  out->span = request->span;
  out->method = copy(lower, request->method.text);
  out->path = lower_template(lower, request->path);
  out->service = request->decl_service != NULL ? lower_number(lower, request->decl_service) : -1;
  out->operation = copy(lower, request->operation.text);
  out->body_kind = body_kind(request->body_kind);
  out->body = lower_template(lower, request->body);
  out->query = lower_headers(lower, &request->query);
  out->query_count = (int)request->query.count;
  out->headers = lower_headers(lower, &request->headers);
  out->header_count = (int)request->headers.count;
  out->cookies = lower_headers(lower, &request->cookies);
  out->cookie_count = (int)request->cookies.count;
  out->respond = lower_respond(lower, request->respond);
  return out;
}

const IrRespond *lower_respond(Lower *lower, const Respond *respond) {
  if (respond == NULL) {
    return NULL;
  }
  IrRespond *out = ARENA_NEW(lower->arena, IrRespond);
  int *statuses = ARENA_ARRAY(lower->arena, int, respond->statuses.count + 1);
  for (size_t i = 0; i < respond->statuses.count; i++) {
    const Expr *status = LIST_GET(respond->statuses, Expr, i);
    statuses[i] = (int)(status->constant ? status->value : status->integer);
  }
  out->span = respond->span;
  out->statuses = statuses;
  out->status_count = (int)respond->statuses.count;
  out->body = lower_template(lower, respond->body);
  out->headers = lower_headers(lower, &respond->headers);
  out->header_count = (int)respond->headers.count;
  return out;
}

const IrReceives *lower_receives(Lower *lower, const Receives *receives) {
  if (receives == NULL) {
    return NULL;
  }
  IrReceives *out = ARENA_NEW(lower->arena, IrReceives);
  out->span = receives->span;
  out->method = copy(lower, receives->method.text);
  out->path = lower_template(lower, receives->path);
  out->body = lower_template(lower, receives->body);
  out->headers = lower_headers(lower, &receives->headers);
  out->header_count = (int)receives->headers.count;
  out->within_ms = receives->within_ms;
  out->secret = receives->decl_secret != NULL ? lower_number(lower, receives->decl_secret) : -1;
  out->signature_header = lower_template(lower, receives->signature_header);
  return out;
}
