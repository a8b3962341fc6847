#!/usr/bin/env bash
# The long runs that are too slow for every change: endurance of window and renderer, long
# scenes, many seeds, and the race detector over whole scenes.
set -euo pipefail
cd "$(dirname "$0")/.."

export TUMBLE_SOAK=1
export LIBGL_ALWAYS_SOFTWARE=1
xvfb-run -a -s "-screen 0 1280x720x24 -noreset" go test -count=1 -timeout 2h ./...
go test -race -count=1 -timeout 2h ./physics/...
xvfb-run -a -s "-screen 0 1280x720x24 -noreset" go test -race \
  -count=1 -timeout 1h -run Storm -v ./internal/windowed
