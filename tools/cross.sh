#!/usr/bin/env bash
# Builds the whole module without cgo for every platform on which the headless program
# has to work. The packages that need a window give way to their build tags.
set -euo pipefail
cd "$(dirname "$0")/.."

for target in linux/amd64 linux/arm64 linux/386 windows/amd64 darwin/arm64 js/wasm; do
  # with the flag of packages, so that both share what is compiled
  GOOS=${target%/*} GOARCH=${target#*/} CGO_ENABLED=0 go build -trimpath ./...
  echo "cross: $target builds"
done
