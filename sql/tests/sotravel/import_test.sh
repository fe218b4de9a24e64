#!/usr/bin/env bash
# What the former service answered and its database held is imported: people with their sign-ins, trips that
# come with every member, events with answers inside, chats with times since 2001. What does not fit is
# quarantined by name and the rest arrives; a second run changes nothing, a later export only what differs and
# nobody's edit; who signed in to the former app is the same person here; and no position is anywhere.
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
  psql -Xqd postgres -c "DROP DATABASE IF EXISTS $db WITH (FORCE)" \
    -c 'DROP ROLE IF EXISTS sotravel_anna, sotravel_otto, sotravel_phone'
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT
ask() { psql -XqAt -v ON_ERROR_STOP=1 -d "$db" -c "$1"; }
. "$(dirname "${BASH_SOURCE[0]}")/../checks.sh"
# Imports a file, says what it said, and tells its exit status.
import() { # FILE MAPPING [ARG…]
  local status=0
  "$reeve" import run "$work/$1" --mapping "$sources/$2.yaml" --dsn "$dsn" "${@:3}" >"$work/last" 2>&1 || status=$?
  cat "$work/last" >>"$work/said"
  echo "$status"
}
heard() { "$reeve" import told "$(ask 'SELECT max(import_id) FROM reeve.import')" --dsn "$dsn"; }
told() { is "told: $1" "$(grep -c "$1" "$work/heard" || true)" 1; }
rejected() { is "rejected: $1" "$(grep -c "$1" "$work/last" || true)" "${2:-1}"; }
user() { printf '%08x-0000-4000-8000-%012x' "$1" "$1"; }

bash "$here/sql/tests/sotravel/answers.sh" "$work"

createdb -T "$REEVE_TEST_TEMPLATE" "$db"
"$reeve" sample load sotravel --schema-only --dsn "$dsn" 2>/dev/null
for kind in users trips members events chat; do
  is "all $kind are imported" "$(import $kind.json $kind)" 0
  [ "$kind" != members ] || heard >"$work/heard"
done
told 'first name differs where a trip lists them: 1, such as user'
heard >"$work/heard"
told 'have no way to sign in, but by the id of the former service: 39, such as user'
told 'names at instagram that are no address, and left out: 1'
told 'events whose time of day cannot be read, and which begin with the day: 1'
told 'chats that do not end as they said: 1'
is 'one of three messages is not the one that a chat said' "$(ask 'SELECT legacy_id, fault FROM sotravel.chat_faults()')" \
  '5|its message 3 from the end is M5-1, it says M5-9'
all="SELECT string_agg(x::text, E'\n') FROM (SELECT to_jsonb(u) x FROM sotravel.users u ORDER BY u.id) x UNION ALL
  SELECT string_agg(x::text, E'\n' ORDER BY x) FROM (SELECT to_jsonb(t) x FROM sotravel.trips t UNION ALL
  SELECT to_jsonb(t) FROM sotravel.trip_members t UNION ALL SELECT to_jsonb(t) FROM sotravel.events t UNION ALL
  SELECT to_jsonb(t) FROM sotravel.invitations t UNION ALL SELECT to_jsonb(t) FROM sotravel.chats t UNION ALL
  SELECT to_jsonb(t) FROM sotravel.chat_members t UNION ALL SELECT to_jsonb(t) FROM sotravel.messages t UNION ALL
  SELECT to_jsonb(t) FROM sotravel.identities t UNION ALL SELECT to_jsonb(t) FROM sotravel.social_links t) x"
ask "$all" >"$work/before"
is 'people are who they were' "$(ask "SELECT concat_ws(' ', name, email, photo_url, created_at AT TIME ZONE 'UTC')
  FROM sotravel.users WHERE legacy_id = '$(user 4)'")" 'First4 Last4 person4@mail.example https://i.example/p4 2023-03-08 10:11:12.345'
is 'with their links' "$(ask "SELECT string_agg(l.url, ' ' ORDER BY l.kind) FROM sotravel.social_links l JOIN sotravel.users u
  ON u.id = l.user_id WHERE u.legacy_id = '$(user 4)'")" 'https://www.instagram.com/insta4/ https://t.me/tele4'
