#!/usr/bin/env bash
# A ban disables the account at the sign-in provider: real logins, a real worker, and an HTTP server in
# the provider's place that refuses, lies, stays silent, and is asked again after the worker was killed.
# Connects by libpq's environment as a superuser. REEVE is the console, REEVE_TEST_TEMPLATE what the
# database is a copy of.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
reeve=${REEVE:-$root/.build/debug/reeve}
base=outside_$$ senior=outside_senior_$$ moderator=outside_moderator_$$ viewer=outside_viewer_$$ app=outside_app_$$
work=$(mktemp -d /tmp/reeve-outside.XXXXXX)
export REEVE_SHARE=${REEVE_SHARE:-$root} PGOPTIONS='-c client_min_messages=error'
unset DATABASE_URL
worker= provider=
sql() { psql -XqAt -v ON_ERROR_STOP=1 -d "$base" "$@"; }
as() { psql -XqAt -d "$base" -U "$1" -c "$2" 2>&1; }
console() { "$reeve" --dsn "dbname=$base user=$1" -c "$2" 2>&1; } # LOGIN COMMAND
finish() {
  [ -z "$worker" ] || kill -9 "$worker"
  [ -z "$provider" ] || kill "$provider"
  psql -XqAt -d postgres -c "DROP DATABASE IF EXISTS $base WITH (FORCE)" \
    -c "DROP ROLE IF EXISTS $senior, $moderator, $viewer, $app"
  rm -rf "$work"
} 2>/dev/null
trap finish EXIT
. "$root/sql/tests/checks.sh"
transcript=$work/log

cat >"$work/provider.py" <<'PY'
import hashlib, hmac, json, os, sys, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
work = sys.argv[1]
lock, seen, disabled = threading.Lock(), {}, {}

