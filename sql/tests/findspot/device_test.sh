#!/usr/bin/env bash
# What an app's phones and its backend get, with real logins: which devices there are and which are dead, what the team
# sees of them, and which rows actions have changed, in order, however late a transaction commits. Needs PGHOST.
set -euo pipefail
reeve=${REEVE:-$(cd "$(dirname "$0")/../../.." && pwd)/.build/debug/reeve}
name=devices_$$
root() { psql -XqAt -v ON_ERROR_STOP=1 -U postgres -d "${2:-$name}" -c "$1"; }
work=$(mktemp -d)
finish() {
  root "DROP DATABASE IF EXISTS $name WITH (FORCE)" postgres
  root "DROP ROLE IF EXISTS ${name}_app, ${name}_other, ${name}_mod, ${name}_viewer, ${name}_senior" postgres
  rm -rf "$work"
}
trap finish EXIT
fail() { echo "FAIL: $1" >&2; exit 1; }
is() { [ "$2" = "$3" ] || fail "$1: found $2, wanted $3"; }
root "CREATE DATABASE $name" postgres
for role in app other mod viewer senior; do root "CREATE ROLE ${name}_$role LOGIN" postgres; done
dsn="host=$PGHOST user=postgres dbname=$name"
"$reeve" upgrade --dsn "$dsn" --first-admin "${name}_senior" >"$work/log" 2>&1
"$reeve" sample load findspot --dsn "$dsn" >>"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
root "GRANT reeve_app, findspot_app TO ${name}_app; GRANT reeve_app TO ${name}_other;
  GRANT reeve_moderator TO ${name}_mod; GRANT reeve_viewer TO ${name}_viewer;
  INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('${name}_mod', 'moderator', 'test'),
    ('${name}_viewer', 'viewer', 'test')"
ask() { psql -XqAt -v ON_ERROR_STOP=1 -U "${name}_$1" -d "$name" -c "$2" 2>&1; }
refused() { # LOGIN SQL TEXT WHAT
  local said
  if said=$(ask "$1" "$2"); then fail "$4: $said"; fi
  [[ $said == *"$3"* ]] || fail "$4: $said"
}
console() { "$reeve" --app findspot --dsn "host=$PGHOST user=${name}_$1 dbname=$name" -c "$2" 2>&1; }

# The app's own login, and what others may not.
for who in 1 2; do ask app "SELECT findspot.device_register($who, 'token-of-$who', 'ios', '2.1.0', now())" >/dev/null; done
ask app "SELECT findspot.device_register(1, 'token-old-1', 'android', '1.9', now() - interval '1 day')" >/dev/null
is 'the sender learns where to send' "$(ask app "SELECT token FROM reeve.device_tokens('findspot', 'user:1')
  WHERE token ~ '^token'")" $'token-of-1\ntoken-old-1'
refused app 'SELECT token FROM findspot.devices' 'permission denied' 'the app reads its table'
refused other "SELECT * FROM reeve.device_tokens('findspot', 'user:1')" 'not a login of app' "another app's sender"
refused other "SELECT reeve.device_dead('findspot', 'user:1', 'token-of-1')" 'not a login of app' 'reports'
refused mod "SELECT * FROM reeve.device_tokens('findspot', 'user:1')" 'permission denied' 'a moderator reads tokens'
refused mod "SELECT reeve.device_dead('findspot', 'user:1', 'token-of-1')" 'permission denied' 'and removes them'
refused viewer "SELECT * FROM reeve.app_devices(NULL, NULL, NULL, NULL)" 'permission denied' 'nor by what is below'
is 'a dead one is removed' "$(ask app "SELECT reeve.device_dead('findspot', 'user:1', 'token-old-1')")" t
is 'once' "$(ask app "SELECT reeve.device_dead('findspot', 'user:1', 'token-old-1')")" f
refused app "SELECT reeve.device_dead('findspot', 'user:1', 'token-of-2')" "another person's" "another person's"
# A sender has prepared statements and a temporary table, as drivers do.
is 'within what a driver does' "$(psql -XqAt -v ON_ERROR_STOP=1 -U "${name}_app" -d "$name" <<SQL
CREATE TEMP TABLE mine(n int);
PREPARE gone(text) AS SELECT reeve.device_dead('findspot', 'user:2', \$1);
BEGIN;
EXECUTE gone('token-of-2');
COMMIT;
EXECUTE gone('token-of-2');
SQL
)" $'t\nf'
ask app "SELECT findspot.device_register(2, 'token-of-2', 'ios', '2.1.0', now())" >/dev/null
for who in mod viewer; do
  console "$who" 'devices user:1' >"$work/out" || fail "$(cat "$work/out")"
  grep -q 'ios.*2\.1\.0.*•••' "$work/out" && ! grep -q token-of "$work/out" || fail "the list: $(cat "$work/out")"
