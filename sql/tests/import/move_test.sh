#!/usr/bin/env bash
# `reeve move` asks before it leaves anything out, continues after kill -9, brings of a later export what
# changed and no edit made here to harm, and puts its numbers on record.
# Connects by libpq's environment as a superuser, and works in copies of REEVE_TEST_TEMPLATE.
set -euo pipefail
cd "$(dirname "$0")/../../.."
reeve=${REEVE:-.build/debug/reeve}
run() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
admin=${PGDATABASE:-postgres} name=reeve_move
work=$(mktemp -d)
drop() { PGOPTIONS='-c client_min_messages=warning' run -d "$admin" -c "DROP DATABASE IF EXISTS $name WITH (FORCE)"; }
finish() {
  drop
  run -d "$admin" -c 'DROP ROLE IF EXISTS reeve_move_ada, reeve_move_eve' 2>/dev/null
  rm -rf "$work"
}
trap finish EXIT
drop
run -d "$admin" -c "CREATE DATABASE $name TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\""
export DATABASE_URL="host=$PGHOST port=$PGPORT user=${PGUSER:-postgres} dbname=$name"
"$reeve" sample load buckit --schema-only 2>"$work/load" || { cat "$work/load"; exit 1; }
export PGDATABASE=$name
same() { # WHAT IS SHOULD
  [ "$2" = "$3" ] || { printf '%s:\n%s\nshould be\n%s\n' "$1" "$2" "$3"; cat "$work/told"; exit 1; }
}
move() { # ARGUMENT…
  local status=0
  "$reeve" move buckit --store "$work/tree.json" --auth "$work/accounts.json" "$@" >"$work/told" 2>&1 || status=$?
  echo "$status"
}
told() { grep -c -- "$1" "$work/told" || true; }

# 2,000 people with an activity and a bucket each; $1 is what is different in a later export.
export_of() {
  python3 - "$work" "$1" <<'PYTHON'
import json, sys
folder, day = sys.argv[1], sys.argv[2]
people = [f"person{n:04}" for n in range(2000)]
tree = {
    "users": {p: {"uid": p, "username": p, "name": p.upper(), "email": f"{p}@mail.example",
                  "picture": "https://a.example/p"} for p in people},
    "Activities": {f"a-{p}": {"userID": p, "activityName": f"Swim {p}", "activityID": f"a-{p}"} for p in people},
    "BuckIts": {f"b-{p}": {"userID": p, "title": f"Summer {p}", "buckitID": f"b-{p}",
                           "Activities": {f"a-{p}": True}} for p in people}}
accounts = [{"localId": p, "email": f"{p}@mail.example", "createdAt": "1500000000000", "passwordHash": "c2VjcmV0",
             "disabled": p == "person0007",
             "providerUserInfo": [{"providerId": "google.com", "rawId": f"g-{p}"}]} for p in people]
if day == "odd":
    tree["users"]["person0003"] |= {"shoeSize": 44, "nickname": "Three"}
    tree["users"]["person0005"]["shoeSize"] = 45
    tree["Logs"] = {"l1": {"text": "x"}, "l2": {"text": "y"}}
if day == "last":
    tree["users"]["person0006"]["name"] = "Newest Name"
    accounts[6]["disabled"] = True
if day in ["later", "last", "less", "least"]:
    tree["users"]["person0001"]["name"] = "New Name"
    tree["Activities"]["a-person0002"]["activityName"] = "Changed there"
    tree["users"]["person0004"]["name"] = "Edited there"
    tree["users"]["late"] = {"uid": "late", "username": "late", "name": "Late"}
    accounts.append({"localId": "late", "createdAt": "1600000000000",
                     "providerUserInfo": [{"providerId": "password", "rawId": "late@mail.example"}]})
if day in ["less", "least"]:
    for gone in ["person0010", "person0012"]:
        del tree["users"][gone], tree["BuckIts"][f"b-{gone}"], tree["Activities"][f"a-{gone}"]
    del tree["Activities"]["a-person0011"]
    accounts = [a for a in accounts if a["localId"] != "person0010"]
if day == "least":
    tree["Activities"]["a-person0013"]["activityName"] = 7 * ["a list"]
    del tree["Activities"]["a-person0014"]
json.dump(tree, open(f"{folder}/tree.json", "w"))
json.dump({"users": accounts}, open(f"{folder}/accounts.json", "w"))
PYTHON
}

