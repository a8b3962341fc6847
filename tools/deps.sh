#!/usr/bin/env bash
# Makes sure that the system packages are there which a job needs, and installs what is missing.
#
#   tools/deps.sh build      what the compiler needs for the window and OpenGL
#   tools/deps.sh run        build, and the libraries that a window loads
#   tools/deps.sh test       build, and a virtual display, software OpenGL, emulators
#
#   tools/deps.sh dist       build, and a cross compiler for Windows
#
# Debian and Ubuntu: says which packages are missing, asks, and installs them with apt as root or
# through sudo. YES=1 and CI=true do not ask; neither does root without a terminal, as in a
# container. Elsewhere: prints the one command that installs what is missing and stops.
# The lists of packages are read by their names.
# shellcheck disable=SC2034
set -euo pipefail

job=${1:-build}

build_apt="gcc libc6-dev pkg-config libgl-dev libx11-dev libxrandr-dev libxi-dev libxcursor-dev libxinerama-dev libxxf86vm-dev"
run_apt="libgl1 libegl1 libxcursor1 libxi6 libxrandr2 libxinerama1"
test_apt="libgl1 libegl1 libgl1-mesa-dri xvfb xauth git"
# emulators widen the determinism check; xdotool and xrandr send real events and unplug a monitor; chromium opens the
# pages. Without them their tests are skipped
extra_apt="qemu-user-static nodejs xdotool x11-xserver-utils chromium"
dist_apt="git gcc-mingw-w64-x86-64 xz-utils"

build_dnf="gcc pkgconf-pkg-config mesa-libGL-devel libX11-devel libXrandr-devel libXi-devel libXcursor-devel libXinerama-devel libXxf86vm-devel"
run_dnf="mesa-dri-drivers libglvnd-glx libglvnd-egl"
test_dnf="$run_dnf xorg-x11-server-Xvfb xorg-x11-xauth git"
dist_dnf="git mingw64-gcc dpkg xz"

build_pacman="gcc pkgconf libglvnd libx11 libxrandr libxi libxcursor libxinerama libxxf86vm"
run_pacman="mesa"
test_pacman="mesa xorg-server-xvfb xorg-xauth git"
dist_pacman="git mingw-w64-gcc dpkg xz"

build_apk="gcc musl-dev pkgconf mesa-dev libx11-dev libxrandr-dev libxi-dev libxcursor-dev libxinerama-dev libxxf86vm-dev"
run_apk="mesa-dri-gallium mesa-gl mesa-egl"
test_apk="$run_apk xvfb xvfb-run xauth git bash"
dist_apk="git mingw-w64-gcc dpkg xz"

build_nix="gcc pkg-config libGL xorg.libX11 xorg.libXrandr xorg.libXi xorg.libXcursor xorg.libXinerama xorg.libXxf86vm"
run_nix="mesa"
test_nix="mesa xvfb-run xorg.xauth git"
dist_nix="git pkgsCross.mingwW64.buildPackages.gcc dpkg xz"

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

# ready tells whether a system without apt has what the job needs.
ready() {
  case $job in
    test) can_test ;;
    *) can_build ;;
  esac
}

missing_apt() {
  local p
  for p in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$p" 2>/dev/null)" = installed ] || printf '%s ' "$p"
  done
}

# agreed asks whether to go on. It takes silence for no, except where nobody can be asked.
agreed() {
  [ "${YES:-}" = 1 ] || [ -n "${CI:-}" ] && return 0
  if [ ! -t 0 ]; then
    [ "$(id -u)" = 0 ] && return 0
    say "There is no terminal to ask on: YES=1 make ... installs them without asking."
    return 1
  fi
  local answer
  read -r -p "Install them now? [y/N] " answer
  case $answer in y | Y | yes | Yes) return 0 ;; esac
  say "Nothing was installed."
  return 1
}

install_apt() {
  local missing root=""
  missing=$(missing_apt "$@")
  [ -n "$missing" ] || return 0
  [ "$(id -u)" = 0 ] || root="sudo "
  say "This needs system packages that are missing. The command that installs them:"
  say "  ${root}apt-get install --no-install-recommends ${missing% }"
  if [ -n "$root" ] && ! command -v sudo >/dev/null 2>&1; then
    say "You are not root, and sudo is not installed. Ask whoever administers this machine to run the command"
    say "(without the word sudo), then run make again. What needs no window works without any of them:"
    say "  CGO_ENABLED=0 go build -o bin/sandbox ./cmd/sandbox && bin/sandbox scenes"
    return 1
  fi
  agreed || return 1
  # shellcheck disable=SC2086
  ${root}env DEBIAN_FRONTEND=noninteractive apt-get update -qq >&2 || say "apt-get update failed; trying with the lists that are there"
  # shellcheck disable=SC2086
  if ! ${root}env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >&2; then
    say "apt-get could not install them; its own words stand above."
    return 1
  fi
}

# try_apt installs what is wanted but not needed, and goes on without it.
try_apt() {
  # shellcheck disable=SC2046
  install_apt $(missing_apt "$@") || say "going on without $(missing_apt "$@")"
}

# name_packages prints the command of this system that installs what the job needs.
name_packages() {
  local list="" from manager=$1
  for from in build "$job"; do
    local variable="${from}_$manager"
    case " $list " in *" ${!variable} "*) ;; *) list="$list ${!variable}" ;; esac
  done
  say "  $2$list"
}

main() {
  check_go
  local kinds
  case $job in
    build) kinds=$build_apt ;;
    run) kinds="$build_apt $run_apt" ;;
    test) kinds="$build_apt $test_apt" ;;
    dist) kinds="$build_apt $dist_apt" ;;
    *)
      say "usage: tools/deps.sh build|run|test|dist"
      exit 64
      ;;
  esac

  if command -v apt-get >/dev/null 2>&1; then
    # shellcheck disable=SC2086
    install_apt $kinds
    if [ "$job" = test ]; then
      # shellcheck disable=SC2086
      try_apt $extra_apt
    fi
    return
  fi
  ready && return
  say "System packages are missing. Install them and run the command again:"
  if [ "$(uname -s)" = Darwin ]; then
    say "  xcode-select --install          (the C compiler; OpenGL comes with the system)"
    [ "$job" = test ] && say "  brew install --cask xquartz     (the virtual display of the window tests)"
  elif [ -e /etc/NIXOS ] || command -v nix-shell >/dev/null 2>&1; then
    name_packages nix "nix-shell -p go"
  elif command -v dnf >/dev/null 2>&1; then
    name_packages dnf "sudo dnf install"
  elif command -v pacman >/dev/null 2>&1; then
    name_packages pacman "sudo pacman -S --needed"
  elif command -v apk >/dev/null 2>&1; then
    name_packages apk "sudo apk add"
  else
    say "  a C compiler, pkg-config, and the development files of OpenGL, X11, Xrandr, Xi,"
    say "  Xcursor, Xinerama and Xxf86vm; for the tests also xvfb-run, xauth and git"
  fi
  exit 1
}

main
