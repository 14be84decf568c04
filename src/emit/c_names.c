/* Names of generated C. Takes a model and a prefix, gives each part's name and finds clashes. Functions are
 * prefix_name, types PascalCase, constants in capitals, so that each reads as C does; an action `reset`, an
 * outcome `other` and a member `count`, whose names we need, get a word before them. What folding puts together (`a_b`
 * and `aB`) is refused with both places and not renamed, since a user who writes code against a name must be able to
 * tell it from the model. */
#include "emit/c_names.h"

#include <string.h>

struct CNames {
  const IrModel *model;
  GStringChunk *chunk;
  const char *prefix, *upper, *pascal;
};

typedef struct Claim {
  char *what;
  Span span;
} Claim;

/* Words of C11, and names that the headers of a generated file bring with them. */
static const char *const reserved_words[] = {"alignas",
                                             "alignof",
                                             "asm",
                                             "assert",
                                             "atomic",
                                             "auto",
                                             "bool",
                                             "break",
                                             "case",
                                             "char",
                                             "complex",
                                             "const",
                                             "continue",
                                             "default",
                                             "do",
                                             "double",
                                             "else",
                                             "enum",
                                             "errno",
                                             "exit",
                                             "extern",
                                             "false",
                                             "float",
                                             "for",
                                             "free",
                                             "goto",
                                             "i386",
                                             "if",
                                             "imaginary",
                                             "inline",
                                             "int",
                                             "linux",
                                             "long",
                                             "m",
                                             "a",
                                             "s",
                                             "main",
                                             "malloc",
                                             "noreturn",
                                             "offsetof",
                                             "outcome",
                                             "register",
                                             "restrict",
                                             "return",
                                             "run",
                                             "ret_offered",
                                             "ret_value",
                                             "short",
                                             "signed",
                                             "sizeof",
                                             "static",
                                             "stderr",
                                             "stdin",
                                             "stdout",
                                             "static_assert",
                                             "struct",
                                             "sut",
                                             "switch",
                                             "thread_local",
                                             "true",
                                             "typedef",
                                             "typeof",
                                             "union",
                                             "unix",
                                             "unsigned",
                                             "void",
                                             "volatile",
                                             "while",
                                             "to",
                                             "memcpy",
                                             "memset",
                                             "cells",
                                             "chosen"};

/* What the C library, POSIX and Linux have that a prefix and a name of the model could spell. */
static const char *const library_names[] = {
    "aio_cancel",      "aio_read",         "aio_return",     "aio_write",      "clock_getres",    "clock_gettime",
    "clock_settime",   "epoll_create",     "epoll_wait",     "fd_set",         "inotify_init",    "mq_close",
    "mq_getattr",      "mq_notify",        "mq_open",        "mq_receive",     "mq_send",         "mq_setattr",
    "mq_unlink",       "pthread_cancel",   "pthread_create", "pthread_detach", "pthread_exit",    "pthread_join",
    "sched_yield",     "sem_close",        "sem_destroy",    "sem_getvalue",   "sem_init",        "sem_open",
    "sem_post",        "sem_unlink",       "sem_wait",       "shm_open",       "shm_unlink",      "timer_create",
    "timer_delete",    "timer_getoverrun", "timer_gettime",  "timer_settime",  "timerfd_create",  "timerfd_gettime",
    "timerfd_settime", "CHAR_BIT",         "CHAR_MAX",       "CHAR_MIN",       "CLOCK_MONOTONIC", "CLOCK_REALTIME",
    "INT16_MAX",       "INT32_MAX",        "INT64_MAX",      "INT64_MIN",      "INT8_MAX",        "INT_MAX",
    "INT_MIN",         "LINK_MAX",         "LONG_MAX",       "LONG_MIN",       "MAP_FAILED",      "MAP_FIXED",
    "MAP_PRIVATE",     "MAP_SHARED",       "NAME_MAX",       "OPEN_MAX",       "PATH_MAX",        "PIPE_BUF",
    "PROT_EXEC",       "PROT_READ",        "PROT_WRITE",     "RAND_MAX",       "SIZE_MAX",        "TIMER_ABSTIME"};

