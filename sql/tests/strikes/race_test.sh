#!/usr/bin/env bash
# What an undo withdraws while somebody looks at the queue opens no case; and strikes of one person by two sessions at
# once reach a threshold together.
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

first=$(sql -U shop_ann -c "$(hide 1)")
action=$(sql -U shop_ann -c "$(hide 2)")
ask "BEGIN; $(undo "$action")"
sql -U shop_bob -c "$queue" >"$work/queue" &
looking=$!
until_true eval 'waits || ! kill -0 $looking 2>/dev/null'
ask "COMMIT; SELECT 'committed'"
wait "$looking"
is 'the queue holds no case of what is being withdrawn' "$(cat "$work/queue")" ''
is 'nor does it later' "$(sql -U shop_bob -c "$queue"), $(sql -c 'SELECT count(*) FROM reeve.case')" ', 0'
sql -U shop_ann -c "$(undo "$first")" >/dev/null

queue="SELECT key FROM reeve.case_queue('shop')"
both() { # FIRST SECOND: what is open once ann's session did FIRST and, before its commit, bob did SECOND
  ask "BEGIN; $1"
  sql -U shop_bob -c "$2" >"$work/bob" &
  local other=$!
  until_true eval 'waits || ! kill -0 $other 2>/dev/null'
  ask "COMMIT; SELECT 'committed'"
  wait "$other"
  sql -U shop_bob -c "$queue"
}
in_force() { sql -c "SELECT action_id FROM reeve.action WHERE verb = 'hide' AND reversed_by IS NULL"; }
is 'two strikes at once are a case' "$(both "$(hide 2)" "$(hide 3)")" 1
sql -U shop_bob -c "$(undo "$(cat "$work/bob")")" >/dev/null
is 'a strike that is added while another is undone is none' \
  "$(both "$(undo "$(in_force)")" "$(hide 4)")" ''
is 'nor is one that is undone while another is added' \
  "$(both "$(hide 1)" "$(undo "$(in_force)")")" ''
checked