class Provider(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def reply(self, status, body, **headers):
        data = json.dumps(body).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        said = dict(p.split("=") for p in self.headers["Reeve-Signature"].split(","))
        secret = open(work + "/secret").read().strip().encode()
        good = hmac.new(secret, said["t"].encode() + b"." + body, hashlib.sha256).hexdigest()
        effect = json.loads(body)
        key, uid, name = self.headers["Idempotency-Key"], effect["fields"]["uid"], effect["effect"]
        mode = open(work + "/mode").read().strip()
        with lock:
            with open(work + "/requests", "a") as log:
                log.write(f"{key} {name} {uid} {good == said['v1']} {time.time():.3f}\n")
        if mode == "busy":
            return self.reply(429, {}, Retry_After="3600")
        if mode == "gone":
            return self.reply(404, {"error": "no such user " + uid})
        if mode == "silent":
            time.sleep(3)
            self.close_connection = True
            return
        with lock:
            # A key that was seen changes nothing again.
            if key not in seen and mode != "lie":
                seen[key] = name
                if name != "revoke_tokens":
                    disabled[uid] = name == "disable_account"
                with open(work + "/done", "a") as log:
                    log.write(f"{key} {name} {uid}\n")
            with open(work + "/accounts.json", "w") as listing:
                json.dump({"users": [{"localId": u, "disabled": d} for u, d in disabled.items()]}, listing)
        while mode == "hold" and not os.path.exists(work + "/release"):
            time.sleep(0.02)
        self.reply(200, {"uid": uid, "disabled": disabled.get(uid, False)})

ThreadingHTTPServer.handle_error = lambda *_: None  # a worker that was killed hears no answer
server = ThreadingHTTPServer(("127.0.0.1", 0), Provider)
open(work + "/port", "w").write(str(server.server_port))
server.serve_forever()
PY
touch "$work/requests" "$work/done"
echo ok >"$work/mode"
(umask 077 && echo 'a secret of twenty-four' >"$work/secret")
python3 "$work/provider.py" "$work" &
provider=$!
until_true test -s "$work/port" || { echo 'Bail out! no provider'; exit 1; }
cat >"$work/worker.yaml" <<YAML
webhooks:
  provider: {url: "http://127.0.0.1:$(<"$work/port")/accounts", secret_file: $work/secret, timeout: 1s}
outside:
  findspot/disable_account: {webhook: provider, expect: {disabled: true}}
  enable_account: {webhook: provider, expect: {disabled: false}}
  revoke_tokens: {webhook: provider}
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
  -c "UPDATE reeve.cron SET next_at = 'infinity'" >/dev/null
signed_up() { # UID: prints the id
  as "$app" "SELECT findspot.user_register('$1', '$1@mail.example', '$1', now())"
}
ann=$(signed_up uid-ann) bob=$(signed_up uid-bob) cid=$(signed_up uid-cid)
work_on() { # [ARGUMENT…]: starts the worker
  "${reeve}-worker" --dsn "dbname=$base user=reeve_worker" --manifest "$work/worker.yaml" \
    --sink "$work/notices" "$@" >>"$work/log" 2>&1 &
  worker=$!
}
# The attempts of a worker that is dead are over at once, and a job looks again.
bury() {
  worker=
  sql -c "UPDATE reeve.worker SET beat_at = beat_at - interval '1 minute'" \
    -c "SELECT reeve.enqueue('outside.deliver', '{}')" >/dev/null
}
stop() { kill "$worker"; wait "$worker" 2>/dev/null; worker=; }
due() { # as if the time had come
  sql -c "UPDATE reeve.outside SET due_at = now() WHERE state = 'pending'" \
    -c "SELECT reeve.enqueue('outside.deliver', '{}')" >/dev/null
}
act() { # VERB PERSON: prints the action's number
  psql -XqAt -d "$base" -U "$moderator" -c "SELECT message FROM reeve.action_perform('$1', 'findspot', 'user',
    '$2', '{\"policy\": \"misleading\", \"for\": \"7d\"}', NULL)" | tr -d A
}
undo() { psql -XqAt -d "$base" -U "$moderator" -c "SELECT outcome FROM reeve.undo_perform($1, NULL, NULL)"; }
states() { sql -c "SELECT string_agg(sends || ' ' || state, ', ' ORDER BY outside_id) FROM reeve.outside WHERE key = '$1'"; }
state_is() { [ "$(states "$1")" = "$2" ]; }
requests() { cut -d ' ' -f 1-4 "$work/requests" | grep " $1 " | sort | tr '\n' ';'; }
asked() { grep -q "$1" "$work/requests"; }

# Banned, and confirmed.
work_on
until_true sh -c "grep -q serves $work/log"
banned=$(act ban "$ann")
committed=$(date +%s.%N)
until_true state_is "$ann" 'disable_account confirmed, revoke_tokens confirmed'
is 'a ban disables the account and revokes its tokens at the provider' "$(states "$ann")" \
  'disable_account confirmed, revoke_tokens confirmed'
first=$(head -1 "$work/requests" | cut -d ' ' -f 5)
echo "# $(awk "BEGIN { print $first - $committed }") s after the commit"
is 'each once, signed, under a key of its own' "$(requests uid-ann)" \
  'O1 disable_account uid-ann True;O2 revoke_tokens uid-ann True;'
like 'show says that it is confirmed outside' "$(console "$viewer" "show findspot/user:$ann")" \
  'disable_account: confirmed outside 20'
like 'so does history' "$(console "$viewer" "history findspot/user:$ann")" 'disable_account confirmed outside 20'
is 'its undo is done' "$(undo "$banned")" done
until_true state_is "$ann" 'disable_account confirmed, revoke_tokens confirmed, enable_account confirmed'
is 'and enables the account' "$(requests uid-ann)" \
  'O1 disable_account uid-ann True;O2 revoke_tokens uid-ann True;O3 enable_account uid-ann True;'