is 'a trip is one, to the end of its last day' "$(ask "SELECT count(*) || ' ' || min(concat_ws(' ', title, place, starts_at AT TIME ZONE 'UTC',
  ends_at AT TIME ZONE 'UTC')) FROM sotravel.trips WHERE legacy_id = '2'")" '1 Trip 2 Krabi 2023-04-03 00:00:00 2023-04-06 00:00:00'
is 'all are on their trips' "$(ask 'SELECT count(*) FROM sotravel.trip_members')" 240
is 'who led trips, or called the first event, is host' "$(ask "SELECT string_agg(t.legacy_id || ' ' || u.name, ', ' ORDER BY t.id) FROM
  sotravel.trip_members m JOIN sotravel.users u ON u.id = m.user_id JOIN sotravel.trips t ON t.id = m.trip_id
  WHERE m.role = 'host' AND t.legacy_id IN ('1', '2', '3')")" '1 First24 Last24, 2 First25, 3 First2 Last2'
is 'each trip has one' "$(ask "SELECT count(*) FROM sotravel.trip_members WHERE role = 'host'")" 24
is 'the trip that they were on is shown' "$(ask 'SELECT count(current_trip_id) FROM sotravel.users')" 60
is 'an event is what it was' "$(ask "SELECT concat_ws('|', title, details, place, starts_at AT TIME ZONE 'UTC', ends_at - starts_at, status)
  FROM sotravel.events WHERE legacy_id IN ('7', '8', '10', '11') ORDER BY id")" 'Event 7|d7|Beach (Lobby)|2023-04-09 19:30:00|02:00:00|planned
Event 8|d8|Beach (Lobby)|2023-04-10 00:00:00|02:00:00|planned
Event 10|d10|Beach (Lobby)|2023-04-12 19:30:00|02:00:00|cancelled
Event 11|d11|Beach (Lobby)|2023-04-13 19:30:00|02:00:00|planned'
is 'who answered is no more pending, and its host is not asked' "$(ask "SELECT string_agg(u.legacy_id::text || ' ' || i.status, ', ' ORDER BY i.id)
  FROM sotravel.invitations i JOIN sotravel.users u ON u.id = i.user_id JOIN sotravel.events e ON e.id = i.event_id
  WHERE e.legacy_id = '7'")" "$(user 31) going, $(user 55) not_going, $(user 79) pending"
is 'host and who goes are in its chat' "$(ask "SELECT string_agg(u.name, ', ' ORDER BY u.id) FROM sotravel.chat_members m
  JOIN sotravel.chats c ON c.id = m.chat_id JOIN sotravel.users u ON u.id = m.user_id WHERE c.legacy_id = 7")" 'First7 Last7, First31 Last31'
is 'messages have their times' "$(ask "SELECT count(*) || ' ' || min(sent_at AT TIME ZONE 'UTC') FROM sotravel.messages")" \
  '720 2023-03-19 07:41:49.407394'

# Again: nothing changes.
for kind in users trips members events chat; do
  is "again, all $kind" "$(import $kind.json $kind)" 0
  is "which are unchanged" "$(grep -c 'new 0  changed 0' "$work/last") $(grep -c '^  new' "$work/last")" "$(grep -c '^  new' "$work/last") $(grep -c '^  new' "$work/last")"
done
ask "$all" | cmp - "$work/before" && echo 'ok  a second run changes nothing'
for kind in users trips members events chat; do
  "$reeve" import verify "$work/$kind.json" --mapping "$sources/$kind.yaml" --dsn "$dsn" >>"$work/said" 2>&1
done

