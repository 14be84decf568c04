/* Functions and procs that call themselves, directly or in a ring; and which functions read the state through others.
 *
 * A depth-first walk over the calls that were noted, with a stack of its own, since a chain of calls may be as long as
 * the file. What is finished is coloured black; a call to something still on the stack closes a ring. Callees are
 * finished before their callers, so the note `reads_state` goes up on the same walk. */
#include "lang/check_internal.h"

typedef struct Frame {
  Decl *decl;
  size_t next; /* the call to look at next */
} Frame;

enum { WHITE, GREY, BLACK };

static const List *calls_of(const Decl *decl, bool procs) {
  return procs ? &((const ProcDecl *)decl)->calls : &((const FnDecl *)decl)->calls;
}

static void report_ring(Checker *checker, const GArray *stack, const Decl *closing, bool procs) {
  guint from = stack->len - 1;
  while (g_array_index(stack, Frame, from).decl != closing) {
    from--;
  }
  const char *kind = procs ? "proc" : "function";
  const char *name = closing->name.text;
  guint length = stack->len - from;
  Diag *diag =
      length == 1
          ? diags_add(checker->diags, DIAG_0312, closing->name.span, "%s `%s` calls itself", kind, name)
          : diags_add(checker->diags, DIAG_0312, closing->name.span, "%ss that call each other in a ring", kind);
  GString *path = g_string_new(NULL);
  for (guint i = from; i < stack->len && i < from + 8; i++) {
    g_string_append_printf(path, "`%s` → ", g_array_index(stack, Frame, i).decl->name.text);
  }
  diag_note(diag, "%s%s`%s`", path->str, length > 8 ? "... → " : "", name);
  diag_note(diag, procs ? "a proc is put in place where it is called, so it cannot contain itself"
                        : "every function must come to an end, so none may lead back to itself");
  diag_help(diag, procs ? "use a `for` over what it should work through"
                        : "say it with `exists`, `forall`, `count`, `sum`, `min` or `max` over a range");
  g_string_free(path, TRUE);
}

static void walk(Checker *checker, Decl *root, guint8 *colors, GArray *stack, bool procs) {
  Frame first = {root, 0};
  g_array_append_val(stack, first);
  colors[root->index] = GREY;
  while (stack->len > 0) {
    Frame *top = &g_array_index(stack, Frame, stack->len - 1);
    const List *calls = calls_of(top->decl, procs);
    if (top->next == calls->count) {
      colors[top->decl->index] = BLACK;
      g_array_set_size(stack, stack->len - 1);
      continue;
    }
    Decl *callee = LIST_GET(*calls, Decl, top->next);
    if (colors[callee->index] == WHITE) { /* looked at again when it is done */
      colors[callee->index] = GREY;
      Frame frame = {callee, 0};
      g_array_append_val(stack, frame);
      continue;
    }
    top->next++;
    if (colors[callee->index] == GREY) {
      report_ring(checker, stack, callee, procs);
    }
    if (!procs && ((FnDecl *)callee)->reads_state) {
      ((FnDecl *)top->decl)->reads_state = true;
    }
  }
}

void check_decl_cycles(Checker *checker, const List *decls, bool procs) {
  g_autofree guint8 *colors = g_new0(guint8, decls->count + 1);
  g_autoptr(GArray) stack = g_array_new(FALSE, FALSE, sizeof(Frame));
  for (size_t i = 0; i < decls->count; i++) {
    Decl *decl = LIST_GET(*decls, Decl, i);
    if (colors[decl->index] == WHITE) {
      walk(checker, decl, colors, stack, procs);
    }
  }
}
