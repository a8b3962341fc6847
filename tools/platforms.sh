#!/usr/bin/env bash
# Runs scenes as compiled for this machine and as compiled for other processors: every platform
# has to compute the same bits. Compared are the golden hashes, and recordings that this machine
# writes: each platform makes the same recordings, byte by byte, with the hashes of all
# steps and stages, and goes on from the states that this machine saved. With --all these are also
# the recordings of the whole gallery, replayed back and forth; emulated processors leave out its
# largest scenes.
# A platform whose emulator is missing is skipped with a line that says so.
#
#   tools/platforms.sh         the short check of every change
#   tools/platforms.sh --all   500 steps, 1 to 16 workers, more targets and builds: hours
#   tools/platforms.sh [--all] NAME...   only those of the targets
set -euo pipefail
cd "$(dirname "$0")/.."

all=""
if [ "${1-}" = --all ]; then
  all=1
  shift
fi
only=" $* "

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
package=./physics/scenes
mkdir "$dir/exchange"
export TUMBLE_HASHES=$dir/hashes.txt TUMBLE_EXCHANGE=$dir/exchange
unset TUMBLE_SOAK
TUMBLE_UPDATE=1 go test -count=1 -short -run '^TestGoldenHashes$' $package >/dev/null
if [ -n "$all" ]; then
  TUMBLE_SOAK=1 TUMBLE_UPDATE=1 go test -count=1 -run '^TestExchange$' $package >/dev/null
  TUMBLE_UPDATE=1 go test -count=1 -timeout 1h -run '^TestExchangeGallery$' $package >/dev/null
else
  TUMBLE_UPDATE=1 go test -count=1 -run '^TestExchange$' $package >/dev/null
fi

# tags and flags are those of the builds of the next checks
tags=""
flags=""

# check NAME RUNNER ENV... builds the test for a target and runs it through the runner, beside others: each runs on about
# one processor.
check() {
  case $only in "  " | *" $1 "*) ;; *) return 0 ;; esac
  while [ "$(jobs -rp | wc -l)" -ge "$at_once" ]; do
    wait -n || true
  done
  checked "$@" &
}
at_once=$(getconf _NPROCESSORS_ONLN)

# checked NAME RUNNER ENV... is one check.
checked() {
  local name=$1 runner=$2 start=$SECONDS
  shift 2
  env CGO_ENABLED=0 "$@" go test -tags "$tags" -gcflags "$flags" -c -o "$dir/$name.test" $package 2>"$dir/$name.build" || {
    echo "platforms: $name cannot be built" >&2
    tail -n 20 "$dir/$name.build" >&2
    : >"$dir/failed"
    return
  }
  if part "$name" "$runner" '^TestGoldenHashes$' "" && part "$name" "$runner" '^TestExchange$' "${all:+1}" &&
    { [ -z "$all" ] || TUMBLE_LARGE=$([ -z "$runner" ] || echo 0) part "$name" "$runner" '^TestExchangeGallery$' ""; }; then
    echo "platforms: same bits on $name, $((SECONDS - start)) s"
  fi
  rm -f "$dir/$name.test"
}

# part NAME RUNNER TESTS SOAK runs some tests of a build.
part() {
  local name=$1 runner=$2
  # shellcheck disable=SC2086
  if (cd physics/scenes && TUMBLE_SOAK=$4 $runner "$dir/$name.test" -test.run "$3" -test.short -test.timeout 5h >"$dir/$name.log" 2>&1); then
    return 0
  fi
  echo "platforms: $name differs" >&2
  tail -n 20 "$dir/$name.log" >&2
  : >"$dir/failed"
  return 1
}

# emulated NAME EMULATOR ENV... checks a target that needs an emulator.
emulated() {
  local name=$1 emulator=$2
  shift 2
  if command -v "$emulator" >/dev/null 2>&1; then
    check "$name" "$emulator" "$@"
  else
    echo "platforms: no $emulator, $name is not checked"
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
emulated arm64 qemu-aarch64-static GOOS=linux GOARCH=arm64
emulated riscv64 qemu-riscv64-static GOOS=linux GOARCH=riscv64
if command -v node >/dev/null 2>&1 && [ "$(node -p 'process.versions.node.split(".")[0]')" -ge 18 ]; then
  # the Go toolchain's own runner, without the environment it would overflow on
  cat >"$dir/wasm.sh" <<RUN
#!/bin/sh
exec env -i PATH="$PATH" HOME="$dir" TUMBLE_HASHES="$TUMBLE_HASHES" TUMBLE_EXCHANGE="$TUMBLE_EXCHANGE" TUMBLE_SOAK="\$TUMBLE_SOAK" TUMBLE_LARGE="\$TUMBLE_LARGE" "$(go env GOROOT)/lib/wasm/go_js_wasm_exec" "\$@"
RUN
  chmod +x "$dir/wasm.sh"
  check wasm "$dir/wasm.sh" GOOS=js GOARCH=wasm
else
  echo "platforms: no node 18 or later, wasm is not checked"
fi

if [ -n "$all" ]; then
  check "$(go env GOHOSTARCH)" ""
  for procs in 1 2 4; do
    GOMAXPROCS=$procs check "$(go env GOHOSTARCH)-procs$procs" ""
  done
  GOGC=1 check "$(go env GOHOSTARCH)-gc" ""
  flags="all=-N -l"
  check "$(go env GOHOSTARCH)-unoptimised" ""
  # fused multiply-add off: what is left must be what was written
  flags="all=-d=fmahash=n"
  check "$(go env GOHOSTARCH)-nofma" ""
  flags=""
  if [ "$host" = linux/amd64 ]; then
    check 386-softfloat "" GOOS=linux GOARCH=386 GO386=softfloat
  fi
  # the other byte order
  emulated s390x qemu-s390x-static GOOS=linux GOARCH=s390x
fi
wait
[ ! -e "$dir/failed" ]
