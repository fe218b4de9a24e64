#!/usr/bin/env bash
# The documents of the former app move in as its code wrote them (documents.py): what fits is there, value for value,
# what does not is quarantined alone or told, and whoever had an account is the same person when they sign in again.
# The same export again changes nothing, a later one what differs and nobody has changed here. Who and what the former
# app had banned is listed, banned by acts on record, refused by the app, and free again after an undo. Who was erased
# does not come back.
set -euo pipefail
here=$(cd "$(dirname "$0")/../../.." && pwd)
reeve=${REEVE:-$here/.build/debug/reeve}
work=$(mktemp -d)
db=randevoo_import_$$ web=randevoo_import_web_$$ anna=randevoo_import_anna_$$ ben=randevoo_import_ben_$$
export REEVE_HOME=$work PGPORT=${PGPORT:-5432} PGUSER=${PGUSER:-postgres}
unset DATABASE_URL
dsn() { echo "host=$PGHOST port=$PGPORT user=$1 dbname=$db"; }
finish() {
  local status=$?
  trap - EXIT
  [ "$status" -eq 0 ] || tail -n 60 "$work/said"
  psql -Xqd postgres -c "DROP DATABASE IF EXISTS $db WITH (FORCE)" -c "DROP ROLE IF EXISTS $web, $anna, $ben"
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT
ask() { psql -XqAt -v ON_ERROR_STOP=1 -d "$db" -c "$1"; }
# As a server of the app, with what it is granted; answers the SQLSTATE of a refusal.
app() { psql -XqAt -v VERBOSITY=sqlstate -d "$(dsn "$web")" -c "$1" 2>&1 | sed 's/^ERROR:  //'; }
. "$(dirname "${BASH_SOURCE[0]}")/../checks.sh"
has() { # WHAT TEXT: the last thing said has it
  grep -qF -- "$2" "$work/said" && printf 'ok  %s\n' "$1" || { printf 'not ok  %s: no “%s”\n' "$1" "$2"; exit 1; }
}
import() { # FILE MAPPING; tells its exit status
  local status=0
  "$reeve" import run "$work/$1" --mapping "$2" --dsn "$(dsn "$PGUSER")" >"$work/said" 2>&1 || status=$?
  echo "$status"
}
documents() { import documents.json "$work/firestore.yaml"; }
accounts() { import accounts.json "$here/sql/apps/randevoo/sources/accounts.yaml"; }
told() { # all that the last imports of documents and accounts tell
  local number
  for number in $(ask 'SELECT max(import_id) FROM reeve.import GROUP BY source ORDER BY 1'); do
    "$reeve" import told "$number" --dsn "$(dsn "$PGUSER")"
  done >"$work/said" 2>&1
}
console() { # LOGIN COMMAND…
  local command commands=()
  for command in "${@:2}"; do commands+=(-c "$command"); done
  "$reeve" --yes --app randevoo --dsn "$(dsn "$1")" "${commands[@]}" >"$work/said" 2>&1 || echo "failed with $?"
}
rows() { # everything that an import could have changed, as one digest
  local table
  for table in $(ask "SELECT string_agg(c.relname, ' ' ORDER BY c.relname) FROM pg_class c
    WHERE c.relnamespace = 'randevoo'::regnamespace AND c.relkind = 'r' AND c.relname NOT IN ('legacy_accounts', 'time_zones')"); do
    ask "SELECT '$table', md5(coalesce(string_agg(t::text, ',' ORDER BY t::text COLLATE \"C\"), '')) FROM randevoo.$table t"
  done
}
U() { echo "(SELECT id FROM randevoo.users WHERE legacy_id = 'User$(printf %016d "$1")')"; }
S() { echo "(SELECT id FROM randevoo.stores WHERE legacy_id = 'Shop$(printf %016d "$1")')"; }
P() { echo "(SELECT id FROM randevoo.products WHERE legacy_id = 'Thing$(printf %015d "$1")')"; }
R() { echo "(SELECT id FROM randevoo.reservations WHERE legacy_id = 'Res$(printf %017d "$1")')"; }

createdb -T "$REEVE_TEST_TEMPLATE" "$db"
"$reeve" sample load randevoo --schema-only --dsn "$(dsn "$PGUSER")" >"$work/said" 2>&1 || true
ask "CREATE ROLE $web LOGIN; GRANT randevoo_app, reeve_app TO $web; CREATE ROLE $anna LOGIN; CREATE ROLE $ben LOGIN;
  GRANT reeve_senior TO $anna, $ben;
  INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('$anna', 'senior', 'test'), ('$ben', 'senior', 'test')"
sed 's/^format: firestore$/format: firestore-json/' "$here/sql/apps/randevoo/sources/firestore.yaml" >"$work/firestore.yaml"
python3 "$here/sql/tests/randevoo/documents.py" "$work"

is 'documents are imported, and those that do not fit are not' "$(documents)" 1
has 'each document is mapped or dropped by name' 'without a mapping 0'
quarantined() {
  ask "SELECT string_agg(DISTINCT coalesce(substring(convert_from(q.original, 'UTF8') FROM '\"id\": ?\"([a-z_'']+)\"'),
    split_part(i.source, ':', 2) || ' ' || q.code), E'\n')
    FROM reeve.quarantine q JOIN reeve.import i USING (import_id)
    WHERE i.import_id IN (SELECT max(import_id) FROM reeve.import GROUP BY source)"
}
# Chats keep no originals.
is 'what is broken, by itself' "$(quarantined | tr '\n' ' ')" "bad_bag bad_customer bad_field bad_hours bad_name bad_nan bad_no_user bad_owner \
bad_price bad_save bad_shop bad_state bad_twice bad_type bad_variants bad_words bad_zero messages/{messenger}/contents/{id} 23502 \
messages/{messenger}/contents/{id} 23514 messengers/{id} 23514 "