# An old user of each provider signs in as the app's servers would, and is who they were.
psql -Xqd postgres -c 'CREATE ROLE sotravel_phone LOGIN IN ROLE sotravel_app'
app() { psql -XqAt -v ON_ERROR_STOP=1 -d "$db" -U sotravel_phone -c "$1" 2>&1; }
who() {
  local found
  found=$(app "SELECT sotravel.user_sign_up($1)") && app "SELECT legacy_id FROM sotravel.users WHERE id = $found" || echo "$found"
}
is 'by Telegram' "$(who "'telegram', '1002', 'X'")" "$(user 2)"
is 'by e-mail' "$(who "'email', 'person5@mail.example', 'X'")" "$(user 5)"
is 'in other letters' "$(who "'email', 'Person5@MAIL.example', 'X'")" "$(user 5)"
is 'by e-mail with an account of another name' "$(who "'email', 'acc|5', 'X', 'Person5@Mail.example'")" "$(user 5)"
is 'by the id of the service' "$(who "'telegram', '$(user 9)', 'X'")" "$(user 9)"
is 'nobody is made anew' "$(ask 'SELECT count(*) FROM sotravel.users')" 240
new=$(who "'email', 'new@mail.example', 'New', 'new@mail.example'")
is 'who is new is new' "$(ask 'SELECT count(*) FROM sotravel.users')" 241
is 'an address typed by somebody on Telegram is no sign-in of theirs' \
  "$([ "$(who "'email', 'person4@mail.example', 'X'")" = "$(user 4)" ] && echo same || echo another)" another
is 'and not by their random id' "$([ "$(who "'telegram', '$new', 'Y'")" = "$new" ] && echo same || echo another)" another

# They use the app: what is theirs is there, and they answer, write, and go on a new event.
id() { ask "SELECT id FROM sotravel.users WHERE legacy_id = '$(user "$1")'"; }
event() { ask "SELECT id FROM sotravel.events WHERE legacy_id = '$1'"; }
chat() { ask "SELECT id FROM sotravel.chats WHERE legacy_id = $1"; }
then="'2023-04-09 12:00Z'"
is 'their trips' "$(app "SELECT title, role FROM sotravel.trip_list($(id 31), $then)")" 'Trip 8|traveller'
is 'their invitations' "$(app "SELECT title, status FROM sotravel.invitation_list($(id 31), $then)")" 'Event 7|going
Event 199|pending
Event 223|not_going'
is 'their chats' "$(app "SELECT last_body FROM sotravel.chat_list($(id 31), $then)")" 'Text 7 3
Text 31 3'
app "SELECT sotravel.event_rsvp($(id 79), $(event 7), 'going', NULL, $then), sotravel.message_send($(id 31), $(chat 7), 'Hello', $then)" >/dev/null
app "SELECT sotravel.user_change($(id 6), 'Six', NULL, '{}', '{}', now()), sotravel.chat_leave($(id 31), $(chat 31), now())" >/dev/null
made=$(app "SELECT sotravel.event_create($(id 31), (SELECT id FROM sotravel.trips WHERE legacy_id = '8'), 'Swim', '', '', NULL, NULL,
  '2023-04-09 14:00Z', '2023-04-09 15:00Z', $then)")

# A later export: somebody has another name, somebody edited here does too, an answer and an event differ.
python3 - "$work" "$(user 6)" "$(user 10)" "$(user 79)" "$(user 103)" <<'PY'
import json, sys
work, six, ten, seventy_nine, last = sys.argv[1:]
def change(name, edit):
    data = json.load(open(f'{work}/{name}.json'))
    edit(data)
    json.dump(data, open(f'{work}/{name}.later.json', 'w'))
def users(data):
    for user in data:
        if user['id'] in (six, ten): user['first_name'] = 'Later'
def events(data):
    for event in data:
        if event['id'] == 7: event['participants']['no'].append(seventy_nine)
        if event['id'] == 31: event['participants']['going'].append(last); event['activity'] = 'Renamed'
        if event['id'] == 32: event['status'] = 'cancelled'
