#!/usr/bin/env bash
# The files of places in a bucket: withdrawn, restored and removed by a real worker at an HTTP end in
# the bucket's place, which was killed in between; and the sweep of a listing of 1,000,000 names.
# Connects by libpq's environment as a superuser. REEVE is the console, REEVE_TEST_TEMPLATE what the
# database is a copy of.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
reeve=${REEVE:-$root/.build/debug/reeve}
base=file_$$ senior=file_senior_$$ moderator=file_moderator_$$ viewer=file_viewer_$$ app=file_app_$$
work=$(mktemp -d /tmp/reeve-file.XXXXXX)
export REEVE_SHARE=${REEVE_SHARE:-$root} PGOPTIONS='-c client_min_messages=error'
unset DATABASE_URL
worker= bucket=
sql() { psql -XqAt -v ON_ERROR_STOP=1 -d "$base" "$@"; }
as() { psql -XqAt -d "$base" -U "$1" -c "$2" 2>&1; }
console() { "$reeve" --dsn "dbname=$base user=$1" -c "$2" 2>&1; } # LOGIN COMMAND
finish() {
  [ -z "$worker" ] || kill -9 "$worker"
  [ -z "$bucket" ] || kill "$bucket"
  psql -XqAt -d postgres -c "DROP DATABASE IF EXISTS $base WITH (FORCE)" \
    -c "DROP ROLE IF EXISTS $senior, $moderator, $viewer, $app"
  rm -rf "$work"
} 2>/dev/null
trap finish EXIT
. "$root/sql/tests/checks.sh"
transcript=$work/log

cat >"$work/bucket.py" <<'PY'
import json, os, sys, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
work = sys.argv[1]
lock, seen = threading.Lock(), set()