# Killed between sending and noting.
echo hold >"$work/mode"
banned=$(act suspend "$bob")
until_true asked 'disable_account uid-bob'
kill -9 "$worker"
wait "$worker" 2>/dev/null
is 'a worker is killed while the provider answers' "$(states "$bob")" \
  'disable_account sent, revoke_tokens sent'
echo ok >"$work/mode"
touch "$work/release"
bury
work_on
until_true state_is "$bob" 'disable_account confirmed, revoke_tokens confirmed'
is 'the next one sends it again, under the same key' "$(requests uid-bob | tr ';' '\n' | sort | uniq -c | tr -s ' \n' ' ')" \
  ' 2 O4 disable_account uid-bob True 2 O5 revoke_tokens uid-bob True '
is 'and it is done once' "$(grep -c 'disable_account uid-bob' "$work/done")" 1

# Killed, and undone before the next worker comes: never enabled before it is disabled.
rm "$work/release"
echo hold >"$work/mode"
banned2=$(act ban "$cid")
until_true asked 'disable_account uid-cid'
kill -9 "$worker"
wait "$worker" 2>/dev/null
is 'an undo need not wait for the provider' "$(undo "$banned2")" done
echo ok >"$work/mode"
touch "$work/release"
bury
sql -c "UPDATE reeve.outside SET expires_at = now() WHERE state = 'sent'"
work_on
until_true state_is "$cid" 'disable_account withdrawn, revoke_tokens withdrawn, enable_account confirmed'
is 'after the attempt is over only the inverse is sent' "$(states "$cid")" \
  'disable_account withdrawn, revoke_tokens withdrawn, enable_account confirmed'
like 'in that order' "$(grep -E 'able_account uid-cid' "$work/done" | cut -d ' ' -f 2 | tr '\n' ' ')" \
  '^disable_account enable_account $'

# Lies, refuses, is busy, says nothing.
echo lie >"$work/mode"
banned3=$(act suspend "$ann")
until_true sql -o /dev/null -c "SELECT 1 / count(*) FROM reeve.outside WHERE attempts > 0 AND state = 'pending'" 2>/dev/null
like 'a provider that answers 200 and lies is not believed' "$(console "$viewer" "outside findspot/user:$ann --pending")" \
  'disable_account.*HTTP status 200, but disabled is false, not true'
echo ok >"$work/mode"
n=$(sql -c "SELECT outside_id FROM reeve.outside WHERE state = 'pending'")
is 'a viewer does not send it' "$(as "$viewer" "SELECT code FROM reeve.outside_retry($n, NULL)")" rank
like 'a moderator sends it at once' "$(console "$moderator" "outside retry O$n")" "O$n is sent again"
until_true sh -c "! psql -XqAt -d $base -c \"SELECT outside_id FROM reeve.outside WHERE state = 'pending'\" | grep -q ."
is 'and it is confirmed' "$(sql -c "SELECT state FROM reeve.outside WHERE outside_id = $n")" confirmed
is 'undone' "$(undo "$banned3")" done
until_true sh -c "! psql -XqAt -d $base -c \"SELECT outside_id FROM reeve.outside WHERE state IN ('sent', 'pending')\" | grep -q ."

echo busy >"$work/mode"
banned3=$(act suspend "$ann")
until_true sql -o /dev/null -c "SELECT 1 / ((count(*) = 2)::int) FROM reeve.outside WHERE attempts > 0 AND state = 'pending'" 2>/dev/null
is 'a provider that is busy is asked again when it says' "$(sql -c "SELECT bool_and(due_at > now() + interval '59 min')
  FROM reeve.outside WHERE state = 'pending'")" t
