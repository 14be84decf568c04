/* Sequences as ITF traces: every kind of value, pools, and how a state came about. */
#include "emit/itf.h"

#include <string.h>

#include "support/lowered.h"

static const char *const MODEL = "model m\n"
                                 "enum Kind { short, long }\n"
                                 "resource Box[2] {\n states open, shut\n size: 0..3\n}\n"
                                 "var kinds: set of Kind = {short}\n"
                                 "var log: seq[2] of 0..9 = []\n"
                                 "var last: Box? = none\n"
                                 "var dark: bool = false\n"
                                 "var by: map Kind to 0..5 = 1\n"
                                 "action make(size: 0..3) {\n"
                                 "  outcome made {\n new b: Box open { size }\n last = b\n append(log, 7)\n }\n"
                                 "}\n"
                                 "action close(b: Box open -> shut) { dark = true }\n";

static GArray *firings(void) {
  static const Firing all[] = {{-1, 0, 0}, {0, 0, 3}, {1, 0, 0}};
  GArray *array = g_array_new(FALSE, FALSE, sizeof(Firing));
  g_array_append_vals(array, all, G_N_ELEMENTS(all));
  return array;
}

static void expect(const cJSON *json, const char *name, const char *wanted) {
  char *text = cJSON_PrintUnformatted(cJSON_GetObjectItemCaseSensitive(json, name));
  g_assert_cmpstr(text, ==, wanted);
  cJSON_free(text);
}

static void test_trace(void) {
  g_autoptr(Lowered) lowered = lowered_new(MODEL);
  Program *program = program_new(lowered->ir);
  Machine *machine = machine_new(program, NULL);
  g_autoptr(GArray) sequence = firings();
  cJSON *trace = itf_sequence(program, machine, sequence);
  expect(cJSON_GetObjectItem(trace, "#meta"), "format", "\"ITF\"");
  expect(trace, "vars", "[\"action_taken\",\"kinds\",\"log\",\"last\",\"dark\",\"by\",\"Box\"]");
  const cJSON *states = cJSON_GetObjectItem(trace, "states");
  g_assert_cmpint(cJSON_GetArraySize(states), ==, 3);
  const cJSON *first = cJSON_GetArrayItem(states, 0);
  expect(first, "kinds", "{\"#set\":[\"short\"]}");
  expect(first, "log", "[]");
  expect(first, "last", "{\"tag\":\"None\",\"value\":{\"#tup\":[]}}");
  expect(first, "dark", "false");
  expect(first, "by", "{\"#map\":[[\"short\",{\"#bigint\":\"1\"}],[\"long\",{\"#bigint\":\"1\"}]]}");
  expect(first, "Box", "{\"#map\":[]}");
  expect(first, "action_taken", "\"init\"");
  const cJSON *second = cJSON_GetArrayItem(states, 1);
  expect(second, "log", "[{\"#bigint\":\"7\"}]");
  expect(second, "last", "{\"tag\":\"Some\",\"value\":\"Box#0\"}");
  expect(second, "Box", "{\"#map\":[[\"Box#0\",{\"state\":\"open\",\"size\":{\"#bigint\":\"3\"}}]]}");
  expect(second, "action_taken", "\"make(3) made\"");
  const cJSON *third = cJSON_GetArrayItem(states, 2);
  expect(third, "dark", "true");
  expect(third, "Box", "{\"#map\":[[\"Box#0\",{\"state\":\"shut\",\"size\":{\"#bigint\":\"3\"}}]]}");
  cJSON_Delete(trace);
  machine_free(machine);
  program_free(program);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/emit/itf/trace", test_trace);
  return g_test_run();
}
