/* Tokens, secrets and `.state`: what a template may name besides values of the model. Takes an expression that stands
 * alone in a template (or after `renew`), decides whether it is one of these, and if so resolves it. They are no
 * values: nothing is computed with them and no state holds them, so they have no type of their own (TYPE_ERROR, like a
 * JSONPath) and may not be part of a larger expression. A name resolves as everywhere: locals first. A member is a
 * token only where the operand is a slot and no field has that name. */
#include <string.h>

#include "lang/check_internal.h"

static void resolve(Expr *expr, RefKind kind, const void *decl) {
  expr->type = &type_error;
  expr->ref.kind = kind;
  expr->ref.decl = decl;
}

/* A secret may be sent, and nowhere else be: a response would store it in reports. */
static void check_secret(Checker *checker, Expr *expr, Decl *decl) {
  decl->used = true;
  resolve(expr, REF_SECRET, decl);
  if (checker->place == PLACE_REQUEST) {
    return;
  }
  Diag *diag = diags_add(checker->diags, DIAG_0406, expr->span, "the secret `%s` may stand only in what is sent",
                         expr->name.text);
  diag_note(diag, "a response is shown in reports, and a secret is never printed or stored");
  diag_help(diag, "write `any string` here if the system echoes it");
}

/* A member of a slot: a field or a token; they share one room of names. The implicit `id` is the first token. */
static TokenDecl *find_token(Checker *checker, const ResourceDecl *resource, const char *name, bool *ret_is_field) {
  const Part *part = check_part_find(checker, resource, PART_TOKEN, name);
  *ret_is_field = part != NULL && part->kind == PART_FIELD;
  if (part != NULL) {
    return part->kind == PART_TOKEN ? part->item : NULL;
  }
  TokenDecl *first = resource->tokens.count > 0 ? LIST_GET(resource->tokens, TokenDecl, 0) : NULL;
  return first != NULL && first->decl.name.text == name ? first : NULL;
}

/* session, API_TOKEN. The declaration, or NULL where the name is something else. */
static Decl *find_plain(Checker *checker, const Expr *expr) {
  if (expr->name.text == NULL || scope_find(checker, expr->name.text) != NULL) {
    return NULL;
  }
  Decl *decl = g_hash_table_lookup(checker->values, expr->name.text);
  return decl != NULL && (decl->kind == DECL_TOKEN || decl->kind == DECL_SECRET) ? decl : NULL;
}

/* The slot before the dot. NULL: no slot; *ret_poisoned then says whether that is reported already. */
static const ResourceDecl *check_slot(Checker *checker, Expr *operand, bool *ret_poisoned) {
  bool may_be_enum = operand->kind == EXPR_NAME && operand->name.text != NULL &&
                     scope_find(checker, operand->name.text) == NULL &&
                     g_hash_table_lookup(checker->values, operand->name.text) == NULL;
  if (may_be_enum && g_hash_table_lookup(checker->types, operand->name.text) != NULL) {
    return NULL;
  }
  const Type *type = check_expr(checker, operand, NULL);
  *ret_poisoned = type->kind == TYPE_ERROR;
  if (type->kind == TYPE_OPTION) {
    type = type->elem; /* a none is left out, or the error `none` */
  }
  return type->kind == TYPE_RESOURCE ? type->decl_resource : NULL;
}

/* i.id, i.etag, i.state */
static bool check_member(Checker *checker, Expr *expr) {
  bool poisoned = false;
  if (expr->operand == NULL || expr->name.text == NULL) {
    return false;
  }
  const ResourceDecl *resource = check_slot(checker, expr->operand, &poisoned);
  if (poisoned) {
    resolve(expr, REF_NONE, NULL);
  }
  if (poisoned || resource == NULL) {
    return poisoned;
  }
  bool is_field = false;
  TokenDecl *token = find_token(checker, resource, expr->name.text, &is_field);
  if (token != NULL) {
    token->decl.used = true;
    resolve(expr, REF_TOKEN, token);
    return true;
  }
  if (is_field || strcmp(expr->name.text, "state") != 0) {
    return false;
  }
  resolve(expr, REF_STATE_NAME, resource);
  return true;
}

static bool check_unindexed(Checker *checker, Expr *expr) {
  if (expr->kind == EXPR_MEMBER) {
    return check_member(checker, expr);
  }
  if (expr->kind != EXPR_NAME) {
    return false;
  }
  Decl *decl = find_plain(checker, expr);
  if (decl == NULL) {
    return false;
  }
  if (decl->kind == DECL_SECRET) {
    check_secret(checker, expr, decl);
    return true;
  }
  decl->used = true;
  resolve(expr, REF_TOKEN, decl);
  return true;
}

