#!/usr/bin/env bash
# Formatting, vet, the module files and the notices over the whole tree; fails on the first finding.
#
#   tools/lint.sh               all but staticcheck, which takes longer than the rest together
#   tools/lint.sh staticcheck   staticcheck alone
#   tools/lint.sh all           both
set -euo pipefail
cd "$(dirname "$0")/.."

# the version stands in tools/go.mod, apart from what the program itself needs
if [ "${1:-}" = staticcheck ]; then
  exec go tool -modfile=tools/go.mod staticcheck ./...
fi
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
# every module of the tree requires the modules that it imports, and says which of them directly. A module cache filled
# by builds lacks modules that only tests of dependencies import: without a network tidy cannot tell then, and the rule
# TestModules is what remains
errors=$(mktemp)
trap 'rm -f "$errors"' EXIT
while IFS= read -r mod; do
  if ! diff=$(cd "$(dirname "$mod")" && go mod tidy -diff 2>"$errors"); then
    if [ -n "$diff" ]; then
      printf '%s is not tidy:\n%s\n' "$mod" "$diff" >&2
      exit 1
    fi
    echo "lint: $mod is not checked by go mod tidy: $(tail -n 1 "$errors")"
  fi
done < <(find . -name go.mod -not -path './.git/*' -not -path './out/*' -not -path './bin/*')
# cgocall reads the sources again by the paths in the output of cgo. With -trimpath the build cache shares that output
# between folders, and the first of them may be gone; make lint works without -trimpath and has the check
vet=()
if [[ " $(go env GOFLAGS) " == *" -trimpath "* ]]; then
  vet=(-cgocall=false)
fi
go vet "${vet[@]}" ./...
(cd tools && go run ./notices >/dev/null)
if command -v shellcheck >/dev/null 2>&1; then
  shellcheck tools/*.sh .ci/run
fi
if [ "${1:-}" = all ]; then
  "$0" staticcheck
fi
echo "lint: gofmt, go mod tidy, go vet and the notices find nothing"
