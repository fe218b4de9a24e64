#!/usr/bin/env bash
# BuckIt's mappings read a tree of the Realtime Database and a backup of Firestore: what fits is
# there, what breaks a rule is quarantined with it, and a second run changes nothing.
# Connects by libpq's environment as a superuser, and works in copies of REEVE_TEST_TEMPLATE.
set -euo pipefail
cd "$(dirname "$0")/../../.."
reeve=${REEVE_BIN:-.build/debug/reeve}
run() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
admin=${PGDATABASE:-postgres} name=reeve_buckit_import
work=$(mktemp -d)
drop() { PGOPTIONS='-c client_min_messages=warning' run -d "$admin" -c "DROP DATABASE IF EXISTS $name WITH (FORCE)"; }
finish() {
  drop
  rm -rf "$work"
}
trap finish EXIT
fresh() {
  drop
  run -d "$admin" -c "CREATE DATABASE $name TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\""
  export DATABASE_URL="host=$PGHOST port=$PGPORT user=${PGUSER:-postgres} dbname=$name"
  "$reeve" sample load buckit --schema-only 2>"$work/load" || { cat "$work/load"; exit 1; }
}
same() { # WHAT IS SHOULD
  [ "$2" = "$3" ] || { printf '%s:\n%s\nshould be\n%s\n' "$1" "$2" "$3"; cat "$work"/told* ; exit 1; }
}

cat >"$work/tree.json" <<'JSON'
{"users": {
  "u1": {"username": "ann", "name": "Ann", "email": "Ann@Mail.example", "photo": "p1", "provider": "google", "activated": true, "created": 1600000000000},
  "u2": {"username": "bob", "name": "Bob", "photo": "p2", "activated": true},
  "u3": {"username": "half", "name": "Half", "activated": false},
  "u4": {"username": "liar", "name": "No photo", "activated": true},
  "u5": {"username": "ANN", "name": "Same name", "activated": false}},
 "follows": {"u1": {"u2": true, "u1": true, "ghost": true}, "u2": {"u1": true}},
 "activities": {
  "a1": {"author": "u1", "title": "Swim", "description": "d", "photo": "p", "place": "Kallio", "lat": 60.18, "lng": 24.95, "date": 4000000000000},
  "a2": {"author": "u1", "title": "Old one"},
  "a3": {"author": "u2", "title": "Off the map", "lat": 91, "lng": 0},
  "a4": {"author": "u2", "title": "Half a place", "lat": 1},
  "a5": {"author": "ghost", "title": "Nobody's"}},
 "votes": {"a1": {"u1": {"value": 1}, "u2": {"value": -1}, "u3": {"value": 2}}, "a2": {"u2": {"value": 1}}},
 "comments": {"a1": {"c1": {"author": "u2", "text": "Nice"}, "c2": {"author": "u2", "text": ""}}},
 "buckets": {"b1": {"owner": "u2", "title": "Summer"}},
 "bucketItems": {"b1": {"a1": {"done": 1700000000000}, "a9": {"added": 1700000000000}}},
 "favourites": {"u2": {"a2": true}}}
JSON
fresh
"$reeve" import run "$work/tree.json" --mapping sql/apps/buckit/sources/rtdb.yaml >"$work/told" 2>&1 && exit 1
export PGDATABASE=$name
counts() {
  run -c "SELECT (SELECT string_agg(username || coalesce(' ' || email, ''), ',' ORDER BY username)
      FROM buckit.users), (SELECT count(*) FROM buckit.users WHERE activated_at IS NOT NULL),
    (SELECT count(*) FROM buckit.follows), (SELECT string_agg(title || ' ' || is_incomplete, ',' ORDER BY title)
      FROM buckit.activities), (SELECT sum(value) FROM buckit.votes), (SELECT sum(comment_count) FROM buckit.activities),
    (SELECT count(done_at) FROM buckit.bucket_items), (SELECT count(*) FROM buckit.favourites)"
}
expected='ann ann@mail.example,bob,half|2|2|Old one true,Swim false|1|1|1|1'
same 'rows of the tree' "$(counts)" "$expected"
"$reeve" import run "$work/tree.json" --mapping sql/apps/buckit/sources/rtdb.yaml >"$work/told" 2>&1 && exit 1
same 'rows after a second run' "$(counts)" "$expected"

cat >"$work/backup.json" <<'JSON'
{"__collections__": {
  "users": {
    "u1": {"username": "ann", "name": "Ann", "photo": "p1", "activated": true, "__collections__": {
      "following": {"u2": {"since": 1, "__collections__": {}}}, "favourites": {"a1": {"since": 1, "__collections__": {}}}}},
    "u2": {"username": "bob", "name": "Bob", "photo": "p2", "activated": true, "__collections__": {}}},
  "activities": {
    "a1": {"author": "u1", "title": "Swim", "description": "d", "photo": "p", "place": "Kallio", "latitude": 60.18, "longitude": 24.95,
      "date": {"__datatype__": "timestamp", "value": {"_seconds": 4000000000, "_nanoseconds": 0}}, "__collections__": {
        "votes": {"u1": {"value": 1, "__collections__": {}}, "u2": {"value": 0, "__collections__": {}}},
        "comments": {"c1": {"author": "u2", "text": "Nice", "__collections__": {}}}}}},
  "buckets": {"b1": {"owner": "u2", "title": "Summer", "__collections__": {
    "items": {"a1": {"done": {"__datatype__": "timestamp", "value": {"_seconds": 1700000000, "_nanoseconds": 0}}, "__collections__": {}}}}}}}}
JSON
PGDATABASE=$admin fresh
sed 's/^format: firestore$/format: firestore-json/' sql/apps/buckit/sources/firestore.yaml >"$work/backup.yaml"
"$reeve" import run "$work/backup.json" --mapping "$work/backup.yaml" >"$work/told" 2>&1 && exit 1
same 'rows of the backup' "$(counts)" 'ann,bob|2|1|Swim false|1|1|1|1'
same 'what is quarantined' "$(run -c 'SELECT count(*) FROM reeve.quarantine')" 1
