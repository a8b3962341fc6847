#!/usr/bin/env bash
# Builds the packages of this commit into dist/: archives with the queue of sweeps, manual page, completions, icon,
# desktop entry and types of files, a Debian package, a bill of materials, and the checksums of all. The version is that
# of the tag. The same commit gives the same bytes.
#
#   tools/dist.sh            build
#   tools/dist.sh check      build twice, compare the bytes, unpack and use what this machine can run
#
# A target whose C compiler is missing is built without a window; its archive is called headless. XZ is the level of
# compression of the Debian package, from 0 to 9.
#
# There is no AppImage: the runtime that mounts one is a binary which no package of Debian and no Go module builds, and
# bytes that are only fetched prove nothing. The archives need no more of a system than an AppImage would.
set -euo pipefail
cd "$(dirname "$0")/.."

stamp() {
  revision=$(git rev-parse HEAD)
  epoch=$(git log -1 --format=%ct)
  version=$(git describe --tags --match 'v*' 2>/dev/null) ||
    version=v0.0.0-$(TZ=UTC git log -1 --format=%cd --date=format-local:%Y%m%d%H%M%S)-$(git rev-parse --short=12 HEAD)
  git diff --quiet HEAD || version=$version-dirty
}

# compile OUT CGO ENV... builds the program for a target
compile() {
  local out=$1 cgo=$2
  shift 2
  env CGO_ENABLED="$cgo" "$@" go build -trimpath -buildvcs=false -o "$out" \
    -ldflags "-s -w -buildid= -X main.stampedVersion=$version -X main.stampedRevision=$revision" ./cmd/sandbox
}

# queue OUT ENV... builds the program that carries the cells of a study to other machines
queue() {
  local out=$1
  shift
  env CGO_ENABLED=0 "$@" go build -C tools/nats -trimpath -buildvcs=false -o "$out" -ldflags "-s -w -buildid=" .
}

# bill OUT writes what the program of this commit is made of, with versions, checksums and licences, in the form of
# CycloneDX. Its tool reads no worktree of git, but a clone.
bill() {
  git clone -q . "$work/bill"
  env -C "$work/bill" CGO_ENABLED=0 GOOS=linux GOARCH=amd64 \
    go run github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0 \
    app -json -noserial -notimestamp -std -licenses -assert-licenses -main cmd/sandbox -output "$1" . \
    2>"$work/bill.log" || {
    cat "$work/bill.log" >&2
    return 1
  }
}

# share FOLDER writes what lies beside the program on systems with /usr/share
share() {
  mkdir -p "$1"/{man/man1,applications,mime/packages,icons/hicolor/scalable/apps}
  mkdir -p "$1"/{bash-completion/completions,zsh/site-functions,fish/vendor_completions.d}
  "$work/host" man >"$1/man/man1/sandbox.1"
  "$work/host" completion bash >"$1/bash-completion/completions/sandbox"
  "$work/host" completion zsh >"$1/zsh/site-functions/_sandbox"
  "$work/host" completion fish >"$1/fish/vendor_completions.d/sandbox.fish"
  cp packaging/tumble.desktop "$1/applications/"
  cp packaging/tumble-mime.xml "$1/mime/packages/tumble.xml"
  cp packaging/tumble.svg "$1/icons/hicolor/scalable/apps/"
}

# archive SYSTEM ENDING CGO ENV... makes the archive of a target
archive() {
  local system=$1 ending=$2 cgo=$3 name program=sandbox carrier=sandbox-nats
  shift 3
  name=tumble-$version-$system
  [ "$cgo" = 1 ] || name=$name-headless
  case $system in windows-*) program=sandbox.exe carrier=sandbox-nats.exe ;; esac
  echo "dist: $name.$ending" >&2
  mkdir -p "$work/$name"
  if [ "$system$cgo" = "$(go env GOHOSTOS)-$(go env GOHOSTARCH)0" ]; then
    cp "$work/host" "$work/$name/$program"
  else
    compile "$work/$name/$program" "$cgo" "$@"
  fi
  queue "$work/$name/$carrier" "$@"
  cp README.md CHANGELOG.md NOTICE "$work/THIRD_PARTY.md" "$work/$name/"
  cp -r docs "$work/$name/"
  case $system in windows-*) ;; *) cp -r "$work/share" "$work/$name/share" ;; esac
  later "$work/pack" -time "$epoch" "$dist/$name.$ending" "$work/$name"
}

