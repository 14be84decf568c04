/* `booking_tests.c`: the glue between the model's cells and the functions of the interface, the sequences as tables,
 * and a main for the framework. */
#include "emit/c_tests.h"

#include <string.h>

#include "emit/c_build.h"
#include "emit/c_model.h"
#include "emit/c_sut.h"
#include "engine/sequence.h"
#include "ir/value.h"

const char *const c_framework_names[] = {
    [C_TAP] = "tap", [C_CMOCKA] = "cmocka", [C_CHECK] = "check", [C_GLIB] = "glib", NULL};

bool c_framework_find(const char *name, CFramework *ret_framework) {
  for (int i = 0; c_framework_names[i]; i++) {
    if (strcmp(c_framework_names[i], name) == 0) {
      *ret_framework = (CFramework)i;
      return true;
    }
  }
  return false;
}

/* ---------------------------------------------------------------- calls of the interface */

static void declare_news(CWriter *w, const CFunction *function) {
  for (int r = 0; r < w->model->resource_count; r++)
    if (function->news[r])
      c_line(w, "%s %s[SLOTS_%s] = {{0}};", c_names_handle(w->names, r),
             c_names_new_handle(w->names, r) + strlen("ret_"), w->model->resources[r].name);
}

/* The arguments of a call: the system, the parameters out of `a`, room for what comes back. */
static char *call_arguments(CTypes *types, CWriter *w, const CFunction *function) {
  GString *out = g_string_new(function->takes_sut ? "sut" : "");
  uint32_t cell = 0;
  for (int i = 0; function->frame && i < function->frame->param_count; i++) {
    const IrType *type = function->frame->locals[i].type;
    const char *value = c_types_get(types, type, c_text(w, "&a[%u]", cell));
    g_string_append(out, out->len > 0 ? ", " : "");
    if (c_types_by_pointer(type)) {
      c_line(w, "const %s argument_%d = %s;", c_types_name(types, type), i, value);
      g_string_append_printf(out, "&argument_%d", i);
    } else {
      g_string_append(out, value);
    }
    cell += type->cells;
  }
  for (int r = 0; r < w->model->resource_count; r++)
    if (function->news[r])
      g_string_append_printf(out, "%s%s", out->len > 0 ? ", " : "", c_names_new_handle(w->names, r) + strlen("ret_"));
  if (function->value)
    g_string_append_printf(out, "%s&value", out->len > 0 ? ", " : "");
  return g_string_free(out, FALSE);
}

static bool hands_out(const CWriter *w, const CFunction *function) {
  for (int r = 0; r < w->model->resource_count; r++)
    if (function->news[r])
      return true;
  return false;
}

static void put_news(CWriter *w, const CFunction *function) {
  for (int r = 0; r < w->model->resource_count; r++) {
    if (!function->news[r])
      continue;
    const char *pool = w->model->resources[r].name, *name = c_names_new_handle(w->names, r) + strlen("ret_");
    c_line(w, "for (int i = 0; i < seq_new_count(run, RESOURCE_%s); i++)", pool);
    c_line(w, "  seq_new_handle(run, RESOURCE_%s, i, (SeqHandle){%s[i].id, %s[i].pointer});", pool, name, name);
  }
}

static void put_value(CTypes *types, CWriter *w, const IrType *type) {
  c_line(w, "int64_t cells[%u] = {0};", MAX(type->cells, 1));
  c_types_put(types, type, "value", "cells");
  c_line(w, "seq_value(run, cells);");
}

