#!/usr/bin/env bash
# The long runs that are too slow for every change: endurance of window and renderer, long
# scenes, many seeds, the race detector over whole scenes and ten minutes of the window, ten minutes
# for each fuzzer, and the same bits on every platform: about nine and a half hours on two cores.
# A job that has passed at this commit is not run again, so a stopped soak goes on where it was.
#
#   tools/soak.sh            all jobs
#   tools/soak.sh JOB...     only these, again
#   tools/soak.sh report     when each job last passed, at which commit, and how many commits ago
set -euo pipefail
cd "$(dirname "$0")/.."

export TUMBLE_SOAK=1
export LIBGL_ALWAYS_SOFTWARE=1

# one line for each job that passed: job, commit, time, seconds
log=soak/passed.tsv

fuzzers=$(tools/fuzz.sh list)
jobs="storm churn commands tests race"
for target in $fuzzers; do
  jobs="$jobs fuzz:$target"
done
jobs="$jobs platforms wine parquet slurm queue beam"

display() { xvfb-run -a -s "-screen 0 1280x720x24 -noreset" "$@"; }

job() {
  case $1 in
    # ten minutes of the whole window under the race detector
    storm) display env TUMBLE_STORM=10m go test -race -count=1 -timeout 1h -run Storm -v ./internal/windowed ;;
    # a day of use of the window in an hour: scenes, recordings, past, trials, files; descriptors, goroutines, memory
    churn) go test -count=1 -timeout 6h -run '^TestChurn$' -v ./internal/app ;;
    # every key at every odd time and in the real window, 10,000 random commands and 40,000 random events
    commands)
      display go test -count=1 -timeout 1h -run '^(TestEveryCommandRuns|TestEveryKeyAtOddTimes|TestRandomCommands|TestRandomHand)$' ./internal/app
      display go test -count=1 -timeout 1h -run '^TestEveryKeyInTheWindow$' ./internal/windowed
      ;;
    tests) display go test -count=1 -timeout 6h ./... ;;
    race) TUMBLE_HOURS=0.1 go test -race -count=1 -timeout 3h ./physics/... ;;
    # every platform, number of workers and build
    platforms) tools/platforms.sh --all ;;
    # twenty scenes and the window of the program for Windows
    wine) tools/wine.sh ;;
    # the table of a study as Parquet, read back
    parquet) (cd tools/parquet && go test -count=1 .) ;;
    # a study on a Slurm of one node
    slurm) tools/slurm.sh ;;
    # two studies on Prism, the runner that comes with Beam
    beam) (cd tools/beam && go vet . && go test -count=1 -timeout 1h .) ;;
    # a study of a thousand cells on three machines, of which one is killed and one stopped for a minute
    queue) (cd tools/nats && go test -count=1 -timeout 1h .) ;;
    fuzz:*:*) FUZZTIME=10m tools/fuzz.sh "${1#fuzz:}" ;;
    *)
      echo "soak: there is no job $1; jobs are $jobs" >&2
      exit 64
      ;;
  esac
}

report() {
  local name line commit when seconds ago
  touch "$log"
  printf '%-45s %-10s %-17s %8s  %s\n' job commit passed seconds "commits since"
  for name in $jobs; do
    line=$(awk -F '\t' -v job="$name" '$1 == job' "$log" | tail -n 1)
    if [ -z "$line" ]; then
      printf '%-45s never\n' "$name"
      continue
    fi
    IFS=$'\t' read -r _ commit when seconds <<<"$line"
    ago=$(git rev-list --count "${commit%+}..HEAD" 2>/dev/null || echo unknown)
    printf '%-45s %-10s %-17s %8s  %s\n' "$name" "${commit:0:9}" "$when" "$seconds" "$ago"
  done
}

mkdir -p soak
if [ "${1:-}" = report ]; then
  report
  exit
fi
# a tree with changes is none of its commits: what passes there does not count for another day
commit=$(git rev-parse HEAD)
git diff --quiet HEAD || commit=$commit+
failed=""
wanted=$*
for name in ${wanted:-$jobs}; do
  if [ $# = 0 ] && [ "${commit%+}" = "$commit" ] && grep -q "^$name	$commit	" "$log" 2>/dev/null; then
    echo "== $name has passed at this commit"
    continue
  fi
  start=$SECONDS
  echo "== $name"
  # one job that fails does not keep the others from running
  if (set -e && job "$name"); then
    printf '%s\t%s\t%s\t%s\n' "$name" "$commit" "$(date -u +%Y-%m-%dT%H:%MZ)" $((SECONDS - start)) >>"$log"
  else
    [ $? != 64 ] || exit 64
    failed="$failed $name"
  fi
done
report
if [ -n "$failed" ]; then
  echo "soak: failed:$failed" >&2
  exit 1
fi
