#!/usr/bin/env bash
# Sessions of real logins that keep what locks they can get, and idle: the others continue. Connects by
# libpq's environment as a superuser, to a copy of REEVE_TEST_TEMPLATE that it makes and drops. Exits 0 only
# if nobody is stopped.
set -euo pipefail
name=reeve_locks_$$
work=$(mktemp -d)
admin=${PGDATABASE:-postgres}
logins=(senior other moderator viewer nobody operator other_operator)
declare -A input output pid

run() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
as() { PGUSER=locks_$1_$$ run -d "$name" -c "$2"; } # LOGIN STATEMENT
finish() {
  local status=$? login
  for login in "${!pid[@]}"; do kill "${pid[$login]}" 2>/dev/null || true; done
  run -d "$admin" -c "DROP DATABASE IF EXISTS $name WITH (FORCE)"
  for login in "${logins[@]}"; do run -d "$admin" -c "DROP ROLE IF EXISTS locks_${login}_$$"; done
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT

# Opens a session of LOGIN, runs STATEMENTS in it, and leaves it open.
hold() {
  local login=$1 fd line
  mkfifo "$work/$login.in" "$work/$login.out"
  PGUSER=locks_${login}_$$ psql -XqAt -d "$name" <"$work/$login.in" >"$work/$login.out" 2>&1 &
  pid[$login]=$!
  exec {fd}>"$work/$login.in"
  input[$login]=$fd
  exec {fd}<"$work/$login.out"
  output[$login]=$fd
  printf '%s\n\\echo ready\n' "$2" >&"${input[$login]}"
  : >"$work/$login.told"
  while read -r line <&"${output[$login]}" && [ "$line" != ready ]; do
    echo "$line" >>"$work/$login.told"
  done
}
# Ends the session of LOGIN, which rolls back.
release() {
  local login=$1 fd=${input[$1]}
  exec {fd}>&-
  wait "${pid[$login]}" || true
  fd=${output[$login]}
  exec {fd}<&-
  unset "pid[$login]"
  rm "$work/$login.in" "$work/$login.out"
}
count=0
is() { # WHAT WANTED GOT
  count=$((count + 1))
  [ "$2" = "$3" ] || { printf 'FAILED: %s\n  wanted: %s\n  got: %s\n' "$1" "$2" "$3" >&2; exit 1; }
}
told() { grep -q "$2" "$work/$1.told" || { cat "$work/$1.told" >&2; exit 1; }; } # LOGIN PATTERN

run -d "$admin" -c "CREATE DATABASE $name TEMPLATE ${REEVE_TEST_TEMPLATE:-reeve_template}"
{
  for login in "${logins[@]}"; do echo "CREATE ROLE locks_${login}_$$ LOGIN;"; done
  while read -r rank login; do
    echo "GRANT reeve_$rank TO locks_${login}_$$;
      INSERT INTO reeve.member(role_name, rank, added_by)
      VALUES ('locks_${login}_$$', '$rank', 'test');"
  done <<<$'senior senior\nsenior other\nmoderator moderator\nviewer viewer'
  # shellcheck disable=SC2016
  echo "SELECT randevoo.user_register('User ' || n, '', 'google', 'c' || n)
    FROM generate_series(1, 30) n;"
  echo "ALTER ROLE locks_operator_$$ SUPERUSER; ALTER ROLE locks_other_operator_$$ SUPERUSER;"
} | run -d "$name" -o /dev/null

timed='{"policy": "fraud", "for": "7d"}'
ban() { # LOGIN USER [ARGUMENTS]
  as "$1" "SELECT outcome FROM reeve.action_perform('ban', 'randevoo', 'user', '$2',
    '${3:-$timed}', NULL)"
}
is 'control: a ban is done' 'done' "$(ban moderator 1)"

# Attack 46 and variants: a login without rank takes advisory locks, those of old keys and thousands.
hold nobody "SELECT count(pg_advisory_lock(hashtextextended(k, 0))) FROM unnest(ARRAY[
    'reeve.quota locks_moderator_$$', 'reeve.quota locks_senior_$$', 'reeve.hold randevoo',
    'reeve.reveal locks_moderator_$$', 'reeve.job_partition']) k;
  SELECT pg_advisory_lock(hashtext('reeve.case_intake'), 0);
  SELECT pg_advisory_lock(hashtext('reeve.job_delta_fold'), 0);
  SELECT count(pg_advisory_lock(n)) FROM generate_series(1, 3000) n;"
