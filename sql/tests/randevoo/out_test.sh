#!/usr/bin/env bash
# What moved in (documents.py), and what people did with it here since, is written out as the documents and accounts of
# the former app. In an empty database the same mappings make of it what it was: table by table without the keys, but
# for what the former app had no place for, which is named here; and written out again it is the same, byte by byte.
set -euo pipefail
here=$(cd "$(dirname "$0")/../../.." && pwd)
reeve=${REEVE:-$here/.build/debug/reeve}
work=$(mktemp -d)
db=randevoo_out_$$ again=randevoo_again_$$ web=randevoo_out_web_$$ anna=randevoo_out_anna_$$
export REEVE_HOME=$work PGPORT=${PGPORT:-5432} PGUSER=${PGUSER:-postgres} PGTZ=UTC
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
  "$reeve" sample load randevoo --schema-only --dsn "$(dsn "$1")" >"$work/said" 2>&1 || true
}
into() { # DATABASE DOCUMENTS ACCOUNTS
  local status=0
  "$reeve" move randevoo --store "$2" --auth "$3" --dsn "$(dsn "$1")" >"$work/said" 2>&1 || status=$?
  echo "$status"
}
out() { # DATABASE FOLDER
  local status=0
  "$reeve" move randevoo --out "$2" --why 'leaves' --dsn "$(dsn "$1")" >>"$work/said" 2>&1 || status=$?
  echo "$status"
}
name() { printf "%s%0$((20 - ${#1}))d" "$1" "$2"; }
id() { ask "SELECT id FROM randevoo.$1 WHERE legacy_id = '$(name "$2" "$3")'"; }
document() { # FOLDER COLLECTION ID EXPRESSION
  python3 -c 'import json, sys; print(eval(sys.argv[4], {"d": json.load(open(sys.argv[1]))["__collections__"][sys.argv[2]][sys.argv[3]]}))' \
    "$work/$1/store.json" "$2" "$3" "$4"
}
# The rows of every table of the app that the former app had a place for, by the ids that it knew.
declare -A rows=(
  [users]="SELECT k.key, u.first_name, u.last_name, u.display_name, u.email, u.photo_url, u.country, u.provider, u.kind, u.time_zone,
    u.was_banned OR coalesce(u.blocked_until > now(), FALSE), u.created_at FROM randevoo.users u JOIN randevoo.legacy_people() k ON k.id = u.id"
  [identities]="SELECT k.key, i.provider, i.provider_id, i.verified_email, i.is_uid, i.was_disabled, CASE WHEN i.is_uid THEN i.created_at END
    FROM randevoo.identities i JOIN randevoo.legacy_people() k ON k.id = i.user_id"
  [stores]="SELECT k.key, k.owner, s.name, s.kind, s.about, s.city, s.latitude, s.longitude, s.time_zone, s.slot_duration, s.capacity,
    s.booking_range_days, k.is_banned, s.created_at FROM randevoo.stores s JOIN randevoo.legacy_shops() k ON k.id = s.id"
  [store_policies]="SELECT k.key, p.title, to_jsonb(p.body) FROM randevoo.store_policies p JOIN randevoo.legacy_shops() k ON k.id = p.store_id"
  [store_hours]="SELECT k.key, h.weekday, h.opens_at, h.closes_at FROM randevoo.store_hours h JOIN randevoo.legacy_shops() k ON k.id = h.store_id
    WHERE h.opens_at IS NOT NULL"
  [products]="SELECT k.key, k.shop, p.name, p.description, p.category, p.collection, p.price, p.currency, p.sizes, p.colours, p.is_offered,
    p.deleted_at IS NULL, p.was_banned OR coalesce(p.hidden_until > now(), FALSE), p.created_at
    FROM randevoo.products p JOIN randevoo.legacy_things() k ON k.id = p.id"
  [product_variants]="SELECT k.key, v.size, v.colour, v.stock FROM randevoo.product_variants v JOIN randevoo.legacy_things() k ON k.id = v.product_id"
  [product_photos]="SELECT k.key, f.position, f.url FROM randevoo.product_photos f JOIN randevoo.legacy_things() k ON k.id = f.product_id"
  [bag_items]="SELECT u.key, k.key, v.size, v.colour, b.quantity FROM randevoo.bag_items b JOIN randevoo.legacy_people() u ON u.id = b.user_id
    JOIN randevoo.product_variants v ON v.id = b.variant_id JOIN randevoo.legacy_things() k ON k.id = v.product_id"
  [favourites]="SELECT u.key, k.key FROM randevoo.favourites f JOIN randevoo.legacy_people() u ON u.id = f.user_id
    JOIN randevoo.legacy_things() k ON k.id = f.product_id"
  [reservations]="SELECT b.key, b.customer, b.shop, r.slot_start, r.slot_end, r.state, r.state_reason, r.requested_at, r.state_at, r.scanned_at
    FROM randevoo.reservations r JOIN randevoo.legacy_booked() b ON b.id = r.id"
  [reservation_items]="SELECT b.key, k.key, v.size, v.colour, i.quantity FROM randevoo.reservation_items i
    JOIN randevoo.legacy_booked() b ON b.id = i.reservation_id JOIN randevoo.product_variants v ON v.id = i.variant_id
    JOIN randevoo.legacy_things() k ON k.id = i.product_id"
  [groups]="SELECT c.key, c.customer, c.shop, g.created_at FROM randevoo.groups g JOIN randevoo.legacy_chats() c ON c.id = g.id"
  [messages]="SELECT c.key, u.key, m.body, m.sent_at FROM randevoo.messages m JOIN randevoo.legacy_chats() c ON c.id = m.group_id
    JOIN randevoo.legacy_people() u ON u.id = m.author_id"
  [notifications]="SELECT u.key, b.key, n.kind, n.created_at FROM randevoo.notifications n JOIN randevoo.legacy_people() u ON u.id = n.user_id
    LEFT JOIN randevoo.legacy_booked() b ON b.id = n.reservation_id"
)
all() { # DATABASE FOLDER
  local table
  mkdir -p "$2"
  for table in "${!rows[@]}"; do
    psql -XqAt -v ON_ERROR_STOP=1 -d "$1" -c "${rows[$table]}" | LC_ALL=C sort >"$2/$table"
  done
}
# What differs, a line each: the table, - for what is only here, + for what is only there.
differ() { # FOLDER FOLDER
  local table
  for table in $(printf '%s\n' "${!rows[@]}" | sort); do
    diff -U 0 "$1/$table" "$2/$table" | sed -n "s/^\([-+]\)\([^-+]\)/$table \1 \2/p" || true
  done
}

