#!/usr/bin/env bash
# A sweep waits for a repeatable read that has not written yet, whose snapshot does not show it the ban, and hides what
# that adds; an erasure makes its second pass after it. A sweep waits as well for a transaction that keeps its subject
# locked.
# The cluster is this script's own. REEVE is the console.
set -uo pipefail
cd "$(dirname "$0")/../../.."
. sql/tests/fixtures/shop.sh
open_shop <<'SQL'
CREATE ROLE shop_client LOGIN IN ROLE reeve_app;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_client;
GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA "Odd Shop" TO shop_client;
SQL
step() { # FUNCTION ARGUMENTS OF THE JOB: a step of a job, whose transactions of set-up have ended
  sql -c "SET lock_timeout = '200ms'" -c "SELECT (reeve.$1(jsonb_populate_record(NULL::reeve.job, '$2'),
    jsonb_populate_record(NULL::reeve.job_progress, '{\"done\": 0}'), 1000)).state"
}
coproc client { PGUSER=shop_client exec psql -XqAt 2>&1; }
ask() { # STATEMENTS
  echo "$1 SELECT 'done';" >&"${client[1]}"
  read -r answer <&"${client[0]}"
}

ask 'BEGIN ISOLATION LEVEL REPEATABLE READ;'
action=$(sql -U shop_ann -c "SELECT message FROM reeve.action_perform('ban', 'shop', 'person', '1',
  '{\"policy\": \"spam\", \"for\": \"7d\"}', NULL)")
sweep() { step action_sweep "{\"args\": {\"action_id\": ${action#A}}}"; }
is 'the sweep waits for the snapshot' "$(sweep)" scheduled
ask "INSERT INTO \"Odd Shop\".item(stall_code, nr, title) VALUES ('a-1', 9, 'Late'); COMMIT;"
is 'and is completed after it' "$(sweep)" completed
is 'what was added is hidden' "$(sql -c 'SELECT hidden_until > now() FROM "Odd Shop".item WHERE nr = 9')" t

ask "BEGIN; UPDATE \"Odd Shop\".\"Person\" SET email = email WHERE id = 1;
  INSERT INTO \"Odd Shop\".item(stall_code, nr, title) VALUES ('a-1', 10, 'Later');"
is 'a row that stays locked is no failure' "$(sweep)" scheduled
ask 'COMMIT;'
is 'it is swept after that' "$(sweep), $(sql -c 'SELECT hidden_until > now() FROM "Odd Shop".item WHERE nr = 10')" \
  'completed, t'

ask 'BEGIN ISOLATION LEVEL REPEATABLE READ;'
sql -c "DELETE FROM reeve.approval_rule"
sql -U shop_sam -c "SELECT outcome FROM reeve.action_perform('erase', 'shop', 'person', '3', '{\"why\": \"asked\"}', NULL)" \
  >"$work/erased"
is 'the second pass of an erasure waits for a snapshot' "$(cat "$work/erased"), $(step erasure_run '{"app": "shop"}')" \
  'done, scheduled'
ask "INSERT INTO \"Odd Shop\".item(stall_code, nr, title) VALUES ('c', 9, 'By Carl Client'); COMMIT;"
until [ "$(step erasure_run '{"app": "shop"}')" != running ]; do :; done
is 'and erases what was added' "$(sql -c "SELECT title FROM \"Odd Shop\".item WHERE nr = 9 AND stall_code = 'c'")" Nothing
checked
