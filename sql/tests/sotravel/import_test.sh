#!/usr/bin/env bash
# What the former service wrote out is imported, whatever does not fit is quarantined and told; and of
# who withdrew their position, was banned, or was unknown, no coordinate is left: in no table, index,
# quarantine or log, and in no dump of the database.
set -euo pipefail
here=$(cd "$(dirname "$0")/../../.." && pwd)
reeve=${REEVE:-$here/.build/debug/reeve}
sources=$here/sql/apps/sotravel/sources
work=$(mktemp -d)
db=sotravel_import_$$
export REEVE_HOME=$work PGPORT=${PGPORT:-5432} PGUSER=${PGUSER:-postgres}
dsn="host=$PGHOST port=$PGPORT user=$PGUSER dbname=$db"
finish() {
  local status=$?
  trap - EXIT
  [ "$status" -eq 0 ] || cat "$work/said"
  psql -Xqd postgres -c "DROP DATABASE IF EXISTS $db WITH (FORCE)" -c 'DROP ROLE IF EXISTS sotravel_anna, sotravel_otto'
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT
ask() { psql -XqAt -v ON_ERROR_STOP=1 -d "$db" -c "$1"; }
is() { # WHAT HAVE WANT
  [ "$2" = "$3" ] && printf 'ok  %s\n' "$1" || { printf 'not ok  %s: %s, not %s\n' "$1" "$2" "$3"; exit 1; }
}
# Imports a file, says what it said, and tells its exit status.
import() { # FILE MAPPING
  local status=0
  "$reeve" import run "$work/$1" --mapping "$sources/$2.yaml" --dsn "$dsn" >>"$work/said" 2>&1 || status=$?
  echo "$status"
}

createdb -T "$REEVE_TEST_TEMPLATE" "$db"
"$reeve" sample load sotravel --schema-only --dsn "$dsn" 2>/dev/null

cat >"$work/users.json" <<'JSON'
[{"id": "7", "name": "Ann", "email": "ann@mail.example", "createdAt": "2026-01-02T03:04:05Z", "friends": ["8"]},
 {"id": "8", "name": "Bob", "createdAt": "2026-01-02T03:04:05Z"},
 {"id": "9", "name": "Cas", "createdAt": "2026-01-02T03:04:05Z"},
 {"id": "10", "name": "", "createdAt": "2026-01-02T03:04:05Z"}]
JSON
is 'users are imported, one without a name is not' "$(import users.json users)" 1
is 'three are there' "$(ask 'SELECT count(*) FROM sotravel.users')" 3
cat >"$work/identities.json" <<'JSON'
[{"userId": "7", "provider": "email", "id": "ann@mail.example", "email": "ann@mail.example"},
 {"userId": "7", "provider": "telegram", "id": "777", "username": "ann"},
 {"userId": "99", "provider": "telegram", "id": "999"}]
JSON
is 'a sign-in of nobody is quarantined' "$(import identities.json identities)" 1
is 'one person holds both' "$(ask 'SELECT count(*) FROM sotravel.identities')" 2
cat >"$work/trips.json" <<JSON
[{"id": "t1", "title": "Alps", "place": "Cortina", "mapType": "mountain", "start": "2026-01-01T00:00:00Z",
  "end": "$(date -u -d '+9 days' +%FT%TZ)"},
 {"id": "t2", "title": "Backwards", "place": "X", "start": "2026-02-01T00:00:00Z", "end": "2026-01-01T00:00:00Z"}]
JSON
is 'a trip that ends before it starts is quarantined' "$(import trips.json trips)" 1
cat >"$work/members.json" <<'JSON'
[{"tripId": "t1", "userId": "7", "role": "host"}, {"tripId": "t1", "userId": "8", "role": "traveller"},
 {"tripId": "t1", "userId": "9", "role": "traveller"}, {"tripId": "t1", "userId": "99", "role": "traveller"},
 {"tripId": "t2", "userId": "7", "role": "host"}]
JSON
is 'a member who is unknown, and a trip, are quarantined' "$(import members.json members)" 1
is 'the others are on it' "$(ask 'SELECT count(*) FROM sotravel.trip_members')" 3
echo '[{"userId": "7", "tripId": "t1"}, {"userId": "8", "tripId": "t1"}, {"userId": "9", "tripId": "t1"}]' \
  >"$work/current.json"
is 'each person has a current trip' "$(import current.json current)" 0
cat >"$work/events.json" <<'JSON'
[{"id": "e1", "tripId": "t1", "creatorId": "7", "title": "Walk", "location": {"lat": 46.5, "lng": 12.1},
  "start": "2026-01-03T10:00:00Z", "end": "2026-01-03T12:00:00Z", "status": "done"},
 {"id": "e2", "tripId": "t1", "creatorId": "7", "title": "Nowhere", "location": {"lat": 91, "lng": 12.1},
  "start": "2026-01-03T10:00:00Z", "end": "2026-01-03T12:00:00Z", "status": "active"}]
JSON
is 'an event at a latitude of 91 is quarantined' "$(import events.json events)" 1
echo '[{"eventId": "e1", "userId": "8", "inviterId": "7", "rsvp": "not going"},
  {"eventId": "e1", "userId": "9", "inviterId": "7", "rsvp": "maybe"}]' >"$work/invitations.json"
is 'an answer that is none is quarantined' "$(import invitations.json invitations)" 1
is 'the other is there' "$(ask 'SELECT status FROM sotravel.invitations')" not_going