static const char *keep(CNames *names, char *text) {
  const char *kept = g_string_chunk_insert(names->chunk, text);
  g_free(text);
  return kept;
}

/* `paid_out` becomes PaidOut; what is already mixed stays. */
static char *pascal(const char *name) {
  GString *out = g_string_new(NULL);
  bool head = true;
  for (const char *at = name; *at; at++) {
    if (*at == '_') {
      head = true;
    } else {
      g_string_append_c(out, head ? g_ascii_toupper(*at) : *at);
      head = false;
    }
  }
  return g_string_free(out, FALSE);
}

CNames *c_names_new(const IrModel *model, const char *prefix) {
  CNames *names = g_new0(CNames, 1);
  names->model = model;
  names->chunk = g_string_chunk_new(4096);
  names->prefix = g_string_chunk_insert(names->chunk, prefix);
  names->upper = c_names_upper(names, prefix);
  names->pascal = keep(names, pascal(prefix));
  return names;
}

void c_names_free(CNames *names) {
  if (!names)
    return;
  g_string_chunk_free(names->chunk);
  g_free(names);
}

const IrModel *c_names_model(const CNames *names) {
  return names->model;
}

const char *c_names_prefix(const CNames *names) {
  return names->prefix;
}

const char *c_names_upper_prefix(const CNames *names) {
  return names->upper;
}

const char *c_names_upper(CNames *names, const char *text) {
  return keep(names, g_ascii_strup(text, -1));
}

/* ---------------------------------------------------------------- functions and constants */

static const char *function_name(CNames *names, const char *part, const char *name) {
  return keep(names, *part ? g_strdup_printf("%s_%s_%s", names->prefix, part, name)
                           : g_strdup_printf("%s_%s", names->prefix, name));
}

static const char *constant_name(CNames *names, const char *part, const char *name) {
  g_autofree char *whole =
      *part ? g_strdup_printf("%s_%s_%s", names->upper, part, name) : g_strdup_printf("%s_%s", names->upper, name);
  return c_names_upper(names, whole);
}

const char *c_names_sut(CNames *names) {
  return keep(names, g_strconcat(names->pascal, "Sut", NULL));
}

const char *c_names_init(CNames *names, int init) {
  const char *name = names->model->inits[init].name;
  return *name ? function_name(names, "reset", name) : function_name(names, "", "reset");
}

/* `reset`, `teardown` and what begins with `observe_` are names of other functions: such an action is `do_reset`. */
const char *c_names_action(CNames *names, int action) {
  const char *name = names->model->actions[action].name;
  bool taken = strcmp(name, "reset") == 0 || strcmp(name, "teardown") == 0 || g_str_has_prefix(name, "reset_") ||
               g_str_has_prefix(name, "observe_");
  return function_name(names, taken ? "do" : "", name);
}

const char *c_names_observe(CNames *names, int observe) {
  return function_name(names, "observe", names->model->observes[observe].name);
}

const char *c_names_const(CNames *names, int number) {
  return constant_name(names, "", names->model->consts[number].name);
}

const char *c_names_outcome_type(CNames *names, int action) {
  g_autofree char *name = pascal(names->model->actions[action].name);
  return keep(names, g_strconcat(names->pascal, name, "Outcome", NULL));
}

const char *c_names_outcome(CNames *names, int action, int outcome) {
  const IrAction *of = &names->model->actions[action];
  const char *name = outcome < 0 ? "other" : of->outcomes[outcome].name;
  if (outcome >= 0 && g_ascii_strcasecmp(name, "other") == 0) /* the word that means none of the model's */
    name = "outcome_other";
  return constant_name(names, of->name, *name ? name : "done");
}

/* A model that is named like its resource would say the word twice. */
const char *c_names_handle(CNames *names, int resource) {
  g_autofree char *name = pascal(names->model->resources[resource].name);
  return keep(names, g_strcmp0(name, names->pascal) == 0 ? g_strconcat(name, "Handle", NULL)
                                                         : g_strconcat(names->pascal, name, "Handle", NULL));
}

