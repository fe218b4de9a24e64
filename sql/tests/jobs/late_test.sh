#!/usr/bin/env bash
# A job whose transaction commits late, behind jobs that have run, does not wait for the first worker of its queue,
# which may be full of long jobs, or about to stop.
# Connects by libpq's environment as a superuser; REEVE is the console, REEVE_TEST_TEMPLATE what the database is a copy of.
set -uo pipefail
reeve=${REEVE:-$PWD/.build/debug/reeve}
base=late_$$ worker=
work=$(mktemp -d)
sql() { psql -XqAt -v ON_ERROR_STOP=1 -d "$base" "$@"; }
finish() {
  [ -z "$worker" ] || { kill "$worker" && wait "$worker"; }
  psql -XqAt -d postgres -c "DROP DATABASE IF EXISTS $base WITH (FORCE)" -c "DROP ROLE IF EXISTS ${base}_worker"
  rm -rf "$work"
}
trap finish EXIT
. "$(dirname "${BASH_SOURCE[0]}")/../checks.sh"
transcript=$work/log
psql -Xqd postgres -c "CREATE DATABASE $base TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\"" \
  -c "CREATE ROLE ${base}_worker LOGIN IN ROLE reeve_worker" || { echo 'Bail out! no database'; exit 1; }
ended() { [ "$(sql -c "SELECT count(*) FROM reeve.job_end WHERE job_id = $1 AND outcome = 'completed'")" = 1 ]; }
probe="SELECT reeve.enqueue('worker.probe', '{}')"

# The first of the queue lives and claims nothing.
sql -c "SELECT nextval('reeve.job_id_seq')" -c "SELECT FROM reeve.worker_register('default', 'first', 1, '999.0.0')" \
  -c "UPDATE reeve.worker SET beat_at = 'infinity'" >"$work/out"
"$reeve" work --sink "$work" --dsn "dbname=$base user=${base}_worker" >"$work/log" 2>&1 &
worker=$!
ok 'another worker runs jobs' until_true ended "$(sql -c "$probe")"

coproc late { exec psql -XqAt -v ON_ERROR_STOP=1 -d "$base" 2>&1; }
printf '%s\n' 'BEGIN;' "$probe;" >&"${late[1]}"
read -r job <&"${late[0]}"
ok 'also one of a later transaction that commits sooner' until_true ended "$(sql -c "$probe")"
printf '%s\n' 'COMMIT;' "SELECT 'done';" >&"${late[1]}"
read -r done <&"${late[0]}"
ok "and then job $job, which was late" until_true ended "$job"
checked
