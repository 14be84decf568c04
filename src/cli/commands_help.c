/* The second paragraph of `seqcheck COMMAND --help`: an example each, and what is peculiar to the command. */
#include <string.h>

#include "cli/commands.h"

typedef struct HelpText {
  const char *name;
  const char *text;
} HelpText;

static const HelpText texts[] = {
    {"explore", "  Prints the verdict, how often each action and outcome fired, what the pools' sizes cut off, and for "
                "each broken contract the shortest\n"
                "  sequence that breaks it, with the reason. Exit 1 where something is broken, 3 where a limit stopped "
                "it first.\n\n"
                "  seqcheck explore booking.model -D SLOTS=4\n"
                "  seqcheck explore booking.model --keep-going --json\n"},
    {"lint", "  Exit 2 where there is an error. Contracts are not checked: that is `seqcheck explore`.\n"},
    {"step", "  Reads commands from standard input, one a line (so a script serves too):\n"
             "    N               take the enabled firing with that number\n"
             "    ACTION(ARGS)    take that firing, as in `book(0, 1)` or `book(0, 1) created`\n"
             "    back            undo one step\n"
             "    goto N          go back to the state after step N (0: the start)\n"
             "    why ACTION      which part of its guard is false here\n"
             "    state, trace    print the state, the steps so far\n"
             "    quit            stop (as does the end of input)\n"},
    {"why", "  ACTION is `refund`, `refund(p: Payment#0)`, `refund(Payment#0)` or with an outcome, `update(i: Item#0) "
            "changed`: arguments may be left\n"
            "  out. Tells the shortest sequence after which it is possible, or the part of its guard that is true in "
            "no reachable state.\n\n"
            "  seqcheck why payments.model refund\n"
            "  seqcheck why items.model 'update(i: Item#0) changed' --after 'create(short); delete(Item#0)'\n"},
    {"reach", "  EXPR is a condition of the model language. Contracts are not judged on the way. Exit 1 where no "
              "reachable state satisfies it.\n\n"
              "  seqcheck reach payments.model 'exists p: Payment captured'\n"},
    {"replay",
     "  SEQUENCE is what a `replay:` line prints, or a file that holds one (steps apart by `;` or new lines; "
     "`-` reads standard input). Outcomes and an\n"
     "  init at the front may be left out. Every step is checked against the model and its contracts. A suite as "
     "`seqcheck cover --suite` writes it may\n"
     "  stand there too; --criterion tells what it covers.\n\n"
     "  seqcheck replay booking.model 'book(0,1) created; cancel(Booking#0)'\n"},
    {"cover",
     "  Explores, then finds sequences from an initial state that cover the criterion, as cheap as it can: a step "
     "costs 1, a fresh start what\n"
     "  --reset-cost says. Tells a lower bound, and whether the suite is provably the cheapest; what cannot be "
     "covered, and why. A model that\n"
     "  breaks a contract is refused (exit 1) without --anyway.\n\n"
     "  seqcheck cover booking.model\n"
     "  seqcheck cover booking.model --criterion transitions --suite booking.suite.json\n"
     "  seqcheck cover booking.model --difference booking.suite.json\n"},
    {"graph",
     "  Draws a model: lifecycle (what moves a resource from state to state, and how often), view:NAME (what a view "
     "tells "
     "apart), states (the\n"
     "  nearest ones, and a path), outcomes (which can follow which). DOT needs nothing; svg, png and pdf are laid out "
     "by "
     "Graphviz, which\n"
     "  the Debian package graphviz has. A broken contract does not matter here: --trace marks the way to it.\n\n"
     "  seqcheck graph booking.model -o booking.svg\n"
     "  seqcheck graph booking.model --of view:occupancy -o occupancy.svg\n"
     "  seqcheck graph diehard.model --of states --trace 1 -o trace.pdf\n"},
    {"generate",
     "  Writes a C program that runs covering sequences against your system, with the model as the judge of every "
     "step: "
     "MODEL_sut.h, the\n"
     "  functions that you write (MODEL_sut_stub.c begins them, and is left alone once it is there), MODEL_tests.c, "
     "MODEL_model.h and\n"
     "  what they need. The program tells its own options with --help: walks, replay, one sequence by name. "
     "docs/generate.md "
     "tells all.\n\n"
     "  seqcheck generate c booking.model -o tests\n"
     "  seqcheck generate c booking.model -o tests --criterion transitions --framework cmocka\n"},
    {"explain", "  seqcheck explain SQ0310\n"},
    {"new", "  NAME becomes the model's name. A file that is there already is left as it is.\n"},
};

void commands_help_more(const char *name, GString *out) {
  for (size_t i = 0; i < G_N_ELEMENTS(texts); i++)
    if (strcmp(texts[i].name, name) == 0)
      g_string_append_printf(out, "\n%s", texts[i].text);
}
