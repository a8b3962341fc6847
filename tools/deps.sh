#!/usr/bin/env bash
# Makes sure that the system packages are there which a job needs, and installs what is missing.
#
#   tools/deps.sh build      what the compiler needs for the window and OpenGL
#   tools/deps.sh run        build, and the libraries that a window loads
#   tools/deps.sh test       build, and a virtual display, software OpenGL, emulators
#
# Debian and Ubuntu: installs with apt as root or through sudo. Elsewhere: prints the one
# command that installs what is missing and stops.
set -euo pipefail

job=${1:-build}

build_apt="gcc libc6-dev pkg-config libgl-dev libx11-dev libxrandr-dev libxi-dev libxcursor-dev libxinerama-dev libxxf86vm-dev"
run_apt="libgl1 libegl1 libxcursor1 libxi6 libxrandr2 libxinerama1"
test_apt="libgl1 libegl1 libgl1-mesa-dri xvfb xauth git"
# emulators widen the determinism check; without them their part is skipped with a line
extra_apt="qemu-user-static nodejs"

build_dnf="gcc pkgconf-pkg-config mesa-libGL-devel libX11-devel libXrandr-devel libXi-devel libXcursor-devel libXinerama-devel libXxf86vm-devel"
run_dnf="mesa-dri-drivers libglvnd-glx libglvnd-egl"
test_dnf="$run_dnf xorg-x11-server-Xvfb xorg-x11-xauth git"

build_pacman="gcc pkgconf libglvnd libx11 libxrandr libxi libxcursor libxinerama libxxf86vm"
run_pacman="mesa"
test_pacman="mesa xorg-server-xvfb xorg-xauth git"

say() { printf '%s\n' "$*" >&2; }

check_go() {
  if ! command -v go >/dev/null 2>&1; then
    say "Go is missing. Tumble needs Go 1.26 or later: https://go.dev/dl/"
    exit 1
  fi
  local have minor
  have=$(go env GOVERSION)
  minor=${have#go1.}
  minor=${minor%%[!0-9]*}
  if [ "${minor:-0}" -lt 26 ]; then
    say "Go 1.26 or later is needed, this is $have: https://go.dev/dl/"
    exit 1
  fi
}

# can_build tells whether the compiler finds everything, whatever the packages are called.
can_build() {
  command -v "${CC:-cc}" >/dev/null 2>&1 || command -v gcc >/dev/null 2>&1 || return 1
  [ "$(uname -s)" = Darwin ] && return 0
  command -v pkg-config >/dev/null 2>&1 &&
    pkg-config --exists gl x11 xrandr xi xcursor xinerama xxf86vm
}

can_test() {
  can_build && command -v xvfb-run >/dev/null 2>&1 && command -v xauth >/dev/null 2>&1 &&
    command -v git >/dev/null 2>&1
}

missing_apt() {
  local p
  for p in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$p" 2>/dev/null)" = installed ] || printf '%s ' "$p"
  done
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null 2>&1; then
    sudo "$@"
  else
    say "These packages are missing and there is no sudo. As root: $*"
    exit 1
  fi
}

install_apt() {
  local missing
  missing=$(missing_apt "$@")
  [ -n "$missing" ] || return 0
  say "installing: $missing"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq >&2
  # shellcheck disable=SC2086
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >&2
}

# try_apt installs what is wanted but not needed, and goes on without it.
try_apt() {
  local p
  for p in $(missing_apt "$@"); do
    (install_apt "$p") || say "going on without $p"
  done
}

main() {
  check_go
  local apt dnf pacman
  case $job in
    build) apt=$build_apt dnf=$build_dnf pacman=$build_pacman ;;
    run) apt="$build_apt $run_apt" dnf="$build_dnf $run_dnf" pacman="$build_pacman $run_pacman" ;;
    test) apt="$build_apt $test_apt" dnf="$build_dnf $test_dnf" pacman="$build_pacman $test_pacman" ;;
    *)
      say "usage: tools/deps.sh build|run|test"
      exit 64
      ;;
  esac

  # shellcheck disable=SC2086
  if command -v apt-get >/dev/null 2>&1; then
    install_apt $apt
    if [ "$job" = test ]; then
      try_apt $extra_apt
    fi
    return
  fi
  if [ "$job" = test ]; then
    can_test && return
  else
    can_build && return
  fi
  say "System packages are missing. Install them and run the command again:"
  if command -v dnf >/dev/null 2>&1; then
    say "  sudo dnf install $dnf"
  elif command -v pacman >/dev/null 2>&1; then
    say "  sudo pacman -S --needed $pacman"
  elif [ "$(uname -s)" = Darwin ]; then
    say "  xcode-select --install          (the C compiler; OpenGL comes with the system)"
    [ "$job" = test ] && say "  brew install --cask xquartz     (the virtual display of the window tests)"
  else
    say "  a C compiler, pkg-config, and the development files of OpenGL, X11, Xrandr, Xi,"
    say "  Xcursor, Xinerama and Xxf86vm; for the tests also xvfb-run, xauth and git"
  fi
  exit 1
}

main
