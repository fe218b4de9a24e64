#!/usr/bin/env bash
# The front of a queue passes no job, however late its transaction commits, and spares a new worker the dead.
# Connects by libpq's environment as a superuser, and works in a copy of REEVE_TEST_TEMPLATE.
set -euo pipefail
run() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
base=reeve_front_$$
run -d postgres -c "CREATE DATABASE $base TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\""
export PGDATABASE=$base
. "$(dirname "${BASH_SOURCE[0]}")/../checks.sh"
# Has a session, a coprocess, run a statement, and prints what it returns.
say() { # SESSION STATEMENT
  local answer to=$1[1] from=$1[0]
  printf '%s\n\\echo done\n' "$2" >&"${!to}"
  while read -r answer <&"${!from}" && [ "$answer" != done ]; do echo "$answer"; done
}
ask() { printf '%s\n' "$2" >&"$(eval "echo \${$1[1]}")"; } # SESSION STATEMENT, which may wait
probes() { echo "SELECT count(*) FROM reeve.enqueue(
  (SELECT array_agg('{\"kind\": \"worker.probe\"}'::jsonb) FROM generate_series(1, $1)));"; }
# Claims by a cold scan and completes; prints how many.
claim() {
  run -v "worker=$worker" -v "nonce=$nonce" <<'SQL'
SELECT coalesce(array_agg(job_id), '{}') AS ids, coalesce(array_agg(lease), '{}') AS leases, count(*) AS n
FROM reeve.job_claim(:worker, :'nonce', '{0,0,0}', 10000) \gset
SELECT reeve.job_complete(:'ids', :'leases') \g /dev/null
SELECT :n;
SQL
}
front() { run -c "SELECT seq FROM reeve.job_front WHERE priority = 0"; }
IFS='|' read -r worker nonce < <(run -c "SELECT worker_id, nonce FROM reeve.worker_register('default', 'front', 1, '999.0.0')")
# Nobody sweeps it, as it does not beat.
run -c "UPDATE reeve.worker SET beat_at = 'infinity'"

{
  coproc late { run; }
  coproc held { run; }
  coproc third { run; }
} 2>"$work/out" # bash warns of a second

say late 'BEGIN;' && say late "$(probes 1)" >"$work/late"
run -c "$(probes 5000)" >"$work/out"
is 'what is committed is claimed' "$(claim)" 5000
for _ in 1 2 3; do run -c "$(probes 2000)" >"$work/out"; claim >"$work/out"; done
is 'the front waits for a transaction that was given a position' "$(front)" 0
say late 'COMMIT;'
is 'the job that commits late is claimed' "$(claim)" 1
for _ in 1 2 3; do claim >"$work/out"; done
is 'then the front passes the jobs that have gone' "$(run -c "SELECT f.seq > 9000 FROM reeve.job_front f
  WHERE f.priority = 0")" t

# Who waits for another's key has positions, and would have no number yet.
put() { # MEMBER… of a job each
  local member jobs=
  for member in "$@"; do jobs+=", '{\"kind\": \"worker.probe\", $member}'"; done
  echo "SELECT reeve.job_put(ARRAY[${jobs#, }]::jsonb[], NULL);"
}
waiting() { run -c "SELECT pg_blocking_pids(pid) FROM pg_stat_activity WHERE datname = '$base'
  AND cardinality(pg_blocking_pids(pid)) > 0"; }
run -c "$(probes 2010)" >"$work/out" # of 33 positions, the first gives a number
claim >"$work/out"
say held "BEGIN; $(put '"unique_key": "a", "delay": "1 day"')" >"$work/out"
ask late "$(put '"unique_key": "a"' '"unique_key": "b"')"
until waiting | grep . >"$work/first"; do :; done
claim >"$work/out"
say third "BEGIN; $(put '"unique_key": "b"')" >"$work/out"
say held 'COMMIT;' >"$work/out"
until waiting | grep . | grep -vxFf "$work/first" >"$work/out"; do :; done
run -c "$(probes 2000)" >"$work/out"
for _ in 1 2 3; do claim >"$work/out"; done
say third 'ROLLBACK;' >"$work/out"
say late 'SELECT 1;' >"$work/out"
is 'nor does it pass a job whose transaction waited for a key' "$(claim)" 1

# A snapshot keeps every dead entry.
say held 'BEGIN ISOLATION LEVEL REPEATABLE READ;' && say held 'SELECT count(*) FROM pg_class;' >"$work/out"
for _ in 1 2 3 4; do run -c "$(probes 5000)" >"$work/out"; claim >"$work/out"; done
for _ in 1 2; do claim >"$work/out"; done
read_by() { # MARKS
  run -c "SET track_functions = none; EXPLAIN (ANALYZE, BUFFERS, TIMING off, SUMMARY off)
    SELECT * FROM reeve.job_claim($worker, '$nonce', '$1', 10)" |
    sed -n 's/.*shared hit=\([0-9]*\).*/\1/p' | head -n 1
}
cold=$(read_by '{0,0,0}') warm=$(read_by '{1,1,1}')
is 'a cold scan walks over none of 20000 dead entries' "$([ "$cold" -lt 2000 ] && echo few || echo "$cold")" few
is 'nor does the claim of a worker that has taken nothing' "$([ "$warm" -lt 2000 ] && echo few || echo "$warm")" few
say held 'COMMIT;'

run -c "UPDATE reeve.job_front
  SET (seq, ahead) = (SELECT last_value + 99, last_value + 99 FROM reeve.job_id_seq)" -c "$(probes 10)" >"$work/out"
is 'positions that are given out again are found' "$(claim)" 10

# Many at once: each committed job is taken once.
writer() {
  local n
  for n in {1..40}; do
    run -v "end=$([ $((RANDOM % 4)) -eq 0 ] && echo ROLLBACK || echo COMMIT)" <<SQL >>"$work/out"
BEGIN;
$(probes $((1 + RANDOM % 300)))
SELECT pg_sleep($((RANDOM % 40)) / 1000.0);
:end;
SQL
  done
}
echo "# RANDOM=${SEED:=$RANDOM}"
writers=()
for n in 1 2 3 4; do
  (RANDOM=$((SEED + n)) && writer) &
  writers+=($!)
done
while kill -0 "${writers[@]}" 2>/dev/null; do claim >>"$work/out"; done
wait "${writers[@]}"
for _ in 1 2 3; do claim >>"$work/out"; done
is 'of many transactions at once, each job that was committed is done' "$(run -c "SELECT count(*) FROM reeve.job j
  WHERE NOT EXISTS (SELECT FROM reeve.job_end e WHERE e.job_id = j.job_id)
  AND NOT EXISTS (SELECT FROM reeve.job_timer t WHERE t.job_id = j.job_id)")" 0
is 'and the front has followed' "$(run -c "SELECT s.last_value - f.seq < 2000
  FROM reeve.job_front f, reeve.job_id_seq s WHERE f.priority = 0")" t
checked
