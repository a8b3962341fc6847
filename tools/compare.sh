#!/usr/bin/env bash
# Builds Box3D and Jolt outside the repository and compares Tumble with them: the time of benchmark scenes, or the
# answers to cases of mechanics.
#
#   tools/compare.sh [SCENE...]   times benchmark scenes on one core, and prints medians and ratios
#   tools/compare.sh truth [CASE]  measures cases with a known answer (those whose names contain CASE)
#
# BOX3D and JOLT name checkouts to use; without them the versions below are fetched from their
# public addresses. CACHE is where they are built, CORE the core to run on, REPEAT the number of
# repetitions, README=1 rewrites the table in README.md, or that in docs/physics.md.
set -euo pipefail
cd "$(dirname "$0")/.."

CACHE=${CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/tumble-compare}
CORE=${CORE:-0}
REPEAT=${REPEAT:-3}
box3d_commit=30c67b5e6d0a3a66f0f506c69ce9e9e0587e3b7c
jolt_commit=3b47ec390cb9b933769183eff599f72195c5873c
mkdir -p "$CACHE/work"

# fetch NAME URL COMMIT checks a version out in the cache
fetch() {
  if [ ! -d "$CACHE/$1/.git" ]; then
    git init -q "$CACHE/$1"
    git -C "$CACHE/$1" remote add origin "$2"
  fi
  if [ "$(git -C "$CACHE/$1" rev-parse -q --verify HEAD || true)" != "$3" ]; then
    git -C "$CACHE/$1" fetch -q --depth 1 origin "$3"
    git -C "$CACHE/$1" checkout -q "$3"
  fi
}

if [ -z "${BOX3D:-}" ]; then
  fetch box3d https://github.com/erincatto/box3d.git "$box3d_commit"
  BOX3D=$CACHE/box3d
fi
if [ -z "${JOLT:-}" ]; then
  fetch jolt https://github.com/jrouwe/JoltPhysics.git "$jolt_commit"
  JOLT=$CACHE/jolt
fi

# box3d NAME FLAGS... builds the driver of its benchmark scenes
box3d() {
  local out=$CACHE/$1
  shift
  if [ ! -x "$out" ] || [ tools/compare/box3d/main.c -nt "$out" ]; then
    echo "compare: building Box3D $*" >&2
    cc -O3 "$@" -DNDEBUG -ffp-contract=off -I"$BOX3D"/{include,extern,src,shared} \
      "$BOX3D"/src/*.c "$BOX3D"/shared/*.c tools/compare/box3d/main.c -o "$out" -lm -lpthread
  fi
}

# jolt FOLDER FLAGS... builds its own performance test
jolt() {
  local folder=$CACHE/$1
  shift
  if [ ! -x "$folder/PerformanceTest" ]; then
    echo "compare: building Jolt $*" >&2
    cmake -S "$JOLT/Build" -B "$folder" -DCMAKE_BUILD_TYPE=Distribution -DTARGET_UNIT_TESTS=OFF \
      -DTARGET_HELLO_WORLD=OFF -DTARGET_SAMPLES=OFF -DTARGET_VIEWER=OFF -DTARGET_TEST_FRAMEWORK=OFF \
      -DENABLE_OBJECT_STREAM=OFF -DCMAKE_CXX_FLAGS="$*" >"$CACHE/jolt.log"
    cmake --build "$folder" --target PerformanceTest -j "$(nproc)" >>"$CACHE/jolt.log"
  fi
}

# as their projects build them; those that are timed for this processor as well
jolt jolt-build
if [ "${1:-}" != truth ]; then
  box3d box3d-driver
  box3d box3d-native -march=native
  jolt jolt-native -O3 -march=native
fi
(cd tools && go build -o "$CACHE/compare" ./compare)
if [ "${1:-}" = truth ]; then
  dir=tools/compare/truth
  if [ ! -x "$CACHE/box3d-truth" ] || [ -n "$(find $dir/box3d $dir/command.h -newer "$CACHE/box3d-truth")" ]; then
    cc -O3 -DNDEBUG -ffp-contract=off -I"$BOX3D"/{include,src} "$BOX3D"/src/*.c $dir/box3d/main.c \
      -o "$CACHE/box3d-truth" -lm -lpthread
  fi
  if [ ! -x "$CACHE/jolt-truth" ] || [ -n "$(find $dir/jolt $dir/command.h -newer "$CACHE/jolt-truth")" ]; then
    # with the flags of the library, which it checks
    mapfile -t flags < <(sed -n 's/^CXX_DEFINES = //p; s/^CXX_FLAGS = //p' \
      "$CACHE/jolt-build/CMakeFiles/PerformanceTest.dir/flags.make" | tr -s ' ' '\n' | sed '/^$/d')
    c++ "${flags[@]}" -I"$JOLT" $dir/jolt/main.cpp "$CACHE/jolt-build/libJolt.a" -o "$CACHE/jolt-truth" -lpthread
  fi
  go build -C $dir -o "$CACHE/truth" .
  note="100 steps a second: Tumble and Box3D (${box3d_commit:0:8}) with 4 sub-steps, Jolt (${jolt_commit:0:8}) with its default of 1 collision \
step of 10 velocity and 2 position iterations, and with 4. \`README=1 tools/compare.sh truth\` measures and rewrites this table."
  "$CACHE/truth" -box3d "$CACHE/box3d-truth" -jolt "$CACHE/jolt-truth" -note "$note" -only "${2:-}" | tee "$CACHE/truth.md"
  if [ "${README:-}" = 1 ]; then
    "$CACHE/compare" -put truth -readme "$PWD/docs/physics.md" <"$CACHE/truth.md"
  fi
  exit
fi
CGO_ENABLED=0 go build -o "$CACHE/sandbox" ./cmd/sandbox
CGO_ENABLED=0 go build -tags purego -o "$CACHE/sandbox-purego" ./cmd/sandbox

machine="Milliseconds a step, medians of $REPEAT runs in turn on one core of $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1); \
$(go env GOVERSION), $(cc --version | head -1). References as their projects build them (Box3D SSE2, Jolt AVX2), and *native*: \
-O3 -march=native. The geometric mean counts the trees once. \`README=1 tools/compare.sh\` measures and rewrites this table."
readme=()
if [ "${README:-}" = 1 ]; then
  readme=(-readme "$PWD/README.md")
fi
exec "$CACHE/compare" -tumble "$CACHE/sandbox" -purego "$CACHE/sandbox-purego" -box3d "$CACHE/box3d-driver" \
  -box3d-native "$CACHE/box3d-native" -jolt "$CACHE/jolt-build/PerformanceTest" \
  -jolt-native "$CACHE/jolt-native/PerformanceTest" -core "$CORE" -repeat "$REPEAT" -work "$CACHE/work" \
  -machine "$machine" "${readme[@]}" "$@"
