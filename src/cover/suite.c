/* Suites as data: sequences of firings with stable names. A name is made of what the sequence does, so that a change of
 * the model changes the names of those sequences alone that it changes. */
#include "cover/suite.h"

#include <string.h>

#include "engine/sequence.h"
#include "ir/value.h"

enum { NAME_BYTES = 60 };

static void sequence_clear(gpointer data) {
  SuiteSequence *sequence = data;
  g_free(sequence->name);
  g_array_unref(sequence->firings);
  g_free(sequence);
}

Suite *suite_new(const IrModel *model, const char *criterion) {
  Suite *suite = g_new0(Suite, 1);
  suite->model = model;
  suite->criterion = g_strdup(criterion);
  suite->sequences = g_ptr_array_new_with_free_func(sequence_clear);
  suite->names = g_hash_table_new(g_str_hash, g_str_equal);
  return suite;
}

void suite_free(Suite *suite) {
  if (!suite)
    return;
  g_hash_table_destroy(suite->names);
  g_ptr_array_unref(suite->sequences);
  g_free(suite->criterion);
  g_free(suite);
}

void suite_add(Suite *suite, const char *name, GArray *firings) {
  SuiteSequence *sequence = g_new0(SuiteSequence, 1);
  char *base = name ? g_strdup(name) : suite_name(suite->model, firings);
  sequence->firings = firings;
  sequence->name = g_strdup(base);
  for (unsigned n = 2; g_hash_table_contains(suite->names, sequence->name); n++) {
    g_free(sequence->name);
    sequence->name = g_strdup_printf("%s_%u", base, n);
  }
  g_free(base);
  g_hash_table_add(suite->names, sequence->name);
  g_ptr_array_add(suite->sequences, sequence);
}

uint64_t suite_steps(const Suite *suite) {
  uint64_t steps = 0;
  for (guint i = 0; i < suite->sequences->len; i++)
    steps += ((const SuiteSequence *)g_ptr_array_index(suite->sequences, i))->firings->len - 1;
  return steps;
}

static bool several_starts(const IrModel *model) {
  return model->init_count > 1 || model->inits[0].argument_count > 1;
}

char *suite_text(const IrModel *model, const GArray *firings) {
  GString *out = g_string_new(NULL);
  for (guint i = several_starts(model) ? 0 : 1; i < firings->len; i++) {
    if (out->len > 0)
      g_string_append(out, "; ");
    sequence_print_firing(model, &g_array_index(firings, Firing, i), false, out);
  }
  return g_string_free(out, FALSE);
}

/* `book_created`: an outcome without a name is the action's. */
static void append_label(GString *out, const IrModel *model, const Firing *firing, int last_action) {
  const IrAction *action = &model->actions[firing->action];
  const char *outcome = action->outcomes[firing->outcome].name;
  if (out->len > 0)
    g_string_append_c(out, '_');
  if (firing->action != last_action || *outcome == '\0')
    g_string_append(out, action->name);
  if (*outcome != '\0')
    g_string_append_printf(out, "%s%s", firing->action != last_action ? "_" : "", outcome);
}

/* The labels that appear for the first time, in their order, as long as they fit. */
static GString *labels_of(const IrModel *model, const GArray *firings) {
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  GString *out = g_string_new(NULL);
  int last_action = -1;
  for (guint i = 1; i < firings->len && out->len < NAME_BYTES; i++) {
    const Firing *firing = &g_array_index(firings, Firing, i);
    const IrOutcome *outcome = &model->actions[firing->action].outcomes[firing->outcome];
    if (!g_hash_table_add(seen, (gpointer)outcome))
      continue;
    append_label(out, model, firing, last_action);
    last_action = firing->action;
  }
  if (out->len > NAME_BYTES)
    g_string_truncate(out, NAME_BYTES);
  if (firings->len == 1)
    g_string_append(out, "start");
  return out;
}

char *suite_name(const IrModel *model, const GArray *firings) {
  g_autofree char *text = suite_text(model, firings);
  uint32_t digest = 2166136261u; /* FNV-1a */
  for (const char *at = text; *at; at++)
    digest = (digest ^ (unsigned char)*at) * 16777619u;
  GString *out = labels_of(model, firings);
  g_string_append_printf(out, "_%06x", (digest >> 8) ^ (digest & 0xff));
  return g_string_free(out, FALSE);
}
