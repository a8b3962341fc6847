#!/usr/bin/env bash
# The long runs that are too slow for every change: endurance of window and renderer, long
# scenes, many seeds, the race detector over whole scenes and ten minutes of the window, and
# the same bits on every platform.
#
#   tools/soak.sh            all of it
#   tools/soak.sh storm      only the ten minutes of the window under the race detector
set -euo pipefail
cd "$(dirname "$0")/.."

export TUMBLE_SOAK=1
export LIBGL_ALWAYS_SOFTWARE=1

storm() {
  xvfb-run -a -s "-screen 0 1280x720x24 -noreset" env TUMBLE_STORM=10m go test -race \
    -count=1 -timeout 1h -run Storm -v ./internal/windowed
}

if [ "${1:-}" = storm ]; then
  storm
  exit
fi
xvfb-run -a -s "-screen 0 1280x720x24 -noreset" go test -count=1 -timeout 6h ./...
TUMBLE_HOURS=0.1 go test -race -count=1 -timeout 3h ./physics/...
storm
# every platform, number of workers and build
tools/platforms.sh --all
# ten minutes for each reader of files and for calls made at random; shrinking what they find
# interesting must not take the time of the search
for target in internal/gltfscene:FuzzDecode internal/gltfscene:FuzzBinary internal/gltfscene/trimesh:FuzzPicture internal/urdf:FuzzDecode \
  internal/mjcf:FuzzDecode internal/xmlscene:FuzzMeshes internal/app:FuzzTOML physics:FuzzSnapshot physics:FuzzRecording \
  physics:FuzzAPI physics/internal/tree:FuzzDecode physics/internal/tree:FuzzCalls engine/record:FuzzReadRecording \
  engine/record:FuzzDecodeChunks engine/diagnose:FuzzReadFrameTrace engine/record:FuzzReader; do
  go test -run '^$' -fuzz "^${target#*:}$" -fuzztime 10m -fuzzminimizetime 2s "./${target%:*}"
done