done
console mod 'devices place:1' >"$work/out" && fail 'a place has devices' || grep -q 'declares no devices' "$work/out"
device=$(root "SELECT id FROM findspot.devices WHERE token = 'token-of-1'")
console mod "reveal device:$device token --why 'court 12'" >"$work/out" || fail "$(cat "$work/out")"
grep -q token-of-1 "$work/out" || fail "a reveal shows it: $(cat "$work/out")"
console viewer "reveal device:$device token --why 'curious'" >"$work/out" && fail 'a viewer reveals' || true
console mod 'suspend user:1 --policy misleading --for 1d --yes' >"$work/out" || fail "$(cat "$work/out")"
is 'nothing is sent to who is suspended' "$(ask app "SELECT count(*) FROM reeve.device_tokens('findspot', 'user:1')")" 0
console viewer 'devices user:1' >"$work/out" || fail "$(cat "$work/out")"
grep -q 'hidden until' "$work/out" || fail "the list says what hides it: $(cat "$work/out")"
console mod "undo A$(root 'SELECT max(action_id) FROM reeve.action') --yes" >"$work/out" || fail "$(cat "$work/out")"
is 'and again after the undo' "$(ask app "SELECT count(*) FROM reeve.device_tokens('findspot', 'user:1')
  WHERE token = 'token-of-1'")" 1

# Follows what has changed from a cursor; prints rows, then the next cursor.
follow() { ask app "SELECT coalesce(collection || ':' || key, 'at ' || cursor)
  FROM reeve.invalidation_list('findspot', '$1', 1000)"; }
refused mod "SELECT * FROM reeve.invalidation_list('findspot', '0')" 'permission denied' 'a moderator follows'
refused other "SELECT * FROM reeve.invalidation_list('findspot', '0')" 'not a login of app' 'another app follows'
start=$(ask app "SELECT cursor FROM reeve.invalidation_list('findspot')")
# One that commits late: what began after it waits for it, and neither is lost.
act="SELECT outcome FROM reeve.action_perform('note', 'findspot', 'place',"
given="'{\"why\": \"seen\"}', NULL)"
coproc LATE { psql -XqAt -U "${name}_mod" -d "$name" 2>&1; }
late=$! # The shell forgets LATE_PID as soon as the process has ended.
printf "BEGIN;\n%s '101', %s;\n" "$act" "$given" >&"${LATE[1]}"
read -r said <&"${LATE[0]}"
is 'a transaction that is slow to commit' "$said" done
console mod 'note place:102 seen' >"$work/out" || fail "$(cat "$work/out")"
is 'what began later is not shown before it' "$(follow "$start" | { grep -c 'place:10' || true; })" 0
middle=$(follow "$start" | sed -n 's/^at //p')
printf 'COMMIT;\n\\q\n' >&"${LATE[1]}"
wait "$late" || true
console mod 'hide place:103 --policy misleading --for 1d --yes' >"$work/out" || fail "$(cat "$work/out")"
is 'then each comes, once' "$(follow "$middle" | grep '^place:' | sort | tr '\n' ' ')" 'place:101 place:102 place:103 '
is 'from any point' "$(follow 0 | grep '^place:10[123]$' | sort | tr '\n' ' ')" 'place:101 place:102 place:103 '

# Many at once, while a backend follows.
cursor=$(follow "$middle" | sed -n 's/^at //p')
acting=()
for session in 0 1 2 3; do
  for n in $(seq 0 14); do
    echo "BEGIN; $act '$((200 + session * 20 + n))', $given; SELECT count(*) FROM generate_series(1, $((RANDOM * 5))); COMMIT;"
  done >"$work/act$session.sql"
  psql -XqAt -U "${name}_mod" -d "$name" -f "$work/act$session.sql" >"$work/acted$session" 2>&1 &
  acting+=($!)
done
: >"$work/followed"
poll() {
  ask mod 'SELECT reeve.record_seal()' >/dev/null
  follow "$cursor" >"$work/page"
  grep -v '^at ' "$work/page" >>"$work/followed" || true
  cursor=$(sed -n 's/^at //p' "$work/page")
}
while kill -0 "${acting[@]}" 2>/dev/null; do poll; done
for process in "${acting[@]}"; do wait "$process" || true; done
poll
poll
root "SELECT 'place:' || key FROM reeve.action a JOIN reeve.collection c USING (collection_id)
  WHERE c.name = 'place' AND a.key::int BETWEEN 200 AND 299" | sort >"$work/acted"
[ "$(wc -l <"$work/acted")" -ge 50 ] || fail "few acted: $(head -3 "$work"/acted0)"
grep '^place:' "$work/followed" | sort | diff - "$work/acted" >"$work/diff" || fail "followed and acted: $(cat "$work/diff")"
echo ok