python3 "$here/sql/tests/randevoo/documents.py" "$work" later
make "$db"
into "$db" "$work/documents.json" "$work/accounts.json" >"$work/status"
is 'it is moved in' "$(ask 'SELECT count(*) FROM randevoo.users') $(ask 'SELECT count(*) FROM randevoo.reservations')" '261 248'

# What moved in goes out and in again before anybody has touched it.
is 'it is written out' "$(out "$db" "$work/out0")" 0
make "$again"
is 'and moved in again' "$(into "$again" "$work/out0/store.json" "$work/out0/accounts.json")" 0
is 'without a rejected record' "$(grep -c ', 0 rejected' "$work/said") $(grep -c 'rejected' "$work/said")" '16 16'
all "$db" "$work/here0"
all "$again" "$work/there0"
named() { # ids and times of what came since, by names
  sed -E "$names" | sed -E \
    -e "s/(^|[ |])[0-9a-f]{28}(\||$)/\1uid\2/g; s/(^|[ |])[0-9a-f]{20}(\||$)/\1key\2/g; s/20[0-9]{2}-[0-9-]+ [0-9:.]+\+00/…/g" | LC_ALL=C sort
}
names=''
is 'the same, row by row' "$(differ "$work/here0" "$work/there0" | named)" 'users + key|Dis|Abled|Dis Abled||||google|customer|Asia/Bangkok|f|…
users - key|Dis|Abled|Dis Abled||||google|customer|UTC|f|…'
is 'with every message' "$(wc -l <"$work/there0/messages")" 631
is 'it is written out again' "$(out "$again" "$work/out")" 0
is 'the same, byte by byte' "$(diff -r "$work/out0" "$work/out")" ''
dropdb "$again"
is 'nothing has the hash of a password' "$(cat "$work"/out0/* | grep -ci 'passwordHash\|salt' || true)" 0

# People go on here.
psql -XqAtd "$db" -c "CREATE ROLE $web LOGIN; GRANT randevoo_app, reeve_app TO $web; CREATE ROLE $anna LOGIN; GRANT reeve_senior TO $anna;
  INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('$anna', 'senior', 'test'); DELETE FROM reeve.approval_rule"