# What no mapping takes is a question, with its number and the place of the first.
export_of odd
same 'the exit status of a question' "$(move)" 1
same 'records without a mapping' "$(told '2 records of Logs have no mapping')" 1
same 'a field that nobody maps' "$(told 'field “shoeSize” of users/{uid} has no column, in 2 records')" 1
same 'another one in the same record' "$(told 'field “nickname” of users/{uid} has no column, in 1 record')" 1
same 'nothing is written' "$(run -c 'SELECT (SELECT count(*) FROM reeve.import) + (SELECT count(*) FROM buckit.users)')" 0
same 'one answer is not enough' "$(move --leave shoeSize --dry-run)" 1
same 'all answers' "$(move --leave shoeSize --leave nickname --leave 'Logs/{id}' --dry-run)" 0
same 'a dry run writes nothing' "$(run -c 'SELECT count(*) FROM reeve.import')" 0

# kill -9 between and within imports; the same command goes on.
export_of first
for moment in 1 2 3; do
  "$reeve" move buckit --store "$work/tree.json" --auth "$work/accounts.json" >"$work/told" 2>&1 &
  mover=$!
  # As soon as one more import than before has begun.
  until [ "$(run -c 'SELECT count(*) FROM reeve.import')" -ge $((moment * 2)) ] || ! kill -0 "$mover" 2>/dev/null; do :; done
  kill -9 "$mover" 2>/dev/null || true
  wait "$mover" 2>/dev/null || true
done
same 'the move ends' "$(move --json "$work/ledger.json" --html "$work/ledger.html")" 0
same 'what was in is not run again' "$(run -c 'SELECT count(*) = count(DISTINCT source) FROM reeve.import')" t
same 'everybody is here, with what they have' "$(run -c "SELECT count(*), count(i.user_id), count(b.id), count(t.id)
  FROM buckit.users u LEFT JOIN buckit.identities i ON i.user_id = u.id LEFT JOIN buckit.buckets b ON b.owner_id = u.id
  LEFT JOIN buckit.bucket_items n ON n.bucket_id = b.id LEFT JOIN buckit.activities t ON t.id = n.activity_id")" '2000|2000|2000|2000'
number() { python3 -c "import json, sys; print($1)" <"$work/ledger.json"; }
same 'the ledger as JSON' "$(number 'json.load(sys.stdin)["whole"]')" True
same 'its imports' "$(number 'sum(i["read"] for i in json.load(sys.stdin)["imports"])')" 10000
same 'every record was compared with its row' \
  "$(number 'sum(i["compared"] for i in json.load(sys.stdin)["imports"] if i["table"] != "legacy_accounts")')" 8000
same 'its lists' "$(number '{l["list"]: l["total"] for l in json.load(sys.stdin)["lists"]}')" \
  "{'disabled': 1, 'sign-ins': 1, 'locked-out': 0}"
same 'the ledger as a page' "$(grep -c '<h2>rtdb:users/{uid} → users</h2>' "$work/ledger.html")" 1
same 'the page and the JSON are for nobody else' "$(stat -c %a "$work/ledger.html" "$work/ledger.json" | sort -u)" 600
same 'it is on record' "$(run -c "SELECT detail #> '{ledger,lists}' FROM reeve.command WHERE kind = 'move'")" \
  '{"disabled": 1, "sign-ins": 1, "locked-out": 0}'
same 'nobody is named there' "$(run -c "SELECT count(*) FROM reeve.command WHERE kind = 'move' AND detail::text ~ 'person0|mail.example'")" 0
same 'the record is whole' "$(run -c "SELECT count(*) FROM reeve.audit_faults(1) f WHERE f.problem !~ 'seal'")" 0

# A later export, while both were used. What heal() wrote is no edit, what somebody wrote after it is.
run -c "UPDATE buckit.activities SET title = 'Changed here' WHERE legacy_id = 'a-person0002'" \
  -c "UPDATE buckit.users SET name = 'Edited here' WHERE legacy_id = 'person0004'"
