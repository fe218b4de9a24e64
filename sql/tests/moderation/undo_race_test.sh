#!/usr/bin/env bash
# An undo finds the record of what it restores although another transaction, such as an erasure, is just changing it.
# Connects by libpq's environment as a superuser, and works in a copy of REEVE_TEST_TEMPLATE. REEVE is the console.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
reeve=${REEVE:-$root/.build/debug/reeve}
base=undo_$$ senior=undo_senior_$$
work=$(mktemp -d)
export REEVE_SHARE=${REEVE_SHARE:-$root} PGOPTIONS='-c client_min_messages=error'
unset DATABASE_URL
finish() {
  psql -XqAt -d postgres -c "DROP DATABASE IF EXISTS $base WITH (FORCE)" -c "DROP ROLE IF EXISTS $senior"
  rm -rf "$work"
}
trap finish EXIT
sql() { psql -XqAt -v ON_ERROR_STOP=1 -d "$base" "$@"; }
. "$root/sql/tests/checks.sh"
as_senior() { psql -XqAt -d "$base" -U "$senior" -c "$1"; }

psql -XqAt -d postgres -c "CREATE DATABASE $base TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\"" \
  -c "ALTER DATABASE $base RESET default_transaction_read_only"
"$reeve" sample load randevoo --replace --dsn "dbname=$base" >/dev/null 2>&1
sql -c "CREATE ROLE $senior LOGIN IN ROLE reeve_senior" -c "DELETE FROM reeve.approval_rule" \
  -c "INSERT INTO reeve.member VALUES ('$senior', 'senior', 'test')"
as_senior "SELECT outcome FROM reeve.action_perform('hide', 'randevoo', 'product', '1', '{\"policy\": \"spam\"}', NULL)" \
  >"$work/hidden"
action=$(sql -c 'SELECT max(action_id) FROM reeve.action')

outcome=
# The undo waits for half a second at most: where the machine takes longer to see it wait, it is done again.
for ((try = 0; try < 50; try++)); do
  coproc other { psql -XqAt -d "$base"; }
  writer=$! # other_PID is unset as soon as it has ended
  printf '%s\n' 'BEGIN;' "UPDATE reeve.effect SET before = before WHERE action_id = $action;" '\echo changed' >&"${other[1]}"
  read -r _ <&"${other[0]}"
  as_senior "SELECT outcome, code FROM reeve.undo_perform($action, 'a mistake', NULL)" >"$work/undone" 2>&1 &
  undo=$!
  while kill -0 $undo 2>/dev/null && [ "$(sql -c "SELECT count(*) FROM pg_stat_activity
    WHERE datname = '$base' AND usename = '$senior' AND wait_event_type = 'Lock'")" = 0 ]; do :; done
  printf 'COMMIT;\n\\q\n' >&"${other[1]}"
  wait $undo || true
  wait "$writer" || true
  outcome=$(cat "$work/undone")
  [ "$outcome" = 'refused|busy' ] || break
done
found="$(cat "$work/hidden"), $outcome, $(sql -c "SELECT count(*) FROM reeve.effect e
  WHERE e.action_id = $action AND e.undone_by > e.action_id")"
is 'the effect that was being changed is noted as undone' "$found" 'done, done|, 1'
checked
