/* The shape of a JSONPath (RFC 9535) after its `$`: takes the text, reports the first thing that cannot be one.
 * Segments are `.name`, `.*`, `..name`,
 * `..*`, and `[...]` with names in quotes, numbers, `*`, slices and `?` filters between commas. What a filter says is
 * left to the evaluator; here its quotes and brackets must match. One pass, no recursion. */
#include <string.h>

#include "lang/check_internal.h"

typedef struct Scan {
  const char *at;
  const char *fault; /* what is wrong, or NULL */
} Scan;

static bool is_name_start(unsigned char c) {
  return g_ascii_isalpha(c) || c == '_' || c >= 0x80;
}

static bool is_name_rest(unsigned char c) {
  return is_name_start(c) || g_ascii_isdigit(c);
}

static void skip_spaces(Scan *scan) {
  while (*scan->at == ' ' || *scan->at == '\t' || *scan->at == '\n' || *scan->at == '\r') {
    scan->at++;
  }
}

static void skip_quoted(Scan *scan) {
  char quote = *scan->at++;
  while (*scan->at != '\0' && *scan->at != quote) {
    if (*scan->at == '\\' && scan->at[1] != '\0') {
      scan->at++;
    }
    scan->at++;
  }
  if (*scan->at == quote) {
    scan->at++;
  } else {
    scan->fault = "a name in quotes is not closed";
  }
}

/* `?` and all up to the `,` or `]` that is not inside brackets or quotes. */
static void skip_filter(Scan *scan) {
  int depth = 0;
  scan->at++;
  const char *start = scan->at;
  while (*scan->at != '\0' && scan->fault == NULL) {
    char c = *scan->at;
    if (depth == 0 && (c == ',' || c == ']')) {
      break;
    }
    if (c == '\'' || c == '"') {
      skip_quoted(scan);
      continue;
    }
    if (c == '[' || c == '(') {
      depth++;
    }
    if (c == ']' || c == ')') {
      depth--;
    }
    scan->at++;
  }
  if (scan->fault != NULL) {
    return;
  }
  if (depth != 0) {
    scan->fault = "the brackets of a filter do not match";
  } else if (scan->at == start) {
    scan->fault = "a filter `?` needs a condition";
  }
}

/* -3, no +3, no 03 */
static bool skip_number(Scan *scan) {
  const char *start = scan->at;
  if (*scan->at == '-') {
    scan->at++;
  }
  const char *digits = scan->at;
  while (g_ascii_isdigit(*scan->at)) {
    scan->at++;
  }
  if (scan->at == digits) {
    if (digits != start) {
      scan->fault = "a `-` without a number";
    }
    return false;
  }
  if (*digits == '0' && (scan->at - digits > 1 || digits != start)) {
    scan->fault = "a number may not begin with 0";
  }
  return true;
}

/* 1, 1:2, :, ::2 */
static void skip_index_or_slice(Scan *scan) {
  bool any = skip_number(scan);
  for (int i = 0; i < 2 && scan->fault == NULL; i++) {
    skip_spaces(scan);
    if (*scan->at != ':') {
      break;
    }
    scan->at++;
    skip_spaces(scan);
    skip_number(scan);
    any = true;
  }
  if (!any && scan->fault == NULL) {
    scan->fault = "between `[` and `]` stands a name in quotes, a number, `*`, a slice or a filter";
  }
}

static void skip_selectors(Scan *scan) {
  do {
    scan->at++; /* [ or , */
    skip_spaces(scan);
    if (*scan->at == '\'' || *scan->at == '"') {
      skip_quoted(scan);
    } else if (*scan->at == '*') {
      scan->at++;
    } else if (*scan->at == '?') {
      skip_filter(scan);
    } else {
      skip_index_or_slice(scan);
    }
    skip_spaces(scan);
  } while (scan->fault == NULL && *scan->at == ',');
  if (scan->fault != NULL) {
    return;
  }
  if (*scan->at == ']') {
    scan->at++;
  } else {
    scan->fault = "a `[` is not closed";
  }
}

static void skip_dotted(Scan *scan) {
  bool deep = scan->at[1] == '.';
  scan->at += deep ? 2 : 1;
  if (*scan->at == '*') {
    scan->at++;
  } else if (is_name_start((unsigned char)*scan->at)) {
    while (is_name_rest((unsigned char)*scan->at)) {
      scan->at++;
    }
  } else if (deep && *scan->at == '[') {
    skip_selectors(scan);
  } else {
    scan->fault = deep ? "after `..` a name, `*` or `[` is missing" : "after `.` a name or `*` is missing";
  }
}

bool check_path(Checker *checker, Span span, const char *path) {
  Scan scan = {.at = path};
  while (*scan.at != '\0' && scan.fault == NULL) {
    if (*scan.at == '.') {
      skip_dotted(&scan);
    } else if (*scan.at == '[') {
      skip_selectors(&scan);
    } else {
      scan.fault = "a JSONPath goes on with `.` or `[`";
    }
  }
  if (scan.fault == NULL) {
    return true;
  }
  Diag *diag = diags_add(checker->diags, DIAG_0423, span, "not a JSONPath: %s", scan.fault);
  diag_help(diag, "for example `$.items[*].price` (RFC 9535)");
  return false;
}