export_of later
same 'a conflict is no success' "$(move --json "$work/ledger.json")" 1
same 'each is named' "$(told '1 rejected: existing')" 2
same 'and not overwritten' "$(run -c "SELECT title FROM buckit.activities WHERE legacy_id = 'a-person0002'")" 'Changed here'
same 'who came later is here' "$(run -c "SELECT count(*) FROM buckit.users u JOIN buckit.identities i ON i.user_id = u.id
  WHERE u.legacy_id = 'late' AND i.provider_id = 'late@mail.example'")" 1
same 'what changed there has changed here' "$(run -c "SELECT name FROM buckit.users WHERE legacy_id = 'person0001'")" 'New Name'
same 'all others are as they were' "$(number 'sum(i["changed"] + i["new"] for i in json.load(sys.stdin)["imports"]
  if i["table"] != "legacy_accounts")')" 2
same 'the former move is told' "$(told 'moved it before')" 1
# A table that an earlier import wrote is gone, and the key of another is called otherwise.
run -c "INSERT INTO reeve.import(app, source, mapping, file, file_mark, finished_at, declared)
  SELECT app, source || v.n, jsonb_set(jsonb_set(mapping, '{table}', to_jsonb(v.name)), '{key}', '[\"was\"]'), file, file_mark,
    finished_at, 0
  FROM reeve.import, (VALUES (1, 'gone'), (2, 'activities')) v(n, name) WHERE mapping ->> 'table' = 'buckets' LIMIT 2"
export_of last
same 'it stays a conflict' "$(move)" 1
same 'what changed there' "$(run -c "SELECT name, was_disabled FROM buckit.users WHERE legacy_id = 'person0006'")" 'Newest Name|t'
# In one go heal() writes a row that was edited here and one that was not: the edit outlives the next export.
run -c "UPDATE buckit.users SET was_disabled = TRUE WHERE legacy_id = 'person0004'"
sed -i 's/"localId": "person0009", "email": "person0009@mail.example", "createdAt": "1500000000000", "passwordHash": "c2VjcmV0", "disabled": false/&DISABLED/
  s/falseDISABLED/true/' "$work/accounts.json"
same 'heal() writes both' "$(move) $(run -c "SELECT string_agg(was_disabled::text, ' ' ORDER BY legacy_id) FROM buckit.users
  WHERE legacy_id IN ('person0004', 'person0009')")" '1 false true'
printf '\n' >>"$work/tree.json"
same 'it is still a conflict' "$(move) $(told '1 rejected: existing')" '1 2'
same 'what was edited here' "$(run -c "SELECT name FROM buckit.users WHERE legacy_id = 'person0004'")" 'Edited here'

# What a later export no longer has stays, and is told; what was edited here stays whatever is asked.
run -c "UPDATE buckit.activities SET title = 'Still swum' WHERE legacy_id = 'a-person0011'"
export_of less
same 'the move goes on' "$(move --json "$work/ledger.json")" 1
same 'what is gone is told' "$(number '{g["source"]: (g["total"], g["edited"]) for g in json.load(sys.stdin)["gone"]}')" \
  "{'rtdb:users/{uid}': (2, 0), 'rtdb:Activities/{id}': (3, 1), 'rtdb:BuckIts/{id}': (2, 0), \
'rtdb:BuckIts/{bucket}/Activities/{activity}': (2, 0)}"
key() { run -c "SELECT id FROM buckit.$1 WHERE legacy_id = '$2'"; }
same 'by name' "$(told "user:$(key users person0010)  user:$(key users person0012)")" 1
same 'nothing is done to it' "$(run -c "SELECT count(*) FROM reeve.action WHERE verb <> 'import'")" 0
delete() { move --gone delete --gone bucket_item=report "$@"; }
same 'unless a moderator lends a login' "$(delete) $(told 'give --moderator')" '2 1'
run -c "CREATE ROLE reeve_move_ada LOGIN IN ROLE reeve_senior" -c "CREATE ROLE reeve_move_eve LOGIN"
as() { echo "host=$PGHOST port=$PGPORT dbname=${2:-$name} user=$1"; }
same 'who has no rank does not' "$(delete --moderator "$(as reeve_move_eve)") $(told 'has not the rank')" '4 1'
run -c "INSERT INTO reeve.member VALUES ('reeve_move_ada', 'senior', 'test')"
same 'nor somebody elsewhere' "$(delete --moderator "$(as reeve_move_ada "$admin")") $(told 'another database')" '1 1'
# What the catalog cannot do is refused before anything is written, with what it can.
commands() { run -c 'SELECT count(*) FROM reeve.command'; }
was=$(commands)
same 'an action that collections lack' "$(move --gone hide --moderator "$(as reeve_move_ada)") $(told 'nothing was written') \
$(told '^  user: keep, report, delete$') $(told '^  bucket_item: keep, report$') $(told '^  activity')" '1 1 1 1 0'
same 'another one' "$(move --gone delete --moderator "$(as reeve_move_ada)") $(told '^  [a-z_]*: keep')" '1 1'
same 'for one collection alone' "$(move --gone bucket_item=delete --moderator "$(as reeve_move_ada)") $(told '^  [a-z_]*: keep')" '1 1'
same 'a collection that there is not' "$(move --gone hide --gone user=keep --gone bucket_item=keep --gone $'\x1b[31mno=keep' \
  --moderator "$(as reeve_move_ada)") $(told 'the move has no collection <U+001B>')" '2 1'