const char *c_names_new_handle(CNames *names, int resource) {
  g_autofree char *name = g_ascii_strdown(names->model->resources[resource].name, -1);
  return keep(names, g_strconcat("ret_new_", name, NULL));
}

const char *c_names_enum(CNames *names, int number) {
  g_autofree char *name = pascal(names->model->enums[number].name);
  return keep(names, g_strconcat(names->pascal, name, NULL));
}

const char *c_names_member(CNames *names, int number, int member) {
  const IrEnum *of = &names->model->enums[number];
  const char *name = member < of->member_count ? of->members[member].name : "count";
  if (member < of->member_count && g_ascii_strcasecmp(name, "count") == 0) /* the word for how many there are */
    name = "member_count";
  return constant_name(names, of->name, name);
}

const char *c_names_wire(CNames *names, int number) {
  g_autofree char *name = g_ascii_strdown(names->model->enums[number].name, -1);
  g_autofree char *wire = g_strconcat(name, "_wire", NULL);
  return function_name(names, "", wire);
}

const char *c_names_inner(CNames *names, const char *kind, const char *name, const char *part) {
  return keep(names, *part ? g_strdup_printf("%s_%s_%s", kind, name, part) : g_strdup_printf("%s_%s", kind, name));
}

/* ---------------------------------------------------------------- types */

const char *c_names_word(CNames *names, const IrType *type) {
  const IrModel *model = names->model;
  switch (type->kind) {
  case IRT_BOOL:
    return "Bool";
  case IRT_INT:
  case IRT_RANGE:
    return "Int";
  case IRT_ENUM:
    return keep(names, pascal(model->enums[type->decl].name));
  case IRT_RESOURCE:
    return keep(names, pascal(model->resources[type->decl].name));
  case IRT_OPTION:
    return keep(names, g_strconcat("Optional", c_names_word(names, type->elem), NULL));
  case IRT_SET:
    return keep(names, g_strconcat("SetOf", c_names_word(names, type->elem), NULL));
  case IRT_SEQ:
    return keep(names, g_strconcat("SeqOf", c_names_word(names, type->elem), NULL));
  case IRT_MAP:
    return keep(names,
                g_strconcat("MapOf", c_names_word(names, type->key), "To", c_names_word(names, type->elem), NULL));
  }
  g_assert_not_reached();
}

const char *c_names_struct(CNames *names, const char *word) {
  return keep(names, g_strconcat(names->pascal, word, NULL));
}

/* ---------------------------------------------------------------- locals */

static bool is_word_of(const char *name, const char *const *words, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (strcmp(name, words[i]) == 0)
      return true;
  return false;
}

/* As macros are written, of which headers bring many. */
static bool is_capitals(const char *name) {
  for (const char *at = name; *at; at++)
    if (g_ascii_islower(*at))
      return false;
  return name[0] != '\0' && name[1] != '\0';
}

/* Would it hide what generated code calls, or a word of C? Temporaries are t1, t2, ... */
static bool is_taken(const char *name) {
  static const char *const heads[] = {"seq_", "Seq",    "SEQ_",   "ops_",  "fn_", "proc_", "new_",  "ret_",
                                      "VAR_", "STATE_", "FIELD_", "type_", "_",   "map_",  "POOL_", "offers_"};
  if (is_word_of(name, reserved_words, G_N_ELEMENTS(reserved_words)) || is_capitals(name))
    return true;
  for (size_t i = 0; i < G_N_ELEMENTS(heads); i++)
    if (g_str_has_prefix(name, heads[i]))
      return true;
  return name[0] == 't' && g_ascii_isdigit(name[1]);
}

static bool is_used(const char **locals, int count, const char *name) {
  for (int i = 0; i < count; i++)
    if (strcmp(locals[i], name) == 0)
      return true;
  return false;
}

