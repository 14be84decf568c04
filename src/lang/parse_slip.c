/* Habits from other languages where the parser stands before something that cannot go on there: what to write here.
 * Each function adds to a fault that was just told (NULL where it was told before), or tells one of its own. */
#include <string.h>

#include "lang/parse_internal.h"

typedef struct Habit {
  const char *word, *help;
} Habit;

static const char *find_habit(const char *word, const Habit *habits, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (strcmp(word, habits[i].word) == 0) {
      return habits[i].help;
    }
  }
  return NULL;
}

static bool previous_is(const Parser *parser, const char *word) {
  uint32_t length = parser->previous.end - parser->previous.start;
  return length == strlen(word) && memcmp(parser->lexer.text + parser->previous.start, word, length) == 0;
}

static const char *after_word(const Parser *parser) {
  static const Habit habits[] = {
      {"old", "the value before the step is `old(...)`, with parentheses"},
      {"all", "write `forall x: T : condition`"},
      {"any", "write `exists x: T : condition`"},
      {"some", "write `exists x: T : condition`"},
      {"each", "write `forall x: T : condition`"},
      {"optional", "write `T?` for `none` or a `T`"},
      {"list", "write `seq[3] of T` for a list of at most three"},
      {"array", "write `seq[3] of T` for a list of at most three"},
  };
  for (size_t i = 0; i < G_N_ELEMENTS(habits); i++) {
    if (previous_is(parser, habits[i].word)) {
      return habits[i].help;
    }
  }
  return NULL;
}

/* `-- text` reads as two minus signs. */
static bool in_dash_comment(const Parser *parser, uint32_t at) {
  const char *text = parser->lexer.text;
  uint32_t least = at > 200 ? at - 200 : 0; /* comments are short, and hostile lines long */
  while (at > least && text[at - 1] != '\n' && text[at - 1] != '\r') {
    at--;
  }
  while (text[at] == ' ' || text[at] == '\t') {
    at++;
  }
  return text[at] == '-' && text[at + 1] == '-';
}

void parse_slip_after(Parser *parser, Diag *diag) {
  static const Habit habits[] = {
      {"implies", "write `=>`"}, {"iff", "write `<=>`"}, {"xor", "write `a != b`"},
      {"equals", "write `==`"},  {"mod", "write `%`"},
  };
  const Token *token = parse_peek(parser, 0);
  const char *help = NULL;
  switch (token->kind) {
  case TOKEN_NAME:
    help = find_habit(token->name, habits, G_N_ELEMENTS(habits));
    help = help != NULL ? help : after_word(parser);
    break;
  case TOKEN_OF:
    help = after_word(parser);
    break;
  case TOKEN_PIPE:
    help = "`|` stands between states only: conditions are joined with `or`, a choice of words is an `enum`, and `T?` "
           "is `none` or a `T`";
    break;
  case TOKEN_QUESTION:
    help = "write `if condition then a else b`";
    break;
  case TOKEN_LT:
    help = "types are written `set of T`, `seq[3] of T`, `map K to T`";
    break;
  case TOKEN_LPAREN:
    help = "there are no methods: write `size(s)`, `x in s`, `first(q)`";
    break;
  case TOKEN_WHEN:
    help = "`when` stands inside the braces of an action, or between an outcome's name and its block";
    break;
  default:
    break;
  }
  if (in_dash_comment(parser, token->span.start)) {
    help = "comments begin with `//`";
  }
  if (help != NULL) {
    parse_help(diag, "%s", help);
  }
}

bool parse_slip_declaration(Parser *parser, Diag *diag) {
  static const Habit habits[] = {
      {"always", "write `invariant name: expr` for what is always true, `always reach name: expr` for what must stay "
                 "possible"},
      {"step", "write `step invariant name: expr`"},
      {"event", "write `event action name(...)`"},
      {"manual", "write `manual action name(...) \"what a person does\"`"},
      {"every", "write `every request header \"Name\" \"value\"`"},
      {"init", "write `init { ... }`"},
      {"teardown", "write `teardown { ... }`"},
      {"interchangeable", "write `interchangeable type T = 0..3` or `interchangeable enum E { ... }`"},
      {"never", "write `invariant name: not (expr)`"},
      {"eventually", "write `reach name: expr`, or `always reach name: expr` for what must stay possible"},
      {"endpoint", "write `action name(...) { POST \"/path\" ... }`"},
      {"operation", "write `action name(...) { ... }`"},
      {"variable", "write `var x: 0..9 = 0`"},
  };
  const Token *token = parse_peek(parser, 0);
  const char *help = token->name != NULL ? find_habit(token->name, habits, G_N_ELEMENTS(habits)) : NULL;
  if (token->kind == TOKEN_MINUS && parse_peek(parser, 1)->kind == TOKEN_MINUS) {
    help = "comments begin with `//`";
  }
  if (help != NULL) {
    parse_help(diag, "%s", help);
  }
  return help != NULL;
}

