#!/usr/bin/env bash
# The senders in share/notices pass on what a worker posts, by mail and to phones, and report what became of it: with the
# logins of the worker, the app's sender and a moderator. The cluster and the endpoints are this script's own.
set -uo pipefail
cd "$(dirname "$0")/../../.."
reeve=${REEVE:-$PWD/.build/debug/reeve}
export REEVE_SHARE=${REEVE_SHARE:-$PWD} PYTHONDONTWRITEBYTECODE=1
. scripts/cluster.sh
work=$(mktemp -d /tmp/senders.XXXXXX)
started=()
finish() {
  for process in "${started[@]}"; do kill "$process" 2>/dev/null && wait "$process" 2>/dev/null; done
  cluster_stop
  rm -rf "$work"
}
trap finish EXIT
cluster_start || { echo 'Bail out! no cluster'; exit 1; }
export PGDATABASE=shop
. sql/tests/checks.sh
sql() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
told() { [ "$(sql -c "SELECT count(*) FROM reeve.outbox WHERE state = 'sent' AND result IS NULL
  OR state = 'queued'")" = 0 ]; }
psql -Xqd postgres -c 'CREATE DATABASE shop'
"$reeve" upgrade >/dev/null 2>&1 || { echo 'Bail out! no schema'; exit 1; }
sql >/dev/null 2>"$work/err" <<'SQL' || { cat "$work/err"; echo 'Bail out! no app'; exit 1; }
BEGIN;
\ir sql/tests/fixtures/shop.sql
CREATE ROLE shop_sender LOGIN IN ROLE reeve_app;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_sender;
GRANT SELECT ON "Odd Shop"."Person" TO shop_sender;
SELECT pg_temp.alter_shop($$CREATE TABLE "Odd Shop".device(nr bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  person_id bigint, platform text, token text, app text, seen timestamptz, off_until timestamptz)$$);
UPDATE "Odd Shop"."Person" SET email = CASE id WHEN 1 THEN 'olga@mail.example'
  WHEN 2 THEN 'gone@mail.example' WHEN 3 THEN 'busy@mail.example'
  ELSE E'carl@mail.example>\r\nRCPT TO:<olga@mail.example' END;
-- What a user has chosen as a name, and comes in a subject.
INSERT INTO "Odd Shop"."Person"(id, "Full Name", email) VALUES
  (5, E'Eve\r\nBcc: victim@mail.example\r\n\r\n.\r\nMAIL FROM:<x@y> ' || chr(8238) || 'drow', 'eve@mail.example');
SELECT reeve.catalog_apply(jsonb_set(jsonb_set(jsonb_set(jsonb_set(jsonb_set(pg_temp.manifest(),
  '{collections,device}', '{"table": "device", "key": ["nr"], "label": "t.platform", "show": ["nr", "token"],
    "personal": ["token"], "visible": "off_until", "parents": {"of": {"collection": "person", "columns": ["person_id"]}},
    "devices": {"owner": "of", "token": "token", "platform": "platform", "version": "app", "seen": "seen"},
    "erase": {"tables": [{"table": "device", "of": ["nr"], "delete": true}]}}'),
  '{collections,person,erase,with,2}', '{"collection": "device", "via": "of"}'),
  '{actions,0,effects,6}', '{"name": "devices", "collection": "device", "via": "of", "hide": true}'),
  '{actions,2}', '{"verb": "warn", "collection": "person", "effects": [
    {"name": "warning", "collection": "person", "notify": [{"to": "self", "template": "warned"}]}]}')
  || '{"notices": {"channels": {"mail": ["barred", "correction"]}}}', '{templates,barred,en}',
  '{"subject": "About {label}", "body": "Until {until|time}: {policy}, {label}\n.\nEnd"}'));
