#!/usr/bin/env bash
# Looks for input that breaks the readers and builders, FUZZTIME (20s) for each fuzzer.
#
#   tools/fuzz.sh                 all of them
#   tools/fuzz.sh PACKAGE:NAME... only these, as physics:FuzzRecording
#   tools/fuzz.sh list            their names
set -euo pipefail
cd "$(dirname "$0")/.."

# all that there are: one that a list forgets, or names wrongly, fuzzes nothing and passes
fuzzers=$(grep -rEo --include='*_test.go' '^func Fuzz[A-Za-z0-9]*' engine internal physics renderer scene cmd |
  sed -E 's|/[^/]*:func |:|' | LC_ALL=C sort)
if [ "${1:-}" = list ]; then
  echo "$fuzzers"
  exit
fi
# shellcheck disable=SC2086
[ $# -gt 0 ] || set -- $fuzzers
for target in "$@"; do
  echo "fuzz: $target"
  if ! grep -qx "$target" <<<"$fuzzers"; then
    echo "fuzz.sh: there is no fuzzer $target" >&2
    exit 64
  fi
  # shrinking what a fuzzer finds interesting takes a minute for each by default, and nearly all of the time: 25 inputs a
  # minute instead of thousands a second. A crasher is shrunk as long.
  go test -run '^$' -fuzz "^${target#*:}$" -fuzztime "${FUZZTIME:-20s}" -fuzzminimizetime "${FUZZMINIMIZETIME:-1s}" "./${target%:*}"
done
