#!/usr/bin/env bash
# Jobs whose claim was committed while its answer was lost on the way do not stay with a worker that knows nothing of them.
# Connects by libpq's environment as a superuser, over a socket; REEVE is the console, REEVE_TEST_TEMPLATE what the
# database is a copy of.
set -uo pipefail
reeve=${REEVE:-$PWD/.build/debug/reeve}
base=unheard_$$ worker= line=
work=$(mktemp -d)
sql() { psql -XqAt -v ON_ERROR_STOP=1 -d "$base" "$@"; }
finish() {
  [ -z "$worker" ] || { kill "$worker" && wait "$worker"; }
  [ -z "$line" ] || { kill "$line" && wait "$line"; } 2>/dev/null
  psql -XqAt -d postgres -c "DROP DATABASE IF EXISTS $base WITH (FORCE)" -c "DROP ROLE IF EXISTS ${base}_worker"
  rm -rf "$work"
}
trap finish EXIT
. "$(dirname "${BASH_SOURCE[0]}")/../checks.sh"
transcript=$work/log
psql -Xqd postgres -c "CREATE DATABASE $base TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\"" \
  -c "CREATE ROLE ${base}_worker LOGIN IN ROLE reeve_worker" || { echo 'Bail out! no database'; exit 1; }
python3 "$(dirname "${BASH_SOURCE[0]}")/../fixtures/cut.py" "$work/.s.PGSQL.5432" "$PGHOST/.s.PGSQL.${PGPORT:-5432}" \
  "$work/cut" &
line=$!
until_true test -S "$work/.s.PGSQL.5432"
ended() { [ "$(sql -c "SELECT count(*) FROM reeve.job_end WHERE outcome = 'completed'")" = "$1" ]; }
probes() { sql -c "SELECT count(*) FROM reeve.enqueue((SELECT array_agg('{\"kind\": \"worker.probe\"}'::jsonb)
  FROM generate_series(1, $1)))" >"$work/out"; }

"$reeve" work --sink "$work" --dsn "host=$work port=5432 dbname=$base user=${base}_worker" >"$work/log" 2>&1 &
worker=$!
probes 2
ok 'a worker runs jobs' until_true ended 2
sql -c "UPDATE reeve.queue SET paused_at = now()"
probes 3
# At once, so that no claim before them is the one whose answer is lost.
sql -c BEGIN -c "UPDATE reeve.queue SET paused_at = NULL" -c "\\! touch '$work/cut'" -c COMMIT
until_true test ! -e "$work/cut"
ok 'jobs whose claim was never answered run as well' until_true ended 5
checked
