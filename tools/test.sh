#!/usr/bin/env bash
# What has to hold before a change is accepted. Prints the time of each part, and the time that the processors worked
# for it, which says more on a machine that does other things too.
#
#   tools/test.sh            everything: quick, then rest
#   tools/test.sh quick      make test: lint unit sample
#   tools/test.sh rest       what continuous integration adds: full race storm fma platforms cross clone dist
#   tools/test.sh PART...    some of these parts
set -euo pipefail
cd "$(dirname "$0")/.."

quick="lint unit sample"
rest="staticcheck full race storm fma platforms cross clone dist"

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

# measure puts the seconds that all processors together worked for this script so far into worked. Not in a subshell: its
# times begin at 0.
measure() {
  times >"$clockfile"
  worked=$(awk -F '[ms ]+' 'NR == 2 { printf "%.0f", $1 * 60 + $2 + $3 * 60 + $4 }' "$clockfile")
}
clockfile=$(mktemp)
trap 'rm -f "$clockfile"' EXIT

part_lint() { tools/lint.sh; }
part_staticcheck() { tools/lint.sh staticcheck; }

# slow names the tests that take many seconds even with -short. make test leaves them out; full runs them. They are sweeps:
# every number of every definition, long runs, families of random trials, many scenes in a row that golden hashes and claims
# cover too, and profiles that need a core of their own.
slow='^(TestEveryNumber|TestEndurance|TestRestoredScenesContinueAlike|TestStandWithoutSleep|TestRehitProfileNamesTheFunction|TestTrustDeepOverlaps|TestTrustArticulations|TestTrustBoxesAtOnePosition|TestTooLargeClusterIsBounded|TestClosedSystemsKeepMomentum|TestChainDoesNotStretch|TestRecovery|TestEveryScene|TestGalleryIsHealthy)$'

# whole is the package whose tests count the cases that they met: -short leaves them too few.
whole=./physics/internal/collide

# with_full lists the packages of which unit leaves something out: those whose tests ask for -short and those with a
# test named above.
with_full() {
  local files
  files=$(git ls-files '*_test.go')
  # shellcheck disable=SC2086
  { grep -l 'testing\.Short()' $files; grep -lE "^func ${slow//[\^\$]/}\(" $files; } | xargs -n 1 dirname | sort -u | sed 's|^|./|' | grep -vxF "$whole"
}

part_unit() {
  # shellcheck disable=SC2046
  display go test -short -skip "$slow" -timeout 20m $(go list ./... | grep -vxF "tumble/${whole#./}")
  go test -timeout 10m "$whole"
  # generators are modules of their own, so that the program does not depend on them
  (cd tools/kernelgen && go test ./...)
  (cd tools && go test ./settingsgen ./ledger)
}

# A little of all that the rest does: the goroutines of a step under the race detector, the same hashes without the vector
# kernels, and the program from the command line.
part_sample() {
  go test -race -short ./physics/internal/workers
  go test -tags purego -short -run '^TestGoldenHashes$' ./physics/scenes
  mkdir -p bin
  go build -o bin/sandbox ./cmd/sandbox
  bin/sandbox sim pyramid36 --steps 20 --hash - >/dev/null
  bin/sandbox shot box bin/sample.png --steps 10 --width 160 --height 90
  rm -f bin/sample.png
}

# All tests of the packages of which unit runs only a part, in a random order.
part_full() {
  # shellcheck disable=SC2046
  display go test -shuffle=on -timeout 30m $(with_full)
}

# The race detector slows everything down tenfold: it runs the short tests of the packages that start goroutines, and
# of physics those in files that give a world workers or call it from several goroutines: the others run on one. Minutes of one pile
# or chain, a day of the ledger, known answers, bad numbers and counts of allocations show nothing more under it.
part_race() {
  local single='EveryNumber|Extreme|Piles|Chain|Heap|Endurance|Truth|Trust|Nasty|Bears|EverySceneIsDrawn|ProfileNames|Allocat|24Hours|ClosedSystems|TooLargeCluster'
  local files shared
  files=$(grep -lE 'Workers|go func' physics/*_test.go)
  # shellcheck disable=SC2086
  shared=$(sed -nE 's/^func (Test[A-Za-z0-9_]+)\(.*/\1/p' $files | paste -sd '|')
  go test -race -short -timeout 25m -run "^($shared)\$" -skip "$single" ./physics
  go test -race -short -timeout 25m -skip "$single" ./physics/internal/workers ./renderer ./engine ./internal/app/...
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
part_dist() { tools/dist.sh check; }

parts=()
[ $# -gt 0 ] || set -- quick rest
for word in "$@"; do
  case $word in
    quick) read -r -a more <<<"$quick" ;;
    rest) read -r -a more <<<"$rest" ;;
    *) more=("$word") ;;
  esac
  parts+=("${more[@]}")
done
for part in "${parts[@]}"; do
  if ! declare -F "part_$part" >/dev/null; then
    echo "test: there is no part $part; parts are quick ($quick) and rest ($rest)" >&2
    exit 64
  fi
done
for part in "${parts[@]}"; do
  measure
  start=$SECONDS before=$worked
  echo "== $part"
  "part_$part"
  measure
  echo "== $part passed in $((SECONDS - start)) s, $((worked - before)) s of processor time"
done
echo "all passed in $((SECONDS - began)) s, $worked s of processor time"
