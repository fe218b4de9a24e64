#!/usr/bin/env bash
# What moved in, and what people did with it here since, is written out as the former service answered and its database
# held it. In an empty database the same mappings make of it what it was: table by table without the keys, but for what
# the former app had no place for, which is named here; and written out again it is the same files, byte by byte.
set -euo pipefail
here=$(cd "$(dirname "$0")/../../.." && pwd)
reeve=${REEVE:-$here/.build/debug/reeve}
work=$(mktemp -d)
db=sotravel_out_$$ again=sotravel_again_$$ web=sotravel_out_web_$$ anna=sotravel_out_anna_$$
export REEVE_HOME=$work PGPORT=${PGPORT:-5432} PGUSER=${PGUSER:-postgres}
dsn() { echo "host=$PGHOST port=$PGPORT user=$PGUSER dbname=$1"; }
finish() {
  local status=$?
  trap - EXIT
  [ "$status" -eq 0 ] || tail -n 60 "$work/said"
  psql -Xqd postgres -c "DROP DATABASE IF EXISTS $db WITH (FORCE)" -c "DROP DATABASE IF EXISTS $again WITH (FORCE)" \
    -c "DROP ROLE IF EXISTS $web, $anna"
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT
ask() { psql -XqAt -v ON_ERROR_STOP=1 -d "$db" -c "$1"; }
app() { psql -XqAt -v ON_ERROR_STOP=1 -d "$db" -U "$web" -c "$1"; }
. "$(dirname "${BASH_SOURCE[0]}")/../checks.sh"
make() { # DATABASE
  createdb -T "$REEVE_TEST_TEMPLATE" "$1"
  "$reeve" sample load sotravel --schema-only --dsn "$(dsn "$1")" 2>/dev/null
}
into() { # DATABASE FOLDER [ARG…]
  local status=0
  "$reeve" move sotravel --store "$2" "${@:3}" --dsn "$(dsn "$1")" >"$work/said" 2>&1 || status=$?
  echo "$status"
}
out() { # DATABASE FOLDER
  local status=0
  "$reeve" move sotravel --out "$2" --why 'leaves' --dsn "$(dsn "$1")" >>"$work/said" 2>&1 || status=$?
  echo "$status"
}
user() { printf '%08x-0000-4000-8000-%012x' "$1" "$1"; }
id() { ask "SELECT id FROM sotravel.users WHERE legacy_id = '$(user "$1")'"; }
trip() { ask "SELECT id FROM sotravel.trips WHERE legacy_id = '$1'"; }
event() { ask "SELECT id FROM sotravel.events WHERE legacy_id = '$1'"; }
chat() { ask "SELECT id FROM sotravel.chats WHERE legacy_id = $1"; }
file() { python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); print(eval(sys.argv[2]))' "$work/$1.json" "$2"; }
# The rows of every table of the app that the former app had a place for, by the ids that it knew.
number() { echo "sotravel.legacy_number($1.legacy_id)"; }
declare -A rows=(
  [users]="SELECT u.legacy_id, u.name, u.email, u.photo_url, u.created_at, $(number t) FROM sotravel.users u
    LEFT JOIN sotravel.trips t ON t.id = u.current_trip_id"
  [identities]="SELECT u.legacy_id, i.provider, i.provider_id, i.handle, i.created_at FROM sotravel.identities i
    JOIN sotravel.users u ON u.id = i.user_id"
  [social_links]="SELECT u.legacy_id, l.kind, l.url FROM sotravel.social_links l JOIN sotravel.users u ON u.id = l.user_id"
  [trips]="SELECT $(number t), t.title, t.place, t.map_kind, t.starts_at, t.ends_at, t.image_url FROM sotravel.trips t"
  [trip_members]="SELECT $(number t), u.legacy_id, m.role FROM sotravel.trip_members m
    JOIN sotravel.trips t ON t.id = m.trip_id JOIN sotravel.users u ON u.id = m.user_id"
  [events]="SELECT $(number e), $(number t), u.legacy_id, e.title, e.details, e.place, e.latitude, e.longitude, e.starts_at, e.ends_at,
    e.status, e.created_at FROM sotravel.events e JOIN sotravel.trips t ON t.id = e.trip_id JOIN sotravel.users u ON u.id = e.author_id"
  [invitations]="SELECT $(number e), u.legacy_id, i.status FROM sotravel.invitations i
    JOIN sotravel.events e ON e.id = i.event_id JOIN sotravel.users u ON u.id = i.user_id"
  [chats]="SELECT $(number e), $(number t), c.kind, c.created_at FROM sotravel.chats c
    JOIN sotravel.events e ON e.id = c.event_id JOIN sotravel.trips t ON t.id = c.trip_id"
  [chat_members]="SELECT $(number e), u.legacy_id FROM sotravel.chat_members m JOIN sotravel.chats c ON c.id = m.chat_id
    JOIN sotravel.events e ON e.id = c.event_id JOIN sotravel.users u ON u.id = m.user_id"
  [messages]="SELECT $(number e), u.legacy_id, m.body, m.sent_at FROM sotravel.messages m JOIN sotravel.chats c ON c.id = m.chat_id
    JOIN sotravel.events e ON e.id = c.event_id JOIN sotravel.users u ON u.id = m.author_id"
)
all() { # DATABASE FOLDER
  local table
  mkdir -p "$2"
  for table in "${!rows[@]}"; do
    PGTZ=UTC psql -XqAt -v ON_ERROR_STOP=1 -d "$1" -c "${rows[$table]}" | LC_ALL=C sort >"$2/$table"
  done
}
# What differs, a line each: the table, - for what is only here, + for what is only there.
differ() { # FOLDER FOLDER
  local table
  for table in $(printf '%s\n' "${!rows[@]}" | sort); do
    diff -U 0 "$1/$table" "$2/$table" | sed -n "s/^\([-+]\)\([^-+]\)/$table \1 \2/p" || true
  done
}

mkdir "$work/in"
bash "$here/sql/tests/sotravel/answers.sh" "$work/in"
make "$db"
is 'all is moved in' "$(into "$db" "$work/in" --set zone=Asia/Singapore)" 0

# One of its files, whose name says which.
is 'a file that comes alone is read by the mapping that it is named after' \
  "$(into "$db" "$work/in/chat.json" --dry-run) $(grep -c '^store' "$work/said")" '0 1'

# What moved in goes out and in again before anybody has touched it.
is 'it is written out' "$(out "$db" "$work/out0")" 0
make "$again"
is 'and moved in again' "$(into "$again" "$work/out0" --set zone=Asia/Singapore)" 0
all "$db" "$work/here0"
all "$again" "$work/there0"
is 'the same, row by row' "$(differ "$work/here0" "$work/there0")" ''
is 'with every message' "$(wc -l <"$work/there0/messages")" 720
is 'it is written out again' "$(out "$again" "$work/out")" 0
is 'the same, byte by byte' "$(diff -r "$work/out0" "$work/out")" ''
dropdb "$again"
is 'a person is as the service answered' "$(file out0/users "d['$(user 4)']")" "{'id': '$(user 4)', 'email': 'person4@mail.example', \
'image': 'https://i.example/p4', 'tele_id': '1004', 'createdat': '2023-03-08T10:11:12.345Z', 'last_name': 'Last4', 'first_name': 'First4', \
'tele_username': 'tele4', 'socials_telegram': 'tele4', 'currently_on_trip': '5', 'socials_instagram': 'insta4'}"
is 'who led trips leads them' "$(file out0/users "[k for k, u in d.items() if u.get('coordinator')]") $(file out0/trips "d['$(user 25)']")" \
  "['$(user 25)'] {'pastTrips': [{'id': 2, 'cfo': '$(user 25)', 'name': 'Trip 2', 'end_date': '2023-04-05', 'imageURL': 'https://i.example/2', \
'location': 'Krabi', 'start_date': '2023-04-03'}], 'upcomingTrips': []}"
is 'who is on a trip' "$(file out0/members "d['24'][0], len(d['24']), len(d)")" "('$(user 23)', 10, 24)"
is 'an event' "$(file out0/events "{k: d['7'][k] for k in d['7'] if k != 'participants'}")" "{'id': 7, 'date': '2023-04-09', 'host': '$(user 7)', \
'time': '7:30 PM', 'status': None, 'details': 'd7', 'trip_id': 8, 'activity': 'Event 7', 'location': 'Beach', 'created_at': '2023-04-02T08:00:00.000Z', \
'meeting_point': 'Lobby'}"
is 'its answers' "$(file out0/events "[[int(p[:8], 16) for p in d['7']['participants'][k]] for k in ('going', 'no', 'pending')]")" \
  '[[7, 31], [55], [31, 55, 79]]'
is 'a chat and its messages' "$(file out0/chat "d['chats']['7'], d['messages']['7']['M7-1']")" "({'lastMessage': 'M7-3', \
'thirdLastMessage': 'M7-1', 'secondLastMessage': 'M7-2'}, {'id': 'M7-1', 'sender': '$(user 7)', 'timestamp': 700904509.407394, 'messageText': 'Text 7 1'})"

# People go on here: they sign up, call to a trip and to events, answer, write, and change what they said of themselves.
psql -XqAtd "$db" -c "CREATE ROLE $web LOGIN; GRANT sotravel_app, reeve_app TO $web; CREATE ROLE $anna LOGIN; GRANT reeve_senior TO $anna;
  INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('$anna', 'senior', 'test'); DELETE FROM reeve.approval_rule"
act() { psql -XqAt -d "$db" -U "$anna" -c "SELECT outcome FROM reeve.action_perform('$1', 'sotravel', '$2', '$3', '$4', NULL)"; }
app "SELECT sotravel.user_sign_up('email', 'new@mail.example', 'Ada Lovelace King', 'new@mail.example'),
  sotravel.user_sign_up('telegram', '99', 'Prince', NULL, 'prince')" >/dev/null
ada=$(ask "SELECT id FROM sotravel.users WHERE name = 'Ada Lovelace King'") prince=$(ask "SELECT id FROM sotravel.users WHERE name = 'Prince'")
app "SELECT sotravel.user_change($(id 6), 'Six  Spaces', 'https://i.example/six', '{telegram,tiktok,linkedin}',
  '{https://t.me/tele6,https://www.tiktok.com/@six,https://six.example/in/6}', now())" >/dev/null