echo silent >"$work/mode"
due
until_true sql -o /dev/null -c "SELECT 1 / ((count(*) = 2)::int) FROM reeve.outside WHERE attempts > 1 AND state = 'pending'" 2>/dev/null
like 'one that never answers times out, and is asked again' "$(console "$viewer" "outside findspot/user:$ann --pending")" 'timed out'
sql -c "UPDATE reeve.outside SET asked_at = now() - interval '61 min' WHERE state = 'pending'"
like 'doctor is red for what waits over an hour' "$("$reeve" doctor --dsn "dbname=$base" 2>&1)" \
  '2 effects outside the database have been waiting for more than an hour, first: O[0-9]+, '
# Nobody asks for this one: the job that would have come in an hour comes sooner.
echo gone >"$work/mode"
until_true sql -o /dev/null -c "SELECT 1 / ((count(*) = 2)::int) FROM reeve.outside WHERE state = 'failed'" 2>/dev/null
like 'one that refuses for good is told, without the account' "$(console "$viewer" "outside --failed")" \
  'HTTP status 404: .*no such user •••'
like 'by doctor, too' "$("$reeve" doctor --dsn "dbname=$base" 2>&1)" '2 effects outside the database failed, first: O[0-9]+, '
like 'and by doctor what no worker sends' "$("$reeve" doctor --dsn "dbname=$base" 2>&1)" \
  'no worker says where delete_account of findspot is sent'

# Undone before anybody sent it.
stop
echo ok >"$work/mode"
before=$(wc -l <"$work/requests")
banned4=$(act suspend "$cid")
is 'banned and undone while no worker runs' "$(undo "$banned4")" done
work_on --once
wait "$worker"
worker=
is 'sends neither' "$(wc -l <"$work/requests")" "$before"

# A program of the host in the provider's place.
cat >"$work/disable" <<'SH'
#!/bin/sh
cat >>"$(dirname "$0")/stdin"
echo 'calling the provider'
echo '{"disabled": true}'
SH
chmod 755 "$work/disable" "$work"
cat >"$work/worker.yaml" <<YAML
commands:
  disable: {argv: [$work/disable], run_as: $([ "$(id -u)" = 0 ] && echo nobody || id -un)}
outside:
  disable_account: {command: disable, expect: {disabled: true}}
YAML
touch "$work/stdin" && chmod 666 "$work/stdin"
act suspend "$cid" >/dev/null
work_on --once
wait "$worker"
worker=
is 'a program confirms as well' "$(sql -c "SELECT state FROM reeve.outside WHERE key = '$cid'
  AND sends = 'disable_account' ORDER BY outside_id DESC LIMIT 1")" confirmed
like 'which got the effect' "$(<"$work/stdin")" '^\{"name":"disable","idempotency_key":"O[0-9]+","input":\{.*"uid": "uid-cid"'

# Who is disabled there and not banned here, and the reverse.
echo "$(sed 's/^{"users": \[/&{"localId": "uid-old", "disabled": true}, /' "$work/accounts.json")" >"$work/accounts.json"
found=$(console "$senior" "outside compare findspot/user $work/accounts.json --output csv")
like 'a senior learns who is disabled there only' "$found" 'only there,.*uid-old'
like 'and who is banned here only' "$found" "only here,$cid,.*uid-cid"
is 'nobody else' "$(grep -c only <<<"$found")" 3
printf 'uid,disabled\nuid-bob,true\nuid-cid,TRUE\nuid-ann,true\n' >"$work/accounts.csv"
like 'a listing in CSV does as well' "$(console "$senior" "outside compare findspot/user $work/accounts.csv")" \
  '3 accounts are disabled there, and the same are here'
like 'a moderator does not' "$(console "$moderator" "outside compare findspot/user $work/accounts.csv")" 'lacks the rank senior'

# The app's own login.
like 'the app reads nothing of it' "$(as "$app" 'SELECT * FROM reeve.outside')" 'permission denied'
like 'and says nothing of it' "$(as "$app" "SELECT reeve.outside_settle(1, 1, '{1}', '{confirmed}', '{\"\"}', '{0}')")" \
  'permission denied'
checked
