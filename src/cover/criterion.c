/* Criteria as users name them: reads a text, gives the criterion or a message that says which names there are and which
 * one was likely meant. */
#include "cover/criterion.h"

#include <glib.h>
#include <string.h>

#include "base/limits.h"
#include "base/names.h"

typedef struct CriterionName {
  const char *name;
  Criterion criterion;
} CriterionName;

static const CriterionName criterion_names[] = {
    {"outcomes", {CRITERION_OUTCOMES, 0, -1}},       {"states", {CRITERION_STATES, 0, -1}},
    {"transitions", {CRITERION_TRANSITIONS, 0, -1}}, {"pairs", {CRITERION_SWITCH, 1, -1}},
    {"lifecycle", {CRITERION_LIFECYCLE, 0, -1}},     {"boundaries", {CRITERION_BOUNDARIES, 0, -1}},
};

static char *unknown_criterion(const char *text) {
  const char *names[G_N_ELEMENTS(criterion_names) + 2];
  size_t count = 0;
  for (; count < G_N_ELEMENTS(criterion_names); count++)
    names[count] = criterion_names[count].name;
  names[count++] = "n-switch:2";
  names[count++] = "view:NAME";
  const char *near = strlen(text) > LIMIT_NAME_BYTES ? NULL : names_nearest(text, names, count);
  GString *out = g_string_new(NULL);
  g_string_append_printf(out, "there is no criterion `%.80s`", text);
  if (near)
    g_string_append_printf(out, "; did you mean `%s`?", near);
  else
    g_string_append(out, "; there are `outcomes`, `states`, `transitions`, `pairs`, `n-switch:N`, `view:NAME`, "
                         "`lifecycle` and `boundaries`");
  return g_string_free(out, FALSE);
}

static bool parse_switch(const char *number, Criterion *ret_criterion, char **ret_error) {
  size_t digits = strspn(number, "0123456789");
  int length = digits > 0 && digits <= 3 && number[digits] == '\0' ? atoi(number) : -1;
  if (length < 0 || length > LIMIT_COVER_SWITCH) {
    *ret_error = g_strdup_printf("`n-switch:N` takes a number from 0 to %d, such as `n-switch:2` for three outcomes in "
                                 "a row; `%.80s` is not one",
                                 LIMIT_COVER_SWITCH, number);
    return false;
  }
  *ret_criterion = (Criterion){CRITERION_SWITCH, length, -1};
  return true;
}

static char *unknown_view(const IrModel *model, const char *name) {
  if (model->view_count == 0)
    return g_strdup_printf("there is no view `%.80s`: the model declares no `view`", name);
  const char **names = g_new0(const char *, model->view_count);
  for (int i = 0; i < model->view_count; i++)
    names[i] = model->views[i].name;
  const char *near = strlen(name) > LIMIT_NAME_BYTES ? NULL : names_nearest(name, names, (size_t)model->view_count);
  GString *out = g_string_new(NULL);
  g_string_append_printf(out, "the model has no view `%.80s`", name);
  if (near) {
    g_string_append_printf(out, "; did you mean `%s`?", near);
  } else {
    for (int i = 0; i < model->view_count && i < LIMIT_EXPLAIN_LINES; i++)
      g_string_append_printf(out, "%s `%s`", i == 0 ? "; it has" : ",", names[i]);
  }
  g_free(names);
  return g_string_free(out, FALSE);
}

static bool parse_view(const IrModel *model, const char *name, Criterion *ret_criterion, char **ret_error) {
  for (int i = 0; i < model->view_count; i++) {
    if (strcmp(model->views[i].name, name) == 0) {
      *ret_criterion = (Criterion){CRITERION_VIEW, 0, i};
      return true;
    }
  }
  *ret_error = unknown_view(model, name);
  return false;
}

bool criterion_parse(const IrModel *model, const char *text, Criterion *ret_criterion, char **ret_error) {
  for (size_t i = 0; i < G_N_ELEMENTS(criterion_names); i++) {
    if (strcmp(text, criterion_names[i].name) == 0) {
      *ret_criterion = criterion_names[i].criterion;
      return true;
    }
  }
  if (g_str_has_prefix(text, "n-switch:"))
    return parse_switch(text + strlen("n-switch:"), ret_criterion, ret_error);
  if (g_str_has_prefix(text, "view:"))
    return parse_view(model, text + strlen("view:"), ret_criterion, ret_error);
  *ret_error = unknown_criterion(text);
  return false;
}
