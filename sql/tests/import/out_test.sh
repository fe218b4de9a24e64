#!/usr/bin/env bash
# `reeve move --out` writes an app as its former store had it: what comes out of a database that it moved
# into is the same again, with what was made here, and without whoever was erased here.
# Connects by libpq's environment as a superuser, and works in copies of REEVE_TEST_TEMPLATE.
set -euo pipefail
cd "$(dirname "$0")/../../.."
reeve=${REEVE:-.build/debug/reeve}
run() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
admin=${PGDATABASE:-postgres}
work=$(mktemp -d)
drop() {
  PGOPTIONS='-c client_min_messages=warning' run -d "$admin" -c 'DROP DATABASE IF EXISTS reeve_out_1 WITH (FORCE)' \
    -c 'DROP DATABASE IF EXISTS reeve_out_2 WITH (FORCE)'
}
finish() {
  drop
  rm -rf "$work"
}
trap finish EXIT
drop
same() { # WHAT IS SHOULD
  [ "$2" = "$3" ] || { printf '%s:\n%s\nshould be\n%s\n' "$1" "$2" "$3"; cat "$work/told"; exit 1; }
}
dsn() { echo "host=$PGHOST port=$PGPORT user=${PGUSER:-postgres} dbname=reeve_out_$1"; }
made() { # APP NUMBER
  [ -n "$(run -d "$admin" -c "SELECT 1 FROM pg_database WHERE datname = 'reeve_out_$2'")" ] ||
    run -d "$admin" -c "CREATE DATABASE reeve_out_$2 TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\""
  DATABASE_URL=$(dsn "$2") "$reeve" sample load "$1" --schema-only 2>"$work/told"
}
move() { # NUMBER APP ARGUMENT…
  local status=0 number=$1
  shift
  DATABASE_URL=$(dsn "$number") "$reeve" move "$@" >"$work/told" 2>&1 || status=$?
  echo "$status"
}
told() { grep -c -- "$1" "$work/told" || true; }

# BuckIt: people of three ways to sign in, shapes of 2018, lists with what is done, tips.
python3 - "$work" <<'PYTHON'
import json, sys
folder = sys.argv[1]
people = [f"person{n:03}" for n in range(250)]
tree = {
    "users": {p: {"uid": p, "username": p if n % 3 else "", "name": f"{p} “quoted” \\ {{}}", "email": f"{p}@mail.example",
                  ("picture" if n % 2 else "urlToImage"): "https://a.example/p",
                  "Completed": {f"a-{p}": True, f"a-{people[(n + 1) % 250]}": True} if n % 5 == 0 else {}}
              for n, p in enumerate(people)},
    "Activities": {f"a-{p}": {"userID": p, "activityName": f"Swim {p}", "activityID": f"a-{p}", "description": "",
                              "latitude": 60.25 + n / 100, "longitude": "N/A" if n % 7 == 0 else 24.5,
                              "locationName": "N/A" if n % 7 == 0 else "Pier",
                              "startDate": "Apr 18, 2018 at 6:30 PM" if n % 4 else "00/00/0000",
                              "Tips": {f"t-{p}": True}} for n, p in enumerate(people)},
    "activities": {"Sport": {f"b-{n}": {"userID": people[n], "title": f"Old {n}", "location": "Bay", "latidude": "60.5",
                                        "longitude": "24"} for n in range(200)}},
    "BuckIts": {f"l-{p}": {"userID": p, "title": f"Summer {p}", "buckitID": f"l-{p}",
                           "Activities": {f"a-{p}": True, f"b-{n % 200}": True}} for n, p in enumerate(people)},
    "Tips": {f"t-{p}": {"tipID": f"t-{p}", "userID": people[(n + 7) % 250], "desc": f"Bring a towel, {n}"}
             for n, p in enumerate(people)}}
for n, p in enumerate(people):
    if n % 7 == 0:
        tree["Activities"][f"a-{p}"]["latitude"] = "N/A"
ways = [("password", "mail"), ("google.com", "g"), ("facebook.com", "f")]
accounts = [{"localId": p, "email": f"{p}@mail.example", "createdAt": str(1500000000000 + n), "disabled": n == 9,
             "providerUserInfo": [{"providerId": ways[n % 3][0], "rawId": f"{ways[n % 3][1]}-{p}"}]}
            for n, p in enumerate(people)]
