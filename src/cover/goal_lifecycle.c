/* Goals of resources' own machines. A step's goals are, for each slot that is an argument, and for each other slot
 * whose state the step changes: resource, state before, action, outcome, state after. States are read from the packed
 * words, and slots in words that are equal before and after are passed over at once. */
#include "cover/goal_internal.h"
#include "ir/layout.h"

void goal_lifecycle_init(GoalFinder *finder) {
  const IrModel *model = finder->model;
  const IrBits **by_cell = g_new0(const IrBits *, model->state_cells + 1);
  for (uint32_t i = 0; i < model->layout->bits_count; i++)
    by_cell[model->layout->bits[i].cell] = &model->layout->bits[i];
  for (int r = 0; r < model->resource_count; r++)
    finder->slot_count += model->resources[r].slots;
  finder->slots = g_new0(GoalSlot, finder->slot_count + 1);
  finder->first_slot = g_new0(uint32_t, model->resource_count + 1);
  uint32_t at = 0;
  for (int r = 0; r < model->resource_count; r++) {
    const IrResource *resource = &model->resources[r];
    finder->first_slot[r] = at;
    for (uint32_t s = 0; s < resource->slots; s++) {
      const IrBits *bits = by_cell[resource->cell + s * resource->stride];
      g_assert(bits && !bits->option && !bits->blank && bits->lo == 0);
      finder->slots[at++] = (GoalSlot){bits->word, bits->shift, bits->mask, r, s};
    }
  }
  g_free(by_cell);
}

static uint64_t state_of(const GoalSlot *slot, const uint64_t *words) {
  return words[slot->word] >> slot->shift & slot->mask;
}

static void add_slot(GoalFinder *finder, const Firing *firing, const GoalSlot *slot, const uint64_t *after) {
  GoalKey key = {(uint64_t)(uint32_t)slot->resource << 32 | (uint32_t)firing->action,
                 (uint64_t)(uint32_t)firing->outcome << 16 | state_of(slot, finder->before) << 8 |
                     state_of(slot, after)};
  goal_internal_add(finder, goal_map_add(finder->map, key));
}

void goal_lifecycle_step(GoalFinder *finder, const Firing *firing, const uint64_t *after) {
  const IrAction *action = &finder->model->actions[firing->action];
  uint64_t rest = firing->arguments;
  for (int p = action->frame.param_count - 1; p >= 0; p--) {
    const IrType *type = action->frame.locals[p].type;
    uint64_t rank = rest % type->count;
    rest /= type->count;
    if (type->kind == IRT_RESOURCE)
      add_slot(finder, firing, &finder->slots[finder->first_slot[type->decl] + rank], after);
  }
  for (uint32_t i = 0; i < finder->slot_count; i++) {
    const GoalSlot *slot = &finder->slots[i];
    if (finder->before[slot->word] != after[slot->word] && state_of(slot, finder->before) != state_of(slot, after))
      add_slot(finder, firing, slot, after);
  }
}
