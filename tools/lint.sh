#!/usr/bin/env bash
# Formatting, vet and staticcheck over the whole module; fails on the first finding.
set -euo pipefail
cd "$(dirname "$0")/.."

bad=$(gofmt -l .)
if [ -n "$bad" ]; then
  printf 'not formatted with gofmt:\n%s\n' "$bad" >&2
  exit 1
fi
go vet ./...
CGO_ENABLED=0 go vet ./...
# the version stands in tools/go.mod, apart from what the program itself needs
go tool -modfile=tools/go.mod staticcheck ./...
echo "lint: gofmt, go vet and staticcheck find nothing"
