#!/usr/bin/env bash
# The two models are explored, made into C tests, and run against GLib. run.sh [BINARY]; fails where a test does.
set -euo pipefail
seqcheck=$(realpath "$(command -v "${1:-${SEQCHECK:-seqcheck}}")")
here=$(cd "$(dirname "$0")" && pwd)
cc=${CC:-cc}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
read -ra glib <<<"$(pkg-config --cflags --libs glib-2.0)"

for model in queue hash; do "$seqcheck" explore "$here/$model.model"; done
for model in queue hash; do
  "$seqcheck" generate c "$here/$model.model" --criterion transitions -o "$folder/$model"
  "$cc" -std=c11 -D_GNU_SOURCE -g -I"$folder/$model" "$folder/$model/${model}_tests.c" "$here/${model}_adapter.c" \
    "${glib[@]}" -o "$folder/${model}_tests"
  "$folder/${model}_tests"
done
echo "GLib does what the models say"
