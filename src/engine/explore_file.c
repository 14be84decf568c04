/* Takes an exploration, gives a row of 64-bit numbers, and back. Numbers are those of this machine: a file is a cache,
 * no document. Reading trusts nothing: a state must lie within its types, be new, and come behind its parent. */
#include "engine/explore_file.h"

#include <string.h>

#include "engine/explore_store.h"
#include "engine/machine.h"
#include "engine/program_internal.h"
#include "engine/trace.h"
#include "ir/layout.h"
#include "ir/value.h"

/* ---------------------------------------------------------------- writing */

static void put(GByteArray *out, uint64_t number) {
  g_byte_array_append(out, (const uint8_t *)&number, sizeof number);
}

static void put_breach(GByteArray *out, const Breach *breach) {
  const uint64_t numbers[] = {(uint64_t)breach->kind,
                              (uint64_t)(int64_t)breach->contract,
                              (uint64_t)breach->fault.kind,
                              breach->fault.span.start,
                              breach->fault.span.end,
                              (uint64_t)breach->fault.value,
                              breach->state,
                              (uint64_t)(int64_t)breach->firing.action,
                              (uint64_t)(int64_t)breach->firing.outcome,
                              breach->firing.arguments,
                              breach->steps};
  for (size_t i = 0; i < G_N_ELEMENTS(numbers); i++) {
    put(out, numbers[i]);
  }
}

static void put_counts(GByteArray *out, const Exploration *ex) {
  const IrModel *model = ex->program->model;
  for (int a = 0; a < model->action_count; a++) {
    for (int k = 0; k < model->actions[a].outcome_count; k++) {
      put(out, ex->fired[a][k]);
    }
  }
  for (int i = 0; i < model->init_count; i++) {
    put(out, ex->started[i]);
  }
  for (int r = 0; r < model->resource_count; r++) {
    put(out, ex->pools[r].full_states);
    put(out, ex->pools[r].dropped_firings);
  }
  for (int i = 0; i < model->contract_count; i++) {
    put(out, ex->reached[i]);
  }
}

static void put_edges(GByteArray *out, const struct ExploreStore *store, uint64_t expanded) {
  put(out, store->keep_edges);
  if (!store->keep_edges) {
    return;
  }
  put(out, store->edge_count);
  for (uint64_t i = 0; i < expanded; i++) {
    put(out, ((const uint64_t *)store->edge_at.base)[i]);
    put(out, ((const uint16_t *)store->dropped.base)[i]);
  }
  for (uint64_t i = 0; i < store->edge_count; i++) {
    put(out, ((const uint32_t *)store->targets.base)[i]);
  }
}

uint64_t explore_file_size(const Exploration *ex) {
  uint64_t words = 1 + ex->program->model->layout->state_words;
  uint64_t edges = ex->store->keep_edges ? ex->store->edge_count + 2 * ex->expanded : 0;
  uint64_t few = 1000 + ex->breaches->len * 16 + ex->store->levels->len + ex->watch_count;
  return sizeof(uint64_t) * (ex->states * words + edges + few);
}

void explore_file_write(const Exploration *ex, GByteArray *out) {
  const uint64_t head[] = {(uint64_t)ex->end,
                           ex->states,
                           ex->transitions,
                           ex->initial,
                           ex->terminal,
                           ex->expanded,
                           ex->depth,
                           (uint64_t)(int64_t)ex->init,
                           ex->watch_count,
                           ex->breaches->len,
                           ex->store->levels->len};
  for (size_t i = 0; i < G_N_ELEMENTS(head); i++) {
    put(out, head[i]);
  }
  put_counts(out, ex);
  for (uint64_t i = 0; i < ex->watch_count; i++) {
    put(out, ex->watched[i]);
  }
  for (guint i = 0; i < ex->breaches->len; i++) {
    put_breach(out, &g_array_index(ex->breaches, Breach, i));
  }
  for (guint i = 0; i < ex->store->levels->len; i++) {
    put(out, g_array_index(ex->store->levels, uint64_t, i));
  }
  for (uint64_t s = 0; s < ex->states; s++) {
    put(out, ((const uint32_t *)ex->store->parents.base)[s]);
    g_byte_array_append(out, (const uint8_t *)exploration_packed(ex, s),
                        (guint)(sizeof(uint64_t) * ex->program->model->layout->state_words));
  }
  put_edges(out, ex->store, ex->expanded);
}

/* ---------------------------------------------------------------- reading */

typedef struct Reader {
  const IrModel *model;
  const uint8_t *at;
  size_t left;
  const char *wrong; /* the first thing that does not fit */
} Reader;

static bool wrong(Reader *reader, const char *what) {
  if (reader->wrong == NULL) {
    reader->wrong = what;
  }
  return false;
}

