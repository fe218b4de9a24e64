#!/usr/bin/env bash
# A batch waits for no row of the app while it holds others: a session of the app that holds what the batch wants, and
# then wants what the batch holds, would be the victim of a deadlock.
# The cluster is this script's own. REEVE is the console.
set -uo pipefail
cd "$(dirname "$0")/../../.."
. sql/tests/fixtures/shop.sh
open_shop <<'SQL'
INSERT INTO "Odd Shop"."Person"(id, "Full Name") SELECT n, 'Crowd ' || n FROM generate_series(101, 199) n;
DELETE FROM reeve.approval_rule;
SQL
# It looks for deadlocks as soon as it waits.
coproc app { exec psql -XqAt -v VERBOSITY=sqlstate 2>&1; }
app() { printf '%s\n' "$@" '\echo done' >&"${app[1]}"; }
heard() { while read -r line <&"${app[0]}" && [ "$line" != done ]; do echo "$line"; done; }
hold() {
  app 'ROLLBACK;' "SET deadlock_timeout = '10ms';" 'BEGIN;' \
    "UPDATE \"Odd Shop\".\"Person\" SET email = email WHERE id IN ($1);"
  heard >/dev/null 2>&1
}
# Whoever waits for a transaction, and not only for its turn at a row.
waiting() { [ "$(sql -c "SELECT count(*) FROM pg_locks WHERE locktype = 'transactionid' AND NOT granted")" -ge "$1" ]; }
batch() { # name, keys, statement
  sql -U shop_ann -c "SELECT outcome FROM reeve.selection_make('$1', 'shop', 'person', '{$2}', NULL, FALSE)" >/dev/null
  sql -U shop_ann -c "SELECT outcome, message FROM reeve.batch_perform('ban', '$1',
    '{\"policy\": \"spam\", \"for\": \"1d\"}', NULL)"
}
told() { # batch: how many of how many, and who was left out
  sql -c "SELECT concat_ws(' ', b.changed || '/' || b.subjects, (
      SELECT string_agg(r.key || ' ' || r.code, ', ' ORDER BY r.key) FROM reeve.batch_refusal r
      WHERE r.batch_id = b.batch_id))
    FROM reeve.batch b WHERE b.batch_id = $1"
}

# It asks for a row that the batch may hold, as soon as the batch waits or has ended.
wants() {
  PATIENCE=10 until_true eval "waiting 1 || ! kill -0 $1 2>/dev/null"
  app "UPDATE \"Odd Shop\".\"Person\" SET email = email WHERE id = $2;"
}

hold '102, 103'
batch first '101,102,103,104' >/dev/null &
first=$!
wants "$first" 101
wait "$first"
app 'COMMIT;'
is 'a session of the app is not the victim of a batch' "$(heard; heard)" ''
like 'which leaves out the rows that stay locked' "$(told 1)" '^(2/4|1/4 101 busy,) 102 busy, 103 busy$'

# The batch waits for half a second at most: where the machine takes longer to see it wait, it is done again.
for ((try = 0, key = 105, id = 2; try < 25; try++, key += 3, id++)); do
  hold "$((key + 1))"
  batch "second$try" "$key,$((key + 1)),$((key + 2))" >/dev/null &
  second=$!
  wants "$second" "$key"
  app 'COMMIT;'
  wait "$second"
  found="$(heard; heard)$(told "$id")"
  [[ $found = *busy* ]] || break
done
is 'a row that is free again soon is not left out' "$found" '3/3'

hold "$((key + 1))"
undo() { sql -U shop_ann -c "SELECT outcome FROM reeve.batch_undo($id, 'a mistake')" >/dev/null; }
undo &
undo=$!
wants "$undo" "$key"
wait "$undo"
app 'COMMIT;'
like 'nor is a session of the app the victim of its undo' "$(heard; heard)$(told $((id + 1)))" \
  "^(2/3|1/3 $key busy,) $((key + 1)) busy\$"
undo
is 'and another undo undoes the rest' "$(sql -c "SELECT count(*), count(reversed_by) FROM reeve.action
  WHERE batch_id = $id")" '3|3'

# A dependent row.
sql -c "INSERT INTO \"Odd Shop\".stall(code, owner_id, title) VALUES ('s191', 191, 'Stall')"
app 'ROLLBACK;' 'BEGIN;' "UPDATE \"Odd Shop\".stall SET title = title WHERE code = 's191';"
heard >/dev/null
batch third '190,191,192' >/dev/null &
third=$!
wants "$third" 190
wait "$third"
app 'COMMIT;'
like 'nor where a row that depends on a subject is locked' "$(heard; heard)$(told $((id + 3)))" \
  '^(2/3|1/3 190 busy,) 191 busy$'
checked
