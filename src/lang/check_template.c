/* Templates: what is sent, and what is expected back. Takes a parsed template in a place (PLACE_REQUEST or
 * PLACE_RESPOND), resolves what it interpolates and tells what cannot be sent: bare slots, maps by slot, a set inside a
 * string. Sent as: bool, number; an enum as its wire value; a set (ascending) or seq as an array; a map with bool,
 * range or enum keys as an object with the keys' texts; an optional value as its value, its member being left out for
 * `none`. */
#include <string.h>

#include "lang/check_internal.h"

static bool is_text_key(const Type *type) {
  return type->kind == TYPE_BOOL || type->kind == TYPE_RANGE || type->kind == TYPE_ENUM;
}

/* The part of a type that has no JSON form, or NULL. Types are as deep as they were written. */
static const Type *find_unsendable(const Type *type) {
  for (;;) {
    switch (type->kind) {
    case TYPE_RESOURCE:
      return type;
    case TYPE_MAP:
      if (!is_text_key(type->key)) {
        return type;
      }
      type = type->elem;
      break;
    case TYPE_OPTION:
    case TYPE_SET:
    case TYPE_SEQ:
      type = type->elem;
      break;
    default:
      return NULL;
    }
    if (type == NULL) {
      return NULL;
    }
  }
}

static char *type_text(const Type *type) {
  GString *text = g_string_new(NULL);
  type_print(type, false, text);
  return g_string_free(text, FALSE);
}

/* The words of the user, where they are short enough for a help; else "(...)". */
static char *source_words(const Checker *checker, Span span) {
  const Source *source = diags_source(checker->diags);
  if (span.end <= span.start || span.end > source_length(source) || span.end - span.start > 40) {
    return g_strdup("(...)");
  }
  return g_strndup(source_text(source) + span.start, span.end - span.start);
}

static void report_slot(Checker *checker, const Expr *expr, const Type *slot) {
  g_autofree char *words = source_words(checker, expr->span);
  const Type *whole = expr->type;
  if (whole->kind == TYPE_OPTION) {
    whole = whole->elem;
  }
  if (whole->kind == TYPE_RESOURCE) {
    Diag *diag =
        diags_add(checker->diags, DIAG_0401, expr->span, "a slot of `%s` cannot be sent, only its id and its fields",
                  slot->decl_resource->decl.name.text);
    diag_help(diag, "write `%s.id`, which stands for the id that the system gave it", words);
    return;
  }
  g_autofree char *text = type_text(expr->type);
  Diag *diag =
      diags_add(checker->diags, DIAG_0401, expr->span, "a value of type `%s` holds slots, which cannot be sent", text);
  diag_help(diag, "send the ids: `[ for x in %s : x.id ]`", words);
}

static void require_sendable(Checker *checker, const Expr *expr) {
  const Type *bad = find_unsendable(expr->type);
  if (bad == NULL) {
    return;
  }
  if (bad->kind == TYPE_RESOURCE) {
    report_slot(checker, expr, bad);
    return;
  }
  g_autofree char *text = type_text(expr->type);
  Diag *diag = diags_add(checker->diags, DIAG_0402, expr->span, "a value of type `%s` has no JSON form", text);
  diag_note(diag, "a map is sent as an object, whose member names can be made of a bool, a number or an enum member");
  if (bad == expr->type && bad->key->kind == TYPE_RESOURCE) {
    g_autofree char *key = type_text(bad->key), *words = source_words(checker, expr->span);
    diag_help(diag, "write a list: `[ for k: %s : { \"key\": k.id, \"value\": %s[k] } ]`", key, words);
  }
}

static void require_text(Checker *checker, const Expr *expr) {
  const Type *type = expr->type;
  if (type->kind == TYPE_OPTION) {
    type = type->elem;
  }
  if (type->kind == TYPE_RESOURCE) {
    report_slot(checker, expr, type);
    return;
  }
  if (type->kind != TYPE_SET && type->kind != TYPE_SEQ && type->kind != TYPE_MAP && type->kind != TYPE_OPTION) {
    return;
  }
  g_autofree char *text = type_text(expr->type);
  Diag *diag =
      diags_add(checker->diags, DIAG_0402, expr->span, "a value of type `%s` has no text to put into a string", text);
  diag_help(diag,
            "a string takes bools, numbers, enum members and tokens; send a collection as a JSON list of its own");
}

/* old(i.id): a token is what a run has captured, no part of a state. */
static bool is_old_token(Checker *checker, Expr *expr) {
  if (expr->kind != EXPR_OLD || expr->operand == NULL || expr->operand->kind != EXPR_MEMBER) {
    return false;
  }
  const Expr *operand = expr->operand;
  if (operand->name.text == NULL || strcmp(operand->name.text, "id") != 0) {
    return false;
  }
  Diag *diag = diags_add(checker->diags, DIAG_0407, expr->span, "a token has no old value: it is no part of a state");
  diag_help(diag, "write it without `old`; after `-> absent` it keeps the value it had");
  check_token_expr(checker, expr->operand);
  expr->type = expr->operand->type;
  return true;
}

