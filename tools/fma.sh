#!/usr/bin/env bash
# Proves that the compiler fuses no multiplication with an addition in code that reaches
# simulation state. Go may compute a*b+c with one rounding where the processor can, and
# then the same scene gives other bits on another machine; float32(a*b)+c forbids it.
# The listings of two targets that fuse eagerly are searched for such instructions.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=$(CGO_ENABLED=0 go list ./physics/... ./engine/...)
status=0

search() {
  local name=$1 pattern=$2 found
  shift 2
  # shellcheck disable=SC2086
  found=$(env CGO_ENABLED=0 "$@" go build -gcflags=-S $packages 2>&1 | grep -E "$pattern" || true)
  if [ -n "$found" ]; then
    printf 'fused multiply-add on %s:\n%s\n' "$name" "$(printf '%s\n' "$found" | head -n 20)" >&2
    status=1
  else
    echo "fma: none on $name"
  fi
}

# assembly does not go through the compiler
found=$(git ls-files -z 'physics/*.s' | xargs -0 grep -nE 'FN?M(ADD|SUB)|FML[AS]' || true)
if [ -n "$found" ]; then
  printf 'fused multiply-add in assembly:\n%s\n' "$found" >&2
  status=1
fi
search arm64 'FN?M(ADD|SUB)' GOOS=linux GOARCH=arm64
search amd64-v3 'VFN?M(ADD|SUB)' GOOS=linux GOARCH=amd64 GOAMD64=v3
exit $status
