#!/usr/bin/env bash
# BuckIt's mappings read the tree that the former app wrote, the accounts of its people, and a backup of
# Firestore: what fits is there, what breaks a rule is quarantined with it, a second run changes nothing, and
# whoever had an account is the same person when they sign in again.
# Connects by libpq's environment as a superuser, and works in copies of REEVE_TEST_TEMPLATE.
set -euo pipefail
cd "$(dirname "$0")/../../.."
reeve=${REEVE:-.build/debug/reeve}
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
  "u1": {"uid": "u1", "username": "ann", "name": "Ann", "email": "Ann@Mail.example", "picture": "https://a.example/1", "description": "Hi",
    "Completed": {"-LXKLQdHWBfizAIN1Vh6": true, "-LXKLQdHWBfizAIN1Vh8": true, "gone": true}},
  "u2": {"uid": "u2", "username": "", "name": "Bob", "email": "bob@mail.example", "picture": "https://a.example/2", "description": ""},
  "u3": {"uid": "u3", "name": "Half", "urlToImage": ""},
  "u4": {"uid": "u4", "username": "two words", "email": "dan@mail.example", "urlToImage": "https://a.example/4"},
  "u5": {"uid": "u5", "username": "ANN", "name": "Same name", "email": "eve@mail.example"}},
 "Activities": {
  "-LXKLQdHWBfizAIN1Vh6": {"userID": "u1", "activityName": "Swim", "description": "d", "pathToImage": "https://a.example/a", "locationName": "Kallio",
    "latitude": 60.18, "longitude": 24.95, "category": "Recreation", "startDate": "Apr 18, 2018 at 6:30 PM", "endDate": "Apr 18, 2018 at 8:30 PM",
    "activityID": "-LXKLQdHWBfizAIN1Vh6", "Tips": {"t1": "true", "t9": "true"}},
  "-LXKLQdHWBfizAIN1Vh7": {"userID": "u1", "activityName": "Nowhere", "description": "d", "pathToImage": "p", "locationName": "N/A", "latitude": "N/A",
    "longitude": "N/A", "category": "Food", "startDate": "00/00/0000", "endDate": "00/00/0000", "activityID": "-LXKLQdHWBfizAIN1Vh7"},
  "-LXKLQdHWBfizAIN1Vh8": {"userID": "u2", "title": "Old one", "location": "Turku", "latidude": 60.4, "longitude": 22.2, "description": "d"},
  "a3": {"userID": "u2", "activityName": "Off the map", "latitude": 91, "longitude": 0},
  "a5": {"activityName": "Edited after it was deleted"},
  "a6": {"userID": "ghost", "activityName": "Nobody's"}},
 "activities": {"Food": {"-LXKLQdHWBfizAIN1Vh9": {"userID": "u2", "activityName": "Older still"}}},
 "BuckIts": {
  "b1": {"userID": "u1", "title": "Summer", "pathToImage": "p", "description": "d", "buckitID": "b1", "Activities": {"-LXKLQdHWBfizAIN1Vh6": true, "gone": true}},
  "b2": {"title": "Of nobody"}},
 "Tips": {
  "t1": {"desc": "Nice", "tipID": "t1", "userID": "u2"}, "t2": {"desc": "About what?", "tipID": "t2", "userID": "u2"},
  "t9": {"desc": "", "tipID": "t9", "userID": "u2"}}}
JSON
cat >"$work/accounts.json" <<'JSON'
{"users": [
  {"localId": "u1", "email": "ann@mail.example", "createdAt": "1500000000000", "passwordHash": "c2VjcmV0", "salt": "c2FsdA==",
   "providerUserInfo": [{"providerId": "password", "rawId": "ann@mail.example", "email": "ann@mail.example"}]},
  {"localId": "u2", "email": "bob@mail.example", "createdAt": "1500000001000", "disabled": true,
   "providerUserInfo": [{"providerId": "google.com", "rawId": "1001"}, {"providerId": "password", "rawId": "bob@mail.example"}]},
  {"localId": "u4", "email": "dan@mail.example", "createdAt": "1500000002000",
   "providerUserInfo": [{"providerId": "facebook.com", "rawId": "2002"}, {"providerId": "apple.com", "rawId": "3"}]},
  {"localId": "u7", "email": "new@mail.example", "displayName": "New", "createdAt": "1500000003000",
   "providerUserInfo": [{"providerId": "google.com", "rawId": "7007"}, {"providerId": "facebook.com", "rawId": "3003"}]},
  {"localId": "u8", "email": "thief@mail.example", "createdAt": "1500000004000",
   "providerUserInfo": [{"providerId": "facebook.com", "rawId": "3003"}]}]}
JSON
fresh
"$reeve" import run "$work/tree.json" --mapping sql/apps/buckit/sources/rtdb.yaml >"$work/told" 2>&1 && exit 1
export PGDATABASE=$name
counts() {
  run -c "SELECT (SELECT string_agg(regexp_replace(username, '^user-.{12}', 'user-…') || coalesce(' ' || email, ''), ','
      ORDER BY left(username, 5), email) FROM buckit.users), (SELECT count(*) FROM buckit.users WHERE activated_at IS NOT NULL),
    (SELECT count(*) FROM buckit.follows), (SELECT string_agg(title || ' ' || is_incomplete, ',' ORDER BY title)
      FROM buckit.activities), (SELECT sum(value) FROM buckit.votes), (SELECT sum(comment_count) FROM buckit.activities),
    (SELECT count(done_at) FROM buckit.bucket_items), (SELECT count(*) FROM buckit.favourites)"
}
expected='ann ann@mail.example,user-… bob@mail.example,user-… dan@mail.example,user-… eve@mail.example,user-…'
expected+='|3|0|Nowhere true,Old one true,Older still true,Swim false||1|2|0'
same 'rows of the tree' "$(counts)" "$expected"
same 'where and when' "$(run -c "SELECT string_agg(concat_ws(' ', title, place, latitude, happens_at AT TIME ZONE 'UTC', created_at AT TIME ZONE
  'UTC' < '2020-01-01'), ', ' ORDER BY title) FROM buckit.activities")" \
  'Nowhere t, Old one Turku 60.4 t, Older still t, Swim Kallio 60.18 2018-04-18 18:30:00 t'
