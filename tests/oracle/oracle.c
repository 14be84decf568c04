/* oracle MODEL [-D NAME=VALUE]...: explores a model slowly and prints one line of JSON, in the words of `seqcheck
 * explore --json --keep-going`. Exit 0: printed. 2: the model is wrong. 77: too large, or nothing that the language
 * reference decides. Memory is left to the end of the process. */
#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag_render.h"
#include "lang/check.h"
#include "lang/parse.h"

void oracle_give_up(const char *why) {
  fprintf(stderr, "oracle: gives up: %s\n", why);
  exit(ORACLE_GIVES_UP);
}

const char *oracle_trouble_word(Trouble trouble) {
  static const char *const words[] = {"",         "",       "range", "division", "index",
                                      "overflow", "absent", "none",  "empty",    "dangling"};
  return words[trouble];
}

void oracle_raise(Oracle *oracle, Trouble trouble, Span span) {
  g_assert(oracle->catcher != NULL);
  oracle->trouble = trouble;
  oracle->trouble_span = span;
  longjmp(*oracle->catcher, 1);
}

bool oracle_try(Oracle *oracle, OracleWork work, void *data) {
  jmp_buf here;
  State *state = oracle->state;
  bool in_step_invariant = oracle->in_step_invariant;
  g_assert(oracle->catcher == NULL);
  oracle->trouble = TROUBLE_NONE;
  oracle->catcher = &here;
  if (setjmp(here) == 0) {
    work(oracle, data);
  }
  oracle->catcher = NULL;
  oracle->state = state;
  oracle->in_step_invariant = in_step_invariant;
  return oracle->trouble == TROUBLE_NONE;
}

/* ---------------------------------------------------------------- declared defaults */

typedef struct Default {
  const Expr *expr; /* or NULL */
  const Type *type;
  const Value *value;
} Default;

static void find_default(Oracle *oracle, void *data) {
  Default *def = data;
  def->value = def->expr == NULL ? value_lowest(def->type)
                                 : value_default(oracle, oracle_eval(oracle, def->expr, NULL), def->expr->type,
                                                 def->type, def->expr->span);
}

static const Value *default_of(Oracle *oracle, const Expr *expr, const Type *type) {
  Default def = {.expr = expr, .type = type};
  if (!oracle_try(oracle, find_default, &def))
    oracle_give_up("a default that errs");
  return def.value;
}

static void prepare(Oracle *oracle) {
  const Model *model = oracle->model;
  oracle->var_defaults = ORACLE_NEW(const Value *, model->vars.count + 1);
  for (size_t i = 0; i < model->vars.count; i++) {
    const VarDecl *var = LIST_GET(model->vars, VarDecl, i);
    oracle->var_defaults[i] = default_of(oracle, var->value, var->type);
  }
  oracle->field_defaults = ORACLE_NEW(const Value **, model->resources.count + 1);
  oracle->freed_at = ORACLE_NEW(Span *, model->resources.count + 1);
  for (size_t r = 0; r < model->resources.count; r++) {
    const ResourceDecl *resource = LIST_GET(model->resources, ResourceDecl, r);
    oracle->freed_at[r] = ORACLE_NEW(Span, resource->slots + 1);
    oracle->field_defaults[r] = ORACLE_NEW(const Value *, resource->fields.count + 1);
    for (size_t f = 0; f < resource->fields.count; f++) {
      const FieldDecl *field = LIST_GET(resource->fields, FieldDecl, f);
      if (field->value != NULL)
        oracle->field_defaults[r][f] = default_of(oracle, field->value, field->type);
    }
  }
}

/* ---------------------------------------------------------------- the program */

static void refuse(Diags *diags) {
  g_autoptr(GString) text = g_string_new(NULL);
  diag_render_text(diags, false, text);
  fputs(text->str, stderr);
  exit(2);
}

static const Model *load(const char *path, const Define *defines, size_t define_count) {
  g_autoptr(GError) error = NULL;
  Source *source = source_read(path, &error);
  if (source == NULL) {
    fprintf(stderr, "oracle: %s\n", error->message);
    exit(2);
  }
  Arena *arena = arena_new();
  Names *names = names_new();
  Diags *diags = diags_new(source);
  Model *model = parse_model(arena, names, source, diags);
  if (diags_errors(diags) > 0 || !check_model(arena, names, model, defines, define_count, diags))
    refuse(diags);
  return model;
}

int main(int argc, char **argv) {
  const char *path = NULL;
  g_autofree Define *defines = g_new0(Define, argc);
  size_t define_count = 0;
  for (int i = 1; i < argc; i++) {
    char *equals = NULL;
    if (strcmp(argv[i], "-D") == 0 && i + 1 < argc && (equals = strchr(argv[i + 1], '=')) != NULL) {
      *equals = '\0';
      defines[define_count++] = (Define){.name = argv[++i], .value = equals + 1};
    } else {
      path = argv[i];
    }
  }
  if (path == NULL) {
    fputs("usage: oracle MODEL [-D NAME=VALUE]...\n", stderr);
    return 2;
  }
  oracle_use_arena(arena_new());
  Oracle oracle = {.model = load(path, defines, define_count)};
  oracle.source = oracle.model->source;
  prepare(&oracle);
  char *json = oracle_explore(&oracle);
  puts(json);
  free(json);
  return 0;
}
