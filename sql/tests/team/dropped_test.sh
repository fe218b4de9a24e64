#!/usr/bin/env bash
# Nobody has an emergency rank once two seniors have dropped their name, even if they took it in a transaction that
# committed later; nor acts by a rank that was taken away after the snapshot of their transaction.
# Connects by libpq's environment as a superuser; REEVE_TEST_TEMPLATE is what the database is a copy of.
set -uo pipefail
base=dropped_$$ one=dropped_one_$$ two=dropped_two_$$ named=dropped_named_$$
sql() { psql -XqAt -v ON_ERROR_STOP=1 -d "$base" "$@"; }
finish() {
  psql -XqAt -d postgres -c "DROP DATABASE IF EXISTS $base WITH (FORCE)" -c "DROP ROLE IF EXISTS $one, $two, $named"
}
trap finish EXIT
. "$(dirname "${BASH_SOURCE[0]}")/../checks.sh"
psql -Xqd postgres -c "CREATE DATABASE $base TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\"" \
  -c "CREATE ROLE $one LOGIN IN ROLE reeve_senior; CREATE ROLE $two LOGIN IN ROLE reeve_senior" \
  -c "CREATE ROLE $named LOGIN IN ROLE reeve_moderator, reeve_senior" || { echo 'Bail out! no database'; exit 1; }
sql -c "INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('$one', 'senior', 'test'),
    ('$two', 'senior', 'test'), ('$named', 'moderator', 'test')" \
  -c "SELECT reeve.command_record('member.bootstrap', session_user,
    detail => '{\"members\": [\"$one\", \"$two\", \"$named\"]}')" \
  -c "SELECT randevoo.user_register('User', '', 'google', 'x')" >/dev/null
propose() { sql -U "$one" -c "SELECT message FROM reeve.glass_perform('glass.$1', '$named', $2, 'a test')"; }
approve() { sql -U "$two" -c "SELECT outcome FROM reeve.approval_perform('approve', ${1#P}, NULL, NULL)"; }
coproc emergency { exec psql -XqAt -d "$base" -U "$named" 2>&1; }
ask() { # STATEMENT
  echo "$1;" >&"${emergency[1]}"
  read -r answer <&"${emergency[0]}"
}

approve "$(propose name "'senior'")" >/dev/null
proposed=$(propose drop NULL)
ask "BEGIN; SELECT outcome FROM reeve.glass_break('1 hour', 'a test')"
is 'the rank is taken, and the name dropped before that commits' "$answer, $(approve "$proposed")" 'done, done'
ask "COMMIT; SELECT 'committed'"
is 'the login has its own rank' "$(sql -c "SELECT reeve.member_rank_of('$named')")" moderator

ask "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 'begun'"
proposed=$(sql -U "$one" -c "SELECT message FROM reeve.team_perform('team.remove', '$named', NULL, 'a test')")
approve "$proposed" >/dev/null
# Where no other database has Reeve, they have lost the right to call the function as well.
sql -c "SET client_min_messages = warning" -c "GRANT reeve_moderator TO $named"
echo "\\set VERBOSITY sqlstate" >&"${emergency[1]}"
ask "SELECT outcome FROM reeve.action_perform('note', 'randevoo', 'user', '1', '{\"why\": \"x\"}', NULL)"
is 'whoever was removed does not act by an older snapshot' "$answer" 'ERROR:  40001'
checked