class Bucket(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        key, verb = self.headers["Idempotency-Key"], body["effect"]
        name = body["fields"]["bucket"] + "/" + body["fields"]["name"]
        with lock:
            with open(work + "/requests", "a") as log:
                log.write(f"{key} {verb} {name}\n")
            if key not in seen:
                seen.add(key)
                with open(work + "/done", "a") as log:
                    log.write(f"{verb} {name}\n")
        mode = open(work + "/mode").read().strip()
        while mode == "hold" and not os.path.exists(work + "/release"):
            time.sleep(0.02)
        data = json.dumps({"done": verb}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

ThreadingHTTPServer.handle_error = lambda *_: None  # a worker that was killed hears no answer
server = ThreadingHTTPServer(("127.0.0.1", 0), Bucket)
open(work + "/port", "w").write(str(server.server_port))
server.serve_forever()
PY
touch "$work/requests" "$work/done"
echo ok >"$work/mode"
(umask 077 && echo 'a secret of twenty-four' >"$work/secret")
python3 "$work/bucket.py" "$work" &
bucket=$!
until_true test -s "$work/port" || { echo 'Bail out! no bucket'; exit 1; }
cat >"$work/worker.yaml" <<YAML
webhooks:
  bucket: {url: "http://127.0.0.1:$(<"$work/port")/objects", secret_file: $work/secret, timeout: 1s}
outside:
  findspot/files.withdraw: {webhook: bucket, expect: {done: files.withdraw}}
  files.restore: {webhook: bucket, expect: {done: files.restore}}
  files.remove: {webhook: bucket, expect: {done: files.remove}}
YAML
chmod 600 "$work/worker.yaml"
mkdir "$work/notices"

psql -Xqd postgres -c "CREATE DATABASE $base TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\"" \
  -c "GRANT CREATE ON DATABASE $base TO reeve_owner" -c "CREATE ROLE $senior LOGIN IN ROLE reeve_senior" \
  -c "CREATE ROLE $moderator LOGIN IN ROLE reeve_moderator" -c "CREATE ROLE $viewer LOGIN IN ROLE reeve_viewer" &&
  { sql -c 'SELECT 1 FROM findspot.users LIMIT 1' >/dev/null 2>&1 ||
    "$reeve" sample load findspot --schema-only --dsn "dbname=$base" >"$work/load" 2>&1; } &&
  psql -Xqd postgres -c "CREATE ROLE $app LOGIN IN ROLE findspot_app" ||
  { cat "$work/load"; echo 'Bail out! no database'; exit 1; }
sql -c "INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('$senior', 'senior', 'test'),
    ('$moderator', 'moderator', 'test'), ('$viewer', 'viewer', 'test')" \
  -c "SELECT reeve.command_record('member.bootstrap', session_user,
    detail => '{\"members\": [\"$senior\", \"$moderator\", \"$viewer\"]}')" \
  -c "DELETE FROM reeve.approval_rule" -c "UPDATE reeve.cron SET next_at = 'infinity'" >/dev/null
person() { as "$app" "SELECT findspot.user_register('$1', '$1@mail.example', '$1', now())"; }
place() { # AUTHOR NAME: two photos
  as "$app" "SELECT findspot.place_add($1, '$2', 'A description', 'Testville', 60.17 + random()::numeric(4,2),
    24.94, ARRAY['new/$2/1.jpg', 'new/$2/2 é.jpg'], '{1000,2000}', now())"
}
ann=$(person ann) eve=$(person eve)
rock=$(place "$ann" rock) lake=$(place "$ann" lake) trap=$(place "$eve" trap)
work_on() { # [ARGUMENT…]: starts the worker
  "${reeve}-worker" --dsn "dbname=$base user=reeve_worker" --manifest "$work/worker.yaml" \
    --sink "$work/notices" "$@" >>"$work/log" 2>&1 &
  worker=$!
}
act() { # LOGIN VERB COLLECTION KEY: prints the action's number
  local args='{"policy": "misleading", "for": "7d"}'
  [ "$2" != erase ] || args='{"why": "asked"}'
  psql -XqAt -d "$base" -U "$1" -c "SELECT message FROM reeve.action_perform('$2', 'findspot', '$3', '$4',
    '$args', NULL)" | tr -d A
}
undo() { psql -XqAt -d "$base" -U "$moderator" -c "SELECT outcome FROM reeve.undo_perform($1, NULL, NULL)"; }
states() { # ACTION
  sql -c "SELECT string_agg(DISTINCT sends || ' ' || state, ', ') FROM reeve.outside WHERE action_id = $1"
}
state_is() { [ "$(states "$1")" = "$2" ]; }
done_with() { grep "$1" "$work/done" | sort | tr '\n' ';'; }

work_on
until_true sh -c "grep -q serves $work/log"
like 'the plan of hiding a place says what becomes of its files' \
  "$(console "$moderator" "hide findspot/place:$rock --policy misleading --for 7d --dry-run")" \
  'files +2 +2 withdrawn'
hidden=$(act "$moderator" hide place "$rock")
until_true state_is "$hidden" 'files.withdraw confirmed'
is 'hiding a place withdraws its photos' "$(done_with photos/new/rock)" \
  'files.withdraw photos/new/rock/1.jpg;files.withdraw photos/new/rock/2 é.jpg;'
like 'show says so' "$(console "$viewer" "show findspot/place:$rock")" 'files: 2 withdrawn outside 20'
like 'so does history' "$(console "$viewer" "history findspot/place:$rock")" 'files: 2 withdrawn outside 20'
is 'its undo is done' "$(undo "$hidden")" done
back=$(sql -c "SELECT max(action_id) FROM reeve.action")
until_true state_is "$back" 'files.restore confirmed'
is 'and restores them' "$(done_with 'restore photos/new/rock')" \
  'files.restore photos/new/rock/1.jpg;files.restore photos/new/rock/2 é.jpg;'

# Killed between sending and noting, and undone before the next worker comes.
echo hold >"$work/mode"
hidden=$(act "$moderator" hide place "$lake")
until_true grep -q 'withdraw photos/new/lake/2' "$work/requests"
kill -9 "$worker"
wait "$worker" 2>/dev/null
is 'a worker is killed while the bucket answers' "$(states "$hidden")" 'files.withdraw sent'
like 'show says that it waits' "$(console "$viewer" "show findspot/place:$lake")" \
  'files: 2 to be withdrawn, 2 pending'
