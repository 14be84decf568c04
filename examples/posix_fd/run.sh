#!/usr/bin/env bash
# The model is explored, made into C tests, and run against the C library and the kernel. run.sh [BINARY]; fails where a test does.
set -euo pipefail
seqcheck=$(realpath "$(command -v "${1:-${SEQCHECK:-seqcheck}}")")
here=$(cd "$(dirname "$0")" && pwd)
cc=${CC:-cc}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# A seqcheck without `generate` is told apart from one whose `generate` fails: 77 is a test that was skipped.
needs_generate() {
  "$seqcheck" generate --help >/dev/null 2>&1 && return
  echo "the models hold; this seqcheck has no \`generate\`, so nothing was run against them"
  exit 77
}

"$seqcheck" explore "$here/fd.model"
needs_generate
"$seqcheck" generate c "$here/fd.model" --criterion pairs -o "$folder/fd"
"$cc" -std=c11 -D_GNU_SOURCE -g -I"$folder/fd" "$folder/fd/fd_tests.c" "$here/fd_adapter.c" -o "$folder/fd_tests"
TMPDIR=$folder "$folder/fd_tests"
echo "descriptors do what the model says"