static void put_step(CTypes *types, CWriter *w, int action) {
  CFunction function = c_function_action(types, w, action);
  c_open(w, "static void step_%s(SeqRun *run, %s *sut, const int64_t *a)", w->model->actions[action].name,
         c_names_sut(w->names));
  declare_news(w, &function);
  if (function.value)
    c_line(w, "%s value = {0};", c_types_name(types, function.value));
  g_autofree char *arguments = call_arguments(types, w, &function);
  c_line(w, "const %s outcome = %s(%s);", c_names_outcome_type(w->names, action), function.name, arguments);
  if (function.frame->param_count == 0)
    c_line(w, "(void)a;");
  if (function.value || hands_out(w, &function)) {
    c_line(w, "if (!seq_took(run, (int)outcome))");
    c_line(w, "  return;");
  } else {
    c_line(w, "seq_took(run, (int)outcome);");
  }
  put_news(w, &function);
  if (function.value) {
    c_line(w, "if (!seq_returns(run))");
    c_line(w, "  return;");
    put_value(types, w, function.value);
  }
  c_close(w);
  g_string_append_c(w->out, '\n');
  c_function_clear(&function);
}

static void put_observe(CTypes *types, CWriter *w, int observe) {
  CFunction function = c_function_observe(types, w, observe);
  const IrType *type = w->model->observes[observe].expr->type;
  c_open(w, "static void look_%s(SeqRun *run, %s *sut)", w->model->observes[observe].name, c_names_sut(w->names));
  if (function.value) {
    c_line(w, "%s value = {0};", c_types_name(types, type));
    c_line(w, "%s(sut, &value);", function.name);
  } else {
    c_line(w, "const %s value = %s(sut);", c_types_name(types, type), function.name);
  }
  put_value(types, w, type);
  c_close(w);
  g_string_append_c(w->out, '\n');
  c_function_clear(&function);
}

static void put_reset(CTypes *types, CWriter *w, int init) {
  CFunction function = c_function_init(types, w, init);
  c_open(w, "static void *start_%s(SeqRun *run, const int64_t *a)", w->model->inits[init].name);
  declare_news(w, &function);
  g_autofree char *arguments = call_arguments(types, w, &function);
  c_line(w, "%s *const sut = %s(%s);", c_names_sut(w->names), function.name, arguments);
  if (hands_out(w, &function)) {
    c_open(w, "if (sut)");
    put_news(w, &function);
    c_close(w);
  }
  c_line(w, "(void)run;");
  if (function.frame->param_count == 0)
    c_line(w, "(void)a;");
  c_line(w, "return sut;");
  c_close(w);
  g_string_append_c(w->out, '\n');
  c_function_clear(&function);
}

/* ---------------------------------------------------------------- the doors of a SeqSystem */

static void put_doors(CWriter *w) {
  const IrModel *model = w->model;
  const char *prefix = c_names_prefix(w->names);
  c_open(w, "static void *reset(SeqRun *run, int init, const int64_t *arguments)");
  c_open(w, "switch (init)");
  w->indent--;
  for (int i = 1; i < model->init_count; i++) {
    c_line(w, "case %d:", i);
    c_line(w, "  return start_%s(run, arguments);", model->inits[i].name);
  }
  c_line(w, "default:");
  c_line(w, "  return start_%s(run, arguments);", model->inits[0].name);
  c_line(w, "}");
  c_close(w);
  c_open(w, "\nstatic void teardown(void *sut)");
  c_line(w, "%s_teardown(sut);", prefix);
  c_close(w);
  c_open(w, "\nstatic void step(SeqRun *run, void *sut, int action, const int64_t *arguments)");
  c_open(w, "switch (action)");
  w->indent--;
  for (int i = 0; i < model->action_count; i++) {
    c_line(w, "case ACTION_%s:", model->actions[i].name);
    c_line(w, "  step_%s(run, sut, arguments);", model->actions[i].name);
    c_line(w, "  break;");
  }
  c_line(w, "default:");
  c_line(w, "  break;");
  c_line(w, "}");
  if (model->action_count == 0)
    c_line(w, "(void)run, (void)sut, (void)arguments;");
  c_close(w);
  c_open(w, "\nstatic void observe(SeqRun *run, void *sut, int number)");
  c_open(w, "switch (number)");
  w->indent--;
  for (int i = 0; i < model->observe_count; i++) {
    c_line(w, "case %d:", i);
    c_line(w, "  look_%s(run, sut);", model->observes[i].name);
    c_line(w, "  break;");
  }
  c_line(w, "default:");
  c_line(w, "  break;");
  c_line(w, "}");
  if (model->observe_count == 0)
    c_line(w, "(void)run, (void)sut;");
  c_close(w);
  g_string_append_printf(
      w->out,
      "\nstatic const SeqSystem %s_system = {\n    .model = &%s_model,\n    .program = \"%s_tests\",\n"
      "    .reset = reset,\n    .teardown = teardown,\n    .step = step,\n    .observe = observe,\n};\n\n",
      prefix, prefix, prefix);
}