then="'2023-04-09 02:00Z'"
day() { echo "(current_date + $1)::timestamp AT TIME ZONE 'Asia/Singapore'"; }
lofoten=$(app "SELECT sotravel.trip_create($ada, 'Lofoten', 'Svolvær', 'street', $(day 100), $(day 102), NULL, now())")
app "SELECT sotravel.trip_join($prince, $lofoten, sotravel.trip_link($ada, $lofoten, now()), now()),
  sotravel.trip_role_set($ada, $lofoten, $prince, 'host', now())" >/dev/null
ski=$(app "SELECT sotravel.event_create($ada, $lofoten, 'Ski', 'Uphill', 'Hut (left)', NULL, NULL, $(day 100) + interval '9 hours',
  $(day 100) + interval '11 hours', now())")
app "SELECT sotravel.event_rsvp($prince, $ski, 'going', sotravel.event_link($ada, $ski, now()), now())" >/dev/null
app "SELECT sotravel.message_send($prince, (SELECT id FROM sotravel.chats WHERE event_id = $ski), E'Hei \"you\" \\\\ \u263a', now())" >/dev/null
app "SELECT sotravel.event_rsvp($(id 79), $(event 7), 'going', NULL, $then), sotravel.message_send($(id 31), $(chat 7), 'Hello', $then),
  sotravel.event_cancel($(id 32), $(event 32), '2023-04-01Z')" >/dev/null