/* Every local has a name of its own, also where the model uses a word again in another scope: b, b2, b3. */
const char **c_names_locals(CNames *names, const IrFrame *frame) {
  const char **locals = g_new0(const char *, frame->local_count + 1);
  for (int i = 0; i < frame->local_count; i++) {
    const char *model_name = frame->locals[i].name;
    g_autofree char *stem = g_strconcat(model_name[0] == '_' ? "x" : "", *model_name ? model_name : "local",
                                        is_taken(model_name) || g_str_has_prefix(model_name, names->prefix) ||
                                                g_str_has_prefix(model_name, names->upper)
                                            ? "_"
                                            : "",
                                        NULL);
    GString *name = g_string_new(stem);
    for (int number = 2; is_used(locals, i, name->str); number++)
      g_string_printf(name, "%s%d", stem, number);
    locals[i] = keep(names, g_string_free(name, FALSE));
  }
  return locals;
}

/* ---------------------------------------------------------------- clashes */

typedef struct Claims {
  CNames *names;
  GHashTable *table; /* C name to Claim */
  Diags *diags;
  bool fine;
} Claims;

static void claim_free(gpointer data) {
  Claim *claim = data;
  g_free(claim->what);
  g_free(claim);
}

__attribute__((format(printf, 4, 5))) static void claim(Claims *claims, const char *name, Span span, const char *format,
                                                        ...) {
  va_list list;
  va_start(list, format);
  g_autofree char *what = g_strdup_vprintf(format, list);
  va_end(list);
  const Claim *before = g_hash_table_lookup(claims->table, name);
  if (is_word_of(name, library_names, G_N_ELEMENTS(library_names)) ||
      is_word_of(name, reserved_words, G_N_ELEMENTS(reserved_words))) {
    Diag *diag =
        diags_add(claims->diags, DIAG_0714, span, "in C %s would be `%s`, a name that C has already", what, name);
    diag_help(diag, "`--prefix NAME` puts another word than the model's name before it");
    claims->fine = false;
  } else if (before) {
    Diag *diag =
        diags_add(claims->diags, DIAG_0714, span, "in C %s and %s would both be `%s`", what, before->what, name);
    if (before->span.end > 0)
      diag_label(diag, before->span, "%s", before->what);
    diag_help(diag, "give one of them another name in the model");
    claims->fine = false;
  } else {
    Claim *fresh = g_new(Claim, 1);
    *fresh = (Claim){g_steal_pointer(&what), span};
    g_hash_table_insert(claims->table, g_strdup(name), fresh);
  }
}

static void claim_fixed(Claims *claims) {
  static const char *const fixed[] = {"model", "system", "sequences"};
  static const char *const doors[] = {"model_start", "model_fire", "model_returned", "model_observed"};
  const Span nowhere = {0, 0};
  for (size_t i = 0; i < G_N_ELEMENTS(fixed); i++)
    claim(claims, function_name(claims->names, "", fixed[i]), nowhere, "what the test program calls its %s", fixed[i]);
  for (size_t i = 0; i < G_N_ELEMENTS(doors); i++)
    claim(claims, doors[i], nowhere, "a function of the generated model");
  claim(claims, function_name(claims->names, "", "teardown"), nowhere, "the function that gives a system back");
  claim(claims, c_names_sut(claims->names), nowhere, "the type of the system under test");
  claim(claims, "SEQUENCE_COUNT", nowhere, "the number of sequences");
}

static void claim_values(Claims *claims) {
  CNames *names = claims->names;
  const IrModel *model = names->model;
  for (int i = 0; i < model->const_count; i++)
    claim(claims, c_names_const(names, i), model->consts[i].span, "constant `%s`", model->consts[i].name);
  for (int i = 0; i < model->resource_count; i++)
    claim(claims, c_names_handle(names, i), model->resources[i].span, "the handle of `%s`", model->resources[i].name);
  for (int i = 0; i < model->enum_count; i++) {
    const IrEnum *of = &model->enums[i];
    claim(claims, c_names_enum(names, i), of->span, "enum `%s`", of->name);
    claim(claims, c_names_wire(names, i), of->span, "the values of enum `%s`", of->name);
    claim(claims, c_names_member(names, i, of->member_count), of->span, "the number of members of `%s`", of->name);
    for (int k = 0; k < of->member_count; k++)
      claim(claims, c_names_member(names, i, k), of->span, "member `%s.%s`", of->name, of->members[k].name);
  }
}

