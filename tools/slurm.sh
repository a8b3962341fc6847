#!/usr/bin/env bash
# Runs a study as a job array on a Slurm of one controller and one node, which it starts itself on this machine, and
# compares the tables with those of a run without Slurm. Needs slurm-wlm, munge and the rights to start both.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH=$PATH:/usr/sbin

for program in slurmctld slurmd munged sbatch; do
  command -v "$program" >/dev/null || { echo "slurm: needs $program" >&2; exit 1; }
done
work=$(mktemp -d)
chmod 755 "$work"
go build -o "$work/sandbox" ./cmd/sandbox
host=$(hostname -s)
export SLURM_CONF=$work/slurm.conf
mkdir -p "$work/state" "$work/spool" "$work/munge"
chmod 700 "$work/munge"
head -c 1024 /dev/urandom >"$work/munge/key"
chmod 400 "$work/munge/key"
cat >"$SLURM_CONF" <<EOF
ClusterName=loopback
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=26817
SlurmdPort=26818
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CryptoType=crypto/munge
SlurmUser=$(id -un)
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/ctld.pid
SlurmdPidFile=$work/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
EOF
pids=()
end() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait
  rm -rf "$work"
}
trap end EXIT
munged --foreground --force --key-file="$work/munge/key" --socket="$work/munge/socket" --pid-file="$work/munge/pid" \
  --log-file="$work/munge/log" --seed-file="$work/munge/seed" &
pids+=($!)
sleep 1
slurmctld -D >"$work/ctld.log" 2>&1 &
pids+=($!)
slurmd -D -N "$host" >"$work/slurmd.log" 2>&1 &
pids+=($!)
for _ in $(seq 60); do
  [ "$(sinfo -h -o %t 2>/dev/null)" = idle ] && break
  sleep 1
done

cat >"$work/study.toml" <<'EOF'
scene = "pyramid36"
steps = 60
[[parameter]]
key = "material.friction"
range = [0.1, 1.0]
[[parameter]]
key = "substeps"
range = [1, 8]
[[metric]]
meter = "penetration.max"
[design]
kind = "latin"
cells = 70
EOF
cd "$work"
export PATH="$work:$PATH"
sandbox sweep study.toml --out alone >/dev/null
sandbox sweep jobs study.toml slurm --shares 7 >study.sbatch
sbatch --wait --export=ALL study.sbatch
sandbox sweep merge study.out
cmp alone/results.csv study.out/results.csv
cmp alone/results.jsonl study.out/results.jsonl
echo "slurm: seven tasks gave the same tables"