static const TokenDecl *token_of(const Expr *expr) {
  return expr->ref.kind == REF_TOKEN ? (const TokenDecl *)expr->ref.decl : NULL;
}

/* t[k] */
static bool check_indexed(Checker *checker, Expr *expr) {
  if (expr->operand == NULL || (expr->operand->kind != EXPR_NAME && expr->operand->kind != EXPR_MEMBER)) {
    return false;
  }
  if (expr->operand->kind == EXPR_NAME && find_plain(checker, expr->operand) == NULL) {
    return false;
  }
  if (!check_unindexed(checker, expr->operand)) {
    return false;
  }
  const TokenDecl *token = token_of(expr->operand);
  resolve(expr, expr->operand->ref.kind, expr->operand->ref.decl);
  if (expr->operand->ref.kind == REF_NONE) {
    return true;
  }
  if (token != NULL && token->key != NULL) {
    check_expr(checker, expr->index, token->key_type);
    return true;
  }
  const char *name = expr->operand->name.text;
  Diag *diag = diags_add(checker->diags, DIAG_0407, expr->span, "`%s` is one text, it takes no index", name);
  if (token == NULL) {
    return true;
  }
  if (token->decl.head.end > token->decl.head.start) {
    diag_label(diag, token->decl.head, "declared here, without `[...]`");
  }
  diag_help(diag, "declare it as `token %s[KEY]` to have one for each KEY", name);
  return true;
}

bool check_token_expr(Checker *checker, Expr *expr) {
  if (expr->kind == EXPR_INDEX) {
    return check_indexed(checker, expr);
  }
  if (!check_unindexed(checker, expr)) {
    return false;
  }
  const TokenDecl *token = token_of(expr);
  if (token == NULL || token->key == NULL) {
    return true;
  }
  Diag *diag = diags_add(checker->diags, DIAG_0407, expr->span, "which `%s`? there is one for each value of its index",
                         expr->name.text);
  diag_label(diag, token->decl.head, "declared here");
  diag_help(diag, "write `%s[k]` with the value that is meant", expr->name.text);
  return true;
}

/* unique "key-{n}": text and {n}, at least one. */
static void check_unique(Checker *checker, TokenDecl *token) {
  bool counts = false;
  for (size_t i = 0; i < token->unique->parts.count; i++) {
    const TemplatePart *part = LIST_GET(token->unique->parts, TemplatePart, i);
    if (part->expr == NULL) {
      continue;
    }
    part->expr->type = &type_error;
    if (part->expr->kind == EXPR_NAME && part->expr->name.text != NULL && strcmp(part->expr->name.text, "n") == 0) {
      counts = true;
      continue;
    }
    Diag *diag = diags_add(checker->diags, DIAG_0420, part->expr->span,
                           "only `{n}`, the runner's counter, may stand in the text of a `unique` token");
    diag_help(diag, "leave the index out: each value of it gets a number of its own");
    return;
  }
  if (counts) {
    return;
  }
  Diag *diag = diags_add(checker->diags, DIAG_0420, token->unique->span,
                         "this text is the same every time, so it is not unique");
  diag_help(diag, "let it hold `{n}`, the runner's counter, as in `unique \"key-{n}\"`");
}

/* A key is a value of the model that can be counted. */
static bool is_key(const Type *type) {
  return type->kind == TYPE_BOOL || type->kind == TYPE_RANGE || type->kind == TYPE_ENUM ||
         type->kind == TYPE_RESOURCE || type->kind == TYPE_ERROR;
}

void check_token_decl(Checker *checker, TokenDecl *token) {
  const char *name = token->decl.name.text;
  if (name != NULL && token->resource != NULL && token->decl.span.end > 0 && strcmp(name, "state") == 0) {
    diags_add(checker->diags, DIAG_0421, token->decl.name.span,
              "a token may not be called `state`: `.state` is the wire name of a slot's state");
  }
  if (token->key != NULL) {
    token->key_type = check_type(checker, token->key, TYPE_USE_RANGING);
  }
  if (token->unique != NULL) {
    check_unique(checker, token);
  }
  if (token->key == NULL || is_key(token->key_type)) {
    return;
  }
  Diag *diag = diags_add(checker->diags, DIAG_0407, token->key->span,
                         "the index of a token must be a bool, a range, an enum or a resource");
  diag_note(diag, "there is one token for each value of the index, so its values must be few and plain");
}
