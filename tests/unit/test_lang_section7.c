/* Section 7 in the checker: which models draw which codes. Each row is a body put after a common head; the codes are in
 * the order of places. */
#include <glib.h>
#include <string.h>

#include "lang/check.h"
#include "lang/parse.h"

typedef struct Case {
  const char *text;
  const char *codes; /* "SQ0401 SQ0402", errors only; "" where it is right */
} Case;

static const char head[] =
    "model m\n"
    "secret KEY\n"
    "enum Color { red = \"RED\", green }\n"
    "resource Item[2] { states live, gone  color: Color  size: 0..3 = 0  friend: Item? = none  token etag }\n"
    "token session\n"
    "token by[Color]\n"
    "var seen: set of Item\n"
    "var names: map Color to 0..3\n"
    "var places: map Item to 0..3\n"
    "action create(c: Color) { POST \"/items\"  new i: Item live { color = c }\n"
    "  respond 201 { \"id\": i.id, \"s\": session, \"b\": by[c] } header \"ETag\" \"{i.etag}\" }\n";

static char *codes_of(const char *text) {
  Arena *arena = arena_new();
  Names *names = names_new();
  Source *source = source_new("case", text, strlen(text));
  Diags *diags = diags_new(source);
  Model *model = parse_model(arena, names, source, diags);
  bool right = check_model(arena, names, model, NULL, 0, diags);
  g_assert_true(right == (diags_errors(diags) == 0));
  GString *codes = g_string_new(NULL);
  const GPtrArray *sorted = diags_sorted(diags);
  for (guint i = 0; i < sorted->len; i++) {
    const Diag *diag = sorted->pdata[i];
    if (diag->severity == SEVERITY_ERROR) {
      g_string_append_printf(codes, "%s%s", codes->len > 0 ? " " : "", diag_code_name(diag->code));
    }
  }
  diags_free(diags);
  source_free(source);
  names_free(names);
  arena_free(arena);
  return g_string_free(codes, FALSE);
}

static void run(const Case *cases, size_t count, const char *before, const char *after) {
  for (size_t i = 0; i < count; i++) {
    g_autofree char *text = g_strconcat(head, before, cases[i].text, after, NULL);
    g_autofree char *codes = codes_of(text);
    if (strcmp(codes, cases[i].codes) != 0) {
      g_test_message("`%s`: wanted `%s`, got `%s`", cases[i].text, cases[i].codes, codes);
      g_test_fail();
    }
  }
}

/* respond BODY of an action with parameters i: Item and c: Color */
static void test_respond(void) {
  static const Case cases[] = {
      {"{ \"a\": i.id, \"b\": i.color, \"c\": c, \"d\": 1, \"e\": i.size + 1, \"f\": true, \"g\": null, \"h\": 1.5 }",
       ""},
      {"{ \"a\": i }", "SQ0401"},
      {"{ \"a\": i.friend }", "SQ0401"},
      {"{ \"a\": i.friend.id }", ""},
      {"{ \"a\": seen }", "SQ0401"},
      {"{ \"a\": [ for x in seen : x.id ] }", ""},
      {"{ \"a\": { x.size for x in seen } }", ""},
      {"{ \"a\": [ for x: Item live, y in seen where x != y : { \"x\": x.id, \"y\": y.id } ] }", ""},
      {"{ \"a\": [ for x: Item live : x.id ], \"b\": x.id }", "SQ0101"},
      {"{ \"a\": names }", ""},
      {"{ \"a\": places }", "SQ0402"},
      {"{ \"a\": 1, \"b\": { \"a\": 1 }, \"a\": 2 }", "SQ0403"},
      {"{ \"a{c}\": 1, \"a{i.size}\": 2 }", ""},
      {"exactly { \"a\": any, \"b\": any string, \"c\": any list }", ""},
      {"unordered [ for x: Item : x.id ]", ""},
      {"{ \"a\": KEY }", "SQ0406"},
      {"{ \"a\": \"{KEY}\" }", "SQ0406"},
      {"{ \"a\": session, \"b\": by[c], \"c\": \"{i.state} {by[Color.red]}\" }", ""},
      {"{ \"a\": by }", "SQ0407"},
      {"{ \"a\": session[c] }", "SQ0407"},
      {"{ \"a\": i.etag[c] }", "SQ0407"},
      {"{ \"a\": i.state, \"b\": i.etag }", ""},
      {"{ \"a\": i.nothing }", "SQ0108"},
      {"{ \"a\": \"{seen}\" }", "SQ0402"},
      {"{ \"a\": \"{i}\" }", "SQ0401"},
      {"{ \"a\": \"{i.size + 8:02} {c} {i.friend.id}\" }", ""},
      {"{ \"a\": \"{c:02}\" }", "SQ0424"},
      {"{ \"a\": \"{i.id:02}\" }", "SQ0424"},
      {"{ \"a\": if i is live then \"yes\" else { \"no\": i } }", "SQ0401"},
      {"{ \"a\": old(i.size), \"b\": old(i.id) }", "SQ0407"},
      {"{} header \"X Y\" \"z\"", "SQ0409"},
      {"{} header \"X\" \"a\\nb\"", "SQ0410"},
      {"{} header \"\" \"a\"", "SQ0409"},
      {"{} header \"X\" \"{i.etag}\" header \"Y\" any string", ""},
      {"form { \"a\": { \"b\": 1 } }", "SQ0425"},
      {"text \"{i.id}\"", ""},
  };
  run(cases, G_N_ELEMENTS(cases), "action a(i: Item, c: Color) { POST \"/x\"  respond 200 ", " }\n");
}

