#!/usr/bin/env bash
# What has to hold before a change is accepted. Prints the time of each part, and the time that the processors worked
# for it, which says more on a machine that does other things too.
#
#   tools/test.sh            everything: quick, then rest
#   tools/test.sh quick      make test: lint unit sample
#   tools/test.sh rest       what continuous integration adds: goals dist staticcheck platforms docs site queue clone
#                            renamed examples fma cross browser full race storm
#   tools/test.sh PART...    some of these parts
set -euo pipefail
cd "$(dirname "$0")/.."

quick="lint unit sample"
rest="goals dist staticcheck platforms docs site queue clone renamed examples fma cross browser full race storm"
# what builds more than it runs and looks at no clock: two of these at a time
builders=" dist staticcheck platforms docs site queue clone renamed examples fma cross "

# Software OpenGL gives the same pixels on every machine.
export LIBGL_ALWAYS_SOFTWARE=1
# one set of flags in all parts, and no path of this folder in what is compiled: the parts, the clones and the packages
# then share one cache, where each would compile everything again
GOFLAGS="$(go env GOFLAGS) -trimpath"
export GOFLAGS
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

# measure puts the seconds that all processors together worked for this shell so far into worked. Those of a subshell begin
# at 0.
measure() {
  local file=$logs/clock.$BASHPID
  times >"$file"
  worked=$(awk -F '[ms ]+' 'NR == 2 { printf "%.0f", $1 * 60 + $2 + $3 * 60 + $4 }' "$file")
}
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

part_lint() { tools/lint.sh; }
part_staticcheck() {
  CGO_ENABLED=0 go vet ./...
  tools/lint.sh staticcheck
}

# slow names the tests that take many seconds even with -short. make test leaves them out; full runs them. They are sweeps:
# every number of every definition, every parameter, long runs, families of random trials, many scenes in a row that golden
# hashes and claims cover too, every command of the docs, and profiles that need a core of their own.
slow='^('
slow+='TestEveryNumber|TestEndurance|TestRestoredScenesContinueAlike|TestStandWithoutSleep|TestRehitProfileNamesTheFunction|'
slow+='TestTrustDeepOverlaps|TestTrustArticulations|TestTrustBoxesAtOnePosition|TestTrustTangles|TestTrustFigures|TestTruthInCompany|TestTruthShifted|TestTruthFarAway|'
slow+='TestDistanceAgainstBruteForce|TestChildrenAgainstAll|TestTooLargeClusterIsBounded|TestClosedSystemsKeepMomentum|TestChainDoesNotStretch|TestHeavyOnLight|TestRecovery|'
slow+='TestBatchesWithJointsGiveTheSameBits|TestStepsDoNotAllocate|TestReloadedWorldsForgetNothing|TestGalleryReplays|'
slow+='TestEveryScene|TestEverySceneIsDrawn|TestEveryStep|TestEveryParameterHasAnEffect|TestGalleryIsHealthy|TestGalleryRoundTrip|'
slow+='TestManyBodiesAreRefusedEarly|TestNothingShimmers|TestCostTablesSort|TestHitchBoxNamesTheCause|TestWindowOnAFullDisk|TestCommands'
slow+=')$'

# left_out prints the tests of which unit leaves something out, as PACKAGE NAME: those named above and those that ask for
# -short, themselves or through a helper of their file.
left_out() {
  local files
  files=$(git ls-files '*_test.go')
  # shellcheck disable=SC2046
  awk -v slow="$slow" '
    FNR == 1 { pass = seen[FILENAME]++ }
    /^func / {
      name = $0
      sub(/^func /, "", name)
      sub(/[^A-Za-z0-9_].*/, "", name)
    }
    !pass { if (/testing\.Short\(\)/) asks[FILENAME, name]; next }
    FNR == 1 {
      count = 0
      for (k in asks) if (split(k, at, SUBSEP) && at[1] == FILENAME) helpers[++count] = at[2]
    }
    name !~ /^Test/ { next }
    {
      wanted = /^func / && (name ~ slow || (FILENAME, name) in asks)
      for (i = 1; i <= count; i++) if (helpers[i] !~ /^Test/ && index($0, helpers[i] "(")) wanted = 1
      if (!wanted) next
      folder = FILENAME
      sub(/\/?[^\/]*$/, "", folder)
      print "./" folder, name
    }' $(for f in $files; do printf '%s %s ' "$f" "$f"; done) | sort -u
}

# lint has vetted
part_unit() {
  display go test -vet=off -short -skip "$slow" -timeout 20m ./...
  # generators are modules of their own, so that the program does not depend on them
  (cd tools/kernelgen && go test ./...)
  (cd tools && go test ./settingsgen ./ledger ./docs)
  (cd tools/compare/truth && go vet . && go test .)
}

# A little of what the rest does: the same hashes without the vector kernels, and the program from the command line.
part_sample() {
  go test -vet=off -tags purego -short -run '^TestGoldenHashes$' ./physics/scenes
  mkdir -p bin
  go build -o bin/sandbox ./cmd/sandbox
  bin/sandbox sim pyramid36 --steps 20 --hash - >/dev/null
  bin/sandbox shot box bin/sample.png --steps 10 --width 160 --height 90
  rm -f bin/sample.png
}