act() { psql -XqAt -d "$db" -U "$anna" -c "SELECT outcome FROM reeve.action_perform('$1', 'randevoo', '$2', '$3', '$4', NULL)"; }
ada=$(app "SELECT randevoo.user_register('Ada', 'Lovelace', 'google', '900001', 'ada@mail.example', NULL, 'Ada Lovelace', 'https://i.example/ada', 'TH', 'en', 'Asia/Bangkok')")
bea=$(app "SELECT randevoo.user_register('Bea Maria', 'Rossi', 'facebook', '900002', NULL, NULL, NULL, NULL, 'IT', 'it', 'Europe/Rome')")
maison=$(app "SELECT randevoo.store_open($ada, 'Maison', 'Haute Couture', 'Since now', 'Bangkok', NULL, 13.75, 100.5, 'Asia/Bangkok', '90 minutes', 3, 45, now())")
app "SELECT randevoo.store_hours_set($ada, $maison, n, '08:30', '24:00') FROM generate_series(1, 7) n" >/dev/null
app "SELECT randevoo.store_policy_set($ada, $maison, 'Policy', 'No dogs', now())" >/dev/null
scarf=$(app "SELECT randevoo.product_list($ada, $maison, 'Scarf', '', 'Silk', 'Scarves', 12.50, 'THB', '{S,M}', '{Red,Blue}', 5, now())")
app "SELECT randevoo.product_change($ada, $scarf, 'Scarf', '', E'Silk \"and\" \\\\ \u2603', 'Scarves', 'Spring', 12.50, 'THB', now()),
  randevoo.product_photos_set($ada, $scarf, '{https://i.example/1,https://i.example/2}', now())" >/dev/null
red=$(ask "SELECT id FROM randevoo.product_variants WHERE product_id = $scarf AND size = 'M' AND colour = 'Red'")
twelve=$(id users User 12)
app "SELECT randevoo.favourite_set($twelve, $scarf, TRUE, now()), randevoo.bag_put($twelve, $red, 2, now())" >/dev/null
slots() { app "SELECT slot_start FROM randevoo.slot_list($maison, $twelve, now()) WHERE status = 'available' ORDER BY slot_start DESC LIMIT 3" | sed -n "$1p"; }
one=$(app "SELECT randevoo.reservation_book($twelve, $maison, '$(slots 1)', ARRAY[$red], ARRAY[2], now())")
two=$(app "SELECT randevoo.reservation_book($twelve, $maison, '$(slots 3)', ARRAY[$red], ARRAY[1], now())")
app "SELECT randevoo.reservation_approve($one, $ada, now())" >/dev/null
app "SELECT randevoo.message_send($twelve, randevoo.chat_open($twelve, $maison, now()), E'Is it \u201cred\u201d?', now())" >/dev/null
app "SELECT randevoo.message_send($ada, (SELECT id FROM randevoo.groups WHERE store_id = $maison), 'It is', now())" >/dev/null
app "SELECT randevoo.product_delete($(id users User 22), $(id products Thing 22), now()), randevoo.product_offer($(id users User 23), $(id products Thing 23), FALSE, now())" >/dev/null
is 'somebody and something are banned' "$(act ban user "$(id users User 248)" '{"policy": "spam", "for": "7d"}') $(act ban product \
  "$(id products Thing 24)" '{"policy": "spam", "for": "7d"}')" 'done done'
# For this the former app had no place.
app "SELECT randevoo.store_policy_set($ada, $maison, 'Returns', 'Never', now())" >/dev/null
app "SELECT randevoo.reservation_cancel($two, $twelve, now())" >/dev/null

is 'it is written out' "$(out "$db" "$work/out1")" 0
make "$again"
is 'and moved in again' "$(into "$again" "$work/out1/store.json" "$work/out1/accounts.json")" 0
all "$db" "$work/here1"
all "$again" "$work/there1"
names="$(ask "SELECT string_agg(format('s/%s/%s/g', x.key, x.name), ';') FROM (
  SELECT key, CASE id WHEN $ada THEN 'Ada' ELSE 'Bea' END FROM randevoo.legacy_people() WHERE id IN ($ada, $bea)
  UNION ALL SELECT key, 'Maison' FROM randevoo.legacy_shops() WHERE id = $maison
  UNION ALL SELECT key, 'Scarf' FROM randevoo.legacy_things() WHERE id = $scarf) x(key, name)")"
is 'the same, row by row, but for what had no place there' "$(differ "$work/here1" "$work/there1" | named)" "identities + Ada|google|uid|ada@mail.example|t|f|…
identities + Bea|facebook|uid||t|f|…
notifications - Ada||message|…
notifications - User0000000000000012||message|…
reservations + key|User0000000000000012|Maison|…|…|cancelled|cancelled by the customer|…|…|
reservations - key|User0000000000000012|Maison|…|…|cancelled||…|…|
store_policies + Maison|Policy|\"No dogs\\n\\nReturns\\nNever\"
store_policies - Maison|Policy|\"No dogs\"
store_policies - Maison|Returns|\"Never\"
users + Bea|Bea|Maria Rossi|Bea Maria Rossi||||facebook|customer|Asia/Bangkok|f|…
users + key|Dis|Abled|Dis Abled||||google|customer|Asia/Bangkok|f|…
users - Bea|Bea Maria|Rossi||||IT|facebook|customer|Europe/Rome|f|…
users - key|Dis|Abled|Dis Abled||||google|customer|UTC|f|…"
is 'they sign in there, and who moved in first does by their uid' "$(psql -XqAt -d "$again" -c "SELECT u.first_name FROM randevoo.users u WHERE u.id IN
  (randevoo.user_register('X', '', 'google', '900001'), randevoo.user_register('X', '', 'facebook', '900002'),
  randevoo.user_register('X', '', 'google', '0011abcdefghijklmnopqrstuvwx')) ORDER BY 1" | tr '\n' ' ')" 'Ada Bea Name11 '
