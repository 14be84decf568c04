/* Templates: what is sent and expected. Takes checked templates, gives IrTemplates; expressions in them keep their own
 * types. An expression that is a string, or an `if` with strings in it, becomes a template of its own. */
#include <string.h>

#include "ir/lower_internal.h"

static IrTemplate *template_new(Lower *lower, IrTemplateKind kind, Span span) {
  IrTemplate *out = ARENA_NEW(lower->arena, IrTemplate);
  out->kind = kind;
  out->span = span;
  return out;
}

static const IrTemplate *text_template(Lower *lower, const char *text, size_t length, Span span) {
  IrTemplate *out = template_new(lower, IRM_STRING, span);
  out->text = arena_strndup(lower->arena, text, length);
  out->text_length = length;
  return out;
}

static bool holds_string(const Expr *expr) {
  for (; expr->kind == EXPR_IF; expr = expr->right) {
    if (holds_string(expr->left)) {
      return true;
    }
  }
  return expr->kind == EXPR_STRING;
}

static const IrTemplate *expr_template(Lower *lower, const Expr *expr) {
  if (expr->kind == EXPR_STRING) {
    return lower_template(lower, expr->string);
  }
  if (expr->kind == EXPR_IF && holds_string(expr)) {
    IrTemplate *out = template_new(lower, IRM_IF, expr->span);
    out->expr = lower_bool(lower, expr->condition);
    out->item = expr_template(lower, expr->left);
    out->other = expr_template(lower, expr->right);
    return out;
  }
  IrTemplate *out = template_new(lower, IRM_EXPR, expr->span);
  out->expr = lower_expr(lower, expr);
  return out;
}

const char *lower_plain_text(Lower *lower, const Template *template, size_t *ret_length) {
  if (template == NULL || template->kind != TEMPLATE_STRING) {
    return NULL;
  }
  g_autoptr(GString) text = g_string_new(NULL);
  for (size_t i = 0; i < template->parts.count; i++) {
    const TemplatePart *part = LIST_GET(template->parts, TemplatePart, i);
    if (part->text != NULL) {
      g_string_append_len(text, part->text, (gssize)part->length);
    }
  }
  if (ret_length != NULL) {
    *ret_length = text->len;
  }
  return arena_strndup(lower->arena, text->str, text->len);
}

static bool all_text(const Template *template) {
  for (size_t i = 0; i < template->parts.count; i++) {
    if (LIST_GET(template->parts, TemplatePart, i)->text == NULL) {
      return false;
    }
  }
  return true;
}

/* `{expr}` or `{expr:02}` in a string */
static const IrTemplate *part_template(Lower *lower, const TemplatePart *part) {
  if (part->width == 0) {
    return expr_template(lower, part->expr);
  }
  IrTemplate *out = template_new(lower, IRM_EXPR, part->span);
  out->expr = lower_expr(lower, part->expr);
  out->width = part->width;
  return out;
}

static const IrTemplate *string_template(Lower *lower, const Template *template) {
  if (all_text(template)) {
    size_t length = 0;
    const char *text = lower_plain_text(lower, template, &length);
    return text_template(lower, text, length, template->span);
  }
  IrTemplate *out = template_new(lower, IRM_STRING, template->span);
  out->items = ARENA_ARRAY(lower->arena, const IrTemplate *, template->parts.count);
  out->item_count = (int)template->parts.count;
  for (size_t i = 0; i < template->parts.count; i++) {
    const TemplatePart *part = LIST_GET(template->parts, TemplatePart, i);
    out->items[i] =
        part->text != NULL ? text_template(lower, part->text, part->length, part->span) : part_template(lower, part);
  }
  return out;
}

static const IrTemplate *object_template(Lower *lower, const Template *template) {
  IrTemplate *out = template_new(lower, IRM_OBJECT, template->span);
  size_t count = template->members.count;
  out->exactly = template->exactly;
  out->keys = ARENA_ARRAY(lower->arena, const IrTemplate *, count + 1);
  out->items = ARENA_ARRAY(lower->arena, const IrTemplate *, count + 1);
  out->item_count = (int)count;
  for (size_t i = 0; i < count; i++) {
    const TemplateMember *member = LIST_GET(template->members, TemplateMember, i);
    out->keys[i] = lower_template(lower, member->key);
    out->items[i] = lower_template(lower, member->value);
  }
  return out;
}