/* ---------------------------------------------------------------- sequences */

static const char *argument_cells(CWriter *w, const IrFrame *frame, uint64_t number) {
  uint32_t count = arguments_cells(frame);
  if (count == 0)
    return "NULL";
  int64_t *cells = g_new0(int64_t, count);
  arguments_from_number(frame, number, cells);
  GString *text = g_string_new("(const int64_t[]){");
  for (uint32_t i = 0; i < count; i++)
    g_string_append_printf(text, "%s%s", i > 0 ? ", " : "", c_number(w, cells[i]));
  g_string_append_c(text, '}');
  const char *kept = c_text(w, "%s", text->str);
  g_string_free(text, TRUE);
  g_free(cells);
  return kept;
}

static void put_sequence(CWriter *w, guint number, const SuiteSequence *sequence, const char *base) {
  const IrModel *model = w->model;
  g_string_append_printf(w->out, "/* %s */\nstatic const SeqStep steps_%u[] = {\n", sequence->name, number);
  for (guint i = 1; i < sequence->firings->len; i++) {
    const Firing *firing = &g_array_index(sequence->firings, Firing, i);
    const IrAction *action = &model->actions[firing->action];
    int line, column;
    source_locate(model->source, action->span.start, &line, &column);
    g_autoptr(GString) text = g_string_new(NULL);
    sequence_print_firing(model, firing, true, text);
    const char *outcome = action->outcomes[firing->outcome].name;
    g_string_append_printf(w->out, "    /* %s:%d: %s%s%s */\n    {ACTION_%s, OUTCOME_%s_%s, %s},\n", base, line,
                           text->str, *outcome ? ", " : "", outcome, action->name, action->name,
                           *outcome ? outcome : "done", argument_cells(w, &action->frame, firing->arguments));
  }
  if (sequence->firings->len == 1)
    g_string_append(w->out, "    {-1, -1, NULL},\n");
  g_string_append(w->out, "};\n\n");
}

static void put_sequences(CWriter *w, const Suite *suite) {
  const char *base = c_source_name(w);
  for (guint i = 0; i < suite->sequences->len; i++)
    put_sequence(w, i, g_ptr_array_index(suite->sequences, i), base);
  g_string_append_printf(w->out, "static const SeqSequence %s_sequences[] = {\n", c_names_prefix(w->names));
  for (guint i = 0; i < suite->sequences->len; i++) {
    const SuiteSequence *sequence = g_ptr_array_index(suite->sequences, i);
    const Firing *start = &g_array_index(sequence->firings, Firing, 0);
    g_string_append_printf(w->out, "    {\"%s\", %d, %s, steps_%u, %u},\n", sequence->name, start->outcome,
                           argument_cells(w, &w->model->inits[start->outcome].frame, start->arguments), i,
                           sequence->firings->len - 1);
  }
  if (suite->sequences->len == 0)
    g_string_append(w->out, "    {\"\", 0, NULL, NULL, 0},\n");
  g_string_append_printf(w->out, "};\n#define SEQUENCE_COUNT %u\n\n", suite->sequences->len);
}

/* ---------------------------------------------------------------- frameworks */

