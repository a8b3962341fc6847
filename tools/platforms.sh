#!/usr/bin/env bash
# Runs the beginning of the scenes as compiled for this machine and as compiled for other
# processors, and compares the hashes: every platform has to compute the same bits.
# A platform whose emulator is missing is skipped with a line that says so.
set -euo pipefail
cd "$(dirname "$0")/.."

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
package=./physics/scenes
status=0
export TUMBLE_HASHES=$dir/hashes.txt
TUMBLE_UPDATE=1 go test -count=1 -short -run '^TestGoldenHashes$' $package >/dev/null

# tags are the build tags of the next checks
tags=""

# check NAME RUNNER ENV... builds the test for a target and runs it through the runner.
check() {
  local name=$1 runner=$2
  shift 2
  env CGO_ENABLED=0 "$@" go test -tags "$tags" -c -o "$dir/$name.test" $package
  # shellcheck disable=SC2086
  if (cd physics/scenes && $runner "$dir/$name.test" -test.run '^TestGoldenHashes$' -test.short >"$dir/$name.log" 2>&1); then
    echo "platforms: same hashes on $name"
  else
    echo "platforms: $name differs" >&2
    tail -n 20 "$dir/$name.log" >&2
    status=1
  fi
}

host=$(go env GOHOSTOS)/$(go env GOHOSTARCH)
if [ "$host" = linux/amd64 ]; then
  check 386 "" GOOS=linux GOARCH=386
  if grep -qw avx2 /proc/cpuinfo && grep -qw fma /proc/cpuinfo && grep -qw bmi2 /proc/cpuinfo; then
    check amd64-v3 "" GOOS=linux GOARCH=amd64 GOAMD64=v3
  fi
fi
# the same processor without the vector kernels
tags=purego
check "$(go env GOHOSTARCH)-purego" ""
tags=""
if command -v qemu-aarch64-static >/dev/null 2>&1; then
  check arm64 qemu-aarch64-static GOOS=linux GOARCH=arm64
else
  echo "platforms: no qemu-aarch64-static, arm64 is not checked"
fi
if command -v node >/dev/null 2>&1 && [ "$(node -p 'process.versions.node.split(".")[0]')" -ge 18 ]; then
  # the Go toolchain's own runner, without the environment it would overflow on
  check wasm "env -i PATH=$PATH HOME=$dir TUMBLE_HASHES=$TUMBLE_HASHES $(go env GOROOT)/lib/wasm/go_js_wasm_exec" GOOS=js GOARCH=wasm
else
  echo "platforms: no node 18 or later, wasm is not checked"
fi
exit $status