# The goals of docs/timestep.md that simulated displays can show, with the figures of the display clock on a thousand random
# machines: ends with 1 when one that counts is missed.
part_goals() {
  mkdir -p bin
  go build -o bin/sandbox ./cmd/sandbox
  bin/sandbox lab --goals
}

# What unit left out, in a random order. The tests of real windows run alone afterwards: beside others on both cores their
# frames come too late for what they look at.
part_full() {
  local tests names folders
  tests=$(left_out)
  names=$(cut -d ' ' -f 2 <<<"$tests" | sort -u | paste -sd '|')
  folders=$(cut -d ' ' -f 1 <<<"$tests" | sort -u)
  # shellcheck disable=SC2046
  display go test -vet=off -shuffle=on -timeout 30m -run "^($names)\$" $(grep -vxE "$windows" <<<"$folders")
  # shellcheck disable=SC2046
  display go test -vet=off -shuffle=on -timeout 30m -p 1 -run "^($names)\$" $(grep -xE "$windows" <<<"$folders")
}
windows='\./internal/windowed|\./cmd/sandbox'

# The race detector slows everything down tenfold: it runs the short tests of the packages that start goroutines, and
# of physics, beside them, those in files that give a world workers or call it from several goroutines: the others run on
# one. Minutes of one pile or chain, a day of the ledger, known answers, bad numbers, counts of allocations and of bytes in
# files show nothing more under it.
part_race() {
  local single='EveryNumber|Extreme|Piles|Chain|Heap|Endurance|Truth|Trust|Nasty|Bears|EverySceneIsDrawn|ProfileNames|Allocat|24Hours|ClosedSystems|TooLargeCluster|KeyframesOfAFile|FindTheSamePairs|EveryScene|KeyframesLieEvenly'
  local files shared
  files=$(grep -lE 'Workers|go func' physics/*_test.go)
  # shellcheck disable=SC2086
  shared=$(sed -nE 's/^func (Test[A-Za-z0-9_]+)\(.*/\1/p' $files | paste -sd '|')
  # two rows of one package after the other, of about the same length
  go test -vet=off -race -short -timeout 25m -p 1 -skip "$single" ./internal/app/... &
  go test -vet=off -race -short -timeout 25m -run "^($shared)\$" -skip "$single" ./physics
  go test -vet=off -race -short -timeout 25m -p 1 -skip "$single" ./physics/internal/workers ./renderer ./engine \
    ./physics/debug ./internal/attach
  wait $!
}

# One minute of the whole program in its window under the race detector: vsync toggles, resizing, pauses,
# other scenes and strategies.
part_storm() {
  display env TUMBLE_STORM=1m go test -vet=off -race -count=1 -timeout 10m -run Storm ./internal/windowed
}

part_cross() { tools/cross.sh; }
# The documentation as a static site; a link that leads nowhere fails.
part_site() {
  (cd tools/site && go vet . && go test . && go run . -out ../../out/site)
}

# Pages of runs and studies, and the sandbox itself, in a headless Chromium; skipped where there is none.
part_browser() {
  (cd tools/browser && go vet . && go test -vet=off -count=1 -timeout 40m .)
}

# A study whose cells go to other machines, some of which are killed or stopped: the same tables.
part_queue() {
  (cd tools/nats && go vet . && go test -count=1 .)
}

# Figures and pictures of the pages, from the commands that they declare.
part_docs() { tools/docs.sh check; }

part_fma() { tools/fma.sh; }
part_platforms() { tools/platforms.sh; }
part_clone() { tools/clone.sh; }
part_renamed() { tools/renamed.sh; }

# Programs outside the module that use it as others would. The tag has raylib draw with what the window needs anyhow.
part_examples() {
  local folder
  for folder in examples/*/; do
    (cd "$folder" && go vet -tags rgfw ./... && go test -tags rgfw -vet=off -count=1 ./...)
  done
}
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

# run PART does a part and prints its times.
run() {
  local start before
  measure
  start=$SECONDS before=$worked
  echo "== $1"
  "part_$1"
  measure
  echo "== $1 passed in $((SECONDS - start)) s, $((worked - before)) s of processor time"
}

# beside PART does a part and prints all that it says at its end.
beside() {
  local code=0
  (run "$1") >"$logs/$1" 2>&1 &
  wait $! || code=$?
  cat "$logs/$1"
  [ "$code" = 0 ] || echo "== $1 failed" | tee "$logs/failed" >&2
}

# finish waits until fewer than so many parts are beside each other. One that fails ends everything.
finish() {
  while [ "$(jobs -rp | wc -l)" -ge "$1" ]; do
    wait -n || true
  done
  [ -e "$logs/failed" ] || return 0
  wait
  exit 1
}

for part in "${parts[@]}"; do
  case $builders in
    *" $part "*)
      finish 2
      beside "$part" &
      ;;
    *)
      finish 1
      run "$part"
      ;;
  esac
done
finish 1
measure
echo "all passed in $((SECONDS - began)) s, $worked s of processor time"
