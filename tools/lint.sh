#!/usr/bin/env bash
# Formatting, vet and staticcheck over the whole module; fails on the first finding.
set -euo pipefail
cd "$(dirname "$0")/.."

# what git ignores is nobody's business; without git everything is looked at
if git rev-parse --git-dir >/dev/null 2>&1; then
  bad=$(git ls-files -z '*.go' | xargs -0 gofmt -l)
else
  bad=$(gofmt -l .)
fi
if [ -n "$bad" ]; then
  printf 'not formatted with gofmt:\n%s\n' "$bad" >&2
  exit 1
fi
go vet ./...
CGO_ENABLED=0 go vet ./...
# the version stands in tools/go.mod, apart from what the program itself needs
go tool -modfile=tools/go.mod staticcheck ./...
(cd tools && go run ./notices -check)
echo "lint: gofmt, go vet and staticcheck find nothing"