static void test_statuses(void) {
  static const Case cases[] = {{"200", ""}, {"100|599", ""}, {"200|200", "SQ0408"}, {"600", "SQ0033"}};
  run(cases, G_N_ELEMENTS(cases), "action a() { POST \"/x\"  respond ", " }\n");
}

/* A request of an action with parameters i: Item and c: Color. */
static void test_request(void) {
  static const Case cases[] = {
      {"POST \"/items/{i.id}\" { \"a\": i.id, \"k\": KEY, \"b\": \"{KEY} {session}\" } header \"X\" \"{KEY}\" cookie "
       "\"c\" \"{by[c]}\"",
       ""},
      {"POST \"items\"", "SQ0411"},
      {"POST \"\"", "SQ0411"},
      {"POST \"/a b\"", "SQ0411"},
      {"POST \"https://other.example/x\"", ""},
      {"POST \"{session}/x\"", ""},
      {"GET \"/x\" query { \"a\": c, \"b\": i.friend.id, \"c\": [ 1, 2 ] }", ""},
      {"GET \"/x\" query { \"a\": { \"b\": 1 } }", "SQ0425"},
      {"GET \"/x\" query { \"a\": names }", "SQ0425"},
      {"POST \"/x\" { \"a\": any }", "SQ0404"},
      {"POST \"/x\" exactly { \"a\": 1 }", "SQ0405"},
      {"POST \"/x\" unordered [ 1 ]", "SQ0405"},
      {"POST \"/x\" form { \"a\": c, \"b\": [ 1 ] }", ""},
      {"POST \"/x\" form { \"a\": { \"b\": 1 } }", "SQ0425"},
      {"POST \"/x\" cookie \"a\" \"b;c\"", "SQ0410"},
      {"POST \"/x\" header \"X-{c}\" \"a\"", "SQ0409"},
      {"POST \"/x\" { \"a\": old(i.size) }", "SQ0310"},
      {"call nowhere.op { }", "SQ0414"},
      {"call session.op { }", "SQ0414"},
  };
  run(cases, G_N_ELEMENTS(cases), "action a(i: Item, c: Color) { ", "  respond 200 }\n");
}

static void test_declarations(void) {
  static const Case cases[] = {
      {"every request header \"Authorization\" \"Bearer {KEY}\" query { \"v\": 1 }", ""},
      {"every request header \"Bad Name\" \"x\"", "SQ0409"},
      {"token u = unique \"a-{n}\" action a() { POST \"/x\" header \"K\" \"{u}\" respond 200 }", ""},
      {"token u = unique \"a\"", "SQ0420"},
      {"token u = unique \"a-{m}\"", "SQ0420"},
      {"token u[Color] = unique \"a-{n}\"", ""},
      {"token u[set of Color]", "SQ0407"},
      {"resource R[1] { states a token state }", "SQ0421"},
      {"observe o: seen GET \"/x\" respond 200 unordered [ for x in seen : x.id ]", ""},
      {"observe o: seen GET \"/x\"", "SQ0417"},
      {"observe o: seen GET \"/x\" respond 200 [] paged by cursor \"next\"", "SQ0418"},
      {"observe o: seen GET \"/x\" respond 200 [] paged by cursor \"$.next[\"", "SQ0423"},
      {"observe o: seen GET \"/x\" respond 200 [] paged by header \"Link\" at end within 5 s", ""},
      {"observe o: seen", ""},
      {"event action e(i: Item) { wait 5 s }", ""},
      {"action e(i: Item) { wait 5 s }", "SQ0415"},
      {"manual action e(i: Item) { wait 5 s }", "SQ0415"},
      {"action e(i: Item) { receives POST \"/x\" { \"i\": i.id } respond 204 }", "SQ0415"},
      {"manual action e(i: Item) { POST \"/x\" respond 204 }", "SQ0415"},
      {"event action e(i: Item) { receives POST \"/x\" { \"i\": i.id, \"a\": any } signed by KEY header \"X-S\" "
       "respond 204 }",
       ""},
      {"event action e(i: Item) { receives POST \"/x\" {} signed by NONE header \"X-S\" respond 204 }", "SQ0416"},
      {"event action e(i: Item) { receives POST \"/x\" {} signed by session header \"X-S\" respond 204 }", "SQ0416"},
      {"service billing \"b.yaml\" action a() { call billing.pay { \"a\": 1 } respond 200 }", ""},
      {"action a(i: Item) { renew i.etag }", ""},
      {"teardown { for i: Item live { DELETE \"/items/{i.id}\" respond 200|404 i -> gone } ensure seen == {} }", ""},
      {"manual action m(i: Item) \"look at {i.id} of {i.color}\"", ""},
      {"manual action m() \"use {KEY}\"", "SQ0406"},
  };
  run(cases, G_N_ELEMENTS(cases), "", "\n");
}

