#!/usr/bin/env bash
# A job that runs while the server has no connection left waits for one: it has not been tried.
set -uo pipefail
cd "$(dirname "$0")/../../.."
. sql/tests/fixtures/work.sh
count() { [ "$(sql -c "SELECT count(*) FROM $1")" = 1 ]; }

start_worker
until_true count "pg_stat_activity WHERE usename = '${base}_worker' AND application_name ~ 'doorbell'"
# What it has it keeps; its handlers get none.
sql -c "ALTER ROLE ${base}_worker CONNECTION LIMIT 0"
job=$(sql -c "SELECT reeve.enqueue(ARRAY['{\"kind\": \"notify.deliver\", \"max_attempts\": 1}'::jsonb])")
until_true grep -qs "job $job .*too many connections" "$work/log"
until_true count "reeve.job_location(ARRAY[$job]) WHERE state <> 'running'"
is 'a job for which there is no connection is put off' "$(sql -c "SELECT l.state, l.attempt
  FROM reeve.job_location(ARRAY[$job]) l")" 'scheduled|0'
sql -c "ALTER ROLE ${base}_worker CONNECTION LIMIT -1"
ok 'and runs when there is one' until_true has_completed "$job"
checked
