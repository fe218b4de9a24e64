#!/usr/bin/env bash
# Enqueues continue while the partition of their own day is made: none fails, none is lost.
# Connects by libpq's environment as a superuser, and works in a copy of REEVE_TEST_TEMPLATE.
set -euo pipefail
pgbench=$(find /usr/lib/postgresql -path '*/bin/pgbench' 2>/dev/null | sort -V | tail -n 1)
run() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

run -c "CREATE DATABASE reeve_partition TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\""
export PGDATABASE=reeve_partition
run -c "SELECT format('DROP TABLE IF EXISTS reeve.%I;',
    p || to_char(now() AT TIME ZONE 'UTC', '\"_\"YYYYMMDD'))
  FROM unnest('{job,job_end,job_log}'::text[]) p" | run
echo "SELECT reeve.enqueue('worker.probe', '{}')" >"$work/enqueue.sql"
"${pgbench:-pgbench}" -n -c 8 -t 400 -f "$work/enqueue.sql" >"$work/log" 2>&1 & bench=$!
while [ "$(run -c 'SELECT count(*) > 100 FROM reeve.job_default')" = f ]; do :; done
made=0
while [ "$made" -lt 3 ]; do
  # 55P03 is its way to say: call again.
  made=$((made + $(run -c 'SELECT reeve.job_partition_keep()' || echo 0)))
done
wait "$bench" || { cat "$work/log"; exit 1; }
rows=$(run -c 'SELECT count(*) FROM reeve.job' -c 'SELECT count(*) FROM reeve.job_default' | xargs)
[ "$rows" = '3200 0' ] || { echo "jobs, and those left in the default partition: $rows"; exit 1; }
