#!/usr/bin/env bash
# `make bench`: Reeve beside psql and bare SQL, in a private cluster with durable commits.
# SCALE=200000 makes it smaller, ROUNDS=5 longer, ONLY="ban expiry" runs some lines.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-deps.sh bench
. scripts/cluster.sh
unset DATABASE_URL PGHOST PGHOSTADDR PGPORT PGSERVICE PGUSER PGDATABASE PGOPTIONS REEVE_HOME
export REEVE_SHARE=$PWD

work=$(mktemp -d /tmp/reeve-bench.XXXXXX)
finish() {
  local status=$?
  trap - EXIT
  trap '' INT TERM
  cluster_stop
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

make build >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
programs=.build/release
cluster_start 'fsync = on' 'full_page_writes = on' 'shared_buffers = 1GB' 'max_wal_size = 8GB'

# shellcheck disable=SC2086 # several lines may be named
python3 Benchmarks/bench.py "$programs" "${SCALE:-1000000}" "${ROUNDS:-3}" "$work" "$PG_BIN/psql" \
  ${ONLY:-} || failed=1
cp "$work/bench.tsv" .build/bench.tsv
echo '-- the same as a table: .build/bench.tsv' >&2
exit "${failed:-0}"