told nobody '^3000$'
is 'advisory locks stop no ban' 'done' "$(ban moderator 2)"
is '… nor a reveal' 'done' "$(as moderator "SELECT outcome FROM reeve.reveal_ask('fields',
  'randevoo', 'user', '2', '{\"fields\": [\"email\"], \"why\": \"x\"}')" || true)"
run -d "$name" -o /dev/null -c "SELECT reeve.report_put(c.collection_id, '3', 'fraud', NULL, NULL, NULL, NULL)
  FROM reeve.collection c WHERE c.app = 'randevoo' AND c.name = 'user'"
is '… nor the intake of reports' 'randevoo' "$(as moderator \
  "SELECT app_name FROM reeve.case_queue('randevoo') LIMIT 1")"
is '… nor new partitions' 't' "$(run -d "$name" -c "SELECT reeve.job_partition_keep() >= 0")"
is '… nor a legal hold' 'done' "$(as senior "SELECT outcome FROM reeve.action_perform('hold',
  'randevoo', 'user', '3', '{\"why\": \"a court\"}', NULL)")"
release nobody

# A viewer is refused, and stays in the transaction: it has locked nothing that others need.
permanent='{"policy": "fraud", "forever": true}'
is 'a ban for ever is proposed' 'proposed' "$(ban moderator 4 "$permanent")"
run -d "$name" -o /dev/null -c "INSERT INTO reeve.appeal(action_id, actors, collection_id, key,
  filed_by) SELECT a.action_id, ARRAY[a.actor], a.collection_id, a.key, 'test'
  FROM reeve.action a WHERE a.key = '1' AND a.verb = 'ban'"
approval=$(run -d "$name" -c 'SELECT max(approval_id) FROM reeve.approval')
action=$(run -d "$name" -c "SELECT action_id FROM reeve.action WHERE key = '2' AND verb = 'ban'")
appealed=$(run -d "$name" -c 'SELECT action_id FROM reeve.appeal')
hold viewer "BEGIN;
  SELECT code FROM reeve.action_perform('ban', 'randevoo', 'user', '5', '{}', NULL);
  SELECT code FROM reeve.undo_perform($action, 'x', NULL);
  SELECT code FROM reeve.approval_perform('approve', $approval, NULL, NULL);
  SELECT code FROM reeve.appeal_perform($appealed, 'upheld', 'x');
  SELECT app_name FROM reeve.case_queue('randevoo');
  SELECT code FROM reeve.team_perform('team.add', 'locks_nobody_$$', 'senior', NULL);"
is 'control: the viewer was refused each time' 5 "$(grep -c '^rank$' "$work/viewer.told")"
is 'a ban of the same user is done' 'done' "$(ban moderator 5)"
is 'the same proposal is approved' 'done' "$(as senior "SELECT outcome FROM
  reeve.approval_perform('approve', $approval, NULL, NULL)")"
is 'the same action is undone' 'done' "$(as senior "SELECT outcome FROM
  reeve.undo_perform($action, 'x', NULL)")"
is 'the same appeal is decided' 'done' "$(as senior "SELECT outcome FROM
  reeve.appeal_perform($appealed, 'upheld', 'x')")"
if [ "$(run -d "$name" -c "SELECT count(*) FROM pg_trigger WHERE tgname = 'command_seal'
  AND tgdeferrable")" = 0 ]; then
  # Attacks 44 and 45.
  printf 'SET CONSTRAINTS ALL IMMEDIATE;\n\\echo ready\n' >&"${input[viewer]}"
  while read -r line <&"${output[viewer]}" && [ "$line" != ready ]; do :; done
  is 'constraints made immediate stop nobody' 'done' "$(ban moderator 6)"
else
  echo 'not run: SET CONSTRAINTS, as commands are sealed in their commit'
fi
release viewer

# A transaction that began before others had a turn does not count by what it saw then.
look() { # USER
  echo "SELECT outcome FROM reeve.reveal_ask('fields', 'randevoo', 'user', '$1',
    '{\"fields\": [\"email\"], \"why\": \"x\"}');"
}
is 'control: a senior looks at an address' 'done' "$(as other "$(look 1)")"
hold other 'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1;'
is 'control: and at another' 'done' "$(as other "$(look 2)")"
printf '\\set VERBOSITY sqlstate\n%s\n\\echo ready\n' "$(look 3)" >&"${input[other]}"
while read -r line <&"${output[other]}" && [ "$line" != ready ]; do
  echo "$line" >>"$work/other.told"
