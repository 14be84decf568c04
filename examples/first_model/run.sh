#!/usr/bin/env bash
# The walk of README.md: a model is begun, changed, found wrong, and mended. run.sh [BINARY]; fails where a step does not end as the page says.
set -euo pipefail
seqcheck=$(realpath "$(command -v "${1:-seqcheck}")")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# expect STATUS COMMAND...
expect() {
  local wanted=$1 status=0
  shift
  "$@" >output 2>&1 || status=$?
  if [[ $status -ne $wanted ]]; then
    echo "exit $status instead of $wanted: $*" >&2
    cat output >&2
    exit 1
  fi
}

expect 0 "$seqcheck" new helpdesk
expect 0 "$seqcheck" lint helpdesk.model
expect 0 "$seqcheck" explore helpdesk.model

cat >>helpdesk.model <<'END'
action merge(t: Ticket open -> absent, into: Ticket open) {
  when t != into
  POST "/tickets/{t.id}/merge" { "into": into.id }
  respond 200
}
END
expect 1 "$seqcheck" explore helpdesk.model
grep -q 'the counter and the tickets disagree' output
grep -q '^replay: seqcheck replay helpdesk.model' output

sed -i 's|^  POST "/tickets/{t.id}/merge".*|&\n  open_count = open_count - 1|' helpdesk.model
expect 0 "$seqcheck" explore helpdesk.model
expect 0 "$seqcheck" why helpdesk.model 'create forbidden'
expect 0 "$seqcheck" reach helpdesk.model 'exists t: Ticket closed where t.reopened == 2'
echo "the walk ends as the page says"
