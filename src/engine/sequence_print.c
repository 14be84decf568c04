/* Firings as users write them. Takes a firing, appends `book(0, 1) created` or, named, `book(start: 0, length: 1)`. */
#include "engine/sequence.h"
#include "ir/value.h"

void sequence_print_firing(const IrModel *model, const Firing *firing, bool named, GString *out) {
  bool init = firing->action < 0;
  const IrFrame *frame = init ? &model->inits[firing->outcome].frame : &model->actions[firing->action].frame;
  if (init) {
    g_string_append(out, "init");
    if (model->inits[firing->outcome].name[0] != '\0') {
      g_string_append_printf(out, " %s", model->inits[firing->outcome].name);
    }
  } else {
    g_string_append(out, model->actions[firing->action].name);
  }
  if (!init || frame->param_count > 0) {
    int64_t *cells = g_new0(int64_t, arguments_cells(frame) + 1);
    arguments_from_number(frame, firing->arguments, cells);
    const int64_t *at = cells;
    g_string_append_c(out, '(');
    for (int i = 0; i < frame->param_count; i++) {
      g_string_append(out, i > 0 ? ", " : "");
      if (named) {
        g_string_append_printf(out, "%s: ", frame->locals[i].name);
      }
      value_print(model, frame->locals[i].type, at, out);
      at += frame->locals[i].type->cells;
    }
    g_string_append_c(out, ')');
    g_free(cells);
  }
  if (!init && !named) {
    const char *outcome = model->actions[firing->action].outcomes[firing->outcome].name;
    if (outcome[0] != '\0') {
      g_string_append_printf(out, " %s", outcome);
    }
  }
}
