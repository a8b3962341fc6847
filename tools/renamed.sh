#!/usr/bin/env bash
# Renames the module in a copy of the tree, twice, and builds and tests that: whoever gives it a path of their own has a
# module that works.
set -euo pipefail
cd "$(dirname "$0")/.."
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$dir"
cd "$dir"

for path in tumble example.org/you//tumble "example.org/you tumble" ../tumble; do
  if tools/rename-module.sh "$path" 2>/dev/null; then
    echo "renamed: the path '$path' is no module path and was taken" >&2
    exit 1
  fi
done
tools/rename-module.sh example.com/first
tools/rename-module.sh example.org/you/tumble
if grep -rnE '"(tumble|example\.com/first)/(physics|engine|internal|renderer)' --include='*.go' --include='*.md' --include=go.mod .; then
  echo "renamed: these lines still have the old path" >&2
  exit 1
fi
export CGO_ENABLED=0
[ -z "$(gofmt -l physics engine cmd)" ]
go build ./physics/... ./engine/... ./cmd/sandbox
go vet ./physics ./engine
go test -vet=off -short ./physics/vec ./physics/internal/solve/graph ./engine/timestep
for module in tools/kernelgen tools/compare/truth; do
  (cd "$module" && go build -o /dev/null .)
done
echo "renamed: the module builds under another path"