COMMIT;
SQL
echo 0123456789abcdef0123456789abcdef >"$work/secret"
echo apple >"$work/apns" && echo google >"$work/fcm"
chmod 600 "$work"/secret
python3 sql/tests/fixtures/endpoints.py "$work" &
started+=($!)
until_true test -s "$work/ports"
read -r mail push <"$work/ports"
dsn="host=$PGHOST port=$PGPORT dbname=shop user=shop_sender"
sender() { # NAME PROGRAM OPTIONS…
  local name=$1 program=$2
  shift 2
  python3 "share/notices/$program.py" --dsn "$dsn" --secret-file "$work/secret" --spool "$work/$name.spool" --port 0 \
    --pause 0.05 "$@" >"$work/$name.out" 2>"$work/$name.err" &
  started+=($!)
  until_true grep -qs listening "$work/$name.out"
  cat >"$work/$name.yaml" <<YAML
webhooks:
  out:
    url: http://127.0.0.1:$(awk '{print $3}' "$work/$name.out")/
    secret_file: $work/secret
notify: out
YAML
}
by_mail() {
  sender mail smtp --host 127.0.0.1 --smtp-port "$mail" --from 'Shop <shop@shop.example>' \
    --address 'SELECT email FROM "Odd Shop"."Person" WHERE id = $1::bigint' "$@"
}
# Sends what waits, as the worker.
post() { # NAME
  sql -c "UPDATE reeve.outbox SET due_at = now() - interval '1 s' WHERE state = 'queued';
    SELECT reeve.enqueue('notify.deliver', '{}')" >/dev/null
  "$reeve" work --once --manifest "$work/$1.yaml" --dsn "host=$PGHOST port=$PGPORT dbname=shop user=reeve_worker" \
    >"$work/worker" 2>&1 || cat "$work/worker"
}
ban() { # KEY
  sql -U shop_ann -c "SELECT outcome FROM reeve.action_perform('ban', 'shop', 'person', '$1',
    '{\"policy\": \"spam\", \"for\": \"1d\"}', NULL)"
}
sql -c 'ALTER ROLE reeve_worker LOGIN' 2>/dev/null
by_mail
# Their deals are not what is looked at.
sql -c 'DELETE FROM "Odd Shop".deal'
for key in 1 2 3 4 5; do is "a moderator bans person $key" "$(ban "$key")" done; done
post mail
until_true told
result() { sql -c "SELECT coalesce(result, state) || coalesce(': ' || error, '') FROM reeve.outbox WHERE key = '$1' ORDER BY 1 LIMIT 1"; }
is 'a mail that was taken is delivered' "$(result 1)" delivered
is 'one to nobody bounced' "$(result 2)" 'bounced: 550 5.1.1 no such box'
is 'one that was refused for now is tried again' "$(result 3)" delivered
is 'an address with another line is none' "$(result 4)" 'bounced: no valid address'
is 'a name with other lines is sent' "$(result 5)" delivered
look() { # EXPRESSION of m, the mails
  python3 -c "import json, email, email.policy
m = [json.loads(line) for line in open('$work/mail')]
p = [email.message_from_string(x['text'], policy=email.policy.default) for x in m]
print($1)"
}
is 'three mails went out, each to one' "$(look 'sorted(y.upper() for x in m for y in x["to"])')" \
  "['RCPT TO:<BUSY@MAIL.EXAMPLE>', 'RCPT TO:<EVE@MAIL.EXAMPLE>', 'RCPT TO:<OLGA@MAIL.EXAMPLE>']"
is 'no name adds a header, a recipient or a message' \
  "$(look '[k for x in p if "Eve" in x["Subject"] for k in x.keys() if k in ("Bcc", "Cc")]')" '[]'
is 'the name is one line of the subject, in its own direction' \
  "$(look '[x["Subject"] for x in p if "Eve" in x["Subject"]]')" \
  "['About Eve Bcc: victim@mail.example . MAIL FROM:<x@y> drow']"
is 'a line of a dot does not end a mail' "$(look 'all("End" in x.get_content() for x in p)')" True
is 'nothing turns the direction of the text' "$(look 'any(chr(8238) in x.get_content() for x in p)')" False
is 'the sender reports without a complaint' "$(cat "$work/mail.err")" ''
is 'the app sees what is unread' \
  "$(sql -U shop_sender -c "SELECT reeve.notice_unread('shop', 'person', k) FROM unnest('{1,2,3}'::text[]) k" | tr '\n' ' ')" '1 0 1 '
is 'no correction goes to whom it did not reach' "$(sql -U shop_ann -c "SELECT outcome
  FROM reeve.undo_perform(2, NULL, NULL)"; sql -c "SELECT count(*) FROM reeve.outbox WHERE corrects IS NOT NULL")" $'done\n0'
preview() { "$reeve" --dsn "host=$PGHOST port=$PGPORT dbname=shop user=shop_ann" -c "notices preview $1" "${@:2}" 2>&1; }
is 'a moderator sees what it said, in which nothing steers a terminal' "$(preview A5 --output table | head -n 3)" \
  'barred · en · 1 delivered · by mail
  to 1 person, such as person:5
  │ About Eve<U+000D><U+000A>Bcc: •••<U+000D><U+000A><U+000D><U+000A>.<U+000D><U+000A>MAIL FROM:<•••> <U+202E>drow'
is 'a program reads it as JSON' "$(preview A2 --output json | python3 -c 'import json, sys
print(*[(x["template"], x["state"], x["such_as"], x["channel"]) for x in json.load(sys.stdin)])')" \
  "('barred', '1 bounced', 'person:2', 'mail')"