same 'what was completed' "$(run -c "SELECT string_agg(b.title || ' ' || a.title || ' ' || (i.done_at IS NOT NULL), ', ' ORDER BY b.title)
  FROM buckit.bucket_items i JOIN buckit.buckets b ON b.id = i.bucket_id JOIN buckit.activities a ON a.id = i.activity_id")" \
  'Completed Old one true, Summer Swim true'
same 'a tip is about its activity' "$(run -c "SELECT a.title || ': ' || c.body FROM buckit.comments c JOIN buckit.activities a
  ON a.id = c.activity_id")" 'Swim: Nice'
heard() { "$reeve" import told "$(run -c 'SELECT max(import_id) FROM reeve.import')"; }
same 'what is told of names' "$(heard | grep -c ' is no username here\| is user ')" 2
"$reeve" import run "$work/tree.json" --mapping sql/apps/buckit/sources/rtdb.yaml >"$work/told" 2>&1 && exit 1
same 'rows after a second run' "$(counts)" "$expected"
same 'a second run changes nothing' "$(grep -c ' changed 0 ' "$work/told") $(grep -c existing "$work/told" || true)" '8 0'

"$reeve" import run "$work/accounts.json" --mapping sql/apps/buckit/sources/accounts.yaml >"$work/told" 2>&1
sign_ins="SELECT string_agg(concat_ws(' ', u.legacy_id, i.provider, i.provider_id), ', ' ORDER BY u.legacy_id, i.provider)
  FROM buckit.identities i JOIN buckit.users u ON u.id = i.user_id"
had='u1 email ann@mail.example, u2 email bob@mail.example, u2 google 1001, u4 facebook 2002, u7 google 7007'
same 'how they signed in' "$(run -c "$sign_ins")" "$had"
same 'since when' "$(run -c "SELECT string_agg(legacy_id || ' ' || extract(epoch FROM created_at)::bigint % 10 || ' '
  || coalesce((activated_at = created_at)::text, '-'), ', ' ORDER BY legacy_id) FROM buckit.users WHERE created_at < '2020-01-01'")" \
  'u1 0 true, u2 1 true, u4 2 true, u7 3 -, u8 4 -'
heard >"$work/heard"
for line in 'users without an account in the export: 2' 'sign-ins by apple.com, which this app does not offer: 1' \
  'one sign-in by facebook is that of users' 'had disabled and nobody has banned: 1'; do
  same "told: $line" "$(grep -c "$line" "$work/heard")" 1
done
same 'no password is kept' "$("${PG_BIN:+$PG_BIN/}pg_dump" "$name" | grep -c 'c2VjcmV0\|c2FsdA' || true)" 0

# An old user of each provider signs in and is who they were, by either of their ids; nobody is made anew.
who() { run -c "SELECT legacy_id FROM buckit.users WHERE id = buckit.user_sign_up('x', 'X', '$1', '$2', NULL, now())"; }
same 'who signs in' "$(who email ann@mail.example) $(who google 1001) $(who facebook 2002) $(who email u5) $(who email u5) $(who google u5)" \
  'u1 u2 u4 u5 u5 u5'
same 'how many users' "$(run -c 'SELECT count(*) FROM buckit.users')" 7
same 'a sign-in of two is nobody'"'"'s' "$(run -c "SELECT count(*) FROM buckit.identities WHERE provider_id = '3003'")" 0
run -qc "SELECT buckit.user_sign_up('newly', 'N', 'google', '5005', NULL, now())" >"$work/new"
new=$(run -c "SELECT legacy_id FROM buckit.users WHERE username = 'newly'")
same 'the id of a new user signs nobody in' "$(run -c "SELECT buckit.user_sign_up('other', 'O', 'email', '$new', NULL, now())
  = $(cat "$work/new")")" f
run -c "UPDATE buckit.users SET username = 'erased-' || id WHERE legacy_id = 'u3'"
same 'an erased one is nobody' "$(run -c "SELECT legacy_id FROM buckit.users WHERE id = buckit.user_sign_up('xyz', 'X', 'email', 'u3', NULL, now())" |
  grep -c '^u3$' || true)" 0
"$reeve" import run "$work/accounts.json" --mapping sql/apps/buckit/sources/accounts.yaml >"$work/told" 2>&1
grep -q 'changed 0' "$work/told"
"$reeve" import run "$work/tree.json" --mapping sql/apps/buckit/sources/rtdb.yaml >"$work/told" 2>&1 && exit 1
same 'nor does a run after the accounts' "$(grep -c 'changed 0' "$work/told") $(grep -c existing "$work/told" || true)" '8 0'
same 'sign-ins after a second run' "$(run -c "$sign_ins" | sed 's/, u5 [a-z]* u5//g; s/^.*u1 /u1 /')" "$had"

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
