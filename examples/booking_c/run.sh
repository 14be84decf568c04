#!/usr/bin/env bash
# The calendar passes its generated tests, and every mutant of it is found, by the shortest sequence that shows it.
# run.sh [BINARY]; fails where a test passes or fails that should not, or where a sequence is another.
set -euo pipefail
seqcheck=$(realpath "$(command -v "${1:-${SEQCHECK:-seqcheck}}")")
here=$(cd "$(dirname "$0")" && pwd)
cc=${CC:-cc}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# build SOURCE PROGRAM
build() {
  "$cc" -std=c11 -g -I"$folder/tests" -I"$here" "$folder/tests/booking_tests.c" "$here/booking_adapter.c" "$1" -o "$2"
}

# mutant NAME SEQUENCE MESSAGE
mutant() {
  local name=$1 sequence=$2 message=$3 status=0
  cp "$here/calendar.c" "$folder/calendar.c"
  patch --silent --directory "$folder" <"$here/mutants/$name.patch"
  build "$folder/calendar.c" "$folder/$name"
  "$folder/$name" >"$folder/$name.tap" || status=$?
  if [[ $status -ne 1 ]] || ! grep -qF "# replay: ./booking_tests --replay '$sequence'" "$folder/$name.tap" ||
    ! grep -qF "$message" "$folder/$name.tap"; then
    echo "$name: exit $status, and not found by: $sequence ($message)" >&2
    sed -n 1,60p "$folder/$name.tap" >&2
    exit 1
  fi
  echo "$name: found by $sequence"
}

"$seqcheck" generate c "$here/booking.model" --criterion transitions -o "$folder/tests"
build "$here/calendar.c" "$folder/booking_tests"
"$folder/booking_tests" | tail -n 1
"$folder/booking_tests" --walks 200 --steps 30
count=0
while IFS='|' read -r name sequence message; do
  [[ $name == \#* ]] && continue
  read -r name <<<"$name"
  sequence=${sequence# } sequence=${sequence% }
  mutant "$name" "$sequence" "${message# }"
  count=$((count + 1))
done <"$here/mutants/expected.txt"
if [[ $count -ne $(find "$here/mutants" -name '*.patch' | wc -l) ]]; then
  echo "expected.txt does not name every mutant" >&2
  exit 1
fi
echo "the calendar passes, and all $count mutants were found"
