#!/usr/bin/env bash
# Writes the figures, tables and pictures of README and docs from the commands that the pages declare (tools/docs says how), and the
# pages that the program writes as a whole.
#
#   tools/docs.sh           rewrites what has changed, pictures included
#   tools/docs.sh check     changes nothing; ends with 1 and names every page whose figures or pictures have moved
#   tools/docs.sh figures   as the first, without pictures
#
# Pages after check or figures, as docs/faq.md, leave out the others.
set -euo pipefail
cd "$(dirname "$0")/.."

# software OpenGL gives the same pixels on every machine
export LIBGL_ALWAYS_SOFTWARE=1
flags=(-root ..)
case ${1:-} in
  check) flags+=(-check -pictures) ;;
  figures) ;;
  "")
    flags+=(-pictures)
    go generate ./cmd/sandbox
    ;;
  *)
    echo "docs: want nothing, check or figures, not $1" >&2
    exit 64
    ;;
esac
flags+=("${@:2}")
# a window of the check would cost minutes; without a display the pictures of windows are left alone
if [ "${1:-}" = "" ] && command -v xvfb-run >/dev/null 2>&1; then
  exec xvfb-run -a -s "-screen 0 1280x720x24 -noreset" go run -C tools ./docs "${flags[@]}"
fi
exec env -u DISPLAY go run -C tools ./docs "${flags[@]}"