/* Resolves one interpolated expression; false where it is a token or poisoned, so that nothing is left to judge. */
static bool check_value(Checker *checker, Expr *expr) {
  if (is_old_token(checker, expr) || check_token_expr(checker, expr)) {
    return false;
  }
  return check_expr(checker, expr, NULL)->kind != TYPE_ERROR;
}

/* {hour:02} */
static void check_width(Checker *checker, const TemplatePart *part) {
  const Type *type = part->expr->type != NULL ? type_strip(part->expr->type) : NULL;
  if (part->width == 0 || (type != NULL && type_is_integer(type))) {
    return;
  }
  bool known = type != NULL && (type->kind != TYPE_ERROR || part->expr->ref.kind != REF_NONE);
  if (known) {
    Diag *diag = diags_add(checker->diags, DIAG_0424, part->span, "a width is for numbers, and this is none");
    diag_help(diag, "leave out the `:` and what follows");
  }
}

static void check_string(Checker *checker, Template *string) {
  for (size_t i = 0; i < string->parts.count; i++) {
    TemplatePart *part = LIST_GET(string->parts, TemplatePart, i);
    if (part->expr == NULL) {
      continue;
    }
    if (check_value(checker, part->expr)) {
      require_text(checker, part->expr);
    }
    check_width(checker, part);
  }
}

/* The text of a string without interpolation, or NULL. */
static char *plain_text(const Template *string) {
  GString *text = g_string_new(NULL);
  for (size_t i = 0; i < string->parts.count; i++) {
    const TemplatePart *part = LIST_GET(string->parts, TemplatePart, i);
    if (part->text != NULL) {
      g_string_append_len(text, part->text, (gssize)part->length);
      continue;
    }
    g_string_free(text, TRUE);
    return NULL;
  }
  return g_string_free(text, FALSE);
}

static void check_object(Checker *checker, Template *object) {
  g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (size_t i = 0; i < object->members.count; i++) {
    TemplateMember *member = LIST_GET(object->members, TemplateMember, i);
    check_string(checker, member->key);
    check_template(checker, member->value);
    char *key = plain_text(member->key);
    if (key == NULL) {
      continue;
    }
    const Template *first = g_hash_table_lookup(seen, key);
    if (first == NULL) {
      g_hash_table_insert(seen, key, member->key);
      continue;
    }
    Diag *diag =
        diags_add(checker->diags, DIAG_0403, member->key->span, "the member `%s` stands twice in this object", key);
    diag_label(diag, first->span, "first here");
    g_free(key);
  }
}

static void check_list_for(Checker *checker, Template *list) {
  scope_push(checker);
  check_binders(checker, &list->binders);
  if (list->condition != NULL) {
    check_bool(checker, list->condition);
  }
  check_template(checker, list->item);
  scope_pop(checker);
}

/* What describes an answer has no meaning in what we send. */
static void check_pattern_words(Checker *checker, const Template *template) {
  if (checker->place != PLACE_REQUEST || checker->in_receives) {
    return;
  }
  if (template->kind == TEMPLATE_ANY) {
    Diag *diag = diags_add(checker->diags, DIAG_0404, template->span, "`any` cannot be sent: a request needs a value");
    diag_help(diag, "give a value, or a parameter of the action to try several; `any` is for `respond`");
  }
  if (!template->exactly && !template->unordered) {
    return;
  }
  Diag *diag = diags_add(checker->diags, DIAG_0405, template->span,
                         "`%s` has no meaning in a request: it says how to compare a response",
                         template->exactly ? "exactly" : "unordered");
  diag_help(diag, "leave it out");
}

void check_template(Checker *checker, Template *template) {
  if (template == NULL) {
    return;
  }
  check_pattern_words(checker, template);
  switch (template->kind) {
  case TEMPLATE_OBJECT:
    check_object(checker, template);
    break;
  case TEMPLATE_LIST:
    for (size_t i = 0; i < template->items.count; i++) {
      check_template(checker, LIST_GET(template->items, Template, i));
    }
    break;
  case TEMPLATE_LIST_FOR:
    check_list_for(checker, template);
    break;
  case TEMPLATE_STRING:
    check_string(checker, template);
    break;
  case TEMPLATE_NUMBER:
  case TEMPLATE_NULL:
  case TEMPLATE_ANY:
    break;
  case TEMPLATE_IF:
    check_bool(checker, template->condition);
    check_template(checker, template->item);
    check_template(checker, template->other);
    break;
  case TEMPLATE_EXPR:
    if (template->expr != NULL && check_value(checker, template->expr)) {
      require_sendable(checker, template->expr);
    }
    break;
  }
}