change('users', users)
change('events', events)
PY
is 'a later export of people' "$(import users.later.json users)" 0
heard >"$work/heard"
told 'changed there and here since they moved in, and stay as they are here: 1'
is 'of events' "$(import events.later.json events)" 0
is 'changes who was not edited here' "$(ask "SELECT string_agg(name, ', ' ORDER BY id) FROM sotravel.users WHERE id IN ($(id 6), $(id 10))")" 'Six, Later'
is 'and no answer that was given here' "$(ask "SELECT status FROM sotravel.invitations WHERE event_id = $(event 7) AND user_id = $(id 79)")" going
is 'but others' "$(ask "SELECT title || ' ' || (SELECT status FROM sotravel.invitations i WHERE i.event_id = e.id AND i.user_id = $(id 103))
  FROM sotravel.events e WHERE legacy_id = '31'")" 'Renamed going'
is 'who has left a chat stays out, who goes comes in' "$(ask "SELECT string_agg(user_id::text, ' ') FROM sotravel.chat_members WHERE chat_id = $(chat 31)
  AND user_id IN ($(id 31), $(id 103))")" "$(id 103)"
is 'what is cancelled there is so here' "$(ask "SELECT status FROM sotravel.events WHERE legacy_id = '32'")" cancelled

# Who is banned, by an act on record, is refused by the app, until that is undone. Who is erased stays so.
psql -Xqd postgres -c 'CREATE ROLE sotravel_anna LOGIN IN ROLE reeve_senior' \
  -c 'CREATE ROLE sotravel_otto LOGIN IN ROLE reeve_auditor'
ask "INSERT INTO reeve.member(role_name, rank, added_by)
  VALUES ('sotravel_anna', 'senior', 'test'), ('sotravel_otto', 'auditor', 'test'); DELETE FROM reeve.approval_rule"