/* Whole models: what a request can know. */
static void test_token_flow(void) {
  static const Case cases[] = {
      /* never named */
      {"resource R[1] { states a } action n() { POST \"/r\" new r: R a respond 201 } action g(r: R) { GET "
       "\"/r/{r.id}\" respond 200 }",
       "SQ0413"},
      /* only by a response that needs it */
      {"resource R[1] { states a } action n() { POST \"/r\" new r: R a respond 201 } action g(r: R) { GET "
       "\"/r/{r.id}\" respond 200 { \"id\": r.id } }",
       "SQ0413"},
      /* by an observation, an init, a webhook, a proc */
      {"resource R[1] { states a } action n() { POST \"/r\" new r: R a respond 201 } action g(r: R) { GET "
       "\"/r/{r.id}\" respond 200 } "
       "observe o: { r: R } GET \"/r\" respond 200 [ for r: R : r.id ]",
       ""},
      {"resource R[1] { states a } init { new r: R a GET \"/r\" respond 200 [ for k: R : k.id ] } action g(r: R) { GET "
       "\"/r/{r.id}\" respond 200 }",
       ""},
      {"resource R[1] { states a } event action n() { receives POST \"/r\" { \"a\": 1 } new r: R a respond 201 { "
       "\"id\": r.id } } "
       "action g(r: R) { GET \"/r/{r.id}\" respond 200 }",
       ""},
      {"resource R[1] { states a } proc p(r: R) { respond 200 { \"id\": r.id } } action n() { POST \"/r\" new r: R a "
       "p(r) } "
       "action g(r: R) { GET \"/r/{r.id}\" respond 200 }",
       ""},
      /* a chain is told at its first link only */
      {"token t1 token t2 token t3 action x() { POST \"/{t1}\" respond 200 { \"b\": t2 } } "
       "action y() { POST \"/{t2}\" respond 200 { \"c\": t3 } } action z() { POST \"/{t3}\" respond 200 }",
       "SQ0413"},
      /* a circle once */
      {"token t1 token t2 action x() { POST \"/{t1}\" respond 200 { \"b\": t2 } } "
       "action y() { POST \"/{t2}\" respond 200 { \"a\": t1 } }",
       "SQ0413"},
      /* the login itself does not need what every request carries */
      {"token a every request header \"A\" \"{a}\" action login() { POST \"/login\" respond 200 { \"t\": a } }", ""},
      {"token a every request header \"A\" \"{a}\"", "SQ0413"},
  };
  run(cases, G_N_ELEMENTS(cases), "", "\n");
}

static void test_paths(void) {
  static const Case cases[] = {
      {"$.items[*].price", ""},
      {"$..price", ""},
      {"$", ""},
      {"$['a b'][\"c\"][0][-1][1:2:3][::2][:]", ""},
      {"$.a[?@.b == 'x]' && (@.c > 1)].d", ""},
      {"$[1,'a',*]", ""},
      {"$..[0]", ""},
      {"$.*", ""},
      {"$[a]", "SQ0423"},
      {"$[]", "SQ0423"},
      {"$[01]", "SQ0423"},
      {"$[1,]", "SQ0423"},
      {"$[?]", "SQ0423"},
      {"$[-]", "SQ0423"},
      {"$[-0]", "SQ0423"},
      {"$[1 2]", "SQ0423"},
  };
  run(cases, G_N_ELEMENTS(cases), "action a() { POST \"/x\" outcome o { ensure forall x in ",
      " : x > 0 respond 200 } }\n");
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/section7/respond", test_respond);
  g_test_add_func("/section7/statuses", test_statuses);
  g_test_add_func("/section7/request", test_request);
  g_test_add_func("/section7/declarations", test_declarations);
  g_test_add_func("/section7/token_flow", test_token_flow);
  g_test_add_func("/section7/paths", test_paths);
  return g_test_run();
}
