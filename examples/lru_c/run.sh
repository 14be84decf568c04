#!/usr/bin/env bash
# The cache passes its generated tests, and each mutant of it is found by the shortest sequence that shows it. run.sh [BINARY]
set -euo pipefail
seqcheck=$(realpath "$(command -v "${1:-${SEQCHECK:-seqcheck}}")")
here=$(cd "$(dirname "$0")" && pwd)
cc=${CC:-cc}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# build SOURCE PROGRAM
build() {
  "$cc" -std=c11 -D_GNU_SOURCE -g -I"$folder/lru" -I"$here" "$folder/lru/lru_tests.c" "$here/lru_adapter.c" "$1" -o "$2"
}

# mutant NAME "ACTION ACTION..." SED-SCRIPT: the mutant must fail, and one of its failures must have shrunk to these actions.
mutant() {
  local name=$1 wanted=$2 script=$3 status=0
  sed -E "$script" "$here/cache.c" >"$folder/$name.c"
  if cmp -s "$here/cache.c" "$folder/$name.c"; then
    echo "$name: its change no longer applies to cache.c" >&2
    exit 1
  fi
  build "$folder/$name.c" "$folder/$name"
  "$folder/$name" >"$folder/$name.tap" || status=$?
  if [[ $status -ne 1 ]]; then
    echo "$name: exit $status instead of 1" >&2
    exit 1
  fi
  sed -nE "s/^ *# replay: .*--replay '(.*)'$/\1/p" "$folder/$name.tap" | sed -E 's/\([^)]*\)[^;]*//g; s/;//g' >"$folder/found"
  if ! grep -qx "$wanted" "$folder/found"; then
    echo "$name: found, but not by: $wanted" >&2
    cat "$folder/$name.tap" >&2
    exit 1
  fi
  echo "$name: found by $wanted"
}

"$seqcheck" explore "$here/lru.model"
"$seqcheck" generate c "$here/lru.model" --criterion transitions -o "$folder/lru"
build "$here/cache.c" "$folder/correct"
"$folder/correct"
mutant get_is_no_use "put put get" '/^bool cache_get/,/^}/{/leave_ring|become_recent/d}'
mutant update_counts_twice "put put" 's/^    entry->value = value;/&\n    cache->size++;/'
mutant evicts_the_most_recent "put put put" 's/victim = cache->ring\.next/victim = cache->ring.previous/'
mutant capacity_off_by_one "put put put" 's/size == cache->capacity/size > cache->capacity/'
mutant stale_after_update "put put" '/^    entry->value = value;/d'
echo "the cache passes, and every mutant was found"