app "SELECT sotravel.trip_role_set($(id 2), $(trip 3), $(id 26), 'host', '2023-04-01Z'),
  sotravel.trip_role_set($(id 26), $(trip 3), $(id 2), 'traveller', '2023-04-01Z')" >/dev/null
# For this the former app had no place.
app "SELECT sotravel.user_sign_up('email', 'person8@mail.example', 'Eve', 'person8@mail.example')" >/dev/null
app "SELECT sotravel.identity_add($(id 4), 'email', 'four@mail.example', 'four@mail.example', NULL, now()), sotravel.chat_leave($(id 31), $(chat 31), $then)" >/dev/null
hike=$(app "SELECT sotravel.trip_create($ada, 'Hike', 'Oslo', 'mountain', now() + interval '1 hour', now() + interval '90 minutes', NULL, now())")
app "SELECT sotravel.event_create($ada, $lofoten, 'Swim', '', '', 68.2, 14.5, $(day 101), $(day 101) + interval '45 minutes', now())" >/dev/null
app "SELECT sotravel.message_send($ada, sotravel.chat_pair_open($ada, $prince, now()), 'Of two', now())" >/dev/null
is 'a message is hidden, and somebody banned' "$(act remove message "$(ask "SELECT id FROM sotravel.messages WHERE body = 'Text 9 1'")" \
  '{"policy": "harassment"}') $(act ban user "$(id 40)" '{"policy": "harassment", "for": "7d"}')" 'done done'

