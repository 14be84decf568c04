/* Reads the tokens once before the parser does and keeps the states of each resource, and which types are other names
 * of resources: declaration before use is not required, and after a resource type a word is a state only if that
 * resource declares it. Tells no faults. */
#include <string.h>

#include "lang/parse_internal.h"

enum { MOST_ALIAS_STEPS = 64 };

/* resource NAME `[` ... `]` `{` states NAME [= value] , ... */
static void scan_resource(Lexer *lexer, GHashTable *resources) {
  Token token = lexer_next(lexer);
  if (token.kind != TOKEN_NAME) {
    return;
  }
  GHashTable *states = g_hash_table_new(g_str_hash, g_str_equal);
  g_hash_table_replace(resources, (gpointer)token.name, states);
  token = lexer_next(lexer);
  while (token.kind != TOKEN_LBRACE && token.kind != TOKEN_RBRACE && token.kind != TOKEN_EOF) {
    token = lexer_next(lexer);
  }
  unsigned open = token.kind == TOKEN_LBRACE ? 1 : 0;
  bool in_states = false, wanted = false;
  while (open > 0) {
    token = lexer_next(lexer);
    if (token.kind == TOKEN_EOF) {
      return;
    }
    open += token.kind == TOKEN_LBRACE ? 1 : 0;
    open -= token.kind == TOKEN_RBRACE ? 1 : 0;
    if (token.kind == TOKEN_NAME && wanted) {
      g_hash_table_add(states, (gpointer)token.name);
      wanted = false;
    } else if (token.kind == TOKEN_NAME && !in_states && strcmp(token.name, "states") == 0) {
      in_states = wanted = true;
    } else if (token.kind == TOKEN_COMMA && in_states) {
      wanted = true;
    } else if (token.kind == TOKEN_NAME || token.kind == TOKEN_COLON) {
      in_states = wanted = false;
    }
  }
}

/* The alias's states are those of what it names in the end. */
static void resolve_aliases(Parser *parser, GHashTable *aliases) {
  GHashTableIter each;
  gpointer alias, target;
  g_hash_table_iter_init(&each, aliases);
  while (g_hash_table_iter_next(&each, &alias, &target)) {
    for (int i = 0; i < MOST_ALIAS_STEPS && target != NULL; i++) {
      GHashTable *states = g_hash_table_lookup(parser->resources, target);
      if (states != NULL && !g_hash_table_contains(parser->resources, alias)) {
        g_hash_table_replace(parser->resources, alias, g_hash_table_ref(states));
      }
      target = g_hash_table_lookup(aliases, target);
    }
  }
}

void parse_scan_resources(Parser *parser) {
  parser->resources = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)g_hash_table_unref);
  GHashTable *aliases = g_hash_table_new(g_str_hash, g_str_equal);
  Lexer lexer;
  lexer_init(&lexer, parser->source, parser->names, NULL);
  Token token = lexer_next(&lexer);
  while (token.kind != TOKEN_EOF) {
    if (token.kind == TOKEN_RESOURCE) {
      scan_resource(&lexer, parser->resources);
      token = lexer_next(&lexer);
      continue;
    }
    if (token.kind != TOKEN_TYPE) {
      token = lexer_next(&lexer);
      continue;
    }
    Token alias = token = lexer_next(&lexer);
    if (alias.kind == TOKEN_NAME && (token = lexer_next(&lexer)).kind == TOKEN_ASSIGN) {
      Token target = token = lexer_next(&lexer);
      if (target.kind == TOKEN_NAME && (token = lexer_next(&lexer)).kind != TOKEN_QUESTION &&
          token.kind != TOKEN_DOTS) {
        g_hash_table_replace(aliases, (gpointer)alias.name, (gpointer)target.name);
      }
    }
  }
  lexer_clear(&lexer);
  resolve_aliases(parser, aliases);
  g_hash_table_unref(aliases);
}

bool parse_is_resource(Parser *parser, const char *name) {
  return name != NULL && g_hash_table_contains(parser->resources, name);
}

bool parse_is_state(Parser *parser, const char *resource, const char *word) {
  GHashTable *states = resource == NULL ? NULL : g_hash_table_lookup(parser->resources, resource);
  return states != NULL && g_hash_table_contains(states, word);
}