static uint64_t take(Reader *reader) {
  uint64_t number = 0;
  if (reader->left < sizeof number) {
    wrong(reader, "it ends too early");
    return 0;
  }
  memcpy(&number, reader->at, sizeof number);
  reader->at += sizeof number;
  reader->left -= sizeof number;
  return number;
}

/* A number of at most `most`; that itself stands for a wrong one. */
static uint64_t take_below(Reader *reader, uint64_t most, const char *what) {
  uint64_t number = take(reader);
  if (number > most) {
    wrong(reader, what);
    return most;
  }
  return number;
}

static bool all_zero(const int64_t *cells, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    if (cells[i] != 0) {
      return false;
    }
  }
  return true;
}

/* Does a value lie within its type? Entries of slots that are absent are zero, whatever their type. */
static bool value_fits(const IrType *type, const int64_t *cells) {
  switch (type->kind) {
  case IRT_OPTION:
    return cells[0] == 0 ? all_zero(cells, type->cells) : cells[0] == 1 && value_fits(type->elem, cells + 1);
  case IRT_SET:
    for (uint64_t bit = type->elem->count; bit < (uint64_t)type->cells * 64; bit++) {
      if ((uint64_t)cells[bit / 64] >> bit % 64 & 1) {
        return false;
      }
    }
    return true;
  case IRT_SEQ:
    if (cells[0] < 0 || cells[0] > (int64_t)type->length) {
      return false;
    }
    for (int64_t i = 0; i < cells[0]; i++) {
      if (!value_fits(type->elem, cells + 1 + i * (int64_t)type->elem->cells)) {
        return false;
      }
    }
    return all_zero(cells + 1 + cells[0] * (int64_t)type->elem->cells,
                    (uint32_t)((int64_t)type->length - cells[0]) * type->elem->cells);
  case IRT_MAP:
    for (uint64_t i = 0; i < type->key->count; i++) {
      const int64_t *entry = cells + i * type->elem->cells;
      bool blank = type->key->kind == IRT_RESOURCE && all_zero(entry, type->elem->cells);
      if (!blank && !value_fits(type->elem, entry)) {
        return false;
      }
    }
    return true;
  default:
    return type->kind == IRT_INT || (cells[0] >= type->lo && cells[0] <= type->hi);
  }
}

static bool state_fits(const IrModel *model, const int64_t *cells) {
  for (int v = 0; v < model->var_count; v++) {
    if (!value_fits(model->vars[v].type, cells + model->vars[v].cell)) {
      return false;
    }
  }
  for (int r = 0; r < model->resource_count; r++) {
    const IrResource *pool = &model->resources[r];
    for (uint32_t slot = 0; slot < pool->slots; slot++) {
      const int64_t *at = cells + pool->cell + slot * pool->stride;
      if (at[0] < 0 || at[0] >= pool->state_count || (at[0] == 0 && !all_zero(at, pool->stride))) {
        return false;
      }
      for (int f = 0; f < pool->field_count && at[0] != 0; f++) {
        if (!value_fits(pool->fields[f].type, at + pool->fields[f].offset)) {
          return false;
        }
      }
    }
  }
  return true;
}

static bool firing_fits(const IrModel *model, const Firing *firing) {
  if (firing->action == -2) {
    return true;
  }
  if (firing->action == -1) {
    return firing->outcome >= 0 && firing->outcome < model->init_count &&
           firing->arguments < model->inits[firing->outcome].argument_count;
  }
  return firing->action >= 0 && firing->action < model->action_count && firing->outcome >= 0 &&
         firing->outcome < model->actions[firing->action].outcome_count &&
         firing->arguments < model->actions[firing->action].argument_count;
}

static void read_breach(Reader *reader, Exploration *ex) {
  const IrModel *model = reader->model;
  Breach breach = {.kind = (BreachKind)take_below(reader, BREACH_DEADLOCK, "a kind of violation")};
  breach.contract = (int)(int64_t)take(reader);
  breach.fault.kind = (FaultKind)take_below(reader, FAULT_STOPPED, "a kind of error");
  uint64_t text = source_length(model->source);
  breach.fault.span.start = (uint32_t)take_below(reader, text, "a place in the model");
  breach.fault.span.end = (uint32_t)take_below(reader, text, "a place in the model");
  breach.fault.value = (int64_t)take(reader);
  breach.state = take(reader);
  breach.firing.action = (int32_t)(int64_t)take(reader);
  breach.firing.outcome = (int32_t)(int64_t)take(reader);
  breach.firing.arguments = take(reader);
  breach.steps = (uint32_t)take(reader);
  int most = breach.kind == BREACH_ENSURE && breach.firing.action >= 0 && firing_fits(model, &breach.firing)
                 ? model->actions[breach.firing.action].outcomes[breach.firing.outcome].ensure_count
                 : model->contract_count;
  bool needs = breach.kind == BREACH_INVARIANT || breach.kind == BREACH_STEP || breach.kind == BREACH_ENSURE;
  if (breach.contract < (needs ? 0 : -1) || breach.contract >= most ||
      breach.fault.span.end < breach.fault.span.start || !firing_fits(model, &breach.firing) ||
      (breach.state >= ex->states && breach.state != STATE_NONE) ||
      (breach.state == STATE_NONE && breach.firing.action != -1)) {
    wrong(reader, "a violation");
    return;
  }
  g_array_append_val(ex->breaches, breach);
}

