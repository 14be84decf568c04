/* Says what the figures of an exploration do not say by themselves.
 * Takes a verdict with its tables; adds a remark for each action and outcome that never happens (with the condition
 * that is never so), each pool that was full, each action without an answer in some state, each contract that was never
 * put to the test, and for what an incomplete run left out. The order is that of a reader's interest: what never
 * happens, what is not declared, what bounds cut off. */
#include "contract/remarks.h"

#include <string.h>

#include "base/limits.h"
#include "contract/never.h"

/* Remarks of one code; how many more there are is said in one line. */
enum { SAME_MAX = 20 };

typedef struct Remarks {
  Verdict *verdict;
  Eval *eval;
  GArray *list; /* of Remark */
  const char *code;
  int of_code;
  uint64_t trials; /* states times arguments that may still be looked at */
} Remarks;

void remarks_clear(Remark *remark) {
  g_free(remark->text);
  g_free(remark->help);
}

/* Takes `text` and `help`. */
static void add(Remarks *remarks, const char *code, Span span, char *text, char *help) {
  remarks->of_code = remarks->code == code ? remarks->of_code + 1 : 1;
  remarks->code = code;
  Remark remark = {code, text, help, span};
  if (remarks->of_code <= SAME_MAX) {
    g_array_append_val(remarks->list, remark);
  } else {
    remarks_clear(&remark);
  }
}

static void end_code(Remarks *remarks) {
  if (remarks->of_code > SAME_MAX) {
    Remark remark = {
        remarks->code, g_strdup_printf("... and %d more like these", remarks->of_code - SAME_MAX), NULL, {0, 0}};
    g_array_append_val(remarks->list, remark);
  }
  remarks->of_code = 0;
  remarks->code = NULL;
}

/* 1,234,567 */
static char *number_text(uint64_t number) {
  g_autofree char *digits = g_strdup_printf("%" G_GUINT64_FORMAT, number);
  size_t length = strlen(digits);
  GString *out = g_string_new(NULL);
  for (size_t i = 0; i < length; i++) {
    if (i > 0 && (length - i) % 3 == 0) {
      g_string_append_c(out, ',');
    }
    g_string_append_c(out, digits[i]);
  }
  return g_string_free(out, FALSE);
}

static const char *plural(uint64_t count) {
  return count == 1 ? "" : "s";
}

static bool is_complete(const Verdict *verdict) {
  return verdict->exploration->end == EXPLORE_COMPLETE;
}

/* ---------------------------------------------------------------- never happens */

/* The conditions are looked at only where the space is small and was seen whole. */
static char *reason(Remarks *remarks, int action, int outcome) {
  if (!is_complete(remarks->verdict) || remarks->verdict->exploration->transitions > LIMIT_RECOUNT_TRANSITIONS) {
    return NULL;
  }
  uint64_t states = MAX(remarks->verdict->exploration->states, 1);
  uint64_t arguments = MAX(remarks->verdict->model->actions[action].argument_count, 1);
  if (arguments > remarks->trials / states) {
    return NULL;
  }
  remarks->trials -= arguments * states;
  WhyQuestion question = {action, outcome, NULL, NULL};
  return never_reason(remarks->eval, remarks->verdict->exploration, &question);
}

static uint64_t fired_in_all(const Exploration *exploration, const IrAction *action, int number) {
  uint64_t sum = 0;
  for (int o = 0; o < action->outcome_count; o++) {
    sum += exploration->fired[number][o];
  }
  return sum;
}

static const char *never_word(const Verdict *verdict) {
  return is_complete(verdict) ? "" : " in what was explored";
}