json.dump(tree, open(f"{folder}/tree.json", "w"))
json.dump({"users": accounts}, open(f"{folder}/accounts.json", "w"))
PYTHON
made buckit 1
made buckit 2
same 'BuckIt moves in' "$(move 1 buckit --store "$work/tree.json" --auth "$work/accounts.json")" 0
# Used as the app uses it; then somebody is erased, somebody is banned, something is deleted.
run -d reeve_out_1 -c 'SET ROLE buckit_app' -c "SELECT buckit.user_sign_up('new-person', 'New Person', 'google', 'g-new', 'new@mail.example', now())" >"$work/told"
run -d reeve_out_1 -c 'SET ROLE reeve_writer_buckit' \
  -c "UPDATE buckit.users SET username = 'erased-' || id WHERE legacy_id = 'person003'" \
  -c "UPDATE buckit.users SET blocked_until = 'infinity' WHERE legacy_id = 'person004'" \
  -c "UPDATE buckit.activities SET deleted_at = now() WHERE legacy_id = 'a-person005'"
mkdir "$work/none"
printf 'app: buckit\nstore: [rtdb.yaml]\n' >"$work/none/move.yaml"
same 'an app that does not say how' "$(move 1 buckit --out "$work/1" --why x --mappings "$work/none") $(told 'does not say how')" '1 1'
same 'what no function takes' "$(move 1 buckit --out "$work/1" --why x --set user=1) $(told 'takes what --set says')" '2 1'
same 'no reason' "$(move 1 buckit --out "$work/1")" 2
same 'nor in and out at once' "$(move 1 buckit --out "$work/1" --why x --store "$work/tree.json")" 2
same 'it is written out' "$(move 1 buckit --out "$work/1" --why 'back to the former store')" 0
same 'on record, with every collection' "$(run -d reeve_out_1 -c "SELECT count(DISTINCT d.collection_id) = (SELECT count(*)
  FROM reeve.collection WHERE app = 'buckit' AND is_live) FROM reeve.reveal d WHERE kind = 'dump'")" t
same 'for nobody else' "$(stat -c %a "$work/1" "$work/1/tree.json" "$work/1/accounts.json" | sort -u | paste -sd ' ')" '600 700'
count() { python3 -c "import json, sys; t = json.load(open('$work/1/tree.json')); print($1)"; }
same 'who and what is in it' "$(count 'len(t["users"]), len(t["Activities"]), len(t["BuckIts"]), len(t["Tips"])')" '250 447 249 247'
same 'nobody who was erased' "$(cat "$work/1/"* | grep -c person003 || true)" 0
same 'who is banned here is disabled there' "$(python3 -c "import json
print([a['localId'] for a in json.load(open('$work/1/accounts.json'))['users'] if a['disabled']])")" "['person004', 'person009']"
same 'it moves into another database' "$(move 2 buckit --store "$work/1/tree.json" --auth "$work/1/accounts.json")" 0
same 'and out again' "$(move 2 buckit --out "$work/2" --why 'to compare')" 0
same 'as it was' "$(diff -q "$work/1/accounts.json" "$work/2/accounts.json" && diff "$work/1/tree.json" "$work/2/tree.json" | head)" ''
same 'old users sign in as themselves' "$(run -d reeve_out_2 -c 'SET ROLE buckit_app' -c "SELECT u FROM (
    SELECT buckit.user_sign_up('another-name', 'X', 'google', 'g-' || p, NULL, now()) AS u
    FROM unnest('{new,person001}'::text[]) p) s" -c 'RESET ROLE' \
  -c "SELECT string_agg(legacy_username, ' ' ORDER BY legacy_username) FROM buckit.users WHERE legacy_username IN ('new-person', 'person001')" | tail -1)" \
  'new-person person001'
same 'nobody is made anew' "$(run -d reeve_out_2 -c 'SELECT count(*) FROM buckit.users')" 250

# FindSpot: keys that places share, copies of places that are there no more, photos by their addresses.
python3 - "$work" <<'PYTHON'
import json, sys
folder = sys.argv[1]
def place(n, name):
    return {"name": name, "description": f"It is {name}", "city": "Helsinki" if n % 3 else "", "coordinates": f"60.{n:04}1,24.94",
            "photos": [f"https://firebasestorage.googleapis.com/v0/b/spots.appspot.com/o/placesImages%2F60{n:04}1%2F60{n:04}1{i}?alt=media"
                       for i in range(n % 5)]}
places = {f"60{n:04}1": place(n, f"Place {n}") for n in range(220)}
users = {f"u{n}": {"name": f"Name {n}", "favorites": {f"60{n:04}1": place(n, f"Place {n}"), f"60{n + 1:04}1": place(n + 1, "Another name")}}
         for n in range(218)}
users["u5"]["favorites"]["59991"] = {"name": "Gone", "description": "d", "city": "c", "coordinates": "5.9991,1"}
json.dump({"places": places, "users": users}, open(f"{folder}/spots.json", "w"))
json.dump({"users": [{"localId": f"u{n}", "email": f"u{n}@mail.example", "createdAt": str(1500000000000 + n)} for n in range(240)]},
          open(f"{folder}/spots-accounts.json", "w"))