# later runs a command beside the next builds; finish waits for all of them
later() {
  "$@" &
  waiting+=($!)
}
waiting=()
finish() {
  local job
  for job in "${waiting[@]}"; do
    wait "$job"
  done
}

# deb ARCH FROM makes the Debian package from the unpacked archive
deb() {
  local arch=$1 from=$2 root=$work/deb number libc
  number=${version#v}
  # a hyphen would begin the revision of a Debian package
  number=${number//-/+}
  echo "dist: tumble_${number}_$arch.deb" >&2
  mkdir -p "$root/DEBIAN" "$root/usr/bin" "$root/usr/share/doc/tumble"
  cp "$from"/{sandbox,sandbox-nats} "$root/usr/bin/"
  cp -r "$from/share/." "$root/usr/share/"
  # the folder of zsh has another name in Debian
  mkdir -p "$root/usr/share/zsh/vendor-completions"
  mv "$root/usr/share/zsh/site-functions/_sandbox" "$root/usr/share/zsh/vendor-completions/"
  rmdir "$root/usr/share/zsh/site-functions"
  gzip -9n "$root/usr/share/man/man1/sandbox.1"
  cp -r "$from"/{README.md,CHANGELOG.md,NOTICE,THIRD_PARTY.md,docs} "$root/usr/share/doc/tumble/"
  cp NOTICE "$root/usr/share/doc/tumble/copyright"
  libc=$(objdump -T "$from/sandbox" | grep -o 'GLIBC_2[.0-9]*' | sort -Vu | tail -n 1)
  (cd "$root" && find usr -type f | LC_ALL=C sort | xargs md5sum >DEBIAN/md5sums)
  cat >"$root/DEBIAN/control" <<CONTROL
Package: tumble
Version: $number
Architecture: $arch
Maintainer: The authors of Tumble <tumble@localhost>
Installed-Size: $(find "$root/usr" -type f -printf '%s\n' | awk '{ n += $1 } END { print int(n / 1024) }')
Depends: libc6 (>= ${libc#GLIBC_}), libgl1, libx11-6
Recommends: libegl1, libgl1-mesa-dri, libxcursor1, libxi6, libxinerama1, libxrandr2
Suggests: ffmpeg
Section: science
Priority: optional
Description: sandbox of rigid bodies and its physics engine
 A window to build, push and watch scenes of rigid bodies, and the same
 engine on the command line: simulate, measure, record, replay and draw
 scenes, with the same bits on every machine.
CONTROL
  find "$root" -type d -exec chmod 755 {} +
  find "$root" -type f -exec chmod u=rw,go=r {} +
  chmod 755 "$root"/usr/bin/{sandbox,sandbox-nats}
  find "$root" -exec touch -h -d "@$epoch" {} +
  SOURCE_DATE_EPOCH=$epoch dpkg-deb --root-owner-group -Zxz -z"${XZ:-6}" --build "$root" "$dist/tumble_${number}_$arch.deb" >/dev/null
}

build() {
  dist=$1
  work=$(mktemp -d)
  # shellcheck disable=SC2064
  trap "rm -rf '$work'" EXIT
  rm -rf "$dist"
  mkdir -p "$dist"
  stamp
  (cd tools && go build -o "$work/pack" ./pack && go run ./notices >"$work/THIRD_PARTY.md")
  bill "$dist/tumble-$version.cdx.json"
  compile "$work/host" 0
  share "$work/share"
  local host cgo
  host=$(go env GOHOSTARCH)
  if [ "$(go env GOHOSTOS)" = linux ] && [ "$(go env CGO_ENABLED)" = 1 ]; then
    archive "linux-$host" tar.gz 1 GOOS=linux GOARCH="$host"
    if command -v dpkg-deb >/dev/null 2>&1; then
      later deb "$host" "$work/tumble-$version-linux-$host"
    else
      echo "dist: no dpkg-deb, no Debian package" >&2
    fi
  fi
  for arch in amd64 arm64; do
    archive "linux-$arch" tar.gz 0 GOOS=linux GOARCH=$arch
    archive "macos-$arch" tar.gz 0 GOOS=darwin GOARCH=$arch
  done
  cgo=0
  if command -v x86_64-w64-mingw32-gcc >/dev/null 2>&1; then
    cgo=1
  else
    echo "dist: no x86_64-w64-mingw32-gcc, Windows is built without a window" >&2
  fi
  archive windows-amd64 zip $cgo GOOS=windows GOARCH=amd64 CC=x86_64-w64-mingw32-gcc
  finish
  (cd "$dist" && shopt -s nullglob && sha256sum -- *.deb *.tar.gz *.zip *.cdx.json >SHA256SUMS)
  cat "$dist/SHA256SUMS"
}

# use FOLDER runs what this machine can run of the packages: it has to know its version and compute the hash of the tree
use() {
  local at wanted got program arch
  at=$(mktemp -d)
  arch=$(go env GOHOSTARCH)
  wanted=$("$1/reference" sim box --steps 50 --hash - | tail -n 1)
  (cd "$1" && sha256sum --quiet -c SHA256SUMS)
  tar -C "$at" -xzf "$1"/tumble-*-linux-"$arch"-headless.tar.gz
  for deb in "$1"/*.deb; do
    [ ! -e "$deb" ] || dpkg-deb -x "$deb" "$at/deb"
  done
  ! ls "$1"/tumble-*-linux-"$arch".tar.gz >/dev/null 2>&1 || tar -C "$at" -xzf "$1"/tumble-*-linux-"$arch".tar.gz
  for program in "$at"/*/sandbox "$at"/deb/usr/bin/sandbox; do
    [ -e "$program" ] || continue
    got=$("$program" sim box --steps 50 --hash - | tail -n 1)
    if [ "$got" != "$wanted" ] || ! "$program" --version | grep -qF "tumble $version,"; then
      echo "dist: $program gives $got and $("$program" --version), want $wanted and $version" >&2
      exit 1
    fi
    "$(dirname "$program")/sandbox-nats" join -h >/dev/null 2>&1 || {
      echo "dist: $(dirname "$program") has no sandbox-nats that runs" >&2
      exit 1
    }
    echo "dist: ${program#"$at/"} knows its version and computes the hash of the tree"
  done
  rm -rf "$at"
}

case ${1:-} in
  "") build "$PWD/dist" ;;
  check)
    both=$(mktemp -d)
    # the same commit in two places, so that no path stays in the bytes
    git clone -q --no-local . "$both/here"
    git clone -q --no-local . "$both/there/below"
    # one after the other: the second links and packs what the first has compiled. The highest level of compression takes
    # longer than all else and has nothing to do with the bytes that go into it
    export XZ=1
    (cd "$both/here" && tools/dist.sh >/dev/null)
    (cd "$both/there/below" && tools/dist.sh >/dev/null)
    diff "$both/here/dist/SHA256SUMS" "$both/there/below/dist/SHA256SUMS" || {
      echo "dist: two builds of one commit differ" >&2
      exit 1
    }
    echo "dist: two builds of one commit have the same bytes"
    cd "$both/here"
    stamp
    CGO_ENABLED=0 go build -o dist/reference ./cmd/sandbox
    use "$PWD/dist"
    cd / && rm -rf "$both"
    ;;
  *)
    echo "usage: tools/dist.sh [check]" >&2
    exit 64
    ;;
esac
