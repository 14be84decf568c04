/* What a model promises, and what is looked at: invariant, step invariant, reach, always reach, final, view. */
#include "lang/parse_internal.h"

/* What a message says: with the second word of `step invariant` and `always reach`. */
static List *list_of(Model *model, DeclKind kind) {
  switch (kind) {
  case DECL_INVARIANT:
    return &model->invariants;
  case DECL_STEP_INVARIANT:
    return &model->step_invariants;
  case DECL_REACH:
    return &model->reaches;
  case DECL_ALWAYS_REACH:
    return &model->always_reaches;
  default:
    return &model->finals;
  }
}

static const char *contract_words(DeclKind kind) {
  switch (kind) {
  case DECL_INVARIANT:
    return "invariant";
  case DECL_STEP_INVARIANT:
    return "step invariant";
  case DECL_REACH:
    return "reach";
  case DECL_ALWAYS_REACH:
    return "always reach";
  default:
    return "final";
  }
}

/* ON := on NAME ( `,` NAME )* */
static void parse_on(Parser *parser, ContractDecl *decl) {
  Token word = parse_take(parser);
  if (decl->decl.kind != DECL_STEP_INVARIANT) {
    Diag *diag = parse_fault(parser, DIAG_0025, word.span, "only a `step invariant` says `on` which actions it holds");
    parse_help(diag, "an invariant speaks of states, whatever action led to them");
  }
  do {
    Name name = parse_name(parser, "the name of an action");
    if (name.text == NULL) {
      return;
    }
    list_add(parser->arena, &decl->on, parse_keep_name(parser, name));
  } while (parse_accept(parser, TOKEN_COMMA));
}

/* CONTRACT := ( invariant | step invariant | reach | always reach ) NAME [STRING] [ON] `:` EXPR | final EXPR */
static void parse_contract(Parser *parser, DeclKind kind, int words) {
  ContractDecl *decl = PARSE_BEGIN(parser, ContractDecl, kind, parse_take(parser).span);
  if (words == 2) {
    decl->decl.head = span_join(decl->decl.head, parse_take(parser).span);
  }
  if (kind != DECL_FINAL) {
    if (parse_at(parser, TOKEN_COLON) || parse_at(parser, TOKEN_QUOTE_OPEN)) {
      Diag *diag = parse_unexpected(parser, "a name", "for it");
      parse_help(diag, "reports call it by its name: `invariant something_holds: ...`");
    } else {
      decl->decl.name = parse_name(parser, "a name for it");
      if (decl->decl.name.text == NULL) {
        return;
      }
    }
    if (parse_at(parser, TOKEN_QUOTE_OPEN)) {
      decl->message = parse_plain_string(parser);
    }
    if (parse_at_word(parser, 0, "on")) {
      parse_on(parser, decl);
    }
    if (parse_at(parser, TOKEN_ASSIGN)) {
      parse_help(parse_unexpected(parser, "`:`", "before the condition"), "write `:`");
      parse_take(parser);
    } else if (!parse_accept(parser, TOKEN_COLON)) {
      Diag *diag = parse_unexpected(parser, "`:`", "before the condition");
      parse_help(diag, "it is written with a name: `%s name: condition`", contract_words(kind));
      return;
    }
  }
  decl->expr = parse_expr(parser);
  parse_add_decl(parser, decl, list_of(parser->model, kind));
  if (kind != DECL_FINAL) {
    list_add(parser->arena, &parser->model->contracts, decl);
  }
}

/* VIEW := view NAME `=` EXPR ( `,` EXPR )* */
static void parse_view(Parser *parser) {
  ViewDecl *decl = PARSE_BEGIN(parser, ViewDecl, DECL_VIEW, parse_take(parser).span);
  decl->decl.name = parse_name(parser, "the name of a view");
  if (decl->decl.name.text == NULL) {
    return;
  }
  if (!parse_accept(parser, TOKEN_ASSIGN)) {
    Diag *diag = parse_unexpected(parser, "`=`", "after the view's name");
    parse_help(diag, "write `view %s = expr, expr`", decl->decl.name.text);
    if (!parse_accept(parser, TOKEN_COLON)) {
      return;
    }
  }
  do {
    list_add(parser->arena, &decl->exprs, parse_expr(parser));
  } while (parse_accept(parser, TOKEN_COMMA));
  parse_add_decl(parser, decl, &parser->model->views);
}

bool parse_contract_declaration(Parser *parser) {
  if (parse_at_word(parser, 0, "invariant")) {
    parse_contract(parser, DECL_INVARIANT, 1);
  } else if (parse_at_word(parser, 0, "step") && parse_at_word(parser, 1, "invariant")) {
    parse_contract(parser, DECL_STEP_INVARIANT, 2);
  } else if (parse_at_word(parser, 0, "reach")) {
    parse_contract(parser, DECL_REACH, 1);
  } else if (parse_at_word(parser, 0, "always") && parse_at_word(parser, 1, "reach")) {
    parse_contract(parser, DECL_ALWAYS_REACH, 2);
  } else if (parse_at_word(parser, 0, "final")) {
    parse_contract(parser, DECL_FINAL, 1);
  } else if (parse_at_word(parser, 0, "view")) {
    parse_view(parser);
  } else {
    return false;
  }
  return true;
}