act() { psql -XqAt -d "$db" -U sotravel_anna -c "SELECT outcome FROM
  reeve.action_perform('$1', 'sotravel', 'user', '$2', '{\"policy\": \"harassment\", \"for\": \"7d\"}', NULL)"; }
is 'a ban is done' "$(act ban "$(id 2)")" done
is 'and bites at the next sign-in' "$(who "'telegram', '1002', 'X'" | grep -c 'is blocked')" 1
is 'and is undone' "$(psql -XqAt -d "$db" -U sotravel_anna -c "SELECT outcome FROM reeve.undo_perform($(ask 'SELECT max(action_id) FROM reeve.action'), NULL, NULL)")" done
is 'so that they sign in' "$(who "'telegram', '1002', 'X'")" "$(user 2)"

# Whose right to call others to events is limited here gets none by an import, and nobody else lacks theirs.
is 'a right is limited' "$(psql -XqAt -d "$db" -U sotravel_anna -c "SELECT outcome FROM reeve.action_perform('limit', 'sotravel', 'user', '$(id 5)',
  '{\"name\": \"events\", \"policy\": \"spam\", \"for\": \"7d\"}', NULL)")" done
python3 - "$work" <<'PY'
import json, sys
data = json.load(open(f'{sys.argv[1]}/events.later.json'))
for old, new in ((5, 905), (4, 906)): data.append(dict(next(e for e in data if e['id'] == old), id=new))
json.dump(data, open(f'{sys.argv[1]}/events.later.json', 'w'))
PY
is 'two more events' "$(import events.later.json events)" 0
heard >"$work/heard"
told 'bars from calling others to events, left out: 1, such as 905 of user'
is 'of which one is there' "$(ask "SELECT string_agg(legacy_id, ' ') FROM sotravel.events WHERE legacy_id IN ('905', '906')")" 906

# Who is erased stays so, whatever a later export has of them, and by no sign-in is anybody them.
is 'a person is erased' "$(psql -XqAt -d "$db" -U sotravel_anna -c "SELECT outcome FROM
  reeve.action_perform('erase', 'sotravel', 'user', '$(id 31)', '{\"why\": \"asked\"}', NULL)")" done
ask 'SELECT reeve.erasure_run(NULL::reeve.job, NULL::reeve.job_progress, 1000)' >/dev/null
gone="SELECT (SELECT string_agg(concat_ws('|', name, email, photo_url), ',') FROM sotravel.users WHERE id = $(id 31)) || ' '
  || (SELECT count(*) FROM sotravel.identities WHERE user_id = $(id 31)) || (SELECT count(*) FROM sotravel.legacy_users WHERE user_id = $(id 31))
  || (SELECT count(*) FROM sotravel.legacy_members WHERE user_id = $(id 31)) || (SELECT count(*) FROM sotravel.legacy_events l WHERE title = 'Renamed')
  || (SELECT count(*) FROM sotravel.events WHERE title = 'Renamed')"
is 'with what the service had of them' "$(ask "$gone")" 'Erased 00000'
for file in users.later:users members:members events.later:events trips:trips; do
  import "${file%:*}.json" "${file#*:}" >/dev/null
done
is 'also when they are imported again' "$(ask "$gone")" 'Erased 00000'
for sign_in in "'email', 'person31@mail.example', 'X'" "'email', '$(user 31)', 'X'"; do
  is 'and signs in as another' "$([ "$(who "$sign_in")" = "$(user 31)" ] && echo same || echo another)" another
done

# Hostile and broken records, and what older versions wrote.
cat >"$work/users.json" <<JSON
[{"id": "$(user 501)", "email": "Twice@mail.example", "first_name": "", "last_name": null, "password": "c2VjcmV0"},
 {"id": "$(user 502)", "email": "twice@mail.example", "tele_id": 5020, "tele_username": "@five02"},
 {"id": "$(user 503)", "tele_id": "1002", "first_name": "Thief"},
 {"id": "$(user 504)", "first_name": "$(printf 'x%.0s' {1..120})", "createdat": "yesterday", "currently_on_trip": "99"},
 {"id": "no-uuid", "first_name": "No"}, {"first_name": "None"}, {"id": "$(user 501)", "first_name": "Again"},
 {"id": "$(user 505)", "first_name": "U+0\u0000"}, {"id": "$(user 506)", "email": {"a": 1}}, {"id": "$(user 507)", "shoe_size": 44}]
JSON
is 'broken people are rejected' "$(import users.json users)" 1
rejected 'invalid input syntax for type uuid'
rejected 'null value in column "user_id"'
rejected 'text cannot contain U+0000'
rejected 'column email takes no map'
rejected 'field “shoe_size” is neither mapped nor listed under drop'
heard >"$work/heard"
told 'one sign-in by email is that of users'
told 'does not sign in by telegram: that account is user'
told 'names longer than 100 characters, which are cut: 1'
is 'the others are there' "$(ask "SELECT string_agg(left(name, 9), ', ' ORDER BY legacy_id) FROM sotravel.users
  WHERE legacy_id BETWEEN '$(user 501)' AND '$(user 504)'")" 'Traveller, five02, Thief, xxxxxxxxx'
is 'an address of two is nobody'"'"'s' "$(ask "SELECT count(*) FROM sotravel.identities WHERE provider_id = 'twice@mail.example'")" 0
is 'and a claimed Telegram account stays whose it is' "$(who "'telegram', '1002', 'X'")" "$(user 2)"
trip() { printf '{"id": %s, "name": "%s", "start_date": "%s", "end_date": "%s", "location": "%s", "imageURL": "%s"}' "$@"; }
cat >"$work/trips.json" <<JSON
{"$(user 501)": {"upcomingTrips": [$(trip 90 Old 2023-05-01 2023-05-01 '' ''), $(trip 91 '' 2023-05-01 2023-05-02 Bali ''),
    $(trip 92 Late 2023-05-09 2023-05-02 Bali ''), $(trip 93 Never soon later Bali ''), $(trip '"x"' X 2023-05-01 2023-05-02 Bali '')],
  "pastTrips": [{"id": 94, "name": "Older", "start_date": "2023-05-01T00:00:00.000Z", "end_date": "2023-05-02", "location": "Bali",
    "meeting_point": "Pier", "main_images": ["https://i.example/first", "second"], "cfo": "$(user 502)", "hidden": false, "price": 12}]},
 "$(user 502)": {"upcomingTrips": [$(trip 90 Renamed 2023-05-01 2023-05-01 Bali '')], "pastTrips": [$(trip 94 Older 2023-05-01 2023-05-02 Bali '')]},
 "$(user 503)": {"upcomingTrips": [$(trip 90 Renamed 2023-05-01 2023-05-01 Bali '')], "pastTrips": []},
 "$(user 999)": {"upcomingTrips": [$(trip 90 Renamed 2023-05-01 2023-05-01 Bali '')], "pastTrips": null}}
JSON
is 'broken trips are rejected' "$(import trips.json trips --set zone=Asia/Singapore)" 1
rejected legacy_trips_title_length
rejected legacy_trips_order
rejected 'invalid input syntax for type date: "later"'
rejected 'invalid input syntax for type bigint: "x"'
heard >"$work/heard"
told 'was told in 2 versions: it is what most of its members saw, Renamed, Bali'
told "people who were told of trips and are not there: 1, such as $(user 999)"
is 'a day is one of the zone' "$(ask "SELECT starts_at AT TIME ZONE 'UTC' FROM sotravel.trips WHERE legacy_id = '90'")" '2023-04-30 16:00:00'
is 'an older trip has its first picture, and its leader' "$(ask "SELECT t.image_url || ' ' || u.name FROM sotravel.trips t JOIN sotravel.trip_members m
  ON m.trip_id = t.id AND m.role = 'host' JOIN sotravel.users u ON u.id = m.user_id WHERE t.legacy_id = '94'")" 'https://i.example/first five02'
echo "[{\"upcomingTrips\": [$(trip 96 Listed 2023-05-01 2023-05-02 Bali '')], \"pastTrips\": []},
  {\"user_id\": \"$(user 504 | tr a-f A-F)\", \"upcomingTrips\": [], \"pastTrips\": [$(trip 96 Listed 2023-05-01 2023-05-02 Bali '')]}]" >"$work/trips.json"
is 'an array of answers is imported' "$(import trips.json trips)" 0
is 'with those whose answers they are' "$(ask "SELECT u.legacy_id FROM sotravel.trip_members m JOIN sotravel.users u ON u.id = m.user_id
  JOIN sotravel.trips t ON t.id = m.trip_id WHERE t.legacy_id = '96'")" "$(user 504)"
heard >"$work/heard"
told 'trips in answers that do not say whose, so that nobody is on them by these: 1'
# In the next export his answer is the first, and another's the second.
echo "[{\"user_id\": \"$(user 504)\", \"upcomingTrips\": [$(trip 96 Listed 2023-05-01 2023-05-02 Bali '')], \"pastTrips\": []},
  {\"user_id\": \"$(user 502)\", \"upcomingTrips\": [], \"pastTrips\": [$(trip 97 Other 2023-05-01 2023-05-02 Bali '')]}]" >"$work/trips.json"
is 'another array is imported' "$(import trips.json trips)" 0
is 'of which nobody comes on a trip of somebody else' "$(ask "SELECT string_agg(t.legacy_id || ' ' || u.legacy_id, ', ' ORDER BY 1) FROM sotravel.trip_members m
  JOIN sotravel.users u ON u.id = m.user_id JOIN sotravel.trips t ON t.id = m.trip_id WHERE t.legacy_id IN ('96', '97')" | tr -d '\n')" "96 $(user 504), 97 $(user 502)"
echo "{\"90\": [\"$(user 504)\", \"$(user 998)\", \"\", 7], \"404\": [\"$(user 504)\"]}" >"$work/members.json"
is 'strangers are rejected' "$(import members.json members)" 1
rejected "no row of users where legacy_id is “$(user 998)”"
rejected 'no row of trips where legacy_id is “404”'
rejected 'invalid input syntax for type uuid' 2
sent() { # ID TRIP HOST ACTIVITY DATE PARTICIPANTS
  printf '{"id": %s, "trip_id": %s, "created_at": "?", "status": null, "details": null, "date": "%s", "time": "9:05 am", "location": "Beach", "meeting_point": "", "host": "%s", "activity": "%s", "participants": %s}' \
    "$1" "$2" "$5" "$3" "$4" "$6"
}
nobody='{"going": [], "no": [], "pending": []}'
cat >"$work/events.json" <<JSON
{"901": $(sent 901 '"90"' "$(user 503)" '' 2023-05-01 "{\"going\": [\"$(user 501)\", \"$(user 997)\", 7, null, \"\"], \"no\": [\"$(user 501)\"], \"pending\": null}"),
 "902": $(sent 902 404 "$(user 503)" 'No trip' 2023-05-01 "$nobody"), "903": $(sent 903 90 "$(user 997)" 'No host' 2023-05-01 "$nobody"),
 "904": $(sent 904 90 "$(user 503)" 'No day' 2023-02-30 "$nobody"), "915": $(sent 915 90 "$(user 503)" 'No lists' 2023-05-01 '{"going": "all"}'),
 "906": $(sent 901 90 "$(user 503)" 'Again' 2023-05-01 "$nobody"), "907": $(sent 907 90 "$(user 503)" "$(printf 'x%.0s' {1..201})" 2023-05-01 "$nobody")}
JSON
is 'broken events are rejected' "$(import events.json events --set zone=Asia/Singapore)" 1
rejected 'no row of trips where legacy_id is “404”'
rejected "no row of users where legacy_id is “$(user 997)”"
rejected 'date/time field value out of range: "2023-02-30"'
rejected legacy_events_lists
rejected legacy_events_title_length
heard >"$work/heard"
told 'answers to events by who is not there: 3'
told 'people who had both answers to one event, and go: 1'
is 'the first event'"'"'s author becomes the host' "$(ask "SELECT string_agg(u.name, ', ') FROM sotravel.trip_members m JOIN sotravel.users u ON u.id = m.user_id
  JOIN sotravel.trips t ON t.id = m.trip_id WHERE t.legacy_id = '90' AND m.role = 'host'")" Thief
is 'an event without a name is one' "$(ask "SELECT title || ' ' || (starts_at AT TIME ZONE 'UTC') FROM sotravel.events WHERE legacy_id = '901'")" 'Event 2023-05-01 01:05:00'
cat >"$work/chat.json" <<JSON
{"chats": {"901": {"lastMessage": ""}, "19999": {"lastMessage": "m"}, "2B2BA24E-A86E-4383-B1AA-D1D7D51BD24A": {"id": "2B2BA24E-A86E-4383-B1AA-D1D7D51BD24A",
    "title": "Island Hopping", "lastMessage": "old", "event": 901}, "F39BA902-30F1-47F9-87DC-47F4F240B552": {"title": "Test", "lastMessage": "x", "event": -1},
  "EDB48892-410C-4EA8-8423-2E7168E74E5B": {"title": "Of none", "lastMessage": ""}},
 "chatMembers": {"2B2BA24E-A86E-4383-B1AA-D1D7D51BD24A": {"a": "a"}}, "userChats": {"a": {"b": "b"}}, "eventChat": {"1": "EDB48892-410C-4EA8-8423-2E7168E74E5B"},
 "messages": {"901": {"m1": {"id": "m1", "messageText": "New", "sender": "$(user 501)", "timestamp": 701000000}, "m2": {"messageText": "", "sender": "$(user 501)",
    "timestamp": 701000001.5}, "m3": {"messageText": "Who am I?", "sender": "$(user 997)", "timestamp": 1}, "m4": {"messageText": "When?", "sender": "$(user 501)"},
    "m5": {"messageText": "U+0\u0000", "sender": "$(user 501)", "timestamp": 5}, "m6": "text", "m7": {"messageText": "When?", "sender": "$(user 501)", "timestamp": "now"}},
  "2B2BA24E-A86E-4383-B1AA-D1D7D51BD24A": {"old": {"id": "old", "messageText": "Old", "sender": "$(user 502)", "timestamp": 700904508}},
  "19999": {"m8": {"messageText": "No chat", "sender": "$(user 501)", "timestamp": 5}}},
 "locations": {"$(user 501)": {"latitude": 46.5123402, "longitude": 12.1432102}, "x": {"latitude": "north of all", "longitude": null}}}
JSON
is 'broken chats and messages are rejected' "$(import chat.json chat)" 1
rejected 'no row of events where legacy_id is' 2
rejected 'invalid input syntax for type bigint: "EDB48892'
rejected 'no row of users where legacy_id is'
rejected 'null value in column "sent_at"'
rejected 'null value in column "chat_id"'
rejected messages_body_length
rejected 'text cannot contain U+0000'
is 'a chat of before is that of its event' "$(ask "SELECT string_agg(m.body, ', ' ORDER BY m.sent_at) FROM sotravel.messages m JOIN sotravel.chats c ON c.id = m.chat_id
  WHERE c.legacy_id = 901")" 'Old, New'

# Of three people who share where they are one withdraws, one is banned, and goes on sending, and one leaves.
echo "{\"$(user 501)\": {\"upcomingTrips\": [$(trip 95 Now "$(date -u -d -1day +%F)" "$(date -u -d +9days +%F)" Bali '')]},
  \"$(user 502)\": {\"upcomingTrips\": [$(trip 95 Now "$(date -u -d -1day +%F)" "$(date -u -d +9days +%F)" Bali '')]},
  \"$(user 503)\": {\"upcomingTrips\": [$(trip 95 Now "$(date -u -d -1day +%F)" "$(date -u -d +9days +%F)" Bali '')]}}" >"$work/trips.json"
is 'a trip of now' "$(import trips.json trips)" 0
now=$(ask "SELECT id FROM sotravel.trips WHERE legacy_id = '95'")
echo 'SELECT sotravel.location_set(:who, :latitude, :longitude, now());' >"$work/send.sql"
send() { # USER LATITUDE, as an app sends values: apart from the statement
  "$PG_BIN/pgbench" -n -M extended -t 1 -f "$work/send.sql" -D who="$(id "$1")" -D latitude="$2" -D longitude=12.1432105 -U sotravel_phone "$db" >>"$work/said" 2>&1
}
for one in 501 502 503; do
  app "SELECT sotravel.trip_switch($(id $one), $now, now())" >/dev/null
  send $one 46.5123$one
done
is 'three share their positions' "$(ask 'SELECT count(*) FROM sotravel.locations')" 3
app "SELECT sotravel.location_withdraw($(id 502), now())" >/dev/null
is 'one is banned' "$(act ban "$(id 503)")" done
app "SELECT sotravel.trip_role_set($(id 501), $now, $(id 502), 'host', now())" >/dev/null
app "SELECT sotravel.trip_leave($(id 501), $now, now())" >/dev/null
is 'no position is left' "$(ask 'SELECT count(*) FROM sotravel.locations')" 0
for sent in 46.5123405 91.5123406; do
  ! send 503 $sent || { echo 'not ok  a banned person shares a position'; exit 1; }
done

# No position is anywhere, no text of a rejected message, and no password.
"$PG_BIN/pg_dump" "$db" >"$work/dump.sql"
"$reeve" audit export "$work/audit.txt" --dsn "${dsn/user=$PGUSER/user=sotravel_otto}" >>"$work/said" 2>&1
is 'the dump has what there is' "$(grep -c 'Text 240 3' "$work/dump.sql")" 1
# What the console and the worker keep of their own, and the log of the server, where it can be read.
find "$work" -type f ! -name '*.json' ! -name dump.sql ! -name said ! -name last -exec cat {} + >"$work/files.txt"
[ ! -r "$PGHOST/log" ] || cat "$PGHOST/log" >>"$work/files.txt"
hex() { printf %s "$1" | od -An -tx1 | tr -d ' \n'; }
for word in 46.5123401 12.1432101 46.5123402 12.1432102 46.5123501 46.5123502 46.5123503 46.5123405 91.5123406 12.1432105 'north of all' 'No chat' 'Who am I' c2VjcmV0 '+65 555 0100'; do
  is "nothing has $word" "$(cat "$work/dump.sql" "$work/said" "$work/files.txt" | grep -cF -e "$word" -e "$(hex "$word")" || true)" 0
done
checked
