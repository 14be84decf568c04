/* The two renderers of diagnostics: text in the shape of rustc's, and JSON.
 * Ownership: both append to what the caller owns. */
#pragma once

#include <cjson/cJSON.h>
#include <glib.h>

#include "base/diag.h"

/* All diagnostics as text, ordered by place, a blank line after each; then, where there are some, one line that counts
 * those left out. */
void diag_render_text(Diags *diags, bool color, GString *out);
void diag_render_text_one(const Diags *diags, const Diag *diag, bool color, GString *out);

/* An array of
 * {"code","severity","message","file","line","column","end_line","end_column","labels":[{"line","column","message"}],"notes":[],"help":[]}.
 */
cJSON *diag_render_json(Diags *diags);