is 'people' "$(ask "SELECT concat_ws('|', count(*), count(DISTINCT email), sum(was_banned::int), count(country), sum((kind = 'business')::int))
  FROM randevoo.users")" '260|259|2|194|220'
is 'their names' "$(ask "SELECT string_agg(concat_ws('|', legacy_id, first_name, last_name, display_name, email), E'\n' ORDER BY id)
  FROM randevoo.users WHERE id IN ($(U 1), $(U 3), $(U 245), $(U 246), $(U 247))")" \
  "User0000000000000001|Name1|Van der 1|Name1 Van der 1|Name1@mail.example
User0000000000000003|Single3||Single3|Name3@mail.example
User0000000000000245|Full|Name|Full Name|Name245@mail.example
User0000000000000246|Randevoo user||Name246@mail.example
User0000000000000247|From|Web|From Web|Name247@mail.example"
is 'since when' "$(ask "SELECT string_agg(created_at AT TIME ZONE 'UTC' || '', ', ' ORDER BY id) FROM randevoo.users
  WHERE id IN ($(U 1), $(U 246), $(U 247))")" '2021-02-13 16:35:31.123, 2021-01-01 00:00:00, 2021-02-13 15:35:31'
is 'stores, of two documents and more' "$(ask "SELECT string_agg(concat_ws('|', name, kind, about, city, round(latitude::numeric, 3), time_zone,
    slot_duration, capacity, booking_range_days, was_banned), E'\n' ORDER BY name) FROM randevoo.stores
  WHERE id IN ($(S 0), $(S 1), $(S 5)) OR name = 'Second'")" \
  "Second|Fashion||Singapore|Asia/Singapore|01:00:00|1|30|f
Shop 0|Brand|About 0|Bangkok|Asia/Bangkok|02:00:00|2|7|f
Shop 1|Retail|About 1|unknown|13.701|Asia/Bangkok|00:30:00|2|21|f
Shop 5|Haute Couture|About 5|Chiang Mai|13.705|Asia/Bangkok|00:30:00|2|60|t"
is 'hours by weekday' "$(ask "SELECT string_agg(weekday || coalesce(' ' || opens_at || '-' || closes_at, ' closed'), ', ' ORDER BY weekday)
  FROM randevoo.store_hours WHERE store_id = $(S 1) AND weekday IN (1, 5, 7)")" '1 09:00:00-18:00:00, 5 09:00:00-18:30:00, 7 closed'
is 'hours that end before they begin are none' \
  "$(ask "SELECT count(opens_at) FROM randevoo.store_hours WHERE store_id = $(S 3)")" 0
