#!/usr/bin/env bash
# Gives the module another path, everywhere: in go.mod files, imports, tests, tools and pages.
#
#   tools/rename-module.sh example.org/you/tumble
#
# Works on the folder that holds this script, with or without git, and may be called again with another path. Folders,
# the program and files of users keep their names.
set -euo pipefail
cd "$(dirname "$0")/.."

new=${1:-}
if [ $# -ne 1 ] || ! [[ $new =~ ^[a-z0-9-]+(\.[a-z0-9-]+)+(/[A-Za-z0-9_~-]+(\.[A-Za-z0-9_~-]+)*)+$ ]]; then
  echo "rename-module: want one module path with a dot in its first part, as example.org/you/tumble: got '$*'" >&2
  exit 64
fi
old=$(sed -n 's/^module //p' go.mod)
if [ "$old" = "$new" ]; then
  echo "rename-module: the module is $new already"
  exit 0
fi

# what belongs to the tree, not what was built in it
files=$(mktemp)
trap 'rm -f "$files"' EXIT
find . \( -name .git -o -path ./bin -o -path ./out -o -path ./dist \) -prune -o -type f -print0 |
  xargs -0 grep -lIZF -e "$old" >"$files" || true
# the folders with packages: tumble/physics is the module, ~/.local/state/tumble/token is not
rooms=$(find . -name '*.go' -not -path './.*' | cut -d / -f 2 | grep -v '\.go$' | sort -u | paste -sd '|')

export old new rooms
# the script is Perl: nothing in it is for the shell
# shellcheck disable=SC2016
xargs -0 perl -pi -e '
  BEGIN { ($old, $new, $rooms) = @ENV{qw(old new rooms)} }
  s{(?<![\w./~-])\Q$old\E(?=/(?:(?:$rooms)\b|"|\.\.\.))}{$new}g;
  s{(?<=["`])\Q$old\E(?=/)}{$new}g if $ARGV =~ m{\.go$};
  s{(module is called `)\Q$old\E(`)}{$1$new$2};
  # go.mod, in files and in commands of the pages
  s{^(module |require |replace |\t)\Q$old\E(?=[ /\n])}{$1$new} if $ARGV =~ m{go\.mod$};
  s{(-require |-replace )\Q$old\E(?=[@=])}{$1$new}g;
  s{^(const module = ")\Q$old\E(")}{$1$new$2};
' <"$files"
# imports are sorted by path
grep -z '\.go$' "$files" | xargs -0 gofmt -w
echo "rename-module: $old is $new now; look at it with git diff, then: go build ./..."
