/* `seqcheck step`: walks the states by hand. Prints the state and what is possible in it, reads one command a line, and
 * goes on; the same from a script on standard input, which is why nothing here asks for a terminal. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/pipeline.h"
#include "cli/sequence_input.h"
#include "cli/steps_text.h"
#include "contract/replay.h"
#include "contract/steps.h"
#include "contract/why.h"
#include "ir/layout.h"
#include "ir/value.h"

enum { SHOWN_FIRINGS = 60 };

typedef struct Walk {
  Pipeline *pipeline;
  Replay *replay;
  Machine *machine;
  Stepper *stepper;
  GArray *firings; /* of Firing: what is possible here; before the start, the starts */
  GArray *targets; /* of uint64_t: their successors, packed, one after another */
  bool started;
  bool color;
  bool failed; /* a contract was broken on the way */
} Walk;

/* ---------------------------------------------------------------- what is possible */

static bool gather(void *user, const Batch *batch) {
  Walk *walk = user;
  g_array_append_vals(walk->firings, batch->firings, batch->count);
  g_array_append_vals(walk->targets, batch->states, batch->count * walk->pipeline->ir->layout->state_words);
  return walk->firings->len < LIMIT_LISTED_FIRINGS;
}

static void find_possible(Walk *walk) {
  const IrModel *ir = walk->pipeline->ir;
  g_array_set_size(walk->firings, 0);
  g_array_set_size(walk->targets, 0);
  Expansion expansion = {0};
  if (!walk->started) {
    for (int init = 0; init < ir->init_count; init++)
      if (walk->pipeline->init < 0 || walk->pipeline->init == init)
        walk->stepper->ops->starts(walk->stepper, init, gather, walk, &expansion);
    return;
  }
  g_autofree uint64_t *words = g_new0(uint64_t, ir->layout->state_words);
  layout_pack(ir->layout, replay_state(walk->replay), words);
  walk->stepper->ops->expand(walk->stepper, words, gather, walk, &expansion);
}

/* ---------------------------------------------------------------- printing */

static void append_state(Walk *walk, GString *out) {
  g_autofree char *head = g_strdup_printf("state after step %u\n", walk->replay->states->len - 1);
  output_styled(out, walk->color, STYLE_BOLD, head);
  g_autoptr(GString) text = g_string_new(NULL);
  state_print(walk->pipeline->ir, replay_state(walk->replay), text);
  g_auto(GStrv) lines = g_strsplit(text->str, "\n", -1);
  for (char **line = lines; *line; line++)
    if (**line)
      g_string_append_printf(out, "  %s\n", *line);
}

/* Firing `number` as a step, with what it would change. */
static void make_step(Walk *walk, guint number, VerdictStep *ret_step) {
  const IrModel *ir = walk->pipeline->ir;
  g_autofree int64_t *after = g_new0(int64_t, ir->state_cells + 1);
  layout_unpack(ir->layout, &g_array_index(walk->targets, uint64_t, number * ir->layout->state_words), ir->state_cells,
                after);
  const int64_t *before = walk->started ? replay_state(walk->replay) : NULL;
  steps_make(ir, &g_array_index(walk->firings, Firing, number), NULL, before, after, ret_step);
}

static void append_possible(Walk *walk, GString *out) {
  guint count = walk->firings->len;
  if (count == 0) {
    g_string_append(out, walk->started ? "nothing is possible here\n" : "the model has no start\n");
    return;
  }
  g_string_append(out, walk->started ? "possible here:\n" : "starts:\n");
  int shown = (int)MIN(count, (guint)SHOWN_FIRINGS);
  VerdictStep *steps = g_new0(VerdictStep, SHOWN_FIRINGS);
  for (int i = 0; i < shown; i++)
    make_step(walk, (guint)i, &steps[i]);
  steps_text_list(steps, shown, walk->color, out);
  steps_free(steps, shown);
  if (count > SHOWN_FIRINGS)
    g_string_append_printf(out, "      ... and %u%s more: type a number up to %u, or one as ACTION(ARGUMENTS)\n",
                           count - SHOWN_FIRINGS, count >= LIMIT_LISTED_FIRINGS ? " or" : "", count);
}

