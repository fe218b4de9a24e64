#!/usr/bin/env bash
# A row that a session of the app keeps locked holds up the end of no other restriction.
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
echo 'COMMIT;' >&"${app[1]}"
until_true eval 'lift && [ "$(ended)" = "1 3" ]'
is 'and that of the locked row when it is free' "$(ended)" '1 3'
checked
