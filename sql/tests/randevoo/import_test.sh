#!/usr/bin/env bash
# Documents of the former database are imported, from the JSON form of an export: whatever does not fit is
# quarantined, a customer's location is dropped and told.
set -euo pipefail
here=$(cd "$(dirname "$0")/../../.." && pwd)
reeve=${REEVE:-$here/.build/debug/reeve}
work=$(mktemp -d)
db=randevoo_import_$$
export REEVE_HOME=$work PGPORT=${PGPORT:-5432} PGUSER=${PGUSER:-postgres}
dsn="host=$PGHOST port=$PGPORT user=$PGUSER dbname=$db"
finish() {
  local status=$?
  trap - EXIT
  [ "$status" -eq 0 ] || cat "$work/said"
  psql -Xqd postgres -c "DROP DATABASE IF EXISTS $db WITH (FORCE)"
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT
ask() { psql -XqAt -v ON_ERROR_STOP=1 -d "$db" -c "$1"; }
is() { # WHAT HAVE WANT
  [ "$2" = "$3" ] && printf 'ok  %s\n' "$1" || { printf 'not ok  %s: %s, not %s\n' "$1" "$2" "$3"; exit 1; }
}
import() { # MAPPING; tells its exit status
  local status=0
  sed 's/^format: firestore$/format: firestore-json/' "$here/sql/apps/randevoo/sources/$1.yaml" >"$work/$1.yaml"
  "$reeve" import run "$work/export.json" --mapping "$work/$1.yaml" --dsn "$dsn" >>"$work/said" 2>&1 || status=$?
  echo "$status"
}

createdb -T "$REEVE_TEST_TEMPLATE" "$db"
cat >"$work/export.json" <<'JSON'
{"__collections__": {
"users": {
  "ann": {"firstName": "Ann", "provider": "google.com", "email": "ann@mail.example", "createdAt": "2026-01-01T00:00:00Z",
    "location": {"__datatype__": "geopoint", "value": {"_latitude": 41.9123, "_longitude": 12.4567}}, "__collections__": {}},
  "olga": {"firstName": "Olga", "lastName": "Owner", "provider": "facebook", "createdAt": "2026-01-01T00:00:00Z", "__collections__": {}},
  "twain": {"firstName": "Twain", "provider": "google", "createdAt": "2026-01-01T00:00:00Z", "__collections__": {}},
  "mist": {"provider": "google", "__collections__": {}}},
"BusinessInfo": {
  "s1": {"ownerId": "olga", "name": "Atelier", "city": "Roma", "timeZone": "Europe/Rome", "slotMinutes": 60, "capacity": 2,
    "latitude": 41.9, "longitude": 12.4, "policies": [{"title": "Fitting", "text": "Free."}],
    "hours": {"1": {"opens": "09:00", "closes": "12:00"}}, "__collections__": {}},
  "s2": {"ownerId": "twain", "name": "One", "city": "Roma", "timeZone": "Europe/Rome", "slotMinutes": 60, "__collections__": {}},
  "s3": {"ownerId": "twain", "name": "Two", "city": "Roma", "timeZone": "Europe/Rome", "slotMinutes": 60, "__collections__": {}},
  "s4": {"ownerId": "nobody", "name": "Lost", "city": "Roma", "timeZone": "Europe/Rome", "slotMinutes": 60, "__collections__": {}},
  "s5": {"ownerId": "olga", "name": "Nowhere", "city": "Roma", "timeZone": "Mars/Base", "slotMinutes": 60, "__collections__": {}}},
"products": {
  "p1": {"storeId": "s1", "name": "Coat", "category": "coats", "price": 12.5, "currency": "EUR", "sizes": ["S", "M"],
    "variants": [{"id": "p1s", "size": "S", "stock": 1}, {"id": "p1m", "size": "M", "stock": 2}], "photos": ["https://a.example/1"], "__collections__": {}},
  "p2": {"storeId": "s9", "name": "Lost", "category": "coats", "price": 1, "currency": "EUR", "__collections__": {}}},
"reservations": {
  "r1": {"customerId": "ann", "storeId": "s1", "start": "2026-01-05T09:00:00Z", "end": "2026-01-05T10:00:00Z", "state": "approved",
    "createdAt": "2026-01-02T00:00:00Z", "products": [{"variantId": "p1m"}], "__collections__": {}},
  "r2": {"customerId": "ann", "storeId": "s1", "start": "2026-01-05T09:30:00Z", "end": "2026-01-05T10:30:00Z", "state": "approved",
    "createdAt": "2026-01-02T00:00:00Z", "products": [{"variantId": "p1s"}], "__collections__": {}},
  "r3": {"customerId": "ann", "storeId": "s1", "start": "2026-01-06T09:00:00Z", "end": "2026-01-06T10:00:00Z", "state": "dreamt",
    "createdAt": "2026-01-02T00:00:00Z", "products": [], "__collections__": {}}},
"notifications": {
  "n1": {"userId": "ann", "kind": "reservation_approved", "reservationId": "r1", "createdAt": "2026-01-02T00:00:00Z", "__collections__": {}},
  "n2": {"userId": "gone", "kind": "message", "createdAt": "2026-01-02T00:00:00Z", "__collections__": {}}},
"groups": {
  "g1": {"customerId": "ann", "ownerId": "olga", "lastMessage": "Yes", "lastMessageTime": "2026-01-02T00:01:00Z", "__collections__": {}},
  "g2": {"customerId": "ann", "ownerId": "twain", "lastMessage": "x", "lastMessageTime": "2026-01-02T00:01:00Z", "__collections__": {}}},
"messages": {
  "g1": {"messages": [{"sender": "ann", "receiver": "olga", "text": "Blue?", "createdAt": "2026-01-02T00:00:00Z"},
    {"sender": "olga", "receiver": "ann", "text": "Yes", "createdAt": "2026-01-02T00:01:00Z"}], "__collections__": {}},
  "g2": {"messages": [{"sender": "ann", "receiver": "twain", "text": "x", "createdAt": "2026-01-02T00:01:00Z"}], "__collections__": {}}}
}}
JSON
is 'documents are imported, and those that do not fit are not' "$(import documents)" 1
is 'users' "$(ask "SELECT string_agg(legacy_id || ' ' || kind, ', ' ORDER BY legacy_id) FROM randevoo.users")" \
  'ann customer, olga business, twain business'
is 'stores' "$(ask "SELECT string_agg(legacy_id, ' ' ORDER BY legacy_id) FROM randevoo.stores")" 's1 s2 s3'
is 'products' "$(ask "SELECT name || ' ' || price || ' ' || sizes::text FROM randevoo.products")" 'Coat 12.50 {S,M}'
is 'reservations, of which nobody has two at a time' \
  "$(ask "SELECT string_agg(legacy_id || ' ' || state, ', ') FROM randevoo.reservations")" 'r1 approved'
is 'notices' "$(ask "SELECT string_agg(legacy_id || ' ' || (reservation_id IS NOT NULL), ', ') FROM randevoo.notifications
  WHERE legacy_id IS NOT NULL")" 'n1 true'
is 'a customer'"'"'s location is nowhere' "$("$PG_BIN/pg_dump" "$db" | grep -c 41.9123 || true)" 0
is 'which is told' "$("$reeve" import told 1 --dsn "$dsn" 2>&1 | grep -c location)" 1

is 'what they hold in arrays follows' "$(import details)" 1
is 'policies' "$(ask 'SELECT title || body FROM randevoo.store_policies')" FittingFree.
is 'hours' "$(ask "SELECT opens_at FROM randevoo.store_hours h JOIN randevoo.stores s ON s.id = h.store_id
  WHERE s.legacy_id = 's1' AND weekday = 1")" 09:00:00
is 'variants' "$(ask "SELECT string_agg(size || stock, ' ' ORDER BY size) FROM randevoo.product_variants")" 'M2 S1'
is 'photos' "$(ask 'SELECT position || url FROM randevoo.product_photos')" 1https://a.example/1
ask 'GRANT SELECT ON randevoo.product_variants TO reeve_writer_randevoo'
is 'and what was reserved' "$(import items)" 1
is 'by its size' "$(ask 'SELECT v.size FROM randevoo.reservation_items i JOIN randevoo.product_variants v ON v.id = i.variant_id')" M

is 'which conversations there are' "$(import chat-documents)" 0
is 'a group of two people is a customer and a store, where the owner has one' "$(import user-chats)" 1
is 'the other is quarantined' "$(ask 'SELECT string_agg(legacy_id, $$ $$) FROM randevoo.groups')" g1
is 'with its messages' "$(ask "SELECT string_agg(u.first_name || ': ' || m.body, ', ' ORDER BY m.place)
  FROM randevoo.messages m JOIN randevoo.users u ON u.id = m.author_id")" 'Ann: Blue?, Olga: Yes'
is 'the last messages are what they were' "$(ask 'SELECT count(*) FROM randevoo.chat_faults()')" 0
