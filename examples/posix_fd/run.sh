#!/usr/bin/env bash
# The model is explored, made into C tests, and run against the C library and the kernel. run.sh [BINARY]; fails where a test does.
set -euo pipefail
seqcheck=$(realpath "$(command -v "${1:-${SEQCHECK:-seqcheck}}")")
here=$(cd "$(dirname "$0")" && pwd)
cc=${CC:-cc}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$seqcheck" explore "$here/fd.model"
"$seqcheck" generate c "$here/fd.model" --criterion pairs -o "$folder/fd"
"$cc" -std=c11 -D_GNU_SOURCE -g -I"$folder/fd" "$folder/fd/fd_tests.c" "$here/fd_adapter.c" -o "$folder/fd_tests"
TMPDIR=$folder "$folder/fd_tests"
echo "descriptors do what the model says"
