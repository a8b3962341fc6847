#!/usr/bin/env bash
# Builds the sandbox and opens its window on a scene. Where there is no display it says so
# and does the same job offscreen: simulates the scene, writes a picture, prints the figures.
#
#   tools/run.sh [SCENE] [flags of sandbox run]
set -euo pipefail
cd "$(dirname "$0")/.."

tools/deps.sh run
tools/build.sh

has_display() {
  [ "$(uname -s)" != Linux ] || [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ]
}

if has_display; then
  exec bin/sandbox run "$@"
fi
mkdir -p out
scene=${1:-pyramid36}
echo "There is no display here (DISPLAY is not set), so no window can open."
echo "Simulating scene $scene offscreen instead:"
bin/sandbox shot "$scene" "out/$scene.png" --steps 300
bin/sandbox bench "$scene" --steps 300 --repeat 1
echo "The picture is in out/$scene.png"
