#!/usr/bin/env bash
# Everything that has to hold before a change is accepted, in the order in which it fails
# fastest. Prints the time of each part and at the end of the whole.
#
#   tools/test.sh            all parts
#   tools/test.sh PART...    some of: lint unit race storm cross fma platforms clone
set -euo pipefail
cd "$(dirname "$0")/.."

# Software OpenGL gives the same pixels on every machine.
export LIBGL_ALWAYS_SOFTWARE=1
export GOFLAGS="${GOFLAGS:-}"
began=$SECONDS

# display runs a command on a virtual display of its own, also where a real one exists. The
# server must not reset itself when its last client leaves: it refuses the next one meanwhile.
display() {
  if command -v xvfb-run >/dev/null 2>&1; then
    xvfb-run -a -s "-screen 0 1280x720x24 -noreset" "$@"
  else
    echo "test: no xvfb-run, the window tests use the display that is there" >&2
    "$@"
  fi
}

part_lint() { tools/lint.sh; }

part_unit() {
  display go test -shuffle=on -timeout 10m ./...
  # generators are modules of their own, so that the program does not depend on them
  (cd tools/kernelgen && go test ./...)
  (cd tools && go test ./settingsgen ./ledger)
}

# The race detector slows everything down tenfold: it runs the short tests of the packages
# that start goroutines. Minutes of one pile or chain, a day of the ledger, known answers, bad numbers
# and counts of allocations show nothing more under it.
part_race() {
  go test -race -short -timeout 10m -skip 'EveryNumber|Extreme|Piles|Chain|Heap|Endurance|Truth|Nasty|Bears|EverySceneIsDrawn|ProfileNames|Allocat|24Hours' \
    ./physics ./physics/internal/workers ./renderer ./engine ./internal/app/...
}

# One minute of the whole program in its window under the race detector: vsync toggles, resizing, pauses,
# other scenes and strategies.
part_storm() {
  display env TUMBLE_STORM=1m go test -race -count=1 -timeout 10m -run Storm ./internal/windowed
}

part_cross() { tools/cross.sh; }
part_fma() { tools/fma.sh; }
part_platforms() { tools/platforms.sh; }
part_clone() { tools/clone.sh; }

parts=("$@")
[ ${#parts[@]} -gt 0 ] || parts=(lint unit race storm fma platforms cross clone)
for part in "${parts[@]}"; do
  if ! declare -F "part_$part" >/dev/null; then
    echo "test: there is no part $part; parts are lint unit race storm fma platforms cross clone" >&2
    exit 64
  fi
done
for part in "${parts[@]}"; do
  start=$SECONDS
  echo "== $part"
  "part_$part"
  echo "== $part passed in $((SECONDS - start)) s"
done
echo "all passed in $((SECONDS - began)) s"