for wrong in hid =hide user= user=hide=x ''; do same "no way: “$wrong”" "$(move "--gone=$wrong")" 2; done
same 'nothing is on record' "$(commands)" "$was"
hide() { move --gone hide --gone user=report --gone bucket_item=report --moderator "$(as reeve_move_ada)" --json "$work/ledger.json"; }
acts() { number '{a["verb"] + " " + a["collection"]: a["outcome"].split(";")[0].split(": import")[0]
  for a in json.load(sys.stdin)["acts"]}'; }
same 'a moderator does' "$(hide) $(acts)" "1 {'ban user': 'B1', 'hide activity': 'B2', 'hide bucket': 'B3'}"
hidden() { run -c "SELECT string_agg(legacy_id, ' ' ORDER BY id) FROM buckit.activities WHERE hidden_until > now()"; }
same 'what was edited stays' "$(hidden)" 'a-person0007 a-person0010 a-person0012'
same 'who was disabled there is banned, by her' \
  "$(run -c "SELECT string_agg(DISTINCT a.actor || u.legacy_id, ' ') FROM reeve.action a JOIN buckit.users u ON u.id::text = a.key
    WHERE a.verb = 'ban' AND u.blocked_until > now()")" 'reeve_move_adaperson0007'
same 'what is hidden is told no more' "$(move --json "$work/ledger.json") $(number '[(g["source"], g["total"])
  for g in json.load(sys.stdin)["gone"]]')" "1 [('rtdb:users/{uid}', 2), ('rtdb:Activities/{id}', 1), ('rtdb:BuckIts/{bucket}/Activities/{activity}', 2)]"
same 'one undo takes it back' \
  "$(DATABASE_URL=$(as reeve_move_ada) "$reeve" -c 'undo B2 --yes' >"$work/told" 2>&1; echo $?) $(hidden)" '0 a-person0007'
# Whose record was rejected may be thought gone.
export_of least
same 'a rejected record' "$(hide) $(acts)" "1 {'hide activity': 'not done'}"

# A list of the app that names what there is not, with a terminal escape, is refused in the ledger, and the rest is done.
run -c "CREATE OR REPLACE FUNCTION buckit.view_disabled() RETURNS TABLE(\"user\" text, username text, created_at timestamptz)
  LANGUAGE sql STABLE AS \$\$ SELECT E'no\\x1b[31mthing:1', 'x', now() \$\$"
same 'a forged list' "$(hide) $(number '[a["state"] for a in json.load(sys.stdin)["acts"]]')" "1 ['refused', 'refused']"
same 'no escape reaches the screen' "$(grep -c $'\x1b' "$work/told" || true)" 0