is 'a policy' "$(ask "SELECT title || ': ' || body FROM randevoo.store_policies WHERE store_id = $(S 1)")" $'Policy: Line 1\nLine 1'
is 'products' "$(ask "SELECT string_agg(concat_ws('|', p.name, category, collection, price, currency, sizes, colours, is_offered, deleted_at IS NULL,
    was_banned, (SELECT string_agg(size || colour || stock, ' ' ORDER BY size, colour) FROM randevoo.product_variants v WHERE v.product_id = p.id),
    (SELECT count(*) FROM randevoo.product_photos f WHERE f.product_id = p.id)), E'\n' ORDER BY p.id)
  FROM randevoo.products p WHERE p.id IN ($(P 1), $(P 5), $(P 10), $(P 11), $(P 12), $(P 44), $(P 228), $(P 229))")" \
  "Thing 1|Men Things 1|Season 1|99.50|THB|{S,M}|{Red,Blue}|t|t|f|MBlue4 SRed3|2
Thing 5|Men Things 5|Season 5|99.50|THB|{S,M}|{Red,Blue}|t|t|f|MBlue4 SRed3|2
Thing 10|Men Things 10|Season 10|5290.00|THB|{S,M}|{Red,Blue}|t|t|t|MBlue4 SRed3|2
Thing 11|Men Things 11|Season 11|99.50|THB|{S,M}|{Red,Blue}|f|t|f|MBlue4 SRed3|2
Thing 12|Men Things 12|Season 12|5290.00|THB|{S,M}|{Red,Blue}|t|f|f|MBlue4 SRed3|2
Thing 44|Men Things 44|Season 44|5290.00|THB|{S,M}|{Red,Blue}|t|t|f|MBlue4 SGreen0 SRed3|2
Test|other|6790.00|THB|{}|{}|t|t|f|0
Older|other|10.00|THB|{}|{}|f|t|f|0"
is 'where the photos lie' "$(ask "SELECT url LIKE 'https://firebasestorage.googleapis.com/v0/b/%/o/product_images%2FThing%' FROM randevoo.product_photos
  WHERE product_id = $(P 1) AND position = 1")" t
is 'favourites and bags' "$(ask "SELECT (SELECT count(*) FROM randevoo.favourites), (SELECT count(*) || ' ' || sum(quantity) FROM randevoo.bag_items)")" \
  '210|209 418'
is 'reservations by state' "$(ask "SELECT string_agg(state || ' ' || n, ', ' ORDER BY state) FROM (
  SELECT state, count(*) AS n FROM randevoo.reservations GROUP BY state) r")" \
  'approved 1, cancelled 40, completed 41, disapproved 40, expired 80, failed 40, pending 6'
is 'when they were, by the clock of the shop' "$(ask "SELECT string_agg(concat_ws('|', state, slot_start AT TIME ZONE 'UTC', slot_end - slot_start,
    requested_at AT TIME ZONE 'UTC', state_at AT TIME ZONE 'UTC', scanned_at AT TIME ZONE 'UTC', state_reason), E'\n' ORDER BY legacy_id)
  FROM randevoo.reservations WHERE id IN ($(R 0), $(R 1), $(R 3), $(R 4), $(R 9))")" \
  "completed|2021-03-08 02:00:00|00:30:00|2021-03-05 15:35:31.123|2021-03-07 15:35:31.123|2021-03-07 15:35:31.123
failed|2021-03-09 06:30:00|02:00:00|2021-03-05 15:36:31.123|2021-03-06 15:36:31.123
cancelled|2021-03-09 06:30:00|02:00:00|2021-03-05 15:38:31.123|2021-03-06 15:38:31.123|cancelled by the store
expired|2021-03-08 02:00:00|00:30:00|2021-03-05 15:39:31.123|2021-03-08 02:00:00
cancelled|2021-03-09 06:30:00|02:00:00|2021-03-05 15:44:31.123|2021-03-06 15:44:31.123|cancelled by the customer"
is 'a slot may end after midnight' "$(ask "SELECT (slot_end AT TIME ZONE 'Asia/Bangkok')::time FROM randevoo.reservations WHERE id = $(R 250)")" 01:00:00
is 'what they were for' "$(ask "SELECT count(*) || ' ' || sum(quantity) FROM randevoo.reservation_items")" '248 249'
is 'the deadline of what waits begins with the move' "$(ask "SELECT answer_by > now() + interval '47 hours' FROM randevoo.reservations WHERE id = $(R 241)")" t
is 'who waits is not told again' "$(ask "SELECT count(*) FROM randevoo.notifications WHERE legacy_id IS NULL")" 0
is 'chats, one of a customer and a store' "$(ask "SELECT (SELECT count(*) FROM randevoo.groups), (SELECT count(*) FROM randevoo.messages),
  (SELECT string_agg(u.legacy_id || ': ' || left(m.body, 40), ', ' ORDER BY m.sent_at) FROM randevoo.messages m JOIN randevoo.groups g ON g.id = m.group_id
    JOIN randevoo.users u ON u.id = m.author_id WHERE g.customer_id = $(U 1))")" \
  '211|631|User0000000000000001: Is it blue? 1, User0000000000000002: Yes 1, User0000000000000001: https://firebasestorage.googleapis.com/v, User0000000000000001: again'