static void flush(GString *out) {
  output_text(out);
  g_string_set_size(out, 0);
  fflush(stdout);
}

static void show(Walk *walk) {
  g_autoptr(GString) out = g_string_new(NULL);
  find_possible(walk);
  if (!walk->started && walk->firings->len == 1) {
    replay_fire(walk->replay, &g_array_index(walk->firings, Firing, 0));
    walk->started = true;
    find_possible(walk);
  }
  if (walk->started)
    append_state(walk, out);
  append_possible(walk, out);
  flush(out);
}

/* ---------------------------------------------------------------- commands */

static void tell(const char *text) {
  g_autoptr(GString) out = g_string_new(text);
  g_string_append_c(out, '\n');
  flush(out);
}

/* After a step was tried: what it was and broke, or why it is not possible. */
static void after_step(Walk *walk, guint broken_before) {
  g_autoptr(GString) out = g_string_new(NULL);
  Replay *replay = walk->replay;
  if (replay->departs) {
    for (guint i = 0; i < replay->departure->len; i++)
      g_string_append_printf(out, "%s%s\n", i > 0 ? "  " : "", (char *)g_ptr_array_index(replay->departure, i));
    if (replay->states->len > 0)
      replay_back_to(replay, replay->states->len - 1);
    flush(out);
    return;
  }
  walk->started = true;
  for (guint i = broken_before; i < replay->broken->len; i++) {
    output_styled(out, walk->color, STYLE_RED, g_ptr_array_index(replay->broken, i));
    g_string_append_c(out, '\n');
    walk->failed = true;
  }
  flush(out);
  show(walk);
}

static void take_number(Walk *walk, const char *text) {
  errno = 0;
  unsigned long number = strtoul(text, NULL, 10);
  if (errno != 0 || number < 1 || number > walk->firings->len) {
    tell("there is no such number in the list");
    return;
  }
  guint broken = walk->replay->broken->len;
  replay_fire(walk->replay, &g_array_index(walk->firings, Firing, number - 1));
  after_step(walk, broken);
}

static void take_named(Walk *walk, const char *text) {
  Sequence *sequence = sequence_input_parse(walk->pipeline, "<step>", text);
  if (!sequence)
    return;
  guint broken = walk->replay->broken->len;
  for (guint i = 0; i < sequence->steps->len; i++)
    if (!replay_step(walk->replay, g_ptr_array_index(sequence->steps, i)))
      break;
  after_step(walk, broken);
  sequence_free(sequence);
}

static void go_back_to(Walk *walk, unsigned long state) {
  if (state >= walk->replay->states->len) {
    tell("there is no step of that number yet");
    return;
  }
  replay_back_to(walk->replay, (guint)state);
  show(walk);
}

static void go_to(Walk *walk, const char *text) {
  char *end = NULL;
  errno = 0;
  unsigned long state = strtoul(text, &end, 10);
  if (!isdigit((unsigned char)*text) || *end != '\0' || errno != 0)
    tell("`goto` takes the number of a step: `goto 0` is the start");
  else
    go_back_to(walk, state);
}

static void go_back(Walk *walk) {
  if (!walk->started || walk->replay->states->len <= 1)
    tell("this is the start: there is nothing to take back");
  else
    go_back_to(walk, walk->replay->states->len - 2);
}

