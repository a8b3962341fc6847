#!/usr/bin/env bash
# Builds the sandbox for browsers into a folder that any static host serves, out/web or the argument.
set -euo pipefail
cd "$(dirname "$0")/.."
GOFLAGS="$(go env GOFLAGS) -trimpath"
export GOFLAGS
most=6000000 # bytes that a visitor loads
out=${1:-out/web}
mkdir -p "$out"
# functions are inlined where simulating and recording pictures is hot; elsewhere they only make the program larger
inline=(-gcflags=all=-l)
for hot in vec internal/{broadphase,collide/...,narrowphase,shape,solve/...,state,tree}; do
  inline+=("-gcflags=tumble/physics/$hot=")
done
inline+=(-gcflags=tumble/renderer= -gcflags=tumble/engine/pose=)
GOOS=js GOARCH=wasm go build -ldflags "-s -w" "${inline[@]}" \
  -o "$out/tumble.wasm" ./cmd/web
# the page unpacks the program itself, whatever the host does
gzip -9 -n -f "$out/tumble.wasm"
cp cmd/web/page/* renderer/gl/api/webgl.js "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$out"
size=$(wc -c <"$out/tumble.wasm.gz")
echo "$out: $((size / 1000)) kB; bin/sandbox web ${1:-} serves it"
if [ "$size" -gt "$most" ]; then
  echo "$out/tumble.wasm.gz has $size bytes, more than $most" >&2
  exit 1
fi
