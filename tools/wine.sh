#!/usr/bin/env bash
# Builds the program for Windows and runs it under Wine: twenty scenes of 500 steps have to give the hashes of this machine, and
# the window has to draw. Needs wine, x86_64-w64-mingw32-gcc and xvfb-run.
#
#   tools/wine.sh [PICTURE.png]   keeps the picture of the window
set -euo pipefail
cd "$(dirname "$0")/.."

for tool in wine x86_64-w64-mingw32-gcc xvfb-run; do
  command -v "$tool" >/dev/null 2>&1 || {
    echo "wine: no $tool, the program for Windows is not run"
    exit 0
  }
done
dir=$(mktemp -d)
# server is the server of the prefix, which Debian keeps out of the PATH. It writes into the prefix until it ends.
server() {
  local program
  program=$(command -v wineserver wineserver64 /usr/lib/wine/wineserver64 | head -n 1)
  "$program" "$@" 2>/dev/null
}
trap 'server -k || true; sleep 1; rm -rf "$dir"' EXIT
export WINEPREFIX=$dir/prefix WINEARCH=win64 WINEDEBUG=-all LIBGL_ALWAYS_SOFTWARE=1

CGO_ENABLED=0 go build -trimpath -o "$dir/here" ./cmd/sandbox
GOOS=windows GOARCH=amd64 CGO_ENABLED=1 CC=x86_64-w64-mingw32-gcc go build -trimpath -o "$dir/sandbox.exe" ./cmd/sandbox
xvfb-run -a wineboot -i >/dev/null 2>&1
x86_64-w64-mingw32-gcc -O1 -shared -o "$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll" tools/wine/bcryptprimitives.c -ladvapi32

scenes="box stack10 stack20 pyramid36 card_house arch domino_spiral heavy_on_light incline bowling newtons_cradle spinning_tops
  tumbler rolling_shapes turntable mesh_slide pool chain100 ragdoll_gym driving"
count=0
for scene in $scenes; do
  wanted=$("$dir/here" sim "$scene" --steps 500 --hash - 2>/dev/null | grep -v hash)
  got=$(wine "$dir/sandbox.exe" sim "$scene" --steps 500 --hash - 2>/dev/null | tr -d '\r' | grep -v hash)
  if [ "$(wc -l <<<"$wanted")" -lt 500 ] || [ "$(tail -n 500 <<<"$wanted")" != "$(tail -n 500 <<<"$got")" ]; then
    echo "wine: $scene differs" >&2
    exit 1
  fi
  count=$((count + 1))
done
echo "wine: $count scenes have the same hashes in all of 500 steps"

# what runs in the prefix knows no display, and the window would get none
server -k || true
(cd "$dir" && xvfb-run -a -s "-screen 0 1280x720x24 -noreset" wine sandbox.exe run pyramid36 --frames 60 --vsync off --screenshot window.png >/dev/null 2>&1) || {
  echo "wine: the window ended with $?" >&2
  exit 1
}
[ -s "$dir/window.png" ]
[ -z "${1:-}" ] || cp "$dir/window.png" "$1"
echo "wine: the window was drawn"