/* Of the words of a response or request, with what stands behind them. */
static bool tell_answer(Parser *parser, const Token *token, const Token *next) {
  static const Habit answers[] = {
      {"return", ""}, {"response", ""}, {"responds", ""}, {"reply", ""}, {"answer", ""}, {"status", ""}, {"send", ""},
  };
  static const Habit methods[] = {
      {"GET", ""}, {"POST", ""}, {"PUT", ""}, {"PATCH", ""}, {"DELETE", ""}, {"HEAD", ""}, {"OPTIONS", ""},
  };
  if (next->kind == TOKEN_INT && find_habit(token->name, answers, G_N_ELEMENTS(answers)) != NULL) {
    Diag *diag = parse_fault(parser, DIAG_0027, token->span, "`%s` is no word of the language", token->name);
    parse_help(diag, "write `respond %" G_GUINT64_FORMAT "`", next->magnitude);
    return true;
  }
  if (next->kind == TOKEN_SLASH && find_habit(token->name, methods, G_N_ELEMENTS(methods)) != NULL) {
    Diag *diag = parse_fault(parser, DIAG_0011, next->span, "expected the path in quotes after `%s`", token->name);
    parse_help(diag, "write `%s \"/...\"`", token->name);
    return true;
  }
  if (next->kind == TOKEN_LBRACE && strcmp(token->name, "body") == 0) {
    Diag *diag = parse_fault(parser, DIAG_0027, token->span, "`body` is no word of the language");
    parse_help(diag, "a body stands right behind the path: `POST \"/path\" { ... }`");
    return true;
  }
  return false;
}

/* Two words in a row, or a word and a bracket: `return x`, `while (...) {`. */
static bool tell_word(Parser *parser, const Token *token) {
  static const Habit words[] = {
      {"return", "write `respond 200` for what a request answers, `returns x` for what a function gives back"},
      {"while", "there are only `for x: T { ... }` and `for x in items { ... }`"},
      {"foreach", "write `for x in items { ... }`"},
      {"assert", "write `ensure` at the end of the body"},
      {"require", "write `when` at the start of the body"},
      {"requires", "write `when` at the start of the body"},
      {"guard", "write `when` at the start of the body"},
      {"assume", "write `when` at the start of the body"},
      {"delete", "move the slot: `x -> absent`, or to a state such as `deleted`"},
      {"create", "write `new x: Resource state { ... }`"},
      {"throw", "make an outcome of its own for it"},
      {"raise", "make an outcome of its own for it"},
      {"switch", "write `if ... { ... } else if ... { ... }`"},
      {"match", "write `if ... { ... } else if ... { ... }`"},
      {"elif", "write `else if` after the block of an `if`"},
      {"local", "write `let x = value`"},
      {"auto", "write `let x = value`"},
      {"boolean", "write `let x = value`"},
      {"string", "write `let x = value`"},
      {"set_state", "write `x -> state`"},
  };
  const char *help = find_habit(token->name, words, G_N_ELEMENTS(words));
  if (help != NULL) {
    Diag *diag = parse_fault(parser, DIAG_0027, token->span, "`%s` is no word of the language", token->name);
    parse_help(diag, "%s", help);
  }
  return help != NULL;
}

bool parse_slip_statement(Parser *parser) {
  const Token *token = parse_peek(parser, 0), *next = parse_peek(parser, 1);
  if (next->kind == TOKEN_ASSIGN || next->kind == TOKEN_ARROW || next->kind == TOKEN_DOT ||
      next->kind == TOKEN_LBRACKET || next->kind == TOKEN_LPAREN) {
    return false;
  }
  return tell_answer(parser, token, next) || tell_word(parser, token);
}

void parse_slip_states(Parser *parser, Local *local) {
  const char *resource = local->type_expr->kind == TX_NAME ? local->type_expr->name.text : NULL;
  for (;;) {
    const Token *token = parse_peek(parser, 0), *next = parse_peek(parser, 1);
    bool comma = token->kind == TOKEN_COMMA && parse_peek(parser, 2)->kind != TOKEN_COLON;
    if (resource == NULL || next->kind != TOKEN_NAME || (!comma && token->kind != TOKEN_OR) ||
        !parse_is_state(parser, resource, next->name)) {
      return;
    }
    bool first = local->states.count == 0;
    Diag *diag = first ? parse_fault(parser, DIAG_0011, token->span, "the states stand right behind the resource")
                       : parse_fault(parser, DIAG_0011, token->span, "states are joined with `|`");
    const char *before = first ? resource : LIST_GET(local->states, Name, local->states.count - 1)->text;
    parse_help(diag, "write `%s%s%s`", before, first ? " " : "|", next->name);
    parse_take(parser);
    List more = parse_state_list(parser);
    for (size_t i = 0; i < more.count; i++) {
      list_add(parser->arena, &local->states, LIST_GET(more, Name, i));
    }
  }
}
