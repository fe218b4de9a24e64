#!/usr/bin/env bash
# A case that somebody reopens while another is opened about the same is refused and recorded, as any refusal is.
# Connects by libpq's environment as a superuser; REEVE_TEST_TEMPLATE is what the database is a copy of.
set -uo pipefail
base=reopen_$$ one=reopen_one_$$ other=reopen_other_$$
sql() { psql -XqAt -v ON_ERROR_STOP=1 -d "$base" "$@"; }
finish() {
  psql -XqAt -d postgres -c "DROP DATABASE IF EXISTS $base WITH (FORCE)" -c "DROP ROLE IF EXISTS $one, $other"
  rm -f "$out"
}
out=$(mktemp)
trap finish EXIT
. "$(dirname "${BASH_SOURCE[0]}")/../checks.sh"
psql -Xqd postgres -c "CREATE DATABASE $base TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\"" \
  -c "CREATE ROLE $one LOGIN IN ROLE reeve_moderator; CREATE ROLE $other LOGIN IN ROLE reeve_moderator" ||
  { echo 'Bail out! no database'; exit 1; }
sql -c "INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('$one', 'moderator', 'test'),
    ('$other', 'moderator', 'test')" \
  -c "SELECT reeve.command_record('member.bootstrap', session_user,
    detail => '{\"members\": [\"$one\", \"$other\"]}')" \
  -c "SELECT randevoo.user_register('User', '', 'google', 'x')" >/dev/null
report() {
  sql -c "SELECT reeve.report_put(c.collection_id, (SELECT max(u.id)::text FROM randevoo.users u), 'fraud', 'x', NULL,
    NULL, NULL) FROM reeve.collection c WHERE c.app = 'randevoo' AND c.name = 'user'" >/dev/null
}
queue="SELECT case_id FROM reeve.case_queue('randevoo')"
change() { # VERB [ARGUMENTS]
  sql -U "$one" -c "SELECT outcome, code FROM reeve.case_perform('$1', $case, '${2:-{\}}')" 2>&1 | head -n 1
}
coproc two { exec psql -XqAt -d "$base" -U "$other" 2>&1; }
ask() { # STATEMENT
  echo "$1;" >&"${two[1]}"
  read -r answer <&"${two[0]}"
}

report
case=$(sql -U "$one" -c "$queue")
change close '{"outcome": "dismissed", "why": "nothing"}' >/dev/null
report
ask "BEGIN; $queue"
is 'while the other is being opened it is busy' "$(change reopen)" 'refused|busy'
change reopen >"$out" &
reopening=$!
until_true eval '[ "$(sql -c "SELECT count(*) FROM pg_locks WHERE NOT granted")" = 1 ] || ! kill -0 $reopening 2>/dev/null'
ask "COMMIT; SELECT 'committed'"
wait "$reopening"
is 'and it is when the other one is there at last' "$(cat "$out")" 'refused|busy'

is 'then they are told which one' "$(change reopen)" 'refused|state'
is 'all of it is on record' "$(sql -c "SELECT string_agg(m.code, ' ' ORDER BY m.command_id) FROM reeve.command m
  WHERE m.kind = 'case.reopen'")" 'busy busy state'
checked
