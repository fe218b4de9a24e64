#!/usr/bin/env bash
# Jobs whose claim was committed while its answer was lost on the way do not stay with a worker that knows nothing of them.
set -uo pipefail
cd "$(dirname "$0")/../../.."
. sql/tests/fixtures/work.sh
python3 sql/tests/fixtures/cut.py "$work/.s.PGSQL.5432" "$PGHOST/.s.PGSQL.${PGPORT:-5432}" \
  "$work/cut" &
pids+=($!)
until_true test -S "$work/.s.PGSQL.5432"
probes() { sql -c "SELECT count(*) FROM reeve.enqueue((SELECT array_agg('{\"kind\": \"worker.probe\"}'::jsonb)
  FROM generate_series(1, $1)))" >"$work/out"; }

start_worker "host=$work port=5432"
probes 2
ok 'a worker runs jobs' until_true completed 2
sql -c "UPDATE reeve.queue SET paused_at = now()"
probes 3
# At once, so that no claim before them is the one whose answer is lost.
sql -c BEGIN -c "UPDATE reeve.queue SET paused_at = NULL" -c "\\! touch '$work/cut'" -c COMMIT
until_true test ! -e "$work/cut"
ok 'jobs whose claim was never answered run as well' until_true completed 5
checked
