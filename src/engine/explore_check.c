/* What the search judges: invariants, reaches, watches and pools in a state when it is found; deadlock in one that was
 * expanded; findings of the stepper. Takes states in the order of the search, keeps the first breach of each contract
 * and of each model error's kind and place: since the search goes level by level and in the order of firings, the first
 * is the least among the shortest. */
#include "engine/explore_internal.h"

static bool same_breach(const Breach *a, const Breach *b, const IrModel *model) {
  if (a->kind != b->kind) {
    return false;
  }
  switch (a->kind) {
  case BREACH_INVARIANT:
  case BREACH_STEP:
    return a->contract == b->contract;
  case BREACH_ENSURE: { /* one of the body serves several outcomes */
    const IrOutcome *x = &model->actions[a->firing.action].outcomes[a->firing.outcome];
    const IrOutcome *y = &model->actions[b->firing.action].outcomes[b->firing.outcome];
    return x->ensures[a->contract] == y->ensures[b->contract];
  }
  case BREACH_FAULT:
    return a->fault.kind == b->fault.kind && a->fault.span.start == b->fault.span.start &&
           a->fault.span.end == b->fault.span.end;
  case BREACH_DEADLOCK:
    return true;
  }
  return false;
}

static void add_breach(Explorer *explorer, Breach breach) {
  if (explorer->options->ignore_contracts) {
    return;
  }
  bool by_contract = breach.kind == BREACH_INVARIANT || breach.kind == BREACH_STEP;
  if (by_contract) {
    if (explorer->seen[breach.contract]) {
      return;
    }
    explorer->seen[breach.contract] = true;
  } else {
    for (guint i = 0; i < explorer->ex->breaches->len; i++) {
      if (same_breach(&g_array_index(explorer->ex->breaches, Breach, i), &breach, explorer->model)) {
        return;
      }
    }
  }
  g_array_append_val(explorer->ex->breaches, breach);
}

static const Firing no_firing = {-2, 0, 0};

/* The contract in the state in `cells`. A fault is a breach of its own, and counts as false. */
static bool holds(Explorer *explorer, int contract, uint64_t number, uint32_t steps, bool *ret_fault) {
  RunResult result =
      interp_run(explorer->machine, explorer->program->contracts[contract], explorer->cells, explorer->cells);
  *ret_fault = result == RUN_FAULT;
  if (result == RUN_FAULT && explorer->machine->fault.kind == FAULT_STOPPED) {
    explorer->ended = true;
    explorer->end = EXPLORE_STOPPED;
  } else if (result == RUN_FAULT) {
    add_breach(explorer, (Breach){BREACH_FAULT, contract, explorer->machine->fault, number, no_firing, steps});
  }
  return result == RUN_TRUE;
}

static void check_contracts(Explorer *explorer, uint64_t number, uint32_t steps) {
  const IrModel *model = explorer->model;
  explorer->open_reaches = false;
  for (int i = 0; i < model->contract_count; i++) {
    IrContractKind kind = model->contracts[i].kind;
    bool fault;
    if (kind == IRC_INVARIANT && !explorer->options->ignore_contracts) {
      if (!holds(explorer, i, number, steps, &fault) && !fault) {
        add_breach(explorer, (Breach){BREACH_INVARIANT, i, {0}, number, no_firing, steps});
      }
    } else if (kind == IRC_REACH && explorer->ex->reached[i] == STATE_NONE && !explorer->options->ignore_contracts) {
      if (holds(explorer, i, number, steps, &fault)) {
        explorer->ex->reached[i] = number;
      }
    }
  }
}

static void check_watches(Explorer *explorer, uint64_t number) {
  for (size_t i = 0; i < explorer->options->watch_count; i++) {
    int64_t value = 0;
    Fault fault;
    if (explorer->ex->watched[i] == STATE_NONE &&
        machine_eval(explorer->machine, explorer->watches[i], explorer->cells, NULL, NULL, &value, &fault) &&
        value != 0) {
      explorer->ex->watched[i] = number;
      explorer->watches_open--;
    }
  }
}

static void check_pools(Explorer *explorer) {
  for (int r = 0; r < explorer->model->resource_count; r++) {
    const IrResource *pool = &explorer->model->resources[r];
    uint32_t slot = pool->slots;
    while (slot > 0 && explorer->cells[pool->cell + (slot - 1) * pool->stride] != 0) {
      slot--;
    }
    explorer->ex->pools[r].full_states += slot == 0;
  }
}

void explore_check_state(Explorer *explorer, uint64_t number, const uint64_t *packed, uint32_t steps) {
  const IrModel *model = explorer->model;
  layout_unpack(model->layout, packed, model->state_cells, explorer->cells);
  check_pools(explorer);
  check_contracts(explorer, number, steps);
  if (explorer->watches_open > 0) {
    check_watches(explorer, number);
  }
}

void explore_check_deadlock(Explorer *explorer) {
  const IrModel *model = explorer->model;
  bool fault;
  if (!explorer->has_finals || explorer->options->ignore_contracts) {
    return;
  }
  layout_unpack(model->layout, explorer->source, model->state_cells, explorer->cells);
  for (int i = 0; i < model->contract_count; i++) {
    if (model->contracts[i].kind == IRC_FINAL &&
        (holds(explorer, i, explorer->source_number, explorer->distance, &fault) || fault)) {
      return;
    }
  }
  add_breach(explorer, (Breach){BREACH_DEADLOCK, -1, {0}, explorer->source_number, no_firing, explorer->distance});
}

void explore_check_findings(Explorer *explorer, const Batch *batch) {
  uint64_t from = explorer->starting ? STATE_NONE : explorer->source_number;
  uint32_t steps = explorer->starting ? 0 : explorer->distance + 1;
  for (uint32_t i = 0; i < batch->finding_count; i++) {
    const Finding *finding = &batch->findings[i];
    Breach breach = {BREACH_FAULT, -1, finding->fault, from, finding->firing, steps};
    if (finding->kind == FINDING_STEP) {
      breach.contract = finding->contract;
    }
    if (finding->kind != FINDING_FAULT && finding->fault.kind == FAULT_NOTHING) {
      breach.kind = finding->kind == FINDING_STEP ? BREACH_STEP : BREACH_ENSURE;
      breach.contract = finding->contract;
    }
    add_breach(explorer, breach);
  }
}
