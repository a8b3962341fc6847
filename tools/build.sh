#!/usr/bin/env bash
# Builds bin/sandbox with its window and shows how far it is: the first build compiles the OpenGL
# binding, one C file that takes a minute or two.
set -euo pipefail
cd "$(dirname "$0")/.."

# the flags of the tests, so that neither compiles what the other has compiled
GOFLAGS="$(go env GOFLAGS) -trimpath"
export GOFLAGS

# Go builds a program without a window where cgo is off or no C compiler is found, and says nothing
if [ "$(go env CGO_ENABLED)" = 0 ]; then
  printf '%s\n' "WARNING: cgo is off (CGO_ENABLED=0, or Go finds no C compiler): bin/sandbox will have NO WINDOW and draw no pictures." >&2
fi
binding=github.com/go-gl/gl/v4.1-core/gl
mkdir -p bin
if [ "$(go env CGO_ENABLED)" = 1 ] && [ "$(go list -f '{{.Stale}}' "$binding")" = true ]; then
  # builds keep Go's own cache, so this happens once
  total=$(go list -deps ./cmd/sandbox | wc -l)
  echo "The first build compiles $total packages, one of them the OpenGL binding: one to two minutes." >&2
  go build -v -o bin/sandbox ./cmd/sandbox 2>&1 | {
    built=0
    while IFS= read -r line; do
      built=$((built + 1))
      # whatever is no name of a package is a message of the compiler
      case $line in
        *[\ :\#]*) printf '%s\n' "$line" >&2 && continue ;;
      esac
      if [ -t 2 ]; then
        printf '\r\033[K%3d of about %d  %s' "$built" "$total" "$line" >&2
      elif [ $((built % 40)) = 0 ] || [ "$line" = "$binding" ]; then
        printf '%3d of about %d  %s\n' "$built" "$total" "$line" >&2
      fi
    done
    [ ! -t 2 ] || printf '\r\033[K' >&2
  }
else
  echo "building bin/sandbox" >&2
  go build -o bin/sandbox ./cmd/sandbox
fi