is 'who is banned is listed there' "$(psql -XqAt -d "$again" -c "SELECT string_agg(u.legacy_id, ' ' ORDER BY u.legacy_id) FROM randevoo.view_disabled() v
  JOIN randevoo.users u ON 'user:' || u.id = v.user WHERE u.was_banned")" "$(name User 7) $(name User 8) $(name User 248)"

# As the former app wrote it.
is 'a person' "$(document out1 users "$(name User 2)" "[d[k] for k in ('name', 'country', 'createdAt', 'isBanned', 'profileUrl')]")" \
  "['Name2 Van der 2', 'Thailand', '2021-02-13T17:35:31.123Z', False, '']"
is 'a store' "$(document out1 businesses "$(name Shop 2)" "[d[k] for k in ('userId', 'name', 'type', 'location', 'country', 'isBanned')]") $(document \
  out1 bizPeriods "$(name Period 2)" "d['bizRange'], d['bizTimeslot']['value'], d['bizAvailability'], d['bizHours'][:2]")" \
  "['$(name User 2)', 'Shop 2', 'Haute Couture', 'Chiang Mai, Thailand', 'Thailand', False] ({'label': 'Two Months', 'value': 2}, 2, \
{'label': '2 Times', 'value': 2}, [{'isActive': False, 'openTime': '', 'closeTime': '', 'dateLabel': 'SUN'}, \
{'isActive': True, 'openTime': '09:00', 'closeTime': '18:00', 'dateLabel': 'MON'}])"
is 'a product that is reserved' "$(document out1 products "$(ask "SELECT key FROM randevoo.legacy_things() WHERE id = $scarf")" "[d['price'], d['available'], \
  d['isActive'], d['photoUrls'], [v for v in d['variants'] if v['available'] < 5]]")" "[12.5, 18, True, ['https://i.example/1', 'https://i.example/2'], \
[{'size': 'M', 'color': 'Red', 'quantity': 5, 'available': 3}]]"
is 'those that are deleted, off offer, banned' "$(for n in 22 23 24; do document out1 products "$(name Thing $n)" "(d['isActive'], d['isAvailable'], d['isBanned'])"; done)" \
  $'(False, True, False)\n(True, False, False)\n(True, True, True)'
is 'a reservation and its slot' "$(document out1 reservations "$(name Res 9)" "[d[k] for k in ('status', 'isCanceled', 'canceledBy', 'canceledAt', 'reason')]") $(python3 -c '
import json, sys
tree = json.load(open(sys.argv[1]))["__collections__"]
slot = tree["timeslots"][tree["reservations"][sys.argv[2]]["timeslotId"]]
print(slot["date"], slot["time"])' "$work/out1/store.json" "$(name Res 250)" | cut -c 12-)" "['Canceled', True, '$(name User 229)', '2021-03-06T15:44:31.123Z', ''] 23:00 - 25:00"
is 'a chat' "$(document out1 messages "$(name Chat 1)" "d['__collections__']['contents']['$(name Msg1 1)']['senderId']") $(document out1 messengers "$(name Chat 1)" \
  "d['members'], d['recent']['content']")" "$(name Shop 2) (['$(name User 1)', '$(name Shop 2)'], 'again')"

# Who is erased is in no document, nor is what is theirs.
is 'somebody is erased' "$(act erase user "$(id users User 6)" '{"why": "asked"}')" done
ask 'SELECT reeve.erasure_run(NULL::reeve.job, NULL::reeve.job_progress, 1000)' >/dev/null
is 'it is written out' "$(out "$db" "$work/out2")" 0
for word in "$(name User 6)" "$(name Shop 6)" Name6@ "$(name Thing 6)" 0006abcdef 'About 6"' Erased; do
  is "nothing has $word" "$(cat "$work"/out2/* | grep -cF -e "$word" || true)" 0
done
is 'others are there' "$(document out2 users "$(name User 16)" "d['name']")" 'Name16 Van der 16'

# Nobody but the reader of the back office reads them, and it only while they are written.
is 'no login of the app calls these functions' "$(ask "SELECT count(*) || ' ' || count(*) FILTER (WHERE has_function_privilege('$web', p.oid, 'EXECUTE')
    OR has_function_privilege('reeve_reader_randevoo', p.oid, 'EXECUTE')) FROM pg_proc p
  WHERE p.pronamespace = 'randevoo'::regnamespace AND p.proname LIKE 'out\_%'")" '16 0'
checked