done
told other '^ERROR:  40001$'
count=$((count + 1))
release other

# The turns of an action are locked, not written: a snapshot that is older than the action does not count.
hold moderator 'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1;'
is 'control: the same person acts in another session' 'done' "$(ban moderator 5)"
printf '\\set VERBOSITY sqlstate\n%s\n\\echo ready\n' "SELECT outcome FROM reeve.action_perform('ban', 'randevoo', 'user', '10',
  '$timed', NULL);" >&"${input[moderator]}"
while read -r line <&"${output[moderator]}" && [ "$line" != ready ]; do
  echo "$line" >>"$work/moderator.told"
done
told moderator '^ERROR:  40001$'
count=$((count + 1))
release moderator

# Locks that one asks for by name are refused.
for statement in 'LOCK TABLE reeve.member' 'LOCK TABLE reeve.turn IN ACCESS SHARE MODE' \
  'SELECT 1 FROM reeve.turn FOR UPDATE' 'LOCK TABLE randevoo.users' 'LOCK TABLE reeve.command' \
  'SELECT reeve.turn_take($$quota x$$)'; do
  is "$statement is refused" 42501 "$(PGUSER=locks_viewer_$$ psql -XqAt -d "$name" \
    -v VERBOSITY=sqlstate -c "BEGIN; $statement" 2>&1 | sed -n 's/^ERROR:  //p')"
done

# A moderator who may act keeps the row: the others are told who, and wait no longer than the limit.
hold moderator "BEGIN;
  SELECT outcome FROM reeve.action_perform('ban', 'randevoo', 'user', '7',
    '$timed', NULL);"
told moderator '^done$'
message=$(as senior "SELECT code, message FROM reeve.action_perform('ban', 'randevoo',
  'user', '7', '$timed', NULL)")
holder=$(run -d "$name" -c "SELECT pid FROM pg_stat_activity
  WHERE datname = '$name' AND usename = 'locks_moderator_$$'")
is 'a busy refusal names process, login and program' 1 \
  "$(grep -c "^busy|.*process $holder of locks_moderator_$$ (psql) since .* UTC" <<<"$message")"
is 'acts on others go on' 'done' "$(ban senior 8)"

# The same by a transaction that is prepared.
if [ "$(run -d "$name" -c 'SHOW max_prepared_transactions')" -gt 0 ] &&
  [ "$(run -d "$name" -c "SELECT count(*) FROM pg_trigger WHERE tgname = 'command_seal'
    AND tgdeferrable")" = 0 ]; then
  printf "PREPARE TRANSACTION 'locks_$$';\n\\\\echo ready\n" >&"${input[moderator]}"
  while read -r line <&"${output[moderator]}" && [ "$line" != ready ]; do :; done
  is 'a prepared transaction stops nobody else' 'done' "$(ban senior 9)"
  run -d "$name" -c "ROLLBACK PREPARED 'locks_$$'"
else
  echo 'not run: PREPARE TRANSACTION, which max_prepared_transactions or the seal does not allow'
fi
release moderator
# Two operators at once: while one applies a catalog, what the other reads waits, and is read.
hold operator "BEGIN; SELECT reeve.app_install('randevoo');"
PGUSER=locks_other_operator_$$ psql -XqAt -d "$name" >"$work/read" 2>&1 \
  -c "SELECT reeve.role_read('randevoo_owner', 'SELECT to_jsonb(1)')" &
reader=$!
until [ "$(run -d "$name" -c "SELECT count(*) FROM pg_stat_activity
  WHERE usename = 'locks_other_operator_$$' AND wait_event_type = 'Lock'")" = 1 ]; do
  kill -0 "$reader" 2>/dev/null || { cat "$work/read" >&2; exit 1; }
done
printf 'COMMIT;\n\\echo ready\n' >&"${input[operator]}"
wait "$reader" || true
is 'what was read meanwhile is read' 1 "$(cat "$work/read")"
release operator

echo "$count tests: nobody stopped the others"
