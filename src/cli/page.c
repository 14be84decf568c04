/* Takes a verdict, draws the life of each resource and the path of the first violation, gives the page to emit/html.c.
 */
#include "cli/page.h"

#include <string.h>

#include "base/limits.h"
#include "cli/output.h"
#include "cli/picture_file.h"
#include "emit/dot.h"
#include "emit/html.h"
#include "emit/layout_run.h"

/* Resources whose lives are drawn. */
#define LIVES_MOST 12

static void picture_clear(gpointer data) {
  HtmlPicture *picture = data;
  g_free(picture->title);
  g_free(picture->svg);
  g_free(picture);
}

/* False where Graphviz gave nothing, which has been told. */
static bool add(const Options *options, GPtrArray *pictures, const Picture *drawn) {
  g_autoptr(GString) dot = g_string_new(NULL), svg = g_string_new(NULL);
  g_autofree char *error = NULL;
  dot_write(drawn, dot);
  if (layout_run(dot, dot_engine(drawn), "svg", picture_file_seconds(options), svg, &error) != LAYOUT_DONE) {
    output_message("note: the page has no pictures: %s", error);
    return false;
  }
  HtmlPicture *picture = g_new(HtmlPicture, 1);
  *picture = (HtmlPicture){g_strdup(drawn->title), g_strdup(svg->str)};
  g_ptr_array_add(pictures, picture);
  return true;
}

static void draw_all(const Options *options, const Verdict *verdict, GPtrArray *pictures) {
  const IrModel *model = verdict->model;
  PictureOptions picture_options = {.max_nodes = LIMIT_PICTURE_NODES, .refused = true};
  bool fine = true;
  for (int r = 0; r < MIN(model->resource_count, LIVES_MOST) && fine; r++) {
    Picture *picture = picture_lifecycle(verdict->exploration, r, &picture_options);
    fine = add(options, pictures, picture);
    picture_free(picture);
  }
  for (int v = 0; v < MIN(model->view_count, LIVES_MOST) && fine; v++) {
    Picture *picture = picture_view(verdict->exploration, v, &picture_options);
    fine = add(options, pictures, picture);
    picture_free(picture);
  }
}

/* ---------------------------------------------------------------- what a suite covers */

static void coverage_clear(gpointer data) {
  HtmlCoverage *coverage = data;
  g_free(coverage->criterion);
}

/* Of the criterion that it was made for, and of the plain ones; each counted afresh. */
static GArray *coverage_new(const Covering *covering) {
  const char *const criteria[] = {covering->criterion_text, "outcomes", "states", "transitions"};
  const Suite *suite = covering->plan->suite;
  GArray *all = g_array_new(FALSE, FALSE, sizeof(HtmlCoverage));
  g_array_set_clear_func(all, coverage_clear);
  for (size_t i = 0; i < G_N_ELEMENTS(criteria); i++) {
    Criterion criterion;
    g_autofree char *error = NULL;
    if ((i > 0 && strcmp(criteria[i], criteria[0]) == 0) ||
        covering->exploration->transitions > LIMIT_RECOUNT_TRANSITIONS ||
        !criterion_parse(suite->model, criteria[i], &criterion, &error))
      continue;
    Measure *measure = measure_new(covering->exploration->program, suite, &criterion, covering->exploration);
    HtmlCoverage one = {g_strdup(criteria[i]), measure->covered, measure->total};
    g_array_append_val(all, one);
    measure_free(measure);
  }
  return all;
}

/* ---------------------------------------------------------------- */

static ExitCode write_page(const Options *options, const Verdict *verdict, HtmlParts *parts, const char *path) {
  g_autoptr(GPtrArray) pictures = g_ptr_array_new_with_free_func(picture_clear);
  g_autoptr(GString) text = g_string_new(NULL);
  draw_all(options, verdict, pictures);
  parts->pictures = pictures;
  html_write(verdict, parts, text);
  return picture_file_text(path, text) ? EXIT_HOLDS : EXIT_ENVIRONMENT;
}

ExitCode page_write(const Options *options, const Verdict *verdict, const char *path) {
  HtmlParts parts = {0};
  return write_page(options, verdict, &parts, path);
}

ExitCode page_write_suite(const Options *options, const Covering *covering, const char *path) {
  g_autoptr(GArray) coverage = coverage_new(covering);
  HtmlParts parts = {.suite = covering->plan->suite, .coverage = coverage};
  return write_page(options, covering->verdict, &parts, path);
}