static void read_counts(Reader *reader, Exploration *ex) {
  const IrModel *model = reader->model;
  for (int a = 0; a < model->action_count; a++) {
    for (int k = 0; k < model->actions[a].outcome_count; k++) {
      ex->fired[a][k] = take(reader);
    }
  }
  for (int i = 0; i < model->init_count; i++) {
    ex->started[i] = take(reader);
  }
  for (int r = 0; r < model->resource_count; r++) {
    ex->pools[r].full_states = take(reader);
    ex->pools[r].dropped_firings = take(reader);
  }
  for (int i = 0; i < model->contract_count; i++) {
    ex->reached[i] = take(reader);
    if (ex->reached[i] != STATE_NONE && ex->reached[i] >= ex->states) {
      wrong(reader, "a state that a `reach` names");
    }
  }
}

static void read_levels(Reader *reader, Exploration *ex, uint64_t count) {
  uint64_t before = 0;
  for (uint64_t i = 0; i < count && reader->wrong == NULL; i++) {
    uint64_t level = take(reader);
    if (level < before || level > ex->states || (i == 0 && level != 0)) {
      wrong(reader, "where a level begins");
    }
    g_array_append_val(ex->store->levels, level);
    before = level;
  }
  if (before != ex->states) {
    wrong(reader, "where the last level ends");
  }
}

static void read_states(Reader *reader, Exploration *ex) {
  const IrLayout *layout = reader->model->layout;
  g_autofree uint64_t *words = g_new0(uint64_t, layout->state_words + 1);
  g_autofree uint64_t *again = g_new0(uint64_t, layout->state_words + 1);
  g_autofree int64_t *cells = g_new0(int64_t, reader->model->state_cells + 1);
  if (!region_reserve(&ex->store->parents, ex->states * sizeof(uint32_t))) {
    wrong(reader, "its size: no memory is left");
  }
  for (uint64_t s = 0; s < ex->states && reader->wrong == NULL; s++) {
    bool fresh = false;
    uint64_t parent = take(reader);
    for (uint32_t i = 0; i < layout->state_words; i++) {
      words[i] = take(reader);
    }
    layout_unpack(layout, words, reader->model->state_cells, cells);
    bool fits = (parent == UINT32_MAX ? s < ex->initial : parent < s) && state_fits(reader->model, cells);
    if (fits) {
      layout_pack(layout, cells, again);
      fits = memcmp(words, again, sizeof(uint64_t) * layout->state_words) == 0;
    }
    if (!fits || state_set_add(ex->store->states, words, state_set_hash(ex->store->states, words), &fresh) != s ||
        !fresh) {
      wrong(reader, "a state");
      return;
    }
    ((uint32_t *)ex->store->parents.base)[s] = (uint32_t)parent;
  }
}

static void read_edges(Reader *reader, Exploration *ex) {
  struct ExploreStore *store = ex->store;
  bool has = take_below(reader, 1, "whether it has edges") == 1;
  if (store->keep_edges && !has) {
    wrong(reader, "it has no edges");
  }
  store->keep_edges = has;
  if (!has || reader->wrong != NULL) {
    return;
  }
  store->edge_count = take_below(reader, reader->left / sizeof(uint64_t), "the number of edges");
  if (!region_reserve(&store->edge_at, ex->expanded * sizeof(uint64_t)) ||
      !region_reserve(&store->dropped, ex->expanded * sizeof(uint16_t)) ||
      !region_reserve(&store->targets, store->edge_count * sizeof(uint32_t))) {
    wrong(reader, "its size: no memory is left");
    return;
  }
  uint64_t before = 0;
  for (uint64_t i = 0; i < ex->expanded && reader->wrong == NULL; i++) {
    uint64_t end = take_below(reader, store->edge_count, "where a state's edges end");
    if (end < before) {
      wrong(reader, "where a state's edges end");
    }
    ((uint64_t *)store->edge_at.base)[i] = before = end;
    ((uint16_t *)store->dropped.base)[i] =
        (uint16_t)take_below(reader, (uint64_t)reader->model->resource_count, "a pool");
  }
  for (uint64_t i = 0; i < store->edge_count && reader->wrong == NULL; i++) {
    ((uint32_t *)store->targets.base)[i] = (uint32_t)take_below(reader, ex->states - 1, "where an edge leads");
  }
}