static void put_main(CWriter *w, CFramework framework) {
  static const char *const mains[] = {
      [C_TAP] = "int main(int argc, char **argv) {\n"
                "  return seq_main(&@_system, @_sequences, SEQUENCE_COUNT, argc, argv);\n}\n",
      [C_CMOCKA] =
          "static void test_sequence(void **state) {\n  const char *text;\n"
          "  const SeqVerdict verdict = seq_check(&@_system, *state, &text);\n"
          "  if (verdict == SEQ_INCONCLUSIVE) {\n    print_message(\"inconclusive: %s\\n\", text);\n    skip();\n  }\n"
          "  if (verdict != SEQ_PASSED)\n    fail_msg(\"%s\", text);\n}\n\n"
          "int main(int argc, char **argv) {\n  static struct CMUnitTest tests[SEQUENCE_COUNT + 1];\n"
          "  if (seq_wants(argc, argv))\n"
          "    return seq_main(&@_system, @_sequences, SEQUENCE_COUNT, argc, argv);\n"
          "  if (argc > 1) /* a name, or a pattern with * and ? */\n    cmocka_set_test_filter(argv[1]);\n"
          "  for (int i = 0; i < SEQUENCE_COUNT; i++)\n"
          "    tests[i] = (struct CMUnitTest){.name = @_sequences[i].name,\n"
          "                                   .test_func = test_sequence,\n"
          "                                   .initial_state = (void *)(intptr_t)&@_sequences[i]};\n"
          "  return _cmocka_run_group_tests(\"@_tests\", tests, SEQUENCE_COUNT, NULL, NULL) ? 1 : 0;\n}\n",
      [C_CHECK] =
          "START_TEST(test_sequence) {\n  const char *text;\n"
          "  const SeqVerdict verdict = seq_check(&@_system, &@_sequences[_i], &text);\n"
          "  if (verdict == SEQ_INCONCLUSIVE)\n    printf(\"%s: inconclusive: %s\\n\", @_sequences[_i].name, text);\n"
          "  ck_assert_msg(verdict == SEQ_PASSED || verdict == SEQ_INCONCLUSIVE, \"%s\", text);\n}\nEND_TEST\n\n"
          "int main(int argc, char **argv) {\n"
          "  if (seq_wants(argc, argv))\n"
          "    return seq_main(&@_system, @_sequences, SEQUENCE_COUNT, argc, argv);\n"
          "  Suite *suite = suite_create(\"@\");\n"
          "  for (int i = 0; i < SEQUENCE_COUNT; i++) {\n"
          "    TCase *one = tcase_create(@_sequences[i].name);\n"
          "    tcase_add_loop_test(one, test_sequence, i, i + 1);\n    suite_add_tcase(suite, one);\n  }\n"
          "  SRunner *runner = srunner_create(suite);\n"
          "  srunner_set_fork_status(runner, CK_NOFORK); /* every sequence has a process of its own anyway */\n"
          "  srunner_run(runner, NULL, argc > 1 ? argv[1] : NULL, CK_ENV); /* a name, or CK_RUN_CASE */\n"
          "  const int failed = srunner_ntests_failed(runner);\n  srunner_free(runner);\n  return failed ? 1 : 0;\n}\n",
      [C_GLIB] = "static void test_sequence(gconstpointer sequence) {\n  const char *text;\n"
                 "  const SeqVerdict verdict = seq_check(&@_system, sequence, &text);\n"
                 "  if (verdict == SEQ_INCONCLUSIVE)\n    g_test_skip(text);\n"
                 "  else if (verdict != SEQ_PASSED)\n    g_test_fail_printf(\"%s\", text);\n}\n\n"
                 "int main(int argc, char **argv) {\n"
                 "  if (seq_wants(argc, argv))\n"
                 "    return seq_main(&@_system, @_sequences, SEQUENCE_COUNT, argc, argv);\n"
                 "  g_test_init(&argc, &argv, NULL);\n"
                 "  for (int i = 0; i < SEQUENCE_COUNT; i++) {\n"
                 "    g_autofree char *path = g_strdup_printf(\"/@/%s\", @_sequences[i].name);\n"
                 "    g_test_add_data_func(path, &@_sequences[i], test_sequence);\n  }\n"
                 "  return g_test_run();\n}\n"};
  GString *text = g_string_new(mains[framework]);
  g_string_replace(text, "@", c_names_prefix(w->names), 0);
  g_string_append_len(w->out, text->str, (gssize)text->len);
  g_string_free(text, TRUE);
}