/* Actions first, then the outcomes of those that do happen. */
static void add_never(Remarks *remarks, bool outcomes) {
  const Verdict *verdict = remarks->verdict;
  for (int a = 0; a < verdict->model->action_count; a++) {
    const IrAction *action = &verdict->model->actions[a];
    uint64_t sum = fired_in_all(verdict->exploration, action, a);
    if (!outcomes && sum == 0) {
      add(remarks, "SQ0610", action->span,
          g_strdup_printf("the action `%s` never happens%s", action->name, never_word(verdict)),
          reason(remarks, a, -1));
    }
    for (int o = 0; outcomes && sum > 0 && o < action->outcome_count; o++) {
      if (verdict->exploration->fired[a][o] > 0) {
        continue;
      }
      const char *name = action->outcomes[o].name;
      add(remarks, "SQ0611", action->outcomes[o].span,
          *name == '\0' ? g_strdup_printf("`%s` is only ever refused%s", action->name, never_word(verdict))
                        : g_strdup_printf("`%s` never has the outcome `%s`%s", action->name, name, never_word(verdict)),
          reason(remarks, a, o));
    }
  }
  end_code(remarks);
}

static void add_inits(Remarks *remarks) {
  const Verdict *verdict = remarks->verdict;
  for (int i = 0; i < verdict->model->init_count && verdict->model->init_count > 1; i++) {
    const IrInit *init = &verdict->model->inits[i];
    bool asked = verdict->exploration->init < 0 || verdict->exploration->init == i;
    if (asked && verdict->exploration->started[i] == 0) {
      add(remarks, "SQ0616", init->span,
          g_strdup_printf("the init `%s` gives no start", *init->name == '\0' ? "init" : init->name),
          g_strdup("its `when` drops every start, or a pool is full in it"));
    }
  }
  end_code(remarks);
}

/* ---------------------------------------------------------------- not declared */

static void add_undeclared(Remarks *remarks) {
  const IrModel *model = remarks->verdict->model;
  for (int m = 0; m < remarks->verdict->matrix_count; m++) {
    const Matrix *matrix = &remarks->verdict->matrices[m];
    const IrResource *pool = &model->resources[matrix->resource];
    for (int r = 0; r < matrix->row_count; r++) {
      const IrAction *action = &model->actions[matrix->rows[r].action];
      g_autoptr(GString) states = g_string_new(NULL);
      for (int s = 1; s < pool->state_count; s++) {
        if (matrix->rows[r].cells[s] == CELL_UNDECLARED) {
          g_string_append_printf(states, "%s%s", states->len == 0 ? "" : " or ", pool->states[s].name);
        }
      }
      if (states->len > 0) {
        add(remarks, "SQ0613", action->span,
            g_strdup_printf("nothing says what `%s` answers where `%s` is %s", action->name,
                            action->frame.locals[matrix->rows[r].param].name, states->str),
            g_strdup_printf("add `otherwise respond 409` to `%s`, or outcomes for these states", action->name));
      }
    }
  }
  end_code(remarks);
}

static void add_vacuous(Remarks *remarks) {
  for (int c = 0; c < remarks->verdict->contract_count; c++) {
    const ContractResult *result = &remarks->verdict->contracts[c];
    if (result->vacuous) {
      add(remarks, "SQ0614", remarks->verdict->model->contracts[result->contract].span,
          g_strdup_printf("the %s `%s` holds, but was never put to the test", result->kind, result->name),
          g_strdup(result->vacuous_note));
    }
  }
  end_code(remarks);
}

/* ---------------------------------------------------------------- bounds */

/* The constant that gives the pool its size, where it is one: the name between the brackets of its head. To be freed,
 * or NULL. */
static char *size_constant(const IrModel *model, const IrResource *pool) {
  const char *text = source_text(model->source);
  size_t end = source_length(model->source), at = pool->span.start;
  while (at < end && text[at] != '[' && text[at] != '{') {
    at++;
  }
  if (at >= end || text[at] != '[') {
    return NULL;
  }
  size_t start = ++at;
  while (at < end && text[at] != ']') {
    at++;
  }
  g_autofree char *inside = g_strstrip(g_strndup(text + start, at - start));
  for (int c = 0; c < model->const_count; c++) {
    if (strcmp(model->consts[c].name, inside) == 0) {
      return g_steal_pointer(&inside);
    }
  }
  return NULL;
}