/* ---------------------------------------------------------------- the ways that traces go */

static void check_ways(Reader *reader, const Exploration *ex) {
  bool fine = true;
  for (guint i = 0; i < ex->breaches->len && fine; i++) {
    fine = trace_holds(ex, g_array_index(ex->breaches, Breach, i).state);
  }
  for (int i = 0; i < reader->model->contract_count && fine; i++) {
    fine = trace_holds(ex, ex->reached[i]);
  }
  for (size_t i = 0; i < ex->watch_count && fine; i++) {
    fine = trace_holds(ex, ex->watched[i]);
  }
  if (!fine) {
    wrong(reader, "the way to a state");
  }
}

/* ---------------------------------------------------------------- */

/* What is watched for was not watched for when the graph was explored: the first state in which each is true. */
static void find_watched(const Program *program, const ExploreOptions *options, Exploration *ex) {
  g_autofree int64_t *cells = g_new0(int64_t, program->model->state_cells + 1);
  Machine *machine = machine_new(program, options->stop);
  for (size_t i = 0; i < options->watch_count; i++) {
    CodeExpr *code = code_expr_new(program, options->watches[i].frame, options->watches[i].expr);
    for (uint64_t s = 0; s < ex->states && ex->watched[i] == STATE_NONE; s++) {
      int64_t value = 0;
      Fault fault;
      exploration_state(ex, s, cells);
      if (machine_eval(machine, code, cells, NULL, NULL, &value, &fault) && value != 0) {
        ex->watched[i] = s;
      }
    }
    code_expr_free(code);
  }
  machine_free(machine);
}

/* The values of other watches are passed over. */
static void read_watched(Reader *reader, Exploration *ex, uint64_t count, bool takes) {
  for (uint64_t i = 0; i < count && reader->wrong == NULL; i++) {
    uint64_t state = take(reader);
    if (state != STATE_NONE && state >= ex->states) {
      wrong(reader, "a state that was watched for");
    }
    if (takes && i < ex->watch_count) {
      ex->watched[i] = state;
    }
  }
}

Exploration *explore_file_read(const Program *program, const uint8_t *bytes, size_t length,
                               const ExploreOptions *options, char **ret_error) {
  Reader reader = {program->model, bytes, length, NULL};
  Exploration *ex = exploration_new(program, options);
  ex->end = (ExploreEnd)take_below(&reader, EXPLORE_STOPPED, "how it ended");
  ex->states = take_below(&reader, MIN(length / sizeof(uint64_t), STATE_SET_MOST), "the number of states");
  ex->transitions = take(&reader);
  ex->initial = take_below(&reader, ex->states, "the number of starts");
  ex->terminal = take_below(&reader, ex->states, "the number of ends");
  ex->expanded = take_below(&reader, ex->states, "how many states were expanded");
  ex->depth = (uint32_t)take_below(&reader, ex->states, "the depth");
  ex->init = (int)(int64_t)take(&reader);
  uint64_t watches = take_below(&reader, length / sizeof(uint64_t), "what was watched");
  bool same = !options->stop_when_watched && watches == options->watch_count;
  if (ex->init < -1 || ex->init >= program->model->init_count ||
      (!same && !options->stop_when_watched && options->watch_count > 0)) {
    wrong(&reader, "what was watched");
  }
  uint64_t breaches = take_below(&reader, length / sizeof(uint64_t), "the number of violations");
  uint64_t levels = take_below(&reader, length / sizeof(uint64_t), "the number of levels");
  if (reader.wrong == NULL) {
    read_counts(&reader, ex);
  }
  read_watched(&reader, ex, watches, same);
  for (uint64_t i = 0; i < breaches && reader.wrong == NULL; i++) {
    read_breach(&reader, ex);
  }
  if (reader.wrong == NULL) {
    read_levels(&reader, ex, levels);
    read_states(&reader, ex);
    read_edges(&reader, ex);
  }
  if (reader.wrong == NULL && reader.left > 0) {
    wrong(&reader, "its length");
  }
  if (reader.wrong == NULL && options->stop_when_watched) {
    find_watched(program, options, ex);
  }
  if (reader.wrong == NULL) {
    check_ways(&reader, ex);
  }
  if (reader.wrong != NULL) {
    *ret_error = g_strdup(reader.wrong);
    exploration_free(ex);
    return NULL;
  }
  ex->bytes = explore_store_bytes(ex->store);
  ex->engine = "kept";
  return ex;
}