is 'it is written out' "$(out "$db" "$work/out1")" 0
make "$again"
is 'and moved in again' "$(into "$again" "$work/out1" --set zone=Asia/Singapore)" 0
all "$db" "$work/here1"
all "$again" "$work/there1"
named() { # ids and times of what came since, by names
  sed -E -e "s/$(ask "SELECT legacy_id FROM sotravel.users WHERE id = $ada")/Ada/" -e "s/$(ask "SELECT legacy_id FROM sotravel.users WHERE id = $prince")/Prince/" \
    -e "s/\|[0-9]{10,}/|…/g; s/([-+]) [0-9]{10,}/\1 …/; s/20[0-9]{2}-[0-9-]+ [0-9:.]+\+00/…/g; s/0000(00[0-9a-f]{2})-0000-4000-8000-0{8}\1/\1/"
}
is 'the same, row by row, but for what had no place there' "$(differ "$work/here1" "$work/there1" | named)" "chat_members - 16|0028
chat_members + 31|001f
events - …|…|Ada|Swim|||68.2|14.5|…|…|planned|…
events + …|…|Ada|Swim|||||…|…|planned|…
identities - 0004|email|four@mail.example||…
invitations - 16|0028|withdrawn
invitations - 208|0028|withdrawn
social_links + Prince|telegram|https://t.me/prince
trips - …|Hike|Oslo|mountain|…|…|
trips + …|Hike|Oslo|street|…|…|
users - 0008|First8 Last8|person8@mail.example|https://i.example/p8|…|9
users + 0008|First8 Last8||https://i.example/p8|…|9"
is 'a trip is of whole days there' "$(psql -XqAt -d "$again" -c "SELECT bool_and(t.starts_at <= m.at AND t.ends_at > m.at
    AND (t.starts_at AT TIME ZONE 'Asia/Singapore')::time = '0:00' AND (t.ends_at AT TIME ZONE 'Asia/Singapore')::time = '0:00')
  FROM sotravel.trips t, (VALUES ('$(ask "SELECT starts_at FROM sotravel.trips WHERE id = $hike")'::timestamptz)) m(at) WHERE t.title = 'Hike'")" t
is 'what came since is itself in the next store, too' "$(file out1/trips "[t['name'] for t in d['$(ask "SELECT legacy_id FROM sotravel.users
  WHERE id = $prince")']['upcomingTrips']]") $(psql -XqAt -d "$again" -c "SELECT count(*) FROM sotravel.trips WHERE legacy_id =
  '$(ask "SELECT sotravel.legacy_number(legacy_id) FROM sotravel.trips WHERE id = $lofoten")'")" "['Lofoten'] 1"
is 'nor is the chat of two' "$(cat "$work"/out1/* | grep -c 'Of two' || true)" 0
is 'they sign in there' "$(psql -XqAt -d "$again" -c "SELECT name FROM sotravel.users WHERE id IN
  (sotravel.user_sign_up('email', 'new@mail.example', 'X'), sotravel.user_sign_up('telegram', '99', 'X'),
  sotravel.user_sign_up('email', 'person8@mail.example', 'X')) ORDER BY 1")" $'Ada Lovelace King\nEve\nPrince'

# Who is erased is in no file, nor is what is theirs.
is 'somebody is erased' "$(act erase user "$(id 31)" '{"why": "asked"}')" done
ask 'SELECT reeve.erasure_run(NULL::reeve.job, NULL::reeve.job_progress, 1000)' >/dev/null
is 'it is written out' "$(out "$db" "$work/out2")" 0
is 'without them' "$(grep -ric "$(user 31)" "$work/out2" | grep -v ':0$' || true) $(grep -c 'Erased' "$work"/out2/* | grep -v ':0$' || true)" ' '
is 'and their event' "$(for kind in users members events; do file out2/$kind "'$kind', len(d), sorted(set(json.load(open('$work/out1/$kind.json'))) - set(d))"; done)" \
  "('users', 242, ['$(user 31)'])
('members', 26, [])
('events', 241, ['31'])"
is 'and its chat' "$(file out2/chat "'31' in d['chats'], '31' in d['messages'], sum(map(len, d['messages'].values()))")" '(False, False, 718)'

# Nobody but the reader of the back office reads them, and it only while they are written.
is 'no login of the app calls these functions' "$(ask "SELECT count(*) || ' ' || count(*) FILTER (WHERE has_function_privilege('$web', p.oid, 'EXECUTE')
    OR has_function_privilege('reeve_reader_sotravel', p.oid, 'EXECUTE')) FROM pg_proc p
  WHERE p.pronamespace = 'sotravel'::regnamespace AND p.proname LIKE 'out\_%'")" '6 0'
checked
