#!/usr/bin/env bash
# A report that an action answers, and the undo of that action, at the same time: whichever comes
# first, the proposal is in the queue in the end. Connects by libpq's environment as a superuser;
# REEVE_TEST_TEMPLATE is what the database is a copy of.
set -uo pipefail
base=undone_$$ senior=undone_senior_$$
sql() { psql -XqAt -v ON_ERROR_STOP=1 -d "$base" "$@"; }
finish() {
  psql -XqAt -d postgres -c "DROP DATABASE IF EXISTS $base WITH (FORCE)" -c "DROP ROLE IF EXISTS $senior"
}
trap finish EXIT
. "$(dirname "${BASH_SOURCE[0]}")/../checks.sh"
psql -Xqd postgres -c "CREATE DATABASE $base TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\"" \
  -c "CREATE ROLE $senior LOGIN IN ROLE reeve_senior" || { echo 'Bail out! no database'; exit 1; }
sql -c "INSERT INTO randevoo.users(first_name, last_name, provider) VALUES ('A', 'B', 'google')" \
  -c "INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('$senior', 'senior', 'test')" \
  -c "SELECT reeve.command_record('member.bootstrap', session_user,
    detail => '{\"members\": [\"$senior\"]}')" >/dev/null
key=$(sql -c 'SELECT max(id) FROM randevoo.users')
ban() { # sets action to a ban's number
  action=$(psql -XqAt -d "$base" -U "$senior" -c "SELECT message FROM reeve.action_perform('ban', 'randevoo', 'user', '$key',
    '{\"policy\": \"spam\", \"for\": \"30d\"}', NULL)")
  action=${action#A}
}
undo='SELECT outcome, code FROM reeve.undo_perform'
put="SELECT reeve.report_put(c.collection_id, '$key', 'fraud', 'x', NULL, NULL, 'randevoo/x', NULL,
  'suspend for 7d') FROM reeve.collection c WHERE c.app = 'randevoo' AND c.name = 'user'"
coproc one { exec psql -XqAt -d "$base" 2>&1; }
ask() { # STATEMENT
  echo "$1;" >&"${one[1]}"
  read -r answer <&"${one[0]}"
}

ban
ask "BEGIN; $put"
is 'an undo waits for a report that the action answers' \
  "$(psql -XqAt -d "$base" -U "$senior" -c "$undo($action, NULL, NULL)")" 'refused|busy'
ask "COMMIT; SELECT withdrawn_by FROM reeve.report WHERE report_id = $answer"
is 'the report is answered' "$answer" "$action"
is 'the undo is done' "$(psql -XqAt -d "$base" -U "$senior" -c "$undo($action, NULL, NULL)")" 'done|'
is 'and the proposal waits again' "$(sql -c 'SELECT count(*) FROM reeve.report WHERE withdrawn_by IS NULL')" 1

ban
exec {to}> >(exec psql -XqAt -d "$base" -U "$senior" >/dev/null 2>&1)
echo "BEGIN; $undo($action, NULL, NULL);" >&$to
# Not yet after its BEGIN.
until [ "$(sql -c "SELECT count(*) FROM pg_stat_activity
  WHERE usename = '$senior' AND state = 'idle in transaction' AND query LIKE '%undo_perform%'")" = 1 ]; do :; done
echo "$put;" >&"${one[1]}"
until [ "$(sql -c 'SELECT count(*) FROM pg_locks WHERE NOT granted')" = 1 ]; do :; done
echo 'COMMIT;' >&$to
read -r report <&"${one[0]}"
is 'a report waits for an undo that is being committed, and is not answered by what it undid' \
  "$(sql -c "SELECT withdrawn_by IS NULL FROM reeve.report WHERE report_id = $report")" t
exec {to}>&-
checked
