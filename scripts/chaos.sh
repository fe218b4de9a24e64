#!/usr/bin/env bash
# `make chaos`: the proofs that take longer than a test may, one script of scripts/chaos after the other.
# Each gets REEVE_BIN, the directory of the programs, and REEVE_DSN, the superuser of a temporary
# cluster.
set -uo pipefail
cd "$(dirname "$0")/.."

scripts/install-deps.sh chaos || exit 1
unset DATABASE_URL PGHOST PGHOSTADDR PGPORT PGSERVICE PGUSER PGDATABASE PGOPTIONS REEVE_HOME REEVE_SHARE
swift build --product reeve && swift build --product reeve-worker || exit 1
REEVE_BIN=$(swift build --show-bin-path)
export REEVE_BIN
. scripts/cluster.sh
trap "trap '' INT TERM; cluster_stop" EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
cluster_start || exit 1
export REEVE_DSN="host=$PGHOST port=$PGPORT user=postgres dbname=postgres"
failed=0
for name in ${ONLY:-$(cd scripts/chaos && printf "%s\n" *.sh)}; do
  script=scripts/chaos/${name%.sh}.sh
  begin=$SECONDS
  if bash "$script"; then word=ok; else word=FAILED; failed=$((failed + 1)); fi
  printf '%-7s %s %d s\n' "$word" "$script" $((SECONDS - begin))
done
[ "$failed" -eq 0 ]
