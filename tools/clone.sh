#!/usr/bin/env bash
# Clones the last commit into an empty folder and builds and tests it there: what is in the
# repository has to be enough, whatever else lies in the working tree.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! git rev-parse --verify -q HEAD >/dev/null; then
  echo "clone: this is not a git checkout, nothing to clone"
  exit 0
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
git clone -q --no-local . "$dir/tumble"
cd "$dir/tumble"
go mod verify >/dev/null
CGO_ENABLED=0 go build -o bin/sandbox ./cmd/sandbox
CGO_ENABLED=0 go test -short ./physics/vec ./engine/param ./cmd/sandbox
go build -o bin/sandbox ./cmd/sandbox
bin/sandbox sim pyramid36 --steps 10 --hash - >/dev/null
echo "clone: the last commit builds and runs on its own"
