/* States: arrays of boxes, one for each var and each slot's fields. Takes the model's declarations; gives new states,
 * copies, and the text by which states are compared; and does what happens at the end of a firing. "A state is the
 * value of every `var` and of every slot of every pool." */
#include "oracle.h"

static const ResourceDecl *resource_of(const Oracle *oracle, size_t index) {
  return LIST_GET(oracle->model->resources, ResourceDecl, index);
}

State *state_copy(const Oracle *oracle, const State *state) {
  State *copy = ORACLE_NEW(State, 1);
  copy->vars = ORACLE_NEW(const Value *, oracle->model->vars.count + 1);
  for (size_t i = 0; i < oracle->model->vars.count; i++)
    copy->vars[i] = state->vars[i];
  copy->pools = ORACLE_NEW(Slot *, oracle->model->resources.count + 1);
  for (size_t r = 0; r < oracle->model->resources.count; r++) {
    const ResourceDecl *resource = resource_of(oracle, r);
    copy->pools[r] = ORACLE_NEW(Slot, resource->slots + 1);
    for (uint32_t s = 0; s < resource->slots; s++) {
      copy->pools[r][s].state = state->pools[r][s].state;
      if (state->pools[r][s].fields == NULL)
        continue;
      copy->pools[r][s].fields = ORACLE_NEW(const Value *, resource->fields.count + 1);
      for (size_t f = 0; f < resource->fields.count; f++)
        copy->pools[r][s].fields[f] = state->pools[r][s].fields[f];
    }
  }
  return copy;
}

void state_copy_values(const Oracle *oracle, State *state) {
  for (size_t i = 0; i < oracle->model->vars.count; i++)
    state->vars[i] = value_copy(state->vars[i]);
  for (size_t r = 0; r < oracle->model->resources.count; r++)
    for (uint32_t s = 0; s < resource_of(oracle, r)->slots; s++)
      for (size_t f = 0; state->pools[r][s].fields != NULL && f < resource_of(oracle, r)->fields.count; f++)
        state->pools[r][s].fields[f] = value_copy(state->pools[r][s].fields[f]);
}

/* Entries of absent slots in maps hold nothing: "a free slot is blank". */
const Value *state_blank(const State *state, const Value *value, const Type *type) {
  if (value->items == NULL || type->elem == NULL || value->kind == VALUE_BLANK)
    return value;
  GPtrArray *items = g_ptr_array_new();
  for (size_t i = 0; i < value->count; i++) {
    bool gone = type->kind == TYPE_MAP && type->key->kind == TYPE_RESOURCE &&
                state->pools[type->key->decl_resource->decl.index][i].state == 0;
    g_ptr_array_add(items,
                    gone ? (void *)value_new(VALUE_BLANK, 0) : (void *)state_blank(state, value->items[i], type->elem));
  }
  return value_of_items(value->kind, items);
}

/* The state before any init: declared defaults, every slot absent. */
State *state_new(Oracle *oracle) {
  State *state = ORACLE_NEW(State, 1);
  state->pools = ORACLE_NEW(Slot *, oracle->model->resources.count + 1);
  for (size_t r = 0; r < oracle->model->resources.count; r++)
    state->pools[r] = ORACLE_NEW(Slot, resource_of(oracle, r)->slots + 1);
  state->vars = ORACLE_NEW(const Value *, oracle->model->vars.count + 1);
  for (size_t i = 0; i < oracle->model->vars.count; i++)
    state->vars[i] = state_blank(state, oracle->var_defaults[i], LIST_GET(oracle->model->vars, VarDecl, i)->type);
  return state;
}

char *state_text(const Oracle *oracle, const State *state) {
  GString *text = g_string_new(NULL);
  for (size_t i = 0; i < oracle->model->vars.count; i++)
    value_print(state->vars[i], text);
  for (size_t r = 0; r < oracle->model->resources.count; r++)
    for (uint32_t s = 0; s < resource_of(oracle, r)->slots; s++) {
      g_string_append_printf(text, "[%d", state->pools[r][s].state);
      for (size_t f = 0; state->pools[r][s].fields != NULL && f < resource_of(oracle, r)->fields.count; f++)
        value_print(state->pools[r][s].fields[f], text);
    }
  return g_string_free(text, FALSE);
}

/* The entry of a just taken slot in a value: "the declared default or else the lowest value". `whole` is the declared
 * default of the place (NULL: it declares none, or there is none at this depth). */