echo ok >"$work/mode"
touch "$work/release"
worker=
sql -c "UPDATE reeve.worker SET beat_at = beat_at - interval '1 minute'" \
  -c "SELECT reeve.enqueue('outside.deliver', '{}')" >/dev/null
work_on
until_true state_is "$hidden" 'files.withdraw confirmed'
is 'the next one sends it again, under the same key' \
  "$(grep 'photos/new/lake' "$work/requests" | sort | uniq -c | awk '{ print $1 }' | tr '\n' ' ')" '2 2 '
is 'and it is done once' "$(done_with photos/new/lake)" \
  'files.withdraw photos/new/lake/1.jpg;files.withdraw photos/new/lake/2 é.jpg;'

# Somebody shows the photo of another's place, one out of the bucket, and has theirs erased.
sql -c "INSERT INTO findspot.photos(place_id, number, path) VALUES ($trap, 3, 'new/rock/1.jpg'),
  ($trap, 4, '../../new/rock/1.jpg')"
like 'the plan of an erasure says what stays' \
  "$(console "$senior" "erase findspot/place:$trap --why asked --dry-run")" \
  'files +2 +2 removed, 1 stays, which another row shows'
erased=$(act "$senior" erase place "$trap")
until_true state_is "$erased" 'files.remove confirmed'
is 'an erasure removes its own objects, and no others' "$(done_with remove)" \
  'files.remove photos/new/trap/1.jpg;files.remove photos/new/trap/2 é.jpg;'
erased2=$(act "$senior" erase place "$lake")
until_true state_is "$erased2" 'files.remove confirmed'
until_true sh -c "[ \"\$(psql -XqAt -d $base -c 'SELECT count(*) FROM reeve.erasure WHERE done_at IS NULL')\" = 0 ]"
like 'then nothing waits outside' "$(console "$viewer" 'outside --pending')" 'no such effects outside the database'
like 'show says what was removed' "$(console "$viewer" "show findspot/place:$lake")" 'files: 2 removed outside 20'
is 'and no name is left in a dump of the record' "$(pg_dump -d "$base" -n reeve | grep -cE 'new/(trap|lake)')" 0
kill "$worker"
wait "$worker" 2>/dev/null
worker=

# The last two rows that show an object are hidden at once.
one=$(place "$ann" one) two=$(place "$ann" two) three=$(place "$ann" three)
sql -c "INSERT INTO findspot.photos(place_id, number, path) VALUES ($one, 3, 'new/both.jpg'), ($two, 3, 'new/both.jpg'),
  ($three, 3, 'new/third.jpg')"
hide() { echo "SELECT outcome FROM reeve.action_perform('hide', 'findspot', 'photo', '[$1, 3]',
  '{\"policy\": \"misleading\", \"for\": \"7d\"}', NULL);"; }
session() { sql -c "SELECT 1 / count(*) FROM pg_stat_activity WHERE datname = '$base' AND usename = '$moderator' AND $1" >/dev/null 2>&1; }
mkfifo "$work/first"
psql -XqAt -d "$base" -U "$moderator" <"$work/first" >"$work/first.out" 2>&1 &
exec 7>"$work/first"
{ echo 'BEGIN;'; hide "$one"; } >&7
until_true grep -q done "$work/first.out"
is 'who hides a row of another object meanwhile does not wait' \
  "$(hide "$three" | psql -XqAt -d "$base" -U "$moderator" 2>&1)" done
# A wait of half a second is refused as busy.
until hide "$two" | psql -XqAt -d "$base" -U "$moderator" 2>&1 | tee "$work/second.out" | grep -q done; do :; done &
second=$!
until_true session "wait_event_type = 'Lock'"
echo 'COMMIT;' >&7
exec 7>&-
wait $second
is 'of two who hide the last rows of an object at once, the later one waits' "$(<"$work/second.out")" done
is 'and withdraws it' "$(sql -c "SELECT count(*) FROM reeve.outside WHERE state = 'pending'
  AND sends = 'files.withdraw' AND fields ->> 'name' = 'new/both.jpg'")" 1