PYTHON
made findspot 1
made findspot 2
same 'FindSpot moves in' "$(move 1 findspot --store "$work/spots.json" --auth "$work/spots-accounts.json")" 0
run -d reeve_out_1 -c 'SET ROLE findspot_owner' \
  -c "INSERT INTO findspot.places(name, description, city, latitude, longitude) VALUES ('New', 'by an app', 'Turku', 60.45, 22.26)" \
  -c "INSERT INTO findspot.favourites(user_id, place_id) SELECT 3, id FROM findspot.places WHERE name = 'New'" \
  -c "INSERT INTO findspot.photos(place_id, number, path) SELECT id, 1, 'places/new/1.jpg' FROM findspot.places WHERE name = 'New'"
same 'it is written out' "$(move 1 findspot --out "$work/4" --why 'back')" 0
same 'it moves into another database' "$(move 2 findspot --store "$work/4/tree.json" --auth "$work/4/accounts.json")" 0
same 'and out again' "$(move 2 findspot --out "$work/5" --why 'to compare')" 0
same 'as it was' "$(diff -rq "$work/4" "$work/5"; diff "$work/4/tree.json" "$work/5/tree.json" | head)" ''
rows() { run -d "reeve_out_$1" -c "SELECT md5(string_agg(p::text || f.photos, ',' ORDER BY p::text)) FROM (
    SELECT name, description, city, latitude, longitude, state, (SELECT count(*) FROM findspot.favourites f WHERE f.place_id = l.id) AS liked
    FROM findspot.places l) p
  CROSS JOIN (SELECT string_agg(path || is_mixed, ',' ORDER BY path, place_id) FROM findspot.photos) f(photos)"; }
same 'the same places, photos and favourites' "$(rows 2)" "$(rows 1)"

# The app itself may not write itself out, and a function of somebody else's is not run.
run -d "$admin" -c 'DROP ROLE IF EXISTS reeve_out_app' -c 'CREATE ROLE reeve_out_app LOGIN IN ROLE buckit_app'
same 'the login of the app' "$(DATABASE_URL="host=$PGHOST port=$PGPORT user=reeve_out_app dbname=reeve_out_1" "$reeve" \
  move buckit --out "$work/3" --why x >"$work/told" 2>&1; echo $?) $(ls "$work/3" 2>&1 | wc -l)" '4 1'
run -d "$admin" -c 'DROP ROLE reeve_out_app'
run -d reeve_out_1 -c 'ALTER FUNCTION buckit.out_tips() OWNER TO CURRENT_USER'
same 'a function of somebody else' "$(move 1 buckit --out "$work/3" --why x) $(told 'has no function out_tips')" '5 1'
same 'no file is left' "$(find "$work/3" -type f | wc -l)" 0
run -d reeve_out_1 -c 'ALTER FUNCTION buckit.out_tips() OWNER TO buckit_owner' -c "CREATE OR REPLACE FUNCTION buckit.out_tips()
  RETURNS TABLE(path text[], document jsonb) LANGUAGE sql STABLE AS \$\$ SELECT '{Tips,a}'::text[], 'true'::jsonb
    UNION ALL SELECT '{Tips,a,b}', 'true' \$\$"
same 'a document below a value' "$(move 1 buckit --out "$work/3" --why x) $(told 'one below a value')" '1 1'
run -d reeve_out_1 -c "CREATE OR REPLACE FUNCTION buckit.out_tips() RETURNS TABLE(path text[], document jsonb) LANGUAGE sql STABLE
  AS \$\$ SELECT '{Tips,a}'::text[], '{\"b\": 1}'::jsonb UNION ALL SELECT '{Tips,a,b}', '{}' \$\$"
same 'a document under the name of a member' "$(move 1 buckit --out "$work/3" --why x) $(told 'two documents at Tips/a/b')" '1 1'

# A forged plan: of another app, or with a file elsewhere.
mkdir "$work/forged"
printf 'app: buckit\nout: [{file: ../up.json, format: rtdb, functions: [out_users]}]\n' >"$work/forged/move.yaml"
same 'a file elsewhere' "$(move 1 buckit --out "$work/3" --why x --mappings "$work/forged") $(told 'no name of a file')" '1 1'
same 'it is not written' "$(find "$work" -name up.json | wc -l)" 0
same 'the plan of another app' "$(move 1 findspot --out "$work/3" --why x --mappings "$work/forged") $(told 'plan of app buckit')" '1 1'