static const char *ordinal_end(uint64_t number) {
  if (number % 100 / 10 == 1) {
    return "th";
  }
  static const char *const ends[] = {"th", "st", "nd", "rd"};
  return number % 10 < G_N_ELEMENTS(ends) ? ends[number % 10] : "th";
}

static void add_pools(Remarks *remarks) {
  const Verdict *verdict = remarks->verdict;
  for (int r = 0; r < verdict->model->resource_count; r++) {
    const IrResource *pool = &verdict->model->resources[r];
    const PoolCount *count = &verdict->exploration->pools[r];
    if (count->dropped_firings == 0) {
      continue;
    }
    g_autofree char *states = number_text(count->full_states);
    g_autofree char *dropped = number_text(count->dropped_firings);
    g_autofree char *constant = size_constant(verdict->model, pool);
    g_autofree char *lower = g_ascii_strdown(pool->name, -1);
    uint64_t next = (uint64_t)pool->slots + 1;
    g_autoptr(GString) text = g_string_new(NULL);
    g_string_printf(text,
                    "the pool %s was full in %s state%s, which dropped %s creation%s: what a %" G_GUINT64_FORMAT
                    "%s %s would do was not explored",
                    pool->name, states, plural(count->full_states), dropped, plural(count->dropped_firings), next,
                    ordinal_end(next), lower);
    if (constant != NULL) {
      g_string_append_printf(text, " (raise %s)", constant);
    }
    add(remarks, "SQ0612", pool->span, g_strdup(text->str), NULL);
  }
  end_code(remarks);
}

static const char *end_words(ExploreEnd end) {
  switch (end) {
  case EXPLORE_DEPTH:
    return "it stopped at the depth that was set";
  case EXPLORE_MAX_STATES:
    return "it stopped at the number of states that was set";
  case EXPLORE_TIMEOUT:
    return "it stopped when the time that was set was up";
  case EXPLORE_MEMORY:
    return "it stopped at the memory that was set";
  case EXPLORE_STOPPED:
    return "it was stopped";
  case EXPLORE_COMPLETE:
  case EXPLORE_VIOLATION:
  case EXPLORE_WATCHED:
    break;
  }
  return NULL;
}

static void add_incomplete(Remarks *remarks) {
  const Exploration *exploration = remarks->verdict->exploration;
  const char *words = end_words(exploration->end);
  if (words == NULL) {
    return;
  }
  uint64_t left = exploration->states - MIN(exploration->expanded, exploration->states);
  g_autofree char *count = number_text(left);
  g_autoptr(GString) unknown = g_string_new(NULL);
  for (int c = 0; c < remarks->verdict->contract_count; c++) {
    if (!remarks->verdict->contracts[c].known) {
      g_string_append_printf(unknown, "%s`%s`", unknown->len == 0 ? "not known: " : ", ",
                             remarks->verdict->contracts[c].name);
    }
  }
  add(remarks, "SQ0615", (Span){0, 0},
      g_strdup_printf("the exploration is not complete: %s; %s state%s checked, but what follows %s was not explored",
                      words, count, left == 1 ? " was" : "s were", left == 1 ? "it" : "them"),
      unknown->len > 0 ? g_strdup(unknown->str) : NULL);
  end_code(remarks);
}

void remarks_add(Verdict *verdict, Eval *eval) {
  Remarks remarks = {verdict, eval, g_array_new(FALSE, TRUE, sizeof(Remark)), NULL, 0, LIMIT_RECOUNT_TRANSITIONS};
  if (verdict->exploration->end != EXPLORE_VIOLATION && verdict->exploration->states > 0) {
    add_never(&remarks, false);
    add_never(&remarks, true);
    add_inits(&remarks);
  }
  add_undeclared(&remarks);
  add_vacuous(&remarks);
  add_pools(&remarks);
  add_incomplete(&remarks);
  verdict->remark_count = (int)remarks.list->len;
  verdict->remarks = (Remark *)(void *)g_array_free(remarks.list, FALSE);
}