static const IrTemplate *list_template(Lower *lower, const Template *template) {
  IrTemplate *out = template_new(lower, IRM_LIST, template->span);
  out->unordered = template->unordered;
  out->exactly = template->exactly;
  out->items = ARENA_ARRAY(lower->arena, const IrTemplate *, template->items.count + 1);
  out->item_count = (int)template->items.count;
  for (size_t i = 0; i < template->items.count; i++) {
    out->items[i] = lower_template(lower, LIST_GET(template->items, Template, i));
  }
  return out;
}

static const IrTemplate *list_for_template(Lower *lower, const Template *template) {
  IrTemplate *out = template_new(lower, IRM_LIST_FOR, template->span);
  out->unordered = template->unordered;
  out->exactly = template->exactly;
  out->binders = lower_binders(lower, &template->binders, false);
  out->binder_count = (int)template->binders.count;
  out->expr = template->condition != NULL ? lower_bool(lower, template->condition) : NULL;
  out->item = lower_template(lower, template->item);
  return out;
}

static IrAny any_of(AnyKind any) {
  static const IrAny kinds[] = {[ANY_ANY] = IRA_ANY,   [ANY_STRING] = IRA_STRING, [ANY_NUMBER] = IRA_NUMBER,
                                [ANY_BOOL] = IRA_BOOL, [ANY_OBJECT] = IRA_OBJECT, [ANY_LIST] = IRA_LIST};
  return kinds[any];
}

/* Recursion is bounded by the nesting of the tree, which the parser limits. */
const IrTemplate *lower_template(Lower *lower, const Template *template) {
  IrTemplate *out;
  if (template == NULL) {
    return NULL;
  }
  switch (template->kind) {
  case TEMPLATE_OBJECT:
    return object_template(lower, template);
  case TEMPLATE_LIST:
    return list_template(lower, template);
  case TEMPLATE_LIST_FOR:
    return list_for_template(lower, template);
  case TEMPLATE_STRING:
    return string_template(lower, template);
  case TEMPLATE_NUMBER:
    out = template_new(lower, IRM_NUMBER, template->span);
    out->text_length = strlen(template->number);
    out->text = arena_strndup(lower->arena, template->number, out->text_length);
    return out;
  case TEMPLATE_NULL:
    return template_new(lower, IRM_NULL, template->span);
  case TEMPLATE_ANY:
    out = template_new(lower, IRM_ANY, template->span);
    out->any = any_of(template->any);
    return out;
  case TEMPLATE_IF:
    out = template_new(lower, IRM_IF, template->span);
    out->expr = lower_bool(lower, template->condition);
    out->item = lower_template(lower, template->item);
    out->other = lower_template(lower, template->other);
    return out;
  case TEMPLATE_EXPR:
    return expr_template(lower, template->expr);
  }
  g_assert_not_reached();
}

/* unique "key-{n}" */
const IrTemplate *lower_unique(Lower *lower, const Template *template) {
  IrTemplate *out = template_new(lower, IRM_STRING, template->span);
  out->items = ARENA_ARRAY(lower->arena, const IrTemplate *, template->parts.count + 1);
  out->item_count = (int)template->parts.count;
  for (size_t i = 0; i < template->parts.count; i++) {
    const TemplatePart *part = LIST_GET(template->parts, TemplatePart, i);
    if (part->text != NULL) {
      out->items[i] = text_template(lower, part->text, part->length, part->span);
      continue;
    }
    IrTemplate *counter = template_new(lower, IRM_EXPR, part->span);
    IrExpr *local = lower_node(lower, IRX_LOCAL, lower->ir->type_int, part->span, 0);
    local->index = 0;
    counter->expr = local;
    counter->width = part->width;
    out->items[i] = counter;
  }
  return out;
}