# A listing of 1,000,000 names, with escapes.
sql -c "INSERT INTO findspot.photos(place_id, number, path)
  VALUES ($rock, 3, E'new/rock/e\u0301.jpg'), ($rock, 4, E'new/ro\u001b[31mck.jpg')"
python3 - "$work" <<'PY'
import json, sys
names = ["new/rock/1.jpg", "new/rock/2 \u00e9.jpg", "new/rock/\u00e9.jpg", "up/../x", "a\u001b]0;b", 'q"\\%2F']
with open(sys.argv[1] + "/listing.json", "w") as out:
    out.write("[\n")
    for name in names:
        out.write(json.dumps({"name": name, "size": "1"}) + ",\n")
    out.write(",\n".join('{"name": "old\\u002f%d/\\u00e9 %%2F.jpg", "size": "1"}' % n for n in range(1000000 - len(names))))
    out.write("\n]\n")
PY
sweep() { "$reeve" files sweep "$@" 2>"$work/told"; } # ARGUMENT…
begin=$(date +%s.%N)
sweep findspot "$work/listing.json" --limit 20 --output csv --dsn "dbname=$base user=$senior" >"$work/found"
code=$?
took=$(awk "BEGIN { print $(date +%s.%N) - $begin }")
is 'a sweep of 1,000,000 names finds what differs' "$code $(cat "$work/told" | grep names)" \
  '1 reeve: 1000000 names in the listing: 999998 orphan, 11 dead link, 1 shared, 0 hidden'
echo "# $took s"
like 'and in which other Unicode form a name is there' "$(<"$work/found")" 'dead link,new/rock/.*another Unicode form'
like 'also one that a person could have made up' "$(<"$work/found")" 'dead link,new/ro.*it cannot be the name of an object'
is 'nothing raw reaches a terminal' "$(sweep findspot "$work/listing.json" --limit 3 --dsn "dbname=$base user=$senior" |
  grep -c "$(printf '\033')")" 0
printf 'Key,Size\nnew%%2Frock%%2F1.jpg,1\nnew/rock/2+%%C3%%A9.jpg,1\n' >"$work/inventory.csv"
sweep findspot/photo "$work/inventory.csv" --encoded --dsn "dbname=$base user=$senior" >/dev/null
like 'an inventory with percent-encoded keys does as well' "$(<"$work/told")" \
  '2 names in the listing: 0 orphan, 11 dead link'

# Who may not.
for login in "$moderator" "$viewer" "$app"; do
  sweep findspot "$work/inventory.csv" --dsn "dbname=$base user=$login" >/dev/null
  like "$(cut -d _ -f 2 <<<"$login") does not sweep" "$(<"$work/told")" 'rank senior|permission denied|not a member'
done
like 'nor does a senior by a table of their own' "$(psql -XqAt -d "$base" -U "$senior" -c "
  CREATE TEMP TABLE reeve_listing(name text)" -c "SELECT reeve.file_listed('{x}')" 2>&1)" 'no listing was given'
like 'a bucket that no row names is refused' "$(sweep findspot "$work/inventory.csv" --bucket other \
  --dsn "dbname=$base user=$senior" || cat "$work/told")" 'nothing of findspot names objects of a bucket other'
like 'a listing without names, too' "$(printf 'a,b\n1,2\n' | sweep findspot - \
  --dsn "dbname=$base user=$senior" || cat "$work/told")" 'record 1 of - has no name'
like 'a sweep is on record' "$(sql -c "SELECT count(*) > 1 FROM reeve.command WHERE kind = 'files.sweep'")" t
is 'and leaves nothing' "$(sql -c "SELECT count(*) FROM pg_class WHERE relname = 'reeve_listing'")" 0
checked