# A retry reads a few records, also of an import that came before the first move.
gone() { run -c 'SELECT count(*) FROM reeve.import_key WHERE gone_in IS NOT NULL'; }
before=$(gone)
run -c "UPDATE reeve.import SET has_keys = FALSE"
for import in $(run -c "SELECT import_id FROM reeve.import WHERE quarantined > 0 AND source = 'rtdb:Activities/{id}' ORDER BY 1 DESC LIMIT 1"); do
  "$reeve" import retry "$import" >"$work/told" 2>&1 || true
done
same 'a retry is one' "$(told 'quarantined [1-9]')" 1
same 'it takes nothing for gone' "$(gone)" "$before"

# Bad input.
same 'an app without a plan' "$("$reeve" move buckit --mappings "$work" --store "$work/tree.json" >"$work/told" 2>&1; echo $?)" 1
same 'what is missing' "$(told 'move.yaml')" 1
same 'a file of another kind' "$("$reeve" move buckit --auth "$work/tree.json" >"$work/told" 2>&1; echo $?)" 1
same 'a role that the plan has no mapping for' "$(move --files "$work/tree.json")" 1
same 'which one' "$(told 'no mapping for --files')" 1
same 'nothing to move' "$("$reeve" move buckit >"$work/told" 2>&1; echo $?)" 2
# The app's own login cannot move anything in.
run -c "CREATE ROLE reeve_move_app LOGIN IN ROLE buckit_app" 2>/dev/null || true
same 'the app itself may not' "$(DATABASE_URL="host=$PGHOST port=$PGPORT user=reeve_move_app dbname=$name" move)" 4
run -c 'DROP ROLE reeve_move_app'

# Another app, whose accounts come as CSV and whose bucket is listed.
"$reeve" sample load findspot --schema-only 2>"$work/load"
python3 - "$work" <<'PYTHON'
import json, sys
folder = sys.argv[1]
places = {f"{n:05}6017": {"name": f"Place {n}", "description": "d", "city": "Helsinki",
                          "coordinates": f"60.{n:05}1,24.{n:05}1"} for n in range(200)}
json.dump({"places": places, "users": {"u1": {"name": "Ann"}, "u2": {"name": "Bo"}}}, open(f"{folder}/spots.json", "w"))
with open(f"{folder}/accounts.csv", "w") as accounts:
    row = ["u1", "ann@mail.example", "true", "c2VjcmV0", "c2FsdA=="] + [""] * 18 + ["1500000000000", "1500000000001", "", "false"]
    accounts.write(",".join(row) + "\n")
json.dump([{"name": "placesImages/none/none0", "size": 4}], open(f"{folder}/listing.json", "w"))
PYTHON
status=0
"$reeve" move findspot --store "$work/spots.json" --auth "$work/accounts.csv" --files "$work/listing.json" \
  --json "$work/ledger.json" >"$work/told" 2>&1 || status=$?
same 'FindSpot moves in' "$status" 0
same 'who has no account is named' "$(number '[l["rows"][0][1] for l in json.load(sys.stdin)["lists"] if l["list"] == "locked-out"]')" "['Bo']"
same 'an e-mail of the CSV' "$(run -c "SELECT email FROM findspot.users WHERE uid = 'u1'")" ann@mail.example
# Who is erased here comes back by no later export, but may sign in anew.
run -c "SET ROLE reeve_writer_findspot" -c "UPDATE findspot.users SET uid = 'erased-' || id, nickname = NULL WHERE uid = 'u2'"
sed -i 's/Place 7"/Place of 7"/' "$work/spots.json"
status=0
"$reeve" move findspot --store "$work/spots.json" >"$work/told" 2>&1 || status=$?
same 'an erased person is rejected' "$status $(told 'who had this uid was erased here')" '1 1'
same 'and not here' "$(run -c "SELECT string_agg(uid, ' ' ORDER BY id) FROM findspot.users")" 'u1 erased-2'
same 'what changed has changed' "$(run -c "SELECT count(*) FROM findspot.places WHERE name = 'Place of 7'")" 1
same 'a sign-in makes a new user' \
  "$(run -c 'SET ROLE findspot_app' -c "SELECT findspot.user_register('u2', NULL, 'Bo', now()) > 2")" t
same 'no password is kept' "$("${PG_BIN:+$PG_BIN/}pg_dump" "$name" | grep -c 'c2VjcmV0\|c2FsdA' || true)" 0