is 'a messenger whose last message is another is named' "$(ask 'SELECT string_agg(legacy_id, $$ $$) FROM randevoo.chat_faults()')" Chat0000000000000020
is 'notices, read' "$(ask "SELECT string_agg(substr(kind, 13) || ' ' || n, ', ' ORDER BY kind) FROM (SELECT kind, count(read_at) AS n
  FROM randevoo.notifications GROUP BY kind) k")" 'approved 30, cancelled 90, completed 30, disapproved 30, failed 30, requested 30'
told
for line in 'the field location was dropped' 'photos that are no addresses, or twice in a list: 2' \
  'products that their shops had deleted: 1' 'products that their shops had taken off: 2' \
  "at store $(ask "SELECT $(S 40)") is not taken over: the slot is full" 'they have another reservation then' \
  'reservations whose timeslot is not there or makes no sense: 2' 'reservations that nobody had ended in time, expired now: 80' \
  'no longer has in that size and colour: 1' 'messengers that are not between a customer and a business: 1' \
  'chats that were several messengers, and are one: 1' 'that the product does not come in: 1' 'list them by `disabled`' \
  'users who cannot sign in, because no document names an account of theirs: 1' 'sign-ins of users who are not there: 1' \
  'documents of businesses that are not there: 1' 'several documents of a kind, of which one counts: 1' \
  'days on which stores are closed now'; do
  has "told: $line" "$line"
done
is 'no position of a person, no push token, no old password' "$("$PG_BIN/pg_dump" "$db" | grep -c 'cL7bZodb\|5e884898da28\|Old words' || true)" 0

rows >"$work/before"
is 'the same documents again' "$(documents)" 1
is 'change nothing' "$(grep -c 'new 0  changed 0 ' "$work/said") $(grep -c '(existing)' "$work/said" || true)" '15 0'
rows >"$work/after"
is 'not a row' "$(diff "$work/before" "$work/after")" ''
"$reeve" import verify "$work/documents.json" --mapping "$work/firestore.yaml" --dsn "$(dsn "$PGUSER")" >"$work/said" 2>&1 || true
is 'each record is in its row' "$(grep -c 'missing or different 0' "$work/said")" 15

is 'the listing of the bucket' "$(import bucket.json "$here/sql/apps/randevoo/sources/bucket.yaml")" 0
"$reeve" import told "$(ask 'SELECT max(import_id) FROM reeve.import')" --dsn "$(dsn "$PGUSER")" >"$work/said" 2>&1
has 'told: what nothing names' 'objects of the bucket that nothing here names: 8 of 6012 bytes, such as message_images/with space+'
has 'told: what is not there' 'addresses of objects that the bucket does not have: 2, such as that of product '

# Accounts -----------------------------------------------------------------------------------

is 'accounts of the sign-in provider' "$(accounts)" 0
told
for line in 'disabled accounts of nobody: 1' 'accounts of nobody: 1, such as uid facebook0only' 'users without an account in the export: 2' \
  'e-mail address differs in the two exports: 1' 'sign-ins by apple.com, which this app does not offer: 1' \
  "one sign-in by facebook is that of users $(ask "SELECT $(U 5) || ', ' || $(U 6)"): none of them has it"; do
  has "told: $line" "$line"
done
is 'no hash of a password is kept' "$("$PG_BIN/pg_dump" "$db" | grep -c 'c2VjcmV0\|c2FsdA' || true)" 0
is 'which addresses are verified' "$(ask "SELECT count(DISTINCT user_id) FROM randevoo.identities WHERE verified_email IS NOT NULL")" 129
register() { app "SELECT randevoo.user_register('X', '', '$1', '$2')"; }
is 'who signs in by the uid that the former app had' "$(register google 0001abcdefghijklmnopqrstuvwx)" "$(ask "SELECT $(U 1)")"
is 'by Google' "$(register google 100011)" "$(ask "SELECT $(U 11)")"
is 'by Facebook' "$(register facebook 2004)" "$(ask "SELECT $(U 4)")"
is 'by their uid, though by another provider' "$(register facebook 0002abcdefghijklmnopqrstuvwx)" "$(ask "SELECT $(U 2)")"
is 'without an account in the export' "$(register google 0012abcdefghijklmnopqrstuvwx)" "$(ask "SELECT $(U 12)")"
is 'nobody was made anew' "$(ask 'SELECT count(*) FROM randevoo.users')" 261
is 'a sign-in of two people is of neither' "$(ask "SELECT $(register facebook 3003) NOT IN ($(U 5), $(U 6))")" t
is 'the same accounts again' "$(accounts) $(ask 'SELECT count(*) FROM randevoo.users')" '0 262'

