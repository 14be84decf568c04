/* Reads sequences. An operand is taken for a file only where such a file exists, since no step of a sequence looks like
 * a path that does. A file may hold comments (`//` to the end of the line) beside the steps. */
#include "cli/sequence_input.h"

#include <string.h>

#include "base/diag.h"
#include "cli/output.h"

/* The text with blanks for its comments, so that places stay what they are. */
static char *without_comments(const char *text) {
  char *copy = g_strdup(text);
  for (char *at = strstr(copy, "//"); at; at = strstr(at, "//"))
    while (*at != '\0' && *at != '\n')
      *at++ = ' ';
  return copy;
}

/* Of the name, number or slot that stands there; one character where none does. */
static size_t end_of_word(const char *text, size_t at) {
  size_t end = at;
  while (g_ascii_isalnum(text[end]) || text[end] == '_' || text[end] == '#')
    end++;
  return MAX(end, at + 1);
}

static Sequence *parse_source(const Pipeline *pipeline, Source *source) {
  g_autofree char *text = without_comments(source_text(source));
  char *error = NULL;
  size_t at = 0;
  Sequence *sequence = NULL;
  if (strlen(source_text(source)) != source_length(source)) {
    error = g_strdup("the text holds a zero byte");
    at = strlen(source_text(source));
  } else
    sequence = sequence_parse(pipeline->ir, text, &error, &at);
  if (sequence)
    return sequence;
  Diags *diags = diags_new(source);
  diags_add(diags, DIAG_0701, (Span){(uint32_t)at, (uint32_t)end_of_word(text, at)}, "%s", error);
  g_free(error);
  output_diags(pipeline->options, diags, "wrong_input");
  diags_free(diags);
  return NULL;
}

Sequence *sequence_input_parse(const Pipeline *pipeline, const char *what, const char *text) {
  Source *source = source_new(what, text, strlen(text));
  Sequence *sequence = parse_source(pipeline, source);
  source_free(source);
  return sequence;
}

Sequence *sequence_input_read(const Pipeline *pipeline, const char *operand) {
  bool is_file = strcmp(operand, "-") == 0 || g_file_test(operand, G_FILE_TEST_IS_REGULAR);
  if (!is_file)
    return sequence_input_parse(pipeline, "<sequence>", operand);
  g_autoptr(GError) error = NULL;
  Source *source = source_read(operand, &error);
  if (!source) {
    output_message("%s", error->message);
    return NULL;
  }
  Sequence *sequence = parse_source(pipeline, source);
  source_free(source);
  return sequence;
}

bool sequence_input_whole(const Pipeline *pipeline, const Sequence *sequence) {
  const IrModel *ir = pipeline->ir;
  for (guint i = 0; i < sequence->steps->len; i++) {
    const SequenceStep *step = g_ptr_array_index(sequence->steps, i);
    bool init = step->action < 0;
    const IrFrame *frame = init ? &ir->inits[step->outcome].frame : &ir->actions[step->action].frame;
    for (int p = 0; p < frame->param_count; p++)
      if (!step->has_argument[p]) {
        output_message("step %u: the argument `%s` of `%s` is missing (SQ0701)", i + 1, frame->locals[p].name,
                       init ? "init" : ir->actions[step->action].name);
        return false;
      }
  }
  return true;
}
