/* Stands in for libFuzzer where that is not linked: runs the target once over every file that is named, or that lies in
 * a folder that is named. Every input that once failed is kept in a corpus, so that this is a regression test. */
#include <glib.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void run_file(const char *path) {
  g_autofree char *text = NULL;
  gsize length = 0;
  if (g_file_get_contents(path, &text, &length, NULL)) {
    LLVMFuzzerTestOneInput((const uint8_t *)text, length);
  }
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    g_autoptr(GDir) folder = g_dir_open(argv[i], 0, NULL);
    if (folder == NULL) {
      run_file(argv[i]);
      continue;
    }
    for (const char *name = g_dir_read_name(folder); name != NULL; name = g_dir_read_name(folder)) {
      g_autofree char *path = g_build_filename(argv[i], name, NULL);
      run_file(path);
    }
  }
  return 0;
}