now=$(date +%s)000
cat >"$work/chat.json" <<JSON
{"chats": {"17": {"kind": "event", "eventId": "e1", "tripId": "t1", "lastMessageId": "m2"},
           "18": {"kind": "group", "title": "Cooks", "tripId": "t1", "lastMessageId": "m9"}},
 "chatMembers": {"17": {"7": true, "8": true}, "18": {"7": true, "99": true}},
 "messages": {"17": {"m1": {"userId": "7", "text": "Hello", "time": 1767420000000},
                     "m2": {"userId": "8", "text": "Hi", "time": 1767420001000},
                     "m3": {"userId": "99", "text": "Who am I?", "time": 1767420002000}},
              "18": {"m4": {"userId": "7", "text": "Rice?", "time": 1767420003000}},
              "19": {"m5": {"userId": "7", "text": "No chat", "time": 1767420004000}}},
 "locations": {"7": {"lat": 46.5123401, "lng": 12.1432101, "time": $now},
               "8": {"lat": 46.5123402, "lng": 12.1432102, "time": $now},
               "9": {"lat": 46.5123403, "lng": 12.1432103, "time": $now},
               "99": {"lat": 46.5123404, "lng": 12.1432104, "time": $now}}}
JSON
# An export of 91 degrees, whose reason must not repeat what was wrong.
sed -e 's/"9": {"lat": 46.5123403/"9": {"lat": 91.5123403/' -e 's/"8": {"lat": 46.5123402/"8": {"lat": "north of all"/' \
  "$work/chat.json" >"$work/far.json"
is 'unknown ids in chats and positions are quarantined' "$(import far.json chat)" 1
is 'positions at a latitude of 91, or of words, too' "$(ask 'SELECT count(*) FROM sotravel.locations')" 1
is 'each with its reason' "$(grep -c 'locations_latitude_range\|author_id: no row of users where legacy_id is “99”' \
  "$work/said")" 2
is 'what was put right comes with the next run' "$(import chat.json chat)" 1
is 'chats keep their integer ids' \
  "$(ask "SELECT string_agg(legacy_id::text, ' ' ORDER BY legacy_id) FROM sotravel.chats")" '17 18'
is 'messages of who is known are there' "$(ask 'SELECT count(*) FROM sotravel.messages')" 3
is 'the last messages are compared' "$(ask "SELECT string_agg(fault, '; ') FROM sotravel.chat_faults()")" \
  'its last message is m4, it says m9'
is 'positions are there' "$(ask 'SELECT count(*) FROM sotravel.locations')" 3

# One withdraws, one is banned, one leaves.
id() { ask "SELECT id FROM sotravel.users WHERE legacy_id = '$1'"; }
ask "SELECT sotravel.location_withdraw($(id 8), now())" >/dev/null
psql -Xqd postgres -c 'CREATE ROLE sotravel_anna LOGIN IN ROLE reeve_senior' \
  -c 'CREATE ROLE sotravel_otto LOGIN IN ROLE reeve_auditor'
ask "INSERT INTO reeve.member(role_name, rank, added_by)
  VALUES ('sotravel_anna', 'senior', 'test'), ('sotravel_otto', 'auditor', 'test')"
is 'the ban is done' "$(psql -XqAt -d "$db" -U sotravel_anna -c "SELECT outcome FROM
  reeve.action_perform('ban', 'sotravel', 'user', '$(id 9)', '{\"policy\": \"harassment\", \"for\": \"7d\"}', NULL)")" done
ask "SELECT sotravel.trip_role_set($(id 7), (SELECT id FROM sotravel.trips WHERE legacy_id = 't1'), $(id 8), 'host',
  now()); SELECT sotravel.trip_leave($(id 7), (SELECT id FROM sotravel.trips WHERE legacy_id = 't1'), now())" >/dev/null
is 'no position is left' "$(ask 'SELECT count(*) FROM sotravel.locations')" 0
# Who is banned goes on sending, as an app sends values: apart from the statement.
echo 'SELECT sotravel.location_set(:who, :latitude, :longitude, now());' >"$work/send.sql"
for sent in 46.5123405 91.5123406; do
  ! "$PG_BIN/pgbench" -n -M extended -t 1 -f "$work/send.sql" -D who="$(id 9)" -D latitude="$sent" \
    -D longitude=12.1432105 "$db" >>"$work/said" 2>&1 || { echo 'not ok  a banned person shares a position'; exit 1; }
done

"$PG_BIN/pg_dump" "$db" >"$work/dump.sql"
"$reeve" import rejected 1 --dsn "$dsn" >>"$work/said" 2>&1 || true
"$reeve" audit export "$work/audit.txt" --dsn "${dsn/user=$PGUSER/user=sotravel_otto}" >>"$work/said" 2>&1
is 'the dump has what there is' "$(grep -c 'Cooks' "$work/dump.sql")" 1
# What the console and the worker keep of their own, and the log of the server, where it can be read.
find "$work" -type f ! -name '*.json' ! -name dump.sql ! -name said -exec cat {} + >"$work/files.txt"
[ ! -r "$PGHOST/log" ] || cat "$PGHOST/log" >>"$work/files.txt"
hex() { printf %s "$1" | od -An -tx1 | tr -d ' \n'; }
is 'quarantine keeps no text of a message' "$(grep -cF "$(hex '"No chat"')" "$work/dump.sql" || true)" 0
# North of all: also what a text that is no number said.
for number in 46.5123401 12.1432101 46.5123402 12.1432102 46.5123403 12.1432103 46.5123404 12.1432104 \
  91.5123403 'north of all' 46.5123405 91.5123406 12.1432105; do
  is "nothing has $number" "$(cat "$work/dump.sql" "$work/said" "$work/files.txt" | grep -cF -e "$number" -e "$(hex "$number")" || true)" 0
done