# As the app does ----------------------------------------------------------------------------

is 'a customer sees their reservations' "$(app "SELECT string_agg(DISTINCT state, ' ') FROM randevoo.reservation_list($(ask "SELECT $(U 230)"))")" 'approved cancelled completed disapproved expired failed'
is 'their bag and their favourites' "$(app "SELECT (SELECT count(*) FROM randevoo.bag_list($(ask "SELECT $(U 11)"), now())) > 0,
  (SELECT count(*) FROM randevoo.favourites WHERE user_id = $(ask "SELECT $(U 7)")) > 0")" 't|t'
is 'their chats' "$(app "SELECT count(*) FROM randevoo.chat_list($(ask "SELECT $(U 1)"), now())")" 2
is 'a shop approves what waited' "$(app "SELECT randevoo.reservation_approve($(ask "SELECT $(R 241)"), $(ask "SELECT $(U 41)"), now())")" ''
is 'and a customer shows its code' "$(app "SELECT length(randevoo.reservation_qr($(ask "SELECT $(R 241)"), $(ask "SELECT $(U 231)")))")" 64
slot=$(app "SELECT slot_start FROM randevoo.slot_list($(ask "SELECT $(S 21)"), $(ask "SELECT $(U 240)"), now())
  WHERE status = 'available' ORDER BY slot_start DESC LIMIT 1")
red="(SELECT id FROM randevoo.product_variants WHERE product_id = $(ask "SELECT $(P 21)") AND colour = 'Red')"
is 'somebody books at a shop that moved in' "$(app "SELECT randevoo.reservation_book($(ask "SELECT $(U 240)"), $(ask "SELECT $(S 21)"), '$slot',
  ARRAY[$red], ARRAY[1], now())" | grep -c '^[0-9]')" 1
is 'what the shop had taken off is not listed' "$(app "SELECT count(*) FROM randevoo.product_listing(now()) WHERE id IN ($(ask "SELECT $(P 11)"), $(ask "SELECT $(P 12)"))")" 0
is 'until it offers it again' "$(app "SELECT randevoo.product_offer($(ask "SELECT $(U 11)"), $(ask "SELECT $(P 11)"), TRUE, now())")$(app \
  "SELECT count(*) FROM randevoo.product_listing(now()) WHERE id = $(ask "SELECT $(P 11)")")" 1
is 'which only its owner does' "$(app "SELECT randevoo.product_offer($(ask "SELECT $(U 12)"), $(ask "SELECT $(P 11)"), FALSE, now())")" RN003

# Bans ---------------------------------------------------------------------------------------

seven=$(ask "SELECT $(U 7)") three=$(ask "SELECT $(U 3)") eight=$(ask "SELECT $(U 8)")
console "$anna" disabled
is 'who was banned or disabled there is listed' "$(grep -o 'user:[0-9]*' "$work/said" | sort | tr '\n' ' ')" \
  "$(printf 'user:%s\n' "$three" "$seven" "$eight" "$(ask "SELECT user_id FROM randevoo.identities WHERE provider_id = 'disabled0only'")" | sort | tr '\n' ' ')"
is 'and signs in until then' "$(register google 0007abcdefghijklmnopqrstuvwx)" "$seven"
console "$anna" disabled 'ban _ --policy imported --for 365d --why "as in the former app"'
is 'an act on record bans each' "$(grep -c '^done  A' "$work/said")" 4
is 'whom the app refuses from then on' "$(register google 0007abcdefghijklmnopqrstuvwx)" RN002
is 'the disabled one too' "$(register google disabled0only)" RN002
console "$anna" disabled
has 'the list is empty' 'no rows'
console "$anna" disabled-stores
is 'stores that were banned by themselves' "$(grep -o 'store:[0-9]*' "$work/said")" "store:$(ask "SELECT $(S 5)")"
is 'are there until then' "$(app "SELECT count(*) FROM randevoo.store_listing(now()) WHERE id = $(ask "SELECT $(S 5)")")" 1
console "$anna" disabled-stores 'ban _ --policy imported --for 365d --why "as in the former app"' disabled-stores
has 'and are banned' 'no rows'
is 'what was asked for there is held' "$(ask "SELECT state FROM randevoo.reservations WHERE id = $(R 405)")" held
is 'with their products' "$(app "SELECT count(*) FROM randevoo.product_listing(now()) WHERE store_id = $(ask "SELECT $(S 5)")")" 0
console "$anna" disabled-products 'ban _ --policy imported --for 365d --why "as in the former app"' disabled-products
has 'products too' 'no rows'
is 'which nobody sees' "$(app "SELECT count(*) FROM randevoo.product_listing(now()) WHERE id = $(ask "SELECT $(P 10)")")" 0
console "$anna" 'undo A2 --why "it was a mistake"' disabled
is 'an undo lists them again' "$(grep -c 'user:[0-9]' "$work/said")" 2
console "$anna" 'undo A5 --why "it was a mistake"' disabled-stores
is 'a store, too' "$(grep -cE "^ +[0-9]+ +store:$(ask "SELECT $(S 5)") " "$work/said")" 1
is 'with what was asked for there' "$(ask "SELECT state FROM randevoo.reservations WHERE id = $(R 405)")" pending
is 'and lets them in' "$(ask "SELECT count(*) FROM randevoo.users WHERE (was_banned OR id = $three) AND blocked_until > now()")" 2

# The app has gone on ------------------------------------------------------------------------

ask "UPDATE randevoo.products SET price = 1 WHERE id = $(P 21)"
ask "UPDATE randevoo.store_hours SET opens_at = '12:00' WHERE store_id = $(S 9) AND weekday = 1"
rows >"$work/before"
python3 "$here/sql/tests/randevoo/documents.py" "$work" later
documents >/dev/null
is 'a later export is taken as far as nobody has changed it here' "$(grep -c '(existing)' "$work/said" || true)" 0
is 'a name' "$(ask "SELECT first_name || ' ' || last_name FROM randevoo.users WHERE id = $(U 1)")" 'Changed Name'
is 'a price and pieces' "$(ask "SELECT price || ' ' || (SELECT stock FROM randevoo.product_variants v WHERE v.product_id = p.id AND colour = 'Red')
  FROM randevoo.products p WHERE id = $(P 20)")" '7777.00 9'
is 'a state' "$(ask "SELECT state || ' ' || (scanned_at IS NOT NULL) FROM randevoo.reservations WHERE id = $(R 240)")" 'completed true'
told
has 'what was changed here stays, and is told' "product $(ask "SELECT $(P 21)") keeps what was changed of it here"
has 'hours too' "store $(ask "SELECT $(S 9)") keeps its hours, which were set here"
is 'its price' "$(ask "SELECT price FROM randevoo.products WHERE id = $(P 21)")" 1.00
is 'nobody is told of what is old' "$(ask "SELECT count(*) FROM randevoo.notifications WHERE reservation_id = $(R 240) AND legacy_id IS NULL")" 0

# Who was erased ------------------------------------------------------------------------------

console "$anna" "erase user:$(ask "SELECT $(U 6)") --why 'asked for it'" >/dev/null
console "$ben" "approve $(grep -o 'P[0-9]*' "$work/said" | head -n 1) --why 'asked for it'"
is 'somebody is erased' "$(ask "SELECT first_name FROM randevoo.users WHERE id = $(U 6)")" Erased
documents >/dev/null
accounts >/dev/null
is 'and stays so' "$(ask "SELECT first_name || ' ' || coalesce(email, '-') || ' ' || (SELECT count(*) FROM randevoo.identities WHERE user_id = u.id)
  FROM randevoo.users u WHERE id = $(U 6)")" 'Erased - 0'
is 'in no table' "$(ask "SELECT count(*) FROM randevoo.legacy_sign_ins WHERE email ILIKE 'name6@%'") $(ask "SELECT count(*)
  FROM randevoo.legacy_infos WHERE about = 'About 6'") $(ask "SELECT count(*) FROM randevoo.legacy_bags WHERE user_id = $(U 6)")" '0 0 0'
is 'their sign-in is of nobody who was there' "$(ask "SELECT $(register google 0006abcdefghijklmnopqrstuvwx) <> $(U 6)")" t
checked