# What others post.
knock() { # STATUS wanted, BODY, KEY, TIME, SECRET
  python3 - "$@" "$(awk '{print $3}' "$work/mail.out")" <<'PY'
import hashlib, hmac, http.client, sys, time
_, body, key, shift, secret, port = sys.argv[1:]
at = str(int(time.time()) + int(shift))
c = http.client.HTTPConnection("127.0.0.1", int(port))
c.request("POST", "/", body.encode(), {"Idempotency-Key": key, "Reeve-Signature": "t=" + at + ",v1=" + hmac.new(
    secret.encode(), at.encode() + b"." + body.encode(), hashlib.sha256).hexdigest()})
print(c.getresponse().status)
PY
}
secret=$(<"$work/secret")
forged='{"outbox_id": 1, "recipient": "person:1", "subject": "x", "body": "y", "locale": "en"}'
is 'who has not the secret sends nothing' "$(knock - "$forged" 99 0 ffffffffffffffffffffffffffffffff)" 401
is 'nor who repeats an old request' "$(knock - "$forged" 99 -600 "$secret")" 401
is 'a key is a number' "$(knock - "$forged" '99; DROP' 0 "$secret")" 400
is 'a notice that comes twice is sent once' "$(knock - "$forged" 1 0 "$secret"; look 'len(m)')" $'204\n3'
# To phones: a dead token, one that is busy at first, one that would be a path; to who is banned nothing.
sql -c "INSERT INTO \"Odd Shop\".\"Person\"(id, \"Full Name\") SELECT n, 'Phone ' || n FROM generate_series(6, 9) n;
  INSERT INTO \"Odd Shop\".device(person_id, platform, token) VALUES (6, 'ios', '$(printf 'a%.0s' {1..64})'),
  (6, 'ios', '$(printf 'd%.0s' {1..64})'), (7, 'ios', '$(printf 'e%.0s' {1..64})'), (8, 'ios', '../../admin'),
  (9, 'android', E'x\"\\\\\\n'), (1, 'ios', '$(printf 'b%.0s' {1..64})')"
sender push push --app shop --apns "http://127.0.0.1:$push" --apns-token "$work/apns" \
  --apns-topic shop.example --fcm "http://127.0.0.1:$push" --fcm-token "$work/fcm" --fcm-project shop-1
for key in 6 7 8 9; do
  is "a moderator warns person $key" "$(sql -U shop_ann -c "SELECT outcome
    FROM reeve.action_perform('warn', 'shop', 'person', '$key', '{\"policy\": \"spam\"}', NULL)")" done
done
sql -c "UPDATE reeve.outbox SET state = 'failed', result = NULL, result_at = NULL
  WHERE corrects IS NULL AND key IN ('1', '6', '7', '8', '9')" >/dev/null
for key in 1 6 7 8 9; do
  notice=$(sql -c "SELECT outbox_id FROM reeve.outbox WHERE key = '$key'")
  is "a moderator sends the notice to person $key again" \
    "$(sql -U shop_ann -c "SELECT outcome FROM reeve.notice_resend($notice, NULL)")" done
done
post push
until_true told
is 'a push that one device took is delivered' "$(result 6)" delivered
is 'one that was refused for now is tried again' "$(result 7)" delivered
is 'one to a token that is a path is not sent' "$(result 8)" 'bounced: no device'
is 'one to Android goes by the other service' "$(result 9)" delivered
pushes() { python3 -c "import json
p = [json.loads(line) for line in open('$work/push')]
print($1)"; }
is 'the badge is what is unread' "$(pushes '[x["body"]["aps"]["badge"] for x in p if x["status"] == 200 and "device/aaa" in x["path"]]')" '[1]'
is 'each service gets its own secret' "$(pushes 'sorted({(x["path"][:3], x["authorization"]) for x in p})')" \
  "[('/3/', 'Bearer apple'), ('/v1', 'Bearer google')]"
is 'nothing is sent to who is banned' "$(result 1)" 'bounced: no device'
is 'dead tokens are removed' "$(sql -c 'SELECT string_agg(person_id::text, $$ $$ ORDER BY nr) FROM "Odd Shop".device')" '6 7 9 1'
is 'on record, by the sender' "$(sql -c "SELECT string_agg(actor || ' ' || (detail ->> 'of'), ', ' ORDER BY detail ->> 'of')
  FROM reeve.command WHERE kind = 'device.dead'")" 'shop_sender person:6, shop_sender person:8'
is 'no service was asked for another path' "$(pushes 'any("admin" in x["path"] for x in p)')" False
checked