static void why(Walk *walk, const char *text) {
  if (!walk->started) {
    tell("choose a start first");
    return;
  }
  Sequence *asked = sequence_input_parse(walk->pipeline, "<action>", text);
  if (!asked)
    return;
  const SequenceStep *step = asked->steps->len == 1 ? g_ptr_array_index(asked->steps, 0) : NULL;
  if (!step || step->action < 0)
    tell("`why` takes one action, such as `why refund` or `why refund(Payment#0)`");
  else {
    WhyQuestion question = {step->action, step->outcome, step->has_argument, step->arguments};
    WhyAnswer *answer = why_now(walk->pipeline->program, walk->machine, &question, replay_state(walk->replay));
    if (answer->possible) {
      g_autoptr(GString) out = g_string_new(NULL);
      sequence_print_firing(walk->pipeline->ir, &answer->firing, false, out);
      g_string_append(out, " is possible here");
      tell(out->str);
    }
    for (char **line = answer->lines; !answer->possible && line && *line; line++)
      tell(*line);
    why_free(answer);
  }
  sequence_free(asked);
}

static void print_trace(Walk *walk) {
  g_autoptr(GString) out = g_string_new(NULL);
  if (walk->started && walk->replay->steps->len > 1)
    steps_text_trace((const VerdictStep *)walk->replay->steps->data, (int)walk->replay->steps->len, walk->color, out);
  else
    g_string_append(out, "no step was taken yet\n");
  flush(out);
}

/* False to stop. */
static bool obey(Walk *walk, char *line) {
  g_strstrip(line);
  char *space = strpbrk(line, " \t");
  const char *rest = space ? g_strchug(space + 1) : "";
  size_t length = space ? (size_t)(space - line) : strlen(line);
#define IS(word) (length == strlen(word) && strncmp(line, word, length) == 0)
  if (line[0] == '\0' || g_str_has_prefix(line, "//") || line[0] == '#')
    return true;
  if (IS("quit") || IS("q") || IS("exit"))
    return false;
  if (IS("back") && *rest == '\0')
    go_back(walk);
  else if (IS("goto"))
    go_to(walk, rest);
  else if (IS("why"))
    why(walk, rest);
  else if (IS("state") && *rest == '\0')
    show(walk);
  else if (IS("trace") && *rest == '\0')
    print_trace(walk);
  else if ((IS("help") || IS("?")) && *rest == '\0')
    tell("a number or ACTION(ARGUMENTS) takes that step; back, goto N, why ACTION, state, trace, quit");
  else if (line[strspn(line, "0123456789")] == '\0')
    take_number(walk, line);
  else
    take_named(walk, line);
#undef IS
  return true;
}

static void read_commands(Walk *walk) {
  bool prompt = isatty(STDIN_FILENO);
  char *line = NULL;
  size_t capacity = 0;
  for (;;) {
    if (prompt) {
      fputs("> ", stdout);
      fflush(stdout);
    }
    if (getline(&line, &capacity, stdin) < 0)
      break;
    if (!obey(walk, line))
      break;
  }
  free(line);
}

ExitCode command_step(const Options *options) {
  Pipeline pipeline;
  ExitCode code = EXIT_HOLDS;
  if (strcmp(options->operands[0], "-") == 0) {
    output_message("`step` reads its commands from standard input, so that the model must be a file");
    return EXIT_WRONG_INPUT;
  }
  if (pipeline_load(&pipeline, options, &code)) {
    Walk walk = {.pipeline = &pipeline,
                 .replay = replay_new(pipeline.program, pipeline.init),
                 .machine = machine_new(pipeline.program, NULL),
                 .stepper = stepper_interpreter_new(pipeline.program, NULL),
                 .firings = g_array_new(FALSE, FALSE, sizeof(Firing)),
                 .targets = g_array_new(FALSE, FALSE, sizeof(uint64_t)),
                 .color = output_color(options)};
    show(&walk);
    read_commands(&walk);
    code = walk.failed ? EXIT_VIOLATED : EXIT_HOLDS;
    g_array_free(walk.firings, TRUE);
    g_array_free(walk.targets, TRUE);
    stepper_free(walk.stepper);
    machine_free(walk.machine);
    replay_free(walk.replay);
  }
  pipeline_clear(&pipeline);
  return code;
}