static void put_head(CWriter *w, CFramework framework) {
  static const char *const includes[] = {
      [C_TAP] = "",
      [C_CMOCKA] =
          "#include <setjmp.h>\n#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>\n\n#include <cmocka.h>\n",
      [C_CHECK] = "#include <check.h>\n",
      [C_GLIB] = "#include <glib.h>\n"};
  const char *prefix = c_names_prefix(w->names);
  const char *base = c_source_name(w);
  g_string_append_printf(w->out,
                         "/* Sequences of %s run against the system under test: each step's outcome, value and\n"
                         " * observations are compared with the model's. `%s_tests --help` tells what it can do.\n"
                         " *\n * Generated by seqcheck; made again from the model, not changed by hand. */\n"
                         "#ifndef _GNU_SOURCE\n#define _GNU_SOURCE 1\n#endif\n%s\n#include \"%s_sut.h\"\n"
                         "#include \"%s_model.h\"\n#include \"seqcheck/test.h\"\n\nSEQ_DEFINE_NOTES\n\n",
                         base, prefix, includes[framework], prefix, prefix);
}

static void write_tests(CTypes *types, CWriter *w, const Suite *suite, CFramework framework) {
  GString *out = w->out, *glue = w->out = g_string_new(NULL);
  for (int i = 0; i < w->model->init_count; i++)
    put_reset(types, w, i);
  for (int i = 0; i < w->model->action_count; i++)
    put_step(types, w, i);
  for (int i = 0; i < w->model->observe_count; i++)
    put_observe(types, w, i);
  put_doors(w);
  w->out = out;
  put_head(w, framework);
  c_types_write_conversions(types);
  g_string_append_len(out, glue->str, (gssize)glue->len);
  g_string_free(glue, TRUE);
  put_sequences(w, suite);
  put_main(w, framework);
}

/* ---------------------------------------------------------------- the files */

static void add(CFiles *files, CFileKind kind, CNames *names, const char *ending, GString *text) {
  g_autofree char *name = g_strconcat(c_names_prefix(names), ending, NULL);
  c_files_add(files, kind, name, text);
}

void c_tests_generate(CNames *names, const Suite *suite, CFramework framework, CFiles *files) {
  CWriter w = {.model = c_names_model(names), .names = names, .state = "s"};
  w.chunk = g_string_chunk_new(65536);
  w.types = g_ptr_array_new();
  c_describe_ask(&w); /* so that descriptions have the numbers that c_model_write gives them */
  CTypes *types = c_types_new(&w);
  w.out = g_string_new(NULL);
  c_sut_write(types, &w);
  add(files, C_FILE_MADE, names, "_sut.h", w.out);
  w.out = g_string_new(NULL);
  c_stub_write(types, &w);
  add(files, C_FILE_START, names, "_sut_stub.c", w.out);
  w.out = g_string_new(NULL);
  write_tests(types, &w, suite, framework);
  add(files, C_FILE_MADE, names, "_tests.c", w.out);
  w.out = g_string_new(NULL);
  c_model_write(names, w.out);
  add(files, C_FILE_MADE, names, "_model.h", w.out);
  add(files, C_FILE_MADE, names, "_tests.cmake", c_build_cmake(names, framework));
  add(files, C_FILE_MADE, names, "_tests.mk", c_build_make(names, framework));
  c_files_add_runtime(files);
  c_types_free(types);
  g_ptr_array_unref(w.types);
  g_string_chunk_free(w.chunk);
}