static const Value *fresh_entries(const State *state, const Value *value, const Value *whole, const Type *type,
                                  const ResourceDecl *resource, int slot) {
  if (value->items == NULL || type->elem == NULL)
    return value;
  GPtrArray *items = g_ptr_array_new();
  for (size_t i = 0; i < value->count; i++) {
    bool inside = whole != NULL && whole->kind == value->kind && value->kind != VALUE_SEQ && value->kind != VALUE_SET;
    const Value *part = inside ? whole->items[i] : NULL;
    const Value *item = value->items[i];
    bool taken = type->kind == TYPE_MAP && type->key->kind == TYPE_RESOURCE && type->key->decl_resource == resource &&
                 (int)i == slot;
    if (taken)
      item = state_blank(state, part != NULL ? part : value_lowest(type->elem), type->elem);
    else if (item->kind != VALUE_BLANK)
      item = fresh_entries(state, item, part, type->elem, resource, slot);
    g_ptr_array_add(items, (void *)item);
  }
  return value_of_items(value->kind, items);
}

void state_take(Oracle *oracle, const ResourceDecl *resource, int slot, int number, const Value **fields) {
  State *state = oracle->state;
  state->pools[resource->decl.index][slot].state = number;
  state->pools[resource->decl.index][slot].fields = NULL;
  for (size_t i = 0; i < oracle->model->vars.count; i++)
    state->vars[i] = fresh_entries(state, state->vars[i], oracle->var_defaults[i],
                                   LIST_GET(oracle->model->vars, VarDecl, i)->type, resource, slot);
  for (size_t r = 0; r < oracle->model->resources.count; r++)
    for (uint32_t s = 0; s < resource_of(oracle, r)->slots; s++)
      for (size_t f = 0; state->pools[r][s].fields != NULL && f < resource_of(oracle, r)->fields.count; f++)
        state->pools[r][s].fields[f] =
            fresh_entries(state, state->pools[r][s].fields[f], oracle->field_defaults[r][f],
                          LIST_GET(resource_of(oracle, r)->fields, FieldDecl, f)->type, resource, slot);
  state->pools[resource->decl.index][slot].fields = fields;
  for (size_t f = 0; f < resource->fields.count; f++)
    fields[f] = state_blank(state, fields[f], LIST_GET(resource->fields, FieldDecl, f)->type);
}

/* "If at the end of a firing a field or var refers to an absent slot, that is a model error of kind `dangling`." "The
 * place of a `dangling` error is the move that freed the slot." A slot that was absent all along was freed by none:
 * then no place. */
static void look_for_dangling(Oracle *oracle, const Value *value, const Type *type) {
  if (value->kind == VALUE_SLOT) {
    int pool = type->decl_resource->decl.index;
    if (oracle->state->pools[pool][value->number].state == 0)
      oracle_raise(oracle, TROUBLE_DANGLING, oracle->freed_at[pool][value->number]);
  }
  for (size_t i = 0; i < value->count; i++)
    look_for_dangling(oracle, value->items[i], type->elem);
}

/* "A `var x: R` that an init leaves without a slot is the error `none`" */
static void look_for_unset(Oracle *oracle, const Value *value, Span span) {
  if (value->kind == VALUE_UNSET)
    oracle_raise(oracle, TROUBLE_NO_VALUE, span);
  for (size_t i = 0; i < value->count; i++)
    look_for_unset(oracle, value->items[i], span);
}

/* "Entries of a freed slot in maps are reset at the end of the firing, before `dangling` is judged" */
void state_finish(Oracle *oracle, bool init) {
  State *state = oracle->state;
  for (size_t i = 0; i < oracle->model->vars.count; i++)
    state->vars[i] = state_blank(state, state->vars[i], LIST_GET(oracle->model->vars, VarDecl, i)->type);
  for (size_t r = 0; r < oracle->model->resources.count; r++)
    for (uint32_t s = 0; s < resource_of(oracle, r)->slots; s++)
      for (size_t f = 0; state->pools[r][s].fields != NULL && f < resource_of(oracle, r)->fields.count; f++)
        state->pools[r][s].fields[f] = state_blank(state, state->pools[r][s].fields[f],
                                                   LIST_GET(resource_of(oracle, r)->fields, FieldDecl, f)->type);
  for (size_t i = 0; i < oracle->model->vars.count; i++)
    look_for_dangling(oracle, state->vars[i], LIST_GET(oracle->model->vars, VarDecl, i)->type);
  for (size_t r = 0; r < oracle->model->resources.count; r++)
    for (uint32_t s = 0; s < resource_of(oracle, r)->slots; s++)
      for (size_t f = 0; state->pools[r][s].fields != NULL && f < resource_of(oracle, r)->fields.count; f++)
        look_for_dangling(oracle, state->pools[r][s].fields[f],
                          LIST_GET(resource_of(oracle, r)->fields, FieldDecl, f)->type);
  for (size_t i = 0; init && i < oracle->model->vars.count; i++)
    look_for_unset(oracle, state->vars[i], LIST_GET(oracle->model->vars, VarDecl, i)->decl.name.span);
}
