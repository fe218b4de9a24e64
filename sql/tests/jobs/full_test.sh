#!/usr/bin/env bash
# A job that runs while the server has no connection left waits for one: it has not been tried.
# Connects by libpq's environment as a superuser; REEVE is the console, REEVE_TEST_TEMPLATE what the database is a copy of.
set -uo pipefail
reeve=${REEVE:-$PWD/.build/debug/reeve}
base=full_$$ worker=
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
count() { [ "$(sql -c "SELECT count(*) FROM $1")" = 1 ]; }

"$reeve" work --sink "$work" --dsn "dbname=$base user=${base}_worker" >"$work/log" 2>&1 &
worker=$!
until_true count "pg_stat_activity WHERE usename = '${base}_worker' AND application_name ~ 'doorbell'"
# What it has it keeps; its handlers get none.
sql -c "ALTER ROLE ${base}_worker CONNECTION LIMIT 0"
job=$(sql -c "SELECT reeve.enqueue(ARRAY['{\"kind\": \"notify.deliver\", \"max_attempts\": 1}'::jsonb])")
until_true grep -qs "job $job .*too many connections" "$work/log"
until_true count "reeve.job_location(ARRAY[$job]) WHERE state <> 'running'"
is 'a job for which there is no connection is put off' "$(sql -c "SELECT l.state, l.attempt
  FROM reeve.job_location(ARRAY[$job]) l")" 'scheduled|0'
sql -c "ALTER ROLE ${base}_worker CONNECTION LIMIT -1"
ok 'and runs when there is one' until_true count "reeve.job_end WHERE job_id = $job AND outcome = 'completed'"
checked
