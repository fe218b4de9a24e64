#!/usr/bin/env bash
# What an undo withdraws while somebody looks at the queue opens no case.
# The cluster is this script's own. REEVE is the console.
set -uo pipefail
cd "$(dirname "$0")/../../.."
. sql/tests/fixtures/shop.sh
open_shop <<'SQL'
UPDATE reeve.app SET manifest = manifest || '{"strikes": {"thresholds": [
  {"at": 2, "propose": "suspend", "for": "7d"}, {"at": 4, "propose": "ban"}]}}' WHERE app = 'shop';
SQL
hide() { echo "SELECT message FROM reeve.action_perform('hide', 'shop', 'item', '[\"a-1\", $1]', '{\"policy\": \"fraud\"}', NULL)"; }
undo() { echo "SELECT outcome FROM reeve.undo_perform(${1#A}, NULL, NULL)"; }
queue="SELECT case_id FROM reeve.case_queue('shop')"
coproc ann { PGUSER=shop_ann exec psql -XqAt 2>&1; }
ask() { # STATEMENT: what ann's session answers
  echo "$1;" >&"${ann[1]}"
  read -r answer <&"${ann[0]}"
}

sql -U shop_ann -c "$(hide 1)" >/dev/null
action=$(sql -U shop_ann -c "$(hide 2)")
ask "BEGIN; $(undo "$action")"
sql -U shop_bob -c "$queue" >"$work/queue" &
looking=$!
until_true eval 'waits || ! kill -0 $looking 2>/dev/null'
ask "COMMIT; SELECT 'committed'"
wait "$looking"
is 'the queue holds no case of what is being withdrawn' "$(cat "$work/queue")" ''
is 'nor does it later' "$(sql -U shop_bob -c "$queue"), $(sql -c 'SELECT count(*) FROM reeve.case')" ', 0'
checked
