/* Every limit of the product, in one place. Reaching one is a named result (a diagnostic or a verdict), never a silent
 * cut. Ownership: constants only. */
#pragma once

#define LIMIT_SOURCE_BYTES (64u << 20) /* a model file */
#define LIMIT_NESTING                                                                                                  \
  1000 /* depth of the tree: expressions, statements and types alike; chains like a + b + c count too */
#define LIMIT_DIAGNOSTICS 100           /* kept for one file; the rest are counted */
#define LIMIT_NAME_BYTES 255            /* one identifier */
#define LIMIT_SLOTS 4096                /* of one resource pool */
#define LIMIT_RESOURCE_STATES 63        /* declared states of one resource, so that a set of states is one word */
#define LIMIT_ENUM_MEMBERS 65536        /* members of one enum */
#define LIMIT_SET_VALUES 4096           /* values that an element of a set may have (a set is a bit for each) */
#define LIMIT_SEQ_ITEMS 4096            /* n of seq[n] */
#define LIMIT_MAP_KEYS 65536            /* entries of one map */
#define LIMIT_VALUE_CELLS 65536         /* 64-bit cells of one value */
#define LIMIT_STATE_CELLS 65536         /* 64-bit cells of one unpacked state */
#define LIMIT_PARAMETER_VALUES 16777216 /* values of one parameter or binder */
#define LIMIT_PARAMETERS 32             /* of one action, fn, proc or init */
#define LIMIT_FRAME_CELLS 60000         /* registers of one piece of code: 16-bit operands */
#define LIMIT_EXPLAIN_LINES 24          /* lines that explain one violation; how many were left out is said */
#define LIMIT_EXPLAIN_DEPTH 12          /* levels to which an explanation goes down */
#define LIMIT_EXPLAIN_WIDTH 160         /* characters of one quoted or substituted expression */
#define LIMIT_EXPLAIN_VALUE 1000        /* bytes of one value, before or after a step, in text */
#define LIMIT_EXPLAIN_BINDINGS 100000   /* bindings of quantifiers that one explanation looks at */
#define LIMIT_WATCHES 1000              /* parts of contracts that an exploration watches for vacuity */
/* An exploration up to this size is gone over again for tables and remarks */
#define LIMIT_RECOUNT_TRANSITIONS 300000
#define LIMIT_WHY_TRIALS 4000000          /* states times arguments that a question why looks at */
#define LIMIT_DURATION_MS 3153600000000   /* `wait` and `within`: a hundred years */
#define LIMIT_FORMAT_WIDTH 64             /* w of "{expr:0w}" */
#define LIMIT_LISTED_FIRINGS 10000        /* possible firings that `step` looks at in one state */
#define LIMIT_COVER_PART_EDGES 4000000    /* of the part of a graph that a suite is planned in, nearest states first */
#define LIMIT_COVER_WHOLE_EDGES 64000000  /* of a graph that a criterion needs whole */
#define LIMIT_COVER_SWITCH_EDGES 16000000 /* of a graph whose nodes remember the last outcomes */
#define LIMIT_SUITE_BYTES (1024u << 20)   /* a suite file */
#define LIMIT_GENERATE_STEPS 100000       /* of a generated test program */
#define LIMIT_KEPT_BYTES (2048u << 20)    /* of a kept graph */
#define LIMIT_PICTURE_NODES 300           /* of a picture, where --max-nodes does not say */
#define LIMIT_LAYOUT_SECONDS 20           /* that a layout may take */
#define LIMIT_TOLD_SEQUENCE 20000         /* bytes of a sequence that a refusal still shows */
#define LIMIT_RESET_COST 1000000          /* steps that a fresh start may be said to cost */
#define LIMIT_COVER_GOALS 16000000        /* goals of one suite */
#define LIMIT_COVER_SWITCH 8              /* N of n-switch:N */
#define LIMIT_COVER_EXACT_GOALS 20        /* goals up to which the shortest suite is searched for exhaustively */
#define LIMIT_COVER_EXACT_PAIRS 2000000   /* pairs of a node and a set of goals that such a search looks at */
#define LIMIT_COVER_BOUND_GOALS 400       /* goals up to which the assignment bound is computed */
#define LIMIT_COVER_WORK 1000000000 /* edges that planning looks at for one purpose before it takes a plainer way */
