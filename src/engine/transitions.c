/* Takes an exploration and a sink, gives the sink every transition in the order of source, action, arguments, outcome.
 */
#include "engine/transitions.h"

#include "ir/layout.h"

typedef struct Walk {
  TransitionSink *sink;
  void *user;
  uint64_t source;
  uint32_t words;
} Walk;

static bool take_batch(void *user, const Batch *batch) {
  const Walk *walk = user;
  for (uint32_t i = 0; i < batch->count; i++) {
    Transition transition = {walk->source, &batch->firings[i], batch->states + (size_t)i * walk->words};
    if (!walk->sink(walk->user, &transition)) {
      return false;
    }
  }
  return true;
}

bool transitions_each(const Exploration *exploration, uint64_t most, const atomic_bool *stop, TransitionSink *sink,
                      void *user) {
  Walk walk = {sink, user, 0, program_model(exploration->program)->layout->state_words};
  Stepper *stepper = stepper_interpreter_new(exploration->program, stop);
  Expansion expansion = {0};
  bool whole = true;
  for (uint64_t state = 0; state < exploration->states && state < most && whole; state++) {
    walk.source = state;
    if (exploration_expanded(exploration, state)) {
      whole = stepper->ops->expand(stepper, exploration_packed(exploration, state), take_batch, &walk, &expansion) &&
              (stop == NULL || !atomic_load(stop));
    }
  }
  stepper_free(stepper);
  return whole;
}

bool transitions_of(const Exploration *exploration, uint64_t state, TransitionSink *sink, void *user) {
  Walk walk = {sink, user, state, program_model(exploration->program)->layout->state_words};
  Stepper *stepper = stepper_interpreter_new(exploration->program, NULL);
  Expansion expansion = {0};
  bool whole = !exploration_expanded(exploration, state) ||
               stepper->ops->expand(stepper, exploration_packed(exploration, state), take_batch, &walk, &expansion);
  stepper_free(stepper);
  return whole;
}

bool transitions_starts(const Exploration *exploration, const atomic_bool *stop, TransitionSink *sink, void *user) {
  const IrModel *model = program_model(exploration->program);
  Walk walk = {sink, user, STATE_NONE, model->layout->state_words};
  Stepper *stepper = stepper_interpreter_new(exploration->program, stop);
  Expansion expansion = {0};
  bool whole = true;
  for (int init = 0; init < model->init_count && whole; init++) {
    if (exploration->init < 0 || exploration->init == init) {
      whole = stepper->ops->starts(stepper, init, take_batch, &walk, &expansion);
    }
  }
  stepper_free(stepper);
  return whole;
}