/* Within the files: a resource `a` with `b_c` and one `a_b` with `c`. */
static void claim_parts(Claims *claims) {
  const IrModel *model = claims->names->model;
  for (int r = 0; r < model->resource_count; r++) {
    const IrResource *pool = &model->resources[r];
    for (int i = 0; i < pool->state_count; i++)
      claim(claims, c_names_inner(claims->names, "STATE", pool->name, pool->states[i].name), pool->span,
            "state `%s` of `%s`", pool->states[i].name, pool->name);
    for (int i = 0; i < pool->field_count; i++)
      claim(claims, c_names_inner(claims->names, "FIELD", pool->name, pool->fields[i].name), pool->fields[i].span,
            "field `%s` of `%s`", pool->fields[i].name, pool->name);
  }
}

static void claim_actions(Claims *claims) {
  CNames *names = claims->names;
  const IrModel *model = names->model;
  for (int i = 0; i < model->init_count; i++)
    claim(claims, c_names_init(names, i), model->inits[i].span, "%s%s",
          *model->inits[i].name ? "the start " : "the start", model->inits[i].name);
  for (int i = 0; i < model->action_count; i++) {
    const IrAction *action = &model->actions[i];
    claim(claims, c_names_action(names, i), action->span, "action `%s`", action->name);
    claim(claims, c_names_outcome_type(names, i), action->span, "the outcomes of `%s`", action->name);
    claim(claims, c_names_outcome(names, i, -1), action->span, "any other outcome of `%s`", action->name);
    for (int k = 0; k < action->outcome_count; k++)
      claim(claims, c_names_outcome(names, i, k), action->outcomes[k].span, "outcome `%s` of `%s`",
            *action->outcomes[k].name ? action->outcomes[k].name : "done", action->name);
  }
  for (int i = 0; i < model->observe_count; i++)
    claim(claims, c_names_observe(names, i), model->observes[i].span, "observe `%s`", model->observes[i].name);
}

/* The runtime's own names begin with seq_ and ops_, those within the generated files with these words. */
static bool is_ours(const char *prefix) {
  static const char *const runtime[] = {"seq", "ops", "seqcheck"};
  static const char *const inner[] = {
      "effect", "field",    "fields", "fn",    "get",   "handle", "look",    "members", "model",   "observe",
      "offers", "outcomes", "params", "proc",  "put",   "start",  "states",  "step",    "steps",   "type",
      "POOL",   "VAR",      "STATE",  "FIELD", "SLOTS", "ACTION", "OUTCOME", "MEMBER",  "RESOURCE"};
  for (size_t i = 0; i < G_N_ELEMENTS(runtime); i++) {
    size_t length = strlen(runtime[i]);
    if (g_ascii_strncasecmp(prefix, runtime[i], length) == 0 && (prefix[length] == '\0' || prefix[length] == '_'))
      return true;
  }
  for (size_t i = 0; i < G_N_ELEMENTS(inner); i++)
    if (g_ascii_strcasecmp(prefix, inner[i]) == 0)
      return true;
  return false;
}

bool c_names_check(CNames *names, Diags *diags) {
  if (is_ours(names->prefix)) {
    Diag *diag = diags_add_placeless(
        diags, DIAG_0714, "names that begin with `%s_` are those of the generated files themselves", names->prefix);
    diag_help(diag, "`--prefix NAME` puts another word than the model's name before them");
    return false;
  }
  Claims claims = {names, g_hash_table_new_full(g_str_hash, g_str_equal, g_free, claim_free), diags, true};
  claim_fixed(&claims);
  claim_values(&claims);
  claim_parts(&claims);
  claim_actions(&claims);
  g_hash_table_destroy(claims.table);
  return claims.fine;
}
