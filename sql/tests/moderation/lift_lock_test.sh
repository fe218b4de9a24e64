#!/usr/bin/env bash
# A row that a session of the app keeps locked holds up the end of no other restriction; nor does whoever ends them wait
# for it while holding others, which would be a deadlock for the app.
# The cluster is this script's own. REEVE is the console.
set -uo pipefail
cd "$(dirname "$0")/../../.."
. sql/tests/fixtures/shop.sh
open_shop </dev/null
for person in 1 3; do
  sql -U shop_ann -c "SELECT outcome FROM reeve.action_perform('ban', 'shop', 'person', '$person',
    '{\"policy\": \"spam\", \"for\": \"1h\"}', NULL)" >/dev/null
done
sql -c "UPDATE reeve.action SET until = now() - interval '1 s'"
coproc app { exec psql -XqAt; }
printf '%s\n' 'BEGIN;' 'UPDATE "Odd Shop"."Person" SET email = email WHERE id = 1;' '\echo done' >&"${app[1]}"
read -r _ <&"${app[0]}"
lift() { sql -c "SET lock_timeout = '200ms'" -c 'SELECT (reeve.action_lift(NULL, NULL, 100)).state' >/dev/null; }
ended() { sql -c "SELECT string_agg(key, ' ' ORDER BY key) FROM reeve.action WHERE verb = 'ban' AND reversed_by IS NOT NULL"; }
lift
is 'the ban of another ends' "$(ended)" 3
sql -U shop_ann -c "SELECT outcome FROM reeve.action_perform('ban', 'shop', 'person', '3',
  '{\"policy\": \"spam\", \"for\": \"1h\"}', NULL)" >/dev/null
sql -c "UPDATE reeve.action SET until = now() - CASE key WHEN '3' THEN interval '2 s' ELSE '1 s' END
  WHERE reversed_by IS NULL"
sql -c "SET lock_timeout = '60s'" -c 'SELECT (reeve.action_lift(NULL, NULL, 100)).state' >/dev/null &
lifting=$!
PATIENCE=20 until_true eval '! kill -0 $lifting 2>/dev/null'
is 'who has ended one restriction waits for no row of another' "$(ended)" '3 3'
echo 'COMMIT;' >&"${app[1]}"
wait "$lifting"
until_true eval 'lift && [ "$(ended)" = "1 3 3" ]'
is 'and that of the locked row when it is free' "$(ended)" '1 3 3'
checked
