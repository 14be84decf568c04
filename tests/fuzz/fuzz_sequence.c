/* Any text as a sequence for a model with parameters of every kind. What is not read has a message, and a place in the
 * text; what is read and prints, prints to something that is read again as the same. */
#include <stdint.h>
#include <string.h>

#include "engine/sequence.h"
#include "ir/value.h"
#include "support/lowered.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char model_text[] =
    "model everything\n"
    "enum Name { short = \"a\", long, absentee }\n"
    "type Low = -9223372036854775808..-9223372036854775806\n"
    "type High = 9223372036854775805..9223372036854775807\n"
    "resource Item[3] { states live, deleted  n: Name }\n"
    "var all: set of Item = {}\n"
    "init empty {}\n"
    "init some(low: Low, n: Name?) { when n != none  new i: Item live { n = n } }\n"
    "action plain()\n"
    "action numbers(low: Low, high: High, b: bool) { outcome first when b  outcome second }\n"
    "action things(i: Item live, n: Name, o: Item?) { otherwise gone }\n"
    "action options(a: bool?, n: Name?, h: High?)\n"
    "action lists(s: set of Name, q: seq[2] of bool, e: seq[1] of set of bool)\n";

static const IrFrame *frame_of(const IrModel *ir, const SequenceStep *step) {
  return step->action < 0 ? &ir->inits[step->outcome].frame : &ir->actions[step->action].frame;
}

/* What printing a step again gives, with its outcome. */
static char *printed(const IrModel *ir, const SequenceStep *step) {
  GString *out = g_string_new(NULL);
  Firing firing = {step->action, MAX(step->outcome, 0), arguments_number(frame_of(ir, step), step->arguments)};
  sequence_print_firing(ir, &firing, false, out);
  return g_string_free(out, FALSE);
}

static bool whole(const IrModel *ir, const SequenceStep *step) {
  const IrFrame *frame = frame_of(ir, step);
  for (int i = 0; i < frame->param_count; i++) {
    if (!step->has_argument[i]) {
      return false;
    }
  }
  return true;
}

static void round_trip(const IrModel *ir, const SequenceStep *step) {
  g_autofree char *once = printed(ir, step);
  char *error = NULL;
  size_t at = 0;
  Sequence *again = sequence_parse(ir, once, &error, &at);
  if (again == NULL) {
    g_error("`%s` was printed and is not read: %s", once, error);
  }
  g_assert_cmpuint(again->steps->len, ==, 1);
  g_autofree char *twice = printed(ir, g_ptr_array_index(again->steps, 0));
  g_assert_cmpstr(once, ==, twice);
  sequence_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  g_autoptr(Lowered) lowered = lowered_new(model_text);
  g_autofree char *text = g_strndup(size == 0 ? "" : (const char *)data, size);
  char *error = NULL;
  size_t at = 0;
  Sequence *sequence = sequence_parse(lowered->ir, text, &error, &at);
  if (sequence == NULL) {
    g_assert_nonnull(error);
    g_assert_true(g_utf8_validate(error, -1, NULL));
    g_assert_cmpuint(at, <=, strlen(text));
    g_free(error);
    return 0;
  }
  for (guint i = 0; i < sequence->steps->len; i++) {
    const SequenceStep *step = g_ptr_array_index(sequence->steps, i);
    if (whole(lowered->ir, step)) {
      round_trip(lowered->ir, step);
    }
  }
  sequence_free(sequence);
  return 0;
}
