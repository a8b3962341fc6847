#!/usr/bin/env bash
# Looks for input that breaks the readers and builders, FUZZTIME (20s) for each fuzzer.
#
#   tools/fuzz.sh                 all of them
#   tools/fuzz.sh PACKAGE:NAME... only these, as engine/record:FuzzReader
#   tools/fuzz.sh list            their names
set -euo pipefail
cd "$(dirname "$0")/.."

fuzzers="internal/gltfscene:FuzzDecode internal/gltfscene:FuzzBinary internal/gltfscene/trimesh:FuzzPicture internal/urdf:FuzzDecode internal/sdf:FuzzDecode internal/usd:FuzzDecode internal/usda:FuzzParse
  internal/mjcf:FuzzDecode internal/xmlscene:FuzzMeshes internal/app:FuzzTOML physics:FuzzSnapshot physics:FuzzRecording
  physics:FuzzAPI physics/internal/shape:FuzzHull physics/internal/shape:FuzzHeightField physics/internal/tree:FuzzDecode
  physics/internal/tree:FuzzCalls engine/record:FuzzReadRecording engine/record:FuzzDecodeChunks
  engine/diagnose:FuzzReadFrameTrace engine/record:FuzzReader internal/fit:FuzzReadMCAP internal/capsule:FuzzRead
  internal/lockstep:FuzzPacket physics/internal/shape:FuzzMesh"
if [ "${1:-}" = list ]; then
  echo "$fuzzers"
  exit
fi
# shellcheck disable=SC2086
[ $# -gt 0 ] || set -- $fuzzers
for target in "$@"; do
  echo "fuzz: $target"
  # shrinking what a fuzzer finds interesting takes a minute for each by default, and nearly all of the time: 25 inputs a
  # minute instead of thousands a second. A crasher is shrunk as long.
  go test -run '^$' -fuzz "^${target#*:}$" -fuzztime "${FUZZTIME:-20s}" -fuzzminimizetime "${FUZZMINIMIZETIME:-1s}" "./${target%:*}"
done
